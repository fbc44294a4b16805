"""Recorded rounds and matches: every event is accepted, the sheets come out as recorded, a second scorer agrees."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

import companion.games.tricky_twist
from companion.games.tricky_twist.rules import RULES
from companion.kit.codec import by_type, choose, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, check, evolve, scores, seated
from companion.kit.rules import Setup
from companion.kit.seats import Seat

FILES = sorted(Path(companion.games.tricky_twist.__file__).parent.glob("records/*.json"))
TYPES = by_type((*RULES.events, *GENERAL))
SECOND = Path(__file__).parents[2] / "records/second_scorer_tricky_twist.py"
records = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def second_scorer() -> Any:
    spec = importlib.util.spec_from_file_location("second_scorer_tricky_twist", SECOND)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def replayed(record: dict[str, Any]) -> Match[Any]:
    cards = choose(RULES.card_set, record["card_set"]) if "card_set" in record else None  # type: ignore[arg-type]
    house = choose(RULES.house_rules, record["house_rules"])
    setup = Setup(record["players"], Seat(record["first_seat"]), house, record.get("dealing", "table"), "closed", cards)
    match = begin(RULES, setup, [Sitting()] * record["players"])
    for at, told in enumerate(record["events"], start=1):
        event = seated(match, from_json(TYPES, told, at=at))
        assert to_json(event) == told | to_json(event)
        assert check(match, event) is None, (at, told, check(match, event))
        match = evolve(match, event)
    return match


@records
def test_record(path: Path) -> None:
    record = json.loads(path.read_text())
    match, expected = replayed(record), record["expected"]
    told = scores(match)
    assert told["deals"] == [deal["scores"] for deal in expected["deals"]]
    assert told["totals"] == expected["totals"]
    assert told["winners"] == expected["winners"]
    assert match.irregular == ()


@records
def test_the_second_scorer_agrees(path: Path) -> None:
    record = json.loads(path.read_text())
    assert second_scorer().score_record(record) == record["expected"]


@records
def test_lines_are_the_sum_of_the_rounds(path: Path) -> None:
    told = scores(replayed(json.loads(path.read_text())))
    for number, deal in enumerate(told["deals"], start=1):
        lines = [line for line in told["lines"] if line["deal"] == number]
        assert [sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(len(deal))] == deal


def test_the_second_scorer_borrows_nothing() -> None:
    imported = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", SECOND.read_text(), re.MULTILINE))
    assert imported == {"json", "sys"}


def test_every_figure_worked_by_hand_stands_in_the_reasoning() -> None:
    reasoning = (FILES[0].parent / "by-hand.md").read_text()
    for path in FILES:
        if path.stem.startswith("by-hand"):
            part = reasoning.split(f"## {path.stem}:")[1].split("\n## ")[0]
            figures = [int(n) for n in re.findall(r"\| \*\*(\d+)\*\* \|$", part, re.MULTILINE)]
            assert figures == json.loads(path.read_text())["expected"]["totals"], path.stem


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[1].update(card="B1"),  # what seat 0 led was R7; no seven, so nobody takes a bonus
        lambda events: events[2].update(seat=2),  # out of turn
        lambda events: events[5].update(seat=1),  # the winner of the trick chooses first
        lambda events: events[-1]["choices"][0].update(bonus="P2", trick=0, top="B9"),  # not in that trick
        lambda events: events.insert(1, {"type": "passed", "seat": 0}),
    ],
    ids=["no seven", "turn", "first choice", "top", "another game"],
)
def test_the_second_scorer_refuses_what_is_not_the_game(change: Any) -> None:
    scorer = second_scorer()
    record = json.loads((FILES[0].parent / "by-hand-bonuses.json").read_text())
    change(record["events"])
    with pytest.raises(scorer.RecordError):
        scorer.score_record(record)
