"""The rule text sentence by sentence, and what was settled where it leaves something open (all-in: its own file)."""

from __future__ import annotations

import pytest
from games.hit_extreme.table import COPIES, VALUES, Table, card, every, tallied

from companion.games.hit_extreme.events import Banked, CardsStolen, ElixirGiven, HeldUp, TurnEnded
from companion.games.hit_extreme.rules import RULES
from companion.games.hit_extreme.state import HouseRules
from companion.kit.general import DealThrownIn
from companion.kit.seats import Seat

NUMBERS = ("1", "2", "3", "4", "6", "8", "9", "10", "20")
PLAIN = (*NUMBERS, "lucky", "loser")
"""Faces of which a second one can lose the turn."""
FILLERS = ("1", "2", "3", "4")


def fillers(n: int, but: str) -> str:
    return " ".join([face for face in FILLERS if face != but][:n])


# Components, setup


def test_two_to_eight_players() -> None:
    assert RULES.seats == (2, 3, 4, 5, 6, 7, 8)


def test_without_a_word_the_house_rules_are_the_text_as_written_and_one_round() -> None:
    assert RULES.house_rules() == HouseRules(all_in_match="as_written", rounds=1)
    assert RULES.memory == "open"


@pytest.mark.parametrize("face", COPIES)
def test_the_deck_has_102_cards_of_16_faces(face: str) -> None:
    shown = Table().state
    assert shown["unseen"] == COPIES
    assert shown["unseen"][face] == COPIES[face]
    assert shown["deck_left"] == sum(COPIES.values()) == 102
    assert RULES.cards == tuple(COPIES)
    assert len(COPIES) == 16


def test_before_the_first_card_nothing_lies_anywhere() -> None:
    assert Table(4, first=2).state == {
        "first": 2,
        "turn": 2,
        "deck_left": 102,
        "unseen": COPIES,
        "in_front": [{}, {}, {}, {}],
        "winnings": [0, 0, 0, 0],
        "winnings_cards": [0, 0, 0, 0],
        "lost": {},
        "last_drawn": None,
        "all_in": None,
        "elixirs": 0,
        "bust_risk": 0,
    }


# Turn order


@pytest.mark.parametrize("players", RULES.seats)
def test_the_first_player_begins_and_turns_go_round_in_order(players: int) -> None:
    table = Table(players, first=1)
    for turn in range(2 * players):
        assert table.turn == (1 + turn) % players
        table.turns(NUMBERS[turn % 8])


def test_the_seat_of_a_draw_may_be_left_out() -> None:
    table = Table()
    table.turns("6")
    table.draw("8")
    assert table.told[-1] == card("8", 1)


# 1 - Collect your winnings


def test_a_turn_begins_with_collecting_everything_in_front_by_itself() -> None:
    table = Table(2)
    table.turns("6 1 6 20", "8")
    assert table.fronts == [{}, {"8": 1}]
    assert table.won == [33, 0]
    assert table.state["winnings_cards"] == [4, 0]


def test_nothing_is_collected_before_the_first_turn_nor_while_others_play() -> None:
    table = Table(3)
    table.turns("6 8", "9")
    assert table.won == [0, 0, 0]
    assert table.fronts == [{"6": 1, "8": 1}, {"9": 1}, {}]


def test_a_duel_is_not_collected_and_stays_in_front() -> None:
    table = Table(2)
    table.turns("duel 6", "8")
    assert table.fronts[0] == {"duel": 1}
    assert table.won == [6, 0]


def test_who_begins_a_turn_with_elixirs_collects_only_those() -> None:
    table = Table(2)
    table.turns("6 8 duel")
    table.draw("elixir")
    table.give(0)
    table.draw("elixir")
    table.give(0)
    assert table.fronts[0] == {"6": 1, "8": 1, "duel": 1, "elixir": 2}
    table.turns("9")
    assert table.fronts[0] == {"6": 1, "8": 1, "duel": 1}
    assert table.won == [8, 0]


def test_the_turn_then_starts_with_all_the_other_cards_in_front() -> None:
    table = Table(2)
    table.turns("6 8 9")
    table.draw("elixir")
    table.give(0)
    table.turns("1")
    table.draw("6")  # the fourth card, and a second 6
    assert table.fronts[0] == {}
    assert table.won == [4, 1]


