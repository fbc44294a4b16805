"""Other phones: the code that lets them in, and seats they take."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, update

from companion import access, log, models, people
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House, spell
from companion.kit.match import SeatClaimed
from companion.kit.rules import Person
from companion.kit.seats import Seat
from companion.problem import Problem
from companion.table.answers import Key, in_turn, remember, repeated
from companion.table.held import Held, hold, row_of
from companion.table.recording import add, due

_token = models.Token.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Joined:
    match: str
    token: str
    role: str
    seat: int | None = None


def join(
    house: House, caller: Caller, code: str, seat: int | None = None, name: str | None = None, key: Key | None = None
) -> Joined:
    """A seat without a phone is claimed; without ``seat`` one watches. ``not_found`` for a code that lets nobody in."""
    with writing(house.engine) as conn:
        found = access.invitation(house, conn, code)
        if found is None:
            raise Problem("not_found", {"reason": "join_code"})
        circle, match_id = found
        row = row_of(conn, Caller(circle, "member"), match_id, lock=True)
        again = repeated(house, conn, circle, caller.token, key)
        if again is not None:
            token = access.again(house, conn, circle, again.token_id)
            return Joined(spell(match_id), token, "watcher" if seat is None else "seat", seat)
        held = hold(house, conn, row)
        if seat is None:
            token_id, token = access.give(house, conn, circle, match_id, "watcher")
            remember(house, conn, circle, caller.token, key, match_id, held.version, held.version, token_id)
            return Joined(spell(match_id), token, "watcher")
        held, token_id, token = _claim(house, conn, held, caller, seat, name)
        remember(house, conn, circle, caller.token, key, match_id, held.version, held.version, token_id)
    house.appended(held)
    return Joined(spell(match_id), token, "seat", seat)


def _claim(
    house: House, conn: Connection, held: Held, caller: Caller, seat: int, name: str | None
) -> tuple[Held, int, str]:
    if not 0 <= seat < held.match.setup.players:
        raise Problem("invalid", {"seat": seat})
    sitting = held.match.sittings[seat]
    holds_it = caller.match == held.match_id and caller.seat == seat
    if sitting.claimed and not holds_it:
        raise Problem("not_yours", {"reason": "seat_claimed", "seat": seat})
    player = None
    if not sitting.player:
        if not name:
            raise Problem("invalid", {"reason": "name_needed"})
        in_turn(conn, held.circle)
        player = people.resolve(house, conn, held.circle, {"name": name})
        if any(other.player == player for other in held.match.sittings):
            raise Problem("invalid", {"reason": "same_player_twice"})
    if holds_it and caller.role == "seat":
        _end(house, conn, caller)
    token_id, token = access.give(house, conn, held.circle, held.match_id, "seat", seat)
    event = SeatClaimed(Seat(seat), Person(player) if player else None)
    after = add(house, conn, held, [(*log.row_of(event), token_id)])
    if held.match.waiting and not after.match.waiting:
        after = add(house, conn, after, due(house, after.match, after.version + 1))
    return after, token_id, token


def _end(house: House, conn: Connection, caller: Caller) -> None:
    """A seat is held by one phone at a time."""
    conn.execute(
        update(_token)
        .where(_token.c.circle_id == caller.circle, _token.c.token_id == caller.token)
        .values(ended_at=house.now())
    )


def join_code(house: House, caller: Caller, match_id: int) -> str:
    """The code that lets phones in now, for whoever plays here."""
    with reading(house.engine) as conn:
        row = row_of(conn, caller, match_id)
        if caller.match != match_id:
            raise Problem("not_yours" if caller.token else "no_token")
        return access.join_code(house, conn, row.circle_id, match_id) or ""


def new_join_code(house: House, caller: Caller, match_id: int, key: Key | None = None) -> str:
    """The host's: ends the code there was."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        if caller.match != match_id or caller.role != "host":
            raise Problem("not_yours" if caller.token else "no_token")
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return access.again(house, conn, row.circle_id, again.token_id)
        token_id, code = access.new_join_code(house, conn, row.circle_id, match_id)
        remember(house, conn, row.circle_id, caller.token, key, match_id, row.version, row.version, token_id)
    return code
