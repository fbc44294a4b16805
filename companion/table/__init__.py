"""The use cases. Each goes the same way: load -> fold -> check -> append -> tell."""

from companion.table.answers import Key
from companion.table.joining import Joined, join, join_code, new_join_code
from companion.table.mending import Change, Mending, correct
from companion.table.opening import Opened, Opening, open_match, rules_of
from companion.table.people import names
from companion.table.recording import record
from companion.table.telling import entries, history, look, scores

__all__ = [
    "Change",
    "Joined",
    "Key",
    "Mending",
    "Opened",
    "Opening",
    "correct",
    "entries",
    "history",
    "join",
    "join_code",
    "look",
    "names",
    "new_join_code",
    "open_match",
    "record",
    "rules_of",
    "scores",
]
