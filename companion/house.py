"""The house everything happens in: its database, key, clock and dice. Handed in, so that tests can hold them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import platformdirs
from sqlalchemy import Engine

from companion import registry
from companion.kit.rules import Rules
from companion.live import Bell
from companion.shelf import Kept, Shelf

ID_BITS = 63
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True)
class House:
    engine: Engine
    key: bytes
    open: bool
    """An open server has one circle, and everyone who reaches it belongs to it."""
    now: Callable[[], int]
    """Milliseconds since 1970, UTC."""
    bell: Bell = field(default_factory=Bell)
    random: Random = field(default_factory=SystemRandom)
    games: Mapping[str, Rules[Any]] = field(default_factory=registry.games)
    shelf: Shelf[Any] = field(default_factory=Shelf)
    """The matches this worker has in hand."""

    def new_id(self) -> int:
        return secrets.randbits(ID_BITS) | 1 << 20  # never among the small numbers that have a meaning

    def appended(self, held: Kept) -> None:
        """After the commit, and only then: the next reader finds it, and whoever follows is told."""
        self.shelf.put(held)
        self.bell.ring(held.match_id)


def spell(number: int) -> str:
    """An id as it stands in addresses: base 32 without the letters that look like digits."""
    out = ""
    while number:
        number, digit = divmod(number, 32)
        out = DIGITS[digit] + out
    return out or "0"


def unspell(text: str) -> int | None:
    """None for what is no id."""
    number = 0
    for char in text:
        digit = DIGITS.find(char)
        if digit < 0:
            return None
        number = number * 32 + digit
    return number if text and len(text) <= 13 and number < 1 << ID_BITS else None


def iso(ms: int) -> str:
    """A time of the log as answers give it."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def data_folder() -> Path:
    """Where this user's companion keeps its file and its key."""
    return Path(os.environ.get("COMPANION_DATA") or platformdirs.user_data_path("companion"))


def server_key(folder: Path) -> bytes:
    """The key all tokens are derived from: made once, readable by its owner alone, in no backup."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "server.key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_bytes()
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(32)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key
