"""A match file read: every entry judged as if it happened here, ids and recorders as the file has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from companion import log
from companion.house import House, spell, unspell
from companion.kit import codec
from companion.kit.general import GENERAL
from companion.kit.match import Match, evolve, seated
from companion.kit.rules import Event, Person, Rules
from companion.kit.seats import Seat
from companion.problem import Problem, refused
from companion.table.card_sets import judged as judged_card_set
from companion.table.held import opened
from companion.table.opening import day_played
from companion.table.recording import judged, must_hold
from companion.table.taking import FORMAT, FORMAT_VERSION

File = Mapping[str, Any]

OLD_FORMATS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From an old version of the file to the next."""
MOST_ENTRIES = 20_000
MOST_CHECKS = 100_000
"""Of events, those after a correction again: what a file may cost, about ten seconds."""
DAY = 86_400_000


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
class Read:
    """A file that has been understood: ids as in the file, ``by`` in place of actors."""

    match_id: int
    rules: Rules[Any]
    people: Mapping[str, str]
    merged: Mapping[str, str]  # who of them is another of them, as it turned out
    entries: Sequence[log.Entry]
    by: Sequence[str]


def read(house: House, file: File, *, trusted: bool) -> Read:
    """Problem for a file that is none, is cut off or in part, or tells what cannot have been."""
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
    return Read(match_id, rules, names, merged, entries, by)


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
