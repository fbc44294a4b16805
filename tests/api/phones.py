"""Phones that speak to the API, and tables they meet at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

CHALLENGES = {"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]}
TRUMP = {"type": "trump_chosen", "seat": 0, "suit": "H"}
THREE = ({"name": "Ann", "me": True}, {"name": "Ben"}, {"name": "Cy"})


def declared(seat: int, pieces: int = 1, *challenges: str) -> dict[str, Any]:
    return {"type": "declared", "seat": seat, "pieces": pieces, "challenges": list(challenges)}


def plays(*cards: str, **more: Any) -> list[dict[str, Any]]:
    return [{"type": "card_played", "card": card, **more} for card in cards]


BEGINNING = [CHALLENGES, TRUMP, declared(0), declared(1), declared(2)]
"""Of a deal of three, up to the first card."""


@dataclass
class Phone:
    app: Flask
    token: str | None = None

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        headers = dict(more.pop("headers", {}))
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.app.test_client().open(f"/api{path}", method=method, headers=headers, **more)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.ask("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path: str, body: Any = None, *, key: str | None = None, **more: Any) -> TestResponse:
        headers = more.pop("headers", {}) | ({} if key is None else {"Idempotency-Key": key})
        if body is not None:
            more |= {"data": body if isinstance(body, (bytes, str)) else json.dumps(body)}
            more.setdefault("content_type", "application/json")
        return self.ask("POST", path, headers=headers, **more)


@dataclass
class Table:
    """A match, the phone of its host, and the code on it."""

    host: Phone
    id: str
    code: str

    @property
    def path(self) -> str:
        return f"/matches/{self.id}"

    def record(self, *events: dict[str, Any], by: Phone | None = None, key: str | None = None, **more: Any) -> Any:
        return (by or self.host).post(f"{self.path}/events", {"events": list(events), **more}, key=key)

    def recorded(self, *events: dict[str, Any], by: Phone | None = None) -> dict[str, Any]:
        return good(self.record(*events, by=by), 201)

    def correct(self, body: dict[str, Any], by: Phone | None = None, key: str | None = None) -> TestResponse:
        return (by or self.host).post(f"{self.path}/corrections", body, key=key)

    def look(self, by: Phone | None = None) -> dict[str, Any]:
        return good((by or self.host).get(self.path))

    def log(self, by: Phone | None = None, query: str = "") -> list[dict[str, Any]]:
        return list(good((by or self.host).get(f"{self.path}/events{query}"))["items"])

    def join(self, seat: int | None = None, name: str | None = None) -> Phone:
        body = {"code": self.code} | ({} if seat is None else {"seat": seat}) | ({} if name is None else {"name": name})
        outside = Phone(self.host.app)
        return Phone(self.host.app, good(outside.post("/join", body))["token"])


def sit_down(app: Flask, players: Any = THREE, *, by: Phone | None = None, **more: Any) -> Table:
    body = {"game": "extreme-tricks", "players": list(players), **more}
    opened = good((by or Phone(app)).post("/matches", body), 201)
    return Table(Phone(app, opened["token"]), opened["match"], opened["join_code"])


def good(response: TestResponse, status: int = 200) -> dict[str, Any]:
    assert response.status_code == status, response.get_data(as_text=True)
    assert response.content_type == "application/json"
    told = response.json
    assert isinstance(told, dict)
    return told


def refused(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The problem, which is one in every respect."""
    told = response.json
    assert (response.status_code, told and told.get("code")) == (status, code), response.get_data(as_text=True)
    assert response.content_type == "application/problem+json"
    assert isinstance(told, dict)
    assert told["status"] == status
    assert {"type", "title"} <= told.keys()
    assert len(told["detail"]) > 10
    assert "problem." not in told["detail"]
    return told
