"""Two phones at one table: the second follows, records too, sleeps and wakes, takes a seat from the first."""

from __future__ import annotations

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
    first.page.wait_for_selector("#sheet")
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
    holder.page.wait_for_selector("#sheet")
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
    holder.page.wait_for_selector("#sheet")
    assert holder.version == before + 1
    assert not holder.page.locator("#pad .key").count(), "it watches now"


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
