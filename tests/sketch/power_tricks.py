"""Power Tricks as a sketch: power taken with a card, equal highest that cancel, nobody winning, a card left over.

Only for a table that names its deck: what an unknown deck allows needs more than the kit's holdings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from companion.kit import tricks as kit
from companion.kit.cards import Card, Deck
from companion.kit.holdings import Statement, blank
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup, Within
from companion.kit.seats import Seat, following
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import HandsDealt, Laid, Tricks, hand_of, only_own_hand

Suit = Literal["A", "B", "C", "D"]
Label = Annotated[str, Within(1, 40)]
TRICKS = {3: 11, 4: 11, 5: 9}
ROUNDS = 3

# Events.


@dataclass(frozen=True, slots=True)
class ChapterOpened(Event):
    type: ClassVar[str] = "chapter_opened"
    winner: Literal["trump", "led_suit", "highest"]
    trick_points: int | tuple[int, ...]
    bid: Annotated[int, Within(0, 11)]
    power_bonus: int
    trump: Suit | None = None
    name: Label | None = None


@dataclass(frozen=True, slots=True)
class GemsRevealed(Event):
    type: ClassVar[str] = "gems_revealed"
    gems: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(kit.CardPlayed):
    """``power``: I take power! With it may come a gem."""

    power: bool = False
    gem: Label | None = None


@dataclass(frozen=True, slots=True)
class CardLeftOver(Event):
    type: ClassVar[str] = "card_left_over"
    card: Card


@dataclass(frozen=True, slots=True)
class Result:
    tricks: Annotated[int, Within(0, 11)]
    power: Annotated[int, Within(1, 11)] | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class DealTallied(Event):
    type: ClassVar[str] = "deal_tallied"
    results: Annotated[tuple[Result, ...], Within(3, 5)]


# State.


@dataclass(frozen=True, slots=True)
class HouseRules:
    pass


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int
    tricks: Tricks
    phase: Literal["chapter", "hands", "play", "over"] = "chapter"
    chapter: ChapterOpened | None = None
    number: int = 1  # of the trick
    powers: tuple[int | None, ...] = ()
    won: tuple[tuple[int, ...], ...] = ()  # numbers of the tricks each seat won
    revealed: tuple[str, ...] = ()
    gems: tuple[tuple[str, ...], ...] = ()
    finished: tuple[tuple[Line, ...], ...] = ()
    last_powers: tuple[int | None, ...] = ()
    deals: int = ROUNDS

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def power(self) -> int | None:
        """The power card that may still be taken with this trick."""
        return None if self.number in self.powers else self.number


def start(setup: Setup) -> State:
    return _round(setup, 1, (), ())


def deck_of(setup: Setup) -> Deck:
    assert setup.card_set is not None
    suits = {suit: values for suit, values in setup.card_set["deck"].items() if setup.players > 3 or suit != "A"}
    return Deck(f"{suit}{value}" for suit, values in suits.items() for value in sorted(values))


def _round(
    setup: Setup, deal: int, finished: tuple[tuple[Line, ...], ...], last_powers: tuple[int | None, ...]
) -> State:
    n, deck = setup.players, deck_of(setup)
    need = [TRICKS[n]] * n
    left = len(deck.names) - sum(need)
    tricks = Tricks(
        deck, n, following(setup.first_seat, n, deal - 1), blank(deck.whole, [*need, left] if left else need)
    )
    nothing: tuple[None, ...] = (None,) * n
    return State(
        setup,
        deal,
        tricks,
        powers=nothing,
        won=((),) * n,
        gems=((),) * n,
        finished=finished,
        last_powers=last_powers,
    )


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "hands":
            return Expect(chance=True)
        case "chapter":
            return Expect()
        case "play":
            return Expect((state.tricks.turn,))


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    table, opened = state.setup.dealing == "table", state.phase == "play"
    match event:
        case ChapterOpened():
            return _check_chapter(state, event)
        case HandsDealt():
            if state.phase != "hands" and not (table and opened and not state.tricks.played):
                return Refusal("wrong_phase")
            return state.tricks.refusal_of_hands(event)
        case GemsRevealed(gems):
            if not opened or state.tricks.played or state.revealed:
                return Refusal("wrong_phase")
            return None if len(gems) == state.players + 1 else Refusal("illegal_choice")
        case CardLeftOver(card):
            return _check_left_over(state, card) if opened else Refusal("wrong_phase")
        case CardPlayed():
            return state.tricks.refusal(event) or _check_power(state, event) if opened else Refusal("wrong_phase")
        case DealTallied(results):
            if not (table and opened):
                return Refusal("wrong_phase")
            powers = [result.power for result in results if result.power]
            total = sum(result.tricks for result in results)
            good = len(results) == state.players and total <= TRICKS[state.players] and len(set(powers)) == len(powers)
            return None if good else Refusal("illegal_choice")
    return Refusal("invalid")


def _check_chapter(state: State, event: ChapterOpened) -> Refusal | None:
    if state.phase != "chapter":
        return Refusal("wrong_phase")
    if event.winner == "trump" and (event.trump is None or event.trump not in state.tricks.deck.suits):
        return Refusal("illegal_choice", (("trump", event.trump),))
    if isinstance(event.trick_points, tuple) and len(event.trick_points) < TRICKS[state.players]:
        return Refusal("illegal_choice", (("trick_points", TRICKS[state.players]),))
    return None


def _check_power(state: State, event: CardPlayed) -> Refusal | None:
    seat = state.tricks.turn if event.seat is None else event.seat
    if event.power and (state.power is None or state.powers[seat] is not None):
        return Refusal("illegal_choice", (("reason", "no_power"),))
    if event.gem is not None and (not event.power or event.gem not in state.revealed):
        return Refusal("illegal_choice", (("reason", "no_such_gem"),))
    return None


def _check_left_over(state: State, card: str) -> Refusal | None:
    tricks = state.tricks
    if len(tricks.holdings.need) == state.players:
        return Refusal("wrong_phase")
    number = tricks.deck.number.get(card)
    if number is None:
        return Refusal("not_in_deck", (("card", card),))
    told = _left_over(state, card, 0).holdings
    return tricks.gone(number) or (
        None
        if told.consistent
        else Refusal("impossible_deal", (("card", card),), tuple(said.at for said in told.contradiction()))
    )


# What it changes.


def evolve(state: State, event: Event) -> State:
    match event:
        case ChapterOpened():
            return replace(state, chapter=event, phase="play" if state.setup.dealing == "table" else "hands")
        case HandsDealt():
            return replace(state, tricks=state.tricks.dealt(event), phase="play")
        case GemsRevealed(gems):
            return replace(state, revealed=gems)
        case CardLeftOver(card):
            return replace(state, tricks=_left_over(state, card, event.at))
        case CardPlayed():
            return _played(state, event)
        case DealTallied(results):
            won = tuple(tuple(range(1, result.tricks + 1)) for result in results)
            return _finish(replace(state, won=won, powers=tuple(result.power for result in results)))
    raise TypeError(event)


def _left_over(state: State, card: str, at: int) -> Tricks:
    tricks = state.tricks
    said = Statement("hand", state.players, 1 << tricks.deck.number[card], at)
    return replace(tricks, holdings=tricks.holdings.say(said))


def _played(state: State, event: CardPlayed) -> State:
    seat = state.tricks.turn if event.seat is None else event.seat
    if event.power:
        state = replace(state, powers=_set(state.powers, seat, state.number))
    if event.gem is not None:
        left = list(state.revealed)
        left.remove(event.gem)
        state = replace(state, revealed=tuple(left), gems=_set(state.gems, seat, (*state.gems[seat], event.gem)))
    tricks = state.tricks.lay(event)
    if not tricks.full:
        return replace(state, tricks=tricks)
    winner = taker(state, tricks)
    won = state.won if winner is None else _set(state.won, winner, (*state.won[winner], state.number))
    tricks = tricks.taken(tricks.leader if winner is None else winner)  # nobody: the same seat leads again
    state = replace(state, tricks=tricks, won=won)
    if state.number == TRICKS[state.players]:
        return _finish(state)
    return replace(state, number=state.number + 1)


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def value(state: State, laid: Laid) -> int:
    """A card's value with the power of its seat."""
    return int(state.tricks.deck.names[laid.card][1:]) + (state.powers[laid.seat] or 0)


