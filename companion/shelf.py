"""Matches in hand, kept while there is room: what was used least lately is put away first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Kept(Protocol):
    @property
    def version(self) -> int: ...
    @property
    def key(self) -> Hashable: ...
    @property
    def match_id(self) -> int: ...


V = TypeVar("V", bound=Kept)


class Shelf(Generic[V]):
    """A newer version is never replaced by an older one."""

    def __init__(self, room: int = 200) -> None:
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()
        self._room = room

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, value: V) -> None:
        key = value.key
        with self._lock:
            there = self._values.get(key)
            if there is None or there.version <= value.version:
                self._values[key] = value
                self._values.move_to_end(key)
            while len(self._values) > self._room:
                self._values.popitem(last=False)

    def drop(self, key: Hashable) -> None:
        with self._lock:
            self._values.pop(key, None)
