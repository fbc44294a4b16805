"""A match as it lay at an earlier moment, and the link by which others may look at it.

Whoever looks back sees what a watcher may see: finished deals lie open; of the running deal, where memory is closed,
only the table as it lies now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion import access
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House
from companion.kit import match as kit
from companion.kit.match import Match, fold
from companion.kit.seats import SCRIBE, Seat
from companion.table.held import Held, hold, opened, redacted, row_of
from companion.table.telling import Listener

SHARERS = ("host", "scribe", "seat")


@dataclass(frozen=True, slots=True)
class Moment:
    """``seqs``: the moments there are, in playing order, each the entry after which it is; 0 is the beginning."""

    seqs: tuple[int, ...]
    seq: int
    match: Match[Any]
    view: Mapping[str, Any]
    entry: Mapping[str, Any] | None


def moment(house: House, caller: Caller, match_id: int, seq: int) -> Moment:
    """The moment after entry ``seq``; where that no longer counts, after the last before it that does."""
    watcher = Caller(caller.circle, None)
    with reading(house.engine) as conn:
        held = hold(house, conn, row_of(conn, caller, match_id))
        listener = Listener(house, conn, held, watcher)
        order = held.standing.order
        seqs = _to_be_seen(held)
        seq = max((at for at in seqs if at <= seq), default=0)
        place = order.index(seq)
        match, who = _as_it_lay(held, watcher, place)
        entry = listener.counted(seq) if place else None
        return Moment(seqs, seq, match, {**listener.around(match), **_told(match, who)}, entry)


def _to_be_seen(held: Held) -> tuple[int, ...]:
    order, running = held.standing.order, _running_from(held)
    if held.match.setup.memory == "closed" and running < len(order):
        return (*order[:running], order[-1])
    return order


def _running_from(held: Held) -> int:
    """The place in playing order where the running deal begins."""
    order = held.standing.order
    return len(order) if held.match.expects.over else order.index(held.match.dealt_at) + 1


def _as_it_lay(held: Held, watcher: Caller, place: int) -> tuple[Match[Any], Seat | None]:
    match = fold(opened(held.rules, held.opening), held.events[1 : place + 1])
    running = _running_from(held)
    if place < running:
        return match, SCRIBE
    game = held.match.dealt
    for event in held.events[running : place + 1]:
        told = redacted(held, watcher, event)
        if type(told) in held.rules.events:
            game = held.rules.evolve(game, told)
    return replace(match, game=game), None


def _told(match: Match[Any], who: Seat | None) -> dict[str, Any]:
    """What of a view belongs to a moment: nothing can be entered into the past."""
    told = kit.scores(match, who)
    return {
        "status": match.status,
        "deal": match.game.deal,
        "deals": match.game.deals,
        "expects": [],
        "scores": {name: told[name] for name in ("totals", "deals", "current")},
        "winners": told["winners"],
        "state": match.rules.show(match.game, who),
    }


def share(house: House, caller: Caller, match_id: int) -> str:
    """The code of the link that lets anybody read this match, made now if there is none. For whoever plays here."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        _may_share(caller, match_id)
        code = access.share_code(house, conn, row.circle_id, match_id)
        return code or access.give(house, conn, row.circle_id, match_id, "share")[1]


def end_share(house: House, caller: Caller, match_id: int) -> None:
    """Nobody reads by the link any more that was given out."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        _may_share(caller, match_id)
        access.end_share(house, conn, row.circle_id, match_id)


def shared(house: House, caller: Caller, match_id: int) -> str | None:
    """The code there is, for whoever may give one out."""
    if caller.at(match_id).role not in SHARERS:
        return None
    with reading(house.engine) as conn:
        return access.share_code(house, conn, row_of(conn, caller, match_id).circle_id, match_id)


def _may_share(caller: Caller, match_id: int) -> None:
    if caller.at(match_id).role not in SHARERS:
        raise caller.turned_away()
