"""Circles: people who play together, on a server that is not open to everybody."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import table
from companion.api import answers, schemas
from companion.api.asking import house, key
from companion.api.resource import resource, said

blueprint = resource("circles", "People who play together; nothing crosses from one circle to another.")


@blueprint.route("/circles", methods=["POST"])
@blueprint.arguments(schemas.NewCircle)
@blueprint.response(201, answers.Circle)
def make_circle(sent: dict[str, Any]) -> Response:
    """Make a circle

    Answers with a member's token. An open server has one circle, to which everybody belongs.
    """
    made = table.make_circle(house(), sent["name"], key())
    return said({"circle": made.circle, "token": made.token}, 201)
