"""The API against its own document: whatever is sent, answers are as it says, and nothing fails inside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import schemathesis
from api.phones import BEGINNING, Phone, Table, good, plays, sit_down
from flask import Flask, got_request_exception
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from sqlmodel import SQLModel

from companion import Settings, create_app
from companion.api.openapi import DOCUMENT

load_all_checks()
NOT_JUDGED = [
    *CHECKS.get_by_names(["positive_data_acceptance"]),  # rules and roles may still refuse what fits the document
    *CHECKS.get_by_names(["ensure_resource_availability", "use_after_free"]),  # a guessed match is none
    *CHECKS.get_by_names(["ignored_auth", "object_level_authorization"]),  # an open server lets everybody look on
]

ENDLESS = ("/api/matches/{match}/stream",)
"""Answers with no end have tests of their own."""


def operations() -> Iterator[tuple[str, str, GenerationMode]]:
    """Each with what fits the document, and with what does not where there is something to be wrong about."""
    for path, told in json.loads(DOCUMENT.read_bytes())["paths"].items():
        for method, operation in told.items():
            if method != "parameters" and path not in ENDLESS:
                yield method.upper(), path, GenerationMode.POSITIVE
                asked = [parameter["in"] for parameter in operation.get("parameters", [])]
                if "requestBody" in operation or "query" in asked:
                    yield method.upper(), path, GenerationMode.NEGATIVE


@pytest.fixture(scope="module")
def failures() -> list[BaseException]:
    return []


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory, failures: list[BaseException]) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("contract")
    app = create_app(Settings(f"sqlite:///{folder}/companion.db", b"k" * 32, open=True))
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    for limiter in app.extensions["limiter"]:
        limiter.enabled = False
    inside = app.wsgi_app
    app.wsgi_app = lambda environ, start: inside({"REMOTE_ADDR": "127.0.0.1", **environ}, start)  # type: ignore[method-assign]

    def noticed(_app: Flask, exception: BaseException, **_: object) -> None:
        failures.append(exception)

    got_request_exception.connect(noticed, app)
    yield app
    app.extensions["house"].engine.dispose()


@pytest.fixture(scope="module")
def document(started: Flask) -> schemathesis.BaseSchema:
    document = schemathesis.openapi.from_wsgi("/api/openapi.json", started)
    document.config.checks.negative_data_rejection.expected_statuses.append("413")  # a list that is too long
    return document


@pytest.fixture
def begun(started: Flask) -> Table:
    """A match in which most things can be asked for: a deal is on."""
    table = sit_down(started)
    table.recorded(*BEGINNING, *plays("C1", "C2"))
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "mode"), list(operations()))
def test_every_answer_is_as_the_document_says(
    document: schemathesis.BaseSchema,
    begun: Table,
    failures: list[BaseException],
    method: str,
    path: str,
    mode: GenerationMode,
) -> None:
    operation = document[path][method]
    headers = {"Authorization": f"Bearer {begun.host.token}"}
    parameters = {"match": begun.id} if "{match}" in path else None
    strategy = operation.as_strategy(mode, headers=headers, path_parameters=parameters)

    @hypothesis.settings(max_examples=15, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(case=strategy)
    def ask(case: schemathesis.Case) -> None:
        response = case.call()
        case.validate_response(response, excluded_checks=NOT_JUDGED)
        assert response.status_code != 500

    ask()
    assert not failures
    # Whatever of it was accepted, the log holds.
    if method != "DELETE":
        log = begun.log()
        assert [entry["seq"] for entry in log] == list(range(len(log)))
        good(Phone(begun.host.app).get(begun.path))
