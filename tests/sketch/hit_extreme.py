"""HIT! Extreme as a sketch: a deck nobody sees, decisions answered by chance, elixirs, hold-ups and the all-in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from companion.kit.cards import Card
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup, Within
from companion.kit.seats import Seat, following
from companion.kit.tally import Line, Tally, places

COPIES = {
    **dict.fromkeys(("1", "2", "3", "4"), 8),
    **dict.fromkeys(("6", "8", "9", "10", "lucky"), 7),
    **dict.fromkeys(("elixir", "loser"), 6),
    "duel": 12,
    "20": 2,
    **dict.fromkeys(("hold_up", "bank", "all_in"), 3),
}
ACTIONS = ("hold_up", "bank", "all_in")
FACES = tuple(COPIES)
SCORING = tuple(face for face in FACES if face not in ACTIONS)
VALUES = {face: {"lucky": 7, "loser": -7, "duel": 5, "elixir": 4}.get(face) or int(face) for face in SCORING}
Front = tuple[tuple[str, int], ...]
"""Faces in front of somebody and how many of each."""

# Events.


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """Companion dealing: the deck from the top. Nobody is ever told."""

    type: ClassVar[str] = "deck_shuffled"
    by_people: ClassVar[bool] = False
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """Somebody draws, and what it was: at the table one entry, in companion dealing the card follows in the next."""

    type: ClassVar[str] = "card_drawn"
    seat: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class CardsStolen(Event):
    type: ClassVar[str] = "cards_stolen"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ElixirGiven(Event):
    type: ClassVar[str] = "elixir_given"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class HeldUp(Event):
    type: ClassVar[str] = "held_up"
    seat: Seat
    from_seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Banked(Event):
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
    type: ClassVar[str] = "turn_ended"
    seat: Seat
    bank_lucky: bool | None = None  # yes, unless it is said not to


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    type: ClassVar[str] = "deal_tallied"
    results: Annotated[tuple[Annotated[int, Within(-42, 484)], ...], Within(2, 8)]


# State.


@dataclass(frozen=True, slots=True)
class HouseRules:
    rounds: Annotated[int, Within(1, 20)] = 1


Option = Literal["steal", "hold_up", "bank", "all_in", "collect"]


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    turn: Seat
    in_front: tuple[Front, ...]
    winnings: tuple[int, ...]
    unseen: tuple[tuple[str, int], ...] = tuple(COPIES.items())
    phase: Literal["deck", "play", "over"] = "play"
    deck: tuple[Card, ...] | None = None  # None: this fold was not told
    drawn: int = 0  # in this turn
    last: str = ""
    asked: bool = False  # a card was asked for and has not come yet
    elixirs: int = 0  # to be given away at once
    option: Option | None = None
    all_in: int = 0  # cards of it still to come
    revealed: tuple[str, ...] = ()
    bare: bool = False  # the all-in began with nothing in front
    finished: tuple[tuple[int, ...], ...] = ()

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        rounds: int = self.setup.house_rules.rounds
        return rounds

    @property
    def deck_left(self) -> int:
        return sum(n for _, n in self.unseen)

    def front(self, seat: Seat) -> dict[str, int]:
        return dict(self.in_front[seat])


def start(setup: Setup) -> State:
    return _round(setup, 1, ())


def _round(setup: Setup, deal: int, finished: tuple[tuple[int, ...], ...]) -> State:
    n = setup.players
    first = following(setup.first_seat, n, deal - 1)
    phase: Literal["deck", "play"] = "play" if setup.dealing == "table" else "deck"
    return State(setup, deal, first, ((),) * n, (0,) * n, phase=phase, finished=finished)


def expects(state: State) -> Expect:
    if state.phase == "over":
        return Expect(over=True)
    if state.phase == "deck":
        return Expect(chance=True)
    return Expect((state.turn,), chance=state.asked or state.all_in > 0)


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    if isinstance(event, DeckShuffled):
        whole = sorted(event.cards) == sorted(face for face, n in COPIES.items() for _ in range(n))
        return None if state.phase == "deck" and whole else Refusal("wrong_phase")
    if state.phase != "play":
        return Refusal("wrong_phase")
    if isinstance(event, DealTallied):
        if state.setup.dealing != "table":
            return Refusal("wrong_phase")
        good = len(event.results) == state.players and sum(event.results) <= 484
        return None if good else Refusal("illegal_choice")
    seat = getattr(event, "seat", None)
    if seat not in (None, state.turn):
        return Refusal("out_of_turn", (("seat", state.turn),))
    if isinstance(event, CardDrawn):
        return _check_draw(state, event)
    if state.all_in or state.asked or (state.elixirs and not isinstance(event, ElixirGiven)):
        return Refusal("wrong_phase")
    match event:
        case CardsStolen():
            return _open(state, "steal")
        case ElixirGiven(to=to):
            if not state.elixirs:
                return Refusal("wrong_phase")
            return Refusal("illegal_choice") if to == state.turn else None
        case HeldUp(from_seat=victim, card=face):
            holds = victim != state.turn and state.front(victim).get(face)
            return _open(state, "hold_up") or (None if holds else Refusal("illegal_choice"))
        case Banked(card=face):
            holds = face != "duel" and state.front(state.turn).get(face)
            return _open(state, "bank") or (None if holds else Refusal("illegal_choice"))
        case WentAllIn():
            return _open(state, "all_in")
        case AllInCollected():
            return _open(state, "collect")
        case TurnEnded():
            return None if state.drawn or not state.deck_left else Refusal("wrong_phase")
    return Refusal("invalid")


def _open(state: State, option: Option) -> Refusal | None:
    return None if state.option == option else Refusal("wrong_phase")


def _check_draw(state: State, event: CardDrawn) -> Refusal | None:
    comes = state.all_in > 0 or state.asked  # nothing but a card
    if state.elixirs or not state.deck_left or (state.option == "collect"):
        return Refusal("wrong_phase")
    if state.setup.dealing == "companion" and not comes:
        return None if event.card is None else Refusal("illegal_choice", (("reason", "the_companion_draws"),))
    if event.card is None:
        return Refusal("invalid", (("card", None),))
    if state.deck is not None and state.deck[0] != event.card:
        return Refusal("illegal_choice", (("reason", "the_companion_draws"),))
    return None if dict(state.unseen).get(event.card) else Refusal("not_in_deck", (("card", event.card),))


# What it changes.


def evolve(state: State, event: Event) -> State:
    match event:
        case DeckShuffled(cards=cards):
            return replace(state, phase="play", deck=cards or None)
        case DealTallied(results=results):
            return _finish(state, results)
        case CardDrawn(card=None):
            return replace(state, asked=True, option=None)
        case CardDrawn(card=face) if face is not None:
            return _drawn(state, face)
        case CardsStolen():
            return _settle(_steal(replace(state, option=None), state.last))
        case ElixirGiven(to=to):
            state = replace(state, elixirs=state.elixirs - 1, in_front=_put(state.in_front, to, "elixir", 1))
            return state if state.elixirs else _after_elixirs(state)
        case HeldUp(from_seat=victim, card=face):
            n = state.front(victim)[face]
            in_front = _put(_put(state.in_front, victim, face, -n), state.turn, face, n)
            return _settle(replace(state, option=None, in_front=in_front))
        case Banked(card=face):
            return _settle(_win(replace(state, option=None), state.turn, {face: state.front(state.turn)[face]}))
        case WentAllIn():
            bare = not any(state.front(state.turn).values())
            return replace(state, option=None, all_in=min(3, state.deck_left), revealed=(), bare=bare)
        case AllInCollected():
            mine = state.front(state.turn)
            mine.pop("duel", None)
            return _next(_win(state, state.turn, mine))
        case TurnEnded(bank_lucky=bank):
            luckies = state.front(state.turn).get("lucky", 0)
            if luckies and bank is not False and state.option != "collect":
                state = _win(state, state.turn, {"lucky": luckies})
            return _next(state)
    raise TypeError(event)


def _put(in_front: tuple[Front, ...], seat: Seat, face: str, n: int) -> tuple[Front, ...]:
    mine = dict(in_front[seat])
    mine[face] = mine.get(face, 0) + n
    kept = tuple((f, m) for f, m in mine.items() if m)
    return (*in_front[:seat], kept, *in_front[seat + 1 :])


def _win(state: State, seat: Seat, cards: dict[str, int]) -> State:
    in_front, won = state.in_front, 0
    for face, n in cards.items():
        in_front = _put(in_front, seat, face, -n)
        won += VALUES[face] * n
    winnings = tuple(w + won * (s == seat) for s, w in enumerate(state.winnings))
    return replace(state, in_front=in_front, winnings=winnings)


def _steal(state: State, face: str) -> State:
    in_front = state.in_front
    for seat in map(Seat, range(state.players)):
        n = 0 if seat == state.turn else state.front(seat).get(face, 0)
        if n:
            in_front = _put(_put(in_front, seat, face, -n), state.turn, face, n)
    return replace(state, in_front=in_front)


def _duel(state: State) -> State:
    """A drawn duel meets another, if there is one in front of anybody; each wins its own."""
    other = next((Seat(s) for s in range(state.players) if state.front(Seat(s)).get("duel")), None)
    state = replace(state, in_front=_put(state.in_front, state.turn, "duel", 1))
    if other is None:
        return state
    return _win(_win(state, state.turn, {"duel": 1}), other, {"duel": 1})


def _drawn(state: State, face: str) -> State:
    unseen = tuple((f, n - (f == face)) for f, n in state.unseen)
    deck = None if state.deck is None else state.deck[1:]
    state = replace(state, unseen=unseen, deck=deck, asked=False, option=None, drawn=state.drawn + 1, last=face)
    if state.all_in:
        state = replace(state, all_in=state.all_in - 1, revealed=(*state.revealed, face))
        return state if state.all_in else _judge(state)
    mine = state.front(state.turn)
    if face in ACTIONS:
        movable = {
            "hold_up": any(any(state.front(Seat(s)).values()) for s in range(state.players) if s != state.turn),
            "bank": any(f != "duel" for f in mine),
            "all_in": state.deck_left > 0,
        }
        return _settle(replace(state, option=face if movable[face] else None))  # type: ignore[arg-type]
    if face == "elixir":
        return replace(state, elixirs=1)
    if face == "duel":
        return _settle(_duel(state))
    if mine.get(face) and sum(mine.values()) >= 3:
        return _lose(state)
    state = replace(state, in_front=_put(state.in_front, state.turn, face, 1))
    if face == "loser":
        return _settle(_steal(state, face))
    others = any(state.front(Seat(s)).get(face) for s in range(state.players) if s != state.turn)
    return _settle(replace(state, option="steal" if others else None))


def _judge(state: State) -> State:
    """The three cards of an all-in, in the order revealed."""
    elixirs, lost = 0, False
    for face in state.revealed:
        mine = state.front(state.turn)
        if face in ACTIONS:
            continue
        if face == "elixir":
            elixirs += 1
        elif face == "duel":
            state = _duel(state)
        else:
            lost = lost or bool(mine.get(face) and (sum(mine.values()) >= 3 or state.bare))
            state = replace(state, in_front=_put(state.in_front, state.turn, face, 1))
    state = replace(state, elixirs=elixirs, option=None if lost else "collect")
    return state if elixirs else _after_elixirs(state)


def _after_elixirs(state: State) -> State:
    if not state.revealed:
        return _settle(state)
    mine = state.front(state.turn)
    if state.option != "collect":
        return _lose(state)
    if max(mine.values(), default=0) > 1 or not any(face != "duel" for face in mine):
        return _next(state)
    return state


def _lose(state: State) -> State:
    in_front = tuple(() if s == state.turn else front for s, front in enumerate(state.in_front))
    return _next(replace(state, in_front=in_front))


def _settle(state: State) -> State:
    """With the last card resolved and nothing left to decide, the round ends by itself."""
    done = not state.deck_left and state.option is None and not state.elixirs
    return _next(state) if done else state


def _next(state: State) -> State:
    state = replace(state, drawn=0, last="", option=None, revealed=(), elixirs=0, all_in=0)
    if not state.deck_left:
        for seat in map(Seat, range(state.players)):
            mine = state.front(seat)
            mine.pop("duel", None)
            state = _win(state, seat, mine)
        return _finish(state, state.winnings)
    state = replace(state, turn=following(state.turn, state.players))
    mine = state.front(state.turn)
    mine.pop("duel", None)
    return _win(state, state.turn, {"elixir": mine["elixir"]} if "elixir" in mine else mine)


def _finish(state: State, results: tuple[int, ...]) -> State:
    finished = (*state.finished, results)
    if state.deal < state.deals:
        return _round(state.setup, state.deal + 1, finished)
    return replace(state, phase="over", finished=finished)


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    others = [Seat(s) for s in range(state.players) if s != state.turn]
    if seat is None:
        if state.setup.dealing == "table" and state.phase == "play":
            limits = (("results", [-42, 484]),)
            yield Bounds("deal_tallied", None, limits, lambda random: DealTallied((1,) * state.players))
        return
    if state.setup.dealing == "companion":
        yield CardDrawn(seat)
    else:
        yield from (CardDrawn(seat, Card(face)) for face in FACES)
    yield CardsStolen(seat)
    yield from (ElixirGiven(seat, to) for to in others)
    yield from (HeldUp(seat, other, Card(face)) for other in others for face, _ in state.in_front[other])
    yield from (Banked(seat, Card(face)) for face, _ in state.in_front[seat])
    yield WentAllIn(seat)
    yield AllInCollected(seat)
    if state.front(seat).get("lucky") and state.option != "collect":
        yield from (TurnEnded(seat, bank) for bank in (True, False))
    else:
        yield TurnEnded(seat)


def deal(state: State, random: Random) -> Event:
    if state.phase == "deck":
        cards = [Card(face) for face, n in COPIES.items() for _ in range(n)]
        random.shuffle(cards)
        return DeckShuffled(tuple(cards))
    faces, weights = zip(*state.unseen, strict=True)
    return CardDrawn(state.turn, state.deck[0] if state.deck else Card(random.choices(faces, weights)[0]))


def redact(event: Event, seat: Seat | None) -> Event:
    return replace(event, cards=()) if isinstance(event, DeckShuffled) else event


# What is told.


def score(state: State) -> Tally:
    lines = tuple(
        Line(deal, Seat(s), n, "winnings") for deal, won in enumerate(state.finished, 1) for s, n in enumerate(won)
    )
    if state.phase == "over":
        return Tally(lines, state.finished, None)
    now = tuple(
        won + sum(VALUES[face] * n for face, n in front if face != "duel")
        for won, front in zip(state.winnings, state.in_front, strict=True)
    )
    return Tally(lines, state.finished, now, tuple(Line(state.deal, Seat(s), n, "winnings") for s, n in enumerate(now)))


def bust_risk(state: State) -> float:
    mine = state.front(state.turn)
    if state.all_in or sum(mine.values()) < 3 or not state.deck_left:
        return 0.0
    safe = (*ACTIONS, "elixir", "duel")
    return sum(n for face, n in state.unseen if mine.get(face) and face not in safe) / state.deck_left


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    return {
        "first": following(state.setup.first_seat, state.players, state.deal - 1),
        "deck_left": state.deck_left,
        "unseen": dict(state.unseen),
        "in_front": [dict(front) for front in state.in_front],
        "winnings": list(state.winnings),
        "bust_risk": bust_risk(state),
    }


RULES: Rules[State] = Rules(
    name="hit-extreme-sketch",
    seats=tuple(range(2, 9)),
    suits=(),
    cards=tuple(map(Card, FACES)),
    house_rules=HouseRules,
    memory="open",
    events=(
        DeckShuffled,
        CardDrawn,
        CardsStolen,
        ElixirGiven,
        HeldUp,
        Banked,
        WentAllIn,
        AllInCollected,
        TurnEnded,
        DealTallied,
    ),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=redact,
    hand=lambda state, seat: None,
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=lambda state, event, seat: event,
)
