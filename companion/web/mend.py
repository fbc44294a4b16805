"""Mending: another event in an entry's place, none, one before it, two cards swapped.

Nothing is stored that a later entry contradicts: which one, why, and every way to go on are shown before it is done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.kit import codec
from companion.kit.match import seated
from companion.kit.tricks import FORCIBLE
from companion.problem import Problem
from companion.table import Change, Mending
from companion.web import desk, filled
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.match import BY_HAND, by_hand
from companion.web.pad import Maker, Pad
from companion.web.sheet import event_asked, form_key, known_event
from companion.web.story import Step, event_of, event_types

TOLD_OF_AN_ENTRY = ("seq", "at", "by", "state")


@dataclass(frozen=True)
class Way:
    """One way to change it all the same: what is sent, and what it does to later entries.

    ``kind``: ``reseat``, ``drop``, ``both``, or ``irregular`` for an entry that stands although it does not fit.
    """

    kind: str
    mending: Mending
    moved: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    about: str = ""

    @property
    def changes(self) -> str:
        return desk.compact([_told(change) for change in self.mending.changes])


@dataclass(frozen=True)
class Trouble:
    """What stands against the change: the later entry that would not hold, what it clashes with, and the ways on.

    ``asked``: how each entry reads now (None: it is put in) and how it was to read (None: it was to go).
    """

    asked: tuple[tuple[str | None, str | None], ...]
    code: str
    detail: str
    breaks: tuple[int, str] | None
    against: tuple[tuple[int, str], ...]
    ways: tuple[Way, ...]


@bp.get("/m/<match_id>/log/<int:seq>")
def entry(match_id: str, seq: int) -> str:
    look = Look(match_id)
    return _page("entry.html", look, _step(look, seq))


@bp.post("/m/<match_id>/log/<int:seq>")
def mend(match_id: str, seq: int) -> Response | tuple[str, int]:
    """Another event in an entry's place, or none; or whatever changes the page has proposed."""
    look = Look(match_id)
    step = _step(look, seq)
    if "changes" in request.form:
        return _done("entry.html", look, step, _proposed(look))
    if "remove" in request.form:
        return _done("entry.html", look, step, Mending([Change(seq=seq)], reseat=True))
    event = event_asked(look)
    if event is None:
        raise Problem("invalid")
    if "seat" in step.entry and event.get("seat") is None:
        event["seat"] = step.entry["seat"]
    return _done("entry.html", look, step, Mending([Change(seq=seq, event=event)], reseat="reseat" in request.form))


@bp.post("/m/<match_id>/log/<int:seq>/trick")
def take_trick_back(match_id: str, seq: int) -> Response | tuple[str, int]:
    """The cards of the trick in which the entry lies go back into their hands."""
    look = Look(match_id)
    step = _step(look, seq)
    taken = [Change(seq=play.seq) for play in _trick(look, step)]
    return _done("entry.html", look, step, Mending(taken))


def _trick(look: Look, step: Step) -> list[Step]:
    """The plays of the trick of which the entry is one: from the last lead before it to the next one after it."""
    trick: list[Step] = []
    for play in look.story.steps:
        if play.entry["type"] != step.entry["type"] or play.before.dealt_at != step.before.dealt_at:
            continue
        if not look.rules.show(play.before.game, None).get("trick_cards"):
            if step.seq in (one.seq for one in trick):
                break
            trick = []
        trick.append(play)
    return trick


@bp.get("/m/<match_id>/log/<int:seq>/before")
def forgotten(match_id: str, seq: int) -> str:
    look = Look(match_id)
    return _page("before.html", look, _step(look, seq))


