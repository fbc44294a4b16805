"""A table keeps its sheet with a phone whose browser runs no script."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.browsing import Browser, Fields, Page, match_of

GAMES = Path(__file__).parents[2] / "companion/games"
RECORD: dict[str, Any] = json.loads((GAMES / "extreme_tricks/records/by-hand-four.json").read_text())
EVENTS: list[dict[str, Any]] = RECORD["events"]
NAMES = ["Ann", "Ben", "مريم", "Dora"]

REVOKE = [
    {"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]},
    {"type": "trump_chosen", "seat": 0, "suit": "H"},
    *({"type": "declared", "seat": seat, "pieces": 0, "challenges": []} for seat in range(3)),
    *({"type": "card_played", "card": card} for card in ("S1", "S2", "D5", "S3")),
]
"""Three play; Cy shows out of spades with the diamond, and Ben, who took the trick, leads another spade."""


@pytest.fixture
def revoked(phone: Browser) -> Page:
    """Cy is about to lay a spade."""
    page = phone.begin("Ann", "Ben", "Cy")
    for event in REVOKE:
        page = phone.record(page, event)
    assert "Cy lays" in page.text
    return page


def sure(phone: Browser, page: Page, kind: str, fields: Fields = ()) -> Page:  # type: ignore[assignment]
    """What asks first, done."""
    asked = phone.open(f"/m/{match_of(page)}/sure/{kind}")
    assert version(phone.open(f"/m/{match_of(page)}")) == version(page), "asking changes nothing"
    return phone.fill(asked, kind, fields)


def version(page: Page) -> int:
    return int(page.attribute("sheet", "data-version"))


def test_a_deal_is_kept_with_plain_forms_from_home_to_the_totals(phone: Browser) -> None:
    home = phone.open("/")
    assert "/new/extreme-tricks" in home.links
    page = phone.begin(*NAMES, first=RECORD["first_seat"])
    for event in EVENTS:
        before = version(page)
        page = phone.record(page, event)
        assert version(page) == before + 1, (event, page.text[-400:])
    assert "Deal 1 is over" in page.text
    expected = RECORD["expected"]["deals"][0]["scores"]
    told = " ".join(f"−{-points}" if points < 0 else f"+{points}" if points else "0" for points in expected)
    assert f"Deal 1 {told}" in page.text
    going = next(link for link in page.links if "on=2" in link)
    assert "Which challenges lie on the table?" in phone.open(going).text


def test_the_key_pressed_records_for_whose_turn_it_is(phone: Browser, revoked: Page) -> None:
    log = phone.open(f"/m/{match_of(revoked)}/log")
    for said in ("Ann laid ♠︎1", "Ben laid ♠︎2", "Cy laid ♦︎5", "Ben laid ♠︎3"):
        assert said in log.text


def test_a_refused_entry_says_what_it_contradicts_and_offers_three_ways(phone: Browser, revoked: Page) -> None:
    page = phone.record(revoked, {"type": "card_played", "card": "S9"})
    assert version(page) == version(revoked)
    assert "Not recorded: Cy laid ♠︎9" in page.text
    assert "Cy cannot hold ♠︎9" in page.text
    assert "Change: trick 1: Cy laid ♦︎5" in page.text
    assert f"/m/{match_of(page)}/log/8" in page.links
    forced = phone.press(page, type="card_played", card="S9", irregular=True)
    assert version(forced) == version(page) + 1
    assert "irregular" in phone.open(f"/m/{match_of(page)}/log").text


def test_a_card_that_lies_already_cannot_be_insisted_on(phone: Browser, revoked: Page) -> None:
    tried = json.dumps({"type": "card_played", "card": "S1"})
    page = phone.open(f"/m/{match_of(revoked)}?tried={tried}")
    assert "♠︎1 has already been played" in page.text
    assert "It really happened" not in page.text


def test_somebody_who_was_slower_is_told_and_may_record_it_now(phone: Browser, revoked: Page) -> None:
    form, text = revoked.key(type="card_played", card="D7")
    phone.send(revoked, form, button=("event", text))
    page = phone.send(revoked, form, [("key", "another")], button=("event", json.dumps({"type": "noted", "text": "x"})))
    assert "Somebody else recorded something meanwhile" in page.text
    assert "Record it now" in page.text


def test_a_form_sent_twice_is_recorded_once(phone: Browser, revoked: Page) -> None:
    form, text = revoked.key(type="card_played", card="D7")
    once = phone.send(revoked, form, button=("event", text))
    again = phone.send(revoked, form, button=("event", text))
    assert version(once) == version(again) == version(revoked) + 1
    assert "Not recorded" not in again.text


def test_undo_takes_back_the_last_entry(phone: Browser, revoked: Page) -> None:
    form = next(form for form in revoked.forms if form.action.endswith("/undo"))
    page = phone.send(revoked, form)
    assert "Ben lays" in page.text
    assert "taken back" in phone.open(f"/m/{match_of(page)}/log").text


def test_an_entry_gets_another_card_from_the_log(phone: Browser, revoked: Page) -> None:
    entry = phone.open(f"/m/{match_of(revoked)}/log/8")
    assert "Cy laid ♦︎5" in entry.text
    page = phone.press(entry, card="D6")
    log = phone.open(f"/m/{match_of(page)}/log")
    assert "<del>Cy laid ♦︎5</del>" in log.html
    assert "Cy laid ♦︎6" in log.text


def test_a_doubled_tap_is_taken_away_and_later_plays_move_along(phone: Browser, revoked: Page) -> None:
    entry = phone.open(f"/m/{match_of(revoked)}/log/7")
    form = next(form for form in entry.forms if ("remove", "yes") in form.buttons)
    page = phone.send(entry, form, button=("remove", "yes"))
    assert "Ben laid ♦︎5" in phone.open(f"/m/{match_of(page)}/log").text


def test_a_deal_that_nobody_followed_is_entered_by_its_result(phone: Browser, revoked: Page) -> None:
    page = phone.open(f"/m/{match_of(revoked)}/more/deal_tallied")
    fields = [("results.0.pieces", "2"), ("results.0.declared", "R1"), ("results.0.achieved", "R1")]
    page = phone.fill(page, "deal_tallied", [*fields, ("results.0.achieved", "B1")])
    assert "Deal 1 is over" in page.text
    assert "+1" in page.text


def test_a_misdeal_begins_the_deal_again(phone: Browser, revoked: Page) -> None:
    page = sure(phone, revoked, "deal_thrown_in", [("reason", "seven cards")])
    assert "Which challenges lie on the table?" in page.text


def test_stopping_early_ranks_by_the_complete_deals(phone: Browser, revoked: Page) -> None:
    page = sure(phone, revoked, "match_ended")
    assert "Stopped early" in page.text
    assert "shared" in page.text
    again = phone.open(f"/new/extreme-tricks?with={match_of(page)}")
    assert [value for name, value in again.forms[0].fields if name == "name"][:3] == ["Ann", "Ben", "Cy"]
    assert ("first", "1") in again.forms[0].fields


def test_points_are_adjusted_by_hand(phone: Browser, revoked: Page) -> None:
    page = phone.open(f"/m/{match_of(revoked)}/more/score_adjusted")
    page = phone.fill(page, "score_adjusted", [("seat", "1"), ("points", "-3"), ("reason", "bell <b>rang</b>")])
    points = phone.open(f"/m/{match_of(page)}/points")
    assert "By hand: bell <b>rang</b>" in points.text
    assert "<b>rang" not in points.html


def test_with_closed_memory_the_page_remembers_nothing_for_the_table(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    keys = {json.loads(text).get("card") for text in page.taps()}
    assert {"S1", "S2", "S9", "D5"} <= keys, "every card keeps its key"
    assert "doubtful" not in page.html
    assert "♠︎1" not in page.text
    log = phone.open(f"/m/{match_of(page)}/log").text
    assert "♦︎5" not in log
    assert "Cy laid a card" in log
    page = phone.press(page, card="S1")
    assert "♠︎1 has already been played" in page.text


def test_another_phone_watches_then_records_too(phone: Browser, browse: Callable[..., Browser], revoked: Page) -> None:
    match, other = match_of(revoked), browse()
    code = next(link for link in phone.open(f"/m/{match}/menu").text.split() if "/join/" in link).rsplit("/", 1)[1]
    page = other.open(f"/join/{code}")
    page = other.send(page, page.forms[0])
    assert match_of(page) == match
    assert not [text for text in page.taps() if "card_played" in text]
    assert "Cy is next" in page.text
    form = next(form for form in page.forms if form.action.endswith("/record-here"))
    page = other.send(page, form)
    page = other.record(page, {"type": "card_played", "card": "D9"})
    assert "Cy laid ♦︎9" in phone.open(f"/m/{match}/log").text


def test_a_seat_is_taken_by_its_own_phone(phone: Browser, browse: Callable[..., Browser], revoked: Page) -> None:
    match, other = match_of(revoked), browse()
    code = next(link for link in phone.open(f"/m/{match}/menu").text.split() if "/join/" in link).rsplit("/", 1)[1]
    page = other.open(f"/join/{code}")
    other.send(page, page.forms[0])
    menu = other.open(f"/m/{match}/menu")
    form = next(f for f in menu.forms if f.action.endswith("/seat") and ("seat", "2") in f.buttons)
    page = other.send(menu, form, button=("seat", "2"))
    assert [text for text in page.taps() if "card_played" in text], "it is Cy's turn"
    page = other.record(page, {"type": "card_played", "card": "D9"})
    assert "Ann is next" in page.text


def test_a_version_the_phone_has_is_not_sent_again(phone: Browser, revoked: Page) -> None:
    match = match_of(revoked)
    assert phone.client.get(f"/m/{match}/sheet?have={version(revoked)}").status_code == 204
    fragment = phone.open(f"/m/{match}/sheet?have={version(revoked) - 1}")
    assert fragment.html.lstrip().startswith('<div id="sheet"')
