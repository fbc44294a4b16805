"""What a round is worth, played out or as the table counted it, and which counts cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.tricky_twist.bonuses import Before, before, used
from companion.games.tricky_twist.events import DECK, REPEATS, RESERVE, DealTallied, Result
from companion.games.tricky_twist.scoring_cards import FalseTricks, awards
from companion.games.tricky_twist.state import State
from companion.kit.cards import Card
from companion.kit.rules import Refusal
from companion.kit.seats import Seat
from companion.kit.tally import Line, Params


def turns(players: int) -> tuple[int, int]:
    """Fewest and most turns of a round: nobody draws, or everybody all there is."""
    return 48 // players - RESERVE, 48 // players


def tricks_of_a_round(players: int) -> tuple[int, int]:
    """Each turn makes one trick; a flip can take one away, or a flip and the joker add two."""
    fewest, most = turns(players)
    return fewest - 1, most + 2


def check_tally(players: int, event: DealTallied) -> Refusal | None:
    if len(event.results) != players:
        return Refusal("illegal_choice", (("reason", "a_result_per_seat"),))
    cards = [card for result in event.results for card in result.false_tricks]
    unknown = next((card for card in cards if card not in DECK.number), None)
    if unknown is not None:
        return Refusal("not_in_deck", (("card", unknown),))
    least, most = tricks_of_a_round(players)
    number = sum(result.tricks for result in event.results)
    if not least <= number <= most:
        return Refusal(
            "illegal_choice", (("reason", "tricks_of_a_round"), ("number", number), ("least", least), ("most", most))
        )
    if sum(result.blanks for result in event.results) > 1:
        return Refusal("illegal_choice", (("reason", "one_joker"),))
    if sum(result.trick_bonus for result in event.results) > 1:
        return Refusal("illegal_choice", (("reason", "one_trick_bonus"),))
    if sum(number - 1 for number in Counter(cards).values()) > REPEATS:
        return Refusal("illegal_choice", (("reason", "repeated_cards"), ("most", REPEATS)))
    return None


def any_tally(players: int, random: Random) -> DealTallied:
    fewest, most = turns(players)
    winners = random.choices(range(players), k=random.randint(fewest, most))
    cards = random.sample(DECK.names, random.randint(0, 24))
    bonus, joker = random.randrange(players), random.randrange(players)
    return DealTallied(
        tuple(
            Result(winners.count(seat), tuple(cards[seat::players]), int(seat == joker), seat == bonus)
            for seat in range(players)
        )
    )


def played_out(state: State) -> list[Before]:
    """What lies before each seat, with what has been said of its bonuses."""
    scoring = state.scoring
    assert scoring is not None
    lies = [before(state.taken[seat], state.false_tricks[seat]) for seat in state.seats]
    for event in state.uses:
        used(lies[event.seat], event.choices, scoring.variable)
    return lies


def so_far(state: State) -> Iterator[tuple[str, Any]]:
    """What a count of the round begins with, once a turn is over."""
    if not any(state.taken):
        return
    results = [
        {
            "tricks": mine.number_of_tricks,
            "false_tricks": [f"{suit}{value}" for suit, value in mine.values.values()],
            "blanks": mine.jokers,
            "trick_bonus": "P4" in bonuses,
        }
        for mine, bonuses in zip(played_out(state), state.bonuses, strict=True)
    ]
    yield "usual", {"results": results}


def lines_of_play(state: State) -> tuple[Line, ...]:
    lies = played_out(state)
    tricks = tuple(mine.number_of_tricks for mine in lies)
    bonus = tuple("P4" in state.bonuses[seat] for seat in state.seats)
    return tuple(_lines(state, tricks, tuple(mine.false_tricks for mine in lies), bonus))


def lines_of_tally(state: State, event: DealTallied) -> tuple[Line, ...]:
    each = tuple(FalseTricks(tuple(map(_seen, result.false_tricks)), result.blanks) for result in event.results)
    tricks = tuple(result.tricks for result in event.results)
    return tuple(_lines(state, tricks, each, tuple(result.trick_bonus for result in event.results)))


def _seen(card: Card) -> tuple[str, int]:
    return card[0], int(card[1:])


def _lines(
    state: State, tricks: tuple[int, ...], each: tuple[FalseTricks, ...], bonus: tuple[bool, ...]
) -> Iterator[Line]:
    scoring = state.scoring
    assert scoring is not None
    won = awards(scoring, each, state.setup.house_rules)
    for i, (number, false_tricks) in enumerate(zip(tricks, each, strict=True)):
        equal = number == false_tricks.number
        pairs, worth = min(number, false_tricks.number), 5 if equal else 3
        award = won[i]
        told: Params = (("count", award.count),)
        if award.place is not None:
            told = (("place", award.place), *told)
        for points, reason, params in (
            (number, "tricks", (("tricks", number),)),
            (pairs * worth, "equal_pairs" if equal else "pairs", (("pairs", pairs),)),
            (award.points, scoring.card, told),
            (number if bonus[i] else 0, "trick_bonus", (("tricks", number),)),
        ):
            if points:
                yield Line(state.deal, Seat(i), points, reason, params)
