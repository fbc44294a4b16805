"""Opening a match: who sits down, by which rules, on which day."""

from __future__ import annotations

from typing import Any

import pytest
from api.phones import THREE, Phone, good, refused, sit_down
from flask import Flask

GAME = "extreme-tricks"


def opened(app: Flask, **body: Any) -> Any:
    return Phone(app).post("/matches", {"game": GAME, "players": list(THREE), **body})


def test_a_match_is_opened_with_its_address_the_hosts_token_and_a_code(app: Flask) -> None:
    response = opened(app)
    told = good(response, 201)
    assert response.headers["Location"] == f"/api/matches/{told['match']}"
    view = good(Phone(app, told["token"]).get(f"/matches/{told['match']}"))
    assert view["you"] == {"role": "host", "seat": 0}
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "Ben", "Cy"]
    assert (view["version"], view["status"], view["dealing"], view["memory"]) == (0, "playing", "table", "open")
    assert view["house_rules"] == {"blue_25": "least_tricks", "most_at_zero": True}


@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_game_is_for_as_many_as_it_says(app: Flask, players: int) -> None:
    told = refused(opened(app, players=[{"name": f"P{i}"} for i in range(players)]), 422, "invalid")
    assert "3 to 4" in told["detail"]


def test_there_are_more_than_no_players(app: Flask) -> None:
    assert refused(opened(app, players=[]), 422, "invalid")["field"] == "players"


@pytest.mark.parametrize("game", ["chess", "", "extreme_tricks", 7, None])
def test_an_unknown_game_is_no_game(app: Flask, game: Any) -> None:
    refused(opened(app, game=game), 422, "invalid")


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "👩‍👩‍👧",
        "أمل",
        "王",
        "x" * 60,
        "Ann-Marie O'Neil; DROP TABLE person",
        "<b>B</b>",
    ],
)
def test_people_have_the_names_they_have(app: Flask, name: str) -> None:
    table = sit_down(app, [{"name": name}, {"name": "Ben"}, {"name": "Cy"}])
    assert table.look()["seats"][0]["name"] == name


@pytest.mark.parametrize("name", ["", "   ", "\u202e", "\x00\x07", "x" * 200, "x" * 3000])
def test_a_name_is_something_one_can_read(app: Flask, name: str) -> None:
    refused(opened(app, players=[{"name": name}, {"name": "Ben"}, {"name": "Cy"}]), 422, "invalid")
    assert good(Phone(app).get("/players"))["items"] == []


def test_a_name_with_hidden_marks_and_spaces_is_tidied(app: Flask) -> None:
    table = sit_down(app, [{"name": "  Ann\u202e \x00 Lee "}, {"name": "Ben"}, {"name": "Cy"}])
    assert table.look()["seats"][0]["name"] == "Ann Lee"


def test_a_name_means_the_person_known_by_it_unless_it_is_somebody_new(app: Flask) -> None:
    first = sit_down(app).look()["seats"]
    again = sit_down(app, [{"name": "ANN"}, {"player": first[1]["player"]}, {"name": "Cy", "new": True}]).look()[
        "seats"
    ]
    assert [seat["player"] for seat in again[:2]] == [seat["player"] for seat in first[:2]]
    assert again[2]["player"] != first[2]["player"]
    assert again[2]["name"] == "Cy"


@pytest.mark.parametrize(
    "players",
    [
        [{"name": "Ann"}, {"name": "ann"}, {"name": "Cy"}],
        [{"name": "Ann", "me": True}, {"name": "Ben", "me": True}, {"name": "Cy"}],
        [{"player": "7zzz"}, {"name": "Ben"}, {"name": "Cy"}],
        [{"player": "l1"}, {"name": "Ben"}, {"name": "Cy"}],
        [{}, {"name": "Ben"}, {"name": "Cy"}],
        [{"name": "Ann", "player": "7zzz"}, {"name": "Ben"}, {"name": "Cy"}],
        [{"name": "Ann", "open": True}, {"name": "Ben"}, {"name": "Cy"}],
        [{"open": False}, {"name": "Ben"}, {"name": "Cy"}],
        [{"robot": "perfect"}, {"name": "Ben"}, {"name": "Cy"}],
        [{"name": "Ann", "age": 7}, {"name": "Ben"}, {"name": "Cy"}],
        [{"name": 7}, {"name": "Ben"}, {"name": "Cy"}],
        ["Ann", {"name": "Ben"}, {"name": "Cy"}],
        "Ann, Ben, Cy",
        {"0": {"name": "Ann"}},
    ],
)
def test_each_seat_is_one_person_and_says_so_in_one_way(app: Flask, players: Any) -> None:
    refused(opened(app, players=players), 422, "invalid")
    assert good(Phone(app).get("/matches"))["items"] == []


@pytest.mark.parametrize(
    "more",
    [
        {"first_seat": 3},
        {"first_seat": -1},
        {"first_seat": "first"},
        {"first_seat": True},
        {"first_seat": 1.0},
        {"house_rules": {"jokers": True}},
        {"house_rules": {"blue_25": "both"}},
        {"house_rules": {"most_at_zero": "yes"}},
        {"house_rules": []},
        {"dealing": "nobody"},
        {"memory": "half"},
        {"played_on": "1/2/2024"},
        {"played_on": "2024-02-30"},
        {"played_on": "2999-01-01"},
        {"played_on": "1066-10-14"},
        {"card_set": "7zzz"},
        {"card_set": {"suits": {}}},
        {"stake": 5},
    ],
)
def test_a_match_is_opened_with_what_the_game_knows(app: Flask, more: dict[str, Any]) -> None:
    refused(opened(app, **more), 422, "invalid")


def test_house_rules_the_first_seat_and_the_day_are_kept(app: Flask) -> None:
    table = sit_down(app, house_rules={"blue_25": "most_tricks"}, first_seat=2, played_on="2020-02-29", memory="closed")
    view = table.look()
    assert view["house_rules"] == {"blue_25": "most_tricks", "most_at_zero": True}
    assert (view["first_seat"], view["played_on"], view["memory"]) == (2, "2020-02-29", "closed")


def test_the_lot_falls_on_every_seat(app: Flask) -> None:
    assert {sit_down(app, first_seat="lot").look()["first_seat"] for _ in range(40)} == {0, 1, 2}


def test_a_seat_may_be_left_open(app: Flask) -> None:
    view = sit_down(app, [{"name": "Ann"}, {"name": "Ben"}, {"open": True}]).look()
    assert [seat["open"] for seat in view["seats"]] == [False, False, True]
    assert view["you"] == {"role": "host", "seat": None}
