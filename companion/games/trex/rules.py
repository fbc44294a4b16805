"""Trex for 4, each alone, counter-clockwise: seats are numbered in order of play. Source: the rule text in Arabic.

Settled where the text is silent: an unknown hand that passes says it has none of the cards that fit; a reset of 1000
is a line of its own outside the contract's points and comes in the contract that ends the game too; the tricks of a
running contract stay face down for every phone but the one that keeps the sheet of a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from companion.games.trex import counted
from companion.games.trex.contracts import (
    ACES,
    CONTRACTS,
    DECK,
    DIAMONDS,
    HAND,
    JACKS,
    KING,
    PLAYERS,
    QUEENS,
    ROWS,
    SUITS,
    Contract,
    Counts,
    fitting,
    lines,
    out,
)
from companion.games.trex.events import ContractChosen, DealTallied, Emptied, KingAnnounced, LastTrickViewed, Passed
from companion.games.trex.refusals import LOOKS, check, of_choice
from companion.games.trex.state import Book, State, fresh
from companion.kit.cards import Cards, bits
from companion.kit.general import ScoreAdjusted
from companion.kit.holdings import Statement
from companion.kit.rules import Bounds, Event, Expect, Rules, Setup
from companion.kit.seats import SCRIBE, Seat, round_from
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import CardPlayed, HandsDealt, hand_of, only_own_hand


@dataclass(frozen=True, slots=True)
class HouseRules:
    """There are none."""


def start(setup: Setup) -> State:
    return fresh(setup, Book(), 1)


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "hands":
            return Expect(chance=True)
        case "choose":
            return Expect((state.owner,))
        case "play":
            turn = state.tricks.turn
            return Expect((turn,), also=tuple(seat for seat in _may_look(state) if seat != turn))


def _may_look(state: State) -> tuple[Seat, ...]:
    if state.setup.dealing == "table" or state.contract == "trix" or not state.tricks.last:
        return ()
    return tuple(Seat(i) for i, looks in enumerate(state.looks) if looks < LOOKS)


# What happens.


def evolve(state: State, event: Event) -> State:
    match event:
        case CardPlayed() if state.contract == "trix":
            return _placed(state, event)
        case CardPlayed():
            return _played(state, event)
        case Passed():
            return _passed(state, event)
        case ContractChosen():
            return _chosen(state, event.contract, event.at)
        case KingAnnounced():
            said = Statement("announced", event.seat, KING, event.at)
            return replace(
                state,
                tricks=replace(state.tricks, holdings=state.tricks.holdings.say(said)),
                announcer=event.seat,
                announced=event.at,
            )
        case HandsDealt():
            phase = "choose" if state.phase == "hands" else state.phase
            return replace(state, tricks=state.tricks.dealt(event), phase=phase)
        case LastTrickViewed():
            looks = _add(state.looks, event.seat, 1)
            return replace(state, looks=looks, looking=(*state.looking, event.seat))
        case DealTallied():
            return _tallied(state, event)
        case ScoreAdjusted():
            adjusted = _add(state.book.adjusted, event.seat, event.points)
            return replace(state, book=replace(state.book, adjusted=adjusted))
    raise TypeError(event)


def _add(values: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + more, *values[seat + 1 :])


def _chosen(state: State, contract: Contract, at: int) -> State:
    chosen = tuple(
        (*mine, (contract, at)) if seat == state.owner else mine for seat, mine in enumerate(state.book.chosen)
    )
    return replace(state, book=replace(state.book, chosen=chosen), contract=contract, phase="play")


def _played(state: State, event: CardPlayed) -> State:
    """A card in a trick; the trick that takes the last card that counts ends the contract."""
    tricks = state.tricks.lay(event)
    laid = tricks.laid[-1]
    state = replace(state, tricks=tricks, acted=(*state.acted, laid.seat), looking=())
    if not tricks.full:
        return state
    winner = tricks.winner(lambda card: DECK.ranks[card] + HAND * (tricks.led >> card & 1)).seat
    cards = 0
    for one in tricks.laid:
        cards |= 1 << one.card
    state = replace(
        state,
        tricks=tricks.taken(winner),
        won=_add(state.won, winner, cards),
        taken=_add(state.taken, winner, 1),
    )
    assert state.contract is not None
    over = not tricks.holdings.unseen & ROWS[state.contract].until
    return _finish(state, tuple(_lines(state))) if over else state


def _placed(state: State, event: CardPlayed) -> State:
    """A card on its pile. An ace keeps the turn, an empty hand is out, and the second one out ends the contract."""
    seat, card = state.tricks.turn, 1 << DECK.number[event.card]
    tricks = state.tricks.lay(event)
    state = replace(state, tricks=tricks, acted=(*state.acted, seat), placed=state.placed | card)
    if not tricks.holdings.need[seat]:
        state = replace(state, out=(*state.out, seat))
    state = replace(state, tricks=tricks.taken(seat if card & ACES and seat not in state.out else _next(state, seat)))
    return _finish(state, tuple(_lines(state))) if len(state.out) == 2 else state


def _passed(state: State, event: Passed) -> State:
    seat, holdings, fit = state.tricks.turn, state.tricks.holdings, fitting(state.placed)
    known = holdings.known(seat)
    if known is None or not known & fit:  # a known hand that could have placed a card says nothing
        holdings = holdings.hear(Statement("passed", seat, fit, event.at))
    tricks = replace(state.tricks, holdings=holdings, leader=_next(state, seat))
    return replace(state, tricks=tricks, acted=(*state.acted, seat))


def _next(state: State, seat: Seat) -> Seat:
    """Who comes after this seat, of those that are not out."""
    return next(one for one in round_from(seat, PLAYERS)[1:] if one not in state.out)


def _tallied(state: State, event: DealTallied) -> State:
    """The table's count stands alone: nothing that was recorded of this contract counts beside it."""
    if state.contract is None:
        state = _chosen(state, event.contract, event.at)
    counts, results = counted.of(event), event.results
    state = replace(
        fresh(state.setup, state.book, state.deal),
        contract=event.contract,
        phase="play",
        taken=counts.get("tricks", () if ROWS[event.contract].parts else state.taken),
        announcer=getattr(results, "announcer", None),
        out=(results.first, results.second) if isinstance(results, Emptied) else (),
    )
    return _finish(state, tuple(_lines(state, counts)))


