"""A circle is made: people who play together on a server that is not open to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import insert

from companion import access, models, people
from companion.database import writing
from companion.house import House, spell
from companion.problem import Problem
from companion.table.answers import NOBODY, OUTSIDE, Key, in_turn, remember, repeated

_circle = models.Circle.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class NewCircle:
    circle: str
    token: str


def make_circle(house: House, name: str, key: Key | None = None) -> NewCircle:
    """The circle and its first member's token. Problem ``invalid`` on an open server, which has the one circle."""
    if house.open:
        raise Problem("invalid", {"reason": "one_circle"})
    with writing(house.engine) as conn:
        in_turn(conn, OUTSIDE)
        again = repeated(house, conn, OUTSIDE, NOBODY, key)
        if again is not None:
            circle = again.match_id  # the one place where a request is about a circle and no match
            return NewCircle(spell(circle), access.again(house, conn, circle, again.token_id))
        circle = house.new_id()
        conn.execute(insert(_circle).values(circle_id=circle, name=people.tidy(name), made_at=house.now()))
        token_id, token = access.give(house, conn, circle, access.NO_MATCH, "member")
        remember(house, conn, OUTSIDE, NOBODY, key, circle, 0, 0, token_id)
    return NewCircle(spell(circle), token)
