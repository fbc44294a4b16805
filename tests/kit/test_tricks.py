"""Follow-suit trick play as any game uses it, with hands that nobody has told."""

from __future__ import annotations

import pytest
from kit.small import DECK, dealt, hands, new, play, played

from companion.kit.cards import Card, numbered
from companion.kit.holdings import Statement, blank
from companion.kit.rules import Refusal
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt, Laid, Tricks, hand_of, only_own_hand


def refusal(tricks: Tricks, said: str) -> Refusal | None:
    return tricks.refusal(played(said))


# Whose turn it is.


def test_the_leader_leads_and_the_others_follow_in_order_of_play():
    tricks = new(leader=2)
    turns = []
    for card in ("S1", "S2", "S3"):
        turns.append(tricks.turn)
        tricks = tricks.lay(played(card))
    assert turns == [2, 0, 1]
    assert tricks.full


def test_a_card_from_another_seat_is_out_of_turn_and_the_refusal_says_whose_turn_it_is():
    assert refusal(new(), "1 S1") == Refusal("out_of_turn", (("seat", 0),))
    assert refusal(play(new(), "S1"), "0 S2") == Refusal("out_of_turn", (("seat", 1),))


def test_a_card_without_a_seat_comes_from_the_seat_whose_turn_it_is():
    assert play(new(leader=1), "S1").laid == (Laid(Seat(1), DECK.number["S1"]),)


def test_who_takes_the_trick_leads_the_next_and_the_trick_lies_aside():
    tricks = play(new(), "S1", "S4", "S2")
    assert (tricks.leader, tricks.turn, tricks.laid) == (1, 1, ())
    assert tricks.told(tricks.last) == [{"seat": 0, "card": "S1"}, {"seat": 1, "card": "S4"}, {"seat": 2, "card": "S2"}]


def test_the_highest_card_by_the_games_own_strength_wins():
    tricks = new()
    for card in ("S1", "S4", "H2"):
        tricks = tricks.lay(played(card))
    assert tricks.winner(lambda card: DECK.ranks[card]).seat == 1
    assert tricks.winner(lambda card: 100 * (DECK.suit_of[card] == "H") + DECK.ranks[card]).seat == 2


def test_there_is_no_led_suit_before_the_lead():
    assert new().led == 0
    assert play(new(), "H2").led == DECK.suits["H"]
    assert play(new(), "H2", "H1", "H4").led == 0


# Which cards may lie.


def test_a_card_that_is_not_of_the_deck_is_refused():
    assert refusal(new(), "S5") == Refusal("not_in_deck", (("card", "S5"),))


def test_a_card_already_seen_in_this_deal_is_gone_and_the_refusal_names_where():
    tricks = play(new(), "S1", "S4", "S2", at=5)
    assert refusal(tricks, "S2") == Refusal("card_gone", (("card", "S2"),), (7,))


def test_of_several_reasons_the_turn_comes_first_then_the_deck_then_the_card_gone():
    tricks = play(new(), "S1")
    assert refusal(tricks, "0 S5").code == "out_of_turn"
    assert refusal(tricks, "0 S1").code == "out_of_turn"
    assert refusal(dealt(new(), s0="S1 S2 S3 S4"), "X9").code == "not_in_deck"
    seen = play(dealt(new(), s0="S1 S2 S3 S4"), "S1", "H1", "D1")
    assert refusal(seen, "S1").code == "card_gone"


def test_with_nothing_said_every_unseen_card_may_lie():
    assert new().playable() == DECK.names


def test_anything_may_follow_from_an_unknown_hand():
    tricks = play(new(), "S1")
    assert tricks.playable() == tuple(name for name in DECK.names if name != "S1")


def test_what_is_listed_as_playable_is_what_is_accepted():
    tricks = dealt(new(), s1="S1 S2 H1 D1")
    for said in ("S3", "S1", "H2", "H3", "S2", "D2", "H4"):
        event = played(said)
        accepted = tuple(card for card in DECK.names if tricks.refusal(CardPlayed(card)) is None)
        assert tricks.playable() == accepted
        tricks = play(tricks, said) if event.card in accepted else tricks


# Showing out.


def test_a_seat_that_does_not_follow_shows_out_and_playing_the_suit_later_is_a_revoke_that_names_that_play():
    tricks = play(new(), "S1", "H1", "S2", at=10)  # seat 1 shows out at 11; seat 2 wins
    tricks = play(tricks, "2 D1", "0 D2", at=13)
    assert refusal(tricks, "1 S3") == Refusal("revoke", (("seat", 1), ("card", "S3")), (11,))
    assert refusal(tricks, "1 H2") is None


def test_following_suit_shows_nothing():
    assert play(new(), "S1", "S2", "S3").holdings.statements == ()


