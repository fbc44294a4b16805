"""What holds for the rules of every game, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import course, next_event, offered, opened, played

from companion.kit import codec
from companion.kit import match as kit
from companion.kit.general import GENERAL
from companion.kit.match import Match, begin, check, evolve, fold, scores, view
from companion.kit.rules import Bounds, Event, Rules
from companion.kit.seats import SCRIBE, Seat

SEEDS = st.integers(0, 2**32)
SOME = settings(max_examples=12)
CODES = frozenset(
    [
        "invalid",
        "wrong_phase",
        "out_of_turn",
        "not_in_deck",
        "card_gone",
        "not_in_hand",
        "must_follow_suit",
        "must_play",
        "revoke",
        "illegal_pass",
        "impossible_deal",
        "illegal_choice",
        "trix_needs_jack",
        "contract_used",
        "trix_forced",
        "card_set_needed",
    ]
)


def test_random_matches_end_and_somebody_has_won(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS, st.sampled_from(["table", "companion"]), st.sampled_from([0.0, 0.05]))
    def holds(seed: int, dealing: str, shortcuts: float) -> None:
        _, _, end = played(rules, seed, dealing=dealing, shortcuts=shortcuts)
        told = scores(end)
        assert end.status == "finished"
        assert told["winners"]
        assert told["current"] is None
        sums = [0] * end.setup.players
        for line in told["lines"]:
            sums[line["seat"]] += line["points"]
            assert line["points"] != 0
        assert sums == told["totals"]
        assert [sum(column) for column in zip(*told["deals"], strict=True)] == told["totals"] or any(
            line["deal"] is None or "reset" in line["reason"] for line in told["lines"]
        )

    holds()


@pytest.mark.slow
def test_what_is_offered_is_exactly_what_is_accepted(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS)
    def holds(seed: int) -> None:
        random = Random(seed)
        match = opened(rules, random)
        for _, after in course(match, random, shortcuts=0.02):
            match = after
            if random.random() < 0.9:
                continue
            options = offered(match)
            listed = {event for event in options if isinstance(event, Event)}
            for event in listed:
                assert check(match, event) is None, event
                for other in neighbours(match, event):
                    accepted = check(match, other) is None
                    assert accepted == (other in listed or says_the_same(match, other, event)), (other, accepted)
            bounded = {option.type for option in options if isinstance(option, Bounds)}
            for option in options:
                if isinstance(option, Bounds):
                    assert check(match, option.sample(random)) is None, option
            # What is not offered at all is not accepted in any of the forms it had earlier in the match.
            offered_types = bounded | {event.type for event in listed}
            for earlier in earlier_events(rules, seed):
                if earlier.type not in offered_types:
                    assert check(match, earlier) is not None, earlier

    holds()


def says_the_same(match: Match[Any], other: Event, event: Event) -> bool:
    """Whether a field was filled in where it means nothing, as in "and I take none" where there is none to take."""
    return check(match, other) is None and evolve(match, other).game == evolve(match, event).game


def earlier_events(rules: Rules[Any], seed: int) -> list[Event]:
    """One event of each type that a match of this game sees."""
    _, events, _ = played(rules, seed, shortcuts=0.1, events=120)
    return list({event.type: event for event in events}.values())


def neighbours(match: Match[Any], event: Event) -> list[Event]:
    """The same event with each of its fields in turn given any other value it could have."""
    found: list[Event] = []
    for member in codec.members(type(event)):
        if member.name == "irregular":
            continue
        for value in values_of(match, member.shape):
            other = replace(event, **{member.name: value})
            if other != event:
                found.append(other)
    return found


def values_of(match: Match[Any], shape: codec.Shape) -> list[Any]:
    values: list[Any] = [None] if shape.optional and shape.kind not in ("seat", "str") else []
    match shape.kind:
        case "card":
            values += match.rules.cards
        case "seat":
            values += [Seat(seat) for seat in range(match.setup.players)]
        case "choice":
            values += shape.choices
        case "bool":
            values += [False, True]
    return values


@pytest.mark.slow
def test_a_match_of_known_hands_is_accepted_blank_and_scores_the_same(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS, st.sets(st.integers(0, 7)))
    def holds(seed: int, told: set[int]) -> None:
        start, events, end = played(rules, seed, dealing="companion")
        blank = begin(rules, replace(start.setup, dealing="table"), start.sittings)
        partly = fully = blank
        for event in as_told_at_the_table(start, events):
            hands = getattr(event, "hands", None)
            if event.dealing == "companion":
                continue
            if hands is None:
                if knows_of(blank, event):
                    assert check(blank, event) is None, event
                    blank = evolve(blank, event)
            else:
                some = replace(event, hands=tuple(pair for pair in hands if pair[0] in told))  # type: ignore[call-arg]
                if some.hands:  # type: ignore[attr-defined]
                    assert check(partly, some) is None, some
                    partly = evolve(partly, some)
                assert check(fully, event) is None, event
                fully = evolve(fully, event)
                continue
            assert check(fully, event) is None, event
            fully = evolve(fully, event)
            if knows_of(partly, event):
                assert check(partly, event) is None, event
                partly = evolve(partly, event)
        assert scores(blank) == scores(partly) == scores(fully) == scores(end)

    holds()


def knows_of(match: Match[Any], event: Event) -> bool:
    """A secret of a hand that this table has not been told is not told there either."""
    refusal = check(match, event)
    secret = match.rules.redact(event, None) != event
    return not (secret and refusal and refusal.code == "wrong_phase")


def as_told_at_the_table(match: Match[Any], events: list[Event]) -> Iterator[Event]:
    """Where the companion answers an entry by one of the same type (somebody draws, and what it was), a table tells
    both in one."""
    for event, answer in zip(events, [*events[1:], None], strict=True):
        after = evolve(match, event)
        asks = after.expects.chance and not match.expects.chance
        if not (asks and answer is not None and answer.type == event.type):
            yield event
        match = after


def test_events_survive_json(rules: Rules[Any]) -> None:
    types = codec.by_type((*GENERAL, *rules.events))

    @SOME
    @given(SEEDS, st.sampled_from(["table", "companion"]))
    def holds(seed: int, dealing: str) -> None:
        _, events, _ = played(rules, seed, dealing=dealing, shortcuts=0.1)
        for event in events:
            data = json.loads(json.dumps(codec.to_json(event)))
            back = codec.from_json(types, data, at=event.at)
            assert back == event
            assert back.at == event.at

    holds()


def test_folding_on_from_anywhere_is_folding_from_the_start(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS, st.floats(0, 1))
    def holds(seed: int, where: float) -> None:
        start, events, end = played(rules, seed, shortcuts=0.05)
        cut = int(where * len(events))
        middle = fold(start, events[:cut])
        told = view(middle, SCRIBE)
        assert view(fold(middle, events[cut:]), SCRIBE) == view(end, SCRIBE)
        # Folding on has changed nothing of the state it began with: undo is folding less.
        assert view(middle, SCRIBE) == told
        assert view(fold(middle, events[cut:]), SCRIBE) == view(end, SCRIBE)

    holds()


def test_a_seat_is_offered_the_same_by_what_it_knows_as_by_everything(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS, st.integers(5, 60))
    def holds(seed: int, length: int) -> None:
        start, events, end = played(rules, seed, dealing="companion", events=length)
        for seat in end.expects.seats:
            known = fold(start, (rules.redact(event, seat) for event in events))
            mine = [option for option in kit.expected(known) if option.get("seat") == seat]
            assert mine == [option for option in kit.expected(end) if option.get("seat") == seat]
            assert view(known, seat)["hand"] == view(end, seat)["hand"]

    holds()


def test_a_seat_is_shown_nothing_that_depends_on_the_hands_of_others(rules: Rules[Any]) -> None:
    """Deals the rest of the cards again, in any way the seat cannot tell from what happened: it sees the same."""

    @SOME
    @given(SEEDS, st.integers(3, 60))
    def holds(seed: int, length: int) -> None:
        random = Random(seed)
        start, events, _ = played(rules, seed, dealing="companion", events=length)
        for seat in (None, *(Seat(seat) for seat in range(start.setup.players))):
            told = [rules.redact(event, seat) for event in events]
            known = fold(start, told)
            again = redealt(start, events, seat, random)
            assert [rules.redact(event, seat) for event in again] == told
            assert view(fold(start, (rules.redact(event, seat) for event in again)), seat) == view(known, seat)

    holds()


def redealt(start: Match[Any], events: list[Event], seat: Seat | None, random: Random) -> list[Event]:
    """The same course of events over other hands: what each of the others has not played yet changes owner."""
    again: list[Event] = []
    for i, event in enumerate(events):
        hands = getattr(event, "hands", None)
        if hands is None:
            again.append(event)
            continue
        later: dict[int, list[str]] = {s: [] for s, _ in hands}
        for other in events[i + 1 :]:
            if getattr(other, "hands", None) is not None:
                break
            card = getattr(other, "card", None)
            if card is not None and other.type == "card_played":
                later[other.seat].append(card)  # type: ignore[attr-defined]
        held = dict(hands)
        pool = [c for s, hand in hands if s != seat for c in hand if c not in later[s]]
        random.shuffle(pool)
        new = []
        for s, hand in hands:
            kept = list(hand) if s == seat else later[s] + [pool.pop() for _ in range(len(held[s]) - len(later[s]))]
            new.append((s, tuple(kept)))
        again.append(replace(event, hands=tuple(new)))  # type: ignore[call-arg]
    return again


@pytest.mark.slow
def test_a_refused_event_is_refused_for_a_code_of_the_contract(rules: Rules[Any]) -> None:
    @SOME
    @given(SEEDS)
    def holds(seed: int) -> None:
        random = Random(seed)
        match = opened(rules, random)
        strangers = earlier_events(rules, seed + 1)
        for _, after in course(match, random, shortcuts=0.02):
            match = after
            for event in (random.choice(strangers), next_event(match, random) if not match.expects.over else None):
                refusal = event and check(match, event)
                if refusal:
                    assert refusal.code in CODES
                    assert all(0 < seq <= 3000 for seq in refusal.conflicts_with)

    holds()


def test_which_total_is_the_better_one_is_said_as_the_ranking_has_it(rules: Rules[Any]) -> None:
    match = opened(rules, Random(1))
    totals = tuple(1000 * seat for seat in range(match.setup.players))
    best = rules.places(match.game, totals)[0]
    assert [totals[seat] for seat in best] == [min(totals) if rules.lowest_wins else max(totals)]
