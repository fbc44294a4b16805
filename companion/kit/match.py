"""A whole match: the game's own fold, and around it what happens at any table whatever is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal

from companion.kit.cards import Card
from companion.kit.codec import members, seats_in, to_json
from companion.kit.general import (
    AFTER_THE_END,
    GENERAL,
    DealThrownIn,
    MatchAbandoned,
    MatchEnded,
    Noted,
    ScoreAdjusted,
    SeatClaimed,
    SeatHanded,
    SeatsNamed,
    SheetLocked,
)
from companion.kit.rules import Bounds, Event, Expect, Refusal, Rules, S, Setup, options
from companion.kit.seats import SCRIBE, Seat
from companion.kit.tally import Line, Tally, points


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in a seat: ``player`` now, ``before`` those who have handed it on."""

    player: str | None = None
    robot: str | None = None
    open: bool = False
    claimed: bool = False
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match(Generic[S]):
    rules: Rules[S]
    setup: Setup
    game: S
    dealt: S  # as it was when the running deal began
    dealt_at: int  # the entry after which, in playing order, the running deal began
    sittings: tuple[Sitting, ...]
    adjusted: tuple[ScoreAdjusted, ...] = ()
    adjusted_before: int = 0  # so many of them came before the running deal
    stopped: Literal["finished", "abandoned"] | None = None
    locked: bool = False  # no further phone may begin to record
    irregular: tuple[int, ...] = ()  # seqs of entries that only stand because they were marked

    @property
    def expects(self) -> Expect:
        if self.stopped:
            return Expect(over=True)
        expect = self.rules.expects(self.game)
        return Expect() if not expect.over and self.waiting else expect

    @property
    def waiting(self) -> bool:
        return self.setup.dealing == "companion" and any(s.open and not (s.claimed or s.robot) for s in self.sittings)

    @property
    def status(self) -> str:
        if self.stopped:
            return self.stopped
        if self.rules.expects(self.game).over:
            return "finished"
        return "waiting" if self.waiting else "playing"


def begin(rules: Rules[S], setup: Setup, sittings: Iterable[Sitting]) -> Match[S]:
    game = rules.start(setup)
    return Match(rules, setup, game, game, 0, tuple(sittings))


def seated(match: Match[S], event: Event) -> Event:
    """The event with the seat whose turn it is, where its sender left that out."""
    if getattr(event, "seat", 0) is None and not isinstance(event, Noted):
        turn = match.expects.seats
        if len(turn) == 1:
            return replace(event, seat=turn[0])  # type: ignore[call-arg]
    return event


def check(match: Match[S], event: Event) -> Refusal | None:
    for seat in seats_in(event):
        if not 0 <= seat < match.setup.players:
            return Refusal("invalid", (("seat", seat),))
    expects = match.expects
    if expects.over and not isinstance(event, AFTER_THE_END):
        return Refusal("wrong_phase")
    if isinstance(event, GENERAL):
        return None
    if type(event) not in match.rules.events:
        return Refusal("invalid", (("type", event.type),))
    if match.waiting or event.dealing not in (None, match.setup.dealing):
        return Refusal("wrong_phase")
    if match.setup.dealing == "companion" and getattr(event, "irregular", False):
        event = replace(event, irregular=False)  # type: ignore[call-arg]  # there is no table to be right about
    return match.rules.check(match.game, event)


def evolve(match: Match[S], event: Event) -> Match[S]:
    rules = match.rules
    if isinstance(event, GENERAL):
        match = _evolve_general(match, event)
        if type(event) not in rules.events:
            return match
    elif getattr(event, "irregular", False) and rules.check(match.game, replace(event, irregular=False)):  # type: ignore[call-arg]
        match = replace(match, irregular=(*match.irregular, event.at))
    game = rules.evolve(match.game, event)
    if game.deal != match.game.deal or rules.expects(game).over:
        return replace(match, game=game, dealt=game, dealt_at=event.at, adjusted_before=len(match.adjusted))
    return _with_game(match, game)


def _with_game(match: Match[S], game: S) -> Match[S]:
    return Match(
        match.rules,
        match.setup,
        game,
        match.dealt,
        match.dealt_at,
        match.sittings,
        match.adjusted,
        match.adjusted_before,
        match.stopped,
        match.locked,
        match.irregular,
    )


def _evolve_general(match: Match[S], event: Event) -> Match[S]:
    match event:
        case ScoreAdjusted():
            return replace(match, adjusted=(*match.adjusted, event))
        case SeatsNamed(players=players):
            sittings = list(match.sittings)
            for seat, player in players:
                sittings[seat] = replace(sittings[seat], player=player, open=False)
            return replace(match, sittings=tuple(sittings))
        case SeatHanded(seat=seat, player=player):
            was = match.sittings[seat]
            before = (*was.before, was.player) if was.player else was.before
            return _sit(match, seat, replace(was, player=player, before=before, open=False))
        case SeatClaimed(seat=seat, player=player):
            was = match.sittings[seat]
            return _sit(match, seat, replace(was, claimed=True, player=player or was.player))
        case DealThrownIn():
            game = match.dealt
            if ScoreAdjusted in match.rules.events:
                for adjusted in match.adjusted[match.adjusted_before :]:
                    game = match.rules.evolve(game, adjusted)
            return replace(match, game=game, dealt=game, dealt_at=event.at, adjusted_before=len(match.adjusted))
        case SheetLocked(locked=locked):
            return replace(match, locked=locked)
        case MatchEnded():
            return replace(match, stopped="finished", dealt_at=event.at)
        case MatchAbandoned():
            return replace(match, stopped="abandoned", dealt_at=event.at)
    return match


