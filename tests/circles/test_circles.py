"""Circles lie apart: no call of any kind shows, counts or changes anything of another circle.

Every route has a row here that says how an outsider calls it and what it answers; a new route without one fails.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from api.phones import BEGINNING, Phone, Table, good, plays, refused, sit_down
from flask import Flask
from flask.testing import FlaskClient
from playing import card_set
from sqlmodel import SQLModel
from tables import everything_stored
from web.browsing import Browser, match_of

from companion import registry
from companion.house import House, unspell
from companion.kit import codec

SECRETS = ("Aurelia", "Bartholomew", "Cassiopeia", "Friday club", "our secret", "Our box", "Y-is-violet")


@dataclass(frozen=True)
class Row:
    """How an outsider calls a route, and the statuses it answers: to nobody known, to a member of another circle, to a
    phone that is only let into a match of another circle. ``{match}`` and the like stand for what is of this one."""

    method: str
    path: str
    nobody: int
    other: int
    guest: int
    body: Any = None


def read(path: str, nobody: int, other: int, guest: int) -> Row:
    return Row("GET", path, nobody, other, guest)


def hidden(method: str, path: str, body: Any = None) -> Row:
    """Of a match: without a token 401, with one of elsewhere as if there were none."""
    return Row(method, f"/api/matches/{{match}}{path}", 401, 404, 404, body)


def page(path: str, method: str = "GET", **form: str) -> Row:
    """The cookie of another match says nothing here."""
    return Row(method, f"/m/{{match}}{path}", 401, 404, 401, form if method == "POST" else None)


NOTE = {"type": "noted", "text": "x"}
SET = {"game": "tricky-twist", "name": "Mine", "content": {}}
OPENING = {"game": "extreme-tricks", "players": [{"name": "Xerxes"}, {"name": "Yorick"}, {"name": "Zenobia"}]}
SEATED = {**OPENING, "players": [{"player": "{player}"}, {"name": "Yorick"}, {"name": "Zenobia"}]}

ROWS: dict[str, Row | list[Row]] = {
    # What everybody may know.
    "docs.asset": read("/api/docs/swagger-ui.css", 200, 200, 200),
    "docs.openapi": read("/api/openapi.json", 200, 200, 200),
    "docs.page": read("/api/docs", 200, 200, 200),
    "docs.start": read("/api/docs/start.js", 200, 200, 200),
    "games.games": read("/api/games", 200, 200, 200),
    "games.one_game": read("/api/games/trex", 200, 200, 200),
    "health.health": read("/api/health", 200, 200, 200),
    "web.away": read("/away", 200, 200, 200),
    "web.manifest": read("/manifest.webmanifest", 200, 200, 200),
    "web.paper": read("/paper/trex", 200, 200, 200),
    "web.rules": read("/rules/trex", 200, 200, 200),
    "web.static_file": read("/static/companion.css", 200, 200, 200),
    "web.worker": read("/worker.js", 200, 200, 200),
    "web.join": read("/join", 200, 200, 200),
    "web.join_with": read("/join/ABCDEFG", 200, 200, 200),
    "web.bring": read("/bring", 200, 200, 200),
    # Lists and openings are of one's own circle, or of the one match.
    "matches.history": [
        read("/api/matches", 401, 200, 200),
        read("/api/matches?player={player}", 401, 200, 200),
        read("/api/matches?cursor=2999-01-01.9.{match}", 401, 200, 200),
    ],
    "matches.open_match": [
        Row("POST", "/api/matches", 401, 201, 403, OPENING),
        Row("POST", "/api/matches", 401, 422, 403, SEATED),
        Row("POST", "/api/matches", 401, 404, 403, {**OPENING, "game": "tricky-twist", "card_set": "{set}"}),
    ],
    "players.players": [read("/api/players", 401, 200, 200), read("/api/players?q=aur", 401, 200, 200)],
    "players.player": read("/api/players/{player}", 401, 404, 404),
    "players.rename": Row("PATCH", "/api/players/{player}", 401, 403, 403, {"name": "Nobody"}),
    "players.forget": Row("DELETE", "/api/players/{player}", 401, 403, 403),
    "players.merge": Row("POST", "/api/players/{player}/merge", 401, 403, 403, {"into": "{player}"}),
    "card-sets.card_sets": read("/api/card-sets", 401, 200, 403),
    "card-sets.card_set": read("/api/card-sets/{set}", 401, 404, 403),
    "card-sets.change": Row("PUT", "/api/card-sets/{set}", 401, 404, 403, {"name": "x", "content": {}}),
    "card-sets.keep": Row("POST", "/api/card-sets", 401, 422, 403, SET),
    "card-sets.throw_away": Row("DELETE", "/api/card-sets/{set}", 401, 404, 403),
    "circles.make_circle": Row("POST", "/api/circles", 201, 201, 201, {"name": "Others"}),
    "circles.circle": read("/api/circle", 401, 200, 403),
    "circles.new_circle_code": Row("POST", "/api/circle/join-code", 401, 200, 403),
    "circles.new_recovery_code": Row("POST", "/api/circle/recovery-code", 401, 200, 403),
    "joining.join": Row("POST", "/api/join", 404, 404, 404, {"code": "AAAAAAA"}),
    "web.home": read("/", 200, 200, 200),
    "web.new": read("/new/trex", 303, 200, 303),
    "web.begin": Row("POST", "/new/extreme-tricks", 422, 303, 422, {"name": ["Xerxes", "Yorick", "Zenobia"]}),
    "web.enter": Row("POST", "/join", 404, 404, 404, {"code": "AAAAAAA"}),
    "web.circle": read("/circle", 200, 200, 200),
    "web.make_circle": Row("POST", "/circle", 303, 303, 303, {"name": "Others"}),
    "web.new_circle_code": Row("POST", "/circle/code", 401, 303, 401, {}),
    "web.new_recovery_code": Row("POST", "/circle/recovery", 401, 303, 401, {}),
    "web.choose_circle": Row("POST", "/circle/choose", 404, 404, 404, {"circle": "{circle}"}),
    "web.card_sets": read("/sets/tricky-twist", 401, 200, 401),
    "web.new_card_set": read("/sets/tricky-twist/new", 401, 200, 401),
    "web.keep_card_set": Row("POST", "/sets/tricky-twist/new", 422, 422, 422, {"name": "Mine"}),
    "web.card_set": read("/sets/tricky-twist/{set}", 401, 404, 401),
    "web.change_card_set": Row("POST", "/sets/tricky-twist/{set}", 401, 404, 401, {"name": "Mine"}),
    "web.card_set_file": read("/sets/tricky-twist/{set}/file", 401, 404, 401),
    "web.bring_card_set": Row("POST", "/sets/tricky-twist/bring", 401, 422, 401, {}),
    "web.throw_card_set_away": Row("POST", "/sets/tricky-twist/{set}/away", 401, 404, 401, {}),
    "web.history": [read("/history", 401, 200, 401), read("/history?player={player}", 401, 404, 401)],
    "web.people": read("/people", 401, 200, 401),
    "web.person": read("/people/{player}", 401, 404, 401),
    "web.owners_link": read("/owner/1.x", 404, 404, 404),
    "web.become_owner": Row("POST", "/owner/1.x", 404, 404, 404, {}),
    "web.rename": Row("POST", "/people/{player}/rename", 401, 403, 401, {"name": "Nobody"}),
    "web.forget_name": Row("POST", "/people/{player}/forget", 401, 403, 401, {}),
    "web.merge": Row("POST", "/people/{player}/merge", 401, 403, 401, {"into": "{player}"}),
    "web.shared_moment": read("/s/AAAAAAAAAAAAAAAAAAAA/at/1", 404, 404, 404),
    "web.shared_moment_chosen": read("/s/AAAAAAAAAAAAAAAAAAAA/at?seq=1", 404, 404, 404),
    # Of a match.
    "matches.look": hidden("GET", ""),
    "matches.log": hidden("GET", "/events"),
    "matches.record": hidden("POST", "/events", {"events": [NOTE]}),
    "matches.correct": hidden("POST", "/corrections", {"seq": 1, "event": None}),
    "matches.withdraw": hidden("POST", "/events/8/withdraw"),
    "matches.scores": hidden("GET", "/scores"),
    "matches.moment": hidden("GET", "/moment?at=6"),
    "hosting.share": hidden("POST", "/share"),
    "hosting.end_share": hidden("DELETE", "/share"),
    "carrying.export": hidden("GET", "/export"),
    "stream.follow": hidden("GET", "/stream"),
    "hosting.delete": hidden("DELETE", ""),
    "hosting.restore": Row("POST", "/api/matches/{match}/restore", 404, 404, 404),
    "hosting.record_here": hidden("POST", "/scribes"),
    "hosting.take_hosting": hidden("POST", "/host"),
    "hosting.seat_link": hidden("POST", "/seat-link"),
    "joining.join_code": hidden("GET", "/join-code"),
    "joining.new_join_code": hidden("POST", "/join-code"),
    "web.sheet": page(""),
    "web.fragment": page("/sheet"),
    "web.board": page("/board"),
    "web.log": page("/log"),
    "web.entry": page("/log/6"),
    "web.swap": page("/log/6/swap"),
    "web.forgotten": page("/log/6/before"),
    "web.insert": page("/log/6/before", "POST", event=json.dumps(NOTE)),
    "web.take_trick_back": page("/log/6/trick", "POST"),
    "web.before_withdrawing": page("/log/8/withdraw"),
    "web.withdraw": page("/log/8/withdraw", "POST"),
    "web.mend": page("/log/6", "POST", event=json.dumps(NOTE)),
    "web.look_back": page("/look-back", "POST"),
    "web.menu": page("/menu"),
    "web.more": page("/more/noted"),
    "web.fill_in": page("/more/noted", "POST", text="x"),
    "web.picture": page("/picture.svg"),
    "web.points": page("/points"),
    "web.record": page("/record", "POST", event=json.dumps(NOTE)),
    "web.record_here": page("/record-here", "POST"),
    "web.rules_here": page("/rules"),
    "web.seat_link": page("/seat-link", "POST"),
    "web.seats": page("/seats"),
    "web.own_code": page("/own-code", "POST"),
    "web.leave_seat": page("/leave-seat", "POST"),
    "web.sit": page("/seats", "POST", name="x"),
    "web.sure": page("/sure/match_ended"),
    "web.take": page("/take"),
    "web.take_file": page("/take/match.json"),
    "web.take_hosting": page("/host", "POST"),
    "web.take_seat": page("/seat", "POST", seat="1"),
    "web.undo": page("/undo", "POST"),
    "web.moment": page("/at/6"),
    "web.moment_chosen": page("/at?seq=6"),
    "web.share": page("/share", "POST"),
    "web.end_share": page("/share/end", "POST"),
    "web.new_code": page("/code", "POST"),
    "web.before_deleting": page("/delete"),
    "web.delete": page("/delete", "POST"),
    "web.deleted": Row("GET", "/m/{match}/deleted", 303, 303, 303),
    "web.bring_back": Row("POST", "/m/{match}/bring-back", 404, 404, 404, {}),
    # From here on those of the other circle have this match too, as one of their own.
    "carrying.bring_in": Row("POST", "/api/import", 401, 201, 403, "{file}"),
    "web.bring_in": Row("POST", "/bring", 401, 303, 401, {"file": "{file}"}),
    # Last, for after the first one is no member any more.
    "circles.leave": Row("DELETE", "/api/circle/membership", 401, 204, 403),
    "web.leave_circle": Row("POST", "/circle/leave", 401, 401, 401, {}),
}


@dataclass
class Circle:
    token: str
    id: str
    table: Table
    card_set: str = ""


def new_circle(app: Flask, name: str, people: tuple[str, ...]) -> Circle:
    made = good(Phone(app).post("/circles", {"name": name}), 201)
    member = Phone(app, made["token"])
    return Circle(made["token"], made["circle"], sit_down(app, [{"name": name} for name in people], by=member))


@pytest.fixture
def ours(closed: Flask) -> Circle:
    circle = new_circle(closed, "Friday club", ("Aurelia", "Bartholomew", "Cassiopeia"))
    circle.table.recorded(*BEGINNING, *plays("H1", "H2"), {"type": "noted", "text": "our secret"})
    printed = codec.record_to_json(card_set(registry.games()["tricky-twist"]))
    kept = {"game": "tricky-twist", "name": "Our box", "content": {**printed, "suits": {"Y": "Y-is-violet"}}}
    circle.card_set = good(Phone(closed, circle.token).post("/card-sets", kept), 201)["id"]
    return circle


@pytest.fixture
def theirs(closed: Flask) -> Circle:
    circle = new_circle(closed, "Others", ("Dora", "Eli", "Fay"))
    circle.table.recorded(*BEGINNING)
    return circle


def test_every_route_has_a_row(closed: Flask) -> None:
    assert {rule.endpoint for rule in closed.url_map.iter_rules()} == set(ROWS)


def client_of(app: Flask, who: str, theirs: Circle) -> tuple[FlaskClient, dict[str, str]]:
    """Its cookies for the pages, its token for the API."""
    client, headers = app.test_client(), {}
    if who == "other":
        client.set_cookie(f"circle-{theirs.id}", theirs.token)
        headers = {"Authorization": f"Bearer {theirs.token}"}
    elif who == "guest":
        client.set_cookie(f"table-{theirs.table.id}", theirs.table.host.token or "")
        headers = {"Authorization": f"Bearer {theirs.table.host.token}"}
    return client, headers


def calls() -> Iterator[tuple[str, Row]]:
    for endpoint, rows in ROWS.items():
        for row in rows if isinstance(rows, list) else [rows]:
            yield endpoint, row


@pytest.mark.parametrize("who", ["nobody", "other", "guest"])
def test_nothing_of_a_circle_is_shown_counted_or_changed_from_outside(
    closed: Flask, ours: Circle, theirs: Circle, who: str
) -> None:
    house: House = closed.extensions["house"]
    closed.config["RATELIMIT_ENABLED"] = False
    file = good(ours.table.host.get(f"{ours.table.path}/export"))
    known = {
        "match": ours.table.id,
        "player": ours.table.look()["seats"][0]["player"],
        "set": ours.card_set,
        "circle": ours.id,
    }
    secrets = {*SECRETS, ours.token, ours.table.host.token or "", ours.table.code, known["player"]}
    before, wrong = of_circle(house, ours.id), []
    for endpoint, row in calls():
        client, headers = client_of(closed, who, theirs)
        path = row.path.format(**known)
        with client.open(
            path, method=row.method, headers=headers if "/api/" in path else {}, **body_of(row, known, file)
        ) as answer:
            shown = answer.get_data(as_text=True)
        told = f"{endpoint}: {row.method} {path} answers {answer.status_code}"
        if answer.status_code != getattr(row, who):
            wrong.append(told)
        if row.body != "{file}":  # who has the file knows what is in it
            wrong += [f"{told} with {secret}" for secret in secrets if secret in shown and secret not in path]
        if of_circle(house, ours.id) != before:
            wrong.append(f"{told} and changes something")
            before = of_circle(house, ours.id)
    assert not wrong
    assert good(Phone(closed, ours.token).get(f"/matches/{ours.table.id}"))["version"] == file["version"]


def body_of(row: Row, known: dict[str, str], file: dict[str, Any]) -> dict[str, Any]:
    """JSON for the API, a form for the pages."""
    if row.method == "GET" or row.body is None:
        return {}
    if "/api/" in row.path:
        text = json.dumps(file if row.body == "{file}" else row.body)
        for name, value in known.items():
            text = text.replace(f'"{{{name}}}"', json.dumps(value))
        return {"data": text, "content_type": "application/json"}
    form = {name: known.get(str(value).strip("{}"), value) for name, value in row.body.items()}
    if form.get("file") == "{file}":
        upload = (io.BytesIO(json.dumps(file).encode()), "match.json")
        return {"data": {"file": upload}, "content_type": "multipart/form-data"}
    return {"data": form}


def of_circle(house: House, circle: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of one circle, but for when its phones were seen."""
    kept = {}
    for name, rows in everything_stored(house).items():
        columns = [column.name for column in SQLModel.metadata.tables[name].columns]
        place = columns.index("circle_id")
        seen = columns.index("seen_at") if "seen_at" in columns else None
        kept[name] = [
            tuple(value for i, value in enumerate(row) if i != seen) for row in rows if row[place] == unspell(circle)
        ]
    return kept


