"""The document is of the code, valid, and can be tried."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from api.phones import Phone, good
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.serving import make_server

from companion.api import openapi

REMAKE = "python -m companion.api.openapi"


@pytest.fixture
def document(app: Flask) -> dict[str, Any]:
    return good(Phone(app).get("/openapi.json"))


def test_the_document_in_the_repository_is_that_of_the_code() -> None:
    assert openapi.DOCUMENT.read_bytes() == openapi.document(), f"made anew by `{REMAKE}`"


def test_it_is_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(document).validate()


def test_every_address_below_api_is_in_it(app: Flask, document: dict[str, Any]) -> None:
    told = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    told = {(method, path) for method, path in told if method != "PARAMETERS"}
    here = {
        (method, openapi.path_of(rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and not rule.endpoint.startswith("docs.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert told == here


def test_events_are_told_apart_by_their_type(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert {"$ref": "#/components/schemas/ExtremeTricksEvent"} in schemas["Event"]["anyOf"]
    union = schemas["ExtremeTricksEvent"]
    assert union["discriminator"]["propertyName"] == "type"
    assert union["discriminator"]["mapping"]["card_played"] == "#/components/schemas/ExtremeTricksCardPlayed"
    assert {"$ref": "#/components/schemas/ExtremeTricksCardPlayed"} in union["oneOf"]
    assert schemas["ExtremeTricksCardPlayed"]["properties"]["type"] == {"const": "card_played"}
    assert "ExtremeTricksSeatClaimed" not in schemas


def test_every_operation_says_how_it_is_refused(document: dict[str, Any]) -> None:
    for operations in document["paths"].values():
        for method, operation in operations.items():
            if method != "parameters":
                assert "default" in operation["responses"]
                assert operation["summary"]
    answer = document["components"]["responses"]["DEFAULT_ERROR"]["content"]
    assert list(answer) == ["application/problem+json"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/docs", "text/html; charset=utf-8"),
        ("/docs/start.js", "text/javascript; charset=utf-8"),
        ("/docs/swagger-ui.css", "text/css; charset=utf-8"),
        ("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    ],
)
def test_the_page_to_try_it_comes_from_here_alone(app: Flask, path: str, kind: str) -> None:
    response = Phone(app).get(path)
    assert (response.status_code, response.content_type) == (200, kind)
    if kind.startswith("text/html"):
        assert "http" not in response.get_data(as_text=True)
    response.close()


def test_the_page_works_under_the_content_policy(app: Flask, chromium: Any) -> None:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    page, said = chromium.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    try:
        page.goto(f"http://127.0.0.1:{server.port}/api/docs")
        page.get_by_text("Record what happened").wait_for(timeout=30_000)
        page.get_by_text("The games there are").first.wait_for()
        assert not [line for line in said if "Content Security Policy" in line or "rror" in line]
    finally:
        page.close()
        server.shutdown()
        thread.join()


def test_the_guide_leads_to_every_resource(document: dict[str, Any]) -> None:
    guide = Path(openapi.DOCUMENT).with_name("README.md").read_text()
    for path in document["paths"]:
        said = path.replace("/api", "$API")
        for name, spelled in (
            ("match", "$MATCH"),
            ("seq", "$SEQ"),
            ("card_set", "$SET"),
            ("player", "$PERSON"),
            ("game", "extreme-tricks"),
        ):
            said = said.replace(f"{{{name}}}", spelled)
        assert said in guide
