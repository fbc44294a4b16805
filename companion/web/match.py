"""Around the sheet: where the points came from, the menu, and what is entered rarely or asks first."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import segno
from flask import Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from companion import table
from companion.guard import in_the_room
from companion.kit.codec import members
from companion.kit.general import DealThrownIn, MatchAbandoned, MatchEnded, Noted, ScoreAdjusted
from companion.problem import Problem
from companion.web import desk, filled, forms
from companion.web.chart import chart
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.pad import Ask
from companion.web.sheet import event_asked, form_key
from companion.web.story import event_types

BY_HAND = {event.type: event for event in (ScoreAdjusted, Noted)}
"""General events with a form of their own."""
WEIGHTY = tuple(event.type for event in (DealThrownIn, MatchEnded, MatchAbandoned))
"""General events that ask first."""


@bp.get("/m/<match_id>/points")
def points(match_id: str) -> str:
    look = Look(match_id)
    deals: dict[int | None, list[Any]] = {}
    for line in look.scores["lines"]:
        deals.setdefault(line["deal"], []).append(line)
    outside = deals.pop(None, [])
    running = look.running_lines()
    return render_template(
        "points.html",
        look=look,
        view=look.view,
        scores=look.scores,
        seats=look.seats,
        deals={deal: look.rows(lines) for deal, lines in sorted(deals.items(), reverse=True)},
        running=look.rows(running),
        running_lines=running,
        outside=outside,
        chart=chart(look.view["scores"]["deals"], look.view["scores"]["totals"]),
    )


@bp.get("/m/<match_id>/menu")
def menu(match_id: str) -> str:
    return menu_page(Look(match_id))


def menu_page(look: Look, trouble: str | None = None) -> str:
    try:
        code = table.join_code(desk.house(), look.caller, look.number)
    except Problem:
        code = ""
    address = address_of(url_for("web.join_with", code=code)) if code else ""
    return render_template(
        "menu.html",
        look=look,
        view=look.view,
        seats=look.seats,
        code=code,
        address=address,
        qr=qr_of(address) if code else "",
        trouble=trouble,
        options=members(look.rules.house_rules),
        key=uuid4().hex,
    )


def qr_of(address: str) -> Markup:
    made = segno.make(address, error="m", boost_error=False)
    return Markup(made.svg_inline(scale=5, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None))


def address_of(path: str) -> str:
    """Where other phones find this page: by the machine's address in the room, if this one only knows it as itself."""
    parts = urlsplit(request.host_url)
    host = parts.hostname or ""
    try:
        here = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        here = False
    if not here:
        return f"{request.host_url.rstrip('/')}{path}"
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{in_the_room() or host}{port}{path}"


@bp.post("/m/<match_id>/code")
def new_code(match_id: str) -> Response:
    """Ends the code there was."""
    look = Look(match_id)
    table.new_join_code(desk.house(), look.caller, look.number)
    return make_response(redirect(url_for("web.menu", match_id=match_id), 303))


@bp.get("/m/<match_id>/sure/<kind>")
def sure(match_id: str, kind: str) -> str:
    """What it means, before it is done."""
    look = Look(match_id)
    if kind not in WEIGHTY:
        raise Problem("not_found")
    if not look.keeps:
        raise Problem("not_yours")
    if look.over:
        raise Problem("wrong_phase")
    action = url_for("web.record", match_id=match_id)
    return render_template("sure.html", look=look, view=look.view, kind=kind, action=action, key=uuid4().hex)


@bp.get("/m/<match_id>/more/<kind>")
def more(match_id: str, kind: str) -> str:
    """The form for what is entered rarely."""
    look = Look(match_id)
    ask = _asked(look, kind, request.args)
    # A key that says whom it is about, and why, opens the form with that filled in.
    seat, reason = request.args.get("seat", type=int), request.args.get("reason")
    told = {"seat": seat, "reason": reason} if kind == ScoreAdjusted.type and seat is not None else None
    return _form_page(look, ask, told)


@bp.post("/m/<match_id>/more/<kind>")
def fill_in(match_id: str, kind: str) -> Response | tuple[str, int]:
    """What was filled in; where it cannot be taken the form comes back as it was, with what is wrong."""
    look = Look(match_id)
    event_type = event_types(look.rules).get(kind)
    if event_type is None or request.form.get("type") != kind:
        raise Problem("invalid")
    ask = _asked(look, kind, request.form)
    told = filled.told(event_type, request.form, len(look.view["seats"]))
    event = event_asked(look)
    if event is None:
        unset = filled.unset(ask.fields, request.form)
        if told is None or not unset:
            raise Problem("invalid")
        return _form_page(look, ask, told, look.voice("problem.unset", what=_named(look, unset))), 422
    try:
        table.record(desk.house(), look.caller, look.number, [event], request.form.get("version", type=int), form_key())
    except Problem as problem:
        if problem.code in desk.STATUS and problem.code != "version_conflict":
            raise
        look = Look(match_id)
        said = look.voice.problem(problem.code, problem.params)
        return _form_page(look, _asked(look, kind, request.form), told, said), 422
    return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))


def _asked(look: Look, kind: str, chosen: Mapping[str, Any]) -> Ask:
    ask = look.pad_with(chosen).ask(kind)
    if ask is None and kind in BY_HAND:
        ask = by_hand(look, kind)
    if not look.may_record or (kind == ScoreAdjusted.type and look.role != "host"):
        raise Problem("not_yours")
    if ask is None or not (ask.fields or ask.rows):
        raise Problem("wrong_phase")
    return ask


def _named(look: Look, fields: Sequence[forms.Field]) -> str:
    """What the fields tell, and of whom."""
    whose: dict[str, list[int]] = {}
    for field in fields:
        whose.setdefault(look.voice(field.label), []).extend(() if field.whose is None else (field.whose,))
    return " · ".join(look.voice("told_of", what=what, seats=seats) if seats else what for what, seats in whose.items())


def _form_page(look: Look, ask: Ask, told: Mapping[str, Any] | None = None, trouble: str | None = None) -> str:
    """``told``: what was filled in before, instead of what the form begins with."""
    hidden = bool(ask.filled) and look.so_far_is_hidden
    return render_template(
        "more.html",
        look=look,
        view=look.view,
        own=look.template,
        ask=ask,
        filled=filled.by_path(told) if told is not None else {} if hidden else ask.filled,
        trouble=trouble,
        hidden_so_far=hidden and told is None,
        key=uuid4().hex,
    )


def by_hand(look: Look, kind: str) -> Ask:
    """The form of a general event."""
    players = len(look.view["seats"])
    fields = tuple(replace(field, blank=True) for field in forms.fields(look.rules, BY_HAND[kind], {}, players))
    seat = forms.Field("seat", "field.seat", "seat", values=tuple(range(players)))
    return Ask(kind, None, fields=(seat, *fields) if kind == ScoreAdjusted.type else fields)
