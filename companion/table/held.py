"""A match in hand: its log, what stands of it, the fold; kept by each worker, so that only what is new is folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson
from sqlalchemy import Connection, Row, bindparam, select, update

from companion import log, models
from companion.access import OPEN_CIRCLE, Caller
from companion.house import House
from companion.kit import codec
from companion.kit.general import GENERAL
from companion.kit.match import Match, Sitting, begin, fold, scores
from companion.kit.rules import Event, Rules, Setup
from companion.kit.seats import SCRIBE, Seat
from companion.problem import Problem

_match = models.Match.__table__  # type: ignore[attr-defined]
# Built once: for what every tap asks, making the statement costs more than running it.
_THIS_MATCH = (_match.c.circle_id == bindparam("circle"), _match.c.match_id == bindparam("match"))
_ROW = select(_match).where(*_THIS_MATCH, _match.c.deleted_at.is_(None))
_ROW_LOCKED = _ROW.with_for_update()
_SUMMARY = update(_match).where(*_THIS_MATCH)


@dataclass(frozen=True, slots=True)
class Held:
    circle: int
    match_id: int
    version: int
    standing: log.Standing
    events: tuple[Event, ...]  # those of standing.order; the first stands for the opening, which nothing folds
    match: Match[Any]

    @property
    def key(self) -> tuple[int, int]:
        return self.circle, self.match_id

    @property
    def rules(self) -> Rules[Any]:
        return self.match.rules

    @property
    def opening(self) -> Mapping[str, Any]:
        return self.standing.entries[0].data


def row_of(conn: Connection, caller: Caller, match_id: int, *, lock: bool = False) -> Row[Any]:
    """The match as the caller's circle has it; Problem ``not_found`` for any other, ``no_token`` without a circle."""
    if caller.circle is None:
        raise Problem("no_token")
    row = conn.execute(_ROW_LOCKED if lock else _ROW, {"circle": caller.circle, "match": match_id}).first()
    if row is None:
        raise Problem("not_found")
    if row.match_id != caller.match and not of_the_circle(caller):
        raise Problem("not_found")
    return row


def of_the_circle(caller: Caller) -> bool:
    """Everybody on an open server, members elsewhere; who has only joined a match sees that match."""
    return caller.role is None or caller.role == "member" or caller.circle == OPEN_CIRCLE


def hold(house: House, conn: Connection, row: Row[Any]) -> Held:
    """The match at the row's version, or at a later one that was committed meanwhile."""
    held: Held | None = house.shelf.get((row.circle_id, row.match_id))
    if held is None:
        held = fresh(house, row.circle_id, row.match_id, log.read(conn, row.circle_id, row.match_id))
    elif held.version < row.version:
        new = log.read(conn, row.circle_id, row.match_id, held.version)
        if any(entry.type == log.Withdrawn.type for entry in new):  # then rows before them are others too
            held = fresh(house, row.circle_id, row.match_id, log.read(conn, row.circle_id, row.match_id))
        else:
            held = grown(held, new)
    house.shelf.put(held)
    return held


def hold_until(house: House, conn: Connection, row: Row[Any], version: int) -> Held:
    """The match as it was at an earlier version."""
    rows = [entry for entry in log.read(conn, row.circle_id, row.match_id) if entry.seq <= version]
    return fresh(house, row.circle_id, row.match_id, tuple(rows))


def fresh(house: House, circle: int, match_id: int, rows: tuple[log.Entry, ...]) -> Held:
    standing = log.standing(rows)
    rules = house.games[rows[0].data["game"]]
    events = _events_of(rules, standing)
    match = fold(opened(rules, rows[0].data), events[1:])
    return Held(circle, match_id, rows[-1].seq, standing, events, match)


def grown(held: Held, rows: tuple[log.Entry, ...]) -> Held:
    """The same with new rows; a correction among them means folding afresh."""
    standing = log.extended(held.standing, rows)
    version = rows[-1].seq if rows else held.version
    if any(row.type in log.CORRECTIONS for row in rows):
        events = _events_of(held.rules, standing)
        match = fold(opened(held.rules, held.opening), events[1:])
    else:
        new = tuple(event_of(held.rules, {"type": row.type, **row.data}, row.seq) for row in rows)
        events, match = (*held.events, *new), fold(held.match, new)
    return replace(held, version=version, standing=standing, events=events, match=match)


