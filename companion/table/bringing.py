"""A match brought in from a file: every entry goes through the same check as if it happened here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, insert, select

from companion import access, log, models, people
from companion.access import Caller
from companion.database import writing
from companion.house import House, spell, unspell
from companion.kit import codec
from companion.kit.match import GENERAL, Match, evolve, seated
from companion.kit.rules import Event, Person, Rules
from companion.kit.seats import Seat
from companion.problem import Problem, refused
from companion.table.answers import Key, in_turn, remember, repeated
from companion.table.card_sets import judged as judged_card_set
from companion.table.held import fresh, opened
from companion.table.opening import circle_of, day_played, keep_beside
from companion.table.recording import judged, must_hold
from companion.table.taking import FORMAT, FORMAT_VERSION

_match = models.Match.__table__  # type: ignore[attr-defined]
_person = models.Person.__table__  # type: ignore[attr-defined]

File = Mapping[str, Any]

OLD_FORMATS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From an old version of the file to the next."""
MOST_ENTRIES = 20_000
MOST_CHECKS = 100_000
"""Of events, those after a correction again: what a file may cost, about ten seconds."""
SOMEBODY = 1
"""The actor of an entry of which nobody knows any more who recorded it; no token has this id."""
DAY = 86_400_000


@dataclass(frozen=True, slots=True)
class Brought:
    """``new`` is false where the match was here already: then who may host it is settled, and no token is told."""

    match: str
    version: int
    new: bool
    token: str | None = None
    join_code: str | None = None


@dataclass(frozen=True, slots=True)
class _Chair:
    player: Person | None = None
    robot: Literal["easy", "strong"] | None = None
    open: bool = False
    claimed: bool = False
    before: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class _Began:
    """Entry 0, but for what only the game can judge."""

    game: str
    seats: tuple[_Chair, ...]
    dealing: Literal["table", "companion"]
    first_seat: Seat
    memory: Literal["open", "closed"]
    played_on: str
    rules_version: int


@dataclass(frozen=True, slots=True)
class _Read:
    """A file that has been understood: ids as in the file, ``by`` in place of actors."""

    match_id: int
    rules: Rules[Any]
    people: Mapping[str, str]
    merged: Mapping[str, str]  # who of them is another of them, as it turned out
    entries: Sequence[log.Entry]
    by: Sequence[str]


def bring_in(house: House, caller: Caller, file: File, key: Key | None = None, *, trusted: bool = False) -> Brought:
    """Into the caller's circle, whatever the file says. Problem for a file that is none, or tells what cannot be.

    ``trusted``: from who runs the server, so that it may be as long as it likes.
    """
    circle = circle_of(caller)
    brought = _understood(house, file, trusted=trusted)
    with writing(house.engine) as conn:
        in_turn(conn, circle)
        again = repeated(house, conn, circle, caller.token, key)
        if again is not None:
            return _told_again(house, conn, circle, again.match_id, again.last_seq, again.token_id)
        there = _already_here(house, conn, circle, caller, brought)
        if there is not None:
            remember(house, conn, circle, caller.token, key, brought.match_id, 0, there.version)
            return there
        entries = _at_home(house, conn, circle, brought)
        token_id, token = access.give(house, conn, circle, brought.match_id, "host")
        _, code = access.new_code(house, conn, circle, brought.match_id)
        actors = _actors(house, conn, circle, brought, token_id)
        entries = tuple(replace(entry, actor=actors[by]) for entry, by in zip(entries, brought.by, strict=True))
        log.keep(conn, circle, brought.match_id, entries)
        held = keep_beside(house, conn, fresh(house, circle, brought.match_id, entries))
        remember(house, conn, circle, caller.token, key, brought.match_id, 0, held.version, token_id)
    house.appended(held)
    return Brought(spell(brought.match_id), held.version, True, token, code)


def _told_again(house: House, conn: Connection, circle: int, match_id: int, version: int, token_id: int) -> Brought:
    if token_id == 0:
        return Brought(spell(match_id), version, False)
    code = access.join_code(house, conn, circle, match_id)
    return Brought(spell(match_id), version, True, access.again(house, conn, circle, token_id), code)


