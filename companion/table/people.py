"""The people of a circle: names to offer, what somebody has done so far, two spellings that are one person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from sqlalchemy import Connection, Row, delete, func, or_, select, update

from companion import models, people
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House, iso, spell, unspell
from companion.problem import Problem
from companion.table.answers import in_turn
from companion.table.held import hold, of_the_circle
from companion.table.records import keep_parts, parts_in, recount

_match = models.Match.__table__  # type: ignore[attr-defined]
_part = models.Part.__table__  # type: ignore[attr-defined]
_person = models.Person.__table__  # type: ignore[attr-defined]
_record = models.Record.__table__  # type: ignore[attr-defined]

MOST_NAMES = 100


def names(house: House, caller: Caller, q: str = "", limit: int = 24, cursor: str | None = None) -> dict[str, Any]:
    """A page of the people of the caller's circle, latest players first; of one match for its guests."""
    if caller.circle is None:
        raise Problem("no_token")
    limit = min(limit, MOST_NAMES)
    with reading(house.engine) as conn:
        match = None if of_the_circle(caller) else caller.match
        found = people.who_plays(conn, caller.circle, q, limit + 1, _after(cursor) if cursor else None, match)
        page = found[:limit]
        played = _played(conn, caller.circle, [person for _, person, _ in page])
    items = [
        {"id": spell(person), "name": name, "played": played.get(person, 0), "latest_at": iso(latest)}
        for latest, person, name in page
    ]
    return {"items": items, "next_cursor": f"{page[-1][0]}.{spell(page[-1][1])}" if len(found) > limit else None}


def _after(cursor: str) -> tuple[int, int]:
    latest, _, spelled = cursor.partition(".")
    person = unspell(spelled)
    if not latest.isdecimal() or len(latest) > 15 or person is None:
        raise Problem("invalid", {"reason": "cursor"})
    return int(latest), person


def _played(conn: Connection, circle: int, who: list[int]) -> Mapping[int, int]:
    rows = conn.execute(
        select(_record.c.person_id, func.sum(_record.c.played))
        .where(_record.c.circle_id == circle, _record.c.person_id.in_(who))
        .group_by(_record.c.person_id)
    )
    return {person: int(played) for person, played in rows}


def person(house: House, caller: Caller, spelled: str) -> dict[str, Any]:
    """One person: the names they were known by, and their record in each game, most played first."""
    if caller.circle is None:
        raise Problem("no_token")
    with reading(house.engine) as conn:
        who = _one(conn, caller.circle, spelled)
        if not of_the_circle(caller):
            raise Problem("not_found")
        records = conn.execute(
            select(_record).where(_record.c.circle_id == caller.circle, _record.c.person_id == who.person_id)
        ).all()
        met = {row.game: orjson.loads(row.against) for row in records}
        ids = [spell(other) for rows in met.values() for other, *_ in rows]
        known = people.known(conn, caller.circle, ids)
        also = conn.execute(
            select(_person.c.name)
            .where(_person.c.circle_id == caller.circle, _person.c.same_as == who.person_id)
            .order_by(_person.c.met_at)
        ).scalars()
        return {
            "id": spell(who.person_id),
            "name": who.name,
            "also": [name for name in dict.fromkeys(also) if name and name != who.name],
            "games": [
                _told(row, met[row.game], known) for row in sorted(records, key=lambda row: (-row.played, row.game))
            ],
        }


def _told(row: Row[Any], met: list[list[int]], known: Mapping[str, people.Known]) -> dict[str, Any]:
    return {
        "game": row.game,
        "played": row.played,
        "won": row.won,
        "shared": row.shared,
        "win_rate": round(row.win_share / row.played, 4),
        "average": round(row.points / row.played, 2),
        "best": row.best,
        "worst": row.worst,
        "streak": row.streak,
        "longest_streak": row.longest,
        "against": [
            {"player": spell(other), "name": known[spell(other)].name, "played": n, "ahead": a, "behind": b, "level": e}
            for other, n, a, b, e in met
        ],
    }


