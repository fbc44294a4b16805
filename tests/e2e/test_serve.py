"""The main job on real input: `make serve`, and a whole game of Extreme Tricks recorded through HTTP, hands unknown."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from product import Product, problems_in, served
from records.second_scorer import score_record

pytestmark = pytest.mark.e2e

NAMES = ["Ann", "Ben", "مريم", "Dora 🃏"]


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with served(tmp_path_factory.mktemp("product")) as product:
        yield product
    said = product.said.read_text()
    assert f":{product.port}" in said
    assert any(block in said for block in "█▀▄\x1b"), "no QR code was printed"
    assert re.search(r"http://\S+/owner/\S{40,}", said), said
    assert not problems_in(said), said


@pytest.mark.parametrize(("players", "plays"), [(4, 4 * 48), (3, 3 * 36)])
def test_a_whole_match_is_recorded_card_by_card(product: Product, players: int, plays: int) -> None:
    random = Random(players)
    product.token = None
    opened = product.ask(
        "POST", "/api/matches", {"game": "extreme-tricks", "players": [{"name": name} for name in NAMES[:players]]}
    )
    assert opened.status == 201, opened.body
    match = opened.body["match"]
    product.token = opened.body["token"]
    told = product.ask("GET", f"/api/matches/{match}").body
    events: list[dict[str, Any]] = []
    while told["status"] == "playing":
        event = next_event(told, random)
        answer = product.ask(
            "POST", f"/api/matches/{match}/events", {"events": [event], "expected_version": told["version"]}
        )
        assert answer.status == 201, answer.body
        events.append(event)
        told = answer.body["match"]
        if event["type"] == "card_played":
            assert_a_revoke_is_refused(product, match, told)
    assert sum(event["type"] == "card_played" for event in events) == plays
    expected = score_record(
        {"game": "extreme-tricks", "players": players, "first_seat": 0, "house_rules": {}, "events": events}
    )
    assert told["scores"]["totals"] == expected["totals"]
    assert told["winners"] == expected["winners"]
    scores = product.ask("GET", f"/api/matches/{match}/scores").body
    assert [sum(line["points"] for line in scores["lines"] if line["seat"] == s) for s in range(players)] == scores[
        "totals"
    ]
    row = product.ask("GET", "/api/matches?game=extreme-tricks&status=finished").body["items"][0]
    assert (row["id"], row["totals"], row["winners"]) == (match, told["scores"]["totals"], told["winners"])


def next_event(told: dict[str, Any], random: Random) -> dict[str, Any]:
    """One of what the view expects; nothing else is known here of the rules."""
    expects = {e["type"]: e for e in told["expects"] if e["type"] not in ("deal_tallied", "hands_dealt")}
    kind, choices = random.choice(sorted(expects.items()))
    match kind:
        case "challenges_laid":
            return {"type": kind, **{colour: sorted(random.sample(range(1, 26), 6)) for colour in ("red", "blue")}}
        case "trump_chosen":
            return {"type": kind, "seat": choices["seat"], "suit": random.choice(choices["suits"])}
        case "declared":
            pieces = random.randint(*choices["pieces"])
            declared = random.sample(choices["challenges"], pieces // 2)
            return {"type": kind, "seat": choices["seat"], "pieces": pieces, "challenges": declared}
    assert kind == "card_played"
    return {"type": kind, "seat": choices["seat"], "card": random.choice(choices["cards"])}


def assert_a_revoke_is_refused(product: Product, match: str, told: dict[str, Any]) -> None:
    """Whoever has shown out of a suit in this deal and plays it: refused, naming the play that showed out."""
    on_turn = next((e for e in told["expects"] if e["type"] == "card_played"), None)
    log = product.ask("GET", f"/api/matches/{match}/events?effective=true").body["items"]
    start = max((i for i, entry in enumerate(log) if entry["type"] == "declared"), default=0)
    plays = [entry for entry in log[start + 1 :] if entry["type"] == "card_played"]
    if on_turn is None or not plays or len(plays) % 7:
        return
    players = len(told["seats"])
    shown: dict[str, int] = {}
    for i, play in enumerate(plays):
        led = plays[i - i % players]["card"][0]
        if play["seat"] == on_turn["seat"] and play["card"][0] != led:
            shown.setdefault(led, play["seq"])
    seen = {play["card"] for play in plays}
    for suit, seq in shown.items():
        hidden = [f"{suit}{n}" for n in range(1, 13 if players == 4 else 10) if f"{suit}{n}" not in seen]
        if hidden:
            answer = product.ask(
                "POST", f"/api/matches/{match}/events", {"events": [{"type": "card_played", "card": hidden[0]}]}
            )
            assert (answer.status, answer.body["code"]) == (422, "revoke"), answer.body
            assert answer.body["conflicts_with"] == [seq]
            assert answer.headers["Content-Type"].startswith("application/problem+json")
            assert product.ask("GET", f"/api/matches/{match}").body["version"] == told["version"]