def test_what_stayed_for_an_elixir_is_collected_a_turn_later() -> None:
    table = Table(2)
    table.turns("6 8 9")
    table.draw("elixir")
    table.give(0)
    table.turns("1", "10", "2")
    assert table.won == [4 + 33, 1]


# 2 - Draw cards


def test_a_turn_needs_at_least_one_card() -> None:
    table = Table()
    assert table.problem(TurnEnded(Seat(0))) == "wrong_phase"
    assert table.open == {"card_drawn"}
    table.draw("6")
    assert table.problem(TurnEnded(Seat(0))) is None


@pytest.mark.parametrize("face", ["hold_up", "bank", "all_in"])
def test_an_action_card_is_a_card_drawn_too(face: str) -> None:
    table = Table()
    table.draw(face)
    table.end()
    assert table.turn == 1


def test_after_each_card_one_goes_on_or_ends_the_turn() -> None:
    table = Table()
    for face in ("6", "8", "9", "10"):
        table.draw(face)
        assert table.open == {"card_drawn", "turn_ended"}


def test_a_matching_card_is_added_to_its_column() -> None:
    table = Table()
    table.draw("6 6")
    assert table.fronts[0] == {"6": 2}


def test_cards_match_by_face_so_that_an_elixir_is_no_4_and_a_duel_no_5() -> None:
    table = Table()
    table.draw("elixir")
    table.give(2)
    table.turns("3")
    table.draw("hold_up")
    table.hold_up(2, "elixir")
    table.draw("6 8 4")
    assert table.fronts[1] == {"elixir": 1, "6": 1, "8": 1, "4": 1}
    table = Table(2)
    table.turns("duel 1 2", "3")
    table.draw("4 6 8 9 10")
    assert table.fronts[0] == {"duel": 1, "4": 1, "6": 1, "8": 1, "9": 1, "10": 1}


@pytest.mark.parametrize("face", COPIES)
def test_any_face_still_in_the_deck_may_come_as_often_as_it_is_there(face: str) -> None:
    table = Table(2)
    for n in range(COPIES[face]):
        assert table.problem(card(face)) is None, n
        assert table.state["unseen"][face] == COPIES[face] - n
        table.draw(face)
        if face == "elixir":
            table.give(1 - table.turn)
        if "turn_ended" in table.open:
            table.end()
    assert table.state["unseen"][face] == 0
    assert face not in table.expected["card_drawn"]["cards"]
    assert table.problem(card(face)) == "not_in_deck"


# Losing your turn


@pytest.mark.parametrize("face", PLAIN)
def test_a_second_one_over_three_cards_loses_the_turn(face: str) -> None:
    table = Table()
    if face == "20":
        table.draw(f"20 {fillers(2, face)}")
    else:
        table.draw(f"{face} {face} {fillers(1, face)}")
    table.draw(face)
    assert table.fronts[0] == {}
    assert table.turn == 1
    assert table.won == [0, 0, 0]


@pytest.mark.parametrize("face", PLAIN)
def test_with_one_or_two_cards_in_front_a_second_one_is_added(face: str) -> None:
    table = Table()
    table.draw(f"{face} {face}")
    assert table.fronts[0] == {face: 2}
    table = Table()
    other = fillers(1, face)
    table.draw(f"{face} {other} {face}")
    assert table.fronts[0] == {face: 2, other: 1}
    assert table.turn == 0


def test_three_of_one_face_may_lie_there_and_the_fourth_loses() -> None:
    table = Table()
    table.draw("6 6 6")
    assert table.fronts[0] == {"6": 3}
    table.draw("6")
    assert table.fronts[0] == {}


def test_the_three_cards_may_be_of_any_kind() -> None:
    table = Table(2)
    table.turns("1", "duel")  # the duel stays
    table.turns("2")
    table.draw("6 8")
    assert table.fronts[1] == {"duel": 1, "6": 1, "8": 1}
    table.draw("6")
    assert table.fronts[1] == {}
    assert table.turn == 0


