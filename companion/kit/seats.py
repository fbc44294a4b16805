"""Seats are numbered 0..n-1 in order of play; "next" is +1 mod n, whichever way round the game goes."""

from __future__ import annotations

from typing import Final, NewType

Seat = NewType("Seat", int)

SCRIBE: Final = Seat(-1)
"""Whoever keeps the sheet of a game dealt at the table: no seat, but told all that lay open on the table."""


def following(seat: Seat, players: int, steps: int = 1) -> Seat:
    return Seat((seat + steps) % players)


def round_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """Every seat once, in order of play, beginning with this one."""
    return tuple(Seat((seat + i) % players) for i in range(players))
