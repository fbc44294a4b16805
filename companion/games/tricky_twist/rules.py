"""Tricky Twist for 3 or 4. Source: the publisher's rule text in English.

Settled where the text is silent: each player may take one reserve card a turn, in any order; most and fewest rank the
distinct counts of those who have at least one; flips come first, then shifts; P1 leaves the match, used or not, and
the other bonus cards come back every round. What scoring cards and variable sides print, the table enters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.tricky_twist.bonuses import check_uses
from companion.games.tricky_twist.counted import (
    check_tally,
    lines_of_play,
    lines_of_tally,
)
from companion.games.tricky_twist.events import (
    BONUSES,
    DECK,
    RESERVE,
    SUITS,
    BonusesUsed,
    BonusTaken,
    DealTallied,
    ReserveDrawn,
    ReserveLeft,
    ReserveSet,
    ScoringCardRevealed,
)
from companion.games.tricky_twist.offers import any_hands, candidates
from companion.games.tricky_twist.printed import (
    CardSet,
    check_card,
    check_card_set,
    copies,
    next_card,
    told_of_cards,
)
from companion.games.tricky_twist.scoring_cards import HouseRules
from companion.games.tricky_twist.show import hand, show, tell
from companion.games.tricky_twist.state import State, after_bonuses, before_the_lead, new_round, resolved
from companion.kit.rules import Event, Expect, Refusal, Rules
from companion.kit.seats import Seat
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import FORCIBLE, CardPlayed, HandsDealt, Tricks, only_own_hand


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "card" | "hands":
            return Expect(chance=True)
        case "reserve":
            return Expect(state.to_set)
        case "draw":
            return Expect(chance=True) if state.asked is not None else Expect(state.may_draw[:1])
        case "play":
            turn = state.tricks.turn
            return Expect((turn,), also=tuple(seat for seat in state.drawing if seat != turn))
        case "bonus":
            return Expect(state.sevens[:1])
        case "uses":
            return Expect(state.to_say)


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    match event:
        case CardPlayed():
            return _check_play(state, event) if state.phase == "play" else Refusal("wrong_phase")
        case ReserveDrawn():
            return _check_draw(state, event)
        case ReserveLeft(seat=seat):
            if state.phase != "draw" or state.asked is not None:
                return Refusal("wrong_phase")
            return _turn(seat, state.may_draw[0])
        case BonusTaken():
            return _check_bonus(state, event)
        case BonusesUsed(seat=seat, choices=choices):
            if state.phase != "uses" or seat not in state.to_say:
                return Refusal("wrong_phase")
            assert state.scoring is not None
            held = state.bonuses[seat]
            return check_uses(held, state.taken[seat], state.false_tricks[seat], choices, state.scoring.variable)
        case ScoringCardRevealed(card=card):
            if state.phase != "card":
                return Refusal("wrong_phase")
            before = tuple(one.at for one in state.revealed if one.card == card)
            if len(before) >= copies(card):
                return Refusal("illegal_choice", (("reason", "card_once"),), before)
            return check_card(event)
        case HandsDealt():
            if not (state.phase == "hands" or (state.before_the_first_card and not state.dealt_by_companion)):
                return Refusal("wrong_phase")
            if not event.hands and not state.dealt_by_companion:
                return Refusal("illegal_choice", (("reason", "no_hand"),))
            return state.tricks.refusal_of_hands(event)
        case ReserveSet():
            return _check_reserve(state, event)
        case DealTallied():
            if state.dealt_by_companion or state.phase in ("card", "over"):
                return Refusal("wrong_phase")
            return check_tally(state.players, event)
    return Refusal("invalid")


def _turn(seat: Seat, turn: Seat) -> Refusal | None:
    return None if seat == turn else Refusal("out_of_turn", (("seat", turn),))


def _check_play(state: State, event: CardPlayed) -> Refusal | None:
    """A recorded hand lacks what it lacks, also where nobody knows which of its cards lie in the reserve."""
    refusal = state.tricks.refusal(event)
    seat = state.tricks.turn if event.seat is None else event.seat
    dealt, card = state.slots.dealt_to(seat), DECK.number.get(event.card)
    if dealt is None or card is None or dealt >> card & 1 or not (refusal is None or refusal.code in FORCIBLE):
        return refusal
    recorded = tuple(said.at for said in state.slots.facts.hands if said.holder == seat)
    return Refusal("not_in_hand", (("seat", seat), ("card", event.card)), recorded)


def _check_reserve(state: State, event: ReserveSet) -> Refusal | None:
    slots, seat, cards = state.slots, event.seat, event.cards or ()
    dealt = slots.dealt_to(seat)
    at_table = not state.dealt_by_companion and state.before_the_first_card and not slots.facts.draws
    if dealt is None or not (state.phase == "reserve" or at_table):
        return Refusal("wrong_phase")
    unknown = next((card for card in cards if card not in DECK.number), None)
    if unknown is not None:
        return Refusal("not_in_deck", (("card", unknown),))
    missing = next((card for card in cards if not dealt >> DECK.number[card] & 1), None)
    if missing is not None:
        recorded = tuple(said.at for said in slots.facts.hands if said.holder == seat)
        return Refusal("not_in_hand", (("seat", seat), ("card", missing)), recorded)
    before = tuple(told.at for told in slots.facts.reserves if told.seat == seat)
    if before:
        return Refusal("illegal_choice", (("reason", "reserve_once"), ("seat", seat)), before)
    if len(set(cards)) != RESERVE or (event.ordered and state.dealt_by_companion):
        return Refusal("illegal_choice", (("reason", "five_cards"), ("cards", RESERVE)))
    return None


def _check_draw(state: State, event: ReserveDrawn) -> Refusal | None:
    seat, name = event.seat, event.card
    if state.dealt_by_companion:
        if state.phase != "draw":
            return Refusal("wrong_phase")
        if (name is not None) != (state.asked is not None):
            return Refusal("illegal_choice", (("reason", "companion_draws"),))
        return _turn(seat, state.may_draw[0] if state.asked is None else state.asked)
    if state.phase != "play" or state.tricks.laid:
        return Refusal("wrong_phase")
    slots = state.slots
    card = None if name is None else DECK.number.get(name)
    if name is not None:
        if card is None:
            return Refusal("not_in_deck", (("card", name),))
        played = tuple(play.at for play in slots.facts.plays if play.card == card)
        if played:
            return Refusal("card_gone", (("card", name),), played)
        for held, at in _recorded(state, seat):
            if not held >> card & 1:
                return Refusal("not_in_hand", (("seat", seat), ("card", name)), (at,))
    if seat in state.drew:
        return Refusal("illegal_choice", (("reason", "one_reserve_card"), ("seat", seat)))
    if not slots.reserve_size(seat):
        return Refusal("illegal_choice", (("reason", "reserve_empty"), ("seat", seat)))
    if card is not None and not slots.drawable(seat) >> card & 1:
        behind = tuple(said.at for said in slots.clash_of_draw(seat, card))
        return Refusal("impossible_deal", (("seat", seat), ("card", name)), behind)
    return None


def _recorded(state: State, seat: Seat) -> Iterable[tuple[int, int]]:
    """What was recorded of the cards of a seat's hand, and of its reserve, each with its entry."""
    facts = state.slots.facts
    yield from ((said.cards, said.at) for said in facts.hands if said.holder == seat)
    yield from ((told.mask, told.at) for told in facts.reserves if told.seat == seat and told.cards)


