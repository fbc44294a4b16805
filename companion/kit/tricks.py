"""Follow-suit trick play: lead, follow, showing out, the trick and who takes it. Strengths are the game's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.kit.cards import Card, Cards, Deck
from companion.kit.holdings import Clash, Knowledge, Statement
from companion.kit.rules import BySeat, Event, Refusal
from companion.kit.seats import Seat

FORCIBLE = frozenset({"revoke", "must_follow_suit", "must_play", "impossible_deal", "illegal_pass"})
"""The table is right about what physically happened: an entry refused for these is taken when marked irregular."""


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """One card laid by one seat; without a seat, by the one whose turn it is."""

    type: ClassVar[str] = "card_played"
    card: Card
    seat: Seat | None = None
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class HandsDealt(Event):
    """What some seats were dealt: by the companion, or recorded at the table from a look into a hand."""

    type: ClassVar[str] = "hands_dealt"
    hands: BySeat[tuple[Card, ...]]


def only_own_hand(event: Event, seat: Seat | None) -> Event:
    """The dealt hands as one seat knows them; every other event stays."""
    if isinstance(event, HandsDealt):
        return HandsDealt(hands=tuple((s, hand) for s, hand in event.hands if s == seat), at=event.at)
    return event


@dataclass(frozen=True, slots=True)
class Laid:
    seat: Seat
    card: int  # its number in the deck


@dataclass(frozen=True, slots=True)
class Tricks:
    """The trick on the table and what is known of the hands behind it."""

    deck: Deck
    players: int
    leader: Seat
    holdings: Knowledge
    laid: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    played: tuple[tuple[int, int], ...] = field(default=(), repr=False)  # (card, at) of this deal, in order

    @property
    def turn(self) -> Seat:
        return Seat((self.leader + len(self.laid)) % self.players)

    @property
    def full(self) -> bool:
        return len(self.laid) == self.players

    @property
    def led(self) -> Cards:
        """All cards of the led suit; 0 while nobody has led."""
        return self.deck.suits[self.deck.suit_of[self.laid[0].card]] if self.laid else 0

    def playable(self) -> tuple[Card, ...]:
        return self.deck.cards(self.holdings.playable(self.turn, self.led))

    def refusal(self, event: CardPlayed) -> Refusal | None:
        """Why this card cannot lie next. An irregular lead out of turn lets the trick go round from that seat."""
        seat = self.turn if event.seat is None else event.seat
        if seat != self.turn and not (event.irregular and not self.laid):
            return Refusal("out_of_turn", (("seat", self.turn),))
        card = self.deck.number.get(event.card)
        if card is None:
            return Refusal("not_in_deck", (("card", event.card),))
        gone = self.gone(card)
        if gone is not None:
            return gone
        refusal = self._contradiction(seat, card)
        return None if refusal and event.irregular and refusal.code in FORCIBLE else refusal

    def gone(self, card: int) -> Refusal | None:
        for seen, at in self.played:
            if seen == card:
                return Refusal("card_gone", (("card", self.deck.names[card]),), (at,))
        return None

    def _contradiction(self, seat: Seat, card: int) -> Refusal | None:
        name, led = self.deck.names[card], self.led
        hand = self.holdings.known(seat)
        if hand is not None:
            recorded = tuple(s.at for s in self.holdings.statements if s.kind == "hand" and s.holder == seat)
            if not hand >> card & 1:
                return Refusal("not_in_hand", (("seat", seat), ("card", name)), recorded)
            if hand & led and not led >> card & 1:
                suit = self.deck.suit_of[self.laid[0].card]
                return Refusal("must_follow_suit", (("seat", seat), ("card", name), ("suit", suit)), recorded)
        clash = self.holdings.clash(seat, card, led)
        return None if clash is None else self.refuse(seat, name, clash)

    @staticmethod
    def refuse(seat: Seat, name: Card, clash: Clash) -> Refusal:
        code = "impossible_deal"
        if clash.own:
            code = "revoke" if clash.own.kind == "shown_out" else "illegal_pass"
        return Refusal(code, (("seat", seat), ("card", name)), tuple(said.at for said in clash.behind))

    def lay(self, event: CardPlayed) -> Tricks:
        seat = self.turn if event.seat is None else event.seat
        card = self.deck.number[event.card]
        return Tricks(
            self.deck,
            self.players,
            self.leader if self.laid else seat,
            self.holdings.play(seat, card, self.led, event.at),
            (*self.laid, Laid(seat, card)),
            self.last,
            (*self.played, (card, event.at)),
        )

    def winner(self, strength: Callable[[int], int]) -> Laid:
        return max(self.laid, key=lambda laid: strength(laid.card))

    def taken(self, winner: Seat) -> Tricks:
        """The full trick is put aside and its winner leads."""
        return Tricks(self.deck, self.players, winner, self.holdings, (), self.laid, self.played)

    def dealt(self, event: HandsDealt) -> Tricks:
        holdings = self.holdings
        for seat, hand in event.hands:
            holdings = holdings.say(Statement("hand", seat, self.deck.mask(hand), event.at))
        return Tricks(self.deck, self.players, self.leader, holdings, self.laid, self.last, self.played)

    def refusal_of_hands(self, event: HandsDealt) -> Refusal | None:
        """Hands as somebody tells them before the first card: real cards, the right number, each in one place."""
        for seat, hand in event.hands:
            if seat not in range(self.players):
                return Refusal("invalid", (("seat", seat),))
            missing = next((card for card in hand if card not in self.deck.number), None)
            if missing:
                return Refusal("not_in_deck", (("card", missing),))
        named = [seat for seat, _ in event.hands]
        recorded = tuple(s.at for s in self.holdings.statements if s.kind == "hand" and s.holder in named)
        for seat, hand in event.hands:
            if len(set(hand)) != len(hand) or len(hand) != self.holdings.need[seat]:
                return Refusal("illegal_choice", (("seat", seat), ("cards", self.holdings.need[seat])))
        told = self.dealt(event)
        clash = told.holdings.contradiction()
        if not told.holdings.consistent:
            return Refusal("impossible_deal", (), tuple(s.at for s in clash if s.at != event.at))
        if recorded:
            return Refusal("illegal_choice", (("seat", named[0]),), recorded)
        return None

    def put_aside(self, at: int) -> bool:
        """Whether entry ``at`` laid a card of a trick that is finished."""
        return any(entry == at for _, entry in self.played[: len(self.played) - len(self.laid)])

    def on_table(self) -> list[dict[str, Any]]:
        return self.told(self.laid)

    def told(self, laid: tuple[Laid, ...]) -> list[dict[str, Any]]:
        return [{"seat": one.seat, "card": self.deck.names[one.card]} for one in laid]


def hand_of(tricks: Tricks, seat: Seat) -> tuple[Card, ...] | None:
    known = tricks.holdings.known(seat)
    return None if known is None else tricks.deck.cards(known)
