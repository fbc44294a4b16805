"""What may come next: every event the rules would take, or the limits of those with too many forms to list."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any

from companion.games.tricky_twist.bonuses import NEEDS_A_WORD, Sides, before, possible_uses, used
from companion.games.tricky_twist.counted import any_tally, so_far, tricks_of_a_round
from companion.games.tricky_twist.events import (
    DECK,
    RESERVE,
    BonusesUsed,
    BonusId,
    BonusTaken,
    Choice,
    DealTallied,
    ReserveDrawn,
    ReserveLeft,
    ReserveSet,
)
from companion.games.tricky_twist.printed import any_card, cards_left, kinds_left, printed_of
from companion.games.tricky_twist.state import State
from companion.kit.codec import record_to_json
from companion.kit.rules import Bounds, Event
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt

Limits = tuple[tuple[str, Any], ...]


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _for_anybody(state)
        return
    if state.phase == "play":
        if seat == state.tricks.turn:
            yield from (CardPlayed(card, seat) for card in state.tricks.playable())
        if seat in state.drawing:
            yield ReserveDrawn(seat)
            yield from (ReserveDrawn(seat, card) for card in DECK.cards(state.slots.drawable(seat)))
    elif state.phase == "reserve" and seat in state.to_set:
        dealt = state.slots.dealt_to(seat)
        cards = [] if dealt is None else list(DECK.cards(dealt))
        yield Bounds("reserve_set", seat, (("cards", cards),), partial(_any_reserve, state, seat))
    elif state.phase == "draw" and seat == state.may_draw[0]:
        yield ReserveDrawn(seat)
        yield ReserveLeft(seat)
    elif state.phase == "bonus" and seat == state.sevens[0]:
        bonuses: tuple[BonusId | None, ...] = (None, *state.bonuses_left)
        yield from (BonusTaken(seat, bonus) for bonus in bonuses)
        if "P1" in state.bonuses_left:
            yield from (BonusTaken(seat, "P1", card) for card in state.false_tricks[seat])
    elif state.phase == "uses" and seat in state.to_say:
        choices = [record_to_json(choice) for choice in _uses(state, seat)]
        yield Bounds("bonuses_used", seat, (("choices", choices),), partial(_any_uses, state, seat))


def _sides(state: State) -> Sides:
    assert state.scoring is not None
    return state.scoring.variable


def _twice(choices: tuple[Choice, ...]) -> bool:
    return len({choice.bonus for choice in choices}) < len(choices)


def _uses(state: State, seat: Seat) -> list[Choice]:
    held = tuple(bonus for bonus in state.bonuses[seat] if bonus in NEEDS_A_WORD)
    return list(possible_uses(held, state.taken[seat], state.false_tricks[seat], _sides(state)))


def _for_anybody(state: State) -> Iterable[Bounds]:
    limits: Limits
    if state.phase == "card":
        left = kinds_left(state.revealed)
        limits = (("cards", left), ("points", [0, 99]), ("by", {"card": {kind: printed_of(kind) for kind in left}}))
        if state.setup.card_set is not None:
            known = [record_to_json(card.revealed) for card in cards_left(state.setup.card_set, state.revealed)]
            limits += (("known", known),)
        yield Bounds("scoring_card_revealed", None, limits, partial(any_card, state.revealed))
    if state.phase == "hands" or (state.before_the_first_card and not state.dealt_by_companion):
        blank = [i for i in state.seats if state.slots.dealt_to(i) is None]
        if blank:
            limits = (("seats", blank), ("cards", 48 // state.players))
            yield Bounds("hands_dealt", None, limits, partial(any_hands, state))
    if state.dealt_by_companion or state.phase in ("card", "over"):
        return
    if state.before_the_first_card and not state.slots.facts.draws:
        for seat in state.seats:
            dealt = state.slots.dealt_to(seat)
            if dealt is not None and state.slots.reserve_of(seat) is None:
                limits = (("cards", list(DECK.cards(dealt))),)
                yield Bounds("reserve_set", seat, limits, partial(_any_reserve, state, seat))
    least, most = tricks_of_a_round(state.players)
    limits = (("tricks", [0, most]), ("blanks", [0, 1]), ("cards", len(DECK.names)))
    sums = {"tricks": [least, most], "blanks": [0, 1], "trick_bonus": [0, 1]}
    limits += (("sums", {f"results.*.{name}": list(both) for name, both in sums.items()}), *so_far(state))
    yield Bounds("deal_tallied", None, limits, partial(_any_tally, state))


def _any_tally(state: State, random: Random) -> DealTallied:
    return any_tally(state.players, random)


def any_hands(state: State, random: Random) -> HandsDealt:
    """The hands nobody has named yet."""
    worlds = state.slots.world(random)
    blank = [seat for seat in state.seats if state.slots.dealt_to(seat) is None]
    return HandsDealt(tuple((seat, DECK.cards(worlds[seat])) for seat in blank))


def _any_reserve(state: State, seat: Seat, random: Random) -> ReserveSet:
    dealt = state.slots.dealt_to(seat)
    assert dealt is not None
    return ReserveSet(seat, tuple(random.sample(DECK.cards(dealt), RESERVE)))


def _any_uses(state: State, seat: Seat, random: Random) -> BonusesUsed:
    """Uses that stand together, one bonus after the other."""
    chosen: tuple[Choice, ...] = ()
    options = _uses(state, seat)
    random.shuffle(options)
    for option in options:
        more = (*chosen, option)
        lies = before(state.taken[seat], state.false_tricks[seat])
        if random.random() < 0.8 and not _twice(more) and used(lies, more, _sides(state)) is None:
            chosen = more
    return BonusesUsed(seat, chosen)
