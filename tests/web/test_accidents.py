"""What happens at a table besides the game: a misdeal, an early end, wrong names, somebody who has to leave."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from web.browsing import Browser, Page, match_of
from web.test_playing import REVOKE, sure, version


@pytest.fixture
def page(phone: Browser) -> Page:
    """The second trick has begun."""
    page = phone.begin("Ann", "Ben", "Cy")
    for event in REVOKE:
        page = phone.record(page, event)
    return page


@pytest.fixture
def match(page: Page) -> str:
    return match_of(page)


def scribe_of(browse: Callable[..., Browser], match: str) -> Browser:
    other = browse()
    page = other.open(f"/m/{match}")
    other.send(page, next(form for form in page.forms if form.action.endswith("/record-here")))
    return other


def names(phone: Browser, match: str) -> list[str]:
    return [seat["name"] for seat in phone.client.get(f"/api/matches/{match}").get_json()["seats"]]


def naming(phone: Browser, match: str, *new: str) -> Page:
    asked = phone.open(f"/m/{match}/seats")
    form = next(form for form in asked.forms if ("do", "name") in form.buttons)
    return phone.send(asked, form, [("name", name) for name in new], ("do", "name"))


def handing(phone: Browser, match: str, seat: int, player: str) -> Page:
    asked = phone.open(f"/m/{match}/seats")
    form = next(form for form in asked.forms if ("do", "hand") in form.buttons)
    return phone.send(asked, form, [("seat", str(seat)), ("player", player)], ("do", "hand"))


# What asks first.


@pytest.mark.parametrize(
    ("kind", "means", "after"),
    [
        ("deal_thrown_in", "nothing recorded in it counts", "Which challenges lie on the table?"),
        ("match_ended", "whoever leads by the complete deals has won", "Stopped early"),
        ("match_abandoned", "ends without a winner", "abandoned"),
    ],
)
def test_what_cannot_be_meant_lightly_says_what_it_means(
    phone: Browser, page: Page, match: str, kind: str, means: str, after: str
) -> None:
    for place in (page, phone.open(f"/m/{match}/menu")):
        assert f"/m/{match}/sure/{kind}" in place.links
        assert f'"type":"{kind}"' not in place.html.replace("&#34;", '"'), "nothing does it at one tap"
    asked = phone.open(f"/m/{match}/sure/{kind}")
    assert means in asked.text
    assert f"/m/{match}" in asked.links, "a way back"
    done = sure(phone, page, kind)
    assert after in done.text
    undone = phone.send(done, next(form for form in done.forms if form.action.endswith("/undo")))
    assert "Cy lays" in undone.text


def test_why_a_deal_was_thrown_in_is_kept(phone: Browser, page: Page, match: str) -> None:
    sure(phone, page, "deal_thrown_in", [("reason", "thirteen cards")])
    event = phone.client.get(f"/api/matches/{match}/events").get_json()["items"][-1]
    assert (event["type"], event["reason"]) == ("deal_thrown_in", "thirteen cards")
    assert "begins again: thirteen cards" in phone.open(f"/m/{match}/log").text


def test_only_what_asks_first_has_such_a_page(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    assert phone.open(f"/m/{match}/sure/card_played").status == 404
    assert browse().open(f"/m/{match}/sure/match_ended").status == 403


def test_after_the_end_points_and_notes_are_still_entered(phone: Browser, page: Page, match: str) -> None:
    sure(phone, page, "match_ended")
    menu = phone.open(f"/m/{match}/menu")
    assert f"/m/{match}/more/score_adjusted" in menu.links
    assert f"/m/{match}/sure/match_ended" not in menu.links
    assert phone.open(f"/m/{match}/sure/match_ended").status == 422
    phone.fill(phone.open(f"/m/{match}/more/noted"), "noted", [("text", "a fine evening")])
    assert "Note: a fine evening" in phone.open(f"/m/{match}/log").text


def test_points_and_notes_are_mended_like_any_entry(phone: Browser, match: str) -> None:
    fields = [("seat", "2"), ("points", "-3"), ("reason", "a card shown")]
    phone.fill(phone.open(f"/m/{match}/more/score_adjusted"), "score_adjusted", fields)
    assert "Cy: −3 points by hand (a card shown)" in phone.open(f"/m/{match}/log").text
    entry = phone.open(f"/m/{match}/log/10")
    form = next(form for form in entry.forms if ("type", "score_adjusted") in form.fields)
    assert {("seat", "2"), ("points", "-3"), ("reason", "a card shown")} <= set(form.fields), "filled in as it stands"
    phone.send(entry, form, [("points", "-1")])
    assert "Cy: −1 point by hand (a card shown)" in phone.open(f"/m/{match}/log").text


def test_points_are_the_hosts_to_adjust(phone: Browser, browse: Callable[..., Browser], match: str) -> None:
    other = scribe_of(browse, match)
    assert f"/m/{match}/more/score_adjusted" not in other.open(f"/m/{match}/menu").links
    assert other.open(f"/m/{match}/more/score_adjusted").status == 403
    assert other.open(f"/m/{match}/more/noted").status == 200


# A play that does not fit, and what the table does about it.


@pytest.fixture
def irregular(phone: Browser, page: Page) -> Page:
    """Cy, who showed out of spades in the first trick, lays one in the second after all; the table insists."""
    page = phone.press(page, card="S4")
    return phone.press(page, card="S4", irregular=True)


def test_after_an_irregular_play_a_penalty_is_one_key_away(phone: Browser, irregular: Page, match: str) -> None:
    assert "irregular: Cy laid ♠︎4" in irregular.text
    form = phone.open(next(link for link in irregular.links if "score_adjusted?" in link))
    assert {("points", ""), ("reason", "Irregular play")} <= set(form.forms[0].fields)
    phone.fill(form, "score_adjusted", [("points", "-2")])
    assert "Cy: −2 points by hand (Irregular play)" in phone.open(f"/m/{match}/log").text
    page = phone.open(f"/m/{match}")
    assert "irregular" not in page.text, "it is dealt with"
    assert f"/m/{match}/log/10/trick" in [form.action for form in phone.open(f"/m/{match}/log/10").forms]


def test_after_an_irregular_play_one_key_takes_the_trick_back(phone: Browser, irregular: Page, match: str) -> None:
    back = next(form for form in irregular.forms if form.action.endswith("/trick"))
    page = phone.send(irregular, back)
    assert "Ben lays" in page.text, "who led that trick"
    log = phone.open(f"/m/{match}/log").html
    assert "<del>Ben laid ♠︎3</del>" in log
    assert "<del>Cy laid ♠︎4</del>" in log
    assert "<del>Cy laid ♦︎5</del>" not in log, "the trick before stands"


def test_a_trick_that_others_followed_is_not_taken_back_unasked(phone: Browser, irregular: Page, match: str) -> None:
    page = phone.record(irregular, {"type": "card_played", "card": "S9"})
    page = phone.record(page, {"type": "card_played", "card": "C1"})
    entry = phone.open(f"/m/{match}/log/10")
    page = phone.send(entry, next(form for form in entry.forms if form.action.endswith("/trick")))
    assert page.status == 422
    assert "Nothing has been changed yet" in page.text
    assert "drop" in [value for form in page.forms for name, value in form.buttons if name == "way"]


def test_points_of_a_penalty_are_the_hosts_alone(
    phone: Browser, browse: Callable[..., Browser], irregular: Page, match: str
) -> None:
    assert "score_adjusted" not in scribe_of(browse, match).open(f"/m/{match}").html


# Looking back where memory is closed.


def test_a_card_that_lies_face_down_is_shown_once_the_log_says_that_it_was(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    match = match_of(page)
    entry = phone.open(f"/m/{match}/log/8")
    assert "Cy laid a card" in entry.text
    assert "♦︎5" not in entry.text
    assert "same" not in [cls for _, attrs in entry.tags for cls in (attrs.get("class") or "").split()]
    looking = next(form for form in entry.forms if form.action.endswith("/look-back"))
    entry = phone.send(entry, looking)
    assert "Cy laid ♦︎5" in entry.text
    log = phone.open(f"/m/{match}/log").text
    assert "What lies face down was looked at: entry 8." in log
    assert "Cy laid ♦︎5" in log
    assert "Ben laid ♠︎2" not in log, "one card, and no other"
    page = phone.press(entry, card="D6")
    assert "Cy laid ♦︎6" in phone.open(f"/m/{match}/log").text, "it is mended all the same"


def test_a_refused_card_does_not_tell_who_laid_it_face_down(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    page = phone.press(page, card="D5")
    assert "♦︎5 has already been played" in page.text
    assert "Change: trick 1: Cy laid a card" in page.text


def test_what_lies_open_is_no_looking_back(phone: Browser, match: str) -> None:
    form = {"entry": "8"}
    assert phone.client.post(f"/m/{match}/look-back", data=form).status_code == 303
    assert version(phone.open(f"/m/{match}")) == 9


def test_whoever_watches_does_not_look_back(phone: Browser, browse: Callable[..., Browser]) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    match = match_of(page)
    browse().client.post(f"/m/{match}/look-back", data={"entry": "8"})
    assert version(phone.open(f"/m/{match}")) == 9


# Everything at hand.


def test_the_menu_has_a_way_out_of_every_accident(phone: Browser, page: Page, match: str) -> None:
    here = f"/m/{match}"
    ways = {f"{here}/sure/deal_thrown_in", f"{here}/sure/match_ended", f"{here}/log", f"{here}/more/deal_tallied"}
    ways |= {f"{here}/more/score_adjusted", f"{here}/seats", f"{here}/seats#hand", f"{here}/menu#phones"}
    for place in (page, phone.open(f"/m/{match}/menu")):
        assert ways <= set(place.links)


# Who sits where.


def test_a_name_is_corrected_for_the_whole_match(phone: Browser, match: str) -> None:
    page = naming(phone, match, "Ann", "Benedict", "Cy")
    assert version(page) == 10
    assert names(phone, match) == ["Ann", "Benedict", "Cy"]
    assert "Benedict laid ♠︎2" in phone.open(f"/m/{match}/log").text


def test_two_who_were_taken_for_each_other_are_swapped_and_nothing_is_stored_before(phone: Browser, match: str) -> None:
    asked = phone.open(f"/m/{match}/seats")
    form = next(form for form in asked.forms if ("swap", "0") in form.buttons)
    asked = phone.send(asked, form, button=("swap", "0"))
    assert names(phone, match) == ["Ann", "Ben", "Cy"]
    form = next(form for form in asked.forms if ("do", "name") in form.buttons)
    assert [value for name, value in form.fields if name == "name"] == ["Ben", "Ann", "Cy"]
    phone.send(asked, form, button=("do", "name"))
    assert names(phone, match) == ["Ben", "Ann", "Cy"]


def test_the_same_names_again_are_no_entry(phone: Browser, match: str) -> None:
    assert version(naming(phone, match, "Ann", "Ben", "Cy")) == 9


@pytest.mark.parametrize("new", [("Ann", "Ann", "Cy"), ("Ann", " \u202e ", "Cy"), ("Ann", "x" * 61, "Cy")])
def test_names_that_cannot_be_are_told_and_kept_in_the_form(phone: Browser, match: str, new: tuple[str, ...]) -> None:
    page = naming(phone, match, *new)
    assert page.status == 422
    assert 'role="alert"' in page.html
    assert [value for name, value in page.forms[0].fields if name == "name"] == list(new)
    assert names(phone, match) == ["Ann", "Ben", "Cy"]


def test_somebody_else_plays_on_in_a_seat(phone: Browser, match: str) -> None:
    handing(phone, match, 2, "Dora")
    assert names(phone, match) == ["Ann", "Ben", "Dora"]
    assert "Dora lays" in phone.open(f"/m/{match}").text


def test_whoever_watches_names_nobody(browse: Callable[..., Browser], match: str) -> None:
    other = browse()
    assert other.open(f"/m/{match}/seats").status == 403
    assert other.client.post(f"/m/{match}/seats", data={"name": ["X", "Y", "Z"]}).status_code in (401, 403)
    assert other.client.post(f"/m/{match}/seats", data={"do": "hand"}).status_code == 422


# Deleted.


def test_a_match_is_deleted_after_asking_and_brought_back(phone: Browser, match: str) -> None:
    asked = phone.open(f"/m/{match}/delete")
    assert "bring it back for 30 days" in asked.text
    assert phone.open(f"/m/{match}").status == 200
    gone = phone.send(asked, next(form for form in asked.forms if form.action.endswith("/delete")))
    assert gone.answer.request.path.endswith("/deleted")
    assert f"/m/{match}" not in phone.open("/").links
    back = phone.send(gone, gone.forms[0])
    assert "Cy lays" in back.text
    assert f"/m/{match}" in phone.open("/").links


def test_the_phone_that_deleted_it_finds_the_way_back_at_the_old_address(
    phone: Browser, browse: Callable[..., Browser], match: str
) -> None:
    phone.client.post(f"/m/{match}/delete")
    page = phone.open(f"/m/{match}")
    assert page.status == 404
    other = browse()
    assert not other.open(f"/m/{match}").forms
    assert not other.open(f"/m/{match}/deleted").forms
    assert other.client.post(f"/m/{match}/bring-back").status_code == 404
    assert "Cy lays" in phone.send(page, page.forms[0]).text


def test_only_the_host_deletes(browse: Callable[..., Browser], match: str) -> None:
    for other in (browse(), scribe_of(browse, match)):
        assert other.open(f"/m/{match}/delete").status == 403
        assert other.client.post(f"/m/{match}/delete").status_code in (401, 403)
        assert f"/m/{match}/delete" not in other.open(f"/m/{match}/menu").links


def test_nobody_brings_back_what_is_not_there(phone: Browser, app: Flask) -> None:
    for address in ("/m/abc/bring-back", "/m/!/bring-back", "/m/abc/delete"):
        assert phone.client.post(address).status_code in (401, 404)


# Points in words.


def test_every_line_of_points_says_what_it_was_for_and_why(phone: Browser, page: Page, match: str) -> None:
    tally = phone.open(f"/m/{match}/more/deal_tallied")
    fields = [("results.0.pieces", "4"), ("results.0.declared", "R1"), ("results.0.declared", "R3")]
    phone.fill(tally, "deal_tallied", [*fields, ("results.0.achieved", "R1"), ("results.1.achieved", "B1")])
    fields = [("seat", "2"), ("points", "-3"), ("reason", "a card shown")]
    phone.fill(phone.open(f"/m/{match}/more/score_adjusted"), "score_adjusted", fields)
    points = phone.open(f"/m/{match}/points")
    lines = phone.client.get(f"/api/matches/{match}/scores").get_json()["lines"]
    assert {line["reason"] for line in lines} >= {
        "achieved",
        "declared_not_achieved",
        "left_in_front",
        "excess",
        "adjusted",
    }
    assert points.html.count('class="explained"') == len(lines)
    assert points.text.count("For example") >= len(lines)
    assert "By hand: a card shown" in points.text


def test_with_closed_memory_the_running_deals_points_are_not_told(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed")
    for event in REVOKE:
        page = phone.record(page, event)
    assert "This deal so far" not in phone.open(f"/m/{match_of(page)}/points").text
