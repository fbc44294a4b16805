"""HIT! Extreme kept by touch on a phone of 360x640: up to eight rows of cards, the risk, sixteen faces at the thumb."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from browser.tapping import Sheet
from browser.test_sheet import SMALL

RECORDS = Path(__file__).parents[2] / "companion/games/hit_extreme/records"
NAMES = ["Ann", "Benedict", "مريم", "Dora", "Eli", "Fay", "Gustavo", "Hal"]

# What somebody at the table looks for while playing and cannot see without scrolling.
HIDDEN = """() => {
    const out = [];
    const wanted = '.bar, .gauge, .front, .pile, #pad .row, #pad [data-undo] button';
    for (const element of document.querySelectorAll(wanted)) {
        const box = element.getBoundingClientRect(), said = element.className + ' ' + element.textContent.trim();
        const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
        const outside = box.top < 0 || box.bottom > innerHeight + .5 || box.right > innerWidth + .5;
        if (outside) out.push(`${said} out of sight`);
        else if (!element.contains(over) && !over?.contains(element)) out.push(`${said} under ${over?.className}`);
    }
    return out;
}"""


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text())
    return found


def begin(sheet: Sheet, known: dict[str, Any]) -> None:
    sheet.begin(NAMES[: known["players"]], first=known["first_seat"], game="hit-extreme")


def enter(sheet: Sheet, event: dict[str, Any]) -> None:
    """An event as a table taps it: one tap each."""
    before = sheet.version
    match event["type"]:
        case "card_drawn":
            sheet.tap(f"#key-{event['card']}")
        case "held_up" | "banked":
            said = f'"card": "{event["card"]}"'
            victim = f'"from_seat": {event["from_seat"]}' if "from_seat" in event else ""
            button = f"button.pile[value*='{said.replace(': ', ':')}']"
            sheet.tap(button + (f"[value*='{victim.replace(': ', ':')}']" if victim else ""))
        case "elixir_given":
            sheet.tap(f"#pad .elixir_given button[value*='\"to\":{event['to']}']")
        case "turn_ended":
            keep = event.get("bank_lucky") is False
            sheet.tap(f"#pad .turn_ended button:{'last-of-type' if keep else 'first-of-type'}")
        case kind:
            sheet.tap(f"#pad .{kind} button")
    sheet.until(before + 1)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_round_is_kept_with_one_tap_for_each_entry_and_everything_in_sight(
    hold: Callable[..., Sheet], locale: str
) -> None:
    sheet = hold(locale=locale)
    known = record("action-cards")
    events = known["events"]
    begin(sheet, known)
    sheet.taps = 0
    for drawn, run in groupby(events, key=lambda event: event["type"] == "card_drawn"):
        entries = list(run)
        while entries:
            assert not sheet.page.evaluate(HIDDEN), entries[0]
            if drawn:
                sheet.play(event["card"] for event in entries[:4])
                del entries[:4]
            else:
                enter(sheet, entries.pop(0))
    assert sheet.taps == len(events)
    assert not sheet.elsewhere
    totals = [sheet.text(f".total[data-seat='{seat}'] strong") for seat in range(4)]
    assert totals == [str(points) for points in known["expected"]["totals"]]


def test_eight_players_are_in_sight_in_arabic(hold: Callable[..., Sheet]) -> None:
    sheet = hold(locale="ar")
    known = record("match-eight")
    begin(sheet, known)
    for event in known["events"][:70]:
        assert not sheet.page.evaluate(HIDDEN), event
        enter(sheet, event)
    left, right = (sheet.page.locator(".front").nth(seat).bounding_box()["x"] for seat in (0, 1))
    assert left < right, "seats keep the table's geometry"
    keys = sheet.page.evaluate("[...document.querySelector('.row').children].map(key => key.getBoundingClientRect().x)")
    assert keys == sorted(keys), "cards run from low to high"


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_eight_full_rows_stay_in_sight_and_large_enough_while_a_hold_up_is_used(
    hold: Callable[..., Sheet], locale: str
) -> None:
    sheet = hold(locale=locale)
    sheet.begin(NAMES, game="hit-extreme")
    for seat, cards in enumerate(
        ["6 6 8 1", "1 9 2 4", "duel 8 10", "3 4 loser", "20 9 3", "lucky 1 2", "10 10 9", "3 2"]
    ):
        for card in cards.split():
            enter(sheet, {"type": "card_drawn", "card": card})
        if seat < 7:
            enter(sheet, {"type": "turn_ended", "bank_lucky": False})
    enter(sheet, {"type": "card_drawn", "card": "hold_up"})
    assert not sheet.page.evaluate(HIDDEN)
    assert not sheet.page.evaluate(SMALL)
    enter(sheet, {"type": "held_up", "from_seat": 6, "card": "10"})
    assert "×2" in sheet.text(".front.turn")


def test_with_the_network_gone_cards_wait_and_are_sent_in_order(sheet: Sheet) -> None:
    sheet.begin(NAMES[:3], game="hit-extreme")
    enter(sheet, {"type": "card_drawn", "card": "1"})
    before = sheet.version
    sheet.page.context.set_offline(True)
    for card in ("6", "8"):
        sheet.tap(f"#key-{card}")
    assert sheet.text(".front.turn .piles") == "1 6 8"
    sheet.page.wait_for_selector(".saving.off")
    sheet.page.context.set_offline(False)
    sheet.until(before + 2)
    sheet.page.wait_for_selector(".front.turn .pile.pending", state="detached")
    assert sheet.text(".front.turn .piles") == "1 6 8"


@pytest.mark.parametrize(("locale", "scheme"), [("en", "dark"), ("ar", "light")])
def test_nothing_bars_anybody_from_the_sheet_and_its_pages(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str
) -> None:
    sheet = hold(locale=locale, color_scheme=scheme)
    sheet.begin(NAMES, game="hit-extreme")
    for card in ("6", "8", "10", "lucky"):
        enter(sheet, {"type": "card_drawn", "card": card})
        assert not axe(sheet.page), card
    enter(sheet, {"type": "turn_ended", "bank_lucky": False})
    for card in ("6", "all_in", "bank", "hold_up"):
        enter(sheet, {"type": "card_drawn", "card": card})
        assert not axe(sheet.page), card
        assert not sheet.page.evaluate(SMALL), card
    enter(sheet, {"type": "card_drawn", "card": "elixir"})
    assert not axe(sheet.page)
    assert not sheet.page.evaluate(SMALL)
    match = sheet.match
    for path in ("/points", "/log", "/log/8", "/rules", "/more/deal_tallied"):
        sheet.page.goto(f"{sheet.address}/m/{match}{path}")
        assert not axe(sheet.page), path
        assert not sheet.page.evaluate(SMALL), path
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360, path
