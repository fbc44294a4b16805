"""The list of matches, from the read model that every append keeps in step."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection, Row, select, tuple_

from companion import models, people
from companion.access import Caller
from companion.database import reading
from companion.house import House, iso, spell, unspell
from companion.problem import Problem
from companion.table.held import of_the_circle

_match = models.Match.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]
_part = models.Part.__table__  # type: ignore[attr-defined]

MOST_ROWS = 100


def history(
    house: House,
    caller: Caller,
    *,
    player: str | None = None,
    game: str | None = None,
    status: str | None = None,
    since: str | None = None,
    until: str | None = None,
    limit: int = 20,
    cursor: str | None = None,
) -> dict[str, Any]:
    """Matches, newest first, totals and winners in each row. ``since`` and ``until`` are days, both included."""
    if caller.circle is None:
        raise Problem("no_token")
    # A person's matches lie together among the parts, everybody's among the matches; both know game and day.
    by = _part if player else _match
    query = (
        select(_match)
        .where(by.c.circle_id == caller.circle, _match.c.deleted_at.is_(None))
        .order_by(by.c.played_on.desc(), by.c.opened_at.desc(), by.c.match_id.desc())
        .limit(min(limit, MOST_ROWS) + 1)
    )
    if not of_the_circle(caller):
        query = query.where(by.c.match_id == caller.match)
    if game:
        query = query.where(by.c.game == game)
    if status:
        query = query.where(_match.c.status == status)
    if since:
        query = query.where(by.c.played_on >= since)
    if until:
        query = query.where(by.c.played_on <= until)
    if cursor:
        query = query.where(tuple_(by.c.played_on, by.c.opened_at, by.c.match_id) < _where(cursor))
    with reading(house.engine) as conn:
        if player:
            same = (_match.c.circle_id == _part.c.circle_id) & (_match.c.match_id == _part.c.match_id)
            person = unspell(player) or 0
            who = people.canonical(conn, caller.circle, [person]).get(person)
            query = query.select_from(_part.join(_match, same)).where(_part.c.person_id == who)
        rows = conn.execute(query).all()
        page = rows[: min(limit, MOST_ROWS)]
        seats = seats_of(conn, caller.circle, [row.match_id for row in page])
    more = len(rows) > len(page)
    return {
        "items": [_listed(row, seats.get(row.match_id, [])) for row in page],
        "next_cursor": f"{page[-1].played_on}.{page[-1].opened_at}.{spell(page[-1].match_id)}" if more else None,
    }


def _where(cursor: str) -> tuple[str, int, int]:
    day, _, rest = cursor.partition(".")
    opened, _, match = rest.partition(".")
    match_id = unspell(match)
    if not opened.isdigit() or len(opened) > 15 or match_id is None:
        raise Problem("invalid", {"reason": "cursor"})
    return day, int(opened), match_id


def seats_of(conn: Connection, circle: int, matches: list[int]) -> dict[int, list[dict[str, Any]]]:
    rows = conn.execute(
        select(_seat.c.match_id, _seat.c.seat, _seat.c.person_id)
        .where(_seat.c.circle_id == circle, _seat.c.match_id.in_(matches))
        .order_by(_seat.c.match_id, _seat.c.seat)
    ).all()
    known = people.known(conn, circle, {spell(row.person_id) for row in rows if row.person_id is not None})
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        player = None if row.person_id is None else known.get(spell(row.person_id))
        seat = {"seat": row.seat, "player": player and player.id, "name": player and player.name}
        found.setdefault(row.match_id, []).append(seat)
    return found


def _listed(row: Row[Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": spell(row.match_id),
        "game": row.game,
        "dealing": row.dealing,
        "status": row.status,
        "version": row.version,
        "deal": row.deal,
        "played_on": row.played_on,
        "opened_at": iso(row.opened_at),
        "touched_at": iso(row.touched_at),
        "seats": seats,
        "totals": orjson.loads(row.totals),
        "winners": None if row.winners is None else orjson.loads(row.winners),
    }
