"""The history as pages: matches found again, people and their records, a match stepped through, read by a link."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from web.browsing import Browser, Page, match_of
from web.test_pages import played
from web.test_playing import REVOKE

from companion import access
from companion.database import writing


def finished(phone: Browser, names: tuple[str, ...], *totals: int) -> str:
    """A match that was stopped early with these totals; its id."""
    match = match_of(phone.begin(*names))
    events = [
        {"type": "score_adjusted", "seat": seat, "points": points, "reason": "as counted"}
        for seat, points in enumerate(totals)
    ]
    body = {"events": [*events, {"type": "match_ended"}]}
    assert phone.client.post(f"/api/matches/{match}/events", json=body).status_code == 201
    return match


def listed(page: Page) -> list[str]:
    return [link.removeprefix("/m/") for link in page.links if link.startswith("/m/")]


def owner_of(app: Flask) -> Browser:
    """The phone on which the owner's link was opened."""
    house = app.extensions["house"]
    with writing(house.engine) as conn:
        token = access.owner_token(house, conn)
    phone = Browser(app.test_client())
    page = phone.open(f"/owner/{token}")
    assert phone.client.get_cookie("owner", path="/people") is None  # looking at the link alone does nothing
    phone.send(page, page.forms[-1])
    return phone


def test_matches_are_found_by_person_game_state_and_day(phone: Browser) -> None:
    first = finished(phone, ("Ann", "Ben", "Cy"), 5, 3, 1)
    second = played(phone, ("Dora", "Ben", "Cy"))
    page = phone.open(next(link for link in phone.open("/").links if link == "/history"))
    assert listed(page) == [second, first]
    ann = next(link for link in phone.open("/people?q=ann").links if link.startswith("/people/"))
    for field, value, found in (
        ("player", ann.removeprefix("/people/"), [first]),
        ("status", "finished", [first]),
        ("status", "playing", [second]),
        ("game", "trex", []),
        ("game", "extreme-tricks", [second, first]),
        ("from", "2001-01-01", [second, first]),
        ("to", "2001-01-01", []),
    ):
        assert listed(phone.send(page, page.forms[0], [(field, value)])) == found, (field, value)
    wrong = phone.send(page, page.forms[0], [("from", "soon")])
    assert "Give days as year, month and day" in wrong.text


def test_the_history_has_pages(phone: Browser) -> None:
    matches = [match_of(phone.begin("Ann", "Ben", "Cy")) for _ in range(23)]
    page = phone.open("/history?game=extreme-tricks")
    older = next(link for link in page.links if "cursor=" in link)
    assert "game=extreme-tricks" in older
    rest = phone.open(older)
    assert sorted(listed(page) + listed(rest)) == sorted(matches)
    assert not [link for link in rest.links if "cursor=" in link]


def test_a_page_for_each_person(phone: Browser) -> None:
    finished(phone, ("Ann", "Ben", "Cy"), 5, 5, 1)
    match = finished(phone, ("Ann", "Ben", "Cy"), 7, 2, 1)
    found = phone.open("/people?q=an")
    links = [link for link in found.links if link.startswith("/people/")]
    assert len(links) == 1
    page = phone.open(links[0])
    for words in ("Played 2", "Won 1 and 1 shared", "Share of wins 75%", "Average 6.0", "Best 7", "Worst 5"):
        assert words in page.text
    assert "Ben 1 0 1" in page.text  # ahead, behind, level
    assert listed(page)[0] == match
    assert not page.forms


def test_the_owner_merges_and_renames_on_the_pages(phone: Browser, app: Flask, browse: Callable[..., Browser]) -> None:
    finished(phone, ("Jon", "Ben", "Cy"), 5, 3, 1)
    finished(phone, ("John", "Ben", "Cy"), 5, 3, 1)
    owner = owner_of(app)
    people = {
        page.text.split()[1]: page
        for page in map(owner.open, [link for link in owner.open("/people").links if link.startswith("/people/")])
    }
    page = people["Jon"]
    john = people["John"].answer.request.path.removeprefix("/people/")
    merge = next(form for form in page.forms if form.action.endswith("/merge"))
    merged = owner.send(page, merge, [("into", john)])
    assert merged.answer.request.path == f"/people/{john}"
    assert "Also known as Jon" in merged.text
    assert "Played 2" in merged.text
    rename = next(form for form in merged.forms if form.action.endswith("/rename"))
    taken = owner.send(merged, rename, [("name", "ben")])
    assert "Somebody else here has that name" in taken.text
    assert "Johannes" in owner.send(merged, rename, [("name", "Johannes")]).text
    for action in ("rename", "merge"):
        assert phone.client.post(f"/people/{john}/{action}", data={"name": "X", "into": john}).status_code == 401
    assert phone.open("/owner/2.abc").status == 404


