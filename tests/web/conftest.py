"""A server with an empty database, and phones whose browsers run no script: pages read, forms sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import SQLModel
from web.browsing import Browser

from companion import Settings, create_app


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    apps: list[Flask] = []

    def start(*, open: bool = True) -> Flask:
        app = create_app(Settings(f"sqlite:///{tmp_path}/{len(apps)}.db", b"k" * 32, open=open))
        app.config["PROPAGATE_EXCEPTIONS"] = True
        SQLModel.metadata.create_all(app.extensions["house"].engine)
        apps.append(app)
        return app

    yield start
    for app in apps:
        app.extensions["house"].engine.dispose()


@pytest.fixture
def app(serve: Callable[..., Flask]) -> Flask:
    return serve()


@pytest.fixture
def browse(app: Flask) -> Callable[..., Browser]:
    """`browse(locale="ar")`: another phone."""
    return lambda locale="en": Browser(app.test_client(), locale)


@pytest.fixture
def phone(browse: Callable[..., Browser]) -> Browser:
    return browse()