def test_elixirs_held_up_count_among_the_three() -> None:
    table = Table(3)
    table.draw("elixir")
    table.give(2)
    table.turns("1")
    table.draw("hold_up")
    table.hold_up(2, "elixir")
    table.draw("6 8 6")
    assert table.fronts[1] == {}


def test_what_is_lost_and_the_card_drawn_are_out_of_the_game() -> None:
    table = Table()
    table.draw("6 6 duel 6")
    assert table.state["lost"] == {"6": 3, "duel": 1}
    assert table.won == [0, 0, 0]
    assert table.state["unseen"]["6"] == 4


def test_a_lost_turn_loses_the_duel_too_but_no_winnings() -> None:
    table = Table(2)
    table.turns("10 9", "8")
    table.draw("duel 6 6 6")
    assert table.fronts == [{}, {}]
    assert table.won == [19, 8]


def test_a_drawn_duel_elixir_or_action_card_never_loses_the_turn() -> None:
    table = Table(2)
    table.draw("1 2 3 4 duel")
    for face in ("duel", "elixir", "hold_up", "bank", "all_in", "bank", "hold_up"):
        table.draw(face)
        if face == "elixir":
            table.give(1)
        assert table.turn == 0
    assert table.fronts[0] == {"1": 1, "2": 1, "3": 1, "4": 1}


def test_stealing_never_loses_the_turn() -> None:
    table = Table()
    table.turns("6 6 8", "6 6 9")
    table.draw("1 2 3 6")
    table.steal()
    assert table.fronts[2] == {"1": 1, "2": 1, "3": 1, "6": 5}
    assert table.turn == 2


# 3 - Steal cards


def test_a_drawn_card_may_steal_its_likes_from_all_others_at_once() -> None:
    table = Table()
    table.turns("6 6 8", "6 9")
    table.draw("6")
    assert table.expected["cards_stolen"] == {"type": "cards_stolen", "seat": 2}
    table.steal()
    assert table.fronts == [{"8": 1}, {"9": 1}, {"6": 4}]


def test_going_on_or_ending_the_turn_declines() -> None:
    for go_on in (lambda table: table.draw("duel"), lambda table: table.end()):
        table = Table()
        table.turns("6")
        table.draw("6")
        go_on(table)
        assert table.problem(CardsStolen(table.turn)) == "wrong_phase"
        assert table.fronts[0] == {"6": 1}


def test_stealing_is_open_only_when_somebody_else_has_one() -> None:
    table = Table()
    table.turns("6")
    table.draw("8 8")
    assert table.problem(CardsStolen(Seat(1))) == "wrong_phase"
    assert "cards_stolen" not in table.open


def test_a_card_steals_once() -> None:
    table = Table()
    table.turns("6")
    table.draw("6")
    table.steal()
    assert table.problem(CardsStolen(Seat(1))) == "wrong_phase"


@pytest.mark.parametrize("face", [face for face in PLAIN if face != "loser"])
def test_every_number_and_the_lucky_steals_if_one_wishes(face: str) -> None:
    table = Table(2)
    table.turns(face)
    table.draw(face)
    assert table.fronts == [{face: 1}, {face: 1}]
    table.steal()
    assert table.fronts == [{}, {face: 2}]


def test_what_is_stolen_is_no_card_drawn_so_the_limit_of_three_is_met_by_stealing() -> None:
    table = Table(2)
    table.turns("6 6")
    table.draw("6")
    table.steal()
    table.draw("6")
    assert table.fronts == [{}, {}]


def test_a_draw_that_loses_the_turn_steals_nothing() -> None:
    table = Table()
    table.turns("6 loser")
    table.draw("6 8 9 6")
    assert table.fronts == [{"6": 1, "loser": 1}, {}, {}]
    assert table.turn == 2


def test_the_example_of_the_text() -> None:
    table = Table()
    table.turns("4 4 1", "8 8 8 1")
    table.draw("6")
    assert "cards_stolen" not in table.open  # no other player has one
    table.draw("1")
    assert "cards_stolen" in table.open  # declined
    table.draw("6")
    assert table.fronts[2] == {"6": 2, "1": 1}
    table.draw("4")
    table.steal()
    assert table.fronts[2] == {"6": 2, "1": 1, "4": 3}
    table.draw("6")
    assert table.fronts == [{}, {"8": 3, "1": 1}, {}]
    assert table.won == [1, 0, 0]  # seat 0 begins its turn and collects its 1


