"""A deal entered by its count: what the form begins with, and which sums it is held to, as the rules tell them."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import course, offered, opened

from companion.kit import codec
from companion.kit.match import Match, check, evolve, expected, scores, view
from companion.kit.rules import Bounds, Rules
from companion.kit.seats import SCRIBE
from companion.web.filled import by_path, fitting

SEEDS = st.integers(0, 2**32)
SOME = settings(max_examples=6)


def counted_at_all(rules: Rules[Any]) -> bool:
    return any(event.type == "deal_tallied" for event in rules.events)


def tallied(rules: Rules[Any]) -> type:
    return next(event for event in rules.events if event.type == "deal_tallied")


def counts(rules: Rules[Any], seed: int, every: int = 7) -> Iterator[tuple[Match[Any], dict[str, Any]]]:
    """Moments of a match at which a deal may be counted, each with what is expected of the count."""
    random = Random(seed)
    for number, (_, match) in enumerate(course(opened(rules, random), random)):
        if number % every == 0:
            yield from ((match, entry) for entry in expected(match) if entry["type"] == "deal_tallied")


def test_what_a_count_begins_with_is_worth_what_the_deal_is_worth_so_far(rules: Rules[Any]) -> None:
    found = []

    @SOME
    @given(SEEDS)
    def holds(seed: int) -> None:
        for match, entry in counts(rules, seed):
            usual = entry.get("usual")
            if usual is None or not fitting(tallied(rules), {"type": "deal_tallied", **usual}):
                continue
            event = codec.from_json(codec.by_type(rules.events), {"type": "deal_tallied", **usual})
            worth, state = (
                list(scores(evolve(match, event))["deals"][match.game.deal - 1]),
                view(match, SCRIBE)["state"],
            )
            # Where cards can still be lost only what is safe is told.
            assert worth == state.get("winnings", scores(match)["current"])
            found.append(worth)

    holds()
    assert any(map(any, found)) or not counted_at_all(rules)


def test_the_sums_a_count_is_held_to_are_those_the_rules_check(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS)
    def holds(seed: int) -> None:
        random = Random(seed)
        for match, entry in counts(rules, seed, every=40):
            option = next(one for one in offered(match) if isinstance(one, Bounds) and one.type == "deal_tallied")
            event = codec.to_json(option.sample(random))
            sums = entry.get("sums", {})
            for of, (low, high) in sums.get(event.get("contract"), sums).items():
                values = {path: value for path, value in by_path(event).items() if fnmatch(path, of)}
                assert low <= sum(values.values()) <= high, (of, event)
                more = high + 1 - sum(values.values())
                beyond = changed(event, min(values), lambda value, more=more: value + more)  # type: ignore[misc]
                if fitting(tallied(rules), beyond):
                    assert check(match, codec.from_json(codec.by_type(rules.events), beyond)) is not None, beyond

    holds()


def changed(value: Any, path: str, to: Any) -> Any:
    """The same with another value at one place."""
    name, _, rest = path.partition(".")
    if not name:
        return to(value)
    if isinstance(value, list):
        return [changed(one, rest, to) if str(i) == name else one for i, one in enumerate(value)]
    return {key: changed(one, rest, to) if key == name else one for key, one in value.items()}
