"""Holdings against brute force: a card is accepted exactly when some deal of the unseen cards agrees with all facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from kit.brute import Position, any_statement, cards_of, is_true, lies_rightly, positions, small_positions

from companion.kit.holdings import Holdings, Kind, Statement

# The comparison.


@dataclass
class Asked:
    seat: int
    led: int


def asked(position: Position, random: Random) -> Iterator[Asked]:
    seat = random.randrange(position.seats)
    yield Asked(seat, 0)
    yield Asked(seat, random.choice(position.suits))


def differences(position: Position, held: Holdings, random: Random, count: Counter[str] | None = None) -> list[str]:
    """Where the companion, knowing ``held``, and the list of all deals do not say the same."""
    found = []
    for one in asked(position, random):
        hands = position.hands(one.seat)
        playable = held.playable(one.seat, one.led)
        for card in range(sum(position.sizes)):
            may = any(lies_rightly(hand, card, one.led) for hand in hands)
            accepted = bool(playable >> card & 1)
            if accepted != may:
                found.append(f"{card} from {one}: {accepted=}, brute force {may}")
            if (held.clash(one.seat, card, one.led) is None) != may:
                found.append(f"{card} from {one}: clash and brute force differ, brute force {may}")
            if count is not None:
                count["accepted" if may else "refused"] += 1
    return found


SEEDS = range(330)
ENOUGH = 2000


def test_a_card_is_accepted_exactly_when_some_deal_of_the_unseen_cards_agrees_with_everything_said():
    count: Counter[str] = Counter()
    for seed in SEEDS:
        for position in positions(seed):
            count["positions"] += 1
            found = differences(position, position.held, Random(count["positions"]), count)
            assert not found, (seed, found, position.held.statements, position.held.need)
            assert position.held.consistent
    assert count["positions"] >= ENOUGH
    assert min(count["accepted"], count["refused"]) > ENOUGH


@pytest.mark.parametrize("kind", ["shown_out", "passed", "announced", "hand"])
def test_the_comparison_fails_when_the_companion_ignores_a_kind_of_fact(kind: Kind):
    def forget(held: Holdings) -> Holdings:
        return Holdings(held.unseen, held.need, tuple(said for said in held.statements if said.kind != kind))

    assert some_difference(forget)


def test_the_comparison_fails_when_only_the_cards_a_seat_lacks_by_its_own_word_are_refused():
    """The positions are hard enough to need the counting over sets of holders."""

    class Shallow(Holdings):
        def _free(self, holder: int) -> int:
            return self.unseen & ~self.lacks[holder]

    assert some_difference(lambda held: Shallow(held.unseen, held.need, held.statements))


def some_difference(change: Callable[[Holdings], Holdings]) -> bool:
    return any(
        differences(position, change(position.held), Random(seed))
        for seed in SEEDS
        for position in positions(seed)
        if len(position.deals) < 20_000
    )


def test_a_recorded_hand_is_known_and_no_other():
    known = 0
    for position, _ in small_positions():
        for seat in range(position.seats):
            left = position.held.known(seat)
            if seat in position.recorded:
                known += 1
                assert left == position.recorded[seat] & position.unseen
                assert position.hands(seat) == {left}
            else:
                assert left is None
    assert known > 50


def test_a_world_is_one_of_the_deals_that_agree_and_each_of_them_comes_up():
    whole = 0
    for position, random in small_positions():
        possible = {tuple(hand & position.unseen for hand in deal) for deal in position.deals}
        assert position.held.world(random) in possible
        if 1 < len(possible) <= 4:
            whole += 1
            assert {position.held.world(random) for _ in range(80)} == possible
    assert whole > 30


def test_a_contradiction_names_statements_that_leave_no_deal_by_themselves_and_none_of_them_is_idle():
    found = 0
    for position, random in small_positions():
        kind: Kind = random.choices(("shown_out", "passed", "announced", "hand"), (3, 2, 2, 3))[0]
        said = any_statement(position, random, kind, random.randrange(len(position.sizes)))
        said = Statement(said.kind, said.holder, said.cards, position.at + 1)
        told = position.held.say(said)
        if told is position.held or position.agrees(said):
            assert told.contradiction() == ()
            continue
        found += 1
        named = {one.at for one in told.contradiction()}
        assert said.at in named
        assert not any_deal(position, statements_of(named, told)), (said, named)
        for entry in named:
            assert any_deal(position, statements_of(named - {entry}, told)), (said, named, entry)
    assert found > 100


def test_a_refused_card_names_statements_that_make_it_impossible_by_themselves_and_none_of_them_is_idle():
    found = 0
    for position, random in small_positions():
        for one in asked(position, random):
            for card in cards_of(position.unseen):
                clash = position.held.clash(one.seat, card, one.led)
                if clash is None:
                    continue
                found += 1
                assert list(clash.behind) == sorted(clash.behind, key=lambda said: said.at)
                named = {said.at for said in clash.behind}
                assert not can_lie(position, named, one, card), (card, one, clash)
                for entry in named if clash.own is None else ():
                    assert can_lie(position, named - {entry}, one, card), (card, one, clash, entry)
    assert found > 500


def test_a_card_that_the_seat_itself_said_it_has_not_clashes_with_its_own_word():
    own = 0
    for position, random in small_positions():
        for one in asked(position, random):
            for card in cards_of(position.unseen):
                clash = position.held.clash(one.seat, card, one.led)
                said_so = [
                    said
                    for said in position.held.statements
                    if said.holder == one.seat and said.kind in ("shown_out", "passed") and said.cards >> card & 1
                ]
                if clash is not None:
                    assert clash.own == (said_so[0] if said_so else None)
                    own += bool(said_so)
                else:
                    assert not said_so
    assert own > 50


def statements_of(entries: set[int], held: Holdings) -> list[Statement]:
    return [said for said in held.statements if said.at in entries]


def any_deal(position: Position, statements: list[Statement]) -> bool:
    return any(all(is_true(said, deal, position.unseen) for said in statements) for deal in position.by_plays)


def can_lie(position: Position, entries: set[int], one: Asked, card: int) -> bool:
    """Whether the card can lie, were these entries all that was ever said."""
    statements = statements_of(entries, position.held)
    return any(
        lies_rightly(deal[one.seat] & position.unseen, card, one.led)
        and all(is_true(said, deal, position.unseen) for said in statements)
        for deal in position.by_plays
    )
