"""The circle's people: names live here and nowhere else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select

from companion import models
from companion.house import House, spell, unspell
from companion.kit.rules import Person
from companion.problem import Problem

_person = models.Person.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]
_match = models.Match.__table__  # type: ignore[attr-defined]

_NAMES = select(_person.c.person_id, _person.c.name).where(
    _person.c.circle_id == bindparam("circle"), _person.c.person_id.in_(bindparam("people", expanding=True))
)

LONGEST_NAME = 60


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
        known = (
            person is not None
            and conn.execute(
                select(_person.c.person_id).where(_person.c.circle_id == circle, _person.c.person_id == person)
            ).first()
        )
        if not known:
            raise Problem("invalid", {"reason": "unknown_player"})
        return Person(str(who["player"]))
    name = tidy(who["name"])
    folded = name.casefold()
    if not who.get("new"):
        row = conn.execute(
            select(_person.c.person_id)
            .where(_person.c.circle_id == circle, _person.c.folded == folded)
            .order_by(_person.c.met_at)
        ).first()
        if row:
            return Person(spell(row.person_id))
    person_id = house.new_id()
    conn.execute(
        insert(_person).values(circle_id=circle, person_id=person_id, name=name, folded=folded, met_at=house.now())
    )
    return Person(spell(person_id))


def names(conn: Connection, circle: int, people: Iterable[str | None]) -> dict[str, str]:
    ids = {unspell(person) for person in people if person}
    if not ids:
        return {}
    rows = conn.execute(_NAMES, {"circle": circle, "people": list(ids)})
    return {spell(row.person_id): row.name for row in rows}


def who_plays(
    conn: Connection, circle: int, q: str = "", limit: int = 24, match: int | None = None
) -> list[dict[str, Any]]:
    """People of the circle or of one match, who played most lately first; ``q`` begins any word of a name."""
    latest = func.coalesce(func.max(_match.c.touched_at), _person.c.met_at)
    query = (
        select(_person.c.person_id, _person.c.name, latest.label("latest"))
        .select_from(
            _person.outerjoin(
                _seat, (_seat.c.circle_id == _person.c.circle_id) & (_seat.c.person_id == _person.c.person_id)
            ).outerjoin(_match, (_match.c.circle_id == _seat.c.circle_id) & (_match.c.match_id == _seat.c.match_id))
        )
        .where(_person.c.circle_id == circle)
        .group_by(_person.c.person_id, _person.c.name, _person.c.met_at)
        .order_by(latest.desc(), _person.c.person_id)
        .limit(limit)
    )
    words = q.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").strip()
    if words:
        query = query.where(
            _person.c.folded.like(f"{words}%", escape="\\") | _person.c.folded.like(f"% {words}%", escape="\\")
        )
    if match is not None:
        query = query.where(_seat.c.match_id == match)
    return [{"id": spell(row.person_id), "name": row.name} for row in conn.execute(query)]
