"""HIT! Extreme for 2 to 8. Source: the publisher's rule text in English.

Settled where the text is silent: no more than 8 players; a turn needs at least one card; stealing is all or nothing;
the cards of an all-in are judged together, its elixirs are given away and its duels meet as usual; what may be done is
only asked for where it moves a card; the round ends by itself when the last card leaves nothing to decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.hit_extreme import turn
from companion.games.hit_extreme.events import (
    LEAST,
    MOST,
    AllInCollected,
    Banked,
    CardDrawn,
    CardsStolen,
    DealTallied,
    ElixirGiven,
    HeldUp,
    TurnEnded,
    WentAllIn,
)
from companion.games.hit_extreme.faces import FACES, LUCKY, NAMES, NUMBER, Option, named
from companion.games.hit_extreme.scoring import (
    any_counts,
    bust_risk,
    refusal_of_counts,
    score,
    winnings,
    winnings_cards,
)
from companion.games.hit_extreme.state import HouseRules, State, new_round
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup
from companion.kit.seats import SCRIBE, Seat
from companion.kit.tally import places

OPENED_BY: dict[type[Event], tuple[Option, str]] = {
    CardsStolen: ("steal", "nothing_to_steal"),
    HeldUp: ("hold_up", "nothing_to_hold_up"),
    Banked: ("bank", "nothing_to_bank"),
    WentAllIn: ("all_in", "no_all_in"),
    AllInCollected: ("collect", "no_all_in_to_collect"),
}
"""The option an event takes up, and what is said when it is not open."""


def start(setup: Setup) -> State:
    return new_round(setup, 1, ())


def expects(state: State) -> Expect:
    if state.over:
        return Expect(over=True)
    return Expect((state.turn,), chance=state.asked or state.to_come > 0)


# What the log proves wrong


def check(state: State, event: Event) -> Refusal | None:
    if isinstance(event, DealTallied):
        return refusal_of_counts(event.results, state.players)
    if isinstance(event, CardDrawn) and event.card is None and state.setup.dealing == "table":
        return Refusal("invalid", (("reason", "which_card"),))
    refusal = _phase(state, event)
    if refusal:
        return refusal
    if getattr(event, "seat", None) not in (None, state.turn):
        return Refusal("out_of_turn", (("seat", state.turn),))
    match event:
        case CardDrawn(card=card):
            return _check_draw(state, card)
        case ElixirGiven(to=to):
            return _illegal("not_to_yourself") if to == state.turn else None
        case HeldUp(from_seat=victim, card=card):
            if victim == state.turn:
                return _illegal("not_from_yourself")
            return None if _in_front(state, victim, card) else _illegal("not_in_front", seat=victim, card=card)
        case Banked(card=card):
            if not _in_front(state, state.turn, card):
                return _illegal("not_in_front", seat=state.turn, card=card)
            return None if FACES[NUMBER[card]].alone else _illegal("a_duel_alone")
    return None


def _phase(state: State, event: Event) -> Refusal | None:
    """Whether an event of this type can come now, whoever sends it."""
    if state.to_come or state.asked:
        asks = isinstance(event, CardDrawn) and (event.card is not None or state.setup.dealing == "table")
        return None if asks else _not_now(state, "all_in_goes_on" if state.all_in else "card_to_come")
    if state.elixirs:
        return None if isinstance(event, ElixirGiven) else _not_now(state, "elixir_must_be_given")
    match event:
        case ElixirGiven():
            return _not_now(state, "no_elixir_to_give", name_it=False)
        case CardDrawn():
            if state.option == "collect":
                return _not_now(state, "all_in_is_over")
            return None if state.deck_left else _not_now(state, "deck_is_empty")
        case TurnEnded():
            return None if state.drawn else _not_now(state, "draw_first", name_it=False)
    option, reason = OPENED_BY[type(event)]
    return None if state.option == option else _not_now(state, reason, name_it=False)


def _not_now(state: State, reason: str, *, name_it: bool = True) -> Refusal:
    """``name_it``: with the entry of this round that stands in the way, the last one."""
    about = (("reason", reason), ("seat", state.turn))
    return Refusal("wrong_phase", about, (state.seen[-1][1],) if name_it else ())


def _illegal(reason: str, **about: Any) -> Refusal:
    return Refusal("illegal_choice", (("reason", reason), *about.items()))


def _check_draw(state: State, card: str | None) -> Refusal | None:
    if state.setup.dealing == "companion" and not (state.asked or state.to_come):
        return None if card is None else _illegal("the_companion_draws")
    face = NUMBER.get(card or "")
    if face is None:
        return Refusal("not_in_deck", (("card", card), ("copies", 0)))
    if state.unseen[face]:
        return None
    gone = tuple(at for seen, at in state.seen if seen == face)
    return Refusal("not_in_deck", (("card", card), ("copies", FACES[face].copies)), gone)


def _in_front(state: State, seat: Seat, card: str) -> bool:
    face = NUMBER.get(card)
    return face is not None and state.in_front[seat][face] > 0


# What it changes


def evolve(state: State, event: Event) -> State:
    if isinstance(event, DealTallied):
        return turn.tallied(state, event.results)
    card = NUMBER[event.card] if isinstance(event, CardDrawn) and event.card else None
    state = replace(state, seen=(*state.seen, (card, event.at)))
    match event:
        case CardDrawn():
            return replace(state, asked=True, option=None) if card is None else turn.drawn(state, card)
        case CardsStolen():
            return turn.stolen(state)
        case ElixirGiven(to=to):
            return turn.given(state, to)
        case HeldUp(from_seat=victim, card=name):
            return turn.held_up(state, victim, NUMBER[name])
        case Banked(card=name):
            return turn.banked(state, NUMBER[name])
        case WentAllIn():
            return turn.went_all_in(state)
        case AllInCollected():
            return turn.collected_all(state)
        case TurnEnded(bank_lucky=bank_lucky):
            return turn.ended(state, bank_lucky)
    raise TypeError(event)


# What may come next


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    at_table = state.setup.dealing == "table"
    if seat is None:
        if at_table and not state.over:
            limits: tuple[tuple[str, Any], ...] = (("results", [LEAST, MOST]), ("sums", {"results.*": [LEAST, MOST]}))
            if state.seen:
                limits += (("usual", {"results": list(winnings(state))}),)
            yield Bounds("deal_tallied", None, limits, lambda random: DealTallied(any_counts(state.players, random)))
        return
    if state.over or seat != state.turn:
        return
    if not at_table:
        yield CardDrawn(seat)
    if at_table or state.asked or state.to_come:
        yield from (CardDrawn(seat, name) for name in NAMES)
    yield CardsStolen(seat)
    yield from (ElixirGiven(seat, to) for to in state.others)
    yield from (HeldUp(seat, other, name) for other in state.others for name in NAMES)
    yield from (Banked(seat, name) for name in NAMES)
    yield WentAllIn(seat)
    yield AllInCollected(seat)
    yield TurnEnded(seat)
    if state.mine[LUCKY] and not state.all_in:
        yield TurnEnded(seat, bank_lucky=False)


def deal(state: State, random: Random) -> Event:
    """One of the cards nobody has seen, each as likely: no order of the deck is kept anywhere."""
    return CardDrawn(state.turn, random.choices(NAMES, state.unseen)[0])


# What is told


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    kept_back = _kept_back(state, seat)
    return {
        "first": state.first,
        "turn": state.turn,
        "deck_left": state.deck_left,
        "unseen": None if kept_back else dict(zip(NAMES, state.unseen, strict=True)),
        "in_front": [named(front) for front in state.in_front],
        "winnings": None if kept_back else list(winnings(state)),
        "winnings_cards": None if state.tallied else list(winnings_cards(state)),
        "lost": None if kept_back else named(state.lost),
        "last_drawn": None if state.last is None else NAMES[state.last],
        "all_in": {"left": state.to_come, "revealed": [NAMES[face] for face in state.revealed]}
        if state.all_in
        else None,
        "elixirs": state.elixirs,
        "bust_risk": None if kept_back else bust_risk(state),
    }


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    if _kept_back(state, seat) and any(at == event.at for _, at in state.seen[: state.turn_from]):
        return None
    return event


def _kept_back(state: State, seat: Seat | None) -> bool:
    """With closed memory the winnings of the running round, and what was drawn before this turn, are told to nobody
    but who keeps the sheet."""
    return state.setup.memory == "closed" and not state.over and seat != SCRIBE


RULES = Rules(
    name="hit-extreme",
    seats=(2, 3, 4, 5, 6, 7, 8),
    suits=(),
    cards=NAMES,
    house_rules=HouseRules,
    memory="open",
    events=(
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
    redact=lambda event, seat: event,
    hand=lambda state, seat: None,
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=tell,
)
