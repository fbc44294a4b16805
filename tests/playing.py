"""Random but legal matches of any game, for tests: every event is one the rules themselves offer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from companion import registry
from companion.kit.codec import choose
from companion.kit.match import Match, Sitting, begin, check, evolve
from companion.kit.rules import Bounds, Event, Rules, Setup, options
from companion.kit.seats import Seat

SHORTCUTS = ("deal_tallied", "hands_dealt")
"""What a table may do but need not; taken only now and then, or matches would hardly be played."""


def offered(match: Match[Any]) -> list[Event | Bounds]:
    """Everything the rules offer anybody now."""
    expect = match.expects
    if expect.over or match.waiting:
        return []
    return [option for seat in (None, *expect.seats, *expect.also) for option in options(match.rules, match.game, seat)]


def next_event(match: Match[Any], random: Random, shortcuts: float = 0.0) -> Event:
    """One of them, as its sender would send it."""
    if match.setup.dealing == "companion" and match.expects.chance:
        return match.rules.deal(match.game, random)
    by_type: dict[str, list[Event | Bounds]] = {}
    for option in offered(match):
        by_type.setdefault(option.type, []).append(option)
    usual = [kind for kind in by_type if kind not in SHORTCUTS]
    rare = [kind for kind in by_type if kind in SHORTCUTS]
    kind = random.choice(rare if rare and (not usual or random.random() < shortcuts) else usual)
    option = random.choice(by_type[kind])
    return option.sample(random) if isinstance(option, Bounds) else option


def opened(
    rules: Rules[Any], random: Random, *, dealing: str = "table", players: int | None = None, first: int | None = None
) -> Match[Any]:
    players = players or random.choice(rules.seats)
    first = Seat(random.randrange(players) if first is None else first)
    own_cards = rules.card_set and (dealing == "companion" or random.random() < 0.5)
    cards = card_set(rules) if own_cards else None
    setup = Setup(players, first, rules.house_rules(), dealing, rules.memory, cards)  # type: ignore[arg-type]
    return begin(rules, setup, [Sitting(player=f"p{seat}") for seat in range(players)])


def card_set(rules: Rules[Any]) -> Any:
    """The one that a golden record of the game was opened with."""
    home = Path(str(find_spec(registry.folder(rules.name)).origin)).parent  # type: ignore[union-attr]
    records = (json.loads(file.read_text()) for file in sorted(home.glob("records/*.json")))
    content = next(record["card_set"] for record in records if record.get("card_set"))
    return choose(rules.card_set, content)  # type: ignore[arg-type]


def course(
    match: Match[Any], random: Random, shortcuts: float = 0.0, most: int = 3000
) -> Iterator[tuple[Event, Match[Any]]]:
    """Each event with the match after it, to the end. AssertionError for an event the rules offer and then refuse."""
    for at in range(1, most):
        if match.expects.over:
            return
        event = replace(next_event(match, random, shortcuts), at=at)
        refusal = check(match, event)
        assert refusal is None, (event, refusal)
        match = evolve(match, event)
        yield event, match
    raise AssertionError(f"{match.rules.name} has not ended after {most} events")


def played(
    rules: Rules[Any], seed: int, *, dealing: str = "table", shortcuts: float = 0.0, events: int | None = None
) -> tuple[Match[Any], list[Event], Match[Any]]:
    """The match as it was opened, its events (at most so many), and the match after them."""
    random = Random(seed)
    start = end = opened(rules, random, dealing=dealing)
    log: list[Event] = []
    for event, after in course(start, random, shortcuts):
        log.append(event)
        end = after
        if events is not None and len(log) >= events:
            break
    return start, log, end
