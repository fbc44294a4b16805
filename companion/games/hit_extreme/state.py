"""A round as it lies on the table: the deck unseen, columns in front, winnings, what the last card asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, TypeVar

from companion.games.hit_extreme.faces import NONE, WHOLE, Counts, Option, added, less, only, put
from companion.kit.rules import Setup, Within
from companion.kit.seats import Seat, following
from companion.kit.tally import Line

Reason = Literal["collected", "elixir", "banked", "all_in", "duel", "lucky", "end_of_round"]
"""How cards came to the winnings."""

Won = Mapping[Reason, Counts]

PROTECTED = 3
"""With so many cards in front, of any kind, a match loses the turn."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``all_in_match``: what two cards of one face do in an all-in. ``as_written``: a match loses over three cards,
    or when nothing lay in front, otherwise any pair only keeps everything from being collected; ``any``: any pair
    loses everything; ``new``: a pair with a new card in it does, an old pair does not hinder."""

    all_in_match: Literal["as_written", "any", "new"] = "as_written"
    rounds: Annotated[int, Within(1, 100)] = 1


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    turn: Seat
    in_front: tuple[Counts, ...]
    won: tuple[Won, ...]
    unseen: Counts = WHOLE
    lost: Counts = NONE  # out of the game for the rest of the round, used action cards too
    drawn: int = 0  # cards in this turn
    last: int | None = None  # face of the last card drawn in this turn
    option: Option | None = None  # what it lets one do, as long as that moves a card
    asked: bool = False  # companion dealing: a card was asked for and has not come yet
    elixirs: int = 0  # drawn and to be given away at once
    all_in: bool = False
    to_come: int = 0  # cards of the all-in
    revealed: tuple[int, ...] = ()  # faces of those that came
    bare: bool = False  # the all-in began with nothing in front
    seen: tuple[tuple[int | None, int], ...] = field(default=(), repr=False)
    """Of each entry of this round the face it drew, and its place in the log."""
    turn_from: int = 0  # index in ``seen`` of this turn's first entry
    tallied: tuple[int, ...] | None = None  # the last round, where the table told its counts
    finished: tuple[tuple[Line, ...], ...] = ()  # per finished round
    over: bool = False

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        rounds: int = self.setup.house_rules.rounds
        return rounds

    @property
    def first(self) -> Seat:
        return following(self.setup.first_seat, self.players, self.deal - 1)

    @property
    def mine(self) -> Counts:
        """What lies in front of the seat on turn."""
        return self.in_front[self.turn]

    @property
    def others(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.players) if seat != self.turn)

    @property
    def deck_left(self) -> int:
        return sum(self.unseen)

    # Cards on their way.

    def lay(self, seat: Seat, face: int) -> State:
        return replace(self, in_front=_set(self.in_front, seat, put(self.in_front[seat], face)))

    def throw_away(self, face: int) -> State:
        """A card that was used up, or is not: out of the game."""
        return replace(self, lost=put(self.lost, face))

    def take(self, victim: Seat, face: int) -> State:
        """All cards of one face, from another seat to the one on turn."""
        cards = only(self.in_front[victim], face)
        if not any(cards):
            return self
        in_front = _set(self.in_front, victim, less(self.in_front[victim], cards))
        return replace(self, in_front=_set(in_front, self.turn, added(self.mine, cards)))

    def win(self, seat: Seat, reason: Reason, cards: Counts) -> State:
        """From in front of a seat to its winnings."""
        if not any(cards):
            return self
        mine = {**self.won[seat], reason: added(self.won[seat].get(reason, NONE), cards)}
        in_front = _set(self.in_front, seat, less(self.in_front[seat], cards))
        return replace(self, won=_set(self.won, seat, mine), in_front=in_front)

    def lose(self) -> State:
        """Everything in front of the seat on turn, a duel too, is out of the game."""
        return replace(self, lost=added(self.lost, self.mine), in_front=_set(self.in_front, self.turn, NONE))


T = TypeVar("T")


def _set(by_seat: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def new_round(setup: Setup, deal: int, finished: tuple[tuple[Line, ...], ...]) -> State:
    n = setup.players
    first = following(setup.first_seat, n, deal - 1)
    return State(setup, deal, first, (NONE,) * n, ({},) * n, finished=finished)
