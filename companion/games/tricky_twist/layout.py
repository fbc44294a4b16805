"""The slots of one round as far as it has come, and which cards may lie in which of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.tricky_twist.facts import Facts
from companion.kit.cards import Cards, Deck, bits


@dataclass(frozen=True, slots=True)
class Room:
    """The slots of one seat, as bits."""

    start: int
    drawn: tuple[tuple[int, int], ...]  # (turn, slot)
    rest: int
    rest_number: int
    hand: int  # start and drawn

    def since(self, after: int, until: int) -> int:
        """Slots taken later than turn ``after`` and not later than ``until``."""
        slots = self.start if after < 0 else 0
        for turn, slot in self.drawn:
            if after < turn <= until:
                slots |= slot
        return slots


Alike = tuple[Cards, int]
"""Cards not yet played of one suit that may lie in the same slots."""


@dataclass(frozen=True, slots=True)
class Layout:
    """``caps``: how many cards each slot takes. ``fixed``: cards that were played, by the slots they may have come
    from. ``alike``: the others."""

    rooms: tuple[Room, ...]
    caps: tuple[int, ...]
    fixed: dict[int, int]
    alike: dict[Alike, Cards]

    def key_of(self, card: int) -> Alike | None:
        return next((key for key, cards in self.alike.items() if cards >> card & 1), None)


def lay_out(deck: Deck, sizes: tuple[tuple[int, int], ...], facts: Facts, turn: int) -> Layout:
    """``sizes``: per seat the cards it began with in hand and in reserve."""
    rooms: list[Room] = []
    caps: list[int] = []
    taken: dict[int, int] = {}
    for seat, (in_hand, in_reserve) in enumerate(sizes):
        start = 1 << len(caps)
        caps.append(in_hand)
        drawn = []
        for fact in facts.draws:
            if fact.seat == seat:
                drawn.append((fact.turn, 1 << len(caps)))
                if fact.card is not None:
                    taken[fact.card] = 1 << len(caps)
                caps.append(1)
        rest = 1 << len(caps)
        caps.append(in_reserve - len(drawn))
        slots = sum(slot for _, slot in drawn)
        rooms.append(Room(start, tuple(drawn), rest, in_reserve - len(drawn), start | slots))
    everything = (1 << len(caps)) - 1
    told = _told(deck, facts, rooms, taken, everything)
    shown: dict[tuple[int, Cards], list[int]] = {}
    for show in facts.shows:
        shown.setdefault((show.seat, show.suit), []).append(show.turn)
    fixed: dict[int, int] = {}
    for play in facts.plays:
        suit = deck.suits[deck.suit_of[play.card]]
        last = max((turn for turn in shown.get((play.seat, suit), ()) if turn < play.turn), default=-1)
        slots = rooms[play.seat].since(last, play.turn) & told.get(play.card, everything)
        fixed[slots] = fixed.get(slots, 0) + 1
    unseen = deck.whole & ~sum(1 << fact.card for fact in facts.plays)
    alike: dict[Alike, Cards] = {}
    for suit in deck.suits.values():
        open_to = 0
        for seat, room in enumerate(rooms):
            last = max(shown.get((seat, suit), ()), default=-1)
            open_to |= room.rest | room.since(last, turn)
        for card in bits(suit & unseen):
            key = (suit, open_to & told.get(card, everything))
            alike[key] = alike.get(key, 0) | 1 << card
    return Layout(tuple(rooms), tuple(caps), fixed, alike)


def _told(deck: Deck, facts: Facts, rooms: Sequence[Room], taken: dict[int, int], everything: int) -> dict[int, int]:
    """Of each card the slots that recorded hands, reserves and drawn cards leave it; empty when nothing is told."""
    if not (facts.hands or taken or any(told.cards for told in facts.reserves)):
        return {}
    may = dict.fromkeys(range(len(deck.names)), everything)
    for said in facts.hands:
        own = rooms[said.holder].hand | rooms[said.holder].rest
        for card in may:
            may[card] &= own if said.cards >> card & 1 else ~own
    for told in facts.reserves:
        if not told.cards:
            continue
        room, mask = rooms[told.seat], told.mask
        reserve = room.hand & ~room.start | room.rest
        for card in may:
            may[card] &= ~room.start if mask >> card & 1 else ~reserve
        if told.ordered:
            for place, card in enumerate(told.cards):
                may[card] &= room.drawn[place][1] if place < len(room.drawn) else room.rest
    for card, slot in taken.items():
        may[card] &= slot
        for other in may:
            if other != card:
                may[other] &= ~slot
    return may
