"""Card sets: what is printed on the cards of one's own copy, entered once."""

from __future__ import annotations

from typing import Any

from flask import Response

from companion import table
from companion.api import answers, schemas
from companion.api.asking import caller, house, key
from companion.api.resource import resource, said

blueprint = resource("card-sets", "What is printed on the cards of one's own copy.")


@blueprint.route("/card-sets")
@blueprint.arguments(schemas.CardSetQuery, location="query")
@blueprint.response(200, answers.CardSets)
def card_sets(asked: dict[str, Any]) -> Response:
    """Card sets of the circle

    Touched last first.
    """
    return said({"items": table.card_sets(house(), caller(), asked.get("game")), "next_cursor": None})


@blueprint.route("/card-sets", methods=["POST"])
@blueprint.arguments(schemas.NewCardSet)
@blueprint.response(201, answers.CardSet)
def keep(sent: dict[str, Any]) -> Response:
    """Keep a card set

    Its content is judged by the game.
    """
    kept = table.keep_card_set(house(), caller(), sent["game"], sent["name"], sent["content"], key())
    return said(kept, 201, {"Location": f"/api/card-sets/{kept['id']}"})


@blueprint.route("/card-sets/<card_set>")
@blueprint.response(200, answers.CardSet)
def card_set(card_set: str) -> Response:
    """A card set"""
    return said(table.card_set(house(), caller(), card_set))


@blueprint.route("/card-sets/<card_set>", methods=["PUT"])
@blueprint.arguments(schemas.ChangedCardSet)
@blueprint.response(200, answers.CardSet)
def change(sent: dict[str, Any], card_set: str) -> Response:
    """Change a card set

    Matches that were opened with it keep what they were opened with.
    """
    return said(table.change_card_set(house(), caller(), card_set, sent["name"], sent["content"]))


@blueprint.route("/card-sets/<card_set>", methods=["DELETE"])
@blueprint.response(204)
def throw_away(card_set: str) -> Response:
    """Throw a card set away"""
    table.throw_away(house(), caller(), card_set)
    return Response(status=204)
