"""What people have done so far: the part each had in a match, and their records, counted from the parts.

Both are kept in the transaction that changes a result or who sits where. A record is always counted afresh: a
correction, a deletion or a merge of two people needs nothing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, Row, bindparam, case, delete, insert, select, update

from companion import models, people
from companion.database import reading, writing
from companion.house import House, unspell
from companion.kit.match import scores
from companion.kit.tally import ranked
from companion.table.answers import in_turn
from companion.table.held import Held, hold

_match = models.Match.__table__  # type: ignore[attr-defined]
_part = models.Part.__table__  # type: ignore[attr-defined]
_record = models.Record.__table__  # type: ignore[attr-defined]
_person = models.Person.__table__  # type: ignore[attr-defined]

MOST_MET = 50
"""So many opponents a record names, those met most often."""

_PARTS = select(_part).where(_part.c.circle_id == bindparam("circle"), _part.c.match_id == bindparam("match"))
_COUNTED = (
    select(_part.c.match_id, _part.c.place, _part.c.sharing, _part.c.total)
    .where(
        _part.c.circle_id == bindparam("circle"),
        _part.c.person_id == bindparam("person"),
        _part.c.game == bindparam("game"),
        _part.c.place.is_not(None),
    )
    .order_by(_part.c.played_on, _part.c.opened_at, _part.c.match_id)
)


_IN_MATCHES = select(_part).where(
    _part.c.circle_id == bindparam("circle"), _part.c.match_id.in_(bindparam("matches", expanding=True))
)
AT_ONCE = 500


def keep_parts(house: House, conn: Connection, held: Held, *, gone: bool = False) -> None:
    """The parts of this match as it stands now, none when it is ``gone``; and the records that change by it."""
    circle, match_id = held.key
    in_turn(conn, circle)
    before, now = _kept(conn, held), {} if gone else _parts(conn, held)
    if now == before:
        return
    conn.execute(delete(_part).where(_part.c.circle_id == circle, _part.c.match_id == match_id))
    if now:
        conn.execute(insert(_part), list(now.values()))
    game = held.rules.name
    for person in {**before, **now}:
        if any(part[person]["place"] is not None for part in (before, now) if person in part):
            recount(house, conn, circle, person, game)


def differ(conn: Connection, held: Held, *, gone: bool) -> bool:
    """Whether the parts that are kept are other ones than the log's."""
    return _kept(conn, held) != ({} if gone else _parts(conn, held))


def _kept(conn: Connection, held: Held) -> dict[int, dict[str, Any]]:
    return {row["person_id"]: dict(row) for row in conn.execute(_PARTS, _of(held)).mappings()}


def rebuild(house: House) -> int:
    """Parts and records of every match there is, from the logs alone: for a database that had none. How many."""
    with reading(house.engine) as conn:
        rows = conn.execute(select(_match).where(_match.c.deleted_at.is_(None)).order_by(_match.c.opened_at)).all()
    for row in rows:
        with writing(house.engine) as conn:
            keep_parts(house, conn, hold(house, conn, row))
    return len(rows)


def missing(house: House) -> bool:
    """Whether there are matches and no parts in them, as after an upgrade from before there were any."""
    with reading(house.engine) as conn:
        some = conn.execute(select(_match.c.match_id).where(_match.c.deleted_at.is_(None)).limit(1)).first()
        return some is not None and conn.execute(select(_part.c.match_id).limit(1)).first() is None


def sat_down(conn: Connection, held: Held) -> None:
    """Whoever sits here now is among those who played last."""
    at = held.standing.entries[held.version].at
    ids = [unspell(sitting.player) for sitting in held.match.sittings if sitting.player]
    here = people.canonical(conn, held.circle, [person for person in ids if person])
    conn.execute(
        update(_person)
        .where(_person.c.circle_id == held.circle, _person.c.person_id.in_(set(here.values())))
        .values(latest_at=case((_person.c.latest_at < at, at), else_=_person.c.latest_at))
    )


def _of(held: Held) -> dict[str, int]:
    return {"circle": held.circle, "match": held.match_id}


