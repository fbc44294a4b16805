"""A copy of the whole database, taken while people record, and put back."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

from companion.cli.tables import upgrade
from companion.database import sqlite3

Progress = Callable[[int, int], None]
PAGES_AT_A_TIME = 1000


def copy(database: Path, into: Path, progress: Progress) -> None:
    """Whole and of one moment, however many write meanwhile; it has its name only when it is complete and sound."""
    part = into.with_name(into.name + ".part")
    part.unlink(missing_ok=True)
    with closing(_opened(database)) as source, closing(sqlite3.connect(part)) as target:
        # A transaction that reads keeps to the moment it began; without one the copy would begin again at each write.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(
            target, pages=PAGES_AT_A_TIME, progress=lambda _status, left, total: progress(total - left, total)
        )
        source.execute("COMMIT")
        target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    _sound(part)
    _synced(part)
    part.replace(into)


def put_back(copied: Path, database: Path) -> Path | None:
    """The copy in place of the database there is, at this version's tables. Where what was there before lies now."""
    database.parent.mkdir(parents=True, exist_ok=True)
    part = database.with_name(database.name + ".part")
    shutil.copyfile(copied, part)
    _sound(part)
    upgrade(f"sqlite:///{part}")
    with closing(sqlite3.connect(part)) as there:
        there.execute("PRAGMA journal_mode=DELETE")
    _synced(part)
    aside = None
    if database.exists():
        _nobody_uses(database)
        aside = database.with_name(f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
        database.replace(aside)
    part.replace(database)
    part.with_name(part.name + "-lock").unlink(missing_ok=True)
    return aside


def _opened(database: Path) -> sqlite3.Connection:
    if not database.exists():
        raise click.ClickException(f"There are no games at {database}.")
    return sqlite3.connect(database, timeout=15, isolation_level=None)


def _sound(file: Path) -> None:
    """ClickException for what is no companion's database, or a damaged one."""
    try:
        with closing(sqlite3.connect(file)) as there:
            told = there.execute("PRAGMA integrity_check(1)").fetchone()[0]
            there.execute("SELECT version_num FROM alembic_version").fetchone()
            there.execute("SELECT count(*) FROM event").fetchone()
    except sqlite3.DatabaseError as error:
        file.unlink(missing_ok=True)
        raise click.ClickException(f"This is no copy of a companion's games: {error}.") from None
    if told != "ok":
        file.unlink(missing_ok=True)
        raise click.ClickException(f"The copy is damaged: {told}.")


def _nobody_uses(database: Path) -> None:
    """Whoever has a database open in this mode keeps others from changing the mode."""
    try:
        with closing(sqlite3.connect(database, timeout=0.5)) as there:
            there.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        database.with_name(database.name + ".part").unlink(missing_ok=True)
        raise click.ClickException("A companion is running on these games. Stop it first.") from None


def _synced(file: Path) -> None:
    for path in (file, file.parent):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
