"""Circles: people who play together, on a server that is not open to everybody."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said

blueprint = resource("circles", "People who play together; nothing crosses from one circle to another.")


@blueprint.route("/circles", methods=["POST"])
@blueprint.arguments(schemas.NewCircle)
@blueprint.response(201, answers.MadeCircle)
def make_circle(sent: dict[str, Any]) -> Response:
    """Make a circle

    Answers with a member's token, the code that lets others in (`POST /join`), and a code to write down: with it one
    comes back from any phone. An open server has one circle, to which everybody belongs.
    """
    return said(asdict(table.make_circle(house(), sent["name"], key())), 201)


@blueprint.route("/circle")
@blueprint.response(200, answers.Circle)
def circle() -> Response:
    """The circle of this token

    For its members.
    """
    return said(asdict(table.circle(house(), caller())))


@blueprint.route("/circle/join-code", methods=["POST"])
@blueprint.response(200, answers.CircleCode)
def new_circle_code() -> Response:
    """Make a new code that lets others in

    The code there was opens nothing any more.
    """
    return said({"code": table.new_circle_code(house(), caller(), key())})


@blueprint.route("/circle/recovery-code", methods=["POST"])
@blueprint.response(200, answers.CircleCode)
def new_recovery_code() -> Response:
    """Make a new code to come back by

    The code there was opens nothing any more, wherever it is written down.
    """
    return said({"code": table.new_recovery_code(house(), caller(), key())})


@blueprint.route("/circle/membership", methods=["DELETE"])
@blueprint.response(204)
def leave() -> Response:
    """Leave the circle

    This token opens nothing any more; a code lets one in again.
    """
    table.leave_circle(house(), caller())
    return Response(status=204)
