"""A table to play HIT! Extreme at: every event goes through the whole rules, a refused one fails the test."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.hit_extreme.events import (
    AllInCollected,
    Banked,
    CardDrawn,
    CardsStolen,
    DealTallied,
    ElixirGiven,
    HeldUp,
    TurnEnded,
    WentAllIn,
)
from companion.games.hit_extreme.faces import counted
from companion.games.hit_extreme.rules import RULES
from companion.games.hit_extreme.state import HouseRules
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Sitting, begin, check, evolve, expected, scores, seated, view
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import SCRIBE, Seat

TYPES = by_type((*RULES.events, *GENERAL))
COPIES = {
    **dict.fromkeys("1234", 8),
    **dict.fromkeys(("6", "8", "9", "10"), 7),
    "20": 2,
    "lucky": 7,
    "loser": 6,
    "duel": 12,
    "elixir": 6,
    **dict.fromkeys(("hold_up", "bank", "all_in"), 3),
}
"""Counted from the rule text's list of components."""
VALUES = {str(n): n for n in (1, 2, 3, 4, 6, 8, 9, 10, 20)} | {"lucky": 7, "loser": -7, "duel": 5, "elixir": 4}
ACTIONS = ("hold_up", "bank", "all_in")


class Table:
    """Cards are written by their faces, several in one text, separated by spaces."""

    def __init__(
        self, players: int = 3, *, first: int = 0, dealing: Any = "table", memory: Any = "open", **house: Any
    ) -> None:
        setup = Setup(players, Seat(first), HouseRules(**house), dealing, memory)
        self.players = players
        self.match = begin(RULES, setup, [Sitting()] * players)
        self.random = Random(1)
        self.told: list[Event] = []

    @classmethod
    def near_the_end(cls, left: str, players: int = 3, **more: Any) -> Table:
        """The first turn of a round in which all but these cards have been drawn and lost already."""
        table = cls(players, **more)
        unseen, lost = counted(left.split()), counted((Counter(COPIES) - Counter(left.split())).elements())
        table.match = replace(table.match, game=replace(table.match.game, unseen=unseen, lost=lost))
        return table

    # What happens.

    def tell(self, event: Event) -> int:
        """The event as it comes out of JSON and into the log, then what the companion adds; its place in the log."""
        at = len(self.told) + 1
        event = seated(self.match, from_json(TYPES, json.loads(json.dumps(to_json(event))), at=at))
        refusal = check(self.match, event)
        if refusal:
            raise AssertionError(f"{event} refused: {refusal}")
        self._add(event)
        while self.match.setup.dealing == "companion" and self.match.expects.chance:
            dealt = replace(RULES.deal(self.match.game, self.random), at=len(self.told) + 1)
            assert check(self.match, dealt) is None
            self._add(dealt)
        return at

    def _add(self, event: Event) -> None:
        self.match = evolve(self.match, event)
        self.told.append(event)

    def refusal(self, event: Event) -> Refusal | None:
        return check(self.match, seated(self.match, replace(event, at=len(self.told) + 1)))

    def problem(self, event: Event) -> str | None:
        refusal = self.refusal(event)
        return refusal and refusal.code

    def draw(self, faces: str) -> int:
        """From the seat whose turn it is, one after the other; the place of the last in the log."""
        return [self.tell(card(face)) for face in faces.split()][-1] if faces else 0

    def end(self, bank_lucky: bool = True) -> int:
        return self.tell(TurnEnded(self.turn, bank_lucky))

    def turns(self, *each: str) -> None:
        """So many turns that end after these cards, banking no luckies."""
        for faces in each:
            self.draw(faces)
            self.end(bank_lucky=False)

    def steal(self) -> int:
        return self.tell(CardsStolen(self.turn))

    def give(self, to: int) -> int:
        return self.tell(ElixirGiven(self.turn, Seat(to)))

    def hold_up(self, victim: int, face: str) -> int:
        return self.tell(HeldUp(self.turn, Seat(victim), face))  # type: ignore[arg-type]

    def bank(self, face: str) -> int:
        return self.tell(Banked(self.turn, face))  # type: ignore[arg-type]

    def all_in(self, faces: str) -> None:
        """An all-in is drawn and used, and these are its cards."""
        self.draw("all_in")
        self.tell(WentAllIn(self.turn))
        self.draw(faces)

    def collect(self) -> int:
        return self.tell(AllInCollected(self.turn))

    # What one sees.

    @property
    def turn(self) -> Seat:
        (seat,) = self.match.expects.seats
        return seat

    @property
    def view(self) -> dict[str, Any]:
        return view(self.match, SCRIBE)

    @property
    def state(self) -> dict[str, Any]:
        return self.view["state"]

    @property
    def fronts(self) -> list[dict[str, int]]:
        return self.state["in_front"]

    @property
    def won(self) -> list[int]:
        return self.state["winnings"]

    @property
    def scores(self) -> dict[str, Any]:
        return scores(self.match)

    @property
    def expected(self) -> dict[str, dict[str, Any]]:
        forms = expected(self.match)
        assert len({form["type"] for form in forms}) == len(forms)
        return {form["type"]: json.loads(json.dumps(form)) for form in forms}

    @property
    def open(self) -> set[str]:
        """The types that may come next, but for the quick entry, which may always."""
        return set(self.expected) - {"deal_tallied"}

    def lines(self, seat: int, deal: int = 1) -> set[tuple[str, str, int, int]]:
        """Reason, face, how many and points of each line of a finished deal."""
        found = [line for line in self.scores["lines"] if line["seat"] == seat and line["deal"] == deal]
        told = {(line["reason"], line["card"], line["cards"], line["points"]) for line in found}
        assert len(told) == len(found)
        return told


def card(face: str | None, seat: int | None = None) -> CardDrawn:
    return CardDrawn(None if seat is None else Seat(seat), face)  # type: ignore[arg-type]


def tallied(*results: int) -> DealTallied:
    return DealTallied(results)


def every(table: Table, seat: int | None = None) -> dict[str, Event]:
    """One event of each type but the draw, from the seat on turn or another."""
    seat = Seat(table.turn if seat is None else seat)
    other = Seat((seat + 1) % table.players)
    return {
        "cards_stolen": CardsStolen(seat),
        "elixir_given": ElixirGiven(seat, other),
        "held_up": HeldUp(seat, other, "6"),  # type: ignore[arg-type]
        "banked": Banked(seat, "6"),  # type: ignore[arg-type]
        "went_all_in": WentAllIn(seat),
        "all_in_collected": AllInCollected(seat),
        "turn_ended": TurnEnded(seat),
    }
