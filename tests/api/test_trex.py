"""Trex over HTTP: contracts, closed memory at a table and in a companion-dealt match, looks at the last trick."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from api.phones import Phone, Table, good, plays, refused, sit_down
from flask import Flask

NAMES = [{"name": "Ann", "me": True}, {"name": "Ben"}, {"name": "Cem"}, {"name": "Dora"}]
CARD = re.compile(r'"([SHDC](?:10|[789JQKA]))"')


def trex(app: Flask, **options: Any) -> Table:
    return sit_down(app, NAMES, game="trex", **options)


def chosen(contract: str, seat: int = 0) -> dict[str, Any]:
    return {"type": "contract_chosen", "seat": seat, "contract": contract}


def cards_in(body: Any) -> set[str]:
    return set(CARD.findall(json.dumps(body)))


def test_a_match_opens_with_closed_memory_and_seven_contracts_each(app: Flask) -> None:
    view = trex(app).look()
    assert (view["memory"], view["deal"], view["deals"]) == ("closed", 1, None)
    assert view["state"]["choices_left"] == [
        ["diamonds", "queens", "tricks", "last", "ray", "general", "trix"] for _ in range(4)
    ]
    assert [entry["type"] for entry in view["expects"]] == ["hands_dealt", "deal_tallied", "contract_chosen"]


def test_a_table_keeps_its_tricks_to_itself_and_its_sheet_exact(app: Flask) -> None:
    table = trex(app)
    good(table.record(chosen("general"), *plays(*["DA", "D7", "D8", "D9", "SA", "S7", "S8", "S9", "C7"])), 201)
    host = table.look()
    assert host["scores"]["current"] == [120, 0, 0, 0]
    assert cards_in(host["state"]["last_trick"]) == {"SA", "S7", "S8", "S9"}
    told = {entry["card"] for entry in table.log(table.host) if entry["type"] == "card_played"}
    assert told == {"DA", "D7", "D8", "D9", "SA", "S7", "S8", "S9", "C7"}
    for phone in (table.join(1), table.join(), Phone(app)):
        view = table.look(phone)
        assert view["scores"]["current"] is None
        assert view["state"]["last_trick"] is None
        assert view["state"]["tricks_taken"] == [2, 0, 0, 0]
        assert view["state"]["trick_cards"] == [{"seat": 0, "card": "C7"}]
        assert good(phone.get(f"{table.path}/scores"))["current"] is None
        for path in ("/events", "/events?effective=true"):
            assert cards_in(good(phone.get(table.path + path))) == {"C7"}


def test_a_mended_trick_is_no_more_told_than_it_was(app: Flask) -> None:
    table = trex(app)
    good(table.record(chosen("tricks"), *plays("SA", "S7", "S8", "S9", "HA")), 201)
    good(table.host.post(f"{table.path}/corrections", {"seq": 3, "event": {"type": "card_played", "card": "SQ"}}), 201)
    for phone in (table.join(1), table.join()):
        assert cards_in(table.log(phone)) == {"HA"}
    assert "SQ" in cards_in(table.log(table.host))


def test_after_the_contract_all_is_told(app: Flask) -> None:
    table = trex(app)
    good(table.record(chosen("ray"), *plays("SA", "S7", "S8", "S9", "HK", "HA", "H7", "H8")), 201)
    assert cards_in(table.log(table.join())) == {"SA", "S7", "S8", "S9", "HK", "HA", "H7", "H8"}


def dealt(app: Flask, seed: int = 1, contract: str = "general", tricks: int = 2) -> tuple[Table, list[Phone]]:
    """Some tricks of a companion-dealt contract, and the phone of each seat."""
    table = trex(app, dealing="companion", first_seat=0)
    phones = [table.host, *(table.join(seat) for seat in (1, 2, 3))]
    good(table.record(chosen(contract), by=phones[0]), 201)
    random = Random(seed)
    for _ in range(4 * tricks):
        lays(table, phones, random)
    return table, phones


def lays(table: Table, phones: list[Phone], random: Random) -> str:
    for seat, phone in enumerate(phones):
        for entry in table.look(phone)["expects"]:
            if entry["type"] == "card_played" and "cards" in entry:
                card = random.choice(entry["cards"])
                good(table.record(*plays(card, seat=seat), by=phone), 201)
                return str(card)
    raise AssertionError("nobody can lay a card")


@pytest.mark.parametrize("contract", ["diamonds", "queens", "general", "tricks"])
def test_dealt_by_the_companion_nothing_of_finished_tricks_but_their_number_is_sent(app: Flask, contract: str) -> None:
    table, phones = dealt(app, contract=contract)
    lying = lays(table, phones, Random(7))
    for phone in (*phones, table.join(), Phone(app)):
        view = table.look(phone)
        own = set(view["hand"] or ())
        assert (view["scores"]["current"] is None) == (contract != "tricks")
        assert view["state"]["last_trick"] is None
        assert sum(view["state"]["tricks_taken"]) == 2
        for path in ("", "/events", "/events?effective=true", "/scores", "/export"):
            told = phone.get(table.path + path)
            if told.status_code == 200:
                body = told.get_json()
                for entry in body.get("expects", ()):
                    entry.pop("cards", None)
                hands = [e for e in told_entries(body) if e.get("type") == "hands_dealt"]
                for entry in hands:  # what one was dealt is one's own to know
                    entry.pop("hands")
                assert cards_in(body) <= own | {lying}, path


def told_entries(body: Any) -> list[dict[str, Any]]:
    for name in ("items", "events", "entries"):
        if isinstance(body.get(name), list):
            return list(body[name])
    return []


def test_a_look_at_the_last_trick_answers_to_that_seat_alone(app: Flask) -> None:
    table, phones = dealt(app, contract="tricks", tricks=1)
    answer = good(table.record({"type": "last_trick_viewed", "seat": 2}, by=phones[2]), 201)
    assert len(answer["match"]["state"]["last_trick"]) == 4
    assert len(table.look(phones[2])["state"]["last_trick"]) == 4
    for phone in (phones[0], phones[1], phones[3], table.join()):
        assert table.look(phone)["state"]["last_trick"] is None
        assert table.log(phone)[-1]["type"] == "last_trick_viewed"
    lays(table, phones, Random(3))
    assert table.look(phones[2])["state"]["last_trick"] is None
    good(table.record({"type": "last_trick_viewed", "seat": 2}, by=phones[2]), 201)
    refused(table.record({"type": "last_trick_viewed", "seat": 2}, by=phones[2]), 422, "illegal_choice")
    refused(table.record({"type": "last_trick_viewed", "seat": 1}, by=phones[2]), 403, "not_yours")


def test_a_table_with_real_cards_has_no_such_look(app: Flask) -> None:
    table = trex(app)
    good(table.record(chosen("tricks"), *plays("SA", "S7", "S8", "S9")), 201)
    refused(table.record({"type": "last_trick_viewed", "seat": 0}), 422, "wrong_phase")


def test_counts_are_posted_for_each_contract(app: Flask) -> None:
    table = trex(app)
    for contract, results in (
        ("diamonds", {"taken": [8, 0, 0, 0]}),
        ("last", {"last": 3}),
        ("ray", {"king": 2, "announcer": None}),
        (
            "general",
            {"diamonds": [2, 2, 2, 2], "queens": [1, 1, 1, 1], "tricks": [2, 2, 2, 2], "last": 0, "king": 1},
        ),
        ("trix", {"first": 1, "second": 2}),
    ):
        good(table.record({"type": "deal_tallied", "contract": contract, "results": results}), 201)
    refused(table.record({"type": "deal_tallied", "contract": "ray", "results": {"kings": 1}}), 422, "invalid")
    assert table.look()["scores"]["deals"][:3] == [[300, 0, 0, 0], [0, 0, 0, 100], [0, 0, 200, 0]]


def test_the_document_knows_its_events(app: Flask) -> None:
    known = good(Phone(app).get("/games/trex"))
    assert {"contract_chosen", "king_announced", "passed", "last_trick_viewed", "deal_tallied", "card_played"} <= set(
        json.dumps(known).replace('"', " ").split()
    )
