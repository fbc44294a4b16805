"""HIT! Extreme over the kit: draws at the table and by the companion, elixirs, hold-ups, the all-in, a deck unseen."""

from __future__ import annotations

import json

import playing
import pytest
from sketch.hit_extreme import COPIES, FACES, RULES, VALUES
from sketch.table import Table, everything_told

from companion.kit.match import scores


def new(players: int = 3) -> Table:
    return Table(RULES, players)


def draws(table: Table, *faces: str) -> None:
    for face in faces:
        table.does("card_drawn", card=face)


def fronts(table: Table) -> list[dict[str, int]]:
    shown: list[dict[str, int]] = table.view()["state"]["in_front"]
    return shown


# At the table: one entry says who drew and what it was.


def test_the_first_thing_in_a_turn_is_a_draw_of_any_face_still_in_the_deck():
    table = new()
    assert table.expected()[1:] == [{"type": "card_drawn", "seat": 0, "cards": list(FACES)}]
    assert table.expected()[0]["type"] == "deal_tallied"
    assert table.code("turn_ended", seat=0) == "wrong_phase"
    assert table.code("card_drawn", seat=1, card="6") == "out_of_turn"
    draws(table, "20")
    table.does("turn_ended", seat=0)
    draws(table, "20")
    assert table.code("card_drawn", card="20") == "not_in_deck"
    assert "20" not in table.expects("card_drawn")["cards"]


def test_the_last_card_twice_loses_the_turn_when_three_lay_there_and_only_then():
    table = new()
    draws(table, "1", "6", "6")
    assert fronts(table)[0] == {"1": 1, "6": 2}
    draws(table, "6")
    assert fronts(table)[0] == {}
    assert table.match.expects.seats == (1,)


def test_a_matching_card_may_steal_all_its_likes_and_going_on_declines():
    table = new()
    draws(table, "8")
    table.does("turn_ended", seat=0)
    draws(table, "8")
    assert table.expects("cards_stolen") == {"type": "cards_stolen", "seat": 1}
    draws(table, "9")
    assert table.expects("cards_stolen") is None
    table.does("turn_ended", seat=1)
    draws(table, "8")
    table.does("cards_stolen", seat=2)
    assert fronts(table) == [{}, {"9": 1}, {"8": 3}]


def test_an_elixir_must_be_given_before_anything_else_and_alone_is_collected():
    table = new()
    draws(table, "6", "elixir")
    assert table.expected()[1:] == [{"type": "elixir_given", "seat": 0, "seats": [1, 2]}]
    assert table.code("card_drawn", card="6") == "wrong_phase"
    assert table.code("turn_ended", seat=0) == "wrong_phase"
    assert table.code("elixir_given", seat=0, to=0) == "illegal_choice"
    assert table.code("elixir_given", seat=0, to=3) == "invalid"
    table.does("elixir_given", seat=0, to=1)
    draws(table, "10")
    table.does("turn_ended", seat=0)
    draws(table, "9")
    table.does("turn_ended", seat=1)
    table.does("card_drawn", card="1")
    table.does("turn_ended", seat=2)
    shown = table.view()["state"]
    assert shown["winnings"] == [16, 4, 0]
    assert shown["in_front"] == [{}, {"9": 1}, {"1": 1}]


def test_a_hold_up_takes_all_cards_of_one_face_from_one_player_and_its_two_fields_are_offered_together():
    table = new()
    draws(table, "8", "8", "duel")
    table.does("turn_ended", seat=0)
    draws(table, "9")
    table.does("turn_ended", seat=1)
    draws(table, "hold_up")
    assert table.expects("held_up") == {
        "type": "held_up",
        "seat": 2,
        "options": [
            {"from_seat": 0, "card": "8"},
            {"from_seat": 0, "card": "duel"},
            {"from_seat": 1, "card": "9"},
        ],
    }
    assert table.code("held_up", seat=2, from_seat=1, card="8") == "illegal_choice"
    table.does("held_up", seat=2, from_seat=0, card="8")
    assert fronts(table) == [{"duel": 1}, {"9": 1}, {"8": 2}]
    assert table.expects("held_up") is None


def test_a_bank_wins_all_cards_of_one_face_but_never_a_lone_duel():
    table = new()
    draws(table, "8", "8", "duel", "bank")
    assert table.expects("banked") == {"type": "banked", "seat": 0, "cards": ["8"]}
    assert table.code("banked", seat=0, card="duel") == "illegal_choice"
    table.does("banked", seat=0, card="8")
    assert table.view()["state"]["winnings"] == [16, 0, 0]


def test_two_duels_go_to_the_winnings_of_those_before_whom_they_lie():
    table = new()
    draws(table, "duel")
    table.does("turn_ended", seat=0)
    draws(table, "duel")
    shown = table.view()["state"]
    assert (shown["winnings"], shown["in_front"]) == ([5, 5, 0], [{}, {}, {}])


def test_luckies_are_banked_at_the_end_of_the_turn_unless_it_is_said_not_to():
    table = new()
    draws(table, "lucky", "6")
    assert table.expects("turn_ended", 0) is not None
    table.does("turn_ended", seat=0, bank_lucky=False)
    draws(table, "1")
    assert table.expects("turn_ended", 1) == {"type": "turn_ended", "seat": 1}
    assert fronts(table)[0] == {"lucky": 1, "6": 1}


