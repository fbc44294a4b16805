"""Every refusal as an answer: application/problem+json (RFC 9457), in the request's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from flask import Blueprint, Flask, Response, current_app, g, got_request_exception, request
from marshmallow import ValidationError
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from companion import journal, table
from companion.api.asking import asked_for
from companion.api.fields import Wrong
from companion.problem import Problem
from companion.web import text

STATUS = {
    "malformed": 400,
    "no_token": 401,
    "not_yours": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "version_conflict": 409,
    "too_large": 413,
    "too_many_requests": 429,
    "internal": 500,
    "unavailable": 503,
}
"""By code; 422 for every other."""
CODES = {status: code for code, status in STATUS.items()} | {415: "malformed", 422: "invalid"}

REASONS = {
    "json_needed": "The body has to be JSON, sent as application/json.",
    "json_broken": "The JSON breaks off or goes wrong at character {place}.",
    "idempotency_key": "Idempotency-Key has to have 1 to 200 visible characters.",
    "one_circle": "This server is open: it has one circle, and everybody belongs to it.",
    "entry_twice": "Each entry can be changed once in a correction.",
    "missing_field": "{field} is missing.",
    "unknown_field": "{field} is not a field of this.",
    "null_field": "{field} may not be null.",
    "not_an_object": "{field} has to be an object.",
    "whole_number": "{field} has to be a whole number from {low} to {high}.",
    "text": "{field} has to be a text.",
    "text_length": "{field} has to have {low} to {high} characters.",
    "text_form": "{field} does not have the form of such a value.",
    "yes_or_no": "{field} has to be true or false.",
    "one_of": "{field} has to be one of: {values}.",
    "one_form": "{field} has to name exactly one of: {values}.",
    "list": "{field} has to be a list.",
    "list_length": "{field} has to have {low} to {high} items.",
    "by_seat": "{field} has to be an object keyed by seat number.",
    "no_such_seat": "{field} is no seat: they are 0 to {high}.",
}
"""For whoever writes a client: what is wrong, closer than the sentence that people get before it."""


def register(blueprint: Blueprint) -> None:
    """The blueprint answers every failure of its own as a problem, whatever the rest of the app does with errors."""
    blueprint.register_error_handler(Problem, answer)
    blueprint.register_error_handler(ValidationError, invalid)
    blueprint.register_error_handler(NoConnectionFree, busy)
    blueprint.register_error_handler(DBAPIError, database_failed)
    blueprint.register_error_handler(Exception, failed)
    for status in sorted(CODES):
        # By status, for one that the app itself handles would be asked first.
        blueprint.register_error_handler(status, http_failed)
    blueprint.register_error_handler(HTTPException, http_failed)


def register_addresses(app: Flask, prefix: str) -> None:
    """What no blueprint gets: addresses below the prefix that lead nowhere, and whom the guard sends away there."""

    @app.before_request
    def lost() -> Response | None:
        wrong = request.routing_exception
        if wrong is None or isinstance(wrong, RequestRedirect) or not request.path.startswith(prefix):
            return None
        return http_failed(wrong)

    @app.errorhandler(HTTPException)
    def before_any_view(error: HTTPException) -> Response | HTTPException:
        return http_failed(error) if request.path.startswith(prefix) else error

    app.register_error_handler(Problem, answer)


def answer(problem: Problem) -> Response:
    status = STATUS.get(problem.code, 422)
    body: dict[str, Any] = {
        "type": f"/api/docs#problem-{problem.code}",
        "title": problem.code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail(problem),
        "code": problem.code,
    }
    if problem.index is not None:
        body["index"] = problem.index
    if problem.conflicts_with:
        body["conflicts_with"] = list(problem.conflicts_with)
    response = Response(orjson.dumps(body | problem.more), status, mimetype="application/problem+json")
    response.headers["Content-Language"] = locale()
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        response.headers["Retry-After"] = "1"
    return response


def invalid(error: ValidationError) -> Response:
    """The first thing that is wrong with what was sent, named by its place."""
    path, reason = next(_leaves(error.messages))
    params = dict(reason.params) if isinstance(reason, Wrong) else {}
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")
    index = path[1] if len(path) > 1 and path[0] in ("events", "changes") and isinstance(path[1], int) else None
    params = {"reason": str(reason), **params, "field": field or "body"}
    return answer(Problem("invalid", params, index=index, field=field or "body"))


def http_failed(error: HTTPException) -> Response:
    code = CODES.get(error.code or 500, "malformed" if (error.code or 500) < 500 else "internal")
    response = answer(Problem(code))
    for name in ("valid_methods", "retry_after"):
        value = getattr(error, name, None)
        if value:
            response.headers["Allow" if name == "valid_methods" else "Retry-After"] = (
                ", ".join(sorted(value)) if name == "valid_methods" else str(value)
            )
    return response


def busy(error: Exception) -> Response:
    journal.log.warning("no connection to the database became free", id=request_id())
    return answer(Problem("unavailable"))


def database_failed(error: DBAPIError) -> Response:
    """A database that is locked or away is there again later; anything else is a mistake of ours."""
    words = str(error.orig).lower()
    passing = error.connection_invalidated or (
        isinstance(error, OperationalError) and ("sqlite" not in type(error.orig).__module__ or "locked" in words)
    )
    if not passing:
        return failed(error)
    journal.log.warning("the database did not answer", id=request_id(), why=words)
    return answer(Problem("unavailable"))


def failed(error: Exception) -> Response:
    got_request_exception.send(current_app._get_current_object(), exception=error)  # type: ignore[attr-defined]
    return answer(Problem("internal", request=request_id()))


def request_id() -> str | None:
    """As the app's own log names this request."""
    known = g.get("request_id")
    return None if known is None else str(known)


def locale() -> str:
    return g.get("locale") or text.choose(accept=request.headers.get("Accept-Language"))


def detail(problem: Problem) -> str:
    """The problem's sentence, and what is wrong more closely where the language has no sentence for that."""
    game, names = _table_of(problem)
    said = text.detail(problem.code, problem.params, names, locale(), game=game)
    why = REASONS.get(str(problem.params.get("reason")))
    closest, *_ = text.problem_codes(problem.code, problem.params)
    if why is None or text.Voice(locale(), game).knows(closest):
        return said
    return f"{said} ({why.format_map(dict(problem.params)).removesuffix('.')})"


def _table_of(problem: Problem) -> tuple[str | None, list[str]]:
    """Game and names, where the sentence speaks of a seat or a card at a table that the caller may see."""
    if not {"seat", "card", "challenge"} & problem.params.keys() or problem.code in ("not_found", "no_token"):
        return None, []
    try:
        house, caller, match_id = asked_for()
        return table.about(house, caller, match_id)
    except (Problem, DBAPIError, LookupError):
        return None, []


def _leaves(messages: Any, path: tuple[int | str, ...] = ()) -> Iterator[tuple[tuple[int | str, ...], str]]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from _leaves(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _leaves(inner, path)
    else:
        yield path, messages
