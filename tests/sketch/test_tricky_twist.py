"""Tricky Twist over the kit: showing out with a reserve still to come, bonuses of many forms, a reserve nobody sees."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import playing
import pytest
from sketch.table import Table, everything_told
from sketch.tricky_twist import RULES, Counts, FlipTrick, Joker, Printed

from companion.kit.codec import to_json
from companion.kit.match import evolve
from companion.kit.seats import Seat

SCORING = {"card": "odd_values", "points": [0, 2, 5], "variable": ["odd", "even", "any", "shift"]}


def new(players: int = 4, **more: Any) -> Table:
    table = Table(RULES, players, **more)
    if table.state.phase == "card":
        table.does("scoring_card_revealed", **SCORING)
    return table


def after_showing_out() -> Table:
    """Four players, seven cards each and five in reserve: seat 1 shows out of R in the first turn, at entry 3."""
    table = new()
    table.play("R12", "B1", "R1", "R2")  # seat 0 wins
    return table


# Showing out is of a moment.


def test_a_suit_shown_out_of_is_a_revoke_while_no_reserve_card_was_taken():
    table = after_showing_out()
    table.play("R11")
    refused = table.refuses("card_played", card="R3")
    assert (refused.code, refused.conflicts_with) == ("revoke", (3,))
    assert "R3" not in table.expects("card_played")["cards"]


def test_a_revoke_that_a_reserve_card_explains_is_no_revoke():
    table = after_showing_out()
    table.does("reserve_drawn", seat=1)
    table.play("R11", "R3")


def test_one_reserve_card_explains_one_card():
    table = after_showing_out()
    table.does("reserve_drawn", seat=1)
    table.play("R11", "R3", "R4", "R5", "R10")
    refused = table.refuses("card_played", card="R6")
    assert (refused.code, refused.conflicts_with) == ("revoke", (3,))
    table.play("B2", "R7", "B3")
    assert table.state.phase == "bonus"


def test_a_reserve_card_taken_before_showing_out_explains_nothing():
    table = new()
    table.does("reserve_drawn", seat=1)
    table.play("R12", "B1", "R1", "R2", "R11")
    refused = table.refuses("card_played", card="R3")
    assert (refused.code, refused.conflicts_with) == ("revoke", (4,))


def test_a_showing_out_says_nothing_of_the_reserve():
    """All show out of R at once: the eight left lie in reserves, and one may come with each draw."""
    table = new()
    table.play("R12", "B1", "B2", "B3")
    table.does("reserve_drawn", seat=2)
    table.play("B12", "B4")
    assert "R1" in table.expects("card_played")["cards"]  # seat 2 may have drawn it
    table.play("B5")
    assert "R1" not in table.expects("card_played")["cards"]  # seat 3 has drawn nothing


def test_a_forced_card_makes_the_own_showing_out_of_its_suit_fall():
    table = after_showing_out()
    table.play("R11")
    table.does("card_played", card="R3", irregular=True)
    assert table.match.irregular == (7,)
    assert table.state.facts.shows == ()


# Drawing from the reserve.


def test_before_a_turns_first_card_each_may_take_one_in_any_order_and_nobody_waits_for_them():
    table = new()
    drawers = [one["seat"] for one in table.expected() if one["type"] == "reserve_drawn"]
    assert drawers == [0, 1, 2, 3]
    table.does("reserve_drawn", seat=2)
    assert table.code("reserve_drawn", seat=2) == "illegal_choice"
    table.does("reserve_drawn", seat=0)
    table.play("R12")  # without a seat: still the leader's turn
    assert table.log[-1].seat == 0
    assert table.code("reserve_drawn", seat=1) == "wrong_phase"
    shown = table.view()["state"]
    assert (shown["hand_sizes"], shown["reserve_sizes"]) == ([7, 7, 8, 7], [4, 5, 4, 5])


def test_a_recorded_hand_without_its_reserve_is_judged_by_slots():
    """Twelve cards of which five lie in the reserve: three red ones may all lie there, seven cannot."""
    few = ["R1", "R2", "R3", *(f"B{n}" for n in range(1, 10))]
    table = new()
    table.does("hands_dealt", hands={"1": few})
    table.play("R12")
    assert set(table.expects("card_played")["cards"]) == set(few)
    many = ["R1", "R2", "R3", "R4", "R5", "R6", "R8", *(f"B{n}" for n in range(1, 6))]
    table = new()
    table.does("hands_dealt", hands={"1": many})
    table.play("R12")
    assert set(table.expects("card_played")["cards"]) == {card for card in many if card[0] == "R"}
    assert table.code("card_played", card="B1") == "impossible_deal"


def test_with_its_reserve_told_a_hand_is_known_and_must_follow_suit():
    few = ["R1", "R2", "R3", *(f"B{n}" for n in range(1, 10))]
    table = new()
    table.does("hands_dealt", hands={"1": few})
    table.does("reserve_set", seat=1, cards=[f"B{n}" for n in range(1, 6)])
    table.play("R12")
    assert table.code("card_played", card="B9") == "must_follow_suit"
    assert table.code("card_played", card="B1") == "not_in_hand"


# Sevens and bonuses.


def seven() -> Table:
    table = new()
    table.play("R7", "B7", "R1", "R2")  # seat 0 collects R7, seat 1 its false trick B7
    return table


def test_a_collected_seven_gives_the_choice_of_a_bonus_winner_first_and_null_declines():
    table = seven()
    assert table.expects("bonus_taken", 0) == {
        "type": "bonus_taken",
        "seat": 0,
        "bonuses": [None, "P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4"],
    }
    assert table.code("bonus_taken", seat=1, bonus="P2") == "out_of_turn"
    table.does("bonus_taken", seat=0, bonus=None)
    assert '"false_trick' in json.dumps(table.expects("bonus_taken", 1))  # P1 may take B7 back
    table.does("bonus_taken", seat=1, bonus="V3")
    assert table.match.expects.seats == (0,)
    with pytest.raises(TypeError):
        table.does("bonus_taken", seat=0)  # to decline is said


def test_taking_back_returns_a_false_trick_to_the_hand_where_it_is_known():
    table = seven()
    table.does("bonus_taken", seat=0, bonus="P2")
    table.does("bonus_taken", seat=1, bonus="P1", false_trick="B7")
    shown = table.view()["state"]
    assert (shown["false_tricks"], shown["hand_sizes"]) == ([[], [], [], []], [6, 7, 6, 6])
    assert "P1" not in shown["bonuses_left"]
    table.play("B12")
    assert table.code("card_played", card="Y1") == "impossible_deal"  # it has B7
    table.play("B7")


def test_taking_back_is_out_for_the_rest_of_the_match_and_the_other_bonuses_come_back():
    table = seven()
    table.does("bonus_taken", seat=0, bonus="P2")
    table.does("bonus_taken", seat=1, bonus="P1")
    table.does("deal_tallied", results=[{"tricks": 3, "false_tricks": [], "blanks": 0, "trick_bonus": False}] * 4)
    assert table.state.bonuses_left == ("P2", "P3", "P4", "V1", "V2", "V3", "V4")


def at_the_end(*bonuses: str) -> Table:
    """A round almost played out: seat 0 has tricks R7 R1, seat 1 false tricks B7 W5; seat 0 holds these bonuses."""
    table = seven()
    table.does("bonus_taken", seat=0, bonus=None)
    table.does("bonus_taken", seat=1, bonus=None)
    game = table.state
    game = replace(game, phase="uses", bonuses=(bonuses, (), (), ()), bonuses_left=())
    table.match = replace(table.match, game=game)
    return table


@pytest.mark.parametrize(
    ("bonus", "choice", "kind"),
    [
        ("P2", {"bonus": "P2", "trick": 0, "top": "R1"}, FlipTrick),
        ("P3", {"bonus": "P3", "as": "false_trick"}, Joker),
        ("V1", {"bonus": "V1", "suit": "W", "value": 3}, Counts),
        ("V3", {"bonus": "V3", "suit": "B", "value": 12}, Counts),
    ],
)
def test_what_an_end_of_round_bonus_does_has_the_form_of_that_bonus(bonus: str, choice: Any, kind: type):
    table = at_the_end(bonus)
    table.does("bonuses_used", seat=0, choices=[choice])
    assert isinstance(table.log[-1].choices[0], kind)
    assert table.scores()["deals"]


@pytest.mark.parametrize(
    "choice",
    [
        {"bonus": "P2", "trick": 1, "top": "R1"},
        {"bonus": "P2", "trick": 0, "top": "R9"},
        {"bonus": "P2", "false_trick": "R1"},
        {"bonus": "V1", "suit": "W", "value": 4},
        {"bonus": "V4", "suit": "W", "value": 4},
        {"bonus": "P3", "as": "trick"},
    ],
)
def test_a_bonus_does_only_what_it_can_and_for_who_holds_it(choice: Any):
    table = at_the_end("P2", "V1", "V4")
    assert table.code("bonuses_used", seat=0, choices=[choice]) == "illegal_choice"


def test_a_shift_may_act_on_what_another_variable_card_counts_as():
    table = at_the_end("V1", "V4")
    choices = [{"bonus": "V1", "suit": "W", "value": 3}, {"bonus": "V4", "by": 1, "of": "V1"}]
    table.does("bonuses_used", seat=0, choices=choices)
    # One trick and one false trick of value 4: nothing odd.
    reasons = [line["reason"] for line in table.scores()["lines"] if line["seat"] == 0]
    assert reasons == ["tricks", "pairs"]


def test_a_variable_card_as_printed_allows_only_what_it_prints():
    table = Table(RULES, 4)
    printed = {"side": "odd", "suits": ["W", "B"], "values": [3, 5]}
    table.does("scoring_card_revealed", **(SCORING | {"variable": [printed, "even", "any", "shift"]}))
    variable = table.log[-1].variable
    assert variable == (Printed("odd", ("W", "B"), (3, 5)), "even", "any", "shift")


def test_who_holds_end_of_round_bonuses_says_what_they_do_in_any_order():
    table = at_the_end("P2")
    game = replace(table.state, bonuses=(("P2",), (), ("P3", "P4"), ("P4",)))
    table.match = replace(table.match, game=game)
    assert table.match.expects.seats == (0, 2)  # P4 needs no word
    table.does("bonuses_used", seat=2, choices=[])
    assert table.match.expects.seats == (0,)


# Dealt by the companion.


def test_the_companion_asks_from_the_leader_on_and_draws_without_telling_anybody_but_the_owner():
    table = new(dealing="companion", seed=2)
    for seat in (2, 0, 3, 1):
        cards = RULES.candidates(table.state, Seat(seat))
        (bounds,) = cards
        event = bounds.sample(Random(seat))
        table.does("reserve_set", seat=seat, cards=list(event.cards))
    assert table.match.expects.seats == (0,)
    assert table.code("reserve_drawn", seat=1) == "out_of_turn"
    assert table.code("reserve_drawn", seat=0, card="B1") == "illegal_choice"
    table.does("reserve_drawn", seat=0)
    wish, drawn = table.log[-2:]
    assert (wish.card, drawn.seat) == (None, 0)
    assert drawn.card in table.state.facts.reserves[1].cards
    table.does("reserve_left", seat=1)
    assert len(table.view(0)["hand"]) == 8
    assert len(table.view(1)["hand"]) == 7
    assert table.view(None)["hand"] is None


@pytest.mark.parametrize("who", [None, 0, 2])
def test_no_seat_is_told_a_reserve_or_another_hand(who: int | None):
    start, log, end = playing.played(RULES, 3, dealing="companion", events=30)
    told = everything_told(start, log, who)
    seen = {event.card for event in log if event.type == "card_played"}
    dealt = next(event for event in log if event.type == "hands_dealt")
    for seat, cards in dealt.hands:
        for card in cards:
            if seat != who and card not in seen:
                assert f'"{card}"' not in told, (seat, card)
    folded = start
    for event in log:
        folded = evolve(folded, RULES.redact(event, None if who is None else Seat(who)))
    if who is not None:
        assert RULES.hand(folded.game, Seat(who)) == RULES.hand(end.game, Seat(who))


def test_a_seats_own_fold_offers_it_the_same_cards_as_the_companions():
    table = new(dealing="companion", seed=5)
    random = Random(5)
    while table.state.phase != "play":
        event = playing.next_event(table.match, random)
        data = to_json(event)
        table.does(data.pop("type"), **data)
    seat = table.state.on_turn
    offered = [one for one in table.view(seat)["expects"] if one["type"] == "card_played"]
    assert offered == [table.expects("card_played")]


# The whole.


def test_a_whole_match_of_random_legal_events_comes_to_its_end():
    _, log, end = playing.played(RULES, 1, dealing="companion")
    assert end.status == "finished"
    assert len(log) > 100


def test_a_round_at_the_table_of_random_legal_events_comes_to_its_end():
    random = Random(3)
    course = playing.course(playing.opened(RULES, random, players=4), random)
    after = next(after for _, after in course if after.game.deal > 1)
    assert len(RULES.score(after.game).deals) == 1
