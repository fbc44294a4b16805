"""Floods: join codes cannot be found by trying, and nobody fills the house with matches or circles."""

from __future__ import annotations

import time

from flask import Flask, Response
from flask_limiter import Limiter, RequestLimit
from werkzeug.exceptions import TooManyRequests

from companion.api.asking import address

WRONG_CODES = "20 per minute; 200 per hour"
OPENINGS = "600 per minute"
CIRCLES = "20 per minute; 200 per day"


def limit(app: Flask) -> None:
    """Each worker counts for itself, by the address that asks."""
    app.config.setdefault("RATELIMIT_ENABLED", True)
    limiter = Limiter(address, app=app, storage_uri="memory://", strategy="moving-window", on_breach=_too_many)
    for endpoint, rate, counts in (
        ("joining.join", WRONG_CODES, _wrong_code),
        ("matches.open_match", OPENINGS, None),
        ("circles.make_circle", CIRCLES, None),
    ):
        view = app.view_functions[endpoint]
        app.view_functions[endpoint] = limiter.limit(rate, deduct_when=counts)(view)  # type: ignore[assignment]


def _too_many(limit: RequestLimit) -> Response | None:
    raise TooManyRequests(retry_after=max(1, int(limit.reset_at - time.time()) + 1))


def _wrong_code(response: Response) -> bool:
    return response.status_code == 404
