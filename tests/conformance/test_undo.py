"""Undo of every type of event restores the earlier state, to the last field."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playing import next_event
from sqlalchemy import Engine
from tables import sit_down

from companion.house import House
from companion.kit.rules import Rules
from companion.table import Change

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)

GENERAL: list[dict[str, Any]] = [
    {"type": "score_adjusted", "seat": 0, "points": -7, "reason": "a made-up gem"},
    {"type": "noted", "text": "a note"},
    {"type": "seats_named", "players": {"1": {"name": "Somebody else"}}},
    {"type": "seat_handed", "seat": 0, "player": {"name": "A guest"}},
    {"type": "sheet_locked", "locked": True},
    {"type": "deal_thrown_in"},
    {"type": "match_ended"},
    {"type": "match_abandoned"},
]


@pytest.fixture
def with_games(game: str, house: House) -> House:
    from companion.registry import games

    return replace(house, games=games())


def test_what_was_recorded_last_can_be_taken_back_whatever_it_was(
    rules: Rules[Any], with_games: House, engine: Engine
) -> None:
    sitting = sit_down(with_games, rules.name, max(rules.seats))
    random = Random(3)
    undone: set[str] = set()

    def there_and_back(event: Any) -> None:
        before = sitting.look()
        version = sitting.record(event).version
        sitting.correct(Change(seq=version))
        assert {**sitting.look(), "version": 0} == {**before, "version": 0}, event

    for played in range(250):
        match = sitting.match
        if match.expects.over:
            break
        event = next_event(match, random, shortcuts=0.05)
        if event.type not in undone or played % 17 == 0:
            undone.add(event.type)
            there_and_back(event)
        sitting.record(event)
        if played == 20:
            for general in GENERAL:
                there_and_back(general)
    assert {cls.type for cls in rules.events if cls.type in ("card_played", "card_drawn")} <= undone
