"""People who played."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house
from companion.api.resource import resource, said

blueprint = resource("players", "People who played.")


@blueprint.route("/players")
@blueprint.arguments(schemas.PeopleQuery, location="query")
@blueprint.response(200, answers.People)
def players(asked: dict[str, Any]) -> Response:
    """People of the circle

    Who played most lately first.
    """
    return said({"items": table.names(house(), caller(), **asked), "next_cursor": None})
