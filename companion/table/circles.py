"""Circles: people who play together on a server that is not open to everybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from companion import access, models, people
from companion.access import NO_MATCH, Caller
from companion.database import reading, writing
from companion.house import House, spell
from companion.problem import Problem
from companion.table.answers import NOBODY, OUTSIDE, Key, in_turn, remember, repeated

_circle = models.Circle.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class NewCircle:
    """``recovery_code``: what one writes down, to come back from another phone."""

    circle: str
    token: str
    join_code: str
    recovery_code: str


@dataclass(frozen=True, slots=True)
class CircleView:
    """A circle as its members see it. ``phones``: how many are of it."""

    circle: str
    name: str
    phones: int
    join_code: str
    recovery_code: str


def make_circle(house: House, name: str, key: Key | None = None) -> NewCircle:
    """The circle and its first member's token. Problem ``invalid`` on an open server, which has the one circle."""
    _only_closed(house)
    with writing(house.engine) as conn:
        in_turn(conn, OUTSIDE)
        again = repeated(house, conn, OUTSIDE, NOBODY, key)
        if again is not None:
            circle = again.match_id  # the one place where a request is about a circle and no match
            return _new(house, conn, circle, access.again(house, conn, circle, again.token_id))
        circle = house.new_id()
        conn.execute(insert(_circle).values(circle_id=circle, name=people.tidy(name), made_at=house.now()))
        token_id, token = access.give(house, conn, circle, NO_MATCH, "member")
        access.new_code(house, conn, circle, NO_MATCH)
        access.new_recovery_code(house, conn, circle)
        remember(house, conn, OUTSIDE, NOBODY, key, circle, 0, 0, token_id)
        return _new(house, conn, circle, token)


def _new(house: House, conn: Connection, circle: int, token: str) -> NewCircle:
    return NewCircle(spell(circle), token, *_codes(house, conn, circle))


def _codes(house: House, conn: Connection, circle: int) -> tuple[str, str]:
    join_code = access.join_code(house, conn, circle, NO_MATCH)
    return join_code or "", access.recovery_code(house, conn, circle) or ""


def circle(house: House, caller: Caller) -> CircleView:
    """The caller's, for its members."""
    number = _members(house, caller)
    with reading(house.engine) as conn:
        name = conn.execute(select(_circle.c.name).where(_circle.c.circle_id == number)).scalar_one()
        return CircleView(spell(number), name, access.members(conn, number), *_codes(house, conn, number))


def circles(house: House) -> list[tuple[int, str]]:
    """For who runs the server: every circle's id and name, the oldest first."""
    with reading(house.engine) as conn:
        rows = conn.execute(select(_circle.c.circle_id, _circle.c.name).order_by(_circle.c.made_at)).all()
    return [(row.circle_id, row.name) for row in rows]


def new_circle_code(house: House, caller: Caller, key: Key | None = None) -> str:
    """What members invite by; ends the code there was."""
    return _another(house, caller, key, lambda conn, number: access.new_code(house, conn, number, NO_MATCH))


def new_recovery_code(house: House, caller: Caller, key: Key | None = None) -> str:
    """Ends the code there was, wherever it is written down."""
    return _another(house, caller, key, lambda conn, number: access.new_recovery_code(house, conn, number))


def _another(house: House, caller: Caller, key: Key | None, made: Callable[[Connection, int], tuple[int, str]]) -> str:
    number = _members(house, caller)
    with writing(house.engine) as conn:
        again = repeated(house, conn, number, caller.token, key)
        if again is not None:
            return access.again(house, conn, number, again.token_id)
        token_id, code = made(conn, number)
        remember(house, conn, number, caller.token, key, NO_MATCH, 0, 0, token_id)
    return code


def leave_circle(house: House, caller: Caller) -> None:
    """The token opens nothing any more. Whoever holds a code comes back."""
    number = _members(house, caller)
    with writing(house.engine) as conn:
        access.leave(house, conn, number, caller.token)


def _only_closed(house: House) -> None:
    if house.open:
        raise Problem("invalid", {"reason": "one_circle"})


def _members(house: House, caller: Caller) -> int:
    _only_closed(house)
    if caller.circle is None or caller.role != "member":
        raise caller.turned_away()
    return caller.circle
