"""What comes out of a printer: sheets, final tables and empty sheets, each on one page of A4."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import Sheet, record

from companion import registry


def pages(page: Any) -> int:
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_an_empty_sheet_of_each_game_is_one_page_with_a_line_for_everything(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str
) -> None:
    sheet = hold(locale=locale)
    for game, rules in registry.games().items():
        for players in {min(rules.seats), max(rules.seats)}:
            answer = sheet.page.goto(f"{sheet.address}/paper/{game}?players={players}")
            assert answer.status == 200
            assert sheet.page.locator(".lines td").count() >= 6 * 3 * players, game
            assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360
            assert pages(sheet.page) == 1, game
        assert not axe(sheet.page)
        assert locale == "en" or not re.search("[A-Za-z]", sheet.text("main")), game


def test_the_sheet_and_the_final_table_are_one_page_each(sheet: Sheet) -> None:
    known = record("match-four")
    sheet.begin(["Ann", "Benedict", "مريم", "Dora"], first=known["first_seat"])
    sheet.know(known["events"][:-1])
    assert pages(sheet.page) == 1
    sheet.know(known["events"][-1:])
    assert pages(sheet.page) == 1
    sheet.at("/points")
    assert pages(sheet.page) == 1


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_the_ranking_is_shared_as_a_picture(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], tmp_path: Any, locale: str
) -> None:
    sheet = hold(locale=locale)
    sheet.page.add_init_script("delete Navigator.prototype.canShare")
    sheet.begin(["Ann <b>", "عبد الرحمن", "Cem", "Dora"], game="trex")
    sheet.know(
        [*({"type": "score_adjusted", "seat": s, "points": p, "reason": "x"} for s, p in enumerate((40, 300, 901, 40)))]
    )
    sheet.know([{"type": "match_ended"}])
    assert sheet.page.locator(".ranking li").count() == 4
    assert sheet.text(".ranking li:last-child") == ("4 Cem lost 901" if locale == "en" else "4 Cem خاسر 901")
    assert not axe(sheet.page)
    with sheet.page.expect_download() as saved:
        sheet.tap("a[data-picture]")
    file = tmp_path / "picture.png"
    saved.value.save_as(file)
    assert saved.value.suggested_filename.endswith(".png")
    content = file.read_bytes()
    assert content[:4] == b"\x89PNG"
    assert (int.from_bytes(content[16:20]), int.from_bytes(content[20:24])) == (1440, 2 * (190 + 4 * 84))
