"""A trick game as small as can be: it stands for the sixth game somebody will add."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.kit.cards import Deck
from companion.kit.holdings import blank
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup
from companion.kit.seats import Seat, following
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import CardPlayed, HandsDealt, Tricks, hand_of, only_own_hand

DECK = Deck(["A1", "A2", "A3", "B1", "B2", "B3"])


@dataclass(frozen=True, slots=True)
class HouseRules:
    double_last: bool = False


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    tricks: Tricks
    dealt: bool
    taken: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    deals: int = 2
    over: bool = False


def start(setup: Setup) -> State:
    return _deal(setup, 1, ())


def _deal(setup: Setup, deal: int, lines: tuple[Line, ...]) -> State:
    first = following(setup.first_seat, setup.players, deal - 1)
    tricks = Tricks(DECK, setup.players, first, blank(DECK.whole, [6 // setup.players] * setup.players))
    return State(setup, deal, tricks, setup.dealing == "table", (0,) * setup.players, lines)


def expects(state: State) -> Expect:
    if state.over:
        return Expect(over=True)
    return Expect((state.tricks.turn,)) if state.dealt else Expect(chance=True)


def check(state: State, event: Event) -> Refusal | None:
    if isinstance(event, HandsDealt) and (
        not state.dealt or (state.setup.dealing == "table" and not state.tricks.played)
    ):
        if event.hands or not state.dealt:
            return state.tricks.refusal_of_hands(event)
        return Refusal("illegal_choice")
    if isinstance(event, CardPlayed) and state.dealt:
        return state.tricks.refusal(event)
    return Refusal("wrong_phase")


def evolve(state: State, event: Event) -> State:
    if isinstance(event, HandsDealt):
        return replace(state, tricks=state.tricks.dealt(event), dealt=True)
    assert isinstance(event, CardPlayed)
    tricks = state.tricks.lay(event)
    if not tricks.full:
        return replace(state, tricks=tricks)
    led = tricks.led
    winner = tricks.winner(lambda card: DECK.ranks[card] + 10 * (led >> card & 1)).seat
    taken = tuple(n + (seat == winner) for seat, n in enumerate(state.taken))
    state = replace(state, tricks=tricks.taken(winner), taken=taken)
    if state.tricks.holdings.unseen:
        return state
    lines = (*state.lines, *_lines(state))
    if state.deal == state.deals:
        return replace(state, lines=lines, over=True)
    return _deal(state.setup, state.deal + 1, lines)


def _lines(state: State) -> tuple[Line, ...]:
    twice = 2 if state.setup.house_rules.double_last and state.deal == 2 else 1
    return tuple(
        Line(state.deal, Seat(s), twice * n, "tricks", (("tricks", n),)) for s, n in enumerate(state.taken) if n
    )


def candidates(state: State, seat: Seat | None) -> Any:
    if seat is not None:
        yield from (CardPlayed(card, seat) for card in state.tricks.playable())
    elif not state.tricks.played and any(state.tricks.holdings.known(s) is None for s in range(state.setup.players)):
        yield Bounds("hands_dealt", None, (("cards", 6 // state.setup.players),), lambda random: deal(state, random))


def deal(state: State, random: Random) -> Event:
    world = state.tricks.holdings.world(random)
    blanks = [s for s in range(state.setup.players) if state.tricks.holdings.known(s) is None]
    return HandsDealt(tuple((Seat(s), DECK.cards(world[s])) for s in blanks))


def score(state: State) -> Tally:
    deals = tuple(
        points([line for line in state.lines if line.deal == d], state.setup.players)
        for d in sorted({line.deal for line in state.lines if line.deal})
    )
    running = () if state.over else _lines(state)
    return Tally(state.lines, deals, None if state.over else points(running, state.setup.players), running)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks = state.tricks
    return {
        "leader": tricks.leader,
        "trick_cards": tricks.on_table(),
        "last_trick": tricks.told(tricks.last) or None,
        "taken": list(state.taken),
    }


RULES = Rules(
    name="high-card",
    seats=(2, 3),
    suits=("A", "B"),
    cards=DECK.names,
    house_rules=HouseRules,
    memory="open",
    events=(HandsDealt, CardPlayed),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=only_own_hand,
    hand=lambda state, seat: hand_of(state.tricks, seat),
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=lambda state, event, seat: event,
)
