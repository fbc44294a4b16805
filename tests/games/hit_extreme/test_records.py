"""Recorded rounds: every event is accepted, the table looks as recorded on the way, and the sheets come out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import companion.games.hit_extreme
from companion.games.hit_extreme.rules import RULES
from companion.kit.codec import by_type, choose, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, check, evolve, scores, seated, view
from companion.kit.rules import Setup
from companion.kit.seats import SCRIBE, Seat

FILES = sorted(Path(companion.games.hit_extreme.__file__).parent.glob("records/*.json"))
TYPES = by_type((*RULES.events, *GENERAL))
every_record = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def opened(record: dict[str, Any], dealing: Any = "table") -> Match[Any]:
    players = record["players"]
    house = choose(RULES.house_rules, record["house_rules"])
    return begin(RULES, Setup(players, Seat(record["first_seat"]), house, dealing), [Sitting()] * players)


def replayed(record: dict[str, Any]) -> list[Match[Any]]:
    """The match before the first event and after each."""
    along = [opened(record)]
    for at, told in enumerate(record["events"], start=1):
        event = seated(along[-1], from_json(TYPES, told, at=at))
        assert to_json(event) == to_json(event) | told
        assert check(along[-1], event) is None, (at, told)
        along.append(evolve(along[-1], event))
    return along


def test_there_are_records_of_few_and_of_many_in_every_reading() -> None:
    records = [read(path) for path in FILES]
    assert {record["players"] for record in records} >= {2, 3, 4, 5, 8}
    assert {record["house_rules"].get("all_in_match") for record in records} == {None, "any", "new"}


@every_record
def test_record(path: Path) -> None:
    record = read(path)
    expected = record["expected"]
    assert record["game"] == RULES.name
    told = scores(replayed(record)[-1])
    assert told["deals"] == [deal["scores"] for deal in expected["deals"]]
    assert told["totals"] == expected["totals"]
    assert told["winners"] == expected["winners"]
    for number, deal in enumerate(expected["deals"], start=1):
        lines = [line | {"deal": number} for line in deal["lines"]]
        found = [line for line in told["lines"] if line["deal"] == number]
        assert sorted(found, key=repr_of) == sorted(lines, key=repr_of)


def repr_of(line: dict[str, Any]) -> str:
    return repr(sorted(line.items()))


@every_record
def test_the_table_looks_as_recorded_on_the_way(path: Path) -> None:
    record = read(path)
    along = replayed(record)
    for moment in record["expected"].get("moments", []):
        shown = view(along[moment["after"]], SCRIBE)["state"]
        some, all_ = moment["bust_risk"]
        assert shown["bust_risk"] == some / all_, moment
        for name in ("turn", "deck_left", "in_front", "winnings"):
            assert shown[name] == moment[name], (name, moment)


@every_record
def test_what_cannot_happen_is_refused(path: Path) -> None:
    record = read(path)
    along = replayed(record)
    for one in record["expected"].get("refused", []):
        refusal = check(along[one["after"]], from_json(TYPES, one["event"], at=one["after"] + 1))
        assert refusal, one
        assert refusal.code == one["code"], (one, refusal)


@every_record
def test_lines_account_for_every_card_won(path: Path) -> None:
    """Cards won by the lines, cards lost and duels left over are the deck."""
    record = read(path)
    end = replayed(record)[-1]
    if end.game.tallied is None:
        last = [line for line in scores(end)["lines"] if line["deal"] == end.game.deal]
        shown = view(end, SCRIBE)["state"]
        won = sum(line["cards"] for line in last)
        assert won == sum(shown["winnings_cards"])
        assert won + sum(shown["lost"].values()) + sum(front.get("duel", 0) for front in shown["in_front"]) == 102


@every_record
def test_dealt_by_the_companion_it_comes_out_the_same(path: Path) -> None:
    """Each draw that is not of an all-in asked for first; the scores know no difference."""
    record = read(path)
    match, at = opened(record, "companion"), 0
    for told in record["events"]:
        if told["type"] == "deal_tallied":
            pytest.skip("a companion's round is not told by its counts")
        asks = told["type"] == "card_drawn" and not match.expects.chance
        for data in ([{"type": "card_drawn", "seat": told["seat"]}] if asks else []) + [told]:
            at += 1
            event = from_json(TYPES, data, at=at)
            assert check(match, event) is None, (at, data)
            match = evolve(match, event)
    assert scores(match)["totals"] == record["expected"]["totals"]
