"""An event-sourced scorekeeping companion for card games played with real cards."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion.database import engine_for
from companion.house import House, data_folder, server_key
from companion.live import bell_for


@dataclass(frozen=True)
class Settings:
    """What a server is started with. ``open``: one circle, private addresses only."""

    database: str
    key: bytes
    open: bool = False

    @classmethod
    def from_environment(cls) -> Settings:
        folder = data_folder()
        return cls(
            database=os.environ.get("DATABASE_URL") or f"sqlite:///{folder / 'companion.db'}",
            key=server_key(Path(os.environ.get("COMPANION_KEY_FOLDER") or folder)),
            open=os.environ.get("COMPANION_OPEN") == "1",
        )


def build(settings: Settings) -> House:
    engine = engine_for(settings.database)
    return House(
        engine=engine,
        key=settings.key,
        open=settings.open,
        bell=bell_for(engine),
        now=lambda: time.time_ns() // 1_000_000,
    )


def create_app(settings: Settings | None = None) -> Flask:
    """The WSGI application; without settings, as the environment says."""
    from companion import api, journal, limits, web
    from companion.guard import guard

    house = build(settings or Settings.from_environment())
    app = Flask("companion", static_folder=None)
    app.extensions["house"] = house
    journal.keep(app, every_request=not house.open)
    guard(app, house)
    api.register(app)
    web.register(app)
    limits.limit(app)
    return app
