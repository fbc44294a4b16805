"""A match taken along: a file that holds its whole log, so that another companion can go on from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from companion import log, models, people
from companion.access import Caller
from companion.database import reading
from companion.house import House, iso, spell
from companion.kit.codec import values_in
from companion.kit.match import scores
from companion.table.held import Held, event_of, eyes, hold, row_of
from companion.table.telling import Listener

_match = models.Match.__table__  # type: ignore[attr-defined]

FORMAT = "companion-match"
FORMAT_VERSION = 1


def take_along(house: House, caller: Caller, match_id: int) -> dict[str, Any]:
    """The match as this caller may know it; ``partial`` when that is not all of it."""
    with reading(house.engine) as conn:
        listener = Listener(house, conn, hold(house, conn, row_of(conn, caller, match_id)), caller)
        whole = list(_whole(listener))
        told = listener.rows(range(len(whole)))
        return _file(house, conn, listener.held, told, scores(listener.match, eyes(listener.held, caller)), whole)


def take_all(house: House, circle: int | None = None) -> Iterator[tuple[int, dict[str, Any]]]:
    """For who runs the server: every match that is not deleted, whole, with its circle; of one circle or of all."""
    query = select(_match.c.circle_id, _match.c.match_id).where(_match.c.deleted_at.is_(None))
    if circle is not None:
        query = query.where(_match.c.circle_id == circle)
    with reading(house.engine) as conn:
        keys = conn.execute(query.order_by(_match.c.circle_id, _match.c.opened_at, _match.c.match_id)).all()
    for circle_id, match_id in keys:
        caller = Caller(circle_id, "member")
        with reading(house.engine) as conn:
            listener = Listener(house, conn, hold(house, conn, row_of(conn, caller, match_id)), caller)
            whole = list(_whole(listener))
            yield circle_id, _file(house, conn, listener.held, whole, scores(listener.held.match), whole)


def _whole(listener: Listener) -> Iterator[dict[str, Any]]:
    """Every row as it is stored."""
    standing = listener.held.standing
    for seq, entry in standing.entries.items():
        yield listener.marked(entry, entry.type, entry.data, standing.state(seq))


def _file(
    house: House,
    conn: Connection,
    held: Held,
    entries: list[dict[str, Any]],
    told: Mapping[str, Any],
    whole: list[dict[str, Any]],
) -> dict[str, Any]:
    known = people.known(conn, held.circle, people_in(held))
    ids = [log_id for log_id in people_in(held) if log_id in known]
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "partial": entries != whole,
        "match": spell(held.match_id),
        "game": held.rules.name,
        "version": held.version,
        "played_on": held.opening["played_on"],
        "status": held.match.status,
        "totals": told["totals"],
        "winners": told["winners"],
        "exported_at": iso(house.now()),
        "events_version": log.SCHEMA_VERSION,
        "people": {log_id: known[log_id].name for log_id in ids},
        "merged": {log_id: known[log_id].id for log_id in ids if known[log_id].id != log_id},
        "events": entries,
    }


def people_in(held: Held) -> list[str]:
    """The ids of everybody whom any entry names, whether it still counts or not, as they came."""
    found = [seat["player"] for seat in held.opening["seats"] if seat.get("player")]
    for entry in held.standing.entries.values():
        inner: Mapping[str, Any] | None = {"type": entry.type, **entry.data}
        if entry.type in log.CORRECTIONS:
            inner = entry.data.get("event")
        if inner is not None and inner["type"] != log.OPENING:
            found += values_in(event_of(held.rules, inner, entry.seq), "person")
    return list(dict.fromkeys(found))
