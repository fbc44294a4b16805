"""Extreme Tricks for 3 or 4. Source: the publisher's rule text in English.

Settled where the text is silent: a declared piece moves to the achievement (else more than 12 pieces could be
needed); an excess achievement scores only its -2; cards played count at once, the other reds when the trick is
complete, reds before blues and lower numbers first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any

from companion.games.extreme_tricks import counted
from companion.games.extreme_tricks.challenges import BLUES, REDS, HouseRules, Play, Stage, laid_out
from companion.games.extreme_tricks.events import ChallengesLaid, DealTallied, Declared, TrumpChosen
from companion.games.extreme_tricks.pieces import Pieces
from companion.games.extreme_tricks.state import DECKS, HAND, SUITS, Phase, State
from companion.kit.holdings import blank
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, Setup
from companion.kit.seats import SCRIBE, Seat, following
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import CardPlayed, HandsDealt, Tricks, hand_of, only_own_hand


def start(setup: Setup) -> State:
    return _deal(setup, 1, ())


def _deal(setup: Setup, deal: int, finished: tuple[tuple[Line, ...], ...]) -> State:
    first = following(setup.first_seat, setup.players, deal - 1)
    deck = DECKS[setup.players]
    tricks = Tricks(deck, setup.players, first, blank(deck.whole, [HAND] * setup.players))
    none = Pieces((0,) * setup.players)
    return State(setup, deal, first, "challenges", tricks, none, finished=finished, won=((),) * setup.players)


def expects(state: State) -> Expect:
    match state.phase:
        case "over":
            return Expect(over=True)
        case "challenges" | "hands":
            return Expect(chance=True)
        case "trump":
            return Expect((state.first,))
        case "declare":
            return Expect((following(state.first, state.players, state.declared),))
        case "play":
            return Expect((state.tricks.turn,))


def check(state: State, event: Event) -> Refusal | None:
    match event:
        case CardPlayed():
            return state.tricks.refusal(event) if state.phase == "play" else Refusal("wrong_phase")
        case ChallengesLaid():
            if state.phase != "challenges":
                return Refusal("wrong_phase")
            if len(set(event.red)) < 6 or len(set(event.blue)) < 6:
                return Refusal("illegal_choice", (("reason", "challenge_twice"),))
            return None
        case HandsDealt():
            return _check_hands(state, event)
        case TrumpChosen():
            if state.phase != "trump":
                return Refusal("wrong_phase")
            return _turn(state, event.seat)
        case Declared():
            if state.phase != "declare":
                return Refusal("wrong_phase")
            return _turn(state, event.seat) or counted.refusal_of_declaration(state, event.pieces, event.challenges)
        case DealTallied():
            return counted.refusal(state, event)
    return Refusal("invalid")


def _turn(state: State, seat: Seat) -> Refusal | None:
    (turn,) = expects(state).seats
    return None if seat == turn else Refusal("out_of_turn", (("seat", turn),))


def _check_hands(state: State, event: HandsDealt) -> Refusal | None:
    at_table = state.setup.dealing == "table"
    if state.phase != "hands" and not (
        at_table and state.phase in ("trump", "declare", "play") and not state.tricks.played
    ):
        return Refusal("wrong_phase")
    if at_table and not event.hands:
        return Refusal("illegal_choice", (("reason", "no_hand"),))
    return state.tricks.refusal_of_hands(event)


def evolve(state: State, event: Event) -> State:
    match event:
        case CardPlayed():
            return _evolve_play(state, event)
        case ChallengesLaid():
            phase: Phase = "hands" if state.setup.dealing == "companion" else "trump"
            return state.to(phase=phase, challenges=laid_out(event.red, event.blue))
        case HandsDealt():
            return state.to(tricks=state.tricks.dealt(event), phase="trump" if state.phase == "hands" else state.phase)
        case TrumpChosen():
            return state.to(phase="declare", trump=event.suit)
        case Declared():
            at = tuple(state.challenges.index(code) for code in event.challenges)
            declarations = (*state.declarations, event)
            return state.to(
                pieces=state.pieces.declare(event.seat, event.pieces, at),
                declarations=declarations,
                phase="play" if len(declarations) == state.players else "declare",
            )
        case DealTallied():
            return _finish(state, counted.pieces_of(state, event))
    raise TypeError(event)


def _evolve_play(state: State, event: CardPlayed) -> State:
    tricks = state.tricks.lay(event)
    laid = tricks.laid[-1]
    pieces = _reds(state, tricks, state.pieces, "played", (laid,), None)
    if not tricks.full:
        return state.to(tricks=tricks, pieces=pieces)
    deck = tricks.deck
    led, trump = deck.suit_of[tricks.laid[0].card], state.trump
    strength = {trump: 200, led: 100} | ({trump: 200} if trump else {})
    winner = tricks.winner(lambda card: strength.get(deck.suit_of[card], 0) + deck.ranks[card])
    pieces = _reds(state, tricks, pieces, "taken", tricks.laid, winner.seat)
    won = tuple((*mine, winner.card) if seat == winner.seat else mine for seat, mine in enumerate(state.won))
    number = state.number + 1
    if state.number % 4 == 0:
        pieces = _blues(state, pieces, won)
        won = ((),) * state.players if number <= HAND else won
    tricks = tricks.taken(winner.seat)
    if number > HAND:
        return _finish(state.to(tricks=tricks, won=won), pieces)
    return state.to(tricks=tricks, pieces=pieces, won=won, number=number)


def _reds(state: State, tricks: Tricks, pieces: Pieces, when: str, laid: Iterable[Any], winner: Seat | None) -> Pieces:
    first_place = 4 * (state.stage - 1)
    deck, leads = tricks.deck, tricks.laid[0]
    for place in (first_place, first_place + 1):
        red = REDS[state.challenges[place]]
        if red.when != when:
            continue
        for one in laid:
            play = Play(
                players=state.players,
                suit=deck.suit_of[one.card],
                value=deck.ranks[one.card] + 1,
                led=deck.suit_of[leads.card],
                trump=state.trump or "",
                leads=one is leads,
                first=state.number % 4 == 1,
                last=state.number % 4 == 0,
                wins=None if winner is None else one.seat == winner,
            )
            if red.met(play):
                pieces = pieces.achieve(one.seat, place)
    return pieces


def _blues(state: State, pieces: Pieces, won: tuple[tuple[int, ...], ...]) -> Pieces:
    deck = state.tricks.deck
    seen = tuple(tuple((deck.suit_of[card], deck.ranks[card] + 1) for card in mine) for mine in won)
    last_place = 4 * state.stage
    for place in (last_place - 2, last_place - 1):
        blue = BLUES[state.challenges[place]]
        for i in range(state.players):
            if blue.met(Stage(Seat(i), seen, state.setup.house_rules)):
                pieces = pieces.achieve(Seat(i), place)
    return pieces


def _finish(state: State, pieces: Pieces) -> State:
    finished = (*state.finished, pieces.lines(state.deal, state.challenges))
    if state.deal < state.deals:
        return _deal(state.setup, state.deal + 1, finished)
    return state.to(phase="over", pieces=pieces, finished=finished)


def candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield from _candidates_for_anybody(state)
    elif seat not in expects(state).seats:
        return
    elif state.phase == "trump":
        yield from (TrumpChosen(seat, suit) for suit in SUITS)  # type: ignore[arg-type]
    elif state.phase == "declare":
        limits = (("pieces", [0, HAND]), ("challenges", list(state.challenges)))
        yield Bounds("declared", seat, limits, partial(counted.any_declaration, state, seat))
    elif state.phase == "play":
        yield from (CardPlayed(card, seat) for card in state.tricks.playable())


def _candidates_for_anybody(state: State) -> Iterable[Bounds]:
    if state.phase == "challenges":
        yield Bounds("challenges_laid", None, (("red", [1, 25]), ("blue", [1, 25])), _any_challenges)
    if state.phase == "hands" or state.setup.dealing == "table":
        blank_seats = [i for i in range(state.players) if state.tricks.holdings.known(i) is None]
        if state.phase not in ("challenges", "over") and not state.tricks.played and blank_seats:
            yield Bounds("hands_dealt", None, (("seats", blank_seats), ("cards", HAND)), partial(_any_hands, state))
    if state.setup.dealing == "table" and state.phase in ("trump", "declare", "play"):
        limits = (("pieces", [0, HAND]), ("challenges", list(state.challenges)), *counted.so_far(state))
        yield Bounds("deal_tallied", None, limits, partial(counted.sample, state))


def _any_challenges(random: Random) -> ChallengesLaid:
    red, blue = (tuple(sorted(random.sample(range(1, 26), 6))) for _ in "rb")
    return ChallengesLaid(red, blue)


def _any_hands(state: State, random: Random) -> HandsDealt:
    """The hands nobody has named yet."""
    holdings = state.tricks.holdings
    return HandsDealt(
        tuple(
            (Seat(seat), state.tricks.deck.cards(hand))
            for seat, hand in enumerate(holdings.world(random))
            if holdings.known(seat) is None
        )
    )


def deal(state: State, random: Random) -> Event:
    return _any_challenges(random) if state.phase == "challenges" else _any_hands(state, random)


def score(state: State) -> Tally:
    lines = tuple(line for deal_lines in state.finished for line in deal_lines)
    deals = tuple(points(deal_lines, state.players) for deal_lines in state.finished)
    if state.phase == "over":
        return Tally(lines, deals, None)
    running = state.pieces.lines(state.deal, state.challenges)
    return Tally(lines, deals, points(running, state.players), running)


def show(state: State, seat: Seat | None) -> dict[str, Any]:
    tricks, playing = state.tricks, state.declared == state.players
    deck = tricks.deck

    def seats(mask: int) -> list[int]:
        return [i for i in range(state.players) if mask >> i & 1]

    return {
        "trump": state.trump,
        "stage": min(state.stage, 3) if playing else None,
        "trick": min(state.number, HAND) if playing else None,
        "leader": tricks.leader if playing else None,
        "trick_cards": tricks.on_table(),
        "last_trick": tricks.told(tricks.last) if tricks.last and not _kept_back(state, seat) else None,
        "challenges": [
            {
                "code": code,
                "stage": place // 4 + 1,
                "declared": seats(state.pieces.declared[place]),
                "achieved": seats(state.pieces.achieved[place]),
                "excess": seats(state.pieces.excess[place]),
            }
            for place, code in enumerate(state.challenges)
        ],
        "front": list(state.pieces.front) if state.declared or state.phase == "over" else [],
        "won": [[deck.names[card] for card in mine] for mine in state.won] if playing else [],
    }


def tell(state: State, event: Event, seat: Seat | None) -> Event | None:
    return None if _kept_back(state, seat) and state.tricks.put_aside(event.at) else event


def _kept_back(state: State, seat: Seat | None) -> bool:
    """With closed memory the finished tricks of the running deal are told to nobody but who keeps the sheet."""
    return state.setup.memory == "closed" and state.phase != "over" and seat != SCRIBE


RULES = Rules(
    name="extreme-tricks",
    seats=(3, 4),
    suits=SUITS,
    cards=DECKS[4].names,
    house_rules=HouseRules,
    memory="open",
    events=(ChallengesLaid, HandsDealt, TrumpChosen, Declared, CardPlayed, DealTallied),
    start=start,
    expects=expects,
    check=check,
    evolve=evolve,
    candidates=candidates,
    deal=deal,
    redact=only_own_hand,
    hand=lambda state, seat: hand_of(state.tricks, seat),
    score=score,
    places=lambda state, totals: places(totals),
    show=show,
    tell=tell,
)
