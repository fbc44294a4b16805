"""Trex over the kit: what a pass says of a hand, the king announced, 1000, what a companion-dealt table hides."""

from __future__ import annotations

from random import Random
from typing import Any

import playing
import pytest
from sketch.table import Table, everything_told
from sketch.trex import DECK, FORMS, JACKS, RULES

from companion.kit.match import scores


def trix(**hands: str) -> Table:
    """Seat 0 owns the first contract and chooses trix."""
    table = Table(RULES, 4)
    if hands:
        table.does("hands_dealt", hands={seat[1:]: cards.split() for seat, cards in hands.items()})
    table.does("contract_chosen", seat=0, contract="trix")
    return table


# Trix with unknown hands.


def test_the_owner_places_the_first_jack_and_cannot_pass():
    table = trix()
    assert table.expected()[1:] == [
        {"type": "deal_tallied", "contracts": ["trix"]},
        {"type": "card_played", "seat": 0, "cards": ["SJ", "HJ", "DJ", "CJ"]},
    ]
    assert table.code("passed") == "trix_needs_jack"
    assert table.code("card_played", card="S9") == "illegal_choice"
    table.play("SJ")
    assert table.view()["state"]["piles"]["S"] == {"low": "SJ", "high": "SJ"}


def test_a_pass_says_the_seat_has_none_of_the_cards_that_fit_and_playing_one_later_is_illegal():
    table = trix()
    table.play("SJ")
    at = table.does("passed")  # seat 1 has no SQ, S9, HJ, DJ, CJ
    table.play("S9", "HJ", "SQ")
    assert table.expects("card_played", 1)["cards"] == ["S8", "SK", "H9", "HQ"]
    refused = table.refuses("card_played", card="DJ")
    assert (refused.code, refused.conflicts_with) == ("illegal_pass", (at,))
    table.does("card_played", card="DJ", irregular=True)
    assert table.match.irregular == (7,)
    assert table.state.tricks.holdings.statements == ()  # the pass fell as a whole
    assert "card_played" not in {one["type"] for one in table.expected() if one.get("seat") == 1}


def test_when_three_have_passed_the_fourth_has_all_the_cards_that_fit_and_cannot_pass():
    table = trix()
    table.play("SJ")
    passes = (table.does("passed"), table.does("passed"))
    table.play("S9")  # seat 3; of the others it and the owner have what fits
    third = table.does("passed")  # the owner: S8 SQ HJ DJ CJ are not here
    refused_later = table.does("passed")  # seat 1 says no more of S8
    assert table.does("passed")  # seat 2
    refused = table.refuses("passed")
    assert refused.code == "impossible_deal"
    assert set(refused.conflicts_with) <= {*passes, third, refused_later, refused_later + 1}
    assert table.expects("card_played", 3)["cards"] == ["S8", "SQ", "HJ", "DJ", "CJ"]
    assert table.expects("passed") is None


def test_a_forced_pass_that_cannot_be_true_says_nothing():
    table = trix()
    table.play("SJ")
    table.does("passed")
    table.does("passed")
    table.play("S9")
    for _ in range(3):
        table.does("passed")
    before = table.state.tricks.holdings
    table.does("passed", irregular=True)
    assert table.state.tricks.holdings == before
    assert table.match.irregular == (len(table.log),)


def test_an_ace_gives_another_turn():
    table = trix()
    table.play("SJ", "SQ", "SK", "S10")
    assert table.match.expects.seats == (0,)
    table.play("SA")
    assert table.match.expects.seats == (0,)
    table.does("passed")
    assert table.match.expects.seats == (1,)


# Trix with recorded hands.


def test_a_recorded_hand_that_passes_while_able_must_play():
    table = trix(s1="SQ H7 H8 H9 D7 D8 D9 C7")
    table.play("SJ")
    assert table.code("passed") == "must_play"
    table.does("passed", irregular=True)
    assert table.match.irregular == (4,)


def test_trix_needs_a_jack_in_a_recorded_hand():
    table = Table(RULES, 4)
    table.does("hands_dealt", hands={"0": ["SQ", "H7", "H8", "H9", "D7", "D8", "D9", "C7"]})
    assert table.code("contract_chosen", seat=0, contract="trix") == "trix_needs_jack"
    assert "trix" not in table.expects("contract_chosen", 0)["contracts"]


