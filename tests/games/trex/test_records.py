"""Recorded contracts and matches: every event is accepted and the sheets come out as recorded."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion.games.trex
from companion.games.trex.rules import RULES
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, check, evolve, scores, seated, view
from companion.kit.rules import Setup
from companion.kit.seats import SCRIBE, Seat

FILES = sorted(Path(companion.games.trex.__file__).parent.glob("records/*.json"))
TYPES = by_type((*RULES.events, *GENERAL))
each_record = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def opened(record: dict[str, Any], **setup: Any) -> Match[Any]:
    here = Setup(record["players"], Seat(record["first_seat"]), RULES.house_rules(), memory="closed")
    return begin(RULES, replace(here, **setup), [Sitting()] * 4)


def replayed(record: dict[str, Any], *, without_hands: bool = False) -> tuple[Match[Any], list[dict[str, Any]]]:
    """The match after all events, and of each contract what `expected` tells of it."""
    match = opened(record)
    contracts: list[dict[str, Any]] = []
    winners: list[int] = []
    for at, told in enumerate(record["events"], start=1):
        if without_hands and told["type"] == "hands_dealt":
            continue
        event = seated(match, from_json(TYPES, told, at=at))
        assert to_json(event) == told
        assert check(match, event) is None, (at, told)
        before, match = match, evolve(match, event)
        state = view(before, SCRIBE)["state"]
        if told["type"] == "card_played" and state["contract"] != "trix" and len(state["trick_cards"]) == 3:
            winners.append(winner(before, event))
        if len(scores(match)["deals"]) > len(contracts):
            lines = [line for line in scores(match)["lines"] if line["deal"] == len(contracts) + 1]
            contracts.append(
                {
                    "contract": state["contract"] or told["contract"],
                    "owner": state["owner"],
                    "scores": scores(match)["deals"][-1],
                    "trick_winners": winners or None,
                    "why": sorted([line["seat"], line["points"], line["reason"]] for line in lines),
                }
            )
            winners = []
    return match, contracts


def winner(before: Match[Any], event: Any) -> int:
    """Who leads after this card, though it may end the contract."""
    tricks = before.game.tricks.lay(event)
    deck, led = tricks.deck, tricks.laid[0].card
    of_suit = [laid for laid in tricks.laid if deck.suit_of[laid.card] == deck.suit_of[led]]
    return max(of_suit, key=lambda laid: deck.ranks[laid.card]).seat


def test_there_are_records_of_every_contract() -> None:
    assert {deal["contract"] for path in FILES for deal in read(path)["expected"]["deals"]} == {
        "diamonds",
        "queens",
        "tricks",
        "last",
        "ray",
        "general",
        "trix",
    }


@each_record
@pytest.mark.parametrize("without_hands", [False, True], ids=["as recorded", "hands blank"])
def test_record(path: Path, without_hands: bool) -> None:
    record = read(path)
    match, contracts = replayed(record, without_hands=without_hands)
    expected = record["expected"]
    assert contracts == expected["deals"]
    told = scores(match)
    assert told["totals"] == expected["totals"]
    assert (told["winners"], told["losers"]) == (expected["winners"], expected["losers"])
    resets = [[line["after"], line["seat"]] for line in told["lines"] if line["reason"] == "reset"]
    assert resets == expected["resets"]
    assert match.irregular == ()


@each_record
def test_lines_account_for_every_point(path: Path) -> None:
    match, contracts = replayed(read(path))
    told = scores(match)
    sums: Counter[int] = Counter()
    for line in told["lines"]:
        sums[line["seat"]] += line["points"]
        assert line["points"]
        if "times" in line:
            owner = contracts[line["deal"] - 1]["owner"]
            assert line["seat"] == owner
    assert [sums[seat] for seat in range(4)] == told["totals"]


@each_record
def test_whoever_joins_late_is_told_the_same_totals(path: Path) -> None:
    """The fold of what a watcher is told ends in the same sheet."""
    record = read(path)
    match = told = opened(record)
    for at, data in enumerate(record["events"], start=1):
        event = seated(match, from_json(TYPES, data, at=at))
        match, told = evolve(match, event), evolve(told, RULES.redact(event, None))
    assert scores(match) == scores(told)