# LOSER


def test_a_drawn_loser_steals_all_losers_by_itself() -> None:
    table = Table()
    table.turns("loser 1", "loser 2")
    table.draw("3 4")
    assert table.fronts[1] == {"2": 1, "loser": 2}
    table.draw("loser")
    assert table.fronts == [{"1": 1}, {"2": 1}, {"3": 1, "4": 1, "loser": 3}]
    assert table.problem(CardsStolen(Seat(2))) == "wrong_phase"


def test_a_loser_that_loses_the_turn_steals_nothing() -> None:
    """Drawing one brings all losers together, so only an all-in, which steals nothing, leaves them in two places."""
    table = Table(2)
    table.turns("loser 1 2")
    table.draw("3 elixir")
    table.give(0)  # so that seat 0 begins its turn with its loser in front
    table.all_in("6 6 loser")
    assert table.fronts == [{"loser": 1, "1": 1, "2": 1}, {"3": 1, "6": 2, "loser": 1}]
    table.draw("loser")
    assert table.turn == 1
    assert table.state["lost"] == {"loser": 2, "1": 1, "2": 1, "all_in": 1}
    assert table.won == [4, 3 + 12 - 7]


def test_each_loser_collected_costs_7() -> None:
    table = Table(2)
    table.turns("loser loser 1", "2")
    assert table.won == [-13, 0]


# LUCKY


def test_ending_the_turn_banks_the_luckies_and_the_rest_stays() -> None:
    table = Table()
    table.draw("lucky lucky 6")
    table.end()
    assert table.won == [14, 0, 0]
    assert table.fronts[0] == {"6": 1}


def test_without_a_word_the_luckies_are_banked() -> None:
    table = Table()
    table.draw("lucky")
    assert table.expected["turn_ended"] == {"type": "turn_ended", "seat": 0, "bank_luckies": [True, False]}
    table.tell(TurnEnded(Seat(0)))
    assert table.won == [7, 0, 0]


def test_one_need_not_bank_them() -> None:
    table = Table()
    table.draw("lucky 6")
    table.end(bank_lucky=False)
    assert table.won == [0, 0, 0]
    assert table.fronts[0] == {"lucky": 1, "6": 1}


def test_with_no_lucky_in_front_there_is_nothing_to_say_about_them() -> None:
    table = Table()
    table.draw("6")
    assert table.expected["turn_ended"] == {"type": "turn_ended", "seat": 0}
    table.end(bank_lucky=False)
    assert table.turn == 1


def test_a_lost_turn_banks_no_luckies() -> None:
    table = Table()
    table.draw("lucky 1 2 lucky")
    assert table.won == [0, 0, 0]
    assert table.fronts[0] == {}


# DUEL


def test_a_drawn_duel_meets_one_in_front_of_another_and_each_wins_its_own() -> None:
    table = Table()
    table.turns("duel 6")
    table.draw("8 duel")
    assert table.fronts == [{"6": 1}, {"8": 1}, {}]
    assert table.won == [5, 5, 0]
    assert table.open == {"card_drawn", "turn_ended"}


def test_a_drawn_duel_meets_one_in_front_of_oneself() -> None:
    table = Table()
    table.draw("duel duel")
    assert table.fronts[0] == {}
    assert table.won == [10, 0, 0]
    assert table.turn == 0


def test_a_duel_alone_stays_until_another_comes() -> None:
    table = Table(2)
    table.turns("duel", "1", "2", "3")
    assert table.fronts[0] == {"duel": 1}
    table.draw("duel")
    assert table.won == [10 + 2, 1]  # seat 0: two duels, its 2; seat 1: its 1, the 3 still lies there


def test_never_more_than_one_duel_lies_on_the_table() -> None:
    table = Table()
    for face in ["duel", "duel", "duel"]:
        table.turns(face)
    assert sum(front.get("duel", 0) for front in table.fronts) == 1


# ELIXIR


