"""How fast: every figure beside a floor measured in the same run. Nothing here passes or fails by a clock."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from measure import Sheet, each, ms, percentile, seconds, us
from playing import course, opened
from tables import sit_down

from companion import log
from companion.database import reading, sqlite3
from companion.house import House
from companion.kit import codec
from companion.kit.match import Match, check, evolve, fold, view
from companion.kit.rules import Event
from companion.kit.seats import SCRIBE
from companion.registry import games
from companion.shelf import Shelf
from companion.table.held import hold, row_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST = 500


@pytest.fixture(scope="module")
def sheet() -> Iterator[Sheet]:
    sheet = Sheet()
    yield sheet
    print("\n\n" + sheet.text() + "\n")


def a_long_match(game: str) -> tuple[Match[Any], list[Event]]:
    """Random legal play at a table whose hands nobody has told, up to 500 events."""
    rules = games()[game]
    start = opened(rules, Random(11), players=max(rules.seats), first=0)
    events = []
    for event, _ in course(start, Random(5)):
        events.append(event)
        if len(events) == MOST:
            break
    return start, events


@pytest.mark.parametrize("game", games())
def test_folding(game: str, sheet: Sheet) -> None:
    start, events = a_long_match(game)

    def validated() -> None:
        match = start
        for event in events:
            assert check(match, event) is None
            match = evolve(match, event)

    bare = seconds(lambda: fold(start, events))
    full = seconds(validated)
    n = len(events)
    sheet.add(
        f"{game}: validated fold, hands unknown, {n} events",
        f"{us(full / n)} an event, {n / full:,.0f}/s",
        f"{us(bare / n)} unchecked",
        full / bare,
    )
    end = fold(start, events[: n - n // 10])
    sheet.add(f"{game}: the whole view, choices included", ms(seconds(lambda: view(end, SCRIBE))))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", games())
def test_loading_a_stored_match(game: str, house: House, sheet: Sheet) -> None:
    _, events = a_long_match(game)
    sitting = sit_down(house, game, max(games()[game].seats))
    for event in events:
        sitting.record(codec.to_json(event))

    def load_fold_show() -> None:
        cold = replace(house, shelf=Shelf())
        with reading(house.engine) as conn:
            view(hold(cold, conn, row_of(conn, sitting.host, sitting.match_id)).match, SCRIBE)

    def select_and_decode() -> None:
        with reading(house.engine) as conn:
            raw = conn.connection.driver_connection
            rows = raw.execute(
                "SELECT data FROM event WHERE circle_id = 1 AND match_id = ? ORDER BY seq", (sitting.match_id,)
            ).fetchall()
        orjson.loads("[" + ",".join(row[0] for row in rows) + "]")

    floor = seconds(select_and_decode)
    with reading(house.engine) as conn:
        reads = seconds(lambda: log.read(conn, 1, sitting.match_id))
    whole = seconds(load_fold_show)
    sheet.add(
        f"{game}: load, fold and show {len(events)} events", ms(whole), f"{ms(floor)} select + JSON", whole / floor
    )
    sheet.add(f"{game}:   of that the reading of the log", ms(reads), f"{ms(floor)} select + JSON", reads / floor)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_appending_through_the_use_case(house: House, tmp_path: Path, sheet: Sheet) -> None:
    game = next(iter(games()))
    _, events = a_long_match(game)
    sitting = sit_down(house, game, max(games()[game].seats))
    sent = [codec.to_json(event) for event in events]
    took = each(lambda i: sitting.record(sent[i]), range(len(sent)))
    insert = each(synced_inserts(tmp_path / "floor.db"), range(200))
    middle, floor = percentile(took, 0.5), percentile(insert, 0.5)
    sheet.add(
        "append by the use case, view included",
        f"{ms(middle)}, p95 {ms(percentile(took, 0.95))}",
        f"{ms(floor)} synced insert",
        middle / floor,
    )
    early, late = percentile(took[6:16], 0.5), percentile(took[-16:-4], 0.5)
    sheet.add(f"a play at event {len(sent) - 10} against one at 10", ms(late), ms(early), late / early)


def synced_inserts(file: Path) -> Any:
    db = sqlite3.connect(str(file), isolation_level=None)
    for words in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "CREATE TABLE e (seq INTEGER PRIMARY KEY, data TEXT)",
    ):
        db.execute(words)

    def insert(i: int) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO e VALUES (?, ?)", (i, '{"card": "S12", "seat": 1}'))
        db.execute("COMMIT")

    return insert


# Over HTTP


@contextmanager
def served(*command: str, folder: Path) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, *command, "--port", str(port)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=os.environ | {"COMPANION_DATA": str(folder), "PYTHONPATH": str(ROOT)},
    )
    try:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(0.5)
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(15)


@contextmanager
def phone(port: int, token: str = "") -> Iterator[Callable[[str, Any], Any]]:
    """One connection kept open; posts JSON and reads the answer whole."""
    http_ = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def post(path: str, body: Any) -> Any:
        http_.request("POST", path, json.dumps(body), headers)
        answer = http_.getresponse()
        told = json.loads(answer.read())
        assert answer.status in (200, 201), told
        return told

    with closing(http_):
        yield post


def record_all(port: int, game: str, events: list[dict[str, Any]], took: list[float]) -> None:
    players = [{"name": f"P{i}-{threading.get_ident()}"} for i in range(max(games()[game].seats))]
    with phone(port) as post:
        told = post("/api/matches", {"game": game, "players": players})
    path = f"/api/matches/{told['match']}/events"
    with phone(port, told["token"]) as post:
        took += each(lambda i: post(path, {"events": [events[i]]}), range(len(events)))


@pytest.mark.parametrize("clients", [1, 8])
def test_recording_over_http(clients: int, tmp_path: Path, sheet: Sheet) -> None:
    game = next(iter(games()))
    _, events = a_long_match(game)
    sent = [codec.to_json(event) for event in events][: MOST if clients == 1 else 120]
    took: list[float] = []
    with served("-m", "companion", "serve", "--host", "127.0.0.1", folder=tmp_path) as port:
        record_all(port, game, sent[:20], [])
        run_together(clients, lambda: record_all(port, game, sent, took))
    floor: list[float] = []
    with served(str(HERE / "bare_route.py"), folder=tmp_path / "bare") as port:
        run_together(clients, lambda: floor.extend(bare(port)))
    middle, bottom = percentile(took, 0.5), percentile(floor, 0.5)
    sheet.add(
        f"a play over HTTP, {clients} client{'s' * (clients > 1)}",
        f"{ms(middle)}, p95 {ms(percentile(took, 0.95))}",
        f"{ms(bottom)}, p95 {ms(percentile(floor, 0.95))} bare route + synced insert",
        middle / bottom,
    )


def bare(port: int) -> list[float]:
    with phone(port) as post:
        return each(lambda i: post("/", {"events": [{"type": "card_played", "card": "S12"}]}), range(200))


def run_together(clients: int, what: Any) -> None:
    threads = [threading.Thread(target=what) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
