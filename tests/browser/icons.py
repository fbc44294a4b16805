"""Draws the PNG icons from icon.svg, by hand: ``python tests/browser/icons.py`` where the tests can run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS)]

import servers  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

STATIC = TESTS.parent / "companion/web/static"
SAFE = 0.8
"""Of a maskable icon only so much is sure to be seen; the rest is ground."""


def main() -> None:
    drawn = (STATIC / "icon.svg").read_text()
    flags = servers.CHROMIUM_FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=flags)
        for size, purpose in ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable")):
            page = browser.new_page(viewport={"width": size, "height": size})
            ground, share = ("#23364d", SAFE) if purpose == "maskable" else ("transparent", 1)
            page.set_content(
                "<style>body { margin: 0; display: grid; place-items: center; block-size: 100vh }"
                f" body {{ background: {ground} }} svg {{ inline-size: {100 * share}vw }}</style>{drawn}"
            )
            page.screenshot(path=STATIC / f"icons/{purpose}-{size}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
