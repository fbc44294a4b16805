"""Dealt by the companion, and memory that stays with the table: who is told what."""

from __future__ import annotations

import json

import pytest
from games.hit_extreme.table import COPIES, TYPES, Table, card

from companion.games.hit_extreme.events import CardDrawn, TurnEnded, WentAllIn
from companion.games.hit_extreme.rules import RULES
from companion.kit.codec import from_json, to_json
from companion.kit.match import Match, evolve, expected, view
from companion.kit.seats import SCRIBE, Seat

# Dealt by the companion


def test_a_seat_draws_without_naming_a_card_and_the_companion_adds_it() -> None:
    table = Table(dealing="companion")
    assert table.expected == {"card_drawn": {"type": "card_drawn", "seat": 0}}
    assert not table.match.expects.chance
    table.tell(card(None))
    asked, drawn = table.told
    assert to_json(asked) == {"type": "card_drawn", "seat": 0}
    assert to_json(drawn) == {"type": "card_drawn", "seat": 0, "card": drawn.card}  # type: ignore[attr-defined]
    assert table.state["deck_left"] == 101


@pytest.mark.parametrize("face", COPIES)
def test_nobody_chooses_the_card_they_draw(face: str) -> None:
    refusal = Table(dealing="companion").refusal(card(face))
    assert refusal
    assert (refusal.code, dict(refusal.params)["reason"]) == ("illegal_choice", "the_companion_draws")


def test_between_asking_and_the_card_nothing_else_happens() -> None:
    """As a stored match is read back in, each of its entries judged."""
    table = Table(dealing="companion")
    table._add(CardDrawn(Seat(0), at=1))
    assert table.match.expects.chance
    assert expected(table.match) == [] or all(form["type"] == "card_drawn" for form in expected(table.match))
    assert table.problem(card(None)) == "wrong_phase"
    assert table.problem(TurnEnded(Seat(0))) == "wrong_phase"
    assert table.problem(card("6")) is None


def test_an_all_in_is_revealed_by_the_companion() -> None:
    table = Table(2, dealing="companion")
    while "went_all_in" not in table.open:
        if "elixir_given" in table.open:
            table.give(1 - table.turn)
        elif "turn_ended" in table.open:
            table.end()
        else:
            table.tell(card(None))
    at = table.tell(WentAllIn(table.turn))
    assert [event.type for event in table.told[at:]] == ["card_drawn"] * 3
    assert all(event.card for event in table.told[at:])  # type: ignore[attr-defined]


def test_cards_come_from_what_is_unseen_alone() -> None:
    """The order of the deck is stored nowhere: each card is drawn by lot when it is asked for."""
    table = Table(2, dealing="companion")
    while not table.match.expects.over:
        for kind in ("elixir_given", "card_drawn", "all_in_collected", "turn_ended"):
            if kind in table.open:
                break
        if kind == "elixir_given":
            table.give(1 - table.turn)
        elif kind == "card_drawn":
            table.tell(card(None))
        else:
            table.end()
    drawn = [event.card for event in table.told if getattr(event, "card", None)]  # type: ignore[attr-defined]
    assert sorted(drawn) == sorted(face for face, n in COPIES.items() for _ in range(n))


@pytest.mark.parametrize("who", [None, 0, 1, SCRIBE])
def test_everything_happens_in_the_open(who: Seat | None) -> None:
    table = Table(dealing="companion")
    for _ in range(3):
        table.tell(card(None))
    for event in table.told:
        assert RULES.redact(event, who) == event
        assert RULES.tell(table.match.game, event, who) == event
    assert RULES.show(table.match.game, who) == table.state
    assert view(table.match, who)["hand"] is None


# Memory that stays with the table


def closed(dealing: str = "table") -> Table:
    table = Table(2, memory="closed", dealing=dealing, rounds=2)
    table.turns("6 8", "9 lucky")
    table.draw("10 bank")
    table.bank("10")
    table.draw("1")
    return table


HIDDEN = {"winnings": None, "unseen": None, "bust_risk": None, "lost": None}


@pytest.mark.parametrize("who", [None, 0, 1])
def test_with_closed_memory_only_what_lies_open_is_told(who: Seat | None) -> None:
    table = closed()
    shown = view(table.match, who)["state"]
    assert shown == table.state | HIDDEN
    assert shown["in_front"] == [{"1": 1}, {"9": 1, "lucky": 1}]
    assert shown["winnings_cards"] == [3, 0]
    assert view(table.match, who)["scores"]["current"] is None


def test_with_closed_memory_whoever_keeps_the_sheet_is_told_all() -> None:
    table = closed()
    assert table.state["winnings"] == [24, 0]
    assert table.view["scores"]["current"] == [25, 16]
    assert table.state["unseen"]["6"] == 6
    assert all(RULES.tell(table.match.game, event, SCRIBE) == event for event in table.told)


@pytest.mark.parametrize("who", [None, 0, 1])
def test_with_closed_memory_the_log_tells_of_the_running_turn_alone(who: Seat | None) -> None:
    table = closed()
    told = [RULES.tell(table.match.game, event, who) for event in table.told]
    assert told == [None] * 6 + table.told[6:]


def test_with_closed_memory_a_finished_round_is_told() -> None:
    table = closed()
    table.tell(from_json(TYPES, {"type": "deal_tallied", "results": [30, 20]}))
    for event in table.told:
        assert RULES.tell(table.match.game, event, None) == event
    table.draw("6")
    assert RULES.tell(table.match.game, table.told[0], None) == table.told[0]
    assert view(table.match, None)["scores"]["deals"] == [[30, 20]]


def test_with_closed_memory_every_face_keeps_its_key() -> None:
    table = Table(2, memory="closed")
    table.turns("20", "20")
    (draw,) = [form for form in view(table.match, Seat(0))["expects"] if form["type"] == "card_drawn"]
    assert draw["cards"] == list(COPIES)
    assert table.problem(card("20")) == "not_in_deck"


def test_after_the_last_round_everything_is_told() -> None:
    table = Table.near_the_end("6 8", players=2, memory="closed")
    table.turns("6")
    table.draw("8")
    shown = view(table.match, None)
    assert shown["state"] == table.state
    assert shown["state"]["winnings"] == [6, 8]
    assert all(RULES.tell(table.match.game, event, None) == event for event in table.told)


# What is told can be read back


def test_a_match_told_as_json_is_the_same_match() -> None:
    table = Table(3)
    table.turns("6 8", "lucky 6")
    table.draw("duel elixir")
    table.give(0)
    table.draw("hold_up")
    table.hold_up(1, "lucky")
    match: Match[object] = Table(3).match
    for at, event in enumerate(table.told, 1):
        match = evolve(match, from_json(TYPES, json.loads(json.dumps(to_json(event))), at=at))
    assert view(match, SCRIBE) == table.view
    assert json.loads(json.dumps(table.view)) == table.view
