"""The table's own count of a contract: which counts can be, and what each seat has taken by them."""

from __future__ import annotations

from random import Random

from companion.games.trex.contracts import HAND, PLAYERS, ROWS, WORTH, Contract, Counts, Part
from companion.games.trex.events import AllTaken, DealTallied, Emptied, KingTaken, LastTaken, Taken
from companion.kit.codec import members
from companion.kit.rules import Refusal
from companion.kit.seats import Seat

FORMS: dict[Contract, type] = {
    "diamonds": Taken,
    "queens": Taken,
    "tricks": Taken,
    "last": LastTaken,
    "ray": KingTaken,
    "general": AllTaken,
    "trix": Emptied,
}


def asked(contract: Contract) -> list[str]:
    """What the count of a contract tells, by name."""
    return [member.name for member in members(FORMS[contract])]


def sums(contract: Contract) -> dict[str, list[int]]:
    """What the seats' counts have to come to together, by the path of the counts."""
    there_are: dict[str, int] = {part: worth.of for part, worth in WORTH.items()}
    counts = [member.name for member in members(FORMS[contract]) if member.shape.each_seat]
    return {f"results.{name}.*": [there_are[contract if name == "taken" else name]] * 2 for name in counts}


def refusal(event: DealTallied) -> Refusal | None:
    """``illegal_choice`` for counts that no eight tricks can have."""
    results = event.results
    if not isinstance(results, FORMS[event.contract]):
        return _wrong("results_of_another_contract", contract=event.contract)
    if isinstance(results, Emptied):
        return _wrong("out_twice") if results.first == results.second else None
    counts = of(event)
    for part in ROWS[event.contract].parts:
        if sum(counts[part]) != WORTH[part].of:
            return _wrong("sum", of=part, sum=WORTH[part].of)
    return _of_all(counts) if isinstance(results, AllTaken) else None


def _of_all(counts: Counts) -> Refusal | None:
    """Whoever has no trick has no cards, and whoever has some has no more than four of each."""
    for seat, tricks in enumerate(counts["tricks"]):
        for part in ROWS["general"].parts:
            if counts[part][seat] and not tricks:
                return _wrong("without_a_trick", seat=seat, of=part)
    for holder in range(PLAYERS):  # of the queen of diamonds, which is counted twice
        if counts["diamonds"][holder] and counts["queens"][holder]:
            cards = [
                counts["diamonds"][seat] + counts["queens"][seat] + counts["king"][seat] - (seat == holder)
                for seat in range(PLAYERS)
            ]
            if all(n <= PLAYERS * tricks for n, tricks in zip(cards, counts["tricks"], strict=True)):
                return None
    return _wrong("too_many_cards")


def _wrong(reason: str, **params: int | str) -> Refusal:
    return Refusal("illegal_choice", (("reason", reason), *params.items()))


def of(event: DealTallied) -> Counts:
    match event.results:
        case Taken(taken) if event.contract in ("diamonds", "queens", "tricks"):
            return {event.contract: taken}
        case LastTaken(last):
            return {"last": _only(last)}
        case KingTaken(king):
            return {"king": _only(king)}
        case AllTaken(diamonds, queens, tricks, last, king):
            return {
                "diamonds": diamonds,
                "queens": queens,
                "tricks": tricks,
                "last": _only(last),
                "king": _only(king),
            }
    return {}


def _only(holder: Seat) -> tuple[int, ...]:
    return tuple(int(seat == holder) for seat in range(PLAYERS))


def sample(contract: Contract, random: Random) -> DealTallied:
    """Any count that can be."""
    first, second = (Seat(seat) for seat in random.sample(range(PLAYERS), 2))
    announcer = random.choice([None, second])
    if contract in ("diamonds", "queens", "tricks"):
        return DealTallied(contract, Taken(_split(WORTH[contract].of, random)))
    if contract == "last":
        return DealTallied(contract, LastTaken(first))
    if contract == "ray":
        return DealTallied(contract, KingTaken(first, announcer))
    if contract == "trix":
        return DealTallied(contract, Emptied(first, second))
    while True:
        tricks = _split(HAND, random)
        takers = [seat for seat in range(PLAYERS) for _ in range(tricks[seat])]
        last, king = (Seat(random.choice(takers)) for _ in "lk")
        diamonds, queens = (_split(WORTH[part].of, random, takers) for part in _CARDS)
        tallied = DealTallied(contract, AllTaken(diamonds, queens, tricks, last, king, announcer))
        if refusal(tallied) is None:
            return tallied


_CARDS: tuple[Part, Part] = ("diamonds", "queens")


def _split(number: int, random: Random, takers: list[int] | None = None) -> tuple[int, ...]:
    drawn = [random.choice(takers or range(PLAYERS)) for _ in range(number)]
    return tuple(drawn.count(seat) for seat in range(PLAYERS))
