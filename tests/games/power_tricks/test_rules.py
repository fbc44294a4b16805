"""The rule text sentence by sentence, and what was settled where it leaves something open."""

from __future__ import annotations

from random import Random
from typing import Any

import playing
import pytest
from games.power_tricks.table import DECK, OWN, Table

from companion.games.power_tricks.rules import RULES, HouseRules
from companion.kit.codec import choose
from companion.kit.match import Sitting, begin
from companion.kit.rules import Setup
from companion.kit.seats import SCRIBE, Seat

each = pytest.mark.parametrize("players", [3, 4, 5])
IN_ALL = {3: 11, 4: 11, 5: 9}


def lines(table: Table, seat: int) -> list[tuple[int, str]]:
    return [(line["points"], line["reason"]) for line in table.scores["lines"] if line["seat"] == seat]


# Components and setup


def test_three_to_five_players_with_open_memory_and_no_house_rules() -> None:
    assert RULES.seats == (3, 4, 5)
    assert RULES.memory == "open"
    assert RULES.house_rules() == HouseRules()


def test_four_suits_with_values_from_1_to_15() -> None:
    assert RULES.suits == ("A", "B", "C", "D")
    assert RULES.cards == tuple(f"{suit}{value}" for suit in "ABCD" for value in range(1, 16))
    table = Table(4)
    assert table.choices == list(RULES.cards)
    for wrong in ("A0", "A16", "E1", "S7"):
        assert table.problem(wrong) == ("not_in_deck", [])


@pytest.mark.parametrize("deck", [None, True])
def test_with_three_players_the_axes_stay_in_the_box(deck: Any) -> None:
    table = Table(3, deck=deck)
    assert table.problem("A5") == ("not_in_deck", [])
    assert "A5" in Table(4, deck=deck).choices
    assert "A5" in Table(5, deck=deck).choices


def test_a_deck_the_table_knows_has_these_cards_and_no_others() -> None:
    table = Table(4, deck=True)
    assert table.choices == [f"{suit}{value}" for suit, values in DECK.items() for value in values]
    assert table.problem("B12") == ("not_in_deck", [])
    assert Table(4).problem("B12") is None


@each
def test_everybody_has_as_many_cards_as_there_are_tricks_and_with_four_one_is_left_over(players: int) -> None:
    for deck in (None, True):
        need = Table(players, deck=deck).match.game.tricks.holdings.need
        assert need == (IN_ALL[players],) * players + (1,) * (players == 4)
        assert sum(need) == (33 if players == 3 else 45)


@each
def test_a_round_has_11_tricks_and_9_with_five_and_a_match_three_rounds(players: int) -> None:
    table = Table(players)
    assert table.view["deals"] == 3
    for deal in (1, 2, 3):
        assert table.view["deal"] == deal
        seen = 0
        while table.match.game.deal == deal and table.match.status == "playing":
            seen += 1
            assert table.state["trick"] == seen
            table.play_on(players)
        assert seen == IN_ALL[players]
        if deal < 3:
            table.open()
    assert table.match.status == "finished"
    assert table.state["trick"] == IN_ALL[players]


@each
def test_one_gem_more_than_players_is_revealed(players: int) -> None:
    table = Table(players)
    for number in (4, 5, 6):
        wanted = None if number == players + 1 else "illegal_choice"
        assert table.code("gems_revealed", gems=["g"] * number) == wanted
    table.tell("gems_revealed", gems=[f"g{i}" for i in range(players + 1)])
    assert table.code("gems_revealed", gems=["g"] * (players + 1)) == "wrong_phase"
    assert table.state["gems_left"] == [f"g{i}" for i in range(players + 1)]


def test_gems_are_the_ones_the_table_has_told() -> None:
    own = choose(RULES.card_set, {"deck": DECK, "gems": ["ruby", "opal"]})  # type: ignore[arg-type]
    table = Table(3, deck=own)
    assert table.reason("gems_revealed", gems=["ruby", "opal", "jade", "opal"]) == "no_such_gem"
    assert table.code("gems_revealed", gems=["ruby", "opal", "ruby", "opal"]) is None
    assert table.expected["gems_revealed"]["gems"] == [4, 4]


