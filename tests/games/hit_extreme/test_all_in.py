"""The all-in: three cards revealed, then judged together, in three readings of what a match does."""

from __future__ import annotations

import pytest
from games.hit_extreme.table import VALUES, Table, card, every

from companion.games.hit_extreme.events import AllInCollected, CardsStolen, ElixirGiven, TurnEnded, WentAllIn
from companion.kit.seats import Seat

ALL = ("as_written", "any", "new")
readings = pytest.mark.parametrize("reading", ALL)


def after(front: str, revealed: str, reading: str = "as_written", players: int = 3) -> Table:
    """Seat 0 has drawn ``front`` (with no card lost or stolen) and gone all-in."""
    table = Table(players, all_in_match=reading)
    table.draw(front)
    table.all_in(revealed)
    return table


def outcome(table: Table) -> str:
    """What became of it, seen from the table: it may be collected, it was lost, or everything stays."""
    if table.turn == 0:
        assert table.open == {"all_in_collected", "turn_ended"}
        return "collect"
    return "stays" if table.fronts[0] else "lost"


# The card, and what is allowed when


def test_one_may_choose_to_reveal_three_cards() -> None:
    table = Table()
    table.draw("6 all_in")
    assert table.expected["went_all_in"] == {"type": "went_all_in", "seat": 0}
    table.tell(WentAllIn(Seat(0)))
    assert table.state["all_in"] == {"left": 3, "revealed": []}
    table.draw("8 9")
    assert table.state["all_in"] == {"left": 1, "revealed": ["8", "9"]}
    table.draw("10")
    assert table.state["all_in"] == {"left": 0, "revealed": ["8", "9", "10"]}


def test_not_used_it_is_discarded_and_the_turn_goes_on() -> None:
    table = Table()
    table.draw("6 all_in duel")
    assert table.problem(WentAllIn(Seat(0))) == "wrong_phase"
    assert table.fronts[0] == {"6": 1, "duel": 1}
    assert table.state["lost"] == {"all_in": 1}


def test_nothing_but_its_cards_may_follow() -> None:
    table = Table()
    table.draw("6 all_in")
    table.tell(WentAllIn(Seat(0)))
    for face in ("8", "9", "10"):
        assert table.open == {"card_drawn"}
        assert table.match.expects.chance
        for event in every(table).values():
            assert table.problem(event) == "wrong_phase"
        assert table.problem(card("8", 1)) == "out_of_turn"
        table.draw(face)


def test_the_three_are_judged_together() -> None:
    """Until the third card nothing of it lies in front, so that the first two lose nothing."""
    table = Table()
    table.draw("1 2 3 all_in")
    table.tell(WentAllIn(Seat(0)))
    table.draw("1 8")
    assert table.fronts[0] == {"1": 1, "2": 1, "3": 1}
    table.draw("9")
    assert table.fronts[0] == {}


@pytest.mark.parametrize("revealed", ["8", "8 9", "8 9 10"])
def test_with_fewer_cards_in_the_deck_fewer_are_revealed(revealed: str) -> None:
    table = Table.near_the_end(f"6 all_in {revealed}")
    table.draw("6")
    table.all_in(revealed)
    assert outcome(table) == "collect"
    table.collect()
    assert table.match.status == "finished"
    assert ("all_in", "6", 1, 6) in table.lines(0)


def test_with_an_empty_deck_there_is_nothing_to_reveal() -> None:
    table = Table.near_the_end("6 all_in")
    table.draw("6 all_in")
    assert table.match.status == "finished"
    assert table.scores["totals"] == [6, 0, 0]


# What follows


@readings
def test_without_a_match_everything_in_front_and_the_new_cards_may_be_collected(reading: str) -> None:
    table = after("6", "8 9 10", reading)
    assert outcome(table) == "collect"
    assert table.fronts[0] == {"6": 1, "8": 1, "9": 1, "10": 1}
    table.collect()
    assert table.won == [33, 0, 0]
    assert table.fronts[0] == {}
    assert table.turn == 1


@readings
def test_collecting_may_be_declined_and_then_no_luckies_are_banked(reading: str) -> None:
    for bank_lucky in (True, False):
        table = after("6", "8 lucky 10", reading)
        assert table.expected["turn_ended"] == {"type": "turn_ended", "seat": 0}
        table.end(bank_lucky)
        assert table.won == [0, 0, 0]
        assert table.fronts[0] == {"6": 1, "8": 1, "lucky": 1, "10": 1}
        assert table.turn == 1


def test_after_a_good_all_in_no_card_is_drawn() -> None:
    table = after("6", "8 9 10")
    assert table.problem(card("1")) == "wrong_phase"


@readings
def test_action_cards_among_them_are_ignored(reading: str) -> None:
    table = after("6", "bank hold_up all_in", reading)
    assert table.open == {"all_in_collected", "turn_ended"}
    assert table.state["lost"] == {"hold_up": 1, "bank": 1, "all_in": 2}
    table.collect()
    assert table.won == [6, 0, 0]


