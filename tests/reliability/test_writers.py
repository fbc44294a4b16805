"""Many phones at once, and a server that dies: nothing acknowledged is lost, doubled or out of order."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from product import Product, free_port, kill, served, start, stop

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WRITERS = 8
THREE = [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}]


def opened(product: Product) -> tuple[str, str]:
    told = product.ask("POST", "/api/matches", {"game": "extreme-tricks", "players": THREE}).body
    return told["match"], told["token"]


def note(text: str) -> dict[str, Any]:
    return {"events": [{"type": "noted", "text": text}]}


def together(writers: int, what: Callable[[int], None], seconds: float = 120) -> None:
    wrong: list[BaseException] = []

    def run(number: int) -> None:
        try:
            what(number)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
        assert not thread.is_alive()
    assert not wrong, wrong[0]


def texts(product: Product, match: str) -> list[str]:
    log = product.ask("GET", f"/api/matches/{match}/events").body["items"]
    assert [entry["seq"] for entry in log] == list(range(len(log)))
    return [entry["text"] for entry in log if entry["type"] == "noted"]


@pytest.mark.parametrize("matches", [1, 50])
def test_eight_writers_lose_double_and_disorder_nothing(database: str, tmp_path: Path, matches: int) -> None:
    each = 40
    with served(tmp_path, database=database, make=False) as product:
        tables = [opened(product) for _ in range(matches)]
        acknowledged: list[list[tuple[str, str, int]]] = [[] for _ in range(WRITERS)]

        def write(number: int) -> None:
            dice = random.Random(number)
            for i in range(each):
                match, token = dice.choice(tables)
                phone = Product(product.port, product.said, token)
                answer = phone.ask("POST", f"/api/matches/{match}/events", note(f"{number}.{i}"))
                assert answer.status == 201, answer.body
                acknowledged[number].append((match, f"{number}.{i}", answer.body["version"]))

        together(WRITERS, write)
        for match, _ in tables:
            said = texts(product, match)
            expected = [(text, version) for writer in acknowledged for m, text, version in writer if m == match]
            assert sorted(said) == sorted(text for text, _ in expected)
            # In the order in which they were acknowledged, by version; so each writer's own stay in order.
            assert said == [text for text, _ in sorted(expected, key=lambda one: one[1])]
    assert sum(len(writer) for writer in acknowledged) == WRITERS * each


@pytest.mark.serial
@pytest.mark.timeout(420)
def test_a_server_killed_25_times_keeps_every_acknowledged_event_exactly_once(database: str, tmp_path: Path) -> None:
    product = Product(free_port(), tmp_path / "said.txt")
    process = start(product, tmp_path, database=database, make=False)
    match, token = opened(product)
    over = threading.Event()
    acknowledged: list[list[str]] = [[] for _ in range(4)]

    def write(number: int) -> None:
        phone = Product(product.port, product.said, token)
        i = 0
        while not over.is_set():
            text = f"{number}.{i}"
            try:
                answer = phone.ask("POST", f"/api/matches/{match}/events", note(text), Idempotency_Key=f"key-{text}")
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.02)  # the server is down; the phone asks again with the same key
                continue
            assert answer.status == 201, answer.body
            acknowledged[number].append(text)
            i += 1

    writers = threading.Thread(target=together, args=(4, write, 400))
    writers.start()
    dice = random.Random(25)
    try:
        for _ in range(25):
            time.sleep(dice.uniform(0.1, 0.6))
            kill(process)
            process = start(product, tmp_path, database=database, make=False)
        time.sleep(0.3)
    finally:
        over.set()
        writers.join(30)
        said = texts(product, match)
        stop(process)
    assert len(said) > 100
    assert len(set(said)) == len(said)
    for mine in acknowledged:
        assert [text for text in said if text in set(mine)] == mine
    # What is there and was not acknowledged is at most the one entry each writer was waiting for.
    assert len(said) - sum(len(mine) for mine in acknowledged) <= 4


@pytest.mark.serial
def test_open_streams_do_not_hold_up_a_server_that_is_told_to_stop(database: str, tmp_path: Path) -> None:

    took = min(_stopped_with_streams_open(database, tmp_path) for _ in range(2))
    assert took < 3, f"{took:.1f} s"


def _stopped_with_streams_open(database: str, tmp_path: Path) -> float:
    product = Product(free_port(), tmp_path / "said.txt")
    process = start(product, tmp_path, database=database, make=False)
    match, _ = opened(product)
    streams = []
    for _ in range(12):
        stream = http.client.HTTPConnection("127.0.0.1", product.port, timeout=10)
        stream.request("GET", f"/api/matches/{match}/stream")
        assert stream.getresponse().status == 200
        streams.append(stream)
    time.sleep(0.3)
    took = stop(process)
    for stream in streams:
        stream.close()
    return took
