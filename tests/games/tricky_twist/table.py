"""A table to play Tricky Twist at: entries come as JSON through the whole rules, a refused one fails the test."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from playing import card_set

from companion.games.tricky_twist.rules import RULES
from companion.games.tricky_twist.scoring_cards import HouseRules
from companion.kit import match as kit
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Sitting
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import SCRIBE, Seat

TYPES = by_type((*GENERAL, *RULES.events))
SIDES = ["odd", "even", "any", "shift"]
ODD = {"card": "odd_values", "points": [0, 2, 5], "variable": SIDES}


class Table:
    def __init__(
        self,
        players: int = 4,
        *,
        first: int = 0,
        dealing: Any = "table",
        memory: Any = "closed",
        seed: int = 0,
        reveal: dict[str, Any] | None = None,
        **house: Any,
    ) -> None:
        cards = card_set(RULES) if dealing == "companion" else None
        setup = Setup(players, Seat(first), HouseRules(**house), dealing, memory, cards)
        self.random = Random(seed)
        self.opened = self.match = kit.begin(RULES, setup, [Sitting(player=f"p{s}") for s in range(players)])
        self.log: list[Event] = []
        self._deals()
        if dealing == "table":
            self.does("scoring_card_revealed", **(ODD if reveal is None else reveal))

    @property
    def game(self) -> Any:
        return self.match.game

    @property
    def state(self) -> dict[str, Any]:
        return self.view(SCRIBE)["state"]

    def does(self, kind: str, **data: Any) -> int:
        """The seq of the entry."""
        event = self.read(kind, data)
        refusal = kit.check(self.match, event)
        assert refusal is None, (event, refusal)
        self._add(event)
        self._deals()
        return event.at

    def refuses(self, kind: str, **data: Any) -> Refusal:
        refusal = kit.check(self.match, self.read(kind, data))
        assert refusal is not None
        return refusal

    def code(self, kind: str, **data: Any) -> str:
        return self.refuses(kind, **data).code

    def problem(self, kind: str, **data: Any) -> tuple[str, list[int]]:
        refusal = self.refuses(kind, **data)
        return refusal.code, list(refusal.conflicts_with)

    def reason(self, kind: str, **data: Any) -> Any:
        """Of an ``illegal_choice``."""
        refusal = self.refuses(kind, **data)
        assert refusal.code == "illegal_choice", refusal
        return dict(refusal.params).get("reason")

    def play(self, cards: str) -> int:
        """Each from the seat whose turn it is; slashes between turns are for the reader."""
        for card in cards.replace("/", " ").split():
            at = self.does("card_played", card=card)
        return at

    def takes(self, seat: int, bonus: str | None, **more: Any) -> int:
        return self.does("bonus_taken", seat=seat, bonus=bonus, **more)

    def expects(self, kind: str, seat: int | None = None) -> dict[str, Any]:
        (found,) = [one for one in self.expected() if one["type"] == kind and (seat is None or one.get("seat") == seat)]
        return found

    def expected(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(json.dumps(kit.expected(self.match)))
        return told

    def kinds(self) -> set[str]:
        return {one["type"] for one in self.expected()}

    def cards(self) -> list[str]:
        return self.expects("card_played")["cards"]

    def known_to(self, who: int | None) -> kit.Match[Any]:
        match = self.opened
        for event in self.log:
            at_table = self.match.setup.dealing == "table"
            match = kit.evolve(match, event if at_table else RULES.redact(event, None if who is None else Seat(who)))
        return match

    def view(self, who: int | None = None) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(kit.view(self.known_to(who), None if who is None else Seat(who))))
        return told

    def scores(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(kit.scores(self.match)))
        return told

    def points(self, seat: int, deal: int = 1) -> dict[str, int]:
        """By reason, of a finished round."""
        return {
            line["reason"]: line["points"]
            for line in self.scores()["lines"]
            if line["seat"] == seat and line["deal"] == deal
        }

    def current(self, seat: int) -> dict[str, int]:
        """By reason, were the round to end now."""
        running = RULES.score(self.match.game).running
        return {line.reason: line.points for line in running if line.seat == seat}

    def tally(self, *results: tuple[int, str], blanks: int = -1, bonus: int = -1) -> None:
        """Per seat its tricks and false tricks; the seats with the joker as a false trick and with P4."""
        self.does("deal_tallied", results=counted(*results, blanks=blanks, bonus=bonus))

    def holding(self, *bonuses: str, seat: int = 0) -> None:
        """The round is over but for what this seat's bonus cards do."""
        each = tuple(bonuses if one == seat else () for one in range(self.match.setup.players))
        self.match = replace(self.match, game=self.game.to(phase="uses", sevens=(), bonuses=each, bonuses_left=()))

    def read(self, kind: str, data: dict[str, Any]) -> Event:
        sent = json.loads(json.dumps({"type": kind, **data}))
        event = kit.seated(self.match, from_json(TYPES, sent, at=len(self.log) + 1))
        assert from_json(TYPES, json.loads(json.dumps(to_json(event)))) == event
        return event

    def _add(self, event: Event) -> None:
        self.log.append(event)
        self.match = kit.evolve(self.match, event)

    def _deals(self) -> None:
        while self.match.setup.dealing == "companion" and self.match.expects.chance:
            self._add(replace(RULES.deal(self.match.game, self.random), at=len(self.log) + 1))

    def set_reserves(self) -> None:
        """Companion dealing: every seat puts five cards aside."""
        for seat in self.match.expects.seats:
            hand = self.view(seat)["hand"]
            self.does("reserve_set", seat=seat, cards=hand[:5])


def counted(*results: tuple[int, str], blanks: int = -1, bonus: int = -1) -> list[dict[str, Any]]:
    return [
        {"tricks": tricks, "false_tricks": cards.split(), "blanks": int(i == blanks), "trick_bonus": i == bonus}
        for i, (tricks, cards) in enumerate(results)
    ]