# The chapter


def test_nothing_happens_before_the_chapter_is_known() -> None:
    table = Table(4, chapter={})
    assert [*table.expected] == ["chapter_opened"]
    assert table.problem("B5") == ("wrong_phase", [])
    for kind, data in (
        ("gems_revealed", {"gems": ["g"] * 5}),
        ("hands_dealt", {"hands": {"0": [f"B{n}" for n in range(1, 12)]}}),
        ("card_left_over", {"card": "B1"}),
        ("deal_tallied", {"results": [{"tricks": 0}] * 4}),
    ):
        assert table.code(kind, **data) == "wrong_phase"
    assert table.state == {
        "chapter": None, "trick": None, "tricks": 11, "power": None, "leader": None, "trick_cards": [],
        "last_trick": None,
        "last_taker": None,
        "trump": None, "powers": [], "gems": [], "gems_left": None, "tricks_won": [],
    }  # fmt: skip


def test_the_chapter_is_shown_as_it_was_opened() -> None:
    table = Table(3, winner="trump", trump="D", trick_points=2, bid=4, power_bonus=6, name="made up")
    assert table.state["chapter"] == {
        "winner": "trump", "trump": "D", "trick_points": 2, "bid": 4, "power_bonus": 6, "name": "made up",
    }  # fmt: skip
    assert table.code("chapter_opened", winner="highest", trick_points=1, bid=1, power_bonus=1) == "wrong_phase"


def test_the_chapter_may_change_at_the_start_of_each_round() -> None:
    table = Table(3)
    table.count()
    assert [*table.expected] == ["chapter_opened"]
    table.open(winner="highest", bid=5)
    assert table.state["chapter"]["bid"] == 5


def test_trumps_need_a_suit_and_with_three_players_not_the_axes() -> None:
    table = Table(3, chapter={})
    base = {"trick_points": 1, "bid": 3, "power_bonus": 5}
    assert table.reason("chapter_opened", winner="trump", **base) == "trump_needed"
    assert table.reason("chapter_opened", winner="trump", trump="A", **base) == "trump_not_in_play"
    assert table.code("chapter_opened", winner="trump", trump="D", **base) is None
    assert Table(4, chapter={}).code("chapter_opened", winner="trump", trump="A", **base) is None


def test_a_trump_beside_another_winner_rule_means_nothing() -> None:
    table = Table(3, winner="led_suit", trump="A")
    table.play("B5 C9 D9")
    assert table.won == [1, 0, 0]
    table = Table(4, winner="led_suit", trump="D")
    table.play("B5 D9 B6 D1")
    assert table.won == [0, 0, 1, 0]
    table = Table(4, winner="highest", trump="D")
    table.play("B5 D1 B6 D2")
    assert table.won == [0, 0, 1, 0]


@each
def test_a_list_of_points_has_one_for_every_trick(players: int) -> None:
    table = Table(players, chapter={})
    base = {"winner": "highest", "bid": 3, "power_bonus": 5}
    need = IN_ALL[players]
    assert table.reason("chapter_opened", trick_points=[1] * (need - 1), **base) == "points_for_every_trick"
    for more in (0, 4):
        assert table.code("chapter_opened", trick_points=[1] * (need + more), **base) is None


# How to play


@pytest.mark.parametrize("first", [0, 2])
def test_the_first_leader_moves_on_with_every_round(first: int) -> None:
    table = Table(4, first=first)
    for deal in range(3):
        assert table.turn == (first + deal) % 4
        table.count()
        if deal < 2:
            table.open()


def test_the_winner_of_a_trick_leads_the_next() -> None:
    table = Table(3)
    table.play("B5 B9 B6")
    assert table.state["leader"] == table.turn == 1
    table.play("C3 C4 C9")
    assert table.turn == 0


