"""Who can hold what when hands grow: cards matched to slots in time.

Every seat has slots: its starting hand, one for each reserve card with the turn in which it was taken, and the rest of
its reserve. A showing-out is of a moment: it bars the slots the seat had then, and no later one. Everything recorded
agrees exactly when all cards of the deck find a slot. Cards that may lie in the same slots are alike, so this is a
flow between a few dozen groups of cards and slots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.tricky_twist.facts import Drawn, Facts, Played, Reserve, Returned, ShownOut
from companion.games.tricky_twist.flow import flows
from companion.games.tricky_twist.layout import Alike, Layout, lay_out
from companion.kit.cards import Cards, Deck, bits
from companion.kit.holdings import Clash, Statement


class Slots:
    """Immutable; every change is a new value. Answers as ``Knowledge``, with holders the seats."""

    __slots__ = (
        "_clashes",
        "_draw_clashes",
        "_drawable",
        "_layout",
        "_playable",
        "deck",
        "facts",
        "sizes",
        "turn",
    )

    def __init__(self, deck: Deck, sizes: tuple[tuple[int, int], ...], facts: Facts | None = None, turn: int = 1):
        """``sizes``: per seat the cards it starts with in hand and in reserve; all of the deck is dealt."""
        self.deck, self.sizes, self.turn = deck, sizes, turn
        self.facts = facts or Facts()
        self._layout: Layout | None = None
        self._playable: dict[tuple[int, Cards], Cards] = {}
        self._drawable: dict[int, Cards] = {}
        self._draw_clashes: dict[tuple[int, Alike], tuple[Statement, ...]] = {}
        self._clashes: dict[tuple[int, Cards, Alike], Clash] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Slots):
            return NotImplemented
        return (self.facts, self.turn, self.sizes) == (other.facts, other.turn, other.sizes)

    __hash__ = None  # type: ignore[assignment]

    def to(self, **facts: Any) -> Slots:
        return Slots(self.deck, self.sizes, replace(self.facts, **facts), self.turn)

    def with_facts(self, facts: Facts) -> Slots:
        return Slots(self.deck, self.sizes, facts, self.turn)

    # What is plain to see.

    @property
    def unseen(self) -> Cards:
        """Not yet played; a card taken back has been seen."""
        return self.deck.whole & ~sum(1 << fact.card for fact in self.facts.plays)

    @property
    def need(self) -> tuple[int, ...]:
        """Cards that each seat still has, in hand and reserve together."""
        need = [sum(size) for size in self.sizes]
        for play in self.facts.plays:
            need[play.seat] -= 1
        for back in self.facts.returned:
            need[back.seat] += 1
        return tuple(need)

    def reserve_size(self, seat: int) -> int:
        return self.sizes[seat][1] - sum(draw.seat == seat for draw in self.facts.draws)

    def hand_size(self, seat: int) -> int:
        return self.need[seat] - self.reserve_size(seat)

    @property
    def statements(self) -> tuple[Statement, ...]:
        shows = (Statement("shown_out", fact.seat, fact.suit, fact.at) for fact in self.facts.shows)
        return (*self.facts.hands, *shows)

    def dealt_to(self, seat: int) -> Cards | None:
        """All the cards a seat was dealt, where they were recorded."""
        return next((said.cards for said in self.facts.hands if said.holder == seat), None)

    def reserve_of(self, seat: int) -> Reserve | None:
        return next((told for told in self.facts.reserves if told.seat == seat and told.cards), None)

    def back(self, seat: int) -> Cards:
        """What the seat took back from its false tricks and has in hand."""
        return sum(1 << fact.card for fact in self.facts.returned if fact.seat == seat)

    def known(self, holder: int) -> Cards | None:
        """A hand that is known card by card; None also for one whose cards are known, but not which are in reserve."""
        dealt, reserve = self.dealt_to(holder), self.reserve_of(holder)
        if dealt is None:
            return None
        draws = [fact for fact in self.facts.draws if fact.seat == holder]
        held = dealt
        if len(draws) < self.sizes[holder][1]:
            if reserve is None:
                return None
            held &= ~reserve.mask
            for i, draw in enumerate(draws):
                card = reserve.cards[i] if reserve.ordered else draw.card
                if card is None:
                    return None
                held |= 1 << card
        return held & self.unseen | self.back(holder)

    # Cards and slots.

    @property
    def layout(self) -> Layout:
        if self._layout is None:
            self._layout = lay_out(self.deck, self.sizes, self.facts, self.turn)
        return self._layout

    def _agrees(self, moved: Alike | None = None, into: int = 0, out_of: tuple[int, Cards] | None = None) -> bool:
        """Whether all cards find a slot, with one of these cards in ``into``, and this seat showing out of a suit."""
        alike = self.layout.alike
        groups = dict(self.layout.fixed)
        barred = self.layout.rooms[out_of[0]].hand if out_of else 0
        for key, cards in alike.items():
            suit, slots = key
            number = cards.bit_count() - (key == moved)
            if out_of and suit == out_of[1]:
                slots &= ~barred
            if number:
                groups[slots] = groups.get(slots, 0) + number
        if moved:
            groups[into] = groups.get(into, 0) + 1
        return 0 not in groups and flows(groups, self.layout.caps)

    @property
    def consistent(self) -> bool:
        denied = any(
            show.seat == back.seat and show.suit >> back.card & 1 and show.turn > back.turn
            for back in self.facts.returned
            for show in self.facts.shows
        )
        return not denied and self._agrees()

    def playable(self, holder: int, led: Cards = 0) -> Cards:
        """The cards that may lie next from this seat, which shows out of ``led`` by anything else (0: free choice)."""
        found = self._playable.get((holder, led))
        if found is None:
            found = self._playable[holder, led] = self._find_playable(holder, led)
        return found

    def _find_playable(self, holder: int, led: Cards) -> Cards:
        back = self.back(holder)
        found = back & led if led else back
        may_show = bool(led) and not back & led
        alike = self.layout.alike
        if may_show and back & ~led and self._agrees(out_of=(holder, led)):
            found |= back & ~led
        for key, cards in alike.items():
            suit, slots = key
            into = slots & self.layout.rooms[holder].hand
            if not into:
                continue
            off = bool(led) and suit != led
            if off and not may_show:
                continue
            if self._agrees(key, into, (holder, led) if off else None):
                found |= cards
        return found

    def _may_lie(self, holder: int, card: int, led: Cards) -> bool:
        """The same for one card alone."""
        off, back = bool(led) and not led >> card & 1, self.back(holder)
        if off and back & led:
            return False
        showing = (holder, led) if off else None
        for key, cards in self.layout.alike.items():
            if cards >> card & 1:
                into = key[1] & self.layout.rooms[holder].hand
                return bool(into) and self._agrees(key, into, showing)
        return bool(back >> card & 1) and (not off or self._agrees(out_of=showing))

    def drawable(self, seat: int) -> Cards:
        """The cards that may come from the top of this seat's reserve."""
        found = self._drawable.get(seat)
        if found is None:
            found = 0
            alike, reserve = self.layout.alike, self.reserve_of(seat)
            room = self.layout.rooms[seat]
            for key, cards in alike.items():
                if room.rest_number and key[1] & room.rest and self._agrees(key, room.rest):
                    found |= cards
            if reserve and reserve.ordered:
                found &= 1 << reserve.cards[len(room.drawn)] if room.rest_number else 0
            self._drawable[seat] = found
        return found

    # What happens.

    def say(self, said: Statement) -> Slots:
        """A recorded hand, reserve included; or a showing-out in this turn."""
        if said.kind == "hand":
            return self.to(hands=(*self.facts.hands, said))
        return self.to(shows=(*self.facts.shows, ShownOut(said.holder, said.cards, self.turn, said.at)))

    def hear(self, said: Statement) -> Slots:
        """What a pass says; nobody passes here."""
        return self.say(said)

    def set_reserve(self, seat: int, cards: tuple[int, ...], ordered: bool, at: int) -> Slots:
        return self.to(reserves=(*self.facts.reserves, Reserve(seat, cards, ordered, at)))

    def draw(self, seat: int, card: int | None, at: int) -> Slots:
        return self.to(draws=(*self.facts.draws, Drawn(seat, self.turn, card, at)))

    def take_back(self, seat: int, card: int, at: int) -> Slots:
        return self.to(returned=(*self.facts.returned, Returned(seat, card, self.turn, at)))

    def next_turn(self) -> Slots:
        return Slots(self.deck, self.sizes, self.facts, self.turn + 1)

    def _laid(self, facts: Facts, holder: int, card: int, show: ShownOut | None, at: int) -> Slots:
        if self.back(holder) >> card & 1:
            facts = replace(facts, returned=tuple(fact for fact in facts.returned if fact.card != card))
        else:
            facts = replace(facts, plays=(*facts.plays, Played(holder, card, self.turn, at)))
        if show and show not in facts.shows:
            facts = replace(facts, shows=(*facts.shows, show))
        return self.with_facts(facts)

    def play(self, holder: int, card: int, led: Cards, at: int) -> Slots:
        """The card lies, accepted or not: what cannot be true beside it falls, in turn, until some deal is left."""
        off = bool(led) and not led >> card & 1
        show = ShownOut(holder, led, self.turn, at) if off else None
        facts = self.facts
        if self.playable(holder, led) >> card & 1:
            return self._laid(facts, holder, card, show, at)
        hand = self.known(holder)
        if hand is not None and off and hand & led and hand >> card & 1:
            return self._laid(facts, holder, card, None, at)
        own = tuple(said for said in facts.shows if said.seat != holder or not said.suit >> card & 1)
        for shows, shown in ((own, show), (own, None), ((), None)):
            laid = self._laid(replace(facts, shows=shows), holder, card, shown, at)
            if laid.consistent:
                return laid
        bare = Facts(facts.plays, tuple(replace(fact, card=None) for fact in facts.draws), returned=facts.returned)
        return self._laid(bare, holder, card, None, at)

    # Why something cannot be.

    def clash(self, holder: int, card: int, led: Cards = 0) -> Clash | None:
        """None when the card can lie next from this seat; otherwise which earlier statements say it cannot."""

        if self.playable(holder, led) >> card & 1:
            return None
        alike = self.layout.key_of(card) or (0, card)
        found = self._clashes.get((holder, led, alike))
        if found is None:
            found = self._clashes[holder, led, alike] = self._find_clash(holder, card, led)
        return found

    def _find_clash(self, holder: int, card: int, led: Cards) -> Clash:
        def impossible(facts: Facts) -> bool:
            return not self.with_facts(facts)._may_lie(holder, card, led)

        own = self.facts.of(holder)
        if led and self.back(holder) & led and not led >> card & 1:
            return Clash(None, self._behind(self.facts, impossible, card))
        if impossible(own):
            found = self._behind(own, impossible, card)
            return Clash(found[0] if found else None, found)
        mine = [show for show in own.shows if show.suit >> card & 1]
        others = tuple(show for show in self.facts.shows if show not in mine)
        if mine and not impossible(replace(self.facts, shows=others)):

            def still(facts: Facts) -> bool:
                return impossible(replace(self.facts, shows=(*others, *facts.shows)))

            found = self._behind(Facts(shows=tuple(mine)), still, card)
            return Clash(found[0], found)
        return Clash(None, self._behind(self.facts, impossible, card))

    def clash_of_draw(self, seat: int, card: int) -> tuple[Statement, ...]:
        """Why this card cannot come from the reserve."""
        alike = self.layout.key_of(card) or (0, card)
        found = self._draw_clashes.get((seat, alike))
        if found is None:
            found = self._behind(self.facts, lambda facts: not self.with_facts(facts).drawable(seat) >> card & 1)
            self._draw_clashes[seat, alike] = found
        return found

    def contradiction(self) -> tuple[Statement, ...]:
        if self.consistent:
            return ()
        return self._behind(self.facts, lambda facts: not self.with_facts(facts).consistent)

    def _behind(self, facts: Facts, impossible: Callable[[Facts], bool], but: int = -1) -> tuple[Statement, ...]:
        """One statement of each entry that cannot be spared for this to be impossible, keeping the early ones."""
        for at in facts.entries:
            fewer = facts.without(at, but)
            if impossible(fewer):
                facts = fewer
        return tuple(self._statement(facts, at) for at in sorted(facts.entries))

    @staticmethod
    def _statement(facts: Facts, at: int) -> Statement:
        show = next((fact for fact in facts.shows if fact.at == at), None)
        if show:
            return Statement("shown_out", show.seat, show.suit, at)
        seats = {said.at: said.holder for said in facts.hands} | {told.at: told.seat for told in facts.reserves}
        seats |= {back.at: back.seat for back in facts.returned} | {draw.at: draw.seat for draw in facts.draws}
        return Statement("hand", seats[at], 0, at)

    # Worlds.

    def world(self, random: Random) -> tuple[Cards, ...]:
        """Some deal of the cards not yet played that agrees with everything said, a mask per seat, reserve included."""
        hands = [self.back(seat) for seat in range(len(self.sizes))]
        for card, slot in self.spread(random).items():
            for seat, room in enumerate(self.layout.rooms):
                if (room.hand | room.rest) & slot:
                    hands[seat] |= 1 << card
        return tuple(hands)

    def spread(self, random: Random) -> dict[int, int]:
        """The same, card by card: the slot each lies in."""
        alike = self.layout.alike
        may = {card: slots for (_, slots), cards in alike.items() for card in bits(cards)}
        for slots, number in self.layout.fixed.items():  # the cards that were played, under names of their own
            may |= {-len(may) - 1 - i: slots for i in range(number)}
        order = list(may)
        random.shuffle(order)
        inside: list[list[int]] = [[] for _ in self.layout.caps]

        def place(card: int, tried: set[int]) -> bool:
            slots = [i for i in bits(may[card]) if i not in tried]
            random.shuffle(slots)
            for i in slots:
                if len(inside[i]) < self.layout.caps[i]:
                    inside[i].append(card)
                    return True
            for i in slots:
                if i in tried:
                    continue
                tried.add(i)
                for j, other in enumerate(inside[i]):
                    if place(other, tried):
                        inside[i][j] = card
                        return True
            return False

        for card in order:
            if not place(card, set()):
                raise ValueError("no deal agrees with what was recorded")
        return {card: 1 << i for i, cards in enumerate(inside) for card in cards if card >= 0}
