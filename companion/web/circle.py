"""The circle this phone is of, on a server that is not open to everybody: made, joined, left."""

from __future__ import annotations

from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.match import address_of, qr_of
from companion.web.sheet import form_key


@bp.get("/circle")
def circle() -> Response:
    return make_response(_page())


def _page(trouble: str | None = None) -> str:
    if desk.house().open:
        raise Problem("not_found")
    try:
        mine = table.circle(desk.house(), desk.caller())
    except Problem:
        mine = None
    address = address_of(url_for("web.join_with", code=mine.join_code)) if mine else ""
    return render_template(
        "circle.html",
        mine=mine,
        address=address,
        qr=qr_of(address) if mine else "",
        others=[circle for circle in desk.my_circles() if mine and circle != mine.circle],
        trouble=trouble,
        key=uuid4().hex,
    )


@bp.post("/circle")
def make_circle() -> Response | tuple[str, int]:
    try:
        made = table.make_circle(desk.house(), request.form.get("name", ""), form_key())
    except Problem as problem:
        trouble = desk.voice().problem(problem.code, problem.params)
        return _page(trouble), desk.STATUS.get(problem.code, 422)
    page = make_response(redirect(url_for("web.circle"), 303))
    return desk.choose_circle(page, made.circle, made.token)


@bp.post("/circle/code")
def new_circle_code() -> Response:
    """Ends the code there was."""
    table.new_circle_code(desk.house(), desk.caller(), form_key())
    return _back()


@bp.post("/circle/recovery")
def new_recovery_code() -> Response:
    """Ends the code there was, wherever it is written down."""
    table.new_recovery_code(desk.house(), desk.caller(), form_key())
    return _back()


@bp.post("/circle/choose")
def choose_circle() -> Response:
    """Of several circles, the one that this phone's pages show."""
    chosen = request.form.get("circle", "")
    if chosen not in desk.my_circles():
        raise Problem("not_found")
    return desk.choose_circle(_back(), chosen)


@bp.post("/circle/leave")
def leave_circle() -> Response:
    mine = table.circle(desk.house(), desk.caller()).circle
    table.leave_circle(desk.house(), desk.caller())
    page = make_response(redirect(url_for("web.home"), 303))
    for name in (desk.circle_cookie(mine), "circle"):
        page.delete_cookie(name)
    return page


def _back() -> Response:
    return make_response(redirect(url_for("web.circle"), 303))
