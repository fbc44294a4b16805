"""What a phone takes along of a match: files that open rightly elsewhere; and a match brought in from its file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from api.phones import BEGINNING, THREE, Phone, Table, good, plays, sit_down
from flask import Flask
from web.browsing import Browser, match_of

from companion import access
from companion.database import writing
from companion.web import bgstats

HOSTILE = "=HYPERLINK(1)"
WHOLE_DEAL = (
    "H1 H5 H8 S2 S7 S6 C4 D4 C2 D7 D2 D6 H2 H4 H7 S5 S9 S3 D3 D1 D9 H9 H6 H3 S8 S4 S1 C5 C6 D8 C8 D5 C7 C9 C1 C3"
)


@pytest.fixture
def table(app: Flask) -> Table:
    """With a name that a spreadsheet would reckon with, a note, a correction, a revoke and points by hand."""
    table = sit_down(app, ({"name": HOSTILE, "me": True}, {"name": "+Ben"}, {"name": "أمل"}))
    table.recorded(*BEGINNING, *plays("H1", "H2", "H3"))  # 6, 7, 8
    table.recorded({"type": "noted", "text": '-1+1 "quoted" } \n next'})
    good(table.correct({"seq": 8, "event": {"type": "card_played", "seat": 2, "card": "D4"}}), 201)
    table.recorded(*plays("H4"), *plays("H5", irregular=True), *plays("H6"))
    table.recorded(*plays("S1"), {"type": "noted", "text": "x"})
    version = table.look()["version"]
    good(table.correct({"seq": version, "event": None}), 201)
    table.recorded({"type": "score_adjusted", "seat": 1, "points": -7, "reason": "@card shown"})
    return table


def take(table: Table, kind: str, locale: str = "en") -> str:
    client = table.host.app.test_client()
    client.set_cookie(f"table-{table.id}", table.host.token or "")
    answer = client.get(f"/m/{table.id}/take/{kind}", headers={"Accept-Language": locale})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.headers["Content-Disposition"].endswith(f"-{kind}")
    return answer.get_data(as_text=True)


def sheet(told: str) -> list[list[str]]:
    assert told.startswith("\ufeff")
    return list(csv.reader(io.StringIO(told.removeprefix("\ufeff"))))


# Spreadsheets


def test_the_deals_open_in_a_spreadsheet_and_nothing_in_them_is_reckoned_with(table: Table) -> None:
    rows = sheet(take(table, "deals.csv"))
    assert rows[0] == ["Deal", "What was played", "'=HYPERLINK(1)", "'+Ben", "أمل"]
    assert rows[-2] == ["", "By hand: @card shown", "0", "-7", "0"]
    assert rows[-1] == ["", "Total", "0", "-7", "0"]


def test_every_entry_is_a_row_and_tells_what_became_of_it(table: Table) -> None:
    head, *rows = sheet(take(table, "plays.csv"))
    by_number = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    assert by_number["6"]["Card"] == "H1"
    assert by_number["6"]["Player"] == "'=HYPERLINK(1)"
    assert (by_number["8"]["Card"], by_number["8"]["State"], by_number["8"]["Trick"]) == ("D4", "corrected", "1")
    assert "H" not in by_number["8"]["Entry"]
    assert by_number["12"]["State"] == "irregular"
    assert [row["State"] for row in by_number.values()].count("taken back") == 1
    datetime.strptime(by_number["6"]["Time (UTC)"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\tx", "\r", "=\u2066x"])
def test_a_text_that_begins_like_a_formula_is_none(text: str) -> None:
    from companion.web.spreadsheet import _cell

    assert str(_cell(text)).startswith("'")
    assert _cell(-3) == -3
    assert _cell("−3") == "−3"


def test_in_arabic_the_heads_are_arabic(table: Table) -> None:
    for kind in ("deals.csv", "plays.csv"):
        head, *_ = sheet(take(table, kind, "ar"))
        own = [cell for cell in head if cell not in ("'=HYPERLINK(1)", "'+Ben")]
        assert not re.search("[A-Za-z]", "".join(own))


# The record


def test_the_record_tells_every_trick_and_marks_what_was_unusual(table: Table) -> None:
    lines = take(table, "record.txt").splitlines()
    assert '[Game "extreme-tricks"]' in lines
    assert '[Player1 "+Ben"]' in lines
    assert '[Deal "1"]' in lines
    assert "trump_chosen 0 suit=H" in lines
    assert "1. 0: H1 H2 D4=1=" in lines
    assert '[Note "1:was card_played 2 card=H3"]' in lines
    assert "2. 1: H4 H5^R H6" in lines
    assert "3. 0: S1 ? ?" in lines
    assert "{taken back: noted text=x}" in lines
    assert all("\n" not in line for line in lines)


def test_the_record_of_a_deal_that_was_lost_shows_what_is_not_known(app: Flask) -> None:
    table = sit_down(app)
    table.recorded(*BEGINNING, *plays("H1"))
    result = [{"pieces": 1, "declared": [], "achieved": []} for _ in range(3)]
    table.recorded({"type": "deal_tallied", "results": result})
    told = take(table, "record.txt")
    assert "1. 0: H1 ? ?" in told
    assert '[Score "' in told.split('[Deal "1"]')[1]


# BG Stats


@pytest.fixture
def finished(app: Flask) -> Table:
    table = sit_down(app)
    table.recorded({"type": "score_adjusted", "seat": 2, "points": 4, "reason": "x"})
    table.recorded({"type": "score_adjusted", "seat": 1, "points": 4, "reason": "x"}, {"type": "match_ended"})
    return table


def test_bg_stats_gets_a_play_with_shared_places(finished: Table) -> None:
    told = json.loads(take(finished, "play.bgsplay"))
    opened = good(finished.host.get(f"{finished.path}/events"))["items"][0]["at"]
    assert told["playDate"] == opened[:19].replace("T", " ")
    assert (told["sourcePlayId"], told["durationMin"]) == (finished.id, 0)
    assert told["game"] == {
        "name": "Extreme Tricks",
        "sourceGameId": "extreme-tricks",
        "highestWins": True,
        "noPoints": False,
    }
    players = {player["name"]: player for player in told["players"]}
    assert [players[name]["rank"] for name in ("Ann", "Ben", "Cy")] == [3, 1, 1]
    assert [players[name]["winner"] for name in ("Ann", "Ben", "Cy")] == [False, True, True]
    assert [players[name]["startPlayer"] for name in ("Ann", "Ben", "Cy")] == [True, False, False]
    assert players["Cy"]["score"] == 4
    assert players["Ann"]["sourcePlayerId"]


def test_the_link_holds_the_same_as_the_file(finished: Table) -> None:
    client = finished.host.app.test_client()
    page = client.get(f"/m/{finished.id}/take").get_data(as_text=True)
    link = next(part.split('"')[0] for part in page.split('href="') if part.startswith("https://"))
    parts = urlsplit(link.replace("&amp;", "&"))
    assert (parts.netloc, parts.path) == ("app.bgstatsapp.com", "/createPlay.html")
    assert json.loads(parse_qs(parts.query)["data"][0]) == json.loads(take(finished, "play.bgsplay"))


def test_where_the_lowest_wins_it_says_so(app: Flask) -> None:
    table = sit_down(app, [*THREE, {"name": "Dora"}], game="trex")
    table.recorded({"type": "score_adjusted", "seat": 2, "points": 4, "reason": "x"}, {"type": "match_ended"})
    told = json.loads(take(table, "play.bgsplay"))
    assert told["game"]["highestWins"] is False
    assert [player["rank"] for player in told["players"]] == [1, 1, 4, 1]


def test_a_match_that_is_not_over_is_no_play_yet(table: Table) -> None:
    client = table.host.app.test_client()
    assert "bgstats" not in client.get(f"/m/{table.id}/take").get_data(as_text=True)
    assert client.get(f"/m/{table.id}/take/play.bgsplay").status_code == 422
    assert client.get(f"/m/{table.id}/take/passwords.txt").status_code == 404


def test_dinner_is_not_playing_time() -> None:
    began = datetime(2024, 1, 1, 20, 0, tzinfo=UTC)
    assert bgstats.minutes(began + timedelta(minutes=m) for m in (0, 5, 35, 66, 70)) == 39


def test_a_game_kept_on_paper_has_its_day_and_no_duration(phone: Browser) -> None:
    page = phone.open("/new/extreme-tricks")
    assert page.attribute("played_on", "max") == f"{datetime.now(UTC):%Y-%m-%d}"
    match = match_of(phone.begin("Ann", "Ben", "Cy", played_on="2024-02-29"))
    phone.client.post(f"/m/{match}/record", data={"event": '{"type":"match_ended"}', "version": "0"})
    told = json.loads(phone.client.get(f"/m/{match}/take/play.bgsplay").get_data(as_text=True))
    assert told["playDate"] == "2024-02-29 12:00:00"
    assert "durationMin" not in told
    refused = phone.begin("Ann", "Ben", "Cy", played_on="2999-01-01")
    assert refused.status == 422
    assert "2999-01-01" in refused.html


# Taken out


def test_a_text_is_withdrawn_after_being_asked(phone: Browser) -> None:
    match = match_of(phone.begin("Ann", "Ben", "Cy"))
    phone.fill(phone.open(f"/m/{match}/more/noted"), "noted", [("text", "Ben cheats")])
    page = phone.open(f"/m/{match}/log")
    asked = phone.open(next(link for link in page.links if link.endswith("/withdraw")))
    assert "nobody can bring it back" in asked.text
    page = phone.send(asked, asked.forms[0])
    assert "Ben cheats" not in page.html
    assert "Note: …" in page.text
    assert not [link for link in page.links if link.endswith("/withdraw")]
    assert Browser(phone.client.application.test_client()).open(f"/m/{match}/log/1/withdraw").status == 403


def test_the_owner_lets_a_name_be_forgotten(app: Flask, phone: Browser) -> None:
    house = app.extensions["house"]
    match = match_of(phone.begin("Ann", "Ben", "Cy"))
    with writing(house.engine) as conn:
        token = access.owner_token(house, conn)
    page = phone.open(f"/owner/{token}")
    people = phone.send(page, page.forms[0])
    pages = [phone.open(link) for link in people.links if "/people/" in link]
    ben = next(page for page in pages if page.text.startswith("People Ben"))
    forget = next(form for form in ben.forms if form.action.endswith("/forget"))
    assert "Ben" not in phone.send(ben, forget).text
    assert "Ben" not in phone.open("/people").text
    assert "Ben" not in phone.open(f"/m/{match}").text
    assert "Player 2" in phone.open(f"/m/{match}").text


# Brought in


def upload(phone: Browser, content: bytes) -> tuple[int, str, str]:
    page = phone.open("/bring")
    key = dict(page.forms[0].fields)["key"]
    answer = phone.client.post(
        "/bring",
        data={"key": key, "file": (io.BytesIO(content), "match.json")},
        content_type="multipart/form-data",
        follow_redirects=True,
    )
    return answer.status_code, answer.request.path, answer.get_data(as_text=True)


def test_a_match_goes_on_at_another_companion(serve: Callable[..., Flask], table: Table) -> None:
    file = take(table, "match.json").encode()
    there = Browser(serve().test_client())
    status, path, _ = upload(there, file)
    assert (status, path) == (200, f"/m/{table.id}")
    there.press(there.open(path), type="card_played", card="S9")
    assert good(Phone(there.client.application).get(table.path))["version"] == table.look()["version"] + 1
    # Another phone that brings the same file sees the match, and does not keep its sheet.
    other = Browser(there.client.application.test_client())
    assert upload(other, file)[:2] == (200, f"/m/{table.id}")
    assert not other.open(f"/m/{table.id}").taps()


@pytest.mark.parametrize("content", [b"", b"x", b"[]", b"{}", b'{"format": "companion-match", "format_version": 9}'])
def test_another_file_is_refused_in_words(phone: Browser, content: bytes) -> None:
    status, path, said = upload(phone, content)
    assert (status, path) == (422, "/bring")
    assert 'role="alert"' in said


def test_a_file_too_large_is_refused_in_words(phone: Browser) -> None:
    answer = phone.client.post("/bring", data=b"x" * (2 << 20), content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "too much" in answer.get_data(as_text=True)
