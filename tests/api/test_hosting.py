"""Whose sheet it is, over HTTP: more phones, hosting, seats handed on, a match deleted and brought back."""

from __future__ import annotations

from collections.abc import Callable

from api.phones import Phone, Table, good, sit_down
from flask import Flask

NOTE = {"type": "noted", "text": "hello"}


def test_record_here_too(table: Table) -> None:
    told = good(Phone(table.host.app).post(f"{table.path}/scribes"), 201)
    assert (told["match"], told["role"]) == (table.id, "scribe")
    scribe = Phone(table.host.app, told["token"])
    assert table.recorded(NOTE, by=scribe)["events"][0]["by"] == "scribe"
    assert table.look(scribe)["you"] == {"role": "scribe", "seat": None}


def test_a_locked_sheet_says_so_and_lets_nobody_more_record(table: Table) -> None:
    table.recorded({"type": "sheet_locked", "locked": True})
    assert table.look()["locked"] is True
    refused = Phone(table.host.app).post(f"{table.path}/scribes")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_yours")


def test_hosting_is_not_taken_from_a_phone_that_is_here(table: Table) -> None:
    scribe = Phone(table.host.app, good(Phone(table.host.app).post(f"{table.path}/scribes"), 201)["token"])
    refused = scribe.post(f"{table.path}/host")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_yours")
    assert good(table.host.post(f"{table.path}/host"))["role"] == "host"


def test_a_deleted_match_is_not_found_until_it_is_brought_back(table: Table) -> None:
    before = table.look()
    assert good(table.host.ask("DELETE", table.path))["match"] == table.id
    assert table.host.get(table.path).status_code == 404
    assert good(Phone(table.host.app).get("/matches"))["items"] == []
    assert table.host.ask("DELETE", table.path).status_code == 404
    assert good(table.host.post(f"{table.path}/restore")) == before
    assert table.look() == before


def test_others_do_not_delete(table: Table) -> None:
    assert Phone(table.host.app).ask("DELETE", table.path).status_code == 401
    assert table.join(1).ask("DELETE", table.path).status_code == 403


def test_a_seat_goes_to_another_phone_by_its_link_and_the_old_phone_is_out(app: Flask) -> None:
    table = sit_down(app, dealing="companion")
    ben = table.join(1)
    code = good(ben.post(f"{table.path}/seat-link"), 201)["code"]
    hand = table.look(ben)["hand"]
    other = good(Phone(app).post("/join", {"code": code}))
    assert (other["role"], other["seat"]) == ("seat", 1)
    assert table.look(Phone(app, other["token"]))["hand"] == hand
    assert ben.get(table.path).status_code == 401
    # Once only.
    assert Phone(app).post("/join", {"code": code}).status_code == 404


def test_a_lost_answer_to_a_link_that_was_used_is_told_again(app: Flask) -> None:
    table = sit_down(app, dealing="companion")
    code = good(table.join(1).post(f"{table.path}/seat-link"), 201)["code"]
    first = good(Phone(app).post("/join", {"code": code}, key="k"))
    assert good(Phone(app).post("/join", {"code": code}, key="k")) == first
    assert Phone(app).post("/join", {"code": code}, key="another").status_code == 404


def test_the_join_code_alone_does_not_take_a_claimed_seat(table: Table) -> None:
    table.join(1)
    refused = Phone(table.host.app).post("/join", {"code": table.code, "seat": 1})
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_yours")


def test_nobody_links_a_seat_that_is_not_theirs(table: Table) -> None:
    assert table.join().post(f"{table.path}/seat-link").status_code == 403
    assert Phone(table.host.app).post(f"{table.path}/seat-link").status_code == 401


def test_the_host_s_own_seat_can_be_handed_on_and_the_host_still_hosts(table: Table) -> None:
    code = good(table.host.post(f"{table.path}/seat-link"), 201)["code"]
    good(Phone(table.host.app).post("/join", {"code": code}))
    assert table.look()["you"] == {"role": "host", "seat": None}


def test_repeating_with_the_same_key_changes_nothing(serve: Callable[..., Flask]) -> None:
    table = sit_down(serve())
    first = good(Phone(table.host.app).post(f"{table.path}/scribes", key="k"), 201)
    assert good(Phone(table.host.app).post(f"{table.path}/scribes", key="k"), 201) == first
    code = good(table.host.post(f"{table.path}/seat-link", key="l"), 201)
    assert good(table.host.post(f"{table.path}/seat-link", key="l"), 201) == code
