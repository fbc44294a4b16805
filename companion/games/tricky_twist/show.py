"""What of a round is told: the game's part of the view, hands, and the log's entries."""

from __future__ import annotations

from typing import Any

from companion.games.tricky_twist.events import DECK, Printed
from companion.games.tricky_twist.state import State
from companion.kit.cards import Card
from companion.kit.codec import record_to_json
from companion.kit.rules import Event
from companion.kit.seats import SCRIBE, Seat
from companion.kit.tricks import CardPlayed


def hand(state: State, seat: Seat) -> tuple[Card, ...] | None:
    """What the seat holds, where that is known; before its reserve lies, all the cards it was dealt."""
    slots = state.slots
    known = slots.known(seat)
    acted = {fact.seat for fact in slots.facts.plays} | {fact.seat for fact in slots.facts.draws}
    if known is None and seat not in acted:
        known = slots.dealt_to(seat)
    return None if known is None else DECK.cards(known)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, scoring, slots = state.tricks, state.scoring, state.slots
    closed, dealt = kept_back(state, seat), scoring is not None and state.phase != "hands"
    whole = [sum(slots.sizes[one]) if state.phase == "reserve" and one in state.to_set else 0 for one in state.seats]
    return {
        "scoring_card": None
        if scoring is None
        else {
            "card": scoring.card,
            "points": list(scoring.points),
            "suits": list(scoring.suits) or None,
            "frame": scoring.frame,
            "variable": [record_to_json(side) if isinstance(side, Printed) else side for side in scoring.variable],
        },
        "leader": tricks.leader if dealt and state.phase != "reserve" else None,
        "trick_cards": tricks.on_table(),
        "last_trick": tricks.told(tricks.last) if tricks.last and not closed else None,
        "tricks": [[[] if closed else list(trick) for trick in mine] for mine in state.taken] if dealt else [],
        "false_tricks": [list(mine) for mine in state.false_tricks] if dealt else [],
        "hand_sizes": [whole[one] or slots.hand_size(one) for one in state.seats] if dealt else [],
        "reserve_sizes": [0 if whole[one] else slots.reserve_size(one) for one in state.seats] if dealt else [],
        "bonuses": [list(mine) for mine in state.bonuses] if dealt else [],
        "bonuses_left": list(state.bonuses_left) if scoring else [],
    }


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    """A card of a finished trick of the running round lies face down, or is seen before its owner."""
    if not isinstance(event, CardPlayed) or not kept_back(state, seat):
        return event
    scoring, tricks = state.scoring, state.tricks
    on_table = {at for _, at in tricks.played[len(tricks.played) - len(tricks.laid) :]}
    put_aside = scoring is not None and event.at > scoring.at and event.at not in on_table
    return None if put_aside else event


def kept_back(state: State, seat: Seat | None) -> bool:
    """With closed memory, who keeps the sheet alone is told the finished tricks of the running round."""
    return state.setup.memory == "closed" and state.phase != "over" and seat != SCRIBE