def test_leading_shows_nothing():
    assert play(new(), "S1").holdings.statements == ()


def test_cards_that_only_one_seat_can_still_hold_are_all_that_may_come_from_it():
    """Seats 1 and 2 showed out of spades: the three spades left are the three cards of seat 0."""
    tricks = play(new(), "S1", "H1", "H2", at=1)
    assert tricks.playable() == ("S2", "S3", "S4")
    assert refusal(tricks, "H3") == Refusal("impossible_deal", (("seat", 0), ("card", "H3")), (2, 3))


def test_a_seat_that_must_hold_the_led_suit_by_the_numbers_cannot_show_out_of_it():
    """Seat 1 showed out and the hand of seat 2 is known: the last spade is with seat 0."""
    tricks = dealt(new(leader=2), s2="S3 S4 H4 D4", at=1)
    tricks = play(tricks, "2 S4", "0 S1", "1 H1", "2 S3", at=2)
    assert tricks.playable() == ("S2",)
    assert refusal(tricks, "0 H2") == Refusal("impossible_deal", (("seat", 0), ("card", "H2")), (1, 4))


# Known hands.


def test_a_recorded_hand_must_hold_the_card():
    tricks = dealt(new(), s0="S1 S2 H1 D1", at=4)
    assert refusal(tricks, "S3") == Refusal("not_in_hand", (("seat", 0), ("card", "S3")), (4,))


def test_a_recorded_hand_must_follow_suit():
    tricks = play(dealt(new(), s1="S1 S2 H1 D1", at=4), "S3", at=5)
    expected = Refusal("must_follow_suit", (("seat", 1), ("card", "H1"), ("suit", "S")), (4,))
    assert refusal(tricks, "H1") == expected
    assert tricks.playable() == ("S1", "S2")


def test_a_recorded_hand_without_the_led_suit_may_play_anything_it_has():
    tricks = play(dealt(new(), s1="H1 H2 H3 D1"), "S3")
    assert tricks.playable() == ("H1", "H2", "H3", "D1")


def test_a_card_in_another_seats_recorded_hand_is_an_impossible_deal_from_an_unknown_one():
    tricks = dealt(new(), s1="S1 S2 H1 D1", at=4)
    assert refusal(tricks, "S1") == Refusal("impossible_deal", (("seat", 0), ("card", "S1")), (4,))


def test_a_card_in_another_seats_recorded_hand_is_not_in_hand_from_a_known_one():
    tricks = dealt(new(), s0="S3 S4 H2 D2", s1="S1 S2 H1 D1", at=4)
    assert refusal(tricks, "S1").code == "not_in_hand"


def test_a_hand_that_is_only_deduced_counts_as_unknown():
    """Two of three hands are recorded: the third is clear, but nobody has told it."""
    tricks = dealt(new(), s0="S1 S2 H1 D1", s1="S3 H2 H3 D2", at=4)
    tricks = play(tricks, "S1", "S3", at=5)
    assert hand_of(tricks, Seat(2)) is None
    assert tricks.playable() == ("S4",)
    assert refusal(tricks, "D1") == Refusal("impossible_deal", (("seat", 2), ("card", "D1")), (4,))
    assert refusal(tricks, "H4").code == "impossible_deal"  # it must have the spade


def test_a_recorded_hand_grows_smaller_as_it_is_played():
    tricks = play(dealt(new(), s0="S1 S2 H1 D1"), "S1")
    assert hand_of(tricks, Seat(0)) == ("S2", "H1", "D1")
    assert hand_of(tricks, Seat(1)) is None


# Hands as somebody tells them.


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"s3": "S1 S2 S3 S4"}, "invalid"),
        ({"s0": "S1 S2 S3 S9"}, "not_in_deck"),
        ({"s0": "S1 S2 S3"}, "illegal_choice"),
        ({"s0": "S1 S2 S3 S4 H1"}, "illegal_choice"),
        ({"s0": "S1 S2 S3 S3"}, "illegal_choice"),
        ({"s0": "S1 S2 S3 S4", "s1": "S4 H1 H2 H3"}, "impossible_deal"),
    ],
    ids=["no such seat", "no such card", "too few", "too many", "a card twice", "a card in two hands"],
)
def test_a_hand_must_be_real_cards_in_the_right_number_and_each_in_one_place(told: dict[str, str], code: str):
    refused = new().refusal_of_hands(hands(**told))
    assert refused
    assert refused.code == code


def test_a_card_told_in_two_hands_is_an_impossible_deal_that_names_the_earlier_one():
    tricks = dealt(new(), s0="S1 S2 S3 S4", at=4)
    refused = tricks.refusal_of_hands(hands(s1="S4 H1 H2 H3"))
    assert refused == Refusal("impossible_deal", (), (4,))


