"""Behind every question mark: two sentences with an example, and the same on the rules page of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import playing
import pytest
from web.browsing import Browser, match_of
from web.test_quick_entry import OPENED
from web.test_text import emitted

from companion import registry
from companion.kit.codec import members
from companion.kit.match import scores
from companion.web import text
from companion.web.help import explained
from companion.web.text import Voice, vocabulary

GAMES = text.games_with_words()
NAMES = ["Ann", "Ben", "Cy", "Dora"]
EXAMPLE = {"en": "For example", "ar": "مثل"}
EXPLAINED = {
    "extreme-tricks": {"challenge": 50},
    "trex": {"contract": 7},
    "tricky-twist": {"card": 8, "bonus": 8},
    "hit-extreme": {"face": 7},
    "power-tricks": {"winner": 3, "piece": 5},
}


@pytest.mark.parametrize("game", GAMES)
def test_every_challenge_contract_and_bonus_card_has_a_question_mark(game: str) -> None:
    found = explained(game)
    assert {kind: len(codes) for kind, codes in found.items()} == EXPLAINED[game]
    for event in registry.games()[game].events:
        for member in members(event):
            if member.name in found:
                named = {code.partition(".")[2] for code in found[member.name]}
                assert set(member.shape.choices) <= named


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_points_has_a_question_mark(game: str) -> None:
    lines: set[str] = {"adjusted"}
    for seed in range(4):
        _, _, end = playing.played(registry.games()[game], seed, shortcuts=0.3 * (seed % 2))
        lines |= {line["reason"] for line in scores(end)["lines"]}
    assert len(lines) > 2
    assert {f"reason.{line}.why" for line in lines} <= set(vocabulary(game))


def refused(game: str) -> set[str]:
    """The codes of the game's own folder."""
    codes = {code for code, _ in emitted("Refusal", f"games/{game.replace('-', '_')}")} - {"invalid"}
    assert codes
    return codes


@pytest.mark.parametrize("locale", text.LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_behind_it_is_two_sentences_with_an_example_and_stands_on_the_rules_page(
    browse: Callable[..., Browser], game: str, locale: str
) -> None:
    page = browse(locale).open(f"/rules/{game}")
    voice = Voice(locale, game, [], {"players": max(registry.games()[game].seats)})
    there = {attrs["id"] for _, attrs in page.tags if attrs.get("id")}
    for code, ways in vocabulary(game).items():
        if not code.endswith(".why") or code.startswith("house_rule."):
            continue
        for _, words in ways:
            said = voice.say(words)
            assert len(re.findall(r"[.!؟?](?=\s|$)", said)) >= 2, code
            assert EXAMPLE[locale] in said, code
    wanted = {f"refusal-{code}" for code in refused(game)}
    wanted |= {code.partition(".")[2] for codes in explained(game).values() for code in codes}
    wanted |= {f"reason-{code.split('.')[1]}" for code in vocabulary(game) if re.fullmatch(r"reason\.\w+", code)}
    assert wanted <= there


def test_the_rules_of_a_match_show_the_options_in_force(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy", memory="closed", blue_25="most_tricks")
    rules = phone.open(f"/m/{match_of(page)}/rules")
    assert "In this match" in rules.text
    for words in ("Ann, Ben", "real cards", "the phone keeps them to itself", "most tricks"):
        assert words in rules.text
    assert "Where points come from" in rules.text


@pytest.mark.parametrize("game", GAMES)
def test_every_question_mark_of_a_sheet_leads_to_a_place_in_the_rules(phone: Browser, game: str) -> None:
    match = match_of(phone.begin(*NAMES, game=game))
    if OPENED[game]:
        assert phone.client.post(f"/api/matches/{match}/events", json={"events": OPENED[game]}).status_code == 201
    places = [link.partition("#")[2] for link in phone.open(f"/m/{match}").links if "/rules#" in link]
    there = {attrs.get("id", "") for _, attrs in phone.open(f"/m/{match}/rules").tags}
    assert places
    assert set(filter(None, places)) <= there


def test_a_refused_entry_leads_to_its_place_in_the_rules(phone: Browser) -> None:
    page = phone.begin("Ann", "Ben", "Cy")
    tried: dict[str, Any] = {"type": "card_played", "card": "S1"}
    page = phone.open(f"/m/{match_of(page)}?tried=" + str(tried).replace("'", '"'))
    (link,) = [link for link in page.links if "/rules#" in link]
    assert link.endswith("#refusal-wrong_phase")
    ids = [attrs.get("id") for _, attrs in phone.open(link).tags]
    assert "refusal-wrong_phase" in ids