# Made, joined, left


def test_a_match_brought_in_comes_into_ones_own_circle_and_the_other_stays(
    closed: Flask, ours: Circle, theirs: Circle
) -> None:
    file = good(ours.table.host.get(f"{ours.table.path}/export"))
    other = Phone(closed, theirs.token)
    brought = good(other.post("/import", file), 201)
    host = Phone(closed, brought["token"])
    good(host.post(f"/matches/{brought['match']}/events", {"events": [NOTE]}), 201)
    assert ours.table.look()["version"] == file["version"]
    assert good(host.get(f"/matches/{brought['match']}"))["version"] == file["version"] + 1
    assert len(good(other.get("/matches"))["items"]) == 2
    people = {person["id"] for person in good(Phone(closed, ours.token).get("/players"))["items"]}
    assert len(people) == 3


def test_members_come_in_by_code_and_leave(closed: Flask, ours: Circle) -> None:
    member = Phone(closed, ours.token)
    circle = good(member.get("/circle"))
    assert (circle["name"], circle["phones"]) == ("Friday club", 1)
    joined = good(Phone(closed).post("/join", {"code": circle["join_code"].lower()}, key="k"))
    assert (joined["role"], joined["circle"], joined["match"]) == ("member", ours.id, None)
    assert good(Phone(closed).post("/join", {"code": circle["join_code"]}, key="k2"))["token"] != joined["token"]
    second = Phone(closed, joined["token"])
    assert good(second.get("/matches"))["items"][0]["id"] == ours.table.id
    assert good(member.get("/circle"))["phones"] == 3
    assert second.ask("DELETE", "/circle/membership").status_code == 204
    refused(second.get("/matches"), 401, "no_token")
    assert good(member.get("/circle"))["phones"] == 2


