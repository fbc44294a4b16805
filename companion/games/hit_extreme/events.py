"""What a person decides or chance brings in HIT! Extreme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from companion.kit.cards import Card
from companion.kit.rules import Event, Within
from companion.kit.seats import Seat

LEAST, MOST = -42, 484
"""Of the points of one round: all six losers alone; every card of the deck that is worth something."""


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """At the table one entry says who drew what. Dealt by the companion a seat draws without a card, and the
    companion's own entry after it says which it was; the cards of an all-in come without being asked for."""

    type: ClassVar[str] = "card_drawn"
    seat: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardsStolen(Event):
    """All cards like the one just drawn, from everybody."""

    type: ClassVar[str] = "cards_stolen"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ElixirGiven(Event):
    type: ClassVar[str] = "elixir_given"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class HeldUp(Event):
    """All cards of one face, from one player."""

    type: ClassVar[str] = "held_up"
    seat: Seat
    from_seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Banked(Event):
    """All cards of one face in front of oneself, to the winnings."""

    type: ClassVar[str] = "banked"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class WentAllIn(Event):
    type: ClassVar[str] = "went_all_in"
    seat: Seat


@dataclass(frozen=True, slots=True)
class AllInCollected(Event):
    type: ClassVar[str] = "all_in_collected"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """Stopping; it also declines a good all-in, and then banks no luckies."""

    type: ClassVar[str] = "turn_ended"
    seat: Seat
    bank_lucky: bool = True


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    """The round as the table counted it: points by seat."""

    type: ClassVar[str] = "deal_tallied"
    dealing: ClassVar[Literal["table"]] = "table"
    results: Annotated[tuple[Annotated[int, Within(LEAST, MOST)], ...], Within(2, 8)]
