"""A table keeps its sheet of Power Tricks with a phone whose browser runs no script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlmodel import SQLModel
from web.browsing import Browser, Page, match_of

from companion import Settings, create_app


@pytest.fixture
def browse(tmp_path: Path) -> Iterator[Callable[[str], Browser]]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/one.db", b"k" * 32, open=True))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    yield lambda locale: Browser(app.test_client(), locale)
    app.extensions["house"].engine.dispose()


CHAPTER = [("winner", "trump"), ("trump", "D"), ("trick_points", "2"), ("bid", "3"), ("power_bonus", "5"), ("name", "")]


def opened(phone: Browser, *names: str) -> Page:
    page = phone.begin(*names, game="power-tricks")
    return phone.fill(page, "chapter_opened", CHAPTER)


def log(phone: Browser, page: Page) -> str:
    return phone.open(f"/m/{match_of(page)}/log").text


def test_a_chapter_is_opened_with_a_form_and_stays_in_it_for_the_next_round(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = opened(phone, "Ann", "Ben", "Cem")
    assert "highest trump" in page.text
    assert "Bid 3" in page.text
    told = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    results = [(f"results.{seat}.tricks", n) for seat, n in enumerate("443")] + [("results.1.power", "7")]
    page = phone.fill(told, "deal_tallied", results)
    assert "Deal 1 is over" in page.text
    assert "Each trick won is worth what the chapter says." in phone.open(f"/m/{match_of(page)}/points").text
    page = phone.open(next(link for link in page.links if "on=2" in link))
    form = next(form for form in page.forms if ("type", "chapter_opened") in form.fields)
    assert ("bid", "3") in form.fields
    page = phone.send(page, form, [("winner", "led_suit"), ("trump", "")])
    assert "led suit" in page.text


def test_points_may_be_listed_trick_by_trick(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = phone.begin("Ann", "Ben", "Cem", game="power-tricks")
    listed = [(f"trick_points.{i}", str(i - 1)) for i in range(11)]
    page = phone.fill(page, "chapter_opened", [*CHAPTER, *listed])
    assert "Points for a trick" not in page.text
    assert "points for a trick -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9" in log(phone, page)


def test_power_and_a_gem_go_along_with_a_card(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = opened(phone, "Ann", "Ben", "Cem")
    asked = phone.open(f"/m/{match_of(page)}/more/gems_revealed")
    page = phone.fill(asked, "gems_revealed", [("gems", "ruby, opal, jade، onyx")])
    assert "power +1" in page.text
    form, text = page.key(type="card_played", card="B5")
    page = phone.send(page, form, [("with.power", "true"), ("with.gem", "opal")], button=("event", text))
    assert "=6" in page.text
    assert "with.power" not in page.answer.text
    assert "Ann laid B5, took power and the gem opal" in log(phone, page)


def test_a_gem_without_power_is_not_recorded_and_says_why(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = opened(phone, "Ann", "Ben", "Cem")
    asked = phone.open(f"/m/{match_of(page)}/more/gems_revealed")
    page = phone.fill(asked, "gems_revealed", [("gems", "ruby, opal, jade, onyx")])
    form, text = page.key(type="card_played", card="B5")
    page = phone.send(page, form, [("with.gem", "opal")], button=("event", text))
    assert "A gem comes only together with a power card." in page.text


def test_the_card_left_over_is_entered_with_one_key(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = opened(phone, "Ann", "Ben", "Cem", "Dora")
    asked = phone.open(f"/m/{match_of(page)}/more/card_left_over")
    page = phone.press(asked, type="card_left_over", card="B7")
    assert "B7 was left over" in log(phone, page)


def test_a_mended_card_keeps_its_power_unless_that_is_unticked(browse: Callable[[str], Browser]) -> None:
    phone = browse("en")
    page = opened(phone, "Ann", "Ben", "Cem")
    form, text = page.key(type="card_played", card="B5")
    page = phone.send(page, form, [("with.power", "true")], button=("event", text))
    seq = int(page.attribute("sheet", "data-version"))
    asked = phone.open(f"/m/{match_of(page)}/log/{seq}")
    form, text = asked.key(type="card_played", card="B6")
    assert ("with.power", "true") in form.fields
    page = phone.send(asked, form, button=("event", text))
    assert "=7" in page.text
    asked = phone.open(f"/m/{match_of(page)}/log/{seq}")
    form, text = asked.key(type="card_played", card="B6")
    form.fields.remove(("with.power", "true"))
    page = phone.send(asked, form, button=("event", text))
    assert "=7" not in page.text


def test_a_refused_card_names_the_play_it_contradicts_in_both_languages(browse: Callable[[str], Browser]) -> None:
    for locale, words in (("en", "an earlier play showed that this suit was gone"), ("ar", "لا يمكن")):
        phone = browse(locale)
        page = opened(phone, "Ann", "Ben", "Cem")
        for card in ("B5", "C9", "B6", "B7", "B8"):
            page = phone.press(page, type="card_played", card=card)
        page = phone.press(page, type="card_played", card="B9")
        assert words in page.text
        assert json.dumps({"type": "card_played", "card": "B9", "irregular": True}, separators=(",", ":")) in {
            json.dumps(json.loads(text), separators=(",", ":")) for text in page.taps()
        }
