"""The totals of a match, deal by deal, as a line for each player: drawn here, with a table of the same beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

WIDTH, HEIGHT = 336, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 12, 28
ROUND = (1, 2, 5, 10)


@dataclass(frozen=True)
class Spot:
    x: float
    y: float


@dataclass(frozen=True)
class Chart:
    """``rows``: the totals after each deal, the last with what was added by hand where there is any."""

    rows: Sequence[Sequence[int]]
    lines: Sequence[Sequence[Spot]]  # by seat; the first spot is the beginning
    levels: Sequence[tuple[int, float]]  # a number and its height
    ticks: Sequence[tuple[int, float]]  # a deal and its place
    by_hand: bool

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, HEIGHT

    @property
    def edges(self) -> tuple[int, int]:
        return LEFT, WIDTH - RIGHT


def chart(deals: Sequence[Sequence[int]], totals: Sequence[int]) -> Chart | None:
    """``deals``: the points of each finished deal; None while there is none."""
    if not deals:
        return None
    sums = [
        tuple(row) for row in accumulate(deals, lambda sofar, deal: [a + b for a, b in zip(sofar, deal, strict=True)])
    ]
    by_hand = sums[-1] != tuple(totals)
    rows = [*sums, tuple(totals)] if by_hand else sums
    numbers = [0, *(number for row in rows for number in row)]
    low, high, step = _levels(min(numbers), max(numbers))

    def place(deal: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deal / len(rows), 1)

    def height(number: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - number) / (high - low), 1)

    every = next(n for n in _round_numbers() if len(sums) / n <= 7)
    return Chart(
        rows,
        [
            [Spot(place(deal), height(row[seat])) for deal, row in enumerate([[0] * len(totals), *rows])]
            for seat in range(len(totals))
        ],
        [(level, height(level)) for level in range(low, high + 1, step)],
        [(deal, place(deal)) for deal in range(every, len(sums) + 1, every)],
        by_hand,
    )


def _levels(low: int, high: int) -> tuple[int, int, int]:
    """Round numbers around all totals, at most six steps of them."""
    high = max(high, low + 1)
    step = next(n for n in _round_numbers() if (high - low) / n <= 5)
    return low // step * step, -(-high // step) * step, step


def _round_numbers() -> Iterable[int]:
    scale = 1
    while True:
        yield from (number * scale for number in ROUND[:-1])
        scale *= 10
