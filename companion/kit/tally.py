"""Points and where they came from: totals are nothing but sums of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.kit.seats import Seat

Params = tuple[tuple[str, "int | str | None"], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """So many points for one seat in one deal (None: outside the deals), and why: a code, never a sentence."""

    deal: int | None
    seat: Seat
    points: int
    reason: str
    params: Params = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """``lines`` and ``deals`` cover finished deals; ``current`` is the running deal were it to end now, or None."""

    lines: tuple[Line, ...]
    deals: tuple[tuple[int, ...], ...]
    current: tuple[int, ...] | None
    running: tuple[Line, ...] = ()
    """The lines that ``current`` is the sum of."""
    face_down: bool = False
    """``current`` tells which cards lie face down: with closed memory only whoever keeps the sheet hears it."""


def points(lines: Iterable[Line], players: int) -> tuple[int, ...]:
    sums = [0] * players
    for line in lines:
        sums[line.seat] += line.points
    return tuple(sums)


def ranked(tied: Iterable[Iterable[Seat]]) -> Iterator[tuple[Seat, int, int]]:
    """Each seat with its place and how many share it, from the seats that are level, best first."""
    place = 1
    for level in map(tuple, tied):
        yield from ((seat, place, len(level)) for seat in level)
        place += len(level)


def places(totals: tuple[int, ...], *, lowest_wins: bool = False) -> tuple[tuple[Seat, ...], ...]:
    """Seats best first, equal totals together and ascending."""
    best_first = sorted(set(totals), reverse=not lowest_wins)
    return tuple(tuple(Seat(i) for i, t in enumerate(totals) if t == total) for total in best_first)
