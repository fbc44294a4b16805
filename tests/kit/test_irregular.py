"""The table is always right about what physically happened: entries that stand though earlier ones forbid them.

What is then dropped, in turn until some deal is consistent again: what that seat's own earlier showing-out and passes
said about the cards concerned; what this very play would show; everything inferred in this deal; recorded hands.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from kit.brute import cards_of, is_true, lies_rightly, small_positions
from kit.small import DECK, dealt, hands, new, play, played

from companion.games.extreme_tricks.events import ChallengesLaid, Declared, TrumpChosen
from companion.games.extreme_tricks.rules import RULES
from companion.kit.cards import Card, Cards, numbered
from companion.kit.holdings import Statement, blank
from companion.kit.match import Match, Sitting, begin, check, evolve, fold
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import Seat
from companion.kit.tricks import FORCIBLE, CardPlayed, Tricks, hand_of

SPADES, HEARTS, DIAMONDS = (DECK.suits[suit] for suit in "SHD")


def forced(tricks: Tricks, said: str, code: str, at: int = 20, conflicts: tuple[int, ...] | None = None) -> Tricks:
    """The card, refused for this reason and sent again as irregular."""
    refused = tricks.refusal(played(said))
    assert refused
    assert refused.code == code
    assert conflicts is None or refused.conflicts_with == conflicts
    return play(tricks, said + "!", at=at)


def said(tricks: Tricks) -> list[tuple[str, int, int]]:
    """What the companion still holds true: kind, seat and entry of each statement."""
    return [(one.kind, one.holder, one.at) for one in tricks.holdings.statements]


def cards(tricks: Tricks, seat: int, led: Cards = 0) -> str:
    return " ".join(DECK.cards(tricks.holdings.playable(seat, led)))


# What that seat's own earlier showing-out and passes said about the cards concerned.


def one_revoke() -> Tricks:
    """Seats 1 and 2 show out of spades, seat 1 of diamonds too; then seat 0 leads its last spade but one."""
    tricks = play(new(), "0 S4", "1 H1", "2 S1", at=1)  # seat 1: no spades, entry 2
    tricks = play(tricks, "0 D4", "1 H2", "2 D1", at=4)  # seat 1: no diamonds, entry 5
    return play(tricks, "0 S3", at=7)


def test_a_card_of_a_suit_shown_out_lies_as_it_is_played_and_the_showing_out_falls():
    tricks = forced(one_revoke(), "1 S2", "revoke", conflicts=(2,))
    assert tricks.told(tricks.laid) == [{"seat": 0, "card": "S3"}, {"seat": 1, "card": "S2"}]
    assert said(tricks) == [("shown_out", 1, 5)]
    assert tricks.holdings.consistent


def test_a_showing_out_is_one_statement_and_falls_as_a_whole():
    """Not only the card now played: the seat may hold the other spades too."""
    four = numbered("SH", 6)  # three players, four cards each
    tricks = Tricks(four, 3, Seat(0), blank(four.whole, (4, 4, 4)))
    for at, card in enumerate(("S1", "H1", "S2"), 1):
        tricks = tricks.lay(CardPlayed(Card(card), at=at))
    tricks = tricks.taken(Seat(2)).lay(CardPlayed(Card("S3"), Seat(2), at=4)).lay(CardPlayed(Card("S4"), Seat(0), at=5))
    assert tricks.refusal(CardPlayed(Card("S6"), Seat(1))) == Refusal("revoke", (("seat", 1), ("card", "S6")), (2,))
    tricks = tricks.lay(CardPlayed(Card("S5"), Seat(1), irregular=True, at=6)).taken(Seat(1))
    assert tricks.refusal(CardPlayed(Card("S6"), Seat(1))) is None


def test_a_pass_is_one_statement_and_falls_as_a_whole():
    held = blank(DECK.whole, (4, 4, 4))
    held = held.say(Statement("passed", 1, DECK.mask(["S1", "H1"]), 3)).say(
        Statement("passed", 2, DECK.mask(["S1"]), 4)
    )
    held = held.play(1, DECK.number["S1"], 0, at=5)
    assert [(one.holder, one.at) for one in held.statements] == [(2, 4)]
    assert held.playable(1) >> DECK.number["H1"] & 1


def test_every_own_showing_out_and_pass_about_the_card_falls():
    held = blank(DECK.whole, (4, 4, 4))
    for at, mask in enumerate((SPADES, DECK.mask(["S1", "H1"]), HEARTS), 1):
        held = held.say(Statement("passed", 1, mask, at))
    held = held.play(1, DECK.number["S1"], 0, at=5)
    assert [one.at for one in held.statements] == [3]


def test_what_other_seats_showed_stays_when_an_own_showing_out_is_enough():
    tricks = play(new(), "0 S4", "1 H1", "2 H2", at=1)  # both show out of spades
    tricks = play(tricks, "0 S3", at=4)
    tricks = forced(tricks, "1 S2", "revoke", conflicts=(2,))
    assert said(tricks) == [("shown_out", 2, 3)]


def test_a_revoke_on_another_lead_shows_out_of_that_suit_as_any_play_does():
    tricks = play(new(), "0 S4", "1 H1", "2 S1", at=1)
    tricks = play(tricks, "0 D4", at=4)
    tricks = forced(tricks, "1 S2", "revoke", at=5, conflicts=(2,))
    assert said(tricks) == [("shown_out", 1, 5)]
    assert cards(play(tricks, "2 D1"), 1) == "S3 H2 H3 H4"


# What this very play would show.


def must_hold_the_last_spade() -> Tricks:
    """The hand of seat 2 is known and seat 1 showed out: only seat 0 can hold S2 when seat 2 leads S3."""
    tricks = dealt(new(leader=2), s2="S3 S4 H4 D4", at=1)
    return play(tricks, "2 S4", "0 S1", "1 H1", "2 S3", at=2)


def test_where_the_seat_must_hold_the_led_suit_the_play_shows_nothing_and_all_else_stays():
    before = must_hold_the_last_spade()
    tricks = forced(before, "0 H2", "impossible_deal", conflicts=(1, 4))
    assert tricks.holdings.statements == before.holdings.statements
    assert hand_of(tricks, Seat(2)) == ("H4", "D4")
    assert cards(tricks, 0) == "S2 H3 D1 D2 D3"
    assert cards(tricks, 0, SPADES) == "S2"


def test_the_own_showing_out_falls_before_what_this_play_shows():
    """Seat 0 shows out of diamonds, then plays one where it must hold the last spade: both fall, no more."""
    tricks = dealt(new(leader=2), s2="S3 S4 D4 D3", at=1)
    tricks = play(tricks, "2 D4", "0 H1", "1 D1", at=2)  # seat 0: no diamonds, entry 3
    tricks = play(tricks, "2 S4", "0 S1", "1 H2", "2 S3", at=5)  # seat 1: no spades, entry 7
    tricks = forced(tricks, "0 D2", "revoke", conflicts=(3,))
    assert said(tricks) == [("hand", 2, 1), ("shown_out", 1, 7)]
    assert cards(tricks, 0, SPADES) == "S2"


# A pass that cannot be true.


def passed(holder: int, cards: str, at: int) -> Statement:
    return Statement("passed", holder, DECK.mask(cards.split()), at)


def test_a_pass_that_can_be_true_is_heard_and_nothing_falls():
    held = blank(DECK.whole, (4, 4, 4)).hear(passed(1, "S1", 1)).hear(passed(2, "S1", 2))
    assert [one.at for one in held.statements] == [1, 2]


def test_a_pass_that_cannot_be_true_says_nothing_and_what_others_said_stays():
    held = blank(DECK.whole, (4, 4, 4)).hear(passed(1, "S1", 1)).hear(passed(2, "S1", 2))
    assert held.hear(passed(0, "S1 S2", 3)) == held


def test_what_the_holder_itself_said_of_these_cards_falls_with_it_as_a_whole_and_nothing_else_it_said():
    held = blank(DECK.whole, (4, 4, 4)).hear(passed(0, "S2 H1", 1)).hear(passed(0, "D1", 2))
    held = held.hear(passed(1, "S1", 3)).hear(passed(2, "S1", 4))
    assert [one.at for one in held.hear(passed(0, "S1 S2", 5)).statements] == [2, 3, 4]


def test_a_pass_that_is_possible_without_what_the_holder_said_before_is_heard():
    held = blank(DECK.whole, (4, 4, 4)).hear(passed(0, "S1 S2 S3 S4 H1", 1))
    assert not held.say(passed(0, "H1 H2 H3 H4 D1", 2)).consistent
    assert [one.at for one in held.hear(passed(0, "H1 H2 H3 H4 D1", 2)).statements] == [2]


# Everything inferred in this deal.


def all_hearts_with_seat_0() -> Tricks:
    """Seat 0 showed out of spades and diamonds, so its two cards are the last two hearts."""
    tricks = play(new(leader=1), "1 S4", "2 S1", "0 H1", at=1)
    tricks = play(tricks, "1 D4", "2 D1", "0 H2", at=4)
    assert cards(tricks, 0) == "H3 H4"
    return tricks


def test_a_card_that_others_must_hold_by_what_they_showed_makes_everything_inferred_fall():
    tricks = forced(all_hearts_with_seat_0(), "1 H3", "impossible_deal", conflicts=(3, 6))
    assert said(tricks) == []
    assert cards(tricks, 0) == "S2 S3 H4 D2 D3"


def test_recorded_hands_stay_when_it_is_enough_that_what_was_inferred_falls():
    tricks = dealt(new(leader=1), s2="S1 S2 D1 D2", at=1)
    tricks = play(tricks, "1 S4", "2 S1", "0 H1", at=2)
    tricks = play(tricks, "1 D4", "2 D1", "0 H2", at=5)
    tricks = forced(tricks, "1 H3", "impossible_deal", conflicts=(4, 7))
    assert said(tricks) == [("hand", 2, 1)]
    assert hand_of(tricks, Seat(2)) == ("S2", "D2")


def test_an_announcement_is_inferred_too():
    held = blank(DECK.whole, (4, 4, 4)).say(Statement("announced", 2, DECK.mask(["H4"]), 1))
    held = held.say(Statement("hand", 0, DECK.mask(["S1", "S2", "S3", "S4"]), 2))
    held = held.play(1, DECK.number["H4"], 0, at=3)
    assert [one.kind for one in held.statements] == ["hand"]


# Recorded hands.


def test_a_card_from_another_seats_recorded_hand_makes_recorded_hands_fall():
    tricks = dealt(new(), s1="S1 S2 H1 D1", s2="S3 H2 D2 D3", at=1)
    tricks = play(tricks, "0 D4", "1 D1", "2 D2", at=2)
    tricks = forced(tricks, "0 S1", "impossible_deal", conflicts=(1,))
    assert said(tricks) == []
    assert [hand_of(tricks, Seat(seat)) for seat in range(3)] == [None, None, None]


def test_whatever_is_played_some_deal_is_left():
    """From any of these positions, each card as irregular: the cards lie and what remains said can be true."""
    for tricks in (one_revoke(), must_hold_the_last_spade(), all_hearts_with_seat_0()):
        for card in DECK.names:
            event = CardPlayed(card, irregular=True, at=30)
            refused = tricks.refusal(event)
            if refused:
                assert refused.code in ("card_gone", "not_in_hand")
                continue
            after = tricks.lay(event)
            assert after.holdings.consistent
            assert after.holdings.need[tricks.turn] == tricks.holdings.need[tricks.turn] - 1
            assert not after.holdings.unseen >> DECK.number[card] & 1


# A known hand that does not follow.


def test_a_known_hand_that_does_not_follow_drops_nothing_and_shows_nothing():
    tricks = play(dealt(new(), s1="S1 S2 H1 D1", at=1), "0 S4", at=2)
    after = forced(tricks, "1 H1", "must_follow_suit", conflicts=(1,))
    assert after.holdings.statements == tricks.holdings.statements
    assert hand_of(after, Seat(1)) == ("S1", "S2", "D1")


def test_a_known_hand_that_did_not_follow_must_follow_the_next_time():
    tricks = play(dealt(new(), s1="S1 S2 H1 D1", at=1), "0 S4", at=2)
    tricks = play(forced(tricks, "1 H1", "must_follow_suit", at=3), "2 H2", at=4)
    tricks = play(tricks, "0 S3", at=5)
    assert cards(tricks, 1, tricks.led) == "S1 S2"
    forced(tricks, "1 D1", "must_follow_suit", at=6)


# The flag where nothing forbids the entry.


def test_on_an_entry_that_would_have_been_accepted_the_flag_changes_nothing():
    tricks = play(new(), "0 S4")
    for one in ("1 S1", "1 H1"):
        assert play(tricks, one, at=2) == play(tricks, one + "!", at=2)


def test_only_an_entry_that_needed_the_flag_is_marked():
    match = in_play()
    match = fold(match, [CardPlayed(Card("S1"), Seat(0), irregular=True, at=10)])
    assert match.irregular == ()
    match = fold(match, [CardPlayed(Card("H1"), Seat(1), irregular=True, at=11), *trick(12, "2 S2")])
    assert match.irregular == ()
    match = fold(match, [*trick(13, "2 S3", "0 S4"), CardPlayed(Card("S5"), Seat(1), irregular=True, at=15)])
    assert match.irregular == (15,)


# Nothing else can be forced.


def test_these_and_no_others_can_be_forced():
    assert set(FORCIBLE) == {"revoke", "must_follow_suit", "must_play", "impossible_deal", "illegal_pass"}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("2 S2!", "out_of_turn"),
        ("1 S9!", "not_in_deck"),
        ("1 S4!", "card_gone"),
        ("1 D4!", "not_in_hand"),
    ],
)
def test_nothing_else_can_be_forced(said: str, code: str):
    tricks = play(dealt(new(), s1="S1 S2 H1 D1"), "0 S4", at=2)
    refused = tricks.refusal(played(said))
    assert refused
    assert refused.code == code


def test_a_lead_out_of_turn_can_and_the_trick_goes_round_from_that_seat():
    tricks = forced(new(leader=0), "2 S1", "out_of_turn")
    assert (tricks.leader, tricks.turn) == (2, 0)
    tricks = play(tricks, "0 S2", "1 S3")
    assert [laid.seat for laid in tricks.last] == [2, 0, 1]


def test_a_lead_out_of_turn_must_be_in_a_known_hand_all_the_same():
    tricks = dealt(new(), s2="S3 S4 H4 D4")
    refused = tricks.refusal(played("2 S1!"))
    assert refused
    assert refused.code == "not_in_hand"


def test_hands_that_no_deal_allows_cannot_be_forced():
    tricks = dealt(new(), s1="S1 S2 H1 D1", at=4)
    told = hands(s2="S1 S3 S4 H4")
    assert tricks.refusal_of_hands(told) == Refusal("impossible_deal", (), (4,))
    assert not hasattr(told, "irregular")


def in_play() -> Match[Any]:
    """Extreme Tricks with three, ready for the first card."""
    match = begin(RULES, Setup(3, Seat(0), RULES.house_rules()), [Sitting()] * 3)
    numbers = (1, 2, 3, 4, 5, 6)
    opening: list[Event] = [ChallengesLaid(numbers, numbers, at=1), TrumpChosen(Seat(0), "D", at=2)]
    opening += [Declared(Seat(seat), 0, (), at=3 + seat) for seat in range(3)]
    for event in opening:
        assert check(match, event) is None
        match = evolve(match, event)
    return match


def trick(at: int, *said: str) -> list[Event]:
    return [played(one, at + i) for i, one in enumerate(said)]


def test_a_card_before_the_play_has_begun_cannot_be_forced():
    match = begin(RULES, Setup(3, Seat(0), RULES.house_rules()), [Sitting()] * 3)
    assert check(match, played("0 S1!")) == Refusal("wrong_phase")


def test_a_seat_that_does_not_exist_cannot_be_forced():
    refused = check(in_play(), played("3 S1!"))
    assert refused
    assert refused.code == "invalid"


# All of it, by brute force.


def test_what_is_dropped_is_the_first_in_this_order_that_leaves_some_deal():
    """Any card from any seat, forced upon random positions; which deals are left, a brute force says."""
    dropped: Counter[str] = Counter()
    for position, random in small_positions():
        seat = random.choice([seat for seat, need in enumerate(position.held.need[: position.seats]) if need] or [0])
        card = random.choice(cards_of(position.unseen))
        led = random.choice([0, *position.suits])
        if not position.held.need[seat]:
            continue
        off = bool(led) and not led >> card & 1
        all_said = position.held.statements
        own = tuple(
            one
            for one in all_said
            if not (one.holder == seat and one.kind in ("shown_out", "passed") and one.cards >> card & 1)
        )
        recorded = tuple(one for one in all_said if one.kind == "hand")
        known = position.recorded.get(seat, 0) & position.unseen
        steps = {
            "nothing": (all_said, off),
            "own": (own, off),
            "this play": (own, False),
            "inferred": (recorded, False),
            "hands": ((), False),
        }
        if known >> card & 1 and off and known & led:
            steps = {"a known hand that does not follow": (all_said, False)}
        for name, (kept, shows) in steps.items():  # noqa: B007
            if any(
                (lies_rightly if shows else comes_from)(deal[seat] & position.unseen, card, led)
                and all(is_true(one, deal, position.unseen) for one in kept)
                for deal in position.by_plays
            ):
                break
        dropped[name] += 1
        after = position.held.play(seat, card, led, at=99)
        shown = (Statement("shown_out", seat, led, 99),) if shows else ()
        again = any(one.kind == "shown_out" and one.holder == seat and one.cards == led for one in kept)
        assert after.statements == (kept if again else kept + shown), name
        assert after.consistent
    assert min(dropped[name] for name in ("nothing", "own", "this play", "inferred", "hands")) > 5, dropped


def comes_from(hand: int, card: int, led: int) -> bool:
    return bool(hand >> card & 1)
