"""Trex kept by touch on a phone of 360x640: seven contracts, four piles, everything on one screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from browser.tapping import Sheet
from browser.test_sheet import SMALL

RECORDS = Path(__file__).parents[2] / "companion/games/trex/records"
NAMES = ["Ann", "Benedict", "مريم", "Dora"]
HIDDEN = """wanted => {
    const out = [];
    const always = ['.bar', '.name.turn', '.total', '.around', '.which', '.contracts tbody td', '#pad .row'];
    for (const selector of [...wanted, ...always]) {
        const all = [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
        if (!all.length) out.push(`no ${selector}`);
        for (const element of all) {
            const box = element.getBoundingClientRect();
            const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
            if (box.top < 0 || box.bottom > innerHeight + .5) out.push(`${selector} ends at ${box.bottom}`);
            else if (box.left < 0 || box.right > innerWidth) out.push(`${selector} is wider than the screen`);
            else if (!element.contains(over) && !over?.contains(element)) out.push(`${selector} is covered`);
        }
    }
    return out;
}"""


def cards(text: str) -> list[dict[str, Any]]:
    return [{"type": "card_played", "card": card} for card in text.split()]


def choose(sheet: Sheet, contract: str) -> None:
    before = sheet.version
    sheet.tap(f"#pad .key[value*={contract}]")
    sheet.until(before + 1)


def tap_key(sheet: Sheet, kind: str) -> None:
    before = sheet.version
    sheet.tap(f"#pad .keys.{kind} .key")
    sheet.until(before + 1)


def tap_scrolled(sheet: Sheet, selector: str) -> None:
    sheet.page.locator(selector).first.evaluate("element => element.scrollIntoView({block: 'center'})")
    sheet.tap(selector)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_everything_is_on_one_screen_in_every_contract(hold: Callable[..., Sheet], locale: str) -> None:
    sheet = hold(locale=locale)
    sheet.begin(NAMES, game="trex")
    assert not sheet.page.evaluate(HIDDEN, [".keys.contract_chosen .key"])
    choose(sheet, "ray")
    assert not sheet.page.evaluate(HIDDEN, [".slot", ".keys.king_announced .key"])
    sheet.enter_all(cards("S7"))
    tap_key(sheet, "king_announced")
    for event in cards("S8 S9 SA"):
        assert not sheet.page.evaluate(HIDDEN, [".slot", ".announced", "#pad [data-undo] button"])
        sheet.enter(event)
    sheet.enter_all(cards("HA H7 HK H8"))
    sheet.tap("#pad a[data-on]")
    sheet.page.wait_for_selector(".keys.contract_chosen")
    choose(sheet, "trix")
    sheet.enter_all(cards("SJ"))
    assert not sheet.page.evaluate(HIDDEN, [".pile", ".keys.passed .key"])
    tap_key(sheet, "passed")
    sheet.enter_all(cards("S9"))
    assert not sheet.page.evaluate(HIDDEN, [".pile", "#pad [data-undo] button"])
    assert not sheet.elsewhere


def test_a_card_costs_one_tap_and_every_key_stays_where_it_is(sheet: Sheet) -> None:
    sheet.begin(NAMES, game="trex")
    choose(sheet, "tricks")
    where = """() => [...document.querySelectorAll('#pad .key[data-card]')].map(key => {
        const box = key.getBoundingClientRect();
        return [key.id, box.x, box.y];
    })"""
    before, sheet.taps = sheet.page.evaluate(where), 0
    assert len(before) == 32
    for event in cards("SA S7 S8 S9 HA H7 H8 H9 D7"):
        sheet.enter(event)
        assert sheet.page.evaluate(where) == before
    assert sheet.taps == 9
    assert "●" not in sheet.text(".slot[data-slot='1']")


def test_the_seats_stand_around_the_table_against_the_clock_in_both_languages(hold: Callable[..., Sheet]) -> None:
    for locale in ("en", "ar"):
        sheet = hold(locale=locale)
        sheet.begin(NAMES, game="trex")
        boxes = [sheet.page.locator(f".around .at-{seat}").bounding_box() for seat in range(4)]
        centre = [(box["x"], box["y"]) for box in boxes]
        assert centre[1][0] > centre[0][0] > centre[3][0], "the next one sits to the right"
        assert centre[0][1] > centre[1][1] > centre[2][1], "and then across"
        assert abs(centre[1][1] - centre[3][1]) < 2
        assert "↺" in sheet.text(".around")
        columns = [sheet.page.locator(f".name[data-seat='{seat}']").bounding_box()["x"] for seat in range(4)]
        assert columns == sorted(columns)


@pytest.mark.parametrize(("locale", "scheme"), [("en", "dark"), ("ar", "light")])
def test_keys_are_large_enough_and_nothing_bars_anybody(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str
) -> None:
    sheet = hold(locale=locale, color_scheme=scheme)
    sheet.begin(NAMES, game="trex")
    assert not sheet.page.evaluate(SMALL)
    assert axe(sheet.page) == []
    sheet.tap(".why")
    sheet.page.wait_for_selector("#why-contract:popover-open")
    assert axe(sheet.page) == []
    sheet.page.keyboard.press("Escape")
    choose(sheet, "trix")
    sheet.enter_all(cards("SJ SQ"))
    assert not sheet.page.evaluate(SMALL)
    assert axe(sheet.page) == []
    here = f"{sheet.address}/m/{sheet.match}"
    for path in ("/points", "/log", "/rules", "/more/deal_tallied", "/menu"):
        sheet.page.goto(here + path)
        assert not sheet.page.evaluate(SMALL), path
        assert axe(sheet.page) == [], path


def test_a_contract_is_counted_by_touch(sheet: Sheet) -> None:
    sheet.begin(NAMES, game="trex")
    sheet.tap("#pad [popovertarget=more]")
    sheet.tap("#more a[href$='/more/deal_tallied']")
    sheet.tap("a[href$='contract=general']")
    sheet.tap("button[type=submit]")
    assert "Not entered yet: Diamonds taken: Ann" in sheet.text(".dock [role=alert]")
    for part, counts in (("diamonds", (8, 0, 0, 0)), ("queens", (1, 1, 1, 1)), ("tricks", (5, 1, 1, 1))):
        for seat, number in enumerate(counts):
            step = "1" if number else "-1"  # less than nothing yet is an explicit zero
            for _ in range(number or 1):
                tap_scrolled(sheet, f"[data-step='{step}'][data-for='f-results.{part}.{seat}']")
            if (part, seat) == ("tricks", 2):
                assert "Tricks taken: 7 of 8" in sheet.text(".sums")
                right = [sum.strip() for sum in sheet.page.locator(".sums .right").all_inner_texts()]
                assert right == ["Diamonds taken: 8 of 8", "Queens taken: 4 of 4"]
    tap_scrolled(sheet, "label:has(input[name='results.last'][value='2'])")
    tap_scrolled(sheet, "label:has(input[name='results.king'][value='0'])")
    sheet.tap("button[type=submit]")
    sheet.page.wait_for_selector("#pad a[data-on]")
    assert sheet.text(".total[data-seat='0'] strong") == str(2 * (150 + 20 + 50 + 100))
    assert sheet.text(".total[data-seat='2'] strong") == str(20 + 10 + 100)


def keep(sheet: Sheet, events: list[dict[str, Any]]) -> None:
    """Every play of a record by touch; hands that it knows are nobody's business at a table."""
    tapped = [event for event in events if event["type"] != "hands_dealt"]
    for kind, run in groupby(tapped, key=lambda event: event["type"]):
        match kind:
            case "contract_chosen":
                for event in run:
                    choose(sheet, event["contract"])
            case "card_played":
                laid = [event["card"] for event in run]
                for start in range(0, len(laid), 4):
                    sheet.play(laid[start : start + 4])
            case _:
                for _ in run:
                    tap_key(sheet, kind)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_whole_contract_of_every_kind_is_kept_by_touch(hold: Callable[..., Sheet], locale: str) -> None:
    sheet = hold(locale=locale)
    for name in ("diamonds", "queens", "tricks", "last", "ray-announced-another-takes", "general-sweep", "trix"):
        known = json.loads((RECORDS / f"{name}.json").read_text())
        sheet.begin(NAMES, first=known["first_seat"], game="trex")
        sheet.taps = 0
        keep(sheet, known["events"])
        assert sheet.taps == sum(event["type"] != "hands_dealt" for event in known["events"]), name
        sheet.page.wait_for_selector("#pad a[data-on]")
        totals = [sheet.text(f".total[data-seat='{seat}'] strong").replace("−", "-") for seat in range(4)]
        assert totals == [str(points) for points in known["expected"]["totals"]], name
