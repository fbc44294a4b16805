"""Engines: embedded SQLite by default, PostgreSQL by its address. One way to read, one way to write."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url

try:
    import pysqlite3 as sqlite3
except ImportError:  # no wheel for this platform: the one Python came with
    import sqlite3

WAL_IS_SAFE = sqlite3.sqlite_version_info >= (3, 51, 3)
"""Older versions can lose committed writes when a WAL is reset under several connections: no WAL for them."""


def engine_for(address: str) -> Engine:
    """``sqlite:///path`` or ``postgresql://...``."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(address)
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    return create_engine(url, pool_pre_ping=True, pool_size=20, max_overflow=20, hide_parameters=True)


def _sqlite(address: str) -> Engine:
    engine = create_engine(
        address,
        module=sqlite3,
        connect_args={"timeout": 15, "check_same_thread": False},
        pool_size=20,
        max_overflow=50,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def configure(raw: Any, _record: Any) -> None:
        raw.isolation_level = None  # transactions are begun below, not guessed by the driver
        journal = "WAL" if WAL_IS_SAFE else "DELETE"
        for pragma in (f"journal_mode={journal}", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(conn: Connection) -> None:
        # A transaction that reads before it writes must hold the write lock from the start.
        conn.exec_driver_sql("BEGIN IMMEDIATE" if conn.get_execution_options().get("writes") else "BEGIN")

    return engine


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as conn, conn.begin():
        yield conn


class Busy(Exception):
    """Somebody else is writing, and this write was not worth waiting for."""


@contextmanager
def writing(engine: Engine, *, patient: bool = True) -> Iterator[Connection]:
    """Committed and synced when the block ends well; nothing of it stays when it raises."""
    with (
        _in_line(engine, patient=patient),
        engine.connect().execution_options(writes=True) as conn,
        conn.begin(),
    ):
        yield conn


@contextmanager
def _in_line(engine: Engine, *, patient: bool) -> Iterator[None]:
    """SQLite has one writer at a time and lets the others guess when to try again; a lock on a file wakes the next."""
    file = sqlite_file(engine)
    if file is None:
        yield
        return
    with open(f"{file}-lock", "ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if patient else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy from None
        yield


def sqlite_file(engine: Engine) -> Path | None:
    return Path(engine.url.database) if engine.dialect.name == "sqlite" and engine.url.database else None


def journal_note(engine: Engine) -> str | None:
    """Why this database is slower than it could be; None when it is not."""
    if engine.dialect.name != "sqlite" or WAL_IS_SAFE:
        return None
    return f"SQLite {sqlite3.sqlite_version} may lose writes with a write-ahead log: a rollback journal is used instead"


def engine_version(engine: Engine) -> str:
    if engine.dialect.name == "sqlite":
        return f"sqlite {sqlite3.sqlite_version}"
    return f"{engine.dialect.name} {'.'.join(map(str, engine.dialect.server_version_info or ()))}"
