"""Other phones: the code that lets them in, and seats they take."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from companion import access, log, people
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House, spell
from companion.kit.general import SeatClaimed
from companion.kit.rules import Person
from companion.kit.seats import Seat
from companion.problem import Problem
from companion.table.answers import Key, in_turn, remember, repeated
from companion.table.held import Held, hold, row_of
from companion.table.recording import add, due


@dataclass(frozen=True, slots=True)
class Joined:
    """``match`` is None for who came into a circle, ``circle`` for who came to a match."""

    match: str | None
    token: str
    role: str
    seat: int | None = None
    circle: str | None = None


def join(
    house: House, caller: Caller, code: str, seat: int | None = None, name: str | None = None, key: Key | None = None
) -> Joined:
    """A seat without a phone is claimed; without ``seat`` one watches. ``not_found`` for a code that lets nobody in.

    The code of a seat's link hands that seat over, whoever held it; so does the seat's own token.
    """
    with writing(house.engine) as conn:
        found = access.invitation(house, conn, code)
        if found is None:
            raise Problem("not_found", {"reason": "join_code"})
        if found.match == access.NO_MATCH:
            return _into_circle(house, conn, caller, found, key)
        row = row_of(conn, Caller(found.circle, "member"), found.match, lock=True)
        if found.token is not None:
            return _back(house, conn, found, found.token)
        again = repeated(house, conn, found.circle, caller.token, key)
        wanted = seat if found.seat is None else found.seat
        role = "watcher" if wanted is None else "seat"
        if again is not None:
            token = access.again(house, conn, found.circle, again.token_id)
            return Joined(spell(found.match), token, role, wanted)
        if found.ended:
            raise Problem("not_found", {"reason": "join_code"})
        held = hold(house, conn, row)
        if wanted is None:
            token_id, token = access.give(house, conn, found.circle, found.match, role)
        else:
            may_take = found.seat is not None or (caller.match == found.match and caller.seat == wanted)
            held, token_id, token = _claim(house, conn, held, wanted, name, may_take=may_take)
        remember(house, conn, found.circle, caller.token, key, found.match, held.version, held.version, token_id)
    house.appended(held)
    return Joined(spell(found.match), token, role, wanted)


def _back(house: House, conn: Connection, found: access.Invitation, token_id: int) -> Joined:
    """A phone's own code: it goes on as what it was, with the token it had."""
    holder = access.holders(conn, found.circle, found.match).get(token_id)
    if holder is None or holder.ended_at is not None:
        raise Problem("not_found", {"reason": "join_code"})
    return Joined(spell(found.match), access.again(house, conn, found.circle, token_id), holder.role, holder.seat)


def own_code(house: House, caller: Caller, match_id: int) -> str:
    """For a phone that records or sits here: what it, or another, types to go on with all that this one may do."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        if caller.at(match_id).role not in ("host", "scribe", "seat"):
            raise Problem("not_yours" if caller.token else "no_token")
        return access.own_code(house, conn, row.circle_id, match_id, caller.token)


def leave_seat(house: House, caller: Caller, match_id: int) -> Joined:
    """The phone that sits here gives its seat back: another may take it, and this one watches, or records on."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        here = caller.at(match_id)
        if here.role not in ("host", "scribe", "seat", "watcher"):
            raise Problem("not_yours" if caller.token else "no_token")
        if here.seat is not None:
            access.vacate(house, conn, row.circle_id, match_id, here.seat)
        if here.role != "seat":
            return Joined(spell(match_id), access.again(house, conn, row.circle_id, caller.token), here.role)
        return Joined(spell(match_id), access.give(house, conn, row.circle_id, match_id, "watcher")[1], "watcher")


def _into_circle(house: House, conn: Connection, caller: Caller, found: access.Invitation, key: Key | None) -> Joined:
    """One phone more of the circle; for one that is of it already nothing changes."""
    here = spell(found.circle)
    again = repeated(house, conn, found.circle, caller.token, key)
    if again is not None:
        return Joined(None, access.again(house, conn, found.circle, again.token_id), "member", circle=here)
    if found.ended or house.open:
        raise Problem("not_found", {"reason": "join_code"})
    if caller.circle == found.circle and caller.role == "member":
        return Joined(None, access.again(house, conn, found.circle, caller.token), "member", circle=here)
    token_id, token = access.give(house, conn, found.circle, access.NO_MATCH, "member")
    remember(house, conn, found.circle, caller.token, key, access.NO_MATCH, 0, 0, token_id)
    return Joined(None, token, "member", circle=here)


def _claim(
    house: House, conn: Connection, held: Held, seat: int, name: str | None, *, may_take: bool
) -> tuple[Held, int, str]:
    if not 0 <= seat < held.match.setup.players:
        raise Problem("invalid", {"seat": seat})
    sitting = held.match.sittings[seat]
    held_by = access.holders(conn, held.circle, held.match_id).values()
    claimed = sitting.claimed and any(phone.seat == seat and phone.ended_at is None for phone in held_by)
    if claimed and not may_take:
        raise Problem("not_yours", {"reason": "seat_claimed", "seat": seat})
    player = None
    if not sitting.player:
        if not name:
            raise Problem("invalid", {"reason": "name_needed"})
        in_turn(conn, held.circle)
        player = people.resolve(house, conn, held.circle, {"name": name})
        here = people.known(conn, held.circle, (other.player for other in held.match.sittings))
        if any(other.id == player for other in here.values()):
            raise Problem("invalid", {"reason": "same_player_twice"})
    access.vacate(house, conn, held.circle, held.match_id, seat)
    token_id, token = access.give(house, conn, held.circle, held.match_id, "seat", seat)
    event = SeatClaimed(Seat(seat), Person(player) if player else None)
    after = add(house, conn, held, [(*log.row_of(event), token_id)])
    if held.match.waiting and not after.match.waiting:
        after = add(house, conn, after, due(house, after.match, after.version + 1))
    return after, token_id, token


def seat_link(house: House, caller: Caller, match_id: int, key: Key | None = None) -> str:
    """For the phone that holds a seat: the code that hands this seat to the phone that brings it, once."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        here = caller.at(match_id)
        if here.seat is None:
            raise Problem("not_yours" if caller.token else "no_token")
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return access.again(house, conn, row.circle_id, again.token_id)
        token_id, code = access.new_code(house, conn, row.circle_id, match_id, here.seat)
        remember(house, conn, row.circle_id, caller.token, key, match_id, row.version, row.version, token_id)
    return code


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
        token_id, code = access.new_code(house, conn, row.circle_id, match_id)
        remember(house, conn, row.circle_id, caller.token, key, match_id, row.version, row.version, token_id)
    return code
