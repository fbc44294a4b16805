"""Two phones at one table: the second follows, records too, sleeps and wakes, takes a seat from the first."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import REVOKE, Sheet

WITHIN = 1000  # ms in which a phone shows what another recorded


@pytest.fixture
def first(sheet: Sheet) -> Sheet:
    """Cy is about to lay a card."""
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.know(REVOKE)
    return sheet


def watching(hold: Callable[..., Sheet], first: Sheet, **more: Any) -> Sheet:
    other = hold(**more)
    with other.page.expect_response("**/stream"):
        other.page.goto(f"{other.address}/m/{first.match}")
    other.page.wait_for_timeout(300)
    return other


def follows(sheet: Sheet, version: int, within: int = WITHIN) -> None:
    shown = "v => Number(document.getElementById('sheet').dataset.version) >= v"
    sheet.page.wait_for_function(shown, arg=version, timeout=within)


def code_of(sheet: Sheet) -> str:
    return "".join(sheet.page.locator(".invite .code").inner_text().split())


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_second_phone_shows_a_card_within_a_second(hold: Callable[..., Sheet], first: Sheet, locale: str) -> None:
    other = watching(hold, first, locale=locale)
    before = other.version
    first.tap("#key-D9")
    follows(other, before + 1)
    assert "♦︎9" in other.text("[data-slot='2']")
    assert "Ann" in other.text("#asks")
    first.enter({"type": "card_played", "card": "S9"})
    follows(other, before + 2)


def test_a_correction_is_followed_too(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    before = other.version
    first.tap("[data-undo] button")
    follows(other, before + 1)
    assert other.text("[data-slot='1']") == ""


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_watching_phone_records_too_and_both_follow_each_other(
    hold: Callable[..., Sheet], first: Sheet, locale: str
) -> None:
    other = watching(hold, first, locale=locale)
    assert not other.page.locator("#key-D9").count()
    other.tap("form[action$='/record-here'] button")
    other.page.wait_for_selector("#key-D9")
    before = other.version
    follows(first, before)
    other.enter({"type": "card_played", "card": "D9"})
    follows(first, before + 1)
    first.enter({"type": "card_played", "card": "S9"})
    follows(other, before + 2)


def test_a_phone_that_was_out_of_reach_catches_up_when_it_is_back(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    before = other.version
    other.page.context.set_offline(True)
    first.enter_all({"type": "card_played", "card": card} for card in ("D9", "S9"))
    assert other.version == before
    other.page.context.set_offline(False)
    follows(other, before + 2, 2000)


def test_a_phone_that_slept_catches_up_when_it_wakes(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    before = other.version
    sleep = (
        "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    other.page.evaluate(sleep, True)
    first.enter_all({"type": "card_played", "card": card} for card in ("D9", "S9"))
    other.page.wait_for_timeout(1500)
    assert other.version == before, "a phone in the pocket asks for nothing"
    other.page.evaluate(sleep, False)
    follows(other, before + 2)


def test_a_phone_follows_again_after_the_page_was_left_and_come_back_to(
    hold: Callable[..., Sheet], first: Sheet
) -> None:
    other = watching(hold, first)
    before = other.version
    other.tap(".menu")
    other.page.wait_for_selector(".choices a")
    first.enter({"type": "card_played", "card": "D9"})
    other.page.go_back()
    follows(other, before + 1, 2000)


def test_a_locked_sheet_lets_no_further_phone_record(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    first.tap(".menu")
    first.tap("button:has-text('Let no further phone record')")
    first.there()
    follows(other, first.version)
    other.page.wait_for_selector("form[action$='/record-here']", state="detached")


def test_a_deleted_match_says_so_on_the_phone_that_follows(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    first.at("/delete")
    first.tap("button[type=submit]")
    first.page.wait_for_selector("form[action$='/bring-back']")
    other.page.evaluate("dispatchEvent(new Event('online'))")
    other.page.wait_for_selector(".trouble")
    assert "it was deleted" in other.text(".trouble")


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_seat_goes_from_phone_to_phone(
    hold: Callable[..., Sheet], first: Sheet, axe: Callable[[Any], list[str]], locale: str
) -> None:
    match = first.match
    first.tap(".menu")
    first.page.wait_for_selector(".invite .code")
    holder, taker = hold(locale=locale), hold(locale=locale)
    holder.page.goto(f"{holder.address}/join/{code_of(first)}")
    holder.tap("button[type=submit]")
    holder.there()
    holder.at("/menu")
    assert axe(holder.page) == []
    holder.tap("form[action$='/seat'] button[value='2']")
    holder.page.wait_for_selector("#key-D9")
    holder.at("/menu")
    holder.tap("form[action$='/host'] button")
    holder.page.wait_for_selector(".trouble")
    assert axe(holder.page) == []
    holder.tap("form[action$='/seat-link'] button")
    holder.page.wait_for_selector(".code.long")
    assert axe(holder.page) == []
    assert holder.page.evaluate("document.documentElement.scrollWidth") <= 360
    taker.page.goto(f"{taker.address}/join/{code_of(holder)}")
    assert axe(taker.page) == []
    taker.tap("button[type=submit]")
    taker.page.wait_for_selector("#key-D9")
    before = taker.version
    taker.enter({"type": "card_played", "card": "D9"})
    holder.page.goto(f"{holder.address}/m/{match}")
    holder.there()
    assert holder.version == before + 1
    assert not holder.page.locator("#pad .key").count(), "it watches now"


def test_phones_that_left_hold_no_place_at_the_server(first: Sheet) -> None:
    host, port = first.address.removeprefix("http://").split(":")
    for _ in range(70):  # more than a worker answers at once
        with socket.create_connection((host, int(port)), timeout=5) as line:
            line.sendall(f"GET /api/matches/{first.match}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            told = b""
            while b"event: version" not in told:
                told += line.recv(1000)
    time.sleep(2.5)
    start = time.monotonic()
    first.enter({"type": "card_played", "card": "D9"})
    assert time.monotonic() - start < 5


def test_a_look_that_failed_is_tried_again_soon(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    before = other.version
    other.page.route("**/sheet?*", lambda route: route.fulfill(status=503))
    first.enter({"type": "card_played", "card": "D9"})
    other.page.wait_for_timeout(500)
    assert other.version == before
    other.page.unroute("**/sheet?*")
    follows(other, before + 1, 4000)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_board_follows_the_table_and_has_no_keys(hold: Callable[..., Sheet], first: Sheet, locale: str) -> None:
    board = hold(locale=locale, width=1280, height=800, is_mobile=False, has_touch=False)
    with board.page.expect_response("**/stream"):
        board.page.goto(f"{board.address}/m/{first.match}/board")
    board.page.wait_for_timeout(300)
    first.enter({"type": "card_played", "card": "D9"})
    shown = "v => Number(document.getElementById('board').dataset.version) >= v"
    board.page.wait_for_function(shown, arg=first.version, timeout=WITHIN)
    assert board.text("[data-slot='2']") == "♦︎9"
    assert not board.page.locator(".key, form button, [data-record] button").count()
    size = "getComputedStyle(document.querySelector('.total strong')).fontSize"
    zoom = "Number(document.getElementById('board').style.zoom)"
    assert float(board.page.evaluate(size).removesuffix("px")) * board.page.evaluate(zoom) > 40, "read across the room"
    assert board.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_after_a_night_the_server_is_found_at_another_address_and_the_sheet_kept_on_there(first: Sheet) -> None:
    match = first.match
    first.at("/menu")
    first.tap("form[action$='/own-code'] button")
    first.page.wait_for_selector(".code.long")
    code = "".join(first.page.locator(".code.long").inner_text().split())
    moved = first.address.replace("127.0.0.1", "moved.companion.local")
    first.page.goto(f"{moved}/join")
    first.page.fill("#code", code)
    first.tap("button[type=submit]")
    first.page.wait_for_selector("#key-D9")
    assert first.page.url.startswith(f"{moved}/m/{match}")
    before = first.version
    first.tap("#key-D9")
    first.until(before + 1)
    first.page.goto(f"{moved}/m/{match}/menu")
    assert "You keep this sheet" in first.text("main")


def test_two_taps_at_once_are_recorded_once_and_shown_on_both(hold: Callable[..., Sheet], first: Sheet) -> None:
    other = watching(hold, first)
    other.tap("form[action$='/record-here'] button")
    other.page.wait_for_selector("#key-D9")
    before = other.version
    follows(first, before)
    start = time.monotonic()
    for sheet in (first, other):
        sheet.page.evaluate("document.getElementById('key-D9').click()")
    for sheet in (first, other):
        sheet.page.wait_for_selector("[data-slot='2'] .card")
        follows(sheet, before + 1, 2000)
    assert time.monotonic() - start < 5
    assert other.page.request.get(f"{other.address}/api/matches/{other.match}").json()["version"] == before + 1
