"""Who sits where: names corrected for the whole match, and a seat that somebody else takes from here on."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.kit.general import SeatHanded, SeatsNamed
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.sheet import form_key


@bp.get("/m/<match_id>/seats")
def seats(match_id: str) -> str:
    look = Look(match_id)
    if not look.keeps and look.view["you"]["seat"] is None:
        raise Problem("not_yours")
    return _page(look, [seat["name"] or "" for seat in look.view["seats"]])


@bp.post("/m/<match_id>/seats")
def sit(match_id: str) -> Response | tuple[str, int] | str:
    look = Look(match_id)
    names = request.form.getlist("name")
    if "swap" in request.form:
        return _page(look, _swapped(names, request.form.get("swap", -1, type=int)))
    event = _handed() if request.form.get("do") == "hand" else _named(look, names)
    if event is None:
        return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))
    try:
        table.record(desk.house(), look.caller, look.number, [event], request.form.get("version", type=int), form_key())
    except Problem as problem:
        if problem.code not in ("invalid", "version_conflict"):
            raise
        return _page(Look(match_id), names, look.voice.problem(problem.code, problem.params)), 422
    return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))


def _swapped(names: list[str], first: int) -> list[str]:
    """Nothing is stored until it is said that the names are right."""
    if 0 <= first < len(names) - 1:
        names[first], names[first + 1] = names[first + 1], names[first]
    return names


def _named(look: Look, names: list[str]) -> dict[str, Any] | None:
    """Those seats whose name is another now."""
    players = {
        str(seat["seat"]): {"name": name}
        for seat, name in zip(look.view["seats"], names, strict=False)
        if name.strip() != (seat["name"] or "")
    }
    return {"type": SeatsNamed.type, "players": players} if players else None


def _handed() -> dict[str, Any]:
    seat, name = request.form.get("seat", type=int), request.form.get("player", "")
    if seat is None:
        raise Problem("invalid")
    return {"type": SeatHanded.type, "seat": seat, "player": {"name": name}}


def _page(look: Look, names: list[str], trouble: str | None = None) -> str:
    try:
        people = [person["name"] for person in table.names(desk.house(), look.caller)["items"]]
    except Problem:
        people = []
    players = len(look.view["seats"])
    return render_template(
        "seats.html",
        look=look,
        view=look.view,
        names=[*names, *(seat["name"] or "" for seat in look.view["seats"][len(names) :])][:players],
        people=people,
        handed={"seat": request.form.get("seat", type=int), "player": request.form.get("player", "")},
        trouble=trouble,
        key=uuid4().hex,
    )
