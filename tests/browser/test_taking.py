"""A phone that can hand files on to other apps hands on what it takes along."""

from __future__ import annotations

from collections.abc import Callable

import servers
from browser.tapping import Sheet

ABLE = """
navigator.canShare = told => told.files.length === 1;
navigator.share = async ({files: [file]}) => { window.shared = [file.name, file.type, await file.text()]; };
"""


def test_a_file_is_handed_on(hold: Callable[..., Sheet]) -> None:
    sheet = hold()
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.page.goto(f"{sheet.address}/m/{sheet.match}/take")
    assert not sheet.page.locator("[data-share]:visible").count(), "this browser hands nothing on"
    sheet.page.add_init_script(ABLE)
    sheet.page.reload()
    sheet.tap("li:has(a[href$='deals.csv']) [data-share]")
    servers.wait_until(lambda: sheet.page.evaluate("window.shared"), "nothing was handed on")
    name, kind, content = sheet.page.evaluate("window.shared")
    assert (name.endswith("-deals.csv"), kind) == (True, "text/csv")
    assert content.startswith(("Deal,", "\ufeffDeal,"))
    with sheet.page.expect_download() as download:
        sheet.tap("a[href$='record.txt']")
    assert download.value.suggested_filename.endswith("-record.txt")
