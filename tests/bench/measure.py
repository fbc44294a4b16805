"""Measuring: medians of repeated runs, each figure beside its floor from the same run, because machines differ."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field


def seconds(what: Callable[[], object], runs: int = 15) -> float:
    """The median of so many runs, after one that is not counted."""
    what()
    return statistics.median(_once(what) for _ in range(runs))


def _once(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def each(what: Callable[[int], object], items: Iterable[int]) -> list[float]:
    """How long each of them took, in order."""
    took = []
    for item in items:
        began = time.perf_counter()
        what(item)
        took.append(time.perf_counter() - began)
    return took


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@dataclass
class Sheet:
    """Figures as they come, printed at the end in one table."""

    rows: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, what: str, figure: str, floor: str = "", ratio: float | None = None) -> None:
        self.rows.append((what, figure, floor, "" if ratio is None else f"{ratio:.1f} x"))

    def text(self) -> str:
        head = ("what", "measured", "floor in the same run", "ratio")
        widths = [max(len(row[i]) for row in (head, *self.rows)) for i in range(4)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *self.rows)
        )


def ms(value: float) -> str:
    return f"{value * 1000:.2f} ms"


def us(value: float) -> str:
    return f"{value * 1e6:.1f} us"
