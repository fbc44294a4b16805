"""A table to play Extreme Tricks at: every event goes through the whole rules, a refused one fails the test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.extreme_tricks.challenges import HouseRules
from companion.games.extreme_tricks.events import ChallengesLaid, DealTallied, Declared, Result, TrumpChosen
from companion.games.extreme_tricks.rules import RULES
from companion.kit.codec import by_type, from_json, to_json
from companion.kit.general import GENERAL
from companion.kit.match import Sitting, begin, check, evolve, expected, scores, seated, view
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import Seat
from companion.kit.tricks import CardPlayed, HandsDealt

TYPES = by_type((*RULES.events, *GENERAL))
LOWEST = (1, 2, 3, 4, 5, 6)
NOTHING = Result(0, (), ())


class Table:
    """Cards are written as players say them, ``H5``; several in one text, separated by spaces."""

    def __init__(
        self,
        players: int = 4,
        *,
        first: int = 0,
        last_deal: bool = False,
        dealing: Any = "table",
        memory: Any = "open",
        **house: Any,
    ) -> None:
        """``first`` starts the first deal, or the last one, which then comes after deals that score nothing.

        Only the last deal can be looked at after its end: its state stays.
        """
        before = players - 1 if last_deal else 0
        setup = Setup(players, Seat((first - before) % players), HouseRules(**house), dealing, memory)
        self.players = players
        self.match = begin(RULES, setup, [Sitting()] * players)
        self.seq = 0
        self.told: dict[int, Event] = {}
        for _ in range(before):
            self.skip_deal()

    # What happens.

    def tell(self, event: Event) -> int:
        """The event as it comes out of JSON and into the log; its place there."""
        self.seq += 1
        event = seated(self.match, from_json(TYPES, to_json(event), at=self.seq))
        refusal = check(self.match, event)
        if refusal:
            raise AssertionError(f"{event} refused: {refusal}")
        self.match = evolve(self.match, event)
        self.told[self.seq] = event
        return self.seq

    def refusal(self, event: Event) -> Refusal | None:
        return check(self.match, seated(self.match, replace(event, at=self.seq + 1)))

    def problem(self, event: Event) -> tuple[str, list[int]] | None:
        """The code and the entries it conflicts with."""
        refusal = self.refusal(event)
        return refusal and (refusal.code, list(refusal.conflicts_with))

    def lay(self, red: Iterable[int] = LOWEST, blue: Iterable[int] = LOWEST) -> int:
        return self.tell(ChallengesLaid(tuple(red), tuple(blue)))

    def choose(self, suit: str) -> int:
        return self.tell(trump(self.turn, suit))

    def declare(self, each: Mapping[int, tuple[int, str]] | None = None) -> None:
        """Every seat from the one whose turn it is, by default with no piece."""
        for _ in range(self.players):
            pieces, codes = (each or {}).get(self.turn, (0, ""))
            self.tell(declared(self.turn, pieces, codes))

    def prepare(
        self,
        red: Iterable[int] = LOWEST,
        blue: Iterable[int] = LOWEST,
        suit: str = "S",
        each: Mapping[int, tuple[int, str]] | None = None,
    ) -> None:
        """Everything before the first card."""
        self.lay(red, blue)
        self.choose(suit)
        self.declare(each)

    def play(self, cards: str) -> list[int]:
        """From the seat whose turn it is, round and round; slashes between tricks are for the reader."""
        return [self.tell(CardPlayed(card)) for card in cards.replace("/", " ").split()]  # type: ignore[arg-type]

    def skip_deal(self) -> None:
        self.lay()
        self.tell(DealTallied((NOTHING,) * self.players))

    def follow(self, tricks: int, winner: int, keep: Iterable[str] = ()) -> None:
        """So many tricks that the winner takes, everybody following, with the highest cards not kept for later."""
        keep = set(keep)
        for _ in range(tricks):
            left = {suit: [card for card in self.unseen if card[0] == suit and card not in keep] for suit in "SHDC"}
            wanted = {suit: (self.players - 1) * sum(card[0] == suit for card in keep) for suit in left}
            enough = [suit for suit in left if len(left[suit]) >= self.players]
            suit = max(enough, key=lambda suit: len(left[suit]) - wanted[suit])
            *others, best = left[suit][-self.players :]
            self.play(" ".join(best if seat == winner else others.pop() for seat in self.round))

    def win(self, winner: int, card: str, keep: Iterable[str] = ()) -> None:
        """A trick taken with this card, the others playing low and none of what is kept for later."""
        for seat in self.round:
            self.play(card if seat == winner else self.low(card, set(keep)))
        assert not self.match.expects.seats or self.state["leader"] in (winner, None)

    def low(self, than: str, keep: set[str]) -> str:
        """The lowest card that can be added to a trick that the other card takes: following, else thrown off."""
        can = [card for card in self.choices if card not in keep and card != than]
        led = (self.state["trick_cards"] or [{"card": than}])[0]["card"][0]
        following = [card for card in can if card[0] == led and (led != than[0] or value(card) < value(than))]
        return min(following or [card for card in can if card[0] not in (led, self.state["trump"])], key=value)

    def play_on(self, cards: int | None = None) -> None:
        """Any cards that lie in order, so many or to the end of the deal."""
        deal = self.match.game.deal
        while cards != 0 and self.match.expects.seats and self.match.game.deal == deal:
            self.tell(CardPlayed(self.choices[0]))  # type: ignore[arg-type]
            cards = cards and cards - 1

    # What one sees.

    @property
    def view(self) -> dict[str, Any]:
        return view(self.match, None)

    @property
    def state(self) -> dict[str, Any]:
        return self.match.rules.show(self.match.game, None)

    @property
    def scores(self) -> dict[str, Any]:
        return scores(self.match)

    @property
    def turn(self) -> int:
        (seat,) = self.match.expects.seats
        return seat

    @property
    def round(self) -> list[int]:
        return [(self.turn + i) % self.players for i in range(self.players)]

    @property
    def expected(self) -> dict[str, dict[str, Any]]:
        return {form["type"]: form for form in expected(self.match)}

    @property
    def choices(self) -> list[str]:
        """The cards that may come next."""
        return self.expected["card_played"]["cards"]

    @property
    def unseen(self) -> list[str]:
        seen = {card for card, _ in self.match.game.tricks.played}
        deck = self.match.game.tricks.deck
        return [name for i, name in enumerate(deck.names) if i not in seen]

    def challenge(self, code: str) -> dict[str, Any]:
        return next(challenge for challenge in self.state["challenges"] if challenge["code"] == code)

    def areas(self, code: str) -> tuple[list[int], list[int], list[int]]:
        """The seats with a piece on Declaration, Achievement, Excess."""
        challenge = self.challenge(code)
        return challenge["declared"], challenge["achieved"], challenge["excess"]

    def achieved(self, code: str) -> list[int]:
        """Whoever has achieved it, with whichever piece."""
        challenge = self.challenge(code)
        return sorted(challenge["achieved"] + challenge["excess"])


def value(card: str) -> int:
    return int(card[1:])


def trump(seat: int, suit: str) -> TrumpChosen:
    return TrumpChosen(Seat(seat), suit)  # type: ignore[arg-type]


def declared(seat: int, pieces: int, codes: str = "") -> Declared:
    return Declared(Seat(seat), pieces, tuple(codes.split()))


def card(name: str, seat: int | None = None, *, irregular: bool = False) -> CardPlayed:
    return CardPlayed(name, None if seat is None else Seat(seat), irregular)  # type: ignore[arg-type]


def hands(each: Mapping[int, str]) -> HandsDealt:
    return HandsDealt(tuple((Seat(seat), tuple(cards.split())) for seat, cards in each.items()))  # type: ignore[misc]


def tallied(*results: tuple[int, str, str]) -> DealTallied:
    """Per seat its pieces, what it declared, what it achieved."""
    return DealTallied(tuple(Result(pieces, tuple(d.split()), tuple(a.split())) for pieces, d, a in results))


def layout(number: int, stage: int) -> tuple[int, ...] | None:
    """Six numbers that put this one into the stage; None where no six can."""
    for lower in (2 * stage - 2, 2 * stage - 1):
        if number - 1 >= lower and 25 - number >= 5 - lower:
            return (*range(1, lower + 1), number, *range(26 - (5 - lower), 26))
    return None


def stages(number: int) -> Sequence[int]:
    """The stages in which a challenge of this number can lie."""
    return [stage for stage in (1, 2, 3) if layout(number, stage)]
