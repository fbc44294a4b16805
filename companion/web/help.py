"""A game explained in our own words: its rules in short, everything behind a "?", and the options in force."""

from __future__ import annotations

from collections.abc import Iterable

from flask import g, render_template

from companion import table
from companion.kit.codec import members, record_to_json
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.text import Voice, game_words, vocabulary
from companion.web.words import WORDS


@bp.get("/rules/<game>")
def rules(game: str) -> str:
    found = table.rules_of(desk.house(), game)
    defaults = record_to_json(found.house_rules())
    g.voice = Voice(g.locale, game, given={"players": max(found.seats), **defaults})
    return _page(game, defaults, None)


@bp.get("/m/<match_id>/rules")
def rules_here(match_id: str) -> str:
    """With the options of this match."""
    look = Look(match_id)
    return _page(look.rules.name, look.view["house_rules"], look)


def _page(game: str, options: dict[str, object], look: Look | None) -> str:
    known = vocabulary(game)
    found = table.rules_of(desk.house(), game)
    return render_template(
        "rules.html",
        look=look,
        game=game,
        chapters=[code for code in known if code.startswith("help.") and not code.endswith(".text")],
        kinds=explained(game),
        reasons=sorted(explained_points(known), key=lambda code: code in WORDS),  # the game's own first
        options=[(member, options.get(member.name, False)) for member in members(found.house_rules)],
        refusals=[code for code in known if refused(game, code)],
    )


def explained_points(known: Iterable[str]) -> list[str]:
    """The codes of lines of points that have something behind their "?"."""
    return [code.removesuffix(".why") for code in known if code.startswith("reason.") and code.endswith(".why")]


def refused(game: str, code: str) -> bool:
    """Whether this explains why an entry is not taken, in a game that can refuse it; a closer reason is not listed."""
    kind, *rest = code.split(".")
    of_this_game = getattr(game_words(game), "REFUSED", None)
    return kind == "problem" and rest[1:] == ["why"] and (of_this_game is None or rest[0] in of_this_game)


def explained(game: str) -> dict[str, list[str]]:
    """By kind the codes of the game that have something behind their "?": challenges, contracts, bonus cards."""
    kinds: dict[str, list[str]] = {}
    for code in vocabulary(game):
        kind, _, rest = code.partition(".")
        if rest.endswith(".why") and kind not in ("problem", "house_rule", "reason"):
            kinds.setdefault(kind, []).append(code.removesuffix(".why"))
    return kinds
