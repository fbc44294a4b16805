"""Floods: join codes cannot be found by trying, and nobody fills the house with matches or circles."""

from __future__ import annotations

import time

from flask import Flask, Response
from flask_limiter import Limiter, RequestLimit
from werkzeug.exceptions import TooManyRequests

from companion.guard import address

WRONG_CODES = "20 per minute; 200 per hour"
OPENINGS = "600 per minute"
CIRCLES = "20 per minute; 200 per day"


def limit(app: Flask) -> None:
    """Each worker counts for itself, by the address that asks."""
    app.config.setdefault("RATELIMIT_ENABLED", True)
    limiter = Limiter(address, app=app, storage_uri="memory://", strategy="moving-window", on_breach=_too_many)
    wrong_codes = limiter.shared_limit(WRONG_CODES, scope="join codes", deduct_when=_wrong_code)
    circles = limiter.shared_limit(CIRCLES, scope="circles")
    for endpoint, limited in (
        ("joining.join", wrong_codes),
        ("web.enter", wrong_codes),
        ("matches.open_match", limiter.limit(OPENINGS)),
        ("carrying.bring_in", limiter.limit(OPENINGS)),
        ("web.bring_in", limiter.limit(OPENINGS)),
        ("circles.make_circle", circles),
        ("web.make_circle", circles),
    ):
        app.view_functions[endpoint] = limited(app.view_functions[endpoint])  # type: ignore[assignment]


def _too_many(limit: RequestLimit) -> Response | None:
    raise TooManyRequests(retry_after=max(1, int(limit.reset_at - time.time()) + 1))


def _wrong_code(response: Response) -> bool:
    return response.status_code == 404
