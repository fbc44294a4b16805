"""A circle with a long history, laid into the tables as the product keeps it: random legal play, real totals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

import orjson
from playing import course, opened
from sqlalchemy import insert, text

from companion import log, models
from companion.database import reading, writing
from companion.house import House
from companion.kit import codec
from companion.kit.match import Match, scores
from companion.registry import games
from companion.table import records
from companion.table.held import fresh, summary

CIRCLE = 1
PEOPLE, FRIENDS = 500, 10
"""So many people, who play with their nine friends."""
FIRST_DAY = date(2001, 1, 1)
AT_ONCE = 5_000


@dataclass(frozen=True)
class Played:
    """A match as random legal play left it: what its log says after the opening, and what came out."""

    game: str
    seats: int
    house_rules: dict[str, Any]
    memory: str
    first_seat: int
    events: Sequence[tuple[str, dict[str, Any]]]
    totals: Sequence[int]
    places: dict[int, tuple[int, int]]  # by seat: place, and how many share it


def play(count: int) -> list[Played]:
    """So many different matches of every game, played to their end."""
    found = []
    for rules in games().values():
        for seed in range(count):
            random = Random(seed)
            start = end = opened(rules, random)
            events = []
            for event, after in course(start, random, shortcuts=0.01):
                events.append(log.row_of(event))
                end = after
            found.append(_result(start, events, end))
    return found


def _result(start: Match[Any], events: list[tuple[str, dict[str, Any]]], end: Match[Any]) -> Played:
    told, places = scores(end), {}
    for tied in told["places"]:
        places |= dict.fromkeys(tied, (len(places) + 1, len(tied)))
    setup = start.setup
    return Played(
        start.rules.name,
        setup.players,
        codec.record_to_json(setup.house_rules),
        setup.memory,
        setup.first_seat,
        events,
        told["totals"],
        places,
    )


@dataclass
class Stored:
    """Filled up step by step. ``logs``: the matches that have one."""

    house: House
    plays: Sequence[Played]
    random: Random = field(default_factory=lambda: Random(1))
    matches: int = 0
    logs: list[int] = field(default_factory=list)
    events: int = 0

    def people(self) -> None:
        rows = [
            {
                "circle_id": CIRCLE,
                "person_id": 1000 + i,
                "name": f"Player {i}",
                "folded": f"player {i}",
                "met_at": i,
                "latest_at": i,
            }
            for i in range(PEOPLE)
        ]
        self._insert(models.Person, rows)

    def grow(self, to: int) -> None:
        """Matches up to this number, without their logs; and everybody's records."""
        while self.matches < to:
            rows: dict[Any, list[dict[str, Any]]] = {models.Match: [], models.Seat: [], models.Part: []}
            for _ in range(min(AT_ONCE, to - self.matches)):
                self._match(rows)
            for model, some in rows.items():
                self._insert(model, some)
        with writing(self.house.engine) as conn:
            for person in range(PEOPLE):
                for game in games():
                    records.recount(self.house, conn, CIRCLE, 1000 + person, game)

    def _match(self, rows: dict[Any, list[dict[str, Any]]]) -> None:
        number, self.matches = self.matches, self.matches + 1
        played, group = self.plays[number % len(self.plays)], self.random.randrange(PEOPLE // FRIENDS)
        day = (FIRST_DAY + timedelta(days=self.random.randrange(9000))).isoformat()
        match_id, at = 1_000_000 + number, 1_000_000_000_000 + number
        who = [1000 + FRIENDS * group + friend for friend in self.random.sample(range(FRIENDS), played.seats)]
        key = {"circle_id": CIRCLE, "match_id": match_id}
        best = [seat for seat, (place, _) in played.places.items() if place == 1]
        rows[models.Match].append(
            {
                **key,
                "game": played.game,
                "dealing": "table",
                "status": "finished",
                "version": len(played.events),
                "deal": 1,
                "totals": orjson.dumps(played.totals).decode(),
                "winners": orjson.dumps(sorted(best)).decode(),
                "opened_at": at,
                "touched_at": at,
                "played_on": day,
            }
        )
        rows[models.Seat] += ({**key, "seat": seat, "person_id": person} for seat, person in enumerate(who))
        for seat, person in enumerate(who):
            place, sharing = played.places[seat]
            part = {"place": place, "sharing": sharing, "total": played.totals[seat]}
            more = {"seat": seat, "game": played.game, "played_on": day, "opened_at": at}
            rows[models.Part].append({**key, "person_id": person, **more, **part})

    def keep_logs(self, count: int) -> None:
        """The logs of the first so many matches, event by event as they were played."""
        for number in range(count):
            with writing(self.house.engine) as conn:
                self.events += self._log(conn, number)

    def _log(self, conn: Any, number: int) -> int:
        played, match_id = self.plays[number % len(self.plays)], 1_000_000 + number
        seats = conn.execute(
            text("SELECT person_id FROM seat WHERE circle_id = 1 AND match_id = :match ORDER BY seat"),
            {"match": match_id},
        ).scalars()
        from companion.house import spell

        opening = {
            "game": played.game,
            "seats": [{"player": spell(person)} for person in seats],
            "dealing": "table",
            "first_seat": played.first_seat,
            "house_rules": played.house_rules,
            "memory": played.memory,
            "played_on": "2001-01-01",
            "rules_version": games()[played.game].version,
        }
        rows = [(log.OPENING, opening, 7), *((kind, data, 7) for kind, data in played.events)]
        entries = log.append(conn, CIRCLE, match_id, rows, 0, 1_000_000_000_000 + number)
        if number < 20:  # it is what the product itself would have kept
            told = summary(fresh(self.house, CIRCLE, match_id, entries))
            assert orjson.loads(told["totals"]) == list(played.totals)
        self.logs.append(match_id)
        return len(entries)

    def _insert(self, model: Any, rows: list[dict[str, Any]]) -> None:
        with writing(self.house.engine) as conn:
            conn.execute(insert(model), rows)

    def tidy(self) -> None:
        """As a database stands that has been running for a while: its planner knows what there is."""
        with self.house.engine.connect() as conn:
            raw = conn.connection.driver_connection
            assert raw is not None
            if self.house.engine.dialect.name == "sqlite":
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                raw.rollback()
                raw.autocommit = True
                raw.execute("VACUUM ANALYZE")
                raw.autocommit = False

    def size(self) -> int:
        """Bytes on disk."""
        self.tidy()
        with reading(self.house.engine) as conn:
            if self.house.engine.dialect.name == "sqlite":
                pages = conn.exec_driver_sql("PRAGMA page_count").scalar_one()
                return int(pages) * int(conn.exec_driver_sql("PRAGMA page_size").scalar_one())
            return int(conn.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def somebody(self) -> Iterator[int]:
        while True:
            yield 1000 + self.random.randrange(PEOPLE)
