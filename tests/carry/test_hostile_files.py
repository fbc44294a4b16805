"""A file that is broken, cut off, changed or invented is refused in words, and changes nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from api.phones import BEGINNING, Phone, Table, good, plays, refused
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tables import everything_stored

Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def file(table: Table) -> dict[str, Any]:
    """With a replaced, a removed and an inserted entry, taken along on another server."""
    table.recorded(*BEGINNING, *plays("H1", "H2", "H3"))
    for change in (
        {"seq": 8, "event": {"type": "card_played", "seat": 2, "card": "H4"}},
        {"before": 6, "event": {"type": "noted", "text": "x"}},
        {"seq": 8, "event": None},
    ):
        good(table.correct(change), 201)
        table.recorded({"type": "noted", "text": "mended"})
    return good(table.host.get(f"{table.path}/export"))


@pytest.fixture
def elsewhere(serve: Callable[..., Flask]) -> Phone:
    return Phone(serve())


def test_a_good_file_is_taken(file: dict[str, Any], elsewhere: Phone) -> None:
    answer = elsewhere.post("/import", file, key="k")
    told = good(answer, 201)
    assert (told["match"], told["version"]) == (file["match"], file["version"])
    assert answer.headers["Location"] == f"/api/matches/{file['match']}"
    assert good(elsewhere.post("/import", file, key="k"), 201) == told
    assert good(elsewhere.post("/import", file))["token"] is None
    host = Phone(elsewhere.app, told["token"])
    view = good(host.get(f"/matches/{told['match']}"))
    assert (view["you"]["role"], view["scores"]["totals"]) == ("host", file["totals"])


def row(seq: int, **more: Any) -> Change:
    return lambda file: file["events"][seq].update(more)


BEFORE = {"type": "card_played", "seat": 2, "card": "H1"}
CHANGES: dict[str, tuple[Change, str, str | None]] = {
    "another kind of file": (lambda f: f.update(format="x"), "invalid", None),
    "no version": (lambda f: f.pop("format_version"), "invalid", None),
    "of a newer companion": (lambda f: f.update(format_version=99), "invalid", "newer"),
    "newer events": (lambda f: f.update(events_version=99), "invalid", "newer"),
    "in part": (lambda f: f.update(partial=True), "invalid", "hidden cards"),
    "no log": (lambda f: f.pop("events"), "invalid", None),
    "empty log": (lambda f: f.update(events=[]), "invalid", None),
    "a small id": (lambda f: f.update(match="1"), "invalid", None),
    "an id of too many letters": (lambda f: f.update(match="z" * 14), "invalid", None),
    "an id that is a number": (lambda f: f.update(match=7), "invalid", None),
    "people that are none": (lambda f: f.update(people={"": "Ann"}), "invalid", None),
    "a name that is none": (lambda f: f.update(people=dict.fromkeys(f["people"], "x" * 1000)), "invalid", "60"),
    "nobody": (lambda f: f.update(people={}), "invalid", "Entry 0"),
    "an unknown game": (row(0, game="chess"), "invalid", "no such game"),
    "a game that is no name": (row(0, game=["x"]), "invalid", "no such game"),
    "too many seats": (lambda f: f["events"][0].update(seats=f["events"][0]["seats"] * 9), "invalid", "Entry 0"),
    "one person twice": (lambda f: f["events"][0].update(seats=f["events"][0]["seats"][:1] * 3), "invalid", "Entry 0"),
    "a seat outside": (row(0, first_seat=3), "invalid", "Entry 0"),
    "house rules that are none": (row(0, house_rules={"x": 1}), "invalid", "Entry 0"),
    "no house rules": (row(0, house_rules=None), "invalid", "Entry 0"),
    "a card set for a game without": (row(0, card_set={}), "invalid", None),
    "a day that is none": (row(0, played_on="2024-02-30"), "invalid", None),
    "an opening in the middle": (lambda f: f["events"].insert(1, {**f["events"][0], "seq": 1}), "invalid", "Entry 1"),
    "a gap": (lambda f: f["events"].pop(3), "invalid", "Entry 3"),
    "a time that is none": (row(4, at="yesterday"), "invalid", "Entry 4"),
    "a time without a place": (row(4, at="2024-01-01T00:00:00"), "invalid", "Entry 4"),
    "a time to come": (row(4, at="2999-01-01T00:00:00Z"), "invalid", "Entry 4"),
    "recorded by nobody": (row(4, by="root"), "invalid", "Entry 4"),
    "an unknown event": (row(4, type="cheated"), "invalid", "Entry 4"),
    "an event of too much": (row(4, more=1), "invalid", "Entry 4"),
    "a card of no deck": (row(6, card="H99"), "invalid", "Entry 6"),
    "a card twice": (row(7, card="H1"), "card_gone", None),
    "out of turn": (row(7, seat=2), "out_of_turn", None),
    "a trump of no suit": (row(2, suit="X"), "invalid", "Entry 2"),
    "without its seat": (lambda f: f["events"][6].pop("seat"), "invalid", "Entry 6"),
    "a seat that is not there": (row(6, seat=7), "invalid", "Entry 6"),
    "a correction of nothing": (row(9, target=77), "invalid", "Entry 9"),
    "a correction of the opening": (row(9, target=0), "invalid", "Entry 9"),
    "a correction of itself": (row(9, target=9), "invalid", "Entry 9"),
    "a correction that says true": (row(9, target=True), "invalid", "Entry 9"),
    "a correction to what cannot be": (row(9, event=BEFORE), "card_gone", None),
    "a correction to nothing": (row(9, event=None), "invalid", "Entry 9"),
    "an insertion before nothing": (row(11, before=500), "invalid", "Entry 11"),
    "removed what was removed": (lambda f: f["events"].append({**f["events"][13], "seq": 15}), "invalid", "Entry 15"),
}  # fmt: skip


def test_a_changed_file_is_refused_in_words_and_nothing_changes(file: dict[str, Any], elsewhere: Phone) -> None:
    """One test for all of them, because a server costs more than a refusal."""
    before = everything_stored(elsewhere.app.extensions["house"])
    for name, (change, code, words) in CHANGES.items():
        changed = copy.deepcopy(file)
        change(changed)
        problem = refused(elsewhere.post("/import", changed), 422, code)
        assert words is None or words in problem["detail"], name
        assert everything_stored(elsewhere.app.extensions["house"]) == before, name


def test_an_entry_is_judged_by_what_stood_when_it_was_recorded(file: dict[str, Any], elsewhere: Phone) -> None:
    """A play that was removed later was no less impossible."""
    file["events"][8]["card"] = "H1"
    refused(elsewhere.post("/import", file), 422, "card_gone")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b"{", b'"x"', b"7", b"{}", "\ufeff{}".encode(), b"[" * 100_000, b"\xff"]
)
def test_no_file_at_all(elsewhere: Phone, body: bytes) -> None:
    answer = elsewhere.post("/import", body)
    assert answer.status_code in (400, 422)


def test_the_same_id_with_another_log_stays_as_it_is(file: dict[str, Any], table: Table) -> None:
    file["events"][4]["at"] = "2024-01-01T00:00:00Z"
    before = everything_stored(table.host.app.extensions["house"])
    refused(Phone(table.host.app).post("/import", file), 422, "invalid")
    assert everything_stored(table.host.app.extensions["house"]) == before


def test_an_older_file_of_a_match_that_went_on_changes_nothing(file: dict[str, Any], table: Table) -> None:
    table.recorded({"type": "noted", "text": "on"})
    assert good(Phone(table.host.app).post("/import", file))["version"] == file["version"] + 1


def test_a_deleted_match_does_not_come_back_by_its_file(file: dict[str, Any], table: Table) -> None:
    good(table.host.ask("DELETE", table.path))
    refused(Phone(table.host.app).post("/import", file), 422, "invalid")
    refused(table.host.get(table.path), 404, "not_found")


VALUES: list[Any] = [None, True, -1, 0, 7, 2**40, "", "x", "\x00", [], [[]], {}, {"type": "noted"}, ["H1"] * 30, 1.5]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_whatever_is_changed_in_a_file_it_is_taken_or_refused(
    file: dict[str, Any], elsewhere: Phone, seed: int
) -> None:
    random, changed = Random(seed), copy.deepcopy(file)
    for _ in range(random.randint(1, 3)):
        spoil(changed, random)
    answer = elsewhere.post("/import", json.dumps(changed))
    assert answer.status_code in (200, 201, 413, 422), answer.get_data(as_text=True)


def spoil(value: Any, random: Random) -> None:
    """One place, however deep, gets another value, is taken out, or stands there twice."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(value[key], (dict, list)) and value[key] and random.random() < 0.9:
            value = value[key]
            continue
        match random.randrange(4):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value.insert(key, copy.deepcopy(value[key]))
            case _:
                value[key] = copy.deepcopy(random.choice(VALUES))
        return