@pytest.mark.parametrize("seed", range(12))
def test_every_turn_of_trix_goes_round_without_those_who_are_out_and_an_ace_keeps_it(seed: int):
    table = Table(RULES, 4, seed=seed)
    hands = RULES.deal(table.state, table.random)
    named = {str(seat): list(cards) for seat, cards in hands.hands}
    owner = next(seat for seat, cards in named.items() if DECK.mask(cards) & JACKS)
    table = Table(RULES, 4, first=int(owner))
    table.does("hands_dealt", hands=named)
    table.does("contract_chosen", seat=int(owner), contract="trix")
    left = {int(seat): len(cards) for seat, cards in named.items()}
    out: list[int] = []
    random = Random(seed)
    while table.state.deal == 1:
        (seat,) = table.match.expects.seats
        assert seat not in out
        may = table.expects("card_played", seat)
        assert (may is None) == (table.expects("passed", seat) is not None)  # place if able
        card = random.choice(may["cards"]) if may else None
        if card:
            table.does("card_played", card=card)
        else:
            table.does("passed")
        left[seat] -= card is not None
        if not left[seat]:
            out.append(seat)
        if table.state.deal == 1:
            keeps = card is not None and card.endswith("A") and left[seat]
            after = seat if keeps else next(s % 4 for s in range(seat + 1, seat + 5) if left[s % 4])
            assert table.match.expects.seats == (after,)
    points = table.scores()["deals"][0]
    assert points == [{0: -100, 1: -50}.get(out.index(s) if s in out else 2, 0) for s in range(4)]


# The king announced.


def ray() -> Table:
    table = Table(RULES, 4)
    table.does("contract_chosen", seat=0, contract="ray")
    return table


def test_after_the_king_is_announced_only_the_announcer_can_play_it():
    table = ray()
    table.play("S7")
    assert table.expects("king_announced") == {"type": "king_announced", "seat": 1}
    at = table.does("king_announced", seat=1)
    table.play("S8")
    refused = table.refuses("card_played", card="HK")
    assert (refused.code, refused.conflicts_with) == ("impossible_deal", (at,))
    assert "HK" not in table.expects("card_played", 2)["cards"]


def test_who_announced_the_king_cannot_show_out_of_its_suit():
    table = ray()
    table.play("H7")
    at = table.does("king_announced", seat=1)
    refused = table.refuses("card_played", card="S7")
    assert (refused.code, refused.conflicts_with) == ("impossible_deal", (at,))
    assert {card[0] for card in table.expects("card_played", 1)["cards"]} == {"H"}


def test_the_king_may_be_announced_at_the_first_turn_only_once_and_before_it_is_seen():
    table = ray()
    assert table.code("king_announced", seat=1) == "out_of_turn"
    table.does("king_announced", seat=0)
    assert table.code("king_announced", seat=0) == "wrong_phase"
    other = ray()
    other.play("S7", "S8", "S9", "SJ")
    assert other.code("king_announced", seat=3) == "wrong_phase"
    seen = ray()
    seen.play("HK")
    assert seen.code("king_announced", seat=1) == "card_gone"


def test_a_seat_that_cannot_hold_the_king_cannot_announce_it():
    table = Table(RULES, 4)
    hand = ["SQ", "H7", "H8", "H9", "D7", "D8", "D9", "C7"]
    at = table.does("hands_dealt", hands={"0": hand})
    assert at == 1
    table.does("contract_chosen", seat=0, contract="ray")
    assert table.code("king_announced", seat=0) == "not_in_hand"
    table = Table(RULES, 4)
    at = table.does("hands_dealt", hands={"1": ["HK", *hand[:7]]})
    table.does("contract_chosen", seat=0, contract="ray")
    refused = table.refuses("king_announced", seat=0)
    assert (refused.code, refused.conflicts_with) == ("impossible_deal", (at,))


def test_an_announced_king_costs_200_and_its_announcer_50_when_another_takes_it():
    table = ray()
    table.play("HA")
    table.does("king_announced", seat=1)
    table.play("HK", "H7", "H8")
    told = table.scores()
    assert told["deals"] == [[400, -50, 0, 0]]  # the owner's own contract counts double
    assert told["totals"] == [400, -50, 0, 0]


# 1000, and points the table gives.


def test_exactly_1000_becomes_nothing_wherever_the_points_came_from_and_only_after_a_contract():
    table = ray()
    table.does("score_adjusted", seat=1, points=1000, reason="a wager")
    assert table.scores()["totals"] == [0, 1000, 0, 0]
    table.play("HK", "HA", "H7", "H8")
    told = table.scores()
    assert told["deals"] == [[0, 100, 0, 0]]
    assert table.match.status == "finished"  # 1100
    assert (told["winners"], told["losers"]) == ([0, 2, 3], [1])

    table = ray()
    table.does("score_adjusted", seat=1, points=900, reason="a wager")
    table.play("HK", "HA", "H7", "H8")
    told = table.scores()
    assert (told["totals"], told["deals"]) == ([0, 0, 0, 0], [[0, 100, 0, 0]])
    assert [line["reason"] for line in told["lines"]] == ["king_taken", "reset", "adjusted"]


