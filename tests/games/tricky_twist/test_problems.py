"""What is refused, with which code, at the first moment it can be proven, and which entries it names."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import playing
import pytest
from games.tricky_twist.table import ODD, SIDES, Table, counted

from companion.games.tricky_twist.events import BonusesUsed, DealTallied, ReserveSet, ScoringCardRevealed
from companion.games.tricky_twist.printed import TOLD, CardSet, check_card_set
from companion.games.tricky_twist.rules import RULES
from companion.kit.codec import Shape, fits, record_to_json
from companion.kit.match import expected

FEW = ["R1", "R2", "R3", *(f"B{n}" for n in range(1, 10))]
"""Twelve cards with three red ones, which may all lie in the reserve."""
MANY = ["R1", "R2", "R3", "R4", "R5", "R6", "R8", *(f"B{n}" for n in range(1, 6))]
"""Twelve cards with seven red ones, of which two at least are in the hand."""


def shown_out() -> Table:
    """Seat 1 shows out of red in the first turn, at entry 3."""
    table = Table()
    table.play("R12 B1 R1 R2")
    return table


def recorded(cards: list[str], **more: Any) -> Table:
    """The hand of seat 1, at entry 2."""
    table = Table(**more)
    table.does("hands_dealt", hands={"1": cards})
    return table


# revoke, and what a reserve card explains


def test_a_suit_shown_out_of_is_a_revoke_naming_the_play_that_showed_out() -> None:
    table = shown_out()
    table.play("R11")
    assert table.problem("card_played", card="R3") == ("revoke", [3])
    assert not [card for card in table.cards() if card[0] == "R"]


def test_a_revoke_that_a_reserve_card_explains_is_no_revoke() -> None:
    table = shown_out()
    table.does("reserve_drawn", seat=1)
    table.play("R11 R3")


def test_one_reserve_card_explains_one_card() -> None:
    table = shown_out()
    table.does("reserve_drawn", seat=1)
    table.play("R11 R3 R4 R5 R10")
    assert table.problem("card_played", card="R6") == ("revoke", [3])


def test_a_reserve_card_taken_before_showing_out_explains_nothing() -> None:
    table = Table()
    table.does("reserve_drawn", seat=1)
    table.play("R12 B1 R1 R2 R11")
    assert table.problem("card_played", card="R3") == ("revoke", [4])


def test_showing_out_again_bars_the_reserve_card_too() -> None:
    table = shown_out()
    table.does("reserve_drawn", seat=1)
    table.play("R11 B2 R3 R4 R10")
    code, against = table.problem("card_played", card="R5")
    assert code == "revoke"
    assert set(against) <= {3, 8}


def test_a_showing_out_says_nothing_of_the_reserve() -> None:
    table = Table()
    table.play("R12 B1 B2 B3")
    table.does("reserve_drawn", seat=2)
    table.play("B12 B4")
    assert "R1" in table.cards()
    table.play("B5")
    assert "R1" not in table.cards()  # seat 3 has drawn nothing


# Recorded hands


def test_a_card_that_was_not_recorded_is_not_in_hand() -> None:
    table = recorded(FEW)
    table.play("R12")
    assert table.problem("card_played", card="Y1") == ("not_in_hand", [2])


def test_a_recorded_hand_without_its_reserve_follows_suit_by_slots() -> None:
    table = recorded(FEW)
    table.play("R12")
    assert set(table.cards()) == set(FEW)
    table = recorded(MANY)
    table.play("R12")
    assert set(table.cards()) == {card for card in MANY if card[0] == "R"}
    assert table.problem("card_played", card="B1") == ("impossible_deal", [2])


def test_with_its_reserve_told_a_hand_must_follow_suit() -> None:
    table = recorded(FEW)
    at = table.does("reserve_set", seat=1, cards=[f"B{n}" for n in range(1, 6)])
    table.play("R12")
    assert table.code("card_played", card="B9") == "must_follow_suit"
    assert table.code("card_played", card="B1") == "not_in_hand"
    assert table.cards() == ["R1", "R2", "R3"]
    assert at == 3


def test_with_the_order_told_the_reserve_card_is_known() -> None:
    table = recorded(FEW)
    table.does("reserve_set", seat=1, cards=["R1", "R2", "R3", "B1", "B2"], ordered=True)
    assert table.code("reserve_drawn", seat=1, card="R2") == "impossible_deal"
    table.does("reserve_drawn", seat=1)
    table.play("R12")
    assert table.cards() == ["R1"]
    assert table.code("card_played", card="B9") == "must_follow_suit"


def test_with_the_order_unknown_the_hand_is_judged_by_slots() -> None:
    table = recorded(FEW)
    table.does("reserve_set", seat=1, cards=["R1", "R2", "B1", "B2", "B4"])
    table.does("reserve_drawn", seat=1)
    table.play("R12")
    assert set(table.cards()) == {"R1", "R2", "R3"}  # R3 was never in the reserve
    assert table.code("card_played", card="B9") == "impossible_deal"


def test_a_card_of_another_recorded_hand_is_an_impossible_deal() -> None:
    table = recorded(FEW)
    assert table.problem("card_played", card="R1") == ("impossible_deal", [2])


def test_a_hand_has_sixteen_or_twelve_cards_and_is_recorded_once() -> None:
    table = recorded(FEW)
    assert table.code("hands_dealt", hands={"2": [f"W{n}" for n in range(1, 12)]}) == "illegal_choice"
    assert table.code("hands_dealt", hands={"2": [f"W{n}" for n in range(1, 14)]}) == "not_in_deck"
    assert table.problem("hands_dealt", hands={"1": FEW}) == ("illegal_choice", [2])
    assert table.problem("hands_dealt", hands={"2": FEW}) == ("impossible_deal", [2])
    assert table.reason("hands_dealt", hands={}) == "no_hand"


def test_hands_are_recorded_before_the_rounds_first_card() -> None:
    table = Table()
    table.does("reserve_drawn", seat=0)
    table.does("hands_dealt", hands={"1": FEW})
    table.play("W1")
    assert table.code("hands_dealt", hands={"2": [f"Y{n}" for n in range(1, 13)]}) == "wrong_phase"


def test_a_reserve_is_recorded_where_the_hand_is_known_before_the_first_draw_or_card() -> None:
    five = FEW[:5]
    assert Table().code("reserve_set", seat=1, cards=five) == "wrong_phase"
    table = recorded(FEW)
    assert table.expects("reserve_set", 1)["cards"]
    assert table.problem("reserve_set", seat=1, cards=["Y1", *FEW[:4]]) == ("not_in_hand", [2])
    assert table.code("reserve_set", seat=1, cards=["Y13", *FEW[:4]]) == "not_in_deck"
    assert table.reason("reserve_set", seat=1, cards=["R1", *FEW[:4]]) == "five_cards"
    table.does("reserve_set", seat=1, cards=five)
    assert table.problem("reserve_set", seat=1, cards=five) == ("illegal_choice", [3])
    late = recorded(FEW)
    late.does("reserve_drawn", seat=0)
    assert late.code("reserve_set", seat=1, cards=five) == "wrong_phase"


def test_a_reserve_card_agrees_with_what_was_seen_and_recorded() -> None:
    table = recorded(FEW)
    table.play("Y1 B1 Y2 Y3")
    assert table.problem("reserve_drawn", seat=1, card="B1") == ("card_gone", [4])
    assert table.problem("reserve_drawn", seat=1, card="W1") == ("not_in_hand", [2])
    assert table.problem("reserve_drawn", seat=2, card="B2") == ("impossible_deal", [2])
    assert table.code("reserve_drawn", seat=1, card="B13") == "not_in_deck"


# Other codes of the table


def test_cards_turns_and_phases() -> None:
    table = Table()
    assert table.code("card_played", card="B13") == "not_in_deck"
    assert table.code("card_played", seat=2, card="B1") == "out_of_turn"
    assert table.code("card_played", seat=4, card="B1") == "invalid"
    table.play("B1")
    assert table.problem("card_played", card="B1") == ("card_gone", [2])
    assert table.code("bonus_taken", seat=0, bonus="P2") == "wrong_phase"
    assert table.code("bonuses_used", seat=0, choices=[]) == "wrong_phase"
    assert table.code("scoring_card_revealed", **ODD) == "wrong_phase"


def test_an_irregular_lead_out_of_turn_lets_the_trick_go_round_from_there() -> None:
    table = Table()
    table.does("card_played", seat=2, card="B1", irregular=True)
    assert table.match.expects.seats == (3,)


def test_a_forced_card_makes_the_own_showing_out_of_its_suit_fall() -> None:
    table = shown_out()
    table.play("R11")
    table.does("card_played", card="R3", irregular=True)
    assert table.match.irregular == (7,)
    table.play("R4 R5 R10 R6")  # nothing says any more that seat 1 had none


def test_must_follow_suit_that_happened_drops_nothing_and_shows_nothing() -> None:
    table = recorded(FEW)
    table.does("reserve_set", seat=1, cards=[f"B{n}" for n in range(1, 6)])
    table.play("R12")
    table.does("card_played", card="B9", irregular=True)
    table.play("R4 R5 R11")
    assert table.cards() == ["R1", "R2", "R3"]


def test_an_impossible_deal_that_happened_falls_in_turn_to_the_recorded_hands() -> None:
    table = recorded(FEW)
    table.does("card_played", card="R1", irregular=True)
    assert table.game.slots.facts.hands == ()
    assert table.game.slots.consistent


def test_nothing_else_can_be_forced() -> None:
    table = recorded(FEW)
    table.play("R12")
    for card, code in (("R12", "card_gone"), ("Y1", "not_in_hand"), ("Y13", "not_in_deck")):
        assert table.code("card_played", card=card, irregular=True) == code
    assert table.code("card_played", seat=3, card="R3", irregular=True) == "out_of_turn"


# Scoring cards and card sets


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"card": "one_of_two_suits"}, "two_suits"),
        ({"card": "one_of_two_suits", "suits": ["B"]}, "two_suits"),
        ({"card": "one_of_two_suits", "suits": ["B", "B"]}, "two_suits"),
        ({"variable": [{"side": "odd", "suits": ["B"], "values": [2]}, *SIDES[1:]]}, "printed_side"),
        ({"variable": [{"side": "any", "suits": [], "values": [2]}, *SIDES[1:]]}, "printed_side"),
    ],
)
def test_a_scoring_card_that_cannot_be_printed_is_refused(change: dict[str, Any], reason: str) -> None:
    table = Table()
    table.tally((8, ""), (0, ""), (0, ""), (0, ""))
    assert table.reason("scoring_card_revealed", **(ODD | {"card": "even_values"} | change)) == reason


def test_a_card_set_has_nine_cards_of_eight_kinds() -> None:
    good = playing.card_set(RULES)
    assert check_card_set(good) is None
    again = CardSet((*good.cards[:8], good.cards[0]), good.suits)
    refusal = check_card_set(again)
    assert refusal
    assert dict(refusal.params)["reason"] == "nine_cards"
    assert RULES.dealt_from_card_set
    content = record_to_json(good)
    assert fits(Shape("record", record=CardSet), content)
    assert not fits(Shape("record", record=CardSet), content | {"cards": content["cards"][:8]})


def test_the_form_offers_the_points_that_the_text_tells_and_no_others() -> None:
    table = Table()
    table.tally((8, ""), (0, ""), (0, ""), (0, ""))
    asked = table.expects("scoring_card_revealed")["by"]["card"]
    told = {kind: [n for n in about["points"] if n is not None] for kind, about in asked.items()}
    assert asked["fewest_false_tricks"]["points"] == asked["most_false_tricks"]["points"] == [12, 7, None, None]
    assert asked["most_of_one_suit"]["points"].index(3) == 3
    assert {kind for kind, points in told.items() if points} == set(TOLD)


@pytest.mark.parametrize(
    ("event", "good", "wrong"),
    [
        (ScoringCardRevealed, ODD, {"points": []}),
        (ScoringCardRevealed, ODD, {"variable": SIDES[:3]}),
        (ScoringCardRevealed, ODD, {"card": "highest_card"}),
        (ReserveSet, {"seat": 0, "cards": FEW[:5]}, {"cards": FEW[:4]}),
        (BonusesUsed, {"seat": 0, "choices": []}, {"choices": [{"bonus": "P1"}]}),
        (
            BonusesUsed,
            {"seat": 0, "choices": [{"bonus": "V1", "suit": "B", "value": 1}]},
            {"choices": [{"bonus": "V1"}]},
        ),
        (DealTallied, {"results": counted(*[(2, "")] * 4)}, {"results": counted(*[(2, "")] * 2)}),
        (DealTallied, {"results": counted(*[(2, "")] * 4)}, {"results": counted(*[(19, "")] * 4)}),
    ],
)
def test_what_the_fields_cannot_hold_is_invalid(event: type, good: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert fits(Shape("record", record=event), good)
    assert not fits(Shape("record", record=event), good | wrong)


# Quick entry


@pytest.mark.parametrize(("players", "least", "most"), [(3, 10, 18), (4, 6, 14)])
def test_tricks_of_a_round_are_its_turns_and_what_flip_and_joker_change(players: int, least: int, most: int) -> None:
    for number in (least - 1, least, most, most + 1):
        table = Table(players)
        half = number // 2
        results = counted((half, ""), (number - half, ""), *[(0, "")] * (players - 2))
        if least <= number <= most:
            table.does("deal_tallied", results=results)
        else:
            assert table.reason("deal_tallied", results=results) == "tricks_of_a_round"


def test_there_is_one_joker_and_one_p4() -> None:
    table = Table()
    results = counted(*[(2, "")] * 4)
    assert table.reason("deal_tallied", results=[r | {"blanks": 1} for r in results]) == "one_joker"
    assert table.reason("deal_tallied", results=[r | {"trick_bonus": True} for r in results]) == "one_trick_bonus"
    assert table.reason("deal_tallied", results=results[:3]) == "a_result_per_seat"


def test_variable_cards_can_repeat_four_false_tricks() -> None:
    table = Table()
    assert table.reason("deal_tallied", results=counted((8, "B1 B1 B1 B1 B1 B1"), *[(0, "")] * 3)) == "repeated_cards"
    assert table.code("deal_tallied", results=counted((8, "B13"), *[(0, "")] * 3)) == "not_in_deck"
    table.tally((8, "B1 B1 B1 B1 B1"), (0, ""), (0, ""), (0, ""))


def test_a_quick_entry_ends_the_round_whatever_was_recorded_and_counts_after_bonuses() -> None:
    table = Table()
    table.play("R12 R1 R2 R3 R4")
    table.tally((2, "B1"), (3, "B3 W3 R3"), (1, ""), (0, ""), bonus=1, blanks=2)
    assert table.scores()["deals"] == [[7, 26, 6, 0]]


# How fast


@pytest.mark.serial
@pytest.mark.parametrize("players", [3, 4])
def test_what_may_come_next_is_found_in_under_ten_milliseconds(players: int) -> None:
    times = []
    for seed in range(6):
        random = Random(seed)
        match = playing.opened(RULES, random, players=players)
        for _, after in playing.course(match, random, shortcuts=0.02):
            match = after
            start = time.process_time()
            expected(match)
            times.append(time.process_time() - start)
            if match.game.deal > 1:
                break
    times.sort()
    print(f"{players} players: median {times[len(times) // 2] * 1e3:.1f} ms, slowest {times[-1] * 1e3:.1f} ms")
    assert times[-1] < 0.010
