"""What a person decides or chance brings in Trex; cards played and hands told are the kit's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.games.trex.contracts import HAND, PLAYERS, Contract
from companion.kit.rules import EachSeat, Event, Within
from companion.kit.seats import Seat

Four = Annotated[tuple[Annotated[int, Within(0, HAND)], ...], Within(PLAYERS, PLAYERS), EachSeat()]
"""How many each seat has taken."""


@dataclass(frozen=True, slots=True)
class ContractChosen(Event):
    type: ClassVar[str] = "contract_chosen"
    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class KingAnnounced(Event):
    """Whoever holds the king of hearts says so, at their first turn and before their first card."""

    type: ClassVar[str] = "king_announced"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """In trix: no card that fits; without a seat, by the one whose turn it is."""

    type: ClassVar[str] = "passed"
    seat: Seat | None = None
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class LastTrickViewed(Event):
    """This seat looks at the last trick once more, until the next card lies."""

    type: ClassVar[str] = "last_trick_viewed"
    dealing: ClassVar[Literal["companion"]] = "companion"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Taken:
    """Diamonds, queens or tricks."""

    taken: Four


@dataclass(frozen=True, slots=True)
class LastTaken:
    last: Seat


@dataclass(frozen=True, slots=True)
class KingTaken:
    king: Seat
    announcer: Seat | None = None


@dataclass(frozen=True, slots=True)
class AllTaken:
    diamonds: Four
    queens: Four
    tricks: Four
    last: Seat
    king: Seat
    announcer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Emptied:
    """Who was out first and second."""

    first: Seat
    second: Seat


Results = Taken | LastTaken | KingTaken | AllTaken | Emptied


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    """The contract as the table counted it."""

    type: ClassVar[str] = "deal_tallied"
    dealing: ClassVar[Literal["table"]] = "table"
    contract: Contract
    results: Results
