"""Trex as a sketch: choice, king announced, trix and the rule of 1000 in full; of the tricks only two contracts score.

It shows that the kit carries the game; it is not the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from companion.kit.cards import Cards, Deck, bits
from companion.kit.holdings import Statement, blank
from companion.kit.match import ScoreAdjusted
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup, Within
from companion.kit.seats import Seat, following, round_from
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import FORCIBLE, CardPlayed, HandsDealt, Laid, Tricks, hand_of, only_own_hand

Contract = Literal["diamonds", "queens", "tricks", "last", "ray", "general", "trix"]
CONTRACTS: tuple[Contract, ...] = ("diamonds", "queens", "tricks", "last", "ray", "general", "trix")
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
DECK = Deck(suit + rank for suit in "SHDC" for rank in RANKS)
JACK, ACE = RANKS.index("J"), RANKS.index("A")
JACKS = DECK.mask(suit + "J" for suit in "SHDC")
KING = DECK.number["HK"]
PLAYERS, HAND = 4, 8
NOBODY = Seat(-1)

# Events.

Four = Annotated[tuple[Annotated[int, Within(0, 8)], ...], Within(4, 4)]


@dataclass(frozen=True, slots=True)
class ContractChosen(Event):
    type: ClassVar[str] = "contract_chosen"
    seat: Seat
    contract: Contract


@dataclass(frozen=True, slots=True)
class KingAnnounced(Event):
    type: ClassVar[str] = "king_announced"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed(Event):
    type: ClassVar[str] = "passed"
    seat: Seat | None = None
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class LastTrickViewed(Event):
    type: ClassVar[str] = "last_trick_viewed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Counted:
    taken: Four


@dataclass(frozen=True, slots=True)
class LastTaken:
    last: Seat


@dataclass(frozen=True, slots=True)
class KingTaken:
    king: Seat
    announcer: Seat | None = None


@dataclass(frozen=True, slots=True)
class AllTaken:
    diamonds: Four
    queens: Four
    tricks: Four
    last: Seat
    king: Seat
    announcer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Emptied:
    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    type: ClassVar[str] = "deal_tallied"
    contract: Contract
    results: Counted | LastTaken | KingTaken | AllTaken | Emptied


FORMS: dict[Contract, type] = {
    "diamonds": Counted,
    "queens": Counted,
    "tricks": Counted,
    "last": LastTaken,
    "ray": KingTaken,
    "general": AllTaken,
    "trix": Emptied,
}

# State.


@dataclass(frozen=True, slots=True)
class HouseRules:
    pass


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    owner: Seat
    phase: Literal["hands", "choose", "play", "over"]
    tricks: Tricks
    chosen: tuple[tuple[Contract, ...], ...] = ((),) * PLAYERS
    contract: Contract | None = None
    taken: tuple[int, ...] = (0,) * PLAYERS
    king_taken: Seat | None = None
    announcer: Seat | None = None
    announced_at: int = 0
    acted: tuple[Seat, ...] = ()  # who has had a turn in this contract
    piles: tuple[tuple[str, tuple[int, int]], ...] = ()  # suit, lowest and highest rank
    out: tuple[Seat, ...] = ()
    turn: Seat = NOBODY  # in trix
    looks: tuple[int, ...] = (0,) * PLAYERS
    finished: tuple[tuple[Line, ...], ...] = ()
    resets: tuple[Line, ...] = ()
    adjusted: tuple[int, ...] = (0,) * PLAYERS
    deals: None = None

    @property
    def fitting(self) -> Cards:
        """What may be placed now in trix: jacks of unopened suits, the next card up or down of the others."""
        piles = dict(self.piles)
        mask = 0
        for suit in "SHDC":
            low, high = piles.get(suit, (JACK + 1, JACK - 1))
            ranks = (JACK,) if suit not in piles else (low - 1, high + 1)
            mask |= DECK.mask(suit + RANKS[rank] for rank in ranks if 0 <= rank <= ACE)
        return mask

    @property
    def totals(self) -> tuple[int, ...]:
        lines = [line for deal in self.finished for line in deal]
        return tuple(a + b for a, b in zip(points((*lines, *self.resets), PLAYERS), self.adjusted, strict=True))


def start(setup: Setup) -> State:
    return _deal(State(setup, 0, Seat(setup.first_seat - 1), "hands", _tricks(setup.first_seat)))


def _tricks(leader: Seat) -> Tricks:
    return Tricks(DECK, PLAYERS, leader, blank(DECK.whole, [HAND] * PLAYERS))


def _deal(before: State) -> State:
    owner = following(before.owner, PLAYERS)
    return State(
        before.setup,
        before.deal + 1,
        owner,
        "choose" if before.setup.dealing == "table" else "hands",
        _tricks(owner),
        before.chosen,
        turn=owner,
        finished=before.finished,
        resets=before.resets,
        adjusted=before.adjusted,
    )


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "hands":
            return Expect(chance=True)
        case "choose":
            return Expect((state.owner,))
        case "play":
            return Expect((turn(state),))


def turn(state: State) -> Seat:
    return state.turn if state.contract == "trix" else state.tricks.turn


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    match event:
        case HandsDealt():
            early = state.phase == "hands" or (state.setup.dealing == "table" and not state.acted)
            if not early or state.phase == "over":
                return Refusal("wrong_phase")
            return state.tricks.refusal_of_hands(event)
        case ContractChosen():
            if state.phase != "choose":
                return Refusal("wrong_phase")
            return _not_turn(state, event.seat) or _check_choice(state, event)
        case KingAnnounced():
            return _check_king(state, event)
        case Passed() | CardPlayed() if state.phase != "play":
            return Refusal("wrong_phase")
        case CardPlayed() if state.contract == "trix":
            return _check_placed(state, event)
        case CardPlayed():
            return state.tricks.refusal(event)
        case Passed():
            return _check_pass(state, event)
        case LastTrickViewed():
            if state.setup.dealing == "table" or not state.tricks.last or state.contract == "trix":
                return Refusal("wrong_phase")
            return Refusal("illegal_choice", (("reason", "looked_twice"),)) if state.looks[event.seat] == 2 else None
        case DealTallied():
            return _check_tally(state, event)
    return Refusal("invalid")


def _not_turn(state: State, seat: Seat | None) -> Refusal | None:
    (now,) = expects(state).seats
    return None if seat in (None, now) else Refusal("out_of_turn", (("seat", now),))


def _check_choice(state: State, event: ContractChosen) -> Refusal | None:
    chosen = state.chosen[event.seat]
    if event.contract in chosen:
        return Refusal("contract_used", (("contract", event.contract),))
    forced = len(chosen) >= 5 and "trix" not in chosen
    if forced and event.contract != "trix":
        return Refusal("trix_forced")
    if event.contract == "trix" and not forced and not state.tricks.holdings.playable(event.seat) & JACKS:
        return Refusal("trix_needs_jack")
    return None


def _check_king(state: State, event: KingAnnounced) -> Refusal | None:
    contracts = state.phase == "play" and state.contract in ("ray", "general")
    if not contracts or state.announcer is not None or event.seat in state.acted:
        return Refusal("wrong_phase")
    refusal = _not_turn(state, event.seat) or state.tricks.gone(KING)
    if refusal:
        return refusal
    holdings = state.tricks.holdings
    known = holdings.known(event.seat)
    if known is not None and not known >> KING & 1:
        return Refusal("not_in_hand", (("seat", event.seat), ("card", "HK")))
    told = holdings.say(Statement("announced", event.seat, 1 << KING, event.at))
    if told.consistent:
        return None
    behind = tuple(said.at for said in told.contradiction() if said.at != event.at)
    return Refusal("impossible_deal", (("seat", event.seat), ("card", "HK")), behind)


def _check_placed(state: State, event: CardPlayed) -> Refusal | None:
    refusal = _not_turn(state, event.seat)
    if refusal:
        return refusal
    seat, number, held = state.turn, DECK.number.get(event.card), state.tricks.holdings
    if number is None:
        return Refusal("not_in_deck", (("card", event.card),))
    gone = state.tricks.gone(number)
    if gone:
        return gone
    known = held.known(seat)
    if known is not None and not known >> number & 1:
        return Refusal("not_in_hand", (("seat", seat), ("card", event.card)))
    clash = held.clash(seat, number)
    if clash:
        refusal = Tricks.refuse(seat, event.card, clash)
        if not (event.irregular and refusal.code in FORCIBLE):
            return refusal
    return None if state.fitting >> number & 1 else Refusal("illegal_choice", (("card", event.card),))


def _check_pass(state: State, event: Passed) -> Refusal | None:
    if state.contract != "trix":
        return Refusal("wrong_phase")
    refusal = _not_turn(state, event.seat)
    if refusal:
        return refusal
    seat, held = state.turn, state.tricks.holdings
    forced_trix = len(state.chosen[state.owner]) >= 6
    if seat == state.owner and not state.piles and not forced_trix:
        return Refusal("trix_needs_jack", (("seat", seat),))
    known = held.known(seat)
    if known is not None:
        refusal = Refusal("must_play", (("seat", seat),)) if known & state.fitting else None
    else:
        told = held.say(Statement("passed", seat, state.fitting, event.at))
        behind = tuple(said.at for said in told.contradiction() if said.at and said.at != event.at)
        refusal = None if told.consistent else Refusal("impossible_deal", (("seat", seat),), behind)
    return None if event.irregular else refusal


def _check_tally(state: State, event: DealTallied) -> Refusal | None:
    if state.setup.dealing != "table" or state.phase not in ("choose", "play"):
        return Refusal("wrong_phase")
    if state.contract not in (None, event.contract) or not isinstance(event.results, FORMS[event.contract]):
        return Refusal("illegal_choice", (("contract", event.contract),))
    match event.results:
        case Counted(taken):
            counted = {"diamonds": 8, "queens": 4, "tricks": 8}[event.contract]
            return None if sum(taken) == counted else Refusal("illegal_choice", (("sum", counted),))
        case AllTaken(diamonds, queens, tricks):
            good = (sum(diamonds), sum(queens), sum(tricks)) == (8, 4, 8)
            return None if good else Refusal("illegal_choice")
        case Emptied(first, second):
            return None if first != second else Refusal("illegal_choice")
    return None


# What it changes.


def evolve(state: State, event: Event) -> State:
    match event:
        case ScoreAdjusted():
            adjusted = tuple(a + event.points * (s == event.seat) for s, a in enumerate(state.adjusted))
            return replace(state, adjusted=adjusted)
        case HandsDealt():
            return replace(
                state, tricks=state.tricks.dealt(event), phase="choose" if state.phase == "hands" else state.phase
            )
        case ContractChosen():
            return _chosen(state, event.contract)
        case KingAnnounced():
            said = Statement("announced", event.seat, 1 << KING, event.at)
            tricks = replace(state.tricks, holdings=state.tricks.holdings.say(said))
            return replace(state, tricks=tricks, announcer=event.seat, announced_at=event.at)
        case LastTrickViewed():
            looks = tuple(n + (s == event.seat) for s, n in enumerate(state.looks))
            return replace(state, looks=looks)
        case Passed():
            return _passed(state, event)
        case CardPlayed() if state.contract == "trix":
            return _placed(state, event)
        case CardPlayed():
            return _played(state, event)
        case DealTallied():
            if state.contract is None:
                state = _chosen(state, event.contract)
            return _finish(_tallied(state, event))
    raise TypeError(event)


def _chosen(state: State, contract: Contract) -> State:
    chosen = tuple((*mine, contract) if s == state.owner else mine for s, mine in enumerate(state.chosen))
    return replace(state, chosen=chosen, contract=contract, phase="play")


def _played(state: State, event: CardPlayed) -> State:
    acted = (*state.acted, state.tricks.turn if event.seat is None else event.seat)
    tricks = state.tricks.lay(event)
    state = replace(state, tricks=tricks, acted=acted)
    if not tricks.full:
        return state
    winner = tricks.winner(lambda card: DECK.ranks[card] + 100 * (tricks.led >> card & 1)).seat
    taken = tuple(n + (s == winner) for s, n in enumerate(state.taken))
    king = winner if any(laid.card == KING for laid in tricks.laid) else state.king_taken
    state = replace(state, tricks=tricks.taken(winner), taken=taken, king_taken=king)
    over = sum(taken) == HAND or (state.contract == "ray" and king is not None)
    return _finish(state) if over else state


def _placed(state: State, event: CardPlayed) -> State:
    seat, number = state.turn, DECK.number[event.card]
    tricks = replace(
        state.tricks,
        holdings=state.tricks.holdings.play(seat, number, 0, event.at),
        laid=(Laid(seat, number),),
        played=(*state.tricks.played, (number, event.at)),
    )
    piles, rank = dict(state.piles), DECK.ranks[number]
    low, high = piles.get(event.card[0], (rank, rank))
    piles[event.card[0]] = (min(low, rank), max(high, rank))
    state = replace(state, tricks=tricks, piles=tuple(piles.items()), acted=(*state.acted, seat))
    if not tricks.holdings.need[seat]:
        state = replace(state, out=(*state.out, seat))
        return _finish(state) if len(state.out) == 2 else _next(state)
    return state if rank == ACE else _next(state)


def _passed(state: State, event: Passed) -> State:
    """A pass that cannot be true shows nothing."""
    told = state.tricks.holdings.say(Statement("passed", state.turn, state.fitting, event.at))
    if told.consistent:
        state = replace(state, tricks=replace(state.tricks, holdings=told))
    return _next(replace(state, acted=(*state.acted, state.turn)))


def _next(state: State) -> State:
    """The next seat that is not out."""
    after = round_from(following(state.turn, PLAYERS), PLAYERS)
    return replace(state, turn=next(seat for seat in after if seat not in state.out))


def _tallied(state: State, event: DealTallied) -> State:
    match event.results:
        case Counted(taken) if event.contract == "tricks":
            return replace(state, taken=taken)
        case KingTaken(king, announcer):
            return replace(state, king_taken=king, announcer=announcer)
        case Emptied(first, second):
            return replace(state, out=(first, second))
    return state


def _finish(state: State) -> State:
    """The contract's points are added; exactly 1000 becomes nothing, more ends the game."""
    state = replace(state, finished=(*state.finished, tuple(_lines(state))))
    reached = [Seat(s) for s, total in enumerate(state.totals) if total == 1000]
    state = replace(
        state, resets=(*state.resets, *(Line(None, s, -1000, "reset", (("deal", state.deal),)) for s in reached))
    )
    if max(state.totals) > 1000 or state.deal == 28:
        return replace(state, phase="over")
    return _deal(state)


