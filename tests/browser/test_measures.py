"""What a sheet is measured by, in every game: at arm's length, with one thumb, with the network gone."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from browser.beside import Table
from browser.tapping import Sheet
from browser.test_sheet import SMALL

from companion import registry

FIRST_LOAD = 100_000  # bytes over the wire
NAMES = ("Ann", "Benedict", "مريم", "Dora", "Eli", "Fay", "Gustavo", "Hal")
CARD = "#pad .key[data-card]"

# What somebody at the table looks for while playing and cannot see without scrolling.
HIDDEN = """() => {
    const out = ['#asks', '#pad .key', '#pad [data-undo] button'].filter(needed => !document.querySelector(needed));
    const wanted = '.bar, .total, .has, .turn, .slot, .trump .suit, #asks, #pad .row, #pad .key, [data-undo] button';
    for (const element of document.querySelectorAll(wanted)) {
        if (!element.checkVisibility({visibilityProperty: true})) continue;
        const box = element.getBoundingClientRect(), said = element.className + ' ' + element.textContent.trim();
        const over = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
        const outside = box.top < 0 || box.bottom > innerHeight + .5 || box.left < -.5 || box.right > innerWidth + .5;
        if (outside) out.push(`${said} out of sight`);
        else if (!element.contains(over) && !over?.contains(element)) out.push(`${said} under ${over?.className}`);
    }
    return out;
}"""

# How long it takes from a tap until something is seen, in ms.
ANSWERED = """card => new Promise(done => {
    const start = performance.now(), sheet = document.getElementById('sheet');
    new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - start)))
        .observe(sheet, {childList: true, subtree: true, attributes: true});
    document.getElementById(`key-${card}`).click();
})"""

# Which keys lie where a finger taps next, while a second tap there would not be meant.
UNDER = """([x, y]) => { window.under = new Promise(done => addEventListener('click', () => {
    const start = performance.now(), seen = new Set();
    const look = () => {
        if (performance.now() - start > 250) return done([...seen]);
        seen.add(document.elementFromPoint(x, y)?.closest('.key')?.id);
        requestAnimationFrame(look);
    };
    look();
}, {capture: true, once: true})); }"""

every_game = pytest.mark.parametrize("game", registry.games())


def begun(sheet: Sheet, game: str, seed: int, events: int = 12, most: int = 4) -> Table:
    """Somewhere in a random match, where a card is laid or drawn next."""
    table = Table.laid(game, Random(seed), most)
    known = table.goes_on(events)
    table.opened(sheet, NAMES)
    sheet.page.goto(table.told(sheet, known)[0])
    return table


def middle(sheet: Sheet, key: Any) -> tuple[float, float]:
    box = key.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@every_game
@pytest.mark.parametrize(("locale", "scheme"), [("en", "light"), ("ar", "dark")])
def test_all_of_it_is_on_one_screen_large_enough_and_bars_nobody(
    hold: Callable[..., Sheet], axe: Callable[[Any], list[str]], game: str, locale: str, scheme: str
) -> None:
    sheet = hold(locale=locale, color_scheme=scheme)
    table = Table.laid(game, Random(3), most=8)
    table.opened(sheet, NAMES)
    for moment in (1, 9, 14):
        here, _ = table.told(sheet, table.goes_on(moment))
        sheet.page.goto(here)
        assert not sheet.page.evaluate(HIDDEN), table.log
        assert not sheet.page.evaluate(SMALL), table.log
    pages = ("", "/board", "/points", "/log", "/menu", "/more/deal_tallied")
    for path in (*(f"/m/{table.id}{page}" for page in pages), f"/rules/{game}", f"/new/{game}"):
        sheet.page.goto(sheet.address + path)
        assert axe(sheet.page) == [], path
        assert not sheet.page.evaluate(SMALL), path
        assert sheet.page.evaluate("document.documentElement.scrollWidth") <= 360, path
    assert not sheet.elsewhere


@every_game
def test_a_tap_is_answered_at_once_with_the_network_gone_and_no_key_comes_under_the_finger(
    sheet: Sheet, game: str
) -> None:
    table = begun(sheet, game, 5)
    fits = next(card for card in table.cards if sheet.page.locator(f"#key-{card}").is_visible())
    sheet.page.context.set_offline(True)
    assert sheet.page.evaluate(ANSWERED, fits) < 100
    sheet.page.context.set_offline(False)
    table.happens({"type": table.kind, "card": fits})
    sheet.until(len(table.log))
    table = begun(sheet, game, 6)
    fits = next(card for card in table.cards if sheet.page.locator(f"#key-{card}").is_visible())
    x, y = middle(sheet, sheet.page.locator(f"#key-{fits}"))
    sheet.page.evaluate(UNDER, [x, y])
    sheet.page.touchscreen.tap(x, y)
    sheet.page.touchscreen.tap(x, y)  # the same finger, not meant
    assert set(sheet.page.evaluate("window.under")) <= {None, f"key-{fits}"}
    sheet.until(len(table.log) + 1)
    sheet.page.wait_for_timeout(300)
    assert sheet.version == len(table.log) + 1


@every_game
def test_a_card_is_typed_by_its_name_and_taken_back_by_a_letter(hold: Callable[..., Sheet], game: str) -> None:
    sheet = hold(has_touch=False, is_mobile=False, width=1280, height=800)
    table = begun(sheet, game, 7)
    card = next(card for card in table.cards if sheet.page.locator(f"#key-{card}").is_visible())
    before = sheet.version
    press = sheet.page.keyboard.press
    for letter in card:
        press(letter.lower())
    others = [key for key in keys(sheet) if key != card and key.startswith(card)]
    if others:  # s1, and there are s10 and s11 too
        assert sheet.text("#typed") == card.upper()
        assert sheet.version == before
        press("Enter")
    sheet.until(before + 1)
    stored = sheet.page.request.get(f"{sheet.address}/api/matches/{table.id}/events?after={before}").json()["items"]
    assert stored[0]["card"] == card
    press("u")
    sheet.until(before + 2)
    press(card[0].lower())
    if sheet.page.locator("#typed").count() and sheet.text("#typed"):
        assert sheet.page.locator(".key.typed").count()
        press("Escape")
        assert sheet.text("#typed") == ""
    assert sheet.page.locator(f"#key-{card}").is_visible()


def keys(sheet: Sheet) -> list[str]:
    found: list[str] = sheet.page.evaluate(
        "[...document.querySelectorAll('#pad [data-code]')].map(key => key.dataset.code)"
    )
    return found


@every_game
def test_a_sheet_is_kept_before_any_script_runs(hold: Callable[..., Sheet], game: str) -> None:
    sheet = hold(java_script_enabled=False)
    table = begun(sheet, game, 8)
    value = next(v for v in values(sheet) if v.get("card") in table.cards and v["type"] == table.kind)
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace('"', '\\"')
    sheet.page.locator(f'#pad .key[value="{written}"]').click()
    sheet.page.wait_for_url("**/m/**")
    assert sheet.version == len(table.log) + 1


def values(sheet: Sheet) -> list[dict[str, Any]]:
    return [json.loads(key.get_attribute("value")) for key in sheet.page.locator(CARD).all()]


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_first_visit_loads_less_than_100_kb_and_only_from_here(hold: Callable[..., Sheet], locale: str) -> None:
    for game in registry.games():
        sheet = hold(locale=locale)
        sheet.page.context.clear_cookies()
        loaded: list[int] = []
        sheet.page.goto("about:blank")  # what the page before still loads is not counted
        session = sheet.page.context.new_cdp_session(sheet.page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.loadingFinished", lambda event, loaded=loaded: loaded.append(event["encodedDataLength"]))
        begun(sheet, game, 9)
        sheet.page.wait_for_load_state("load")
        sheet.page.wait_for_timeout(300)
        assert 5_000 < sum(loaded) < FIRST_LOAD, (game, loaded)
        assert not sheet.elsewhere


def test_who_wants_no_motion_gets_none_and_a_phone_that_can_shakes(hold: Callable[..., Sheet]) -> None:
    moves = "getComputedStyle(document.querySelector('.key')).transitionDuration"
    for wish, seconds in (("reduce", "0s"), ("no-preference", "0.12s, 0.12s")):
        sheet = hold(reduced_motion=wish)
        felt: list[Any] = []
        sheet.page.expose_function("felt", lambda pattern, felt=felt: felt.append(pattern))
        sheet.page.add_init_script("navigator.vibrate = pattern => { window.felt(pattern); return true; }")
        table = begun(sheet, "extreme-tricks", 4)
        assert sheet.page.evaluate(moves) == seconds
        sheet.page.locator("#pad .key.doubtful, #pad .key").first.evaluate("key => key.click()")
        sheet.page.wait_for_timeout(100)
        assert len(felt) >= 1, table.log
