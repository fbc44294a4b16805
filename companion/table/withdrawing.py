"""A free text withdrawn: the one case in which stored bytes are written anew, for what somebody wrote is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from companion import log
from companion.access import Caller
from companion.database import writing
from companion.house import House
from companion.kit.general import FREE_TEXTS
from companion.problem import Problem
from companion.table.answers import Answer, Key, remember, repeated
from companion.table.held import Held, fresh, hold, keep_summary, row_of
from companion.table.recording import answer_again
from companion.table.telling import answer

GONE = "…"
"""What stands in place of a text."""


def withdraw_text(house: House, caller: Caller, match_id: int, seq: int, key: Key | None = None) -> Answer:
    """What was written in entry ``seq``, in all its wordings, is gone for good; the entry stays.

    For the host, and for the phone that wrote it. Problem ``invalid`` where no text is.
    """
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return answer_again(house, conn, row, caller, again)
        held = hold(house, conn, row)
        _may_withdraw(held, caller, seq)
        written = {other.seq: _without(other, seq) for other in held.standing.entries.values()}
        anew = {other: data for other, data in written.items() if data is not None}
        if not anew:
            raise Problem("invalid", {"reason": "no_text_there"})
        for other, data in anew.items():
            log.write_anew(conn, held.circle, match_id, other, data)
        held = _noted(house, conn, held, log.Withdrawn(seq), caller.token)
        remember(house, conn, held.circle, caller.token, key, match_id, held.version, held.version)
        told = answer(house, conn, held, caller, held.version)
    house.appended(held)
    return told


def _may_withdraw(held: Held, caller: Caller, seq: int) -> None:
    whoever, caller = caller, caller.at(held.match_id)
    entry = held.standing.entries.get(seq)
    if caller.role not in ("host", "scribe", "seat"):
        raise whoever.turned_away()
    if entry is None:
        raise Problem("invalid", {"reason": "no_such_entry"})
    if caller.role != "host" and entry.actor != caller.token:
        raise Problem("not_yours", {"reason": "others_entry"})


def _without(entry: log.Entry, seq: int) -> Mapping[str, Any] | None:
    """The data of an entry that holds words of entry ``seq``, without them; None for any other."""
    if entry.type in log.CORRECTIONS:
        event = entry.data.get("event")
        if event is None or seq not in (entry.seq, entry.data.get("target")):
            return None
        kept = _blanked(event["type"], event)
        return None if kept is None else {**entry.data, "event": kept}
    return _blanked(entry.type, entry.data) if entry.seq == seq else None


def _blanked(kind: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    names = [name for name in FREE_TEXTS.get(kind, ()) if data.get(name) not in (None, GONE)]
    return {**data, **dict.fromkeys(names, GONE)} if names else None


def _noted(house: House, conn: Connection, held: Held, what: log.Correction, actor: int) -> Held:
    """The entry that says so; whoever has the match in hand reads all of it afresh by that."""
    log.append(conn, held.circle, held.match_id, [(*log.row_of(what), actor)], held.version + 1, house.now())
    after = fresh(house, held.circle, held.match_id, log.read(conn, held.circle, held.match_id))
    keep_summary(house, conn, after)
    return after
