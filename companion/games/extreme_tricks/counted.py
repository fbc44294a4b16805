"""What the players declare, and the table's own count of a deal: which can be, and the pieces that follow."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.extreme_tricks.events import DealTallied, Declared, Result
from companion.games.extreme_tricks.pieces import Pieces
from companion.games.extreme_tricks.state import HAND, State
from companion.kit.rules import Refusal
from companion.kit.seats import Seat


def refusal_of_codes(state: State, codes: tuple[str, ...]) -> Refusal | None:
    """``illegal_choice`` for a challenge that is named twice or does not lie there."""
    if len(set(codes)) < len(codes):
        return Refusal("illegal_choice", (("reason", "challenge_twice"),))
    unknown = next((code for code in codes if code not in state.challenges), None)
    if unknown:
        return Refusal("illegal_choice", (("reason", "challenge_not_laid"), ("challenge", unknown)))
    return None


def refusal_of_declaration(state: State, pieces: int, declared: tuple[str, ...]) -> Refusal | None:
    """Of half the pieces, rounded down, everybody says on which challenges they lie."""
    wrong = refusal_of_codes(state, declared)
    if wrong:
        return wrong
    if len(declared) != pieces // 2:
        return Refusal(
            "illegal_choice", (("reason", "half_the_pieces"), ("pieces", pieces), ("declarations", pieces // 2))
        )
    return None


def any_declaration(state: State, seat: Seat, random: Random) -> Declared:
    pieces = random.randint(0, HAND)
    return Declared(seat, pieces, tuple(random.sample(state.challenges, pieces // 2)))


def refusal(state: State, event: DealTallied) -> Refusal | None:
    """Numbers and codes are checked, not whether all of it could be achieved together."""
    if state.phase in ("challenges", "hands", "over"):
        return Refusal("wrong_phase")
    if len(event.results) != state.players:
        return Refusal("illegal_choice", (("reason", "a_result_per_seat"),))
    for result in event.results:
        wrong = refusal_of_declaration(state, result.pieces, result.declared)
        wrong = wrong or refusal_of_codes(state, result.achieved)
        if wrong:
            return wrong
    return None


def pieces_of(state: State, event: DealTallied) -> Pieces:
    pieces = Pieces((0,) * state.players)
    for i, result in enumerate(event.results):
        pieces = pieces.declare(Seat(i), result.pieces, tuple(state.challenges.index(code) for code in result.declared))
        for place, code in enumerate(state.challenges):
            if code in result.achieved:
                pieces = pieces.achieve(Seat(i), place)
    return pieces


def so_far(state: State) -> Iterable[tuple[str, Any]]:
    """What a count of the deal begins with: what was declared, and achieved since."""
    if not state.declarations:
        return
    pieces = state.pieces
    results: list[dict[str, Any]] = [{} for _ in range(state.players)]
    for said in state.declarations:
        reached = zip(state.challenges, pieces.achieved, pieces.excess, strict=True)
        results[said.seat] = {
            "pieces": said.pieces,
            "declared": list(said.challenges),
            "achieved": [code for code, achieved, excess in reached if (achieved | excess) >> said.seat & 1],
        }
    yield "usual", {"results": results}


def sample(state: State, random: Random) -> DealTallied:
    results = []
    for i in range(state.players):
        declared = any_declaration(state, Seat(i), random)
        achieved = tuple(random.sample(state.challenges, random.randint(0, len(state.challenges))))
        results.append(Result(declared.pieces, declared.challenges, achieved))
    return DealTallied(tuple(results))
