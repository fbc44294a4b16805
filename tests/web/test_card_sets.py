"""Card sets with a phone whose browser runs no script: entered with gaps, kept, changed, chosen, thrown away."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from web.browsing import Browser, Fields, Form, Page, match_of

from companion import registry

HOSTILE = "<b>Sun</b>"
GAMES = {name: rules for name, rules in registry.games().items() if rules.card_set is not None}
RECORDS = Path(registry.__file__).parent / "games"
KEPT = {
    "tricky-twist": json.loads((RECORDS / "tricky_twist/records/match-three-dealt.json").read_text())["card_set"],
    "power-tricks": json.loads((RECORDS / "power_tricks/records/match-three-tie-broken.json").read_text())["card_set"],
}
"""Made up, of no publisher."""


def typed(content: Any, path: str = "") -> Fields:
    """A content as the fields somebody fills in."""
    found: Fields = []
    for name, value in content.items():
        here = f"{path}{name}"
        if isinstance(value, dict):
            found += typed(value, f"{here}.")
        elif isinstance(value, list) and name == "variable":
            found += [(f"{here}.{i}", one if isinstance(one, str) else json.dumps(one)) for i, one in enumerate(value)]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            found.append((f"n.{here}", str(len(value))))
            found += [pair for i, one in enumerate(value) for pair in typed(one, f"{here}.{i}.")]
        elif isinstance(value, list) and name == "gems":
            found.append((here, "\n".join(value)))
        elif isinstance(value, list):
            found += [(here, str(one)) for one in value]
        elif value is not False:
            found.append((here, str(value).lower() if isinstance(value, bool) else str(value)))
    return found


def form_of(page: Page) -> Form:
    return next(form for form in page.forms if any(name == "name" for name, _ in form.fields))


def enter(phone: Browser, game: str, content: Any, name: str = "Ours") -> Page:
    page = phone.open(f"/sets/{game}/new")
    return phone.send(page, form_of(page), [("name", name), *typed(content)])


def kept(phone: Browser, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.client.get(f"/api/card-sets?game={game}").get_json()["items"]
    return found


@pytest.mark.parametrize("game", KEPT)
def test_a_set_is_entered_once_and_comes_back_as_it_was(phone: Browser, game: str) -> None:
    page = enter(phone, game, KEPT[game])
    assert page.status == 200
    assert "Ours" in page.text
    (one,) = kept(phone, game)
    assert one["name"] == "Ours"
    assert sorted(typed(one["content"])) == sorted(typed(KEPT[game]))
    page = phone.open(f"/sets/{game}/{one['id']}")
    page = phone.send(page, form_of(page), [])
    assert page.status == 200
    (again,) = kept(phone, game)
    assert again["content"] == one["content"]


def test_of_a_new_set_only_what_the_rules_tell_is_filled_in(phone: Browser) -> None:
    form = form_of(phone.open("/sets/tricky-twist/new"))
    filled = sorted((value, name) for name, value in form.fields if value and name != "key")
    assert [(value, name.partition(".")[0]) for value, name in filled] == [("12", "cards")] * 2 + [("3", "cards")] + [
        ("7", "cards")
    ] * 2
    form = form_of(phone.open("/sets/power-tricks/new"))
    assert [pair for pair in form.fields if pair[1] and pair[0] != "key"] == [("n.chapters", "0")]


def test_what_is_missing_is_named_and_nothing_entered_is_lost(phone: Browser) -> None:
    content = json.loads(json.dumps(KEPT["tricky-twist"]))
    content["cards"][8]["variable"].pop()
    page = phone.open("/sets/tricky-twist/new")
    gap = [pair for pair in typed(content) if pair != ("cards.0.points", "5")] + [("cards.0.points", "")]
    gap.append(("cards.0.points", "9"))
    page = phone.send(page, form_of(page), [("name", "Ours"), *gap])
    assert page.status == 422
    alert = page.html[page.html.index('role="alert"') :].partition("</div>")[0]
    assert re.findall("#cards.([0-9])", alert) == ["0", "8"]
    assert ("name", "Ours") in form_of(page).fields
    assert [value for name, value in form_of(page).fields if name == "cards.3.points" and value] == [
        str(number) for number in content["cards"][3]["points"]
    ]
    assert not kept(phone, "tricky-twist")


def test_what_cannot_be_is_said_in_words_of_the_page(browse: Callable[..., Browser]) -> None:
    for locale, words in (("en", "twelve axes"), ("ar", "اثنتا عشرة فأسًا")):
        phone = browse(locale)
        content = KEPT["power-tricks"] | {"deck": KEPT["power-tricks"]["deck"] | {"A": [1, 2]}}
        page = enter(phone, "power-tricks", content)
        assert page.status == 422
        assert words in page.html[page.html.index('role="alert"') :].partition("</div>")[0]
        assert not kept(phone, "power-tricks")


def test_chapters_are_added_and_taken_out_without_losing_the_others(phone: Browser) -> None:
    page = phone.open("/sets/power-tricks/new")
    for _ in range(2):
        page = phone.send(page, form_of(page), [("name", "Ours")], button=("do", "add.chapters"))
    named = [("chapters.0.name", "One"), ("chapters.1.name", "Two"), ("chapters.1.bid", "0")]
    page = phone.send(page, form_of(page), named, button=("do", "drop.chapters.0"))
    fields = form_of(page).fields
    assert [value for name, value in fields if name == "n.chapters"] == ["1"]
    assert ("chapters.0.name", "Two") in fields
    assert ("chapters.0.bid", "0") in fields, "an explicit zero"
    assert ("chapters.0.power_bonus", "") in fields, "nothing yet"
    assert not kept(phone, "power-tricks")


@pytest.mark.parametrize("deed", ["drop.chapters.7", "drop.chapters.x", "drop.suits", "add.deck", "add.", "drop", "x"])
def test_a_key_that_no_page_has_does_no_harm(phone: Browser, deed: str) -> None:
    page = phone.open("/sets/power-tricks/new")
    page = phone.send(page, form_of(page), [("n.chapters", "x"), ("deck.A", "y")], button=("do", deed))
    assert page.status in (200, 422)
    assert not kept(phone, "power-tricks")


def test_a_match_keeps_the_set_it_was_opened_with(phone: Browser) -> None:
    enter(phone, "tricky-twist", KEPT["tricky-twist"] | {"suits": {"Y": HOSTILE}})
    (one,) = kept(phone, "tricky-twist")
    page = phone.begin("Ann", "Ben", "Cem", game="tricky-twist", card_set=one["id"])
    changed = phone.open(f"/sets/tricky-twist/{one['id']}")
    phone.send(changed, form_of(changed), [("suits.Y", "Moon")])
    form = next(form for form in phone.open(f"/sets/tricky-twist/{one['id']}").forms if form.action.endswith("/away"))
    assert phone.send(page, form).status == 200
    assert not kept(phone, "tricky-twist")
    view = phone.client.get(f"/api/matches/{match_of(page)}").get_json()
    assert view["suit_names"] == {"Y": HOSTILE}


def test_a_set_s_cards_are_one_tap_each_and_its_names_of_suits_are_used(browse: Callable[..., Browser]) -> None:
    phone = browse("ar")
    enter(phone, "tricky-twist", KEPT["tricky-twist"] | {"suits": {"Y": HOSTILE}})
    page = phone.begin("Ann", "Ben", "Cem", game="tricky-twist", card_set=kept(phone, "tricky-twist")[0]["id"])
    revealed = [json.loads(text) for text in page.taps()]
    assert [event["card"] for event in revealed] == [card["card"] for card in KEPT["tricky-twist"]["cards"]]
    assert any(link.endswith("/more/scoring_card_revealed") for link in page.links), "another one, by hand"
    page = phone.press(page, card="odd_values")
    assert HOSTILE not in page.html
    assert HOSTILE in page.text, "beside its sign"
    keys = {attrs["id"]: attrs.get("aria-label") for _, attrs in page.tags if "id" in attrs}
    assert keys["key-Y7"] == f"\u20687\u2069 من \u2068{HOSTILE}\u2069"


def test_a_match_may_begin_without_a_set(phone: Browser) -> None:
    enter(phone, "power-tricks", KEPT["power-tricks"])
    page = phone.open("/new/power-tricks")
    assert ("card_set", kept(phone, "power-tricks")[0]["id"]) in page.forms[0].fields, "the last one is offered"
    page = phone.begin("Ann", "Ben", "Cem", game="power-tricks", card_set="")
    assert not page.taps()
    page = phone.begin("Ann", "Ben", "Cem", game="power-tricks", card_set="nothing")
    assert page.status == 422
    assert "no such card set" in page.text


def test_a_game_without_printed_cards_has_no_page_for_them(phone: Browser) -> None:
    assert phone.open("/sets/trex").status == 422
    assert "/sets/" not in phone.open("/new/trex").html
    enter(phone, "power-tricks", KEPT["power-tricks"])
    assert phone.open(f"/sets/tricky-twist/{kept(phone, 'power-tricks')[0]['id']}").status == 404


def test_whoever_is_of_no_circle_keeps_none(serve: Callable[..., Flask]) -> None:
    stranger = Browser(serve(open=False).test_client())
    assert stranger.open("/sets/tricky-twist").status == 401
    assert stranger.client.post("/sets/tricky-twist/new", data={"name": "x"}).status_code in (401, 422)
    assert "/sets/" not in stranger.open("/new/tricky-twist").html


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_every_such_game_speaks_arabic(browse: Callable[..., Browser], game: str) -> None:
    phone = browse("ar")
    page = phone.open(f"/sets/{game}/new")
    page = phone.send(page, form_of(page), [("name", "x")], button=("do", "add.chapters"))
    assert not re.findall("[A-Za-z]{2,}", page.text), page.text
    assert not re.findall("[A-Za-z]{2,}", phone.open(f"/sets/{game}").text)


@pytest.mark.parametrize("game", GAMES)
def test_a_set_is_taken_along_and_brought_in_elsewhere(phone: Browser, serve: Callable[..., Flask], game: str) -> None:
    enter(phone, game, KEPT[game], HOSTILE)
    (own,) = kept(phone, game)
    file = phone.client.get(f"/sets/{game}/{own['id']}/file")
    assert "attachment" in file.headers["Content-Disposition"]
    elsewhere = Browser(serve().test_client())
    for sent in (b"", b"[1]", file.data[:-20], file.data.replace(b"card-set", b"match", 1)):
        answer = elsewhere.client.post(f"/sets/{game}/bring", data={"file": (BytesIO(sent), "cards.json")})
        assert (answer.status_code, kept(elsewhere, game)) == (422, []), sent
        assert "is no card set of a companion" in answer.text
    other = next(name for name in GAMES if name != game)
    answer = elsewhere.client.post(f"/sets/{other}/bring", data={"file": (BytesIO(file.data), "cards.json")})
    assert "belongs to another game" in answer.text
    answer = elsewhere.client.post(f"/sets/{game}/bring", data={"file": (BytesIO(file.data), "cards.json")})
    assert answer.status_code == 303
    (brought,) = kept(elsewhere, game)
    assert (brought["name"], brought["content"]) == (own["name"], own["content"])
