"""What a round scores, the ranking, and which counts of the table's own cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from companion.games.power_tricks.events import ChapterOpened, DealTallied, Result
from companion.games.power_tricks.state import State
from companion.kit.rules import Refusal
from companion.kit.seats import Seat
from companion.kit.tally import Line, places


def lines(state: State) -> tuple[Line, ...]:
    """As if the round ended now."""
    return () if state.chapter is None else tuple(line for line in _lines(state, state.chapter) if line.points)


def _lines(state: State, chapter: ChapterOpened) -> Iterable[Line]:
    deal, worth = state.deal, chapter.trick_points
    for i in range(state.players):
        seat = Seat(i)
        if isinstance(worth, int):
            tricks = tricks_of(state, seat)
            yield Line(deal, seat, tricks * worth, "tricks", (("tricks", tricks), ("each", worth)))
        elif state.counted is not None:
            counted = state.counted[i]
            yield Line(deal, seat, counted_points(counted, worth), "tricks_counted", (("tricks", counted.tricks),))
        else:
            for number in state.won[i]:
                yield Line(deal, seat, worth[number - 1], "trick", (("trick", number),))
        if tricks_of(state, seat) == chapter.bid:
            power = state.powers[i] or 0
            yield Line(deal, seat, power, "bid_power", (("power", power), ("bid", chapter.bid)))
            yield Line(deal, seat, chapter.power_bonus, "bid_bonus", (("bid", chapter.bid),))


def tricks_of(state: State, seat: Seat) -> int:
    return len(state.won[seat]) if state.counted is None else state.counted[seat].tricks


def counted_points(result: Result, worth: tuple[int, ...]) -> int:
    """Points not told are those of tricks that are all worth the same."""
    return result.tricks * worth[0] if result.points is None else result.points


def ranking(state: State, totals: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """A tie goes to whoever took the highest power card in the last round; where none of the tied did it is shared."""
    powers = state.last_powers or (None,) * state.players
    return places(tuple(100 * total + (power or 0) for total, power in zip(totals, powers, strict=True)))


# A count of the table's own.


def bounds_of_counts(state: State) -> tuple[tuple[str, Any], ...]:
    """``points`` None: they need not be told, for all tricks are worth the same. ``usual``: what the plays so far
    prove."""
    chapter, in_all = state.chapter, state.in_all
    assert chapter is not None
    each = None if isinstance(chapter.trick_points, int) else sorted(chapter.trick_points[:in_all])
    told = each is not None and each[0] != each[-1]
    limits: tuple[tuple[str, Any], ...] = (
        ("tricks", [0, in_all]),
        ("power", [1, in_all]),
        ("points", [sum(n for n in each if n < 0), sum(n for n in each if n > 0)] if told and each else None),
        ("sums", {"results.*.tricks": [0, in_all]}),
        ("different", ["results.*.power"]),
    )
    if not state.tricks.played:
        return limits
    results = []
    for won, power in zip(state.won, state.powers, strict=True):
        known: dict[str, int] = {"tricks": len(won)}
        if power is not None:
            known["power"] = power
        if told and not isinstance(chapter.trick_points, int):
            known["points"] = sum(chapter.trick_points[number - 1] for number in won)
        results.append(known)
    return (*limits, ("usual", {"results": results}))


def check_counts(state: State, event: DealTallied) -> Refusal | None:
    results, chapter, in_all = event.results, state.chapter, state.in_all
    assert chapter is not None
    if len(results) != state.players:
        return Refusal("illegal_choice", (("reason", "a_result_per_seat"),))
    powers = [result.power for result in results if result.power is not None]
    if any(power > in_all for power in powers):
        return Refusal("illegal_choice", (("reason", "no_such_power"), ("tricks", in_all)))
    if len(set(powers)) < len(powers):
        return Refusal("illegal_choice", (("reason", "power_twice"),))
    total = sum(result.tricks for result in results)
    # Cards of one suit are equal only with a bonus, so every trick before the first power card has a winner.
    at_least = 0 if chapter.winner == "highest" else min(powers, default=in_all + 1) - 1
    if total > in_all:
        return Refusal("illegal_choice", (("reason", "too_many_tricks"), ("tricks", in_all)))
    if total < at_least:
        return Refusal("illegal_choice", (("reason", "too_few_tricks"), ("tricks", at_least)))
    return _check_points(results, chapter.trick_points, in_all)


def _check_points(results: tuple[Result, ...], worth: int | tuple[int, ...], in_all: int) -> Refusal | None:
    each = (worth,) * in_all if isinstance(worth, int) else worth[:in_all]
    alike = len(set(each)) == 1
    told = [counted_points(one, each) if alike or one.points is not None else None for one in results]
    wanted = [result.tricks for result in results]
    if any(points is None and tricks for points, tricks in zip(told, wanted, strict=True)):
        return Refusal("illegal_choice", (("reason", "points_needed"),))
    # Seat by seat the sets of tricks that make its count and points, none of them anybody's before it.
    taken = {0}
    for tricks, points in zip(wanted, told, strict=True):
        own = {
            sum(1 << number for number in mine)
            for mine in combinations(range(in_all), tricks)
            if sum(each[number] for number in mine) == (points or 0)
        }
        taken = {before | mine for before in taken for mine in own if not before & mine}
    return None if taken else Refusal("illegal_choice", (("reason", "points_cannot_be"),))
