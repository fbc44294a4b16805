"""Other phones: the code that lets them in, and the seats they take."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, g

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said

blueprint = resource("joining", "Phones that come to a match.")


@blueprint.route("/join", methods=["POST"])
@blueprint.arguments(schemas.Joining)
@blueprint.response(200, answers.Joined)
def join(sent: dict[str, Any]) -> Response:
    """Come in by a code

    To a match: takes the seat that is named, if no phone holds it; without a seat one watches. Into a circle, by a
    code of its members.
    """
    joined = table.join(house(), caller(), sent["code"], sent.get("seat"), sent.get("name"), key())
    return said(asdict(joined))


@blueprint.route("/matches/<match>/join-code", methods=["POST"])
@blueprint.response(200, answers.JoinCode)
def new_join_code(match: str) -> Response:
    """Make a new join code

    The host's right. The code there was opens nothing any more; phones that came in by it stay.
    """
    return said({"match": match, "join_code": table.new_join_code(house(), caller(), g.match_id, key())})


@blueprint.route("/matches/<match>/join-code")
@blueprint.response(200, answers.JoinCode)
def join_code(match: str) -> Response:
    """The join code that holds now

    For every phone of the match.
    """
    return said({"match": match, "join_code": table.join_code(house(), caller(), g.match_id)})
