"""The log: every entry in words, corrections struck through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import table
from companion.kit.general import FREE_TEXTS
from companion.problem import Problem
from companion.table.withdrawing import GONE
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.sheet import form_key
from companion.web.story import OPENING, Step, event_types

CORRECTIONS = frozenset({"event_amended", "event_removed", "event_inserted", "log_rewound", "text_withdrawn"})


@dataclass(frozen=True)
class Line:
    """One entry as it reads now (None: it no longer counts), and how it read before."""

    seq: int
    deal: int
    now: str | None
    before: tuple[str, ...]
    at: str
    seat: int | None
    trick: int | None
    card: str | None
    irregular: bool
    mendable: bool
    withdrawable: bool  # a text that this phone may take out for good
    mended: str | None  # who corrected it or took it back last


@dataclass(frozen=True)
class Reading:
    """An entry that happened at the table, all its wordings and who corrected it or took it back, the newest last."""

    entry: Mapping[str, Any]
    wordings: list[Mapping[str, Any]]
    mended_by: list[str]

    @property
    def seq(self) -> int:
        return int(self.entry["seq"])

    @property
    def inserted(self) -> bool:
        return bool(self.entry["type"] == "event_inserted")


@bp.get("/m/<match_id>/log")
def log(match_id: str) -> str:
    look = Look(match_id)
    deals: dict[int, list[Line]] = {}
    for line in lines(look):
        deals.setdefault(line.deal, []).append(line)
    return render_template("log.html", look=look, view=look.view, deals=dict(sorted(deals.items(), reverse=True)))


@bp.post("/m/<match_id>/look-back")
def look_back(match_id: str) -> Response:
    """What lies face down is shown, and the log says so."""
    look = Look(match_id)
    entry = request.form.get("entry", type=int)
    step = None if entry is None else look.story.step(entry)
    if entry is not None and step is None:
        raise Problem("invalid", {"reason": "no_such_entry"})
    if not look.shown(step) if step else look.so_far_is_hidden:
        table.look_back(desk.house(), look.caller, look.number, entry, form_key())
    if step:
        return make_response(redirect(url_for("web.entry", match_id=match_id, seq=step.seq), 303))
    return make_response(redirect(url_for("web.more", match_id=match_id, kind=request.form.get("then", "noted")), 303))


@bp.get("/m/<match_id>/log/<int:seq>/withdraw")
def before_withdrawing(match_id: str, seq: int) -> str:
    look = Look(match_id)
    if look.role != "host":
        raise Problem("not_yours")
    action = url_for("web.withdraw", match_id=match_id, seq=seq)
    return render_template("sure.html", look=look, view=look.view, kind="withdraw", action=action, key=uuid4().hex)


@bp.post("/m/<match_id>/log/<int:seq>/withdraw")
def withdraw(match_id: str, seq: int) -> Response:
    """What was written there is gone for good; the entry stays."""
    look = Look(match_id)
    table.withdraw_text(desk.house(), look.caller, look.number, seq, form_key())
    return make_response(redirect(f"{url_for('web.log', match_id=match_id)}#e{seq}", 303))


def lines(look: Look) -> list[Line]:
    counting = {step.seq: step for step in look.story.steps}
    return [_line(look, one, counting.get(one.seq)) for one in readings(look)]


def readings(look: Look) -> list[Reading]:
    """In playing order; an entry that was taken back stands where it stood."""
    order: list[int] = []
    found: dict[int, Reading] = {}
    gone: set[int] = set()

    def mended(target: int, entry: Mapping[str, Any]) -> Reading | None:
        reading = found.get(target)  # None: it is not told to this phone
        if reading is not None:
            reading.mended_by.append(entry["by"])
        return reading

    for entry in look.entries:
        seq = entry["seq"]
        if entry["type"] == "event_inserted":
            order.insert(order.index(entry["before"]) if entry["before"] in order else len(order), seq)
            found[seq] = Reading(entry, [entry["event"] or {}], [entry["by"]])
        elif entry["type"] == "event_amended":
            reading = mended(entry["target"], entry)
            if reading is not None:
                reading.wordings.append(entry["event"] or {})
        elif entry["type"] == "event_removed":
            mended(entry["target"], entry)
            gone.add(entry["target"])
        elif entry["type"] == "log_rewound" and entry["target"] in order:
            dropped = [one for one in order[order.index(entry["target"]) :] if one not in gone]
            for one in dropped:
                mended(one, entry)
            gone.update(dropped)
        elif entry["type"] not in CORRECTIONS and entry["type"] != OPENING:
            order.append(seq)
            found[seq] = Reading(entry, [entry], [])
    return [found[seq] for seq in order]


def _line(look: Look, reading: Reading, step: Step | None) -> Line:
    told, read = reading.entry, reading.wordings
    said = [look.telling(step, one) if step else look.entry_words(one) for one in read]
    now = step.entry if step else None
    current = now or read[-1]
    return Line(
        seq=told["seq"],
        deal=look.story.deal_of(told["seq"]),
        now=None if step is None else look.telling(step),
        before=tuple(said[:-1] if now else said),
        at=str(told["at"]),
        seat=current.get("seat"),
        trick=look.trick_of(step) if step else None,
        card=None if step and look.out_of_sight(step) else current.get("card"),
        irregular=told["seq"] in look.view["irregular"],
        mendable=now is not None and look.may_mend(told) and _by_people(look, now),
        withdrawable=look.role == "host" and any(_has_text(one) for one in read),
        mended=_who(look, reading.mended_by[-1]) if reading.mended_by else None,
    )


def _who(look: Look, by: str) -> str:
    """Who recorded something: whoever sits there, or what that phone is to the table."""
    kind, _, seat = by.partition(" ")
    return look.voice.name(int(seat)) if seat.isdigit() else look.voice(f"by.{kind}")


def _has_text(entry: Mapping[str, Any]) -> bool:
    return any(entry.get(name) not in (None, GONE) for name in FREE_TEXTS.get(entry.get("type", ""), ()))


def _by_people(look: Look, entry: Mapping[str, Any]) -> bool:
    return event_types(look.rules)[entry["type"]].by_people
