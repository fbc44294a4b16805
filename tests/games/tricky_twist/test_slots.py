"""Knowledge by slots in time against brute force over all deals of small decks."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from games.tricky_twist.brute import positions


def compared(number: int, seed: int) -> Counter[str]:
    """So many positions; what was asked, and how what cannot lie is refused."""
    random, found = Random(seed), Counter[str]()
    while found["positions"] < number:
        for here, seat, led in positions(random):
            found["positions"] += 1
            true = here.brute_playable(seat, led)
            said = here.slots.playable(seat, led)
            assert said == true, (here.deck.cards(said), here.deck.cards(true), here.slots.facts)
            assert here.slots.consistent
            if not led:
                for one in range(len(here.sizes)):
                    assert here.slots.drawable(one) == here.brute_drawable(one)
            known = here.slots.known(seat)
            hands = {deal[seat].held for deal in here.deals}
            if known is not None:
                assert hands == {frozenset(i for i in range(len(here.deck.names)) if known >> i & 1)}
            played = {play.card for play in here.slots.facts.plays}
            for card in range(len(here.deck.names)):
                if card in played or true >> card & 1:
                    continue
                clash = here.slots.clash(seat, card, led)
                assert clash is not None
                found["revoke" if clash.own else "impossible_deal"] += 1
            if found["positions"] % 5 == 0:
                world = here.slots.world(random)
                assert sum(world) == here.slots.unseen | sum(here.slots.back(i) for i in range(len(here.sizes)))
                assert [cards.bit_count() for cards in world] == list(here.slots.need)
    return found


@pytest.mark.slow
def test_a_card_may_lie_exactly_when_some_deal_of_a_small_deck_allows_it() -> None:
    found = compared(400, 1)
    assert found["revoke"]
    assert found["impossible_deal"]


@pytest.mark.slow
def test_the_same_in_five_thousand_positions() -> None:
    found = compared(5000, 2)
    print(dict(found))
    assert found["positions"] >= 5000
