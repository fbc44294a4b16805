"""What is refused, with which code, and which entries it names; and what the table may insist on."""

from __future__ import annotations

import random
from typing import Any

import pytest
from games.power_tricks.table import Table

from companion.games.power_tricks.card_set import CardSet
from companion.games.power_tricks.events import ChapterOpened, DealTallied, GemsRevealed
from companion.games.power_tricks.rules import RULES
from companion.kit.codec import Shape, fits
from companion.kit.rules import Bounds, options

HANDS = {
    "0": [*(f"B{n}" for n in range(1, 11)), "D15"],
    "1": [f"C{n}" for n in range(3, 14)],
    "2": ["B11", *(f"D{n}" for n in range(5, 15))],
}
both = pytest.mark.parametrize("deck", [None, True], ids=["unknown deck", "known deck"])


# The order of a round


def test_a_seat_that_is_not_at_the_table_is_invalid() -> None:
    table = Table(3)
    assert table.problem("B5", 3) == ("invalid", [])
    assert table.code("hands_dealt", hands={"3": HANDS["0"]}) == "invalid"


def test_after_the_last_card_there_is_no_more_play() -> None:
    table = Table(3)
    for _ in range(3):
        table.count()
        if table.match.status == "playing":
            table.open()
    assert table.problem("B5") == ("wrong_phase", [])
    assert table.code("chapter_opened", winner="highest", trick_points=1, bid=1, power_bonus=1) == "wrong_phase"
    assert table.view["expects"] == []


def test_only_whose_turn_it_is_may_play() -> None:
    table = Table(4, first=1)
    for seat in (0, 2, 3):
        assert table.problem("B5", seat) == ("out_of_turn", [])
    table.play("B5")
    assert table.problem("B6", 1) == ("out_of_turn", [])


@pytest.mark.parametrize(
    ("event", "good", "wrong"),
    [
        (ChapterOpened, {"winner": "highest", "trick_points": 1, "bid": 3, "power_bonus": 5}, {"winner": "lowest"}),
        (ChapterOpened, {"winner": "highest", "trick_points": [1], "bid": 3, "power_bonus": 5}, {"trick_points": []}),
        (ChapterOpened, {"winner": "highest", "trick_points": 1, "bid": 0, "power_bonus": -5}, {"bid": 12}),
        (ChapterOpened, {"winner": "highest", "trick_points": 1, "bid": 3, "power_bonus": 5}, {"trump": "E"}),
        (ChapterOpened, {"winner": "highest", "trick_points": 1, "bid": 3, "power_bonus": 5}, {"bid": True}),
        (GemsRevealed, {"gems": ["a"] * 4}, {"gems": ["a"] * 3}),
        (GemsRevealed, {"gems": ["a"] * 6}, {"gems": ["a", "b", "c", ""]}),
        (DealTallied, {"results": [{"tricks": 11, "power": 11}]}, {"results": [{"tricks": 12}]}),
        (DealTallied, {"results": [{"tricks": 0, "power": 1}]}, {"results": [{"tricks": 0, "power": 0}]}),
        (CardSet, {"deck": {suit: [1] for suit in "ABCD"}}, {"deck": {suit: [16] for suit in "ABCD"}}),
        (CardSet, {"deck": {suit: [1] for suit in "ABCD"}}, {"deck": {suit: [1] for suit in "ABC"}}),
    ],
)  # fmt: skip
def test_a_value_out_of_range_is_invalid(event: type, good: dict[str, Any], wrong: dict[str, Any]) -> None:
    assert fits(Shape("record", record=event), good)
    assert not fits(Shape("record", record=event), good | wrong)


# Hands


