"""Whose sheet it is: phones that record too, hosting and seats handed on, a match deleted and brought back."""

from __future__ import annotations

from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.match import address_of, menu_page, qr_of
from companion.web.sheet import form_key


@bp.post("/m/<match_id>/seat")
def take_seat(match_id: str) -> Response:
    """This phone takes a seat, so that it records what is played from there."""
    look = Look(match_id)
    code = table.join_code(desk.house(), look.caller, look.number)
    seat, name = request.form.get("seat", type=int), request.form.get("name") or None
    return _let_in(match_id, table.join(desk.house(), look.caller, code, seat, name, form_key()))


@bp.post("/m/<match_id>/record-here")
def record_here(match_id: str) -> Response | tuple[str, int]:
    """This phone records too, for everybody."""
    look = Look(match_id)
    try:
        return _let_in(match_id, table.record_here(desk.house(), look.caller, look.number, form_key()))
    except Problem as problem:
        return _told(look, problem)


@bp.post("/m/<match_id>/host")
def take_hosting(match_id: str) -> Response | tuple[str, int]:
    """The host's phone has gone: this one hosts from now on."""
    look = Look(match_id)
    try:
        return _let_in(match_id, table.take_hosting(desk.house(), look.caller, look.number, form_key()))
    except Problem as problem:
        return _told(look, problem)


def _let_in(match_id: str, joined: table.Joined) -> Response:
    page = make_response(redirect(url_for("web.sheet", match_id=match_id), 303))
    return desk.keep_token(page, match_id, joined.token)


def _told(look: Look, problem: Problem) -> tuple[str, int]:
    """The menu again, with what stands in the way."""
    said = look.voice.problem(problem.code, problem.params)
    return menu_page(look, said), desk.STATUS.get(problem.code, 422)


@bp.post("/m/<match_id>/seat-link")
def seat_link(match_id: str) -> str:
    """For the phone that holds a seat: what hands it to the phone that scans it."""
    look = Look(match_id)
    code = table.seat_link(desk.house(), look.caller, look.number, form_key())
    address = address_of(url_for("web.join_with", code=code))
    return render_template("seat_link.html", look=look, view=look.view, code=code, address=address, qr=qr_of(address))


@bp.post("/m/<match_id>/leave-seat")
def leave_seat(match_id: str) -> Response:
    look = Look(match_id)
    return _let_in(match_id, table.leave_seat(desk.house(), look.caller, look.number))


@bp.post("/m/<match_id>/own-code")
def own_code(match_id: str) -> str:
    """What this phone is to keep outside of itself: at another address of this server it is a stranger."""
    look = Look(match_id)
    code = table.own_code(desk.house(), look.caller, look.number)
    address = address_of(url_for("web.join_with", code=code))
    return render_template("own_code.html", look=look, view=look.view, code=code, address=address, qr=qr_of(address))


# Gone, and back.


@bp.get("/m/<match_id>/delete")
def before_deleting(match_id: str) -> str:
    look = Look(match_id)
    if look.role != "host":
        raise Problem("not_yours")
    action = url_for("web.delete", match_id=match_id)
    return render_template("sure.html", look=look, view=look.view, kind="delete", action=action, key=uuid4().hex)


@bp.post("/m/<match_id>/delete")
def delete(match_id: str) -> Response:
    number = desk.match_number(match_id)
    table.delete_match(desk.house(), desk.caller_at(match_id).at(number), number)
    return make_response(redirect(url_for("web.deleted", match_id=match_id), 303))


@bp.get("/m/<match_id>/deleted")
def deleted(match_id: str) -> str | Response:
    if not desk.may_bring_back(match_id):
        return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))
    return render_template("deleted.html", match_id=match_id)


@bp.post("/m/<match_id>/bring-back")
def bring_back(match_id: str) -> Response:
    number = desk.match_number(match_id)
    table.bring_back(desk.house(), desk.caller_at(match_id).at(number), number)
    return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))
