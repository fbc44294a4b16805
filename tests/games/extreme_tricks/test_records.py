"""Recorded matches: every event is accepted and the sheets come out as recorded."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion.games.extreme_tricks
from companion.games.extreme_tricks.rules import RULES
from companion.kit.codec import by_type, choose, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, check, evolve, scores, seated, view
from companion.kit.rules import Setup
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed

FILES = sorted(Path(companion.games.extreme_tricks.__file__).parent.glob("records/*.json"))
TYPES = by_type((*RULES.events, *GENERAL))


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def opened(record: dict[str, Any]) -> Match[Any]:
    players = record["players"]
    setup = Setup(players, Seat(record["first_seat"]), choose(RULES.house_rules, record["house_rules"]))
    return begin(RULES, setup, [Sitting()] * players)


def as_the_last_deal(match: Match[Any]) -> Match[Any]:
    """After the match's last deal its state stays, so that one can look at it."""
    return replace(match, game=replace(match.game, deal=match.game.deals))


def replayed(record: dict[str, Any]) -> tuple[Match[Any], list[dict[str, Any]]]:
    """The match after all events, and of each finished deal what `expected` tells of it."""
    match = opened(record)
    deals: list[dict[str, Any]] = []
    winners: list[int] = []
    for at, told in enumerate(record["events"], start=1):
        event = seated(match, from_json(TYPES, told, at=at))
        assert to_json(event) == told | to_json(event)
        assert check(match, event) is None, (at, told)
        before, match, here = match, evolve(match, event), evolve(as_the_last_deal(match), event)
        state = view(here, None)["state"]
        if isinstance(event, CardPlayed) and not state["trick_cards"]:
            assert event.card == state["last_trick"][-1]["card"]
            winners.append(state["leader"])
        if len(scores(match)["deals"]) > len(deals):
            tallied = not isinstance(event, CardPlayed)
            deals.append(
                {
                    "scores": scores(match)["deals"][-1],
                    "trick_winners": None if tallied else winners,
                    "challenges": state["challenges"],
                    "front": state["front"],
                }
            )
            assert scores(here)["deals"][-1] == deals[-1]["scores"]
            if not tallied:
                assert before.game.number == len(winners) == 12
            winners = []
    return match, deals


def test_there_are_records() -> None:
    assert {read(path)["players"] for path in FILES} == {3, 4}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    record = read(path)
    expected = record["expected"]
    assert record["game"] == RULES.name
    match, deals = replayed(record)
    assert len(deals) == len(expected["deals"])
    for deal, wanted in zip(deals, expected["deals"], strict=True):
        for name, value in wanted.items():
            if value is not None:  # a tallied deal has no tricks
                assert deal[name] == value, name
    told = scores(match)
    assert told["totals"] == expected["totals"]
    assert told["winners"] == expected["winners"]
    assert match.irregular == ()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_lines_account_for_every_piece(path: Path) -> None:
    """The lines alone give the areas back, and the points of each deal and in all."""
    record = read(path)
    match, deals = replayed(record)
    told = scores(match)
    sums: Counter[tuple[int, int]] = Counter()
    for line in told["lines"]:
        sums[line["deal"], line["seat"]] += line["points"]
    for number, deal in enumerate(deals, start=1):
        seats = range(record["players"])
        assert deal["scores"] == [sums[number, seat] for seat in seats]
        lines = [line for line in told["lines"] if line["deal"] == number]
        for area, reason, points in (
            ("achieved", "achieved", 1),
            ("declared", "declared_not_achieved", -1),
            ("excess", "excess", -2),
        ):
            pieces = [
                (challenge["code"], challenge["stage"], seat)
                for challenge in deal["challenges"]
                for seat in challenge[area]
            ]
            named = [line for line in lines if line["reason"] == reason]
            assert {line["points"] for line in named} <= {points}
            assert sorted((line["challenge"], line["stage"], line["seat"]) for line in named) == sorted(pieces)
        left = {line["seat"]: line["pieces"] for line in lines if line["reason"] == "left_in_front"}
        assert [left.get(seat, 0) for seat in seats] == deal["front"]
        assert all(line["points"] == -line["pieces"] for line in lines if line["reason"] == "left_in_front")
    assert told["totals"] == [sum(deal["scores"][seat] for deal in deals) for seat in range(record["players"])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_last_deal_stays_in_view(path: Path) -> None:
    record = read(path)
    match, deals = replayed(record)
    if len(deals) == record["players"]:
        shown = view(match, None)
        assert shown["status"] == "finished"
        assert shown["deal"] == shown["deals"] == record["players"]
        assert shown["state"]["challenges"] == deals[-1]["challenges"]
        assert shown["state"]["front"] == deals[-1]["front"]
        assert shown["expects"] == []
    else:
        assert match.status == "playing"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_with_all_hands_recorded_it_comes_out_the_same(path: Path) -> None:
    """Knowing every hand beforehand refuses nothing that was played and changes no point."""
    record = read(path)
    match, deals = replayed(record)
    events: list[dict[str, Any]] = []
    blank = opened(record)
    waiting: list[dict[str, Any]] = []
    for told in record["events"]:
        waiting.append(told)
        finished = len(blank.game.finished)
        blank = evolve(blank, seated(blank, from_json(TYPES, told)))
        if len(blank.game.finished) > finished:
            events += with_hands(waiting, record["players"])
            waiting = []
    again, same = replayed(record | {"events": events + waiting})
    assert same == deals
    assert scores(again) == scores(match)


def with_hands(events: list[dict[str, Any]], players: int) -> list[dict[str, Any]]:
    """A deal's events with what every seat played told as its hand, where all was played and nothing told."""
    hands: dict[str, list[str]] = {str(seat): [] for seat in range(players)}
    for event in events:
        if event["type"] == "hands_dealt":
            return events
        if event["type"] == "card_played":
            hands[str(event["seat"])].append(event["card"])
    if any(len(hand) != 12 for hand in hands.values()):
        return events
    return [events[0], {"type": "hands_dealt", "hands": hands}, *events[1:]]
