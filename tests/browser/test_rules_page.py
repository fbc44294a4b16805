"""The rules in short, on a phone and on paper."""

from __future__ import annotations

from browser.tapping import Sheet

SEEN = """[...document.querySelectorAll('.explained p')]
    .filter(p => p.checkVisibility({contentVisibilityAuto: true})).map(p => p.id)"""


def test_an_explanation_opens_where_one_is_led_to_it_and_all_of_them_on_paper(sheet: Sheet) -> None:
    sheet.page.goto(f"{sheet.address}/rules/extreme-tricks#R7")
    assert sheet.page.evaluate(SEEN) == ["R7"]
    assert sheet.page.locator("#R7").bounding_box()["y"] < 640
    assert sheet.page.locator("[data-print]").is_visible()
    sheet.page.emulate_media(media="print")
    said = sheet.page.locator(".explained p").count()
    sheet.page.wait_for_function(f"() => {SEEN}.length === {said}")
    assert said > 50
    assert sheet.page.evaluate("[...document.querySelectorAll('.explained p')].every(p => p.offsetHeight > 10)")
    assert not sheet.page.locator("[data-print]").is_visible()
