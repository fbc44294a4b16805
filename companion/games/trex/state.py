"""What a match of Trex is at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.games.trex.contracts import DECK, HAND, PLAYERS, Contract
from companion.kit.cards import Cards
from companion.kit.holdings import blank
from companion.kit.rules import Setup
from companion.kit.seats import Seat, following
from companion.kit.tally import Line, points
from companion.kit.tricks import Tricks

FORCED_TRIX, FORCED = 6, 7
"""The choice at which trix is the only one left to choose, and the one that is what is left over."""
Phase = Literal["hands", "choose", "play", "over"]


@dataclass(frozen=True, slots=True)
class Book:
    """What stays from contract to contract: per seat its contracts with the entries that chose them, the points."""

    chosen: tuple[tuple[tuple[Contract, int], ...], ...] = ((),) * PLAYERS
    finished: tuple[tuple[Line, ...], ...] = ()  # per contract
    resets: tuple[Line, ...] = ()
    adjusted: tuple[int, ...] = (0,) * PLAYERS

    def has(self, seat: Seat) -> tuple[Contract, ...]:
        return tuple(contract for contract, _ in self.chosen[seat])

    @property
    def totals(self) -> tuple[int, ...]:
        lines = (*(line for contract in self.finished for line in contract), *self.resets)
        return tuple(a + b for a, b in zip(points(lines, PLAYERS), self.adjusted, strict=True))


@dataclass(frozen=True, slots=True)
class State:
    """In trix every card placed is like a lead that nobody follows: ``tricks.leader`` is the seat whose turn it is."""

    setup: Setup
    book: Book
    deal: int
    owner: Seat
    phase: Phase
    tricks: Tricks
    contract: Contract | None = None
    acted: tuple[Seat, ...] = ()  # who has had a turn in this contract
    won: tuple[Cards, ...] = (0,) * PLAYERS  # the cards of each seat's tricks
    taken: tuple[int, ...] = (0,) * PLAYERS  # how many tricks; empty where the table counted only other things
    announcer: Seat | None = None
    announced: int = 0  # the entry that did
    looks: tuple[int, ...] = (0,) * PLAYERS  # at the last trick
    looking: tuple[Seat, ...] = ()
    placed: Cards = 0
    out: tuple[Seat, ...] = ()

    deals: ClassVar[None] = None  # 28, unless a total over 1000 ends the game

    @property
    def choice(self) -> int:
        """Which of its owner's seven this contract is, in the order they are chosen."""
        return len(self.book.chosen[self.owner]) + (self.contract is None)

    @property
    def times(self) -> int:
        """What the owner's points are multiplied by."""
        return 4 if self.choice == FORCED else 2

    @property
    def jack_needed(self) -> bool:
        """Trix was chosen, not forced: its owner holds a jack, and has not placed it yet."""
        return self.contract == "trix" and self.choice < FORCED_TRIX and not self.placed

    @property
    def kept_back(self) -> bool:
        """Finished tricks lie face down, and the phones remember no more than the table."""
        return self.setup.memory == "closed" and self.phase != "over" and self.contract != "trix"


def fresh(setup: Setup, book: Book, deal: int) -> State:
    """A contract before it is chosen."""
    owner = following(setup.first_seat, PLAYERS, deal - 1)
    tricks = Tricks(DECK, PLAYERS, owner, blank(DECK.whole, [HAND] * PLAYERS))
    return State(setup, book, deal, owner, "hands" if setup.dealing == "companion" else "choose", tricks)
