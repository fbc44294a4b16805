"""Whole matches of every game kept by touch, from the first deal to the ranking: what a card costs in taps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from browser.tapping import Sheet

from companion import registry

GAMES = Path(str(registry.__file__)).parent / "games"
MATCHES = {
    "extreme-tricks": "match-four",
    "trex": "match-28-contracts",
    "hit-extreme": "match-four",
    "tricky-twist": "match-four",
    "power-tricks": "match-three-tie-broken",
}
NAMES = ["Ann", "Benedict", "مريم", "Dora"]
CARDS = ("card_played", "card_drawn")
KEY = """event => {
    const same = key => Object.keys(key).every(name => JSON.stringify(key[name]) === JSON.stringify(event[name]));
    const all = [...document.querySelectorAll('[data-record] button[name=event]')];
    const keys = all.filter(key => key.checkVisibility());
    const fits = keys.filter(key => same(JSON.parse(key.value)));
    fits.sort((a, b) => b.value.length - a.value.length);
    return fits.length ? keys.indexOf(fits[0]) : null;
}"""


def enter(sheet: Sheet, event: dict[str, Any], taps: Counter[str]) -> None:
    """By its key where it has one; what is filled in is looked at elsewhere."""
    before, sheet.taps = sheet.version, 0
    key = sheet.page.evaluate(KEY, event)
    if key is None:
        sheet.know([event])
        return
    if event.get("power"):
        sheet.tap("#pad .along")
    if event.get("gem"):
        sheet.tap(f"#pad .with .chip:has(input[value='{event['gem']}'])")
    sheet.touch(sheet.page.locator("[data-record] button[name=event]:visible").nth(key))
    taps["along with a card"] += sheet.taps
    taps["cards" if event["type"] in CARDS else "other keys"] += 1
    sheet.until(before + 1)


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match_costs_one_tap_a_card(hold: Callable[..., Sheet], game: str) -> None:
    file = GAMES / registry.folder(game).rpartition(".")[2] / "records" / f"{MATCHES[game]}.json"
    known = json.loads(file.read_text())
    sheet, taps = hold(), Counter[str]()
    sheet.begin(NAMES[: known["players"]], known["first_seat"], game)
    events = [event for event in known["events"] if event["type"] != "hands_dealt"]
    for plain, run in groupby(events, key=lambda event: event["type"] in CARDS and not event.get("power")):
        entries = list(run)
        while entries:
            if sheet.page.locator("#pad a[data-on]").count():
                sheet.tap("#pad a[data-on]")
                sheet.page.wait_for_selector("#pad a[data-on]", state="detached")
                taps["to the next deal"] += 1
            if not plain:
                enter(sheet, entries.pop(0), taps)
                continue
            sheet.taps = 0
            sheet.play(event["card"] for event in entries[:4])
            taps["cards"] += sheet.taps
            del entries[:4]
    assert taps["cards"] == sum(event["type"] in CARDS for event in events), taps
    totals = [sheet.text(f".total[data-seat='{seat}'] strong").replace("−", "-") for seat in range(known["players"])]
    assert totals == [str(points) for points in known["expected"]["totals"]]
    assert sheet.page.locator(".ranking li").count() == known["players"]
    print(f"{game}: {dict(taps)}")
