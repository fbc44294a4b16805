"""What a person decides or chance brings in Extreme Tricks; cards played and hands told are the kit's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.games.extreme_tricks.challenges import CODES
from companion.kit.rules import Event, OneOf, Within
from companion.kit.seats import Seat

Suit = Literal["S", "H", "D", "C"]
Code = Annotated[str, OneOf(CODES)]
Six = Annotated[tuple[Annotated[int, Within(1, 25)], ...], Within(6, 6)]
Some = Annotated[tuple[Code, ...], Within(0, 12)]
PieceCount = Annotated[int, Within(0, 12)]


@dataclass(frozen=True, slots=True)
class ChallengesLaid(Event):
    type: ClassVar[str] = "challenges_laid"
    red: Six
    blue: Six


@dataclass(frozen=True, slots=True)
class TrumpChosen(Event):
    type: ClassVar[str] = "trump_chosen"
    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """So many pieces taken from the stock, half of them (rounded down) laid on the challenges named."""

    type: ClassVar[str] = "declared"
    seat: Seat
    pieces: PieceCount
    challenges: Some


@dataclass(frozen=True, slots=True)
class Result:
    pieces: PieceCount
    declared: Some
    achieved: Some


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    """The deal as the table counted it, one result per seat; which achievements were excess follows from the pieces."""

    type: ClassVar[str] = "deal_tallied"
    dealing: ClassVar[Literal["table"]] = "table"
    results: Annotated[tuple[Result, ...], Within(1, 4)]
