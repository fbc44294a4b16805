"""Tables opened for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlmodel import SQLModel

from companion import access, table
from companion.access import Caller
from companion.database import reading
from companion.house import House, unspell
from companion.kit import codec
from companion.kit.match import Match
from companion.kit.rules import Event
from companion.table.held import hold, row_of

NAMES = ("Ann", "Ben", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")


@dataclass
class Sitting:
    """A match somebody hosts."""

    house: House
    match_id: int
    host: Caller
    code: str

    @property
    def match(self) -> Match[Any]:
        with reading(self.house.engine) as conn:
            return hold(self.house, conn, row_of(conn, self.host, self.match_id)).match

    def record(self, *events: Event | dict[str, Any], by: Caller | None = None, **more: Any) -> table.answers.Answer:  # type: ignore[name-defined]
        told = [codec.to_json(event) if isinstance(event, Event) else event for event in events]
        return table.record(self.house, by or self.host, self.match_id, told, **more)

    def correct(self, *changes: table.Change, by: Caller | None = None, **more: Any) -> Any:
        asked = {name: more.pop(name) for name in ("reseat", "drop_after") if name in more}
        return table.correct(self.house, by or self.host, self.match_id, table.Mending(changes, **asked), **more)

    def look(self, by: Caller | None = None) -> dict[str, Any]:
        return table.look(self.house, by or self.host, self.match_id)

    def join(self, seat: int | None = None, name: str | None = None) -> Caller:
        outside = access.caller(self.house, None)
        return access.caller(self.house, table.join(self.house, outside, self.code, seat, name).token)


def sit_down(house: House, game: str = "extreme-tricks", players: int = 4, **opening: Any) -> Sitting:
    who = [{"name": name} | ({"me": True} if i == 0 else {}) for i, name in enumerate(NAMES[:players])]
    opened = table.open_match(house, access.caller(house, None), table.Opening(game, who, **opening))
    match_id = unspell(opened.match)
    assert match_id
    return Sitting(house, match_id, access.caller(house, opened.token), opened.join_code)


def everything_stored(house: House) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with reading(house.engine) as conn:
        return {
            name: sorted((tuple(row) for row in conn.execute(table.select())), key=repr)
            for name, table in SQLModel.metadata.tables.items()
        }