HANDS = {
    "0": [f"B{n}" for n in range(1, 12)],
    "1": [f"C{n}" for n in range(3, 14)],
    "2": ["B12", *(f"D{n}" for n in range(5, 15))],
}


def test_who_has_a_card_of_the_led_suit_must_play_it_and_who_has_none_may_play_any() -> None:
    table = Table(3)
    at = table.tell("hands_dealt", hands=HANDS)
    table.play("B5")
    assert table.choices == HANDS["1"]
    table.play("C3")
    assert table.choices == ["B12"]
    assert table.problem("D5") == ("must_follow_suit", [at])


LED = ("led_suit", None)
HIGHEST = ("highest", None)
D_TRUMP = ("trump", "D")


@pytest.mark.parametrize(
    ("rule", "cards", "winner"),
    [
        (LED, "B5 B9 B7 B1", 1),  # the highest of the led suit
        (LED, "B5 A12 C15 D15", 0),  # other suits never
        (D_TRUMP, "B5 B9 D1 B10", 2),  # any trump beats the led suit
        (D_TRUMP, "B5 D2 D1 D3", 3),  # the highest trump
        (D_TRUMP, "B5 C9 A9 B6", 3),  # without trumps the led suit
        (D_TRUMP, "D5 D9 D7 B15", 1),  # trump led
        (("trump", "A"), "B5 B9 A1 B10", 2),
        (HIGHEST, "B5 A6 C7 D8", 3),  # suits do not matter
        (HIGHEST, "B9 A6 C7 D8", 0),
    ],
)
def test_the_highest_trump_wins_or_the_highest_of_the_led_suit_or_simply_the_highest(
    rule: tuple[str, str | None], cards: str, winner: int
) -> None:
    table = Table(4, winner=rule[0], trump=rule[1])
    table.play(cards)
    assert table.won == [int(seat == winner) for seat in range(4)]
    assert table.turn == winner
    assert [one["card"] for one in table.state["last_trick"]] == cards.split()
    assert table.state["trick_cards"] == []


# Power cards


@each
def test_the_power_card_of_a_trick_has_its_number(players: int) -> None:
    table = Table(players)
    for number in range(1, IN_ALL[players]):
        assert table.state["power"] == table.state["trick"] == number
        table.play_on(players)


def test_its_bonus_counts_for_the_card_it_is_taken_with_and_for_all_later_ones() -> None:
    """The text's example: the second trick's card adds 2 to every card from then on."""
    table = Table(3)
    table.play("B5 B4 B3 / B7 B8+ B1")
    assert table.state["powers"] == [None, 2, None]
    assert table.won == [1, 1, 0]
    table.play("C9")
    assert table.state["trick_cards"] == [{"seat": 1, "card": "C9", "value": 11}]
    table.play("C10 C3")
    assert table.won == [1, 2, 0]
    table.play("D5")
    assert table.state["trick_cards"][0]["value"] == 7


def test_the_bonus_is_of_one_round() -> None:
    table = Table(3)
    table.play("B5+")
    table.count()
    table.open()
    assert table.state["powers"] == [None] * 3
    table.play("B5")
    assert table.state["trick_cards"][0]["value"] == 5


def test_first_come_first_served() -> None:
    table = Table(3)
    table.play("B5")
    assert table.state["power"] == 1
    assert table.expected["card_played"]["powers"] == [False, True]
    table.play("B6+")
    assert table.state["power"] is None
    assert table.reason("card_played", card="B7", power=True) == "power_gone"
    assert "powers" not in table.expected["card_played"]


def test_only_one_power_card_for_each_player_in_a_round() -> None:
    table = Table(3)
    table.play("B5+ B4 B3")
    assert table.reason("card_played", card="B7", power=True) == "power_once"
    assert "powers" not in table.expected["card_played"]
    table.play("B7")
    assert table.expected["card_played"]["powers"] == [False, True]


