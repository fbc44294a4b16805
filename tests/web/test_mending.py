"""Entries mended with plain forms: what would break is shown before anything is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from web.browsing import Browser, Form, Page, match_of
from web.test_playing import REVOKE, version


@pytest.fixture
def match(phone: Browser) -> str:
    """Three play; Ann S1, Ben S2, Cy D5 (entries 6 to 8), Ben leads S3 (9)."""
    page = phone.begin("Ann", "Ben", "Cy")
    for event in REVOKE:
        page = phone.record(page, event)
    return match_of(page)


@pytest.fixture
def followed(phone: Browser) -> str:
    """Everybody follows: Ann S9, Ben S2, Cy S3 (entries 6 to 8), Ann S8, Ben S4, Cy S5 (9 to 11)."""
    page = phone.begin("Ann", "Ben", "Cy")
    for event in (*REVOKE[:5], *({"type": "card_played", "card": f"S{n}"} for n in (9, 2, 3, 8, 4, 5))):
        page = phone.record(page, event)
    return match_of(page)


@pytest.fixture
def broken(phone: Browser, match: str) -> Page:
    """Cy laid the nine, and so took the first trick: it was not Ben who led the second."""
    return phone.press(phone.open(f"/m/{match}/log/8"), card="S9")


def way(page: Page, kind: str) -> Form:
    return next(form for form in page.forms if ("way", kind) in form.buttons)


def ways(page: Page) -> list[str]:
    return [value for form in page.forms for name, value in form.buttons if name == "way"]


def now(phone: Browser, match: str) -> int:
    return version(phone.open(f"/m/{match}"))


def log(phone: Browser, match: str) -> str:
    return phone.open(f"/m/{match}/log").text


def swapping(page: Page, one: int, other: int) -> str:
    """What the button sends that swaps these two entries."""
    for form in page.forms:
        for name, value in form.buttons:
            if name == "changes" and {change["seq"] for change in json.loads(value)} == {one, other}:
                return value
    raise AssertionError((one, other))


def test_what_would_break_is_shown_and_nothing_is_changed_yet(phone: Browser, match: str, broken: Page) -> None:
    assert broken.status == 422
    assert "Nothing has been changed yet" in broken.text
    assert "Cy laid ♦︎5 Cy laid ♠︎9" in broken.text
    assert "this could not have happened: trick 2: Ben laid ♠︎3" in broken.text
    assert "It is Cy’s turn." in broken.text
    assert "For example" in broken.text, "the reason explains itself"
    assert now(phone, match) == 9


def test_every_way_on_says_beforehand_what_it_does(broken: Page, match: str) -> None:
    assert ways(broken) == ["reseat", "drop"]
    assert "Ben laid ♠︎3</del> <span>Cy laid ♠︎3" in broken.html
    assert f"/m/{match}/log/8" in broken.links, "another card"
    assert f"/m/{match}/log/9" in broken.links, "the other entry instead"
    assert f"/m/{match}/log#e8" in broken.links, "leave it"


def test_later_plays_move_to_whose_turn_it_then_is(phone: Browser, match: str, broken: Page) -> None:
    page = phone.send(broken, way(broken, "reseat"), button=("way", "reseat"))
    assert "Cy laid ♠︎3" in log(phone, match)
    assert "Ann lays" in page.text


def test_everything_from_there_on_is_taken_back(phone: Browser, match: str, broken: Page) -> None:
    page = phone.send(broken, way(broken, "drop"), button=("way", "drop"))
    assert "Cy lays" in page.text  # who took the trick with the nine, and leads
    assert "Cy laid ♠︎9" in log(phone, match)


def test_a_later_card_that_the_table_saw_is_kept_all_the_same(phone: Browser, followed: str) -> None:
    page = phone.press(phone.open(f"/m/{followed}/log/8"), card="D5")  # then Cy had no spades, and laid one later
    assert page.status == 422
    assert ways(page) == ["irregular", "drop"]
    assert "It really happened: keep trick 2: Cy laid ♠︎5 all the same" in page.text
    assert now(phone, followed) == 11
    phone.send(page, way(page, "irregular"), button=("way", "irregular"))
    told = log(phone, followed)
    assert "Cy laid ♦︎5" in told
    assert "irregular" in told


def test_a_card_that_cannot_have_been_may_have_happened_all_the_same(phone: Browser, followed: str) -> None:
    phone.press(phone.open(f"/m/{followed}/log/11"), card="D6")  # Cy had no spade in trick 2
    page = phone.record(phone.open(f"/m/{followed}"), {"type": "card_played", "card": "S7"})
    page = phone.record(page, {"type": "card_played", "card": "C1"})
    page = phone.record(page, {"type": "card_played", "card": "D7"})
    page = phone.press(phone.open(f"/m/{followed}/log/{version(page)}"), card="S6")
    assert page.status == 422
    assert ways(page) == ["irregular"]
    phone.send(page, way(page, "irregular"), button=("way", "irregular"))
    assert "Cy laid ♠︎6 irregular" in log(phone, followed)


def test_a_doubled_tap_is_taken_away(phone: Browser, match: str) -> None:
    entry = phone.open(f"/m/{match}/log/7")
    form = next(form for form in entry.forms if ("remove", "yes") in form.buttons)
    phone.send(entry, form, button=("remove", "yes"))
    assert "Ben laid ♦︎5" in log(phone, match)


def test_taking_away_what_later_entries_need_is_shown_first(phone: Browser, match: str) -> None:
    entry = phone.open(f"/m/{match}/log/2")  # trump
    form = next(form for form in entry.forms if ("remove", "yes") in form.buttons)
    page = phone.send(entry, form, button=("remove", "yes"))
    assert page.status == 422
    assert now(phone, match) == 9
    assert "and 3 more" in page.text
    page = phone.send(page, way(page, "drop"), button=("way", "drop"))
    assert "Ann chooses trump" in page.text


def test_a_play_that_was_missed_is_put_in_and_the_others_move_on(phone: Browser, match: str) -> None:
    page = phone.open(f"/m/{match}/log/7")
    assert f"/m/{match}/log/7/before" in page.links
    page = phone.press(phone.open(f"/m/{match}/log/7/before"), card="S8")  # Ben's; then S2 was Cy's
    told = log(phone, match)
    for said in ("Ben laid ♠︎8", "Cy laid ♠︎2", "Ben laid ♦︎5"):
        assert said in told, told


def test_a_missed_play_that_cannot_be_is_shown_first(phone: Browser, match: str) -> None:
    page = phone.open(f"/m/{match}/log/7/before")
    form, _ = page.key(card="S8")
    page = phone.send(page, form, button=("event", json.dumps({"type": "card_played", "card": "S1"})))
    assert page.status == 422
    assert "has already been played" in page.text
    assert "Ben laid ♠︎1" in page.text
    assert now(phone, match) == 9


def test_two_cards_change_places_at_once(phone: Browser, followed: str) -> None:
    assert f"/m/{followed}/log/7/swap" in phone.open(f"/m/{followed}/log/7").links
    page = phone.open(f"/m/{followed}/log/7/swap")
    phone.send(page, page.forms[0], button=("changes", swapping(page, 7, 8)))
    told = log(phone, followed)
    for said in ("Ben laid ♠︎2 Ben laid ♠︎3", "Cy laid ♠︎3 Cy laid ♠︎2"):
        assert said in told, told


def test_a_swap_that_breaks_something_is_shown_first(phone: Browser, match: str) -> None:
    page = phone.open(f"/m/{match}/log/7/swap")
    page = phone.send(page, page.forms[0], button=("changes", swapping(page, 7, 8)))
    assert page.status == 422
    assert "Ben laid ♠︎2 Ben laid ♦︎5" in page.text
    assert "Cy laid ♦︎5 Cy laid ♠︎2" in page.text
    assert now(phone, match) == 9


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes", ["", "{", "[1]", "[{}]", '[{"seq":"x"}]', '[{"seq":8,"event":{"type":"x"}}]', '[{"seq":99}]', "[]"]
)
def test_nonsense_changes_nothing(phone: Browser, match: str, changes: str) -> None:
    answer = phone.client.post(f"/m/{match}/log/8", data={"changes": changes})
    assert answer.status_code in (303, 422)
    assert now(phone, match) == 9


def test_a_scribe_mends_what_it_recorded_itself(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = browse()
    page = other.open(f"/m/{match}")
    page = other.send(page, next(form for form in page.forms if form.action.endswith("/record-here")))
    page = other.record(page, {"type": "card_played", "card": "D9"})
    assert not other.open(f"/m/{match}/log/8").forms
    own = version(page)
    other.press(other.open(f"/m/{match}/log/{own}"), card="D8")
    assert "Cy laid ♦︎8" in log(phone, match)


def test_with_closed_memory_a_swap_tells_no_card_that_is_gone(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    swap = phone.open(f"/m/{match_of(page)}/log/9/swap")
    assert "♦︎5" not in swap.text
    assert "Cy laid a card" in swap.text


def events_of(phone: Browser, match: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = phone.client.get(f"/api/matches/{match}/events").get_json()["items"]
    return items


def test_a_form_sent_twice_changes_once(phone: Browser, match: str) -> None:
    entry = phone.open(f"/m/{match}/log/8")
    form, text = entry.key(card="D6")
    phone.send(entry, form, button=("event", text))
    phone.send(entry, form, button=("event", text))
    assert [event["type"] for event in events_of(phone, match)].count("event_amended") == 1
