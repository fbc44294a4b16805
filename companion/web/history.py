"""The history: matches found by person, game, state and day; people, and what each has done so far."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from flask import Response, g, make_response, redirect, render_template, request, url_for

from companion import access, table
from companion.access import Caller
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import YEAR, bp
from companion.web.text import Voice

STATES = ("finished", "playing", "waiting", "abandoned")
PAGE = 20
MOST_NAMES = 100
OWNER = "owner"


@bp.get("/history")
def history() -> str:
    """What was asked for stands in the address, so that a page of the history can be kept and shown to others."""
    asked = {name: request.args.get(name, "").strip() for name in ("player", "game", "status", "from", "to")}
    trouble = None
    try:
        found = _found(asked, request.args.get("cursor"))
    except Problem as problem:
        if problem.code != "invalid":
            raise
        trouble = desk.voice().problem(problem.code, problem.params)
        found = {"items": [], "next_cursor": None}
    people = table.names(desk.house(), desk.caller(), limit=MOST_NAMES)["items"]
    if asked["player"] and asked["player"] not in [person["id"] for person in people]:
        people.insert(0, table.person(desk.house(), desk.caller(), asked["player"]))
    older = {name: value for name, value in asked.items() if value} | {"cursor": found["next_cursor"]}
    return render_template(
        "history.html",
        matches=found["items"],
        older=url_for("web.history", **older) if found["next_cursor"] else None,
        later="cursor" in request.args,
        asked=asked,
        people=people,
        games=[(game, Voice(g.locale, game)("game")) for game in desk.house().games],
        states=STATES,
        trouble=trouble,
    )


def _found(asked: dict[str, str], cursor: str | None) -> dict[str, Any]:
    return table.history(
        desk.house(),
        desk.caller(),
        player=asked["player"] or None,
        game=asked["game"] or None,
        status=asked["status"] or None,
        since=_day(asked["from"]),
        until=_day(asked["to"]),
        limit=PAGE,
        cursor=cursor,
    )


def _day(typed: str) -> str | None:
    """As the history keeps days. Problem ``invalid`` for what is none."""
    try:
        return date.fromisoformat(typed).isoformat() if typed else None
    except ValueError:
        raise Problem("invalid", {"reason": "day"}) from None


@bp.get("/people")
def people() -> str:
    q = request.args.get("q", "")[:200]
    found = table.names(desk.house(), desk.caller(), q, limit=PAGE * 2, cursor=request.args.get("cursor"))
    more = found["next_cursor"] and url_for("web.people", q=q, cursor=found["next_cursor"])
    return render_template("people.html", people=found["items"], more=more, q=q)


@bp.get("/people/<player>")
def person(player: str) -> str:
    return _person_page(player)


def _person_page(player: str, trouble: str | None = None) -> str:
    house, caller = desk.house(), desk.caller()
    told = table.person(house, caller, player)
    others = []
    if owner() is not None:
        names = table.names(house, caller, limit=MOST_NAMES)["items"]
        others = [other for other in names if other["id"] != told["id"]]
    return render_template(
        "person.html",
        person=told,
        matches=table.history(house, caller, player=player, limit=PAGE)["items"],
        owner=owner() is not None,
        others=others,
        trouble=trouble,
        key=uuid4().hex,
    )


# The owner's.


def owner() -> Caller | None:
    """Whoever runs this server, where the link it printed was opened on this phone."""
    try:
        known = access.caller(desk.house(), request.cookies.get(OWNER))
    except Problem:
        return None
    return known if known.role == OWNER else None


@bp.get("/owner/<token>")
def owners_link(token: str) -> str:
    """Asks first: a link that somebody's mail looks at in advance must do nothing."""
    _owner_of(token)
    return render_template("owner.html", token=token)


@bp.post("/owner/<token>")
def become_owner(token: str) -> Response:
    _owner_of(token)
    page = make_response(redirect(url_for("web.people"), 303))
    page.set_cookie(
        OWNER, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure, path="/people"
    )
    return page


def _owner_of(token: str) -> None:
    try:
        known = access.caller(desk.house(), token)
    except Problem:
        raise Problem("not_found") from None
    if known.role != OWNER:
        raise Problem("not_found")


@bp.post("/people/<player>/rename")
def rename(player: str) -> Response | tuple[str, int]:
    return _done(player, lambda who: table.rename(desk.house(), who, player, request.form.get("name", "")))


@bp.post("/people/<player>/merge")
def merge(player: str) -> Response | tuple[str, int]:
    """The person of this page goes into the other, who is shown then."""
    return _done(player, lambda who: table.merge(desk.house(), who, player, request.form.get("into", "")))


@bp.post("/people/<player>/forget")
def forget_name(player: str) -> Response | tuple[str, int]:
    return _done(player, lambda who: table.forget_name(desk.house(), who, player))


def _done(player: str, act: Any) -> Response | tuple[str, int]:
    try:
        act(owner() or desk.caller())
    except Problem as problem:
        if problem.code != "invalid":
            raise
        trouble = desk.voice().problem(problem.code, problem.params)
        return _person_page(player, trouble), 422
    now = table.person(desk.house(), desk.caller(), player)["id"]
    return make_response(redirect(url_for("web.person", player=now), 303))
