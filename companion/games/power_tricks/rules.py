"""Power Tricks for 3 to 5. Source: the publisher's rule text in English; decks, chapters and gems are the table's own.

Settled where the text is silent: with trumps the equal ones cancel among themselves, then the led suit is looked at;
a trick that nobody wins is used up with its number, power card and points; a tie of totals goes to the tied player
with the highest power card of the last round, and is shared where none of them took one; what gems do is entered by
hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from companion.games.power_tricks.card_set import AXES, HIGHEST, SUITS, CardSet, Chapter, check_card_set
from companion.games.power_tricks.events import (
    CardLeftOver,
    CardPlayed,
    ChapterOpened,
    DealTallied,
    GemsRevealed,
    Result,
)
from companion.games.power_tricks.scoring import bounds_of_counts, check_counts, lines, ranking, tricks_of
from companion.games.power_tricks.state import ROUNDS, State, new_round, taker
from companion.kit import codec
from companion.kit.cards import Card
from companion.kit.holdings import Statement
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules
from companion.kit.seats import SCRIBE, Seat
from companion.kit.tally import Tally, points
from companion.kit.tricks import HandsDealt, Laid, Tricks, hand_of, only_own_hand


@dataclass(frozen=True, slots=True)
class HouseRules:
    """None: what may differ from table to table stands in the chapter."""


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "chapter":
            return Expect()
        case "hands":
            return Expect(chance=True)
        case "play":
            return Expect((state.tricks.turn,))


# What cannot have happened.


def check(state: State, event: Event) -> Refusal | None:
    playing, at_table = state.phase == "play", state.setup.dealing == "table"
    match event:
        case CardPlayed():
            return _check_play(state, event) if playing else Refusal("wrong_phase")
        case ChapterOpened():
            return _check_chapter(state, event) if state.phase == "chapter" else Refusal("wrong_phase")
        case HandsDealt():
            return _check_hands(state, event)
        case GemsRevealed():
            due = state.phase == "hands" or (playing and at_table and not state.tricks.played)
            return _check_gems(state, event) if due and state.revealed is None else Refusal("wrong_phase")
        case CardLeftOver():
            # Dealt by the companion, an answer would tell where the card lies.
            there = playing and at_table and state.pile is not None
            return _check_left_over(state, event) if there else Refusal("wrong_phase")
        case DealTallied():
            return check_counts(state, event) if playing and at_table else Refusal("wrong_phase")
    return Refusal("invalid", (("type", event.type),))


def _check_chapter(state: State, event: ChapterOpened | Chapter) -> Refusal | None:
    if event.winner == "trump" and event.trump is None:
        return Refusal("illegal_choice", (("reason", "trump_needed"),))
    if event.winner == "trump" and event.trump not in state.tricks.deck.suits:
        return Refusal("illegal_choice", (("reason", "trump_not_in_play"), ("suit", event.trump)))
    if isinstance(event.trick_points, tuple) and len(event.trick_points) < state.in_all:
        return Refusal("illegal_choice", (("reason", "points_for_every_trick"), ("tricks", state.in_all)))
    return None


def _check_hands(state: State, event: HandsDealt) -> Refusal | None:
    at_table = state.setup.dealing == "table"
    if state.phase != "hands" and not (at_table and state.phase == "play" and not state.tricks.played):
        return Refusal("wrong_phase")
    if at_table and not event.hands:
        return Refusal("illegal_choice", (("reason", "no_hand"),))
    return state.tricks.refusal_of_hands(event)


def _check_gems(state: State, event: GemsRevealed) -> Refusal | None:
    if len(event.gems) != state.players + 1:
        return Refusal("illegal_choice", (("reason", "one_gem_more"), ("gems", state.players + 1)))
    cards = state.setup.card_set
    unknown = next((gem for gem in event.gems if cards and cards.gems and gem not in cards.gems), None)
    return Refusal("illegal_choice", (("reason", "no_such_gem"), ("gem", unknown))) if unknown else None


def _check_left_over(state: State, event: CardLeftOver) -> Refusal | None:
    tricks, name = state.tricks, (("card", event.card),)
    card = tricks.deck.number.get(event.card)
    if card is None:
        return Refusal("not_in_deck", name)
    told = _left_over(state, event).holdings
    if not told.consistent:
        clash = tuple(said.at for said in told.contradiction() if said.at != event.at)
        return tricks.gone(card) or Refusal("impossible_deal", name, clash or _all_of_its_kind(state, event.card))
    recorded = tuple(said.at for said in tricks.holdings.statements if said.holder == state.pile)
    return Refusal("illegal_choice", (("reason", "left_over_twice"),), recorded) if recorded else None


def _check_play(state: State, event: CardPlayed) -> Refusal | None:
    refusal = state.tricks.refusal(event)
    if refusal is not None:
        if refusal.code == "impossible_deal" and not refusal.conflicts_with:
            return replace(refusal, conflicts_with=_all_of_its_kind(state, event.card))
        return refusal
    seat = state.tricks.turn if event.seat is None else event.seat
    if event.power and state.power is None:
        return Refusal("illegal_choice", (("reason", "power_gone"), ("power", state.number)))
    if event.power and state.powers[seat] is not None:
        return Refusal("illegal_choice", (("reason", "power_once"), ("seat", seat), ("power", state.powers[seat])))
    if event.gem is not None and not event.power:
        return Refusal("illegal_choice", (("reason", "gem_without_power"),))
    if event.gem is not None and state.revealed is not None and event.gem not in state.revealed:
        return Refusal("illegal_choice", (("reason", "gem_gone"), ("gem", event.gem)))
    return None


def _all_of_its_kind(state: State, card: str) -> tuple[int, ...]:
    """Where the number of cards alone forbids one more: the plays of all axes, or of all others."""
    names, axe = state.tricks.deck.names, card[0] == AXES
    return tuple(at for played, at in state.tricks.played if (names[played][0] == AXES) == axe)


# What it changes.


def evolve(state: State, event: Event) -> State:
    match event:
        case CardPlayed():
            return _evolve_play(state, event)
        case ChapterOpened():
            return state.to(chapter=event, phase="play" if state.setup.dealing == "table" else "hands")
        case HandsDealt():
            return state.to(tricks=state.tricks.dealt(event), phase="play")
        case GemsRevealed():
            return state.to(revealed=event.gems)
        case CardLeftOver():
            return state.to(tricks=_left_over(state, event))
        case DealTallied():
            counted = state.to(
                counted=event.results,
                powers=tuple(result.power for result in event.results),
                tricks=replace(state.tricks, laid=()),
            )
            return _finish(counted)
    raise TypeError(event)


def _left_over(state: State, event: CardLeftOver) -> Tricks:
    assert state.pile is not None
    said = Statement("hand", state.pile, 1 << state.tricks.deck.number[event.card], event.at)
    return replace(state.tricks, holdings=state.tricks.holdings.say(said))


def _evolve_play(state: State, event: CardPlayed) -> State:
    seat = state.tricks.turn if event.seat is None else event.seat
    if event.power:
        state = state.to(powers=_set(state.powers, seat, state.number))
    if event.gem is not None:
        left = None
        if state.revealed is not None:
            place = state.revealed.index(event.gem)
            left = (*state.revealed[:place], *state.revealed[place + 1 :])
        state = state.to(revealed=left, gems=_set(state.gems, seat, (*state.gems[seat], event.gem)))
    tricks = state.tricks.lay(event)
    if not tricks.full:
        return state.to(tricks=tricks)
    winner = taker(state, tricks.laid)
    won = state.won if winner is None else _set(state.won, winner, (*state.won[winner], state.number))
    put_aside = tricks.taken(tricks.leader if winner is None else winner)
    state = state.to(tricks=put_aside, won=won, last_taker=winner)
    return _finish(state) if state.number == state.in_all else state.to(number=state.number + 1)


def _set(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _finish(state: State) -> State:
    finished = (*state.finished, lines(state))
    if state.deal < ROUNDS:
        return new_round(state.setup, state.deal + 1, finished, state.powers, state.chapter)
    return state.to(finished=finished, phase="over", last_powers=state.powers)


# What may come next.


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _for_anybody(state)
    elif state.phase == "play" and seat == state.tricks.turn:
        gems = tuple(dict.fromkeys(state.revealed or ()))
        for card in state.tricks.playable():
            yield CardPlayed(card, seat)
            if state.power is not None and state.powers[seat] is None:
                yield from (CardPlayed(card, seat, power=True, gem=gem) for gem in (None, *gems))


def _for_anybody(state: State) -> Iterable[Event | Bounds]:
    at_table, in_all = state.setup.dealing == "table", state.in_all
    limits: tuple[tuple[str, Any], ...]
    if state.phase == "chapter":
        limits = (("bid", [0, 11]), ("trump", list(state.tricks.deck.suits)), ("tricks", in_all))
        printed = state.setup.card_set.chapters if state.setup.card_set else ()
        usual = state.before or next(iter(printed), None)
        limits += (("usual", codec.record_to_json(usual)),) if usual else ()
        limits += (
            (("known", [codec.record_to_json(one) for one in printed if _playable(state, one)]),) if printed else ()
        )
        yield Bounds("chapter_opened", None, limits, partial(_any_chapter, state))
    before = state.phase == "hands" or (state.phase == "play" and at_table and not state.tricks.played)
    if before and state.revealed is None:
        gems = _gems(state)
        limits = (("gems", [state.players + 1] * 2),)
        limits += (("labels", list(gems)),) if len(gems) > state.players else ()
        yield Bounds("gems_revealed", None, limits, partial(_any_gems, state))
    blank_seats = [i for i in range(state.players) if state.tricks.holdings.known(i) is None]
    if before and blank_seats:
        limits = (("seats", blank_seats), ("cards", in_all))
        yield Bounds("hands_dealt", None, limits, partial(_any_hands, state))
    if state.phase == "play" and at_table:
        if state.pile is not None and state.tricks.holdings.known(state.pile) is None:
            yield from (CardLeftOver(card) for card in state.tricks.deck.names)
        yield Bounds("deal_tallied", None, bounds_of_counts(state), partial(_any_tally, state))


def _playable(state: State, chapter: Chapter) -> bool:
    """Whether so many players can play a chapter of their set."""
    return _check_chapter(state, chapter) is None


def _gems(state: State) -> tuple[str, ...]:
    cards: CardSet | None = state.setup.card_set
    return cards.gems if cards else ()


def _any_chapter(state: State, random: Random) -> ChapterOpened:
    each = tuple(random.randint(-3, 9) for _ in range(state.in_all))
    return ChapterOpened(
        random.choice(("trump", "led_suit", "highest")),
        random.choice((each[0], each)),
        random.randint(0, 4),
        random.randint(0, 10),
        random.choice(list(state.tricks.deck.suits)),  # type: ignore[arg-type]
    )


def _any_gems(state: State, random: Random) -> GemsRevealed:
    """Of the table's own gems, where it has told them."""
    known = _gems(state) or tuple(f"gem {number}" for number in range(1, 13))
    number = state.players + 1
    drawn = random.sample(known, number) if len(known) >= number else random.choices(known, k=number)
    return GemsRevealed(tuple(drawn))


