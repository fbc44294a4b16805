"""One round of Tricky Twist as far as it has come, and how a turn, a round and the next one follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.games.tricky_twist.bonuses import NEEDS_A_WORD
from companion.games.tricky_twist.events import BONUSES, DECK, RESERVE, BonusesUsed, BonusId, ScoringCardRevealed
from companion.games.tricky_twist.slots import Slots
from companion.kit.cards import Card
from companion.kit.rules import Setup
from companion.kit.seats import Seat, following, round_from
from companion.kit.tally import Line
from companion.kit.tricks import Tricks

Phase = Literal["card", "hands", "reserve", "draw", "play", "bonus", "uses", "over"]
Piles = tuple[tuple[Card, ...], ...]


@dataclass(slots=True)
class State:
    setup: Setup
    deal: int
    phase: Phase
    tricks: Tricks
    revealed: tuple[ScoringCardRevealed, ...] = ()  # in the rounds so far; the last one counts
    drew: tuple[Seat, ...] = ()  # this turn; in companion dealing also who left the reserve
    asked: Seat | None = None  # the companion owes this seat a reserve card
    reserved: tuple[Seat, ...] = ()  # companion dealing: whose reserve lies
    taken: tuple[Piles, ...] = ()  # per seat its tricks, in the order won
    false_tricks: Piles = ()
    sevens: tuple[Seat, ...] = ()  # who is still to choose a bonus
    bonuses: tuple[tuple[BonusId, ...], ...] = ()
    bonuses_left: tuple[BonusId, ...] = BONUSES
    uses: tuple[BonusesUsed, ...] = ()
    finished: tuple[tuple[Line, ...], ...] = ()  # per finished round

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def deals(self) -> int:
        return self.setup.players

    @property
    def slots(self) -> Slots:
        held = self.tricks.holdings
        assert isinstance(held, Slots)
        return held

    @property
    def scoring(self) -> ScoringCardRevealed | None:
        return self.revealed[self.deal - 1] if len(self.revealed) >= self.deal else None

    @property
    def dealt_by_companion(self) -> bool:
        return self.setup.dealing == "companion"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(i) for i in range(self.players))

    @property
    def to_set(self) -> tuple[Seat, ...]:
        """Companion dealing: who has not chosen a reserve yet."""
        return tuple(seat for seat in self.seats if seat not in self.reserved)

    @property
    def may_draw(self) -> tuple[Seat, ...]:
        """From the leader on, who has a reserve card left and has not taken, or left, one this turn."""
        turns = round_from(self.tricks.leader, self.players)
        return tuple(seat for seat in turns if seat not in self.drew and self.slots.reserve_size(seat))

    @property
    def before_the_first_card(self) -> bool:
        return self.phase == "play" and not self.slots.facts.plays

    @property
    def drawing(self) -> tuple[Seat, ...]:
        """At the table: who may take the top of the reserve before this turn's first card."""
        waits = self.phase == "play" and not self.dealt_by_companion and not self.tricks.laid
        return self.may_draw if waits else ()

    @property
    def to_say(self) -> tuple[Seat, ...]:
        """Who holds end-of-round bonuses and has not said what they do."""
        said = [event.seat for event in self.uses]
        return tuple(s for s in self.seats if s not in said and NEEDS_A_WORD.intersection(self.bonuses[s]))

    def to(self, **changes: Any) -> State:
        new = object.__new__(State)
        for name in State.__slots__:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new


def new_round(
    setup: Setup,
    deal: int = 1,
    revealed: tuple[ScoringCardRevealed, ...] = (),
    left: tuple[BonusId, ...] = BONUSES,
    finished: tuple[tuple[Line, ...], ...] = (),
) -> State:
    first, none = following(setup.first_seat, setup.players, deal - 1), ((),) * setup.players
    slots = Slots(DECK, ((48 // setup.players - RESERVE, RESERVE),) * setup.players)
    tricks = Tricks(DECK, setup.players, first, slots)
    return State(
        setup,
        deal,
        "card",
        tricks,
        revealed,
        taken=none,
        false_tricks=none,
        bonuses=none,
        bonuses_left=left,
        finished=finished,
    )


def before_the_lead(state: State) -> State:
    """In companion dealing whoever has a reserve is asked from the leader on, then the leader leads."""
    asking = state.dealt_by_companion and state.may_draw
    return state.to(phase="draw" if asking else "play")


def resolved(state: State) -> State:
    """The highest card of the led suit collects that suit; every other goes back to its owner as a false trick."""
    tricks = state.tricks
    led, laid = tricks.led, tricks.laid
    winner = max((one for one in laid if led >> one.card & 1), key=lambda one: DECK.ranks[one.card]).seat
    trick = tuple(DECK.names[one.card] for one in laid if led >> one.card & 1)
    back = {one.seat: DECK.names[one.card] for one in laid if not led >> one.card & 1}
    collected = {seat: (card,) for seat, card in back.items()} | {winner: trick}
    sevens = tuple(
        seat for seat in round_from(winner, state.players) if any(card[1:] == "7" for card in collected.get(seat, ()))
    )
    state = state.to(
        tricks=tricks.taken(winner),
        taken=tuple((*mine, trick) if seat == winner else mine for seat, mine in enumerate(state.taken)),
        false_tricks=tuple(
            (*mine, back[Seat(seat)]) if seat in back else mine for seat, mine in enumerate(state.false_tricks)
        ),
        sevens=sevens,
        phase="bonus",
    )
    return after_bonuses(state)


def after_bonuses(state: State) -> State:
    """Nobody is asked when no bonus card is left. Then the round is over if somebody has no card in hand."""
    if state.sevens and state.bonuses_left:
        return state
    state = state.to(sevens=())
    if all(state.slots.hand_size(seat) for seat in state.seats):
        tricks = state.tricks
        again = Tricks(DECK, state.players, tricks.leader, state.slots.next_turn(), (), tricks.last, tricks.played)
        return before_the_lead(state.to(tricks=again, drew=()))
    return state.to(phase="uses")
