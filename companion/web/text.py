"""Codes into words: a language, names and a game make sentences of what rules and problems only name.

Words are English message ids in `words.py` of this package and of each game; translations are the `.po` files beside
them, read once. Nothing here looks at a request.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

import companion.games
from companion.web.words import GLYPHS, WORDS

LANGUAGES = {"en": "English", "ar": "العربية"}
"""Each by its own name, in the order they are offered; the first is the one the message ids are written in."""
RIGHT_TO_LEFT = frozenset({"ar"})

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]
"""A message id; for a number that is spoken of its parameter, the words for one, the words for many; or a message id
and the parameters it has wherever it is said."""

OF_SUITS = ("suit", "trump")
"""Kinds of codes that name a suit."""

ISOLATE, LEFT_TO_RIGHT, END = "\u2068", "\u2066", "\u2069"
_VARIANT = re.compile(r"(?P<code>[^\[]+)(?:\[(?P<when>.*)\])?")


@cache
def translations(locale: str, game: str | None = None) -> NullTranslations:
    """What this package, and over it a game, has in a language: two games may mean different things by one word."""
    folders = [Path(__file__).parent]
    if game is not None:
        folders += (Path(path, game.replace("-", "_")) for path in companion.games.__path__)
    found: Translations | None = None
    for file in (file for folder in folders for file in sorted(folder.glob(f"translations/{locale}/**/*.po"))):
        with file.open("rb") as po:
            catalog = read_po(po, locale)
        mo = BytesIO()
        write_mo(mo, catalog)
        mo.seek(0)
        read = Translations(mo)
        found = found.merge(read) if found else read
    assert found is None or isinstance(found, GNUTranslations)
    return found or NullTranslations()


@cache
def vocabulary(game: str | None) -> Mapping[str, tuple[tuple[Mapping[str, str], Text], ...]]:
    """By code its wordings, the one with most conditions first; a game's own words before the general ones."""
    words: dict[str, Any] = dict(WORDS)
    if game is not None:
        words |= game_words(game).WORDS
    found: dict[str, list[tuple[Mapping[str, str], Text]]] = {}
    for key, text in words.items():
        said = _VARIANT.fullmatch(key)
        assert said, key
        when = dict(pair.split("=", 1) for pair in (said["when"] or "").split(",") if pair)
        found.setdefault(said["code"], []).append((when, text))
    return {code: tuple(sorted(ways, key=lambda way: -len(way[0]))) for code, ways in found.items()}


def game_words(game: str) -> Any:
    """The module with the words of a game; a game of that id exists."""
    return import_module(f"companion.games.{game.replace('-', '_')}.words")


def games_with_words() -> tuple[str, ...]:
    return tuple(
        module.name.replace("_", "-")
        for module in pkgutil.iter_modules(companion.games.__path__)
        if Path(companion.games.__path__[0], module.name, "words.py").exists()
    )


