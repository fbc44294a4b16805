"""Whose sheet it is: more phones that record, hosting handed on, a match deleted and brought back."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, Row, Table, delete, select, update

from companion import access, log, models
from companion.access import OPEN_CIRCLE, Caller
from companion.database import writing
from companion.house import House, spell
from companion.kit.general import HostingTaken, PhoneAdded
from companion.problem import Problem
from companion.table.answers import DAYS_KEPT, Key, remember, repeated
from companion.table.held import hold, row_of
from companion.table.joining import Joined
from companion.table.recording import add
from companion.table.records import keep_parts

_match: Table = models.Match.__table__  # type: ignore[attr-defined]
_OF_A_MATCH: tuple[Table, ...] = (
    models.Token.__table__,  # type: ignore[attr-defined]
    models.Seat.__table__,  # type: ignore[attr-defined]
    models.Request.__table__,  # type: ignore[attr-defined]
    _match,
)

DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Gone:
    """A match that is out of the history, and until when it can be brought back (ms, UTC)."""

    match: str
    until: int


def record_here(house: House, caller: Caller, match_id: int, key: Key | None = None) -> Joined:
    """On an open server, at a table with real cards: any phone may record too, unless the host has locked that."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return Joined(spell(match_id), access.again(house, conn, row.circle_id, again.token_id), "scribe")
        held = hold(house, conn, row)
        if row.circle_id != OPEN_CIRCLE or held.match.setup.dealing != "table":
            raise Problem("not_yours")
        if held.match.locked:
            raise Problem("not_yours", {"reason": "sheet_locked"})
        token_id, token = access.give(house, conn, row.circle_id, match_id, "scribe", caller.at(match_id).seat)
        held = add(house, conn, held, [(*log.row_of(PhoneAdded()), token_id)])
        remember(house, conn, row.circle_id, caller.token, key, match_id, held.version, held.version, token_id)
    house.appended(held)
    return Joined(spell(match_id), token, "scribe")


def take_hosting(house: House, caller: Caller, match_id: int, key: Key | None = None) -> Joined:
    """A phone that records or sits here hosts from now on, when the host's has not been there for a while."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        here = caller.at(match_id)
        if here.role not in ("scribe", "seat", "host"):
            raise caller.turned_away()
        again = repeated(house, conn, row.circle_id, caller.token, key)
        token = access.again(house, conn, row.circle_id, caller.token)
        if again is not None or here.role == "host":
            return Joined(spell(match_id), token, "host", here.seat)
        holders = access.holders(conn, row.circle_id, match_id).values()
        if any(holder.role == "host" and access.present(house, holder) for holder in holders):
            raise Problem("not_yours", {"reason": "host_is_here"})
        held = hold(house, conn, row)
        dealt = held.match.setup.dealing == "companion"
        access.make_host(conn, row.circle_id, match_id, caller.token, dealt=dealt)
        held = add(house, conn, held, [(*log.row_of(HostingTaken()), caller.token)])
        remember(house, conn, row.circle_id, caller.token, key, match_id, held.version, held.version)
    house.appended(held)
    return Joined(spell(match_id), token, "host", here.seat)


def delete_match(house: House, caller: Caller, match_id: int) -> Gone:
    """The host's: nobody sees the match any more. It can be brought back for 30 days."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        _only_host(caller, match_id)
        _deleted(conn, row, house.now())
        keep_parts(house, conn, hold(house, conn, row), gone=True)
    house.shelf.drop((row.circle_id, match_id))
    house.bell.ring(match_id)
    return Gone(spell(match_id), house.now() + DAYS_KEPT * DAY)


def bring_back(house: House, caller: Caller, match_id: int) -> None:
    """The host's, within 30 days of deleting it. Asking again changes nothing."""
    with writing(house.engine) as conn:
        row = conn.execute(
            select(_match).where(_match.c.circle_id == (caller.circle or 0), _match.c.match_id == match_id)
        ).first()
        if row is None or caller.match != match_id:
            raise Problem("not_found")
        _only_host(caller, match_id)
        _deleted(conn, row, None)
        keep_parts(house, conn, hold(house, conn, row))
    house.bell.ring(match_id)


def clear_away(house: House) -> int:
    """Matches deleted longer ago than they can be brought back are gone for good. How many."""
    with writing(house.engine) as conn:
        rows = conn.execute(
            select(_match.c.circle_id, _match.c.match_id).where(_match.c.deleted_at < house.now() - DAYS_KEPT * DAY)
        ).all()
        for row in rows:
            log.forget(conn, row.circle_id, row.match_id)
            for table in _OF_A_MATCH:
                conn.execute(delete(table).where(table.c.circle_id == row.circle_id, table.c.match_id == row.match_id))
    return len(rows)


def _only_host(caller: Caller, match_id: int) -> None:
    if caller.at(match_id).role != "host":
        raise caller.turned_away()


def _deleted(conn: Connection, row: Row[tuple[object, ...]], at: int | None) -> None:
    conn.execute(
        update(_match)
        .where(_match.c.circle_id == row.circle_id, _match.c.match_id == row.match_id)
        .values(deleted_at=at)
    )
