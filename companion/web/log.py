"""The log: every entry in words, corrections struck through, and the way to mend one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.pad import Maker
from companion.web.sheet import event_asked
from companion.web.story import OPENING, Step, event_types

CORRECTIONS = frozenset({"event_amended", "event_removed", "event_inserted", "log_rewound"})


@dataclass(frozen=True)
class Line:
    """One entry as it reads now (None: it no longer counts), and how it read before."""

    seq: int
    deal: int
    now: str | None
    before: tuple[str, ...]
    by: str
    at: str
    seat: int | None
    trick: int | None
    irregular: bool
    mendable: bool


@bp.get("/m/<match_id>/log")
def log(match_id: str) -> str:
    look = Look(match_id)
    deals: dict[int, list[Line]] = {}
    for line in lines(look):
        deals.setdefault(line.deal, []).append(line)
    return render_template("log.html", look=look, view=look.view, deals=dict(sorted(deals.items(), reverse=True)))


def lines(look: Look) -> list[Line]:
    """In playing order; an entry that was taken back stands where it stood."""
    told = look.entries
    counting = {step.seq: step for step in look.story.steps}
    order: list[int] = []
    wordings: dict[int, list[Mapping[str, Any]]] = {}
    by_seq = {entry["seq"]: entry for entry in told}
    for entry in told:
        seq = entry["seq"]
        if entry["type"] == "event_inserted":
            order.insert(order.index(entry["before"]) if entry["before"] in order else len(order), seq)
            wordings[seq] = [entry["event"] or {}]
        elif entry["type"] == "event_amended":
            wordings.setdefault(entry["target"], []).append(entry["event"] or {})
        elif entry["type"] not in CORRECTIONS and entry["type"] != OPENING:
            order.append(seq)
            wordings[seq] = [entry]
    return [_line(look, by_seq[seq], counting.get(seq), wordings[seq]) for seq in order]


def _line(look: Look, told: Mapping[str, Any], step: Step | None, read: list[Mapping[str, Any]]) -> Line:
    out_of_sight = step is not None and look.out_of_sight(step)
    said = [look.voice("event.out_of_sight", **one) if out_of_sight else look.entry_words(one) for one in read]
    now = step.entry if step else None
    current = now or read[-1]
    return Line(
        seq=told["seq"],
        deal=look.story.deal_of(told["seq"]),
        now=None if now is None else look.voice("event.out_of_sight", **now) if out_of_sight else look.entry_words(now),
        before=tuple(said[:-1] if now else said),
        by=look.voice(f"by.{str(told['by']).split()[0]}"),
        at=str(told["at"]),
        seat=current.get("seat"),
        trick=look.trick_of(step) if step else None,
        irregular=told["seq"] in look.view["irregular"],
        mendable=now is not None and look.may_mend(told) and _by_people(look, now),
    )


def _by_people(look: Look, entry: Mapping[str, Any]) -> bool:
    return event_types(look.rules)[entry["type"]].by_people


@bp.get("/m/<match_id>/log/<int:seq>")
def entry(match_id: str, seq: int) -> str:
    return _entry_page(Look(match_id), seq)


def _entry_page(look: Look, seq: int, trouble: Mapping[str, Any] | None = None) -> str:
    step = _step(look, seq)
    state = look.rules.show(step.before.game, None)
    maker = Maker(look.rules, step.before, state, look.counts)
    ask = maker.pad().ask(step.entry["type"])
    return render_template(
        "entry.html",
        look=look,
        view=look.view,
        own=look.template,
        step=step,
        words=look.entry_words(step.entry),
        ask=ask,
        state=state,
        trouble=trouble,
        irregular=seq in look.view["irregular"],
        mendable=look.may_mend(step.entry),
        key=uuid4().hex,
    )


def _step(look: Look, seq: int) -> Step:
    step = look.story.step(seq)
    if step is None:
        raise Problem("invalid", {"reason": "no_such_entry"})
    return step


@bp.post("/m/<match_id>/log/<int:seq>")
def mend(match_id: str, seq: int) -> Response | tuple[str, int]:
    """Another event in an entry's place, or none."""
    look = Look(match_id)
    step = _step(look, seq)
    event = None if "remove" in request.form else event_asked(look)
    if event is None and "remove" not in request.form:
        raise Problem("invalid")
    if event is not None and "seat" in step.entry and event.get("seat") is None:
        event["seat"] = step.entry["seat"]
    mending = table.Mending(
        [table.Change(seq=seq, event=event)],
        reseat=event is None or "reseat" in request.form,
        drop_after="drop" in request.form,
    )
    try:
        table.correct(desk.house(), look.caller, look.number, mending, request.form.get("version", type=int))
    except Problem as problem:
        if problem.code in desk.STATUS and problem.code != "version_conflict":
            raise
        return _entry_page(look, seq, _trouble(look, problem, event)), 422
    return make_response(redirect(url_for("web.sheet", match_id=match_id), 303))


def _trouble(look: Look, problem: Problem, event: Mapping[str, Any] | None) -> dict[str, Any]:
    """What stands against the change: a problem, the later entry that would not hold, and what it clashes with."""
    breaks_at = problem.more.get("breaks_at")
    broken = look.story.step(breaks_at) if breaks_at else None
    clashing = [step for seq in problem.conflicts_with if (step := look.story.step(seq))]
    return {
        "code": problem.code,
        "detail": look.voice.first(*desk.problem_codes(problem.code, problem.params), **problem.params),
        "breaks": (broken.seq, look.step_words(broken)) if broken else None,
        "against": [(step.seq, look.step_words(step)) for step in clashing],
        "event": event,
    }
