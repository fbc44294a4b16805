"""The seven contracts as rows: what counts in them, what it is worth, when they end.

Source: the rule text in Arabic. Settled where it is silent: the bonuses for all eight hold inside general too, and
a sweep of general leaves the announcer the -50 when another swept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.kit.cards import Cards, Deck
from companion.kit.seats import Seat
from companion.kit.tally import Line

PLAYERS, HAND = 4, 8
SUITS = ("S", "H", "D", "C")
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
DECK = Deck(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
DIAMONDS = DECK.suits["D"]
QUEENS = DECK.mask(f"{suit}Q" for suit in SUITS)
JACKS = DECK.mask(f"{suit}J" for suit in SUITS)
ACES = DECK.mask(f"{suit}A" for suit in SUITS)
SEVENS = DECK.mask(f"{suit}7" for suit in SUITS)
KING = DECK.mask(["HK"])

Contract = Literal["diamonds", "queens", "tricks", "last", "ray", "general", "trix"]
Part = Literal["diamonds", "queens", "tricks", "last", "king"]
Counts = Mapping[Part, tuple[int, ...]]
"""Of everything that may count, how much each seat has taken; of the last trick and the king, 1 for who has it."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Points for each one taken; ``of`` is how many there are, and ``bonus`` what all of them bring instead."""

    each: int
    of: int
    bonus: int | None = None


WORTH: dict[Part, Worth] = {
    "diamonds": Worth(10, of=8, bonus=150),
    "queens": Worth(20, of=4),
    "tricks": Worth(10, of=HAND, bonus=150),
    "last": Worth(100, of=1),
    "king": Worth(100, of=1),
}
ANNOUNCED_KING, KING_LOST = 200, -50


@dataclass(frozen=True, slots=True)
class Row:
    """A contract: what counts in it, and the cards of which the last one taken ends it.

    ``face_down``: its points tell which cards lie in the tricks. ``swept``: all eight tricks bring 0.
    """

    parts: tuple[Part, ...]
    until: Cards = DECK.whole
    face_down: bool = False
    swept: bool = False


ROWS: dict[Contract, Row] = {
    "diamonds": Row(("diamonds",), until=DIAMONDS, face_down=True),
    "queens": Row(("queens",), until=QUEENS, face_down=True),
    "tricks": Row(("tricks",)),
    "last": Row(("last",)),
    "ray": Row(("king",), until=KING),
    "general": Row(("diamonds", "queens", "tricks", "last", "king"), face_down=True, swept=True),
    "trix": Row(()),
}
CONTRACTS: tuple[Contract, ...] = get_args(Contract)
assert tuple(ROWS) == CONTRACTS
OUT = ((-100, "first_out"), (-50, "second_out"))


def lines(
    contract: Contract, deal: int, counts: Counts, announcer: Seat | None, owner: Seat, times: int
) -> Iterator[Line]:
    """Where the points of a contract of tricks come from. ``times``: what the owner's points are multiplied by."""
    row = ROWS[contract]
    if not (row.swept and WORTH["tricks"].of in counts["tricks"]):
        for part in row.parts:
            worth = WORTH[part]
            for i, taken in enumerate(counts[part]):
                points, reason = worth.each * taken, str(part)
                if taken == worth.of and worth.bonus is not None:
                    points, reason = worth.bonus, f"all_{part}"
                if part == "king" and announcer is not None:
                    points, reason = ANNOUNCED_KING * taken, "announced_king"
                if points and i == owner:
                    yield Line(deal, owner, points * times, reason, (("taken", taken), ("times", times)))
                elif points:
                    yield Line(deal, Seat(i), points, reason, (("taken", taken),))
    if announcer is not None and "king" in row.parts and 1 in counts["king"] and not counts["king"][announcer]:
        yield Line(deal, announcer, KING_LOST, "king_lost")


def out(deal: int, seats: tuple[Seat, ...]) -> Iterator[Line]:
    """Trix: who was out first and second."""
    for seat, (points, reason) in zip(seats, OUT, strict=False):
        yield Line(deal, seat, points, reason)


def fitting(placed: Cards) -> Cards:
    """Trix: the jacks of suits not begun, and the next card up and down of the others."""
    up, down = (placed & ~ACES) << 1, (placed & ~SEVENS) >> 1
    return (JACKS | up | down) & ~placed
