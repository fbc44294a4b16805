"""Migrations: the tables they make are the tables the code declares, and data survives the way down and up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine
from sqlmodel import SQLModel

from companion import access, models, table  # noqa: F401
from companion.house import House

ROOT = Path(__file__).parent.parent


def command(url: str, *words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "companion", "db", *words], check=True, cwd=ROOT, env=os.environ | {"DATABASE_URL": url}
    )


def test_the_migrated_tables_are_the_declared_ones(engine: Engine) -> None:
    with engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), SQLModel.metadata) == []


@pytest.mark.slow
def test_down_to_nothing_and_up_again(database: str, engine: Engine) -> None:
    command(database, "downgrade", "base")
    with engine.connect() as conn:
        assert [table for table in ("event", "match") if conn.dialect.has_table(conn, table)] == []
    command(database, "upgrade")
    with engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), SQLModel.metadata) == []


@pytest.mark.slow
def test_matches_from_before_there_were_records_are_counted(database: str, house: House) -> None:
    anybody = access.caller(house, None)
    opened = table.open_match(
        house, anybody, table.Opening("extreme-tricks", [{"name": n} for n in ("Ann", "Ben", "Cy")])
    )
    host = access.caller(house, opened.token)
    adjusted = {"type": "score_adjusted", "seat": 0, "points": 5, "reason": "x"}
    table.record(house, host, host.match, [adjusted, {"type": "match_ended"}])
    ann = next(person["id"] for person in table.names(house, anybody)["items"] if person["name"] == "Ann")
    record = table.person(house, anybody, ann)
    assert record["games"][0]["won"] == 1
    house.engine.dispose()
    command(database, "downgrade", "0002")
    command(database, "upgrade")
    assert table.person(house, anybody, ann) == record
    assert len(table.history(house, anybody, player=ann)["items"]) == 1