@readings
def test_two_action_cards_of_a_kind_are_no_match(reading: str) -> None:
    assert outcome(after("6", "bank bank 8", reading)) == "collect"


@readings
@pytest.mark.parametrize("face", ["6", "loser"])
def test_no_card_is_stolen_during_an_all_in_not_even_a_loser(reading: str, face: str) -> None:
    table = Table(2, all_in_match=reading)
    table.turns(face)
    table.draw("1")
    table.all_in(f"{face} 2 3")
    assert table.fronts == [{face: 1}, {"1": 1, "2": 1, "3": 1, face: 1}]
    assert table.problem(CardsStolen(Seat(1))) == "wrong_phase"
    table.collect()
    assert table.won == [VALUES[face], 1 + 2 + 3 + VALUES[face]]  # seat 0 begins its turn and collects its own


@readings
def test_in_all_cases_the_turn_ends(reading: str) -> None:
    for front, revealed in (("6", "6 8 9"), ("1 2 3", "1 8 9"), ("", "bank bank bank"), ("", "8 8 9")):
        assert after(front, revealed, reading).turn == 1


@readings
def test_with_nothing_to_collect_the_turn_ends_by_itself(reading: str) -> None:
    table = after("", "bank hold_up bank", reading)
    assert table.turn == 1
    table = after("duel", "bank hold_up bank", reading)
    assert table.turn == 1
    assert table.fronts[0] == {"duel": 1}


# ELIXIR and DUEL


@readings
def test_elixirs_among_them_are_given_away_before_anything_else(reading: str) -> None:
    table = after("6", "elixir 8 elixir", reading)
    assert table.state["elixirs"] == 2
    for to in (1, 2):
        assert table.open == {"elixir_given"}
        assert table.problem(ElixirGiven(Seat(0), Seat(0))) == "illegal_choice"
        assert table.problem(AllInCollected(Seat(0))) == "wrong_phase"
        assert table.problem(TurnEnded(Seat(0))) == "wrong_phase"
        table.give(to)
    assert table.fronts == [{"6": 1, "8": 1}, {"elixir": 1}, {"elixir": 1}]
    table.collect()
    assert table.won == [14, 4, 0]  # seat 1 begins its turn and collects its elixir


@readings
def test_a_lost_all_in_gives_its_elixirs_away_all_the_same(reading: str) -> None:
    table = after("", "8 elixir 8", reading)
    assert table.fronts[0] == {}
    assert table.open == {"elixir_given"}
    table.give(2)
    assert table.fronts == [{}, {}, {"elixir": 1}]
    assert table.turn == 1


@readings
def test_two_elixirs_are_no_match_and_lie_before_nobody_while_it_is_judged(reading: str) -> None:
    table = after("6 8", "elixir elixir 6", reading)
    table.give(1)
    table.give(1)
    assert outcome(table) == {"as_written": "stays", "any": "lost", "new": "lost"}[reading]


@readings
def test_a_duel_among_them_meets_another_as_usual(reading: str) -> None:
    table = Table(all_in_match=reading)
    table.turns("duel 1")
    table.draw("6")
    table.all_in("8 duel 9")
    assert table.won == [5, 5, 0]
    assert table.fronts[:2] == [{"1": 1}, {"6": 1, "8": 1, "9": 1}]


@readings
def test_two_duels_among_them_meet_each_other(reading: str) -> None:
    table = after("6", "duel 8 duel", reading)
    assert table.won == [10, 0, 0]
    assert outcome(table) == "collect"


@readings
def test_a_duel_alone_is_not_collected_and_stays(reading: str) -> None:
    for front, revealed in (("6 duel", "8 9 10"), ("6", "8 duel 9")):
        table = after(front, revealed, reading)
        table.collect()
        assert table.fronts[0] == {"duel": 1}
        assert not table.state["lost"].get("duel")


@readings
def test_a_lost_all_in_loses_a_duel_alone_but_not_one_that_has_met(reading: str) -> None:
    table = after("", "duel 8 8", reading)
    assert table.state["lost"] == {"duel": 1, "8": 2, "all_in": 1}
    table = Table(all_in_match=reading)
    table.turns("duel")
    table.all_in("duel 8 8")
    assert table.won == [5, 5, 0]
    assert table.state["lost"] == {"8": 2, "all_in": 1}


# What a match does, in three readings

