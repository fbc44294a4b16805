"""The sheet: the page one plays with, its fragment, and what is tapped on it where no script runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.kit.tricks import FORCIBLE
from companion.problem import Problem
from companion.web import desk, filled
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.story import event_types
from companion.web.text import problem_codes

OTHERS_SHOWN = 3


@dataclass(frozen=True)
class Tried:
    """An entry that was not taken: what it was, why, the entries it clashes with, and whether the table may insist."""

    event: Mapping[str, Any]
    words: str
    code: str
    detail: str
    why: str | None = None  # more of it, behind a question mark
    against: tuple[tuple[int, str], ...] = ()
    forcible: bool = False
    others: tuple[str, ...] = ()  # what other phones recorded before it came


@bp.get("/m/<match_id>")
def sheet(match_id: str) -> str:
    return _render("sheet.html", Look(match_id))


@bp.get("/m/<match_id>/sheet")
def fragment(match_id: str) -> Response | str:
    """The sheet without the page around it; 204 when the phone has this version already."""
    look = Look(match_id)
    if request.args.get("have", type=int) == look.version:
        return make_response("", 204)
    return _render("_sheet.html", look)


def _render(template: str, look: Look) -> str:
    seen_on = request.args.get("on", 0, type=int)
    summary = None  # the finished deal that is shown instead of the sheet, until somebody goes on
    if look.over or (look.story.between_deals and seen_on < look.view["deal"]):
        summary = len(look.view["scores"]["deals"])
    return render_template(
        template,
        **look.table,
        on=seen_on,
        summary=summary,
        tried=_tried(look),
        undo=_undo(look),
        irregular=_irregular(look),
        key=f"v{look.version}",  # one entry is accepted at a version
    )


def _undo(look: Look) -> tuple[int, str] | None:
    """The last entry, where this phone may take it back."""
    step = look.story.last
    return (step.seq, look.entry_words(step.entry)) if step and look.may_mend(step.entry) else None


def _irregular(look: Look) -> tuple[int, str, int] | None:
    """The last entry, its words and its seat, where it stands only because the table insists."""
    step = look.story.last
    if step is None or step.seq not in look.view["irregular"] or not look.may_mend(step.entry):
        return None
    return step.seq, look.entry_words(step.entry), step.entry["seat"]


def _tried(look: Look) -> Tried | None:
    """What the phone tells it could not record, judged again by what holds now."""
    asked = request.args.get("tried")
    event = event_in(look, asked) if asked else None
    if event is None:
        return None
    refusal = look.story.refusal(event)
    since = request.args.get("since", look.version, type=int)
    words = look.entry_words({"seat": _whose_turn(look, since), **event})
    others = _others(look, since)
    if _recorded(look, since, event):
        return Tried(event, words, "recorded_already", look.voice("problem.recorded_already"), others=others)
    if refusal is None:
        code = "version_conflict" if others else "fits_now"
        return Tried(event, words, code, look.voice(f"problem.{code}"), others=others)
    params = dict(refusal.params)
    against = []
    for seq in refusal.conflicts_with:
        step = look.story.step(seq)
        if step:
            against.append((seq, look.step_words(step)))
    codes = problem_codes(refusal.code, params)
    detail = look.voice.problem(refusal.code, params)
    why = next((look.voice(f"{code}.why") for code in codes if look.voice.knows(f"{code}.why")), None)
    forcible = refusal.code in FORCIBLE and "irregular" not in event
    return Tried(event, words, refusal.code, detail, why, tuple(against), forcible, others)


def _whose_turn(look: Look, since: int) -> int | None:
    """Whose turn it was when that version was on the phone."""
    later = next((step for step in look.story.steps if step.seq > since), None)
    return look.pad.seat if later is None else next(iter(later.before.expects.seats), None)


def _recorded(look: Look, since: int, event: Mapping[str, Any]) -> bool:
    """Whether another phone was faster with the very same."""
    later = (step.entry for step in look.story.steps if step.seq > since)
    return any(all(entry.get(name) == value for name, value in event.items()) for entry in later)


def _others(look: Look, since: int) -> tuple[str, ...]:
    """What was recorded after that version, in words; the newest few."""
    if since >= look.version:
        return ()
    said = []
    for entry in (entry for entry in look.entries if entry["seq"] > since):
        step = look.story.step(entry["seq"])
        hidden = step is not None and look.out_of_sight(step)
        said.append(look.voice("event.out_of_sight", **entry) if hidden else look.entry_words(entry))
    return tuple(said[-OTHERS_SHOWN:])


def event_in(look: Look, text: str) -> dict[str, Any] | None:
    """An event as a key or the script says it; None for what is none of this game's."""
    try:
        return known_event(look, json.loads(text))
    except ValueError:
        return None


def known_event(look: Look, data: Any) -> dict[str, Any] | None:
    """The same of what was read already."""
    if not isinstance(data, dict):
        return None
    event = event_types(look.rules).get(data.get("type", ""))
    known = event is not None and event.by_people and filled.fitting(event, data)
    return data if known else None


# Without the script: the same forms, sent as forms.


@bp.post("/m/<match_id>/record")
def record(match_id: str) -> Response:
    look = Look(match_id)
    event = event_asked(look)
    here: dict[str, Any] = {"match_id": match_id, "on": request.form.get("on", 0, type=int)}
    if event is None:
        raise Problem("invalid")
    version = request.form.get("version", type=int)
    try:
        table.record(desk.house(), look.caller, look.number, [event], version, form_key())
    except Problem as problem:
        if problem.code in desk.STATUS and problem.code != "version_conflict":
            raise
        told: dict[str, Any] = {} if version is None else {"since": version}
        return make_response(redirect(url_for("web.sheet", **here, tried=desk.compact(event), **told), 303))
    return make_response(redirect(url_for("web.sheet", **here), 303))


def event_asked(look: Look) -> dict[str, Any] | None:
    """The event of a key that was pressed, or of a form that was filled in."""
    if "event" in request.form:
        event = event_in(look, request.form["event"])
        if event is None:
            return None
        # What goes along with a card: a chosen label, or a box that was ticked.
        chosen = {name.removeprefix("with."): value for name, value in request.form.items() if name.startswith("with.")}
        return known_event(
            look, {**event, **{name: value == "true" or value for name, value in chosen.items() if value}}
        )
    kind = event_types(look.rules).get(request.form.get("type", ""))
    if kind is None or not kind.by_people:
        return None
    return filled.read(kind, request.form, len(look.view["seats"]))


@bp.post("/m/<match_id>/undo")
def undo(match_id: str) -> Response:
    look = Look(match_id)
    mending = table.Mending([table.Change(seq=request.form.get("seq", -1, type=int), event=None)])
    table.correct(
        desk.house(), look.caller, look.number, mending, request.form.get("version", type=int), key=form_key()
    )
    return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))


def form_key() -> table.Key | None:
    """A form sent twice is recorded once."""
    text = request.form.get("key")
    if not text:
        return None
    body = "\n".join(f"{name}={value}" for name, value in sorted(request.form.items(multi=True)))
    return table.Key(f"form-{text}", desk.digest(f"{request.path}\n{body}"))
