"""Tricky Twist kept by touch on a phone of 360x640: a card set entered and chosen, and a whole round played with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.tapping import Sheet
from browser.test_sheet import SMALL

RECORDS = Path(__file__).parents[2] / "companion/games/tricky_twist/records"
NAMES = ["Ann", "Benedict", "مريم", "Dora"]

# What somebody at the table looks for while playing and cannot see without scrolling.
HIDDEN = """wanted => {
    const out = [];
    for (const selector of [...wanted, '.bar', '.total', '#pad [data-undo] button']) {
        const all = [...document.querySelectorAll(selector)].filter(element => element.checkVisibility());
        if (!all.length) out.push(`no ${selector}`);
        for (const element of all) {
            const box = element.getBoundingClientRect();
            const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
            if (box.top < 0 || box.bottom > innerHeight + .5) out.push(`${selector} ends at ${box.bottom}`);
            else if (!element.contains(over) && !over?.contains(element)) out.push(`${selector} is covered`);
        }
    }
    return out;
}"""
IN_SIGHT = [".name.turn", ".slot", ".scoring", ".piles > *", "#pad .row .key"]


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text())
    return found


def own_cards(revealed: dict[str, Any]) -> dict[str, Any]:
    """A made-up set with this scoring card in it."""
    card = {name: value for name, value in revealed.items() if name != "type"}
    cards = [one for one in record("match-three-dealt")["card_set"]["cards"] if one["card"] != card["card"]]
    return {"suits": {"B": "Sea", "W": "Snow", "R": "Fire", "Y": "شمس"}, "cards": [card, *cards]}


def keep(sheet: Sheet, game: str, name: str, content: dict[str, Any]) -> None:
    answer = sheet.page.request.post(
        f"{sheet.address}/api/card-sets", data={"game": game, "name": name, "content": content}
    )
    assert answer.ok, answer.text()


def begin_with(sheet: Sheet, game: str, card_set: str, names: list[str], first: int = 0) -> None:
    """Empty: without a set."""
    sheet.page.goto(f"{sheet.address}/new/{game}")
    for row, name in enumerate(names):
        sheet.page.fill(f"#name-{row}", name)
    if first:
        sheet.tap(f"label:has(input[name=first][value='{first}'])")
    chip = f"label:has-text('{card_set}')" if card_set else "label:has(input[value=''])"
    scroll_and_tap(sheet, f".sets {chip}")
    sheet.tap("button[type=submit]")
    sheet.there()
    sheet.page.wait_for_load_state()


def scroll_and_tap(sheet: Sheet, selector: str) -> None:
    sheet.page.locator(selector).first.evaluate("element => element.scrollIntoView({block: 'center'})")
    sheet.tap(selector)


def enter(sheet: Sheet, event: dict[str, Any]) -> None:
    """An event as a table taps it, and the server's word that it stands."""
    before = sheet.version
    match event["type"]:
        case "scoring_card_revealed":
            sheet.tap(f"#pad .key[value*='{event['card']}']")
        case "card_played":
            sheet.tap(f"#key-{event['card']}")
        case "bonus_taken":
            told = ",".join(f'"{name}":"{event[name]}"' for name in ("bonus", "false_trick") if name in event)
            sheet.tap(f"#pad .key[value*='{told}']")
        case "bonuses_used":
            form = f"#pad form:has(input[name=seat][value='{event['seat']}'])"
            if not sheet.page.locator(form).is_visible():
                sheet.tap(f"#pad details:has(input[name=seat][value='{event['seat']}']) summary")
            for choice in event["choices"]:
                said = json.dumps(choice, separators=(",", ":"))
                sheet.page.locator(f"{form} select").first.select_option(value=said)
            sheet.tap(f"{form} button[type=submit]")
    sheet.until(before + 1)