def test_a_power_card_nobody_took_is_gone_with_its_trick() -> None:
    table = Table(3)
    table.play("B5 B4 B3")
    assert table.state["power"] == 2
    table.play("B7+")
    assert table.state["powers"] == [2, None, None]


def test_power_can_be_taken_with_the_first_card_and_with_the_last() -> None:
    table = Table(3)
    table.play("B1+")
    table.play_on(31, seed=2)
    assert table.turn != 0
    table.tell("card_played", card=table.choices[0], power=True)
    table.open()
    assert table.match.game.last_powers[0] == 1
    assert 11 in table.match.game.last_powers


def test_a_gem_comes_with_a_power_card_and_naming_it_is_optional() -> None:
    table = Table(4)
    assert table.reason("card_played", card="B5", gem="opal") == "gem_without_power"
    table.tell("card_played", card="B5", power=True, gem="opal")  # nobody told which were revealed
    assert table.state["gems"] == [["opal"], [], [], []]
    table = Table(4)
    table.tell("gems_revealed", gems=["ruby", "opal", "jade", "ruby", "onyx"])
    assert table.expected["card_played"]["gems"] == [None, "ruby", "opal", "jade", "onyx"]
    assert table.reason("card_played", card="B5", gem="ruby") == "gem_without_power"
    assert table.reason("card_played", card="B5", power=True, gem="pearl") == "gem_gone"
    table.tell("card_played", card="B5", power=True, gem="opal")
    table.play("B6 B7 B8")
    assert table.turn == 3
    assert table.reason("card_played", card="B9", power=True, gem="opal") == "gem_gone"
    for gem in ("ruby", "ruby"):
        table.tell("card_played", card=table.choices[0], power=True, gem=gem)
        table.play_on(3)
        table.play_on((4 - len(table.state["trick_cards"])) % 4)
        while table.match.game.powers[table.turn] is not None:
            table.play_on(1)
    assert table.state["gems_left"] == ["jade", "onyx"]
    table.play_on()
    table.open()
    assert table.state["gems"] == [[], [], [], []]
    assert table.state["gems_left"] is None


def test_what_gems_do_is_entered_by_hand_also_after_the_last_card() -> None:
    table = Table(3)
    for _ in range(3):
        table.count({"tricks": 5}, {"tricks": 5})
        if table.match.status == "playing":
            table.open()
    assert table.view["winners"] == [0, 1]
    table.tell("score_adjusted", seat=1, points=1, reason="a gem")
    assert table.view["winners"] == [1]


# Ties


@pytest.mark.parametrize(
    ("rule", "cards", "winner"),
    [
        (HIGHEST, "B6 C6 D5 A4", 2),  # the two sixes cancel, then the five is highest
        (HIGHEST, "B6 C6 D5 A5", None),  # both pairs
        (HIGHEST, "B6 C6 D6 A2", 3),  # three alike
        (HIGHEST, "B6 C6 D6 A6", None),
        (LED, "B6 B5+ C13 B2", 3),  # six and five plus one
        (LED, "B6 B5+ C13 C12", None),
        (D_TRUMP, "B2 D6+ D7 B3", 3),  # trumps among themselves, then the led suit
        (D_TRUMP, "B2 D6+ D7 D1", 3),  # the lowest trump before the led suit
        (D_TRUMP, "B2 B1+ A12 C13", None),
        (D_TRUMP, "D6 D5+ B12 D1", 3),
        (D_TRUMP, "B6 B5+ D5 B1", 2),  # a tie beneath the winner changes nothing
    ],
)
def test_equal_highest_cancel_each_other_and_the_next_highest_wins(
    rule: tuple[str, str | None], cards: str, winner: int | None
) -> None:
    table = Table(4, winner=rule[0], trump=rule[1])
    table.play(cards)
    assert table.won == [int(seat == winner) for seat in range(4)]