def _already_here(house: House, conn: Connection, circle: int, caller: Caller, brought: _Read) -> Brought | None:
    """The same match, perhaps gone on since. Problem when what is here is something else, or was deleted."""
    row = conn.execute(
        select(_match).where(_match.c.circle_id == circle, _match.c.match_id == brought.match_id)
    ).first()
    if row is None:
        return None
    if row.deleted_at is not None:
        raise Problem("invalid", {"reason": "deleted_here"})
    here = [(entry.type, entry.at) for entry in log.read(conn, circle, brought.match_id)]
    if here[: len(brought.entries)] != [(entry.type, entry.at) for entry in brought.entries]:
        raise Problem("invalid", {"reason": "here_otherwise"})
    if caller.match == brought.match_id and caller.role == "host":
        code = access.join_code(house, conn, circle, brought.match_id)
        return Brought(
            spell(brought.match_id), row.version, False, access.again(house, conn, circle, caller.token), code
        )
    return Brought(spell(brought.match_id), row.version, False)


# Whoever and whatever the file names, as it is called here.


def _at_home(house: House, conn: Connection, circle: int, brought: _Read) -> tuple[log.Entry, ...]:
    """The entries with the people of this circle: by their id, else by their name, else met now."""
    names = {
        person: people.tidy(name) if name.strip() else ""  # somebody who is no longer named
        for person, name in brought.people.items()
    }
    known = conn.execute(
        select(_person.c.person_id, _person.c.folded, people.NOW.label("now_id"))
        .where(_person.c.circle_id == circle)
        .order_by(_person.c.met_at, _person.c.person_id)
    ).all()
    ids = {spell(row.person_id) for row in known}
    at_home = {person: person for person in names if person in ids}
    taken = set(at_home)
    # In the order of the seats: of two with one name the first to sit is the one who played here before.
    seats = [seat["player"] for seat in brought.entries[0].data["seats"] if seat.get("player")]
    for person in sorted(dict.fromkeys((*seats, *names)), key=lambda person: person in brought.merged):
        name = names[person]
        if person in at_home:
            continue
        same = (spell(row.now_id) for row in known if name and row.folded == name.casefold())
        found = at_home.get(brought.merged.get(person, ""))
        found = found or next((other for other in same if other not in taken), None)
        if found is None:
            found, now = person, house.now()
            conn.execute(
                insert(_person).values(
                    circle_id=circle,
                    person_id=unspell(person),
                    name=name,
                    folded=name.casefold(),
                    met_at=now,
                    latest_at=now,
                )
            )
        at_home[person] = found
        taken.add(found)
    if all(person == here for person, here in at_home.items()):
        return tuple(brought.entries)
    return tuple(replace(entry, data=_renamed(entry.data, at_home)) for entry in brought.entries)


def _renamed(data: Mapping[str, Any], at_home: Mapping[str, str]) -> dict[str, Any]:
    """The same with people by their ids here: an opening's seats, an event's own, those in a correction's event."""
    out = dict(data)
    if "seats" in out:
        out["seats"] = [_renamed(seat, at_home) for seat in out["seats"]]
    if out.get("player"):
        out["player"] = at_home[out["player"]]
    if "players" in out:
        out["players"] = {seat: at_home[person] for seat, person in out["players"].items()}
    if "event" in out:
        out["event"] = _renamed(out["event"], at_home)
    return out


def _actors(house: House, conn: Connection, circle: int, brought: _Read, host: int) -> dict[str, int]:
    """Who recorded what. The phones of another server are none of ours: theirs are tokens that have ended."""
    actors = {"companion": log.COMPANION, "host": host, "somebody": SOMEBODY}
    for by in brought.by:
        if by not in actors:
            role, _, seat = by.partition(" ")
            actors[by] = access.gone(house, conn, circle, brought.match_id, role, int(seat) if seat else None)
    return actors


# Reading the file.


