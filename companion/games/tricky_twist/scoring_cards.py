"""The eight kinds of scoring cards as rows: what of the false tricks each of them counts.

Source: the rule text's scoring cards. Which points a count or a place is worth is printed on the card alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.games.tricky_twist.events import SUITS, ScoringCardRevealed


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``tie_places``: whether a tie for a place leaves the places after it empty (skip) or not (dense)."""

    tie_places: Literal["dense", "skip"] = "dense"


@dataclass(frozen=True, slots=True)
class FalseTricks:
    """One seat's: (suit, value) of those that have them, and how many have neither."""

    cards: tuple[tuple[str, int], ...]
    blanks: int = 0

    @property
    def number(self) -> int:
        return len(self.cards) + self.blanks

    @property
    def values(self) -> list[int]:
        return [value for _, value in self.cards]

    def of(self, suit: str) -> int:
        return sum(one == suit for one, _ in self.cards)

    @property
    def longest_sequence(self) -> int:
        best = run = 0
        for value in range(1, 13):
            run = run + 1 if value in self.values else 0
            best = max(best, run)
        return best


@dataclass(frozen=True, slots=True)
class Counted:
    """Worth what the card prints for a count. Several counts: the player's choice, so the best one."""

    card: str
    counts: Callable[[FalseTricks, tuple[str, ...]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Worth what the card prints for a place among those who have at least one."""

    card: str
    most_first: bool


KINDS: dict[str, Counted | Ranked] = {
    kind.card: kind
    for kind in (
        Counted("longest_sequence", lambda mine, _: (mine.longest_sequence,)),
        Counted("one_of_two_suits", lambda mine, suits: tuple(mine.of(suit) for suit in suits)),
        Counted("most_of_one_suit", lambda mine, _: (max(map(mine.of, SUITS)),)),
        Counted("number_of_suits", lambda mine, _: (len({suit for suit, _ in mine.cards}),)),
        Ranked("fewest_false_tricks", most_first=False),
        Ranked("most_false_tricks", most_first=True),
        Counted("even_values", lambda mine, _: (sum(value % 2 == 0 for value in mine.values),)),
        Counted("odd_values", lambda mine, _: (sum(value % 2 for value in mine.values),)),
    )
}


@dataclass(frozen=True, slots=True)
class Award:
    """``count``: of what the card counts. ``place``: from 1, where it ranks."""

    points: int
    count: int
    place: int | None = None


def awards(card: ScoringCardRevealed, each: tuple[FalseTricks, ...], house: HouseRules) -> tuple[Award, ...]:
    """Per seat what the revealed card gives it."""
    kind = KINDS[card.card]
    if isinstance(kind, Counted):
        return tuple(
            max(
                (Award(card.points[min(n, len(card.points) - 1)], n) for n in kind.counts(mine, card.suits)),
                key=lambda award: (award.points, award.count),
            )
            for mine in each
        )
    numbers = [mine.number for mine in each]
    ranked = sorted((n for n in numbers if n), reverse=kind.most_first)
    order = ranked if house.tie_places == "skip" else list(dict.fromkeys(ranked))
    found = []
    for n in numbers:
        place = order.index(n) if n else None
        worth = card.points[place] if place is not None and place < len(card.points) else 0
        found.append(Award(worth, n, None if place is None else place + 1))
    return tuple(found)
