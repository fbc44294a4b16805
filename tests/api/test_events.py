"""Recording: events are taken as they were meant or refused, all or none, whatever is sent."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from api.phones import BEGINNING, CHALLENGES, TRUMP, Phone, Table, declared, good, plays, refused, sit_down
from flask import Flask

RECORD = Path(__file__).parents[2] / "companion/games/extreme_tricks/records/match-three.json"


def test_a_recording_is_answered_with_its_entries_and_the_match_after_them(table: Table) -> None:
    told = table.recorded(CHALLENGES, TRUMP)
    assert told["version"] == 2
    assert [(e["seq"], e["type"], e["by"], e["state"]) for e in told["events"]] == [
        (1, "challenges_laid", "host", "active"),
        (2, "trump_chosen", "host", "active"),
    ]
    assert told["match"] == table.look()
    assert told["match"]["expects"][-1]["type"] == "declared"


def test_a_whole_match_in_one_request(app: Flask) -> None:
    record = json.loads(RECORD.read_text())
    table = sit_down(app, first_seat=record["first_seat"])
    match = table.recorded(*record["events"])["match"]
    assert match["status"] == "finished"
    assert match["scores"]["totals"] == record["expected"]["totals"]
    scores = good(table.host.get(f"{table.path}/scores"))
    assert [sum(line["points"] for line in scores["lines"] if line["seat"] == seat) for seat in range(3)] == scores[
        "totals"
    ]
    assert scores["winners"] == match["winners"]


def test_all_or_none(table: Table) -> None:
    told = refused(table.record(CHALLENGES, TRUMP, declared(2)), 422, "out_of_turn")
    assert told["index"] == 2
    assert "Ann" in told["detail"]
    assert table.look()["version"] == 0


def test_a_play_without_a_seat_is_of_whose_turn_it_is(table: Table) -> None:
    told = table.recorded(*BEGINNING, *plays("C1"), {"type": "card_played", "card": "C2", "seat": None})
    assert [event["seat"] for event in told["events"][-2:]] == [0, 1]


def test_what_contradicts_the_log_names_what_it_contradicts(table: Table) -> None:
    table.recorded(*BEGINNING, *plays("C1", "D2", "C3"))
    gone = refused(table.record(*plays("C1")), 422, "card_gone")
    assert gone["conflicts_with"] == [6]
    out = refused(table.record(*plays("C4", "C5", "C6")), 422, "revoke")
    assert (out["index"], out["conflicts_with"]) == (2, [7])
    assert "Ben" in out["detail"]


def test_the_table_is_right_when_it_says_irregular(table: Table) -> None:
    table.recorded(*BEGINNING, *plays("C1", "D2", "C3", "C4", "C5"))
    refused(table.record(*plays("C6")), 422, "revoke")
    told = table.recorded(*plays("C6", irregular=True))
    assert told["match"]["irregular"] == [11]
    assert table.correct({"seq": 11, "event": None}).json["match"]["irregular"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "shuffled"}, "events[0].type"),
        ({"type": "seat_claimed", "seat": 1}, "events[0].type"),
        ({"type": "match_opened"}, "events[0].type"),
        ({"type": "event_removed", "target": 1}, "events[0].type"),
        ({"type": None}, "events[0].type"),
        ({"type": ["noted"]}, "events[0].type"),
        ({}, "events[0].type"),
        ([], "events[0]"),
        ("noted", "events[0]"),
        (None, "events[0]"),
        ({"type": "trump_chosen", "seat": 0}, "events[0].suit"),
        ({"type": "trump_chosen", "seat": 0, "suit": "X"}, "events[0].suit"),
        ({"type": "trump_chosen", "seat": 0, "suit": ["H"]}, "events[0].suit"),
        ({"type": "trump_chosen", "seat": 4, "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": -1, "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": 0.0, "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": False, "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": "0", "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": None, "suit": "H"}, "events[0].seat"),
        ({"type": "trump_chosen", "seat": 0, "suit": "H", "at": 3}, "events[0].at"),
        ({"type": "card_played", "card": "X1"}, "events[0].card"),
        ({"type": "card_played", "card": "s1"}, "events[0].card"),
        ({"type": "card_played", "card": "C1", "irregular": 1}, "events[0].irregular"),
        ({"type": "card_played", "card": "C1", "seat": 10**30}, "events[0].seat"),
        ({**CHALLENGES, "red": [1, 2, 3, 4, 5]}, "events[0].red"),
        ({**CHALLENGES, "red": [1, 2, 3, 4, 5, 26]}, "events[0].red[5]"),
        ({**CHALLENGES, "red": [1, 2, 3, 4, 5, 6.0]}, "events[0].red[5]"),
        ({**CHALLENGES, "red": {"0": 1}}, "events[0].red"),
        ({**declared(0), "pieces": 13}, "events[0].pieces"),
        ({**declared(0), "challenges": ["R26"]}, "events[0].challenges[0]"),
        ({**declared(0), "challenges": ["R1"] * 13}, "events[0].challenges"),
        ({"type": "hands_dealt", "hands": {"4": []}}, "events[0].hands.4"),
        ({"type": "hands_dealt", "hands": {"00": []}}, "events[0].hands.00"),
        ({"type": "hands_dealt", "hands": {"0": ["Z9"]}}, "events[0].hands.0[0]"),
        ({"type": "hands_dealt", "hands": [["C1"]]}, "events[0].hands"),
        ({"type": "score_adjusted", "seat": 0, "points": 10**6, "reason": "x"}, "events[0].points"),
        ({"type": "score_adjusted", "seat": 0, "points": 1, "reason": ""}, "events[0].reason"),
        ({"type": "noted", "text": "x" * 501}, "events[0].text"),
        ({"type": "noted", "text": "x", "colour": "red"}, "events[0].colour"),
        ({"type": "seats_named", "players": {"1": 7}}, "events[0].players.1"),
        ({"type": "seats_named", "players": {"1": {"name": "B", "player": "7"}}}, "events[0].players.1"),
        ({"type": "deal_tallied", "results": [{"pieces": 0, "declared": []}]}, "events[0].results[0].achieved"),
    ],
)
def test_what_the_game_does_not_know_is_refused_by_name(table: Table, event: Any, field: str) -> None:
    told = refused(table.record(event), 422, "invalid")
    assert told["field"] == field
    assert field in told["detail"]
    assert told["index"] == 0
    assert table.look()["version"] == 0


def test_the_place_of_what_is_wrong_is_told(table: Table) -> None:
    assert refused(table.record(CHALLENGES, {**TRUMP, "suit": "Z"}), 422, "invalid")["index"] == 1


def test_a_seat_of_four_is_none_of_three(table: Table) -> None:
    table.recorded(CHALLENGES)
    assert refused(table.record({**TRUMP, "seat": 3}), 422, "invalid")["index"] == 0
    refused(table.record({"type": "seats_named", "players": {"3": {"name": "Dora"}}}), 422, "invalid")
    refused(table.record({"type": "score_adjusted", "seat": 3, "points": 1, "reason": "x"}), 422, "invalid")


def test_a_card_of_four_is_not_in_the_deck_of_three(table: Table) -> None:
    table.recorded(*BEGINNING)
    told = refused(table.record(*plays("S12")), 422, "not_in_deck")
    assert "♠︎12" in told["detail"]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b'{"events": [{"type": "noted", "te', "application/json"),
        (b"", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b'{"events": [{"type": "noted", "text": "\\ud800"}]}', "application/json"),
        (b'{"events": [{"type": "noted", "text": "x"}]} {}', "application/json"),
        (b'{"events": NaN}', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b'{"events": [{"type": "noted", "text": "x"}]}', "text/plain"),
        (b'{"events": [{"type": "noted", "text": "x"}]}', ""),
        (b"events=noted", "application/x-www-form-urlencoded"),
    ],
)
def test_what_is_no_json_is_malformed(table: Table, body: bytes, content_type: str) -> None:
    refused(table.host.post(f"{table.path}/events", body, content_type=content_type), 400, "malformed")


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"7",
        b"null",
        b'"events"',
        b"{}",
        b'{"events": []}',
        b'{"events": {}}',
        b'{"events": null}',
        b'{"events": [{"type": "noted", "text": "x"}], "expected_version": 1e400}',
        b'{"events": [{"type": "noted", "text": "x"}], "expected_version": -1}',
        b'{"events": [{"type": "noted", "text": "x"}], "expected_version": 123456789012345678901234567890}',
        b'{"events": [{"type": "noted", "text": "x"}], "expected_version": true}',
        b'{"events": [{"type": "noted", "text": "x"}], "version": 0}',
    ],
)
def test_what_is_no_recording_is_invalid(table: Table, body: bytes) -> None:
    response = table.host.post(f"{table.path}/events", body)
    assert response.status_code in (400, 422)
    assert response.json["code"] in ("invalid", "malformed")
    assert table.look()["version"] == 0


def test_too_much_at_once(table: Table) -> None:
    refused(table.host.post(f"{table.path}/events", b" " * (2 << 20)), 413, "too_large")
    note = {"type": "noted", "text": "x"}
    refused(table.record(*[note] * 2001), 422, "invalid")


def test_notes_may_say_anything(table: Table) -> None:
    for text in ("😀", "أمل", "\x00\x1b[31m", "</script>", "'; DROP TABLE event; --"):
        assert table.recorded({"type": "noted", "text": text})["events"][0]["text"] == text


def test_after_the_end_only_the_score_notes_and_names_are_taken(table: Table) -> None:
    table.recorded({"type": "match_ended"})
    for event in (CHALLENGES, *plays("C1"), {"type": "match_abandoned"}, {"type": "deal_thrown_in"}):
        refused(table.record(event), 422, "wrong_phase")
    refused(table.record({"type": "seat_handed", "seat": 1, "player": {"name": "Dora"}}), 422, "wrong_phase")
    match = table.recorded(
        {"type": "noted", "text": "well played"},
        {"type": "score_adjusted", "seat": 2, "points": 3, "reason": "the cake"},
        {"type": "seats_named", "players": {"1": {"name": "Dora"}}},
    )["match"]
    assert (match["winners"], match["scores"]["totals"]) == ([2], [0, 0, 3])
    assert match["seats"][1]["name"] == "Dora"


def test_a_match_may_be_abandoned(table: Table) -> None:
    match = table.recorded({"type": "match_abandoned"})["match"]
    assert (match["status"], match["winners"]) == ("abandoned", None)


def test_a_misdeal_begins_the_deal_again(table: Table) -> None:
    table.recorded(*BEGINNING, *plays("C1"))
    match = table.recorded({"type": "deal_thrown_in", "reason": "a card was seen"})["match"]
    assert match["expects"][0]["type"] == "challenges_laid"
    assert match["deal"] == 1


@pytest.mark.parametrize("who", ["id", {"player": "id"}, {"name": "Dora"}, {"name": "Ann", "new": True}])
def test_a_seat_is_handed_to_a_person_however_named(table: Table, who: Any) -> None:
    known = sit_down(table.host.app, [{"name": "Eli"}, {"name": "Fay"}, {"name": "Gus"}]).look()["seats"][0]["player"]
    who = known if who == "id" else {"player": known} if who == {"player": "id"} else who
    seat = table.recorded({"type": "seat_handed", "seat": 1, "player": who})["match"]["seats"][1]
    assert seat["name"] == (who["name"] if isinstance(who, dict) and "name" in who else "Eli")


def test_nobody_sits_twice(table: Table) -> None:
    for event in (
        {"type": "seat_handed", "seat": 1, "player": {"name": "Ann"}},
        {"type": "seats_named", "players": {"1": {"name": "Cy"}}},
        {"type": "seats_named", "players": {"1": {"name": "Eva"}, "2": {"name": "eva"}}},
    ):
        assert refused(table.record(event), 422, "invalid")["index"] == 0
    swapped = table.recorded({"type": "seats_named", "players": {"1": {"name": "Cy"}, "2": {"name": "Ben"}}})
    assert [seat["name"] for seat in swapped["match"]["seats"]] == ["Ann", "Cy", "Ben"]


def test_a_person_nobody_knows_is_refused_at_its_place(table: Table) -> None:
    note = {"type": "noted", "text": "x"}
    told = refused(table.record(note, {"type": "seat_handed", "seat": 1, "player": "7zzz"}), 422, "invalid")
    assert told["index"] == 1


# Two phones.


def test_who_was_slower_is_told_what_happened_meanwhile(table: Table) -> None:
    table.recorded(CHALLENGES)
    good(table.record(TRUMP, expected_version=1), 201)
    told = refused(table.record({**TRUMP, "suit": "C"}, expected_version=1), 409, "version_conflict")
    assert told["version"] == 2
    assert told["since"][-1]["seq"] == 2
    assert told["since"][-1]["suit"] == "H"


def test_of_two_phones_at_once_one_wins(table: Table) -> None:
    table.recorded(CHALLENGES)

    def choose(suit: str) -> int:
        return int(table.record({**TRUMP, "suit": suit}, expected_version=1).status_code)

    with ThreadPoolExecutor(4) as phones:
        assert sorted(phones.map(choose, "SHDC")) == [201, 409, 409, 409]
    assert table.look()["version"] == 2


def test_phones_that_expect_nothing_are_taken_one_after_the_other(table: Table) -> None:
    def note(i: int) -> dict[str, Any]:
        return table.recorded({"type": "noted", "text": str(i)})

    with ThreadPoolExecutor(4) as phones:
        told = list(phones.map(note, range(12)))
    assert sorted(answer["version"] for answer in told) == list(range(1, 13))
    assert {entry["text"] for entry in table.log(query="?after=0")} == {str(i) for i in range(12)}


# Reading.


def test_the_log_from_anywhere_on(table: Table) -> None:
    table.recorded(CHALLENGES, TRUMP)
    assert [entry["type"] for entry in table.log()] == ["match_opened", "challenges_laid", "trump_chosen"]
    assert [entry["seq"] for entry in table.log(query="?after=1")] == [2]
    assert table.log(query="?after=2") == []
    assert table.log(query="?after=999999") == []
    assert [entry["seq"] for entry in table.log(query="?after=-1&effective=true")] == [0, 1, 2]
    for query in ("?after=x", "?after=1.0", "?after=-2", "?after=99999999999999", "?effective=maybe", "?after="):
        refused(table.host.get(f"{table.path}/events{query}"), 422, "invalid")


def test_a_phone_that_has_the_newest_version_is_sent_nothing_again(table: Table) -> None:
    first = table.host.get(table.path)
    assert first.headers["ETag"] == '"0"'
    assert table.host.get(table.path, If_None_Match='"0"').status_code == 304
    assert table.host.get(table.path, If_None_Match='W/"0", "7"').status_code == 304
    table.recorded(CHALLENGES)
    again = table.host.get(table.path, If_None_Match='"0"')
    assert (again.status_code, again.headers["ETag"]) == (200, '"1"')


@pytest.mark.parametrize("match", ["0", "1", "zzzz", "l0l", "A", "%00", "x" * 300, "..", "0123456789abcdef"])
def test_what_is_no_match_is_not_found(app: Flask, match: str) -> None:
    phone = Phone(app)
    refused(phone.get(f"/matches/{match}/scores"), 404, "not_found")
    refused(phone.post(f"/matches/{match}/events", {"events": [CHALLENGES]}), 404, "not_found")