def _check_bonus(state: State, event: BonusTaken) -> Refusal | None:
    if state.phase != "bonus":
        return Refusal("wrong_phase")
    refusal = _turn(event.seat, state.sevens[0])
    if refusal is not None:
        return refusal
    if event.bonus is not None and event.bonus not in state.bonuses_left:
        return Refusal("illegal_choice", (("reason", "bonus_gone"), ("bonus", event.bonus)))
    back = event.false_trick
    if back is not None and (event.bonus != "P1" or back not in state.false_tricks[event.seat]):
        return Refusal("illegal_choice", (("reason", "not_a_false_trick"), ("seat", event.seat)))
    return None


# What it changes.


def evolve(state: State, event: Event) -> State:
    match event:
        case CardPlayed():
            state = state.to(tricks=state.tricks.lay(event))
            return _all_said(resolved(state)) if state.tricks.full else state
        case ReserveDrawn():
            return _draw(state, event)
        case ReserveLeft(seat=seat):
            return before_the_lead(state.to(drew=(*state.drew, seat)))
        case BonusTaken():
            return _take_bonus(state, event)
        case BonusesUsed():
            return _all_said(state.to(uses=(*state.uses, event)))
        case ScoringCardRevealed():
            phase = "hands" if state.dealt_by_companion else "play"
            return state.to(revealed=(*state.revealed, event), phase=phase)
        case HandsDealt():
            phase = "reserve" if state.phase == "hands" else state.phase
            return state.to(tricks=state.tricks.dealt(event), phase=phase)
        case ReserveSet(seat=seat):
            cards = tuple(DECK.number[card] for card in event.cards or ())
            slots = state.slots.set_reserve(seat, cards, event.ordered, event.at)
            state = _with(state, slots).to(reserved=(*state.reserved, seat))
            return before_the_lead(state) if state.phase == "reserve" and not state.to_set else state
        case DealTallied():
            return _finish(state, lines_of_tally(state, event))
    raise TypeError(event)


