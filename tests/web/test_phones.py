"""More than one phone at a table, all without a script: recording too, the sheet taken over, a seat handed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from web.browsing import Browser, Form, Page, match_of
from web.test_playing import REVOKE

from companion.access import MS_UNTIL_GONE
from companion.web.desk import MOST_MATCHES


@pytest.fixture
def match(phone: Browser) -> str:
    """Cy is about to play."""
    page = phone.begin("Ann", "Ben", "Cy")
    for event in REVOKE:
        page = phone.record(page, event)
    return match_of(page)


def form_to(page: Page, path: str) -> Form | None:
    return next((form for form in page.forms if form.action.endswith(path)), None)


def press(phone: Browser, page: Page, path: str, button: tuple[str, str] | None = None) -> Page:
    form = form_to(page, path)
    assert form, (path, [form.action for form in page.forms])
    return phone.send(page, form, button=button)


def joined(browse: Callable[..., Browser], host: Browser, match: str) -> Browser:
    other = browse()
    code = next(word for word in host.open(f"/m/{match}/menu").text.split() if "/join/" in word).rsplit("/", 1)[1]
    page = other.open(f"/join/{code}")
    other.send(page, page.forms[0])
    return other


def seated(browse: Callable[..., Browser], host: Browser, match: str, seat: int = 2) -> Browser:
    other = joined(browse, host, match)
    press(other, other.open(f"/m/{match}/menu"), "/seat", ("seat", str(seat)))
    return other


def role(phone: Browser, match: str) -> tuple[str, int | None]:
    you = phone.client.get(f"/api/matches/{match}").get_json()["you"]
    return you["role"], you["seat"]


def link_of(phone: Browser, match: str) -> str:
    page = press(phone, phone.open(f"/m/{match}/menu"), "/seat-link")
    return next(word for word in page.text.split() if "/join/" in word).rsplit("/", 1)[1]


def leave(app: Flask) -> None:
    """Long enough goes by for every phone to be thought gone."""
    house = app.extensions["house"]
    now = house.now() + MS_UNTIL_GONE + 1
    app.extensions["house"] = replace(house, now=lambda: now)


def test_a_watching_phone_records_too(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = browse()
    assert role(other, match) == ("watcher", None)
    page = press(other, other.open(f"/m/{match}/menu"), "/record-here")
    assert role(other, match) == ("scribe", None)
    assert role(phone, match) == ("host", None)
    assert "Cy lays" in page.text


def test_unless_the_sheet_is_locked(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = browse()
    menu = other.open(f"/m/{match}/menu")
    phone.press(phone.open(f"/m/{match}/menu"), type="sheet_locked", locked=True)
    page = press(other, menu, "/record-here")
    assert page.status == 403
    assert "The host has locked this sheet" in page.text
    assert form_to(other.open(f"/m/{match}/menu"), "/record-here") is None
    assert "The host has locked this sheet" in other.open(f"/m/{match}/menu").text
    assert form_to(other.open(f"/m/{match}"), "/record-here") is None
    phone.press(phone.open(f"/m/{match}/menu"), type="sheet_locked", locked=False)
    assert form_to(other.open(f"/m/{match}/menu"), "/record-here") is not None


def test_only_the_host_locks(browse: Callable[..., Browser], match: str) -> None:
    other = browse()
    press(other, other.open(f"/m/{match}"), "/record-here")
    assert not [text for text in other.open(f"/m/{match}/menu").taps() if "sheet_locked" in text]


@pytest.mark.parametrize("who", ["scribe", "seat"])
def test_the_sheet_is_taken_over_once_its_phone_is_gone(
    phone: Browser, browse: Callable[..., Browser], app: Flask, match: str, who: str
) -> None:
    if who == "scribe":
        other = browse()
        press(other, other.open(f"/m/{match}"), "/record-here")
    else:
        other = seated(browse, phone, match)
    page = press(other, other.open(f"/m/{match}/menu"), "/host")
    assert page.status == 403
    assert "The host’s phone is still here" in page.text
    leave(app)
    page = press(other, other.open(f"/m/{match}/menu"), "/host")
    assert "Cy lays" in page.text
    assert role(other, match)[0] == "host"
    assert role(phone, match)[0] == "scribe"


def test_whoever_only_watches_takes_nothing_over(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = joined(browse, phone, match)
    menu = other.open(f"/m/{match}/menu")
    assert form_to(menu, "/host") is None
    assert form_to(menu, "/seat-link") is None
    assert other.client.post(f"/m/{match}/host").status_code == 403
    assert other.client.post(f"/m/{match}/seat-link").status_code == 403


def test_a_seat_goes_to_another_phone_by_its_link(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    here, there = seated(browse, phone, match), browse()
    code = link_of(here, match)
    assert role(here, match) == ("seat", 2), "until somebody comes"
    page = there.open(f"/join/{code}")
    assert "hands a seat to this phone" in page.text
    page = there.send(page, page.forms[0])
    assert match_of(page) == match
    assert role(there, match) == ("seat", 2)
    assert role(here, match) == ("watcher", None)
    page = there.record(page, {"type": "card_played", "card": "D9"})
    assert "Cy laid ♦︎9" in phone.open(f"/m/{match}/log").text


def test_a_link_works_once_and_the_newest_alone(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    here = seated(browse, phone, match)
    old, new = link_of(here, match), link_of(here, match)
    for code, status in ((old, 404), (new, 200), (new, 404)):
        other = browse()
        page = other.open(f"/join/{code}")
        assert other.send(page, page.forms[0]).status == status


def test_a_second_tap_on_the_link_s_button_takes_the_same_seat(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    there = browse()
    page = there.open(f"/join/{link_of(seated(browse, phone, match), match)}")
    for _ in range(2):
        assert match_of(there.send(page, page.forms[0])) == match
        assert role(there, match) == ("seat", 2)


def test_the_phone_that_keeps_the_sheet_does_not_lose_it_to_a_link(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    here = seated(browse, phone, match)
    page = phone.open(f"/join/{link_of(here, match)}")
    page = phone.send(page, page.forms[0])
    assert page.status == 403
    assert "This phone keeps the sheet" in page.text
    assert role(phone, match) == ("host", None)
    assert role(here, match) == ("seat", 2)


def test_a_phone_that_sits_keeps_its_seat_when_it_joins_again(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    here = seated(browse, phone, match)
    code = next(word for word in phone.open(f"/m/{match}/menu").text.split() if "/join/" in word).rsplit("/", 1)[1]
    page = here.open(f"/join/{code}")
    here.send(page, page.forms[0])
    assert role(here, match) == ("seat", 2)


def test_a_phone_hands_its_own_seat_to_another_person_and_no_other(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    here = seated(browse, phone, match)
    page = here.open(f"/m/{match}/seats")
    assert page.forms[0].choices["seat"] == ["2"]
    here.send(page, page.forms[0], [("player", "Dora")], ("do", "hand"))
    assert "Dora lays" in phone.open(f"/m/{match}").text
    page = here.open(f"/m/{match}/seats")
    assert here.send(page, page.forms[0], [("seat", "0"), ("player", "Eve")], ("do", "hand")).status == 403


def test_a_phone_that_has_the_newest_version_is_told_nothing_and_one_that_slept_everything(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    other = browse()
    assert other.client.get(f"/m/{match}/sheet?have=9").status_code == 204
    page = phone.record(phone.open(f"/m/{match}"), {"type": "card_played", "card": "D9"})
    phone.record(page, {"type": "card_played", "card": "S9"})
    caught_up = other.open(f"/m/{match}/sheet?have=9")
    assert 'data-version="11"' in caught_up.html
    assert "Ann is next" in caught_up.text


def own_code_of(phone: Browser, match: str) -> str:
    page = press(phone, phone.open(f"/m/{match}/menu"), "/own-code")
    return next(word for word in page.text.split() if "/join/" in word).rsplit("/", 1)[1]


@pytest.mark.parametrize("who", ["host", "scribe", "seat"])
def test_a_phone_goes_on_at_another_address_by_its_own_code(
    phone: Browser, browse: Callable[..., Browser], match: str, who: str
) -> None:
    here = {
        "host": lambda: phone,
        "scribe": lambda: press_and_stay(browse(), match),
        "seat": lambda: seated(browse, phone, match),
    }[who]()
    code = own_code_of(here, match)
    assert own_code_of(here, match) == code, "what was written down yesterday"
    there = browse()  # its cookies belong to the old address
    page = there.open("/join")
    page = there.send(page, page.forms[0], [("code", f"{code[:5]} {code[5:]}".lower())])
    assert match_of(page) == match
    assert role(there, match) == role(here, match) == (who, 2 if who == "seat" else None)
    page = there.record(page, {"type": "card_played", "card": "D9"})
    assert "Ann is next" in page.text or "Ann lays" in page.text


def press_and_stay(phone: Browser, match: str) -> Browser:
    press(phone, phone.open(f"/m/{match}"), "/record-here")
    return phone


def test_an_own_code_ends_with_what_it_stood_for_and_is_no_token(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    here, there = seated(browse, phone, match), browse()
    code = own_code_of(here, match)
    assert there.client.get("/api/matches", headers={"Authorization": f"Bearer {code}"}).status_code == 401
    press(here, here.open(f"/m/{match}/menu"), "/leave-seat")
    page = there.open(f"/join/{code}")
    assert there.send(page, page.forms[0]).status == 404


def test_whoever_watches_has_no_own_code(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = joined(browse, phone, match)
    assert form_to(other.open(f"/m/{match}/menu"), "/own-code") is None
    assert other.client.post(f"/m/{match}/own-code").status_code == 403


def test_a_seat_is_given_back_and_taken_by_another_phone(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    here = seated(browse, phone, match)
    page = press(here, here.open(f"/m/{match}/menu"), "/leave-seat")
    assert match_of(page) == match
    assert role(here, match) == ("watcher", None)
    there = seated(browse, phone, match)
    assert role(there, match) == ("seat", 2)


def test_a_phone_that_has_kept_many_matches_is_still_let_in(phone: Browser) -> None:
    opened = [match_of(phone.begin("Ann", "Ben", "Cy")) for _ in range(MOST_MATCHES + 2)]
    kept = [phone.client.get_cookie(f"table-{match}") is not None for match in opened]
    assert kept == [False] * 2 + [True] * MOST_MATCHES


def test_join_codes_cannot_be_found_by_trying_neither_here_nor_there(browse: Callable[..., Browser]) -> None:
    phone = browse()
    for n in range(10):
        assert phone.client.post("/join", data={"code": f"WRONG{n:02}"}).status_code == 404
    for n in range(10, 20):
        assert phone.client.post("/api/join", json={"code": f"WRONG{n:02}"}).status_code == 404
    assert phone.client.post("/join", data={"code": "WRONG99"}).status_code == 429
    assert phone.client.post("/api/join", json={"code": "WRONG99"}).status_code == 429