def _understood(house: House, file: File, *, trusted: bool) -> _Read:
    if not isinstance(file, Mapping) or file.get("format") != FORMAT:
        raise Problem("invalid", {"reason": "no_match_file"})
    version = file.get("format_version")
    if type(version) is not int or not (version == FORMAT_VERSION or version in OLD_FORMATS):
        newer = type(version) is int and version > FORMAT_VERSION
        raise Problem("invalid", {"reason": "newer_file" if newer else "no_match_file"})
    file = dict(file)
    while version < FORMAT_VERSION:
        file, version = OLD_FORMATS[version](file), version + 1
    if file.get("partial") is not False:
        raise Problem("invalid", {"reason": "partial_file"})
    match_id = unspell(file["match"]) if isinstance(file.get("match"), str) else None
    names, rows, events_version = file.get("people"), file.get("events"), file.get("events_version")
    merged = file.get("merged", {})
    if (
        match_id is None
        or match_id < 1 << 20
        or spell(match_id) != file["match"]
        or not isinstance(names, Mapping)
        or not all(_is_person(person) and isinstance(name, str) for person, name in names.items())
        or not isinstance(merged, Mapping)
        or not all(isinstance(now, str) for now in merged.values())
        or type(events_version) is not int
        or not isinstance(rows, list)
        or not rows
    ):
        raise Problem("invalid", {"reason": "no_match_file"})
    if events_version > log.SCHEMA_VERSION:
        raise Problem("invalid", {"reason": "newer_file"})
    if len(rows) > MOST_ENTRIES and not trusted:
        raise Problem("too_large")
    entries, by = zip(*(_entry(row, seq, events_version) for seq, row in enumerate(rows)), strict=True)
    if not trusted:
        for entry in entries:
            if entry.at > house.now() + DAY:  # clocks differ, but not by so much
                raise _wrong(entry.seq)
    rules = _rules(house, entries[0])
    started = _opening(house, rules, entries[0], names)
    read = _Reading(rules, names, started, None if trusted else MOST_CHECKS)
    entries = (replace(entries[0], data=read.opening), *(read.taken(entry) for entry in entries[1:]))
    read.caught_up()
    return _Read(match_id, rules, names, merged, entries, by)


def _is_person(person: Any) -> bool:
    number = unspell(person) if isinstance(person, str) else None
    return number is not None and number > 0 and spell(number) == person


def _wrong(seq: int) -> Problem:
    return Problem("invalid", {"reason": "file_entry", "entry": seq}, index=seq)


ABOUT_AN_ENTRY = frozenset({"seq", "at", "by", "state"})
RECORDERS = frozenset({"companion", "host", "scribe", "watcher", "somebody", *(f"seat {seat}" for seat in range(8))})


def _entry(row: Any, seq: int, version: int) -> tuple[log.Entry, str]:
    """A row of the file as an entry, its event still to be judged, and who recorded it."""
    if not isinstance(row, dict) or row.get("seq") != seq or not isinstance(row.get("type"), str):
        raise _wrong(seq)
    by = row.get("by")
    if by not in RECORDERS or (row["type"] == log.OPENING) != (seq == 0):
        raise _wrong(seq)
    try:
        at = datetime.fromisoformat(row["at"])
        ms = round(at.timestamp() * 1000)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise _wrong(seq) from None
    if at.tzinfo is None or ms < 0:
        raise _wrong(seq)
    data = {name: value for name, value in row.items() if name not in ABOUT_AN_ENTRY and name != "type"}
    try:
        kind, data = log.upcast(row["type"], version, data)
    except (KeyError, TypeError, ValueError):
        raise _wrong(seq) from None
    return log.Entry(seq, kind, data, 0, ms), by


def _rules(house: House, entry: log.Entry) -> Rules[Any]:
    game = entry.data.get("game")
    rules = house.games.get(game) if isinstance(game, str) else None
    if rules is None:
        raise Problem("invalid", {"reason": "unknown_game"}, index=0)
    return rules


def _opening(house: House, rules: Rules[Any], entry: log.Entry, names: Mapping[str, str]) -> dict[str, Any]:
    """Entry 0 as an opening of today would say it."""
    data = dict(entry.data)
    house_rules, card_set = data.pop("house_rules", None), data.pop("card_set", None)
    try:
        began: _Began = codec.choose(_Began, data)
        rules_of_house = codec.choose(rules.house_rules, house_rules)
    except (ValueError, TypeError, AttributeError):
        raise _wrong(0) from None
    players = [chair.player for chair in began.seats if chair.player]
    if (
        len(began.seats) not in rules.seats
        or not 0 <= began.first_seat < len(began.seats)
        or len(set(players)) < len(players)
        or not set(players) <= names.keys()
        or any(chair.before for chair in began.seats)
        or any(not (chair.player or chair.open or chair.robot) for chair in began.seats)
    ):
        raise _wrong(0)
    told = codec.record_to_json(began) | {
        "seats": [
            {name: value for name, value in codec.record_to_json(chair).items() if value} for chair in began.seats
        ],
        "house_rules": codec.record_to_json(rules_of_house),
        "played_on": day_played(house, began.played_on),
    }
    if card_set is not None:
        if not isinstance(card_set, dict):
            raise _wrong(0)
        told["card_set"] = judged_card_set(rules, card_set)
    elif rules.dealt_from_card_set and began.dealing == "companion":
        raise Problem("card_set_needed", index=0)
    return told


