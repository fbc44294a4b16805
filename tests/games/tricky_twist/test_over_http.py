"""Opened, dealt and played over HTTP: the card set that companion dealing needs, and what other phones are told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playing import card_set
from sqlmodel import SQLModel

from companion import Settings, create_app
from companion.games.tricky_twist.rules import RULES
from companion.kit.codec import record_to_json


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/c.db", b"k" * 32, open=True))
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    yield app.test_client()
    app.extensions["house"].engine.dispose()


def opened(client: FlaskClient, **more: Any) -> Any:
    players = [{"name": "Ann", "me": True}, {"name": "Bo"}, {"name": "Cem"}]
    return client.post("/api/matches", json={"game": "tricky-twist", "players": players, **more})


def test_companion_dealing_needs_a_card_set(client: FlaskClient) -> None:
    answer = opened(client, dealing="companion")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "card_set_needed")
    content = json.loads(json.dumps(record_to_json(card_set(RULES))))
    for wrong in ({"cards": content["cards"][:8]}, {"cards": [content["cards"][0]] * 9}, {"cards": "none"}):
        assert opened(client, dealing="companion", card_set=wrong).status_code in (400, 422)
    assert opened(client, dealing="companion", card_set=content).status_code == 201


def test_the_companion_reveals_deals_and_tells_each_phone_its_own(client: FlaskClient) -> None:
    content = json.loads(json.dumps(record_to_json(card_set(RULES))))
    made = opened(client, dealing="companion", card_set=content, first_seat=0).get_json()
    host = {"Authorization": f"Bearer {made['token']}"}
    path = f"/api/matches/{made['match']}"
    view = client.get(path, headers=host).get_json()
    assert view["state"]["scoring_card"]["card"]
    assert len(view["hand"]) == 16
    assert view["memory"] == "closed"
    five = view["hand"][:5]
    sent = client.post(
        f"{path}/events", headers=host, json={"events": [{"type": "reserve_set", "seat": 0, "cards": five}]}
    )
    assert sent.status_code == 201
    other = client.post("/api/join", json={"code": made["join_code"], "seat": 1}).get_json()["token"]
    told = client.get(f"{path}/events", headers={"Authorization": f"Bearer {other}"}).get_data(as_text=True)
    assert not [card for card in view["hand"] if f'"{card}"' in told]
    assert json.dumps(client.get(path, headers=host).get_json()["hand"]) == json.dumps(view["hand"][5:])


def test_at_the_table_it_opens_without_one(client: FlaskClient) -> None:
    made = opened(client).get_json()
    host = {"Authorization": f"Bearer {made['token']}"}
    path = f"/api/matches/{made['match']}"
    card = {"type": "scoring_card_revealed", "card": "odd_values", "points": [0, 1, 3]}
    sent = client.post(
        f"{path}/events", headers=host, json={"events": [card | {"variable": ["odd", "even", "any", "shift"]}]}
    )
    assert sent.status_code == 201, sent.get_json()
    played = client.post(f"{path}/events", headers=host, json={"events": [{"type": "card_played", "card": "R7"}]})
    assert played.get_json()["match"]["state"]["trick_cards"] == [{"seat": 0, "card": "R7"}]
