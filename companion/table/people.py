"""Names to offer when a match is opened."""

from __future__ import annotations

from typing import Any

from companion import people
from companion.access import Caller
from companion.database import reading
from companion.house import House
from companion.problem import Problem
from companion.table.held import of_the_circle


def names(house: House, caller: Caller, q: str = "", limit: int = 24) -> list[dict[str, Any]]:
    """People of the caller's circle as ``{id, name}``, latest players first; of one match for its guests."""
    if caller.circle is None:
        raise Problem("no_token")
    with reading(house.engine) as conn:
        match = None if of_the_circle(caller) else caller.match
        return people.who_plays(conn, caller.circle, q, limit, match=match)
