"""What happens at any table, whatever is played: points by hand, notes, who sits where, the end of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from companion.kit.codec import members
from companion.kit.rules import BySeat, Event, Person, Within
from companion.kit.seats import Seat

Text = Annotated[str, Within(1, 500)]


@dataclass(frozen=True, slots=True)
class ScoreAdjusted(Event):
    """Points by the table's own judgement, outside the deals."""

    type: ClassVar[str] = "score_adjusted"
    seat: Seat
    points: Annotated[int, Within(-100_000, 100_000)]
    reason: Text


@dataclass(frozen=True, slots=True)
class Noted(Event):
    type: ClassVar[str] = "noted"
    text: Text
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeatsNamed(Event):
    """Who sits where, corrected for the whole match."""

    type: ClassVar[str] = "seats_named"
    players: BySeat[Person]


@dataclass(frozen=True, slots=True)
class SeatHanded(Event):
    """Another person plays on from here."""

    type: ClassVar[str] = "seat_handed"
    seat: Seat
    player: Person


@dataclass(frozen=True, slots=True)
class DealThrownIn(Event):
    """A misdeal: the same deal begins again and nothing of it counts."""

    type: ClassVar[str] = "deal_thrown_in"
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """Stopped early: who leads by the complete deals has won."""

    type: ClassVar[str] = "match_ended"


@dataclass(frozen=True, slots=True)
class MatchAbandoned(Event):
    type: ClassVar[str] = "match_abandoned"


@dataclass(frozen=True, slots=True)
class SeatClaimed(Event):
    """A phone has taken this seat."""

    type: ClassVar[str] = "seat_claimed"
    by_people: ClassVar[bool] = False
    seat: Seat
    player: Person | None = None


@dataclass(frozen=True, slots=True)
class PhoneAdded(Event):
    """One more phone records at this table."""

    type: ClassVar[str] = "phone_added"
    by_people: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class HostingTaken(Event):
    """The phone that recorded this entry hosts from here on."""

    type: ClassVar[str] = "hosting_taken"
    by_people: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class LookedBack(Event):
    """With closed memory: somebody was shown what lies face down, in one earlier entry or in the whole deal."""

    type: ClassVar[str] = "looked_back"
    by_people: ClassVar[bool] = False
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLocked(Event):
    """Whether only phones that record already may record; the host's to say."""

    type: ClassVar[str] = "sheet_locked"
    locked: bool


GENERAL: tuple[type[Event], ...] = (
    ScoreAdjusted,
    Noted,
    SeatsNamed,
    SeatHanded,
    DealThrownIn,
    MatchEnded,
    MatchAbandoned,
    SeatClaimed,
    PhoneAdded,
    HostingTaken,
    LookedBack,
    SheetLocked,
)


def _texts(event: Any) -> tuple[str, ...]:
    return tuple(member.name for member in members(event) if member.shape.kind == "str")


FREE_TEXTS = {event.type: _texts(event) for event in GENERAL}
"""By type of event, the fields in which people write what they like."""
AFTER_THE_END = (ScoreAdjusted, Noted, SeatsNamed, PhoneAdded, HostingTaken, SheetLocked)
