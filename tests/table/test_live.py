"""Who follows a match is woken by an append in any process, and a wake-up that is lost only delays."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tables import Sitting, sit_down

from companion.database import engine_for
from companion.house import House
from companion.live import SqliteBell, bell_for
from companion.problem import Problem
from companion.shelf import Shelf

# PostgreSQL's notices do not get lost while the connection stands, and leave no sockets behind.
SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def two(house: House, database: str) -> Iterator[tuple[House, House]]:
    """The same database from two houses that share nothing else, as two workers do."""
    engine = engine_for(database)
    here = replace(house, bell=bell_for(house.engine))
    there = replace(house, engine=engine, shelf=Shelf(), bell=bell_for(engine))
    yield here, there
    for bell in (here.bell, there.bell):
        bell.close()
    for thread in threading.enumerate():
        if thread.name == "bell":
            thread.join(5)
    engine.dispose()


def at(house: House, sitting: Sitting) -> Sitting:
    return replace(sitting, house=house)


def noted(sitting: Sitting, text: str) -> Any:
    return sitting.record({"type": "noted", "text": text})


def woken(follower: threading.Event, sitting: Sitting, version: int, seconds: float) -> bool:
    """Waits as a stream does: woken, it looks; it has seen the append once the version is there."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if sitting.look()["version"] >= version:
            return True
        follower.wait(max(0, until - time.monotonic()))
        follower.clear()
    return False


def test_an_append_elsewhere_is_seen_within_a_second(two: tuple[House, House]) -> None:
    here, there = two
    sitting = sit_down(here)
    with there.bell.following(sitting.match_id) as follower:
        time.sleep(0.3)
        follower.clear()
        told = noted(sitting, "hello")
        assert follower.wait(1.0)
        assert woken(follower, at(there, sitting), told.version, 1.0)


def test_only_those_who_follow_that_match_are_woken_at_once(house: House) -> None:
    first, second = sit_down(house), sit_down(house)
    with house.bell.following(first.match_id) as one, house.bell.following(second.match_id) as other:
        noted(first, "hello")
        assert one.is_set()
        assert not other.is_set()


def test_nobody_is_woken_by_what_was_refused(house: House) -> None:
    sitting = sit_down(house)
    with house.bell.following(sitting.match_id) as follower, pytest.raises(Problem):
        sitting.record({"type": "noted", "text": "fine"}, {"type": "trump_chosen", "seat": 0, "suit": "H"})
    assert not follower.is_set()


@SQLITE
def test_a_lost_wake_up_only_delays(two: tuple[House, House]) -> None:
    here, there = two
    sitting = sit_down(here)
    assert isinstance(here.bell, SqliteBell)
    with there.bell.following(sitting.match_id) as follower:
        time.sleep(1.2)
        follower.clear()
        mute = replace(here, bell=type(here.bell).__mro__[1]())
        told = noted(at(mute, sitting), "whispered")
        assert woken(follower, at(there, sitting), told.version, 2.5)


@SQLITE
def test_the_socket_of_a_process_that_is_gone_is_cleared_away(two: tuple[House, House]) -> None:
    here, _ = two
    assert isinstance(here.bell, SqliteBell)
    sitting = sit_down(here)
    with here.bell.following(sitting.match_id):
        import socket

        gone = here.bell._folder / "1-gone.bell"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
            ear.bind(str(gone))
        noted(sitting, "hello")
        assert not gone.exists()


def test_closing_lets_every_follower_go(house: House) -> None:
    with house.bell.following(1) as one, house.bell.following(2) as two:
        house.bell.close()
        assert one.is_set()
        assert two.is_set()