def test_an_elixir_must_be_given_to_another_player_at_once() -> None:
    table = Table()
    table.draw("6 elixir")
    assert table.open == {"elixir_given"}
    assert table.expected["elixir_given"] == {"type": "elixir_given", "seat": 0, "seats": [1, 2]}
    assert table.problem(card("8")) == "wrong_phase"
    assert table.problem(TurnEnded(Seat(0))) == "wrong_phase"
    assert table.problem(ElixirGiven(Seat(0), Seat(0))) == "illegal_choice"
    table.give(2)
    assert table.fronts == [{"6": 1}, {}, {"elixir": 1}]
    assert table.open == {"card_drawn", "turn_ended"}


def test_a_player_may_get_more_than_one_elixir() -> None:
    table = Table()
    for _ in range(3):
        table.draw("elixir")
        table.give(1)
    assert table.fronts[1] == {"elixir": 3}


def test_a_drawn_elixir_steals_nothing() -> None:
    table = Table()
    table.draw("elixir")
    table.give(2)
    table.draw("elixir")
    table.give(1)
    assert table.fronts == [{}, {"elixir": 1}, {"elixir": 1}]
    assert "cards_stolen" not in table.open


def test_an_elixir_given_before_ones_first_turn_is_collected_in_it() -> None:
    table = Table(2)
    table.draw("elixir")
    table.give(1)
    table.end()
    assert table.won == [0, 4]
    assert table.fronts == [{}, {}]


# HOLD-UP


def test_a_hold_up_takes_all_cards_of_one_face_from_one_player() -> None:
    table = Table()
    table.turns("8 8 9", "8 10")
    table.draw("6 hold_up")
    assert table.expected["held_up"] == {
        "type": "held_up",
        "seat": 2,
        "options": [
            {"from_seat": 0, "card": "8"},
            {"from_seat": 0, "card": "9"},
            {"from_seat": 1, "card": "8"},
            {"from_seat": 1, "card": "10"},
        ],
    }
    table.hold_up(0, "8")
    assert table.fronts == [{"9": 1}, {"8": 1, "10": 1}, {"6": 1, "8": 2}]
    assert table.open == {"card_drawn", "turn_ended"}


@pytest.mark.parametrize("face", ["duel", "elixir", "lucky", "loser", "20"])
def test_a_hold_up_takes_special_cards_too(face: str) -> None:
    table = Table()
    if face == "elixir":
        table.draw("elixir")
        table.give(2)
        table.turns("1")
    else:
        table.turns("1", "2", face)
        table.turns("1")
    table.draw("hold_up")
    table.hold_up(2, face)
    assert table.fronts[1].get(face) == 1


def test_a_hold_up_may_be_declined_and_is_discarded_either_way() -> None:
    table = Table()
    table.turns("6")
    table.draw("hold_up 8")
    assert table.problem(HeldUp(Seat(1), Seat(0), "6")) == "wrong_phase"  # type: ignore[arg-type]
    assert table.fronts == [{"6": 1}, {"8": 1}, {}]
    assert table.state["lost"] == {"hold_up": 1}


def test_a_hold_up_takes_what_is_there_from_another() -> None:
    table = Table()
    table.turns("6")
    table.draw("8 hold_up")
    for victim, face in ((0, "8"), (2, "6"), (1, "8"), (0, "bank")):
        assert table.problem(HeldUp(Seat(1), Seat(victim), face)) == "illegal_choice", (victim, face)  # type: ignore[arg-type]


def test_a_hold_up_with_nothing_in_front_of_others_opens_nothing() -> None:
    table = Table()
    table.draw("6 8 hold_up")
    assert table.open == {"card_drawn", "turn_ended"}
    assert table.problem(HeldUp(Seat(0), Seat(1), "6")) == "wrong_phase"  # type: ignore[arg-type]


def test_a_held_up_loser_does_not_steal_and_a_held_up_duel_does_not_meet() -> None:
    table = Table(3)
    table.turns("duel loser")
    table.draw("1 hold_up")
    table.hold_up(0, "duel")
    assert table.fronts == [{"loser": 1}, {"1": 1, "duel": 1}, {}]
    assert table.won == [0, 0, 0]


