"""Every code has words, in every language, and they say the same things."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import playing
import pytest

from companion import registry
from companion.games.extreme_tricks.challenges import CODES
from companion.kit.codec import Shape, members
from companion.kit.general import GENERAL
from companion.kit.match import expected, scores
from companion.web import catalogs, story, text
from companion.web.pad import Maker
from companion.web.text import Voice, detail, vocabulary

PACKAGE = Path(story.__file__).parents[1]
GAMES = text.games_with_words()
LOCALES = tuple(text.LANGUAGES)
NAMES = ["Ann", "بسمة", "Cem", "Dora", "Eve", "Fay", "Gil", "Hal"]
HOLES = re.compile(r"{(\w+)}")


def voice(game: str | None, locale: str = "en", **given: Any) -> Voice:
    return Voice(locale, game, NAMES, {"players": 4, **given})


# Codes that the product emits.


def emitted(name: str, *rooms: str) -> Iterator[tuple[str, str | None]]:
    """Code and reason of every ``Refusal`` or ``Problem`` written in the sources, or in some rooms of them."""
    for file in (file for room in rooms or (".",) for file in (PACKAGE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
                said = [node.args[0]]
                if isinstance(node.args[0], ast.IfExp):
                    said = [node.args[0].body, node.args[0].orelse]
                for code in said:
                    if isinstance(code, ast.Constant):
                        yield code.value, reason_in(node)


def reason_in(call: ast.Call) -> str | None:
    for node in ast.walk(call):
        pairs: list[tuple[ast.expr | None, ast.expr]] = []
        if isinstance(node, ast.Dict):
            pairs = list(zip(node.keys, node.values, strict=True))
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
            pairs = [(node.elts[0], node.elts[1])]
        for key, value in pairs:
            if isinstance(key, ast.Constant) and key.value == "reason" and isinstance(value, ast.Constant):
                return str(value.value)
    return None


@pytest.mark.parametrize("name", ["Refusal", "Problem"])
def test_every_problem_of_the_sources_has_words(name: str) -> None:
    found = set(emitted(name))
    assert found
    known = {code for game in (None, *GAMES) for code in vocabulary(game)}
    missing = [pair for pair in found if text.problem_codes(pair[0], {"reason": pair[1]})[0] not in known]
    assert not missing


CONTRACT = (
    *("malformed", "no_token", "not_yours", "not_found", "version_conflict", "invalid", "wrong_phase", "out_of_turn"),
    *("not_in_deck", "card_gone", "not_in_hand", "must_follow_suit", "revoke", "impossible_deal", "illegal_pass"),
    *("must_play", "trix_needs_jack", "contract_used", "trix_forced", "illegal_choice", "idempotency_mismatch"),
    "card_set_needed",
)


@pytest.mark.parametrize("code", CONTRACT)
def test_every_problem_of_the_contract_has_words(code: str) -> None:
    assert voice(None).knows(f"problem.{code}")


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_that_rules_can_give_is_explained(game: str) -> None:
    codes = {code for code, _ in emitted("Refusal", "kit", f"games/{game.replace('-', '_')}")} - {"invalid"}
    for code in codes:
        assert voice(game).knows(f"problem.{code}.why"), code
        assert voice(game).knows(f"refusal.{code}"), code


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_game_has_words_for_the_log_and_for_its_choices(game: str) -> None:
    speaks, rules = voice(game), registry.games()[game]
    for event in (*GENERAL, *rules.events):
        assert speaks.knows(f"event.{event.type}"), event.type
        for member in members(event):
            if member.shape.kind == "choice" and len(member.shape.choices) < 20:
                for value in member.shape.choices:
                    assert speaks.knows(f"{member.name}.{value}"), f"{member.name}.{value}"


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_their_values_and_reasons_have_words(game: str) -> None:
    speaks = voice(game)
    for member in members(registry.games()[game].house_rules):
        assert speaks.knows(f"house_rule.{member.name}")
        assert speaks.knows(f"house_rule.{member.name}.why")
        for value in values(member.shape):
            assert speaks.knows(f"house_rule.{member.name}.{value}")


def values(shape: Shape) -> tuple[str, ...]:
    return ("true", "false") if shape.kind == "bool" else shape.choices


@pytest.mark.parametrize("game", GAMES)
def test_every_suit_has_a_name_and_a_sign(game: str) -> None:
    for suit in registry.games()[game].suits:
        assert voice(game).knows(f"suit.{suit}")
        assert voice(game).glyph(suit)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_a_match_asks_and_tells_has_words(game: str, seed: int) -> None:
    random = Random(seed)
    speaks = voice(game)
    match = playing.opened(registry.games()[game], random)
    prompts = set()
    for _, after in playing.course(match, random, shortcuts=0.02):
        if after.game.deal != match.game.deal or expected(after) != expected(match):
            prompts |= {entry["type"] for entry in expected(after)}
        match = after
    for kind in prompts:
        assert speaks.knows(f"prompt.{kind}"), kind
    lines = scores(match)["lines"]
    assert lines
    for line in lines:
        assert speaks.knows(f"reason.{line['reason']}")
        assert speaks.knows(f"reason.{line['reason']}.short") or line["reason"] == "adjusted"


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_form_has_a_label_and_every_form_a_button(game: str) -> None:
    random, rules = Random(1), registry.games()[game]
    asks = []
    for _, match in playing.course(playing.opened(rules, random), random):
        pad = Maker(rules, match, {}).pad()
        asks += [ask for ask in (*pad.main, *pad.more) if ask.fields]
        if match.game.deal > 1:
            break
    assert asks
    for ask in asks:
        assert voice(game).knows(f"do.{ask.type}") or voice(game).knows(f"key.{ask.type}"), ask.type
        for field in ask.fields:
            for label in (field.label, *(inner.label for group in field.fields for inner in group.fields)):
                assert voice(game).knows(label), label


# Explanations.


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_challenge_is_named_said_and_explained(code: str, locale: str, players: int) -> None:
    speaks = voice("extreme-tricks", locale, players=players)
    short, whole, why = (speaks(f"challenge.{code}{part}") for part in (".short", "", ".why"))
    assert len(short) <= 24
    assert len(short) <= len(whole) < len(why)
    for said in (short, whole, why):
        assert "challenge" not in said
        assert "{" not in said


@pytest.mark.parametrize("game", [None, *GAMES])
def test_what_stands_behind_a_question_mark_is_two_sentences_with_an_example(game: str | None) -> None:
    for code, ways in vocabulary(game).items():
        if code.endswith(".why"):
            for _, said in ways:
                words = said if isinstance(said, str) else said[0]
                assert "For example" in words, code
                assert len(re.findall(r"[.!?](?: |$)", words)) == 2, code


def test_numbers_on_challenges_follow_the_number_of_players() -> None:
    assert "10" in voice("extreme-tricks", players=4)("challenge.R2")
    assert "7" in voice("extreme-tricks", players=3)("challenge.R2")
    assert "8" in voice("extreme-tricks", players=4)("challenge.R9.short")
    assert "5" in voice("extreme-tricks", players=3)("challenge.R9.short")


def test_words_follow_the_house_rules() -> None:
    speaks = voice("extreme-tricks", blue_25="most_tricks")
    assert speaks("challenge.B25") == speaks("challenge.B24")
    assert speaks("challenge.B25") != voice("extreme-tricks")("challenge.B25")
    assert "not at none" in voice("extreme-tricks", most_at_zero=False)("challenge.B18.why")


# Sentences.


def test_seats_become_names_and_cards_their_signs() -> None:
    said = detail("revoke", (("seat", 0), ("card", "S7")), NAMES, "en", game="extreme-tricks")
    assert said.startswith("Ann cannot hold ♠\ufe0e7")


def test_a_name_and_a_card_keep_their_direction_in_arabic() -> None:
    said = detail("revoke", (("seat", 0), ("card", "S7")), NAMES, "ar", game="extreme-tricks")
    assert "\u2068Ann\u2069" in said
    assert "\u2066♠\ufe0e7\u2069" in said


def test_a_seat_without_a_name_has_a_number() -> None:
    assert detail("out_of_turn", {"seat": 2}, [], "en") == "It is Player 3’s turn."


def test_the_closest_words_for_a_problem_are_taken() -> None:
    half = (("reason", "half_the_pieces"), ("pieces", 3), ("declarations", 1))
    assert "With 3 pieces exactly 1 lies" in detail("illegal_choice", half, NAMES, "en", game="extreme-tricks")
    assert detail("illegal_choice", {"reason": "never heard of"}, NAMES, "en") == detail("illegal_choice", {}, [], "en")


def test_a_code_without_words_is_told_as_it_is() -> None:
    assert detail("something_new", {}, [], "ar") == "problem.something_new"


@pytest.mark.parametrize(
    ("pieces", "said"),
    [(0, "لم يأخذ"), (1, "قطعة واحدة"), (2, "قطعتين"), (3, "3 قطع "), (11, "11 قطعة"), (100, "100 قطعة")],
)
def test_arabic_has_its_six_forms_of_a_number(pieces: int, said: str) -> None:
    assert said in voice("extreme-tricks", "ar")("event.declared", seat=0, pieces=pieces, challenges=["R1"])


@pytest.mark.parametrize(
    ("wishes", "accept", "language"),
    [
        (("ar", None), "en", "ar"),
        ((None, "ar"), "en", "ar"),
        (("xx", None), "ar-EG,ar;q=0.9,en;q=0.8", "ar"),
        ((None, None), "fr,en;q=0.5,ar;q=0.7", "ar"),
        ((None, None), "en-GB", "en"),
        ((None, None), "fr;q=0.9", "en"),
        ((None, None), "ar;q=0", "en"),
        ((None, None), "ar;q=many", "en"),
        ((None, None), None, "en"),
    ],
)
def test_the_language_is_the_one_wished_for_else_the_browsers(
    wishes: tuple[str | None, ...], accept: str | None, language: str
) -> None:
    assert text.choose(*wishes, accept=accept) == language


# Translations.

PLACES = [(place, locale) for place in catalogs.places() for locale in catalogs.TRANSLATED]


@pytest.fixture(params=PLACES, ids=lambda pair: f"{pair[0].name}-{pair[1]}")
def translation(request: pytest.FixtureRequest) -> tuple[Path, str]:
    found: tuple[Path, str] = request.param
    return found


def pairs(place: Path, locale: str) -> Iterator[tuple[str, str, bool]]:
    """Message and translation; whether that form may leave the number out."""
    for message in catalogs.read(place, locale):
        if isinstance(message.id, str) and message.id:
            yield message.id, message.string, False
        elif message.id:
            for form, said in enumerate(message.string):
                yield message.id[1], said, form < 3


def test_every_word_of_the_sources_is_translated(translation: tuple[Path, str]) -> None:
    place, locale = translation
    known = {message.id for message in catalogs.read(place, locale)}
    known |= {message.id for message in catalogs.read(catalogs.WEB, locale)}
    said = {message.id for message in catalogs.messages(place)}
    assert not said - known
    assert all(translated for _, translated, _ in pairs(place, locale))


def test_nothing_is_translated_that_nobody_says(translation: tuple[Path, str]) -> None:
    place, locale = translation
    assert {m.id for m in catalogs.read(place, locale)} <= {m.id for m in catalogs.messages(place)}


def test_places_for_parameters_agree(translation: tuple[Path, str]) -> None:
    for said, translated, number_may_miss in pairs(*translation):
        here, there = set(HOLES.findall(said)), set(HOLES.findall(translated))
        assert there <= here, said
        assert len(here - there) <= number_may_miss, said


def test_no_latin_letter_stands_in_an_arabic_sentence() -> None:
    for place in catalogs.places():
        for said, translated, _ in pairs(place, "ar"):
            assert not re.search("[A-Za-z]", HOLES.sub("", translated)), said


def test_the_files_of_translations_are_in_step_with_the_sources(translation: tuple[Path, str]) -> None:
    """`python -m companion.web.catalogs` was run after the last word was changed."""
    catalog = catalogs.in_step(*translation)
    assert catalogs.lacking(catalog) == 0
    assert catalogs.po_file(*translation).read_text() == catalogs.written(catalog)


def test_conditions_of_wordings_name_things_that_exist() -> None:
    for game in GAMES:
        known = {
            "players",
            "irregular",
            "card",
            "challenges",
            "least",
            "most",
            "locked",
            "entry",
            "of",
            "times",
            "text",
            "option",
        }
        rules = registry.games()[game]
        known |= {member.name for kind in (rules.house_rules, *rules.events) for member in members(kind)}
        for code, ways in vocabulary(game).items():
            for when, _ in ways:
                assert set(when) <= known, (code, json.dumps(dict(when)))
