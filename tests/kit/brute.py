"""Random positions, known to the companion as holdings and to a brute force as all the deals they may have been.

The brute force lists every deal of the whole deck and strikes out, fact by fact, the deals in which the fact is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random

from companion.kit.holdings import Holdings, Kind, Statement, blank

Deal = tuple[int, ...]
"""For each holder the cards it was dealt, as a bit mask."""

LAYOUTS = (
    # cards per holder; the last one of an odd length is the pile that nobody plays from
    ((2, 2, 2, 2), 4),
    ((3, 3, 3), 3),
    ((3, 3, 2), 3),
    ((2, 2, 2, 2, 1), 4),
    ((3, 3, 3, 1), 3),
    ((3, 3, 3, 2), 3),
    ((3, 3, 2, 2), 4),
    ((4, 4, 4), 3),
    ((3, 3, 3, 3), 4),
)
OFTEN = (12, 12, 8, 8, 8, 5, 5, 4, 2)


# The brute force.


@cache
def every_deal(sizes: tuple[int, ...]) -> list[Deal]:
    """All ways to deal the cards 0, 1, 2.. in hands of these sizes."""

    def of(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Deal]:
        if not sizes:
            yield ()
            return
        for hand in combinations(cards, sizes[0]):
            rest = tuple(card for card in cards if card not in hand)
            mask = sum(1 << card for card in hand)
            for others in of(rest, sizes[1:]):
                yield (mask, *others)

    return list(of(tuple(range(sum(sizes))), sizes))


def is_true(said: Statement, deal: Deal, unseen: int) -> bool:
    """Whether the statement is true of what is left of this deal."""
    hand, cards = deal[said.holder] & unseen, said.cards & unseen
    if said.kind == "hand":
        return hand == cards
    if said.kind == "announced":
        return hand & cards == cards
    return hand & cards == 0  # shown_out, passed


@dataclass
class Position:
    """A deal that goes on, as the companion knows it (``held``) and as the list of the deals it may have been."""

    sizes: tuple[int, ...]
    seats: int
    suits: list[int]
    held: Holdings
    deals: list[Deal]  # in which everything said is true
    by_plays: list[Deal]  # in which only the cards played lay where they came from
    unseen: int
    at: int = 0
    recorded: dict[int, int] = field(default_factory=dict)

    def may_lie(self, seat: int, card: int, led: int) -> bool:
        return any(lies_rightly(hand, card, led) for hand in self.hands(seat))

    def hands(self, seat: int) -> set[int]:
        return {deal[seat] & self.unseen for deal in self.deals}

    def agrees(self, said: Statement) -> bool:
        return any(is_true(said, deal, self.unseen) for deal in self.deals)

    def say(self, said: Statement) -> None:
        self.held = self.held.say(said)
        self.deals = [deal for deal in self.deals if is_true(said, deal, self.unseen)]
        if said.kind == "hand":
            self.recorded[said.holder] = said.cards

    def play(self, seat: int, card: int, led: int) -> None:
        self.held = self.held.play(seat, card, led, self.at)
        self.deals = [deal for deal in self.deals if lies_rightly(deal[seat] & self.unseen, card, led)]
        self.by_plays = [deal for deal in self.by_plays if deal[seat] >> card & 1]
        self.unseen &= ~(1 << card)


def lies_rightly(hand: int, card: int, led: int) -> bool:
    """The card comes from this hand, and is of the led suit unless the hand has none of it."""
    return bool(hand >> card & 1) and (bool(led >> card & 1) or not hand & led)


def cards_of(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


# Random positions.


def begin(random: Random) -> Position:
    sizes, seats = random.choices(LAYOUTS, OFTEN)[0]
    number = sum(sizes)
    suits = [0] * random.randint(2, 4)
    for card in range(number):
        suits[random.randrange(len(suits))] |= 1 << card
    whole = (1 << number) - 1
    deals = every_deal(sizes)
    return Position(sizes, seats, suits, blank(whole, sizes), deals, deals, whole)


def positions(seed: int) -> Iterator[Position]:
    """One deal in three to ten facts, yielded after each: all true of a secret deal, or anything that is accepted."""
    random = Random(seed)
    position = begin(random)
    secret = random.choice(position.deals) if random.random() < 0.5 else None
    for _ in range(random.randint(3, 10)):
        position.at += random.randint(1, 3)
        if not one_fact(position, random, secret):
            return
        yield position


def one_fact(position: Position, random: Random, secret: Deal | None) -> bool:
    """False when the deal is played out."""
    seats = [seat for seat in range(position.seats) if position.held.need[seat] > 0]
    if not seats:
        return False
    seat = random.choice(seats)
    kind = random.choices(("play", "passed", "announced", "hand"), (10, 4, 1, 1))[0]
    if kind == "play":
        led = random.choice([0, *position.suits])
        hands = position.hands(seat) if secret is None else {secret[seat] & position.unseen}
        cards = [card for card in cards_of(position.unseen) if any(lies_rightly(hand, card, led) for hand in hands)]
        position.play(seat, random.choice(cards), led)
        return True
    for _ in range(8):
        said = any_statement(position, random, kind, seat, secret)
        possible = position.agrees(said) if secret is None else is_true(said, secret, position.unseen)
        if secret is None:
            assert position.held.say(said).consistent == possible, (said, position)
        if possible:
            position.say(said)
            break
    return True


def any_statement(position: Position, random: Random, kind: Kind, seat: int, secret: Deal | None = None) -> Statement:
    unseen = cards_of(position.unseen)
    if kind == "hand":
        drawn = random.sample(unseen, position.held.need[seat])
        cards = sum(1 << card for card in drawn) if secret is None else secret[seat] & position.unseen
    else:
        most = 4 if kind == "passed" else 2
        cards = sum(1 << card for card in random.sample(unseen, random.randint(1, min(most, len(unseen)))))
    return Statement(kind, seat, cards, position.at)


def small_positions(seeds: int = 330, step: int = 3) -> Iterator[tuple[Position, Random]]:
    for seed in range(0, seeds, step):
        for position in positions(seed):
            if position.unseen and len(position.by_plays) < 5_000:
                yield position, Random(seed)
