"""Won tricks lie face down: what the phones of a table, and of a companion-dealt game, tell while a contract runs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from games.trex.table import Table, new

from companion.games.trex.contracts import CONTRACTS
from companion.games.trex.rules import RULES
from companion.kit.match import check, evolve
from companion.kit.seats import SCRIBE, Seat

PHONES = (0, 1, 2, 3, None)
"""The seats, and whoever watches."""
TWO_TRICKS = "SA S7 S8 S9 / HA H7 H8 H9"
HIDDEN = ("diamonds", "queens", "general")


def test_memory_is_closed_unless_the_table_says_otherwise() -> None:
    assert RULES.memory == "closed"


@pytest.mark.parametrize("contract", [contract for contract in CONTRACTS if contract != "trix"])
def test_at_the_table_seats_and_watchers_are_told_the_trick_on_the_table_and_how_many_lie_face_down(
    contract: str,
) -> None:
    table = new(contract)
    finished = table.play(TWO_TRICKS)
    lying = table.play("C7 C8")
    for who in PHONES:
        shown = table.shown(who)
        assert shown["last_trick"] is None
        assert shown["tricks_taken"] == [2, 0, 0, 0]
        assert shown["trick_cards"] == [{"seat": 0, "card": "C7"}, {"seat": 1, "card": "C8"}]
        assert not any(table.told(at, who) for at in finished)
        assert all(table.told(at, who) for at in (1, *lying))


@pytest.mark.parametrize("contract", [contract for contract in CONTRACTS if contract != "trix"])
def test_whoever_keeps_the_sheet_is_told_all_of_it_exactly(contract: str) -> None:
    table = new(contract)
    plays = table.play(TWO_TRICKS + " / DA D7 D8 D9")
    told = table.view(SCRIBE)
    assert [one["card"] for one in told["state"]["last_trick"]] == ["DA", "D7", "D8", "D9"]
    assert told["scores"]["current"] == {
        "diamonds": [80, 0, 0, 0],
        "tricks": [60, 0, 0, 0],
        "general": [140, 0, 0, 0],
    }.get(contract, [0, 0, 0, 0])
    assert all(table.told(at, SCRIBE) for at in plays)


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("dealing", ["table", "companion"])
def test_the_running_score_is_told_where_it_tells_nothing_of_the_cards(contract: str, dealing: str) -> None:
    seed = next(
        seed
        for seed in range(30)
        if Table(dealing=dealing, seed=seed).code("contract_chosen", seat=0, contract=contract) is None
    )
    table = Table(dealing=dealing, seed=seed)
    table.chooses(contract)
    if contract == "trix":
        table.goes_on()
    else:
        table.play(table.cards[0])
    for who in PHONES:
        assert (table.view(who)["scores"]["current"] is None) == (contract in HIDDEN)


def test_with_open_memory_everybody_is_told_everything() -> None:
    table = new("diamonds", memory="open")
    plays = table.play(TWO_TRICKS)
    for who in PHONES:
        assert table.shown(who)["last_trick"]
        assert table.view(who)["scores"]["current"] == [0, 0, 0, 0]
        assert all(table.told(at, who) for at in plays)


def test_in_trix_everything_lies_open() -> None:
    table = new("trix")
    plays = table.play("SJ SQ SK")
    for who in PHONES:
        assert all(table.told(at, who) for at in plays)
        assert table.shown(who)["piles"]["S"] == {"low": "SJ", "high": "SK"}


def test_after_the_contract_everything_is_told() -> None:
    table = new("ray")
    plays = table.play("S7 S8 S9 SA / HK HA H7 H8")
    for who in PHONES:
        assert all(table.told(at, who) for at in plays)
    table.chooses("ray")
    again = table.play("S7 S8 S9 SA / H7")
    assert [table.told(at, 2) for at in (*plays, *again)] == [True] * 8 + [False] * 4 + [True]


def test_after_the_last_contract_everything_is_shown() -> None:
    table = Table()
    table.adjust(3, 1001)
    table.chooses("ray")
    plays = table.play("S7 S8 S9 SA / HK HA H7 H8")
    for who in PHONES:
        assert [one["card"] for one in table.shown(who)["last_trick"]] == ["HK", "HA", "H7", "H8"]
        assert all(table.told(at, who) for at in plays)


def test_after_a_match_stopped_early_everything_is_shown() -> None:
    table = new("tricks")
    table.play(TWO_TRICKS)
    table.does("match_ended")
    assert table.shown(None)["last_trick"]


def test_the_pads_of_others_keep_every_cards_key_in_its_place() -> None:
    table = new("tricks")
    table.play(TWO_TRICKS)
    told = {one["type"]: one for one in table.view(0)["expects"]}
    assert told["card_played"] == {"type": "card_played", "seat": 0, "cards": list(RULES.cards)}
    assert len({one["type"]: one for one in table.view(SCRIBE)["expects"]}["card_played"]["cards"]) == 24


def test_what_a_form_for_hands_asks_is_told_as_it_is() -> None:
    told = {one["type"]: one for one in Table().view(0)["expects"]}
    assert told["hands_dealt"] == {"type": "hands_dealt", "seats": [0, 1, 2, 3], "cards": 8}


# Dealt by the companion


def companion(contract: str = "tricks", tricks: int = 1, seed: int = 3) -> Table:
    table = Table(dealing="companion", seed=seed)
    table.chooses(contract)
    for _ in range(4 * tricks):
        table.play(table.cards[0])
    return table


@pytest.mark.parametrize("contract", ["diamonds", "queens", "general", "last"])
def test_while_a_contract_runs_nothing_of_finished_tricks_but_their_number_leaves_the_server(contract: str) -> None:
    """Two courses that differ only in what lies in the finished tricks are told to everybody in the same words."""
    for seed in range(6):
        table = companion(contract, tricks=2, seed=seed)
        if table.match.game.deal > 1:
            continue
        plays = [event.at for event in table.log if event.type == "card_played"]
        table.play(table.cards[0])
        gone = {event.card for event in table.log[plays[0] - 1 : plays[-1]]}  # type: ignore[attr-defined]
        for who in PHONES:
            own = set(table.view(who)["hand"] or ())
            told = everything(table, who)
            for card in gone:
                assert f'"{card}"' not in told, (who, card)
            for card in set(RULES.cards) - own - gone - {one["card"] for one in table.shown(who)["trick_cards"]}:
                assert f'"{card}"' not in told, (who, card)
            assert table.view(who)["scores"]["current"] is None or contract == "last"
            assert sum(table.shown(who)["tricks_taken"]) == 2


def everything(table: Table, who: int | None) -> str:
    """The view and the log, as told to one phone; which cards a seat was dealt is its own to know."""
    seat = None if who is None else Seat(who)
    match, told = table.opened, []
    for event in table.log:
        match = evolve(match, RULES.redact(event, seat))
    for event in table.log:
        heard = RULES.tell(match.game, RULES.redact(event, seat), seat)
        if heard is not None and heard.type != "hands_dealt":
            told.append(repr(heard).replace("'", '"'))
    return json.dumps([table.view(who)]) + "".join(told)


def test_each_may_look_at_the_last_trick_twice_a_contract_whoevers_turn_it_is() -> None:
    table = companion()
    for seat in range(4):
        assert table.expects("last_trick_viewed", seat) == {"type": "last_trick_viewed", "seat": seat}
        table.does("last_trick_viewed", seat=seat)
    table.play(table.cards[0])
    table.does("last_trick_viewed", seat=2)
    assert table.expects("last_trick_viewed", 2) is None
    assert table.code("last_trick_viewed", seat=2) == "illegal_choice"
    assert table.code("last_trick_viewed", seat=3) is None


def test_looks_are_counted_anew_in_every_contract() -> None:
    table = companion("last")
    table.does("last_trick_viewed", seat=2)
    table.does("last_trick_viewed", seat=2)
    while table.state["contract"]:
        table.play(table.cards[0])
    table.chooses("last")
    assert table.code("last_trick_viewed", seat=2) == "wrong_phase"  # no trick has been taken yet
    for _ in range(4):
        table.play(table.cards[0])
    assert table.code("last_trick_viewed", seat=2) is None


def test_a_look_is_answered_with_the_trick_to_that_seat_alone_until_the_next_card() -> None:
    table = companion()
    trick = [{"seat": event.seat, "card": event.card} for event in table.log if event.type == "card_played"]  # type: ignore[attr-defined]
    at = table.does("last_trick_viewed", seat=2)
    assert table.shown(2)["last_trick"] == trick
    for who in (0, 1, 3, None):
        assert table.shown(who)["last_trick"] is None
        assert table.told(at, who)  # that a look was used
    table.play(table.cards[0])
    assert table.shown(2)["last_trick"] is None


def test_a_look_is_nobodys_turn_and_the_trick_goes_on() -> None:
    table = companion()
    turn = table.turn
    table.does("last_trick_viewed", seat=(turn + 1) % 4)
    assert table.turn == turn
    table.play(table.cards[0])


def test_there_is_no_last_trick_to_look_at_in_trix_or_before_one_is_taken() -> None:
    assert companion(tricks=0).expects("last_trick_viewed") is None
    seed = next(
        s
        for s in range(30)
        if Table(dealing="companion", seed=s).code("contract_chosen", seat=0, contract="trix") is None
    )
    trix = Table(dealing="companion", seed=seed)
    trix.chooses("trix")
    trix.goes_on()
    assert trix.problem("last_trick_viewed", seat=1) == ("wrong_phase", [])


def test_at_the_table_the_cards_themselves_are_looked_at() -> None:
    table = new("tricks")
    table.play(TWO_TRICKS)
    assert table.problem("last_trick_viewed", seat=1) == ("wrong_phase", [])
    assert table.expects("last_trick_viewed") is None


def test_each_seat_is_told_its_own_hand_only() -> None:
    table = Table(dealing="companion", seed=1)
    each = dict(table.log[0].hands)  # type: ignore[attr-defined]
    for who in PHONES:
        told: Any = table.view(who)
        assert told["hand"] == (None if who is None else list(each[Seat(who)]))
    assert RULES.redact(table.log[0], None).hands == ()  # type: ignore[attr-defined]


def test_a_robot_may_be_asked_with_what_its_seat_knows() -> None:
    """The fold of what one seat is told offers the same as the whole."""
    random = Random(5)
    table = Table(dealing="companion", seed=8)
    for _ in range(30):
        turn = table.turn
        known = table.opened
        for event in table.log:
            known = evolve(known, RULES.redact(event, Seat(turn)))
        may = [one for one in RULES.candidates(known.game, Seat(turn)) if check(known, one) is None]  # type: ignore[arg-type]
        chosen: Any = random.choice([one for one in may if one.type != "last_trick_viewed"])
        assert check(table.match, chosen) is None
        table.does(chosen.type, **{f: getattr(chosen, f) for f in ("seat", "card", "contract") if hasattr(chosen, f)})
