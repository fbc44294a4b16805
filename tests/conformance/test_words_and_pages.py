"""What a game says: words for every code in both languages, and a page that shows no bare code at any moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import pytest
from flask import Flask
from playing import next_event
from sqlmodel import SQLModel

from companion import Settings, create_app, registry
from companion.access import caller
from companion.database import reading
from companion.house import unspell
from companion.kit import codec
from companion.kit.general import GENERAL
from companion.kit.rules import Rules
from companion.table import Opening, open_match, record
from companion.table.held import hold, row_of
from companion.web import text
from companion.web.text import Voice

BARE = re.compile(
    r"\b(prompt|event|reason|key|do|suit|problem|refusal|house_rule|help|status|role|game)\.[a-z_A-Z0-9]+"
)
TAGS = re.compile(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>", re.DOTALL)
LANGUAGES = tuple(text.LANGUAGES)


@pytest.fixture
def app(game: str, tmp_path: Any) -> Iterator[Flask]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/companion.db", b"k" * 32, open=True))
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    yield app
    app.extensions["house"].engine.dispose()


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_code_of_the_game_has_words(rules: Rules[Any], locale: str) -> None:
    voice = Voice(locale, rules.name, ["Ann", "Ben", "Cy", "Dora"], {"players": 4})
    assert voice.knows("game")
    for event in (*GENERAL, *rules.events):
        assert voice.knows(f"event.{event.type}"), event.type
    for suit in rules.suits:
        assert voice.knows(f"suit.{suit}")
    for member in codec.members(rules.house_rules):
        assert voice.knows(f"house_rule.{member.name}")
        assert voice.knows(f"house_rule.{member.name}.why")
    said = {code: voice(code) for code in text.vocabulary(rules.name) if "." in code and code.startswith("house_rule")}
    assert not [code for code, words in said.items() if words == code]
    if locale != "en":
        english = Voice("en", rules.name)
        same = [code for code, words in said.items() if words == english(code)]
        assert not same, "not translated"


@pytest.mark.slow
@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_page_shows_a_bare_code_at_any_moment_of_a_match(app: Flask, game: str, locale: str) -> None:
    house, random = app.extensions["house"], Random(7)
    seats = max(registry.games()[game].seats)
    anybody = caller(house, None)
    opened = open_match(house, anybody, Opening(game, [{"name": f"P{seat}"} for seat in range(seats)]))
    match_id = unspell(opened.match)
    assert match_id is not None
    host = caller(house, opened.token)
    client = app.test_client()
    client.set_cookie(f"table-{opened.match}", opened.token)
    client.set_cookie("lang", locale)

    def looks_well(path: str) -> None:
        answer = client.get(f"/m/{opened.match}{path}", base_url="http://localhost")
        assert answer.status_code == 200, (path, answer.status_code)
        shown = unescape(TAGS.sub(" ", answer.get_data(as_text=True)))
        assert not BARE.search(shown), (path, BARE.search(shown))

    played = 0
    while played < 400:
        with reading(house.engine) as conn:
            match = hold(house, conn, row_of(conn, host, match_id)).match
        if match.expects.over:
            break
        record(house, host, match_id, [codec.to_json(next_event(match, random, shortcuts=0.02))])
        played += 1
        if played < 12 or played % 23 == 0:
            looks_well("/sheet")
    for path in ("", "/sheet", "/log", "/points", "/at/0", "/at/25", "/at/99", "/menu", "/rules"):
        looks_well(path)
