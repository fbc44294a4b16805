"""The history: matches, newest first, and the people who played them."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from api.phones import BEGINNING, CHALLENGES, Phone, Table, good, plays, refused, sit_down
from flask import Flask

from companion import access
from companion.database import writing


def ids(app: Flask, query: str = "") -> list[str]:
    return [row["id"] for row in good(Phone(app).get(f"/matches{query}"))["items"]]


@pytest.fixture
def three(app: Flask) -> list[Table]:
    """Played on three days; the second is finished, the third abandoned."""
    tables = [
        sit_down(app, [{"name": name}, {"name": "Ben"}, {"name": "Cy"}], played_on=day)
        for name, day in (("Ann", "2024-01-31"), ("Dora", "2024-02-01"), ("Ann", "2024-02-02"))
    ]
    tables[1].recorded({"type": "score_adjusted", "seat": 2, "points": 4, "reason": "x"}, {"type": "match_ended"})
    tables[2].recorded({"type": "match_abandoned"})
    return tables


def test_newest_first(app: Flask, three: list[Table]) -> None:
    assert ids(app) == [table.id for table in reversed(three)]


def test_a_row_has_totals_and_winners(app: Flask, three: list[Table]) -> None:
    row = good(Phone(app).get("/matches?status=finished"))["items"][0]
    assert (row["id"], row["totals"], row["winners"]) == (three[1].id, [0, 0, 4], [2])
    assert [seat["name"] for seat in row["seats"]] == ["Dora", "Ben", "Cy"]
    assert (row["played_on"], row["version"], row["status"]) == ("2024-02-01", 2, "finished")


@pytest.mark.parametrize(
    ("query", "which"),
    [
        ("?status=playing", [0]),
        ("?status=abandoned", [2]),
        ("?status=waiting", []),
        ("?game=extreme-tricks", [2, 1, 0]),
        ("?game=trex", []),
        ("?from=2024-02-01", [2, 1]),
        ("?to=2024-02-01", [1, 0]),
        ("?from=2024-02-01&to=2024-02-01", [1]),
        ("?from=2024-03-01", []),
        ("?player=1", []),
    ],
)
def test_filters(app: Flask, three: list[Table], query: str, which: list[int]) -> None:
    assert ids(app, query) == [three[i].id for i in which]


def test_the_matches_of_one_person(app: Flask, three: list[Table]) -> None:
    ann = three[0].look()["seats"][0]["player"]
    assert ids(app, f"?player={ann}") == [three[2].id, three[0].id]
    assert ids(app, f"?player={ann}&status=playing") == [three[0].id]
    three[0].recorded({"type": "seats_named", "players": {"0": {"name": "Eva"}}})
    assert ids(app, f"?player={ann}") == [three[2].id]


def test_pages_follow_each_other_without_gap_or_double(app: Flask) -> None:
    tables = [sit_down(app, played_on="2024-05-05") for _ in range(7)]
    seen, query = [], "?limit=3"
    for _ in range(3):
        page = good(Phone(app).get(f"/matches{query}"))
        seen += [row["id"] for row in page["items"]]
        query = f"?limit=3&cursor={quote(page['next_cursor'] or '')}"
    assert page["next_cursor"] is None
    assert sorted(seen) == sorted(table.id for table in tables)
    assert len(seen) == 7


@pytest.mark.parametrize(
    "query",
    [
        "?limit=0",
        "?limit=101",
        "?limit=ten",
        "?limit=1.0",
        "?limit=99999999999999999999",
        "?status=won",
        "?game=" + "x" * 100,
        "?game=%00",
        "?player=Ann",
        "?player=%00",
        "?from=yesterday",
        "?from=2024-1-1",
        "?to=2024-01-01T00:00:00Z",
        "?cursor=x",
        "?cursor=%00",
        "?cursor=2024-01-01.5",
        "?cursor=2024-01-01.99999999999999999.7",
    ],
)
def test_a_question_is_understood_or_refused(app: Flask, query: str) -> None:
    refused(Phone(app).get(f"/matches{query}"), 422, "invalid")


@pytest.mark.parametrize(
    ("q", "names"),
    [
        ("", {"Ann Lee", "Ben", "أمل ناصر", "50%_off"}),
        ("ann", {"Ann Lee"}),
        ("LEE", {"Ann Lee"}),
        ("nn", set()),
        ("أم", {"أمل ناصر"}),
        ("ناص", {"أمل ناصر"}),
        ("%", set()),
        ("_", set()),
        ("50%", {"50%_off"}),
        ("50__", set()),
        ("\\", set()),
        ("'", set()),
        ("x" * 200, set()),
    ],
)
def test_people_are_found_by_the_beginning_of_any_word(app: Flask, q: str, names: set[str]) -> None:
    sit_down(app, [{"name": "Ann Lee"}, {"name": "Ben"}, {"name": "أمل ناصر"}, {"name": "50%_off"}])
    found = good(Phone(app).get(f"/players?q={quote(q)}"))
    assert {person["name"] for person in found["items"]} == names
    assert found["next_cursor"] is None


def test_who_played_lately_comes_first(app: Flask) -> None:
    sit_down(app, [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cy"}])
    clock = app.extensions["house"].now() + 5000
    object.__setattr__(app.extensions["house"], "now", lambda: clock)
    sit_down(app, [{"name": "Dora"}, {"name": "Ben"}, {"name": "Eva"}]).recorded(CHALLENGES)
    found = [person["name"] for person in good(Phone(app).get("/players"))["items"]]
    assert set(found[:3]) == {"Dora", "Ben", "Eva"}
    assert [p["name"] for p in good(Phone(app).get("/players?limit=2"))["items"]] == found[:2]


@pytest.mark.parametrize("query", ["?limit=0", "?limit=1000", "?q=" + "x" * 201, "?q=%00"])
def test_a_question_for_people_is_understood_or_refused(app: Flask, query: str) -> None:
    refused(Phone(app).get(f"/players{query}"), 422, "invalid")


def test_what_somebody_has_done_so_far(app: Flask, three: list[Table]) -> None:
    cy = next(person for person in good(Phone(app).get("/players"))["items"] if person["name"] == "Cy")
    assert cy["played"] == 1
    told = good(Phone(app).get(f"/players/{cy['id']}"))
    assert (told["id"], told["name"], told["also"]) == (cy["id"], "Cy", [])
    record = told["games"][0]
    against = {one.pop("name"): one for one in record.pop("against")}
    assert record == {
        "game": "extreme-tricks",
        "played": 1,
        "won": 1,
        "shared": 0,
        "win_rate": 1.0,
        "average": 4.0,
        "best": 4,
        "worst": 4,
        "streak": 1,
        "longest_streak": 1,
    }
    assert {name: (one["ahead"], one["behind"], one["level"]) for name, one in against.items()} == {
        "Dora": (1, 0, 0),
        "Ben": (1, 0, 0),
    }
    refused(Phone(app).get("/players/1"), 404, "not_found")


def test_the_owner_alone_renames_and_merges(app: Flask, three: list[Table]) -> None:
    house = app.extensions["house"]
    with writing(house.engine) as conn:
        owner = Phone(app, access.owner_token(house, conn))
    ids_of = {person["name"]: person["id"] for person in good(Phone(app).get("/players"))["items"]}
    path = f"/players/{ids_of['Ann']}"
    for phone, status, code in ((Phone(app), 401, "no_token"), (three[0].host, 403, "not_yours")):
        refused(phone.post(f"{path}/merge", {"into": ids_of["Dora"]}), status, code)
        refused(phone.ask("PATCH", path, json={"name": "Anna"}), status, code)
    assert good(owner.ask("PATCH", path, json={"name": "Anna"}))["name"] == "Anna"
    for _ in range(2):  # said twice is done once
        merged = good(owner.post(f"{path}/merge", {"into": ids_of["Dora"]}))
        assert (merged["id"], merged["name"], merged["also"]) == (ids_of["Dora"], "Dora", ["Anna"])
    assert ids(app, f"?player={ids_of['Ann']}") == ids(app, f"?player={ids_of['Dora']}") != []
    refused(owner.post(f"{path}/merge", {"into": ids_of["Ben"]}), 422, "invalid")
    refused(owner.post(f"{path}/merge", {"into": ids_of["Dora"], "x": 1}), 422, "invalid")


def test_people_are_of_the_circle(closed: Flask) -> None:
    member = Phone(closed, good(Phone(closed).post("/circles", {"name": "Us"}), 201)["token"])
    stranger = Phone(closed, good(Phone(closed).post("/circles", {"name": "Them"}), 201)["token"])
    table = sit_down(closed, by=member)
    ann = good(member.get("/players"))["items"][0]["id"]
    assert good(member.get(f"/players/{ann}"))["games"] == []
    refused(stranger.get(f"/players/{ann}"), 404, "not_found")
    refused(table.join().get(f"/players/{ann}"), 404, "not_found")
    refused(Phone(closed).get(f"/players/{ann}"), 401, "no_token")
    assert good(stranger.get("/players"))["items"] == []


def test_any_moment_is_looked_at_again(app: Flask, table: Table) -> None:
    table.recorded(*BEGINNING, *plays("S1", "S2"))
    told = good(Phone(app).get(f"{table.path}/moment?at=6"))
    assert (told["at"], told["moments"], told["entry"]["card"]) == (6, list(range(8)), "S1")
    assert told["match"]["state"]["trick_cards"] == [{"seat": 0, "card": "S1"}]
    refused(Phone(app).get(f"{table.path}/moment?at=-1"), 422, "invalid")


def test_a_link_is_shared_and_ended_by_who_plays(app: Flask, table: Table) -> None:
    refused(Phone(app).post(f"{table.path}/share"), 401, "no_token")
    refused(table.join().post(f"{table.path}/share"), 403, "not_yours")
    told = good(table.host.post(f"{table.path}/share"))
    assert good(table.host.post(f"{table.path}/share")) == told
    assert app.test_client().get(told["path"]).status_code == 200
    assert table.host.ask("DELETE", f"{table.path}/share").status_code == 204
    assert app.test_client().get(told["path"]).status_code == 404
