"""What stands on the scoring cards of one's own copy: the rule text tells neither points nor sides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, get_args

from companion.games.tricky_twist.bonuses import may_count
from companion.games.tricky_twist.events import SUITS, Kind, Points, Printed, ScoringCardRevealed, Sides, TwoSuits
from companion.kit.rules import Refusal, Within

TOLD = {"fewest_false_tricks": {0: 12, 1: 7}, "most_false_tricks": {0: 12, 1: 7}, "most_of_one_suit": {3: 3}}
"""The only points that the rule text itself gives away: by kind, entry of ``points`` and what it is."""

TWICE = "one_of_two_suits"
"""Nine cards of eight kinds: of this one there are two."""

RANKED = ("fewest_false_tricks", "most_false_tricks")
"""Worth something by place; all others by a count, from none."""

PLACES = 4
"""As many as there are players at most."""

Name = Annotated[str, Within(1, 30)]


@dataclass(frozen=True, slots=True)
class SuitNames:
    B: Name | None = None
    W: Name | None = None
    R: Name | None = None
    Y: Name | None = None


@dataclass(frozen=True, slots=True)
class ScoringCard:
    card: Kind
    points: Points
    variable: Sides
    suits: TwoSuits = ()
    frame: bool | None = None

    @property
    def revealed(self) -> ScoringCardRevealed:
        return ScoringCardRevealed(self.card, self.points, self.variable, self.suits, self.frame)


@dataclass(frozen=True, slots=True)
class CardSet:
    cards: Annotated[tuple[ScoringCard, ...], Within(9, 9)]
    suits: SuitNames = SuitNames()


def printed_of(card: str) -> dict[str, Any]:
    """Of a card of this kind what the rules tell, None where one's own copy has to be read: points for as many
    counts or places as there can be, and its suits where it is about none."""
    entries = PLACES if card in RANKED else 5 if card == "number_of_suits" else 13
    points = [TOLD.get(card, {}).get(place) for place in range(entries)]
    return {"points": points} | ({} if card == TWICE else {"suits": []})


def told_of_cards() -> dict[str, Any]:
    """Nine cards of eight kinds."""
    cards = [{"card": kind, **printed_of(kind)} for kind in get_args(Kind) for _ in range(copies(kind))]
    return {"cards": cards}


def copies(card: str) -> int:
    return 2 if card == TWICE else 1


def check_card(card: ScoringCardRevealed | ScoringCard) -> Refusal | None:
    """Two different suits where the card is about two, and printed sides from which something can be chosen."""
    if len(card.suits) not in ((2,) if card.card == TWICE else (0, 2)) or len(set(card.suits)) < len(card.suits):
        return Refusal("illegal_choice", (("reason", "two_suits"),))
    for side in card.variable:
        if isinstance(side, Printed) and side.side != "shift":
            fine = side.suits and side.values and all(may_count(side, s, v) for s in side.suits for v in side.values)
            if not fine:
                return Refusal("illegal_choice", (("reason", "printed_side"), ("side", side.side)))
    return None


def check_card_set(content: CardSet) -> Refusal | None:
    for card in content.cards:
        refusal = check_card(card)
        if refusal is not None:
            return refusal
    kinds = Counter(card.card for card in content.cards)
    if any(kinds[kind] != copies(kind) for kind in get_args(Kind)):
        return Refusal("illegal_choice", (("reason", "nine_cards"),))
    return None


def next_card(content: CardSet, revealed: tuple[ScoringCardRevealed, ...], random: Random) -> ScoringCardRevealed:
    """From the shuffled pile: every card once a match."""
    return random.choice(cards_left(content, revealed)).revealed


def cards_left(content: CardSet, revealed: tuple[ScoringCardRevealed, ...]) -> list[ScoringCard]:
    """Those of the set that have not been revealed. One that was entered by hand counts as the set's of its kind."""
    left = list(content.cards)
    for card in revealed:
        same = [one for one in left if one.revealed == card] or [one for one in left if one.card == card.card]
        if same:
            left.remove(same[0])
    return left


def kinds_left(revealed: tuple[ScoringCardRevealed, ...]) -> list[Kind]:
    seen = Counter(card.card for card in revealed)
    return [kind for kind in get_args(Kind) if seen[kind] < copies(kind)]


def any_card(revealed: tuple[ScoringCardRevealed, ...], random: Random) -> ScoringCardRevealed:
    """Some card that could come next, with points made up: an example of the form, not of any copy."""
    kind = random.choice(kinds_left(revealed))
    points = tuple(random.randint(0, 12) for _ in range(random.randint(1, 8)))
    suits = tuple(random.sample(SUITS, 2)) if kind == TWICE else ()
    sides: list[str | Printed] = ["odd", "even", "any", "shift", Printed("odd", ("B", "R"), (3, 5, 7))]
    return ScoringCardRevealed(kind, points, tuple(random.choices(sides, k=4)), suits)  # type: ignore[arg-type]
