"""gunicorn's settings, for ``companion serve`` and any host: ``gunicorn -c python:companion.server ...``."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

worker_class = "gthread"
threads = 64
timeout = 60
graceful_timeout = 5
keepalive = 1  # seconds; it is also how long a server that is told to stop waits for idle phones
proc_name = "companion"
loglevel = "warning"


def post_worker_init(worker: Any) -> None:
    """A stream has no end of its own: when the worker is told to stop, its streams are let go first."""
    bell = worker.wsgi.extensions["house"].bell

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        before = signal.getsignal(number)

        def stop(signum: int, frame: FrameType | None, before: Any = before) -> None:
            bell.close()
            if callable(before):
                before(signum, frame)

        signal.signal(number, stop)