def _with(state: State, slots: Any, but: int | None = None) -> State:
    """The state with other knowledge; ``but``: a card that no longer counts as gone."""
    was = state.tricks
    played = was.played if but is None else tuple(one for one in was.played if one[0] != but)
    return state.to(tricks=Tricks(DECK, state.players, was.leader, slots, was.laid, was.last, played))


def _draw(state: State, event: ReserveDrawn) -> State:
    seat = event.seat
    if state.dealt_by_companion and state.asked is None:
        return state.to(asked=seat)
    card = None if event.card is None else DECK.number[event.card]
    state = _with(state, state.slots.draw(seat, card, event.at)).to(asked=None, drew=(*state.drew, seat))
    return before_the_lead(state) if state.dealt_by_companion else state


def _take_bonus(state: State, event: BonusTaken) -> State:
    seat, bonus, back = event.seat, event.bonus, event.false_trick
    state = state.to(sevens=state.sevens[1:])
    if bonus is not None:
        kept = (bonus,) if bonus != "P1" else ()
        state = state.to(
            bonuses_left=tuple(one for one in state.bonuses_left if one != bonus),
            bonuses=tuple((*mine, *kept) if i == seat else mine for i, mine in enumerate(state.bonuses)),
        )
    if back is not None:
        card = DECK.number[back]
        false_tricks = tuple(
            tuple(one for one in mine if one != back) if i == seat else mine
            for i, mine in enumerate(state.false_tricks)
        )
        state = _with(state, state.slots.take_back(seat, card, event.at), card).to(false_tricks=false_tricks)
    return _all_said(after_bonuses(state))


def _all_said(state: State) -> State:
    return _finish(state, lines_of_play(state)) if state.phase == "uses" and not state.to_say else state


def _finish(state: State, lines: tuple[Line, ...]) -> State:
    finished = (*state.finished, lines)
    if state.deal == state.deals:
        return state.to(phase="over", finished=finished)
    left = BONUSES if "P1" in state.bonuses_left else BONUSES[1:]
    return new_round(state.setup, state.deal + 1, state.revealed, left, finished)


def deal(state: State, random: Random) -> Event:
    if state.phase == "card":
        return next_card(state.setup.card_set, state.revealed, random)
    if state.phase == "hands":
        return any_hands(state, random)
    seat = state.asked
    assert seat is not None
    reserve = state.slots.reserve_of(seat)
    assert reserve is not None
    drawn = {draw.card for draw in state.slots.facts.draws}
    return ReserveDrawn(seat, DECK.names[random.choice([card for card in reserve.cards if card not in drawn])])


def redact(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, ReserveSet) and event.cards is not None and event.seat != seat:
        return replace(event, cards=None)
    if isinstance(event, ReserveDrawn) and event.card is not None and event.seat != seat:
        return replace(event, card=None)
    return only_own_hand(event, seat)


def score(state: State) -> Tally:
    lines = tuple(line for deal_lines in state.finished for line in deal_lines)
    deals = tuple(points(deal_lines, state.players) for deal_lines in state.finished)
    if state.phase in ("over", "card"):
        return Tally(lines, deals, None)
    running = lines_of_play(state)
    return Tally(lines, deals, points(running, state.players), running)


RULES = Rules(
    name="tricky-twist",
    seats=(3, 4),
    suits=SUITS,
    cards=DECK.names,
    house_rules=HouseRules,
    memory="closed",
    events=(
        ScoringCardRevealed,
        HandsDealt,
        ReserveSet,
        ReserveDrawn,
        ReserveLeft,
        CardPlayed,
        BonusTaken,
        BonusesUsed,
        DealTallied,
    ),
    start=new_round,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=redact,
    hand=hand,
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=tell,
    card_set=CardSet,
    check_card_set=check_card_set,
    told_of_cards=told_of_cards(),
    dealt_from_card_set=True,
)
