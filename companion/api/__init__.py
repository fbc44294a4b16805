"""The REST API: a blueprint per resource below ``/api``, its document and its problems."""

from __future__ import annotations

from flask import Flask


def register(app: Flask) -> None:
    """The app has its house in ``extensions["house"]``; the games are those of that house."""
    from companion.api import (
        card_sets,
        carrying,
        circles,
        docs,
        games,
        health,
        hosting,
        joining,
        matches,
        openapi,
        players,
        problems,
        stream,
    )
    from companion.api.schemas import EventSchemas

    events = {name: EventSchemas(rules) for name, rules in app.extensions["house"].games.items()}
    app.extensions["events"] = events
    app.extensions["json_schemas"] = {name: openapi.json_schemas(schemas) for name, schemas in events.items()}
    problems.register_addresses(app, "/api/")
    api = openapi.Api(app, events.values())
    for resource in (games, matches, hosting, joining, stream, players, card_sets, circles, carrying, health):
        api.register_blueprint(resource.blueprint)
    app.register_blueprint(docs.blueprint)
    app.extensions["openapi"] = api.document()
