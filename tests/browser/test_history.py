"""A match looked into: the slider steps through every play, by touch and by keys, and the totals are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import REVOKE, Sheet

DEAL = [
    REVOKE[0],
    {"type": "deal_tallied", "results": [{"pieces": n, "declared": [], "achieved": []} for n in (1, 0, 1)]},
]


@pytest.mark.parametrize(("locale", "onward"), [("en", "ArrowRight"), ("ar", "ArrowLeft")])
def test_a_match_is_looked_into(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, onward: str
) -> None:
    sheet = hold(locale=locale)
    page = sheet.page
    sheet.begin(["Ann", "Ben", "Cy"], first=2)  # so that Ann begins the second deal
    sheet.know([*DEAL, *REVOKE])
    here = f"{sheet.address}/m/{sheet.match}"
    page.goto(f"{here}/points")
    assert page.locator(".chart polyline").count() == 3
    assert axe(page) == []

    # Every play once, forward: the trick grows card by card.
    page.goto(f"{here}/at/0")
    lies: list[int] = []
    for place in range(1, len(DEAL) + len(REVOKE) + 1):
        page.keyboard.press(onward)
        page.wait_for_function("place => document.querySelector('.steps').dataset.place == place", arg=str(place))
        lies.append(page.locator(".slot .card").count())
    assert lies[-4:] == [1, 2, 0, 1]
    assert page.url.endswith(f"/at/{sheet_version(page)}")
    assert axe(page) == []
    last = page.locator("#said").inner_text()

    # Back by a tap, and by the slider's own keys.
    sheet.tap("a[rel=prev]")
    page.wait_for_function("() => document.querySelector('.steps').dataset.place == '10'")
    assert page.locator("#said").inner_text() != last
    page.focus("#place")
    page.keyboard.press(onward)
    page.wait_for_function("() => document.querySelector('.steps').dataset.place == '11'")
    assert page.locator("#said").inner_text() == last
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.steps').dataset.place == '0'")
    assert page.evaluate("document.activeElement.id") == "place"
    assert page.locator("#place").get_attribute("aria-valuetext") in page.locator("#said").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # What others are given is read without being let in.
    sheet.tap(".share button")
    link = page.input_value("#link")
    reader = hold(locale=locale).page
    reader.goto(link.replace(link.split("/s/")[0], sheet.address))
    reader.keyboard.press(onward)
    reader.wait_for_function("() => document.querySelector('.steps').dataset.place == '1'")
    assert reader.locator("form[method=post] button").count() == 0
    assert not sheet.elsewhere


def sheet_version(page: Any) -> str:
    return str(page.evaluate("JSON.parse(document.getElementById('slide').dataset.seqs).at(-1)"))


def test_what_is_found_again_and_people_can_be_read_by_everybody(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]]
) -> None:
    sheet = hold(locale="ar")
    page = sheet.page
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.know([*DEAL, {"type": "match_ended"}])
    page.goto(f"{sheet.address}/history")
    sheet.tap(".filters summary")
    assert axe(page) == []
    page.goto(f"{sheet.address}/people")
    assert axe(page) == []
    sheet.tap(".listed.person")
    sheet.tap(".record summary")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
