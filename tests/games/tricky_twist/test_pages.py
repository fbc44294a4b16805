"""A round kept on its pages without a script: the record worked by hand, key by key and form by form."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlmodel import SQLModel
from web.browsing import Browser, Page, match_of

import companion.games.tricky_twist
from companion import Settings, create_app

RECORD = json.loads(
    (Path(companion.games.tricky_twist.__file__).parent / "records/by-hand-bonuses.json").read_text(encoding="utf-8")
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/p.db", b"k" * 32, open=True))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    yield app
    app.extensions["house"].engine.dispose()


def begun(app: Flask, locale: str = "en") -> tuple[Browser, Page]:
    phone = Browser(app.test_client(), locale)
    return phone, phone.begin("Ann", "Bo", "Cem", "Dee", game="tricky-twist")


def reveal(phone: Browser, page: Page, card: dict[str, Any]) -> Page:
    asked = phone.open(next(link for link in page.links if f"card={card['card']}" in link))
    points = [*(("points", str(n)) for n in card["points"]), ("points", "")]
    return phone.fill(asked, card["type"], [*points, *((f"variable.{i}", s) for i, s in enumerate(card["variable"]))])


def test_the_round_worked_by_hand_comes_out_the_same(app: Flask) -> None:
    phone, page = begun(app)
    for event in RECORD["events"]:
        match event["type"]:
            case "scoring_card_revealed":
                page = reveal(phone, page, event)
            case "card_played":
                page = phone.press(page, type="card_played", card=event["card"])
            case "bonus_taken":
                page = phone.press(page, **event)
            case "bonuses_used":
                form = next(f for f in page.forms if ("seat", str(event["seat"])) in f.fields)
                choices = [("choices", json.dumps(choice)) for choice in event["choices"]]
                page = phone.send(page, form, [*choices, ("choices", "")])
    told = phone.client.get(f"/api/matches/{match_of(page)}").get_json()
    assert told["scores"]["totals"] == RECORD["expected"]["totals"]


def test_a_reserve_card_is_one_tap_for_each_player_beside_the_leaders_cards(app: Flask) -> None:
    phone, page = begun(app)
    page = reveal(phone, page, RECORD["events"][0])
    drawing = [json.loads(text) for text in page.taps() if "reserve_drawn" in text]
    assert drawing == [{"type": "reserve_drawn", "seat": seat} for seat in range(4)]
    page = phone.press(page, type="reserve_drawn", seat=2)
    assert [json.loads(text)["seat"] for text in page.taps() if "reserve_drawn" in text] == [0, 1, 3]
    assert "Ann lays" in page.text


def test_p1_has_a_key_for_each_false_trick_and_one_for_none(app: Flask) -> None:
    phone, page = begun(app)
    page = reveal(phone, page, RECORD["events"][0])
    for card in ("R7", "B7", "R1", "R2"):
        page = phone.press(page, type="card_played", card=card)
    page = phone.press(page, type="bonus_taken", bonus=None)
    keys = [json.loads(text) for text in page.taps() if '"P1"' in text]
    assert [key.get("false_trick") for key in keys] == [None, "B7"]


@pytest.mark.parametrize(("locale", "words"), [("en", "odd values"), ("ar", "القيم الفردية")])
def test_the_sheet_shows_the_scoring_card_and_the_rules_explain_it(app: Flask, locale: str, words: str) -> None:
    phone, page = begun(app, locale)
    page = reveal(phone, page, RECORD["events"][0])
    assert words in page.text
    assert words in phone.open("/rules/tricky-twist").text


def test_the_quick_entry_is_a_form(app: Flask) -> None:
    phone, page = begun(app)
    page = reveal(phone, page, RECORD["events"][0])
    form = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    tricks = [(f"results.{seat}.tricks", "2") for seat in range(4)]
    page = phone.fill(
        form, "deal_tallied", [*tricks, ("results.0.false_tricks", "B1"), ("results.1.trick_bonus", "true")]
    )
    told = phone.client.get(f"/api/matches/{match_of(page)}").get_json()
    assert told["scores"]["deals"] == [[6, 4, 2, 2]]


def test_a_variable_card_may_make_the_same_false_trick_again(app: Flask) -> None:
    phone, page = begun(app)
    page = reveal(phone, page, RECORD["events"][0])
    form = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    tricks = [(f"results.{seat}.tricks", "2") for seat in range(4)]
    once_more = [("results.0.false_tricks", "B3"), ("results.0.false_tricks", ""), ("results.0.false_tricks", "B3")]
    page = phone.fill(form, "deal_tallied", [*tricks, *once_more])
    entry = phone.client.get(f"/api/matches/{match_of(page)}/events").get_json()["items"][-1]
    assert entry["results"][0]["false_tricks"] == ["B3", "B3"]


def test_points_after_a_gap_are_not_taken_for_others(app: Flask) -> None:
    phone, page = begun(app)
    asked = phone.open(next(link for link in page.links if "card=odd_values" in link))
    sides = [(f"variable.{i}", "any") for i in range(4)]
    page = phone.fill(asked, "scoring_card_revealed", [("points", "1"), ("points", ""), ("points", "3"), *sides])
    assert page.status == 422
    assert phone.client.get(f"/api/matches/{match_of(asked)}").get_json()["version"] == 0


@pytest.mark.parametrize(("kind", "known"), [("fewest_false_tricks", ["12", "7"]), ("odd_values", [])])
def test_the_form_of_a_card_holds_what_the_rules_tell_of_it_and_nothing_else(
    app: Flask, kind: str, known: list[str]
) -> None:
    phone, page = begun(app)
    asked = phone.open(next(link for link in page.links if f"card={kind}" in link))
    form = next(form for form in asked.forms if ("card", kind) in form.fields)
    assert [value for name, value in form.fields if name == "points" and value] == known
    assert not [value for name, value in form.fields if name.startswith("variable")]