class _Reading:
    """The log as it grew: each event judged by what counted when it was recorded, and again after a correction."""

    def __init__(
        self, rules: Rules[Any], names: Mapping[str, str], opening: dict[str, Any], most_checks: int | None
    ) -> None:
        self.rules, self.names, self.opening, self.left = rules, names, opening, most_checks
        self.types = codec.by_type((*GENERAL, *rules.events))
        self.order: list[int] = []
        self.events: dict[int, Event] = {}
        self.matches = [self._begun()]  # before each event of the order, as far as it has been judged

    def _begun(self) -> Match[Any]:
        try:
            return opened(self.rules, self.opening)
        except (ValueError, TypeError, KeyError):
            raise _wrong(0) from None

    def taken(self, entry: log.Entry) -> log.Entry:
        """The entry as it would be stored here; Problem when it cannot have been recorded then."""
        if entry.type not in log.CORRECTIONS:
            self.caught_up()
            event = self._event({"type": entry.type, **entry.data}, entry.seq, entry.seq)
            self.order.append(entry.seq)
            self.events[entry.seq] = event
            self.caught_up()
            return replace(entry, data=_data(self.events[entry.seq]))
        return replace(entry, data=self._corrected(entry))

    def _corrected(self, entry: log.Entry) -> dict[str, Any]:
        seq, data = entry.seq, entry.data
        if entry.type == log.Withdrawn.type:
            if data.keys() != {"target"} or type(data["target"]) is not int or not 0 < data["target"] < seq:
                raise _wrong(seq)
            return dict(data)
        inserting = entry.type == log.Inserted.type
        target = data.get("before" if inserting else "target")
        if type(target) is not int or target not in self.events:
            raise _wrong(seq)
        place = self.order.index(target)
        removed = entry.type in (log.Removed.type, log.Rewound.type)
        if data.keys() != {"before" if inserting else "target"} | (set() if removed else {"event"}):
            raise _wrong(seq)
        if removed:
            gone = self.order[place:] if entry.type == log.Rewound.type else [target]
            for one in gone:
                self.order.remove(one)
                del self.events[one]
            del self.matches[place + 1 :]
            return dict(data)
        event = self._event(data["event"], seq if inserting else target, seq)
        if inserting:
            self.order.insert(place, seq)
            target = seq
        self.events[target] = event
        del self.matches[place + 1 :]
        return {**data, "event": codec.to_json(event)}

    def caught_up(self) -> None:
        """Everything that counts has been judged."""
        while len(self.matches) <= len(self.order):
            match, seq = self.matches[-1], self.order[len(self.matches) - 1]
            event = self.events[seq]
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    raise Problem("too_large")
            refusal = judged(match, event) if must_hold(event) else None
            if refusal is not None:
                raise refused(refusal, seq)
            if seated(match, event) != event:
                raise _wrong(seq)
            match = evolve(match, event)
            players = [sitting.player for sitting in match.sittings if sitting.player]
            if len(set(players)) < len(players):
                raise _wrong(seq)
            self.matches.append(match)

    def _event(self, data: Any, seq: int, row: int) -> Event:
        """An event that this game knows, of cards, seats and people that there are."""
        kind = self.types.get(str(data.get("type"))) if isinstance(data, dict) else None
        if kind is None:
            raise _wrong(row)
        try:
            event: Event = codec.choose(kind, {name: data[name] for name in data if name != "type"}, at=seq)
        except (ValueError, TypeError):
            raise _wrong(row) from None
        seats = range(len(self.opening["seats"]))
        if not (
            all(card in self.rules.cards for card in codec.values_in(event, "card"))
            and all(seat in seats for seat in codec.seats_in(event))
            and all(person in self.names for person in codec.values_in(event, "person"))
        ):
            raise _wrong(row)
        return event


def _data(event: Event) -> dict[str, Any]:
    data = codec.to_json(event)
    del data["type"]
    return data