@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("ar", "dark")])
def test_a_round_is_kept_with_a_saved_set_one_tap_for_each_card(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str
) -> None:
    known = record("by-hand-bonuses")
    revealed, *rest = known["events"]
    sheet = hold(locale=locale, color_scheme=scheme)
    keep(sheet, "tricky-twist", f"Copy {locale}", own_cards(revealed))
    begin_with(sheet, "tricky-twist", f"Copy {locale}", NAMES, known["first_seat"])
    assert not sheet.page.evaluate(SMALL)
    assert axe(sheet.page) == []
    sheet.taps = 0
    enter(sheet, revealed)
    assert sheet.taps == 1, "the scoring card is revealed by its name"
    assert "شمس" in sheet.text("#pad .called"), "suits have the table's own names"
    taps = plays = 0
    for event in rest:
        sheet.taps = 0
        if event["type"] == "card_played":
            assert not sheet.page.evaluate(HIDDEN, IN_SIGHT), event
        elif event["type"] == "bonus_taken":
            assert not sheet.page.evaluate(HIDDEN, [".scoring", "#pad .key"]), event
        enter(sheet, event)
        if event["type"] == "card_played":
            taps, plays = taps + sheet.taps, plays + 1
        if plays == 20:
            assert not sheet.page.evaluate(SMALL)
            assert axe(sheet.page) == []
    assert taps == plays
    told = [sheet.text(f".total[data-seat='{seat}'] strong") for seat in range(4)]
    assert told == [str(points) for points in known["expected"]["totals"]]
    assert not sheet.elsewhere


@pytest.mark.parametrize(("locale", "scheme"), [("en", "dark"), ("ar", "light")])
def test_a_card_set_is_entered_with_steppers_and_nothing_is_taken_for_zero(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str
) -> None:
    sheet = hold(locale=locale, color_scheme=scheme)
    page = sheet.page
    page.goto(f"{sheet.address}/sets/tricky-twist/new")
    scroll_and_tap(sheet, "[id='cards.5'] summary")
    points = [page.locator(f"[id='f-cards.5.points.{place}']") for place in range(4)]
    assert [one.input_value() for one in points] == ["12", "7", "", ""], "what the rules tell, and nothing else"
    assert {one.get_attribute("placeholder") for one in points} == {"–"}
    assert {one.evaluate("input => input.inputMode") for one in points} == {"none"}, "no keypad"
    less, more = (f"[data-for='f-cards.5.points.2'][data-step='{step}']" for step in (-1, 1))
    scroll_and_tap(sheet, less)
    assert points[2].input_value() == "0", "an explicit zero"
    for _ in range(3):
        scroll_and_tap(sheet, more)
    assert points[2].input_value() == "3"
    for place, side in enumerate(("odd", "even", "any", "shift")):
        scroll_and_tap(sheet, f"label:has(input[name='cards.5.variable.{place}'][value='{side}'])")
    page.fill("#f-set-name", "Ours")
    assert not page.evaluate(SMALL)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    sheet.tap("button[type=submit].main")
    page.wait_for_selector("[role=alert]")
    lacking = page.locator("[role=alert] li a").evaluate_all("links => links.map(link => link.hash)")
    assert lacking == [f"#cards.{place}" for place in range(9) if place != 5]
    assert page.locator("[id='f-cards.5.points.2']").input_value() == "3"
    # Left before it was kept, it can be gone on with.
    page.goto(f"{sheet.address}/sets/tricky-twist/new")
    assert page.locator("#f-set-name").input_value() == ""
    sheet.tap("#draft button[name=do]")
    page.wait_for_function("() => document.getElementById('f-set-name')?.value === 'Ours'")
    assert page.locator("[id='f-cards.5.points.2']").input_value() == "3"
    assert not sheet.elsewhere


def test_without_a_set_the_card_is_read_off_when_it_is_revealed(hold: Callable[..., Sheet]) -> None:
    sheet = hold()
    begin_with(sheet, "tricky-twist", "", NAMES[:3])
    assert not sheet.page.evaluate(SMALL)
    sheet.tap("#pad a[href$='card=odd_values']")
    sheet.page.wait_for_selector(".form.scoring_card_revealed")
    for place in range(3):
        scroll_and_tap(sheet, f"[data-for='f-points.{place}'][data-step='{-1 if place == 0 else 1}']")
    for place in range(3):
        scroll_and_tap(sheet, f"label:has(input[name='variable.{place}'][value='any'])")
    sheet.tap("button[type=submit]")
    assert "V4" in sheet.text(".dock-trouble"), "what is missing is said"
    scroll_and_tap(sheet, "label:has(input[name='variable.3'][value='shift'])")
    sheet.tap("button[type=submit]")
    sheet.page.wait_for_selector("#key-B7")
    assert sheet.text(".scoring .prices") == "0 0 1 1 2+ 1"
