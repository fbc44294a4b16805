"""The sheet of HIT! Extreme with a phone whose browser runs no script: keys by face, cards taken where they lie."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from web.browsing import Browser, Page, match_of

from companion.games.hit_extreme import rules
from companion.games.hit_extreme.faces import FACES
from companion.web.text import Voice, vocabulary

RECORDS = Path(rules.__file__).parent / "records"
NAMES = ["Ann", "Ben", "مريم", "Dora"]
NUMBERS = [face.name for face in FACES if face.name.isdecimal()]
NAMED = [face.name for face in FACES if not face.name.isdecimal()]


def draw(card: str) -> dict[str, Any]:
    return {"type": "card_drawn", "card": card}


def begin(phone: Browser, *events: dict[str, Any], names: list[str] = NAMES, **options: str) -> Page:
    page = phone.begin(*names, game="hit-extreme", **options)
    for event in events:
        page = phone.press(page, **event)
    return page


def stop(seat: int, **more: Any) -> dict[str, Any]:
    return {"type": "turn_ended", "seat": seat, **more}


def recorded(page: Page, kind: str) -> list[dict[str, Any]]:
    """The events of this type that a tap records."""
    return [event for event in map(json.loads, page.taps()) if event["type"] == kind]


def key_words(page: Page) -> list[str]:
    keys = re.findall(r'<button class="key[^>]*data-card="(\w+)"[^>]*><b[^>]*>([^<]+)</b></button>', page.html)
    return [said for _, said in keys]


# Keys


def test_every_face_has_a_key_numbers_in_one_row_names_in_another(phone: Browser) -> None:
    page = begin(phone)
    assert [event["card"] for event in recorded(page, "card_drawn")] == NUMBERS + NAMED
    assert page.html.count('class="row suit-') == 2
    words = ["Lucky", "Loser", "Duel", "Elixir", "Hold-up", "Bank", "All-in"]
    assert key_words(page) == NUMBERS + words


def test_the_keys_speak_arabic(browse: Callable[..., Browser]) -> None:
    page = begin(browse("ar"))
    assert key_words(page)[len(NUMBERS) :] == ["حظ", "خاسر", "مبارزة", "إكسير", "سطو", "بنك", "الكل"]


def test_a_face_of_which_none_is_left_has_no_key(phone: Browser) -> None:
    page = begin(phone, draw("20"), stop(0), draw("20"))
    assert "20" not in [event["card"] for event in recorded(page, "card_drawn")]


def test_with_closed_memory_it_keeps_its_key_and_is_refused(phone: Browser) -> None:
    page = begin(phone, draw("20"), stop(0), draw("20"), memory="closed")
    assert "20" in [event["card"] for event in recorded(page, "card_drawn")]
    page = phone.press(page, **draw("20"))
    assert "Not recorded: Ben drew 20" in page.text
    assert "All 2 of 20 have been drawn already." in page.text


def test_the_pad_asks_for_what_may_be_done(phone: Browser) -> None:
    page = begin(phone, draw("6"))
    assert "Ann draws on or stops" in page.text
    page = phone.press(page, **draw("elixir"))
    assert "Ann gives the Elixir to" in page.text
    assert [event["to"] for event in recorded(page, "elixir_given")] == [1, 2, 3]
    assert recorded(page, "card_drawn") == []
    page = phone.press(page, type="elixir_given", to=2)
    assert "Ann draws on or stops" in page.text


def test_stopping_with_a_lucky_in_front_has_two_keys(phone: Browser) -> None:
    page = begin(phone, draw("lucky"))
    assert [event["bank_lucky"] for event in recorded(page, "turn_ended")] == [True, False]
    assert "Stop, bank Lucky" in page.text
    page = phone.press(page, type="turn_ended", bank_lucky=True)
    assert recorded(phone.press(page, **draw("6")), "turn_ended") == [{"type": "turn_ended", "seat": 1}]


def test_undo_takes_the_last_card_back(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("8"))
    form = next(form for form in page.forms if form.action.endswith("/undo"))
    page = phone.send(page, form)
    assert phone.client.get(f"/api/matches/{match_of(page)}").get_json()["state"]["in_front"][0] == {"6": 1}


# Cards taken where they lie


def test_a_hold_up_is_used_by_tapping_the_cards_where_they_lie(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("8"), stop(0), draw("9"), draw("hold_up"))
    assert "Ben: tap cards to take, or go on" in page.text
    offered = [(event["from_seat"], event["card"]) for event in recorded(page, "held_up")]
    assert offered == [(0, "6"), (0, "8")]
    assert page.html.count('class="pile" name="event"') == 2
    assert "key wide" not in page.html.split("held_up")[0].rpartition("<form")[2]
    page = phone.press(page, type="held_up", card="8")
    state = phone.client.get(f"/api/matches/{match_of(page)}").get_json()["state"]
    assert state["in_front"][:2] == [{"6": 1}, {"8": 1, "9": 1}]


def test_a_bank_is_used_by_tapping_the_cards_where_they_lie_but_not_a_duel(phone: Browser) -> None:
    page = begin(phone, draw("8"), draw("duel"), draw("bank"))
    assert [event["card"] for event in recorded(page, "banked")] == ["8"]
    page = phone.press(page, type="banked", card="8")
    assert phone.client.get(f"/api/matches/{match_of(page)}").get_json()["state"]["winnings"][0] == 8


def test_who_only_watches_can_tap_nothing(phone: Browser, browse: Callable[..., Browser]) -> None:
    page = begin(phone, draw("6"), stop(0), draw("hold_up"))
    watcher = browse().open(f"/m/{match_of(page)}")
    assert watcher.taps() == {}
    assert "pile" in watcher.html


# What is shown


def test_the_risk_the_deck_and_the_columns_are_shown(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("6"), draw("8"))
    assert "11%" in page.text  # five 6s and six 8s of 99
    assert "99 left in the deck" in page.text
    assert "×2" in re.sub("<[^>]*>", "", page.html)
    assert "the phone" not in page.text


def test_an_all_in_shows_how_many_of_its_cards_have_come(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("all_in"), {"type": "went_all_in"}, draw("8"))
    assert "1/3 all-in" in page.text
    assert "risk with the next card" not in page.text


def test_with_closed_memory_the_page_tells_no_risk_and_no_winnings(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("8"), draw("9"), stop(0), draw("1"), memory="closed", names=NAMES[:2])
    for event in (stop(1), draw("10")):
        page = phone.press(page, **event)
    assert "risk with the next card" not in page.text
    assert "3 face down" in page.text
    log = phone.open(f"/m/{match_of(page)}/log")
    assert "Ann drew 10" in log.text
    assert "Ann drew 6" not in log.text
    assert "Ann played an earlier turn" in log.text


def test_the_quick_entry_begins_with_what_is_won(phone: Browser) -> None:
    page = begin(phone, draw("6"), stop(0), draw("8"), stop(1), names=NAMES[:2])
    page = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    assert dict(page.forms[-1].fields)["results.0"] == "6"
    assert dict(page.forms[-1].fields)["results.1"] == "0"


def test_every_special_card_is_explained_behind_one_question_mark(phone: Browser) -> None:
    page = begin(phone, draw("6"), draw("duel"))
    assert 'popovertarget="cards"' in page.html
    for face in NAMED:
        assert Voice("en", "hit-extreme")(f"face.{face}.why") in page.text
    assert re.search('id="why-duel" open', page.html)


def test_a_second_round_shows_what_was_won_before(phone: Browser) -> None:
    page = begin(phone, draw("6"), names=NAMES[:2], rounds="2")
    page = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    page = phone.fill(page, "deal_tallied", [("results.0", "40"), ("results.1", "-7")])
    assert "Deal 1 is over" in page.text
    page = phone.open(f"/m/{match_of(page)}?on=2")
    assert "total before this round +40" in page.text
    assert "total before this round −7" in page.text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["action-cards", "all-in-edges", "two-rounds"])
def test_a_recorded_round_is_kept_with_plain_forms(phone: Browser, name: str) -> None:
    record = json.loads((RECORDS / f"{name}.json").read_text())
    page = phone.begin(
        *NAMES[: record["players"]],
        game="hit-extreme",
        first=record["first_seat"],
        **{option: str(value) for option, value in record["house_rules"].items()},
    )
    for event in record["events"]:
        match = match_of(page)
        page = phone.press(phone.open(f"/m/{match}?on=9"), **{k: v for k, v in event.items() if k != "seat"})
    totals = phone.client.get(f"/api/matches/{match_of(page)}").get_json()["scores"]["totals"]
    assert totals == record["expected"]["totals"]
    points = phone.open(f"/m/{match_of(page)}/points")
    for line in record["expected"]["deals"][0]["lines"]:
        assert Voice("en", "hit-extreme")(f"reason.{line['reason']}", **line) in points.text


# Words


def refusals() -> set[tuple[str, str]]:
    """Code and reason of every refusal that the rules' sources name."""
    source = Path(rules.__file__).read_text() + Path(rules.__file__).with_name("scoring.py").read_text()
    found = {("wrong_phase", reason) for reason in re.findall(r'_not_now\(state, "(\w+)"', source)}
    found |= {("wrong_phase", reason) for _, reason in rules.OPENED_BY.values()}
    found |= {("illegal_choice", reason) for reason in re.findall(r'_illegal\("(\w+)"', source)}
    return found | set(re.findall(r'Refusal\("(\w+)", \(\("reason", "(\w+)"\)', source))


