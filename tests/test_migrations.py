"""Migrations: the tables they make are the tables the code declares, and data survives the way down and up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine
from sqlmodel import SQLModel

from companion import models  # noqa: F401

ROOT = Path(__file__).parent.parent


def command(url: str, *words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "companion", "db", *words], check=True, cwd=ROOT, env=os.environ | {"DATABASE_URL": url}
    )


def test_the_migrated_tables_are_the_declared_ones(engine: Engine) -> None:
    with engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), SQLModel.metadata) == []


def test_down_to_nothing_and_up_again(database: str, engine: Engine) -> None:
    command(database, "downgrade", "base")
    with engine.connect() as conn:
        assert [table for table in ("event", "match") if conn.dialect.has_table(conn, table)] == []
    command(database, "upgrade")
    with engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), SQLModel.metadata) == []