# The all-in.


def all_in(*faces: str) -> Table:
    table = new()
    draws(table, *faces, "all_in")
    table.does("went_all_in", seat=0)
    return table


def test_an_all_in_is_followed_by_its_draws_and_nothing_else():
    table = all_in("6")
    assert table.match.expects.chance
    assert {one["type"] for one in table.expected()} == {"deal_tallied", "card_drawn"}
    assert table.code("turn_ended", seat=0) == "wrong_phase"
    table.does("card_drawn", card="8")  # without a seat: whose turn it is
    assert table.log[-1].seat == 0


def test_without_two_of_a_face_all_may_be_collected():
    table = all_in("6")
    draws(table, "8", "9", "10")
    assert [one["type"] for one in table.expected()[1:]] == ["all_in_collected", "turn_ended"]
    table.does("all_in_collected", seat=0)
    assert table.view()["state"]["winnings"] == [33, 0, 0]
    assert table.match.expects.seats == (1,)


def test_a_successful_all_in_is_declined_by_ending_the_turn_and_banks_no_luckies():
    table = all_in("6")
    draws(table, "8", "lucky", "10")
    table.does("turn_ended", seat=0)
    assert table.view()["state"]["winnings"] == [0, 0, 0]
    assert fronts(table)[0] == {"6": 1, "8": 1, "lucky": 1, "10": 1}


def test_begun_with_nothing_in_front_any_pair_loses_everything():
    table = all_in()
    draws(table, "8", "9", "8")
    assert fronts(table)[0] == {}
    assert table.match.expects.seats == (1,)


def test_with_a_pair_that_loses_nothing_everything_stays_and_the_turn_ends():
    table = all_in("6")
    draws(table, "6", "9", "10")
    assert fronts(table)[0] == {"6": 2, "9": 1, "10": 1}
    assert table.match.expects.seats == (1,)


def test_an_elixir_of_the_all_in_is_given_before_it_is_collected():
    table = all_in("6")
    draws(table, "elixir", "9", "10")
    assert table.expected()[1:] == [{"type": "elixir_given", "seat": 0, "seats": [1, 2]}]
    table.does("elixir_given", seat=0, to=2)
    table.does("all_in_collected", seat=0)
    assert fronts(table) == [{}, {}, {"elixir": 1}]


# Dealt by the companion.


def companion(seed: int = 1) -> Table:
    return Table(RULES, 3, seed=seed, dealing="companion")


def test_a_seat_draws_without_naming_a_card_and_the_companion_adds_it():
    table = companion()
    assert table.expects("card_drawn") == {"type": "card_drawn", "seat": 0}
    table.does("card_drawn", seat=0)
    asked, drawn = table.log[-2:]
    assert (asked.card, drawn.card) == (None, table.log[0].cards[0])
    assert not table.match.expects.chance


def test_nobody_chooses_the_card_they_draw():
    table = companion()
    top = table.log[0].cards[0]
    for face in FACES:
        assert table.code("card_drawn", seat=0, card=face) == "illegal_choice"
    assert top in FACES


def test_the_companions_draw_must_be_the_top_of_the_deck_it_has_stored():
    """So an imported log cannot tell another story than the deck it holds."""
    table = companion()
    event = table.log[0]
    table._add(table._read("card_drawn", {"seat": 0}))
    other = next(face for face in FACES if face != event.cards[0])
    assert table.code("card_drawn", seat=0, card=other) == "illegal_choice"
    table.does("card_drawn", seat=0, card=event.cards[0])


@pytest.mark.parametrize("who", [None, 0, 1])
def test_nobody_is_told_the_deck_and_all_see_the_same_table(who: int | None):
    start, log, end = playing.played(RULES, 4, dealing="companion", events=60)
    told = json.loads(everything_told(start, log, who))
    assert told[0][0] == {"type": "deck_shuffled", "cards": []}
    table = companion()
    table.opened, table.log = start, log
    mine = table.view(who)["state"]
    assert mine == json.loads(json.dumps(RULES.show(end.game, None)))
    assert len(end.game.deck) == mine["deck_left"]


# The whole.


@pytest.mark.parametrize("dealing", ["table", "companion"])
def test_a_whole_match_of_random_legal_events_comes_to_its_end(dealing: str):
    for seed in range(4):
        _, log, end = playing.played(RULES, seed, dealing=dealing)
        assert end.status == "finished"
        assert sum(1 for event in log if event.type == "card_drawn" and event.card) == sum(COPIES.values())
        told = scores(end)
        assert sum(told["totals"]) <= sum(VALUES[face] * n for face, n in COPIES.items() if face in VALUES and n)


def test_a_round_may_be_told_as_the_table_counted_it():
    table = new()
    draws(table, "6")
    assert table.code("deal_tallied", results=[400, 100, 0]) == "illegal_choice"
    assert table.code("deal_tallied", results=[40, 30]) == "illegal_choice"
    table.does("deal_tallied", results=[40, 30, -7])
    assert table.scores()["winners"] == [0]
