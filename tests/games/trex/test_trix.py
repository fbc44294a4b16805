"""Trix: four piles from the jacks up and down, passes, aces, who is out."""

from __future__ import annotations

from random import Random

import pytest
from games.trex.table import FOUR, Table, dealt, hands, new, recorded

from companion.games.trex.contracts import DECK, JACKS
from companion.games.trex.rules import RULES

MIXED = {
    0: "SJ S9 HQ H8 DK D10 C7 CA",
    1: "HJ SQ S8 DQ DJ C9 C8 H7",
    2: "CJ CQ CK HK H10 HA SK S7",
    3: "S10 SA D7 D8 D9 DA H9 C10",
}


def forced(each: dict[int, str] | None = None) -> Table:
    """Trix at the sixth choice of seat 0, which had no other."""
    table = Table()
    table.up_to_choice(6, leaving=["trix", "general"])
    if each:
        table.hands(each)
    table.chooses("trix")
    return table


# The piles


def test_there_are_four_piles_one_for_each_suit_and_none_is_begun() -> None:
    assert new("trix").state["piles"] == {"S": None, "H": None, "D": None, "C": None}


def test_each_pile_begins_with_its_jack() -> None:
    table = new("trix")
    table.play("SJ")
    assert table.state["piles"]["S"] == {"low": "SJ", "high": "SJ"}
    assert table.cards == ["S9", "SQ", "HJ", "DJ", "CJ"]
    for card in ("HQ", "H9", "DA", "C7", "S8", "SK"):
        assert table.code("card_played", card=card) == "illegal_choice"


def test_it_is_built_up_queen_king_ten_ace_and_down_nine_eight_seven() -> None:
    table = new("trix")
    table.play("SJ")
    for card, low, high in (
        ("SQ", "SJ", "SQ"),
        ("S9", "S9", "SQ"),
        ("SK", "S9", "SK"),
        ("S8", "S8", "SK"),
        ("S10", "S8", "S10"),
        ("S7", "S7", "S10"),
        ("SA", "S7", "SA"),
    ):
        assert card in table.cards
        table.play(card)
        assert table.state["piles"]["S"] == {"low": low, "high": high}
    assert {card[0] for card in table.cards} == {"H", "D", "C"}


def test_a_pile_goes_no_further_than_its_ace_and_its_seven_and_not_into_another_suit() -> None:
    table = new("trix")
    table.play("HJ HQ HK H10 HA")
    assert table.cards == ["SJ", "H9", "DJ", "CJ"]
    other = new("trix")
    other.play("HJ H9 H8 H7")
    assert other.cards == ["SJ", "HQ", "DJ", "CJ"]


# Who begins, and the turns


def test_the_owner_places_the_first_jack() -> None:
    table = new("trix", first=2)
    assert table.turn == 2
    assert table.cards == ["SJ", "HJ", "DJ", "CJ"]
    assert table.expects("passed") is None


def test_with_an_unknown_hand_the_owner_who_chose_trix_cannot_pass() -> None:
    table = Table()
    at = table.chooses("trix")
    assert table.problem("passed") == ("trix_needs_jack", [at])
    assert table.problem("passed", irregular=True) == ("trix_needs_jack", [at])
    table.play("DJ")  # which proves it


def test_then_each_in_turn_places_a_jack_not_yet_placed_or_the_next_card_up_or_down() -> None:
    table = recorded("trix", MIXED)
    table.play("SJ")
    assert (table.turn, table.cards) == (1, ["SQ", "HJ", "DJ"])
    table.play("SQ")
    assert (table.turn, table.cards) == (2, ["SK", "CJ"])
    table.play("CJ")
    assert (table.turn, table.expects("card_played")) == (3, None)
    table.passes()
    assert (table.turn, table.cards) == (0, ["S9"])