def test_cancelled_out_altogether_the_trick_is_used_up_and_the_same_player_leads_again() -> None:
    table = Table(4, winner="highest", trick_points=[9, *[1] * 10], first=1)
    table.play("B6 C6 D5 A5")
    shown = table.state
    assert (shown["trick"], shown["power"], shown["leader"], shown["trick_cards"]) == (2, 2, 1, [])
    assert table.turn == 1
    assert table.scores["current"] == [0, 0, 0, 0]
    table.play("B7 C8 D9 A10")
    assert table.scores["current"] == [1, 0, 0, 0]  # the nine points of trick 1 are gone


# Scoring


def test_points_for_each_trick_by_one_number() -> None:
    table = Table(3, trick_points=10)
    table.play("B5 B9 B6 / C3 C4 C9 / D5 D6 D7")
    assert table.scores["current"] == [10, 10, 10]


def test_points_for_each_trick_by_its_number() -> None:
    table = Table(3, trick_points=[5, 0, -2, *[1] * 8])
    table.play("B5 B9 B6 / C3 C4 C9 / D5 D6 D7")
    assert table.scores["current"] == [0, 5, -2]


def test_exactly_the_bid_earns_the_number_of_the_power_card_and_the_power_bonus() -> None:
    table = Table(3, bid=1, trick_points=10)
    table.play("B5 B9 B6 / C3+ C4 C9")
    assert table.scores["current"] == [10 + 5, 10 + 2 + 5, 0]
    table.play("D5 D6 D7")
    assert table.scores["current"] == [15, 20, 0]


def test_the_bid_may_be_no_trick_at_all() -> None:
    table = Table(3, bid=0)
    table.play("B5+ B9 B6")
    assert table.scores["current"] == [1 + 5, 10, 5]


def test_every_point_tells_where_it_came_from() -> None:
    table = Table(3, bid=1)
    table.count({"tricks": 1, "power": 7}, {"tricks": 2})
    assert lines(table, 0) == [(10, "tricks"), (7, "bid_power"), (5, "bid_bonus")]
    assert lines(table, 1) == [(20, "tricks")]
    table = Table(3, bid=9, trick_points=[*range(11)])
    table.play_on()
    for line in table.scores["lines"]:
        assert (line["reason"], line["points"]) == ("trick", line["trick"] - 1)


def test_scores_are_added_from_round_to_round() -> None:
    table = Table(3)
    for deal in range(1, 4):
        table.count({"tricks": 4}, {"tricks": 5})
        assert table.scores["totals"] == [40 * deal, 50 * deal, 20 * deal]
        assert len(table.scores["deals"]) == deal
        if deal < 3:
            table.open()
    assert table.view["winners"] == [1]


# The end


@pytest.mark.parametrize(
    ("last", "winners"),
    [
        ((4, 7, None), [1]),  # of the two with most points the one with the higher power card
        ((7, 4, None), [0]),
        ((None, 1, None), [1]),
        ((None, None, 11), [0, 1]),  # the third has fewer points
        ((None, None, None), [0, 1]),
        ((4, None, 9), [0]),
    ],
)
def test_a_tie_goes_to_the_highest_power_card_of_the_last_round_else_it_is_shared(
    last: tuple[int | None, ...], winners: list[int]
) -> None:
    table = Table(3, bid=11)
    for deal in range(3):
        powers = last if deal == 2 else (9, 8, 7)
        table.count(*({"tricks": 4 if seat < 2 else 3, "power": power} for seat, power in enumerate(powers)))
        if deal < 2:
            table.open(bid=11)
    assert table.scores["totals"] == [120, 120, 90]
    assert table.view["winners"] == winners


def test_stopped_early_the_last_complete_round_decides_a_tie() -> None:
    table = Table(3, bid=11)
    table.count({"tricks": 4, "power": 2}, {"tricks": 4, "power": 3})
    table.open(bid=11)
    table.play("B5 B6+ B7")
    table.tell("match_ended")
    assert table.view["winners"] == [1]


# The card left over


