"""The engine of iPhones, as far as Debian has it: a match is opened, a trick kept, and what waits is sent."""

from __future__ import annotations

import pytest
from browser import webdriver


@pytest.mark.skipif(not webdriver.found(), reason="there is no WebKit here (tests/install-browser brings it to Debian)")
def test_a_trick_is_kept_in_webkit_and_cards_wait_for_the_network(address: str) -> None:
    with webdriver.webkit() as browser:
        browser.go(f"{address}/new/trex")
        for row, name in enumerate(("Ann", "Ben", "Cy", "Dora")):
            browser.run("document.getElementById(arguments[0]).value = arguments[1]", f"name-{row}", name)
        browser.click("button[type=submit]")
        browser.until("document.querySelector('#pad .key')")
        browser.click("#pad .key[value*=queens]")
        browser.until("document.querySelector('#key-S7')")
        browser.run("window.there = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))")
        for card in ("S7", "S9", "SA", "S8", "H7"):
            browser.click(f"#key-{card}")
        browser.until("document.querySelector('.saving.off')")
        assert browser.run("return document.getElementById('asks').innerText") == "♥︎7 Next leader: once connected"
        browser.run("window.fetch = there; dispatchEvent(new Event('online'))")
        browser.until("document.getElementById('sheet').dataset.version === '6' && document.querySelector('#saving')")
        browser.until("document.querySelector('[data-slot=\"2\"]').textContent === '♥︎7'")
        assert "Dora" in browser.run("return document.getElementById('asks').innerText"), "Cy took the trick and led"
        width, screen = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert width <= screen
