"""Where every player's twelve pieces lie: in front, on declarations, achievements, excess. And what that scores."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.seats import Seat
from companion.kit.tally import Line

Areas = tuple[int, ...]
"""Per challenge of the layout, the seats with a piece on one of its areas, as a bit mask."""


@dataclass(frozen=True, slots=True)
class Pieces:
    front: tuple[int, ...]
    declared: Areas = (0,) * 12
    achieved: Areas = (0,) * 12
    excess: Areas = (0,) * 12

    def declare(self, seat: Seat, pieces: int, places: tuple[int, ...]) -> Pieces:
        return Pieces(
            _set(self.front, seat, pieces - len(places)),
            tuple(seats | (place in places) << seat for place, seats in enumerate(self.declared)),
            self.achieved,
            self.excess,
        )

    def achieve(self, seat: Seat, place: int) -> Pieces:
        """The declared piece moves to the achievement; else one from in front; else one from the stock onto excess."""
        bit = 1 << seat
        if (self.achieved[place] | self.excess[place]) & bit:
            return self
        if self.declared[place] & bit:
            declared = _set(self.declared, place, self.declared[place] & ~bit)
            return Pieces(self.front, declared, _set(self.achieved, place, self.achieved[place] | bit), self.excess)
        if self.front[seat]:
            front = _set(self.front, seat, self.front[seat] - 1)
            return Pieces(front, self.declared, _set(self.achieved, place, self.achieved[place] | bit), self.excess)
        return Pieces(self.front, self.declared, self.achieved, _set(self.excess, place, self.excess[place] | bit))

    def lines(self, deal: int, challenges: tuple[str, ...]) -> tuple[Line, ...]:
        lines: list[Line] = []
        for i, front in enumerate(self.front):
            seat = Seat(i)
            for points, reason, areas in (
                (1, "achieved", self.achieved),
                (-1, "declared_not_achieved", self.declared),
                (-2, "excess", self.excess),
            ):
                lines += (
                    Line(deal, seat, points, reason, (("challenge", challenges[place]), ("stage", place // 4 + 1)))
                    for place, seats in enumerate(areas)
                    if seats >> i & 1
                )
            if front:
                lines.append(Line(deal, seat, -front, "left_in_front", (("pieces", front),)))
        return tuple(lines)


def _set(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