def test_a_new_code_ends_the_old_one_and_the_recovery_code_brings_back(closed: Flask, ours: Circle) -> None:
    member = Phone(closed, ours.token)
    circle = good(member.get("/circle"))
    code = good(member.post("/circle/join-code"))["code"]
    assert code != circle["join_code"]
    refused(Phone(closed).post("/join", {"code": circle["join_code"]}), 404, "not_found")
    assert member.ask("DELETE", "/circle/membership").status_code == 204
    back = good(Phone(closed).post("/join", {"code": circle["recovery_code"]}))
    returned = Phone(closed, back["token"])
    assert good(returned.get("/circle"))["join_code"] == code
    assert good(returned.post("/circle/recovery-code"))["code"] != circle["recovery_code"]
    refused(Phone(closed).post("/join", {"code": circle["recovery_code"]}), 404, "not_found")


def test_a_code_opens_nothing_as_a_token(closed: Flask, ours: Circle) -> None:
    circle = good(Phone(closed, ours.token).get("/circle"))
    for code in (circle["join_code"], circle["recovery_code"], f"{ours.id}.{circle['recovery_code']}"):
        refused(Phone(closed, code).get("/matches"), 401, "no_token")


def test_an_open_server_has_no_circles_to_make_or_leave(app: Flask) -> None:
    for answer in (
        Phone(app).post("/circles", {"name": "x"}),
        Phone(app).get("/circle"),
        Phone(app).ask("DELETE", "/circle/membership"),
    ):
        refused(answer, 422, "invalid")
    assert app.test_client().get("/circle").status_code == 404