def _lines(state: State) -> Iterable[Line]:
    deal, times = state.deal, 4 if len(state.chosen[state.owner]) == 7 else 2
    match state.contract:
        case "trix":
            yield from (Line(deal, s, won, "trix_out") for s, won in zip(state.out, (-100, -50), strict=False))
        case "tricks":
            for i, n in enumerate(state.taken):
                worth = (150 if n == 8 else 10 * n) * (times if i == state.owner else 1)
                if n:
                    yield Line(deal, Seat(i), worth, "tricks", (("tricks", n),))
        case "ray" if state.king_taken is not None:
            worth = (200 if state.announcer is not None else 100) * (times if state.king_taken == state.owner else 1)
            yield Line(deal, state.king_taken, worth, "king_taken")
            if state.announcer not in (None, state.king_taken):
                assert state.announcer is not None
                yield Line(deal, state.announcer, -50, "king_announced")


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _for_anybody(state)
    elif state.phase == "choose":
        yield from (ContractChosen(seat, contract) for contract in CONTRACTS)
    elif state.phase == "play":
        yield KingAnnounced(seat)
        yield Passed(seat)
        if state.contract == "trix":
            yield from (CardPlayed(DECK.names[i], seat) for i in bits(state.fitting))
        else:
            yield from (CardPlayed(card, seat) for card in state.tricks.playable())