@dataclass(frozen=True)
class Voice:
    """Speaks one language about one table.

    ``names`` are the players' by seat. ``given`` is what wordings may depend on: the number of players, house rules.
    ``suits`` is what the table's own cards call them, which stands for our word wherever a suit is spoken of.
    """

    locale: str
    game: str | None = None
    names: Sequence[str] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    suits: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, code: str, /, **params: Any) -> str:
        """The words for a code, or the code itself where there are none."""
        kind, _, suit = code.partition(".")
        if kind in OF_SUITS and suit in self.suits:
            return f"{ISOLATE}{self.suits[suit]}{END}"
        text = self._find(code, params)
        return code if text is None else self.say(text, **params)

    def knows(self, code: str) -> bool:
        return code in vocabulary(self.game)

    def first(self, *codes: str, **params: Any) -> str:
        """The words of the first of these codes that has any."""
        return self(next((code for code in codes if self.knows(code)), codes[-1]), **params)

    def say(self, text: Text, /, **params: Any) -> str:
        """A message id in this language, its parameters filled in."""
        catalog = translations(self.locale, self.game)
        if isinstance(text, str):
            said = catalog.gettext(text)
        elif len(text) == 3:
            number, one, many = text
            said = catalog.ngettext(one, many, abs(int(params[number])))
        else:
            said, params = catalog.gettext(text[0]), {**text[1], **params}
        return said.format_map(_Spoken(self, params)) if "{" in said else said

    def _find(self, code: str, params: Mapping[str, Any]) -> Text | None:
        for when, text in vocabulary(self.game).get(code, ()):
            if all(_plain(params.get(name, self.given.get(name))) == value for name, value in when.items()):
                return text
        return None

    def problem(self, code: str, params: Mapping[str, Any]) -> str:
        """What a problem says to a person: by its code and, where its parameters tell one, by its reason."""
        return self.first(*problem_codes(code, params), **params)

    # Parameters.

    def name(self, seat: int | None) -> str:
        """Whoever sits there."""
        if seat is None:
            return self("somebody")
        return self.names[seat] if seat < len(self.names) and self.names[seat] else self("seat", number=seat + 1)

    def card(self, card: str) -> str:
        """A card as it is drawn: the sign of its suit and its rank; a face with a name by its name."""
        if self.knows(f"face.{card}"):
            return self(f"face.{card}")
        glyph = self.glyph(card[:1])
        return f"{glyph}{card[1:]}" if glyph and card[1:] else card

    def glyph(self, suit: str) -> str:
        own = getattr(game_words(self.game), "GLYPHS", {}) if self.game else {}
        return own.get(suit) or GLYPHS.get(suit, "")

    def parameter(self, name: str, value: Any) -> str:
        """A parameter as it stands in a sentence, kept apart from the direction of the words around it."""
        if isinstance(value, bool) or value is None:
            return self(f"value.{_plain(value)}")
        if name == "seat" or (name in ("to", "from_seat") and isinstance(value, int)):
            return self._apart(self.name(value))
        if isinstance(value, (list, tuple)):
            if name == "seats":
                return format_list([self.parameter("seat", seat) for seat in value], locale=self.locale)
            one = name.removesuffix("s")
            return self._ltr(", ".join(self.card(str(v)) if one == "card" else str(v) for v in value))
        if isinstance(value, int):
            return str(value) if value >= 0 else self._ltr(f"−{-value}")
        if (name == "card" and not self.knows(f"card.{value}")) or self._is_card(value):
            return self._ltr(self.card(value))
        if name == "glyph":
            return self.glyph(value)
        if self.knows(f"{name}.{value}"):
            return self(f"{name}.{value}")
        return self._apart(str(value))

    def _is_card(self, value: Any) -> bool:
        return isinstance(value, str) and value[1:].isdigit() and bool(self.glyph(value[:1]))

    def _apart(self, text: str) -> str:
        here = self.locale in RIGHT_TO_LEFT
        return f"{ISOLATE}{text}{END}" if here or any(bidirectional(c) in ("R", "AL") for c in text) else text

    def _ltr(self, text: str) -> str:
        return f"{LEFT_TO_RIGHT}{text}{END}" if self.locale in RIGHT_TO_LEFT else text


class _Spoken(dict[str, Any]):
    """Parameters, made into words when asked for; ``<name>_code`` is one as it is, a missing one is empty."""

    def __init__(self, voice: Voice, params: Mapping[str, Any]) -> None:
        super().__init__(params)
        self._voice = voice

    def __getitem__(self, name: str) -> str:
        return self._voice.parameter(name, self.get(name)) if name in self else self.__missing__(name)

    def __missing__(self, name: str) -> str:
        return str(self.get(name.removesuffix("_code"), ""))


def _plain(value: Any) -> str:
    """A value as it stands in the condition of a wording."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def words(
    code: str,
    params: Mapping[str, Any] | Iterable[tuple[str, Any]],
    locale: str,
    *,
    names: Sequence[str] = (),
    game: str | None = None,
    given: Mapping[str, Any] | None = None,
) -> str:
    """The words for one code, for who has no need of a voice of its own."""
    return Voice(locale, game, names, given or {})(code, **dict(params))


def detail(
    code: str,
    params: Mapping[str, Any] | Iterable[tuple[str, Any]],
    names: Sequence[str],
    locale: str,
    *,
    game: str | None = None,
    given: Mapping[str, Any] | None = None,
) -> str:
    """A problem in words, for who has no need of a voice of its own."""
    return Voice(locale, game, names, given or {}).problem(code, dict(params))


def problem_codes(code: str, params: Mapping[str, Any]) -> tuple[str, ...]:
    """The codes under which words for a problem may stand, the closest first."""
    reason = params.get("reason")
    return (f"problem.{code}.{reason}", f"problem.{code}") if reason else (f"problem.{code}",)


def choose(*wishes: str | None, accept: str | None = None) -> str:
    """The first wish that is a language we have, else the best of an Accept-Language header, else English."""
    for wish in wishes:
        if wish in LANGUAGES:
            return wish
    ranked: list[tuple[float, str]] = []
    for part in (accept or "").split(","):
        tag, _, quality = part.strip().partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            weight = 0.0
        ranked.append((-weight, tag.split("-")[0].lower()))
    wished = next((tag for weight, tag in sorted(ranked, key=lambda r: r[0]) if tag in LANGUAGES and weight < 0), None)
    return wished or next(iter(LANGUAGES))