def test_a_hand_told_before_is_not_told_again():
    tricks = dealt(new(), s0="S1 S2 S3 S4", at=4)
    again = tricks.refusal_of_hands(hands(s0="S1 S2 S3 S4"))
    assert again
    assert (again.code, again.conflicts_with) == ("illegal_choice", (4,))
    other = tricks.refusal_of_hands(hands(s0="S1 S2 S3 H4"))
    assert other
    assert (other.code, other.conflicts_with) == ("impossible_deal", (4,))


def test_hands_may_be_told_one_after_the_other():
    tricks = dealt(dealt(new(), s0="S1 S2 S3 S4", at=4), s2="D1 D2 D3 D4", at=5)
    assert hand_of(tricks, Seat(2)) == ("D1", "D2", "D3", "D4")


def test_each_is_told_only_the_own_hand():
    event = hands(at=9, s0="S1", s1="H1")
    own = only_own_hand(event, Seat(1))
    assert isinstance(own, HandsDealt)
    assert (own.hands, own.at) == (((1, ("H1",)),), 9)
    assert only_own_hand(event, None) == HandsDealt(())
    assert only_own_hand(played("S1"), None) == played("S1")


def test_a_seat_that_knows_only_its_own_hand_accepts_what_the_table_accepts_and_more():
    """Folding the redacted log gives the same tricks; only the knowledge of hands differs."""
    told = hands(s0="S1 S2 H1 D1", s1="S3 H2 H3 D2", s2="S4 H4 D3 D4", at=1)
    cards = ("S1", "S3", "S4", "H4", "H1", "H2", "D3", "D1", "D2")
    whole = play(new().dealt(told), *cards)
    for seat in map(Seat, range(3)):
        event = only_own_hand(told, seat)
        assert isinstance(event, HandsDealt)
        own = play(new().dealt(event), *cards)
        assert (own.leader, own.last, own.played) == (whole.leader, whole.last, whole.played)
        assert hand_of(own, seat) == hand_of(whole, seat)


# A card that comes back, and a pile left over.


@pytest.mark.parametrize(("need", "may"), [((4, 3, 2, 1), True), ((4, 3, 3, 0), False)], ids=["a pile", "no pile"])
def test_a_pile_left_over_may_hold_what_no_seat_does(need: tuple[int, ...], may: bool):
    """Two seats show out of spades: of the four left, three fit into the leader's hand and one into the pile."""
    deck = numbered("SH", 5)
    tricks = Tricks(deck, 3, Seat(0), blank(deck.whole, need))
    tricks = tricks.lay(CardPlayed(Card("S1"), at=1)).lay(CardPlayed(Card("H1"), at=2))
    refused = tricks.refusal(CardPlayed(Card("H2")))
    assert refused == (None if may else Refusal("impossible_deal", (("seat", 2), ("card", "H2")), (2,)))


def test_a_card_taken_back_is_with_the_seat_that_took_it_and_with_nobody_else():
    held = blank(DECK.whole, (4, 4, 4)).play(1, DECK.number["H1"], DECK.suits["S"], at=3)
    back = held.take(1, DECK.number["H1"], at=4)
    assert back.need == (4, 4, 4)
    assert back.playable(1) == DECK.mask(name for name in DECK.names if name[0] != "S")
    assert not back.playable(0) >> DECK.number["H1"] & 1
    clash = back.clash(0, DECK.number["H1"])
    assert clash
    assert [said.at for said in clash.behind] == [4]
    # It must be played where hearts are led: showing out of them is impossible.
    assert back.playable(1, DECK.suits["H"]) == DECK.suits["H"]


def test_a_card_taken_back_of_a_suit_shown_out_since_is_there_all_the_same():
    held = blank(DECK.whole, (4, 4, 4)).play(1, DECK.number["S1"], 0, at=1)
    held = held.play(1, DECK.number["H1"], DECK.suits["S"], at=3)
    back = held.take(1, DECK.number["S1"], at=4)
    assert back.consistent
    assert back.playable(1) & DECK.suits["S"] == DECK.mask(["S1"])


def test_a_card_taken_back_joins_a_recorded_hand():
    tricks = play(dealt(new(), s0="S1 S2 H1 D1"), "S1")
    back = tricks.holdings.take(0, DECK.number["S1"], at=4)
    assert back.known(0) == DECK.mask(["S1", "S2", "H1", "D1"])
    assert back.statements == tricks.holdings.statements


def test_a_statement_made_again_in_the_same_words_adds_nothing():
    held = blank(DECK.whole, (4, 4, 4)).say(Statement("shown_out", 1, DECK.suits["S"], 3))
    assert held.say(Statement("shown_out", 1, DECK.suits["S"], 8)) is held
