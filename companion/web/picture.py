"""Where a match stands as a picture, for the group chat of those who played."""

from __future__ import annotations

from flask import Response, make_response, render_template

from companion.web.desk import bp
from companion.web.look import Look


@bp.get("/m/<match_id>/picture.svg")
def picture(match_id: str) -> Response:
    """On paper white whatever the phone's colours are: it is looked at elsewhere."""
    look = Look(match_id)
    page = make_response(render_template("picture.svg", look=look, view=look.view, lines=look.ranking))
    page.mimetype = "image/svg+xml"
    return page
