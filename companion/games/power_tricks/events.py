"""What a person decides or chance brings in Power Tricks; hands told are the kit's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from companion.games.power_tricks.card_set import Bid, Label, Points, Suit, TrickPoints, Winner
from companion.kit import tricks
from companion.kit.cards import Card
from companion.kit.rules import Event, Within

PowerCard = Annotated[int, Within(1, 11)]


@dataclass(frozen=True, slots=True)
class ChapterOpened(Event):
    """The rules of one round as the chapter's cards say. ``trick_points``: of every trick, or of each by its number."""

    type: ClassVar[str] = "chapter_opened"
    winner: Winner
    trick_points: TrickPoints
    bid: Bid
    power_bonus: Points
    trump: Suit | None = None
    name: Label | None = None


@dataclass(frozen=True, slots=True)
class GemsRevealed(Event):
    type: ClassVar[str] = "gems_revealed"
    gems: Annotated[tuple[Label, ...], Within(4, 6)]


@dataclass(frozen=True, slots=True)
class CardPlayed(tricks.CardPlayed):
    """``power``: "I take power!", and with it perhaps a gem."""

    power: bool = False
    gem: Label | None = None


@dataclass(frozen=True, slots=True)
class CardLeftOver(Event):
    """With four players, the card that nobody was dealt."""

    type: ClassVar[str] = "card_left_over"
    card: Card


@dataclass(frozen=True, slots=True)
class Result:
    """``power``: the number of the card taken. ``points``: of the tricks, where they are not all worth the same."""

    tricks: Annotated[int, Within(0, 11)]
    power: PowerCard | None = None
    points: Annotated[int, Within(-11_000, 11_000)] | None = None


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    """The round as the table counted it, one result per seat."""

    type: ClassVar[str] = "deal_tallied"
    results: Annotated[tuple[Result, ...], Within(1, 5)]