@bp.post("/m/<match_id>/log/<int:seq>/before")
def insert(match_id: str, seq: int) -> Response | tuple[str, int]:
    """A play that was missed, put in; those after it move to whose turn it then is."""
    look = Look(match_id)
    step = _step(look, seq)
    if "changes" in request.form:
        return _done("before.html", look, step, _proposed(look))
    event = event_asked(look)
    if event is None:
        raise Problem("invalid")
    told = codec.to_json(seated(step.before, event_of(look.rules, event)))
    return _done("before.html", look, step, Mending([Change(before=seq, event=told)], reseat=True))


@bp.get("/m/<match_id>/log/<int:seq>/swap")
def swap(match_id: str, seq: int) -> str:
    look = Look(match_id)
    step = _step(look, seq)
    return _page("swap.html", look, step, tricks=_swaps(look, step))


def _swaps(look: Look, step: Step) -> list[tuple[int | None, list[tuple[Step, str]]]]:
    """The other cards of the deal by trick, the nearest trick first, each with the two changes that swap it."""
    tricks: dict[int | None, list[tuple[Step, str]]] = {}
    here = look.trick_of(step)
    for other in look.story.steps:
        same = other.entry["type"] == step.entry["type"] and other.before.game.deal == step.before.game.deal
        if other is step or not same or "card" not in other.entry or not look.may_mend(other.entry):
            continue
        changes = [
            {"seq": one.seq, "event": {**_event(one), "card": two.entry["card"]}}
            for one, two in ((step, other), (other, step))
        ]
        tricks.setdefault(look.trick_of(other), []).append((other, desk.compact(changes)))
    return sorted(tricks.items(), key=lambda pair: abs((pair[0] or 0) - (here or 0)))


# What is asked.


def _step(look: Look, seq: int) -> Step:
    step = look.story.step(seq)
    if step is None:
        raise Problem("invalid", {"reason": "no_such_entry"})
    return step


def _event(step: Step) -> dict[str, Any]:
    return {name: value for name, value in step.entry.items() if name not in TOLD_OF_AN_ENTRY}


def _told(change: Change) -> dict[str, Any]:
    where = {"seq": change.seq} if change.before is None else {"before": change.before}
    return {**where, "event": change.event}


def _proposed(look: Look) -> Mending:
    """What one of the page's own buttons sends."""
    try:
        told = json.loads(request.form["changes"])
        changes = [_change(look, one) for one in told]
    except (ValueError, TypeError, AttributeError):
        raise Problem("invalid") from None
    return Mending(changes, reseat="reseat" in request.form, drop_after="drop" in request.form)


def _change(look: Look, told: Mapping[str, Any]) -> Change:
    event = told.get("event")
    known = None if event is None else known_event(look, event)
    seq, before = told.get("seq"), told.get("before")
    if (event is not None and known is None) or not isinstance(seq if before is None else before, int):
        raise ValueError
    return Change(seq=seq if before is None else None, event=known, before=before)


# What is done, or what stands against it.


def _done(template: str, look: Look, step: Step, mending: Mending) -> Response | tuple[str, int]:
    version = request.form.get("version", type=int)
    try:
        table.correct(desk.house(), look.caller, look.number, mending, version, key=form_key())
    except Problem as problem:
        if problem.code in desk.STATUS and problem.code != "version_conflict":
            raise
        fresh = Look(look.id)
        again = fresh.story.step(step.seq)
        if again is None:
            raise
        more: dict[str, Any] = {"tricks": []} if template == "swap.html" else {}
        return _page(template, fresh, again, _trouble(fresh, problem, mending), **more), 422
    return make_response(redirect(url_for("web.sheet", match_id=look.id), 303))


def _trouble(look: Look, problem: Problem, mending: Mending) -> Trouble:
    breaks_at = problem.more.get("breaks_at")
    broken = look.story.step(breaks_at) if breaks_at else None
    changed = {change.seq for change in mending.changes}
    clashing = [step for seq in problem.conflicts_with if seq not in changed and (step := look.story.step(seq))]
    ways = _ways(look, problem, mending, broken) if problem.code != "version_conflict" else ()
    return Trouble(
        tuple(_asked(look, change) for change in mending.changes),
        problem.code,
        look.voice.problem(problem.code, problem.params),
        (broken.seq, look.step_words(broken)) if broken else None,
        tuple((step.seq, look.step_words(step)) for step in clashing),
        tuple(ways),
    )


