"""Points and where they came from, which counts can be, and the chance of losing the turn on the next card."""

from __future__ import annotations

from random import Random
from typing import get_args

from companion.games.hit_extreme.events import MOST
from companion.games.hit_extreme.faces import DUEL, FACES, LOSER, NONE, WHOLE, added, but, one, worth
from companion.games.hit_extreme.state import PROTECTED, Reason, State
from companion.kit.rules import Refusal
from companion.kit.seats import Seat
from companion.kit.tally import Line, Tally, points

REASONS: tuple[Reason, ...] = get_args(Reason)


def lines(state: State) -> tuple[Line, ...]:
    """A line for each seat, way of winning and face: how many of it."""
    return tuple(
        Line(state.deal, Seat(seat), FACES[face].value * n, reason, (("card", FACES[face].name), ("cards", n)))
        for seat, won in enumerate(state.won)
        for reason in REASONS
        for face, n in enumerate(won.get(reason, NONE))
        if n
    )


def winnings(state: State) -> tuple[int, ...]:
    return state.tallied or points(lines(state), state.players)


def winnings_cards(state: State) -> tuple[int, ...]:
    return tuple(sum(map(sum, won.values())) for won in state.won)


def score(state: State) -> Tally:
    told = tuple(line for round_lines in state.finished for line in round_lines)
    deals = tuple(points(round_lines, state.players) for round_lines in state.finished)
    if state.over:
        return Tally(told, deals, None)
    running = lines(with_the_rest(state))
    return Tally(told, deals, points(running, state.players), running, face_down=True)


def with_the_rest(state: State) -> State:
    """Everything in front added to the winnings, but for a duel alone."""
    for seat in map(Seat, range(state.players)):
        state = state.win(seat, "end_of_round", but(state.in_front[seat], DUEL))
    return state


def bust_risk(state: State) -> float:
    """The chance that the next draw loses the turn."""
    mine = state.mine
    if state.over or state.all_in or sum(mine) < PROTECTED or not any(state.unseen):
        return 0
    losing = sum(n for face, n in enumerate(state.unseen) if mine[face] and FACES[face].loses)
    return losing / state.deck_left


# Counts told by the table


def refusal_of_counts(results: tuple[int, ...], players: int) -> Refusal | None:
    """A seat below 0 has losers, and what makes up the difference; six losers and 484 points are all there is."""
    if len(results) != players:
        return Refusal("illegal_choice", (("reason", "a_result_per_seat"),))
    losers = [max(0, -(n // -FACES[LOSER].value)) for n in results]
    if sum(losers) > FACES[LOSER].copies:
        return Refusal("illegal_choice", (("reason", "more_losers_than_six"), ("losers", sum(losers))))
    needed = sum(n - FACES[LOSER].value * taken for n, taken in zip(results, losers, strict=True))
    if needed > MOST:
        return Refusal("illegal_choice", (("reason", "over_484"), ("points", needed)))
    return None


def any_counts(players: int, random: Random) -> tuple[int, ...]:
    """Points as they may come out: the cards of a deck dealt out at random, some of them lost."""
    won = [NONE] * players
    pairs = random.randrange(WHOLE[DUEL] // 2 + 1)
    for face, copies in enumerate(but(WHOLE, DUEL)):
        for _ in range(random.randrange(copies + 1)):
            seat = random.randrange(players)
            won[seat] = added(won[seat], one(face))
    for _ in range(2 * pairs):
        seat = random.randrange(players)
        won[seat] = added(won[seat], one(DUEL))
    return tuple(map(worth, won))
