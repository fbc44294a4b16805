"""Corrections: replaced, removed, inserted; all or none; the log only grows."""

from __future__ import annotations

from typing import Any

import pytest
from api.phones import BEGINNING, CHALLENGES, TRUMP, Phone, Table, declared, good, plays, refused, sit_down
from flask import Flask


@pytest.fixture
def begun(table: Table) -> Table:
    """Entries 1 to 5 are the beginning, 6 to 8 the first trick (C1, C2, C3 by Ann, Ben, Cy), 9 a lead by Cy."""
    table.recorded(*BEGINNING, *plays("C1", "C2", "C3", "C4"))
    return table


def states(table: Table) -> dict[int, str]:
    return {entry["seq"]: entry["state"] for entry in table.log()}


def test_an_entry_is_replaced_in_its_place(begun: Table) -> None:
    told = good(begun.correct({"seq": 7, "event": {"type": "card_played", "card": "D1"}}), 201)
    assert (told["version"], [e["type"] for e in told["events"]]) == (10, ["event_amended"])
    assert told["events"][0]["target"] == 7
    assert told["events"][0]["event"] == {"type": "card_played", "card": "D1", "seat": 1}
    assert told["match"] == begun.look()
    assert states(begun)[7] == "replaced"
    effective = begun.log(query="?effective=true")
    assert [(e["seq"], e["card"]) for e in effective[6:9]] == [(6, "C1"), (7, "D1"), (8, "C3")]


def test_undo_takes_back_the_last_entry(begun: Table) -> None:
    good(begun.correct({"seq": 9, "event": None}), 201)
    good(begun.correct({"seq": 8, "event": None}), 201)
    assert begun.look()["state"]["trick_cards"] == [{"seat": 0, "card": "C1"}, {"seat": 1, "card": "C2"}]
    assert (states(begun)[8], states(begun)[9]) == ("removed", "removed")
    assert [entry["seq"] for entry in begun.log(query="?effective=true")] == list(range(8))
    refused(begun.correct({"seq": 9, "event": None}), 422, "invalid")


def test_an_entry_is_put_in_before_another(table: Table) -> None:
    table.recorded(CHALLENGES, TRUMP, declared(0), declared(1))
    told = good(table.correct({"before": 3, "event": {"type": "noted", "text": "Cy is late"}}), 201)
    assert told["events"][0]["type"] == "event_inserted"
    assert [entry["seq"] for entry in table.log(query="?effective=true")] == [0, 1, 2, 5, 3, 4]


def test_a_later_entry_that_no_longer_holds_stops_the_correction(begun: Table) -> None:
    before = begun.log()
    told = refused(begun.correct({"seq": 8, "event": {"type": "card_played", "card": "C4"}}), 422, "card_gone")
    assert (told["breaks_at"], told["conflicts_with"]) == (9, [8])
    assert begun.log() == before


def test_or_everything_from_there_on_is_dropped(begun: Table) -> None:
    body = {"seq": 8, "event": {"type": "card_played", "card": "C4"}, "drop_after": True}
    told = good(begun.correct(body), 201)
    assert [e["type"] for e in told["events"]] == ["event_amended", "log_rewound"]
    assert states(begun)[9] == "removed"
    assert begun.look()["state"]["trick_cards"] == []


def test_several_changes_are_one_correction(begun: Table) -> None:
    changes = [
        {"seq": 8, "event": {"type": "card_played", "card": "C4"}},
        {"seq": 9, "event": {"type": "card_played", "card": "C3"}},
        {"before": 6, "event": {"type": "noted", "text": "swapped"}},
    ]
    told = good(begun.correct({"changes": changes}), 201)
    assert told["version"] == 12
    assert [entry["seq"] for entry in begun.log(query="?effective=true")] == [0, 1, 2, 3, 4, 5, 12, 6, 7, 8, 9]


def test_all_changes_or_none(begun: Table) -> None:
    changes = [
        {"seq": 9, "event": {"type": "card_played", "card": "C7"}},
        {"seq": 7, "event": {"type": "card_played", "card": "C1"}},
    ]
    told = refused(begun.correct({"changes": changes}), 422, "card_gone")
    assert told["index"] == 1
    assert begun.look()["version"] == 9


def test_after_a_missed_tap_the_later_plays_move_along(begun: Table) -> None:
    missed = {"before": 7, "event": {"type": "card_played", "card": "C5"}}
    refused(begun.correct(missed), 422, "out_of_turn")
    told = good(begun.correct({**missed, "reseat": True}), 201)
    assert [e["type"] for e in told["events"]] == ["event_inserted", "event_amended", "event_amended"]
    assert [(e["seat"], e["card"]) for e in begun.log(query="?effective=true")[6:]] == [
        (0, "C1"),
        (1, "C5"),
        (2, "C2"),
        (1, "C3"),
        (2, "C4"),
    ]