def _sit(match: Match[S], seat: Seat, sitting: Sitting) -> Match[S]:
    return replace(match, sittings=(*match.sittings[:seat], sitting, *match.sittings[seat + 1 :]))


def fold(match: Match[S], events: Iterable[Event]) -> Match[S]:
    for event in events:
        match = evolve(match, event)
    return match


# What is told of it.


def lines(match: Match[S], tally: Tally) -> tuple[Line, ...]:
    """Every point of the totals: the finished deals' lines, then what the table adjusted."""
    by_hand = (Line(None, a.seat, a.points, "adjusted", (("text", a.reason), ("seq", a.at))) for a in match.adjusted)
    return (*tally.lines, *by_hand)


def scores(match: Match[S], who: Seat | None = SCRIBE) -> dict[str, Any]:
    """The contract's scores as told to one seat, a watcher (None) or the scribe: totals, deals, current, and when it
    is over who came where."""
    tally = match.rules.score(match.game)
    kept_back = tally.face_down and match.setup.memory == "closed" and who != SCRIBE
    all_lines = lines(match, tally)
    totals = points(all_lines, match.setup.players)
    places = match.rules.places(match.game, totals) if match.status == "finished" else None
    return {
        "totals": list(totals),
        "deals": [list(deal) for deal in tally.deals],
        "current": None if match.expects.over or tally.current is None or kept_back else list(tally.current),
        "winners": list(places[0]) if places else None,
        "losers": list(places[-1]) if places and len(places) > 1 else ([] if places else None),
        "places": [list(place) for place in places] if places else None,
        "ended_early": match.stopped == "finished",
        "lines": [
            {"deal": line.deal, "seat": line.seat, "points": line.points, "reason": line.reason, **dict(line.params)}
            for line in all_lines
        ],
    }


def view(match: Match[S], who: Seat | None) -> dict[str, Any]:
    """What one seat, a watcher (None) or the scribe may see of a match folded from the events told to it."""
    hand = match.rules.hand(match.game, who) if who is not None and who != SCRIBE else None
    told = scores(match, who)
    winners = told.pop("winners")
    del told["lines"], told["places"]
    return {
        "status": match.status,
        "hand": None if hand is None else list(hand),
        "deal": match.game.deal,
        "deals": match.game.deals,
        "expects": told_choices(match, who, hand),
        "scores": told,
        "winners": winners,
        "state": match.rules.show(match.game, SCRIBE if match.expects.over else who),
    }


def told_choices(match: Match[S], who: Seat | None, hand: tuple[Card, ...] | None) -> list[dict[str, Any]]:
    """``expected`` without what it would give away: which cards are still unseen, where memory is to know that."""
    every = expected(match)
    if who == SCRIBE or (match.setup.dealing == "table" and match.setup.memory == "open"):
        return every
    hidden = face_down(match)
    out = []
    for entry in every:
        if entry.get("seat", who) != who:
            out.append({"type": entry["type"], "seat": entry["seat"]})
        elif isinstance(entry.get("cards"), list) and hand is None and match.setup.dealing == "table":
            out.append({**entry, "cards": list(match.rules.cards)})
        else:
            out.append({name: value for name, value in entry.items() if name != "usual" or not hidden})
    return out


def face_down(match: Match[S]) -> bool:
    """Whether what the running deal comes to so far would tell which cards lie face down, and memory is closed."""
    return match.setup.memory == "closed" and match.rules.score(match.game).face_down


def expected(match: Match[S]) -> list[dict[str, Any]]:
    """Every event type that would be accepted now except the general ones, with the choices it has."""
    expect = match.expects
    if expect.over or match.waiting:
        return []
    out: list[dict[str, Any]] = []
    for seat in (None, *expect.seats, *expect.also):
        forms: dict[str, list[Event]] = {}
        for option in options(match.rules, match.game, seat):
            if isinstance(option, Bounds):
                named = {} if option.seat is None else {"seat": option.seat}
                out.append({"type": option.type, **named, **dict(option.limits)})
            else:
                forms.setdefault(option.type, []).append(option)
        out.extend(_choices(seat, events) for events in forms.values())
    return out


PLURALS = {"to": "seats", "bonus": "bonuses", "bank_lucky": "bank_luckies"}


def _choices(seat: Seat | None, events: list[Event]) -> dict[str, Any]:
    """One event type: a field that must be filled in has its values under its plural, several of them hang together
    as options; one that may be left out is listed where it could be anything but its default."""
    forms = [to_json(event) for event in events]
    out: dict[str, Any] = {"type": events[0].type} | ({} if seat is None else {"seat": seat})
    kind: Any = type(events[0])
    free = [member for member in members(kind) if member.name != "seat"]
    must = [member.name for member in free if member.required]
    if len(must) == 1:
        out[_plural(must[0])] = _different(form[must[0]] for form in forms)
    elif must:
        out["options"] = _different({name: form[name] for name in must} for form in forms)
    for member in free:
        if not member.required:
            values = _different(form.get(member.name, member.default) for form in forms)
            if values != [member.default]:
                out[_plural(member.name)] = values
    return out


def _plural(name: str) -> str:
    return PLURALS.get(name, f"{name}s")


def _different(values: Iterable[Any]) -> list[Any]:
    """Each of them once, in order; they may be lists, which cannot be hashed."""
    out: list[Any] = []
    seen: set[str] = set()
    for value in values:
        if repr(value) not in seen:
            seen.add(repr(value))
            out.append(value)
    return out
