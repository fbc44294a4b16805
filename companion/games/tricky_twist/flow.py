"""Groups of alike cards into slots: a maximum flow, grown path by path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.kit.cards import bits


def flows(groups: dict[int, int], caps: Sequence[int]) -> bool:
    """Whether so many cards of each group (the slots they may lie in, as bits) fit into slots of these sizes."""
    return flow_of(sorted(groups.items(), key=lambda group: group[0].bit_count()), caps) is not None


def flow_of(groups: Iterable[tuple[int, int]], caps: Sequence[int]) -> list[dict[int, int]] | None:
    """How many of each group lie in which slot; one augmenting path after another. None: they do not fit."""
    free = list(caps)
    may: list[int] = []
    lies: list[dict[int, int]] = []  # by group: slot -> number
    inside: list[list[int]] = [[] for _ in caps]  # by slot: groups that have cards there
    for slots, number in groups:
        group = len(may)
        may.append(slots)
        mine: dict[int, int] = {}
        lies.append(mine)
        for i in bits(slots):
            take = min(free[i], number)
            if take:
                mine[i] = take
                inside[i].append(group)
                free[i] -= take
                number -= take
                if not number:
                    break
        while number:
            path = _augmenting(slots, may, inside, free)
            if path is None:
                return None
            # One card of this group goes into the first slot, and in each slot one makes room for it.
            for i, leaving in path:
                lies_in = lies[group]
                lies_in[i] = lies_in.get(i, 0) + 1
                if group not in inside[i]:
                    inside[i].append(group)
                if leaving is None:
                    free[i] -= 1
                else:
                    lies[leaving][i] -= 1
                    if not lies[leaving][i]:
                        del lies[leaving][i]
                        inside[i].remove(leaving)
                    group = leaving
            group = len(may) - 1
            number -= 1
    return lies


def _augmenting(
    slots: int, may: list[int], inside: list[list[int]], free: list[int]
) -> list[tuple[int, int | None]] | None:
    """A way to one more place: slots in turn, each with the group of which one card moves on; None where none must."""
    seen, before, queue = slots, {}, list(bits(slots))
    for i in queue:
        before[i] = (-1, -1)
    for i in queue:
        if free[i]:
            path: list[tuple[int, int | None]] = [(i, None)]
            while before[i][0] >= 0:
                i, group = before[i]
                path.append((i, group))
            return path[::-1]
        for group in inside[i]:
            new = may[group] & ~seen
            if new:
                seen |= new
                for j in bits(new):
                    before[j] = (i, group)
                    queue.append(j)
    return None
