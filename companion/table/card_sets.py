"""Card sets: what is printed on the cards of one's own copy, entered once and kept by name in the circle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from sqlalchemy import Connection, Row, delete, insert, select, update

from companion import models, people
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House, iso, spell, unspell
from companion.kit import codec
from companion.kit.rules import Rules
from companion.problem import Problem, refused
from companion.table.answers import Key, remember, repeated
from companion.table.held import of_the_circle

_card_set = models.CardSet.__table__  # type: ignore[attr-defined]


def card_sets(house: House, caller: Caller, game: str | None = None) -> list[dict[str, Any]]:
    """Those of the caller's circle, touched last first."""
    circle = _circle(caller)
    query = select(_card_set).where(_card_set.c.circle_id == circle).order_by(_card_set.c.touched_at.desc())
    if game:
        query = query.where(_card_set.c.game == game)
    with reading(house.engine) as conn:
        return [_told(row) for row in conn.execute(query)]


def card_set(house: House, caller: Caller, card_set_id: str) -> dict[str, Any]:
    with reading(house.engine) as conn:
        return _told(_row(conn, _circle(caller), card_set_id))


def keep_card_set(
    house: House, caller: Caller, game: str, name: str, content: Mapping[str, Any], key: Key | None = None
) -> dict[str, Any]:
    """A new one. Problem ``invalid`` names the field of the content that cannot be."""
    circle = _circle(caller)
    with writing(house.engine) as conn:
        again = repeated(house, conn, circle, caller.token, key)
        if again is not None:
            return _told(_row(conn, circle, spell(again.match_id)))
        card_set_id = house.new_id()
        rules = house.games.get(game)
        if rules is None:
            raise Problem("invalid", {"reason": "unknown_game"})
        conn.execute(
            insert(_card_set).values(
                circle_id=circle,
                card_set_id=card_set_id,
                game=game,
                name=people.tidy(name),
                content=orjson.dumps(judged(rules, content)).decode(),
                touched_at=house.now(),
            )
        )
        remember(house, conn, circle, caller.token, key, card_set_id, 0, 0)
        return _told(_row(conn, circle, spell(card_set_id)))


def change_card_set(
    house: House, caller: Caller, card_set_id: str, name: str, content: Mapping[str, Any]
) -> dict[str, Any]:
    """Matches that were opened with it keep the content they were opened with."""
    circle = _circle(caller)
    with writing(house.engine) as conn:
        row = _row(conn, circle, card_set_id)
        conn.execute(
            update(_card_set)
            .where(_card_set.c.circle_id == circle, _card_set.c.card_set_id == row.card_set_id)
            .values(
                name=people.tidy(name),
                content=orjson.dumps(judged(house.games[row.game], content)).decode(),
                touched_at=house.now(),
            )
        )
        return _told(_row(conn, circle, card_set_id))


def throw_away(house: House, caller: Caller, card_set_id: str) -> None:
    circle = _circle(caller)
    with writing(house.engine) as conn:
        row = _row(conn, circle, card_set_id)
        conn.execute(
            delete(_card_set).where(_card_set.c.circle_id == circle, _card_set.c.card_set_id == row.card_set_id)
        )


def content_of(conn: Connection, circle: int, rules: Rules[Any], which: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """What a match is opened with: one that is kept, by its id, or the content itself."""
    if rules.card_set is None or not isinstance(which, str):
        return judged(rules, {} if isinstance(which, str) else which)
    row = _row(conn, circle, which)
    if row.game != rules.name:
        raise Problem("invalid", {"reason": "card_set_of_another_game"})
    return judged(rules, orjson.loads(row.content))


def judged(rules: Rules[Any], content: Mapping[str, Any]) -> Mapping[str, Any]:
    if rules.card_set is None:
        raise Problem("invalid", {"reason": "no_card_sets"})
    try:
        read = codec.choose(rules.card_set, dict(content))
    except (ValueError, TypeError) as wrong:
        raise Problem("invalid", {"reason": "card_set", "option": str(wrong)}) from None
    refusal = rules.check_card_set(read)
    if refusal is not None:
        raise refused(refusal)
    return codec.record_to_json(read)


def _circle(caller: Caller) -> int:
    if caller.circle is None:
        raise Problem("no_token")
    if not of_the_circle(caller):
        raise Problem("not_yours")
    return caller.circle


def _row(conn: Connection, circle: int, card_set_id: str) -> Row[Any]:
    row = conn.execute(
        select(_card_set).where(_card_set.c.circle_id == circle, _card_set.c.card_set_id == (unspell(card_set_id) or 0))
    ).first()
    if row is None:
        raise Problem("not_found", {"reason": "card_set"})
    return row


def _told(row: Row[Any]) -> dict[str, Any]:
    return {
        "id": spell(row.card_set_id),
        "game": row.game,
        "name": row.name,
        "content": orjson.loads(row.content),
        "touched_at": iso(row.touched_at),
    }