def test_a_match_is_stepped_through_by_links_alone(phone: Browser) -> None:
    match = played(phone)
    page = phone.open(f"/m/{match}/at/0")
    assert "The match is opened" in page.text
    seen = [page.text]
    while following := [attrs["href"] for tag, attrs in page.tags if tag == "a" and attrs.get("rel") == "next"]:
        page = phone.open(str(following[0]))
        seen.append(page.text)
    assert len(seen) == len(REVOKE) + 1
    assert "♠︎1" in seen[6]
    # The slider itself, sent as a form.
    page = phone.send(page, next(form for form in page.forms if form.action.endswith("/at")), [("place", "2")])
    assert urlsplit(page.answer.request.path).path == f"/m/{match}/at/2"
    # An entry that no longer counts leads to the last before it that does.
    assert phone.open(f"/m/{match}/at/999").status == 200


def test_the_log_says_who_corrected_and_what_it_was(phone: Browser) -> None:
    page = phone.open(f"/m/{played(phone)}/log")
    assert "corrected: host" in page.text


def test_a_shared_link_reads_one_match_and_ends_when_told(serve: Callable[..., Flask]) -> None:
    app = serve(open=False)
    member = app.test_client().post("/api/circles", json={"name": "Us"}).get_json()["token"]
    headers = {"Authorization": f"Bearer {member}"}
    ids = []
    for _ in range(2):
        body = {"game": "extreme-tricks", "players": [{"name": name} for name in ("Ann", "Ben", "Cy")]}
        opened = app.test_client().post("/api/matches", json=body, headers=headers).get_json()
        ids.append((opened["match"], opened["token"]))
    host, other = Browser(app.test_client()), Browser(app.test_client())
    host.client.set_cookie(f"table-{ids[0][0]}", ids[0][1])
    page = host.open(f"/m/{ids[0][0]}/at/0")
    page = host.send(page, next(form for form in page.forms if form.action.endswith("/share")))
    link = urlsplit(page.attribute("link", "value")).path
    assert ids[0][1] not in page.html
    seen = other.open(link)
    assert (seen.status, "Ann" in seen.text) == (200, True)
    assert not seen.taps()
    assert not other.client.get_cookie(f"table-{ids[0][0]}")
    assert other.open(f"/m/{ids[0][0]}").status == 401
    assert other.open(link.replace("/at/0", "x/at/0")).status == 404
    assert other.client.post(f"/m/{ids[0][0]}/share/end").status_code == 401
    code = link.split("/")[2]
    assert app.test_client().get("/api/matches", headers={"Authorization": f"Bearer {code}"}).status_code == 401
    host.send(page, next(form for form in page.forms if form.action.endswith("/share/end")))
    assert other.open(link).status == 404


def test_the_totals_are_drawn_and_told_as_a_table(phone: Browser) -> None:
    match = match_of(phone.begin("Ann", "Ben", "Cy"))
    deals = [[1, 0, 1], [1, 0, 0]]
    for deal in deals:
        phone.client.post(f"/api/matches/{match}/events", json={"events": [_laid(), _tallied(deal)]})
    view = phone.client.get(f"/api/matches/{match}").get_json()
    page = phone.open(f"/m/{match}/points")
    lines = [attrs["points"] for tag, attrs in page.tags if tag == "polyline"]
    assert len(lines) == 3
    assert [len(str(line).split()) for line in lines] == [len(view["scores"]["deals"]) + 1] * 3
    heights = [float(str(line).split()[-1].split(",")[1]) for line in lines]
    best = view["scores"]["totals"].index(max(view["scores"]["totals"]))
    assert heights[best] == min(heights)  # the highest total is drawn highest
    assert "As a table" in page.text


def _laid() -> dict[str, object]:
    return {"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]}


def _tallied(pieces: list[int]) -> dict[str, object]:
    return {"type": "deal_tallied", "results": [{"pieces": n, "declared": [], "achieved": []} for n in pieces]}


@pytest.mark.parametrize("path", ["/history?player=zz", "/people/zz", "/s/XYZ/at/0", "/m/zz/at/0", "/history?cursor=x"])
def test_what_is_not_there_is_told(phone: Browser, path: str) -> None:
    assert phone.open(path).status in (200, 404)
