"""Earlier entries mended by touch: three taps, and what would break shown before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import REVOKE, Sheet


@pytest.fixture
def kept(sheet: Sheet) -> Sheet:
    """Ann S1, Ben S2, Cy D5 (entries 6 to 8), Ben leads S3 (9), and the menu is open."""
    return kept_by(sheet)


def kept_by(sheet: Sheet) -> Sheet:
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.know(REVOKE)
    sheet.tap(".menu")
    sheet.page.wait_for_selector(".choices a")
    sheet.taps = 0
    return sheet


def broken(sheet: Sheet) -> Sheet:
    """Cy laid the nine, and so took the first trick: it was not Ben who led the second."""
    sheet.tap(".choices a[href$='/log']")
    sheet.tap("#e8 a")
    sheet.tap(".keys [data-card=S9]")
    sheet.page.wait_for_selector("#trouble")
    return sheet


def version_now(sheet: Sheet) -> int:
    match = sheet.page.url.split("/m/")[1].split("/")[0]
    return int(sheet.page.request.get(f"{sheet.address}/api/matches/{match}").json()["version"])


def test_another_card_in_three_taps(kept: Sheet) -> None:
    kept.tap("a:has-text('Log')")
    kept.tap("#e8 a")
    kept.tap(".keys [data-card=D6]")
    kept.there()
    assert kept.taps == 3
    assert kept.version == 10
    kept.at("/log")
    assert kept.page.locator("#e8 del").inner_text() == "Cy laid ♦︎5"
    assert "Cy laid ♦︎6" in kept.text("#e8")


def test_what_would_break_is_shown_in_three_taps_and_nothing_is_done(kept: Sheet) -> None:
    broken(kept)
    assert kept.taps == 3
    assert "trick 2: Ben laid ♠︎3" in kept.text("#trouble")
    assert "It is Cy’s turn" in kept.text("#trouble")
    assert version_now(kept) == 9
    above = "document.querySelector('#trouble').getBoundingClientRect().bottom <= innerHeight"
    assert kept.page.evaluate(above), "seen without scrolling"


def test_later_plays_move_with_one_tap_more(kept: Sheet) -> None:
    broken(kept)
    effects = kept.text("li:has(button[value=reseat]) .effects")
    assert effects == "trick 2: Ben laid ♠︎3 Cy laid ♠︎3"
    kept.tap("button[value=reseat]")
    kept.there()
    assert kept.taps == 4
    assert kept.text("[data-slot='2']") == "♠︎3"
    assert "Ann lays" in kept.text("#asks")


def test_everything_from_there_on_is_dropped_with_one_tap_more(kept: Sheet) -> None:
    broken(kept)
    kept.tap("button[value=drop]")
    kept.there()
    assert kept.taps == 4
    assert kept.text("[data-slot='1']") == ""
    assert "Cy lays" in kept.text("#asks")


def test_it_is_left_or_another_card_is_chosen(kept: Sheet) -> None:
    broken(kept)
    kept.tap("a:has-text('Choose another card')")
    kept.tap(".keys [data-card=S9]")
    kept.page.wait_for_selector("#trouble")
    kept.tap("a:has-text('Leave it as it was')")
    kept.page.wait_for_selector("#e8")
    assert version_now(kept) == 9


def test_a_missed_play_and_a_swap_are_two_taps_from_the_entry(kept: Sheet) -> None:
    kept.tap("a:has-text('Log')")
    kept.tap("#e7 a")
    kept.tap("a:has-text('A play was missed before this')")
    kept.tap(".keys [data-card=S8]")
    kept.there()
    kept.at("/log")
    assert "Cy laid ♠︎2" in kept.text("#e7")
    kept.tap(".entries li:has-text('Ben laid ♠︎8') a")
    kept.tap("a:has-text('Swap it')")
    kept.tap("[data-entry='7']")
    kept.page.wait_for_selector("#trouble, #sheet")
    assert not kept.elsewhere


def test_after_an_irregular_play_one_key_takes_the_trick_back(kept: Sheet) -> None:
    kept.page.go_back()
    kept.page.wait_for_selector("#key-S4")
    kept.tap("#key-S4")
    kept.tap("#tried button:has-text('It really happened')")
    kept.page.wait_for_selector("#irregular")
    assert kept.page.locator("#irregular a:has-text('Penalty points')").is_visible()
    kept.tap("#irregular button")
    kept.page.wait_for_function("() => document.querySelector('#asks').innerText.includes('Ben lays')")
    assert not kept.page.locator("#irregular").count()
    assert kept.page.locator(".slot .card").count() == 0


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_nothing_bars_anybody_from_mending(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str
) -> None:
    sheet = kept_by(hold(locale=locale))
    match = sheet.page.url.split("/m/")[1].split("/")[0]
    broken(sheet)
    pages = ["log/8", "log/8/before", "log/8/swap", "sure/deal_thrown_in", "sure/match_ended", "seats", "delete"]
    for path in (None, *pages):
        if path:
            sheet.page.goto(f"{sheet.address}/m/{match}/{path}")
        assert axe(sheet.page) == [], path
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    sheet.tap("button[type=submit]")
    sheet.page.wait_for_selector("form[action$='/bring-back']")
    assert axe(sheet.page) == []
    sheet.tap("form[action$='/bring-back'] button")
    sheet.there()
    assert sheet.version == 9
