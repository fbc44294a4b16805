"""A resource: a blueprint that reads requests strictly and answers every failure as a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask_smorest  # type: ignore[import-untyped]
import orjson
from flask import Response

from companion.api import asking, problems


class Blueprint(flask_smorest.Blueprint):
    ARGUMENTS_PARSER = asking.Reader()


def resource(name: str, description: str, *, knows_callers: bool = True) -> Blueprint:
    """Its addresses are below ``/api``. Without callers it answers everybody alike, whatever token they bring."""
    blueprint = Blueprint(name, __name__, url_prefix="/api", description=description)
    problems.register(blueprint)
    if knows_callers:
        blueprint.before_request(asking.look_at_request)
    return blueprint


def said(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    response = Response(orjson.dumps(data), status, mimetype="application/json")
    response.headers.extend(headers or {})
    return response
