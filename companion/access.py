"""Who may come in: tokens, roles, circles, join codes.

A token is derived from the server's key: a repeated request can tell it again, while no row and no backup holds one.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, bindparam, case, func, insert, select, update

from companion import models
from companion.database import Busy, writing
from companion.house import House, spell, unspell
from companion.kit.seats import Seat
from companion.problem import Problem

Role = Literal["host", "scribe", "seat", "watcher", "member", "owner"]

_token = models.Token.__table__  # type: ignore[attr-defined]

# Built once, for every request asks them.
_HOLDER = select(_token).where(
    _token.c.circle_id == bindparam("circle"), _token.c.digest == bindparam("digest"), _token.c.ended_at.is_(None)
)
_HOLDERS = select(_token).where(_token.c.circle_id == bindparam("circle"), _token.c.match_id == bindparam("match"))

OPEN_CIRCLE = 1
NO_MATCH = 0
CODES = ("join", "own", "share", "recovery")
"""Kinds of tokens that are told as codes, and that nobody asks with."""
CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 7
SEAT_CODE_LENGTH = 12
"""A seat's link opens its hand, so it is longer than what one reads out across a table."""
LONG_CODE_LENGTH = 20
"""Of a link that lets anybody read who has it, and of what one keeps to come back into a circle."""
OWN_CODE_LENGTH = 10
"""What one phone shows and another, or the same at another address, types to go on with its rights."""
MS_BETWEEN_SIGHTINGS = 15_000
MS_UNTIL_GONE = 45_000


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. Without a circle there is nothing to see; without a match of its own one only watches."""

    circle: int | None = None
    role: Role | None = None
    match: int = NO_MATCH
    seat: Seat | None = None
    token: int = 0

    def at(self, match: int) -> Caller:
        """The same caller as this match sees it."""
        return self if self.match == match else Caller(self.circle, None if self.role != "member" else "member")

    def turned_away(self, index: int | None = None) -> Problem:
        """For what this caller may not do: who brings no token is told to join first."""
        return Problem("no_token" if self.token == 0 else "not_yours", index=index)

    @property
    def sits(self) -> bool:
        return self.seat is not None


def caller(house: House, token: str | None) -> Caller:
    """Problem ``no_token`` for a token that is not, or no longer, good."""
    outside = Caller(OPEN_CIRCLE if house.open else None)
    if not token:
        return outside
    circle, _, _ = token.partition(".")
    circle_id = unspell(circle)
    if circle_id is None:
        raise Problem("no_token")
    with house.engine.connect() as conn:
        row = conn.execute(_HOLDER, {"circle": circle_id, "digest": _digest(house, token)}).first()
    if row is None or row.role in CODES:
        raise Problem("no_token")
    if row.seen_at is None or house.now() - row.seen_at > MS_BETWEEN_SIGHTINGS:
        seen(house, circle_id, row.token_id)
    return Caller(circle_id, row.role, row.match_id, None if row.seat is None else Seat(row.seat), row.token_id)


def seen(house: House, circle: int, token_id: int) -> None:
    """This phone is there. Written down now and then, for every worker to know."""
    with suppress(Busy), writing(house.engine, patient=False) as conn:
        conn.execute(
            update(_token)
            .where(_token.c.circle_id == circle, _token.c.token_id == token_id)
            .values(seen_at=house.now())
        )


def present(house: House, holder: Row[Any]) -> bool:
    """Whether the phone that holds this token was there lately."""
    return holder.ended_at is None and house.now() - (holder.seen_at or 0) < MS_UNTIL_GONE


def make_host(conn: Connection, circle: int, match: int, token_id: int, *, dealt: bool) -> None:
    """This phone hosts; who hosted before goes on as a scribe, or in a dealt game in its seat."""
    of_match = (_token.c.circle_id == circle, _token.c.match_id == match)
    before = case((_token.c.seat.is_(None), "watcher"), else_="seat") if dealt else "scribe"
    conn.execute(update(_token).where(*of_match, _token.c.role == "host").values(role=before))
    conn.execute(update(_token).where(*of_match, _token.c.token_id == token_id).values(role="host"))


def give(
    house: House, conn: Connection, circle: int, match: int, role: str, seat: int | None = None, nonce: bytes = b""
) -> tuple[int, str]:
    """A new token: its id, and the token to be told once."""
    token_id, nonce = house.new_id(), nonce or secrets.token_bytes(16)
    told = _told(house, circle, token_id, role, seat, nonce)
    conn.execute(
        insert(_token).values(
            circle_id=circle,
            token_id=token_id,
            match_id=match,
            role=role,
            seat=seat,
            nonce=nonce,
            digest=_digest(house, told),
            made_at=house.now(),
            seen_at=None if role in CODES else house.now(),
        )
    )
    return token_id, told


def gone(house: House, conn: Connection, circle: int, match: int, role: str, seat: int | None) -> int:
    """A phone that was there once and is not any more: a token nobody was ever told."""
    token_id, _ = give(house, conn, circle, match, role, seat)
    conn.execute(
        update(_token)
        .where(_token.c.circle_id == circle, _token.c.token_id == token_id)
        .values(ended_at=house.now(), seen_at=None)
    )
    return token_id


def again(house: House, conn: Connection, circle: int, token_id: int) -> str:
    """The token that was given out, told once more."""
    row = conn.execute(select(_token).where(_token.c.circle_id == circle, _token.c.token_id == token_id)).one()
    return _told(house, row.circle_id, row.token_id, row.role, row.seat, row.nonce)


def join_code(house: House, conn: Connection, circle: int, match: int) -> str | None:
    """The code that lets phones into this match now."""
    return _code(house, conn, _codes(circle, match, None))


def recovery_code(house: House, conn: Connection, circle: int) -> str | None:
    """The code by which one comes back into this circle from any phone, whenever that is."""
    return _code(house, conn, _codes(circle, NO_MATCH, None, "recovery"))


def _code(house: House, conn: Connection, which: tuple[ColumnElement[bool], ...]) -> str | None:
    row = conn.execute(select(_token).where(*which)).first()
    return None if row is None else _told(house, row.circle_id, row.token_id, row.role, row.seat, row.nonce)


def new_code(house: House, conn: Connection, circle: int, match: int, seat: int | None = None) -> tuple[int, str]:
    """A code that lets phones in, or that hands one seat to the phone that brings it; ends the one there was."""
    conn.execute(update(_token).where(*_codes(circle, match, seat)).values(ended_at=house.now()))
    return give(house, conn, circle, match, "join", seat)


def own_code(house: House, conn: Connection, circle: int, match: int, token_id: int) -> str:
    """The code of one phone: whoever brings it goes on with that phone's own token. Asked again it is the same.

    The row's nonce names the token that it stands for; the code follows from the server's key like any other.
    """
    nonce = token_id.to_bytes(16)
    here = (_token.c.circle_id == circle, _token.c.match_id == match)
    row = conn.execute(select(_token).where(*here, _token.c.role == "own", _token.c.nonce == nonce)).first()
    if row is None:
        return give(house, conn, circle, match, "own", nonce=nonce)[1]
    return _told(house, circle, row.token_id, row.role, None, nonce)


def new_recovery_code(house: House, conn: Connection, circle: int) -> tuple[int, str]:
    """Ends the one there was."""
    conn.execute(update(_token).where(*_codes(circle, NO_MATCH, None, "recovery")).values(ended_at=house.now()))
    return give(house, conn, circle, NO_MATCH, "recovery")


def leave(house: House, conn: Connection, circle: int, token_id: int) -> None:
    """This phone is no longer of the circle."""
    conn.execute(
        update(_token).where(_token.c.circle_id == circle, _token.c.token_id == token_id).values(ended_at=house.now())
    )


def members(conn: Connection, circle: int) -> int:
    """How many phones are of the circle."""
    here = (_token.c.circle_id == circle, _token.c.match_id == NO_MATCH, _token.c.role == "member")
    query = select(func.count()).select_from(_token).where(*here, _token.c.ended_at.is_(None))
    return int(conn.execute(query).scalar_one())


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where a code leads: to a match, with ``seat`` to that seat of it, with ``token`` to what its phone is there, or
    without a match into the circle.

    ``ended``: nobody new comes in by it.
    """

    circle: int
    match: int
    seat: int | None
    ended: bool
    token: int | None = None