def _for_anybody(state: State) -> Iterable[Event | Bounds]:
    unknown = [s for s in range(PLAYERS) if state.tricks.holdings.known(s) is None]
    if state.setup.dealing == "table":
        if unknown and not state.acted:
            limits: tuple[tuple[str, Any], ...] = (("seats", unknown), ("cards", HAND))
            yield Bounds("hands_dealt", None, limits, partial(deal, state))
        contracts = [state.contract] if state.contract else [c for c in CONTRACTS if not _unchoosable(state, c)]
        yield Bounds("deal_tallied", None, (("contracts", contracts),), partial(_any_tally, state, contracts))
    else:
        for seat in map(Seat, range(PLAYERS)):
            if check(state, LastTrickViewed(seat)) is None:
                yield Bounds("last_trick_viewed", seat, (), lambda random, seat=seat: LastTrickViewed(seat))


def _unchoosable(state: State, contract: Contract) -> bool:
    return _check_choice(state, ContractChosen(state.owner, contract)) is not None


def _any_tally(state: State, contracts: list[Contract], random: Random) -> DealTallied:
    contract = random.choice(contracts)
    first, second = map(Seat, random.sample(range(PLAYERS), 2))

    def split(n: int) -> tuple[int, ...]:
        drawn = [random.randrange(PLAYERS) for _ in range(n)]
        return tuple(drawn.count(s) for s in range(PLAYERS))

    count = {"diamonds": 8, "queens": 4, "tricks": 8}.get(contract, 0)
    results: dict[type, Any] = {
        Counted: Counted(split(count)),
        LastTaken: LastTaken(first),
        KingTaken: KingTaken(first, random.choice([None, second])),
        AllTaken: AllTaken(split(8), split(4), split(8), first, second),
        Emptied: Emptied(first, second),
    }
    return DealTallied(contract, results[FORMS[contract]])


