"""The circle's people: names live here and nowhere else."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, or_, select, tuple_

from companion import models
from companion.house import House, spell, unspell
from companion.kit.rules import Person
from companion.problem import Problem

_person = models.Person.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]
_now = _person.alias("now")

NOW = func.coalesce(_person.c.same_as, _person.c.person_id)
"""Whom an id of the log means now: two that turned out to be one person were merged."""

_NAMES = (
    select(_person.c.person_id, NOW.label("now_id"), func.coalesce(_now.c.name, _person.c.name).label("name"))
    .select_from(
        _person.outerjoin(_now, (_now.c.circle_id == _person.c.circle_id) & (_now.c.person_id == _person.c.same_as))
    )
    .where(_person.c.circle_id == bindparam("circle"), _person.c.person_id.in_(bindparam("people", expanding=True)))
)

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody as they are known now, whatever id the log has for them."""

    id: str
    name: str


def tidy(name: str) -> str:
    """A name as it is kept. Problem ``invalid`` when nothing readable is left, or too much."""
    kept = "".join(c for c in unicodedata.normalize("NFC", name) if c.isspace() or not _unwanted(c))
    kept = " ".join(kept.split())
    if not kept or len(kept) > LONGEST_NAME:
        raise Problem("invalid", {"reason": "name_length", "longest": LONGEST_NAME})
    return kept


def _unwanted(char: str) -> bool:
    """Controls and marks that turn the text around them; joiners stay, emoji and scripts need them."""
    return (
        unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn")
        or char in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )


def resolve(house: House, conn: Connection, circle: int, who: Mapping[str, Any] | str) -> Person:
    """``{name, new?}``, ``{player: id}`` or an id: somebody of the circle, met now if need be."""
    if isinstance(who, str):
        who = {"player": who}
    if "player" in who:
        person = unspell(str(who["player"]))
        now = canonical(conn, circle, [person]).get(person) if person is not None else None
        if now is None:
            raise Problem("invalid", {"reason": "unknown_player"})
        return Person(spell(now))
    name = tidy(who["name"])
    folded = name.casefold()
    if not who.get("new"):
        row = conn.execute(
            select(NOW.label("now_id"))
            .where(_person.c.circle_id == circle, _person.c.folded == folded)
            .order_by(_person.c.met_at)
        ).first()
        if row:
            return Person(spell(row.now_id))
    person_id = house.new_id()
    meet(house, conn, circle, person_id, name)
    return Person(spell(person_id))


def meet(house: House, conn: Connection, circle: int, person_id: int, name: str) -> None:
    """Somebody new to the circle; ``name`` as it is kept, empty for who is no longer named."""
    now = house.now()
    conn.execute(
        insert(_person).values(
            circle_id=circle, person_id=person_id, name=name, folded=name.casefold(), met_at=now, latest_at=now
        )
    )


def known(conn: Connection, circle: int, people: Iterable[str | None]) -> dict[str, Known]:
    """By the id of the log, whom it means."""
    ids = {unspell(person) for person in people if person}
    if not ids:
        return {}
    rows = conn.execute(_NAMES, {"circle": circle, "people": list(ids)})
    return {spell(row.person_id): Known(spell(row.now_id), row.name) for row in rows}


def canonical(conn: Connection, circle: int, people: Collection[int]) -> dict[int, int]:
    """By the id of the log, the id of whom it means now; nothing for an id of nobody."""
    if not people:
        return {}
    rows = conn.execute(_NAMES, {"circle": circle, "people": list(set(people))})
    return {row.person_id: row.now_id for row in rows}


def who_plays(
    conn: Connection,
    circle: int,
    q: str = "",
    limit: int = 24,
    after: tuple[int, int] | None = None,
    match: int | None = None,
) -> list[tuple[int, int, str]]:
    """People of the circle or of one match as (when they last played, id, name), latest first; ``q`` begins any word
    of a name they have or had."""
    query = (
        select(_person.c.latest_at, _person.c.person_id, _person.c.name)
        .where(_person.c.circle_id == circle, _person.c.same_as.is_(None), _person.c.folded != "")
        .order_by(_person.c.latest_at.desc(), _person.c.person_id.desc())
        .limit(limit)
    )
    if words := q.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").strip():
        called = _person.alias("called")
        begins = or_(*(called.c.folded.like(f"{space}{words}%", escape="\\") for space in ("", "% ")))
        mine = func.coalesce(called.c.same_as, called.c.person_id)
        query = query.where(_person.c.person_id.in_(select(mine).where(called.c.circle_id == circle, begins)))
    if match is not None:
        sitting = _person.alias("sitting")
        here = select(_seat.c.person_id).where(_seat.c.circle_id == circle, _seat.c.match_id == match)
        mine = func.coalesce(sitting.c.same_as, sitting.c.person_id)
        query = query.where(
            _person.c.person_id.in_(select(mine).where(sitting.c.circle_id == circle, sitting.c.person_id.in_(here)))
        )
    if after is not None:
        query = query.where(tuple_(_person.c.latest_at, _person.c.person_id) < after)
    return [(row.latest_at, row.person_id, row.name) for row in conn.execute(query)]