def invitation(house: House, conn: Connection, code: str) -> Invitation | None:
    """What is behind a code. The one question that names no circle: who asks does not know it yet."""
    told = "".join(code.upper().split()).replace("-", "")
    row = conn.execute(
        select(_token).where(_token.c.digest == _digest(house, told), _token.c.role.in_(("join", "own", "recovery")))
    ).first()
    if row is None:
        return None
    stands_for = int.from_bytes(row.nonce) if row.role == "own" else None
    return Invitation(row.circle_id, row.match_id, row.seat, row.ended_at is not None, stands_for)


def share_code(house: House, conn: Connection, circle: int, match: int) -> str | None:
    """The code of the links by which anybody may read this match now."""
    row = conn.execute(select(_token).where(*_shares(circle, match))).first()
    return None if row is None else _told(house, row.circle_id, row.token_id, row.role, row.seat, row.nonce)


def end_share(house: House, conn: Connection, circle: int, match: int) -> None:
    conn.execute(update(_token).where(*_shares(circle, match)).values(ended_at=house.now()))


def reader(house: House, code: str) -> Caller | None:
    """Whoever follows a link that was shared: a watcher of that match and of nothing else."""
    with house.engine.connect() as conn:
        row = conn.execute(
            select(_token.c.circle_id, _token.c.match_id).where(
                _token.c.digest == _digest(house, code), _token.c.role == "share", _token.c.ended_at.is_(None)
            )
        ).first()
    return None if row is None else Caller(row.circle_id, "watcher", row.match_id)


