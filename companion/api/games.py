"""The games there are: who can play, which options, which events."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app

from companion.api import answers
from companion.api.asking import house
from companion.api.resource import resource, said
from companion.kit import codec
from companion.kit.rules import Rules
from companion.problem import Problem

blueprint = resource("games", "The games there are.", knows_callers=False)

TYPES = {"str": "string", "choice": "string", "bool": "boolean", "int": "integer"}


@blueprint.route("/games")
@blueprint.response(200, answers.Games)
def games() -> Response:
    """Every game

    With seats, suits, cards and house rules; the form of its events is told by the game itself.
    """
    return said({"items": [told(rules) for rules in house().games.values()], "next_cursor": None})


@blueprint.route("/games/<game>")
@blueprint.response(200, answers.Game)
def one_game(game: str) -> Response:
    """One game

    With the JSON Schema of each event that may be sent, by its type.
    """
    rules = house().games.get(game)
    if rules is None:
        raise Problem("not_found")
    return said({**told(rules), "events": current_app.extensions["json_schemas"][game]})


def told(rules: Rules[Any]) -> dict[str, Any]:
    return {
        "id": rules.name,
        "seats": {"min": min(rules.seats), "max": max(rules.seats)},
        "suits": list(rules.suits),
        "cards": list(rules.cards),
        "options": {member.name: _option(member) for member in codec.members(rules.house_rules)},
        "memory": rules.memory,
        "card_set": rules.card_set is not None,
    }


def _option(member: codec.Member) -> dict[str, Any]:
    shape = member.shape
    told: dict[str, Any] = {"type": TYPES[shape.kind]}
    if shape.kind == "choice":
        told["choices"] = list(shape.choices)
    if shape.within:
        told |= {"min": shape.within.low, "max": shape.within.high}
    return told | ({} if member.required else {"default": member.default})