def taker(state: State, tricks: Tricks) -> Seat | None:
    """Equal highest cancel each other, then the next is looked at: trumps first, then the led suit. None: nobody."""
    assert state.chapter is not None
    suit_of = tricks.deck.suit_of
    led = suit_of[tricks.laid[0].card]
    ranks: tuple[list[Laid], ...]
    if state.chapter.winner == "highest":
        ranks = (list(tricks.laid),)
    else:
        trump = state.chapter.trump if state.chapter.winner == "trump" else None
        suits = dict.fromkeys(suit for suit in (trump, led) if suit)
        ranks = tuple([laid for laid in tricks.laid if suit_of[laid.card] == suit] for suit in suits)
    for group in ranks:
        values = [value(state, laid) for laid in group]
        alone = [laid for laid in group if values.count(value(state, laid)) == 1]
        if alone:
            return max(alone, key=lambda laid: value(state, laid)).seat
    return None


def _finish(state: State) -> State:
    finished = (*state.finished, tuple(_lines(state)))
    if state.deal < ROUNDS:
        return _round(state.setup, state.deal + 1, finished, state.powers)
    return replace(state, finished=finished, phase="over", last_powers=state.powers)


def _lines(state: State) -> Iterable[Line]:
    chapter = state.chapter
    if chapter is None:
        return
    for i, won in enumerate(state.won):
        worth = chapter.trick_points
        for number in won:
            each = worth[number - 1] if isinstance(worth, tuple) else worth
            yield Line(state.deal, Seat(i), each, "trick", (("trick", number),))
        if len(won) == chapter.bid:
            bonus = (state.powers[i] or 0) + chapter.power_bonus
            yield Line(state.deal, Seat(i), bonus, "bid_met", (("bid", chapter.bid),))


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is not None:
        for card in state.tricks.playable():
            yield CardPlayed(card, seat)
            yield CardPlayed(card, seat, power=True)
        return
    if state.phase == "chapter":
        limits: tuple[tuple[str, Any], ...] = (("bid", [0, 11]), ("trumps", list(state.tricks.deck.suits)))
        yield Bounds("chapter_opened", None, limits, partial(_any_chapter, state))
    if state.phase != "play":
        return
    if not state.tricks.played and state.setup.dealing == "table":
        yield Bounds("hands_dealt", None, (("cards", TRICKS[state.players]),), partial(deal, state))
    if not state.tricks.played and not state.revealed:
        limits = (("gems", [state.players + 1] * 2),)
        yield Bounds("gems_revealed", None, limits, lambda random: GemsRevealed(tuple("abcdef"[: state.players + 1])))
    if state.setup.dealing == "table":
        yield from (CardLeftOver(card) for card in state.tricks.deck.names)
        yield Bounds("deal_tallied", None, (("tricks", [0, TRICKS[state.players]]),), partial(_any_tally, state))


