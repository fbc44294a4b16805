"""The games there are: every folder of ``companion.games``. Adding one is dropping in a folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import companion.games
from companion.kit.rules import Rules


@cache
def games() -> Mapping[str, Rules[Any]]:
    """By the game's id, in the order of the folders' names."""
    found: dict[str, Rules[Any]] = {}
    for module in sorted(pkgutil.iter_modules(companion.games.__path__), key=lambda m: m.name):
        rules = import_module(f"companion.games.{module.name}.rules").RULES
        found[rules.name] = rules
    return found


def folder(game: str) -> str:
    """The game's package: its words, translations and sheet lie there."""
    return f"companion.games.{game.replace('-', '_')}"
