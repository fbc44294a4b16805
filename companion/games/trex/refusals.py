"""What cannot have happened, and why."""

from __future__ import annotations

from companion.games.trex import counted
from companion.games.trex.contracts import DECK, JACKS, KING, Contract, fitting
from companion.games.trex.events import ContractChosen, DealTallied, KingAnnounced, LastTrickViewed, Passed
from companion.games.trex.state import FORCED_TRIX, State
from companion.kit.holdings import Statement
from companion.kit.rules import Event, Refusal
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt

LOOKS = 2


def check(state: State, event: Event) -> Refusal | None:
    match event:
        case CardPlayed() if state.phase == "play":
            return _of_card(state, event)
        case Passed() if state.phase == "play" and state.contract == "trix":
            return _of_pass(state, event)
        case KingAnnounced() if state.phase == "play" and state.contract in ("ray", "general"):
            return _of_king(state, event)
        case ContractChosen() if state.phase == "choose":
            return _turn(state, event.seat) or of_choice(state, event.contract)
        case HandsDealt() if state.phase == "hands" or (
            state.setup.dealing == "table" and state.phase != "over" and not state.tricks.played
        ):
            return _of_hands(state, event)
        case DealTallied() if state.phase in ("choose", "play"):
            return _of_count(state, event)
        case LastTrickViewed() if state.phase == "play" and state.contract != "trix" and state.tricks.last:
            looked = state.looks[event.seat] == LOOKS
            return Refusal("illegal_choice", (("reason", "looked_twice"), ("seat", event.seat))) if looked else None
    return Refusal("wrong_phase")


def _turn(state: State, seat: Seat | None) -> Refusal | None:
    turn = state.owner if state.phase == "choose" else state.tricks.turn
    return None if seat in (None, turn) else Refusal("out_of_turn", (("seat", turn),))


def _of_card(state: State, event: CardPlayed) -> Refusal | None:
    if state.contract != "trix":
        return state.tricks.refusal(event)
    refusal = _turn(state, event.seat) or state.tricks.refusal(event)
    if refusal or fitting(state.placed) >> DECK.number[event.card] & 1:
        return refusal
    return Refusal("illegal_choice", (("reason", "fits_no_pile"), ("card", event.card)))


def _of_pass(state: State, event: Passed) -> Refusal | None:
    """A pass says that the seat holds none of the cards that fit."""
    refusal = _turn(state, event.seat)
    if refusal:
        return refusal
    seat, holdings, fit = state.tricks.turn, state.tricks.holdings, fitting(state.placed)
    known = holdings.known(seat)
    if known is not None:
        refusal = Refusal("must_play", (("seat", seat),), _recorded(state, seat)) if known & fit else None
    else:
        refusal = _contradicted(state, Statement("passed", seat, fit, event.at))
    if refusal:
        return None if event.irregular else refusal
    if state.jack_needed and seat == state.owner:
        return Refusal("trix_needs_jack", (("seat", seat),), (state.book.chosen[seat][-1][1],))
    return None


def _of_king(state: State, event: KingAnnounced) -> Refusal | None:
    if state.announcer is not None:
        return Refusal("wrong_phase", (("seat", state.announcer),), (state.announced,))
    if event.seat in state.acted:
        return Refusal("wrong_phase")
    king = DECK.number["HK"]
    refusal = _turn(state, event.seat) or state.tricks.gone(king)
    if refusal:
        return refusal
    known = state.tricks.holdings.known(event.seat)
    if known is not None and not known & KING:
        return Refusal("not_in_hand", (("seat", event.seat), ("card", "HK")), _recorded(state, event.seat))
    return _contradicted(state, Statement("announced", event.seat, KING, event.at))


def _contradicted(state: State, said: Statement) -> Refusal | None:
    told = state.tricks.holdings.say(said)
    if told.consistent:
        return None
    behind = tuple(one.at for one in told.contradiction() if one.at not in (0, said.at))
    return Refusal("impossible_deal", (("seat", Seat(said.holder)),), behind)


def of_choice(state: State, contract: Contract) -> Refusal | None:
    """Why the owner cannot choose this contract."""
    owner, chosen = state.owner, dict(state.book.chosen[state.owner])
    if contract in chosen:
        return Refusal("contract_used", (("seat", owner), ("contract", contract)), (chosen[contract],))
    if state.choice >= FORCED_TRIX and "trix" not in chosen:
        return Refusal("trix_forced", (("seat", owner),)) if contract != "trix" else None
    if contract == "trix" and not state.tricks.holdings.playable(owner) & JACKS:
        hands = {said.at for said in state.tricks.holdings.statements if said.kind == "hand"}
        return Refusal("trix_needs_jack", (("seat", owner),), _recorded(state, owner) or tuple(sorted(hands)))
    return None


def _of_hands(state: State, event: HandsDealt) -> Refusal | None:
    if state.setup.dealing == "table" and not event.hands:
        return Refusal("illegal_choice", (("reason", "no_hand"),))
    refusal = state.tricks.refusal_of_hands(event)
    if refusal or not state.jack_needed:
        return refusal
    if state.tricks.dealt(event).holdings.playable(state.owner) & JACKS:
        return None
    chosen = state.book.chosen[state.owner][-1][1]
    return Refusal("impossible_deal", (("reason", "trix_without_jack"), ("seat", state.owner)), (chosen,))


def _of_count(state: State, event: DealTallied) -> Refusal | None:
    refusal = counted.refusal(event)
    if refusal:
        return refusal
    if state.contract is None:
        return of_choice(state, event.contract)
    if state.contract != event.contract:
        chosen = state.book.chosen[state.owner][-1][1]
        return Refusal("illegal_choice", (("reason", "another_contract"), ("contract", state.contract)), (chosen,))
    return None


def _recorded(state: State, seat: Seat) -> tuple[int, ...]:
    """The entries that told this hand."""
    said = state.tricks.holdings.statements
    return tuple(one.at for one in said if one.kind == "hand" and one.holder == seat)