def _any_chapter(state: State, random: Random) -> ChapterOpened:
    trump = random.choice(list(state.tricks.deck.suits))
    each = random.choice([random.randint(0, 10), tuple(random.randint(-3, 9) for _ in range(TRICKS[state.players]))])
    winner: Any = random.choice(["trump", "led_suit", "highest"])
    return ChapterOpened(winner, each, random.randint(0, 4), random.randint(0, 10), trump)  # type: ignore[arg-type]


def _any_tally(state: State, random: Random) -> DealTallied:
    numbers = random.sample(range(1, TRICKS[state.players] + 1), state.players)
    return DealTallied(tuple(Result(random.randint(0, 2), number) for number in numbers))


def deal(state: State, random: Random) -> Event:
    held, deck = state.tricks.holdings, state.tricks.deck
    world = held.world(random)
    blanks = [s for s in range(state.players) if held.known(s) is None]
    return HandsDealt(tuple((Seat(s), deck.cards(world[s])) for s in blanks))


# What is told.


def score(state: State) -> Tally:
    lines = tuple(line for deal_lines in state.finished for line in deal_lines)
    deals = tuple(points(deal_lines, state.players) for deal_lines in state.finished)
    if state.phase == "over":
        return Tally(lines, deals, None)
    running = tuple(_lines(state))
    return Tally(lines, deals, points(running, state.players), running)


def ranking(state: State, totals: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """A tie goes to who took the highest power card in the last round; where none of them took one it is shared."""
    powers = state.last_powers or (None,) * state.players
    return places(tuple(100 * total + (power or 0) for total, power in zip(totals, powers, strict=True)))


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, chapter = state.tricks, state.chapter

    def told(laid: tuple[Laid, ...]) -> list[dict[str, Any]]:
        named = tricks.told(laid)
        return [{**one, "value": value(state, each)} for one, each in zip(named, laid, strict=True)]

    return {
        "chapter": None if chapter is None else {"winner": chapter.winner, "trump": chapter.trump, "bid": chapter.bid},
        "trick": state.number if chapter else None,
        "power": state.power if chapter else None,
        "leader": tricks.leader if chapter else None,
        "trick_cards": told(tricks.laid),
        "last_trick": tricks.told(tricks.last) or None,
        "powers": list(state.powers),
        "gems": [list(mine) for mine in state.gems],
        "tricks_won": [len(won) for won in state.won],
    }


RULES: Rules[State] = Rules(
    name="power-tricks-sketch",
    seats=(3, 4, 5),
    suits=("A", "B", "C", "D"),
    cards=tuple(Card(f"{suit}{value}") for suit in "ABCD" for value in range(1, 16)),
    house_rules=HouseRules,
    memory="open",
    events=(ChapterOpened, GemsRevealed, HandsDealt, CardPlayed, CardLeftOver, DealTallied),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=only_own_hand,
    hand=lambda state, seat: hand_of(state.tricks, seat),
    score=score,
    places=ranking,
    show=show,
    tell=lambda state, event, seat: event,
)