def test_whoever_can_place_must() -> None:
    table = recorded("trix", MIXED)
    table.play("SJ")
    assert table.expects("passed") is None
    hand = 1
    assert table.problem("passed") == ("must_play", [hand])


def test_whoever_cannot_passes() -> None:
    table = recorded("trix", MIXED)
    table.play("SJ SQ CJ")
    assert table.expects("card_played") is None
    assert table.expects("passed") == {"type": "passed", "seat": 3}
    table.passes()


def test_an_ace_gives_another_turn() -> None:
    table = new("trix")
    table.play("SJ SQ SK S10")
    assert table.turn == 0
    table.play("SA")
    assert table.turn == 0
    table.play("HJ")
    assert table.turn == 1


def test_after_an_ace_the_same_seat_must_place_if_able_else_pass() -> None:
    able = recorded("trix", dealt("SJ SQ SK S10 SA HJ H7 H8"))
    able.play("SJ")
    for card in ["SQ", "SK", "S10", "SA"]:
        able.goes_round(until=0)
        able.play(card)
    assert (able.turn, able.code("passed"), able.cards) == (0, "must_play", ["HJ"])
    unable = new("trix")
    unable.play("SJ HJ DJ CJ SQ S9 S8 S7 SK HQ HK H10 S10 HA DQ DK D10 SA")
    assert unable.turn == 0
    unable.passes()
    assert unable.turn == 1


def test_a_last_card_that_is_an_ace_ends_that_seats_play() -> None:
    table = recorded("trix", dealt("SJ SQ SK S10 S9 S8 S7 SA"))
    for card in ["SJ", "SQ", "SK", "S10", "S9", "S8", "S7", "SA"]:
        table.goes_round(until=0)
        table.play(card)
    assert table.state["out"] == [0]
    assert table.turn == 1


def test_a_seat_that_is_out_is_skipped() -> None:
    each = {
        0: "SJ SQ SK S10 S9 S8 S7 SA",
        1: "HQ HJ H8 H10 H7 DJ H9 DK",
        2: "CK DQ D10 CA CJ D8 D9 C10",
        3: "C7 C8 DA D7 HA CQ HK C9",
    }
    table = recorded("trix", each)
    while not table.state["out"]:
        table.goes_on()
    assert table.state["out"] == [0]
    turns = []
    while table.state["contract"]:
        turns.append(table.turn)
        table.goes_on()
    assert turns == [1, 2, 3, 1, 2, 3, 1]


# Trix forced upon a hand


def test_forced_upon_a_hand_without_a_jack_the_first_player_after_it_who_has_one_begins() -> None:
    table = forced(dealt("S7 S8 S9 H7 H8 H9 D7 D8", s1="C7 C8 C9 SQ SK S10 SA HQ", s2="SJ HK H10 HA D9 DQ DK D10"))
    for seat in (0, 1):
        assert table.turn == seat
        assert table.cards == []
        table.passes()
    assert table.turn == 2
    assert table.code("passed") == "must_play"
    table.play("SJ")
    assert table.turn == 3


def test_without_a_jack_the_owner_and_each_following_seat_record_that_they_pass() -> None:
    table = forced()
    table.passes(3)
    assert table.expects("passed") is None  # the fourth must have all four
    assert table.cards == ["SJ", "HJ", "DJ", "CJ"]
    passes = [event.at for event in table.log[-3:]]
    assert table.problem("passed") == ("impossible_deal", passes)


def test_forced_upon_a_hand_with_a_jack_its_owner_places_it() -> None:
    table = forced(FOUR)
    assert (table.turn, table.cards, table.code("passed")) == (0, ["SJ"], "must_play")


# Out


def test_first_out_scores_minus_100_second_minus_50_the_others_0_and_play_stops() -> None:
    table = recorded("trix", dealt("SJ S9 S8 S7 SQ SK S10 SA", s1="HJ H9 H8 H7 HQ HK H10 HA"))
    while table.state["contract"]:
        table.goes_on()
    assert table.points == [-100, -50, 0, 0]
    assert table.why == [(0, -100, "first_out"), (1, -50, "second_out")]
    last = table.log[-1]
    assert (last.type, last.seat) == ("card_played", 1)  # type: ignore[attr-defined]


