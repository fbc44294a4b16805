"""With the network cut what is tapped waits, in order, and reaches the log as it was tapped; nothing is lost unseen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from browser.beside import Data, Table
from browser.tapping import REVOKE, Sheet

from companion import registry
from companion.kit.tricks import FORCIBLE

SESSIONS = 40  # for each game, in the long run
TAPS = 7  # in one of them
KINDS = ("plain", "refused", "trick", "refused")
"""What happens while the network is gone: just taps, one among them that the rules refuse, a trick that is full."""

# Every key that records something at one tap, as it can be pressed now.
KEYS = """() => [...document.querySelectorAll('#sheet [data-record] button[name=event]')]
    .filter(key => key.checkVisibility({visibilityProperty: true}) && !key.closest('#tried'))
    .map(key => key.value)"""
PRESS = """value => [...document.querySelectorAll('#sheet [data-record] button[name=event]')]
    .find(key => key.value === value && !key.closest('#tried') && key.checkVisibility({visibilityProperty: true}))
    .click()"""


@dataclass
class Plan:
    """What is tapped one after the other. ``refused``: which of them the rules refuse, and what is done about it."""

    taps: list[Data]
    refused: int | None = None
    way: str = ""
    instead: Data | None = None
    tricks: int = 0


def planned(table: Table, keys: list[Data], kind: str) -> Plan | None:
    """Taps that the keys on the page allow; None where these keys make no such session."""
    random, plan, left = table.random, Plan([]), list(keys)
    wrong_at = random.randint(1, 3)

    def gone(data: Data) -> None:
        if data["type"] == "card_played":
            left.remove(data)

    while len(plan.taps) < TAPS:
        if kind == "refused" and plan.refused is None and len(plan.taps) == wrong_at:
            wrong = [(data, refusal) for data in left if (refusal := table.refusal(data))]
            if not wrong:
                return None
            data, refusal = random.choice(wrong)
            plan.refused, plan.way = len(plan.taps), random.choice(["drop", "instead", "as it is"])
            plan.taps.append(data)
            gone(data)
            fitting = [other for other in left if table.refusal(other) is None]
            if plan.way == "as it is" and refusal.code in FORCIBLE:
                table.happens({**data, "irregular": True})
            elif plan.way == "instead" and fitting:
                plan.instead = random.choice(fitting)
                table.happens(plan.instead)
                gone(plan.instead)
            else:
                plan.way = "drop"
            continue
        fitting = [data for data in left if table.refusal(data) is None]
        if kind == "trick":
            fitting = [data for data in fitting if data["type"] in ("card_played", "card_drawn")] or fitting
        if not fitting:
            break
        data = random.choice(fitting)
        plan.tricks += table.last_to_lay and data["type"] == "card_played"
        table.happens(data)
        plan.taps.append(data)
        gone(data)
    enough = len(plan.taps) > 2 and (kind != "refused" or len(plan.taps) > (plan.refused or 0) + 1)
    return plan if enough and (kind != "trick" or plan.tricks or "card_drawn" in {d["type"] for d in keys}) else None


def session(sheet: Sheet, game: str, kind: str, seed: int) -> Counter[str]:
    """One match, into which a phone taps without a network; what was checked, counted."""
    page, random = sheet.page, Random(seed)
    for _ in range(30):
        table = Table.laid(game, random)
        known = table.goes_on(random.randrange(5, 40))
        where = f"{sheet.address}/api/matches/{table.opened(sheet)}/events"
        here, start = table.told(sheet, known)
        page.goto(here)
        plan = planned(table, [json.loads(value) for value in page.evaluate(KEYS)], kind)
        if plan is not None:
            break
    else:
        raise AssertionError(f"no such session: {game}, {kind}, {seed}")
    cut(page, seed)
    for data in plan.taps:
        page.evaluate(PRESS, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    assert sheet.text("#saving").endswith(str(len(plan.taps))) or "waiting" in sheet.text("#saving")
    reopened = seed % 3 == 0
    if reopened:  # the phone's owner closes the page, and opens it again at home
        page.goto("about:blank")
    mend(page, seed)
    if reopened:
        page.goto(here)
    if plan.refused is not None:
        page.wait_for_selector("#tried")
        told = page.request.get(f"{where}?after={start}&effective=true").json()["items"]
        assert len(told) == plan.refused, "what came before the refused one stands, and nothing after it"
        assert sheet.text("#tried").startswith("Not recorded")
        match plan.way:
            case "drop":
                page.locator("#tried [data-drop]").evaluate("key => key.click()")
            case "instead":
                page.evaluate(PRESS, json.dumps(plan.instead, ensure_ascii=False, separators=(",", ":")))
            case _:
                page.locator("#tried [data-record] button").evaluate("key => key.click()")
    expected = table.log[len(known) :]
    sheet.until(start + len(expected))
    page.wait_for_function(f"() => !localStorage.getItem('outbox-{sheet.match}')")
    stored = page.request.get(f"{where}?after={start}&effective=true").json()["items"]
    assert [{name: row[name] for name in data} for row, data in zip(stored, expected, strict=True)] == expected
    return Counter(
        sessions=1, taps=len(plan.taps), refused=plan.refused is not None, tricks=bool(plan.tricks), reopened=reopened,
        **{plan.way.replace(" ", "_") or "nothing_refused": 1},
    )  # fmt: skip


@pytest.fixture
def tapped(sheet: Sheet) -> Sheet:
    """A phone that follows nobody: hundreds of pages in a minute would leave as many streams behind."""
    sheet.page.route("**/stream", lambda route: route.abort())
    return sheet


def cut(page: Any, seed: int) -> None:
    if seed % 2:
        page.context.set_offline(True)
    else:
        page.route("**/*", lambda route: route.abort())


def mend(page: Any, seed: int) -> None:
    if seed % 2:
        page.context.set_offline(False)
    else:
        page.unroute("**/*")
        page.evaluate("dispatchEvent(new Event('online'))")


@pytest.mark.parametrize("game", registry.games())
def test_what_is_tapped_without_a_network_is_in_the_log_as_it_was_tapped(tapped: Sheet, game: str) -> None:
    assert session(tapped, game, "trick", 11)["taps"] > 2
    assert session(tapped, game, "refused", 12)["refused"] == 1


@pytest.mark.soak
@pytest.mark.parametrize("game", registry.games())
def test_two_hundred_sessions_without_a_network(tapped: Sheet, game: str) -> None:
    counted: Counter[str] = Counter()
    for seed in range(SESSIONS):
        counted += session(tapped, game, KINDS[seed % len(KINDS)], 100 + seed)
    print(f"{game}: {dict(counted)}")
    assert counted["sessions"] == SESSIONS
    assert counted["refused"] == SESSIONS // 2
    assert counted["tricks"] >= SESSIONS // 4 or game == "hit-extreme"


# One moment at a time.


@pytest.fixture
def kept(sheet: Sheet) -> Sheet:
    """Cy is about to lay a spade, and the network is gone."""
    sheet.begin(["Ann", "Ben", "Cy"])
    sheet.know(REVOKE)
    sheet.page.context.set_offline(True)
    return sheet


def laid(sheet: Sheet) -> list[str]:
    """What the log has after the opening moves."""
    where = f"{sheet.address}/api/matches/{sheet.match}/events?after=9&effective=true"
    items = sheet.page.request.get(where).json()["items"]
    return [entry["card"] for entry in items if entry["type"] == "card_played"]


def test_a_refused_entry_stops_the_rest_until_it_is_settled_and_is_still_there_when_the_page_is_opened_anew(
    kept: Sheet,
) -> None:
    for card in ("S9", "S8", "C4"):  # Cy has shown out of spades
        kept.tap(f"#key-{card}")
    kept.page.context.set_offline(False)
    kept.page.wait_for_selector("#tried")
    assert "Cy cannot hold ♠︎9" in kept.text("#tried")
    assert "Waiting behind it: ♠︎8 ♣︎4" in kept.text("#tried")
    assert kept.text("#saving") == "waiting: 3"
    assert laid(kept) == []
    kept.page.reload()
    kept.page.wait_for_selector("#tried")
    assert "Waiting behind it: ♠︎8 ♣︎4" in kept.text("#tried")
    kept.tap("[data-dismiss]")  # it was another card
    kept.tap("#key-D9")
    kept.until(12)
    assert laid(kept) == ["D9", "S8", "C4"]


def test_an_entry_that_another_phone_contradicts_shows_both_and_waits(hold: Callable[..., Sheet], kept: Sheet) -> None:
    other = beside(hold, kept)
    kept.page.context.set_offline(True)
    for card in ("D9", "S8"):
        kept.tap(f"#key-{card}")
    other.enter({"type": "card_played", "card": "D8"})
    kept.page.context.set_offline(False)
    kept.page.wait_for_selector("#tried")
    told = kept.text("#tried")
    assert "Not recorded: Cy laid ♦︎9 Another phone recorded: Cy laid ♦︎8" in told
    assert "Waiting behind it: ♠︎8" in told
    kept.tap("#tried [data-drop]")
    kept.until(12)
    assert laid(kept) == ["D8", "S8"]


def test_what_two_phones_record_alike_stands_once_and_the_slower_is_told(
    hold: Callable[..., Sheet], kept: Sheet
) -> None:
    other = beside(hold, kept)
    kept.page.context.set_offline(True)
    for card in ("D9", "S8"):
        kept.tap(f"#key-{card}")
    other.enter({"type": "card_played", "card": "D9"})
    kept.page.context.set_offline(False)
    kept.until(12)
    assert kept.text("#note") == "Another phone recorded the same, ♦︎9: it stands once."
    assert laid(kept) == ["D9", "S8"]


def beside(hold: Callable[..., Sheet], kept: Sheet) -> Sheet:
    """Another phone that records too."""
    kept.page.context.set_offline(False)
    other = hold()
    other.page.goto(f"{other.address}/m/{kept.match}")
    other.tap("form[action$='/record-here'] button")
    other.page.wait_for_selector("#key-D9")
    kept.until(10)
    return other


def test_taps_go_on_after_a_full_trick_and_the_page_says_who_leads_is_not_known(kept: Sheet) -> None:
    for card in ("D9", "S8", "S4", "S5"):
        kept.tap(f"#key-{card}")
    kept.page.wait_for_selector(".saving.off")
    assert kept.text("#asks") == "♠︎4 ♠︎5 Next leader: once connected"
    assert [kept.text(f"[data-slot='{seat}']") for seat in range(3)] == ["♠︎8", "♠︎3", "♦︎9"]
    kept.tap("[data-undo] button")
    assert kept.text("#asks") == "♠︎4 Next leader: once connected"
    kept.page.context.set_offline(False)
    kept.until(12)
    assert laid(kept) == ["D9", "S8", "S4"]
