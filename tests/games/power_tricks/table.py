"""A table to play Power Tricks at: JSON as a client sends it, every event through the whole rules.

Every deck, chapter and gem here is made up.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.games.power_tricks.rules import RULES
from companion.kit import match as kit
from companion.kit.codec import by_type, choose, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Sitting
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import Seat

TYPES = by_type((*RULES.events, *GENERAL))
DECK = {"A": [*range(1, 13)], "B": [*range(1, 12)], "C": [*range(3, 14)], "D": [*range(5, 16)]}
OWN = choose(RULES.card_set, {"deck": DECK})  # type: ignore[arg-type]
CHAPTER = {"winner": "led_suit", "trick_points": 10, "bid": 3, "power_bonus": 5}
NOTHING = {"tricks": 0}


class Table:
    """Cards are written as players say them, ``B5``; ``B5+`` takes the power card with it."""

    def __init__(
        self, players: int = 4, *, first: int = 0, deck: Any = None, dealing: Any = "table", memory: Any = "open",
        chapter: Mapping[str, Any] | None = None, **changes: Any,
    ) -> None:  # fmt: skip
        """``deck``: True for a made-up one, or a card set. The first chapter is opened, unless it is ``{}``."""
        card_set = OWN if deck is True else deck
        self.players = players
        self.match = kit.begin(
            RULES, Setup(players, Seat(first), RULES.house_rules(), dealing, memory, card_set), [Sitting()] * players
        )
        self.log: list[Event] = []
        if chapter != {}:
            self.open(**(chapter or {}), **changes)

    def tell(self, type: str, **data: Any) -> int:
        """The place in the log of an event that must be accepted."""
        event = self.event(type, data)
        refusal = kit.check(self.match, event)
        assert refusal is None, (event, refusal)
        self.match = kit.evolve(self.match, event)
        self.log.append(event)
        while self.match.setup.dealing == "companion" and self.match.expects.chance:
            self.tell_event(RULES.deal(self.match.game, Random(len(self.log))))
        return event.at

    def tell_event(self, event: Event) -> int:
        data = to_json(event)
        return self.tell(data.pop("type"), **data)

    def event(self, type: str, data: Mapping[str, Any]) -> Event:
        sent = json.loads(json.dumps({"type": type, **data}))
        return kit.seated(self.match, from_json(TYPES, sent, at=len(self.log) + 1))

    def refusal(self, type: str, **data: Any) -> Refusal | None:
        return kit.check(self.match, self.event(type, data))

    def code(self, type: str, **data: Any) -> str | None:
        refusal = self.refusal(type, **data)
        return refusal and refusal.code

    def reason(self, type: str, **data: Any) -> str:
        refusal = self.refusal(type, **data)
        assert refusal
        assert refusal.code == "illegal_choice"
        return str(dict(refusal.params)["reason"])

    def problem(self, card: str, seat: int | None = None, **more: Any) -> tuple[str, list[int]] | None:
        """Code and conflicts of a card that cannot lie."""
        refusal = self.refusal("card_played", card=card, seat=seat, **more)
        return refusal and (refusal.code, list(refusal.conflicts_with))

    def open(self, **changes: Any) -> int:
        return self.tell("chapter_opened", **(CHAPTER | changes))

    def play(self, cards: str) -> list[int]:
        """From the seat whose turn it is; slashes between tricks are for the reader."""
        return [
            self.tell("card_played", card=card.removesuffix("+"), power=card.endswith("+"))
            for card in cards.replace("/", " ").split()
        ]

    def count(self, *results: Mapping[str, Any]) -> int:
        return self.tell("deal_tallied", results=self.results(results))

    def results(self, results: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """What is not told of the tricks goes to the last seat."""
        left = self.match.game.in_all - sum(one["tricks"] for one in results)
        given = [*results, *[NOTHING] * (self.players - len(results))]
        return [*given[:-1], {**given[-1], "tricks": given[-1]["tricks"] + left}]

    def play_on(self, cards: int | None = None, seed: int = 1) -> None:
        """Any cards that can lie, so many or to the end of the round."""
        random, deal = Random(seed), self.match.game.deal
        while cards != 0 and self.match.expects.seats and self.match.game.deal == deal:
            self.tell("card_played", card=random.choice(self.choices))
            cards = cards and cards - 1

    # What one sees.

    @property
    def view(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(kit.view(self.match, None)))
        return told

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.view["state"]
        return state

    @property
    def won(self) -> list[int]:
        won: list[int] = self.state["tricks_won"]
        return won

    @property
    def scores(self) -> dict[str, Any]:
        return json.loads(json.dumps(kit.scores(self.match)))  # type: ignore[no-any-return]

    @property
    def turn(self) -> int:
        (seat,) = self.match.expects.seats
        return seat

    @property
    def expected(self) -> dict[str, dict[str, Any]]:
        return {one["type"]: one for one in json.loads(json.dumps(kit.expected(self.match)))}

    @property
    def choices(self) -> list[str]:
        cards: list[str] = self.expected["card_played"]["cards"]
        return cards
