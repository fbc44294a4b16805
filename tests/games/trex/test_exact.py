"""What is accepted from blank hands, against brute force: exactly what some deal of the unseen cards agrees with.

The small decks are what is left of the real one late in a contract: a few cards unseen, all others gone. The brute
force lists every deal of those and strikes out, event by event, the deals in which the event could not have happened.
The rules are asked through their own check, with every card, a pass, an announcement and hands to be recorded.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from kit.brute import cards_of, every_deal

from companion.games.trex.contracts import CONTRACTS, DECK, JACKS, KING, fitting
from companion.games.trex.events import KingAnnounced, Passed
from companion.games.trex.rules import RULES
from companion.games.trex.state import Book, State, fresh
from companion.kit.cards import Card
from companion.kit.holdings import Holdings, blank
from companion.kit.rules import Event, Setup
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt, Tricks

SIZES = (
    ((2, 2, 2, 2), 60),
    ((3, 2, 2, 2), 20),
    ((3, 3, 2, 2), 8),
    ((3, 3, 3, 3), 1),
)
SUITS = [DECK.suits[suit] for suit in "SHDC"]
FORCED = tuple((contract, 1) for contract in CONTRACTS if contract not in ("trix", "general"))


@dataclass
class Game:
    """The rules' own state, and beside it every deal that agrees with what has happened.

    ``cards`` is the small deck; in the masks here bit i stands for its card i.
    """

    state: State
    cards: list[int]
    deals: list[tuple[int, ...]]
    needs_jack: bool
    unseen: int = 0
    recorded: dict[int, int] = field(default_factory=dict)
    said: list[tuple[int, str, int]] = field(default_factory=list)  # seat, kind, cards
    announced: bool = False
    acted: set[int] = field(default_factory=set)
    begun: bool = False
    passes: int = 0  # one after another
    at: int = 1

    def small(self, mask: int) -> int:
        return sum(1 << i for i, card in enumerate(self.cards) if mask >> card & 1)

    def names(self, hand: int) -> tuple[Card, ...]:
        return tuple(DECK.names[card] for i, card in enumerate(self.cards) if hand >> i & 1)

    @property
    def turn(self) -> Seat:
        return self.state.tricks.turn

    @property
    def led(self) -> int:
        return self.small(self.state.tricks.led)

    @property
    def fit(self) -> int:
        return self.small(fitting(self.state.placed))

    @property
    def king(self) -> int:
        return self.small(KING)

    @property
    def jacks(self) -> int:
        return self.small(JACKS)

    # What brute force says.

    def hands(self, seat: int) -> set[int]:
        return {deal[seat] & self.unseen for deal in self.deals}

    def of_card(self, seat: int, bit: int, hands: set[int]) -> str | None:
        led = self.led
        if not bit & self.unseen:
            return "card_gone"
        if seat in self.recorded:
            hand = self.recorded[seat] & self.unseen
            if not hand & bit:
                return "not_in_hand"
            if hand & led and not led & bit:
                return "must_follow_suit"
        elif not any(hand & bit and (led & bit or not hand & led) for hand in hands):
            own = next((kind for who, kind, cards in self.said if who == seat and cards & bit), None)
            return {"shown_out": "revoke", "passed": "illegal_pass", None: "impossible_deal"}[own]
        if self.state.contract == "trix" and not self.fit & bit:
            return "illegal_choice"
        return None

    def of_pass(self, seat: int, hands: set[int]) -> str | None:
        if self.state.contract != "trix":
            return "wrong_phase"
        fit = self.fit
        if seat in self.recorded:
            if self.recorded[seat] & self.unseen & fit:
                return "must_play"
        elif not any(not hand & fit for hand in hands):
            return "impossible_deal"
        return "trix_needs_jack" if self.needs_jack and not self.begun and seat == self.state.owner else None

    def of_king(self, seat: int, hands: set[int]) -> str | None:
        if self.state.contract != "general" or self.announced or seat in self.acted:
            return "wrong_phase"
        if not self.king & self.unseen:
            return "card_gone"
        if any(hand & self.king for hand in hands):
            return None
        return "not_in_hand" if seat in self.recorded else "impossible_deal"

    def of_hand(self, seat: int, hand: int) -> str | None:
        owner, jacks = self.state.owner, self.jacks
        agree = [deal for deal in self.deals if deal[seat] == hand]
        good = any(deal[owner] & jacks for deal in agree) if self.needs_jack else bool(agree)
        return None if good else "impossible_deal"

    # What happens.

    def does(self, event: Event) -> None:
        self.at += 1
        event = replace(event, at=self.at)
        seat, unseen = self.turn, self.unseen
        match event:
            case CardPlayed():
                bit, led = self.small(DECK.mask([event.card])), self.led
                shows = led if not led & bit else 0
                self.deals = [deal for deal in self.deals if deal[seat] & bit and not deal[seat] & unseen & shows]
                if shows:
                    self.said.append((seat, "shown_out", shows))
                self.unseen &= ~bit
                self.begun, self.passes = True, 0
                self.acted.add(seat)
            case Passed():
                fit = self.fit
                self.deals = [deal for deal in self.deals if not deal[seat] & unseen & fit]
                self.said.append((seat, "passed", fit))
                self.passes += 1
                self.acted.add(seat)
            case KingAnnounced():
                king = self.king
                self.deals = [deal for deal in self.deals if deal[seat] & king]
                self.announced = True
            case HandsDealt():
                ((who, cards),) = event.hands
                hand = self.recorded[who] = self.small(DECK.mask(cards))
                self.deals = [deal for deal in self.deals if deal[who] == hand]
        self.state = RULES.evolve(self.state, event)


def begin(random: Random) -> Game:
    """A contract whose unseen cards are few."""
    (sizes,) = random.choices([sizes for sizes, _ in SIZES], [often for _, often in SIZES])
    sizes = tuple(random.sample(sizes, 4))
    contract = random.choice(["trix", "trix", "general", "tricks"])
    placed = 0
    if contract == "trix":
        for suit in SUITS:  # a pile as it may stand: from the jack so far down and so far up
            jack = (suit & JACKS).bit_length() - 1
            if random.random() < 0.4:
                low, high = jack - random.randint(0, 3), jack + random.randint(0, 4)
                placed |= sum(1 << card for card in range(low, high + 1))
    left = cards_of(DECK.whole & ~placed)
    if len(left) < sum(sizes):
        return begin(random)
    king = [DECK.number["HK"]] if contract == "general" else []  # there it may be announced
    others = [card for card in left if card not in king]
    if contract == "trix":  # cards that may come to fit
        others = sorted(others, key=lambda card: abs(DECK.ranks[card] - 3) + random.uniform(0, 3))[: sum(sizes) + 4]
    cards = sorted(king + random.sample(others, sum(sizes) - len(king)))
    unseen = sum(1 << card for card in cards)
    owner = Seat(random.randrange(4))
    # Chosen freely, its owner has a jack to place; a pile that has begun or no jack unseen is a trix that was forced.
    forced = contract != "trix" or random.random() < 0.5 or bool(placed) or not unseen & JACKS
    chosen = (*(FORCED if contract == "trix" and forced else ()), (contract, 1))
    book = Book(chosen=tuple(chosen if seat == owner else () for seat in range(4)))  # type: ignore[arg-type]
    state = replace(
        fresh(Setup(4, owner, RULES.house_rules(), memory="closed"), book, 1),
        phase="play",
        contract=contract,  # type: ignore[arg-type]
        tricks=Tricks(DECK, 4, owner, blank(unseen, sizes)),
        placed=placed,
    )
    return Game(state, cards, every_deal(sizes), not forced, (1 << len(cards)) - 1)


def asked(game: Game, random: Random) -> list[tuple[Event, str | None]]:
    """Events, each with what brute force says of it."""
    seat = game.turn
    hands = game.hands(seat)
    found: list[tuple[Event, str | None]] = [
        (CardPlayed(DECK.names[card], seat), game.of_card(seat, 1 << i, hands)) for i, card in enumerate(game.cards)
    ]
    found.append((Passed(seat), game.of_pass(seat, hands)))
    found.append((KingAnnounced(seat), game.of_king(seat, hands)))
    blank = [who for who in range(4) if who not in game.recorded]
    if blank and not game.begun:
        who = random.choice(blank)
        size = game.state.tricks.holdings.need[who]
        any_cards = sum(1 << i for i in random.sample(range(len(game.cards)), size))
        found += [
            (HandsDealt(((Seat(who), game.names(hand)),)), game.of_hand(who, hand))
            for hand in (random.choice(game.deals)[who], any_cards)
        ]
    return found


def next_event(game: Game, secret: tuple[int, ...] | None, may: list[Event], random: Random) -> Event | None:
    """Of what is accepted, what is true of the secret deal; or anything."""
    if secret is not None:
        may = [event for event in may if true_of(event, game, secret)]
    kinds = sorted({event.type for event in may}, key=lambda kind: (kind != "card_played", kind))
    if not kinds:
        return None
    often = [{"card_played": 6, "passed": 4, "hands_dealt": 2, "king_announced": 2}[kind] for kind in kinds]
    (kind,) = random.choices(kinds, often)
    return random.choice([event for event in may if event.type == kind])


def true_of(event: Event, game: Game, deal: tuple[int, ...]) -> bool:
    hand = deal[game.turn] & game.unseen
    match event:
        case CardPlayed():
            bit, led = game.small(DECK.mask([event.card])), game.led
            return bool(hand & bit) and (bool(led & bit) or not hand & led)
        case Passed():
            return not hand & game.fit
        case KingAnnounced():
            return bool(hand & game.king)
        case HandsDealt():
            ((who, cards),) = event.hands
            return deal[who] == game.small(DECK.mask(cards))
    return False


def courses(seeds: range, count: Counter[str]) -> Any:
    """Every position of these games with what was asked of it, and the tally of it all."""
    for seed in seeds:
        random = Random(seed)
        game = begin(random)
        secret = random.choice(game.deals) if random.random() < 0.6 else None
        if secret and game.needs_jack and not secret[game.state.owner] & game.jacks:
            secret = None
        for _ in range(24):
            if not game.state.tricks.holdings.need[game.turn] or game.passes == 4:
                break
            questions = asked(game, random)
            count["positions"] += 1
            count["late"] += 2 * game.unseen.bit_count() <= len(game.cards)
            kinds = {kind for _, kind, _ in game.said}
            for kind in kinds | ({"announced"} if game.announced else set()) | ({"hand"} if game.recorded else set()):
                count[f"with {kind}"] += 1
            yield seed, game, questions
            may = [event for event, code in questions if code is None]
            event = next_event(game, secret, may, random)
            if event is None:
                break
            game.does(event)
            if game.state.deal != 1:
                break


def differences(seeds: range, count: Counter[str]) -> list[Any]:
    found = []
    for seed, game, questions in courses(seeds, count):
        for event, code in questions:
            refusal = RULES.check(game.state, replace(event, at=game.at + 1))
            said = refusal.code if refusal else None
            count[f"said {said}"] += 1
            if said != code:
                found.append((seed, game.at, event, f"{said=}", f"brute force {code}"))
    return found


CODES = (
    "wrong_phase",
    "card_gone",
    "not_in_hand",
    "must_follow_suit",
    "must_play",
    "revoke",
    "illegal_pass",
    "impossible_deal",
    "illegal_choice",
    "trix_needs_jack",
)


def test_what_blank_hands_may_do_is_exactly_what_some_deal_agrees_with() -> None:
    count: Counter[str] = Counter()
    assert differences(range(100), count) == []
    assert count["positions"] > 500


@pytest.mark.slow
def test_in_5000_positions_of_small_decks() -> None:
    count: Counter[str] = Counter()
    assert differences(range(100, 850), count) == []
    print("\n", dict(sorted(count.items())))
    assert count["positions"] >= 5000
    assert count["late"] >= count["positions"] / 3
    for kind in ("passed", "shown_out", "announced", "hand"):
        assert count[f"with {kind}"] > 200, kind
    for code in CODES:
        assert count[f"said {code}"] > 20, code


@pytest.mark.parametrize("kind", ["shown_out", "passed", "announced", "hand"])
def test_the_comparison_shows_where_a_kind_of_fact_is_forgotten(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Holdings.say

    def say(self: Holdings, said: Any) -> Holdings:
        return self if said.kind == kind and said.at else whole(self, said)

    monkeypatch.setattr(Holdings, "say", say)
    assert differences(range(60), Counter()) != []


def test_the_comparison_shows_where_only_the_own_word_of_a_seat_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Holdings, "_free", lambda self, holder: self.unseen & ~self.lacks[holder])
    monkeypatch.setattr(Holdings, "consistent", property(lambda self: True))
    assert differences(range(60), Counter()) != []