def owner_token(house: House, conn: Connection) -> str:
    """The token of whoever runs an open server: made once, told again at every start, until it is ended."""
    row = conn.execute(select(_token).where(*_OWNERS)).first()
    if row is None:
        return give(house, conn, OPEN_CIRCLE, NO_MATCH, "owner")[1]
    return _told(house, row.circle_id, row.token_id, row.role, row.seat, row.nonce)


def end_owner_token(house: House, conn: Connection) -> None:
    conn.execute(update(_token).where(*_OWNERS).values(ended_at=house.now()))


def vacate(house: House, conn: Connection, circle: int, match: int, seat: int) -> None:
    """A seat is held by one phone at a time: the phone that held it no longer does, and its link is used up."""
    here = (_token.c.circle_id == circle, _token.c.match_id == match, _token.c.seat == seat)
    conn.execute(update(_token).where(*here, _token.c.role.in_(("seat", "join"))).values(ended_at=house.now()))
    conn.execute(update(_token).where(*here, _token.c.role.in_(("host", "scribe"))).values(seat=None))


def holders(conn: Connection, circle: int, match: int) -> dict[int, Row[Any]]:
    """Every token of the match by its id: who an actor in the log is."""
    rows = conn.execute(_HOLDERS, {"circle": circle, "match": match}).all()
    return {row.token_id: row for row in rows}


_OWNERS = (
    _token.c.circle_id == OPEN_CIRCLE,
    _token.c.match_id == NO_MATCH,
    _token.c.role == "owner",
    _token.c.ended_at.is_(None),
)


def _shares(circle: int, match: int) -> tuple[ColumnElement[bool], ...]:
    here = (_token.c.circle_id == circle, _token.c.match_id == match)
    return (*here, _token.c.role == "share", _token.c.ended_at.is_(None))


def _codes(circle: int, match: int, seat: int | None, role: str = "join") -> tuple[ColumnElement[bool], ...]:
    return (
        _token.c.circle_id == circle,
        _token.c.match_id == match,
        _token.c.role == role,
        _token.c.seat.is_(None) if seat is None else _token.c.seat == seat,
        _token.c.ended_at.is_(None),
    )


def _digest(house: House, told: str) -> bytes:
    """Keyed, for a join code alone is short enough to be guessed from a plain hash."""
    return hmac.digest(house.key, told.encode(), sha256)


def _told(house: House, circle: int, token_id: int, role: str, seat: int | None, nonce: bytes) -> str:
    mac = hmac.digest(house.key, f"{circle}|{token_id}|".encode() + nonce, sha256)
    if role in CODES:
        lengths = {"join": CODE_LENGTH if seat is None else SEAT_CODE_LENGTH, "own": OWN_CODE_LENGTH}
        number = int.from_bytes(mac[:8] if role in lengths else mac, "big")
        return "".join(CODE_LETTERS[number >> 5 * i & 31] for i in range(lengths.get(role, LONG_CODE_LENGTH)))
    return f"{spell(circle)}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"