def test_a_dry_run_says_what_would_be_and_stores_nothing(begun: Table) -> None:
    body = {"seq": 9, "event": None}
    told = good(begun.correct({**body, "dry_run": True}))
    assert (told["version"], told["match"]["state"]["trick_cards"]) == (10, [])
    assert begun.look()["version"] == 9
    assert begun.look()["state"]["trick_cards"] == [{"seat": 2, "card": "C4"}]
    broken = {"seq": 7, "event": None, "dry_run": True}
    assert refused(begun.correct(broken), 422, "out_of_turn")["breaks_at"] == 8
    assert good(begun.correct(body), 201)["version"] == 10


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"seq": 9}, "event"),
        ({"before": 9}, "event"),
        ({"before": 9, "event": None}, "event"),
        ({"seq": 0, "event": None}, "seq"),
        ({"seq": "9", "event": None}, "seq"),
        ({"seq": 9.0, "event": None}, "seq"),
        ({"seq": 10**20, "event": None}, "seq"),
        ({"seq": 9, "event": None, "reason": "x"}, "reason"),
        ({"seq": 9, "event": None, "dry_run": "yes"}, "dry_run"),
        ({"seq": 9, "event": {"type": "card_played", "card": "C1", "power": True}}, "event.power"),
        ({"seq": 9, "event": {"type": "seat_claimed", "seat": 1}}, "event.type"),
        ({"changes": []}, "changes"),
        ({"changes": [{"seq": 9, "event": None, "before": 3}]}, "changes[0]"),
        ({"changes": [{}]}, "changes[0]"),
        (
            {"changes": [{"seq": 9, "event": None}, {"seq": 8, "event": {"type": "card_played"}}]},
            "changes[1].event.card",
        ),
        ({"changes": [{"seq": 9, "event": None}], "seq": 9, "event": None}, "body"),
        ({}, "body"),
        ([], "body"),
    ],
)
def test_what_is_no_correction_is_refused_by_name(begun: Table, body: Any, field: str) -> None:
    told = refused(begun.correct(body), 422, "invalid")
    assert told["field"] == field
    if field.startswith("changes["):
        assert told["index"] == int(field[8])
    assert begun.look()["version"] == 9


def test_only_entries_that_count_can_be_corrected(begun: Table) -> None:
    good(begun.correct({"seq": 9, "event": None}), 201)
    for seq in (9, 10, 11, 999):
        refused(begun.correct({"seq": seq, "event": None}), 422, "invalid")
    twice = [{"seq": 8, "event": None}, {"seq": 8, "event": None}]
    assert refused(begun.correct({"changes": twice}), 422, "invalid")["index"] == 1


def test_a_correction_of_what_is_already_corrected(begun: Table) -> None:
    for card in ("C9", "C8", "C7"):
        good(begun.correct({"seq": 9, "event": {"type": "card_played", "card": card}}), 201)
    assert [states(begun)[seq] for seq in range(9, 13)] == ["replaced", "replaced", "replaced", "active"]
    good(begun.correct({"seq": 9, "event": None}), 201)
    assert begun.look()["state"]["trick_cards"] == []


def test_also_after_the_end_and_the_winners_follow(table: Table) -> None:
    table.recorded({"type": "score_adjusted", "seat": 1, "points": 5, "reason": "x"}, {"type": "match_ended"})
    assert table.look()["winners"] == [1]
    other = {"type": "score_adjusted", "seat": 2, "points": 5, "reason": "x"}
    match = good(table.correct({"seq": 1, "event": other}), 201)["match"]
    assert (match["status"], match["winners"]) == ("finished", [2])
    match = good(table.correct({"seq": 2, "event": None}), 201)["match"]
    assert (match["status"], match["winners"]) == ("playing", None)
    assert good(table.host.get("/matches"))["items"][0]["status"] == "playing"


def test_who_was_slower_is_told(begun: Table) -> None:
    body = {"seq": 9, "event": None, "expected_version": 8}
    assert refused(begun.correct(body), 409, "version_conflict")["version"] == 9


def test_names_are_corrected_like_everything_and_nobody_sits_twice(table: Table) -> None:
    table.recorded({"type": "seats_named", "players": {"1": {"name": "Dora"}}})
    wrong = {"type": "seats_named", "players": {"1": {"name": "Ann"}}}
    refused(table.correct({"seq": 1, "event": wrong}), 422, "invalid")
    good(table.correct({"seq": 1, "event": {"type": "seats_named", "players": {"1": {"name": "Eva"}}}}), 201)
    assert [seat["name"] for seat in table.look()["seats"]] == ["Ann", "Eva", "Cy"]


# Who may.


def test_a_seat_takes_back_its_own_entry_while_it_is_the_last(app: Flask) -> None:
    table = sit_down(app)
    ben = table.join(1)
    table.recorded(*BEGINNING, *plays("C1"))
    good(table.record(*plays("C2"), by=ben), 201)
    mine = table.look()["version"]
    good(table.correct({"seq": mine, "event": None}, by=ben), 201)
    good(table.record(*plays("C2"), by=ben), 201)
    mine = table.look()["version"]
    refused(table.correct({"seq": mine, "event": plays("C5")[0]}, by=ben), 403, "not_yours")
    table.recorded(*plays("C3"))
    told = refused(table.correct({"seq": mine, "event": None}, by=ben), 403, "not_yours")
    assert told["index"] == 0
    refused(table.correct({"seq": 6, "event": None}, by=ben), 403, "not_yours")


def test_who_only_watches_corrects_nothing(begun: Table) -> None:
    refused(begun.correct({"seq": 9, "event": None}, by=begun.join()), 403, "not_yours")
    refused(begun.correct({"seq": 9, "event": None}, by=Phone(begun.host.app)), 401, "no_token")


def test_what_the_companion_recorded_nobody_takes_back(table: Table) -> None:
    table.join(1)
    refused(table.correct({"seq": 1, "event": None}), 403, "not_yours")
