"""Answers, and how a repeated request gets the same one again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from companion import models
from companion.access import Caller
from companion.database import reading
from companion.house import House
from companion.problem import Problem

_request = models.Request.__table__  # type: ignore[attr-defined]

NOBODY = 0
OUTSIDE = 0
"""The circle of requests that belong to none."""
DAYS_KEPT = 30


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key as one caller used it, and the hash of what it was sent with (method, address and body)."""

    text: str
    body_hash: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a recording is answered with: the version after it, its entries, the match as the caller sees it."""

    version: int
    events: list[dict[str, Any]]
    match: dict[str, Any]
    more: Mapping[str, Any] | None = None


def known(house: House, caller: Caller, key: Key) -> None:
    """Before a request is even read: Problem ``idempotency_mismatch`` when its key was used for another."""
    with reading(house.engine) as conn:
        repeated(house, conn, OUTSIDE if caller.circle is None else caller.circle, caller.token, key)


def in_turn(conn: Connection, circle: int) -> None:
    """Until this transaction ends, nobody else of the circle meets people or opens a match: who is new is new once.

    A match that is held is held before this. SQLite has one writer at a time anyhow.
    """
    if conn.dialect.name == "postgresql":
        conn.execute(select(func.pg_advisory_xact_lock(circle)))


def repeated(house: House, conn: Connection, circle: int, caller: int, key: Key | None) -> Row[Any] | None:
    """The accepted request this one repeats. Problem ``idempotency_mismatch`` when the key came with another body."""
    if key is None:
        return None
    row = conn.execute(
        select(_request).where(
            _request.c.circle_id == circle,
            _request.c.key == key.text,
            _request.c.caller == caller,
            _request.c.made_at > house.now() - DAYS_KEPT * 86_400_000,
        )
    ).first()
    if row is not None and row.body_hash != key.body_hash:
        raise Problem("idempotency_mismatch")
    return row


def remember(
    house: House,
    conn: Connection,
    circle: int,
    caller: int,
    key: Key | None,
    match: int,
    first: int,
    last: int,
    token: int = 0,
) -> None:
    """In the same transaction as what was accepted. A key older than it is kept for begins anew."""
    if key is None:
        return
    conn.execute(
        _request.delete().where(
            _request.c.circle_id == circle, _request.c.made_at <= house.now() - DAYS_KEPT * 86_400_000
        )
    )
    conn.execute(
        insert(_request).values(
            circle_id=circle,
            key=key.text,
            caller=caller,
            body_hash=key.body_hash,
            match_id=match,
            first_seq=first,
            last_seq=last,
            token_id=token,
            made_at=house.now(),
        )
    )
