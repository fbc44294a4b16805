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

PICTURES = TESTS.parent / "api_docs/pictures"
RECORD = TESTS.parent / "companion/games/extreme_tricks/records/by-hand-four.json"
PLAYS = 26  # into the second stage, in the middle of a trick


def opened(product: Product, names: list[str]) -> tuple[str, str]:
    record = json.loads(RECORD.read_text())
    told = product.ask(
        "POST",
        "/api/matches",
        {"game": record["game"], "players": [{"name": n} for n in names], "first_seat": record["first_seat"]},
    ).body
    phone = Product(product.port, product.said, told["token"])
    events = [event for event in record["events"] if event["type"] != "card_played"]
    plays = [event for event in record["events"] if event["type"] == "card_played"][:PLAYS]
    answer = phone.ask("POST", f"/api/matches/{told['match']}/events", {"events": events + plays})
    assert answer.status == 201, answer.body
    return told["match"], told["token"]


def picture(browser: Any, product: Product, names: list[str], name: str, *, refuse: bool = False, **look: Any) -> None:
    match, token = opened(product, names)
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, device_scale_factor=2, has_touch=True, is_mobile=True, **look
    )
    context.add_cookies([{"name": f"table-{match}", "value": token, "url": product.address}])
    page = context.new_page()
    page.goto(f"{product.address}/m/{match}")
    if refuse:
        page.locator("#pad .key.doubtful").first.tap()
        page.wait_for_timeout(800)
    page.screenshot(path=PICTURES / f"{name}.png")
    context.close()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    english, arabic = ["Ann", "Benedict", "Cem", "Dora"], ["ليلى", "عبد الرحمن", "مريم", "سارة"]
    flags = servers.CHROMIUM_FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), make=False) as product, sync_playwright() as p:
        browser = p.chromium.launch(executable_path=servers.chromium(), args=flags)
        picture(browser, product, english, "sheet", locale="en")
        picture(browser, product, english, "refused", locale="en", refuse=True)
        picture(browser, product, arabic, "arabic", locale="ar", color_scheme="dark")
        browser.close()


if __name__ == "__main__":
    main()
