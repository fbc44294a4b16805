"""Power Tricks over the kit: cards that cancel each other, a trick for nobody, power taken with a card, a card over."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import playing
import pytest
from sketch.power_tricks import RULES, CardPlayed, deck_of
from sketch.table import Table

from companion.kit import tricks as kit
from companion.kit.match import Sitting, begin
from companion.kit.rules import Setup
from companion.kit.seats import Seat

# Twelve axes and eleven of each other suit.
DECK = {
    "A": list(range(1, 13)),
    "B": list(range(1, 12)),
    "C": list(range(3, 14)),
    "D": list(range(5, 16)),
}


def new(players: int = 3, dealing: str = "table", seed: int = 0, **chapter: Any) -> Table:
    table = Table(RULES, players, seed=seed, dealing=dealing, card_set={"deck": DECK})
    told = {"winner": "led_suit", "trick_points": 10, "bid": 3, "power_bonus": 5}
    table.does("chapter_opened", **(told | chapter))
    return table


def won(table: Table) -> list[int]:
    shown: list[int] = table.view()["state"]["tricks_won"]
    return shown


# Power.


def test_power_is_taken_with_a_card_and_counts_for_it_and_all_later_ones():
    table = new()
    table.play("B5")
    table.does("card_played", card="B4", power=True)
    shown = table.view()["state"]
    assert shown["trick_cards"] == [{"seat": 0, "card": "B5", "value": 5}, {"seat": 1, "card": "B4", "value": 5}]
    assert (shown["power"], shown["powers"]) == (None, [None, 1, None])
    table.play("B1")
    assert won(table) == [0, 0, 1]  # the two fives cancel each other
    table.play("C9", "C11", "C10")  # the eleven of seat 0, and seat 1's ten is eleven too
    assert won(table) == [0, 0, 2]


def test_power_is_taken_once_by_each_and_once_from_each_trick():
    table = new()
    table.does("card_played", card="B5", power=True)
    assert table.code("card_played", card="B6", power=True) == "illegal_choice"
    table.play("B4", "B3")
    assert table.code("card_played", card="B7", power=True) == "illegal_choice"
    assert table.view()["state"]["power"] == 2


def test_cards_may_be_played_with_power_until_somebody_has_taken_it():
    table = new()
    table.play("B5")
    assert '"power' in json.dumps(table.expects("card_played"))
    table.does("card_played", card="B6", power=True)
    assert "cards" in table.expects("card_played")
    assert '"power' not in json.dumps(table.expects("card_played"))


def test_a_gem_comes_only_with_power_and_is_one_still_there():
    table = new()
    table.does("gems_revealed", gems=["ruby", "opal", "jade", "ruby"])
    assert table.code("card_played", card="B5", gem="ruby") == "illegal_choice"
    assert table.code("card_played", card="B5", power=True, gem="onyx") == "illegal_choice"
    table.does("card_played", card="B5", power=True, gem="opal")
    table.play("B6", "B7")
    assert table.code("card_played", card="B8", power=True, gem="opal") == "illegal_choice"
    table.does("card_played", card="B8", power=True, gem="ruby")
    assert table.view()["state"]["gems"] == [["opal"], [], ["ruby"]]


# Equal highest cancel each other.


def test_equal_highest_cancel_and_the_next_highest_wins():
    table = new(winner="highest", players=4)
    table.play("B6", "C6", "D5", "A4")
    assert won(table) == [0, 0, 1, 0]


def test_cancelled_out_altogether_nobody_wins_and_the_same_seat_leads_again():
    table = new(winner="highest", players=4)
    table.play("B6", "C6", "D5", "A5")
    assert won(table) == [0, 0, 0, 0]
    shown = table.view()["state"]
    assert (shown["trick"], shown["leader"], shown["trick_cards"]) == (2, 0, [])
    assert [one["card"] for one in shown["last_trick"]] == ["B6", "C6", "D5", "A5"]
    assert table.match.expects.seats == (0,)


def test_when_all_trumps_cancel_the_led_suit_is_looked_at():
    table = new(winner="trump", trump="D", players=4)
    table.play("B2")
    table.does("card_played", card="D6", power=True)  # 7
    table.play("D7", "B3")
    assert won(table) == [0, 0, 0, 1]


def test_a_card_of_neither_trump_nor_led_suit_wins_nothing():
    table = new(winner="trump", trump="D", players=4)
    table.play("B2")
    table.does("card_played", card="B1", power=True)
    table.play("A12", "C13")
    assert won(table) == [0, 0, 0, 0]


# The chapter.


@pytest.mark.parametrize(("each", "points"), [(10, 10), ([7, *[1] * 10], 7)])
def test_a_trick_is_worth_one_number_or_the_one_of_its_place_in_a_list(each: Any, points: int):
    table = new(trick_points=each)
    table.play("B5", "B6", "B4")
    assert table.scores()["current"] == [0, points, 0]


def test_a_list_of_trick_points_has_as_many_as_there_are_tricks():
    table = Table(RULES, 3, card_set={"deck": DECK})
    chapter = {"winner": "led_suit", "bid": 3, "power_bonus": 5}
    assert table.code("chapter_opened", **chapter, trick_points=[1, 2, 3]) == "illegal_choice"


def test_axes_are_no_trump_for_three():
    table = Table(RULES, 3, card_set={"deck": DECK})
    chapter = {"winner": "trump", "trick_points": 1, "bid": 3, "power_bonus": 5}
    assert table.code("chapter_opened", **chapter, trump="A") == "illegal_choice"
    assert table.code("chapter_opened", **chapter) == "illegal_choice"


def test_exactly_the_bid_adds_the_number_of_the_power_card_and_the_bonus():
    table = new(bid=0)
    table.does("card_played", card="B5", power=True)
    table.play("B7", "B4")
    assert table.scores()["current"] == [1 + 5, 10, 5]


# Hands nobody has told, and the card left over.


def test_with_four_one_card_is_left_over_and_may_be_what_a_seat_does_not_have():
    table = new(players=4)
    assert table.state.tricks.holdings.need == (11, 11, 11, 11, 1)
    table.play("B5", "A1", "A2", "A3")  # seats 1 to 3 show out: ten of B are left for seat 0 and the pile
    assert {"B1", "A4"} <= cards(table)
    table.does("card_left_over", card="C3")
    assert {card[0] for card in cards(table)} == {"B"}
    refused = table.refuses("card_played", card="A4")
    assert (refused.code, refused.conflicts_with) == ("impossible_deal", (3, 4, 5, 6))


def cards(table: Table) -> set[str]:
    asked = table.expects("card_played")
    return set(asked.get("cards") or [one["card"] for one in asked["options"]])


def test_the_card_left_over_is_one_nobody_has_played_or_was_dealt():
    table = new(players=4)
    at = table.does("hands_dealt", hands={"0": [f"B{n}" for n in range(1, 12)]})
    refused = table.refuses("card_left_over", card="B3")
    assert (refused.code, refused.conflicts_with) == ("impossible_deal", (at,))
    table.play("B1")
    assert table.code("card_left_over", card="B1") == "card_gone"
    assert new(players=3).code("card_left_over", card="B1") == "wrong_phase"


def test_the_games_own_card_played_is_the_kits_with_two_fields_more():
    assert issubclass(CardPlayed, kit.CardPlayed)
    table = new()
    table.play("B5", "C3", "B6")
    table.play("B7", "B8")
    refused = table.refuses("card_played", card="B9")
    assert (refused.code, refused.conflicts_with) == ("revoke", (3,))
    table.does("card_played", card="B9", power=True, irregular=True)
    assert table.match.irregular == (7,)


def test_a_tie_goes_to_the_highest_power_card_of_the_last_round():
    table = new()
    for _ in range(3):
        results = [{"tricks": 2, "power": 4}, {"tricks": 2, "power": 7}, {"tricks": 1}]
        table.does("deal_tallied", results=results)
        if table.match.status == "playing":
            table.does("chapter_opened", winner="highest", trick_points=10, bid=9, power_bonus=5)
    told = table.scores()
    assert told["totals"] == [60, 60, 30]
    assert (told["winners"], told["losers"]) == ([1], [2])


@pytest.mark.parametrize("results", [
    [{"tricks": 6}, {"tricks": 6}, {"tricks": 0}],
    [{"tricks": 1, "power": 3}, {"tricks": 1, "power": 3}, {"tricks": 0}],
    [{"tricks": 1}],
])  # fmt: skip
def test_a_count_that_cannot_be_is_refused(results: Any):
    assert new().code("deal_tallied", results=results) == "illegal_choice"


# The whole.


@pytest.mark.parametrize("dealing", ["table", "companion"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_match_of_random_legal_events_comes_to_its_end(players: int, dealing: Any):
    random = Random(players)
    setup = Setup(players, Seat(1), RULES.house_rules(), dealing, "open", {"deck": DECK})
    match = begin(RULES, setup, [Sitting()] * players)
    played = 0
    for event, after in playing.course(match, random):
        played += event.type == "card_played"
        match = after
    assert match.status == "finished"
    assert played >= 3 * players * {3: 11, 4: 11, 5: 9}[players] * (dealing == "companion")
    assert len(deck_of(setup).names) == (33 if players == 3 else 45)
