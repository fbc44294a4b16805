"""The OpenAPI document, and a page to try it from."""

from __future__ import annotations

from pathlib import Path

import orjson
from flask import Blueprint, Response, current_app, send_from_directory

from companion.api import problems
from companion.problem import Problem

SWAGGER_UI = Path(__file__).parents[1] / "web/static/vendor/swagger-ui"
ASSETS = ("swagger-ui.css", "swagger-ui-bundle.js")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Companion API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="data:,">
<body>
<main id="swagger-ui"><noscript>The document itself: <a href="/api/openapi.json">openapi.json</a></noscript></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
"""
START = """SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null});
"""

blueprint = Blueprint("docs", __name__, url_prefix="/api")
problems.register(blueprint)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    told = current_app.extensions["openapi"]
    return Response(orjson.dumps(told, option=orjson.OPT_INDENT_2), mimetype="application/json")


@blueprint.get("/docs")
def page() -> Response:
    return Response(PAGE, mimetype="text/html")


@blueprint.get("/docs/start.js")
def start() -> Response:
    return Response(START, mimetype="text/javascript")


@blueprint.get("/docs/<name>")
def asset(name: str) -> Response:
    if name not in ASSETS:
        raise Problem("not_found")
    return send_from_directory(SWAGGER_UI, name, max_age=86_400)
