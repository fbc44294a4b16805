"""The rule text sentence by sentence, and what was settled where it leaves something open."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from games.tricky_twist.table import ODD, SIDES, Table

from companion.games.tricky_twist.events import BONUSES, DECK
from companion.games.tricky_twist.rules import RULES
from companion.games.tricky_twist.scoring_cards import HouseRules
from companion.kit.seats import SCRIBE

both = pytest.mark.parametrize("players", [3, 4])


def seven() -> Table:
    """Seat 0 collects R7 in a trick, seat 1 its false trick B7."""
    table = Table()
    table.play("R7 B7 R1 R2")
    return table


# Components and setup


def test_forty_eight_cards_of_four_suits_with_values_1_to_12() -> None:
    assert len(DECK.names) == 48
    assert RULES.suits == ("B", "W", "R", "Y")
    assert {card[1:] for card in RULES.cards if card[0] == "Y"} == {str(n) for n in range(1, 13)}


def test_three_or_four_players_and_closed_memory_without_a_word() -> None:
    assert RULES.seats == (3, 4)
    assert RULES.memory == "closed"
    assert RULES.house_rules() == HouseRules("dense")


def test_four_permanent_and_four_variable_bonus_cards_lie_there() -> None:
    assert Table().state["bonuses_left"] == list(BONUSES) == ["P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4"]


@both
def test_sixteen_or_twelve_cards_each_of_which_five_go_to_the_reserve(players: int) -> None:
    state = Table(players).state
    assert state["hand_sizes"] == [{3: 11, 4: 7}[players]] * players
    assert state["reserve_sizes"] == [5] * players


def test_before_the_scoring_card_nothing_is_told() -> None:
    table = Table(dealing="table", reveal=None)
    fresh = Table.__new__(Table)
    fresh.opened = fresh.match = table.opened
    fresh.log = []
    state = fresh.view()["state"]
    assert all(value in (None, []) for value in state.values())
    assert fresh.kinds() == {"scoring_card_revealed"}


def test_the_scoring_card_shows_kind_points_suits_and_frame() -> None:
    reveal = {"card": "one_of_two_suits", "points": [0, 4], "suits": ["B", "Y"], "variable": SIDES, "frame": True}
    told = Table(reveal=reveal).state["scoring_card"]
    assert {k: told[k] for k in ("card", "points", "suits", "frame")} == {
        "card": "one_of_two_suits",
        "points": [0, 4],
        "suits": ["B", "Y"],
        "frame": True,
    }


def test_each_scoring_card_is_drawn_once_a_match_and_there_are_two_of_two_suits() -> None:
    two = {"card": "one_of_two_suits", "points": [0, 4], "suits": ["B", "Y"], "variable": SIDES}
    table = Table(reveal=two)
    table.tally(*[(2, "")] * 4)
    table.does("scoring_card_revealed", **(two | {"suits": ["W", "R"]}))
    table.tally(*[(2, "")] * 4)
    assert table.problem("scoring_card_revealed", **two) == ("illegal_choice", [1, 3])
    table.does("scoring_card_revealed", **ODD)
    table.tally(*[(2, "")] * 4)
    assert table.problem("scoring_card_revealed", **ODD) == ("illegal_choice", [5])


# Reserve


def test_before_a_turns_first_card_all_may_take_one_in_any_order_and_nobody_waits_for_them() -> None:
    table = Table()
    assert [one["seat"] for one in table.expected() if one["type"] == "reserve_drawn"] == [0, 1, 2, 3]
    assert (table.match.expects.seats, table.match.expects.also) == ((0,), (1, 2, 3))
    table.does("reserve_drawn", seat=2)
    table.does("reserve_drawn", seat=0)
    assert table.reason("reserve_drawn", seat=2) == "one_reserve_card"
    table.play("R12")
    assert table.code("reserve_drawn", seat=1) == "wrong_phase"
    assert table.state["hand_sizes"] == [7, 7, 8, 7]
    assert table.state["reserve_sizes"] == [4, 5, 4, 5]


def test_a_reserve_card_a_turn_until_none_is_left() -> None:
    table = Table()
    for turn in range(1, 6):
        table.does("reserve_drawn", seat=0)
        table.play(f"B{turn} W{turn} R{turn} Y{turn}")
    assert table.reason("reserve_drawn", seat=0) == "reserve_empty"


def test_a_reserve_card_that_somebody_saw_may_be_named() -> None:
    table = Table()
    at = table.does("reserve_drawn", seat=1, card="B12")
    assert table.problem("reserve_drawn", seat=2, card="B12") == ("impossible_deal", [at])
    assert "B12" not in table.cards()  # seat 1 has it
    assert table.problem("card_played", card="B12") == ("impossible_deal", [at])


# Tricks and false tricks


def test_who_cannot_follow_may_play_any_card() -> None:
    table = Table()
    table.play("R7")
    assert len(table.cards()) == 47


def test_the_highest_card_of_the_led_suit_collects_that_suit_only() -> None:
    table = Table()
    table.play("R5 R9 B12 R2")
    assert table.state["tricks"] == [[], [["R5", "R9", "R2"]], [], []]
    assert table.state["false_tricks"] == [[], [], ["B12"], []]
    assert table.state["leader"] == 1


def test_the_leader_may_get_just_the_own_card_back() -> None:
    table = Table()
    table.play("R1 B12 W12 Y12")
    assert table.state["tricks"][0] == [["R1"]]
    assert table.state["false_tricks"] == [[], ["B12"], ["W12"], ["Y12"]]


def test_tricks_remain_separate_in_the_order_won() -> None:
    table = Table()
    table.play("R5 R4 R3 R2 / B9 B3 B2 B1")
    assert table.state["tricks"][0] == [["R5", "R4", "R3", "R2"], ["B9", "B3", "B2", "B1"]]


# Sevens


def test_a_collected_7_gives_the_choice_of_a_bonus_the_winner_of_the_trick_first() -> None:
    table = seven()
    assert table.expects("bonus_taken", 0)["bonuses"] == [None, *BONUSES]
    assert table.code("bonus_taken", seat=1, bonus="P2") == "out_of_turn"
    table.takes(0, "P2")
    assert table.reason("bonus_taken", seat=1, bonus="P2") == "bonus_gone"
    table.takes(1, "V3")
    assert table.state["bonuses"] == [["P2"], ["V3"], [], []]
    assert table.kinds() >= {"card_played"}


def test_the_others_choose_clockwise_from_the_winner() -> None:
    table = Table()
    table.play("R1 B7 R12 Y7")  # seat 2 wins without a 7; seats 1 and 3 have theirs back
    assert table.match.expects.seats == (3,)
    table.takes(3, None)
    assert table.match.expects.seats == (1,)


def test_a_7_that_is_not_collected_gives_nothing_to_who_played_it() -> None:
    table = Table()
    table.play("R7 R9 R1 R2")
    assert table.match.expects.seats == (1,)
    table.takes(1, None)
    assert table.match.expects.seats == (1,)  # and leads


def test_null_declines_and_declining_is_said() -> None:
    table = seven()
    table.takes(0, None)
    assert table.state["bonuses"] == [[], [], [], []]
    with pytest.raises(TypeError):
        table.does("bonus_taken", seat=1)


def test_when_no_bonus_card_is_left_nobody_is_asked() -> None:
    table = Table()
    table.match = replace(table.match, game=table.game.to(bonuses_left=("P4",)))
    table.play("R7 B7 R1 R2")
    table.takes(0, "P4")
    assert table.match.expects.seats == (0,)
    assert table.kinds() >= {"card_played"}


# P1


def test_p1_takes_back_any_of_the_own_false_tricks_at_once() -> None:
    table = seven()
    table.takes(0, "P2")
    assert table.expects("bonus_taken", 1)["false_tricks"] == [None, "B7"]
    assert table.reason("bonus_taken", seat=1, bonus="P1", false_trick="R1") == "not_a_false_trick"
    assert table.reason("bonus_taken", seat=1, bonus="P2", false_trick="B7") in ("bonus_gone", "not_a_false_trick")
    table.takes(1, "P1", false_trick="B7")
    assert table.state["false_tricks"] == [[], [], [], []]
    assert table.state["hand_sizes"] == [6, 7, 6, 6]
    table.play("B12 B7 B1 B2")
    assert table.state["tricks"][0][1] == ["B12", "B7", "B1", "B2"]


def test_a_card_taken_back_is_known_and_showing_out_of_its_suit_is_an_impossible_deal() -> None:
    table = seven()
    table.takes(0, None)
    at = table.takes(1, "P1", false_trick="B7")
    table.play("B12")
    assert table.problem("card_played", card="Y1") == ("impossible_deal", [at])
    table.does("card_played", card="Y1", irregular=True)
    table.play("B1 B2")
    table.play("B11 B7")  # still there, and that it lay Y1 has shown nothing


@pytest.mark.parametrize("back", [{"false_trick": "B7"}, {}])
def test_p1_is_out_for_the_rest_of_the_match_used_or_not_and_the_others_come_back(back: dict[str, str]) -> None:
    table = seven()
    table.takes(0, "P2")
    table.takes(1, "P1", **back)
    assert "P1" not in table.state["bonuses_left"]
    assert table.state["bonuses"][1] == []
    table.tally((3, ""), (3, ""), (3, ""), (0, ""))
    table.does("scoring_card_revealed", **(ODD | {"card": "even_values"}))
    assert table.state["bonuses_left"] == ["P2", "P3", "P4", "V1", "V2", "V3", "V4"]


def test_a_card_taken_back_into_an_empty_hand_lets_the_round_go_on() -> None:
    table = Table()
    for seat in (0, 2, 3):
        table.does("reserve_drawn", seat=seat)
    for turn in range(1, 7):
        table.play(f"B{turn} W{turn} R{turn} Y{turn}")
    table.play("B8 W7 R8 Y8")
    assert table.state["hand_sizes"] == [1, 0, 1, 1]
    table.takes(1, "P1", false_trick="W7")
    assert table.state["hand_sizes"] == [1, 1, 1, 1]
    assert table.match.expects.seats == (0,)
    table.play("B9 W7")


# The end of a round


def test_the_round_ends_when_somebody_has_no_card_in_hand_whatever_is_in_reserve() -> None:
    table = Table()
    for turn in range(1, 7):
        table.play(f"B{turn} W{turn} R{turn} Y{turn}")
    assert table.scores()["deals"] == []
    table.play("B8 W8 R8 Y8")
    assert len(table.scores()["deals"]) == 1
    assert table.match.game.deal == 2


def test_with_cards_in_every_hand_the_winner_leads_the_next_turn() -> None:
    table = Table()
    table.play("R1 R2 R12 R3")
    assert table.state["leader"] == 2
    assert table.match.expects.seats == (2,)


# End-of-round bonuses


def at_the_end(*bonuses: str, sides: list[Any] = SIDES) -> Table:
    """Seat 0 has tricks R7 R1 R2 and W9 W1 W2, and false tricks B5 and Y12; and it holds these bonus cards."""
    table = Table(reveal=ODD | {"variable": sides})
    table.play("R7 B1 R1 R2")
    table.takes(0, None)
    table.play("W9 B2 W1 W2")
    game = table.game.to(false_tricks=(("B5", "Y12"), ("B1", "B2"), (), ()))
    table.match = replace(table.match, game=game)
    table.holding(*bonuses)
    return table


def used(table: Table, *choices: dict[str, Any]) -> dict[str, int]:
    table.does("bonuses_used", seat=0, choices=list(choices))
    return table.points(0)


def test_without_bonuses_two_tricks_and_two_false_tricks_are_two_pairs_at_5() -> None:
    table = at_the_end("P2")
    assert used(table) == {"tricks": 2, "equal_pairs": 10, "odd_values": 2}


def test_p2_turns_a_trick_into_a_false_trick_with_the_card_on_top() -> None:
    table = at_the_end("P2")
    assert used(table, {"bonus": "P2", "trick": 1, "top": "W9"}) == {"tricks": 1, "pairs": 3, "odd_values": 5}


def test_p2_turns_a_false_trick_into_a_trick() -> None:
    table = at_the_end("P2")
    assert used(table, {"bonus": "P2", "false_trick": "B5"}) == {"tricks": 3, "pairs": 3}


@pytest.mark.parametrize(
    ("kind", "points"),
    [
        ("trick", {"tricks": 3, "pairs": 6, "odd_values": 2}),
        ("false_trick", {"tricks": 2, "pairs": 6, "odd_values": 2}),
    ],
)
def test_p3_is_a_trick_or_a_false_trick_without_suit_and_value(kind: str, points: dict[str, int]) -> None:
    assert used(at_the_end("P3"), {"bonus": "P3", "as": kind}) == points


def test_p4_gives_a_point_for_each_trick_counted_after_flip_and_joker_and_needs_no_word() -> None:
    table = at_the_end("P3", "P4")
    assert used(table, {"bonus": "P3", "as": "trick"})["trick_bonus"] == 3
    table = at_the_end("P4")
    assert table.match.expects.seats == ()
    table = at_the_end("P4", "P2")
    assert used(table)["trick_bonus"] == 2


@pytest.mark.parametrize(
    ("bonus", "value", "good"),
    [("V1", 7, True), ("V1", 6, False), ("V2", 6, True), ("V2", 7, False), ("V3", 1, True), ("V3", 12, True)],
)
def test_odd_even_and_any_count_as_a_false_trick_of_a_chosen_suit_and_value(bonus: str, value: int, good: bool) -> None:
    table = at_the_end(bonus)
    choice = {"bonus": bonus, "suit": "R", "value": value}
    if good:
        assert used(table, choice)["pairs"] == 6  # three false tricks
        assert table.match.game.sevens == ()  # choosing a 7 grants no bonus card
    else:
        assert table.reason("bonuses_used", seat=0, choices=[choice]) == "bonus_cannot"


def test_a_side_as_printed_allows_only_what_it_prints() -> None:
    table = at_the_end("V1", sides=[{"side": "odd", "suits": ["W", "B"], "values": [3, 5]}, "even", "any", "shift"])
    for suit, value in (("R", 3), ("W", 7)):
        choice = {"bonus": "V1", "suit": suit, "value": value}
        assert table.reason("bonuses_used", seat=0, choices=[choice]) == "bonus_cannot"
    listed = [(one["suit"], one["value"]) for one in table.expects("bonuses_used")["choices"]]
    assert listed == [("B", 3), ("B", 5), ("W", 3), ("W", 5)]
    used(table, {"bonus": "V1", "suit": "W", "value": 5})


@pytest.mark.parametrize(("card", "by", "odd"), [("B5", 1, None), ("Y12", -1, 5)])
def test_a_shift_moves_one_false_trick_by_1_and_is_none_itself(card: str, by: int, odd: int | None) -> None:
    points = used(at_the_end("V4"), {"bonus": "V4", "false_trick": card, "by": by})
    assert points.get("odd_values") == odd
    assert points["equal_pairs"] == 10


def test_a_shift_stays_within_1_and_12() -> None:
    table = at_the_end("V4")
    for choice in ({"false_trick": "Y12", "by": 1}, {"false_trick": "B5", "by": 0}, {"false_trick": "R7", "by": 1}):
        assert table.reason("bonuses_used", seat=0, choices=[{"bonus": "V4"} | choice]) == "bonus_cannot"


def test_a_shift_may_act_on_a_variable_card_and_on_a_trick_that_was_flipped_but_not_on_the_joker() -> None:
    table = at_the_end("V1", "V4")
    one, two = {"bonus": "V4", "of": "V1", "by": 1}, {"bonus": "V1", "suit": "W", "value": 3}
    assert used(table, one, two)["odd_values"] == 2  # W4 and B5 and Y12
    table = at_the_end("P2", "V4")
    assert used(table, {"bonus": "V4", "false_trick": "W9", "by": 1}, {"bonus": "P2", "trick": 1, "top": "W9"}) == {
        "tricks": 1,
        "pairs": 3,
        "odd_values": 2,
    }
    table = at_the_end("P3", "V4")
    joker = {"bonus": "P3", "as": "false_trick"}
    assert table.reason("bonuses_used", seat=0, choices=[joker, {"bonus": "V4", "of": "V1", "by": 1}]) == "bonus_cannot"


def test_two_shifts_may_act_on_one_false_trick_each_step_within_1_and_12() -> None:
    sides = ["odd", "even", "shift", "shift"]
    up, down = ({"bonus": b, "false_trick": "Y12", "by": by} for b, by in (("V3", 1), ("V4", -1)))
    table = at_the_end("V3", "V4", sides=sides)
    assert table.reason("bonuses_used", seat=0, choices=[up, down]) == "bonus_cannot"
    assert used(table, down, up)["odd_values"] == 2


def test_a_bonus_left_out_is_unused_and_each_holder_says_once_in_any_order() -> None:
    table = at_the_end("P2")
    game = table.game.to(bonuses=(("P2",), (), ("P3", "P4"), ("P4",)))
    table.match = replace(table.match, game=game)
    assert table.match.expects.seats == (0, 2)
    table.does("bonuses_used", seat=2, choices=[])
    assert table.code("bonuses_used", seat=2, choices=[]) == "wrong_phase"
    assert table.match.expects.seats == (0,)
    table.does("bonuses_used", seat=0, choices=[])
    assert len(table.scores()["deals"]) == 1


def test_only_bonus_cards_one_holds_and_each_once() -> None:
    table = at_the_end("P2")
    assert table.reason("bonuses_used", seat=0, choices=[{"bonus": "P3", "as": "trick"}]) == "bonus_not_held"
    twice = [{"bonus": "P2", "false_trick": "B5"}, {"bonus": "P2", "false_trick": "Y12"}]
    assert table.reason("bonuses_used", seat=0, choices=twice) == "bonus_twice"
    for wrong in ({"trick": 2, "top": "W9"}, {"trick": 0, "top": "W9"}, {"false_trick": "R7"}):
        assert table.reason("bonuses_used", seat=0, choices=[{"bonus": "P2"} | wrong]) == "bonus_cannot"


# Points


def revealing(card: str, points: list[int], **more: Any) -> dict[str, Any]:
    return {"card": card, "points": points, "variable": SIDES, **more}


LADDER = [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("card", "cards", "count"),
    [
        ("longest_sequence", "B7 W3 B6 R2 Y8", 3),  # the text's example: 6-7-8
        ("longest_sequence", "B1 W1 R1", 1),
        ("longest_sequence", "B12 W11 R9 Y8 B7", 3),
        ("most_of_one_suit", "B7 W3 B6 R2 B9", 3),  # the text's example
        ("most_of_one_suit", "B7 B6 W1 W2", 2),  # a tie scores one suit
        ("number_of_suits", "B7 W3 B6 R2 W7", 3),  # the text's example
        ("even_values", "B7 W3 B6 R2 W7", 2),  # the text's example
        ("odd_values", "B7 W3 B6 R2 W7", 3),  # the text's example
        ("odd_values", "", 0),
    ],
)
def test_scoring_cards_count_false_tricks(card: str, cards: str, count: int) -> None:
    table = Table(reveal=revealing(card, LADDER))
    table.tally((0, cards), (8, ""), (0, ""), (0, ""))
    assert table.points(0).get(card, 0) == count


def test_one_of_two_suits_takes_the_better_one_and_no_other_suit() -> None:
    table = Table(reveal=revealing("one_of_two_suits", LADDER, suits=["B", "W"]))
    table.tally((0, "B1 B2 W1 R1 R2 R3"), (8, ""), (0, "Y1"), (0, ""))
    assert table.points(0) == {"one_of_two_suits": 2}
    assert table.points(2) == {}


def test_the_last_entry_holds_for_all_counts_above() -> None:
    table = Table(reveal=revealing("odd_values", [0, 1, 9]))
    table.tally((0, "B1 B3 B5 B7"), (8, ""), (0, ""), (0, ""))
    assert table.points(0) == {"odd_values": 9}


@pytest.mark.parametrize(
    ("card", "house", "points"),
    [
        ("fewest_false_tricks", "dense", [12, 12, 7, 0]),
        ("fewest_false_tricks", "skip", [12, 12, 3, 0]),
        ("most_false_tricks", "dense", [7, 7, 12, 0]),
        ("most_false_tricks", "skip", [7, 7, 12, 0]),
    ],
)
def test_fewest_and_most_rank_those_with_at_least_one_and_ties_get_the_same(
    card: str, house: str, points: list[int]
) -> None:
    table = Table(reveal=revealing(card, [12, 7, 3]), tie_places=house)
    table.tally((0, "B1"), (0, ""), (0, "W1 W2"), (8, ""), blanks=1)  # the joker is a false trick too
    assert [table.points(seat).get(card, 0) for seat in range(4)] == points


def test_beyond_the_printed_places_there_is_nothing() -> None:
    table = Table(reveal=revealing("most_false_tricks", [12, 7]))
    table.tally((0, "B1"), (0, "W1 W2"), (8, "Y1 Y2 Y3"), (0, ""))
    assert "most_false_tricks" not in table.points(0)


@pytest.mark.parametrize(("tricks", "false", "points"), [(6, 1, 9), (3, 4, 12), (4, 4, 24), (0, 3, 0), (2, 0, 2)])
def test_tricks_and_pairs_count_as_in_the_examples_of_the_text(tricks: int, false: int, points: int) -> None:
    table = Table(reveal=revealing("odd_values", [0]))
    table.tally((tricks, " ".join(f"B{n}" for n in range(1, false + 1))), (8 - tricks, ""), (0, ""), (0, ""))
    assert table.scores()["deals"][0][0] == points


def test_cards_left_in_hand_or_reserve_score_nothing() -> None:
    table = Table()
    for turn in range(1, 7):
        table.play(f"B{turn} W{turn} R{turn} Y{turn}")
    table.play("B8 W8 R8 Y8")  # five in each reserve
    assert table.scores()["deals"] == [[7, 5, 5, 5]]  # seven tricks; four odd false tricks each but for the 8


# The end of the match


@both
def test_as_many_rounds_as_players_and_the_start_moves_on(players: int) -> None:
    table = Table(players, first=1)
    kinds = ["odd_values", "even_values", "number_of_suits", "longest_sequence"]
    for deal in range(players):
        if deal:
            table.does("scoring_card_revealed", **(ODD | {"card": kinds[deal]}))
        assert table.state["leader"] == (1 + deal) % players
        table.tally((6, ""), (6, ""), *[(0, "")] * (players - 2))
    assert table.match.status == "finished"
    assert table.scores()["winners"] == [0, 1]  # equal totals share
    assert table.view()["deal"] == players


# What is told


def test_with_closed_memory_tricks_lie_face_down_and_the_scribe_keeps_them() -> None:
    table = Table()
    table.play("R7 B1 R1 R2")
    table.takes(0, None)
    seen, kept = table.view()["state"], table.view(SCRIBE)["state"]
    assert (seen["tricks"], seen["last_trick"]) == ([[[]], [], [], []], None)
    assert kept["tricks"] == [[["R7", "R1", "R2"]], [], [], []]
    assert kept["last_trick"][1] == {"seat": 1, "card": "B1"}
    assert seen["false_tricks"] == [[], ["B1"], [], []]  # they lie open
    table.play("R3")
    told = [RULES.tell(table.game, event, None) for event in table.log]
    assert [event is None for event in told] == [False, True, True, True, True, False, False]
    assert {"type": "card_played", "seat": 1} in table.view()["expects"]  # and not which cards are left


def test_with_open_memory_everything_is_told() -> None:
    table = Table(memory="open")
    table.play("R7 B1 R1 R2")
    assert table.view()["state"]["tricks"] == [[["R7", "R1", "R2"]], [], [], []]


def test_after_the_round_its_plays_are_told() -> None:
    table = Table()
    table.play("R8 B1 R1 R2")
    table.tally((8, ""), (0, ""), (0, ""), (0, ""))
    table.does("scoring_card_revealed", **(ODD | {"card": "even_values"}))
    assert all(RULES.tell(table.game, event, None) for event in table.log)


# Dealt by the companion


def test_the_companion_reveals_from_the_card_set_each_card_once() -> None:
    from playing import played

    _, log, end = played(RULES, 5, dealing="companion")
    cards = [event for event in log if event.type == "scoring_card_revealed"]
    assert len(cards) == end.setup.players == len({repr(card) for card in cards})
    assert all(card in [one.revealed for one in end.setup.card_set.cards] for card in cards)


def test_each_seat_chooses_its_five_and_nobody_is_told_their_order() -> None:
    table = Table(dealing="companion")
    assert table.match.expects.seats == (0, 1, 2, 3)
    hand = table.view(1)["hand"]
    assert len(hand) == 12
    assert table.view()["state"]["hand_sizes"] == [12] * 4
    assert table.code("reserve_set", seat=1, cards=[*hand[:4], hand[0]]) == "illegal_choice"
    assert table.reason("reserve_set", seat=1, cards=hand[:5], ordered=True) == "five_cards"
    table.does("reserve_set", seat=1, cards=hand[:5])
    assert table.view(1)["hand"] == hand[5:]
    assert table.view()["state"]["reserve_sizes"] == [0, 5, 0, 0]
    assert table.reason("reserve_set", seat=1, cards=hand[:5]) == "reserve_once"


def test_before_each_lead_the_companion_asks_from_the_leader_on_and_draws_by_chance() -> None:
    table = Table(dealing="companion", first=2)
    table.set_reserves()
    assert table.match.expects.seats == (2,)
    assert table.code("reserve_drawn", seat=3) == "out_of_turn"
    assert table.code("reserve_left", seat=3) == "out_of_turn"
    assert table.reason("reserve_drawn", seat=2, card="B1") == "companion_draws"
    table.does("reserve_drawn", seat=2)
    wish, drawn = table.log[-2:]
    assert (wish.card, drawn.seat) == (None, 2)  # type: ignore[attr-defined]
    assert drawn.card in table.view(2)["hand"]  # type: ignore[attr-defined]
    for seat in (3, 0, 1):
        table.does("reserve_left", seat=seat)
    assert table.match.expects.seats == (2,)
    assert table.kinds() == {"card_played"}


@pytest.mark.parametrize("who", [None, 0, 2])
def test_nobody_is_told_a_hand_or_reserve_of_others(who: int | None) -> None:
    from playing import played

    _, log, _ = played(RULES, 3, dealing="companion", events=30)
    told = json.dumps([repr(RULES.redact(event, who)) for event in log])  # type: ignore[arg-type]
    seen = {event.card for event in log if event.type == "card_played"}  # type: ignore[attr-defined]
    dealt = next(event for event in log if event.type == "hands_dealt")
    for seat, cards in dealt.hands:  # type: ignore[attr-defined]
        for card in cards:
            if seat != who and card not in seen:
                assert f"'{card}'" not in told, (seat, card)


def test_at_a_table_nobody_is_asked_and_leaving_the_reserve_is_no_entry() -> None:
    assert Table().code("reserve_left", seat=0) == "wrong_phase"


def test_dealt_by_the_companion_there_is_no_quick_entry() -> None:
    table = Table(dealing="companion")
    table.set_reserves()
    assert "deal_tallied" not in table.kinds()
    results = [{"tricks": 2, "false_tricks": [], "blanks": 0, "trick_bonus": False}] * 4
    assert table.code("deal_tallied", results=results) == "wrong_phase"
