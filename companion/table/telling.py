"""What is told of a match: the view, the log, the scores. Everything hidden stays out of all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Row

from companion import access, log, people
from companion.access import Caller
from companion.database import reading
from companion.house import House, iso, spell
from companion.kit import codec
from companion.kit import match as kit
from companion.kit.match import Match
from companion.kit.seats import SCRIBE
from companion.table.answers import Answer
from companion.table.held import Held, as_known_to, event_of, eyes, hidden_from, hold, in_running_deal, redacted, row_of
from companion.table.history import seats_of


class Listener:
    """One caller hears of one match: what is needed for that is found out once."""

    def __init__(self, house: House, conn: Connection, held: Held, caller: Caller) -> None:
        self.house, self.conn, self.held, self.caller = house, conn, held, caller

    @cached_property
    def match(self) -> Match[Any]:
        """As this caller may know it."""
        return as_known_to(self.held, self.caller)

    @cached_property
    def holders(self) -> Mapping[int, Row[Any]]:
        """The phones of the match, by token."""
        return access.holders(self.conn, self.held.circle, self.held.match_id)

    @cached_property
    def recorders(self) -> dict[int, str]:
        """Who an actor in the log is."""
        by = {log.COMPANION: "companion"}
        for token, holder in self.holders.items():
            by[token] = f"seat {holder.seat}" if holder.role == "seat" else str(holder.role)
        return by

    @cached_property
    def held_seats(self) -> set[int | None]:
        """Those that a phone holds: not those of a match that was brought here without its phones."""
        return {holder.seat for holder in self.holders.values() if holder.ended_at is None}

    def view(self) -> dict[str, Any]:
        return {**self.around(self.match), **kit.view(self.match, eyes(self.held, self.caller))}

    def around(self, match: Match[Any]) -> dict[str, Any]:
        """What a view says besides the game itself."""
        held = self.held
        known = people.known(self.conn, held.circle, (s.player for s in match.sittings))
        players = [known.get(sitting.player or "") for sitting in match.sittings]
        here = self.caller.at(held.match_id)
        there = {holder.seat for holder in self.holders.values() if access.present(self.house, holder)}
        return {
            "id": spell(held.match_id),
            "game": match.rules.name,
            "version": held.version,
            "dealing": match.setup.dealing,
            "first_seat": match.setup.first_seat,
            "house_rules": codec.record_to_json(match.setup.house_rules),
            "suit_names": match.setup.suit_names,
            "memory": match.setup.memory,
            "played_on": held.opening["played_on"],
            "locked": match.locked,
            "seats": [
                {
                    "seat": seat,
                    "name": player and player.name,
                    "player": player and player.id,
                    "robot": sitting.robot,
                    "open": sitting.open and not sitting.claimed and not sitting.robot,
                    "claimed": sitting.claimed and seat in self.held_seats,
                    "online": sitting.claimed and seat in there,
                }
                for seat, (sitting, player) in enumerate(zip(match.sittings, players, strict=True))
            ],
            "you": {"role": here.role if here.role and here.role != "member" else "watcher", "seat": here.seat},
            "irregular": list(match.irregular),
        }

    def rows(self, seqs: Iterable[int]) -> list[dict[str, Any]]:
        """Entries as they were recorded, each with what became of it."""
        found = []
        for seq in seqs:
            entry = self.held.standing.entries[seq]
            data = self._told(entry.type, entry.data, seq)
            if data is not None:
                found.append(self.marked(entry, entry.type, data, self.held.standing.state(seq)))
        return found

    def counting(self, after: int) -> list[dict[str, Any]]:
        """What counts, in playing order, in the words that count."""
        told = (self.counted(seq) for seq in self.held.standing.order if seq > after)
        return [entry for entry in told if entry is not None]

    def counted(self, seq: int) -> dict[str, Any] | None:
        """One of those; None while it is not told."""
        event = self.held.standing.events[seq]
        data = self._told(event["type"], {k: v for k, v in event.items() if k != "type"}, seq)
        return data if data is None else self.marked(self.held.standing.entries[seq], event["type"], data, "active")

    def marked(self, entry: log.Entry, kind: str, data: Mapping[str, Any], state: str) -> dict[str, Any]:
        by = self.recorders.get(entry.actor, "somebody")
        return {"seq": entry.seq, "type": kind, **data, "at": iso(entry.at), "by": by, "state": state}

    def _told(self, kind: str, data: Mapping[str, Any], seq: int) -> dict[str, Any] | None:
        """A row's data as this caller may read it; None when it is not told yet."""
        held, caller, match = self.held, self.caller, self.match
        if kind == log.OPENING:
            return dict(data)
        if kind in log.CORRECTIONS:
            inner = data.get("event")
            if inner is None:
                return dict(data)
            words = {k: v for k, v in inner.items() if k != "type"}
            told = self._told(inner["type"], words, data.get("target", seq))
            return dict(data) | {"event": None if told is None else {"type": inner["type"], **told}}
        if match.setup.memory == "open" and not hidden_from(held, caller, seq):
            return dict(data)
        event = redacted(held, caller, event_of(held.rules, {"type": kind, **data}, seq))
        if isinstance(event, held.rules.events) and not match.expects.over:
            who = eyes(held, caller)
            if seq not in held.standing.events and who != SCRIBE and in_running_deal(held, seq):
                return None  # taken back: the fold no longer knows what of it lies open
            heard = match.rules.tell(match.game, event, who)
            if heard is None:
                return None
            event = heard
        told = codec.to_json(event)
        told.pop("type")
        return told


def look(house: House, caller: Caller, match_id: int) -> dict[str, Any]:
    """The contract's view, as this caller may see it."""
    with reading(house.engine) as conn:
        return Listener(house, conn, hold(house, conn, row_of(conn, caller, match_id)), caller).view()


def version(house: House, caller: Caller, match_id: int) -> int:
    with reading(house.engine) as conn:
        return int(row_of(conn, caller, match_id).version)


def game_of(house: House, caller: Caller, match_id: int) -> str:
    """The id of the game a match is of."""
    with reading(house.engine) as conn:
        return str(row_of(conn, caller, match_id).game)


def about(house: House, caller: Caller, match_id: int) -> tuple[str, list[str]]:
    """Game, and names by seat, for sentences about this match."""
    with reading(house.engine) as conn:
        row = row_of(conn, caller, match_id)
        seats = seats_of(conn, row.circle_id, [match_id]).get(match_id, [])
        return str(row.game), [seat["name"] or "" for seat in seats]


def scores(house: House, caller: Caller, match_id: int) -> dict[str, Any]:
    with reading(house.engine) as conn:
        held = hold(house, conn, row_of(conn, caller, match_id))
        return {"version": held.version, **kit.scores(as_known_to(held, caller), eyes(held, caller))}


def entries(
    house: House, caller: Caller, match_id: int, after: int = -1, effective: bool = False
) -> list[dict[str, Any]]:
    """The log after entry ``after``, or only what counts of it, in playing order."""
    with reading(house.engine) as conn:
        listener = Listener(house, conn, hold(house, conn, row_of(conn, caller, match_id)), caller)
        if effective:
            return listener.counting(after)
        return listener.rows(range(max(after, -1) + 1, listener.held.version + 1))


def answer(house: House, conn: Connection, held: Held, caller: Caller, first: int) -> Answer:
    """What a recording is answered with: its entries from ``first`` on, and the match after them."""
    listener = Listener(house, conn, held, caller)
    return Answer(held.version, listener.rows(range(first, held.version + 1)), listener.view())
