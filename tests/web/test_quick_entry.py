"""The quick entry of every game with plain forms: nothing yet is no zero, and a count that cannot be comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web.browsing import Browser, Form, Page, match_of

FOUR = ("Ann", "Ben", "Cy", "Dora")
SCORING = {"card": "odd_values", "points": [0, 2, 5], "variable": ["odd", "even", "any", "shift"]}
CHAPTER = {"winner": "led_suit", "trick_points": 10, "bid": 3, "power_bonus": 5}
LISTED = {**CHAPTER, "trick_points": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}


def plays(*cards: str) -> list[dict[str, Any]]:
    return [{"type": "card_played", "card": card} for card in cards]


OPENED: dict[str, list[dict[str, Any]]] = {
    "extreme-tricks": [{"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]}],
    "trex": [{"type": "contract_chosen", "seat": 0, "contract": "queens"}],
    "tricky-twist": [{"type": "scoring_card_revealed", **SCORING}],
    "hit-extreme": [],
    "power-tricks": [{"type": "chapter_opened", **CHAPTER}],
}
"""Until a deal may be counted, and before anything is proven of it."""


@pytest.fixture
def keep(phone: Browser) -> Callable[..., str]:
    """`keep(game, events)`: a match at which this phone has recorded them."""

    def opened(game: str, events: list[dict[str, Any]], **options: str) -> str:
        match = match_of(phone.begin(*FOUR, game=game, **options))
        if events:
            answer = phone.client.post(f"/api/matches/{match}/events", json={"events": events})
            assert answer.status_code == 201, answer.get_json()
        return match

    return opened


def form_of(page: Page) -> Form:
    return next(form for form in page.forms if ("type", "deal_tallied") in form.fields)


def filled(page: Page) -> dict[str, str]:
    return {name: value for name, value in form_of(page).fields if name.startswith("results")}


def version(phone: Browser, match: str) -> int:
    return int(phone.client.get(f"/api/matches/{match}").get_json()["version"])


@pytest.mark.parametrize("game", OPENED)
def test_a_count_is_nothing_before_it_is_entered_and_the_page_says_what_is_missing(
    phone: Browser, keep: Callable[..., str], game: str
) -> None:
    match = keep(game, OPENED[game])
    page = phone.open(f"/m/{match}/more/deal_tallied")
    counts = [name for name, value in filled(page).items() if value == ""]
    assert len(counts) >= 4
    first, *rest = counts
    before = version(phone, match)
    page = phone.send(page, form_of(page), [(first, "0")])
    assert page.status == 422
    assert "Not entered yet" in page.text
    assert "Ben, Cy" in page.text
    assert filled(page)[first] == "0", "a zero that was entered stays one"
    assert {filled(page)[name] for name in rest} == {""}
    assert version(phone, match) == before


@pytest.mark.parametrize(
    ("game", "events", "wrong", "said", "right"),
    [
        ("trex", OPENED["trex"], "2210", "There are 4 queens in all.", "2110"),
        ("power-tricks", OPENED["power-tricks"], "6600", "only 11 tricks", "6500"),
        ("tricky-twist", OPENED["tricky-twist"], "9900", "6 to 14 in", "7300"),
    ],
)
def test_what_does_not_add_up_comes_back_as_it_was_entered(
    phone: Browser,
    keep: Callable[..., str],
    game: str,
    events: list[dict[str, Any]],
    wrong: str,
    said: str,
    right: str,
) -> None:
    match = keep(game, events)
    page = phone.open(f"/m/{match}/more/deal_tallied")
    counts = [name for name, value in filled(page).items() if value == "" and not name.endswith("power")]
    page = phone.send(page, form_of(page), list(zip(counts, wrong, strict=True)))
    assert page.status == 422
    assert said in page.text
    assert "".join(filled(page)[name] for name in counts) == wrong
    page = phone.send(page, form_of(page), list(zip(counts, right, strict=True)))
    assert "Deal 1 is over" in page.text
    entry = phone.open(f"/m/{match}/log/{version(phone, match)}")
    assert "".join(filled(entry)[name] for name in counts) == right, "mended, it is filled in as it stands"


def test_how_many_there_have_to_be_stands_beside_the_counts(phone: Browser, keep: Callable[..., str]) -> None:
    match = keep("trex", [{"type": "contract_chosen", "seat": 0, "contract": "diamonds"}])
    page = phone.open(f"/m/{match}/more/deal_tallied")
    assert "Together: 0 of 8" in page.text


def declared(*pieces: int) -> list[dict[str, Any]]:
    return [{"type": "declared", "seat": s, "pieces": n, "challenges": ["R1"][: n // 2]} for s, n in enumerate(pieces)]


TRUMP = {"type": "trump_chosen", "seat": 0, "suit": "H"}
PROVEN = [
    (
        "extreme-tricks",
        [*OPENED["extreme-tricks"], TRUMP, *declared(2, 0, 0, 0), *plays("S1", "S2", "S3", "S4")],
        {"results.0.pieces": "2", "results.0.declared": "R1", "results.3.pieces": "0"},
    ),
    (
        "trex",
        [{"type": "contract_chosen", "seat": 0, "contract": "tricks"}, *plays("SA", "S7", "S8", "S9")],
        {"results.taken.0": "1", "results.taken.1": "0"},
    ),
    (
        "tricky-twist",
        [*OPENED["tricky-twist"], *plays("B1", "B2", "W3", "B4")],
        {"results.3.tricks": "1", "results.2.false_tricks": "W3", "results.0.tricks": "0", "results.1.blanks": "0"},
    ),
    (
        "hit-extreme",
        [
            event
            for seat, card in enumerate(("6", "8", "9", "10"))
            for event in ({"type": "card_drawn", "card": card}, {"type": "turn_ended", "seat": seat})
        ],
        {"results.0": "6", "results.1": "0"},
    ),
    (
        "power-tricks",
        [{"type": "chapter_opened", **LISTED}, {**plays("B5")[0], "power": True}, *plays("B6", "B7", "B8")],
        {"results.0.power": "1", "results.3.tricks": "1", "results.3.points": "1", "results.1.tricks": "0"},
    ),
]


@pytest.mark.parametrize(("game", "events", "proven"), PROVEN, ids=[game for game, *_ in PROVEN])
def test_we_lost_track_begins_with_what_the_plays_so_far_prove(
    phone: Browser, keep: Callable[..., str], game: str, events: list[dict[str, Any]], proven: dict[str, str]
) -> None:
    match = keep(game, events)
    menu = phone.open(f"/m/{match}/menu")
    assert f"/m/{match}/more/deal_tallied" in menu.links
    assert proven.items() <= filled(phone.open(f"/m/{match}/more/deal_tallied")).items()


# With closed memory.

FACE_DOWN = [{"type": "contract_chosen", "seat": 0, "contract": "diamonds"}, *plays("DA", "D7", "D8", "S9")]


def test_what_lies_face_down_is_filled_in_only_once_the_log_says_so(phone: Browser, keep: Callable[..., str]) -> None:
    match = keep("trex", FACE_DOWN, memory="closed")
    page = phone.open(f"/m/{match}/more/deal_tallied")
    assert set(filled(page).values()) == {""}
    before = version(phone, match)
    looking = next(form for form in page.forms if form.action.endswith("/look-back"))
    page = phone.send(page, looking)
    assert filled(page)["results.taken.0"] == "3"
    assert "What lies face down was looked at: all of this deal." in phone.open(f"/m/{match}/log").text
    assert version(phone, match) == before + 1
    assert not [form for form in page.forms if form.action.endswith("/look-back")], "once is enough"
