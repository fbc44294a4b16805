"""Trex with plain forms: contracts chosen, the king announced, piles, counts, and what the page keeps to itself."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from web.browsing import Browser, Page, match_of
from web.test_accidents import sure

NAMES = ("Ann", "Ben", "Cem", "Dora")


def begun(phone: Browser, contract: str = "", **options: str) -> Page:
    page = phone.begin(*NAMES, game="trex", **options)
    return phone.press(page, contract=contract) if contract else page


def play(phone: Browser, page: Page, cards: str) -> Page:
    for card in cards.split():
        page = phone.press(page, card=card)
    return page


def choices(page: Page) -> list[str]:
    told = [json.loads(text) for text in page.taps()]
    return [event["contract"] for event in told if event["type"] == "contract_chosen"]


def test_whoever_chooses_has_a_key_for_each_contract_left(phone: Browser) -> None:
    page = begun(phone)
    assert "Ann chooses a contract" in page.text
    assert choices(page) == ["diamonds", "queens", "tricks", "last", "ray", "general", "trix"]
    page = phone.press(page, contract="ray")
    assert "Ann : Ray ×2" in page.text
    page = play(phone, page, "H9 HK H7 H8")
    assert "Deal 1 is over" in page.text
    assert choices(phone.open(f"/m/{match_of(page)}?on=2")) == [
        "diamonds", "queens", "tricks", "last", "ray", "general", "trix",
    ]  # fmt: skip


def test_each_deal_is_headed_by_its_contract_and_whose_it_was(phone: Browser) -> None:
    page = play(phone, begun(phone, "diamonds"), "S7")
    sure(phone, page, "deal_thrown_in")
    page = play(phone, phone.press(phone.open(f"/m/{match_of(page)}"), contract="ray"), "H9 HK H7 H8")
    assert "Deal 1: Ray · Ann" in page.text
    for path in ("points", "log"):
        told = phone.open(f"/m/{match_of(page)}/{path}").text
        assert "Deal 1: Ray · Ann" in told
        assert "Diamonds · Ann" not in told


def test_the_king_is_announced_with_one_key_beside_the_cards(phone: Browser) -> None:
    page = begun(phone, "ray")
    assert "Announce the king of ♥" in page.text
    page = play(phone, page, "S7")
    page = phone.press(page, type="king_announced")
    assert "Ben announced the king of ♥" in page.text
    assert "Announce the king" not in page.text
    page = play(phone, page, "S8 S9 SJ HA H7 H8 HK")
    told = phone.open(f"/m/{match_of(page)}/log").text
    assert "Ben announced the king of ♥" in told


def test_piles_lie_open_and_who_cannot_place_passes(phone: Browser) -> None:
    page = begun(phone, "trix")
    page = play(phone, page, "SJ")
    assert "Ben lays or passes" in page.text
    page = phone.press(page, type="passed")
    page = play(phone, page, "S9 SQ")
    assert "9 – up to Q" in page.text
    page = phone.press(page, card="CA")
    assert "♣︎A fits on no pile yet" in page.text


def test_with_closed_memory_every_card_keeps_its_key_and_its_place(phone: Browser) -> None:
    page = begun(phone, "tricks")
    before = [json.loads(text).get("card") for text in page.taps()]
    page = play(phone, page, "SA S7 S8 S9 H7")
    assert [json.loads(text).get("card") for text in page.taps()] == before
    assert "tricks Ann: 1 Ben: 0 Cem: 0 Dora: 0" in page.text
    log = phone.open(f"/m/{match_of(page)}/log").text
    assert "♠︎A" not in log
    assert "Ann laid a card" in log
    assert "Ann laid ♥︎7" in log
    page = phone.press(page, card="SA")
    assert "♠︎A has already been played" in page.text


def test_a_watcher_is_shown_the_trick_on_the_table_and_no_other(phone: Browser, browse: Callable[..., Browser]) -> None:
    page = play(phone, begun(phone, "general"), "SA S7 S8 S9 HA H7 H8 H9 D7 D8")
    other = browse()
    for path in ("", "/log", "/points", "/rules", "/menu"):
        seen = other.open(f"/m/{match_of(page)}{path}")
        assert seen.status == 200
        for card in ("♠︎A", "♥︎A", "♥︎9"):
            assert card not in seen.text
    assert "tricks Ann: 2 Ben: 0 Cem: 0 Dora: 0" in other.open(f"/m/{match_of(page)}").text
    assert "♦︎8" in other.open(f"/m/{match_of(page)}/log").text


def test_the_sheet_says_who_still_owes_which_contract_and_what_the_others_cost(phone: Browser) -> None:
    page = begun(phone, "ray")
    page = play(phone, page, "H10 HK H7 H8")  # Ann pays 200
    page = phone.press(phone.open(f"/m/{match_of(page)}?on=2"), contract="last")
    text = page.text
    assert "Ray +200 still open still open still open" in text
    assert "Last still open ● being played still open still open" in text


@pytest.mark.parametrize(
    ("contract", "fields", "points"),
    [
        ("queens", [(f"results.taken.{seat}", n) for seat, n in enumerate("1210")], [40, 40, 20, 0]),
        ("ray", [("results.king", "1"), ("results.announcer", "")], [0, 100, 0, 0]),
        ("ray", [("results.king", "1"), ("results.announcer", "3")], [0, 200, 0, -50]),
        ("trix", [("results.first", "2"), ("results.second", "0")], [-50, 0, -100, 0]),
        ("last", [("results.last", "0")], [200, 0, 0, 0]),
    ],
)
def test_a_contract_nobody_followed_is_entered_by_its_count(
    phone: Browser, contract: str, fields: list[tuple[str, str]], points: list[int]
) -> None:
    page = begun(phone)
    match = match_of(page)
    asked = phone.open(f"/m/{match}/more/deal_tallied")
    assert f"/m/{match}/more/deal_tallied?contract={contract}" in asked.links
    form = phone.open(f"/m/{match}/more/deal_tallied?contract={contract}")
    page = phone.fill(form, "deal_tallied", fields)
    assert "Deal 1 is over" in page.text
    told = phone.client.get(f"/api/matches/{match}/scores").get_json()
    assert told["deals"] == [points]


def test_a_contract_that_is_on_is_counted_without_being_asked_for(phone: Browser) -> None:
    page = play(phone, begun(phone, "general"), "SA S7")
    form = phone.open(f"/m/{match_of(page)}/more/deal_tallied")
    wanted = {"results.diamonds.0", "results.queens.3", "results.tricks.2", "results.last", "results.announcer"}
    assert wanted <= {name for name, _ in form.forms[0].fields} | set(form.forms[0].choices)
    assert ("contract", "general") in form.forms[0].fields


def test_a_choice_is_mended_from_the_log(phone: Browser) -> None:
    page = begun(phone, "ray")
    mending = phone.open(f"/m/{match_of(page)}/log/1")
    page = phone.press(mending, contract="general")
    assert "Ann : General ×2" in page.text


def test_every_contract_is_explained_behind_a_question_mark(phone: Browser) -> None:
    page = begun(phone)
    for word in ("Diamonds", "Queens", "Tricks", "Last", "Ray", "General", "Trix"):
        assert word in page.text
    assert page.text.count("For example") == 7
    page = phone.press(page, contract="ray")
    assert page.text.count("For example") == 1


def test_every_point_is_explained(phone: Browser) -> None:
    page = play(phone, begun(phone, "ray"), "H10 HK H7 H8")
    points = phone.open(f"/m/{match_of(page)}/points").text
    assert "The king of ♥︎, twice for the owner" in points
    assert "pays 100 when nobody announced it" in points


@pytest.mark.parametrize(
    ("taken", "said"),
    [(1, "بنت واحدة"), (2, "بنتان"), (3, "3 بنات"), (4, "4 بنات")],
)
def test_arabic_counts_queens_as_it_counts(phone: Browser, taken: int, said: str) -> None:
    phone.locale = "ar"
    page = begun(phone)
    fields = [(f"results.taken.{seat}", str(n)) for seat, n in enumerate((0, taken, 4 - taken, 0))]
    form = phone.open(f"/m/{match_of(page)}/more/deal_tallied?contract=queens")
    phone.fill(form, "deal_tallied", fields)
    assert said in phone.open(f"/m/{match_of(page)}/points").text
