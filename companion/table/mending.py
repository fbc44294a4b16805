"""Corrections: earlier entries replaced, removed or inserted, all or none, judged by replaying what then counts.

The log only grows: each change becomes an entry about an entry, which ``log.standing`` resolves before any fold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from companion import log
from companion.access import Caller
from companion.database import writing
from companion.house import House
from companion.kit import codec
from companion.kit.general import ScoreAdjusted
from companion.kit.match import evolve, seated
from companion.problem import Problem, refused
from companion.table.answers import Answer, Key, remember, repeated
from companion.table.held import Held, event_of, grown, hold, opened, row_of
from companion.table.recording import add, answer_again, conflict, judged, understood
from companion.table.telling import answer

FOLLOWING_THE_TURN = ("card_played", "passed", "card_drawn")
"""Entries whose seat follows from the turn: after a missed or doubled tap they move along."""


@dataclass(frozen=True, slots=True)
class Change:
    """Entry ``seq`` gets another event (None: it is removed); or the event is inserted before entry ``before``."""

    seq: int | None = None
    event: Mapping[str, Any] | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Mending:
    """What is asked: the changes, whether later plays of the deal take the seat whose turn it then is, and whether
    to drop everything from the first later entry on that no longer holds."""

    changes: Sequence[Change]
    reseat: bool = False
    drop_after: bool = False


def correct(
    house: House,
    caller: Caller,
    match_id: int,
    mending: Mending,
    expected_version: int | None = None,
    dry_run: bool = False,
    key: Key | None = None,
) -> Answer:
    """Problem with ``breaks_at`` when a later entry no longer holds. A dry run stores nothing."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return answer_again(house, conn, row, caller, again)
        held = hold(house, conn, row)
        if expected_version is not None and expected_version != held.version:
            raise conflict(house, conn, held, caller, expected_version)
        may_correct(held, caller, mending.changes)
        rows = _entries(house, conn, held, caller, mending)
        if dry_run:
            entries = [
                log.Entry(held.version + 1 + i, kind, data, actor, house.now())
                for i, (kind, data, actor) in enumerate(rows)
            ]
            told = answer(house, conn, grown(held, tuple(entries)), caller, held.version + 1)
            transaction = conn.get_transaction()
            assert transaction is not None
            transaction.rollback()
            return told
        first = held.version + 1
        held = add(house, conn, held, rows)
        remember(house, conn, held.circle, caller.token, key, match_id, first, held.version)
        told = answer(house, conn, held, caller, first)
    house.appended(held)
    return told


def may_correct(held: Held, caller: Caller, changes: Sequence[Change]) -> None:
    """The host mends anything recorded at a table, a scribe its own entries; a seat takes its own last entry back."""
    whoever, caller = caller, caller.at(held.match_id)
    if caller.role not in ("host", "scribe", "seat"):
        raise whoever.turned_away()
    at_table = held.match.setup.dealing == "table"
    for index, change in enumerate(changes):
        target = change.seq if change.seq is not None else change.before
        if target is None or target not in held.standing.events or target == 0:
            raise Problem("invalid", {"reason": "no_such_entry"}, index=index)
        if not type(event_of(held.rules, held.standing.events[target], target)).by_people:
            raise Problem("not_yours", {"reason": "entry_of_the_companion"}, index=index)
        entry = held.standing.entries[target]
        own = entry.actor == caller.token
        last = entry.seq == held.standing.order[-1]
        allowed = (at_table and (caller.role == "host" or (caller.role == "scribe" and own))) or (
            own and last and change.event is None and change.seq is not None
        )
        if not allowed:
            raise Problem("not_yours", {"reason": "others_entry"}, index=index)


def _entries(
    house: House, conn: Connection, held: Held, caller: Caller, mending: Mending
) -> list[tuple[str, Mapping[str, Any], int]]:
    """The correction as rows, checked: the changes, later plays moved to the seat on turn, a drop at the end."""
    order, events = list(held.standing.order), dict(held.standing.events)
    new: dict[int, int] = {}  # seq of a changed or inserted entry -> index of its change
    for index, change in enumerate(mending.changes):
        data = None if change.event is None else _event_data(house, conn, held, caller, change.event, index)
        target = change.before if change.seq is None else change.seq
        if target not in order or target in new:
            raise Problem("invalid", {"reason": "entry_twice"}, index=index)
        seq = target
        if change.seq is None:
            seq = held.version + 1 + index
            order.insert(order.index(target), seq)
        new[seq] = index
        if data is None:
            order.remove(seq)
            del events[seq]
        else:
            events[seq] = data
    moved, dropped = _judged(held, mending, order, events, new)
    rows: list[log.Correction] = []
    for (seq, index), change in zip(new.items(), mending.changes, strict=True):
        if change.event is None:
            rows.append(log.Removed(seq))
        elif change.before is None:
            rows.append(log.Amended(seq, moved.pop(seq, events[seq])))
        else:
            assert seq == held.version + 1 + index
            rows.append(log.Inserted(change.before, moved.pop(seq, events[seq])))
    rows += (log.Amended(seq, data) for seq, data in moved.items())
    if dropped is not None:
        rows.append(log.Rewound(dropped))
    return [(*log.row_of(row), caller.token) for row in rows]


def _event_data(
    house: House, conn: Connection, held: Held, caller: Caller, event: Mapping[str, Any], index: int
) -> Mapping[str, Any]:
    if event["type"] == ScoreAdjusted.type and caller.role != "host":
        raise Problem("not_yours", index=index)
    return codec.to_json(understood(house, conn, held, event, 0, index))


def _judged(
    held: Held, mending: Mending, order: Sequence[int], events: Mapping[int, Mapping[str, Any]], new: Mapping[int, int]
) -> tuple[dict[int, Mapping[str, Any]], int | None]:
    """Replays what would count. Returns entries that get a seat by it, and the first entry to drop."""
    match = opened(held.rules, held.opening)
    before = held.standing.order
    first = next((i for i, seq in enumerate(order) if i >= len(before) or seq != before[i] or seq in new), len(order))
    deal = None
    moved: dict[int, Mapping[str, Any]] = {}
    for i, seq in enumerate(order[1:], start=1):
        event = event_of(held.rules, events[seq], seq)
        if i == first:
            deal = match.game.deal
        if mending.reseat and seq not in new and deal == match.game.deal and event.type in FOLLOWING_THE_TURN:
            event = replace(event, seat=None)  # type: ignore[call-arg]
        event = seated(match, event)
        refusal = judged(match, event) if i >= first else None
        if refusal is not None:
            if seq in new:
                raise refused(refusal, new[seq])
            if mending.drop_after:
                return moved, seq
            raise refused(refusal, breaks_at=seq)
        if i >= first and codec.to_json(event) != events[seq]:
            moved[seq] = codec.to_json(event)
        match = evolve(match, event)
    return moved, None
