"""The phone's pages: server-made HTML, a small script, no build step."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

from companion.web.desk import bp, furnish

VIEWS = (
    "pages",
    "sheet",
    "log",
    "mend",
    "match",
    "seats",
    "hosting",
    "card_sets",
    "help",
    "history",
    "moments",
    "paper",
    "picture",
    "board",
    "installing",
    "taking",
    "circle",
)


def register(app: Flask) -> None:
    for module in VIEWS:
        import_module(f"companion.web.{module}")
    app.register_blueprint(bp)
    furnish(app)