def _finish(state: State, found: tuple[Line, ...]) -> State:
    """The contract's points are added. A total of exactly 1000 becomes 0, one over 1000 ends the game."""
    book = replace(state.book, finished=(*state.book.finished, found))
    resets = tuple(
        Line(None, Seat(i), -1000, "reset", (("after", state.deal),))
        for i, total in enumerate(book.totals)
        if total == 1000
    )
    book = replace(book, resets=(*book.resets, *resets))
    if max(book.totals) > 1000 or state.deal == PLAYERS * len(CONTRACTS):
        return replace(state, book=book, phase="over")
    return fresh(state.setup, book, state.deal + 1)


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _for_anybody(state)
        return
    if seat in expects(state).seats:
        if state.phase == "choose":
            yield from (ContractChosen(seat, contract) for contract in CONTRACTS)
        elif state.contract == "trix":
            yield from (CardPlayed(DECK.names[card], seat) for card in bits(fitting(state.placed)))
            yield Passed(seat)
        else:
            yield from (CardPlayed(card, seat) for card in state.tricks.playable())
            yield KingAnnounced(seat)
    if seat in _may_look(state):
        yield LastTrickViewed(seat)


def _for_anybody(state: State) -> Iterable[Bounds]:
    if state.phase == "over" or (state.setup.dealing == "companion" and state.phase != "hands"):
        return
    blank = [seat for seat in range(PLAYERS) if state.tricks.holdings.known(seat) is None]
    if blank and not state.tricks.played:
        yield Bounds("hands_dealt", None, (("seats", blank), ("cards", HAND)), partial(_any_hands, state))
    if state.setup.dealing == "table":
        contracts = [one for one in CONTRACTS if _is_or_may_be(state, one)]
        limits = (
            ("contracts", contracts),
            ("results", {one: counted.asked(one) for one in contracts}),
            ("sums", {one: counted.sums(one) for one in contracts}),
            *_so_far(state),
        )
        yield Bounds("deal_tallied", None, limits, lambda random: counted.sample(random.choice(contracts), random))


