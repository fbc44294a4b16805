"""A match as this phone was told it, replayed: what the pages need to know beyond the view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.kit import codec
from companion.kit.general import GENERAL, DealThrownIn
from companion.kit.match import Match, Sitting, begin, check, evolve, expected, seated
from companion.kit.rules import Event, Refusal, Rules, Setup
from companion.kit.seats import Seat

OPENING = "match_opened"

Phone = tuple[int | None, int, str, Seat | None]
"""The circle and its match, and as whom the phone was told: a match that was brought in is in two circles."""


@dataclass(frozen=True)
class Step:
    """An entry that counts, and the match before it."""

    entry: Mapping[str, Any]
    before: Match[Any]

    @property
    def seq(self) -> int:
        return int(self.entry["seq"])


@dataclass(frozen=True)
class Story:
    rules: Rules[Any]
    steps: Sequence[Step]
    now: Match[Any]
    version: int
    key: Phone

    @property
    def match_id(self) -> int:
        return self.key[1]

    def step(self, seq: int) -> Step | None:
        return next((step for step in self.steps if step.seq == seq), None)

    @property
    def last(self) -> Step | None:
        """The entry that undo takes back: the last that a person made."""
        types = event_types(self.rules)
        return next((step for step in reversed(self.steps) if types[step.entry["type"]].by_people), None)

    @property
    def between_deals(self) -> bool:
        """A deal is over and nothing of the next has been recorded."""
        of_the_game = {event.type for event in self.rules.events} | {DealThrownIn.type}
        last = next((step for step in reversed(self.steps) if step.entry["type"] in of_the_game), None)
        return last is not None and not self.now.expects.over and last.before.game.deal != self.now.game.deal

    def deal_of(self, seq: int) -> int:
        """The deal that an entry fell into, whether it still counts or not."""
        later = next((step for step in self.steps if step.seq >= seq), None)
        return later.before.game.deal if later else self.now.game.deal

    def refusal(self, data: Mapping[str, Any]) -> Refusal | None:
        """Why this could not be recorded now."""
        return check(self.now, seated(self.now, event_of(self.rules, data)))


def tell(
    rules: Rules[Any],
    view: Mapping[str, Any],
    entries: Iterable[Mapping[str, Any]],
    key: Phone,
    before: Story | None = None,
) -> Story:
    """``entries``: what counts, in playing order, as ``table.entries(effective=True)`` tells it to one phone.

    Of ``before``, the story that phone was told last, everything is kept up to the first entry that differs.
    """
    entries = list(entries)
    told = [entry for entry in entries if entry["type"] != OPENING]
    old = before.steps if before else ()
    same = sum(1 for _ in takewhile(lambda pair: pair[0].entry == pair[1], zip(old, told, strict=False)))
    steps = list(old[:same])
    if before is None:
        opening = next((entry for entry in entries if entry["type"] == OPENING), {})
        match = _opened(rules, view, opening.get("card_set"))
    else:
        match = before.steps[same].before if same < len(before.steps) else before.now
    for entry in told[same:]:
        steps.append(Step(entry, match))
        match = evolve(match, event_of(rules, entry, entry["seq"]))
    return Story(rules, steps, match, view["version"], key)


def _opened(rules: Rules[Any], view: Mapping[str, Any], card_set: Mapping[str, Any] | None) -> Match[Any]:
    setup = Setup(
        players=len(view["seats"]),
        first_seat=Seat(view["first_seat"]),
        house_rules=codec.read(rules.house_rules, view["house_rules"]),
        dealing=view["dealing"],
        memory=view["memory"],
        card_set=codec.read(rules.card_set, dict(card_set)) if rules.card_set and card_set else None,
    )
    return begin(rules, setup, [Sitting() for _ in view["seats"]])


def event_types(rules: Rules[Any]) -> dict[str, type[Event]]:
    return codec.by_type((*GENERAL, *rules.events))


def event_of(rules: Rules[Any], data: Mapping[str, Any], at: int = 0) -> Event:
    return codec.from_json(event_types(rules), dict(data), at)


def choices(match: Match[Any]) -> list[dict[str, Any]]:
    """The contract's ``expects`` of a match as it stood at some moment."""
    return expected(match)
