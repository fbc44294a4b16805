"""Who can hold what: exact knowledge of hands that nobody has told us.

Each holder (a seat, or a left-over pile) still has a number of unseen cards; statements say which cards somebody
does or does not hold. Some deal of the unseen cards agrees with all of it exactly when no set of holders has
negative slack: cards its members still hold, less the unseen cards that nobody outside it can hold (Hall's theorem).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol, Self

from companion.kit.cards import Cards, bits

Kind = Literal["shown_out", "passed", "announced", "hand"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What entry ``at`` of the log says: of ``cards``, the holder has none (shown_out, passed), has all
    (announced), or has these and no others (hand)."""

    kind: Kind
    holder: int
    cards: Cards
    at: int


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a play cannot be: ``own`` when the holder's own showing-out or pass says so; ``behind`` it the statements
    that leave no deal, one of each entry, first event first. None when the numbers of cards alone forbid it."""

    own: Statement | None
    behind: tuple[Statement, ...]


class Knowledge(Protocol):
    """What trick play asks of whoever knows who can hold what. Holdings answers for a known deck and fixed hands."""

    @property
    def unseen(self) -> Cards: ...
    @property
    def need(self) -> tuple[int, ...]: ...
    @property
    def statements(self) -> tuple[Statement, ...]: ...
    @property
    def consistent(self) -> bool: ...
    def known(self, holder: int) -> Cards | None: ...
    def playable(self, holder: int, led: Cards = 0) -> Cards: ...
    def say(self, said: Statement) -> Self: ...
    def hear(self, said: Statement) -> Self: ...
    def play(self, holder: int, card: int, led: Cards, at: int) -> Self: ...
    def clash(self, holder: int, card: int, led: Cards = 0) -> Clash | None: ...
    def contradiction(self) -> tuple[Statement, ...]: ...
    def world(self, random: Random) -> tuple[Cards, ...]: ...


class Holdings:
    """Immutable; every change is a new value."""

    __slots__ = ("_lacks", "_only", "_slack", "need", "statements", "unseen")

    def __init__(self, unseen: Cards, need: tuple[int, ...], statements: tuple[Statement, ...] = ()) -> None:
        self.unseen = unseen
        self.need = need
        self.statements = statements
        self._lacks: list[Cards] | None = None
        self._only: list[Cards] | None = None
        self._slack: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Holdings):
            return NotImplemented
        return (self.unseen, self.need, self.statements) == (other.unseen, other.need, other.statements)

    __hash__ = None  # type: ignore[assignment]

    # What follows from the statements.

    @property
    def lacks(self) -> list[Cards]:
        """Per holder the cards that a statement, about it or another, says it does not have."""
        if self._lacks is None:
            lacks = [0] * len(self.need)
            for said in self.statements:
                if said.kind == "shown_out" or said.kind == "passed":
                    lacks[said.holder] |= said.cards
                else:
                    for holder in range(len(lacks)):
                        if holder != said.holder:
                            lacks[holder] |= said.cards
                        elif said.kind == "hand":
                            lacks[holder] |= ~said.cards
            self._lacks = lacks
        return self._lacks

    def _weigh(self) -> tuple[list[Cards], list[int]]:
        """For every set S of holders: the unseen cards that only S can hold, and its slack."""
        only, slack = self._only, self._slack
        if only is None or slack is None:
            lacks, need, unseen = self.lacks, self.need, self.unseen
            full = (1 << len(need)) - 1
            reach = [0] * (full + 1)
            holds = [0] * (full + 1)
            for group in range(1, full + 1):
                low = group & -group
                holder = low.bit_length() - 1
                reach[group] = reach[group ^ low] | (unseen & ~lacks[holder])
                holds[group] = holds[group ^ low] + need[holder]
            only = [unseen & ~reach[full ^ group] for group in range(full + 1)]
            slack = [holds[group] - only[group].bit_count() for group in range(full + 1)]
            self._only, self._slack = only, slack
        return only, slack

    @property
    def consistent(self) -> bool:
        return min(self._weigh()[1]) >= 0

    def known(self, holder: int) -> Cards | None:
        """What is left of a hand somebody recorded; None for a hand that is blank or only deduced."""
        for said in self.statements:
            if said.kind == "hand" and said.holder == holder:
                return said.cards & self.unseen
        return None

    def _free(self, holder: int) -> Cards:
        """The cards this holder can part with so that some deal of the rest remains."""
        if not self.statements:
            return self.unseen if self.need[holder] else 0
        only, slack = self._weigh()
        free = self.unseen & ~self.lacks[holder]
        for group in range(len(slack)):
            if slack[group] < 0:
                return 0
            if slack[group] == 0 and group >> holder & 1:
                free &= only[group]
        return free

    def playable(self, holder: int, led: Cards = 0) -> Cards:
        """The cards that may lie next from this holder, who shows out of ``led`` by anything else (0: free choice)."""
        if not led:
            return self._free(holder)
        following = self._free(holder) & led
        return following | (self.say(Statement("shown_out", holder, led, 0))._free(holder) & ~led)

    # What happens.

    def only(self, statements: tuple[Statement, ...]) -> Self:
        """The same cards, were these statements all that was said."""
        return type(self)(self.unseen, self.need, statements)

    def say(self, said: Statement) -> Self:
        """One statement more. One already made in the same words by the same holder adds nothing."""
        for old in self.statements:
            if old.kind == said.kind and old.holder == said.holder and old.cards == said.cards:
                return self
        return self.only((*self.statements, said))

    def hear(self, said: Statement) -> Self:
        """What a pass says, whether it can be true or not: where it cannot, what the holder said itself about these
        cards falls, and then this word too."""
        own = tuple(
            old
            for old in self.statements
            if old.holder != said.holder or old.kind not in ("shown_out", "passed") or not old.cards & said.cards
        )
        for kept in (self.statements, own):
            held = self.only(kept).say(said)
            if held.consistent:
                return held
        return self.only(own)

    def part(self, holder: int, card: int) -> Self:
        """The holder plays the card, which every statement must allow."""
        need = list(self.need)
        need[holder] -= 1
        return type(self)(self.unseen & ~(1 << card), tuple(need), self.statements)

    def take(self, holder: int, card: int, at: int = 0) -> Holdings:
        """The holder gets a card back that all have seen: it lies there, whatever was said before (entry ``at``)."""
        need = list(self.need)
        need[holder] += 1
        taken = 1 << card
        kept = []
        for said in self.statements:
            cards = said.cards
            if said.holder == holder:
                cards = cards | taken if said.kind == "hand" else cards & ~taken
            elif said.kind in ("hand", "announced"):
                cards &= ~taken
            kept.append(Statement(said.kind, said.holder, cards, said.at))
        if self.known(holder) is None:
            kept.append(Statement("announced", holder, taken, at))
        return Holdings(self.unseen | taken, tuple(need), tuple(kept))

    def play(self, holder: int, card: int, led: Cards, at: int) -> Self:
        """The card lies, accepted or not: what cannot be true beside it falls, in turn, until some deal is left."""
        off = bool(led) and not led >> card & 1
        hand = self.known(holder)
        if hand is not None and hand >> card & 1 and off and hand & led:
            return self.part(holder, card)
        own = tuple(
            said
            for said in self.statements
            if said.holder != holder or said.kind not in ("shown_out", "passed") or not said.cards >> card & 1
        )
        recorded = tuple(said for said in self.statements if said.kind == "hand")
        for kept, shows in ((self.statements, off), (own, off), (own, False), (recorded, False)):
            held = self if kept is self.statements else self.only(kept)
            if shows:
                held = held.say(Statement("shown_out", holder, led, at))
            if held._free(holder) >> card & 1:
                return held.part(holder, card)
        return self.only(()).part(holder, card)

    def clash(self, holder: int, card: int, led: Cards = 0) -> Clash | None:
        """None when the card can lie next from this holder; otherwise which earlier statements say it cannot."""
        if self._can_lie(holder, card, led):
            return None
        for said in self.statements:
            if said.holder == holder and said.kind in ("shown_out", "passed") and said.cards >> card & 1:
                return Clash(said, (said,))
        return Clash(None, self._behind(lambda held: not held._can_lie(holder, card, led)))

    def _can_lie(self, holder: int, card: int, led: Cards) -> bool:
        shows_out = bool(led) and not led >> card & 1
        held = self.say(Statement("shown_out", holder, led, 0)) if shows_out else self
        return bool(held._free(holder) >> card & 1)

    def contradiction(self) -> tuple[Statement, ...]:
        """The statements that leave no deal, first event first; empty when some deal is left."""
        return () if self.consistent else self._behind(lambda held: not held.consistent)

    def _behind(self, impossible: Callable[[Self], bool]) -> tuple[Statement, ...]:
        """One statement of each entry that cannot be spared for this to be impossible, keeping the early ones."""
        kept = self.statements
        for at in sorted({said.at for said in kept}, reverse=True):
            fewer = tuple(said for said in kept if said.at != at)
            if impossible(self.only(fewer)):
                kept = fewer
        found = {said.at: said for said in kept if said.at}
        return tuple(found[at] for at in sorted(found))

    # Worlds.

    def world(self, random: Random) -> tuple[Cards, ...]:
        """One random deal of the unseen cards that agrees with everything said, one mask per holder."""
        hands = [0] * len(self.need)
        left = self
        cards = list(bits(self.unseen))
        random.shuffle(cards)
        for card in cards:
            holders = [h for h in range(len(hands)) if left._free(h) >> card & 1]
            weights = [left.need[h] for h in holders]
            holder = random.choices(holders, weights)[0]
            hands[holder] |= 1 << card
            left = left.part(holder, card)
        return tuple(hands)


def blank(whole: Cards, need: Iterable[int]) -> Holdings:
    """Nothing known but how many cards each holder has."""
    return Holdings(whole, tuple(need))
