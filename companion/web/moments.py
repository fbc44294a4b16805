"""A match played again, entry by entry, the table as it lay; and the link by which others may look at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, make_response, redirect, render_template, request, url_for

from companion import access, table
from companion.access import Caller
from companion.house import spell
from companion.problem import Problem
from companion.web import desk
from companion.web.desk import bp
from companion.web.look import Look
from companion.web.match import address_of
from companion.web.pad import Maker, Pad
from companion.web.story import Story


class Past(Look):
    """The match as it was after one entry, as whoever only watches may see it."""

    past = True

    def __init__(self, match_id: str, caller: Caller, seq: int) -> None:
        self.id = match_id
        self.number = desk.match_number(match_id)
        self.caller = caller
        self.moment = table.moment(desk.house(), caller, self.number, seq)
        self.view = dict(self.moment.view)
        self.begin_to_speak()

    @property
    def closed(self) -> bool:
        """What must not be seen is not among what was told."""
        return False

    @property
    def may_record(self) -> bool:
        return False

    @cached_property
    def story(self) -> Story:
        return Story(self.rules, (), self.moment.match, self.version, (self.caller.circle, self.number, "past", None))

    @cached_property
    def pad(self) -> Pad:
        return Maker(self.rules, self.moment.match, self.state, self.counts, {}).pad([])

    @property
    def turns(self) -> set[int | None]:
        return set(self.moment.match.expects.seats)

    @property
    def last_taken_by(self) -> int | None:
        """Whoever led to this trick took the one before it."""
        taker = self.state.get("last_taker", self.state.get("leader"))
        return None if taker is None else int(taker)

    @property
    def said(self) -> str:
        """What happened last."""
        entry = self.moment.entry
        if entry is None:
            return self.voice("moment.hidden" if self.moment.seq else "moment.beginning")
        return self.entry_words(entry)


@dataclass(frozen=True)
class Steps:
    """Where one may step from here: entries, and the place among all."""

    place: int
    last: int
    seqs: tuple[int, ...]

    @classmethod
    def of(cls, moment: table.Moment) -> Steps:
        return cls(moment.seqs.index(moment.seq), len(moment.seqs) - 1, moment.seqs)

    @property
    def before(self) -> int | None:
        return self.seqs[self.place - 1] if self.place else None

    @property
    def after(self) -> int | None:
        return self.seqs[self.place + 1] if self.place < self.last else None


@bp.get("/m/<match_id>/at/<int:seq>")
def moment(match_id: str, seq: int) -> str:
    caller = desk.caller_at(match_id).at(desk.match_number(match_id))
    past = Past(match_id, caller, seq)
    code = table.shared(desk.house(), caller, past.number)
    link = address_of(url_for("web.shared_moment", code=code, seq=past.moment.seq)) if code else None
    return _page(
        past, "web.moment", {"match_id": match_id}, link=link, may_share=caller.role in ("host", "scribe", "seat")
    )


@bp.get("/m/<match_id>/at")
def moment_chosen(match_id: str) -> Response:
    """Where no script runs the slider is sent: the place it stands at."""
    past = Past(match_id, desk.caller_at(match_id).at(desk.match_number(match_id)), 0)
    return make_response(redirect(url_for("web.moment", match_id=match_id, seq=_chosen(past)), 303))


def _chosen(past: Past) -> int:
    place = request.args.get("place", 0, type=int)
    return past.moment.seqs[max(0, min(place, len(past.moment.seqs) - 1))]


def _page(past: Past, endpoint: str, where: dict[str, Any], **more: Any) -> str:
    template = "_moment.html" if request.args.get("part") else "moment.html"
    return render_template(
        template,
        **past.table,
        on=0,
        summary=None,
        key="",
        steps=Steps.of(past.moment),
        at=lambda seq: url_for(endpoint, seq=seq, **where),
        choose=url_for(f"{endpoint}_chosen", **where),
        **more,
    )


# Looked at by others.


@bp.post("/m/<match_id>/share")
def share(match_id: str) -> Response:
    caller = desk.caller_at(match_id)
    table.share(desk.house(), caller, desk.match_number(match_id))
    return _back_to(match_id)


@bp.post("/m/<match_id>/share/end")
def end_share(match_id: str) -> Response:
    table.end_share(desk.house(), desk.caller_at(match_id), desk.match_number(match_id))
    return _back_to(match_id)


def _back_to(match_id: str) -> Response:
    seq = request.form.get("seq", 0, type=int)
    return make_response(redirect(url_for("web.moment", match_id=match_id, seq=max(seq, 0)), 303))


@bp.get("/s/<code>/at/<int:seq>")
def shared_moment(code: str, seq: int) -> str:
    return _page(_shared(code, seq), "web.shared_moment", {"code": code}, link=None, may_share=False, shared=True)


@bp.get("/s/<code>/at")
def shared_moment_chosen(code: str) -> Response:
    return make_response(redirect(url_for("web.shared_moment", code=code, seq=_chosen(_shared(code, 0))), 303))


def _shared(code: str, seq: int) -> Past:
    reader = access.reader(desk.house(), code)
    if reader is None:
        raise Problem("not_found", {"reason": "share_ended"})
    return Past(spell(reader.match), reader, seq)