def _asked(look: Look, change: Change) -> tuple[str | None, str | None]:
    step = look.story.step(change.seq or -1)
    return look.step_words(step) if step else None, _becomes(look, change) if change.event else None


def _becomes(look: Look, change: Change) -> str:
    """A card that is swapped for another stays as hidden as it was."""
    assert change.event is not None
    card = change.event.get("card")
    hidden = [step for step in look.story.steps if not look.shown(step) and step.entry.get("card") == card]
    return look.telling(hidden[0], change.event) if hidden else look.entry_words(change.event)


def _ways(look: Look, problem: Problem, mending: Mending, broken: Step | None) -> Iterator[Way]:
    """Each was tried, and would be taken."""
    if broken is None:
        if problem.code in FORCIBLE and problem.index is not None:
            changes = list(mending.changes)
            one = changes[problem.index]
            changes[problem.index] = replace(one, event={**(one.event or {}), "irregular": True})
            yield Way("irregular", replace(mending, changes=changes))
        return
    found: list[Way] = []
    if problem.code == "out_of_turn" and not mending.reseat:
        found += _tried(look, "reseat", replace(mending, reseat=True))
        if not found:
            found += _tried(look, "both", replace(mending, reseat=True, drop_after=True))
    if problem.code in FORCIBLE and broken.seq not in {change.seq for change in mending.changes}:
        kept = Change(seq=broken.seq, event={**_event(broken), "irregular": True})
        found += _tried(look, "irregular", replace(mending, changes=[*mending.changes, kept]), look.step_words(broken))
    found += _tried(look, "drop", replace(mending, drop_after=True))
    yield from found


def _tried(look: Look, kind: str, mending: Mending, about: str = "") -> list[Way]:
    try:
        told = table.correct(desk.house(), look.caller, look.number, mending, look.version, dry_run=True)
    except Problem:
        return []
    changed = {change.seq for change in mending.changes}
    moved = []
    dropped: Sequence[Step] = ()
    steps = look.story.steps
    for row in told.events:
        if row["type"] == "event_amended" and row["target"] not in changed:
            step, event = look.story.step(row["target"]), row["event"]
            if step and event:
                moved.append((look.step_words(step), look.telling(step, event)))
        if row["type"] == "log_rewound":
            place = next((i for i, step in enumerate(steps) if step.seq == row["target"]), len(steps))
            dropped = [step for step in steps[place:] if step.seq not in changed]
    return [Way(kind, mending, tuple(moved), tuple(look.step_words(step) for step in dropped), about)]


def _page(template: str, look: Look, step: Step, trouble: Trouble | None = None, **more: Any) -> str:
    pad, kind = _pad_before(look, step), step.entry["type"]
    return render_template(
        template,
        look=look,
        view=look.view,
        own=look.template,
        step=step,
        words=look.telling(step),
        filled=filled.by_path(step.entry) if look.shown(step) else {},
        shown=look.shown(step),
        ask=by_hand(look, kind) if kind in BY_HAND else pad.ask(kind),
        asks=pad.main,
        trouble=trouble,
        irregular=step.seq in look.view["irregular"],
        mendable=look.may_mend(step.entry) and event_types(look.rules)[kind].by_people,
        swaps=look.may_mend(step.entry) and bool(_swaps(look, step)) if "card" in step.entry else False,
        key=uuid4().hex,
        **more,
    )


def _pad_before(look: Look, step: Step) -> Pad:
    state = look.rules.show(step.before.game, None)
    return Maker(look.rules, step.before, state, look.counts, {**step.entry, **request.args}).pad()
