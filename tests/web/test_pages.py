"""Pages as pages: what they may contain, who sees what, how much they weigh, both languages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask
from web.browsing import Browser, Page, match_of
from web.test_playing import REVOKE, sure

HOSTILE = "<script>alert(1)</script>\"'&"
LIMIT = 100_000


def played(phone: Browser, names: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> str:
    """A match up to the second trick, one entry amended; its id."""
    page = phone.begin(*names)
    for event in REVOKE:
        page = phone.record(page, event)
    phone.press(phone.open(f"/m/{match_of(page)}/log/8"), card="D6")
    return match_of(page)


def addresses(match: str) -> Iterator[str]:
    yield from (
        "/",
        "/history?to=2001-01-01",
        "/history",
        "/people",
        "/new/extreme-tricks",
        "/join",
        "/join/ABCDEFG",
        "/rules/extreme-tricks",
        "/paper/extreme-tricks",
        "/nowhere",
    )
    inside = (
        "",
        "/sheet",
        "/log",
        "/log/8",
        "/log/8/before",
        "/log/8/swap",
        "/seats",
        "/sure/deal_thrown_in",
        "/sure/match_ended",
        "/sure/match_abandoned",
        "/delete",
        "/points",
        "/menu",
        "/take",
        "/at/0",
        "/at/7",
        "/rules",
        "/more/deal_tallied",
        "/more/score_adjusted",
        "/picture.svg",
    )
    yield from (f"/m/{match}{path}" for path in inside)
    yield f'/m/{match}?tried={{"type":"card_played","card":"S9"}}'


@pytest.fixture
def pages(phone: Browser, request: pytest.FixtureRequest) -> list[Page]:
    phone.locale = getattr(request, "param", "en")
    match = played(phone, ("Ann", "Ben", HOSTILE[:30]))
    return [phone.open(address) for address in addresses(match)]


def test_no_page_has_a_script_or_a_style_of_its_own(pages: list[Page]) -> None:
    for page in pages:
        assert "Content-Security-Policy" in page.answer.headers
        for tag, attrs in page.tags:
            assert tag != "style"
            assert "style" not in attrs, (tag, attrs)
            assert not [name for name in attrs if name.startswith("on")], attrs
            assert tag != "script" or "src" in attrs


def test_pages_refer_to_this_server_alone(pages: list[Page]) -> None:
    for page in pages:
        for _, attrs in page.tags:
            for name in ("href", "src", "action"):
                assert not urlsplit(attrs.get(name) or "").netloc, attrs


def test_what_people_write_is_shown_and_never_run(pages: list[Page]) -> None:
    assert any("<script>alert(1)</script>" in page.text for page in pages)
    assert not any("<script>alert(1)" in page.html for page in pages)


def test_the_token_is_in_a_cookie_that_no_script_and_no_other_site_gets_at(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy")
    cookie = phone.client.get_cookie(f"table-{match_of(page)}")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"
    assert cookie.path == "/"
    for address in addresses(match_of(page)):
        found = phone.open(address)
        assert cookie.value not in found.html
        assert cookie.value not in found.answer.request.url


def test_a_match_starts_with_those_who_were_named_and_who_begins(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", "", first=2, blue_25="most_tricks")
    view = phone.client.get(f"/api/matches/{match_of(page)}").get_json()
    assert [seat["name"] for seat in view["seats"]] == ["Ann", "Ben", "Cy"]
    assert view["first_seat"] == 2
    assert view["house_rules"]["blue_25"] == "most_tricks"
    assert "Nobody takes more tricks" in next(
        text for text in phone.open(f"/m/{match_of(page)}/rules").text.split("B25")[1:]
    )


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Ann")])
def test_a_match_that_cannot_be_opened_keeps_what_was_typed(phone: Browser, names: tuple[str, ...]) -> None:
    page = phone.begin(*names)
    assert page.status == 422
    assert [attrs.get("role") for _, attrs in page.tags].count("alert") == 1
    assert [value for name, value in page.forms[0].fields if name == "name"][: len(names)] == list(names)


def test_unfinished_matches_stand_first_and_names_are_offered_again(phone: Browser) -> None:
    match = played(phone)
    home = phone.open("/")
    assert home.links[0] == f"/m/{match}"
    assert "Cy" in phone.open("/new/extreme-tricks").text
    page = sure(phone, phone.open(f"/m/{match}"), "match_abandoned")
    assert "abandoned" in page.text
    assert phone.open("/").links[0] == "/new/extreme-tricks"


def test_a_wrong_code_says_so(phone: Browser) -> None:
    page = phone.open("/join")
    page = phone.send(page, page.forms[0], [("code", "AAAAAAA")])
    assert page.status == 404
    assert "This code opens no table" in page.text


def test_whoever_was_not_let_in_sees_nothing_on_a_closed_server(serve: Callable[..., Flask]) -> None:
    browser = Browser(serve(open=False).test_client())
    for address in ("/m/abc", "/m/abc/log", "/m/abc/menu", "/m/!"):
        assert browser.open(address).status in (401, 404)
    assert browser.open("/").status == 200


def test_a_watcher_has_no_keys_and_changes_nothing(phone: Browser, browse: Callable[..., Browser]) -> None:
    match, other = played(phone), browse()
    page = other.open(f"/m/{match}")
    assert not page.taps()
    for path, data in (("record", {"event": '{"type":"noted","text":"x"}'}), ("undo", {"seq": "9"}), ("code", {})):
        assert other.client.post(f"/m/{match}/{path}", data=data).status_code in (401, 403)
    assert not other.open(f"/m/{match}/log/8").forms


@pytest.mark.parametrize(
    "event", ["", "{", "[]", '{"type":"x"}', '{"type":"card_played"}', '{"type":"seat_claimed","seat":0}']
)
def test_what_is_no_event_is_not_recorded(phone: Browser, event: str) -> None:
    match = played(phone)
    assert phone.client.post(f"/m/{match}/record", data={"event": event}).status_code == 422
    assert phone.client.get(f"/m/{match}?tried={event}").status_code == 200


# Both languages.

CODES = re.compile(r"\b(?:[RB]\d+|[A-Z0-9]{3} [A-Z0-9]{4}|https?://\S+)\b|\bEnglish\b")


@pytest.mark.parametrize("pages", ["ar"], indirect=True)
def test_arabic_pages_are_arabic_throughout_and_run_right_to_left(pages: list[Page]) -> None:
    for page in pages:
        whole = next((attrs for tag, attrs in page.tags if tag == "html"), None)
        assert whole is None or (whole["lang"], whole["dir"]) == ("ar", "rtl")
        words = page.text.replace(HOSTILE[:30], "").replace("Ann", "").replace("Ben", "")
        assert not re.findall("[A-Za-z]+", CODES.sub("", words)), page.answer.request.path
        labels = [
            attrs[name] or "" for _, attrs in page.tags for name in ("aria-label", "placeholder") if name in attrs
        ]
        for label in labels:
            assert not re.search("[A-Za-z]{3}", label.replace("Ann", "").replace("Ben", "").replace(HOSTILE[:30], ""))


def test_the_language_can_be_chosen_and_stays(phone: Browser) -> None:
    home = phone.open("/")
    arabic = phone.open(next(link for link in home.links if "lang=ar" in link))
    assert "الرفيق" in arabic.text
    assert "الرفيق" in phone.open("/").text


def test_problems_of_the_api_speak_the_same_words(phone: Browser) -> None:
    match = played(phone)
    answer = phone.client.post(
        f"/api/matches/{match}/events",
        json={"events": [{"type": "card_played", "card": "S9"}]},
        headers={"Accept-Language": "ar"},
    )
    assert answer.status_code == 422
    assert "لا يمكن أن تكون" in answer.get_json()["detail"]


# How much they weigh.


def weight(phone: Browser, page: Page) -> int:
    """Bytes that travel for the first look at a page, packed as a browser asks for it."""
    headers = {"Accept-Encoding": "gzip", "Accept-Language": phone.locale}
    files = [attrs["href"] for tag, attrs in page.tags if tag == "link"] + [
        attrs["src"] for tag, attrs in page.tags if tag == "script"
    ]
    sent = [phone.client.get(page.answer.request.path, headers=headers)]
    sent += [phone.client.get(str(file), headers=headers) for file in files]
    if phone.locale == "ar":
        sent += [phone.client.get("/static/vendor/noto-sans-arabic/noto-sans-arabic-400.woff2")]
    assert all(answer.status_code == 200 for answer in sent)
    return sum(len(answer.get_data()) for answer in sent)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_first_look_weighs_little(phone: Browser, locale: str) -> None:
    phone.locale = locale
    match = played(phone)
    for path in ("/", "/new/extreme-tricks", f"/m/{match}"):
        assert weight(phone, phone.open(path)) < LIMIT


def test_files_travel_packed_and_are_kept_for_good(phone: Browser) -> None:
    home = phone.open("/")
    sheets = [str(attrs["href"]) for tag, attrs in home.tags if attrs.get("rel") == "stylesheet"]
    for sheet in sheets:
        answer = phone.client.get(sheet, headers={"Accept-Encoding": "gzip"})
        assert "immutable" in answer.headers["Cache-Control"]
        assert gzip.decompress(answer.get_data())
        assert phone.client.get(sheet).get_data() == gzip.decompress(answer.get_data())


@pytest.mark.parametrize("name", ["nothing.js", "../desk.py", "%2e%2e/desk.py", "vendor/../../desk.py"])
def test_only_our_own_files_are_given_out(phone: Browser, name: str) -> None:
    assert phone.client.get(f"/static/{name}").status_code == 404
