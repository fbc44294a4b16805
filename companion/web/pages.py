"""Home, a new match, and the way in for other phones."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from flask import Response, g, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion import access, table
from companion.database import reading
from companion.house import spell
from companion.kit.codec import Member, members
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.text import Voice

UNFINISHED = ("playing", "waiting")
RECENT = 8


@bp.get("/")
def home() -> str:
    return render_template(
        "home.html",
        matches=_matches(),
        games=_games(),
        circle=_circle(),
        remembers=desk.caller().circle is not None,
    )


def _circle() -> table.CircleView | None:
    """This phone's, where there are several."""
    try:
        return table.circle(desk.house(), desk.caller())
    except Problem:
        return None


def _games() -> list[tuple[str, Voice]]:
    return [(game, Voice(g.locale, game)) for game in desk.house().games]


def _matches() -> dict[str, list[dict[str, Any]]]:
    """Unfinished ones, and the last that were finished."""
    house, caller = desk.house(), desk.caller()
    if caller.circle is None:
        items = [item for match in desk.matches_joined() for item in _joined(match)]
    else:
        items = table.history(house, caller, limit=50)["items"]
    items.sort(key=lambda item: str(item["touched_at"]), reverse=True)
    unfinished = [item for item in items if item["status"] in UNFINISHED]
    finished = [item for item in items if item["status"] not in UNFINISHED]
    return {"unfinished": unfinished, "finished": finished[:RECENT]}


def _joined(match_id: str) -> list[dict[str, Any]]:
    try:
        return table.history(desk.house(), desk.caller_at(match_id), limit=1)["items"]
    except Problem:
        return []


# A new match.


@bp.get("/new/<game>")
def new(game: str) -> str | Response:
    if desk.caller().circle is None:  # first one needs people to play with
        return make_response(redirect(url_for("web.circle"), 303))
    filled: MultiDict[str, str] = MultiDict()
    again = request.args.get("with")
    if again:
        filled = _as_before(again)
    return _new_page(game, filled)


@bp.post("/new/<game>")
def begin(game: str) -> Response | tuple[str, int]:
    rules = table.rules_of(desk.house(), game)
    typed = request.form.getlist("name")
    seated = [row for row, name in enumerate(typed) if name.strip()]
    starter = request.form.get("first", type=int)
    try:
        opened = table.open_match(
            desk.house(),
            desk.caller(),
            table.Opening(
                game=game,
                players=tuple({"name": typed[row]} for row in seated),
                dealing="table",
                first_seat=seated.index(starter) if starter in seated else 0,
                house_rules={m.name: _chosen(m) for m in members(rules.house_rules) if m.name in request.form},
                memory=request.form.get("memory"),
                played_on=request.form.get("played_on") or None,
                card_set=request.form.get("card_set") or None,
            ),
            _key(),
        )
    except Problem as problem:
        return _new_page(game, request.form, problem), 422
    page = make_response(redirect(url_for("web.sheet", match_id=opened.match), 303))
    return desk.keep_token(page, opened.match, opened.token)


def _chosen(member: Member) -> Any:
    value = request.form[member.name]
    match member.shape.kind:
        case "bool":
            return value == "true"
        case "int":
            return int(value) if value.lstrip("-").isdigit() else value
    return value


def _key() -> table.Key | None:
    """A form sent twice opens one match, or takes one seat."""
    text = request.form.get("key")
    return table.Key(f"form-{text}", desk.digest(repr(sorted(request.form.items(multi=True))))) if text else None


def _new_page(game: str, filled: MultiDict[str, str], problem: Problem | None = None) -> str:
    rules = table.rules_of(desk.house(), game)
    g.voice = voice = Voice(g.locale, game)
    try:
        people = [person["name"] for person in table.names(desk.house(), desk.caller())["items"]]
    except Problem:
        people = []
    sets = _card_sets(game) if rules.card_set is not None else None
    return render_template(
        "new.html",
        game=game,
        rules=rules,
        options=members(rules.house_rules),
        people=people,
        filled=filled,
        today=f"{datetime.now(UTC):%Y-%m-%d}",
        sets=sets,
        chosen=filled.get("card_set", request.args.get("card_set") or (sets[0]["id"] if sets else "")),
        key=uuid4().hex,
        trouble=problem and voice.problem(problem.code, problem.params),
    )


def _card_sets(game: str) -> list[dict[str, Any]] | None:
    """Those of the circle, touched last first; None for who can keep none."""
    try:
        return table.card_sets(desk.house(), desk.caller(), game)
    except Problem:
        return None


def _as_before(match_id: str) -> MultiDict[str, str]:
    """The same people again, and the next of them begins."""
    try:
        view = table.look(desk.house(), desk.caller_at(match_id), desk.match_number(match_id))
    except Problem:
        return MultiDict()
    names = [seat["name"] or "" for seat in view["seats"]]
    first = (view["first_seat"] + 1) % len(names)
    rules = [
        (name, str(value).lower() if isinstance(value, bool) else value) for name, value in view["house_rules"].items()
    ]
    return MultiDict([*(("name", name) for name in names), ("first", str(first)), ("memory", view["memory"]), *rules])


# Other phones.


@bp.get("/join")
def join() -> str:
    return render_template("join.html", code="", key=uuid4().hex)


@bp.get("/join/<code>")
def join_with(code: str) -> str:
    return render_template("join.html", code=code[: access.SEAT_CODE_LENGTH], key=uuid4().hex)


@bp.post("/join")
def enter() -> Response | tuple[str, int]:
    code = "".join(request.form.get("code", "").split())
    try:
        _keeps_the_sheet_it_leads_to(code)
        joined = table.join(desk.house(), desk.caller(), code, key=_key())
    except Problem as problem:
        trouble = desk.voice().problem(problem.code, problem.params)
        typed = code[: access.SEAT_CODE_LENGTH]
        asked_again = render_template("join.html", code=typed, trouble=trouble, key=uuid4().hex)
        return asked_again, desk.STATUS.get(problem.code, 422)
    if joined.match is None:
        return desk.choose_circle(make_response(redirect(url_for("web.home"), 303)), joined.circle or "", joined.token)
    page = make_response(redirect(url_for("web.sheet", match_id=joined.match), 303))
    here = desk.caller_at(joined.match).at(desk.match_number(joined.match)).role
    if joined.role == "watcher" and here in ("host", "scribe", "seat"):
        return page  # this phone already has more to say here
    return desk.keep_token(page, joined.match, joined.token)


def _keeps_the_sheet_it_leads_to(code: str) -> None:
    """A seat's link is not for the phone that keeps the sheet: it would keep it no longer."""
    with reading(desk.house().engine) as conn:
        found = access.invitation(desk.house(), conn, code)
    if found is None or found.seat is None or found.ended:
        return
    if desk.caller_at(spell(found.match)).at(found.match).role in ("host", "scribe"):
        raise Problem("not_yours", {"reason": "keeps_the_sheet"})
