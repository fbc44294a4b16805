"""A table to play Trex at: what a client sends, read, seated, checked by the whole rules and folded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.trex.contracts import CONTRACTS, DECK, Contract
from companion.games.trex.rules import RULES
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Sitting, begin, check, evolve, expected, scores, seated, view
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import SCRIBE, Seat

TYPES = by_type((*RULES.events, *GENERAL))
FOUR = {
    0: "S7 S8 S9 SJ SQ SK S10 SA",
    1: "H7 H8 H9 HJ HQ HK H10 HA",
    2: "D7 D8 D9 DJ DQ DK D10 DA",
    3: "C7 C8 C9 CJ CQ CK C10 CA",
}
"""A whole suit in each hand."""

Problem = tuple[str, list[int]] | None


def even(contract: Contract, owner: int) -> dict[str, Any]:
    """A count that burdens everybody much the same, of the contracts that can be shared."""
    following = [(owner + i) % 4 for i in range(4)]
    twos, ones = [2, 2, 2, 2], [1, 1, 1, 1]
    results: dict[str, dict[str, Any]] = {
        "diamonds": {"taken": twos},
        "queens": {"taken": ones},
        "tricks": {"taken": twos},
        "last": {"last": following[1]},
        "ray": {"king": following[2]},
        "general": {"diamonds": twos, "queens": ones, "tricks": twos, "last": following[1], "king": following[2]},
        "trix": {"first": following[3], "second": following[2]},
    }
    return results[contract]


class Table:
    """Cards are written as players say them, ``H10``; several in one text, slashes between tricks for the reader."""

    def __init__(self, *, first: int = 0, dealing: Any = "table", memory: Any = "closed", seed: int = 0) -> None:
        setup = Setup(4, Seat(first), RULES.house_rules(), dealing, memory)
        self.random = Random(seed)
        self.opened = self.match = begin(RULES, setup, [Sitting(player=f"p{seat}") for seat in range(4)])
        self.log: list[Event] = []
        self._deal()

    # What happens.

    def does(self, type: str, **data: Any) -> int:
        """The seq of the entry, which must be accepted."""
        event = self._read(type, data)
        refusal = check(self.match, event)
        if refusal:
            raise AssertionError(f"{event} refused: {refusal}")
        self._add(event)
        self._deal()
        return event.at

    def refusal(self, type: str, **data: Any) -> Refusal | None:
        return check(self.match, self._read(type, data))

    def problem(self, type: str, **data: Any) -> Problem:
        """The code and the entries it conflicts with."""
        refusal = self.refusal(type, **data)
        return refusal and (refusal.code, list(refusal.conflicts_with))

    def code(self, type: str, **data: Any) -> str | None:
        refusal = self.refusal(type, **data)
        return refusal.code if refusal else None

    def _read(self, type: str, data: Mapping[str, Any]) -> Event:
        sent = json.loads(json.dumps({"type": type, **data}))
        event = seated(self.match, from_json(TYPES, sent, at=len(self.log) + 1))
        assert from_json(TYPES, json.loads(json.dumps(to_json(event)))) == event
        return event

    def _add(self, event: Event) -> None:
        self.log.append(event)
        self.match = evolve(self.match, event)

    def _deal(self) -> None:
        """The chance events that became due."""
        while self.match.setup.dealing == "companion" and self.match.expects.chance:
            self._add(replace(RULES.deal(self.match.game, self.random), at=len(self.log) + 1))

    # The same in fewer words.

    def chooses(self, contract: str) -> int:
        return self.does("contract_chosen", seat=self.state["owner"], contract=contract)

    def hands(self, each: Mapping[int, str]) -> int:
        return self.does("hands_dealt", hands=hands(each))

    def play(self, cards: str) -> list[int]:
        return [self.does("card_played", card=card) for card in cards.replace("/", " ").split()]

    def passes(self, times: int = 1) -> list[int]:
        return [self.does("passed") for _ in range(times)]

    def goes_on(self) -> None:
        """Trix: any card that can be placed, else a pass."""
        if self.expects("passed"):
            self.passes()
        else:
            self.play(self.cards[0])

    def goes_round(self, until: int) -> None:
        while self.turn != until:
            self.goes_on()

    def announces(self) -> int:
        return self.does("king_announced", seat=self.turn)

    def tally(self, contract: str, **results: Any) -> int:
        return self.does("deal_tallied", contract=contract, results=results)

    def adjust(self, seat: int, points: int) -> int:
        return self.does("score_adjusted", seat=seat, points=points, reason="a wager")

    def totals_become(self, *totals: int) -> None:
        for seat, (now, wanted) in enumerate(zip(self.totals, totals, strict=True)):
            if now != wanted:
                self.adjust(seat, wanted - now)

    def up_to_choice(self, number: int, *, of: int = 0, leaving: Iterable[str] = (), trix: int = 1) -> None:
        """Contracts by count until this owner chooses so often; totals are 0 then. ``leaving``: what the owner keeps
        for later; ``trix``: at which choice everybody chooses trix, the owner of the contract to come perhaps never."""
        keep = tuple(leaving)
        while (self.state["owner"], 8 - len(self.choices_left)) != (of, number):
            owner = self.state["owner"]
            left = [c for c in self.choices_left if not (owner == of and c in keep)]
            wanted = "trix" if "trix" in left and 8 - len(self.choices_left) >= trix else left[0]
            self.tally(wanted, **even(wanted, owner))  # type: ignore[arg-type]
            self.totals_become(0, 0, 0, 0)

    # What one sees.

    @property
    def state(self) -> dict[str, Any]:
        return self.shown(SCRIBE)

    def shown(self, who: int | None) -> dict[str, Any]:
        told: dict[str, Any] = self.view(who)["state"]
        return told

    def view(self, who: int | None = SCRIBE) -> dict[str, Any]:
        """As the scribe, a seat or a watcher is told it: the fold of the events redacted for it."""
        seat = None if who is None else Seat(who)
        match = self.match
        if self.match.setup.dealing == "companion":
            match = self.opened
            for event in self.log:
                match = evolve(match, RULES.redact(event, seat))
        told: dict[str, Any] = json.loads(json.dumps(view(match, seat)))
        return told

    def told(self, at: int, who: int | None) -> bool:
        """Whether the entry is told to this seat as the match stands."""
        return RULES.tell(self.match.game, self.log[at - 1], None if who is None else Seat(who)) is not None

    @property
    def turn(self) -> int:
        (seat,) = self.match.expects.seats
        return seat

    @property
    def choices_left(self) -> list[str]:
        """Of the owner."""
        left: list[str] = self.state["choices_left"][self.state["owner"]]
        return left

    @property
    def expected(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(json.dumps(expected(self.match)))
        return told

    def expects(self, type: str, seat: int | None = None) -> dict[str, Any] | None:
        found = [one for one in self.expected if one["type"] == type and seat in (None, one.get("seat"))]
        assert len(found) < 2, found
        return found[0] if found else None

    @property
    def cards(self) -> list[str]:
        """The cards that may come next."""
        asked = self.expects("card_played")
        return asked["cards"] if asked else []

    @property
    def scores(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(json.dumps(scores(self.match)))
        return told

    @property
    def totals(self) -> list[int]:
        return list(self.scores["totals"])

    @property
    def points(self) -> list[int]:
        """Of the last contract."""
        return list(self.scores["deals"][-1])

    @property
    def why(self) -> list[tuple[int, int, str]]:
        """Seat, points and reason of every line of the last contract."""
        return [
            (line["seat"], line["points"], line["reason"])
            for line in self.scores["lines"]
            if line["deal"] == len(self.scores["deals"])
        ]

    @property
    def statements(self) -> list[tuple[str, int, int]]:
        """What is held true of the hands: kind, seat and entry."""
        return [(said.kind, said.holder, said.at) for said in self.match.game.tricks.holdings.statements]


def new(contract: str, **setup: Any) -> Table:
    """Seat 0 owns this contract, the first of the match; hands are blank."""
    table = Table(**setup)
    table.chooses(contract)
    return table


def recorded(contract: str, each: Mapping[int, str] = FOUR) -> Table:
    table = Table()
    table.hands(each)
    table.chooses(contract)
    return table


def hands(each: Mapping[int, str]) -> dict[str, list[str]]:
    return {str(seat): cards.split() for seat, cards in each.items()}


def dealt(first: str, **others: str) -> dict[int, str]:
    """Four hands: seat 0 has these, the rest as told, and what is left fills up in the deck's order."""
    given = {0: first.split()} | {int(seat[1:]): cards.split() for seat, cards in others.items()}
    used = {card for cards in given.values() for card in cards}
    left = [card for card in DECK.names if card not in used]
    full = {}
    for seat in range(4):
        cards = given.get(seat, [])
        full[seat] = " ".join([*cards, *(left.pop(0) for _ in range(8 - len(cards)))])
    return full


assert len(CONTRACTS) == 7