def _so_far(state: State) -> Iterable[tuple[str, Any]]:
    """What a count of the contract begins with: what lies in the tricks, who announced, who is out."""
    if state.contract is None:
        return
    counts = _counts(state)
    known: dict[str, Any] = {"announcer": state.announcer, "first": state.out[0] if state.out else None}
    if any(state.taken):
        known |= {name: list(counts[name]) for name in ("diamonds", "queens", "tricks")}
        known["taken"] = known.get(state.contract)
        known["king"] = counts["king"].index(1) if 1 in counts["king"] else None
    results = {name: known[name] for name in counted.asked(state.contract) if known.get(name) is not None}
    if results:
        yield "usual", {"contract": state.contract, "results": results}


def _is_or_may_be(state: State, contract: Contract) -> bool:
    return state.contract == contract if state.contract else of_choice(state, contract) is None


def _any_hands(state: State, random: Random) -> HandsDealt:
    """The hands nobody has named yet."""
    holdings = state.tricks.holdings
    jacks = list(bits(holdings.playable(state.owner) & JACKS)) if state.jack_needed else []
    likely = holdings.say(Statement("announced", state.owner, 1 << random.choice(jacks), 0)) if jacks else holdings
    return HandsDealt(
        tuple(
            (Seat(seat), DECK.cards(hand))
            for seat, hand in enumerate(likely.world(random))
            if holdings.known(seat) is None
        )
    )


# What it comes to.


def _lines(state: State, counts: Counts | None = None) -> Iterable[Line]:
    """The contract's points by what lies in the tricks, or by these counts."""
    if state.contract is None:
        return ()
    if state.contract == "trix":
        return out(state.deal, state.out)
    return lines(state.contract, state.deal, counts or _counts(state), state.announcer, state.owner, state.times)


def _counts(state: State) -> Counts:
    last = state.tricks.leader if sum(state.taken) == HAND else None
    return {
        "diamonds": tuple((won & DIAMONDS).bit_count() for won in state.won),
        "queens": tuple((won & QUEENS).bit_count() for won in state.won),
        "king": tuple((won & KING).bit_count() for won in state.won),
        "tricks": state.taken,
        "last": tuple(int(seat == last) for seat in range(PLAYERS)),
    }


def score(state: State) -> Tally:
    finished = (*(line for contract in state.book.finished for line in contract), *state.book.resets)
    contracts = tuple(points(contract, PLAYERS) for contract in state.book.finished)
    if state.phase == "over":
        return Tally(finished, contracts, None)
    running = tuple(_lines(state))
    hidden = state.contract is not None and ROWS[state.contract].face_down
    return Tally(finished, contracts, points(running, PLAYERS), running, hidden)


# What is told.


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, trix = state.tricks, state.contract == "trix"
    chosen = state.contract is not None
    told_last = tricks.last and not trix and (not _kept_back(state, seat) or seat in state.looking)
    return {
        "owner": state.owner,
        "contract": state.contract,
        "choices_left": [
            [contract for contract in CONTRACTS if contract not in state.book.has(Seat(i))] for i in range(PLAYERS)
        ],
        "chosen": [list(state.book.has(Seat(i))) for i in range(PLAYERS)],
        "leader": tricks.leader if chosen and not trix else None,
        "trick_cards": tricks.on_table(),
        "last_trick": tricks.told(tricks.last) if told_last else None,
        "tricks_taken": list(state.taken) if chosen else [],
        "piles": {suit: _pile(state.placed & DECK.suits[suit]) for suit in SUITS} if trix else None,
        "out": list(state.out),
        "announcer": state.announcer,
    }


def _pile(placed: Cards) -> dict[str, str] | None:
    cards = DECK.cards(placed)
    return {"low": cards[0], "high": cards[-1]} if cards else None


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    return None if _kept_back(state, seat) and state.tricks.put_aside(event.at) else event


def _kept_back(state: State, seat: Seat | None) -> bool:
    return state.kept_back and seat != SCRIBE


RULES = Rules(
    name="trex",
    seats=(PLAYERS,),
    suits=SUITS,
    cards=DECK.names,
    house_rules=HouseRules,
    memory="closed",
    events=(HandsDealt, ContractChosen, KingAnnounced, CardPlayed, Passed, LastTrickViewed, DealTallied, ScoreAdjusted),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=_any_hands,
    redact=only_own_hand,
    hand=lambda state, seat: hand_of(state.tricks, seat),
    score=score,
    places=lambda state, totals: places(totals, lowest_wins=True),
    lowest_wins=True,
    show=show,
    tell=tell,
)