def _parts(conn: Connection, held: Held) -> dict[int, dict[str, Any]]:
    """By person. Whoever handed a seat on and whoever took it have a part that does not count."""
    match = held.match
    row = conn.execute(
        select(_match.c.played_on, _match.c.opened_at).where(
            _match.c.circle_id == held.circle, _match.c.match_id == held.match_id
        )
    ).one()
    told = scores(match)
    ranks: dict[int, tuple[int, int]] = {
        seat: (place, sharing) for seat, place, sharing in ranked(told["places"] or ())
    }
    seats = [
        [number for spelled in (*sitting.before, sitting.player) if spelled and (number := unspell(spelled))]
        for sitting in match.sittings
    ]
    who = people.canonical(conn, held.circle, [person for seat in seats for person in seat])

    def part(person: int, seat: int, *, counts: bool) -> dict[str, Any]:
        place, sharing = ranks.get(seat, (None, None)) if counts else (None, None)
        return {
            "circle_id": held.circle,
            "match_id": held.match_id,
            "person_id": person,
            "seat": seat,
            "game": match.rules.name,
            "played_on": row.played_on,
            "opened_at": row.opened_at,
            "place": place,
            "sharing": sharing,
            "total": None if place is None else told["totals"][seat],
        }

    found: dict[int, dict[str, Any]] = {}
    for seat, ids in enumerate(seats):
        found |= {who[person]: part(who[person], seat, counts=False) for person in ids[:-1] if who[person] not in found}
    for seat, ids in enumerate(seats):
        if ids:
            own = who[ids[-1]]
            found[own] = part(own, seat, counts=len({who[person] for person in ids}) == 1)
    return found


def recount(house: House, conn: Connection, circle: int, person: int, game: str) -> None:
    """This person's record in this game, from every part of theirs that counts."""
    asked = {"circle": circle, "person": person, "game": game}
    here = (_record.c.circle_id == circle, _record.c.person_id == person, _record.c.game == game)
    conn.execute(delete(_record).where(*here))
    mine = conn.execute(_COUNTED, asked).all()
    if not mine:
        return
    results = [(place, sharing, total) for _, place, sharing, total in mine]
    places = {match: place for match, place, _, _ in mine}
    against = most_met(
        (part.person_id, places[part.match_id], part.place)
        for part in parts_in(conn, circle, list(places))
        if part.place is not None and part.person_id != person
    )
    lowest_wins = game in house.games and house.games[game].lowest_wins
    values = {**counted(results, lowest_wins=lowest_wins), "against": orjson.dumps(against).decode()}
    conn.execute(insert(_record).values(circle_id=circle, person_id=person, game=game, **values))


def parts_in(conn: Connection, circle: int, matches: Sequence[int]) -> Iterator[Row[Any]]:
    """Everybody's part in these matches. Asked for by their keys: left to join the parts with themselves, SQLite may
    read the whole circle's."""
    for first in range(0, len(matches), AT_ONCE):
        yield from conn.execute(_IN_MATCHES, {"circle": circle, "matches": matches[first : first + AT_ONCE]})


def most_met(meetings: Iterable[tuple[int, int, int]]) -> list[list[int]]:
    """Of (who, one's own place, theirs): who, how often met, came before, behind and level; most met first."""
    found: dict[int, list[int]] = {}
    for other, mine, theirs in meetings:
        met = found.setdefault(other, [other, 0, 0, 0, 0])
        met[1] += 1
        met[2 if mine < theirs else 3 if mine > theirs else 4] += 1
    return sorted(found.values(), key=lambda met: (-met[1], met[0]))[:MOST_MET]


def counted(results: Iterable[tuple[int, int, int]], *, lowest_wins: bool) -> Mapping[str, Any]:
    """Of (place, how many share it, total), oldest first. A shared first place is no loss: it goes on with a streak."""
    played = won = shared = points = streak = longest = 0
    win_share = 0.0
    totals = []
    for place, sharing, total in results:
        played += 1
        points += total
        totals.append(total)
        won += place == 1 and sharing == 1
        shared += place == 1 and sharing > 1
        win_share += 1 / sharing if place == 1 else 0
        streak = streak + 1 if place == 1 else 0
        longest = max(longest, streak)
    best, worst = (min(totals), max(totals)) if lowest_wins else (max(totals), min(totals))
    return {
        "played": played,
        "won": won,
        "shared": shared,
        "win_share": win_share,
        "points": points,
        "best": best,
        "worst": worst,
        "streak": streak,
        "longest": longest,
    }
