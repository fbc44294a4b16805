"""What was recorded of one round that says who held which card when: plays, draws, showings-out, hands, reserves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.kit.cards import Cards
from companion.kit.holdings import Statement


@dataclass(frozen=True, slots=True)
class Played:
    """A card's first way out of a hand; one that is taken back and laid again keeps it."""

    seat: int
    card: int
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Drawn:
    seat: int
    turn: int
    card: int | None  # where somebody saw it
    at: int


@dataclass(frozen=True, slots=True)
class ShownOut:
    seat: int
    suit: Cards
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Reserve:
    """The cards of a reserve, top first where ``ordered``; none: this fold is not told which."""

    seat: int
    cards: tuple[int, ...]
    ordered: bool
    at: int

    @property
    def mask(self) -> Cards:
        return sum(1 << card for card in self.cards)


@dataclass(frozen=True, slots=True)
class Returned:
    """A false trick back in the hand since the end of a turn."""

    seat: int
    card: int
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Facts:
    plays: tuple[Played, ...] = ()
    draws: tuple[Drawn, ...] = ()
    shows: tuple[ShownOut, ...] = ()
    hands: tuple[Statement, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    returned: tuple[Returned, ...] = ()  # and still in the hand

    def of(self, seat: int) -> Facts:
        """What this seat itself did: plays, draws, showings-out."""
        return Facts(
            tuple(fact for fact in self.plays if fact.seat == seat),
            tuple(fact for fact in self.draws if fact.seat == seat),
            tuple(fact for fact in self.shows if fact.seat == seat),
            returned=self.returned,
        )

    def without(self, at: int, but: int = -1) -> Facts:
        """Without what entry ``at`` tells beyond what lay on the table for all to see; ``but`` this returned card."""
        return Facts(
            self.plays,
            tuple(replace(fact, card=None) if fact.at == at else fact for fact in self.draws),
            tuple(fact for fact in self.shows if fact.at != at),
            tuple(fact for fact in self.hands if fact.at != at),
            tuple(fact for fact in self.reserves if fact.at != at),
            tuple(fact for fact in self.returned if fact.at != at or fact.card == but),
        )

    @property
    def entries(self) -> list[int]:
        """Of everything that could be otherwise, the latest first."""
        found = {fact.at for fact in self.shows} | {fact.at for fact in self.hands}
        found |= {fact.at for fact in self.reserves}
        found |= {fact.at for fact in self.returned} | {fact.at for fact in self.draws if fact.card is not None}
        return sorted(found - {0}, reverse=True)
