"""Every stored match replayed: whether its log still holds, and whether the rows beside it say what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Row, func, select, tuple_, update

from companion import log, models
from companion.database import reading, writing
from companion.house import House, spell, unspell
from companion.kit.match import Match, evolve
from companion.table import records
from companion.table.held import Held, event_of, fresh, opened, summary
from companion.table.recording import judged, keep_seats, must_hold

_match = models.Match.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]

Place = tuple[int, int]
"""A match among all of them: its circle and its id, in the order in which they are rechecked."""
A_PAGE = 200


@dataclass(frozen=True, slots=True)
class Finding:
    """``kind``: ``log`` (it has gaps, or does not replay), ``scores``, ``summary``, ``seats`` or ``parts`` (these
    can be repaired: the log is right)."""

    kind: str
    what: str

    @property
    def repairable(self) -> bool:
        return self.kind != "log"


def places(house: House, after: Place | None = None) -> Iterator[Place]:
    """Every match from there on, deleted ones too, in an order that a later run can go on with."""
    while True:
        query = select(_match.c.circle_id, _match.c.match_id).order_by(_match.c.circle_id, _match.c.match_id)
        if after is not None:
            query = query.where(tuple_(_match.c.circle_id, _match.c.match_id) > after)
        with reading(house.engine) as conn:
            page = [(row.circle_id, row.match_id) for row in conn.execute(query.limit(A_PAGE))]
        yield from page
        if len(page) < A_PAGE:
            return
        after = page[-1]


def how_many(house: House, after: Place | None = None) -> int:
    query = select(func.count()).select_from(_match)
    if after is not None:
        query = query.where(tuple_(_match.c.circle_id, _match.c.match_id) > after)
    with reading(house.engine) as conn:
        return int(conn.execute(query).scalar_one())


def spelled(place: Place) -> str:
    return ".".join(map(spell, place))


def place_of(text: str) -> Place | None:
    circle, _, match = text.partition(".")
    place = unspell(circle), unspell(match)
    return None if place[0] is None or place[1] is None else (place[0], place[1])


def recheck(house: House, place: Place, *, repair: bool = False) -> list[Finding]:
    """What is wrong with this match; with ``repair`` the rows beside its log are written anew from the fold."""
    with reading(house.engine) as conn:
        found, _ = _findings(house, conn, place)
    if not repair or not any(finding.repairable for finding in found):
        return found
    with writing(house.engine) as conn:  # once more, with nobody recording meanwhile
        found, held = _findings(house, conn, place, lock=True)
        if held is not None:
            here = (_match.c.circle_id == held.circle, _match.c.match_id == held.match_id)
            conn.execute(update(_match).where(*here).values(**summary(held), game=held.rules.name))
            keep_seats(conn, held)
            records.keep_parts(house, conn, held, gone=_gone(conn, place))
    return found


def _findings(house: House, conn: Connection, place: Place, *, lock: bool = False) -> tuple[list[Finding], Held | None]:
    """And the match, where its log holds."""
    circle, match_id = place
    query = select(_match).where(_match.c.circle_id == circle, _match.c.match_id == match_id)
    row = conn.execute(query.with_for_update() if lock else query).first()
    if row is None:
        return [], None
    try:
        rows = log.read(conn, circle, match_id)
        broken = _broken(house, rows)
        held = None if broken else fresh(house, circle, match_id, rows)
    except Exception as error:  # whatever it is, it is this match's and not the end of the run
        return [Finding("log", f"does not replay: {type(error).__name__}: {error}")], None
    if held is None:
        return [Finding("log", str(broken))], None
    return [*_beside(conn, row, held)], held


def _gone(conn: Connection, place: Place) -> bool:
    deleted = select(_match.c.deleted_at).where(_match.c.circle_id == place[0], _match.c.match_id == place[1])
    return conn.execute(deleted).scalar_one() is not None


def _broken(house: House, rows: tuple[log.Entry, ...]) -> str | None:
    """The first thing in the log that cannot be."""
    if [row.seq for row in rows] != list(range(len(rows))) or not rows or rows[0].type != log.OPENING:
        return "the log has gaps"
    game = rows[0].data["game"]
    if game not in house.games:
        return f"no game {game!r} is installed"
    rules = house.games[game]
    standing = log.standing(rows)
    match: Match[Any] = opened(rules, rows[0].data)
    for seq in standing.order[1:]:
        event = event_of(rules, standing.events[seq], seq)
        refusal = judged(match, event) if must_hold(event) else None
        if refusal is not None:
            return f"entry {seq} ({event.type}) no longer holds: {refusal.code}"
        match = evolve(match, event)
    return None


def _beside(conn: Connection, row: Row[Any], held: Held) -> Iterator[Finding]:
    right = summary(held)
    stored = {name: getattr(row, name) for name in right}
    for name in ("totals", "winners"):
        stored[name] = None if stored[name] is None else orjson.loads(stored[name])
        right[name] = None if right[name] is None else orjson.loads(right[name])
    for name, value in right.items():
        if stored[name] != value:
            kind = "scores" if name == "totals" else "summary"
            yield Finding(kind, f"{name}: stored {stored[name]}, replayed {value}")
    seats = select(_seat.c.seat, _seat.c.person_id).where(
        _seat.c.circle_id == held.circle, _seat.c.match_id == held.match_id
    )
    there = {found.seat: found.person_id for found in conn.execute(seats)}
    sitting = {
        seat: unspell(sitting.player) if sitting.player else None for seat, sitting in enumerate(held.match.sittings)
    }
    if there != sitting:
        yield Finding("seats", "the seats name other people than the log")
    if records.differ(conn, held, gone=row.deleted_at is not None):
        yield Finding("parts", "people's records count it otherwise than the log")
