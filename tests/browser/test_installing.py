"""Installed where a browser allows it: the last seen sheet opens without a connection. Elsewhere it goes on without."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from browser.tapping import REVOKE, Sheet


@pytest.fixture
def installed(hold: Callable[..., Sheet]) -> Sheet:
    """A phone on which the worker runs; Cy is about to lay a card."""
    sheet = hold(service_workers="allow")
    sheet.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.know(REVOKE)
    return sheet


def test_a_browser_finds_what_it_needs_to_install_it(installed: Sheet) -> None:
    page = installed.page
    address = page.locator("link[rel=manifest]").get_attribute("href")
    told = page.request.get(installed.address + address).json()
    assert told["start_url"] == "/"
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        answer = page.request.get(installed.address + icon["src"])
        assert answer.headers["content-type"] == "image/png"
        width, height = (int.from_bytes(answer.body()[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert not [error for error in errors if error["errorId"] != "in-incognito"]


def test_the_last_seen_sheet_opens_without_a_connection_and_what_is_tapped_there_is_sent(installed: Sheet) -> None:
    installed.enter({"type": "card_played", "card": "D9"})  # seen as a fragment only
    version = installed.version
    installed.page.wait_for_function("match => caches.match(`/m/${match}/seen`)", arg=installed.match)
    installed.page.context.set_offline(True)
    installed.tap("#key-S8")
    installed.page.wait_for_selector(".saving.off")
    installed.page.reload()
    installed.page.wait_for_selector(".saving.off")
    assert installed.text("[data-slot='2']") == "♦︎9"
    assert installed.text("[data-slot='0']") == "♠︎8", "what waited is still there"
    assert installed.version == version
    installed.tap("#key-S4")
    assert installed.text("#asks") == "♠︎4 Next leader: once connected", "the trick was full"
    installed.page.context.set_offline(False)
    installed.until(version + 2)
    assert installed.text("[data-slot='0']") == "♠︎4", "Ann took it"


def test_a_page_never_seen_says_so_without_a_connection(installed: Sheet) -> None:
    installed.page.context.set_offline(True)
    installed.page.goto(f"{installed.address}/rules/trex")
    assert "No connection" in installed.text("h1")
    installed.page.goto(installed.address)
    assert "Extreme Tricks" in installed.text("main"), "home was seen"


def test_at_a_plain_address_it_says_once_what_it_goes_without(hold: Callable[..., Sheet]) -> None:
    sheet = hold()
    plain = sheet.address.replace("127.0.0.1", "companion.local")
    sheet.address = plain
    sheet.begin(["Ann", "Ben", "Cy"])
    assert not sheet.page.evaluate("isSecureContext")
    assert "cannot be installed" in sheet.text("#note")
    sheet.tap("#note button")
    posted = """([where, events]) => fetch(where, {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({events})})"""
    sheet.page.evaluate(posted, [f"/api/matches/{sheet.match}/events", REVOKE])
    sheet.at("")
    assert not sheet.page.locator("#note").count(), "once"
    before = sheet.version
    sheet.page.context.set_offline(True)
    sheet.tap("#key-D9")
    sheet.page.wait_for_selector(".saving.off")
    assert json.loads(sheet.page.evaluate(f"localStorage['outbox-{sheet.match}']"))[0]["event"]["card"] == "D9"
    sheet.page.context.set_offline(False)
    sheet.until(before + 1)


def test_the_screen_stays_on_while_a_match_goes_on(hold: Callable[..., Sheet]) -> None:
    sheet = hold()
    asked: list[Any] = []
    sheet.page.expose_function("asked", lambda kind: asked.append(kind))
    sheet.page.add_init_script("navigator.wakeLock.request = kind => { window.asked(kind); return Promise.resolve(); }")
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.page.wait_for_function("() => document.readyState === 'complete'")
    sheet.page.wait_for_timeout(200)
    assert asked == ["screen"]
