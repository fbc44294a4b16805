"""Who plays and where, by touch: names dragged to their seats, left out, and played with again."""

from __future__ import annotations

from typing import Any

import pytest
from browser.tapping import Sheet


def names(page: Any) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('ol.places input[type=text]')].map(i => i.value)")
    return found


def begins(page: Any) -> str:
    return str(page.evaluate("document.querySelector('ol.places li:has(input:checked) input[type=text]').value"))


def drag(page: Any, start: int, end: int) -> None:
    handles = [page.locator(".handle").nth(at).bounding_box() for at in (start, end)]
    (x, y), (_, to) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in handles]
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x, y + (to - y) * step / 5)
    page.mouse.up()


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_same_people_again_one_left_out_one_added_in_another_order(hold: Any, axe: Any, locale: str) -> None:
    sheet: Sheet = hold(locale=locale)
    sheet.begin(["Ann", "Ben", "Cy", "Dora"], first=1)
    page = sheet.page
    page.goto(f"{sheet.address}/new/extreme-tricks?with={sheet.match}")
    assert (names(page), begins(page)) == (["Ann", "Ben", "Cy", "Dora"], "Cy"), "the next one begins"
    drag(page, 2, 0)
    assert (names(page), begins(page)) == (["Cy", "Ann", "Ben", "Dora"], "Cy"), "and begins from any seat"
    page.locator(".handle").nth(3).press("ArrowUp")
    assert names(page) == ["Cy", "Ann", "Dora", "Ben"]
    sheet.tap("ol.places li:nth-child(1) .leave")
    assert (names(page), begins(page)) == (["Ann", "Dora", "Ben", ""], "Ann")
    page.fill("#name-3", "Eli")
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet.tap("button[type=submit]")
    sheet.there()
    assert [sheet.text(f".name[data-seat='{seat}'] bdi") for seat in range(4)] == ["Ann", "Dora", "Ben", "Eli"]


def test_a_name_is_dragged_to_its_seat_in_a_running_match(sheet: Sheet) -> None:
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.at("/seats")
    drag(sheet.page, 0, 2)
    assert names(sheet.page) == ["Ben", "Cy", "Ann"]
    sheet.tap("button[value=name]")
    sheet.there()
    assert [sheet.text(f".name[data-seat='{seat}'] bdi") for seat in range(3)] == ["Ben", "Cy", "Ann"]
