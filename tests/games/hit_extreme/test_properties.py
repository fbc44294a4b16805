"""Whatever happens: no card is lost or doubled, at most one duel waits, every match ends, points are cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from games.hit_extreme.table import ACTIONS, COPIES, VALUES
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import course

from companion.games.hit_extreme.rules import RULES
from companion.games.hit_extreme.state import HouseRules
from companion.kit.match import Match, Sitting, begin, scores, view
from companion.kit.rules import Setup
from companion.kit.seats import SCRIBE, Seat

READINGS = ("as_written", "any", "new")
SEEDS = st.integers(0, 2**32)


def opened(players: int, seed: int, reading: Any, dealing: Any = "table", rounds: int = 1) -> Match[Any]:
    setup = Setup(players, Seat(seed % players), HouseRules(reading, rounds), dealing)
    return begin(RULES, setup, [Sitting()] * players)


def where_cards_are(match: Match[Any]) -> Counter[str]:
    state, told = match.game, view(match, SCRIBE)["state"]
    found = Counter(told["unseen"]) + Counter(told["lost"])
    for front in told["in_front"]:
        found += Counter(front)
    for won in state.won:
        for counts in won.values():
            found += Counter(dict(zip(RULES.cards, counts, strict=True)))
    if told["all_in"] and told["all_in"]["left"]:
        found += Counter(told["all_in"]["revealed"])
    return found + Counter(elixir=told["elixirs"])


@pytest.mark.slow
@settings(max_examples=25)
@given(SEEDS, st.sampled_from(RULES.seats), st.sampled_from(READINGS), st.sampled_from(["table", "companion"]))
def test_no_card_is_ever_lost_or_doubled(seed: int, players: int, reading: str, dealing: str) -> None:
    for _, match in course(opened(players, seed, reading, dealing), Random(seed)):
        assert where_cards_are(match) == Counter(COPIES)


@pytest.mark.slow
@settings(max_examples=25)
@given(SEEDS, st.sampled_from(RULES.seats), st.sampled_from(READINGS))
def test_at_most_one_duel_waits_and_no_action_card_ever_lies_in_front(seed: int, players: int, reading: str) -> None:
    for _, match in course(opened(players, seed, reading), Random(seed)):
        fronts = view(match, SCRIBE)["state"]["in_front"]
        assert sum(front.get("duel", 0) for front in fronts) <= 1
        assert not any(face in front for front in fronts for face in ACTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("players", RULES.seats)
def test_every_match_ends_and_its_points_are_those_of_the_cards_won(players: int, reading: str) -> None:
    for seed in range(3):
        end = opened(players, seed, reading, rounds=2)
        for _, after in course(end, Random(seed)):
            end = after
        told = scores(end)
        assert end.status == "finished"
        assert told["winners"]
        assert len(told["deals"]) == 2
        for line in told["lines"]:
            assert line["points"] == VALUES[line["card"]] * line["cards"]
        assert -84 <= sum(told["totals"]) <= 968
        for deal in (1, 2):
            won = sum(line["cards"] for line in told["lines"] if line["deal"] == deal and line["card"] == "duel")
            assert won % 2 == 0, "duels are won two at a time"


@settings(max_examples=25)
@given(SEEDS, st.sampled_from(RULES.seats))
def test_the_running_score_of_the_last_moment_is_the_rounds_result(seed: int, players: int) -> None:
    """Nothing more was chosen: where the round ended by itself the score told before the last word was its result."""
    before = None
    for event, match in course(opened(players, seed, "as_written"), Random(seed)):
        told = scores(match)
        if match.expects.over and before and event.type == "turn_ended" and before["current"]:
            assert told["deals"][-1] == before["current"]
        before = told


@pytest.mark.slow
@settings(max_examples=25)
@given(SEEDS, st.sampled_from(RULES.seats), st.sampled_from(READINGS))
def test_winnings_only_change_by_cards_that_were_there(seed: int, players: int, reading: str) -> None:
    """Only losers take points away, and winnings never lose a card."""
    cards = [0] * players
    for _, match in course(opened(players, seed, reading), Random(seed)):
        now = view(match, SCRIBE)["state"]["winnings_cards"]
        assert all(a <= b for a, b in zip(cards, now, strict=True))
        cards = now