# BANK


def test_a_bank_wins_all_cards_of_one_face_at_once() -> None:
    table = Table()
    table.draw("8 8 6 bank")
    assert table.expected["banked"] == {"type": "banked", "seat": 0, "cards": ["6", "8"]}
    table.bank("8")
    assert table.won == [16, 0, 0]
    assert table.fronts[0] == {"6": 1}
    assert table.open == {"card_drawn", "turn_ended"}
    table.draw("1 8 2")  # its column is gone
    assert table.fronts[0] == {"6": 1, "1": 1, "8": 1, "2": 1}


def test_a_bank_may_be_declined_and_is_discarded_either_way() -> None:
    table = Table()
    table.draw("8 bank 9")
    assert table.problem(Banked(Seat(0), "8")) == "wrong_phase"  # type: ignore[arg-type]
    assert table.state["lost"] == {"bank": 1}


def test_a_duel_alone_is_never_banked() -> None:
    table = Table()
    table.draw("6 duel bank")
    assert table.problem(Banked(Seat(0), "duel")) == "illegal_choice"  # type: ignore[arg-type]
    table = Table()
    table.draw("duel bank")
    assert "banked" not in table.open
    assert table.problem(Banked(Seat(0), "duel")) == "wrong_phase"  # type: ignore[arg-type]


def test_a_bank_takes_what_is_in_front_of_oneself() -> None:
    table = Table()
    table.turns("9")
    table.draw("8 bank")
    for face in ("9", "6", "bank"):
        assert table.problem(Banked(Seat(1), face)) == "illegal_choice", face  # type: ignore[arg-type]


def test_losers_luckies_and_held_up_elixirs_can_be_banked() -> None:
    table = Table()
    table.draw("elixir")
    table.give(2)
    table.turns("1")
    table.draw("loser lucky hold_up")
    table.hold_up(2, "elixir")
    table.draw("bank")
    assert table.expected["banked"]["cards"] == ["lucky", "loser", "elixir"]
    table.bank("elixir")
    assert table.won == [0, 4, 0]


def test_a_bank_with_nothing_in_front_opens_nothing() -> None:
    table = Table()
    table.draw("bank")
    assert table.open == {"card_drawn", "turn_ended"}
    assert table.problem(Banked(Seat(0), "6")) == "wrong_phase"  # type: ignore[arg-type]


# Every option in its moment


def test_an_option_is_only_there_for_the_card_just_drawn() -> None:
    table = Table()
    table.turns("6 8", "6 9")
    table.draw("6")
    assert table.open == {"card_drawn", "turn_ended", "cards_stolen"}
    table.draw("hold_up")
    assert table.open == {"card_drawn", "turn_ended", "held_up"}
    table.draw("bank")
    assert table.open == {"card_drawn", "turn_ended", "banked"}
    table.draw("all_in")
    assert table.open == {"card_drawn", "turn_ended", "went_all_in"}
    table.draw("10")
    assert table.open == {"card_drawn", "turn_ended"}


@pytest.mark.parametrize("seat", [1, 2])
def test_only_the_seat_on_turn_acts(seat: int) -> None:
    table = Table()
    for event in [*every(table, seat).values(), card("6", seat)]:
        assert table.problem(event) in ("out_of_turn", "wrong_phase")
    assert table.problem(card("6", seat)) == "out_of_turn"
    table.draw("6")
    assert table.problem(TurnEnded(Seat(seat))) == "out_of_turn"


# End of the game


def test_the_round_ends_by_itself_when_the_last_card_is_played_and_all_add_what_lies_in_front() -> None:
    table = Table.near_the_end("6 8 9")
    table.turns("6", "8")
    table.draw("9")
    assert table.match.status == "finished"
    assert table.scores["totals"] == [6, 8, 9]
    assert table.fronts == [{}, {}, {}]
    assert table.open == set()


def test_elixirs_luckies_and_losers_in_front_are_added_too() -> None:
    table = Table.near_the_end("lucky loser 6 elixir 1")
    table.turns("lucky 6", "loser")
    table.draw("elixir")
    table.give(0)
    table.draw("1")
    assert table.scores["totals"] == [7 + 6 + 4, -7, 1]


