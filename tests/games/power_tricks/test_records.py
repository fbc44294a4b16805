"""Recorded rounds and matches: every event is accepted, blank or with every hand told, and the sheets agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import companion.games.power_tricks
from companion.games.power_tricks.rules import RULES
from companion.kit.codec import by_type, choose, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, check, evolve, scores, view
from companion.kit.rules import Setup
from companion.kit.seats import Seat

FILES = sorted(Path(companion.games.power_tricks.__file__).parent.glob("records/*.json"))
TYPES = by_type((*RULES.events, *GENERAL))
every = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def opened(record: dict[str, Any]) -> Match[Any]:
    players, own = record["players"], record.get("card_set")
    cards = choose(RULES.card_set, own) if own else None  # type: ignore[arg-type]
    setup = Setup(players, Seat(record["first_seat"]), RULES.house_rules(), card_set=cards)
    return begin(RULES, setup, [Sitting()] * players)


def replayed(match: Match[Any], events: list[dict[str, Any]]) -> tuple[Match[Any], list[list[int | None]]]:
    """The match after them, and the winner of every trick round by round."""
    winners: list[list[int | None]] = []
    for at, told in enumerate(events, start=1):
        event = from_json(TYPES, told, at=at)
        assert to_json(event) == told
        assert check(match, event) is None, (at, told)
        before, match = match, evolve(match, event)
        if told["type"] == "chapter_opened":
            winners.append([])
        if told["type"] == "card_played":
            laid = len(before.game.tricks.laid) + 1
            if laid == match.setup.players:
                same_round = match.game.deal == before.game.deal and match.game.phase != "over"
                won = match.game.won if same_round else None
                grown = [s for s in range(laid) if won and len(won[s]) > len(before.game.won[s])]
                winners[-1].append(grown[0] if grown else None if won else -1)  # -1: not seen, the round is over
    return match, winners


@every
def test_a_record_is_accepted_and_scores_as_it_was_worked_out(path: Path) -> None:
    record = read(path)
    match, winners = replayed(opened(record), record["events"])
    told, wanted = scores(match), record["expected"]
    assert told["deals"] == [deal["scores"] for deal in wanted["deals"]]
    assert told["totals"] == wanted["totals"]
    assert told["winners"] == wanted["winners"]
    assert match.irregular == ()
    for mine, deal in zip(winners, wanted["deals"], strict=True):
        if deal["trick_winners"]:
            assert mine[:-1] == deal["trick_winners"][:-1]
    for seat in range(record["players"]):
        assert sum(line["points"] for line in told["lines"] if line["seat"] == seat) == told["totals"][seat]


@every
def test_with_every_hand_and_the_deck_told_it_comes_out_the_same(path: Path) -> None:
    record = read(path)
    plain, _ = replayed(opened(record), record["events"])
    told, _ = replayed(opened(record), with_hands(record))
    assert scores(told)["deals"] == scores(plain)["deals"]


def with_hands(record: dict[str, Any]) -> list[dict[str, Any]]:
    """After each chapter the hands as they were played, where the round was."""
    out: list[dict[str, Any]] = []
    events = record["events"]
    for i, event in enumerate(events):
        out.append(event)
        if event["type"] == "chapter_opened":
            hands: dict[str, list[str]] = {}
            for later in events[i + 1 :]:
                if later["type"] in ("chapter_opened", "deal_tallied"):
                    break
                if later["type"] == "card_played":
                    hands.setdefault(str(later["seat"]), []).append(later["card"])
            if hands:
                out.append({"type": "hands_dealt", "hands": dict(sorted(hands.items()))})
    return [json.loads(json.dumps(event)) for event in out]


def test_the_records_cover_every_winner_rule_and_number_of_players() -> None:
    records = [read(path) for path in FILES]
    assert {record["players"] for record in records} == {3, 4, 5}
    chapters = [event for record in records for event in record["events"] if event["type"] == "chapter_opened"]
    assert {chapter["winner"] for chapter in chapters} == {"trump", "led_suit", "highest"}
    assert any(None in (deal["trick_winners"] or ()) for record in records for deal in record["expected"]["deals"])


def test_after_the_last_card_its_round_stays_in_view() -> None:
    record = next(read(path) for path in FILES if path.stem == "match-three-tie-broken")
    match, _ = replayed(opened(record), record["events"])
    shown = view(match, None)["state"]
    assert shown["tricks_won"] == [1, 9, 1]
    assert shown["powers"] == [11, None, 1]
    assert (shown["trick"], shown["trick_cards"]) == (11, [])
    assert [one["card"] for one in shown["last_trick"]] == ["D11", "D12", "D13"]
