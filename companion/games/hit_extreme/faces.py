"""The sixteen faces as rows, and counts of them.

Source: the rule text's list of components and its sections on action and special cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add, mul, sub
from typing import Literal

from companion.kit.cards import Card

Option = Literal["steal", "hold_up", "bank", "all_in", "collect"]
"""What may be done at once and need not; ``collect`` is what a good all-in offers."""


@dataclass(frozen=True, slots=True)
class Face:
    """``action``: what drawing it lets one do; such a card is never won."""

    name: str
    copies: int
    value: int
    steals: Literal["may", "must", "never"] = "may"
    loses: bool = True  # drawn again over three cards or more it loses the turn
    alone: bool = True  # can be won as it lies; a duel needs another
    action: Option | None = None


FACES = (
    Face("1", 8, 1),
    Face("2", 8, 2),
    Face("3", 8, 3),
    Face("4", 8, 4),
    Face("6", 7, 6),
    Face("8", 7, 8),
    Face("9", 7, 9),
    Face("10", 7, 10),
    Face("20", 2, 20),
    Face("lucky", 7, 7),
    Face("loser", 6, -7, steals="must"),
    Face("duel", 12, 5, steals="never", loses=False, alone=False),
    Face("elixir", 6, 4, steals="never", loses=False),
    Face("hold_up", 3, 0, steals="never", loses=False, action="hold_up"),
    Face("bank", 3, 0, steals="never", loses=False, action="bank"),
    Face("all_in", 3, 0, steals="never", loses=False, action="all_in"),
)
NAMES = tuple(Card(face.name) for face in FACES)
NUMBER = {face.name: i for i, face in enumerate(FACES)}
LUCKY, LOSER, DUEL, ELIXIR = (NUMBER[name] for name in ("lucky", "loser", "duel", "elixir"))

Counts = tuple[int, ...]
"""How many cards of each face, in the order of the rows."""

NONE: Counts = (0,) * len(FACES)
WHOLE: Counts = tuple(face.copies for face in FACES)
VALUES: Counts = tuple(face.value for face in FACES)


def counted(names: Iterable[str]) -> Counts:
    found = Counter(names)
    return tuple(found[face.name] for face in FACES)


def put(counts: Counts, face: int, n: int = 1) -> Counts:
    """With so many more of one face; fewer where n is below 0."""
    return (*counts[:face], counts[face] + n, *counts[face + 1 :])


def added(counts: Counts, more: Counts) -> Counts:
    return tuple(map(add, counts, more))


def less(counts: Counts, fewer: Counts) -> Counts:
    return tuple(map(sub, counts, fewer))


def one(face: int) -> Counts:
    return put(NONE, face)


def only(counts: Counts, face: int) -> Counts:
    return put(NONE, face, counts[face])


def but(counts: Counts, face: int) -> Counts:
    return put(counts, face, -counts[face])


def worth(counts: Counts) -> int:
    return sum(map(mul, counts, VALUES))


def named(counts: Counts) -> dict[str, int]:
    """By name, without the faces there are none of."""
    return {face.name: n for face, n in zip(FACES, counts, strict=True) if n}
