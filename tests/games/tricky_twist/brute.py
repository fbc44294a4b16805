"""Small decks with reserves half drawn, known as slots and as the list of all deals they may have been.

A deal says which cards each seat began with in hand, and the order of its reserve. The brute force plays every deal
along and strikes out those in which something recorded is false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from random import Random

from companion.games.tricky_twist.slots import Slots
from companion.kit.cards import Deck, bits
from companion.kit.holdings import Statement

LAYOUTS = (
    # suits and cards of each; per seat cards in hand and in reserve
    (("A1 A2 A3", "B1 B2 B3"), ((2, 1), (2, 1))),
    (("A1 A2 A3 A4", "B1 B2 B3 B4"), ((2, 2), (2, 2))),
    (("A1 A2 A3", "B1 B2 B3", "C1 C2"), ((3, 1), (2, 2))),
    (("A1 A2 A3", "B1 B2 B3", "C1 C2 C3"), ((2, 1), (2, 1), (2, 1))),
    (("A1 A2 A3 A4", "B1 B2 B3", "C1 C2"), ((2, 1), (2, 1), (2, 1))),
    (("A1 A2 A3 A4", "B1 B2 B3 B4"), ((3, 1), (3, 1))),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One seat of a deal: what it holds now, and its reserve, top first."""

    held: frozenset[int]
    reserve: tuple[int, ...]


Deal = tuple[Hand, ...]


@cache
def every_deal(sizes: tuple[tuple[int, int], ...]) -> tuple[Deal, ...]:
    number = sum(map(sum, sizes))

    def of(cards: tuple[int, ...], left: tuple[tuple[int, int], ...]) -> Iterator[Deal]:
        if not left:
            yield ()
            return
        in_hand, in_reserve = left[0]
        for held in combinations(cards, in_hand):
            after = [card for card in cards if card not in held]
            for reserve in permutations(after, in_reserve):
                rest = tuple(card for card in after if card not in reserve)
                for others in of(rest, left[1:]):
                    yield (Hand(frozenset(held), reserve), *others)

    return tuple(of(tuple(range(number)), sizes))


def with_hand(deal: Deal, seat: int, hand: Hand) -> Deal:
    return (*deal[:seat], hand, *deal[seat + 1 :])


def may_lie(hand: Hand, card: int, led: int) -> bool:
    return card in hand.held and (not led or bool(led >> card & 1) or not any(led >> one & 1 for one in hand.held))


@dataclass
class Position:
    deck: Deck
    sizes: tuple[tuple[int, int], ...]
    slots: Slots
    deals: list[Deal]
    at: int = 0
    recorded: set[int] = field(default_factory=set)
    false_tricks: dict[int, list[int]] = field(default_factory=dict)

    def brute_playable(self, seat: int, led: int) -> int:
        return sum(
            1 << card
            for card in range(len(self.deck.names))
            if any(may_lie(deal[seat], card, led) for deal in self.deals)
        )

    def brute_drawable(self, seat: int) -> int:
        return sum(1 << card for card in {deal[seat].reserve[0] for deal in self.deals if deal[seat].reserve})

    def record_hand(self, seat: int, random: Random) -> None:
        deal = random.choice(self.deals)
        cards = deal[seat].held | set(deal[seat].reserve)
        self.at += 1
        self.slots = self.slots.say(Statement("hand", seat, sum(1 << card for card in cards), self.at))
        self.deals = [d for d in self.deals if d[seat].held | set(d[seat].reserve) == cards]
        self.recorded.add(seat)
        if random.random() < 0.6:
            ordered = random.random() < 0.5
            self.at += 1
            self.slots = self.slots.set_reserve(seat, deal[seat].reserve, ordered, self.at)
            top = deal[seat].reserve
            self.deals = [
                d for d in self.deals if (d[seat].reserve == top if ordered else set(d[seat].reserve) == set(top))
            ]

    def draw(self, seat: int, random: Random) -> None:
        self.at += 1
        named = random.choice(self.deals)[seat].reserve[0] if random.random() < 0.3 else None
        self.slots = self.slots.draw(seat, named, self.at)
        self.deals = [
            with_hand(d, seat, Hand(d[seat].held | {d[seat].reserve[0]}, d[seat].reserve[1:]))
            for d in self.deals
            if named in (None, d[seat].reserve[0])
        ]

    def play(self, seat: int, card: int, led: int) -> None:
        self.at += 1
        self.slots = self.slots.play(seat, card, led, self.at)
        self.deals = [
            with_hand(d, seat, Hand(d[seat].held - {card}, d[seat].reserve))
            for d in self.deals
            if may_lie(d[seat], card, led)
        ]

    def take_back(self, seat: int, card: int) -> None:
        self.at += 1
        self.slots = self.slots.take_back(seat, card, self.at)
        self.deals = [with_hand(d, seat, Hand(d[seat].held | {card}, d[seat].reserve)) for d in self.deals]


def positions(random: Random) -> Iterator[tuple[Position, int, int]]:
    """A round of a small deck; at each moment the position, whose turn it is, and the cards of the led suit."""
    names, sizes = random.choice(LAYOUTS)
    deck = Deck(" ".join(names).split())
    here = Position(deck, sizes, Slots(deck, sizes), list(every_deal(sizes)))
    players, leader = len(sizes), 0
    for seat in range(players):
        if random.random() < 0.25:
            here.record_hand(seat, random)
    returns = 1
    while all(here.slots.hand_size(seat) for seat in range(players)):
        for seat in range(players):
            if here.slots.reserve_size(seat) and random.random() < 0.4:
                here.draw(seat, random)
        laid: list[tuple[int, int]] = []
        for i in range(players):
            seat = (leader + i) % players
            led = deck.suits[deck.suit_of[laid[0][1]]] if laid else 0
            yield here, seat, led
            cards = list(bits(here.brute_playable(seat, led)))
            off = [card for card in cards if led and not led >> card & 1]
            card = random.choice(off if off and random.random() < 0.6 else cards)
            here.play(seat, card, led)
            laid.append((seat, card))
        led = deck.suits[deck.suit_of[laid[0][1]]]
        leader = max((deck.ranks[card], seat) for seat, card in laid if led >> card & 1)[1]
        for seat, card in laid:
            if not led >> card & 1:
                here.false_tricks.setdefault(seat, []).append(card)
        owners = [seat for seat, cards in here.false_tricks.items() if cards]
        if returns and owners and random.random() < 0.5:
            returns, seat = 0, random.choice(owners)
            card = random.choice(here.false_tricks[seat])
            here.false_tricks[seat].remove(card)
            here.take_back(seat, card)
        here.slots = here.slots.next_turn()
