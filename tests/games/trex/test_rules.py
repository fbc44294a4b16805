"""The rule text sentence by sentence: cards, players, the choice of contracts, tricks, the totals and the end."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from games.trex.table import FOUR, Table, even, new, recorded

from companion.games.trex.contracts import CONTRACTS, DECK
from companion.games.trex.rules import RULES
from companion.kit.seats import Seat

SUITS = "SHDC"
ALL_TO_THE_LEADER = (
    "SA S7 S8 S9 / S10 SJ SQ SK / HA H7 H8 H9 / H10 HJ HQ HK / DA D7 D8 D9 / D10 DJ DQ DK / CA C7 C8 C9 / C10 CJ CQ CK"
)
"""Whoever leads first takes all eight tricks."""

# The cards


def test_there_are_32_cards_seven_to_ace_of_four_suits() -> None:
    assert len(DECK.names) == 32
    assert set(DECK.names) == {f"{suit}{rank}" for suit in SUITS for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]}


@pytest.mark.parametrize("suit", SUITS)
def test_from_weakest_to_strongest_seven_eight_nine_jack_queen_king_ten_ace(suit: str) -> None:
    order = ["7", "8", "9", "J", "Q", "K", "10", "A"]
    for low, high in pairwise(order):
        table = new("tricks")
        others = [other for other in SUITS if other != suit]
        table.play(f"{suit}{low} {others[0]}A {suit}{high} {others[1]}A")
        assert table.state["leader"] == 2


def test_the_ten_is_above_the_king_and_below_the_ace() -> None:
    for led, higher in (("HK", "H10"), ("H10", "HA")):
        table = new("tricks")
        table.play(f"{led} {higher} H7 H8")
        assert table.state["leader"] == 1


def test_every_contract_begins_with_a_fresh_shuffle_of_eight_cards_each() -> None:
    table = Table(dealing="companion", seed=4)
    deals = []
    for _ in range(3):
        event = table.log[-1]
        assert event.type == "hands_dealt"
        deals.append([set(hand) for _, hand in event.hands])  # type: ignore[attr-defined]
        assert [len(hand) for hand in deals[-1]] == [8, 8, 8, 8]
        assert set.union(*deals[-1]) == set(DECK.names)
        table.chooses("last")
        while table.state["contract"]:
            table.play(table.cards[0])
    assert deals[0] != deals[1] != deals[2]


def test_at_the_table_all_32_cards_are_back_in_every_contract_and_no_hand_is_known() -> None:
    table = recorded("ray")
    table.tally("ray", king=1)
    assert table.expects("hands_dealt") == {"type": "hands_dealt", "seats": [0, 1, 2, 3], "cards": 8}
    table.chooses("tricks")
    assert len(table.cards) == 32


# The players


def test_four_players_each_alone() -> None:
    assert RULES.seats == (4,)


@pytest.mark.parametrize("first", range(4))
def test_choosing_playing_and_placing_go_round_in_the_order_of_the_seats(first: int) -> None:
    table = Table(first=first)
    table.chooses("tricks")
    for i in range(4):
        assert table.turn == (first + i) % 4
        table.play(f"S{'789J'[i]}")
    other = Table(first=first)
    other.chooses("trix")
    for i, card in enumerate(("SJ", "SQ", "SK", "S9")):
        assert other.turn == (first + i) % 4
        other.play(card)


@pytest.mark.parametrize("first", range(4))
def test_the_first_to_choose_is_the_one_the_match_was_opened_with(first: int) -> None:
    table = Table(first=first)
    assert table.state["owner"] == first
    assert [one["seat"] for one in table.expected if one["type"] == "contract_chosen"] == [first]


# Twenty-eight contracts


def test_every_player_has_seven_contracts() -> None:
    assert Table().state["choices_left"] == [
        ["diamonds", "queens", "tricks", "last", "ray", "general", "trix"] for _ in range(4)
    ]


def test_every_contract_is_chosen_once_by_each_player() -> None:
    table = Table()
    first = table.chooses("ray")
    table.tally("ray", king=1)
    assert table.state["choices_left"][0] == ["diamonds", "queens", "tricks", "last", "general", "trix"]
    for owner in (1, 2, 3):
        assert table.state["owner"] == owner
        assert "ray" in table.choices_left  # theirs
        table.tally("ray", king=owner)
    assert table.state["chosen"] == [["ray"]] * 4
    assert table.problem("contract_chosen", seat=0, contract="ray") == ("contract_used", [first])
    assert table.expects("contract_chosen")["contracts"] == table.choices_left  # type: ignore[index]


def test_whoever_chooses_looks_at_the_hand_first() -> None:
    table = Table(dealing="companion")
    assert [event.type for event in table.log] == ["hands_dealt"]
    assert len(table.view(0)["hand"]) == 8
    assert table.expects("contract_chosen")
    at_the_table = Table()
    at_the_table.hands(FOUR)
    at_the_table.chooses("ray")


def test_the_right_to_choose_moves_on_after_every_contract() -> None:
    table = Table(first=2)
    owners = []
    for contract in ("last", "ray", "trix", "queens", "ray", "tricks"):
        owners.append(table.state["owner"])
        table.tally(contract, **even(contract, owners[-1]))  # type: ignore[arg-type]
    assert owners == [2, 3, 0, 1, 2, 3]


def test_trix_is_chosen_only_with_a_jack_in_the_hand() -> None:
    without = "S7 S8 S9 SQ SK S10 SA H7"
    table = Table()
    at = table.hands({0: without})
    assert table.problem("contract_chosen", seat=0, contract="trix") == ("trix_needs_jack", [at])
    table = Table()
    table.hands({0: without.replace("H7", "HJ")})
    assert table.problem("contract_chosen", seat=0, contract="trix") is None


@pytest.mark.parametrize("number", [1, 5])
def test_before_the_sixth_choice_a_hand_without_a_jack_chooses_something_else(number: int) -> None:
    table = Table()
    table.up_to_choice(number, leaving=["trix", "general"])
    table.hands({0: "S7 S8 S9 SQ SK S10 SA H7"})
    assert table.code("contract_chosen", seat=0, contract="trix") == "trix_needs_jack"
    assert table.problem("contract_chosen", seat=0, contract="general") is None


@pytest.mark.parametrize("jack", [True, False])
def test_trix_left_at_the_sixth_choice_is_the_only_choice_jack_or_no_jack(jack: bool) -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", "general"])
    assert table.choices_left == ["general", "trix"]
    table.hands({0: f"S7 S8 S9 SQ SK S10 SA {'HJ' if jack else 'H7'}"})
    assert table.expects("contract_chosen") == {"type": "contract_chosen", "seat": 0, "contracts": ["trix"]}
    assert table.code("contract_chosen", seat=0, contract="general") == "trix_forced"
    table.chooses("trix")


def test_at_the_fifth_choice_trix_may_still_wait() -> None:
    table = Table()
    table.up_to_choice(5, leaving=["trix", "general", "ray"])
    assert table.expects("contract_chosen")["contracts"] == ["ray", "general", "trix"]  # type: ignore[index]


@pytest.mark.parametrize("contract", [contract for contract in CONTRACTS if contract != "trix"])
def test_the_seventh_choice_is_what_is_left(contract: str) -> None:
    table = Table()
    table.up_to_choice(7, leaving=[contract])
    assert table.expects("contract_chosen")["contracts"] == [contract]  # type: ignore[index]
    table.chooses(contract)


# The tricks


def test_the_owner_leads_the_first_trick_and_whoever_takes_one_leads_the_next() -> None:
    table = Table(first=3)
    table.chooses("tricks")
    assert (table.state["leader"], table.turn) == (3, 3)
    table.play("H7 H8 HA H9")
    assert (table.state["leader"], table.turn) == (1, 1)
    table.play("S7 S8 S9 SJ")
    assert (table.state["leader"], table.turn) == (0, 0)


def test_the_led_suit_is_followed_if_one_can() -> None:
    table = recorded("tricks", FOUR | {1: "S7 H7 H8 H9 HJ HQ HK H10", 0: "HA S8 S9 SJ SQ SK S10 SA"})
    table.play("S8")
    assert table.cards == ["S7"]
    assert table.code("card_played", card="H7") == "must_follow_suit"


def test_whoever_cannot_follow_lays_any_card() -> None:
    table = recorded("tricks")
    table.play("S8")
    assert table.cards == FOUR[1].split()


def test_nobody_is_ever_obliged_to_lay_higher() -> None:
    table = recorded("tricks", FOUR | {0: "S7 S8 H9 HJ HQ HK H10 HA", 1: "S9 SJ SQ SK S10 SA H7 H8"})
    table.play("S8")
    assert table.cards == ["S9", "SJ", "SQ", "SK", "S10", "SA"]
    low = recorded("tricks", FOUR | {0: "S8 SA H9 HJ HQ HK H10 HA", 1: "S7 S9 SJ SQ SK S10 H7 H8"})
    low.play("S8")
    assert "S7" in low.cards


def test_the_highest_card_of_the_led_suit_takes_the_trick_and_there_is_no_trump() -> None:
    for cards, winner in (("S7 HA DA CA", 0), ("S7 S8 DA CA", 1), ("S9 S8 SJ S7", 2), ("HQ SA H7 HK", 3)):
        table = new("tricks")
        table.play(cards)
        assert table.state["leader"] == winner
        assert table.state["tricks_taken"] == [int(seat == winner) for seat in range(4)]


def test_as_soon_as_a_trick_is_complete_its_cards_are_gone_from_the_table_and_the_winner_leads() -> None:
    table = new("last")
    table.play("S7 S8 S9")
    assert [one["card"] for one in table.state["trick_cards"]] == ["S7", "S8", "S9"]
    assert (table.state["leader"], table.state["last_trick"]) == (0, None)
    table.play("SA")
    assert (table.state["trick_cards"], table.state["leader"]) == ([], 3)
    assert [one["card"] for one in table.state["last_trick"]] == ["S7", "S8", "S9", "SA"]


# The totals and the end


def test_the_points_of_a_contract_are_added_to_the_totals_when_it_is_over() -> None:
    table = new("last")
    table.play(ALL_TO_THE_LEADER.rpartition("/")[0])
    assert table.totals == [0, 0, 0, 0]
    table.play("C10 CJ CQ CK")
    assert table.totals == [200, 0, 0, 0]
    table.tally("last", last=0)
    assert table.totals == [300, 0, 0, 0]
    assert table.scores["deals"] == [[200, 0, 0, 0], [100, 0, 0, 0]]


def test_a_total_of_exactly_1000_becomes_0() -> None:
    table = new("ray")
    table.adjust(1, 900)
    table.tally("ray", king=1)
    assert table.totals == [0, 0, 0, 0]
    assert table.points == [0, 100, 0, 0]
    assert table.match.status == "playing"


def test_points_adjusted_by_hand_reset_nothing_and_end_nothing_by_themselves() -> None:
    table = new("ray")
    table.adjust(0, 1000)
    table.adjust(1, 1500)
    assert table.totals == [1000, 1500, 0, 0]
    assert (table.match.status, table.match.game.deal) == ("playing", 1)
    table.adjust(1, -1500)
    table.tally("ray", king=2)
    assert table.totals == [0, 0, 100, 0]  # all four are looked at after the contract


@pytest.mark.parametrize("before", [890, 899, 901])
def test_999_or_990_stays_and_only_more_than_1000_ends_the_game(before: int) -> None:
    table = new("ray")
    table.adjust(1, before)
    table.tally("ray", king=1)
    assert table.totals == [0, before + 100, 0, 0]
    assert table.match.status == ("finished" if before == 901 else "playing")


def test_a_total_over_1000_ends_the_game_after_the_contract_not_within_it() -> None:
    table = new("tricks")
    table.adjust(0, 990)
    table.play("SA S7 S8 S9")  # worth 20 to the owner
    assert table.match.status == "playing"
    table.play(ALL_TO_THE_LEADER.partition("/")[2])
    assert (table.match.status, table.totals) == ("finished", [1290, 0, 0, 0])
    assert table.problem("contract_chosen", seat=1, contract="ray") == ("wrong_phase", [])


def test_otherwise_the_game_ends_after_the_twenty_eighth_contract() -> None:
    table = Table(first=1)
    owners: Counter[tuple[int, str]] = Counter()
    for number in range(1, 29):
        assert (table.match.status, table.view()["deal"]) == ("playing", number)
        owner = table.state["owner"]
        contract = table.choices_left[-1]
        owners[owner, contract] += 1
        table.tally(contract, **even(contract, owner))  # type: ignore[arg-type]
        if number < 28:
            table.totals_become(0, 0, 0, 0)
    assert table.match.status == "finished"
    assert len(owners) == 28
    assert table.view()["deal"] == 28
    assert table.state["choices_left"] == [[], [], [], []]


def test_a_total_may_fall_below_zero() -> None:
    table = new("trix")
    table.tally("trix", first=2, second=0)
    assert table.totals == [-50, 0, -100, 0]


def ended(*totals: int) -> Table:
    """After a contract that brings seat 1 over 1000, the others at these totals."""
    table = Table()
    table.adjust(1, 1001 - 100)
    for seat, total in zip((0, 2, 3), totals, strict=True):
        table.adjust(seat, total)
    table.tally("ray", king=1)
    assert table.match.status == "finished"
    return table


def test_the_lowest_total_wins_and_the_highest_loses() -> None:
    table = ended(40, -30, 500)
    assert table.view()["winners"] == [2]
    assert table.view()["scores"]["losers"] == [1]
    assert table.scores["places"] == [[2], [0], [3], [1]]


def test_equal_totals_tie() -> None:
    assert ended(40, 40, 500).view()["winners"] == [0, 2]
    assert ended(40, 40, 40).view()["winners"] == [0, 2, 3]
    shared = ended(40, 1001, 500)
    assert shared.view()["scores"]["losers"] == [1, 2]
    table = Table()
    for seat in range(4):
        table.adjust(seat, 1100)
    table.adjust(1, -100)
    table.tally("ray", king=1)
    assert table.totals == [1100, 1100, 1100, 1100]
    assert (table.view()["winners"], table.view()["scores"]["losers"]) == ([0, 1, 2, 3], [])


def test_a_match_stopped_early_is_won_by_the_lowest_total_of_the_complete_contracts() -> None:
    table = new("last")
    table.tally("last", last=0)
    table.chooses("tricks")
    table.play(ALL_TO_THE_LEADER.partition("/")[0])
    table.does("match_ended")
    assert table.totals == [200, 0, 0, 0]
    assert (table.view()["winners"], table.view()["scores"]["losers"]) == ([1, 2, 3], [0])


def test_a_contract_thrown_in_is_not_used_up_and_the_same_owner_chooses_again() -> None:
    table = new("general")
    table.play("SA S7 S8 S9")
    table.does("deal_thrown_in")
    assert (table.state["owner"], table.state["contract"]) == (0, None)
    assert "general" in table.choices_left
    assert table.scores["deals"] == []
    table.chooses("ray")
    assert len(table.cards) == 32


# What a client sees of it


def test_before_anything_sets_it_nothing_is_told() -> None:
    table = Table(first=2)
    assert table.state == {
        "owner": 2,
        "contract": None,
        "choices_left": [list(CONTRACTS)] * 4,
        "chosen": [[], [], [], []],
        "leader": None,
        "trick_cards": [],
        "last_trick": None,
        "tricks_taken": [],
        "piles": None,
        "out": [],
        "announcer": None,
    }
    assert (table.view()["deal"], table.view()["deals"]) == (1, None)
    assert table.view()["scores"]["current"] == [0, 0, 0, 0]


def test_a_new_contract_begins_with_nothing_told_again() -> None:
    table = new("ray")
    table.announces()
    table.play("HK H10 H7 HA")
    assert table.state["announcer"] is None
    assert (table.state["owner"], table.state["contract"], table.state["leader"]) == (1, None, None)
    assert (table.state["tricks_taken"], table.state["last_trick"]) == ([], None)


def test_after_the_last_contract_the_state_stays_as_it_left_it() -> None:
    table = Table()
    table.adjust(2, 1001)
    table.chooses("ray")
    table.play("S7")
    table.announces()
    table.play("S8 S9 SJ / H10 HA HK H7")
    assert table.match.status == "finished"
    assert (table.view()["deal"], table.state["contract"], table.state["announcer"]) == (1, "ray", 1)
    assert (table.state["leader"], table.state["tricks_taken"]) == (0, [1, 0, 0, 1])
    assert [one["card"] for one in table.state["last_trick"]] == ["H10", "HA", "HK", "H7"]
    assert table.expected == []
    assert table.view()["scores"]["current"] is None


def test_the_running_contract_is_scored_as_if_it_ended_now() -> None:
    table = new("tricks")
    table.play("SA S7 S8 S9 / S10 SJ SQ SK / H7 HA H8 H9")
    assert table.view()["scores"]["current"] == [40, 10, 0, 0]
    assert table.totals == [0, 0, 0, 0]


def test_seats_without_a_word_go_to_whoever_has_the_turn() -> None:
    table = new("trix")
    table.play("SJ")
    table.passes()
    assert [getattr(event, "seat", None) for event in table.log] == [0, 0, 1]
    assert RULES.hand(table.match.game, Seat(0)) is None
