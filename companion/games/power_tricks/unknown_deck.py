"""Who can hold what while nobody has told which 45 cards there are: any value of any suit, so many of them axes.

A holder's cards are some of those it can hold, all different, so many axes and so many others in all. By Rado's
theorem some deal agrees with everything said exactly when for every set S of holders the cards its members still hold
are no more than it could be given: at most the axes still to come, at most the others, at most those S can hold.
"""

from __future__ import annotations

from random import Random
from typing import Self

from companion.kit.cards import Cards, bits
from companion.kit.holdings import Holdings, Statement


class UnknownDeck(Holdings):
    """``unseen``: every card there may be and that has not been seen. ``axes`` of them are still to come."""

    __slots__ = ("_reaches", "axes", "axes_suit")

    def __init__(
        self,
        unseen: Cards,
        need: tuple[int, ...],
        statements: tuple[Statement, ...] = (),
        axes_suit: Cards = 0,
        axes: int = 0,
    ) -> None:
        super().__init__(unseen, need, statements)
        self.axes_suit = axes_suit
        # What lies on the table is true: more of a kind than there are leaves no other to come.
        all_to_come = sum(need)
        others = (unseen & ~axes_suit).bit_count()
        self.axes = min(max(axes, all_to_come - others, 0), all_to_come)
        self._reaches: list[tuple[Cards, int]] | None = None

    def only(self, statements: tuple[Statement, ...]) -> Self:
        return type(self)(self.unseen, self.need, statements, self.axes_suit, self.axes)

    def part(self, holder: int, card: int) -> Self:
        need = list(self.need)
        need[holder] -= 1
        axes = self.axes - (self.axes_suit >> card & 1)
        return type(self)(self.unseen & ~(1 << card), tuple(need), self.statements, self.axes_suit, axes)

    @property
    def others(self) -> int:
        """Cards still to come that are no axes."""
        return sum(self.need) - self.axes

    def _reach(self) -> list[tuple[Cards, int]]:
        """For every set of holders: the cards it can hold, and how many more it could be given than it holds."""
        if self._reaches is None:
            lacks, others = self.lacks, self.others
            reach: list[Cards] = [0]
            holds = [0]
            found = [(0, 0)]
            for group in range(1, 1 << len(self.need)):
                low = group & -group
                holder = low.bit_length() - 1
                cards = reach[group ^ low] | (self.unseen & ~lacks[holder])
                reach.append(cards)
                holds.append(holds[group ^ low] + self.need[holder])
                axes = min((cards & self.axes_suit).bit_count(), self.axes)
                rest = min((cards & ~self.axes_suit).bit_count(), others)
                found.append((cards, axes + rest - holds[group]))
            self._reaches = found
        return self._reaches

    @property
    def consistent(self) -> bool:
        return all(slack >= 0 for _, slack in self._reach())

    def _free(self, holder: int) -> Cards:
        if not self.need[holder]:
            return 0
        free = self.unseen & ~self.lacks[holder]
        for group, (cards, slack) in enumerate(self._reach()):
            if slack < 0:
                return 0
            if slack == 0 and not group >> holder & 1:
                # This group would miss the card: it may hold it, or all of that kind still to come are its own.
                for kind, to_come in ((self.axes_suit, self.axes), (~self.axes_suit, self.others)):
                    theirs = cards & kind
                    free &= ~(kind if theirs.bit_count() >= to_come else theirs)
        return free

    def world(self, random: Random) -> tuple[Cards, ...]:
        """One random deal that agrees with everything said; the cards nobody gets are not in the deck."""
        hands = [0] * len(self.need)
        left = self
        while any(left.need):
            (holder,) = random.choices(range(len(hands)), left.need)
            card = random.choice(list(bits(left._free(holder))))
            hands[holder] |= 1 << card
            left = left.part(holder, card)
        return tuple(hands)
