"""What a person decides or chance brings in Tricky Twist; cards played and hands told are the kit's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.kit.cards import Card, numbered
from companion.kit.rules import IN_ORDER, READ_OFF, Again, Event, Within
from companion.kit.seats import Seat

SUITS = ("B", "W", "R", "Y")
DECK = numbered("BWRY", 12)
RESERVE = 5
REPEATS = 4
"""Four variable cards can each make one false trick look like another."""

Suit = Literal["B", "W", "R", "Y"]
Value = Annotated[int, Within(1, 12)]
Kind = Literal[
    "longest_sequence",
    "one_of_two_suits",
    "most_of_one_suit",
    "number_of_suits",
    "fewest_false_tricks",
    "most_false_tricks",
    "even_values",
    "odd_values",
]
Side = Literal["odd", "even", "any", "shift"]
Permanent = Literal["P1", "P2", "P3", "P4"]
Variable = Literal["V1", "V2", "V3", "V4"]
BonusId = Literal["P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4"]
BONUSES: tuple[BonusId, ...] = ("P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4")


@dataclass(frozen=True, slots=True)
class Printed:
    """A variable bonus as one's own copy prints it: only these suits and values may be chosen."""

    side: Side
    suits: Annotated[tuple[Suit, ...], Within(0, 4)] = ()
    values: Annotated[tuple[Value, ...], Within(0, 12)] = ()


Points = Annotated[tuple[Annotated[int, Within(0, 99), READ_OFF], ...], Within(1, 22), IN_ORDER]
TwoSuits = Annotated[tuple[Suit, ...], Within(0, 2)]
Sides = Annotated[tuple[Side | Printed, ...], Within(4, 4), IN_ORDER]


@dataclass(frozen=True, slots=True)
class ScoringCardRevealed(Event):
    """``points``: for counts by the count, the last one for all above; for fewest and most by place, none after the
    last. ``variable``: the sides of V1 to V4."""

    type: ClassVar[str] = "scoring_card_revealed"
    card: Kind
    points: Points
    variable: Sides
    suits: TwoSuits = ()
    frame: bool | None = None


@dataclass(frozen=True, slots=True)
class ReserveSet(Event):
    """``cards`` None: this fold is not told which. ``ordered``: top first."""

    type: ClassVar[str] = "reserve_set"
    seat: Seat
    cards: Annotated[tuple[Card, ...], Within(RESERVE, RESERVE)] | None = None
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class ReserveDrawn(Event):
    """In companion dealing two entries: the wish, and the card the companion adds, told to its owner alone."""

    type: ClassVar[str] = "reserve_drawn"
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ReserveLeft(Event):
    """Asked by the companion, the seat draws nothing this turn."""

    type: ClassVar[str] = "reserve_left"
    dealing: ClassVar[Literal["table", "companion"] | None] = "companion"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    """None: declined. ``false_trick``: what P1 takes back into the hand."""

    type: ClassVar[str] = "bonus_taken"
    seat: Seat
    bonus: BonusId | None
    false_trick: Card | None = None


@dataclass(frozen=True, slots=True)
class FlipTrick:
    """``trick``: its place among the seat's tricks, from 0, in the order won."""

    bonus: Literal["P2"]
    trick: Annotated[int, Within(0, 20)]
    top: Card


@dataclass(frozen=True, slots=True)
class FlipFalseTrick:
    bonus: Literal["P2"]
    false_trick: Card


@dataclass(frozen=True, slots=True)
class Joker:
    bonus: Literal["P3"]
    as_: Literal["trick", "false_trick"]


@dataclass(frozen=True, slots=True)
class Counts:
    bonus: Variable
    suit: Suit
    value: Value


@dataclass(frozen=True, slots=True)
class Shifts:
    bonus: Variable
    false_trick: Card
    by: Annotated[int, Within(-1, 1)]


@dataclass(frozen=True, slots=True)
class ShiftsVariable:
    bonus: Variable
    of: Variable
    by: Annotated[int, Within(-1, 1)]


Choice = FlipTrick | FlipFalseTrick | Joker | Counts | Shifts | ShiftsVariable


@dataclass(frozen=True, slots=True)
class BonusesUsed(Event):
    """What the seat's end-of-round bonuses do; one that is left out does nothing."""

    type: ClassVar[str] = "bonuses_used"
    seat: Seat
    choices: Annotated[tuple[Choice, ...], Within(0, 6)]


@dataclass(frozen=True, slots=True)
class Result:
    """What lies before a seat after flips, joker and shifts. ``blanks``: the joker as a false trick."""

    tricks: Annotated[int, Within(0, 18)]
    false_tricks: Annotated[tuple[Card, ...], Within(0, 21), Again(REPEATS)]
    blanks: Annotated[int, Within(0, 1)]
    trick_bonus: bool


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    """The round as the table counted it, one result per seat."""

    type: ClassVar[str] = "deal_tallied"
    results: Annotated[tuple[Result, ...], Within(3, 4)]
