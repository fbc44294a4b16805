"""Where a match of Power Tricks stands, and who takes a trick."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from companion.games.power_tricks.card_set import AXE_CARDS, AXES, OTHER_CARDS, TRICKS, deck_of
from companion.games.power_tricks.events import ChapterOpened, Result
from companion.games.power_tricks.unknown_deck import UnknownDeck
from companion.kit.holdings import Knowledge, blank
from companion.kit.rules import Setup
from companion.kit.seats import Seat, following
from companion.kit.tally import Line
from companion.kit.tricks import Laid, Tricks

ROUNDS = 3
Phase = Literal["chapter", "hands", "play", "over"]
Powers = tuple[int | None, ...]
"""Per seat the number of the power card it has taken this round."""


@dataclass(slots=True)
class State:
    setup: Setup
    deal: int
    tricks: Tricks
    phase: Phase
    powers: Powers
    won: tuple[tuple[int, ...], ...]  # per seat the numbers of the tricks it has won
    gems: tuple[tuple[str, ...], ...]  # per seat those it took and named
    chapter: ChapterOpened | None = None
    before: ChapterOpened | None = None  # the chapter of the round before
    number: int = 1  # of the trick
    revealed: tuple[str, ...] | None = None  # gems still there
    last_taker: Seat | None = None  # of the last finished trick; None: nobody
    counted: tuple[Result, ...] | None = None  # the table's own count instead of the tricks recorded
    finished: tuple[tuple[Line, ...], ...] = ()  # per finished round
    last_powers: Powers = ()  # of the last finished round

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        return ROUNDS

    @property
    def in_all(self) -> int:
        """Tricks in a round."""
        return TRICKS[self.players]

    @property
    def power(self) -> int | None:
        """The power card that can be taken with this trick."""
        return None if self.number in self.powers else self.number

    @property
    def pile(self) -> int | None:
        """The holder of the card left over, where there is one."""
        return self.players if len(self.tricks.holdings.need) > self.players else None

    def to(self, **changes: Any) -> State:
        new = object.__new__(State)
        for name in State.__slots__:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new

    def value(self, laid: Laid) -> int:
        """A card's value with the power of its seat."""
        return int(self.tricks.deck.names[laid.card][1:]) + (self.powers[laid.seat] or 0)


def new_round(
    setup: Setup,
    deal: int = 1,
    finished: tuple[tuple[Line, ...], ...] = (),
    last_powers: Powers = (),
    before: ChapterOpened | None = None,
) -> State:
    n = setup.players
    deck = deck_of(setup.card_set, n)
    need = [TRICKS[n]] * n
    axes = AXE_CARDS if AXES in deck.suits else 0
    left_over = axes + OTHER_CARDS - sum(need)
    need += [left_over] if left_over else []
    known: Knowledge = blank(deck.whole, need)
    if setup.card_set is None:
        known = UnknownDeck(deck.whole, tuple(need), (), deck.suits.get(AXES, 0), axes)
    return State(
        setup,
        deal,
        Tricks(deck, n, following(setup.first_seat, n, deal - 1), known),
        "chapter",
        powers=(None,) * n,
        won=((),) * n,
        gems=((),) * n,
        before=before,
        finished=finished,
        last_powers=last_powers,
    )


def taker(state: State, laid: tuple[Laid, ...]) -> Seat | None:
    """Who takes a full trick: equal highest cancel each other, and the next is looked at. None: nobody."""
    for group in _looked_at(state, laid):
        values = [state.value(one) for one in group]
        alone = [(value, one.seat) for value, one in zip(values, group, strict=True) if values.count(value) == 1]
        if alone:
            return max(alone)[1]
    return None


def _looked_at(state: State, laid: tuple[Laid, ...]) -> Iterable[list[Laid]]:
    """The cards that can take the trick: trumps before the led suit, or all alike."""
    chapter, suit_of = state.chapter, state.tricks.deck.suit_of
    assert chapter is not None
    if chapter.winner == "highest":
        yield list(laid)
        return
    led = suit_of[laid[0].card]
    if chapter.winner == "trump" and chapter.trump != led:
        yield [one for one in laid if suit_of[one.card] == chapter.trump]
    yield [one for one in laid if suit_of[one.card] == led]