@both
def test_a_recorded_hand_is_real_of_the_right_size_and_in_one_place(deck: Any) -> None:
    table = Table(3, deck=deck)
    at = table.tell("hands_dealt", hands={"0": HANDS["0"]})

    def code(seat: int, cards: list[str]) -> tuple[str, tuple[int, ...]] | None:
        found = table.refusal("hands_dealt", hands={str(seat): cards})
        return found and (found.code, found.conflicts_with)

    assert code(1, HANDS["1"]) is None
    assert code(1, HANDS["1"][:-1]) == ("illegal_choice", ())
    assert code(1, [*HANDS["1"][:-1], "C3"]) == ("illegal_choice", ())
    assert code(1, [*HANDS["1"][:-1], "A3"]) == ("not_in_deck", ())
    assert code(1, [*HANDS["1"][:-1], "B1"]) == ("impossible_deal", (at,))
    assert code(0, HANDS["0"]) == ("illegal_choice", (at,))
    assert table.code("hands_dealt", hands={}) == "illegal_choice"
    table.play("B1")
    assert code(1, HANDS["1"]) == ("wrong_phase", ())


def test_hands_with_more_than_twelve_axes_are_in_no_deck() -> None:
    table = Table(4)
    at = table.tell("hands_dealt", hands={"0": [f"A{n}" for n in range(1, 12)]})
    wrong = table.refusal("hands_dealt", hands={"1": ["A12", "A13", *[f"B{n}" for n in range(1, 10)]]})
    assert wrong
    assert (wrong.code, wrong.conflicts_with) == ("impossible_deal", (at,))
    assert table.code("hands_dealt", hands={"1": ["A13", *[f"B{n}" for n in range(1, 11)]]}) is None


@both
def test_a_recorded_hand_plays_its_own_cards_and_follows(deck: Any) -> None:
    table = Table(3, deck=deck)
    entries = [table.tell("hands_dealt", hands={seat: HANDS[seat]}) for seat in ("0", "2")]
    assert table.problem("C3") == ("not_in_hand", entries[:1])
    table.play("B5 C3")
    assert table.problem("D5") == ("must_follow_suit", entries[1:])
    table.play("B11")
    assert table.turn == 2


@both
def test_a_card_of_another_recorded_hand_cannot_lie(deck: Any) -> None:
    table = Table(3, deck=deck)
    at = table.tell("hands_dealt", hands={"1": HANDS["1"]})
    assert table.problem("C3") == ("impossible_deal", [at])


# Playing a suit after showing out of it


@both
def test_a_suit_played_after_showing_out_of_it_names_the_play_that_showed_out(deck: Any) -> None:
    table = Table(4, deck=deck)
    table.play("B5 C9 B6 B7")
    assert table.turn == 3
    table.play("B8 B9")
    assert table.problem("B10") == ("revoke", [3])
    table.tell("card_played", card="B10", irregular=True, power=True)
    assert table.match.irregular == (8,)
    assert table.state["powers"][1] == 2  # the whole entry counts
    table.play("B11")
    table.play_on(4)
    assert table.match.status == "playing"


@both
def test_after_a_revoke_that_happened_the_showing_out_no_longer_counts(deck: Any) -> None:
    table = Table(3, deck=deck)
    table.play("B5 C3 B6 / B7 B8")
    assert table.problem("B9") == ("revoke", [3])
    table.tell("card_played", card="B9", irregular=True)
    assert table.turn == 1
    assert table.problem("B10") is None


@both
def test_the_mark_changes_nothing_on_what_would_have_been_accepted_anyway(deck: Any) -> None:
    plain, marked = Table(3, deck=deck), Table(3, deck=deck)
    for card in ("B5", "C3", "B6"):
        plain.tell("card_played", card=card)
        marked.tell("card_played", card=card, irregular=True)
    assert marked.match.irregular == ()
    assert marked.match.game.tricks.holdings == plain.match.game.tricks.holdings


@both
def test_what_cannot_be_forced(deck: Any) -> None:
    table = Table(3, deck=deck)
    at = table.tell("hands_dealt", hands={"1": HANDS["1"]})
    assert table.problem("B5", 1, irregular=True) == ("not_in_hand", [at])
    (played,) = table.play("B5+")
    assert table.problem("B5", irregular=True) == ("card_gone", [played])
    assert table.problem("C14" if deck else "A1", irregular=True) == ("not_in_deck", [])
    assert table.problem("C3", 2, irregular=True) == ("out_of_turn", [])
    assert table.problem("C3", irregular=True, power=True) == ("illegal_choice", [])  # the power card is gone
    assert table.problem("C3", irregular=True, gem="g") == ("illegal_choice", [])


