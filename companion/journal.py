"""The server's own log: what was asked, how it ended, how long it took. Never a body, a name, a code or a card."""

from __future__ import annotations

import logging
import sys
import time
import uuid

import structlog
from flask import Flask, Response, g, got_request_exception, request

log = structlog.get_logger("companion")

structlog.configure(
    processors=[
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
        structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], bool_as_flag=False),
    ],
    wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)


def keep(app: Flask, *, every_request: bool) -> None:
    """Errors always; every request too, where somebody reads such lines."""

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()
        g.request_id = uuid.uuid4().hex[:12]

    @app.after_request
    def end(response: Response) -> Response:
        response.headers.setdefault("X-Request-Id", g.get("request_id", ""))
        if every_request or response.status_code >= 500:
            # The rule that matched, not the address: that may hold a join code.
            rule = request.url_rule.rule if request.url_rule else "(none)"
            ms = round((time.perf_counter() - g.get("began", 0.0)) * 1000, 1)
            log.info(
                "asked", method=request.method, rule=rule, status=response.status_code, ms=ms, id=g.get("request_id")
            )
        return response

    def failed(_app: Flask, exception: BaseException) -> None:
        log.error("failed", id=g.get("request_id"), exc_info=exception)

    got_request_exception.connect(failed, app, weak=False)
