"""For eyes that want it larger: the browser's text size is followed, and a tablet shows the sheet larger."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from browser.tapping import Sheet

from companion import registry

GAMES = Path(str(registry.__file__)).parent / "games"
CUT = """() => [...document.querySelectorAll('.key, .button, .tool, .name, .total, h2, .slot')]
    .filter(element => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible'
        && !getComputedStyle(element).textOverflow.includes('ellipsis')
        && element.scrollWidth > element.clientWidth + 1)
    .map(element => element.className + ' ' + element.textContent.trim())"""


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_text_half_as_large_again_is_still_all_there(hold: Callable[..., Sheet], locale: str) -> None:
    sheet = hold(locale=locale)
    for game in registry.games():
        at_table = (f for f in (GAMES / registry.folder(game).rpartition(".")[2] / "records").glob("*.json"))
        known = next(d for d in map(json.loads, (f.read_text() for f in at_table)) if len(d["events"]) > 25)
        sheet.begin(["Ann", "Benedict", "مريم", "Dora", "Eli"][: known["players"]], known["first_seat"], game)
        sheet.know([event for event in known["events"] if event["type"] != "hands_dealt"][:20])
        size = "parseFloat(getComputedStyle(document.querySelector('.key, .button')).fontSize)"
        before = sheet.page.evaluate(size)
        sheet.page.evaluate("document.documentElement.style.fontSize = '150%'")
        assert sheet.page.evaluate(size) >= before * 1.2, game
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360, game
        assert not sheet.page.evaluate(CUT), game


def test_a_tablet_shows_the_sheet_larger_and_whole(hold: Callable[..., Sheet]) -> None:
    sheet = hold(viewport={"width": 800, "height": 1100})
    sheet.begin(["Ann", "Ben", "Cy", "Dora"], game="trex")
    key = sheet.page.locator(".key").first.bounding_box()
    assert key["height"] >= 64
    box = sheet.page.locator("#sheet").bounding_box()
    assert box["width"] >= 640
    assert abs(box["y"] + box["height"] - 1100) <= 2
    assert sheet.page.evaluate("document.documentElement.scrollHeight") <= 1101
