"""What a table enters from its own copy: the values of each suit, chapter cards, the names of gems and suits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from companion.kit.cards import Deck
from companion.kit.rules import IN_ORDER, READ_OFF, Refusal, Within

SUITS = ("A", "B", "C", "D")
AXES = "A"
AXE_CARDS, OTHER_CARDS = 12, 33  # of the 45
HIGHEST = 15
TRICKS = {3: 11, 4: 11, 5: 9}
"""By the number of players; each has that many cards."""

Suit = Literal["A", "B", "C", "D"]
Winner = Literal["trump", "led_suit", "highest"]
Label = Annotated[str, Within(1, 40)]
Points = Annotated[int, Within(-1000, 1000), READ_OFF]
TrickPoints = Points | Annotated[tuple[Points, ...], Within(1, 30), IN_ORDER]
Bid = Annotated[int, Within(0, 11), READ_OFF]
Values = Annotated[tuple[Annotated[int, Within(1, HIGHEST)], ...], Within(0, HIGHEST)]


@dataclass(frozen=True, slots=True)
class SuitNames:
    A: Label | None = None
    B: Label | None = None
    C: Label | None = None
    D: Label | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """The values there are of each suit."""

    A: Values
    B: Values
    C: Values
    D: Values


@dataclass(frozen=True, slots=True)
class Chapter:
    """``trick_points``: of every trick, or of each by its number."""

    winner: Winner
    trick_points: TrickPoints
    bid: Bid
    power_bonus: Points
    trump: Suit | None = None
    name: Label | None = None


@dataclass(frozen=True, slots=True)
class CardSet:
    deck: Printed
    suits: SuitNames | None = None
    chapters: Annotated[tuple[Chapter, ...], Within(0, 99)] = ()
    gems: Annotated[tuple[Label, ...], Within(0, 99)] = ()


def check_card_set(card_set: CardSet) -> Refusal | None:
    """45 cards, no two alike, 12 of them axes; chapters that somebody can play."""
    deck = card_set.deck
    values = (deck.A, deck.B, deck.C, deck.D)
    good = all(len(set(of_suit)) == len(of_suit) for of_suit in values)
    if not good or (len(deck.A), sum(map(len, values[1:]))) != (AXE_CARDS, OTHER_CARDS):
        return Refusal("invalid", (("reason", "card_set"), ("option", "deck")))
    for chapter in card_set.chapters:
        if isinstance(chapter.trick_points, tuple) and len(chapter.trick_points) < min(TRICKS.values()):
            return Refusal("invalid", (("reason", "card_set"), ("option", "chapters")))
        if chapter.winner == "trump" and chapter.trump is None:
            return Refusal("invalid", (("reason", "card_set"), ("option", "chapters")))
    return None


@lru_cache(100)
def deck_of(card_set: CardSet | None, players: int) -> Deck:
    """The cards there may be: those of the table's own deck, or any value of any suit; for three without axes."""
    return Deck(
        f"{suit}{value}"
        for suit in SUITS
        if players > 3 or suit != AXES
        for value in (range(1, HIGHEST + 1) if card_set is None else sorted(getattr(card_set.deck, suit)))
    )
