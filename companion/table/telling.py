"""What is told of a match: the view, the log, the scores, the list. Everything hidden stays out of all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import Connection, Row, select, tuple_

from companion import access, log, models, people
from companion.access import Caller
from companion.database import reading
from companion.house import House, spell, unspell
from companion.kit import codec
from companion.kit import match as kit
from companion.kit.match import Match
from companion.problem import Problem
from companion.table.answers import Answer
from companion.table.held import Held, as_known_to, event_of, eyes, hidden_from, hold, of_the_circle, redacted, row_of

_match = models.Match.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]

MOST_ROWS = 100


def look(house: House, caller: Caller, match_id: int) -> dict[str, Any]:
    """The contract's view, as this caller may see it."""
    with reading(house.engine) as conn:
        return view(house, conn, hold(house, conn, row_of(conn, caller, match_id)), caller)


def version(house: House, caller: Caller, match_id: int) -> int:
    with reading(house.engine) as conn:
        return int(row_of(conn, caller, match_id).version)


def game_of(house: House, caller: Caller, match_id: int) -> str:
    """The id of the game a match is of."""
    with reading(house.engine) as conn:
        return str(row_of(conn, caller, match_id).game)


def about(house: House, caller: Caller, match_id: int) -> tuple[str, list[str]]:
    """Game, and names by seat, for sentences about this match."""
    with reading(house.engine) as conn:
        row = row_of(conn, caller, match_id)
        seats = _seats(conn, row.circle_id, [match_id]).get(match_id, [])
        return str(row.game), [seat["name"] or "" for seat in seats]


def view(house: House, conn: Connection, held: Held, caller: Caller) -> dict[str, Any]:
    match = as_known_to(held, caller)
    told = kit.view(match, eyes(held, caller))
    names = people.names(conn, held.circle, (s.player for s in match.sittings))
    here = caller.at(held.match_id)
    holders = access.holders(conn, held.circle, held.match_id).values()
    there = {holder.seat for holder in holders if access.present(house, holder)}
    return {
        "id": spell(held.match_id),
        "game": match.rules.name,
        "version": held.version,
        "dealing": match.setup.dealing,
        "first_seat": match.setup.first_seat,
        "house_rules": codec.record_to_json(match.setup.house_rules),
        "memory": match.setup.memory,
        "played_on": held.opening["played_on"],
        "seats": [
            {
                "seat": seat,
                "name": names.get(sitting.player or ""),
                "player": sitting.player,
                "robot": sitting.robot,
                "open": sitting.open and not sitting.claimed and not sitting.robot,
                "claimed": sitting.claimed,
                "online": sitting.claimed and seat in there,
            }
            for seat, sitting in enumerate(match.sittings)
        ],
        "you": {"role": here.role if here.role and here.role != "member" else "watcher", "seat": here.seat},
        "irregular": list(match.irregular),
        **told,
    }


def scores(house: House, caller: Caller, match_id: int) -> dict[str, Any]:
    with reading(house.engine) as conn:
        held = hold(house, conn, row_of(conn, caller, match_id))
        return {"version": held.version, **kit.scores(as_known_to(held, caller), eyes(held, caller))}


def entries(
    house: House, caller: Caller, match_id: int, after: int = -1, effective: bool = False
) -> list[dict[str, Any]]:
    """The log after entry ``after``, or only what counts of it, in playing order."""
    with reading(house.engine) as conn:
        held = hold(house, conn, row_of(conn, caller, match_id))
        if effective:
            return [
                told
                for seq in held.standing.order
                if seq > after and (told := _counting(house, conn, held, caller, seq))
            ]
        return told_rows(conn, held, caller, (seq for seq in held.standing.entries if seq > after))


def told_rows(conn: Connection, held: Held, caller: Caller, seqs: Iterable[int]) -> list[dict[str, Any]]:
    by = _recorders(conn, held)
    match = as_known_to(held, caller)
    out = []
    for seq in seqs:
        entry = held.standing.entries[seq]
        data = _told(held, match, caller, entry.type, entry.data, seq)
        if data is not None:
            out.append({"seq": seq, "type": entry.type, **data, **_marks(entry, by, held.standing.state(seq))})
    return out


