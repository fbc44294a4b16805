"""Open a match: entry 0 of its log, its people, the host's token and the code that lets other phones in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, insert

from companion import access, log, models, people
from companion.access import Caller
from companion.database import writing
from companion.house import House, spell, unspell
from companion.kit import codec
from companion.kit.match import Sitting
from companion.kit.rules import Rules
from companion.problem import Problem
from companion.table.answers import Key, in_turn, remember, repeated
from companion.table.card_sets import content_of
from companion.table.held import Held, fresh, summary
from companion.table.recording import add, due
from companion.table.records import keep_parts, sat_down

_match = models.Match.__table__  # type: ignore[attr-defined]
_seat = models.Seat.__table__  # type: ignore[attr-defined]

EARLIEST_DAY = "1900-01-01"


@dataclass(frozen=True, slots=True)
class Opening:
    """As ``POST /api/matches`` says it. ``first_seat`` None: seat 0 at a table, by lot in companion dealing."""

    game: str
    players: Sequence[Mapping[str, Any]]
    dealing: str = "table"
    first_seat: int | str | None = None
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    memory: str | None = None
    card_set: Mapping[str, Any] | str | None = None
    played_on: str | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    match: str
    token: str
    join_code: str
    version: int


def rules_of(house: House, game: str) -> Rules[Any]:
    rules = house.games.get(game)
    if rules is None:
        raise Problem("invalid", {"reason": "unknown_game"})
    return rules


def circle_of(caller: Caller) -> int:
    """The circle in which this caller may open matches: a member's, or that of an open server."""
    if caller.circle is None or (caller.role != "member" and caller.circle != access.OPEN_CIRCLE):
        raise Problem("no_token" if caller.circle is None else "not_yours")
    return caller.circle


def open_match(house: House, caller: Caller, opening: Opening, key: Key | None = None) -> Opened:
    circle = circle_of(caller)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        again = repeated(house, conn, circle, caller.token, key)
        if again is not None:
            code = access.join_code(house, conn, circle, again.match_id) or ""
            token = access.again(house, conn, circle, again.token_id)
            return Opened(spell(again.match_id), token, code, again.last_seq)
        data, own_seat = _entry(house, conn, circle, opening)
        match_id = house.new_id()
        token_id, token = access.give(house, conn, circle, match_id, "host", own_seat)
        _, code = access.new_code(house, conn, circle, match_id)
        held = begin_log(house, conn, circle, match_id, data, token_id)
        held = add(house, conn, held, due(house, held.match, 1)) if not held.match.waiting else held
        remember(house, conn, circle, caller.token, key, match_id, 0, held.version, token_id)
    house.appended(held)
    return Opened(spell(match_id), token, code, held.version)


def begin_log(house: House, conn: Connection, circle: int, match_id: int, data: dict[str, Any], actor: int) -> Held:
    """Entry 0 and the rows beside the log."""
    entries = log.append(conn, circle, match_id, [(log.OPENING, data, actor)], 0, house.now())
    return keep_beside(house, conn, fresh(house, circle, match_id, entries))


def keep_beside(house: House, conn: Connection, held: Held) -> Held:
    """The rows beside a log that has none yet: the match's own, and who sits where."""
    entries = held.standing.entries
    conn.execute(
        insert(_match).values(
            circle_id=held.circle,
            match_id=held.match_id,
            game=held.opening["game"],
            dealing=held.opening["dealing"],
            opened_at=entries[0].at,
            touched_at=entries[held.version].at,
            played_on=held.opening["played_on"],
            **summary(held),
        )
    )
    seats = [
        {
            "circle_id": held.circle,
            "match_id": held.match_id,
            "seat": seat,
            "person_id": unspell(sitting.player) if sitting.player else None,
        }
        for seat, sitting in enumerate(held.match.sittings)
    ]
    conn.execute(insert(_seat), seats)
    keep_parts(house, conn, held)
    sat_down(conn, held)
    house.bell.announce(conn, held.match_id)
    return held


def _entry(house: House, conn: Connection, circle: int, opening: Opening) -> tuple[dict[str, Any], int | None]:
    """The opening's data and the host's own seat. Problem ``invalid`` for what the game cannot be opened with."""
    rules = rules_of(house, opening.game)
    if len(opening.players) not in rules.seats:
        raise Problem("invalid", {"reason": "player_count", "least": min(rules.seats), "most": max(rules.seats)})
    sittings = [_sitting(house, conn, circle, who) for who in opening.players]
    named = [sitting.player for sitting in sittings if sitting.player]
    if len(set(named)) < len(named):
        raise Problem("invalid", {"reason": "same_player_twice"})
    own = [seat for seat, who in enumerate(opening.players) if who.get("me")]
    if len(own) > 1:
        raise Problem("invalid", {"reason": "me_once"})
    try:
        house_rules = codec.choose(rules.house_rules, dict(opening.house_rules))
    except ValueError as wrong:
        raise Problem("invalid", {"reason": "house_rule", "option": str(wrong)}) from None
    data: dict[str, Any] = {
        "game": rules.name,
        "seats": [_kept(sitting, seat in own) for seat, sitting in enumerate(sittings)],
        "dealing": opening.dealing,
        "first_seat": _first_seat(house, opening, len(sittings)),
        "house_rules": codec.record_to_json(house_rules),
        "memory": opening.memory or rules.memory,
        "played_on": day_played(house, opening.played_on),
        "rules_version": rules.version,
    }
    if opening.card_set is not None:
        data["card_set"] = content_of(conn, circle, rules, opening.card_set)
    elif rules.dealt_from_card_set and opening.dealing == "companion":
        raise Problem("card_set_needed")
    return data, own[0] if own else None


def _sitting(house: House, conn: Connection, circle: int, who: Mapping[str, Any]) -> Sitting:
    if who.get("robot"):
        raise Problem("invalid", {"reason": "no_robots"})
    if who.get("open"):
        return Sitting(open=True)
    return Sitting(player=people.resolve(house, conn, circle, who))


def _kept(sitting: Sitting, claimed: bool) -> dict[str, Any]:
    kept = {name: value for name, value in asdict(sitting).items() if value}
    return {**kept, "claimed": True} if claimed else kept


def _first_seat(house: House, opening: Opening, players: int) -> int:
    first = opening.first_seat
    if first is None:
        first = "lot" if opening.dealing == "companion" else 0
    if first == "lot":
        return house.random.randrange(players)
    if not isinstance(first, int) or not 0 <= first < players:
        raise Problem("invalid", {"reason": "first_seat"})
    return first


def day_played(house: House, played_on: str | None) -> str:
    """The day a match was played: today, unless it is written up later."""
    today = datetime.fromtimestamp(house.now() / 1000, UTC).date()
    if played_on is None:
        return today.isoformat()
    try:
        day = date.fromisoformat(played_on)
    except ValueError:
        raise Problem("invalid", {"reason": "played_on"}) from None
    # Somewhere on earth it is already tomorrow.
    if not day.isoformat() >= EARLIEST_DAY or (day - today).days > 1:
        raise Problem("invalid", {"reason": "played_on"})
    return day.isoformat()