def _one(conn: Connection, circle: int, spelled: str) -> Row[Any]:
    """The person an id means now; Problem ``not_found`` for nobody."""
    number = unspell(spelled)
    now = people.canonical(conn, circle, [number]).get(number) if number is not None else None
    row = conn.execute(select(_person).where(_person.c.circle_id == circle, _person.c.person_id == now)).first()
    if row is None:
        raise Problem("not_found")
    return row


# The owner's: what people are called, and who is the same.


def rename(house: House, caller: Caller, spelled: str, name: str) -> None:
    """Everywhere, for the log holds ids. Problem ``invalid`` for a name that somebody else of the circle has."""
    circle = _only_owner(caller)
    name = people.tidy(name)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        who = _one(conn, circle, spelled)
        folded = name.casefold()
        taken = select(_person.c.person_id).where(
            _person.c.circle_id == circle,
            _person.c.folded == folded,
            who.person_id != people.NOW,
        )
        if conn.execute(taken).first():
            raise Problem("invalid", {"reason": "name_taken"})
        conn.execute(
            update(_person)
            .where(_person.c.circle_id == circle, _person.c.person_id == who.person_id)
            .values(name=name, folded=folded)
        )


def forget_name(house: House, caller: Caller, spelled: str) -> None:
    """Whoever this was is named nowhere any more, under no spelling; matches and points stay. For good."""
    circle = _only_owner(caller)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        who = _one(conn, circle, spelled).person_id
        conn.execute(
            update(_person)
            .where(_person.c.circle_id == circle, or_(_person.c.person_id == who, _person.c.same_as == who))
            .values(name="", folded="")
        )


def merge(house: House, caller: Caller, spelled: str, into: str) -> None:
    """From now on the one is the other: the log keeps both ids, whoever reads it finds one person.

    Problem ``invalid`` for people who sat at one table in two seats.
    """
    circle = _only_owner(caller)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        gone, stays = _one(conn, circle, spelled).person_id, _one(conn, circle, into)
        if spelled == into:
            raise Problem("invalid", {"reason": "same_person"})
        if gone == stays.person_id:
            return  # they are one already
        company = _company(conn, circle, gone)
        seats = {part.match_id: part.seat for part in company if part.person_id == gone}
        twice = [part for part in company if part.person_id == stays.person_id]
        if any(part.seat != seats[part.match_id] for part in twice):
            raise Problem("invalid", {"reason": "played_together"})
        concerned = {(part.person_id, part.game) for part in company}
        latest = select(_person.c.latest_at).where(_person.c.circle_id == circle, _person.c.person_id == gone)
        conn.execute(
            update(_person)
            .where(_person.c.circle_id == circle, or_(_person.c.person_id == gone, _person.c.same_as == gone))
            .values(same_as=stays.person_id)
        )
        conn.execute(
            update(_person)
            .where(_person.c.circle_id == circle, _person.c.person_id == stays.person_id)
            .values(latest_at=max(stays.latest_at, conn.execute(latest).scalar_one()))
        )
        mine = (_part.c.circle_id == circle, _part.c.person_id == gone)
        conn.execute(delete(_part).where(*mine, _part.c.match_id.in_([part.match_id for part in twice])))
        conn.execute(update(_part).where(*mine).values(person_id=stays.person_id))
        for match in [part.match_id for part in twice]:  # who handed a seat to themselves never handed it on
            row = conn.execute(select(_match).where(_match.c.circle_id == circle, _match.c.match_id == match)).one()
            keep_parts(house, conn, hold(house, conn, row))
        conn.execute(delete(_record).where(_record.c.circle_id == circle, _record.c.person_id == gone))
        for person_id, game in concerned:
            recount(house, conn, circle, stays.person_id if person_id == gone else person_id, game)


def _company(conn: Connection, circle: int, person: int) -> list[Row[Any]]:
    """Everybody's part in every match of this person."""
    mine = select(_part.c.match_id).where(_part.c.circle_id == circle, _part.c.person_id == person)
    return list(parts_in(conn, circle, conn.execute(mine).scalars().all()))


def _only_owner(caller: Caller) -> int:
    if caller.role != "owner" or caller.circle is None:
        raise caller.turned_away()
    return caller.circle
