"""Totals are nothing but sums of lines, and equal totals share a place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.kit.seats import Seat, following, round_from
from companion.kit.tally import Line, places, points

LINES = st.lists(
    st.builds(Line, st.none() | st.integers(1, 5), st.integers(0, 3), st.integers(-300, 300), st.just("reason"))
)
TOTALS = st.lists(st.integers(-5, 5), min_size=1, max_size=8).map(tuple)


def test_a_seat_without_lines_has_no_points():
    assert points((), 3) == (0, 0, 0)


def test_lines_outside_the_deals_count_too():
    assert points((Line(1, Seat(0), 4, "won"), Line(None, Seat(0), -1, "adjusted")), 2) == (3, 0)


@given(LINES)
def test_every_total_is_the_sum_of_the_seats_lines_and_no_point_is_lost(lines: list[Line]):
    totals = points(lines, 4)
    for seat, total in enumerate(totals):
        assert total == sum(line.points for line in lines if line.seat == seat)
    assert sum(totals) == sum(line.points for line in lines)


def test_the_highest_total_is_first():
    assert places((3, 9, 5)) == ((1,), (2,), (0,))


def test_in_a_game_where_the_lowest_wins_it_is_first():
    assert places((3, 9, 5), lowest_wins=True) == ((0,), (2,), (1,))


def test_equal_totals_share_a_place_in_order_of_the_seats():
    assert places((5, 9, 5, 9)) == ((1, 3), (0, 2))
    assert places((0, 0, 0)) == ((0, 1, 2),)


def test_totals_below_zero_are_totals():
    assert places((-4, -1)) == ((1,), (0,))


@given(TOTALS, st.booleans())
def test_every_seat_has_one_place_and_no_place_is_worse_than_the_next(totals: tuple[int, ...], lowest_wins: bool):
    best_first = places(totals, lowest_wins=lowest_wins)
    assert sorted(seat for place in best_first for seat in place) == list(range(len(totals)))
    of_places = [{totals[seat] for seat in place} for place in best_first]
    assert all(len(one) == 1 for one in of_places)
    in_order = [one.pop() for one in of_places]
    assert in_order == sorted(in_order, reverse=not lowest_wins)
    assert len(set(in_order)) == len(in_order)


def test_next_is_one_seat_on_and_comes_round():
    assert [following(Seat(seat), 3) for seat in range(3)] == [1, 2, 0]
    assert following(Seat(2), 4, 3) == 1


def test_a_round_begins_with_its_seat_and_has_every_seat_once():
    assert round_from(Seat(2), 4) == (2, 3, 0, 1)