@pytest.fixture
def browse(closed: Flask) -> Callable[..., Browser]:
    return lambda locale="en": Browser(closed.test_client(), locale)


def test_on_the_pages_a_circle_is_made_joined_and_left(browse: Callable[..., Browser]) -> None:
    first, second = browse(), browse()
    page = first.open("/new/extreme-tricks")  # nobody to play with yet
    assert page.answer.request.path == "/circle"
    make = next(form for form in page.forms if form.action == "/circle")
    page = first.send(page, make, [("name", "Family")])
    assert "Family" in page.text
    code = next(word for word in page.html.split('class="code" dir="ltr">')[1:])[:8].replace(" ", "")
    match = match_of(first.begin("Ann", "Ben", "Cy"))
    assert f"/m/{match}" in first.open("/").links
    # Another phone sees nothing of it, then comes in by the code.
    assert f"/m/{match}" not in second.open("/").links
    assert second.open(f"/m/{match}").status == 401
    page = second.open(f"/join/{code}")
    page = second.send(page, page.forms[0])
    assert "Family" in page.text
    assert f"/m/{match}" in page.links
    assert second.open(f"/m/{match}").status == 200
    page = second.open("/circle")
    assert "2 phones are of this circle" in page.text
    page = second.send(page, next(form for form in page.forms if form.action == "/circle/leave"))
    assert "Family" not in page.text
    assert second.open(f"/m/{match}").status == 401


