"""A deal that nobody followed, counted by touch in every game: steppers and chips, and never a keypad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import Sheet
from web.test_quick_entry import OPENED

TOO_SMALL = """[...document.querySelectorAll('main .step, main .chip, main .button')].filter(one => one.offsetParent)
    .filter(one => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 28).length"""
COUNTS = {
    "extreme-tricks": "2000",
    "trex": "1300",
    "tricky-twist": "5410",
    "hit-extreme": "2010",
    "power-tricks": "4421",
}
"""What each player is given with as many taps; a zero is one tap too."""


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_every_game_is_counted_by_touch(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str
) -> None:
    sheet = hold(locale=locale)
    for game, counts in COUNTS.items():
        sheet.begin(["Ann", "Ben", "Cem", "Dora"], game=game)
        if OPENED[game]:
            sheet.know(OPENED[game])
        sheet.at("/more/deal_tallied")
        page = sheet.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, game
        assert page.evaluate(TOO_SMALL) == 0, game
        assert axe(page) == [], game
        inputs = page.locator(".stepper input:required")
        assert inputs.evaluate_all("all => all.map(one => [one.inputMode, one.value])") == [["none", ""]] * 4, game
        sheet.tap("button[type=submit]")
        assert page.locator(".dock [role=alert]").is_visible(), game
        for seat, count in enumerate(counts):
            side = "following" if count != "0" else "preceding"
            step = inputs.nth(seat).locator(f"xpath={side}-sibling::button[1]")
            step.evaluate("element => element.scrollIntoView({block: 'center'})")
            for _ in range(int(count) or 1):
                sheet.touch(step)
        assert inputs.evaluate_all("all => all.map(one => one.value)") == list(counts), game
        if game == "extreme-tricks":
            chip = page.locator(".chip:has(input[name='results.0.declared'])").first
            chip.evaluate("element => element.scrollIntoView({block: 'center'})")
            sheet.touch(chip)
        sheet.tap("button[type=submit]")
        sheet.there()
        assert page.locator("#pad a[data-on], .ranking").count(), game
