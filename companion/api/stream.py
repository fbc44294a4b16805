"""Following a match: server-sent events, one after every append, whichever process made it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import Response, g, request

from companion import access, table
from companion.access import Caller
from companion.api.asking import caller, house
from companion.api.resource import resource
from companion.house import House
from companion.problem import Problem

SECONDS_BETWEEN_BEATS = 15.0
RETRY_MS = 1000

blueprint = resource("stream", "Following a match.")


@blueprint.route("/matches/<match>/stream")
@blueprint.doc(
    parameters=[
        {
            "in": "header",
            "name": "Last-Event-ID",
            "description": "The version heard of last: what came since is told at once.",
            "schema": {"type": "string"},
        }
    ],
    responses={
        "200": {
            "description": "`version` with `{version}` after every append; a comment every 15 s.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    },
)
def follow(match: str) -> Response:
    """Follow a match

    Server-sent events that say which version the match has; what it is, `GET` tells.
    """
    # All of the request is read before the first byte is sent; afterwards there is none.
    here, who, match_id = house(), caller(), g.match_id
    table.version(here, who, match_id)
    heard = request.headers.get("Last-Event-ID", "")
    last = int(heard) if heard.isdecimal() and len(heard) < 10 else None
    response = Response(_events(here, who, match_id, last), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(house: House, who: Caller, match_id: int, last: int | None) -> Iterator[str]:
    """Ends when the match is gone, or the server about to be."""
    with house.bell.following(match_id) as woken:
        yield f"retry: {RETRY_MS}\n\n"
        while not house.bell.closing:
            woken.clear()
            try:
                version = table.version(house, who, match_id)
            except Problem:
                return
            if version != last:
                last = version
                yield f"id: {version}\nevent: version\ndata: {json.dumps({'version': version})}\n\n"
            if not woken.wait(SECONDS_BETWEEN_BEATS):
                if who.token and who.circle is not None:
                    access.seen(house, who.circle, who.token)
                yield ": beat\n\n"
