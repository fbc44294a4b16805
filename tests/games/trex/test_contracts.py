"""The seven contracts: what counts in each, when it ends, what its owner pays."""

from __future__ import annotations

from typing import Any

import pytest
from games.trex.table import Table, new
from games.trex.test_rules import ALL_TO_THE_LEADER


def seventh(contract: str) -> Table:
    """Seat 0 has nothing else left to choose."""
    table = Table()
    table.up_to_choice(7, leaving=[contract])
    table.chooses(contract)
    return table


# Diamonds


def test_in_diamonds_each_diamond_taken_costs_10() -> None:
    table = new("diamonds")
    table.play("DJ D7 D8 D9 / S7 S8 SA DQ / H7 HA DK H8")
    assert table.view()["scores"]["current"] == [80, 0, 10, 10]
    table.play("D10 DA C7 C8")
    assert table.why == [(0, 120, "diamonds"), (2, 10, "diamonds"), (3, 10, "diamonds")]


def test_diamonds_ends_with_the_trick_that_takes_the_last_diamond() -> None:
    table = new("diamonds")
    table.play("D7 D8 D9 DJ / DQ DK D10")
    assert table.state["contract"] == "diamonds"
    table.play("DA")
    assert table.state["contract"] is None
    assert table.points == [0, 0, 40, 40]


def test_all_eight_diamonds_cost_150_instead_of_80() -> None:
    table = new("diamonds")
    table.play("D7 DA D8 D9 / D10 DJ DQ DK")
    assert table.why == [(1, 150, "all_diamonds")]


def test_seven_diamonds_cost_70() -> None:
    table = new("diamonds")
    table.play("D7 DA D8 D9 / D10 DJ DQ SA / S7 DK S8 S9")
    assert table.why == [(0, 20, "diamonds"), (1, 70, "diamonds")]


# Queens


def test_in_queens_each_queen_taken_costs_20() -> None:
    table = new("queens")
    table.play("S7 SA SQ HQ / C7 CA CQ DQ")
    assert table.why == [(1, 40, "queens"), (2, 40, "queens")]


def test_queens_ends_with_the_trick_that_takes_the_last_queen() -> None:
    table = new("queens")
    table.play("S7 SA SQ HQ / C7 CA CQ")
    assert table.state["contract"] == "queens"
    table.play("DQ")
    assert table.state["contract"] is None


def test_all_four_queens_cost_80_for_there_is_no_bonus() -> None:
    table = new("queens")
    table.play("S7 SA SQ HQ / CA C7 CQ DQ")
    assert table.points == [0, 80, 0, 0]


# Tricks


def test_in_tricks_each_trick_costs_10() -> None:
    table = new("tricks")
    table.play("S7 SA S8 S9 / SJ SQ SK S10 / HA H7 H8 H9 / HJ H10 HQ HK / D7 D8 D9 DA / DJ DQ DK D10")
    table.play("C7 CA C8 C9 / CJ CQ CK C10")
    assert table.why == [(0, 80, "tricks"), (1, 20, "tricks"), (3, 20, "tricks")]


def test_all_eight_tricks_cost_150_instead_of_80() -> None:
    table = new("tricks")
    table.play("S7 SA S8 S9 " + ALL_TO_THE_LEADER.partition("/")[2])
    assert table.why == [(1, 150, "all_tricks")]


# Last


def test_in_last_all_eight_tricks_are_played_and_only_the_eighth_costs_100() -> None:
    table = new("last")
    table.play(ALL_TO_THE_LEADER.rpartition("/")[0])
    assert table.state["contract"] == "last"
    assert table.view()["scores"]["current"] == [0, 0, 0, 0]
    table.play("CJ C10 CQ CK")
    assert table.why == [(1, 100, "last")]


# Ray


def test_in_ray_whoever_takes_the_king_of_hearts_pays_100_and_it_ends_there() -> None:
    table = new("ray")
    table.play("S7 S8 S9 SJ / H7 HA H8")
    assert table.state["contract"] == "ray"
    table.play("HK")
    assert table.state["contract"] is None
    assert table.why == [(0, 200, "king")]


def test_ray_may_end_with_the_first_trick() -> None:
    table = new("ray")
    table.play("H9 HK H7 H8")
    assert table.why == [(1, 100, "king")]


def test_its_holder_may_announce_the_king_at_the_first_turn_before_playing() -> None:
    table = new("ray")
    assert table.expects("king_announced") == {"type": "king_announced", "seat": 0}
    table.play("S7")
    assert table.expects("king_announced") == {"type": "king_announced", "seat": 1}
    table.announces()
    assert table.state["announcer"] == 1
    assert table.turn == 1  # and plays now


def test_nobody_has_to_announce_it() -> None:
    table = new("ray")
    table.play("HK HA H7 H8")
    assert table.why == [(1, 100, "king")]


def test_announced_it_costs_200_and_its_announcer_50_less_when_another_takes_it() -> None:
    table = new("ray")
    table.play("H7")
    table.announces()
    table.play("HK HA H8")
    assert table.why == [(2, 200, "announced_king"), (1, -50, "king_lost")]


def test_announced_it_costs_200_its_holder_too() -> None:
    table = new("ray")
    table.play("H7")
    table.announces()
    table.play("HK H8 H9")
    assert table.why == [(1, 200, "announced_king")]


# General


