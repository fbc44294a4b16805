"""The board: what everybody in the room may see of a match, large, with nothing to record with."""

from __future__ import annotations

from dataclasses import replace

from flask import Response, make_response, render_template, request

from companion.access import Caller
from companion.web.desk import bp
from companion.web.look import Look


class Board(Look):
    """A match as whoever only watches sees it, on whichever phone the board was opened."""

    def as_asked(self, caller: Caller) -> Caller:
        return replace(caller, role="watcher", seat=None) if caller.match == self.number else caller


@bp.get("/m/<match_id>/board")
def board(match_id: str) -> Response | str:
    """204 when the board has this version already."""
    look = Board(match_id)
    if request.args.get("have", type=int) == look.version:
        return make_response("", 204)
    return render_template(
        "board.html",
        **look.table,
        summary=len(look.view["scores"]["deals"]) if look.over or look.story.between_deals else None,
    )