def deal(state: State, random: Random) -> Event:
    held = state.tricks.holdings
    world = held.world(random)
    return HandsDealt(tuple((Seat(s), DECK.cards(world[s])) for s in range(PLAYERS) if held.known(s) is None))


# What is told.


def score(state: State) -> Tally:
    lines = tuple(line for deal_lines in state.finished for line in deal_lines)
    deals = tuple(points(deal_lines, PLAYERS) for deal_lines in state.finished)
    if state.phase == "over":
        return Tally((*lines, *state.resets), deals, None)
    running = tuple(_lines(state))
    hidden = state.setup.dealing == "companion" and state.contract in ("diamonds", "queens", "general")
    return Tally((*lines, *state.resets), deals, None if hidden else points(running, PLAYERS), running)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, piles, playing = state.tricks, dict(state.piles), state.phase in ("play", "over")
    trix = state.contract == "trix"
    return {
        "owner": state.owner,
        "contract": state.contract,
        "choices_left": [[c for c in CONTRACTS if c not in mine] for mine in state.chosen],
        "leader": tricks.leader if playing and not trix else None,
        "trick_cards": [] if trix else tricks.on_table(),
        "last_trick": tricks.told(tricks.last) if tricks.last and state.setup.dealing == "table" else None,
        "tricks_taken": list(state.taken) if playing else [],
        "piles": {
            suit: None
            if suit not in piles
            else {"low": suit + RANKS[piles[suit][0]], "high": suit + RANKS[piles[suit][1]]}
            for suit in "SHDC"
        }
        if playing and trix
        else None,
        "out": list(state.out),
        "announcer": state.announcer,
    }


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    """Companion-dealt: the plays of finished tricks are not told while the contract runs."""
    hidden = state.setup.dealing == "companion" and isinstance(event, CardPlayed) and state.contract != "trix"
    lying = {DECK.names[laid.card] for laid in state.tricks.laid}
    return None if hidden and isinstance(event, CardPlayed) and event.card not in lying else event


RULES: Rules[State] = Rules(
    name="trex-sketch",
    seats=(4,),
    suits=("S", "H", "D", "C"),
    cards=DECK.names,
    house_rules=HouseRules,
    memory="closed",
    events=(
        HandsDealt,
        ContractChosen,
        KingAnnounced,
        CardPlayed,
        Passed,
        LastTrickViewed,
        DealTallied,
        ScoreAdjusted,
    ),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=only_own_hand,
    hand=lambda state, seat: hand_of(state.tricks, seat),
    score=score,
    places=lambda state, totals: places(totals, lowest_wins=True),
    show=show,
    tell=tell,
)
