"""The log: append, read, standing (corrections resolved), upcast. The only code that touches event rows.

Rows are never changed, but for a text that is withdrawn. A correction is a row of its own; which events count, and in
which order, follows from all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from companion import models
from companion.kit.codec import to_json
from companion.kit.rules import Event

_event = models.Event.__table__  # type: ignore[attr-defined]

_ROWS = (
    select(_event.c.seq, _event.c.type, _event.c.schema_version, _event.c.data, _event.c.actor, _event.c.recorded_at)
    .where(
        _event.c.circle_id == bindparam("circle"),
        _event.c.match_id == bindparam("match"),
        _event.c.seq > bindparam("after"),
    )
    .order_by(_event.c.seq)
)

SCHEMA_VERSION = 1
COMPANION = 0
"""The actor of what the companion itself does."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: what was recorded, by which token, when (ms, UTC)."""

    seq: int
    type: str
    data: Mapping[str, Any]
    actor: int
    at: int


# Corrections: entries about entries. They name a target by its seq, and are never seen by rules.


@dataclass(frozen=True, slots=True)
class Amended:
    type: ClassVar[str] = "event_amended"
    target: int
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Removed:
    type: ClassVar[str] = "event_removed"
    target: int


@dataclass(frozen=True, slots=True)
class Inserted:
    """The event of this very entry belongs before the target in playing order."""

    type: ClassVar[str] = "event_inserted"
    before: int
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rewound:
    """Everything from the target on, in playing order, no longer counts."""

    type: ClassVar[str] = "log_rewound"
    target: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """What was written in the target is gone, from the rows that held it too; the target counts as before."""

    type: ClassVar[str] = "text_withdrawn"
    target: int


Correction = Amended | Removed | Inserted | Rewound | Withdrawn
CORRECTIONS = frozenset(cls.type for cls in (Amended, Removed, Inserted, Rewound, Withdrawn))
OPENING = "match_opened"


def row_of(what: Event | Correction) -> tuple[str, dict[str, Any]]:
    """Type and data as they are stored."""
    match what:
        case Amended(target=target, event=event):
            return what.type, {"target": target, "event": dict(event)}
        case Removed(target=target) | Rewound(target=target) | Withdrawn(target=target):
            return what.type, {"target": target}
        case Inserted(before=before, event=event):
            return what.type, {"before": before, "event": dict(event)}
    data = to_json(what)
    return data.pop("type"), data


def append(
    conn: Connection, circle: int, match: int, rows: Sequence[tuple[str, Mapping[str, Any], int]], first: int, now: int
) -> tuple[Entry, ...]:
    """Rows of (type, data, actor) from seq ``first`` on, in a write transaction that holds the match's lock."""
    entries = tuple(Entry(first + i, kind, data, actor, now) for i, (kind, data, actor) in enumerate(rows))
    keep(conn, circle, match, entries)
    return entries


def keep(conn: Connection, circle: int, match: int, entries: Sequence[Entry]) -> None:
    """Entries with the numbers and times they have, as a log that comes from elsewhere brings them."""
    if entries:
        conn.execute(
            insert(_event),
            [
                {
                    "circle_id": circle,
                    "match_id": match,
                    "seq": entry.seq,
                    "type": entry.type,
                    "schema_version": SCHEMA_VERSION,
                    "data": orjson.dumps(entry.data).decode(),
                    "actor": entry.actor,
                    "recorded_at": entry.at,
                }
                for entry in entries
            ],
        )


def read(conn: Connection, circle: int, match: int, after: int = -1) -> tuple[Entry, ...]:
    rows = conn.execute(_ROWS, {"circle": circle, "match": match, "after": after}).all()
    # One JSON text for all rows is read several times faster than one for each.
    datas = orjson.loads("[" + ",".join([row[3] for row in rows]) + "]")
    return tuple(
        Entry(seq, *upcast(kind, version, data), actor, at)
        for (seq, kind, version, _, actor, at), data in zip(rows, datas, strict=True)
    )


def write_anew(conn: Connection, circle: int, match: int, seq: int, data: Mapping[str, Any]) -> None:
    """The one way in which a row changes: a free text in it was withdrawn."""
    conn.execute(
        update(_event)
        .where(_event.c.circle_id == circle, _event.c.match_id == match, _event.c.seq == seq)
        .values(data=orjson.dumps(data).decode(), schema_version=SCHEMA_VERSION)
    )


def forget(conn: Connection, circle: int, match: int) -> None:
    """The whole log of a match that was deleted and not brought back in time."""
    conn.execute(delete(_event).where(_event.c.circle_id == circle, _event.c.match_id == match))


Upcast = Callable[[dict[str, Any]], tuple[str, dict[str, Any]]]
UPCASTS: dict[tuple[str, int], Upcast] = {}
"""From an event type's old schema version to the next: type and data as they would be written today."""


def upcast(kind: str, version: int, data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    while version < SCHEMA_VERSION and (kind, version) in UPCASTS:
        kind, data = UPCASTS[kind, version](data)
        version += 1
    return kind, data


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts of a log: events in playing order, each with its seq; and the state of every row."""

    order: tuple[int, ...]
    events: Mapping[int, Mapping[str, Any]]  # by seq, with type
    entries: Mapping[int, Entry]
    states: Mapping[int, str]  # only of rows that are not active

    def state(self, seq: int) -> str:
        return self.states.get(seq, "active")


def standing(entries: Iterable[Entry]) -> Standing:
    """Corrections resolved, one after the other as they were made."""
    order: list[int] = []
    events: dict[int, Mapping[str, Any]] = {}
    by_seq: dict[int, Entry] = {}
    states: dict[int, str] = {}
    wording: dict[int, int] = {}  # target -> the row its present words come from
    for entry in entries:
        seq = entry.seq
        by_seq[seq] = entry
        match entry.type:
            case Amended.type:
                target = entry.data["target"]
                states[wording.get(target, target)] = "replaced"
                wording[target] = seq
                events[target] = entry.data["event"]
            case Removed.type:
                _remove(order, events, states, wording, [entry.data["target"]])
            case Rewound.type:
                _remove(order, events, states, wording, order[order.index(entry.data["target"]) :])
            case Withdrawn.type:
                pass
            case Inserted.type:
                order.insert(order.index(entry.data["before"]), seq)
                events[seq] = entry.data["event"]
            case _:
                order.append(seq)
                events[seq] = {"type": entry.type, **entry.data}
    return Standing(tuple(order), events, by_seq, states)


def _remove(
    order: list[int],
    events: dict[int, Mapping[str, Any]],
    states: dict[int, str],
    wording: dict[int, int],
    targets: Iterable[int],
) -> None:
    for target in targets:
        order.remove(target)
        del events[target]
        states[target] = "removed"
        if target in wording:
            states[wording.pop(target)] = "removed"


def extended(before: Standing, entries: Sequence[Entry]) -> Standing:
    """The standing with new rows after it."""
    if any(entry.type in CORRECTIONS for entry in entries):
        return standing((*before.entries.values(), *entries))
    return Standing(
        (*before.order, *(entry.seq for entry in entries)),
        {**before.events, **{entry.seq: {"type": entry.type, **entry.data} for entry in entries}},
        {**before.entries, **{entry.seq: entry for entry in entries}},
        before.states,
    )