@both
def test_a_lead_out_of_turn_lets_the_trick_go_round_from_there(deck: Any) -> None:
    table = Table(4, deck=deck)
    assert table.problem("B5", 2) == ("out_of_turn", [])
    table.tell("card_played", card="B5", seat=2, irregular=True, power=True)
    assert table.state["leader"] == 2
    assert table.state["powers"] == [None, None, 1, None]
    table.play("B1 B2 B3")
    assert table.won == [0, 0, 1, 0]


def test_a_forced_card_left_over_is_no_longer_believed_to_be_over() -> None:
    table = Table(4)
    at = table.tell("card_left_over", card="B7")
    assert table.problem("B7") == ("impossible_deal", [at])
    table.tell("card_played", card="B7", irregular=True)
    assert table.code("card_left_over", card="B8") is None


@pytest.mark.parametrize("players", [3, 4, 5])
@both
def test_the_round_goes_on_whatever_was_forced(deck: Any, players: int) -> None:
    chance = random.Random(players)
    for seed in range(3):
        table = Table(players, deck=deck, winner=chance.choice(["highest", "led_suit"]))
        cards = [card for card in RULES.cards if players > 3 or card[0] != "A"]
        while table.match.game.deal == 1:
            assert table.choices, seed
            forced = None
            if chance.random() < 0.3:
                tried = chance.sample(cards, 8)
                refused = [card for card in tried if table.problem(card)]
                forced = next((card for card in refused if not table.problem(card, irregular=True)), None)
            table.tell("card_played", card=forced or chance.choice(table.choices), irregular=bool(forced))
        assert table.match.irregular


# What is offered is what is accepted


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bounds_say_what_a_form_may_hold(players: int) -> None:
    table = Table(players, chapter={})
    suits = list("ABCD"[players == 3 :])
    chapter = {"type": "chapter_opened", "bid": [0, 11], "trump": suits, "tricks": table.match.game.in_all}
    assert table.expected["chapter_opened"] == chapter
    table.open()
    table.count()
    usual = {"winner": "led_suit", "trick_points": 10, "bid": 3, "power_bonus": 5}
    assert table.expected["chapter_opened"] == chapter | {"usual": usual}  # as in the round before
    table.open()
    assert table.expected["gems_revealed"]["gems"] == [players + 1] * 2
    assert table.expected["hands_dealt"] == {
        "type": "hands_dealt",
        "seats": [*range(players)],
        "cards": chapter["tricks"],
    }
    assert table.expected["deal_tallied"]["tricks"] == [0, chapter["tricks"]]
    for option in options(RULES, table.match.game, None):
        if isinstance(option, Bounds):
            assert RULES.check(table.match.game, option.sample(random.Random(1))) is None


# A count of the table's own


def test_a_round_may_be_entered_as_the_table_counted_it_whatever_was_recorded() -> None:
    for before in ("", "B5", "B5+ B9 B6 / C3"):
        table = Table(3, bid=4)
        table.play(before)
        assert "deal_tallied" in table.expected
        table.count({"tricks": 4, "power": 11}, {"tricks": 4}, {"tricks": 3, "power": 1})
        assert table.scores["deals"] == [[40 + 11 + 5, 40 + 5, 30]]


