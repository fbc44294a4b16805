"""Over HTTP: a match opened with the table's own cards, and dealt from them. The deck is made up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from games.power_tricks.table import DECK
from sqlmodel import SQLModel

from companion import Settings, create_app

Post = Callable[..., tuple[int, dict[str, Any]]]
CHAPTER = {"type": "chapter_opened", "winner": "highest", "trick_points": 1, "bid": 3, "power_bonus": 5}


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    app = create_app(Settings(f"sqlite:///{tmp_path}/one.db", b"k" * 32, open=True))
    SQLModel.metadata.create_all(app.extensions["house"].engine)
    client = app.test_client()

    def send(path: str, body: Any, token: str = "") -> tuple[int, dict[str, Any]]:
        answer = client.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
        told: dict[str, Any] = answer.get_json()
        return answer.status_code, told

    yield send
    app.extensions["house"].engine.dispose()


def match(dealing: str, players: int = 4, **more: Any) -> dict[str, Any]:
    named = [{"name": f"P{seat}"} | ({"me": True} if seat == 0 else {}) for seat in range(players)]
    return {"game": "power-tricks", "players": named, "dealing": dealing, **more}


def test_without_its_cards_the_companion_cannot_deal_but_a_table_can(post: Post) -> None:
    status, told = post("/api/matches", match("companion"))
    assert (status, told["code"]) == (422, "card_set_needed")
    assert post("/api/matches", match("table"))[0] == 201


def test_with_its_cards_the_companion_deals_once_the_chapter_is_open(post: Post) -> None:
    own = {"deck": DECK, "gems": [f"gem {n}" for n in range(9)], "suits": {"A": "axes"}}
    status, told = post("/api/matches", match("companion", card_set=own, first_seat=0))
    assert status == 201
    status, told = post(f"/api/matches/{told['match']}/events", {"events": [CHAPTER]}, told["token"])
    assert status == 201, told
    assert [event["type"] for event in told["events"]] == ["chapter_opened", "gems_revealed", "hands_dealt"]
    assert len(told["match"]["hand"]) == 11
    assert len(told["match"]["state"]["gems_left"]) == 5


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": DECK | {"A": [1, 2]}},
        {"deck": DECK | {"B": [1, *DECK["B"]]}},
        {"deck": {"A": DECK["A"]}},
        {"deck": DECK, "chapters": [{"winner": "trump", "trick_points": 1, "bid": 1, "power_bonus": 1}]},
        {"deck": DECK, "gems": [""]},
        {"gems": ["ruby"]},
        {"deck": DECK, "colours": {}},
    ],
)
def test_a_card_set_that_cannot_be_is_invalid(post: Post, wrong: dict[str, Any]) -> None:
    status, told = post("/api/matches", match("table", card_set=wrong))
    assert (status, told["code"]) == (422, "invalid")
    assert "card set" in told["detail"]