def test_a_contract_thrown_in_is_not_used_up_and_points_adjusted_within_it_stay_known_to_the_rule_of_1000():
    table = ray()
    table.does("score_adjusted", seat=1, points=900, reason="a wager")
    table.play("HK")
    table.does("deal_thrown_in")
    assert table.state.totals == (0, 900, 0, 0)
    assert "ray" in table.expects("contract_chosen", 0)["contracts"]
    table.does("contract_chosen", seat=0, contract="ray")
    table.play("HK", "HA", "H7", "H8")
    assert table.scores()["totals"] == [0, 0, 0, 0]


# The table's own count.


@pytest.mark.parametrize(
    ("contract", "results", "points"),
    [
        ("tricks", {"taken": [3, 5, 0, 0]}, [60, 50, 0, 0]),
        ("tricks", {"taken": [0, 8, 0, 0]}, [0, 150, 0, 0]),
        ("ray", {"king": 2}, [0, 0, 100, 0]),
        ("ray", {"king": 2, "announcer": None}, [0, 0, 100, 0]),
        ("ray", {"king": 0, "announcer": 3}, [400, 0, 0, -50]),
        ("trix", {"first": 3, "second": 1}, [0, -50, 0, -100]),
        ("last", {"last": 3}, None),
        (
            "general",
            {
                "diamonds": [8, 0, 0, 0],
                "queens": [1, 1, 1, 1],
                "tricks": [5, 3, 0, 0],
                "last": 0,
                "king": 1,
                "announcer": None,
            },
            None,
        ),
    ],
)
def test_a_contract_may_be_told_as_the_table_counted_it(contract: str, results: dict[str, Any], points: Any):
    table = Table(RULES, 4)
    table.does("deal_tallied", contract=contract, results=results)
    assert isinstance(table.log[-1].results, FORMS[contract])
    if points:
        assert table.scores()["deals"] == [points]


def test_a_count_that_cannot_be_is_refused_and_so_is_a_seat_that_is_not_there():
    table = Table(RULES, 4)
    assert table.code("deal_tallied", contract="tricks", results={"taken": [3, 3, 0, 0]}) == "illegal_choice"
    assert table.code("deal_tallied", contract="tricks", results={"king": 1}) == "illegal_choice"
    assert table.code("deal_tallied", contract="ray", results={"king": 4}) == "invalid"
    with pytest.raises(TypeError):
        table.does("deal_tallied", contract="ray", results={"kings": 4})


# Dealt by the companion.


def test_nobody_is_told_another_hand_or_the_tricks_already_taken():
    start, log, _ = playing.played(RULES, 5, dealing="companion", events=23)
    dealt = dict(log[0].hands)
    for seat in range(4):
        told = everything_told(start, log, seat)
        lying = {event.card for event in log if event.type == "card_played"}
        for other, hand in dealt.items():
            for card in hand:
                if other != seat and card not in lying:
                    assert f'"{card}"' not in told, (seat, other, card)


def test_each_may_look_at_the_last_trick_twice_without_it_being_their_turn():
    table = Table(RULES, 4, seed=3, dealing="companion")
    table.does("contract_chosen", seat=0, contract="tricks")
    assert table.expects("last_trick_viewed") is None
    for _ in range(4):
        table.play(table.expects("card_played")["cards"][0])
    for seat in range(4):
        assert table.expects("last_trick_viewed", seat) == {"type": "last_trick_viewed", "seat": seat}
    table.does("last_trick_viewed", seat=2)
    table.does("last_trick_viewed", seat=2)
    assert table.code("last_trick_viewed", seat=2) == "illegal_choice"
    table.play(table.expects("card_played")["cards"][0])  # without a seat: it is still clear whose turn it is


@pytest.mark.parametrize("dealing", ["table", "companion"])
def test_a_whole_match_of_random_legal_events_comes_to_its_end(dealing: str):
    for seed in range(2):
        _, log, end = playing.played(RULES, seed, dealing=dealing, shortcuts=0.02)
        assert end.status == "finished"
        told = scores(end)
        assert [sum(line["points"] for line in told["lines"] if line["seat"] == s) for s in range(4)] == told["totals"]
        assert len(log) > 100