GENERAL = "SA S7 S8 S9 / S10 SJ SQ SK / HA H7 H8 H9 / HQ HJ H10 HK / DA D7 D8 D9 / DJ D10 DQ DK / CA C7 C8 C9"


def test_general_is_diamonds_queens_tricks_last_and_ray_together() -> None:
    table = new("general")
    table.play(GENERAL + " / CJ CQ CK C10")
    assert table.why == [
        (2, 40, "diamonds"),
        (3, 40, "diamonds"),
        (0, 40, "queens"),
        (2, 40, "queens"),
        (3, 20, "queens"),
        (0, 60, "tricks"),
        (2, 30, "tricks"),
        (3, 20, "tricks"),
        (2, 100, "last"),
        (2, 100, "king"),
    ]
    assert table.points == [100, 0, 310, 80]


def test_in_general_all_eight_tricks_are_played() -> None:
    table = new("general")
    table.play(GENERAL)
    assert table.state["contract"] == "general"
    table.play("CJ CQ CK C10")
    assert table.state["contract"] is None


def test_the_bonus_for_all_eight_diamonds_holds_in_general_too() -> None:
    table = new("general")
    table.tally("general", diamonds=[0, 8, 0, 0], queens=[0, 1, 2, 1], tricks=[1, 3, 2, 2], last=2, king=3)
    assert (1, 150, "all_diamonds") in table.why
    assert table.points == [20, 150 + 20 + 30, 40 + 20 + 100, 20 + 20 + 100]


def test_the_king_may_be_announced_in_general() -> None:
    table = new("general")
    table.announces()
    table.play("HA H7 H8 H9 / SA S7 S8 S9 / S10 SJ SQ SK / CA C7 C8 C9 / C10 CJ CQ CK / DA D7 D8 D9 / HK H10 HJ HQ")
    table.play("DK DQ D10 DJ")
    assert table.why[-2:] == [(1, 200, "announced_king"), (0, -50, "king_lost")]


def test_whoever_takes_all_eight_tricks_of_general_scores_0_for_the_whole_contract() -> None:
    for first_trick in ("SA S7 S8 S9", "S7 SA S8 S9", "S7 S8 SA S9"):
        table = new("general")
        table.play(first_trick + " " + ALL_TO_THE_LEADER.partition("/")[2])
        assert table.points == [0, 0, 0, 0]
        assert table.why == []


def test_seven_tricks_of_general_are_no_sweep() -> None:
    table = new("general")
    table.play(ALL_TO_THE_LEADER.rpartition("/")[0] + " / CJ C10 CQ CK")
    assert table.points == [2 * (150 + 60 + 70 + 100), 20 + 10 + 100, 0, 0]


# What the owner pays


@pytest.mark.parametrize(
    ("contract", "results", "points"),
    [
        ("diamonds", {"taken": [3, 5, 0, 0]}, 30),
        ("diamonds", {"taken": [8, 0, 0, 0]}, 150),
        ("queens", {"taken": [3, 1, 0, 0]}, 60),
        ("tricks", {"taken": [3, 5, 0, 0]}, 30),
        ("tricks", {"taken": [8, 0, 0, 0]}, 150),
        ("last", {"last": 0}, 100),
        ("ray", {"king": 0}, 100),
        ("ray", {"king": 0, "announcer": 2}, 200),
        (
            "general",
            {"diamonds": [4, 4, 0, 0], "queens": [1, 3, 0, 0], "tricks": [5, 3, 0, 0], "last": 0, "king": 0},
            40 + 20 + 50 + 100 + 100,
        ),
    ],
)
def test_the_owners_points_count_double_and_four_times_in_the_forced_seventh_choice(
    contract: str, results: dict[str, Any], points: int
) -> None:
    table = new(contract)
    table.tally(contract, **results)
    assert table.points[0] == 2 * points
    forced = seventh(contract)
    forced.tally(contract, **results)
    assert forced.points[0] == 4 * points
    assert table.points[1:] == forced.points[1:]  # the others pay once


def test_the_owner_pays_double_at_the_sixth_choice() -> None:
    table = Table()
    table.up_to_choice(6, leaving=["last", "ray"], trix=1)
    table.tally("last", last=0)
    assert table.points == [200, 0, 0, 0]


@pytest.mark.parametrize("forced", [False, True])
def test_the_50_for_a_lost_king_are_never_multiplied(forced: bool) -> None:
    table = seventh("ray") if forced else new("ray")
    table.announces()
    table.play("HK HA H7 H8")
    assert table.points == [-50, 200, 0, 0]


def test_nor_is_trix() -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", "ray"])
    table.tally("trix", first=0, second=1)
    assert table.points == [-100, -50, 0, 0]


def test_nobody_else_pays_double() -> None:
    table = Table(first=2)
    table.tally("tricks", taken=[2, 2, 2, 2])
    assert table.points == [20, 20, 40, 20]


# Sums


def test_every_line_says_how_many_were_taken_and_what_the_owners_were_multiplied_by() -> None:
    table = new("queens")
    table.tally("queens", taken=[3, 1, 0, 0])
    assert table.scores["lines"] == [
        {"deal": 1, "seat": 0, "points": 120, "reason": "queens", "taken": 3, "times": 2},
        {"deal": 1, "seat": 1, "points": 20, "reason": "queens", "taken": 1},
    ]
