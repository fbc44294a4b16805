"""Matches: open one, look at it, record what happens, mend what was recorded, read its log and its score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, current_app, g, request
from marshmallow import ValidationError

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said
from companion.table import Answer, Change, Mending, Opening

blueprint = resource("matches", "Matches, their logs and their score sheets.")


@blueprint.route("/matches", methods=["POST"])
@blueprint.arguments(schemas.Opening)
@blueprint.response(201, answers.Opened)
def open_match(sent: dict[str, Any]) -> Response:
    """Open a match

    Answers with the host's token, and the code that lets other phones in.
    """
    opened = table.open_match(house(), caller(), Opening(**sent), key())
    body = {
        "match": opened.match,
        "token": opened.token,
        "join_code": opened.join_code,
        "version": opened.version,
    }
    return said(body, 201, {"Location": f"/api/matches/{opened.match}"})


@blueprint.route("/matches")
@blueprint.arguments(schemas.HistoryQuery, location="query")
@blueprint.response(200, answers.Matches)
def history(asked: dict[str, Any]) -> Response:
    """Matches, newest first

    Those of the caller's circle.
    """
    return said(table.history(house(), caller(), **asked))


@blueprint.route("/matches/<match>")
@blueprint.response(200, answers.Match, headers={"ETag": {"schema": {"type": "string"}}})
@blueprint.alt_response(304, description="The version named in `If-None-Match` is still the newest.", success=True)
def look(match: str) -> Response:
    """The match as this caller may see it

    `ETag` is its version: nothing is sent again to who names it in `If-None-Match`.
    """
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
    if request.if_none_match:
        version = table.version(house(), caller(), g.match_id)
        if request.if_none_match.contains_weak(str(version)):
            return Response(status=304, headers=headers | {"ETag": f'"{version}"'})
    view = table.look(house(), caller(), g.match_id)
    return said(view, headers=headers | {"ETag": f'"{view["version"]}"'})


@blueprint.route("/matches/<match>/events", methods=["POST"])
@blueprint.arguments(schemas.Recording)
@blueprint.response(201, answers.Recorded)
def record(sent: dict[str, Any], match: str) -> Response:
    """Record what happened

    All of it or nothing. Answers with the entries added, those of chance that became due among them.
    """
    events = _schemas().read_all(sent["events"])
    return _recorded(table.record(house(), caller(), g.match_id, events, sent.get("expected_version"), key()), 201)


@blueprint.route("/matches/<match>/events")
@blueprint.arguments(schemas.LogQuery, location="query")
@blueprint.response(200, answers.Log)
def log(asked: dict[str, Any], match: str) -> Response:
    """The log

    Every entry with its state, corrections among them; or only what counts, in playing order.
    """
    entries = table.entries(house(), caller(), g.match_id, **asked)
    return said({"items": entries, "next_cursor": None})


@blueprint.route("/matches/<match>/corrections", methods=["POST"])
@blueprint.arguments(schemas.Correcting)
@blueprint.response(201, answers.Recorded)
@blueprint.alt_response(200, schema=answers.Recorded, description="A dry run: nothing was stored.", success=True)
def correct(sent: dict[str, Any], match: str) -> Response:
    """Correct earlier entries

    Replaces, takes back or puts in entries, all or none. Refused with `breaks_at` when a later entry no longer holds.
    """
    short = "changes" not in sent
    changes = [_change(change, place, short) for place, change in enumerate([sent] if short else sent["changes"])]
    mending = Mending(changes, reseat=sent.get("reseat", False), drop_after=sent.get("drop_after", False))
    dry_run = sent.get("dry_run", False)
    answer = table.correct(
        house(), caller(), g.match_id, mending, sent.get("expected_version"), dry_run, None if dry_run else key()
    )
    return _recorded(answer, 200 if dry_run else 201)


@blueprint.route("/matches/<match>/events/<int:seq>/withdraw", methods=["POST"])
@blueprint.response(201, answers.Recorded)
def withdraw(match: str, seq: int) -> Response:
    """Withdraw what was written

    The text of a note or the reason of an entry is gone for good, in every wording it had; the entry stays.
    """
    return _recorded(table.withdraw_text(house(), caller(), g.match_id, seq, key()), 201)


@blueprint.route("/matches/<match>/moment")
@blueprint.arguments(schemas.MomentQuery, location="query")
@blueprint.response(200, answers.Moment)
def moment(asked: dict[str, Any], match: str) -> Response:
    """The match as it lay

    After entry `at`, or the last before it that counts, as whoever only watches may see it: finished deals lie open,
    of a running deal with closed memory there is only the present.
    """
    seen = table.moment(house(), caller(), g.match_id, asked["at"])
    return said({"at": seen.seq, "moments": seen.seqs, "entry": seen.entry, "match": seen.view})


@blueprint.route("/matches/<match>/scores")
@blueprint.response(200, answers.Scores)
def scores(match: str) -> Response:
    """The score sheet

    Totals, every finished deal, and for each point where it came from.
    """
    return said(table.scores(house(), caller(), g.match_id))


def _schemas() -> schemas.EventSchemas:
    """Those of the game that this match is of."""
    found = current_app.extensions["events"][table.game_of(house(), caller(), g.match_id)]
    assert isinstance(found, schemas.EventSchemas)
    return found


def _change(change: Mapping[str, Any], place: int, short: bool) -> Change:
    event = change.get("event")
    if event is not None:
        try:
            event = _schemas().read(event)
        except ValidationError as error:
            wrong = {"event": error.messages}
            raise ValidationError(wrong if short else {"changes": {place: wrong}}) from None
    return Change(seq=change.get("seq"), event=event, before=change.get("before"))


def _recorded(answer: Answer, status: int) -> Response:
    body = {"version": answer.version, "events": answer.events, "match": answer.match}
    return said(body, status, {"ETag": f'"{answer.version}"'} if status == 201 else None)