CASES = [
    # front, revealed, as_written, any, new
    ("6", "8 9 10", "collect", "collect", "collect"),
    # A match over fewer than three cards loses nothing as written, but nothing is collected.
    ("6", "6 8 9", "stays", "lost", "lost"),
    ("6 8", "6 9 10", "stays", "lost", "lost"),
    ("6", "8 8 9", "stays", "lost", "lost"),
    ("6", "8 6 9", "stays", "lost", "lost"),
    # Cards revealed before it count among the three.
    ("6", "8 9 6", "lost", "lost", "lost"),
    ("6", "8 9 8", "lost", "lost", "lost"),
    ("6 8", "9 6 10", "lost", "lost", "lost"),
    ("6 8 9", "6 10 1", "lost", "lost", "lost"),
    ("6 8 9", "10 1 6", "lost", "lost", "lost"),
    # Action cards and elixirs do not lie in front, so they do not count among the three.
    ("6 8", "bank 6 9", "stays", "lost", "lost"),
    ("6", "bank hold_up 6", "stays", "lost", "lost"),
    # A duel alone does.
    ("6 duel", "8 6 9", "lost", "lost", "lost"),
    ("6 duel", "6 8 9", "stays", "lost", "lost"),
    # ... until it has met another.
    ("6 duel", "duel 8 6", "stays", "lost", "lost"),
    # Begun with nothing in front any match loses.
    ("", "8 8 9", "lost", "lost", "lost"),
    ("", "8 9 8", "lost", "lost", "lost"),
    ("", "8 9 10", "collect", "collect", "collect"),
    ("", "loser loser bank", "lost", "lost", "lost"),
    ("", "duel duel 8", "collect", "collect", "collect"),
    ("duel", "8 8 9", "stays", "lost", "lost"),  # a duel in front is a card in front
    # An old pair, without a new card in it.
    ("6 6", "8 9 10", "stays", "lost", "collect"),
    ("6 6 8", "9 10 1", "stays", "lost", "collect"),
    ("6 6 6", "bank bank 1", "stays", "lost", "collect"),
    ("6 6", "6 8 9", "stays", "lost", "lost"),
    ("6 6", "8 8 9", "lost", "lost", "lost"),
    ("6 6", "8 9 8", "lost", "lost", "lost"),
    ("6 6 8", "6 9 10", "lost", "lost", "lost"),
]


@pytest.mark.parametrize(("front", "revealed", "as_written", "any_", "new"), CASES)
def test_what_becomes_of_it(front: str, revealed: str, as_written: str, any_: str, new: str) -> None:
    assert tuple(outcome(after(front, revealed, reading)) for reading in ALL) == (as_written, any_, new)


@readings
def test_a_lost_all_in_loses_what_lay_there_and_the_new_cards(reading: str) -> None:
    table = after("6 8 9", "6 10 1", reading)
    assert table.state["lost"] == {"6": 2, "8": 1, "9": 1, "10": 1, "1": 1, "all_in": 1}
    assert table.won == [0, 0, 0]


def test_what_stays_is_collected_in_the_next_turn_and_can_be_stolen_before() -> None:
    table = after("6", "6 8 9", players=2)
    assert table.fronts[0] == {"6": 2, "8": 1, "9": 1}
    table.draw("6")
    table.steal()
    table.end()
    assert table.fronts == [{}, {"6": 3}]
    assert table.won == [17, 0]


def test_an_old_pair_may_be_collected_in_the_reading_new() -> None:
    table = after("6 6 8", "9 10 1", "new")
    table.collect()
    assert table.won == [12 + 8 + 9 + 10 + 1, 0, 0]


@readings
def test_a_lost_all_in_with_the_last_cards_ends_the_round(reading: str) -> None:
    table = Table.near_the_end("10 6 8 9 all_in 6", all_in_match=reading)
    table.turns("10")
    table.draw("6 8 9")
    table.all_in("6")
    assert table.scores["totals"] == [10, 0, 0]


def test_a_pair_that_stays_with_the_last_cards_is_added_at_the_end_of_the_round() -> None:
    table = Table.near_the_end("6 all_in 6 8")
    table.draw("6")
    table.all_in("6 8")
    assert table.lines(0) == {("end_of_round", "6", 2, 12), ("end_of_round", "8", 1, 8)}


def test_a_good_all_in_with_the_last_cards_is_declined_by_ending_the_turn_and_all_is_added_anyway() -> None:
    table = Table.near_the_end("6 all_in lucky duel")
    table.draw("6")
    table.all_in("lucky duel")
    assert table.open == {"all_in_collected", "turn_ended"}
    table.end()
    assert table.lines(0) == {("end_of_round", "6", 1, 6), ("end_of_round", "lucky", 1, 7)}


def test_elixirs_of_an_all_in_with_the_last_cards_are_given_first() -> None:
    table = Table.near_the_end("all_in elixir elixir")
    table.all_in("elixir elixir")
    table.give(1)
    assert table.match.status == "playing"
    table.give(2)
    assert table.scores["totals"] == [0, 4, 4]


# The risk


def test_there_is_no_risk_to_tell_during_an_all_in() -> None:
    table = Table()
    table.draw("6 8 9 all_in")
    assert table.state["bust_risk"] > 0
    table.tell(WentAllIn(Seat(0)))
    assert table.state["bust_risk"] == 0
    table.draw("10 elixir 1")
    assert table.state["bust_risk"] == 0
    table.give(1)
    assert table.open == {"all_in_collected", "turn_ended"}
    assert table.state["bust_risk"] == 0
