"""Record what happened at the table: each event checked against the fold of everything before it, all or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, update

from companion import log, models, people
from companion.access import Caller
from companion.database import writing
from companion.house import House, unspell
from companion.kit.general import GENERAL, LookedBack, ScoreAdjusted, SeatHanded, SeatsNamed, SheetLocked
from companion.kit.match import Match, check, evolve, seated
from companion.kit.rules import Event, Person, Refusal
from companion.problem import Problem, refused
from companion.table.answers import Answer, Key, in_turn, remember, repeated
from companion.table.held import Held, event_of, grown, hold, hold_until, keep_summary, row_of
from companion.table.records import keep_parts, sat_down
from companion.table.telling import Listener, answer

_seat = models.Seat.__table__  # type: ignore[attr-defined]

FOR_THE_HOST = (ScoreAdjusted, SheetLocked)

Rows = list[tuple[str, Mapping[str, Any], int]]


def record(
    house: House,
    caller: Caller,
    match_id: int,
    events: Sequence[Mapping[str, Any]],
    expected_version: int | None = None,
    key: Key | None = None,
) -> Answer:
    """``events`` as a schema has passed them. Problem with ``index`` for the first that cannot have happened."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        again = repeated(house, conn, row.circle_id, caller.token, key)
        if again is not None:
            return answer_again(house, conn, row, caller, again)
        held = hold(house, conn, row)
        if expected_version is not None and expected_version != held.version:
            raise conflict(house, conn, held, caller, expected_version)
        match, rows = held.match, Rows()
        for index, data in enumerate(events):
            at = held.version + 1 + len(rows)
            event = seated(match, understood(house, conn, held, data, at, index))
            may_record(held, caller, match, event, index)
            refusal = judged(match, event)
            if refusal is not None:
                raise refused(refusal, index)
            match = evolve(match, event)
            rows.append((*log.row_of(event), caller.token))
            match = _dealt(house, match, rows, held.version + 1)
        held, first = add(house, conn, held, rows), held.version + 1
        remember(house, conn, held.circle, caller.token, key, match_id, first, held.version)
        told = answer(house, conn, held, caller, first)
    house.appended(held)
    return told


def look_back(house: House, caller: Caller, match_id: int, entry: int | None = None, key: Key | None = None) -> None:
    """Writes into the log that whoever keeps the sheet was shown what lies face down: an entry, or (None) the deal."""
    with writing(house.engine) as conn:
        row = row_of(conn, caller, match_id, lock=True)
        if caller.at(match_id).role not in ("host", "scribe"):
            raise caller.turned_away()
        if repeated(house, conn, row.circle_id, caller.token, key) is not None:
            return
        held = hold(house, conn, row)
        if held.match.setup.memory == "open" or held.match.expects.over or held.match.setup.dealing == "companion":
            raise Problem("wrong_phase")
        held = add(house, conn, held, [(*log.row_of(LookedBack(entry)), caller.token)])
        remember(house, conn, held.circle, caller.token, key, match_id, held.version, held.version)
    house.appended(held)


def add(house: House, conn: Connection, held: Held, rows: Rows) -> Held:
    """The rows appended, and everything that is kept in step with the log."""
    entries = log.append(conn, held.circle, held.match_id, rows, held.version + 1, house.now())
    after = grown(held, entries)
    keep_summary(house, conn, after)
    others = after.match.sittings != held.match.sittings
    before, now = held.match.status, after.match.status
    if others:
        keep_seats(conn, after)
    if others or "finished" in (before, now):
        keep_parts(house, conn, after)
    if others or before != now:
        sat_down(conn, after)
    return after


def keep_seats(conn: Connection, held: Held) -> None:
    for seat, sitting in enumerate(held.match.sittings):
        conn.execute(
            update(_seat)
            .where(_seat.c.circle_id == held.circle, _seat.c.match_id == held.match_id, _seat.c.seat == seat)
            .values(person_id=unspell(sitting.player) if sitting.player else None)
        )


def _dealt(house: House, match: Match[Any], rows: Rows, first: int) -> Match[Any]:
    """Companion dealing: the chance events that became due."""
    while match.setup.dealing == "companion" and match.expects.chance:
        event = replace(match.rules.deal(match.game, house.random), at=first + len(rows))
        rows.append((*log.row_of(event), log.COMPANION))
        match = evolve(match, event)
    return match


def due(house: House, match: Match[Any], first: int) -> Rows:
    """The chance events due without anybody's act: at the opening, or when the last seat is taken."""
    rows = Rows()
    _dealt(house, match, rows, first)
    return rows


def understood(house: House, conn: Connection, held: Held, data: Mapping[str, Any], at: int, index: int) -> Event:
    """The event, with people it names found in the circle, or met."""
    if "player" in data or data["type"] == SeatsNamed.type:
        in_turn(conn, held.circle)
    try:
        if "player" in data:
            player = people.resolve(house, conn, held.circle, data["player"])
            data = {**data, "player": _as_known_here(conn, held, player)}
        if data["type"] == SeatsNamed.type:
            named = {seat: people.resolve(house, conn, held.circle, who) for seat, who in data["players"].items()}
            data = {**data, "players": {seat: _as_known_here(conn, held, who) for seat, who in named.items()}}
    except Problem as problem:
        problem.index = index
        raise
    return event_of(held.rules, data, at)


def _as_known_here(conn: Connection, held: Held, person: Person) -> Person:
    """The id that this match has for somebody who sits here already, from before two of their names were merged."""
    here = people.known(conn, held.circle, (sitting.player for sitting in held.match.sittings))
    return next((Person(log_id) for log_id, known in here.items() if known.id == person), person)


def judged(match: Match[Any], event: Event) -> Refusal | None:
    """What the rules say to it; and nobody sits in two seats."""
    refusal = check(match, event)
    if refusal is None and isinstance(event, SeatsNamed | SeatHanded):
        here = [sitting.player for sitting in evolve(match, event).sittings if sitting.player]
        if len(set(here)) < len(here):
            return Refusal("invalid", (("reason", "same_player_twice"),))
    return refusal


def must_hold(event: Event) -> bool:
    """Whether a replay judges this: what the companion noted of its own (phones, hosting) is no move of any game."""
    return event.by_people or not isinstance(event, GENERAL)


def may_record(held: Held, caller: Caller, match: Match[Any], event: Event, index: int) -> None:
    """Problem ``no_token`` or ``not_yours`` when this caller's role does not reach so far."""
    whoever, caller = caller, caller.at(held.match_id)
    own = caller.seat is not None and getattr(event, "seat", None) == caller.seat
    at_table = match.setup.dealing == "table"
    match caller.role:
        case "host":
            allowed = at_table or own or isinstance(event, GENERAL) or getattr(event, "seat", None) is None
        case "scribe":
            allowed = at_table and not isinstance(event, FOR_THE_HOST)
        case "seat":
            allowed = own and not isinstance(event, FOR_THE_HOST)
        case _:
            raise whoever.turned_away(index)
    if not allowed:
        raise Problem("not_yours", {"seat": getattr(event, "seat", None)}, index=index)


def conflict(house: House, conn: Connection, held: Held, caller: Caller, expected: int) -> Problem:
    """Somebody was faster: the current version, and what was added since (at most the last 50 entries)."""
    since = range(max(expected + 1, held.version - 49), held.version + 1)
    return Problem("version_conflict", version=held.version, since=Listener(house, conn, held, caller).rows(since))


def answer_again(house: House, conn: Connection, row: Row[Any], caller: Caller, again: Row[Any]) -> Answer:
    return answer(house, conn, hold_until(house, conn, row, again.last_seq), caller, again.first_seq)
