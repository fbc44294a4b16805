"""A match of Extreme Tricks at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.games.extreme_tricks.events import Declared
from companion.games.extreme_tricks.pieces import Pieces
from companion.kit.cards import numbered
from companion.kit.rules import Setup
from companion.kit.seats import Seat
from companion.kit.tally import Line
from companion.kit.tricks import Tricks

SUITS = ("S", "H", "D", "C")
DECKS = {3: numbered("SHDC", 9), 4: numbered("SHDC", 12)}
HAND = 12
Phase = Literal["challenges", "hands", "trump", "declare", "play", "over"]


@dataclass(slots=True)
class State:
    setup: Setup
    deal: int
    first: Seat
    phase: Phase
    tricks: Tricks
    pieces: Pieces
    challenges: tuple[str, ...] = ()
    trump: str | None = None
    declarations: tuple[Declared, ...] = ()  # in the order they were made, from the first seat
    number: int = 1  # of the trick
    won: tuple[tuple[int, ...], ...] = ()
    finished: tuple[tuple[Line, ...], ...] = ()  # per finished deal

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        return self.setup.players

    @property
    def declared(self) -> int:
        """How many seats have, from the first."""
        return len(self.declarations)

    @property
    def stage(self) -> int:
        return (self.number - 1) // 4 + 1

    def to(self, **changes: Any) -> State:
        new = object.__new__(State)
        for name in State.__slots__:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new
