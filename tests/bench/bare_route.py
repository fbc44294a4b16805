"""The least a server can do that stores a play: one Flask route, one synced insert, the same gunicorn."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from flask import Flask, request
from gunicorn.app.base import BaseApplication

from companion.database import sqlite3

folder = Path(os.environ["COMPANION_DATA"])
folder.mkdir(parents=True, exist_ok=True)
file = str(folder / "bare.db")
app = Flask(__name__)


def connected() -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None, timeout=15)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    return db


connected().execute("CREATE TABLE IF NOT EXISTS e (seq INTEGER PRIMARY KEY, data TEXT)")


@app.post("/")
def insert() -> dict[str, int]:
    db = connected()
    db.execute("BEGIN IMMEDIATE")
    seq = db.execute("INSERT INTO e (data) VALUES (?)", (request.get_data(as_text=True),)).lastrowid
    db.execute("COMMIT")
    db.close()
    return {"version": seq or 0}


class Server(BaseApplication):
    def load_config(self) -> None:
        for name, value in {
            "bind": f"127.0.0.1:{sys.argv[-1]}",
            "workers": 2,
            "worker_class": "gthread",
            "threads": 64,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return app


if __name__ == "__main__":
    Server().run()
