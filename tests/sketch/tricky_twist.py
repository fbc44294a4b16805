"""Tricky Twist as a sketch: hands that grow by reserve cards in time, false tricks, bonuses with choices of many forms.

A showing-out is of a moment: a reserve card taken later may be of that suit. So every seat has slots, each taken in
some turn or not yet, and all 48 cards must find a slot. Of the scoring cards only those that count are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from companion.kit.cards import Card, numbered
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup, Within
from companion.kit.seats import Seat, following, round_from
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import FORCIBLE, CardPlayed, HandsDealt, only_own_hand

Suit = Literal["B", "W", "R", "Y"]
Value = Annotated[int, Within(1, 12)]
Side = Literal["odd", "even", "any", "shift"]
Variable = Literal["V1", "V2", "V3", "V4"]
BonusId = Literal["P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4"]
Step = Annotated[int, Within(-1, 1)]
SUITS = ("B", "W", "R", "Y")
DECK = numbered("BWRY", 12)
RESERVE = 5
BONUSES: tuple[BonusId, ...] = ("P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4")

# Events.


@dataclass(frozen=True, slots=True)
class Printed:
    """A variable bonus as the table's own copy prints it."""

    side: Side
    suits: tuple[Suit, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ScoringCardRevealed(Event):
    type: ClassVar[str] = "scoring_card_revealed"
    card: Literal["most_of_one_suit", "number_of_suits", "even_values", "odd_values"]
    points: tuple[int, ...]
    variable: Annotated[tuple[Side | Printed, ...], Within(4, 4)]
    suits: tuple[Suit, ...] = ()
    frame: bool | None = None


@dataclass(frozen=True, slots=True)
class ReserveSet(Event):
    type: ClassVar[str] = "reserve_set"
    seat: Seat
    cards: Annotated[tuple[Card, ...], Within(5, 5)] | None = None
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class ReserveDrawn(Event):
    """In companion dealing two entries: the wish, and the card the companion adds, told to its owner alone."""

    type: ClassVar[str] = "reserve_drawn"
    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ReserveLeft(Event):
    type: ClassVar[str] = "reserve_left"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    type: ClassVar[str] = "bonus_taken"
    seat: Seat
    bonus: BonusId | None
    false_trick: Card | None = None


@dataclass(frozen=True, slots=True)
class FlipTrick:
    bonus: Literal["P2"]
    trick: int
    top: Card


@dataclass(frozen=True, slots=True)
class FlipFalseTrick:
    bonus: Literal["P2"]
    false_trick: Card


@dataclass(frozen=True, slots=True)
class Joker:
    bonus: Literal["P3"]
    as_: Literal["trick", "false_trick"]


@dataclass(frozen=True, slots=True)
class Counts:
    bonus: Variable
    suit: Suit
    value: Value


@dataclass(frozen=True, slots=True)
class Shifts:
    bonus: Variable
    by: Step
    false_trick: Card


@dataclass(frozen=True, slots=True)
class ShiftsVariable:
    bonus: Variable
    by: Step
    of: Variable


@dataclass(frozen=True, slots=True)
class BonusesUsed(Event):
    type: ClassVar[str] = "bonuses_used"
    seat: Seat
    choices: tuple[FlipTrick | FlipFalseTrick | Joker | Counts | Shifts | ShiftsVariable, ...]


@dataclass(frozen=True, slots=True)
class Result:
    tricks: Annotated[int, Within(0, 18)]
    false_tricks: tuple[Card, ...]
    blanks: int
    trick_bonus: bool


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    type: ClassVar[str] = "deal_tallied"
    results: Annotated[tuple[Result, ...], Within(3, 4)]


# Who can have held what, and when.


@dataclass(frozen=True, slots=True)
class Play:
    seat: Seat
    card: Card
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Draw:
    seat: Seat
    turn: int
    card: Card | None
    at: int


@dataclass(frozen=True, slots=True)
class Show:
    seat: Seat
    suit: str
    turn: int
    at: int


@dataclass(frozen=True, slots=True)
class Told:
    """A recorded hand, or the five cards of a reserve."""

    seat: Seat
    cards: frozenset[str]
    at: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Room for some cards that a seat has since some turn; None: they are in its reserve still."""

    seat: Seat
    since: int | None
    room: int
    reserve: bool
    card: Card | None = None  # where somebody saw it


@dataclass(frozen=True, slots=True)
class Facts:
    plays: tuple[Play, ...] = ()
    draws: tuple[Draw, ...] = ()
    shows: tuple[Show, ...] = ()
    hands: tuple[Told, ...] = ()
    reserves: tuple[Told, ...] = ()

    def of(self, seat: Seat) -> Facts:
        """What this seat itself did, whatever anybody recorded."""
        mine: dict[str, Any] = {
            name: tuple(fact for fact in getattr(self, name) if fact.seat == seat)
            for name in ("plays", "draws", "shows")
        }
        return Facts(**mine)

    def without(self, gone: Callable[[Show], bool]) -> Facts:
        return replace(self, shows=tuple(show for show in self.shows if not gone(show)))

    def agree(self, players: int) -> bool:
        """Whether all 48 cards find a slot: a matching, one augmenting path for each card."""
        slots = list(self._slots(players))
        may = {card: [i for i, slot in enumerate(slots) if self._fits(card, slot)] for card in DECK.names}
        inside: list[list[Card]] = [[] for _ in slots]

        def place(card: Card, tried: set[int]) -> bool:
            for i in may[card]:
                if i in tried:
                    continue
                tried.add(i)
                if len(inside[i]) < slots[i].room:
                    inside[i].append(card)
                    return True
                for j, other in enumerate(inside[i]):
                    if place(other, tried):
                        inside[i][j] = card
                        return True
            return False

        return all(place(card, set()) for card in DECK.names)

    def _slots(self, players: int) -> Iterable[Slot]:
        for seat in map(Seat, range(players)):
            yield Slot(seat, 0, 48 // players - RESERVE, reserve=False)
            drawn = [draw for draw in self.draws if draw.seat == seat]
            yield from (Slot(seat, draw.turn, 1, reserve=True, card=draw.card) for draw in drawn)
            if len(drawn) < RESERVE:
                yield Slot(seat, None, RESERVE - len(drawn), reserve=True)

    def _fits(self, card: Card, slot: Slot) -> bool:
        for told in self.hands:
            if (card in told.cards) != (slot.seat == told.seat):
                return False
        for told in self.reserves:
            if slot.seat == told.seat and told.cards and (card in told.cards) != slot.reserve:
                return False
        seen = next((draw for draw in self.draws if draw.card == card), None)
        if (slot.card is not None and slot.card != card) or (seen is not None and slot.card != card):
            return False
        shown = [show.turn for show in self.shows if show.seat == slot.seat and show.suit == card[0]]
        play = next((play for play in self.plays if play.card == card), None)
        if play is None:
            return slot.since is None or all(turn < slot.since for turn in shown)
        if slot.seat != play.seat or slot.since is None or slot.since > play.turn:
            return False
        return all(turn < slot.since for turn in shown if turn < play.turn)

    def behind(self, impossible: Callable[[Facts], bool]) -> tuple[int, ...]:
        """Entries that cannot be spared for this to be impossible, early ones kept."""
        kept, entries = self, sorted({fact.at for fact in (*self.shows, *self.hands, *self.reserves)}, reverse=True)
        for at in entries:
            fewer = replace(
                kept,
                shows=tuple(fact for fact in kept.shows if fact.at != at),
                hands=tuple(fact for fact in kept.hands if fact.at != at),
                reserves=tuple(fact for fact in kept.reserves if fact.at != at),
            )
            if impossible(fewer):
                kept = fewer
        return tuple(sorted({fact.at for fact in (*kept.shows, *kept.hands, *kept.reserves) if fact.at}))


# State.


@dataclass(frozen=True, slots=True)
class HouseRules:
    tie_places: Literal["dense", "skip"] = "dense"


Phase = Literal["card", "hands", "reserve", "draw", "play", "bonus", "uses", "over"]


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    phase: Phase
    leader: Seat
    facts: Facts
    hand_sizes: tuple[int, ...]
    reserve_sizes: tuple[int, ...]
    scoring: ScoringCardRevealed | None = None
    turn: int = 1
    laid: tuple[tuple[Seat, Card], ...] = ()
    last: tuple[tuple[Seat, Card], ...] = ()
    drew: tuple[Seat, ...] = ()  # or, asked by the companion, left it
    asked: Seat | None = None  # the companion owes this seat a reserve card
    tricks: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    false_tricks: tuple[tuple[Card, ...], ...] = ()
    back: tuple[tuple[Seat, Card], ...] = ()  # taken back with P1 and in hand since
    sevens: tuple[Seat, ...] = ()  # who may still choose a bonus
    bonuses: tuple[tuple[BonusId, ...], ...] = ()
    bonuses_left: tuple[BonusId, ...] = BONUSES
    uses: tuple[tuple[Seat, BonusesUsed], ...] = ()
    finished: tuple[tuple[Line, ...], ...] = ()

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        return self.setup.players

    @property
    def on_turn(self) -> Seat:
        return following(self.leader, self.players, len(self.laid))

    @property
    def unsaid(self) -> tuple[Seat, ...]:
        """Who holds end-of-round bonuses and has not said what they do."""
        said = [seat for seat, _ in self.uses]
        holders = (s for s in range(self.players) if any(b not in ("P1", "P4") for b in self.bonuses[s]))
        return tuple(Seat(s) for s in holders if s not in said)


def start(setup: Setup) -> State:
    return _round(setup, 1, BONUSES, ())


def _round(setup: Setup, deal: int, left: tuple[BonusId, ...], finished: tuple[tuple[Line, ...], ...]) -> State:
    n = setup.players
    return State(
        setup,
        deal,
        "card",
        following(setup.first_seat, n, deal - 1),
        Facts(),
        (48 // n - RESERVE,) * n,
        (RESERVE,) * n,
        tricks=((),) * n,
        false_tricks=((),) * n,
        bonuses=((),) * n,
        bonuses_left=left,
        finished=finished,
    )


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "card":
            return Expect(chance=state.setup.dealing == "companion")
        case "hands":
            return Expect(chance=True)
        case "reserve":
            set_ = {told.seat for told in state.facts.reserves}
            return Expect(tuple(Seat(s) for s in range(state.players) if s not in set_))
        case "draw":
            return Expect((_to_ask(state),), chance=state.asked is not None)
        case "play":
            return Expect((state.on_turn,))
        case "bonus":
            return Expect(state.sevens[:1])
        case "uses":
            return Expect(state.unsaid)


def _to_ask(state: State) -> Seat:
    if state.asked is not None:
        return state.asked
    return next(s for s in round_from(state.leader, state.players) if s not in state.drew and state.reserve_sizes[s])


def hand(state: State, seat: Seat) -> frozenset[str] | None:
    """A hand that is known card by card: it was recorded, and so was every reserve card that went in or stayed out."""
    facts = state.facts
    told = next((told.cards for told in facts.hands if told.seat == seat), None)
    reserve = next((told.cards for told in facts.reserves if told.seat == seat), None)
    drawn = [draw.card for draw in facts.draws if draw.seat == seat]
    if told is None or not reserve or None in drawn:
        return None
    played = {play.card for play in facts.plays}
    back = {card for s, card in state.back if s == seat}
    return ((told - reserve) | {card for card in drawn if card}) - played | back


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    table = state.setup.dealing == "table"
    phase = state.phase
    match event:
        case ScoringCardRevealed():
            return None if phase == "card" else Refusal("wrong_phase")
        case HandsDealt():
            if phase != "hands" and not (table and phase == "play" and not state.facts.plays and not state.facts.draws):
                return Refusal("wrong_phase")
            return _check_hands(state, event)
        case ReserveSet():
            if phase != "reserve" and not (table and phase == "play" and not state.facts.plays):
                return Refusal("wrong_phase")
            return _check_reserve(state, event)
        case ReserveDrawn():
            return _check_draw(state, event)
        case ReserveLeft(seat=seat):
            if phase != "draw" or state.asked is not None:
                return Refusal("wrong_phase")
            return None if seat == _to_ask(state) else Refusal("out_of_turn")
        case CardPlayed():
            return _check_play(state, event) if phase == "play" else Refusal("wrong_phase")
        case BonusTaken():
            return _check_bonus(state, event)
        case BonusesUsed(seat=seat):
            if phase != "uses" or seat not in state.unsaid:
                return Refusal("wrong_phase")
            return _check_uses(state, event)
        case DealTallied(results):
            if not table or phase in ("card", "over"):
                return Refusal("wrong_phase")
            good = len(results) == state.players and sum(result.blanks for result in results) <= 1
            return None if good else Refusal("illegal_choice")
    return Refusal("invalid")


def _check_hands(state: State, event: HandsDealt) -> Refusal | None:
    size = 48 // state.players
    if any(len(set(cards)) != size for _, cards in event.hands):
        return Refusal("illegal_choice", (("cards", size),))
    if not _dealt(state.facts, event).agree(state.players):
        return Refusal("impossible_deal", (), tuple(told.at for told in state.facts.hands))
    return None


def _dealt(facts: Facts, event: HandsDealt) -> Facts:
    return replace(
        facts, hands=(*facts.hands, *(Told(seat, frozenset(cards), event.at) for seat, cards in event.hands))
    )


def _check_reserve(state: State, event: ReserveSet) -> Refusal | None:
    told = next((told for told in state.facts.hands if told.seat == event.seat), None)
    if told is None or any(one.seat == event.seat for one in state.facts.reserves):
        return Refusal("wrong_phase")
    cards = event.cards or ()
    return None if len(set(cards)) == RESERVE and told.cards.issuperset(cards) else Refusal("not_in_hand")


def _check_draw(state: State, event: ReserveDrawn) -> Refusal | None:
    seat = event.seat
    if state.setup.dealing == "companion":
        if state.phase != "draw":
            return Refusal("wrong_phase")
        if seat != _to_ask(state):
            return Refusal("out_of_turn", (("seat", _to_ask(state)),))
        if (event.card is not None) != (state.asked is not None):
            return Refusal("illegal_choice", (("reason", "the_companion_draws"),))
    elif state.phase != "play" or state.laid:
        return Refusal("wrong_phase")
    if seat in state.drew or not state.reserve_sizes[seat]:
        return Refusal("illegal_choice", (("reserve", state.reserve_sizes[seat]),))
    if event.card is not None and not _drawn(state, event).agree(state.players):
        return Refusal("impossible_deal", (("seat", seat), ("card", event.card)))
    return None


def _drawn(state: State, event: ReserveDrawn) -> Facts:
    draw = Draw(event.seat, state.turn, event.card, event.at)
    return replace(state.facts, draws=(*state.facts.draws, draw))


def _check_play(state: State, event: CardPlayed) -> Refusal | None:
    seat, card = state.on_turn if event.seat is None else event.seat, event.card
    if seat != state.on_turn and not (event.irregular and not state.laid):
        return Refusal("out_of_turn", (("seat", state.on_turn),))
    if card not in DECK.number:
        return Refusal("not_in_deck", (("card", card),))
    before = next((play for play in state.facts.plays if play.card == card), None)
    if before is not None and (seat, card) not in state.back:
        return Refusal("card_gone", (("card", card),), (before.at,))
    refusal = _contradiction(state, seat, card)
    return None if refusal and event.irregular and refusal.code in FORCIBLE else refusal


def _contradiction(state: State, seat: Seat, card: Card) -> Refusal | None:
    about = (("seat", seat), ("card", card))
    led = state.laid[0][1][0] if state.laid else card[0]
    known = hand(state, seat)
    if known is not None:
        if card not in known:
            return Refusal("not_in_hand", about)
        if card[0] != led and any(one[0] == led for one in known):
            return Refusal("must_follow_suit", about)
    if card[0] != led and any(s == seat and one[0] == led and one != card for s, one in state.back):
        return Refusal("impossible_deal", about)  # it has just taken one of that suit back

    def impossible(facts: Facts) -> bool:
        return not _played(state, facts, seat, card, 0).agree(state.players)

    if not impossible(state.facts):
        return None
    own = state.facts.of(seat)
    suit = [show.at for show in own.shows if show.suit == card[0]]
    if impossible(own):
        return Refusal("revoke", about, own.behind(impossible))
    if suit and not impossible(state.facts.without(lambda show: show.at in suit)):
        return Refusal("revoke", about, tuple(suit[-1:]))
    return Refusal("impossible_deal", about, state.facts.behind(impossible))


def _played(state: State, facts: Facts, seat: Seat, card: Card, at: int, shows: bool = True) -> Facts:
    """The facts with this play; a card that was taken back keeps the slot it came from."""
    if (seat, card) not in state.back:
        facts = replace(facts, plays=(*facts.plays, Play(seat, card, state.turn, at)))
    led = state.laid[0][1][0] if state.laid else card[0]
    if shows and card[0] != led:
        facts = replace(facts, shows=(*facts.shows, Show(seat, led, state.turn, at)))
    return facts


def _check_bonus(state: State, event: BonusTaken) -> Refusal | None:
    if state.phase != "bonus":
        return Refusal("wrong_phase")
    if event.seat != state.sevens[0]:
        return Refusal("out_of_turn", (("seat", state.sevens[0]),))
    if event.bonus is not None and event.bonus not in state.bonuses_left:
        return Refusal("illegal_choice", (("bonus", event.bonus),))
    if event.false_trick is not None:
        good = event.bonus == "P1" and event.false_trick in state.false_tricks[event.seat]
        return None if good else Refusal("illegal_choice", (("false_trick", event.false_trick),))
    return None


def _check_uses(state: State, event: BonusesUsed) -> Refusal | None:
    seat, used = event.seat, [choice.bonus for choice in event.choices]
    if len(set(used)) < len(used) or not set(used) <= set(state.bonuses[seat]):
        return Refusal("illegal_choice", (("reason", "not_held"),))
    tricks, false_tricks = state.tricks[seat], state.false_tricks[seat]
    for choice in event.choices:
        match choice:
            case FlipTrick(trick=i, top=top):
                good = 0 <= i < len(tricks) and top in tricks[i]
            case FlipFalseTrick(false_trick=card):
                good = card in false_tricks
            case Counts(bonus, suit, value):
                good = _may_count(_side(state, bonus), suit, value)
            case Shifts(bonus, by, card):
                good = (
                    by != 0
                    and _side(state, bonus) == "shift"
                    and card in false_tricks
                    and 1 <= int(card[1:]) + by <= 12
                )
            case ShiftsVariable(bonus, by, of):
                good = by != 0 and _side(state, bonus) == "shift" and of in used and of != bonus
            case _:
                good = True
        if not good:
            return Refusal("illegal_choice", (("bonus", choice.bonus),))
    return None


def _side(state: State, bonus: str) -> Side | Printed:
    assert state.scoring is not None
    variable = state.scoring.variable[int(bonus[1]) - 1]
    return variable if not isinstance(variable, Printed) or variable.side != "shift" else "shift"


def _may_count(side: Side | Printed, suit: str, value: int) -> bool:
    if isinstance(side, Printed):
        return suit in side.suits and value in side.values
    return side != "shift" and (side == "any" or value % 2 == (side == "odd"))


# What it changes.


def evolve(state: State, event: Event) -> State:
    companion = state.setup.dealing == "companion"
    match event:
        case ScoringCardRevealed():
            return replace(state, scoring=event, phase="hands" if companion else "play")
        case HandsDealt():
            return replace(state, facts=_dealt(state.facts, event), phase="reserve" if companion else "play")
        case ReserveSet(seat=seat, cards=cards):
            told = Told(seat, frozenset(cards or ()), event.at)  # without cards: this fold is not told which
            state = replace(state, facts=replace(state.facts, reserves=(*state.facts.reserves, told)))
            return _ask(state) if companion and not expects(state).seats else state
        case ReserveDrawn(seat=seat):
            if companion and state.asked is None:
                return replace(state, asked=seat)
            facts = _drawn(state, event)
            state = replace(
                state,
                facts=facts,
                asked=None,
                drew=(*state.drew, seat),
                hand_sizes=_add(state.hand_sizes, seat, 1),
                reserve_sizes=_add(state.reserve_sizes, seat, -1),
            )
            return _ask(state) if companion else state
        case ReserveLeft(seat=seat):
            return _ask(replace(state, drew=(*state.drew, seat)))
        case CardPlayed():
            return _lay(state, event)
        case BonusTaken():
            return _bonus(state, event)
        case BonusesUsed(seat=seat):
            state = replace(state, uses=(*state.uses, (seat, event)))
            return state if state.unsaid else _finish(state)
        case DealTallied(results):
            return _finish(state, results)
    raise TypeError(event)


def _ask(state: State) -> State:
    """Companion dealing: the next seat that still has a reserve is asked, then the leader leads."""
    left = [s for s in range(state.players) if s not in state.drew and state.reserve_sizes[s]]
    return replace(state, phase="draw" if left else "play")


def _add(values: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return tuple(value + by * (s == seat) for s, value in enumerate(values))


def _lay(state: State, event: CardPlayed) -> State:
    seat, card = state.on_turn if event.seat is None else event.seat, event.card
    known = hand(state, seat)
    suit = card[0]
    led = state.laid[0][1][0] if state.laid else suit
    broken = known is not None and suit != led and any(one[0] == led for one in known)
    for facts, shows in (
        (state.facts, not broken),
        (state.facts.without(lambda show: show.seat == seat and show.suit == suit), not broken),
        (state.facts.without(lambda show: show.seat == seat and show.suit == suit), False),
        (state.facts.without(lambda show: True), False),
        (Facts(state.facts.plays, state.facts.draws), False),
    ):
        told = _played(state, facts, seat, card, event.at, shows)
        if told.agree(state.players):
            break
    state = replace(
        state,
        facts=told,
        leader=state.leader if state.laid else seat,
        laid=(*state.laid, (seat, card)),
        back=tuple(one for one in state.back if one != (seat, card)),
        hand_sizes=_add(state.hand_sizes, seat, -1),
    )
    return _resolve(state) if len(state.laid) == state.players else state


def _resolve(state: State) -> State:
    """The highest of the led suit collects that suit; every other card goes back as a false trick."""
    led = state.laid[0][1][0]
    following_suit = [(seat, card) for seat, card in state.laid if card[0] == led]
    winner, _ = max(following_suit, key=lambda one: int(one[1][1:]))
    trick = tuple(card for _, card in following_suit)
    collected: dict[Seat, tuple[Card, ...]] = {seat: (card,) for seat, card in state.laid if card[0] != led}
    false_tricks = tuple((*mine, *collected.get(Seat(s), ())) for s, mine in enumerate(state.false_tricks))
    collected[winner] = trick
    sevens = tuple(
        seat for seat in round_from(winner, state.players) if any(card[1:] == "7" for card in collected.get(seat, ()))
    )
    state = replace(
        state,
        tricks=tuple((*mine, trick) if s == winner else mine for s, mine in enumerate(state.tricks)),
        false_tricks=false_tricks,
        leader=winner,
        laid=(),
        last=state.laid,
        sevens=sevens if state.bonuses_left else (),
        phase="bonus",
    )
    return state if state.sevens else _turn_over(state)


def _bonus(state: State, event: BonusTaken) -> State:
    seat = event.seat
    state = replace(state, sevens=state.sevens[1:])
    if event.bonus is not None:
        left = tuple(bonus for bonus in state.bonuses_left if bonus != event.bonus)
        bonuses = tuple(
            (*mine, event.bonus) if s == seat and event.bonus != "P1" else mine for s, mine in enumerate(state.bonuses)
        )
        state = replace(state, bonuses_left=left, bonuses=bonuses)
    if event.false_trick is not None:
        card = event.false_trick
        state = replace(
            state,
            back=(*state.back, (seat, card)),
            hand_sizes=_add(state.hand_sizes, seat, 1),
            false_tricks=tuple(
                tuple(one for one in mine if one != card) if s == seat else mine
                for s, mine in enumerate(state.false_tricks)
            ),
        )
    return state if state.sevens and state.bonuses_left else _turn_over(state)


def _turn_over(state: State) -> State:
    if not min(state.hand_sizes):
        state = replace(state, phase="uses", sevens=())
        return state if state.unsaid else _finish(state)
    state = replace(state, turn=state.turn + 1, drew=(), sevens=(), phase="play")
    return _ask(state) if state.setup.dealing == "companion" else state


def _finish(state: State, results: tuple[Result, ...] | None = None) -> State:
    finished = (*state.finished, tuple(_lines(state, results or _results(state))))
    left = BONUSES if "P1" in state.bonuses_left else BONUSES[1:]
    if state.deal < state.deals:
        return _round(state.setup, state.deal + 1, left, finished)
    return replace(state, phase="over", finished=finished)


def _results(state: State) -> tuple[Result, ...]:
    """What lies before each seat once its bonuses are used: flips first, then shifts."""
    out = []
    used = {seat: event.choices for seat, event in state.uses}
    for seat in map(Seat, range(state.players)):
        tricks, blanks, shifts = len(state.tricks[seat]), 0, []
        false_tricks: dict[str, str] = {card: card for card in state.false_tricks[seat]}
        for choice in used.get(seat, ()):
            match choice:
                case FlipTrick(top=top):
                    tricks, false_tricks[top] = tricks - 1, top
                case FlipFalseTrick(false_trick=card):
                    tricks += 1
                    del false_tricks[card]
                case Joker(as_=kind):
                    tricks, blanks = tricks + (kind == "trick"), blanks + (kind == "false_trick")
                case Counts(bonus, suit, value):
                    false_tricks[bonus] = f"{suit}{value}"
                case Shifts(by=by, false_trick=card):
                    shifts.append((card, by))
                case ShiftsVariable(by=by, of=of):
                    shifts.append((of, by))
        for name, by in shifts:
            if name in false_tricks:
                card = false_tricks[name]
                false_tricks[name] = f"{card[0]}{int(card[1:]) + by}"
        cards = tuple(map(Card, false_tricks.values()))
        out.append(Result(tricks, cards, blanks, "P4" in state.bonuses[seat]))
    return tuple(out)


def _lines(state: State, results: tuple[Result, ...]) -> Iterable[Line]:
    assert state.scoring is not None
    for i, result in enumerate(results):
        tricks, false_tricks = result.tricks, len(result.false_tricks) + result.blanks
        pairs = min(tricks, false_tricks) * (5 if tricks == false_tricks else 3)
        counts = {
            "most_of_one_suit": max(sum(card[0] == suit for card in result.false_tricks) for suit in SUITS),
            "number_of_suits": len({card[0] for card in result.false_tricks}),
            "even_values": sum(int(card[1:]) % 2 == 0 for card in result.false_tricks),
            "odd_values": sum(int(card[1:]) % 2 for card in result.false_tricks),
        }
        count = counts[state.scoring.card]
        printed = state.scoring.points
        for won, reason in (
            (tricks, "tricks"),
            (pairs, "pairs"),
            (printed[min(count, len(printed) - 1)] if printed else 0, "scoring_card"),
            (tricks if result.trick_bonus else 0, "trick_bonus"),
        ):
            if won:
                yield Line(state.deal, Seat(i), won, reason)


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _for_anybody(state)
        return
    match state.phase:
        case "reserve":
            yield Bounds("reserve_set", seat, (("cards", RESERVE),), partial(_any_reserve, state, seat))
        case "draw":
            yield ReserveDrawn(seat)
            yield ReserveLeft(seat)
        case "play":
            yield from (CardPlayed(card, seat) for card in DECK.names)
        case "bonus":
            bonuses: list[BonusId | None] = [None, *state.bonuses_left]
            yield from (BonusTaken(seat, bonus) for bonus in bonuses)
            yield from (BonusTaken(seat, "P1", card) for card in state.false_tricks[seat])
        case "uses":
            held = [bonus for bonus in state.bonuses[seat] if bonus not in ("P1", "P4")]
            yield Bounds("bonuses_used", seat, (("bonuses", held),), partial(_any_uses, state, seat))


def _for_anybody(state: State) -> Iterable[Event | Bounds]:
    if state.phase == "card":
        yield Bounds("scoring_card_revealed", None, (), _any_scoring_card)
    if state.phase == "play" and state.setup.dealing == "table":
        for s in map(Seat, range(state.players)):
            if check(state, ReserveDrawn(s)) is None:
                yield Bounds("reserve_drawn", s, (), lambda random, s=s: ReserveDrawn(s))


def _any_scoring_card(random: Random) -> Event:
    return ScoringCardRevealed("odd_values", (0, 2, 5, 9), ("odd", "even", "any", "shift"))


def _any_reserve(state: State, seat: Seat, random: Random) -> Event:
    told = next(told for told in state.facts.hands if told.seat == seat)
    return ReserveSet(seat, tuple(map(Card, random.sample(sorted(told.cards), RESERVE))))


def _any_uses(state: State, seat: Seat, random: Random) -> Event:
    joker = (Joker("P3", "trick"),) if "P3" in state.bonuses[seat] else ()
    return BonusesUsed(seat, joker)


def deal(state: State, random: Random) -> Event:
    if state.phase == "card":
        return _any_scoring_card(random)
    if state.phase == "hands":
        cards = random.sample(DECK.names, 48)
        size = 48 // state.players
        return HandsDealt(tuple((Seat(s), tuple(cards[s * size : (s + 1) * size])) for s in range(state.players)))
    seat = state.asked
    assert seat is not None
    left = next(told.cards for told in state.facts.reserves if told.seat == seat)
    drawn = {draw.card for draw in state.facts.draws}
    return ReserveDrawn(seat, Card(random.choice(sorted(left - drawn))))


def redact(event: Event, seat: Seat | None) -> Event:
    if isinstance(event, ReserveSet) and event.seat != seat:
        return replace(event, cards=None)
    if isinstance(event, ReserveDrawn) and event.seat != seat:
        return replace(event, card=None)
    return only_own_hand(event, seat)


# What is told.


def score(state: State) -> Tally:
    lines = tuple(line for deal_lines in state.finished for line in deal_lines)
    deals = tuple(points(deal_lines, state.players) for deal_lines in state.finished)
    if state.phase in ("over", "card"):
        return Tally(lines, deals, None)
    running = tuple(_lines(state, _results(state)))
    return Tally(lines, deals, points(running, state.players), running)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    scoring = state.scoring
    return {
        "scoring_card": None if scoring is None else {"card": scoring.card, "points": list(scoring.points)},
        "leader": None if scoring is None else state.leader,
        "trick_cards": [{"seat": s, "card": card} for s, card in state.laid],
        "last_trick": [{"seat": s, "card": card} for s, card in state.last] or None,
        "false_tricks": [list(mine) for mine in state.false_tricks],
        "tricks": [len(mine) for mine in state.tricks],
        "hand_sizes": list(state.hand_sizes),
        "reserve_sizes": list(state.reserve_sizes),
        "bonuses": [list(mine) for mine in state.bonuses],
        "bonuses_left": list(state.bonuses_left),
    }


def own_hand(state: State, seat: Seat) -> tuple[Card, ...] | None:
    known = hand(state, seat)
    return None if known is None else tuple(card for card in DECK.names if card in known)


RULES: Rules[State] = Rules(
    name="tricky-twist-sketch",
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
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=redact,
    hand=own_hand,
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=lambda state, event, seat: event,
)
