"""A deal kept by touch on a phone of 360x640, as people at a table keep it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import REVOKE, Sheet, record

NAMES = ["Ann", "Benedict", "مريم", "Dora"]

# What somebody at the table looks for while playing and cannot see without scrolling.
HIDDEN = """() => {
    const wanted = ['.bar', '.name.turn', '.slot', '.trump .suit', '.total', '.stage.now .challenge', '#pad .row',
        '#pad [data-undo] button'];
    const out = [];
    for (const selector of wanted) {
        const all = [...document.querySelectorAll(selector)];
        if (!all.length) out.push(`no ${selector}`);
        for (const element of all) {
            const box = element.getBoundingClientRect();
            const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
            const covered = !element.contains(over) && !over?.contains(element);
            if (box.top < 0 || box.bottom > innerHeight + .5) out.push(`${selector} ends at ${box.bottom}`);
            else if (covered) out.push(`${selector} lies under ${over?.id || over?.className}`);
        }
    }
    return out;
}"""

# What is too small for a finger, or for an eye at arm's length.
SMALL = """() => {
    const out = [];
    for (const element of document.querySelectorAll('a[href], button, input, summary, label.chip')) {
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        if (!element.checkVisibility({visibilityProperty: true})) continue;
        if (element.tagName === 'INPUT' && element.closest('label')) continue;
        if (element.tagName === 'A' && (style.display === 'inline' || element.matches('#table a'))) continue;
        const size = `${element.outerHTML.slice(0, 90)} ${box.width}x${box.height}`;
        if (box.height < 43.9 || box.width < 27.9) out.push(size);
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode.data.trim(), holder = walk.currentNode.parentElement;
        if (!text || !holder.checkVisibility()) continue;
        if (parseFloat(getComputedStyle(holder).fontSize) < 15.9) out.push(`small print: ${text}`);
    }
    return out;
}"""


@pytest.fixture
def revoked(sheet: Sheet) -> Sheet:
    """Cy is about to lay a spade."""
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.enter_all(REVOKE)
    return sheet


def test_a_whole_deal_is_tapped_from_home_to_the_totals(hold: Callable[..., Sheet]) -> None:
    known = record("by-hand-four")
    hold().begin(NAMES)  # the table has played before, so names are offered
    sheet = hold()
    sheet.tap("a[href='/new/extreme-tricks']")
    for name in NAMES:
        sheet.tap(f".chip-button:has-text('{name}')")
    sheet.tap(f"label:has(input[name=first][value='{known['first_seat']}'])")
    sheet.tap("button[type=submit]")
    sheet.page.wait_for_selector("#pad .chip")
    assert sheet.taps <= 8
    *prepared, first_card = range(next(i for i, e in enumerate(known["events"]) if e["type"] == "card_played") + 1)
    sheet.enter_all(known["events"][i] for i in prepared)
    sheet.taps = 0
    plays = known["events"][first_card:]
    for event in plays:
        assert not sheet.page.evaluate(HIDDEN), event
        sheet.enter(event)
    assert sheet.taps == len(plays), "one tap for each card"
    expected = known["expected"]["deals"][0]["scores"]
    told = [sheet.text(f".total[data-seat='{seat}'] strong") for seat in range(4)]
    assert told == [f"−{-points}" if points < 0 else str(points) for points in expected]
    assert not sheet.elsewhere
    sheet.tap("#pad a[data-on]")
    sheet.page.wait_for_selector("#pad .chip")
    assert "deal 2 of 4" in sheet.text("#bar")


def test_keys_are_large_enough_and_nothing_is_in_small_print(sheet: Sheet) -> None:
    sheet.begin(NAMES, first=2)
    for event in record("match-four")["events"][:12]:
        assert not sheet.page.evaluate(SMALL), event
        sheet.enter(event)
    for path in every_page(sheet):
        sheet.page.goto(sheet.address + path)
        assert not sheet.page.evaluate(SMALL), path


def test_a_tapped_card_lies_at_once_however_slow_the_network(revoked: Sheet) -> None:
    revoked.page.route("**/api/**", lambda route: None)  # never answered
    took = revoked.page.evaluate(
        """() => new Promise(done => {
            const start = performance.now(), slot = document.querySelector('[data-slot="2"]');
            new MutationObserver(() => done(performance.now() - start)).observe(slot, {childList: true});
            document.getElementById('key-D9').click();
        })"""
    )
    assert took < 100
    assert revoked.text("[data-slot='2']") == "♦︎9"
    assert "Ann lays" in revoked.text("#asks")
    assert revoked.text("#saving") == "saving"


def test_a_refused_card_is_explained_and_may_have_happened_all_the_same(revoked: Sheet) -> None:
    before = revoked.version
    assert "doubtful" in revoked.page.locator("#key-S9").get_attribute("class")
    revoked.tap("#key-S9")
    revoked.page.wait_for_selector("#tried")
    assert "Cy cannot hold ♠︎9" in revoked.text("#tried")
    assert "Change: trick 1: Cy laid ♦︎5" in revoked.text("#tried")
    assert revoked.text("[data-slot='2']") == ""
    revoked.tap("#tried summary")
    assert "For example" in revoked.text("#tried")
    revoked.tap("#tried button:has-text('It really happened')")
    revoked.until(before + 1)
    assert revoked.text("[data-slot='2']") == "♠︎9"
    assert not revoked.page.locator("#tried").count()


def test_another_card_is_meant(revoked: Sheet) -> None:
    before = revoked.version
    revoked.tap("#key-S9")
    revoked.page.wait_for_selector("#tried")
    revoked.tap("[data-dismiss]")
    revoked.page.wait_for_selector("#tried", state="detached")
    revoked.enter({"type": "card_played", "card": "D9"})
    assert revoked.version == before + 1


def test_the_entry_it_contradicts_is_changed(revoked: Sheet) -> None:
    revoked.tap("#key-S9")
    revoked.page.wait_for_selector("#tried")
    revoked.tap("#tried a:has-text('Cy laid')")
    revoked.tap(".keys [data-card=D7]")
    revoked.there()
    revoked.tap("#key-S9")
    revoked.page.wait_for_selector("#tried")
    assert "Cy laid ♦︎7" in revoked.text("#tried")


def test_undo_is_one_tap(revoked: Sheet) -> None:
    before = revoked.version
    revoked.tap("[data-undo] button")
    revoked.until(before + 1)
    assert "Ben lays" in revoked.text("#asks")
    revoked.enter({"type": "card_played", "card": "S4"})
    assert revoked.text("[data-slot='1']") == "♠︎4"


def test_an_earlier_entry_is_mended_in_three_taps(revoked: Sheet) -> None:
    before = revoked.version
    revoked.tap(".menu")
    revoked.taps = 0
    revoked.tap("a:has-text('Log')")
    revoked.tap("#e9 a")
    revoked.tap(".keys [data-card=S5]")
    revoked.there()
    assert revoked.taps == 3
    assert revoked.version == before + 1
    assert revoked.text("[data-slot='1']") == "♠︎5"


def test_a_challenge_explains_itself_on_a_tap(revoked: Sheet) -> None:
    revoked.tap(".challenge:has-text('R2')")
    assert "For example" in revoked.text("#why-R2")
    revoked.tap("#why-R2 button")
    assert not revoked.page.locator("#why-R2").is_visible()


# The network.


def test_what_waits_outlives_the_page(revoked: Sheet) -> None:
    before = revoked.version
    revoked.page.route("**/api/**", lambda route: route.abort())
    revoked.tap("#key-D9")
    revoked.page.wait_for_selector(".saving.off")
    revoked.page.unroute("**/api/**")
    revoked.page.reload()
    revoked.until(before + 1)
    assert revoked.version == before + 1


def test_an_answer_that_was_lost_is_asked_for_again_and_nothing_is_recorded_twice(revoked: Sheet) -> None:
    before = revoked.version

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    revoked.page.route("**/api/**/events", lose)
    revoked.tap("#key-D9")
    revoked.page.wait_for_selector(".saving.off")
    revoked.page.unroute("**/api/**/events")
    revoked.page.reload()
    revoked.until(before + 1)
    revoked.page.wait_for_timeout(400)
    assert revoked.version == before + 1
    assert not revoked.page.locator("#tried").count()


def test_a_phone_that_may_no_longer_record_is_told(revoked: Sheet) -> None:
    revoked.page.context.clear_cookies()
    revoked.tap("#key-D9")
    revoked.page.wait_for_selector("#tried")
    assert "Join the table with its code first" in revoked.text("#tried")


def test_undo_takes_back_a_card_that_still_waits(revoked: Sheet) -> None:
    before = revoked.version
    revoked.page.context.set_offline(True)
    revoked.tap("#key-D9")
    revoked.page.wait_for_selector(".saving.off")
    revoked.tap("[data-undo] button")
    assert revoked.text("[data-slot='2']") == ""
    revoked.page.context.set_offline(False)
    revoked.until(before)
    revoked.page.wait_for_timeout(2500)
    assert revoked.version == before


def test_of_two_phones_one_wins_and_the_other_is_told(hold: Callable[..., Sheet], revoked: Sheet) -> None:
    other = hold()
    other.page.goto(f"{other.address}/m/{revoked.match}")
    other.tap("button:has-text('Record here too')")
    other.page.wait_for_selector("#key-D9")
    before = other.version
    revoked.page.goto(revoked.page.url)
    other.enter({"type": "card_played", "card": "D9"})
    revoked.page.reload()
    revoked.until(before + 1)
    assert revoked.text("[data-slot='2']") == "♦︎9"
    other.enter({"type": "card_played", "card": "S9"})
    version = "v => Number(document.getElementById('sheet').dataset.version) >= v"
    revoked.page.wait_for_function(version, arg=before + 2, timeout=2000)
    assert "Ann lays" in revoked.text("#asks")


# Arabic.


def test_a_deal_is_kept_in_arabic(hold: Callable[..., Sheet]) -> None:
    sheet = hold(locale="ar")
    assert sheet.page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["ar", "rtl"]
    sheet.begin(NAMES, first=2)
    events = record("match-four")["events"]
    sheet.enter_all(events[:6])
    for event in events[6:22]:
        assert not sheet.page.evaluate(HIDDEN), event
        sheet.enter(event)
    assert not sheet.elsewhere
    names = [sheet.page.locator(f".name[data-seat='{seat}']").bounding_box()["x"] for seat in range(4)]
    assert names == sorted(names), "seats keep the table's geometry"
    keys = sheet.page.evaluate("[...document.querySelector('.row').children].map(key => key.getBoundingClientRect().x)")
    assert keys == sorted(keys), "cards run from low to high"


def every_page(sheet: Sheet) -> list[str]:
    inside = [
        "",
        "/log",
        "/log/8",
        "/points",
        "/menu",
        "/take",
        "/rules",
        "/more/deal_tallied",
        "/more/score_adjusted",
        "/more/noted",
    ]
    return ["/", "/new/extreme-tricks", "/join", "/bring", "/rules/extreme-tricks", "/nowhere"] + [
        f"/m/{sheet.match}{path}" for path in inside
    ]


@pytest.mark.parametrize(("locale", "scheme"), [("en", "dark"), ("ar", "light")])
def test_nothing_bars_anybody_from_any_page(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], locale: str, scheme: str
) -> None:
    sheet = hold(locale=locale, color_scheme=scheme)
    sheet.begin(["Ann", "Ben", "Cy"])
    for event in REVOKE:
        assert axe(sheet.page) == [], event
        sheet.enter(event)
    sheet.tap("#key-S9")
    sheet.page.wait_for_selector("#tried")
    assert axe(sheet.page) == []
    for path in every_page(sheet):
        sheet.page.goto(sheet.address + path)
        assert axe(sheet.page) == [], path
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert not sheet.elsewhere
