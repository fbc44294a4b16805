"""Power Tricks kept by touch on a phone of 360x640: chapters, gems and suits of a saved set, and a whole round."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.tapping import Sheet
from browser.test_sheet import SMALL
from browser.test_tricky_twist import HIDDEN, begin_with, keep, scroll_and_tap

RECORDS = Path(__file__).parents[2] / "companion/games/power_tricks/records"
NAMES = ["Ann", "Benedict", "مريم", "Dora", "Eli"]
IN_SIGHT = [".name.turn", ".slot", ".chapter", ".ladder li", ".rows > *", "#pad .row .key", "#pad .called"]


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text())
    return found


def own_cards(known: dict[str, Any]) -> dict[str, Any]:
    """A made-up set in which the cards, the chapter and the gems of a record are found."""
    deck: dict[str, list[int]] = {suit: [] for suit in "ABCD"}
    for event in known["events"]:
        if event["type"] == "card_played":
            deck[event["card"][0]].append(int(event["card"][1:]))
    for suit, room in (
        ("A", lambda: 12 - len(deck["A"])),
        *((s, lambda: 33 - sum(map(len, deck.values())) + len(deck["A"])) for s in "BCD"),
    ):
        deck[suit] += [value for value in range(1, 16) if value not in deck[suit]][: room()]
    opened, told = known["events"][0], next((e for e in known["events"] if e["type"] == "gems_revealed"), {})
    chapter = {name: value for name, value in opened.items() if name != "type"}
    return {
        "deck": {suit: sorted(values) for suit, values in deck.items()},
        "suits": {"A": "Axes", "B": "Bows", "C": "تيجان", "D": "Dragons"},
        "chapters": [chapter | {"name": "First light"}, chapter | {"name": "Night", "bid": 5}],
        "gems": [*told.get("gems", ["ruby", "opal", "jade", "onyx"]), "pearl"],
    }


def enter(sheet: Sheet, event: dict[str, Any]) -> None:
    """An event as a table taps it, and the server's word that it stands."""
    before = sheet.version
    match event["type"]:
        case "chapter_opened":
            sheet.tap("#pad .key:has-text('First light')")
        case "gems_revealed":
            sheet.tap("#pad [popovertarget=more]")
            sheet.tap("#more a[href$='/more/gems_revealed']")
            gems: dict[str, int] = {}
            for gem in event["gems"]:
                sheet.touch(sheet.page.locator(f".chip:has(input[value='{gem}'])").nth(gems.get(gem, 0)))
                gems[gem] = gems.get(gem, 0) + 1
            sheet.tap("button[type=submit]")
            sheet.there()
        case "card_played":
            if event.get("power"):
                sheet.touch(sheet.page.locator("#pad .along"))
                if event.get("gem"):
                    sheet.touch(sheet.page.locator(f"#pad .with .chip:has(input[value='{event['gem']}'])"))
                assert not sheet.page.evaluate(HIDDEN, IN_SIGHT), "with a gem to choose"
            sheet.tap(f"#key-{event['card']}")
        case "score_adjusted":
            return sheet.know([event])
    return sheet.until(before + 1)


@pytest.mark.parametrize(
    ("locale", "scheme", "name"),
    [("en", "dark", "round-four-gem-by-hand"), ("ar", "light", "round-three-trump")],
)
def test_a_round_is_kept_with_a_saved_set_one_tap_for_each_card(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str, name: str
) -> None:
    known = record(name)
    opened, *rest = known["events"]
    sheet = hold(locale=locale, color_scheme=scheme)
    keep(sheet, "power-tricks", f"Copy {locale}", own_cards(known))
    begin_with(sheet, "power-tricks", f"Copy {locale}", NAMES[: known["players"]], known["first_seat"])
    assert not sheet.page.evaluate(SMALL)
    assert axe(sheet.page) == []
    sheet.taps = 0
    enter(sheet, opened)
    assert sheet.taps == 1, "a chapter is opened by its name"
    assert "تيجان" in sheet.text("#pad .called"), "suits have the table's own names"
    taps = plays = 0
    for event in rest:
        sheet.taps = 0
        if event["type"] == "card_played":
            assert not sheet.page.evaluate(HIDDEN, IN_SIGHT), event
        enter(sheet, event)
        if event["type"] == "card_played":
            taps, plays = taps + sheet.taps, plays + 1
        if plays == 10:
            assert not sheet.page.evaluate(SMALL)
            assert axe(sheet.page) == []
    assert taps == plays
    told = [sheet.text(f".total[data-seat='{seat}'] strong") for seat in range(known["players"])]
    assert told == [str(points) for points in known["expected"]["totals"]]
    assert not sheet.elsewhere


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_five_players_without_a_set_see_everything_while_a_gem_is_chosen(
    hold: Callable[..., Sheet], locale: str
) -> None:
    known = record("round-five-cancelled-twice")
    sheet = hold(locale=locale)
    begin_with(sheet, "power-tricks", "", NAMES, known["first_seat"])
    assert not sheet.page.evaluate(HIDDEN.replace(", '#pad [data-undo] button'", ""), ["#pad button[type=submit]"])
    assert not sheet.page.evaluate(SMALL)
    gems = {"type": "gems_revealed", "gems": ["Ruby", "Opal", "Jade", "Onyx", "Topaz", "Pearl"]}
    sheet.know([known["events"][0], gems, *known["events"][1:7]])
    in_sight = [one for one in IN_SIGHT if one != "#pad .called"]
    assert not sheet.page.evaluate(HIDDEN, in_sight)
    sheet.tap("#pad .along")
    scroll_and_tap(sheet, "#pad .with .chip:has(input[value=Jade])")
    assert not sheet.page.evaluate(HIDDEN, [*in_sight, "#pad .with"])
    assert not sheet.page.evaluate(SMALL)
    before = sheet.version
    sheet.tap("#pad .row .key:not(.doubtful)")
    sheet.until(before + 1)
    assert sheet.text(".rows .gems bdi") == "Jade"


def test_a_chapter_s_numbers_are_empty_until_they_are_chosen(sheet: Sheet) -> None:
    begin_with(sheet, "power-tricks", "", NAMES[:3])
    assert [sheet.page.input_value(f"#f-{name}") for name in ("trick_points", "bid", "power_bonus")] == [""] * 3
    sheet.tap("#pad label:has(input[value=highest])")
    sheet.tap("[data-for=f-bid][data-step='-1']")
    assert sheet.page.input_value("#f-bid") == "0"
    sheet.tap("[data-for=f-power_bonus][data-step='1']")
    sheet.tap("#pad button[type=submit]")
    assert sheet.version == 0, "points for a trick were not said"
    sheet.tap("[data-for=f-trick_points][data-step='1']")
    sheet.tap("#pad button[type=submit]")
    sheet.page.wait_for_selector("#key-B7")
    assert sheet.version == 1
