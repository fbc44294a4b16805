"""Following a match: server-sent events, one after every append, whichever process made it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

from flask import Response, g, request

from companion import access, table
from companion.access import Caller
from companion.api.asking import caller, house
from companion.api.resource import resource
from companion.house import House
from companion.problem import Problem

SECONDS_BETWEEN_BEATS = 15.0
SECONDS_BETWEEN_LOOKS = 2.0
"""A phone that left is noticed so soon; by beats alone its thread would be held until the second one fails."""
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
    line = request.environ.get("gunicorn.socket")
    response = Response(_events(here, who, match_id, last, line), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(
    house: House, who: Caller, match_id: int, last: int | None, line: socket.socket | None = None
) -> Iterator[str]:
    """Ends when the match or the phone is gone, or the server about to be."""
    with house.bell.following(match_id) as woken:
        yield f"retry: {RETRY_MS}\n\n"
        quiet = 0.0
        while not house.bell.closing:
            woken.clear()
            try:
                version = table.version(house, who, match_id)
            except Problem:
                return
            if version != last:
                last = version
                yield f"id: {version}\nevent: version\ndata: {json.dumps({'version': version})}\n\n"
            if woken.wait(SECONDS_BETWEEN_LOOKS):
                continue
            if line is not None and _hung_up(line):
                return
            quiet += SECONDS_BETWEEN_LOOKS
            if quiet >= SECONDS_BETWEEN_BEATS:
                quiet = 0.0
                if who.token and who.circle is not None:
                    access.seen(house, who.circle, who.token)
                yield ": beat\n\n"


def _hung_up(line: socket.socket) -> bool:
    """Whether the other end has closed. Nothing is read: a phone that follows says nothing more."""
    try:
        return line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (BlockingIOError, ValueError):  # still there; or encrypted, which cannot be looked into
        return False
    except OSError:
        return True