def test_a_phone_of_two_circles_shows_one_at_a_time(browse: Callable[..., Browser]) -> None:
    phone = browse()
    for name in ("Family", "Club"):
        page = phone.open("/circle")
        page = phone.send(page, next(form for form in page.forms if form.action == "/circle"), [("name", name)])
    assert "Club" in phone.open("/").text
    page = phone.open("/circle")
    choose = next(form for form in page.forms if form.action == "/circle/choose")
    phone.send(page, choose, button=choose.buttons[0])
    home = phone.open("/")
    assert ("Family" in home.text, "Club" in home.text) == (True, False)


def test_a_match_that_is_in_two_circles_is_shown_as_each_has_it(closed: Flask, ours: Circle, theirs: Circle) -> None:
    """The same id, opened otherwise: nothing remembered of the one page gets into the other."""
    file = good(ours.table.host.get(f"{ours.table.path}/export"))
    file["events"] = file["events"][:3]
    file["events"][0]["first_seat"] = 2
    file["events"][2]["seat"] = 2
    brought = good(Phone(closed, theirs.token).post("/import", file), 201)
    path = f"/m/{file['match']}"
    pages = []
    for token in (ours.table.host.token, brought["token"], ours.table.host.token):
        client = closed.test_client()
        client.set_cookie(f"table-{file['match']}", token or "")
        pages.append(client.get(path).get_data(as_text=True))
    assert pages[0] == pages[2]
    assert "Cassiopeia" in pages[1]
    assert pages[0] != pages[1]
