"""Who may do what: host, seat, watcher and nobody, on an open server and on a closed one."""

from __future__ import annotations

from typing import Any

import pytest
from api.phones import BEGINNING, CHALLENGES, THREE, TRUMP, Phone, Table, declared, good, plays, refused, sit_down
from flask import Flask

READS = ["", "/events", "/events?effective=true", "/scores"]


def member(app: Flask, name: str = "Friday club") -> Phone:
    return Phone(app, good(Phone(app).post("/circles", {"name": name}), 201)["token"])


@pytest.fixture
def club(closed: Flask) -> Table:
    """A match of a circle on a closed server."""
    return sit_down(closed, by=member(closed))


# At a table with real cards.


def test_a_seat_records_for_itself_alone(table: Table) -> None:
    ben = table.join(1)
    table.recorded(*BEGINNING[:3])
    told = refused(table.record(declared(2), by=ben), 403, "not_yours")
    assert told["index"] == 0
    good(table.record(declared(1), by=ben), 201)
    table.recorded(declared(2), *plays("C1"))
    assert good(table.record(*plays("C2"), by=ben), 201)["events"][0]["by"] == "seat 1"
    refused(table.record(*plays("C3"), by=ben), 403, "not_yours")
    refused(table.record(*plays("C3", seat=2), by=ben), 403, "not_yours")


@pytest.mark.parametrize(
    "event",
    [
        CHALLENGES,
        {"type": "score_adjusted", "seat": 1, "points": 9, "reason": "mine"},
        {"type": "deal_thrown_in"},
        {"type": "match_ended"},
        {"type": "match_abandoned"},
        {"type": "seats_named", "players": {"1": {"name": "Benny"}}},
        {"type": "seat_handed", "seat": 0, "player": {"name": "Eva"}},
    ],
)
def test_what_is_the_hosts_is_not_a_seats(table: Table, event: dict[str, Any]) -> None:
    refused(table.record(event, by=table.join(1)), 403, "not_yours")


@pytest.mark.parametrize("event", [CHALLENGES, *plays("C1"), {"type": "noted", "text": "x"}, {"type": "match_ended"}])
def test_who_only_watches_records_nothing(table: Table, event: dict[str, Any]) -> None:
    refused(table.record(event, by=table.join()), 403, "not_yours")
    refused(table.record(event, by=Phone(table.host.app)), 401, "no_token")


def test_the_host_of_one_match_watches_every_other(table: Table) -> None:
    other = sit_down(table.host.app)
    assert table.look(other.host)["you"] == {"role": "watcher", "seat": None}
    refused(table.record(CHALLENGES, by=other.host), 403, "not_yours")
    refused(table.correct({"seq": 1, "event": None}, by=other.host), 403, "not_yours")


# Dealt by the companion.


def test_in_companion_dealing_everybody_acts_for_the_own_seat(app: Flask) -> None:
    table = sit_down(
        app, [{"name": "Ann", "me": True}, {"name": "Ben"}, {"name": "Cy"}], dealing="companion", first_seat=1
    )
    ben = table.join(1)
    refused(table.record({**TRUMP, "seat": 1}), 403, "not_yours")
    refused(table.record({**TRUMP, "seat": 1}, by=table.join(2)), 403, "not_yours")
    good(table.record({**TRUMP, "seat": 1}, by=ben), 201)
    good(table.record({"type": "score_adjusted", "seat": 2, "points": 1, "reason": "kindness"}), 201)
    refused(table.record(CHALLENGES), 422, "wrong_phase")
    refused(table.record({"type": "hands_dealt", "hands": {}}), 422, "wrong_phase")


# An open server.


def test_on_an_open_server_everybody_looks_on(table: Table) -> None:
    outside = Phone(table.host.app)
    for read in READS:
        good(outside.get(table.path + read))
    assert good(outside.get("/matches"))["items"][0]["id"] == table.id
    assert {person["name"] for person in good(outside.get("/players"))["items"]} == {"Ann", "Ben", "Cy"}
    assert table.look(outside)["you"] == {"role": "watcher", "seat": None}
    refused(outside.post(f"{table.path}/join-code"), 401, "no_token")
    refused(outside.get(f"{table.path}/join-code"), 401, "no_token")


def test_an_open_server_has_one_circle(app: Flask) -> None:
    told = refused(Phone(app).post("/circles", {"name": "Another"}), 422, "invalid")
    assert "circle" in told["detail"]


# A closed server.