def test_an_unpaired_duel_is_not_won_at_the_end() -> None:
    table = Table.near_the_end("6 duel 9")
    table.turns("6", "duel")
    table.draw("9")
    assert table.scores["totals"] == [6, 0, 9]
    assert table.fronts == [{}, {"duel": 1}, {}]


def test_a_last_card_that_may_steal_waits_for_the_word() -> None:
    for stolen, totals in ((True, [0, 12, 0]), (False, [6, 6, 0])):
        table = Table.near_the_end("6 6")
        table.turns("6")
        table.draw("6")
        assert table.open == {"cards_stolen", "turn_ended"}
        assert table.problem(card("6")) == "wrong_phase"
        table.steal() if stolen else table.end()
        assert table.match.status == "finished"
        assert table.scores["totals"] == totals


def test_a_last_loser_steals_and_the_round_is_over() -> None:
    table = Table.near_the_end("loser 6 loser")
    table.turns("loser 6")
    table.draw("loser")
    assert table.scores["totals"] == [6, -14, 0]


def test_a_last_card_that_loses_the_turn_ends_the_round() -> None:
    table = Table.near_the_end("10 6 6 8 6")
    table.turns("10")
    table.draw("6 6 8 6")
    assert table.match.status == "finished"
    assert table.scores["totals"] == [10, 0, 0]


def test_a_last_elixir_is_given_and_counts_for_who_got_it() -> None:
    table = Table.near_the_end("6 elixir")
    table.draw("6 elixir")
    assert table.open == {"elixir_given"}
    table.give(2)
    assert table.scores["totals"] == [6, 0, 4]


def test_a_last_duel_meets_another_or_stays() -> None:
    table = Table.near_the_end("duel duel")
    table.turns("duel")
    table.draw("duel")
    assert table.scores["totals"] == [5, 5, 0]
    table = Table.near_the_end("6 duel")
    table.draw("6 duel")
    assert table.scores["totals"] == [6, 0, 0]


def test_a_last_hold_up_waits_for_the_word_where_there_is_something_to_take() -> None:
    for use, totals in ((True, [0, 20, 0]), (False, [20, 0, 0])):
        table = Table.near_the_end("20 hold_up")
        table.turns("20")
        table.draw("hold_up")
        table.hold_up(0, "20") if use else table.end()
        assert table.scores["totals"] == totals
    table = Table.near_the_end("20 hold_up")
    table.draw("20 hold_up")
    assert table.match.status == "finished"


def test_a_last_bank_waits_for_the_word_where_there_is_something_to_bank() -> None:
    for use in (True, False):
        table = Table.near_the_end("20 bank")
        table.draw("20 bank")
        assert table.open == {"banked", "turn_ended"}
        table.bank("20") if use else table.end()
        assert table.scores["totals"] == [20, 0, 0]
    table = Table.near_the_end("bank")
    table.draw("bank")
    assert table.match.status == "finished"


def test_a_turn_ended_at_the_end_of_the_deck_banks_its_luckies_like_any_other() -> None:
    table = Table.near_the_end("lucky 6 bank")
    table.draw("lucky 6 bank")
    table.end()
    assert table.lines(0) == {("lucky", "lucky", 1, 7), ("end_of_round", "6", 1, 6)}


def test_after_the_last_round_the_state_stays_as_it_left_it() -> None:
    table = Table.near_the_end("6 8 9", players=3)
    table.turns("6", "8")
    table.draw("9")
    assert table.view["deal"] == table.view["deals"] == 1
    assert table.state["winnings"] == [6, 8, 9]
    assert table.state["winnings_cards"] == [1, 1, 1]
    assert table.state["deck_left"] == 0
    assert table.state["unseen"] == dict.fromkeys(COPIES, 0)
    assert table.state["bust_risk"] == 0


# Count your points


def test_values() -> None:
    for face, value in VALUES.items():
        table = Table(2)
        if face == "elixir":
            table.draw("elixir")
            table.give(1)
            table.end()
        elif face == "duel":
            table.turns("duel")
            table.draw("duel")
        else:
            table.turns("1", face, "2") if face != "1" else table.turns("2", "1", "2")
        assert table.won[1] == value, face