@pytest.mark.parametrize(("code", "reason"), sorted(refusals()))
def test_every_refusal_has_its_own_words(code: str, reason: str) -> None:
    assert f"problem.{code}.{reason}" in vocabulary("hit-extreme")


@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("face", NAMED)
def test_every_special_card_is_named_and_explained(locale: str, face: str) -> None:
    speaks = Voice(locale, "hit-extreme")
    assert 1 < len(speaks(f"face.{face}")) <= 8
    assert len(speaks(f"face.{face}.why")) > 60


@pytest.mark.parametrize(
    "reason", ["collected", "elixir", "banked", "all_in", "duel", "lucky", "end_of_round", "tallied"]
)
def test_every_line_of_points_is_named_and_explained(reason: str) -> None:
    speaks = Voice("en", "hit-extreme")
    for code in (f"reason.{reason}", f"reason.{reason}.short", f"reason.{reason}.why"):
        assert speaks.knows(code)


@pytest.mark.parametrize(
    ("cards", "said"),
    [(1, "ورقة واحدة"), (2, "ورقتان"), (3, "3 أوراق"), (8, "8 أوراق"), (11, "11 ورقة"), (100, "100 ورقة")],
)
def test_arabic_counts_cards_in_its_own_forms(cards: int, said: str) -> None:
    assert said in Voice("ar", "hit-extreme")("reason.collected", card="6", cards=cards)


def test_the_rules_page_explains_cards_and_only_the_refusals_of_this_game(phone: Browser) -> None:
    page = phone.open("/rules/hit-extreme")
    for words in ("The special cards", "Hold-up", "Two of a kind in an all-in", "A card of which none is left"):
        assert words in page.text
    for words in ("Not following suit", "hold_up", "trump"):
        assert words not in page.text


def test_arabic_pages_are_arabic_throughout(browse: Callable[..., Browser]) -> None:
    phone = browse("ar")
    page = begin(phone, draw("6"), draw("lucky"), draw("duel"), draw("bank"), names=["أحمد", "مريم"])
    match = match_of(page)
    for path in (f"/m/{match}", f"/m/{match}/points", f"/m/{match}/log", f"/m/{match}/log/2", f"/m/{match}/rules"):
        latin = re.findall("[A-Za-z]+", re.sub(r"English", "", phone.open(path).text))
        assert not latin, (path, latin)
