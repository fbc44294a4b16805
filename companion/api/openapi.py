"""The OpenAPI 3.1 document, made from the code. ``python -m companion.api.openapi`` writes it to ``api_docs``."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path
from typing import Any

import flask_smorest  # type: ignore[import-untyped]
import orjson
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import get_fields, resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest.spec.plugins import FlaskPlugin  # type: ignore[import-untyped]
from marshmallow import INCLUDE, Schema
from marshmallow_oneofschema import OneOfSchema
from sqlalchemy import create_engine
from werkzeug.routing import Rule

from companion.api import answers
from companion.api.fields import LARGEST, Described, described
from companion.api.schemas import ID, Correcting, EventSchemas

VERSION = "3.1.0"
DOCUMENT = Path(__file__).parents[2] / "api_docs/openapi.json"
PROBLEM_TYPE = "application/problem+json"
IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "description": "A request repeated with the same key and body gets the same answer again and changes nothing.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
}
INTRODUCTION = """
A score sheet for card games played with real cards. A match is a log of events; everything else follows from it.

Requests are JSON. Refusals are `application/problem+json` with a stable `code`. A token goes into
`Authorization: Bearer`. What it opens depends on its role: `host`, `scribe`, `seat`, `watcher`; `member` of a circle.
"""


class Converter(OpenAPIConverter):
    """Our fields describe themselves; a oneof schema becomes ``oneOf`` with a discriminator."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        cls = schema if isinstance(schema, type) else type(schema)
        if issubclass(cls, OneOfSchema):
            return self._union(cls)
        if issubclass(cls, Correcting):
            return {"oneOf": [self.resolve_nested_schema(form) for form in cls.forms.values()]}
        told: dict[str, Any] = {"type": "object"}
        if cls.__doc__ and cls.__doc__ != Schema.__doc__:
            told["description"] = cleandoc(cls.__doc__)
        fields = {field.data_key or name: field for name, field in get_fields(schema).items()}
        told["properties"] = {name: self.field2property(field) for name, field in fields.items()}
        required = [name for name, field in fields.items() if field.required]
        if required:
            told["required"] = required
        if resolve_schema_instance(schema).unknown != INCLUDE:
            told["additionalProperties"] = False
        return told

    def field2property(self, field: Any) -> dict[str, Any]:
        assert isinstance(field, Described)
        return described(field, self.resolve_nested_schema)

    def _union(self, cls: type[OneOfSchema]) -> dict[str, Any]:
        forms = {kind: self.resolve_nested_schema(form) for kind, form in cls.type_schemas.items()}
        discriminator: dict[str, Any] = {"propertyName": cls.type_field}
        if all("$ref" in form for form in forms.values()):
            discriminator["mapping"] = {kind: form["$ref"] for kind, form in forms.items()}
        return {"oneOf": list(forms.values()), "discriminator": discriminator}


class Plugin(MarshmallowPlugin):
    Converter = Converter


class Api(flask_smorest.Api):
    """The resources of an app and their document. Errors and the page are our own."""

    def __init__(self, app: Flask, events: Iterable[EventSchemas]) -> None:
        self._events = list(events)
        super().__init__(
            app,
            spec_kwargs={
                "title": "Companion",
                "version": "1",
                "openapi_version": VERSION,
                "marshmallow_plugin": Plugin(schema_name_resolver=lambda schema: _name_of(schema)),
                "info": {"description": INTRODUCTION.strip()},
                "security": [{}, {"token": []}],
            },
        )

    def _register_error_handlers(self) -> None:
        pass

    def _register_etag_headers(self) -> None:
        pass

    def _register_pagination_header(self) -> None:
        pass

    def _register_responses(self) -> None:
        self.spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
        content = {PROBLEM_TYPE: {"schema": self.ma_plugin.converter.resolve_nested_schema(answers.Problem)}}
        for name in ("DEFAULT_ERROR", "UNPROCESSABLE_ENTITY"):
            self.spec.components.response(name, {"description": "Refused; `code` says why.", "content": content})
        self._any_of("Event", "An event of the match's game.", [game.union for game in self._events])
        self._any_of("HouseRules", "House rules of the match's game.", [game.house_rules for game in self._events])

        card_sets = [game.card_set for game in self._events if game.card_set is not None]
        if card_sets:
            self._any_of("CardSetContent", "What is printed on the cards of the game.", card_sets)
        else:
            self.spec.components.schema("CardSetContent", {"type": "object"})

    def _any_of(self, name: str, description: str, schemas: list[type[Schema]]) -> None:
        forms = [self.ma_plugin.converter.resolve_nested_schema(schema) for schema in schemas]
        self.spec.components.schema(name, {"description": description, "anyOf": forms})

    def document(self) -> dict[str, Any]:
        told: dict[str, Any] = self.spec.to_dict()
        game = {"type": "string", "enum": [game.rules.name for game in self._events]}
        an_id = {"type": "string", "pattern": f"^{ID}$"}
        in_path = {"match": an_id, "card_set": an_id, "player": an_id, "game": game}
        in_path["seq"] = {"type": "integer", "minimum": 0, "maximum": LARGEST}
        told["components"]["schemas"]["Opening"]["properties"]["game"] = game
        for operations in told["paths"].values():
            for parameter in operations.get("parameters", []):
                parameter["schema"] = in_path[parameter["name"]]
            if "post" in operations:
                operations["post"].setdefault("parameters", []).append(IDEMPOTENCY_KEY)
        return told


def json_schemas(schemas: EventSchemas) -> dict[str, Any]:
    """The JSON Schema of each event of a game, each whole in itself."""
    converter = Converter(VERSION, lambda schema: "", APISpec("", "", VERSION))
    return {kind: converter.schema2jsonschema(schema) for kind, schema in schemas.by_type.items()}


def _name_of(schema: Any) -> str:
    return (schema if isinstance(schema, type) else type(schema)).__name__


def path_of(rule: Rule) -> str:
    """An address as the document spells it."""
    return str(FlaskPlugin.flaskpath2openapi(rule.rule))


def document() -> bytes:
    """As it lies in the repository."""
    from companion.api import register
    from companion.house import House

    app = Flask("companion", static_folder=None)
    app.extensions["house"] = House(create_engine("sqlite://"), b"", open=True, now=lambda: 0)
    register(app)
    return orjson.dumps(app.extensions["openapi"], option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_bytes(document())
