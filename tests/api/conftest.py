"""Servers of both kinds with an empty database; a test fails when a request of it failed unexpectedly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from api.phones import Table, sit_down
from flask import Flask, got_request_exception
from sqlmodel import SQLModel

from companion import Settings, create_app


@pytest.fixture
def failures() -> list[BaseException]:
    """What went wrong inside, for a test that wants it to; it then empties the list."""
    return []


@pytest.fixture
def serve(tmp_path: Path, failures: list[BaseException]) -> Iterator[Callable[..., Flask]]:
    """`serve(open=False)`: another server, on a database of its own or on one that is given."""
    apps: list[Flask] = []

    def noticed(_app: Flask, exception: BaseException, **_: object) -> None:
        failures.append(exception)

    def start(*, open: bool = True, database: str | None = None) -> Flask:
        app = create_app(Settings(database or f"sqlite:///{tmp_path}/{len(apps)}.db", b"k" * 32, open=open))
        if database is None:
            SQLModel.metadata.create_all(app.extensions["house"].engine)
        got_request_exception.connect(noticed, app)
        apps.append(app)
        return app

    yield start
    for app in apps:
        app.extensions["house"].engine.dispose()
    assert not failures


@pytest.fixture
def app(serve: Callable[..., Flask]) -> Flask:
    return serve()


@pytest.fixture
def closed(serve: Callable[..., Flask]) -> Flask:
    return serve(open=False)


@pytest.fixture
def table(app: Flask) -> Table:
    """Three at a table with real cards; the host sits in seat 0."""
    return sit_down(app)
