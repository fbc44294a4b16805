"""A small deck and a short way to say what is played: three players, four cards each."""

from __future__ import annotations

from companion.kit.cards import Card, numbered
from companion.kit.holdings import blank
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt, Tricks

DECK = numbered("SHD", 4)


def new(leader: int = 0) -> Tricks:
    return Tricks(DECK, 3, Seat(leader), blank(DECK.whole, (4, 4, 4)))


def played(said: str, at: int = 0) -> CardPlayed:
    """``"1 H3"``: seat 1 plays H3; ``"H3"``: whose turn it is does; with a ``!`` it is irregular."""
    said, irregular = said.removesuffix("!"), said.endswith("!")
    seat, _, card = said.rpartition(" ")
    return CardPlayed(Card(card), Seat(int(seat)) if seat else None, irregular, at=at)


def play(tricks: Tricks, *said: str, at: int = 1) -> Tricks:
    """These cards in turn, entries at, at+1..; a full trick goes to the highest of the led suit."""
    for i, one in enumerate(said):
        event = played(one, at + i)
        assert tricks.refusal(event) is None, (one, tricks.refusal(event))
        tricks = tricks.lay(event)
        if tricks.full:
            following = [laid for laid in tricks.laid if tricks.led >> laid.card & 1]
            tricks = tricks.taken(max(following, key=lambda laid: DECK.ranks[laid.card]).seat)
    return tricks


def hands(at: int = 0, **by_seat: str) -> HandsDealt:
    """``hands(s0="S1 S2 H1 D1")``"""
    return HandsDealt(
        tuple((Seat(int(seat[1:])), tuple(map(Card, cards.split()))) for seat, cards in by_seat.items()), at=at
    )


def dealt(tricks: Tricks, at: int = 1, **by_seat: str) -> Tricks:
    event = hands(at, **by_seat)
    assert tricks.refusal_of_hands(event) is None
    return tricks.dealt(event)