def test_after_the_first_is_out_the_contract_goes_on() -> None:
    table = recorded("trix", dealt("SJ S9 S8 S7 SQ SK S10 SA"))
    while not table.state["out"]:
        table.goes_on()
    assert (table.state["contract"], table.state["out"]) == ("trix", [0])
    assert table.view()["scores"]["current"] == [-100, 0, 0, 0]


def test_trix_has_no_tricks() -> None:
    table = new("trix")
    table.play("SJ SQ")
    assert (table.state["leader"], table.state["trick_cards"], table.state["last_trick"]) == (None, [], None)
    assert table.state["tricks_taken"] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", range(16))
def test_every_turn_goes_round_without_those_who_are_out_and_an_ace_keeps_it(seed: int) -> None:
    random = Random(seed)
    table = Table(seed=seed)
    told = RULES.deal(table.match.game, random)
    named = {int(seat): " ".join(cards) for seat, cards in told.hands}  # type: ignore[attr-defined]
    owner = next(seat for seat, cards in named.items() if DECK.mask(cards.split()) & JACKS)
    table = Table(first=owner)
    if seed % 2:
        table.hands(named)
    table.chooses("trix")
    left = {seat: set(cards.split()) for seat, cards in named.items()}
    out: list[int] = []
    while table.match.game.deal == 1:
        seat = table.turn
        assert seat not in out
        may = [card for card in table.cards if card in left[seat]]
        if may:
            card = random.choice(may)
            table.play(card)
            left[seat].remove(card)
        else:
            table.passes()
        if not left[seat]:
            out.append(seat)
        if table.match.game.deal == 1:
            keeps = may and card[1:] == "A" and left[seat]
            assert table.turn == (seat if keeps else next(s % 4 for s in range(seat + 1, seat + 5) if left[s % 4]))
    assert table.points == [{0: -100, 1: -50}[out.index(seat)] if seat in out else 0 for seat in range(4)]


# What a pass says


def test_a_pass_says_that_the_seat_holds_none_of_the_cards_that_fit_and_playing_one_later_is_illegal() -> None:
    table = new("trix")
    table.play("SJ")
    (at,) = table.passes()  # seat 1 has no SQ, S9, HJ, DJ, CJ
    table.play("S9 HJ SQ")
    assert table.turn == 1
    assert table.cards == ["S8", "SK", "H9", "HQ"]
    for card in ("DJ", "CJ"):
        assert table.problem("card_played", card=card) == ("illegal_pass", [at])


def test_a_pass_says_nothing_of_cards_that_did_not_fit() -> None:
    table = new("trix")
    table.play("SJ")
    table.passes()
    table.play("S9 HJ SQ")
    assert table.problem("card_played", card="S8") is None


def test_a_pass_names_the_first_that_said_so() -> None:
    table = new("trix")
    table.play("SJ")
    (first,) = table.passes()
    table.play("S9 S8 S7")
    table.passes()
    table.play("SQ SK HJ")
    assert table.turn == 1
    assert table.problem("card_played", card="CJ") == ("illegal_pass", [first])


def test_when_three_have_passed_the_fourth_holds_all_the_cards_that_fit() -> None:
    table = new("trix")
    table.play("SJ")
    passes = table.passes(3)
    assert table.turn == 0
    assert table.expects("passed") is None
    assert table.problem("passed") == ("impossible_deal", passes)
    assert table.cards == ["S9", "SQ", "HJ", "DJ", "CJ"]