def test_with_four_players_the_card_left_over_may_be_told_any_time_in_the_round() -> None:
    table = Table(4)
    assert table.code("card_left_over", card="B7") is None
    table.play("B5")
    table.tell("card_left_over", card="B7")
    assert table.problem("B7") == ("impossible_deal", [3])
    table.play_on()
    table.open()
    assert table.problem("B7") is None  # another round, another card


@pytest.mark.parametrize("players", [3, 5])
def test_with_three_or_five_none_is_left_over(players: int) -> None:
    table = Table(players)
    assert table.code("card_left_over", card="B7") == "wrong_phase"
    assert "card_left_over" not in table.expected


def test_one_card_is_left_over_and_no_second_one() -> None:
    table = Table(4)
    at = table.tell("card_left_over", card="B7")
    again = table.refusal("card_left_over", card="B7")
    assert again
    assert (again.code, again.conflicts_with) == ("illegal_choice", (at,))
    other = table.refusal("card_left_over", card="B8")
    assert other
    assert (other.code, other.conflicts_with) == ("impossible_deal", (at,))
    assert "card_left_over" not in table.expected


def test_the_card_left_over_is_one_nobody_played_or_was_dealt() -> None:
    for deck in (None, True):
        table = Table(4, deck=deck)
        at = table.tell("hands_dealt", hands={"0": [f"B{n}" for n in range(1, 12)]})
        refused = table.refusal("card_left_over", card="B3")
        assert refused
        assert (refused.code, refused.conflicts_with) == ("impossible_deal", (at,))
        (played,) = table.play("B1")
        refused = table.refusal("card_left_over", card="B1")
        assert refused
        assert (refused.code, refused.conflicts_with) == ("card_gone", (played,))
        assert table.code("card_left_over", card="B16") == "not_in_deck"


def test_what_is_left_over_can_prove_what_a_hand_holds() -> None:
    table = Table(4, deck=True)
    table.play("B5 A1 A2 A3")  # three show out: ten of B are left for seat 0 and the pile
    assert {"B1", "A4"} <= set(table.choices)
    table.tell("card_left_over", card="C3")
    assert {card[0] for card in table.choices} == {"B"}
    assert table.problem("A4") == ("impossible_deal", [3, 4, 5, 6])


# An unknown deck


def test_any_card_may_appear_once() -> None:
    table = Table(4)
    (at,) = table.play("B15")
    assert table.problem("B15") == ("card_gone", [at])


def test_there_are_twelve_axes_and_no_thirteenth() -> None:
    table = Table(4)
    at = table.play("A1 A2 A3 A4 / A5 A6 A7 A8 / A9 A10 A11 A12")
    assert table.problem("A13") == ("impossible_deal", at)
    assert not [card for card in table.choices if card[0] == "A"]
    table.tell("card_played", card="A13", irregular=True)
    table.play_on()
    assert len(table.scores["deals"]) == 1


def test_there_are_33_others_and_no_34th() -> None:
    table = Table(4, winner="highest")
    plays = [f"{suit}{value}" for value in range(1, 12) for suit in "BCD"]  # 33, whoever leads
    played: list[int] = []
    for card in plays:
        played += [table.tell("card_played", card=card, irregular=True)]
    refused = table.refusal("card_played", card="B12", irregular=False)
    assert refused
    assert refused.code in ("impossible_deal", "revoke")


def test_a_suit_has_at_most_15_cards_so_two_hands_cannot_both_be_full_of_it() -> None:
    table = Table(3)
    table.play("B1 D1 D2")
    assert table.turn == 0
    table.play("C1 D3")  # seat 1 has only D: nine of twelve unseen
    assert table.problem("D4") == ("impossible_deal", [3, 4, 6])
    assert {card[0] for card in table.choices} == {"C"}


def test_what_one_round_taught_of_the_deck_is_not_carried_to_the_next() -> None:
    table = Table(4)
    table.play("A1 A2 A3 A4 / A5 A6 A7 A8 / A9 A10 A11 A12")
    table.count()
    table.open()
    assert table.problem("A13") is None


