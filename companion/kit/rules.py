"""The contract of a game: a value made of functions that fold a log whose hands may be blank.

A seat's view is the fold of events redacted for that seat; a table with real cards and a dealt game
seen from one chair are the same thing. Rules do no I/O, read no clock and speak no sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, is_dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, NewType, Protocol, TypeVar

from companion.kit.cards import Card
from companion.kit.seats import Seat
from companion.kit.tally import Params, Tally

Person = NewType("Person", str)
"""The id of somebody of the circle; events never hold names."""

T = TypeVar("T")
BySeat = tuple[tuple[Seat, T], ...]
"""Something for some of the seats; as JSON an object whose keys are seat numbers."""


@dataclass(frozen=True, slots=True)
class Within:
    """Bounds of an int, or of the length of a text or list, both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """The values a text may have, where they are too many for a Literal."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InOrder:
    """A list whose order means something; the same value may come twice."""


IN_ORDER = InOrder()


@dataclass(frozen=True, slots=True)
class ReadOff:
    """A number printed on a card of one's own copy: until somebody has read it off there is none, not even a zero."""


READ_OFF = ReadOff()


@dataclass(frozen=True, slots=True)
class Again:
    """A list in which so many more may be the same as one that is there."""

    most: int


@dataclass(frozen=True, slots=True)
class EachSeat:
    """A list with one entry for each seat, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a person decided or chance brought. ``at`` is its seq in the log, for facts to name where they came from."""

    type: ClassVar[str]
    by_people: ClassVar[bool] = True
    """False: written by the companion itself, refused when a client sends it."""
    dealing: ClassVar[Literal["table", "companion"] | None] = None
    """The only dealing in which it happens; None: in both."""
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event cannot have happened: a stable code, what it is about, the seqs of the entries it clashes with."""

    code: str
    params: Params = ()
    conflicts_with: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match is opened with and never changes."""

    players: int
    first_seat: Seat
    house_rules: Any
    dealing: Literal["table", "companion"] = "table"
    memory: Literal["open", "closed"] = "open"
    card_set: Any = None  # an instance of the game's record, or None: the table reads its own cards

    @property
    def suit_names(self) -> dict[str, str]:
        """What the suits are called on the table's own cards, of those that their set names."""
        names = getattr(self.card_set, "suits", None)
        return {suit: name for suit, name in asdict(names).items() if name} if is_dataclass(names) else {}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Expect:
    """Who may act next. ``chance``: the cards themselves act next (the companion deals, or the table tells).
    ``also``: who may, but nobody waits for them."""

    seats: tuple[Seat, ...] = ()
    also: tuple[Seat, ...] = ()
    chance: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """An event with too many legal forms to list: its limits for a form to fill in, and one legal example at random."""

    type: str
    seat: Seat | None
    limits: tuple[tuple[str, Any], ...]
    sample: Callable[[Random], Event]


class State(Protocol):
    @property
    def deal(self) -> int: ...
    @property
    def deals(self) -> int | None: ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Rules(Generic[S]):
    """A forgotten function fails when the game is imported."""

    name: str
    seats: tuple[int, ...]
    suits: tuple[str, ...]
    cards: tuple[Card, ...]  # every card name the game knows, with any number of players
    house_rules: type
    memory: Literal["open", "closed"]  # default of the option
    events: tuple[type[Event], ...]
    start: Callable[[Setup], S]
    expects: Callable[[S], Expect]
    check: Callable[[S, Event], Refusal | None]  # only what the log proves wrong
    evolve: Callable[[S, Event], S]  # it happened: no rules here
    candidates: Callable[[S, Seat | None], Iterable[Event | Bounds]]  # superset; options = those that pass check
    deal: Callable[[S, Random], Event]  # companion dealing: the chance event due
    redact: Callable[[Event, Seat | None], Event]  # what this seat (None: a watcher) may know of it
    hand: Callable[[S, Seat], tuple[Card, ...] | None]  # None: not known in this fold
    score: Callable[[S], Tally]
    places: Callable[[S, tuple[int, ...]], tuple[tuple[Seat, ...], ...]]  # seats best first, by these totals
    show: Callable[[S, Seat | None], dict[str, Any]]  # the game's part of the view
    tell: Callable[[S, Event, Seat | None], Event | None]  # a log entry as told to it; None: not told yet
    lowest_wins: bool = False  # the lower of two totals is the better one
    version: int = 1  # goes up when old matches would score differently
    card_set: type | None = None  # frozen record of what is printed on the cards of one's own copy
    check_card_set: Callable[[Any], Refusal | None] = lambda card_set: None  # beyond its shape
    told_of_cards: Mapping[str, Any] | None = (
        None  # a set as far as the rules themselves tell it; None inside: not told
    )
    dealt_from_card_set: bool = False  # companion dealing needs one: `card_set_needed`


def options(rules: Rules[S], state: S, seat: Seat | None) -> list[Event | Bounds]:
    """What this seat (None: anybody, for what has no seat) may do now; bounds stand for all forms of their event."""
    return [c for c in rules.candidates(state, seat) if isinstance(c, Bounds) or rules.check(state, c) is None]


def replay(rules: Rules[S], state: S, events: Iterable[Event]) -> S:
    for event in events:
        state = rules.evolve(state, event)
    return state
