"""Phones that come to a match, and the seats they take."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from api.phones import Phone, Table, good, refused, sit_down
from flask import Flask


def test_without_a_seat_one_watches(table: Table) -> None:
    told = good(Phone(table.host.app).post("/join", {"code": table.code}))
    assert (told["match"], told["role"], told["seat"]) == (table.id, "watcher", None)
    assert table.look(Phone(table.host.app, told["token"]))["you"] == {"role": "watcher", "seat": None}
    assert table.look()["version"] == 0


@pytest.mark.parametrize(
    "spell", [str.lower, lambda code: f" {code[:3]} {code[3:]} ", lambda code: f"{code[:3]}-{code[3:]}"]
)
def test_a_code_is_read_as_people_type_it(table: Table, spell: object) -> None:
    assert callable(spell)
    good(Phone(table.host.app).post("/join", {"code": spell(table.code)}))


def test_a_seat_is_claimed_by_the_first_phone(table: Table) -> None:
    ben = table.join(1)
    assert table.look(ben)["you"] == {"role": "seat", "seat": 1}
    assert table.look()["seats"][1]["claimed"] is True
    assert table.log()[-1]["type"] == "seat_claimed"
    told = refused(Phone(table.host.app).post("/join", {"code": table.code, "seat": 1}), 403, "not_yours")
    assert "Player 2" in told["detail"]
    refused(Phone(table.host.app).post("/join", {"code": table.code, "seat": 0}), 403, "not_yours")


def test_a_seat_goes_to_another_phone_with_its_own_token(table: Table) -> None:
    ben = table.join(1)
    again = Phone(table.host.app, good(ben.post("/join", {"code": table.code, "seat": 1}))["token"])
    assert table.look(again)["you"] == {"role": "seat", "seat": 1}
    refused(ben.get(table.path), 401, "no_token")
    refused(table.join(2).post("/join", {"code": table.code, "seat": 1}), 403, "not_yours")


def test_who_takes_an_open_seat_has_a_name(app: Flask) -> None:
    table = sit_down(app, [{"name": "Ann"}, {"name": "Ben"}, {"open": True}])
    outside = Phone(app)
    for body in ({}, {"name": ""}, {"name": None}, {"name": "x" * 200}, {"name": "BEN"}):
        refused(outside.post("/join", {"code": table.code, "seat": 2, **body}), 422, "invalid")
    assert table.look()["seats"][2]["open"] is True
    table.join(2, "Cy")
    assert (table.look()["seats"][2]["name"], table.look()["seats"][2]["open"]) == ("Cy", False)
    assert [p["name"] for p in good(outside.get("/players?q=cy"))["items"]] == ["Cy"]


@pytest.mark.parametrize("seat", [3, -1, 7, 1.0, True, "1"])
def test_a_seat_is_one_of_the_match(table: Table, seat: object) -> None:
    refused(Phone(table.host.app).post("/join", {"code": table.code, "seat": seat}), 422, "invalid")


def test_of_many_phones_at_once_one_gets_the_seat(table: Table) -> None:
    def claim(_: int) -> int:
        return int(Phone(table.host.app).post("/join", {"code": table.code, "seat": 2}).status_code)

    with ThreadPoolExecutor(4) as phones:
        assert sorted(phones.map(claim, range(4))) == [200, 403, 403, 403]


def test_a_new_code_ends_the_old(table: Table) -> None:
    ben, outside = table.join(1), Phone(table.host.app)
    new = good(table.host.post(f"{table.path}/join-code"))["join_code"]
    assert new != table.code
    refused(outside.post("/join", {"code": table.code}), 404, "not_found")
    good(outside.post("/join", {"code": new}))
    assert good(ben.get(f"{table.path}/join-code"))["join_code"] == new
    refused(ben.post(f"{table.path}/join-code"), 403, "not_yours")
    good(ben.get(table.path))


def test_codes_cannot_be_found_by_trying(table: Table) -> None:
    outside = Phone(table.host.app)
    for i in range(20):
        refused(outside.post("/join", {"code": f"AAAA{i}"}), 404, "not_found")
    response = outside.post("/join", {"code": table.code})
    refused(response, 429, "too_many_requests")
    assert 1 <= int(response.headers["Retry-After"]) <= 61


def test_who_has_the_code_is_not_held_up(table: Table) -> None:
    for _ in range(30):
        table.join()


def test_nobody_fills_the_house_with_circles(closed: Flask) -> None:
    answers = [Phone(closed).post("/circles", {"name": f"Club {i}"}) for i in range(21)]
    assert [answer.status_code for answer in answers] == [201] * 20 + [429]
    refused(answers[-1], 429, "too_many_requests")


@pytest.mark.parametrize("name", ["", " ", "x" * 200, 7, None])
def test_a_circle_has_a_name(closed: Flask, name: object) -> None:
    refused(Phone(closed).post("/circles", {"name": name}), 422, "invalid")
