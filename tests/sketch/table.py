"""A table that records JSON as a client sends it: read, seated, checked, folded, then the companion's own events."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from companion.kit import match as kit
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.match import GENERAL, Match, Sitting
from companion.kit.rules import Event, Refusal, Rules, Setup
from companion.kit.seats import Seat


class Table:
    """``does`` records an entry that must be accepted; ``refuses`` tries one that must not be."""

    def __init__(self, rules: Rules[Any], players: int, first: int = 0, seed: int = 0, **setup: Any) -> None:
        self.rules = rules
        self.types = by_type((*GENERAL, *rules.events))
        self.random = Random(seed)
        opening = Setup(players, Seat(first), setup.pop("house_rules", rules.house_rules()), **setup)
        self.opened = self.match = kit.begin(rules, opening, [Sitting(player=f"p{s}") for s in range(players)])
        self.log: list[Event] = []
        self._deals()

    @property
    def state(self) -> Any:
        return self.match.game

    def does(self, type: str, **data: Any) -> int:
        """The seq of the entry."""
        event = self._read(type, data)
        refusal = kit.check(self.match, event)
        assert refusal is None, (event, refusal)
        self._add(event)
        self._deals()
        return event.at

    def refuses(self, type: str, **data: Any) -> Refusal:
        event = self._read(type, data)
        refusal = kit.check(self.match, event)
        assert refusal is not None, event
        return refusal

    def code(self, type: str, **data: Any) -> str:
        return self.refuses(type, **data).code

    def play(self, *cards: str) -> int:
        """Each from the seat whose turn it is, as ``card_played`` without a seat."""
        for card in cards:
            at = self.does("card_played", card=card)
        return at

    def expects(self, type: str, seat: int | None = None) -> dict[str, Any] | None:
        """What is said to be possible of this type, as JSON."""
        found = [one for one in self.expected() if one["type"] == type and (seat is None or one.get("seat") == seat)]
        assert len(found) < 2, found
        return found[0] if found else None

    def expected(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(json.dumps(kit.expected(self.match)))
        return told

    def view(self, who: int | None = None) -> dict[str, Any]:
        """As a seat or a watcher is told it: the fold of the events redacted for it."""
        match = self.opened
        for event in self.log:
            match = kit.evolve(match, self.rules.redact(event, None if who is None else Seat(who)))
        told: dict[str, Any] = json.loads(json.dumps(kit.view(match, None if who is None else Seat(who))))
        return told

    def scores(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(kit.scores(self.match)))
        return told

    def _read(self, type: str, data: dict[str, Any]) -> Event:
        sent = json.loads(json.dumps({"type": type, **data}))
        event = kit.seated(self.match, from_json(self.types, sent, at=len(self.log) + 1))
        again = json.loads(json.dumps(to_json(event)))
        assert from_json(self.types, again) == event, (event, again)
        return event

    def _add(self, event: Event) -> None:
        self.log.append(event)
        self.match = kit.evolve(self.match, event)

    def _deals(self) -> None:
        """The chance events that became due."""
        while self.match.setup.dealing == "companion" and self.match.expects.chance:
            self._add(replace(self.rules.deal(self.match.game, self.random), at=len(self.log) + 1))


def everything_told(match: Match[Any], events: list[Event], who: int | None) -> str:
    """All that this seat may read of a match: each redacted entry as told to it, and its view but for others' moves."""
    seat = None if who is None else Seat(who)
    rules, folded, told = match.rules, match, []
    for event in events:
        event = rules.redact(event, seat)
        folded = kit.evolve(folded, event)
        entry = rules.tell(folded.game, event, seat)
        told.append(None if entry is None else to_json(entry))
    view = kit.view(folded, seat)
    view["expects"] = [one for one in view["expects"] if one.get("seat") == who]
    return json.dumps([told, view])
