"""What follows from a card or a decision, up to the next thing somebody has to say. It has happened: no rules here."""

from __future__ import annotations

from dataclasses import replace

from companion.games.hit_extreme.faces import DUEL, ELIXIR, FACES, LUCKY, NONE, Option, but, one, only, put
from companion.games.hit_extreme.scoring import lines, with_the_rest
from companion.games.hit_extreme.state import PROTECTED, State, new_round
from companion.kit.seats import Seat, following
from companion.kit.tally import Line

ALL_IN = 3


def drawn(state: State, face: int) -> State:
    """The next card of the deck lies open."""
    unseen = put(state.unseen, face, -1)
    state = replace(state, unseen=unseen, drawn=state.drawn + 1, last=face, asked=False, option=None)
    row = FACES[face]
    if state.to_come:
        state = replace(state, to_come=state.to_come - 1, revealed=(*state.revealed, face))
        return state if state.to_come else _judged(state)
    if row.action:
        return settled(replace(state.throw_away(face), option=_if_it_moves_a_card(state, row.action)))
    if face == ELIXIR:
        return replace(state, elixirs=1)
    if face == DUEL:
        return settled(_met(state))
    lost = state.mine[face] > 0 and sum(state.mine) >= PROTECTED
    state = state.lay(state.turn, face)
    if lost:
        return next_turn(state.lose())
    if row.steals == "must":
        return settled(_stole(state))
    return settled(replace(state, option="steal" if any(state.in_front[seat][face] for seat in state.others) else None))


def _if_it_moves_a_card(state: State, action: Option) -> Option | None:
    moves = {
        "hold_up": any(any(state.in_front[seat]) for seat in state.others),
        "bank": any(but(state.mine, DUEL)),
        "all_in": any(state.unseen),
    }
    return action if moves[action] else None


def _stole(state: State) -> State:
    """Every card like the last one drawn, from everybody."""
    assert state.last is not None
    for seat in state.others:
        state = state.take(seat, state.last)
    return state


def _met(state: State) -> State:
    """A drawn duel is laid; with another in front of anybody each of the two is won where it lies."""
    other = next((Seat(seat) for seat in range(state.players) if state.in_front[seat][DUEL]), None)
    state = state.lay(state.turn, DUEL)
    return state if other is None else state.win(state.turn, "duel", one(DUEL)).win(other, "duel", one(DUEL))


def stolen(state: State) -> State:
    return settled(_stole(replace(state, option=None)))


def given(state: State, to: Seat) -> State:
    state = replace(state.lay(to, ELIXIR), elixirs=state.elixirs - 1)
    if state.elixirs:
        return state
    return _all_in_over(state) if state.all_in else settled(state)


def held_up(state: State, victim: Seat, face: int) -> State:
    return settled(replace(state.take(victim, face), option=None))


def banked(state: State, face: int) -> State:
    return settled(replace(state.win(state.turn, "banked", only(state.mine, face)), option=None))


def ended(state: State, bank_lucky: bool) -> State:
    if bank_lucky and not state.all_in:
        state = state.win(state.turn, "lucky", only(state.mine, LUCKY))
    return next_turn(state)


# The all-in


def went_all_in(state: State) -> State:
    to_come = min(ALL_IN, state.deck_left)
    return replace(state, option=None, all_in=True, to_come=to_come, bare=not any(state.mine))


def _judged(state: State) -> State:
    """Its cards in the order revealed. What is lost is gone before the elixirs are given."""
    lost, new = False, set()
    for face in state.revealed:
        if FACES[face].action:
            state = state.throw_away(face)
        elif face == ELIXIR:
            state = replace(state, elixirs=state.elixirs + 1)
        elif face == DUEL:
            state = _met(state)
        else:
            lost = lost or (state.mine[face] > 0 and (state.bare or sum(state.mine) >= PROTECTED))
            new.add(face)
            state = state.lay(state.turn, face)
    pair = max(state.mine) > 1
    match state.setup.house_rules.all_in_match:
        case "any":
            lost = pair
        case "new":
            lost, pair = any(state.mine[face] > 1 for face in new), False
    if lost:
        state = state.lose()
    elif not pair and any(but(state.mine, DUEL)):
        state = replace(state, option="collect")
    return state if state.elixirs else _all_in_over(state)


def _all_in_over(state: State) -> State:
    return state if state.option == "collect" else next_turn(state)


def collected_all(state: State) -> State:
    return next_turn(state.win(state.turn, "all_in", but(state.mine, DUEL)))


# Turns and rounds


def settled(state: State) -> State:
    """With the last card resolved and nothing left to decide the round ends by itself."""
    over = not any(state.unseen) and state.option is None and not state.elixirs
    return next_turn(state) if over else state


def next_turn(state: State) -> State:
    """The next seat collects what lies in front of it; with the deck empty everybody does, and the round is over."""
    state = replace(_nothing_open(state), drawn=0, last=None, turn_from=len(state.seen))
    if not any(state.unseen):
        state = with_the_rest(state)
        return _round_over(state, lines(state))
    state = replace(state, turn=following(state.turn, state.players))
    if state.mine[ELIXIR]:
        return state.win(state.turn, "elixir", only(state.mine, ELIXIR))
    return state.win(state.turn, "collected", but(state.mine, DUEL))


def tallied(state: State, results: tuple[int, ...]) -> State:
    told = tuple(Line(state.deal, Seat(seat), n, "tallied") for seat, n in enumerate(results) if n)
    swept = replace(_nothing_open(state), in_front=(NONE,) * state.players, tallied=results)
    return _round_over(swept, told)


def _nothing_open(state: State) -> State:
    return replace(state, option=None, asked=False, elixirs=0, all_in=False, to_come=0, revealed=(), bare=False)


def _round_over(state: State, told: tuple[Line, ...]) -> State:
    rounds = (*state.finished, told)
    if state.deal < state.deals:
        return new_round(state.setup, state.deal + 1, rounds)
    return replace(state, finished=rounds, over=True)