def _any_hands(state: State, random: Random) -> HandsDealt:
    """The hands nobody has named yet."""
    holdings = state.tricks.holdings
    world = holdings.world(random)
    unknown = (i for i in range(state.players) if holdings.known(i) is None)
    return HandsDealt(tuple((Seat(i), state.tricks.deck.cards(world[i])) for i in unknown))


def _any_tally(state: State, random: Random) -> DealTallied:
    """Every trick won by somebody."""
    assert state.chapter is not None
    worth = state.chapter.trick_points
    winners = [random.randrange(state.players) for _ in range(state.in_all)]
    powers = random.sample(range(1, state.in_all + 1), state.players)
    results = []
    for i in range(state.players):
        mine = [number for number, winner in enumerate(winners) if winner == i]
        told = None if isinstance(worth, int) else sum(worth[number] for number in mine)
        results.append(Result(len(mine), random.choice((None, powers[i])), told))
    return DealTallied(tuple(results))


def deal(state: State, random: Random) -> Event:
    """Gems first, where the card set has enough of them."""
    gems_due = state.revealed is None and len(_gems(state)) > state.players
    return _any_gems(state, random) if gems_due else _any_hands(state, random)


# What is told.


def score(state: State) -> Tally:
    all_lines = tuple(line for of_round in state.finished for line in of_round)
    deals = tuple(points(of_round, state.players) for of_round in state.finished)
    if state.phase == "over":
        return Tally(all_lines, deals, None)
    running = lines(state)
    return Tally(all_lines, deals, points(running, state.players), running)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, chapter = state.tricks, state.chapter

    def told(laid: tuple[Laid, ...]) -> list[dict[str, Any]]:
        return [{**one, "value": state.value(each)} for one, each in zip(tricks.told(laid), laid, strict=True)]

    return {
        "chapter": None if chapter is None else {"trump": None, "name": None, **codec.record_to_json(chapter)},
        "trump": chapter.trump if chapter and chapter.winner == "trump" else None,
        "trick": state.number if chapter else None,
        "tricks": state.in_all,
        "power": state.power if chapter else None,
        "leader": tricks.leader if chapter else None,
        "trick_cards": told(tricks.laid),
        "last_trick": tricks.told(tricks.last) if tricks.last and not _kept_back(state, seat) else None,
        "last_taker": None if _kept_back(state, seat) else state.last_taker,
        "powers": list(state.powers) if chapter else [],
        "gems": [list(mine) for mine in state.gems] if chapter else [],
        "gems_left": None if state.revealed is None else list(state.revealed),
        "tricks_won": [tricks_of(state, Seat(i)) for i in range(state.players)] if chapter else [],
    }


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    if isinstance(event, CardPlayed) and _kept_back(state, seat):
        tricks = state.tricks
        put_aside = tricks.played[: len(tricks.played) - len(tricks.laid)]
        return None if any(at == event.at for _, at in put_aside) else event
    return event


def _kept_back(state: State, seat: Seat | None) -> bool:
    """With closed memory the finished tricks of the running round are told to nobody but who keeps the sheet."""
    return state.setup.memory == "closed" and state.phase != "over" and seat != SCRIBE


RULES = Rules(
    name="power-tricks",
    seats=(3, 4, 5),
    suits=SUITS,
    cards=tuple(Card(f"{suit}{value}") for suit in SUITS for value in range(1, HIGHEST + 1)),
    house_rules=HouseRules,
    memory="open",
    events=(ChapterOpened, GemsRevealed, HandsDealt, CardPlayed, CardLeftOver, DealTallied),
    start=new_round,
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
    tell=tell,
    card_set=CardSet,
    check_card_set=check_card_set,
    dealt_from_card_set=True,
)