def test_after_the_last_round_its_count_stays_in_view() -> None:
    table = Table(3)
    for _ in range(2):
        table.count()
        table.open()
    table.play("B5 B9")
    table.count({"tricks": 4, "power": 11}, {"tricks": 4}, {"tricks": 3})
    shown = table.state
    assert (shown["tricks_won"], shown["powers"], shown["trick_cards"]) == ([4, 4, 3], [11, None, None], [])


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ([{"tricks": 6}, {"tricks": 6}, {"tricks": 0}], "too_many_tricks"),
        ([{"tricks": 5}, {"tricks": 5}, {"tricks": 0}], "too_few_tricks"),  # without a bonus no two are equal
        ([{"tricks": 2}, {"tricks": 2, "power": 6}, {"tricks": 0}], "too_few_tricks"),
        ([{"tricks": 5, "power": 3}, {"tricks": 5, "power": 3}, {"tricks": 1}], "power_twice"),
        ([{"tricks": 5}, {"tricks": 6}], "a_result_per_seat"),
        ([{"tricks": 5}, {"tricks": 6}, {"tricks": 0}, {"tricks": 0}], "a_result_per_seat"),
        ([{"tricks": 5, "points": 49}, {"tricks": 6}, {"tricks": 0}], "points_cannot_be"),
    ],
)
def test_a_count_that_cannot_be_is_refused(results: list[dict[str, Any]], reason: str) -> None:
    assert Table(3).reason("deal_tallied", results=results) == reason


def test_a_count_that_can_be_is_taken() -> None:
    good: list[list[dict[str, Any]]] = [
        [{"tricks": 5, "points": 50}, {"tricks": 6, "power": 2}, {"tricks": 0, "power": 11}],
        [{"tricks": 2}, {"tricks": 3, "power": 6}, {"tricks": 0}],  # five tricks before the first power card
    ]
    for results in good:
        assert Table(3).code("deal_tallied", results=results) is None
    nobody = [{"tricks": 0}] * 3
    assert Table(3, winner="highest").code("deal_tallied", results=nobody) is None  # equal cards of two suits cancel


def test_with_five_players_there_is_no_tenth_power_card() -> None:
    results = [{"tricks": 9, "power": 10}, *[{"tricks": 0}] * 4]
    assert Table(5).reason("deal_tallied", results=results) == "no_such_power"
    assert Table(5).code("deal_tallied", results=[{"tricks": 9, "power": 9}, *[{"tricks": 0}] * 4]) is None


LISTED = [1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ([(2, 3), (4, 60), (5, 0)], None),  # tricks 1 and 2, tricks 3 to 6, the worthless ones
        ([(3, 3), (4, 60), (4, 0)], None),
        ([(6, 63), (5, 0), (0, None)], None),
        ([(6, 63), (5, None), (0, None)], "points_needed"),
        ([(2, 3), (4, 59), (5, 0)], "points_cannot_be"),
        ([(2, 3), (2, 3), (7, 60)], "points_cannot_be"),  # the same two tricks
        ([(1, 3), (5, 60), (5, 0)], "points_cannot_be"),
        ([(0, 1), (6, 62), (5, 0)], "points_cannot_be"),
    ],
)
def test_where_tricks_are_worth_different_points_their_sum_is_told_and_can_be(
    results: list[tuple[int, int | None]], reason: str | None
) -> None:
    told = [{"tricks": tricks} | ({} if points is None else {"points": points}) for tricks, points in results]
    refusal = Table(3, trick_points=LISTED).refusal("deal_tallied", results=told)
    assert (refusal and dict(refusal.params)["reason"]) == reason


def test_points_told_are_the_points_scored() -> None:
    table = Table(3, trick_points=LISTED, bid=5)
    table.count({"tricks": 2, "points": 3}, {"tricks": 4, "points": 60}, {"tricks": 5, "points": 0, "power": 8})
    assert table.scores["deals"] == [[3, 60, 8 + 5]]


def test_a_list_of_equal_points_needs_no_sum() -> None:
    table = Table(3, trick_points=[7] * 11)
    table.count({"tricks": 4}, {"tricks": 4}, {"tricks": 3})
    assert table.scores["deals"] == [[28, 28, 26]]


def test_a_misdeal_begins_the_round_again() -> None:
    table = Table(3)
    table.play("B5+ B9 B6")
    table.tell("deal_thrown_in")
    assert table.view["deal"] == 1
    assert [*table.expected] == ["chapter_opened"]
    table.open()
    assert table.state["powers"] == [None] * 3
    assert table.scores["totals"] == [0, 0, 0]
