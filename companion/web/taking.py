"""A match taken along, as files of several kinds; and a match brought in from a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import orjson
from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.problem import Problem
from companion.web import bgstats, desk, notation, spreadsheet
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.sheet import form_key


@dataclass(frozen=True)
class Kind:
    """A file to take along. ``when_over``: only of a finished match."""

    write: Callable[[Look], str | bytes]
    type: str
    when_over: bool = False


def _whole(look: Look) -> bytes:
    return orjson.dumps(table.take_along(desk.house(), look.caller, look.number))


KINDS = {
    "match.json": Kind(_whole, "application/json"),
    "deals.csv": Kind(spreadsheet.deals, "text/csv"),
    "plays.csv": Kind(spreadsheet.plays, "text/csv"),
    "record.txt": Kind(notation.notation, "text/plain"),
    "play.bgsplay": Kind(bgstats.written, "application/json", when_over=True),
}


@bp.get("/m/<match_id>/take")
def take(match_id: str) -> str:
    look = Look(match_id)
    finished = look.view["status"] == "finished"
    return render_template(
        "take.html",
        look=look,
        view=look.view,
        kinds=[name for name, kind in KINDS.items() if finished or not kind.when_over],
        bgstats=bgstats.link(look) if finished else None,
    )


@bp.get("/m/<match_id>/take/<kind>")
def take_file(match_id: str, kind: str) -> Response:
    look = Look(match_id)
    if kind not in KINDS:
        raise Problem("not_found")
    if KINDS[kind].when_over and look.view["status"] != "finished":
        raise Problem("wrong_phase")
    page = make_response(KINDS[kind].write(look))
    page.headers["Content-Type"] = f"{KINDS[kind].type}; charset=utf-8"
    name = f"{look.rules.name}-{look.view['played_on']}-{kind}"
    page.headers["Content-Disposition"] = f"attachment; filename={name}"
    return page


@bp.get("/bring")
def bring() -> str:
    return render_template("bring.html", key=uuid4().hex)


@bp.post("/bring")
def bring_in() -> Response | tuple[str, int]:
    sent = request.files.get("file")
    try:
        brought = table.bring_in(desk.house(), desk.caller(), _read(sent.read() if sent else b""), form_key())
    except Problem as problem:
        trouble = desk.voice().problem(problem.code, problem.params)
        page = render_template("bring.html", key=uuid4().hex, trouble=trouble)
        return page, desk.STATUS.get(problem.code, 422)
    answer = make_response(redirect(url_for("web.sheet", match_id=brought.match), 303))
    return desk.keep_token(answer, brought.match, brought.token) if brought.token else answer


def _read(sent: bytes) -> dict[str, object]:
    try:
        file = orjson.loads(sent)
    except orjson.JSONDecodeError:
        file = None
    if not isinstance(file, dict):
        raise Problem("invalid", {"reason": "no_match_file"})
    return file
