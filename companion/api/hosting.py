"""Whose sheet it is: more phones that record, hosting, seats handed on, a match deleted and brought back."""

from __future__ import annotations

from dataclasses import asdict

from flask import Response, g

from companion import table
from companion.api import answers
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said
from companion.house import iso

blueprint = resource("hosting", "Whose sheet it is.")


@blueprint.route("/matches/<match>", methods=["DELETE"])
@blueprint.response(200, answers.Gone)
def delete(match: str) -> Response:
    """Delete a match

    The host's right. It can be brought back for 30 days.
    """
    gone = table.delete_match(house(), caller(), g.match_id)
    return said({"match": gone.match, "until": iso(gone.until)})


@blueprint.route("/matches/<match>/restore", methods=["POST"])
@blueprint.response(200, answers.Match)
def restore(match: str) -> Response:
    """Bring a deleted match back

    The host's right, for 30 days. Answers with the match as it was.
    """
    table.bring_back(house(), caller(), g.match_id)
    return said(table.look(house(), caller(), g.match_id))


@blueprint.route("/matches/<match>/scribes", methods=["POST"])
@blueprint.response(201, answers.Joined)
def record_here(match: str) -> Response:
    """Record here too

    On an open server, at a table with real cards, any phone may; unless the host has locked the sheet.
    """
    return _joined(table.record_here(house(), caller(), g.match_id, key()), 201)


@blueprint.route("/matches/<match>/host", methods=["POST"])
@blueprint.response(200, answers.Joined)
def take_hosting(match: str) -> Response:
    """Take the sheet over

    For a phone that records or sits here, when the host's phone has not been there for a while.
    """
    return _joined(table.take_hosting(house(), caller(), g.match_id, key()), 200)


@blueprint.route("/matches/<match>/seat-link", methods=["POST"])
@blueprint.response(201, answers.SeatLink)
def seat_link(match: str) -> Response:
    """Hand this seat on

    For the phone that holds a seat: a code that gives the seat to the phone that joins with it, once.
    """
    return said({"match": match, "code": table.seat_link(house(), caller(), g.match_id, key())}, 201)


@blueprint.route("/matches/<match>/share", methods=["POST"])
@blueprint.response(200, answers.Share)
def share(match: str) -> Response:
    """Share a link

    For whoever plays here: a link by which anybody may read this match, and nothing else. Asked again it is the same.
    """
    code = table.share(house(), caller(), g.match_id)
    return said({"match": match, "code": code, "path": f"/s/{code}/at/0"})


@blueprint.route("/matches/<match>/share", methods=["DELETE"])
@blueprint.response(204)
def end_share(match: str) -> Response:
    """End the link

    Nobody reads the match any more by the link that was shared.
    """
    table.end_share(house(), caller(), g.match_id)
    return Response(status=204)


def _joined(joined: table.Joined, status: int) -> Response:
    return said(asdict(joined), status)