def test_a_pass_binds_by_counting_too() -> None:
    """Seats 1 to 3 lack the three other jacks and hold everything else but eight cards: seat 0 holds those jacks."""
    table = new("trix")
    table.play("SJ")
    table.passes(2)
    table.play("S9")  # seat 3
    table.play("SQ")  # seat 0
    told = {1: "S7 S8 SK S10 SA H7 H8 H9", 2: "HQ HK H10 HA D7 D8 D9 DQ"}
    assert table.problem("hands_dealt", hands=hands(told)) == ("wrong_phase", [])
    assert table.code("passed") is None  # S8 and SK may lie with seats 2 and 3, the jacks with 3 and 0


# Irregular passes and cards


def test_a_recorded_hand_that_passed_while_able_is_taken_when_marked_and_says_nothing() -> None:
    table = recorded("trix", MIXED)
    table.play("SJ SQ CJ")
    table.passes()  # seat 3, rightly
    table.play("S9 HJ SK")
    before = table.statements
    at = table.does("passed", irregular=True)  # it has S10 and H9
    assert table.match.irregular == (at,)
    assert table.statements == before
    assert table.turn == 0
    table.goes_round(until=3)
    assert table.problem("card_played", card="S10") is None  # it may place it later


def test_an_unknown_hands_pass_that_is_false_is_taken_when_marked_and_says_nothing() -> None:
    table = new("trix")
    table.play("SJ")
    passes = table.passes(3)
    at = table.does("passed", irregular=True)
    assert table.match.irregular == (at,)
    assert [said[2] for said in table.statements] == passes
    assert table.turn == 1


def test_what_the_seat_itself_said_before_of_these_cards_falls_with_a_pass_that_cannot_be_true() -> None:
    table = new("trix")
    table.play("SJ")
    (first,) = table.passes()  # seat 1
    table.play("S9 HJ SQ H9")
    second, own = table.passes(2)  # seats 2 and 3 have none of S8 SK H8 HQ DJ CJ
    table.play("DJ")
    third, fourth = table.passes(2)  # seats 1 and 2: nor D9 DQ; seat 0 has five cards, and seven that fit are missing
    assert (table.turn, table.code("passed")) == (3, "impossible_deal")
    at = table.does("passed", irregular=True)
    assert table.match.irregular == (at,)
    assert [said[2] for said in table.statements] == [first, second, third, fourth]
    assert own not in {said[2] for said in table.statements}


def test_a_card_placed_after_passing_with_it_is_taken_when_marked_and_that_pass_falls_as_a_whole() -> None:
    table = new("trix")
    table.play("SJ")
    _, other = table.passes(2)  # seats 1 and 2 have none of S9 SQ HJ DJ CJ
    table.play("S9 HJ")
    at = table.does("card_played", card="DJ", irregular=True)
    assert table.match.irregular == (at,)
    assert [said[2] for said in table.statements] == [other]
    assert table.state["piles"]["D"] == {"low": "DJ", "high": "DJ"}
    table.play("D9 D8 D7")
    assert table.turn == 1
    assert "CJ" in table.cards  # it had passed with this one too


def test_a_card_that_fits_no_pile_cannot_be_forced() -> None:
    table = new("trix")
    table.play("SJ")
    assert table.code("card_played", card="SK", irregular=True) == "illegal_choice"
    assert table.code("card_played", card="HQ", irregular=True) == "illegal_choice"


def test_nor_a_card_out_of_turn_for_there_is_no_trick_that_could_go_round_from_there() -> None:
    table = new("trix")
    table.play("SJ")
    assert table.code("card_played", card="SQ", seat=3, irregular=True) == "out_of_turn"
    assert table.code("passed", seat=3, irregular=True) == "out_of_turn"


def test_an_irregular_mark_on_a_pass_that_can_be_true_changes_nothing() -> None:
    plain, marked = new("trix"), new("trix")
    plain.play("SJ")
    marked.play("SJ")
    plain.passes()
    marked.does("passed", irregular=True)
    assert marked.match.irregular == ()
    assert marked.statements == plain.statements
