"""The king of hearts announced: when, by whom, and what it proves of the hands."""

from __future__ import annotations

import pytest
from games.trex.table import FOUR, Table, new, recorded
from games.trex.test_rules import ALL_TO_THE_LEADER

contracts = pytest.mark.parametrize("contract", ["ray", "general"])


@contracts
def test_each_may_announce_at_the_first_turn_and_only_then(contract: str) -> None:
    table = new(contract)
    for seat, card in enumerate(("S7", "S8", "S9", "SJ")):
        assert table.expects("king_announced") == {"type": "king_announced", "seat": seat}
        table.play(card)
    for seat in range(4):
        assert table.problem("king_announced", seat=seat) == ("wrong_phase", [])
    assert table.expects("king_announced") is None


@contracts
def test_only_in_turn(contract: str) -> None:
    table = new(contract)
    assert table.problem("king_announced", seat=1) == ("out_of_turn", [])
    table.play("S7")
    assert table.problem("king_announced", seat=2) == ("out_of_turn", [])


@contracts
def test_only_once(contract: str) -> None:
    table = new(contract)
    at = table.announces()
    assert table.problem("king_announced", seat=0) == ("wrong_phase", [at])
    table.play("S7")
    assert table.problem("king_announced", seat=1) == ("wrong_phase", [at])


@pytest.mark.parametrize("contract", ["diamonds", "queens", "tricks", "last", "trix"])
def test_not_in_another_contract(contract: str) -> None:
    table = new(contract)
    assert table.problem("king_announced", seat=0) == ("wrong_phase", [])
    assert table.expects("king_announced") is None


def test_not_before_the_contract_is_chosen() -> None:
    assert Table().problem("king_announced", seat=0) == ("wrong_phase", [])


@contracts
def test_not_when_it_has_been_seen(contract: str) -> None:
    table = new(contract)
    (at,) = table.play("HK")
    assert table.problem("king_announced", seat=1) == ("card_gone", [at])


@contracts
def test_not_by_a_recorded_hand_without_it(contract: str) -> None:
    table = recorded(contract)
    assert table.problem("king_announced", seat=0) == ("not_in_hand", [1])
    table.play("S7")
    table.announces()  # seat 1 has all the hearts


@contracts
def test_not_by_an_unknown_hand_when_another_is_known_to_hold_it(contract: str) -> None:
    table = Table()
    at = table.hands({1: FOUR[1]})
    table.chooses(contract)
    assert table.problem("king_announced", seat=0) == ("impossible_deal", [at])


def test_after_it_is_announced_only_the_announcer_can_play_it() -> None:
    table = new("ray")
    table.play("S7")
    at = table.announces()
    table.play("S8")
    assert table.problem("card_played", card="HK") == ("impossible_deal", [at])
    assert "HK" not in table.cards
    table.play("S9 SJ / S10 SQ")
    assert table.turn == 1
    assert "HK" in table.cards


def test_who_announced_it_cannot_show_out_of_hearts() -> None:
    table = new("ray")
    table.play("H7")
    at = table.announces()
    assert table.problem("card_played", card="S7") == ("impossible_deal", [at])
    assert {card[0] for card in table.cards} == {"H"}


def test_a_hand_recorded_after_an_announcement_agrees_with_it() -> None:
    table = new("ray")
    at = table.announces()
    others = "HK H7 H8 H9 HJ HQ H10 HA"
    assert table.problem("hands_dealt", hands={"1": others.split()}) == ("impossible_deal", [at])
    assert table.problem("hands_dealt", hands={"0": others.split()}) is None


def test_without_an_announcement_nothing_is_known_of_the_king() -> None:
    table = new("ray")
    table.play("S7")
    assert "HK" in table.cards


def test_a_king_played_by_another_than_its_announcer_is_taken_when_marked_and_nothing_said_is_believed() -> None:
    table = new("ray")
    table.play("H7")
    table.announces()
    table.play("H8")
    at = table.does("card_played", card="HK", irregular=True)
    assert table.match.irregular == (at,)
    assert table.statements == []
    table.play("H9")
    assert table.why == [(2, 200, "announced_king"), (1, -50, "king_lost")]


def test_the_owner_who_announced_and_takes_it_pays_double() -> None:
    table = new("ray")
    table.announces()
    table.play("HK H7 H8 H9")
    assert table.why == [(0, 400, "announced_king")]


def test_the_owner_who_takes_anothers_announced_king_pays_double_and_the_announcer_gets_50() -> None:
    table = new("ray")
    table.play("HA")
    table.announces()
    table.play("HK H7 H8")
    assert table.why == [(0, 400, "announced_king"), (1, -50, "king_lost")]


def test_a_sweep_of_general_leaves_the_announcer_his_minus_50_when_another_swept() -> None:
    table = new("general")
    table.play("SA S7 S8")
    table.announces()
    table.play("S9 / S10 SJ SQ SK / HA H7 H8 H9 / H10 HJ HQ HK / " + ALL_TO_THE_LEADER.split(" / ", 4)[4])
    assert table.why == [(3, -50, "king_lost")]
    assert table.points == [0, 0, 0, -50]


def test_a_sweep_by_the_announcer_leaves_nothing() -> None:
    table = new("general")
    table.announces()
    table.play("SA S7 S8 S9 / S10 SJ SQ SK / HA H7 H8 H9 / H10 HJ HQ D7 / HK C7 C8 C9 / DA D8 D9 DJ")
    table.play("D10 DQ DK CJ / CA CQ CK C10")
    assert table.points == [0, 0, 0, 0]
