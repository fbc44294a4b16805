"""What end-of-round bonuses may do, and what lies before a seat once they have done it.

Flips come first, then what variable cards count as, then shifts in the order they are told; the joker counts as told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.tricky_twist.events import (
    SUITS,
    Choice,
    Counts,
    FlipFalseTrick,
    FlipTrick,
    Joker,
    Printed,
    Shifts,
    ShiftsVariable,
    Side,
)
from companion.games.tricky_twist.scoring_cards import FalseTricks
from companion.kit.cards import Card
from companion.kit.rules import Refusal

NEEDS_A_WORD = frozenset({"P2", "P3", "V1", "V2", "V3", "V4"})
"""Bonuses that do nothing unless their holder says what; P1 is used at once and P4 counts by itself."""

Sides = tuple[Side | Printed, ...]


@dataclass(slots=True)
class Before:
    """What lies before one seat. ``values``: each false trick, real or variable, with what it counts as."""

    tricks: list[tuple[Card, ...]]
    values: dict[str, tuple[str, int]]
    jokers: int = 0
    more_tricks: int = 0
    steps: list[tuple[str, int]] = field(default_factory=list)

    @property
    def number_of_tricks(self) -> int:
        return len(self.tricks) + self.more_tricks

    @property
    def false_tricks(self) -> FalseTricks:
        return FalseTricks(tuple(self.values.values()), self.jokers)


def before(tricks: tuple[tuple[Card, ...], ...], false_tricks: tuple[Card, ...]) -> Before:
    return Before(list(tricks), {card: (card[0], int(card[1:])) for card in false_tricks})


def used(mine: Before, choices: tuple[Choice, ...], sides: Sides) -> str | None:
    """Changes what lies there; the bonus that cannot do what it is told to do, if any."""
    for choice in sorted(choices, key=_order):
        if not _use(mine, choice, sides):
            return choice.bonus
    return None


def _order(choice: Choice) -> int:
    return 2 if isinstance(choice, Shifts | ShiftsVariable) else 0 if choice.bonus == "P2" else 1


def _use(mine: Before, choice: Choice, sides: Sides) -> bool:
    match choice:
        case FlipTrick(trick=place, top=top):
            if place >= len(mine.tricks) or top not in mine.tricks[place]:
                return False
            del mine.tricks[place]
            mine.values[top] = (top[0], int(top[1:]))
        case FlipFalseTrick(false_trick=card):
            if mine.values.pop(card, None) is None:
                return False
            mine.more_tricks += 1
        case Joker(as_=kind):
            mine.more_tricks += kind == "trick"
            mine.jokers += kind == "false_trick"
        case Counts(bonus=bonus, suit=suit, value=value):
            if not may_count(sides[int(bonus[1]) - 1], suit, value):
                return False
            mine.values[bonus] = (suit, value)
        case Shifts(false_trick=name, by=by) | ShiftsVariable(of=name, by=by):
            if side_of(sides[int(choice.bonus[1]) - 1]) != "shift" or by == 0 or name not in mine.values:
                return False
            of, was = mine.values[name]
            if not 1 <= was + by <= 12:
                return False
            mine.values[name] = (of, was + by)
    return True


def side_of(side: Side | Printed) -> Side:
    return side.side if isinstance(side, Printed) else side


def may_count(side: Side | Printed, suit: str, value: int) -> bool:
    kind = side_of(side)
    if kind == "shift" or (kind != "any" and value % 2 != (kind == "odd")):
        return False
    return not isinstance(side, Printed) or (suit in side.suits and value in side.values)


def check_uses(
    held: tuple[str, ...],
    tricks: tuple[tuple[Card, ...], ...],
    false_tricks: tuple[Card, ...],
    choices: tuple[Choice, ...],
    sides: Sides,
) -> Refusal | None:
    named = [choice.bonus for choice in choices]
    for bonus in named:
        if bonus not in held:
            return Refusal("illegal_choice", (("reason", "bonus_not_held"), ("bonus", bonus)))
    if len(set(named)) < len(named):
        return Refusal("illegal_choice", (("reason", "bonus_twice"),))
    wrong = used(before(tricks, false_tricks), choices, sides)
    return None if wrong is None else Refusal("illegal_choice", (("reason", "bonus_cannot"), ("bonus", wrong)))


def possible_uses(
    held: tuple[str, ...], tricks: tuple[tuple[Card, ...], ...], false_tricks: tuple[Card, ...], sides: Sides
) -> Iterator[Choice]:
    """Each use of one bonus that could stand alone, or beside what the seat's other bonuses count as."""
    counting = [bonus for bonus in held if bonus[0] == "V" and side_of(sides[int(bonus[1]) - 1]) != "shift"]
    tops = [card for trick in tricks for card in trick] if "P2" in held else []
    for bonus in sorted(held):
        if bonus == "P2":
            yield from (FlipTrick("P2", place, top) for place, trick in enumerate(tricks) for top in trick)
            yield from (FlipFalseTrick("P2", card) for card in false_tricks)
        elif bonus == "P3":
            yield from (Joker("P3", "trick"), Joker("P3", "false_trick"))
        elif bonus in counting:
            for suit in SUITS:
                for value in range(1, 13):
                    if may_count(sides[int(bonus[1]) - 1], suit, value):
                        yield Counts(bonus, suit, value)  # type: ignore[arg-type]
        elif bonus[0] == "V":
            for card in (*false_tricks, *tops):
                for by in (1, -1):
                    if 1 <= int(card[1:]) + by <= 12:
                        yield Shifts(bonus, card, by)  # type: ignore[arg-type]
            yield from (ShiftsVariable(bonus, of, by) for of in counting for by in (1, -1))  # type: ignore[arg-type]