def test_on_a_closed_server_there_is_nothing_to_see_from_outside(club: Table) -> None:
    outside = Phone(club.host.app)
    for read in READS:
        refused(outside.get(club.path + read), 401, "no_token")
    for path in ("/matches", "/players"):
        refused(outside.get(path), 401, "no_token")
    refused(club.record(CHALLENGES, by=outside), 401, "no_token")
    refused(club.correct({"seq": 1, "event": None}, by=outside), 401, "no_token")
    refused(outside.post("/matches", {"game": "extreme-tricks", "players": list(THREE)}), 401, "no_token")
    good(outside.get("/games"))
    good(outside.get("/health"))


def test_nothing_crosses_from_one_circle_to_another(club: Table) -> None:
    app = club.host.app
    other = member(app, "Another club")
    sit_down(app, [{"name": "Ann"}, {"name": "Zed"}, {"name": "Yas"}], by=other)
    for read in READS:
        refused(other.get(club.path + read), 404, "not_found")
    refused(club.record(CHALLENGES, by=other), 404, "not_found")
    refused(club.correct({"seq": 1, "event": None}, by=other), 404, "not_found")
    refused(other.post(f"{club.path}/join-code"), 404, "not_found")
    assert club.id not in other.get("/matches").get_data(as_text=True)
    assert [person["name"] for person in good(other.get("/players?q=ann"))["items"]] == ["Ann"]
    ann = club.look()["seats"][0]["player"]
    players = [{"player": ann}, {"name": "B"}, {"name": "C"}]
    refused(other.post("/matches", {"game": "extreme-tricks", "players": players}), 422, "invalid")
    assert good(other.get(f"/matches?player={ann}"))["items"] == []


def test_who_joined_one_match_sees_that_match_alone(club: Table, closed: Flask) -> None:
    fellow = member(closed)
    ben = club.join(1)
    other = sit_down(closed, by=Phone(closed, fellow.token))
    good(ben.get(club.path))
    assert [row["id"] for row in good(ben.get("/matches"))["items"]] == [club.id]
    refused(ben.get(other.path), 404, "not_found")
    refused(ben.post("/matches", {"game": "extreme-tricks", "players": list(THREE)}), 403, "not_yours")


def test_people_of_the_circle_are_not_told_to_who_only_joined_a_match(club: Table) -> None:
    """A watcher let in by a code is no member: the circle's other people are none of theirs."""
    for name in ("Zed", "Yas"):
        club.recorded({"type": "seat_handed", "seat": 1, "player": {"name": name}})
    watcher = club.join()
    assert {person["name"] for person in good(watcher.get("/players"))["items"]} == {"Ann", "Yas", "Cy"}
    assert good(watcher.get("/players?q=zed"))["items"] == []


# Tokens.


@pytest.mark.parametrize(
    "header",
    [
        "Bearer nonsense",
        "Bearer 1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "Bearer",
        "Bearer ",
        "Basic QW5uOkFubg==",
        "",
        "Bearer \xff",
        "Bearer " + "x" * 5000,
    ],
)
def test_a_token_that_is_none_opens_nothing(table: Table, header: str) -> None:
    told = table.host.ask("GET", table.path, headers={"Authorization": header})
    refused(told, 401, "no_token")
    assert told.headers["WWW-Authenticate"] == "Bearer"


def test_a_join_code_is_no_token(table: Table) -> None:
    refused(Phone(table.host.app, table.code).get(table.path), 401, "no_token")
    refused(Phone(table.host.app, f"1.{table.code}").get(table.path), 401, "no_token")


def test_the_cookie_of_a_match_speaks_for_that_match_alone(table: Table) -> None:
    other = sit_down(table.host.app)
    client = table.host.app.test_client()
    client.set_cookie(f"table-{table.id}", table.host.token or "")
    client.set_cookie(f"table-{other.id}", table.host.token or "")
    assert client.get(f"/api{table.path}").json["you"]["role"] == "host"
    assert client.get(f"/api{other.path}").json["you"]["role"] == "watcher"
    body = {"events": [CHALLENGES]}
    assert client.post(f"/api{table.path}/events", json=body).status_code == 201
    assert client.post(f"/api{other.path}/events", json=body).status_code == 401
    client.set_cookie(f"table-{table.id}", "1.stale")
    assert client.get(f"/api{table.path}").json["you"]["role"] == "watcher"


def test_a_seat_whose_phone_was_heard_is_online(table: Table) -> None:
    outside = Phone(table.host.app)
    assert [seat["online"] for seat in table.look(outside)["seats"]] == [True, False, False]
    table.join(1)
    assert [seat["online"] for seat in table.look(outside)["seats"]] == [True, True, False]
