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
    return said(table.names(house(), caller(), **asked))


@blueprint.route("/players/<player>")
@blueprint.response(200, answers.PersonSheet)
def player(player: str) -> Response:
    """What somebody has done so far

    A record for each game. Only finished matches count, and of those no seat that was handed on.
    """
    return said(table.person(house(), caller(), player))


@blueprint.route("/players/<player>", methods=["PATCH"])
@blueprint.arguments(schemas.Renaming)
@blueprint.response(200, answers.PersonSheet)
def rename(sent: dict[str, Any], player: str) -> Response:
    """Rename somebody

    The right of the server's owner. The new name stands in every match.
    """
    table.rename(house(), caller(), player, sent["name"])
    return said(table.person(house(), caller(), player))


@blueprint.route("/players/<player>", methods=["DELETE"])
@blueprint.response(204)
def forget(player: str) -> Response:
    """Forget somebody's name

    The right of the server's owner, and for good. Matches and points stay, with nobody's name in that seat.
    """
    table.forget_name(house(), caller(), player)
    return Response(status=204)


@blueprint.route("/players/<player>/merge", methods=["POST"])
@blueprint.arguments(schemas.Merging)
@blueprint.response(200, answers.PersonSheet)
def merge(sent: dict[str, Any], player: str) -> Response:
    """Two spellings, one person

    The right of the server's owner: from now on this person is the one named `into`, in every match and record.
    """
    table.merge(house(), caller(), player, sent["into"])
    return said(table.person(house(), caller(), player))