def test_the_highest_score_wins_and_ties_share() -> None:
    table = Table()
    table.tell(tallied(40, 60, -7))
    assert table.scores["winners"] == [1]
    assert table.scores["places"] == [[1], [0], [2]]
    table = Table()
    table.tell(tallied(60, 40, 60))
    assert table.scores["winners"] == [0, 2]


def test_scores_can_be_negative() -> None:
    table = Table(2)
    table.tell(tallied(-14, -7))
    assert table.scores["winners"] == [1]


def test_the_running_score_is_the_round_if_it_ended_now_with_nothing_more_chosen() -> None:
    table = Table()
    table.turns("6 8 lucky", "duel 9")
    table.draw("loser elixir")
    table.give(0)
    assert table.scores["current"] == [6 + 8 + 7 + 4, 9, -7]
    assert table.scores["totals"] == [0, 0, 0]


# Several rounds


@pytest.mark.parametrize("players", [2, 3, 8])
def test_rounds_are_a_house_rule_the_first_player_moves_on_and_scores_add_up(players: int) -> None:
    table = Table(players, first=1, rounds=players)
    assert table.view["deals"] == players
    for deal in range(1, players + 1):
        assert table.view["deal"] == deal
        assert table.state["first"] == table.turn == (1 + deal - 1) % players
        assert table.state["deck_left"] == 102
        table.draw("6")
        table.tell(tallied(*range(players)))
    assert table.match.status == "finished"
    assert table.scores["totals"] == [players * seat for seat in range(players)]
    assert table.scores["winners"] == [players - 1]


def test_a_round_played_out_makes_room_for_the_next_with_all_cards_back() -> None:
    table = Table.near_the_end("6 8", players=2, rounds=2)
    table.turns("6")
    table.draw("8")
    assert table.view["deal"] == 2
    assert table.turn == 1
    assert table.state["unseen"] == COPIES
    assert table.state["winnings"] == [0, 0]
    assert table.scores["deals"] == [[6, 8]]
    assert table.scores["current"] == [0, 0]


def test_a_round_thrown_in_begins_again_with_all_cards() -> None:
    table = Table(2, rounds=2)
    table.tell(tallied(5, 6))
    table.turns("6 8", "9")
    table.tell(DealThrownIn())
    assert table.view["deal"] == 2
    assert table.turn == 1
    assert table.state["deck_left"] == 102
    assert table.scores["totals"] == [5, 6]


# Where every point came from


def test_every_point_has_a_line_with_face_and_reason() -> None:
    table = Table.near_the_end("6 6 1 lucky lucky 8 8 bank elixir duel duel 20 9 10 all_in 2 3 4", players=2)
    table.turns("6 6 1")  # collected in the next turn
    table.draw("8 8 bank")
    table.bank("8")
    table.draw("lucky")
    table.end()
    table.draw("elixir")
    table.give(1)
    table.draw("duel")
    table.end()
    table.draw("duel")
    table.end()
    table.all_in("2 3 4")
    table.collect()
    table.draw("20 9 10 lucky")
    assert table.lines(0) == {
        ("collected", "6", 2, 12),
        ("collected", "1", 1, 1),
        ("duel", "duel", 1, 5),
        ("all_in", "2", 1, 2),
        ("all_in", "3", 1, 3),
        ("all_in", "4", 1, 4),
    }
    assert table.lines(1) == {
        ("banked", "8", 2, 16),
        ("lucky", "lucky", 1, 7),
        ("elixir", "elixir", 1, 4),
        ("duel", "duel", 1, 5),
        ("end_of_round", "20", 1, 20),
        ("end_of_round", "9", 1, 9),
        ("end_of_round", "10", 1, 10),
        ("end_of_round", "lucky", 1, 7),
    }
    assert table.scores["totals"] == [27, 78]


def test_a_round_told_by_its_counts_has_a_line_for_each_seat() -> None:
    table = Table()
    table.tell(tallied(40, 0, -7))
    assert [(line["seat"], line["points"], line["reason"]) for line in table.scores["lines"]] == [
        (0, 40, "tallied"),
        (2, -7, "tallied"),
    ]