def opened(rules: Rules[Any], opening: Mapping[str, Any]) -> Match[Any]:
    """Entry 0 as the beginning of a fold."""
    seats = opening["seats"]
    setup = Setup(
        players=len(seats),
        first_seat=Seat(opening["first_seat"]),
        house_rules=codec.read(rules.house_rules, opening["house_rules"]),
        dealing=opening["dealing"],
        memory=opening["memory"],
        card_set=codec.read(rules.card_set, opening["card_set"]) if rules.card_set and "card_set" in opening else None,
    )
    return begin(rules, setup, [Sitting(**seat) for seat in seats])


def event_of(rules: Rules[Any], data: Mapping[str, Any], at: int) -> Event:
    return codec.from_json(_types(rules), dict(data), at)


def _types(rules: Rules[Any]) -> dict[str, type[Event]]:
    return _TYPES.setdefault(rules.name, codec.by_type((*GENERAL, *rules.events)))


_TYPES: dict[str, dict[str, type[Event]]] = {}


def _events_of(rules: Rules[Any], standing: log.Standing) -> tuple[Event, ...]:
    return (_OPENING, *(event_of(rules, standing.events[seq], seq) for seq in standing.order[1:]))


_OPENING = Event()


def eyes(held: Held, caller: Caller) -> Seat | None:
    """As whom this caller is told: at a table the host and the scribes are told all that lay open on it."""
    if caller.match != held.match_id:
        return None
    if held.match.setup.dealing == "table" and caller.role in ("host", "scribe"):
        return SCRIBE
    return caller.seat


def hidden_from(held: Held, caller: Caller, seq: int) -> bool:
    """Whether what row ``seq`` tells of hands is not for this caller yet: the running deal's, unless it recorded it."""
    if held.match.expects.over or not in_running_deal(held, seq):
        return False
    if held.match.setup.dealing == "companion":
        return True
    return caller.token == 0 or held.standing.entries[seq].actor != caller.token


def in_running_deal(held: Held, seq: int) -> bool:
    """By its place in playing order: after a correction a low seq may come late and a high one early."""
    order, dealt_at = held.standing.order, held.match.dealt_at
    if order == tuple(range(len(held.standing.entries))):
        return seq > dealt_at
    entry = held.standing.entries[seq]
    if seq in held.standing.events:
        return order.index(seq) > order.index(dealt_at)
    if entry.type in log.CORRECTIONS:
        return in_running_deal(held, entry.data.get("target", entry.data.get("before", seq)))
    # Taken back, so that it has no place any more: it came after the last entry before it that still has one.
    return seq > max(
        s for s in order[: order.index(dealt_at) + 1] if held.standing.entries[s].type not in log.CORRECTIONS
    )


def redacted(held: Held, caller: Caller, event: Event) -> Event:
    if not hidden_from(held, caller, event.at):
        return event
    seat = caller.seat if held.match.setup.dealing == "companion" and caller.match == held.match_id else None
    return held.rules.redact(event, seat)


def as_known_to(held: Held, caller: Caller) -> Match[Any]:
    """The match folded from what this caller may know of the running deal."""
    match, rules = held.match, held.rules
    if match.expects.over:
        return match
    running = held.events[held.standing.order.index(match.dealt_at) + 1 :]
    # Most deals at a table hold no secret at all.
    if all(rules.redact(event, None) is event for event in running):
        return match
    told = [redacted(held, caller, event) for event in running]
    game = match.dealt
    for event in told:
        if type(event) in rules.events:
            game = rules.evolve(game, event)
    return replace(match, game=game)


def summary(held: Held) -> dict[str, Any]:
    """The read model's columns, from the fold."""
    told = scores(held.match)
    return {
        "status": held.match.status,
        "version": held.version,
        "deal": held.match.game.deal,
        "totals": orjson.dumps(told["totals"]).decode(),
        "winners": None if told["winners"] is None else orjson.dumps(told["winners"]).decode(),
    }


def keep_summary(house: House, conn: Connection, held: Held) -> None:
    """In the append's own transaction, so that the history is never behind the log."""
    house.bell.announce(conn, held.match_id)
    conn.execute(
        _SUMMARY,
        {"circle": held.circle, "match": held.match_id, **summary(held), "touched_at": house.now()},
    )
