"""Takes the README's pictures, by hand: ``python tests/browser/pictures.py`` where the tests can run."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS), str(TESTS / "e2e")]

import servers  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from product import Product, served  # noqa: E402

GAMES = TESTS.parent / "companion/games"
PICTURES = TESTS.parent / "api_docs/pictures"
NAMES = {
    "en": ["Ann", "Benedict", "Cem", "Dora", "Eli", "Fay", "Gustavo", "Hal"],
    "ar": ["ليلى", "عبد الرحمن", "مريم", "سارة"],
}
Row = tuple[str, str, int, str, str, str]
ROWS: tuple[Row, ...] = (
    # file, record, events of it, language, colours, what is tapped then
    ("sheet", "extreme_tricks/records/by-hand-four.json", 32, "en", "light", ""),
    ("refused", "extreme_tricks/records/by-hand-four.json", 32, "en", "light", "#pad .key.doubtful"),
    ("arabic", "trex/records/general.json", 14, "ar", "dark", ""),
    ("hit", "hit_extreme/records/match-eight.json", 69, "en", "light", ""),
    ("twist", "tricky_twist/records/match-four.json", 30, "en", "light", ""),
    ("power", "power_tricks/records/match-three-tie-broken.json", 30, "en", "dark", ""),
)


def opened(product: Product, record: dict[str, Any], events: int, locale: str) -> tuple[str, str]:
    told = product.ask(
        "POST",
        "/api/matches",
        {
            "game": record["game"],
            "players": [{"name": name} for name in NAMES[locale][: record["players"]]],
            "first_seat": record["first_seat"],
        },
    ).body
    phone = Product(product.port, product.said, told["token"])
    known = [event for event in record["events"] if event["type"] != "hands_dealt"][:events]
    answer = phone.ask("POST", f"/api/matches/{told['match']}/events", {"events": known})
    assert answer.status == 201, answer.body
    return told["match"], told["token"]


def picture(browser: Any, product: Product, row: Row) -> None:
    name, file, events, locale, scheme, tapped = row
    match, token = opened(product, json.loads((GAMES / file).read_text()), events, locale)
    context = browser.new_context(
        viewport={"width": 360, "height": 640},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale=locale,
        color_scheme=scheme,
    )
    context.add_init_script("try { localStorage.setItem('plain', 'told') } catch {}")
    context.add_cookies([{"name": f"table-{match}", "value": token, "url": product.address}])
    page = context.new_page()
    page.goto(f"{product.address}/m/{match}")
    if tapped:
        page.locator(tapped).first.tap()
        page.wait_for_selector("#tried")
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    flags = servers.CHROMIUM_FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), make=False) as product, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=servers.chromium(), args=flags)
        for row in ROWS:
            picture(browser, product, row)
        browser.close()


if __name__ == "__main__":
    main()
