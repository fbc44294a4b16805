"""A request repeated with its key gets the same answer again and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from api.phones import BEGINNING, CHALLENGES, THREE, TRUMP, Phone, Table, good, plays, refused, sit_down
from flask import Flask
from werkzeug.test import TestResponse

OPENING = {"game": "extreme-tricks", "players": list(THREE)}


def same(first: TestResponse, again: TestResponse) -> None:
    assert (first.status_code, first.json) == (again.status_code, again.json)


def test_a_recording(table: Table) -> None:
    first = table.record(CHALLENGES, TRUMP, key="one")
    table.recorded({"type": "noted", "text": "meanwhile"})
    same(first, table.record(CHALLENGES, TRUMP, key="one"))
    assert table.look()["version"] == 3


def test_a_correction(table: Table) -> None:
    table.recorded(*BEGINNING, *plays("C1", "C2"))
    first = table.correct({"seq": 7, "event": None}, key="one")
    table.recorded(*plays("C3"))
    same(first, table.correct({"seq": 7, "event": None}, key="one"))
    assert table.look()["version"] == 9


def test_an_opening(app: Flask) -> None:
    first = Phone(app).post("/matches", OPENING, key="one")
    again = Phone(app).post("/matches", OPENING, key="one")
    same(first, again)
    assert first.headers["Location"] == again.headers["Location"]
    assert len(good(Phone(app).get("/matches"))["items"]) == 1


def test_an_opening_of_the_companions_is_answered_as_of_then(app: Flask) -> None:
    body = {**OPENING, "dealing": "companion", "first_seat": 0}
    first = Phone(app).post("/matches", body, key="one")
    host = Phone(app, good(first, 201)["token"])
    good(host.post(f"/matches/{first.json['match']}/events", {"events": [TRUMP]}), 201)  # type: ignore[index]
    same(first, Phone(app).post("/matches", body, key="one"))


def test_joining(table: Table) -> None:
    outside, body = Phone(table.host.app), {"code": table.code, "seat": 1}
    first = outside.post("/join", body, key="one")
    same(first, outside.post("/join", body, key="one"))
    assert table.look(Phone(table.host.app, good(first)["token"]))["you"] == {"role": "seat", "seat": 1}
    assert table.look()["version"] == 1


def test_a_new_join_code(table: Table) -> None:
    first = table.host.post(f"{table.path}/join-code", key="one")
    same(first, table.host.post(f"{table.path}/join-code", key="one"))
    good(Phone(table.host.app).post("/join", {"code": good(first)["join_code"]}))


def test_a_circle(closed: Flask) -> None:
    first = Phone(closed).post("/circles", {"name": "Club"}, key="one")
    again = Phone(closed).post("/circles", {"name": "Club"}, key="one")
    same(first, again)
    good(Phone(closed, good(first, 201)["token"]).get("/players"))


def test_the_key_with_another_body_is_refused(table: Table) -> None:
    good(table.record(CHALLENGES, key="one"), 201)
    refused(table.record(TRUMP, key="one"), 422, "idempotency_mismatch")
    refused(table.correct({"seq": 1, "event": None}, key="one"), 422, "idempotency_mismatch")
    refused(table.host.post(f"{table.path}/join-code", key="one"), 422, "idempotency_mismatch")
    assert table.look()["version"] == 1


@pytest.mark.parametrize("body", [b"{", b"", b"[]", b'{"events": [{"type": "shuffled"}]}'])
def test_before_it_is_even_read(table: Table, body: bytes) -> None:
    good(table.record(CHALLENGES, key="one"), 201)
    refused(table.host.post(f"{table.path}/events", body, key="one"), 422, "idempotency_mismatch")


def test_a_key_is_each_phones_own(table: Table) -> None:
    ben = table.join(1)
    good(table.record(*BEGINNING, *plays("C1"), key="one"), 201)
    good(table.record(*plays("C2"), by=ben, key="one"), 201)


def test_without_a_token_yet_it_is_each_addresses_own(closed: Flask) -> None:
    asked = [
        Phone(closed).post("/circles", {"name": "Club"}, key="1", environ_overrides={"REMOTE_ADDR": address})
        for address in ("198.51.100.7", "198.51.100.8", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::2")
    ]
    tokens = [good(response, 201)["token"] for response in asked]
    assert len(set(tokens)) == 4
    assert tokens[2] == tokens[3]


def test_a_refused_request_is_judged_anew(table: Table) -> None:
    refused(table.record(TRUMP, key="one"), 422, "wrong_phase")
    table.recorded(CHALLENGES)
    good(table.record(TRUMP, key="one"), 201)
    good(table.record({"type": "noted", "text": "x"}, key="two"), 201)


def test_a_repetition_asks_no_more_what_version_there_is(table: Table) -> None:
    first = table.record(CHALLENGES, key="one", expected_version=0)
    same(first, table.record(CHALLENGES, key="one", expected_version=0))
    refused(table.record(CHALLENGES, expected_version=0), 409, "version_conflict")


def test_a_dry_run_remembers_nothing(table: Table) -> None:
    table.recorded(CHALLENGES)
    body = {"seq": 1, "event": None, "dry_run": True}
    good(table.correct(body, key="one"))
    good(table.correct({"seq": 1, "event": None}, key="one"), 201)


@pytest.mark.parametrize("key", ["", " ", "two words", "x" * 201, "käse", "tab\tbed"])
def test_a_key_is_1_to_200_visible_characters(table: Table, key: str) -> None:
    refused(table.record(CHALLENGES, key=key), 400, "malformed")


def test_a_key_of_200_characters(table: Table) -> None:
    same(table.record(CHALLENGES, key="~" * 200), table.record(CHALLENGES, key="~" * 200))


def at_once(ask: Callable[[], TestResponse], times: int = 5) -> list[Any]:
    barrier = Barrier(times)

    def one(_: int) -> TestResponse:
        barrier.wait()
        return ask()

    with ThreadPoolExecutor(times) as phones:
        return list(phones.map(one, range(times)))


@pytest.fixture
def on_either(database: str, serve: Callable[..., Flask]) -> Flask:
    """An open server on SQLite and on PostgreSQL in turn."""
    return serve(database=database)


def test_the_same_recording_five_times_at_once_has_one_effect(on_either: Flask) -> None:
    table = sit_down(on_either)
    answers = at_once(lambda: table.record(CHALLENGES, TRUMP, key="one"))
    assert [answer.status_code for answer in answers] == [201] * 5
    assert all(answer.json == answers[0].json for answer in answers)
    assert table.look()["version"] == 2


def test_the_same_opening_five_times_at_once_opens_one_match(on_either: Flask) -> None:
    answers = at_once(lambda: Phone(on_either).post("/matches", OPENING, key="one"))
    assert [answer.status_code for answer in answers] == [201] * 5
    assert len({answer.json["match"] for answer in answers}) == 1
    assert len({answer.json["token"] for answer in answers}) == 1
    assert len(good(Phone(on_either).get("/matches"))["items"]) == 1
    assert len(good(Phone(on_either).get("/players"))["items"]) == 3


def test_the_same_claim_five_times_at_once_takes_one_seat(on_either: Flask) -> None:
    table = sit_down(on_either)
    body = {"code": table.code, "seat": 1}
    answers = at_once(lambda: Phone(on_either).post("/join", body, key="one"))
    assert [answer.status_code for answer in answers] == [200] * 5
    assert len({answer.json["token"] for answer in answers}) == 1
    assert table.look()["version"] == 1


def test_matches_opened_at_once_meet_the_same_people(on_either: Flask) -> None:
    answers = at_once(lambda: Phone(on_either).post("/matches", OPENING))
    assert [answer.status_code for answer in answers] == [201] * 5
    assert [person["name"] for person in good(Phone(on_either).get("/players?q=ben"))["items"]] == ["Ben"]


def test_corrections_and_plays_at_once_leave_a_log_that_holds(on_either: Flask) -> None:
    table = sit_down(on_either)
    table.recorded(*BEGINNING, *plays("C1", "C2", "C3"))

    def undo_and_play(_: int) -> set[int]:
        last = table.log(query="?effective=true")[-1]["seq"]
        return {
            table.correct({"seq": last, "event": None}).status_code,
            table.record(*plays("C3")).status_code,
            table.record(*plays("C4")).status_code,
        }

    with ThreadPoolExecutor(3) as phones:
        codes = set.union(*phones.map(undo_and_play, range(6)))
    assert codes <= {201, 422}
    seqs = [entry["seq"] for entry in table.log()]
    assert seqs == list(range(len(seqs)))
    fresh = sit_down(on_either)
    fresh.recorded(*(event_of(entry) for entry in table.log(query="?effective=true&after=0")))
    assert fresh.look()["state"] == table.look()["state"]


def event_of(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in ("seq", "at", "by", "state")}
