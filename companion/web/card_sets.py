"""Card sets on the phone: what one's own cards print, entered once, kept by name, changed, thrown away."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import orjson
from flask import Response, g, make_response, redirect, render_template, request, url_for

from companion import registry, table
from companion.kit.rules import Rules
from companion.problem import Problem
from companion.web import desk, printed
from companion.web.desk import bp
from companion.web.sheet import form_key
from companion.web.text import Voice

FORMAT = "companion-card-set"


@bp.get("/sets/<game>")
def card_sets(game: str) -> str:
    _rules(game)
    kept = table.card_sets(desk.house(), desk.caller(), game)
    return render_template("card_sets.html", game=game, kept=kept, key=uuid4().hex)


@bp.get("/sets/<game>/new")
def new_card_set(game: str) -> str:
    rules = _rules(game)
    table.card_sets(desk.house(), desk.caller(), game)  # only members have any
    return _page(rules, printed.begun(rules), "")


@bp.post("/sets/<game>/new")
def keep_card_set(game: str) -> Response | tuple[str, int]:
    return _filled_in(_rules(game), None)


@bp.get("/sets/<game>/<card_set>")
def card_set(game: str, card_set: str) -> str:
    rules = _rules(game)
    kept = _kept(rules, card_set)
    return _page(rules, kept["content"], kept["name"], card_set)


@bp.post("/sets/<game>/<card_set>")
def change_card_set(game: str, card_set: str) -> Response | tuple[str, int]:
    rules = _rules(game)
    _kept(rules, card_set)
    return _filled_in(rules, card_set)


@bp.get("/sets/<game>/<card_set>/file")
def card_set_file(game: str, card_set: str) -> Response:
    """To be brought in elsewhere."""
    kept = _kept(_rules(game), card_set)
    told = {"format": FORMAT, "format_version": 1, **{name: kept[name] for name in ("game", "name", "content")}}
    page = make_response(orjson.dumps(told))
    page.headers["Content-Type"] = "application/json; charset=utf-8"
    page.headers["Content-Disposition"] = f"attachment; filename={game}-cards.json"
    return page


@bp.post("/sets/<game>/bring")
def bring_card_set(game: str) -> Response | tuple[str, int]:
    """One that was taken along; judged as if it had been entered here."""
    rules, sent = _rules(game), request.files.get("file")
    house, caller = desk.house(), desk.caller()
    try:
        file = _file(rules, sent.read() if sent else b"")
        table.keep_card_set(house, caller, rules.name, file["name"], file["content"], form_key())
    except Problem as problem:
        if problem.code in desk.STATUS:
            raise
        trouble = desk.voice().problem(problem.code, problem.params)
        kept = table.card_sets(house, caller, game)
        return render_template("card_sets.html", game=game, kept=kept, key=uuid4().hex, trouble=trouble), 422
    return make_response(redirect(url_for("web.card_sets", game=game), 303))


def _file(rules: Rules[Any], sent: bytes) -> dict[str, Any]:
    try:
        file = orjson.loads(sent)
    except orjson.JSONDecodeError:
        file = None
    if (
        not isinstance(file, dict)
        or (file.get("format"), file.get("format_version")) != (FORMAT, 1)
        or not isinstance(file.get("name"), str)
        or not isinstance(file.get("content"), dict)
    ):
        raise Problem("invalid", {"reason": "no_card_set_file"})
    if file.get("game") != rules.name:
        raise Problem("invalid", {"reason": "card_set_of_another_game"})
    return file


@bp.post("/sets/<game>/<card_set>/away")
def throw_card_set_away(game: str, card_set: str) -> Response:
    _kept(_rules(game), card_set)
    table.throw_away(desk.house(), desk.caller(), card_set)
    return make_response(redirect(url_for("web.card_sets", game=game), 303))


def _rules(game: str) -> Rules[Any]:
    rules = table.rules_of(desk.house(), game)
    g.voice = Voice(g.locale, game)
    if rules.card_set is None:
        raise Problem("invalid", {"reason": "no_card_sets"})
    return rules


def _kept(rules: Rules[Any], card_set: str) -> dict[str, Any]:
    kept = table.card_set(desk.house(), desk.caller(), card_set)
    if kept["game"] != rules.name:
        raise Problem("not_found", {"reason": "card_set"})
    return kept


def _filled_in(rules: Rules[Any], card_set: str | None) -> Response | tuple[str, int]:
    """Kept when nothing is missing; otherwise the form again, with everything that was entered."""
    content, name = printed.typed(rules, request.form), request.form.get("name", "")
    deed, _, path = request.form.get("do", "").partition(".")
    if deed in DEEDS:
        try:
            DEEDS[deed](content, path)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError):
            raise Problem("invalid") from None
        return _page(rules, content, name, card_set), 200
    missing = printed.gaps(rules, content)
    if missing:
        return _page(rules, content, name, card_set, desk.gettext("This is not complete yet."), missing), 422
    whole, house, caller = printed.whole(rules, content), desk.house(), desk.caller()
    try:
        if card_set is None:
            table.keep_card_set(house, caller, rules.name, name, whole, form_key())
        else:
            table.change_card_set(house, caller, card_set, name, whole)
    except Problem as problem:
        if problem.code in desk.STATUS:
            raise
        trouble = desk.voice().problem(problem.code, problem.params)
        return _page(rules, content, name, card_set, trouble), 422
    return make_response(redirect(url_for("web.card_sets", game=rules.name, kept=card_set or "new"), 303))


DEEDS = {"add": printed.longer, "drop": printed.shorter, "resume": lambda content, path: None}
"""What a key of the form does to what has been entered so far."""


def _page(
    rules: Rules[Any],
    content: dict[str, Any],
    name: str,
    card_set: str | None = None,
    trouble: str | None = None,
    missing: list[str] | None = None,
) -> str:
    g.voice = Voice(g.locale, rules.name, suits={s: n for s, n in (content.get("suits") or {}).items() if n})
    return render_template(
        "card_set.html",
        game=rules.name,
        card_set=card_set,
        name=name,
        parts=printed.parts(rules, content, g.voice),
        filled=printed.filled(rules, content),
        own=f"games/{registry.folder(rules.name).rpartition('.')[2]}/sheet.html",
        trouble=trouble,
        checked=missing is not None,
        key=request.form.get("key") or uuid4().hex,
    )
