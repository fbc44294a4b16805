"""Who is told of an append, across processes.

A wake-up only means "look again": every follower reads the version itself, so a lost one delays and loses nothing.
"""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from sqlalchemy import Connection, Engine, text

from companion.database import sqlite3

CHANNEL = "companion"
POLL_SECONDS = 1.0


class Bell:
    """Wakes the followers of a match in this process, and has the other processes wake theirs.

    Its thread starts with the first follower, so that a worker has it after it was forked, and only if it needs it.
    """

    def __init__(self) -> None:
        self._followers: dict[int, set[threading.Event]] = {}
        self._lock = threading.Lock()
        self._listening = False
        self.closing = False

    def announce(self, conn: Connection, match_id: int) -> None:
        """Inside the append's transaction: what is to go out when, and only if, it commits."""

    def ring(self, match_id: int) -> None:
        """After the commit."""
        self.wake(match_id)

    def wake(self, match_id: int | None) -> None:
        """None: all of them, after anything may have been missed."""
        with self._lock:
            matches = self._followers if match_id is None else (match_id,)
            for match in matches:
                for follower in self._followers.get(match, ()):
                    follower.set()

    @contextmanager
    def following(self, match_id: int) -> Iterator[threading.Event]:
        """An event that is set at every wake-up of this match; who waits on it clears it before looking."""
        follower = threading.Event()
        with self._lock:
            self._followers.setdefault(match_id, set()).add(follower)
            start, self._listening = not self._listening, True
        if start:
            self.listen()
        try:
            yield follower
        finally:
            with self._lock:
                self._followers[match_id].discard(follower)
                if not self._followers[match_id]:
                    del self._followers[match_id]

    def listen(self) -> None:
        """Begins to hear other processes."""

    def close(self) -> None:
        """Lets every follower go: the server is about to end."""
        self.closing = True
        self.wake(None)


def bell_for(engine: Engine) -> Bell:
    if engine.dialect.name == "postgresql":
        return PostgresBell(engine)
    if engine.url.database:
        return SqliteBell(Path(engine.url.database))
    return Bell()


class SqliteBell(Bell):
    """A datagram to each process that follows anything; and once a second a look whether the file changed."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        name = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:16]
        # A socket's path must be short, which a data folder's need not be.
        self._folder = Path(tempfile.gettempdir()) / f"companion-{os.getuid()}-{name}"

    def ring(self, match_id: int) -> None:
        super().ring(match_id)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            for there in self._folder.glob("*.bell"):
                try:
                    out.sendto(match_id.to_bytes(8, "big"), str(there))
                except ConnectionRefusedError:
                    there.unlink(missing_ok=True)  # its process is gone
                except OSError:
                    continue  # full, or just gone: its poll will see the change

    def listen(self) -> None:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        if self._folder.stat().st_uid != os.getuid():
            raise PermissionError(f"{self._folder} belongs to somebody else")
        ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = self._folder / f"{os.getpid()}-{id(self):x}.bell"
        path.unlink(missing_ok=True)
        ear.bind(str(path))
        ear.settimeout(POLL_SECONDS)
        threading.Thread(target=self._hear, args=(ear, path), name="bell", daemon=True).start()

    def _hear(self, ear: socket.socket, path: Path) -> None:
        with ear:
            raw = sqlite3.connect(self._file)
            seen = looked = None
            while not self.closing:
                with suppress(TimeoutError):
                    self.wake(int.from_bytes(ear.recv(8), "big"))
                now = time.monotonic()
                if looked is None or now - looked >= POLL_SECONDS:
                    looked = now
                    (version,) = raw.execute("PRAGMA data_version").fetchone()
                    if version != seen:
                        seen = version
                        self.wake(None)
            raw.close()
        path.unlink(missing_ok=True)


class PostgresBell(Bell):
    """NOTIFY in the append's transaction; one connection a process that listens."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        url = engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)

    def announce(self, conn: Connection, match_id: int) -> None:
        conn.execute(text("SELECT pg_notify(:channel, :match)"), {"channel": CHANNEL, "match": str(match_id)})

    def listen(self) -> None:
        threading.Thread(target=self._hear, name="bell", daemon=True).start()

    def _hear(self) -> None:
        while not self.closing:
            try:
                with psycopg.connect(self._address, autocommit=True) as conn:
                    conn.execute(f"LISTEN {CHANNEL}")
                    self.wake(None)  # whatever happened before or between connections
                    while not self.closing:
                        for notice in conn.notifies(timeout=POLL_SECONDS):
                            self.wake(int(notice.payload))
            except psycopg.OperationalError:
                time.sleep(POLL_SECONDS)
