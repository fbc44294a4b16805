"""Matches carried from one companion to another."""

from __future__ import annotations

from typing import Any

from flask import Response, g

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said

blueprint = resource("carrying", "Matches carried from one companion to another.")


@blueprint.route("/matches/<match>/export")
@blueprint.response(200, answers.MatchFile)
def export(match: str) -> Response:
    """Take a match along

    A file with its whole log. Of a running match that the companion deals it holds what this token may see, and is
    marked `partial`.
    """
    name = f"attachment; filename={match}.json"
    return said(table.take_along(house(), caller(), g.match_id), headers={"Content-Disposition": name})


@blueprint.route("/import", methods=["POST"])
@blueprint.arguments(schemas.FileToBring)
@blueprint.response(201, answers.Brought)
@blueprint.alt_response(200, schema=answers.Brought, description="The match was here already.", success=True)
def bring_in(sent: dict[str, Any]) -> Response:
    """Bring a match in

    It comes into the circle of the token with the id and version it had, and with a new host token; a match that is
    here already stays as it is, hosted by whoever hosts it. Every entry is checked as if it happened here.
    """
    brought = table.bring_in(house(), caller(), sent, key())
    body = {
        "match": brought.match,
        "token": brought.token,
        "join_code": brought.join_code,
        "version": brought.version,
    }
    return said(body, 201 if brought.new else 200, {"Location": f"/api/matches/{brought.match}"})
