"""Every game of the registry passes the same suite, and so does a toy game dropped in as somebody would a sixth:
one folder more, and no other edit."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import companion.games
from companion import registry
from companion.kit.rules import Rules

TOY = "high-card"
FOLDER = str(Path(__file__).parent / "toy")


@contextmanager
def toy_game() -> Iterator[None]:
    """While it lasts the toy is one of the games; afterwards nobody has heard of it."""
    companion.games.__path__.append(FOLDER)
    forget()
    try:
        yield
    finally:
        companion.games.__path__.remove(FOLDER)
        for module in [name for name in sys.modules if name.startswith("companion.games.high_card")]:
            del sys.modules[module]
        forget()


def forget() -> None:
    registry.games.cache_clear()
    text = sys.modules.get("companion.web.text")

    for remembered in vars(text).values() if text else ():
        if hasattr(remembered, "cache_clear"):
            remembered.cache_clear()


@pytest.fixture(params=[*registry.games(), TOY])
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == TOY:
        with toy_game():
            yield request.param
    else:
        yield request.param


@pytest.fixture
def rules(game: str) -> Rules[Any]:
    return registry.games()[game]
