"""The fifty challenges as rows: code, the moment it is judged, its condition.

Source: the rule text's card reference. It lists 24 blue cards where 25 are counted; what blue 25 prints is the
house rule ``blue_25``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from companion.kit.seats import Seat


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``most_at_zero``: with nobody holding the suit, everybody has most of it (B18-B21)."""

    blue_25: Literal["least_tricks", "most_tricks"] = "least_tricks"
    most_at_zero: bool = True


@dataclass(frozen=True, slots=True)
class Play:
    """One card in one trick, as a red challenge looks at it. ``wins`` is None until the trick is complete."""

    players: int
    suit: str
    value: int
    led: str
    trump: str
    leads: bool
    first: bool  # trick of the stage
    last: bool
    wins: bool | None = None

    def at_least(self, with_three: int, with_four: int) -> bool:
        return self.value >= (with_three if self.players == 3 else with_four)

    @property
    def discards(self) -> bool:
        return not self.leads and self.suit not in (self.led, self.trump)

    @property
    def ruffs(self) -> bool:
        return self.suit == self.trump and self.led != self.trump


@dataclass(frozen=True, slots=True)
class Stage:
    """The cards each player won tricks with in the stage, as a blue challenge looks at them from one seat."""

    seat: Seat
    won: tuple[tuple[tuple[str, int], ...], ...]
    house: HouseRules

    @property
    def tricks(self) -> int:
        return len(self.won[self.seat])

    @property
    def all_tricks(self) -> tuple[int, ...]:
        return tuple(len(cards) for cards in self.won)

    @property
    def suits(self) -> frozenset[str]:
        return frozenset(suit for suit, _ in self.won[self.seat])

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(value for _, value in self.won[self.seat])

    @property
    def most(self) -> bool:
        return self.tricks == max(self.all_tricks)

    @property
    def least(self) -> bool:
        return self.tricks == min(self.all_tricks)

    def most_of(self, suit: str) -> bool:
        counts = [sum(s == suit for s, _ in cards) for cards in self.won]
        most = max(counts)
        return counts[self.seat] == most and (most > 0 or self.house.most_at_zero)


@dataclass(frozen=True, slots=True)
class Red:
    code: str
    when: Literal["played", "taken"]
    met: Callable[[Play], bool]


@dataclass(frozen=True, slots=True)
class Blue:
    code: str
    met: Callable[[Stage], bool]


REDS: dict[str, Red] = {
    red.code: red
    for red in (
        Red("R1", "taken", lambda p: bool(p.wins)),
        Red("R2", "taken", lambda p: not p.wins and p.at_least(7, 10)),
        Red("R3", "taken", lambda p: bool(p.wins) and p.suit == "S"),
        Red("R4", "taken", lambda p: bool(p.wins) and p.suit == "H"),
        Red("R5", "taken", lambda p: bool(p.wins) and p.suit == "D"),
        Red("R6", "taken", lambda p: bool(p.wins) and p.suit == "C"),
        Red("R7", "taken", lambda p: bool(p.wins) and not p.leads and p.suit == p.led),
        Red("R8", "taken", lambda p: bool(p.wins) and p.last),
        Red("R9", "taken", lambda p: not p.wins and p.at_least(5, 8)),
        Red("R10", "taken", lambda p: bool(p.wins) and p.value % 2 == 1),
        Red("R11", "taken", lambda p: bool(p.wins) and p.value % 2 == 0),
        Red("R12", "taken", lambda p: bool(p.wins) and p.leads),
        Red("R13", "taken", lambda p: not p.wins and p.leads),
        Red("R14", "taken", lambda p: bool(p.wins) and p.value <= 5),
        Red("R15", "played", lambda p: p.discards),
        Red("R16", "taken", lambda p: bool(p.wins) and p.ruffs),
        Red("R17", "taken", lambda p: bool(p.wins) and p.value <= 3),
        Red("R18", "played", lambda p: p.suit == "S"),
        Red("R19", "played", lambda p: p.suit == "H"),
        Red("R20", "played", lambda p: p.suit == "D"),
        Red("R21", "played", lambda p: p.suit == "C"),
        Red("R22", "played", lambda p: p.at_least(7, 10)),
        Red("R23", "played", lambda p: p.value <= 3),
        Red("R24", "taken", lambda p: bool(p.wins) and p.first),
        Red("R25", "taken", lambda p: bool(p.wins)),
    )
}

BLUES: dict[str, Blue] = {
    blue.code: blue
    for blue in (
        Blue("B1", lambda s: s.most),
        Blue("B2", lambda s: s.least),
        Blue("B3", lambda s: s.tricks == 0),
        Blue("B4", lambda s: s.tricks == 1),
        Blue("B5", lambda s: len(s.suits) == 1),
        Blue("B6", lambda s: all(value % 2 == 0 for value in s.values)),
        Blue("B7", lambda s: all(value % 2 == 1 for value in s.values)),
        Blue("B8", lambda s: sum(s.values) <= 21),
        Blue("B9", lambda s: s.tricks == 2),
        Blue("B10", lambda s: len(s.suits) == 2),
        Blue("B11", lambda s: sum(s.values) >= 21),
        Blue("B12", lambda s: "S" not in s.suits),
        Blue("B13", lambda s: "H" not in s.suits),
        Blue("B14", lambda s: "D" not in s.suits),
        Blue("B15", lambda s: "C" not in s.suits),
        Blue("B16", lambda s: s.tricks == 3),
        Blue("B17", lambda s: len(s.suits) == 3),
        Blue("B18", lambda s: s.most_of("S")),
        Blue("B19", lambda s: s.most_of("H")),
        Blue("B20", lambda s: s.most_of("D")),
        Blue("B21", lambda s: s.most_of("C")),
        Blue("B22", lambda s: s.tricks == 4),
        Blue("B23", lambda s: len(s.suits) == 4),
        Blue("B24", lambda s: s.most),
        Blue("B25", lambda s: s.least if s.house.blue_25 == "least_tricks" else s.most),
    )
}

CODES: tuple[str, ...] = (*REDS, *BLUES)


def laid_out(red: tuple[int, ...], blue: tuple[int, ...]) -> tuple[str, ...]:
    """The twelve in stage order, each stage its two reds and then its two blues, lower numbers first."""
    reds, blues = sorted(red), sorted(blue)
    return tuple(
        code
        for stage in range(3)
        for code in (
            *(f"R{n}" for n in reds[2 * stage : 2 * stage + 2]),
            *(f"B{n}" for n in blues[2 * stage : 2 * stage + 2]),
        )
    )