def test_known_hands_and_unknown_ones_make_no_difference_to_the_score() -> None:
    random = Random(3)
    start = begin(RULES, Setup(4, Seat(0), HouseRules(), "companion", "open", OWN), [Sitting()] * 4)
    events = [event for event, _ in playing.course(start, random)]
    table = Table(4, chapter={})
    for event in events:
        if event.type not in ("hands_dealt", "gems_revealed"):
            table.tell_event(event)
    assert table.match.status == "finished"


# Dealt by the companion


@each
def test_the_companion_deals_gems_and_hands_once_the_chapter_is_known(players: int) -> None:
    own = choose(RULES.card_set, {"deck": DECK, "gems": [f"g{i}" for i in range(8)]})  # type: ignore[arg-type]
    table = Table(players, deck=own, dealing="companion")
    assert [event.type for event in table.log] == ["chapter_opened", "gems_revealed", "hands_dealt"]
    assert len(table.state["gems_left"]) == players + 1
    assert table.code("card_left_over", card="B1") == "wrong_phase"  # nobody has seen it
    assert table.code("deal_tallied", results=[{"tricks": 0}] * players) == "wrong_phase"
    without = Table(players, deck=True, dealing="companion")
    assert [event.type for event in without.log] == ["chapter_opened", "hands_dealt"]
    table.play_on()
    table.open()
    assert [event.type for event in table.log[-3:]] == ["chapter_opened", "gems_revealed", "hands_dealt"]


def test_the_companion_deals_only_from_a_card_set() -> None:
    assert RULES.dealt_from_card_set


def test_nobody_else_is_told_a_hand() -> None:
    table = Table(3, deck=True, dealing="companion")
    for seat in (None, Seat(0), Seat(2)):
        told = RULES.redact(table.log[-1], seat)
        assert [s for s, _ in told.hands] == ([] if seat is None else [seat])  # type: ignore[attr-defined]


# Memory


def test_with_open_memory_everything_that_lay_open_is_told() -> None:
    table = Table(3)
    table.play("B5 B9 B6")
    assert len(table.state["last_trick"]) == 3


def test_with_closed_memory_finished_tricks_of_the_running_round_are_kept_back() -> None:
    table = Table(3, memory="closed")
    table.play("B5 B9 B6 C3")
    game = table.match.game
    assert table.state["last_trick"] is None
    assert RULES.show(game, SCRIBE)["last_trick"]
    assert [RULES.tell(game, event, None) is None for event in table.log] == [False, True, True, True, False]
    assert all(RULES.tell(game, event, SCRIBE) for event in table.log)
    table.count()
    assert all(RULES.tell(table.match.game, event, None) for event in table.log)


# Card sets


def refusal(**changes: Any) -> Any:
    content = choose(RULES.card_set, {"deck": DECK | changes.pop("deck", {}), **changes})  # type: ignore[arg-type]
    found = RULES.check_card_set(content)
    return found and dict(found.params)["option"]


def test_a_deck_has_45_cards_twelve_of_them_axes_no_two_alike() -> None:
    assert refusal() is None
    assert refusal(deck={"A": [*range(1, 12)]}) == "deck"
    assert refusal(deck={"B": [*range(1, 13)]}) == "deck"
    assert refusal(deck={"B": [1, 1, *range(3, 12)]}) == "deck"
    assert refusal(deck={"B": [*range(1, 13)], "C": [*range(3, 13)]}) is None


def test_a_chapter_of_a_card_set_can_be_played() -> None:
    base = {"trick_points": 1, "bid": 3, "power_bonus": 5}
    assert refusal(chapters=[{"winner": "highest", **base}]) is None
    assert refusal(chapters=[{"winner": "trump", **base}]) == "chapters"
    assert refusal(chapters=[{"winner": "highest", **base, "trick_points": [1] * 8}]) == "chapters"
    assert refusal(chapters=[{"winner": "highest", **base, "trick_points": [1] * 9}]) is None
