"""Cards by name outside, by number and bit mask inside: a set of cards is one int."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NewType

Card = NewType("Card", str)
"""Suit letter and rank as players write it: ``S12``, ``H10``, ``DJ``; in HIT! Extreme just the face."""

Cards = int
"""A set of cards of one deck: bit i stands for the deck's card i."""


def bits(cards: Cards) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


class Deck:
    """The distinct cards a deal is made of, in the order given; each is known by its place in it."""

    __slots__ = ("names", "number", "ranks", "suit_of", "suits", "whole")

    def __init__(self, names: Iterable[str]) -> None:
        self.names: tuple[Card, ...] = tuple(Card(name) for name in names)
        self.number: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self.whole: Cards = (1 << len(self.names)) - 1
        self.suit_of: tuple[str, ...] = tuple(name[0] for name in self.names)
        self.suits: dict[str, Cards] = {}
        for i, suit in enumerate(self.suit_of):
            self.suits[suit] = self.suits.get(suit, 0) | 1 << i
        order = {suit: list(bits(mask)) for suit, mask in self.suits.items()}
        self.ranks: tuple[int, ...] = tuple(order[suit].index(i) for i, suit in enumerate(self.suit_of))
        """Strength within the suit, 0 for the lowest: the order in which the deck lists the suit."""

    def cards(self, mask: Cards) -> tuple[Card, ...]:
        return tuple(self.names[i] for i in bits(mask))

    def mask(self, names: Iterable[str]) -> Cards:
        """KeyError for a card that is not of this deck."""
        mask = 0
        for name in names:
            mask |= 1 << self.number[name]
        return mask


def numbered(suits: str, highest: int) -> Deck:
    """The values 1..highest in each suit."""
    return Deck(f"{suit}{value}" for suit in suits for value in range(1, highest + 1))
