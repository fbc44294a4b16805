"""A match brought in from a file: every entry goes through the same check as if it happened here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from companion import access, log, models, people
from companion.access import Caller
from companion.database import writing
from companion.house import House, spell, unspell
from companion.problem import Problem
from companion.table import match_file
from companion.table.answers import Key, in_turn, remember, repeated
from companion.table.held import fresh
from companion.table.opening import circle_of, keep_beside

_match = models.Match.__table__  # type: ignore[attr-defined]
_person = models.Person.__table__  # type: ignore[attr-defined]

SOMEBODY = 1
"""The actor of an entry of which nobody knows any more who recorded it; no token has this id."""


@dataclass(frozen=True, slots=True)
class Brought:
    """``new`` is false where the match was here already: then who may host it is settled, and no token is told."""

    match: str
    version: int
    new: bool
    token: str | None = None
    join_code: str | None = None


def bring_in(
    house: House, caller: Caller, file: match_file.File, key: Key | None = None, *, trusted: bool = False
) -> Brought:
    """Into the caller's circle, whatever the file says. Problem for a file that is none, or tells what cannot be.

    ``trusted``: from who runs the server, so that it may be as long as it likes.
    """
    circle = circle_of(caller)
    brought = match_file.read(house, file, trusted=trusted)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        again = repeated(house, conn, circle, caller.token, key)
        if again is not None:
            return _told_again(house, conn, circle, again.match_id, again.last_seq, again.token_id)
        there = _already_here(house, conn, circle, caller, brought)
        if there is not None:
            remember(house, conn, circle, caller.token, key, brought.match_id, 0, there.version)
            return there
        entries = _at_home(house, conn, circle, brought)
        token_id, token = access.give(house, conn, circle, brought.match_id, "host")
        _, code = access.new_code(house, conn, circle, brought.match_id)
        actors = _actors(house, conn, circle, brought, token_id)
        entries = tuple(replace(entry, actor=actors[by]) for entry, by in zip(entries, brought.by, strict=True))
        log.keep(conn, circle, brought.match_id, entries)
        held = keep_beside(house, conn, fresh(house, circle, brought.match_id, entries))
        remember(house, conn, circle, caller.token, key, brought.match_id, 0, held.version, token_id)
    house.appended(held)
    return Brought(spell(brought.match_id), held.version, True, token, code)


def _told_again(house: House, conn: Connection, circle: int, match_id: int, version: int, token_id: int) -> Brought:
    if token_id == 0:
        return Brought(spell(match_id), version, False)
    code = access.join_code(house, conn, circle, match_id)
    return Brought(spell(match_id), version, True, access.again(house, conn, circle, token_id), code)


def _already_here(
    house: House, conn: Connection, circle: int, caller: Caller, brought: match_file.Read
) -> Brought | None:
    """The same match, perhaps gone on since. Problem when what is here is something else, or was deleted."""
    row = conn.execute(
        select(_match).where(_match.c.circle_id == circle, _match.c.match_id == brought.match_id)
    ).first()
    if row is None:
        return None
    if row.deleted_at is not None:
        raise Problem("invalid", {"reason": "deleted_here"})
    here = [(entry.type, entry.at) for entry in log.read(conn, circle, brought.match_id)]
    if here[: len(brought.entries)] != [(entry.type, entry.at) for entry in brought.entries]:
        raise Problem("invalid", {"reason": "here_otherwise"})
    if caller.match == brought.match_id and caller.role == "host":
        code = access.join_code(house, conn, circle, brought.match_id)
        return Brought(
            spell(brought.match_id), row.version, False, access.again(house, conn, circle, caller.token), code
        )
    return Brought(spell(brought.match_id), row.version, False)


# Whoever and whatever the file names, as it is called here.


def _at_home(house: House, conn: Connection, circle: int, brought: match_file.Read) -> tuple[log.Entry, ...]:
    """The entries with the people of this circle: by their id, else by their name, else met now."""
    names = {
        person: people.tidy(name) if name.strip() else ""  # somebody who is no longer named
        for person, name in brought.people.items()
    }
    known = conn.execute(
        select(_person.c.person_id, _person.c.folded, people.NOW.label("now_id"))
        .where(_person.c.circle_id == circle)
        .order_by(_person.c.met_at, _person.c.person_id)
    ).all()
    ids = {spell(row.person_id) for row in known}
    at_home = {person: person for person in names if person in ids}
    taken = set(at_home)
    # In the order of the seats: of two with one name the first to sit is the one who played here before.
    seats = [seat["player"] for seat in brought.entries[0].data["seats"] if seat.get("player")]
    for person in sorted(dict.fromkeys((*seats, *names)), key=lambda person: person in brought.merged):
        name = names[person]
        if person in at_home:
            continue
        same = (spell(row.now_id) for row in known if name and row.folded == name.casefold())
        found = at_home.get(brought.merged.get(person, ""))
        found = found or next((other for other in same if other not in taken), None)
        if found is None:
            found = person
            number = unspell(person)
            assert number is not None
            people.meet(house, conn, circle, number, name)
        at_home[person] = found
        taken.add(found)
    if all(person == here for person, here in at_home.items()):
        return tuple(brought.entries)
    return tuple(replace(entry, data=_renamed(entry.data, at_home)) for entry in brought.entries)


def _renamed(data: Mapping[str, Any], at_home: Mapping[str, str]) -> dict[str, Any]:
    """The same with people by their ids here: an opening's seats, an event's own, those in a correction's event."""
    out = dict(data)
    if "seats" in out:
        out["seats"] = [_renamed(seat, at_home) for seat in out["seats"]]
    if out.get("player"):
        out["player"] = at_home[out["player"]]
    if "players" in out:
        out["players"] = {seat: at_home[person] for seat, person in out["players"].items()}
    if "event" in out:
        out["event"] = _renamed(out["event"], at_home)
    return out


def _actors(house: House, conn: Connection, circle: int, brought: match_file.Read, host: int) -> dict[str, int]:
    """Who recorded what. The phones of another server are none of ours: theirs are tokens that have ended."""
    actors = {"companion": log.COMPANION, "host": host, "somebody": SOMEBODY}
    for by in brought.by:
        if by not in actors:
            role, _, seat = by.partition(" ")
            actors[by] = access.gone(house, conn, circle, brought.match_id, role, int(seat) if seat else None)
    return actors
