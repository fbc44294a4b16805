"""The database's tables brought to this version's, and what is kept beside the logs with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from alembic import command
from alembic.config import Config

from companion import Settings, build, table
from companion.table import records

HERE = Path(__file__).parents[2]


def upgrade(address: str) -> None:
    """The tables made or changed; what was deleted long ago goes, and people are counted where they never were."""
    command.upgrade(alembic_config(address), "head")
    house = build(replace(Settings.from_environment(), database=address))
    table.clear_away(house)
    if records.missing(house):
        records.rebuild(house)
    house.engine.dispose()


def alembic_config(address: str) -> Config:
    """For the database at this address."""
    config = Config(toml_file=str(HERE / "pyproject.toml"))
    config.set_main_option("script_location", str(HERE / "migrations"))
    config.attributes["address"] = address
    return config