def _counting(house: House, conn: Connection, held: Held, caller: Caller, seq: int) -> dict[str, Any] | None:
    entry, event = held.standing.entries[seq], dict(held.standing.events[seq])
    kind = event.pop("type")
    data = _told(held, as_known_to(held, caller), caller, kind, event, seq)
    if data is None:
        return None
    return {"seq": seq, "type": kind, **data, **_marks(entry, _recorders(conn, held), "active")}


def _recorders(conn: Connection, held: Held) -> dict[int, str]:
    by = {log.COMPANION: "companion"}
    for token, row in access.holders(conn, held.circle, held.match_id).items():
        by[token] = f"seat {row.seat}" if row.role == "seat" else str(row.role)
    return by


def _marks(entry: log.Entry, by: Mapping[int, str], state: str) -> dict[str, Any]:
    return {"at": iso(entry.at), "by": by.get(entry.actor, "somebody"), "state": state}


def _told(
    held: Held, match: Match[Any], caller: Caller, kind: str, data: Mapping[str, Any], seq: int
) -> dict[str, Any] | None:
    """A row's data as this caller may read it; None when it is not told yet."""
    if kind == log.OPENING:
        return dict(data)
    if kind in log.CORRECTIONS:
        inner = data.get("event")
        if inner is None:
            return dict(data)
        words = {k: v for k, v in inner.items() if k != "type"}
        told = _told(held, match, caller, inner["type"], words, seq)
        return dict(data) | {"event": None if told is None else {"type": inner["type"], **told}}
    if match.expects.over or (not hidden_from(held, caller, seq) and match.setup.memory == "open"):
        return dict(data)
    event = redacted(held, caller, event_of(held.rules, {"type": kind, **data}, seq))
    if isinstance(event, held.rules.events):
        heard = match.rules.tell(match.game, event, eyes(held, caller))
        if heard is None:
            return None
        event = heard
    told = codec.to_json(event)
    told.pop("type")
    return told


def answer(house: House, conn: Connection, held: Held, caller: Caller, first: int) -> Answer:
    """What a recording is answered with: its entries from ``first`` on, and the match after them."""
    seqs = range(first, held.version + 1)
    return Answer(held.version, told_rows(conn, held, caller, seqs), view(house, conn, held, caller))


def iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


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
    query = (
        select(_match)
        .where(_match.c.circle_id == caller.circle, _match.c.deleted_at.is_(None))
        .order_by(_match.c.played_on.desc(), _match.c.opened_at.desc(), _match.c.match_id.desc())
        .limit(min(limit, MOST_ROWS) + 1)
    )
    if not of_the_circle(caller):
        query = query.where(_match.c.match_id == caller.match)
    if game:
        query = query.where(_match.c.game == game)
    if status:
        query = query.where(_match.c.status == status)
    if since:
        query = query.where(_match.c.played_on >= since)
    if until:
        query = query.where(_match.c.played_on <= until)
    if player:
        query = query.where(
            _match.c.match_id.in_(
                select(_seat.c.match_id).where(
                    _seat.c.circle_id == caller.circle, _seat.c.person_id == (unspell(player) or 0)
                )
            )
        )
    if cursor:
        query = query.where(tuple_(_match.c.played_on, _match.c.opened_at, _match.c.match_id) < _where(cursor))
    with reading(house.engine) as conn:
        rows = conn.execute(query).all()
        page = rows[: min(limit, MOST_ROWS)]
        seats = _seats(conn, caller.circle, [row.match_id for row in page])
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


def _seats(conn: Connection, circle: int, matches: list[int]) -> dict[int, list[dict[str, Any]]]:
    person = models.Person.__table__  # type: ignore[attr-defined]
    rows = conn.execute(
        select(_seat.c.match_id, _seat.c.seat, _seat.c.person_id, person.c.name)
        .select_from(
            _seat.outerjoin(
                person, (person.c.circle_id == _seat.c.circle_id) & (person.c.person_id == _seat.c.person_id)
            )
        )
        .where(_seat.c.circle_id == circle, _seat.c.match_id.in_(matches))
        .order_by(_seat.c.match_id, _seat.c.seat)
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        player = None if row.person_id is None else spell(row.person_id)
        found.setdefault(row.match_id, []).append({"seat": row.seat, "player": player, "name": row.name})
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
