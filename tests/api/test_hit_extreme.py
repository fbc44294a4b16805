"""HIT! Extreme over the API: rounds as recorded, cards the companion draws, taps that were missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from api.phones import Phone, Table, good, refused, sit_down
from flask import Flask

from companion.games.hit_extreme import rules

RECORDS = Path(rules.__file__).parent / "records"
NAMES = ("Ann", "Ben", "Cy", "Dora", "Eli", "Fay", "Gus", "Hal")


def draw(card: str, **more: Any) -> dict[str, Any]:
    return {"type": "card_drawn", "card": card, **more}


def stop(seat: int) -> dict[str, Any]:
    return {"type": "turn_ended", "seat": seat}


def play(app: Flask, players: int = 3, **more: Any) -> Table:
    people = [{"name": name} | ({"me": True} if i == 0 else {}) for i, name in enumerate(NAMES[:players])]
    return sit_down(app, people, game="hit-extreme", **more)


@pytest.mark.parametrize("name", ["duels-and-elixirs", "two-rounds", "match-eight"])
def test_a_recorded_match_is_told_as_recorded(app: Flask, name: str) -> None:
    record = json.loads((RECORDS / f"{name}.json").read_text())
    table = play(app, record["players"], first_seat=record["first_seat"], house_rules=record["house_rules"])
    expected, done = record["expected"], 0
    for moment in [*expected["moments"], {"after": len(record["events"])}]:
        for i in range(done, moment["after"], 40):
            table.recorded(*record["events"][i : min(i + 40, moment["after"])])
        done = moment["after"]
        shown = table.look()["state"]
        for field in set(moment) - {"after", "bust_risk"}:
            assert shown[field] == moment[field], (moment["after"], field)
        if "bust_risk" in moment:
            some, all_ = moment["bust_risk"]
            assert shown["bust_risk"] == pytest.approx(some / all_)
    told = good(table.host.get(f"{table.path}/scores"))
    assert (told["totals"], told["winners"]) == (expected["totals"], expected["winners"])
    sums = [sum(line["points"] for line in told["lines"] if line["seat"] == seat) for seat in range(record["players"])]
    assert sums == told["totals"]


def test_the_seat_of_a_draw_may_be_left_out_and_is_stored(app: Flask) -> None:
    table = play(app)
    table.recorded(draw("6"), stop(0), draw("8"))
    assert [entry.get("seat") for entry in table.log()[1:]] == [0, 0, 1]


def test_a_face_that_does_not_exist_is_invalid_and_one_too_many_names_the_others(app: Flask) -> None:
    table = play(app)
    refused(table.record(draw("7")), 422, "invalid")
    table.recorded(draw("20"), stop(0), draw("20"))
    problem = refused(table.record(draw("20")), 422, "not_in_deck")
    assert problem["conflicts_with"] == [1, 3]
    assert problem["detail"] == "All 2 of 20 have been drawn already."


def test_a_stop_that_did_not_happen_moves_the_later_draws(app: Flask) -> None:
    table = play(app)
    table.recorded(draw("6"), stop(0), draw("8"))
    good(table.correct({"seq": 2, "event": None, "reseat": True}), 201)
    assert table.look()["state"]["in_front"] == [{"6": 1, "8": 1}, {}, {}]
    assert {entry["seat"] for entry in table.look()["expects"] if "seat" in entry} == {0}


def test_a_change_that_a_later_entry_does_not_bear_says_which(app: Flask) -> None:
    table = play(app)
    table.recorded(draw("6"), stop(0), draw("6"), {"type": "cards_stolen", "seat": 1})
    problem = refused(table.correct({"seq": 1, "event": draw("8", seat=0)}), 422, "wrong_phase")
    assert problem["breaks_at"] == 4
    assert table.look()["state"]["in_front"][1] == {"6": 2}
    good(table.correct({"seq": 1, "event": draw("8", seat=0), "drop_after": True}), 201)
    assert table.look()["state"]["in_front"] == [{"8": 1}, {"6": 1}, {}]


def test_house_rules_are_those_of_the_game(app: Flask) -> None:
    told = good(Phone(app).get("/games/hit-extreme"))
    assert told["seats"] == {"min": 2, "max": 8}
    body = {"game": "hit-extreme", "players": [{"name": "Ann"}, {"name": "Ben"}]}
    for house in ({"all_in_match": "never"}, {"rounds": 0}, {"cards": 3}):
        refused(Phone(app).post("/matches", body | {"house_rules": house}), 422, "invalid")
    for house in ({"all_in_match": "any"}, {"rounds": 4}):
        good(Phone(app).post("/matches", body | {"house_rules": house}), 201)


# Dealt by the companion


@pytest.fixture
def dealt(app: Flask) -> tuple[Table, list[Phone]]:
    table = sit_down(
        app, [{"name": "Ann", "me": True}, {"open": True}], game="hit-extreme", dealing="companion", first_seat=0
    )
    return table, [table.host, table.join(1, "Ben")]


def test_a_seat_asks_for_a_card_and_the_companion_adds_it_in_the_same_answer(dealt: tuple[Table, list[Phone]]) -> None:
    table, phones = dealt
    answer = table.recorded({"type": "card_drawn", "seat": 0}, by=phones[0])
    asked, drawn = answer["events"]
    assert (asked["by"], "card" in asked) == ("host", False)
    assert drawn["by"] == "companion"
    assert drawn["seat"] == 0
    assert drawn["card"] in rules.NAMES
    assert answer["match"]["state"]["deck_left"] == 101
    assert table.look(phones[1])["state"] == answer["match"]["state"]


def test_nobody_draws_for_another_names_a_card_or_takes_a_draw_back(dealt: tuple[Table, list[Phone]]) -> None:
    table, phones = dealt
    refused(table.record({"type": "card_drawn", "seat": 0}, by=phones[1]), 403, "not_yours")
    refused(table.record({"type": "card_drawn", "seat": 1}, by=phones[1]), 422, "out_of_turn")
    refused(table.record(draw("20", seat=0), by=phones[0]), 422, "illegal_choice")
    answer = table.recorded({"type": "card_drawn", "seat": 0}, by=phones[0])
    for entry in answer["events"]:
        refused(table.correct({"seq": entry["seq"], "event": None}, by=phones[0]), 403, "not_yours")


def test_a_whole_round_is_drawn_and_no_answer_tells_what_is_still_to_come(dealt: tuple[Table, list[Phone]]) -> None:
    table, phones = dealt
    drawn = 0
    while (view := table.look())["status"] == "playing":
        seat = view["state"]["turn"]
        kinds = {entry["type"]: entry for entry in view["expects"] if entry.get("seat") == seat}
        if "elixir_given" in kinds:
            event = {"type": "elixir_given", "seat": seat, "to": 1 - seat}
        elif "turn_ended" not in kinds or ("card_drawn" in kinds and view["state"]["bust_risk"] < 0.3):
            event = {"type": "card_drawn", "seat": seat}
        else:
            event = {"type": "turn_ended", "seat": seat}
        answer = table.recorded(event, by=phones[seat])
        drawn += sum("card" in entry for entry in answer["events"] if entry["type"] == "card_drawn")
        if answer["match"]["status"] == "playing":
            assert answer["match"]["state"]["deck_left"] == 102 - drawn
            asked = [entry for entry in answer["match"]["expects"] if entry["type"] == "card_drawn"]
            assert not any("cards" in entry for entry in asked)
    assert drawn == 102
    assert view["winners"]
