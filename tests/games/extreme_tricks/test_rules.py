"""The rule text sentence by sentence, and what was settled where it leaves something open."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from games.extreme_tricks.table import LOWEST, Table, card, declared, hands, tallied, trump

from companion.games.extreme_tricks.challenges import HouseRules
from companion.games.extreme_tricks.events import ChallengesLaid
from companion.games.extreme_tricks.rules import RULES
from companion.kit.seats import SCRIBE
from companion.kit.tricks import HandsDealt

both = pytest.mark.parametrize("players", [3, 4])


def codes(table: Table, stage: int | None = None) -> str:
    return " ".join(one["code"] for one in table.state["challenges"] if stage in (None, one["stage"]))


# Setup


def test_three_or_four_players() -> None:
    assert RULES.seats == (3, 4)


def test_without_a_word_the_house_rules_are_the_text_as_written() -> None:
    assert RULES.house_rules() == HouseRules(blue_25="least_tricks", most_at_zero=True)
    assert RULES.memory == "open"


@both
@pytest.mark.parametrize("suit", "SHDC")
def test_the_deck_is_1_to_9_for_three_and_1_to_12_for_four(players: int, suit: str) -> None:
    highest = {3: 9, 4: 12}[players]
    table = Table(players)
    table.prepare()
    assert [one for one in table.choices if one[0] == suit] == [f"{suit}{n}" for n in range(1, highest + 1)]
    assert table.problem(card(f"{suit}{highest + 1}")) == ("not_in_deck", [])
    assert table.problem(card(f"{suit}0")) == ("not_in_deck", [])


@both
def test_every_card_is_played_in_every_deal(players: int) -> None:
    table = Table(players, last_deal=True)
    table.prepare()
    table.play_on()
    assert table.unseen == []
    assert len(table.match.game.tricks.played) == 12 * players


@both
def test_each_player_takes_the_twelve_pieces_as_stock_and_has_them_again_in_every_deal(players: int) -> None:
    table = Table(players)
    for _ in range(players):
        table.lay()
        table.choose("S")
        table.declare(dict.fromkeys(range(players), (12, codes(table, 1) + " R3 R4")))
        assert table.state["front"] == [6] * players
        table.play_on()
    assert table.match.status == "finished"


# Deal preparation


def test_challenges_are_laid_ascending_two_of_each_colour_per_stage() -> None:
    table = Table()
    table.lay(red=(20, 9, 24, 7, 23, 13), blue=(12, 2, 20, 19, 7, 10))
    assert codes(table, 1) == "R7 R9 B2 B7"
    assert codes(table, 2) == "R13 R20 B10 B12"
    assert codes(table, 3) == "R23 R24 B19 B20"
    assert codes(table) == "R7 R9 B2 B7 R13 R20 B10 B12 R23 R24 B19 B20"


def test_six_red_and_six_blue_all_different() -> None:
    table = Table()
    for red, blue in (((1, 2, 3, 4, 5, 5), LOWEST), (LOWEST, (1, 2, 3, 4, 5, 5))):
        assert table.problem(ChallengesLaid(red, blue)) == ("illegal_choice", [])
    assert table.problem(ChallengesLaid(LOWEST, LOWEST)) is None  # red 1 and blue 1 are two cards


@both
def test_each_player_has_twelve_cards(players: int) -> None:
    table = Table(players, dealing="companion")
    table.lay()
    dealt = RULES.deal(table.match.game, random.Random(1))
    assert isinstance(dealt, HandsDealt)
    assert [len(hand) for _, hand in dealt.hands] == [12] * players
    assert len({one for _, hand in dealt.hands for one in hand}) == 12 * players
    table.tell(dealt)
    assert table.turn == 0


@both
def test_the_start_player_chooses_trump(players: int) -> None:
    table = Table(players, first=1)
    table.lay()
    assert table.expected["trump_chosen"] == {"type": "trump_chosen", "seat": 1, "suits": ["S", "H", "D", "C"]}
    assert table.problem(trump(2, "S")) == ("out_of_turn", [])
    table.choose("D")
    assert table.state["trump"] == "D"


def test_before_a_phase_sets_it_nothing_is_told() -> None:
    table = Table(3)
    fresh = {"trump": None, "stage": None, "trick": None, "leader": None, "trick_cards": [], "last_trick": None}
    assert table.state == fresh | {"challenges": [], "front": [], "won": []}
    table.lay()
    assert {key: table.state[key] for key in fresh} == fresh
    table.choose("S")
    assert table.state["front"] == []
    table.declare()
    assert table.state["front"] == [0, 0, 0]
    assert table.state["won"] == [[], [], []]
    assert [table.state[key] for key in ("stage", "trick", "leader")] == [1, 1, 0]


# Declaration


@both
def test_each_player_declares_once_clockwise_from_the_start_player(players: int) -> None:
    table = Table(players, first=2)
    table.lay()
    table.choose("S")
    for i in range(players):
        seat = (2 + i) % players
        assert table.expected["declared"]["seat"] == seat
        for other in range(players):
            assert (table.problem(declared(other, 0)) is None) == (other == seat)
        table.tell(declared(seat, 0))
    assert table.problem(declared(2, 0)) == ("wrong_phase", [])


@pytest.mark.parametrize("pieces", range(13))
def test_exactly_half_of_the_pieces_rounded_down_is_declared(pieces: int) -> None:
    table = Table()
    table.lay()
    table.choose("S")
    laid = codes(table).split()
    for n in range(13):
        accepted = table.problem(declared(0, pieces, " ".join(laid[:n]))) is None
        assert accepted == (n == pieces // 2)
    table.declare({0: (pieces, " ".join(laid[: pieces // 2]))})
    assert table.state["front"] == [pieces - pieces // 2, 0, 0, 0]
    assert sum(one["declared"] == [0] for one in table.state["challenges"]) == pieces // 2


def test_any_number_of_pieces_from_none_to_twelve() -> None:
    table = Table()
    table.lay()
    table.choose("S")
    form = {"type": "declared", "seat": 0, "pieces": [0, 12], "challenges": codes(table).split()}
    assert table.expected["declared"] == form


def test_only_on_the_twelve_challenges_laid_out() -> None:
    table = Table()
    table.lay()
    table.choose("S")
    assert table.problem(declared(0, 2, "R7")) == ("illegal_choice", [])
    assert table.problem(declared(0, 2, "R6")) is None


def test_not_more_than_one_piece_of_a_player_on_one_challenge() -> None:
    table = Table()
    table.lay()
    table.choose("S")
    assert table.problem(declared(0, 4, "R1 R1")) == ("illegal_choice", [])


def test_several_players_may_declare_the_same_challenge() -> None:
    table = Table()
    table.prepare(each={0: (2, "R3"), 1: (3, "R3"), 3: (12, "R3 R1 B1 B2 B3 B4")})
    assert table.areas("R3") == ([0, 1, 3], [], [])


# Playing tricks


def test_nobody_plays_before_all_have_declared() -> None:
    table = Table(3)
    table.lay()
    table.choose("S")
    for seat in range(3):
        assert table.problem(card("S1")) == ("wrong_phase", [])
        table.tell(declared(seat, 0))
    assert table.problem(card("S1")) is None


@both
def test_the_start_player_leads_first_and_the_others_follow_clockwise(players: int) -> None:
    table = Table(players, first=2)
    table.prepare()
    assert table.state["leader"] == 2
    for i, name in enumerate(("H5", "H6", "H7", "H8")[:players]):
        seat = (2 + i) % players
        for other in range(players):
            assert (table.problem(card(name, other)) is None) == (other == seat)
        table.tell(card(name, seat))


@both
def test_the_seat_of_a_card_may_be_left_out(players: int) -> None:
    table = Table(players, first=1)
    table.prepare()
    table.tell(card("H5"))
    assert table.state["trick_cards"] == [{"seat": 1, "card": "H5"}]


HANDS = {
    0: "S1 S2 S3 H1 H2 H3 D1 D2 D3 C1 C2 C3",
    1: "S4 S5 S6 H4 H5 H6 D4 D5 D6 C4 C5 C6",
    2: "S7 S8 S9 H7 H8 H9 D7 D8 D9 C7 C8 C9",
}


def test_whoever_has_a_card_of_the_led_suit_must_follow() -> None:
    table = Table(3)
    table.lay()
    recorded = table.tell(hands(HANDS))
    table.choose("S")
    table.declare()
    assert table.choices == HANDS[0].split()
    table.play("H1")
    assert table.choices == ["H4", "H5", "H6"]
    for refused in ("D4", "S4"):
        assert table.problem(card(refused)) == ("must_follow_suit", [recorded])


def test_whoever_has_none_may_play_any_card() -> None:
    table = Table(3, last_deal=True)
    table.lay()
    table.tell(hands(HANDS | {0: HANDS[0].replace("H1", "D4"), 1: HANDS[1].replace("D4", "H1")}))
    table.choose("S")
    table.declare()
    table.play("H2 H1 H7 / H8 H3 H4")
    assert table.turn == 2
    table.play("H9")
    assert table.choices == ["S1", "S2", "S3", "D1", "D2", "D3", "D4", "C1", "C2", "C3"]


@pytest.mark.parametrize(
    ("suit", "cards", "winner"),
    [
        ("S", "H5 H9 H12 H3", 2),  # the highest of the led suit
        ("S", "H5 D12 C12 H3", 0),  # higher numbers of other suits do not count
        ("S", "H12 S1 H11 H10", 1),  # any trump beats the led suit
        ("S", "H12 S2 S3 S1", 2),  # the highest trump
        ("S", "S5 S4 H12 S6", 3),  # trump led
        ("H", "H9 H10 H11 H12", 3),
        ("C", "D1 H12 S12 H11", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_led_suit(suit: str, cards: str, winner: int) -> None:
    table = Table()
    table.prepare(suit=suit)
    table.play(cards)
    assert table.state["leader"] == winner == table.turn
    assert table.state["trick"] == 2
    assert [one["card"] for one in table.state["last_trick"]] == cards.split()
    assert table.state["trick_cards"] == []


def test_the_winner_leads_the_next_trick() -> None:
    table = Table(3)
    table.prepare()
    for cards, winner in (("H1 H2 H3", 2), ("D1 D9 D2", 0), ("C1 C2 C9", 2), ("S9 S1 S2", 2)):
        table.play(cards)
        assert table.turn == winner


def test_only_the_cards_a_trick_was_won_with_lie_open() -> None:
    table = Table(3)
    table.prepare()
    table.play("H1 H2 H9 / D9 D1 D2 / C1 C2 C3")
    assert table.state["won"] == [[], ["C3"], ["H9", "D9"]]


# Stages


@both
def test_tricks_1_to_4_are_stage_1_then_5_to_8_then_9_to_12(players: int) -> None:
    table = Table(players, last_deal=True)
    table.prepare()
    seen = []
    while table.match.status == "playing":
        seen.append((table.state["trick"], table.state["stage"]))
        table.play_on(players)
    assert seen == [(trick, (trick - 1) // 4 + 1) for trick in range(1, 13)]
    assert (table.state["trick"], table.state["stage"]) == (12, 3)


@both
def test_won_cards_are_put_away_at_the_turn_of_a_stage_and_stay_after_the_last(players: int) -> None:
    table = Table(players, last_deal=True)
    table.prepare()
    for trick in range(1, 13):
        table.play_on(players)
        assert sum(map(len, table.state["won"])) == (4 if trick == 12 else trick % 4)


def test_each_stage_has_four_challenges() -> None:
    table = Table()
    table.lay()
    assert Counter(one["stage"] for one in table.state["challenges"]) == {1: 4, 2: 4, 3: 4}


@both
def test_each_challenge_can_be_achieved_only_during_its_own_stage(players: int) -> None:
    """In any deal, whatever lies: areas change only in the running stage, the blue ones only with its last card."""
    chance = random.Random(players)
    for _ in range(20):
        table = Table(players, last_deal=True)
        table.lay(chance.sample(range(1, 26), 6), chance.sample(range(1, 26), 6))
        table.choose(chance.choice("SHDC"))
        table.declare({0: (12, " ".join(chance.sample(codes(table).split(), 6))), 1: (3, codes(table).split()[0])})
        while table.match.status == "playing":
            before = table.state
            table.tell(card(chance.choice(table.choices)))
            last_card = before["trick"] % 4 == 0 and len(before["trick_cards"]) == players - 1
            for was, now in zip(before["challenges"], table.state["challenges"], strict=True):
                if was != now:
                    assert now["stage"] == before["stage"]
                    assert now["code"][0] == "R" or last_card


# Red challenges


def test_a_red_challenge_is_achieved_immediately() -> None:
    table = Table()
    table.prepare(red=(1, 2, 3, 4, 5, 6))
    table.play("H5 H9 H12")
    assert table.achieved("R1") == []
    table.play("H10")
    assert table.achieved("R1") == [2]
    assert table.achieved("R2") == [3]


def test_the_left_number_counts_with_three_and_the_right_with_four() -> None:
    for players, cards, who in ((3, "H9 H7 H6", [1]), (4, "H12 H9 H10 H7", [2])):
        table = Table(players)
        table.prepare(red=(1, 2, 3, 4, 5, 6))
        table.play(cards)
        assert table.achieved("R2") == who


@pytest.mark.parametrize(
    ("numbers", "code", "before", "cards"),
    [
        ((15, 16, 17, 18, 19, 20), "R15", "H9", "D1"),
        ((18, 19, 20, 21, 22, 23), "R18", "", "S5"),
        ((18, 19, 20, 21, 22, 23), "R19", "", "H5"),
        ((20, 21, 22, 23, 24, 25), "R20", "", "D5"),
        ((20, 21, 22, 23, 24, 25), "R21", "", "C5"),
        ((1, 2, 22, 23, 24, 25), "R22", "H1 H2 H3 H4 / H5 H6 H7 H8 / D1 D2 D3 D4 / D5 D6 D7 D8", "C10"),
        ((1, 2, 22, 23, 24, 25), "R23", "H1 H2 H3 H4 / H5 H6 H7 H8 / D1 D2 D3 D4 / D5 D6 D7 D8", "C3"),
    ],
)
def test_a_play_counts_at_once_while_the_trick_is_still_open(
    numbers: tuple[int, ...], code: str, before: str, cards: str
) -> None:
    table = Table()
    table.prepare(red=numbers)
    table.play(before)
    assert table.achieved(code) == []
    seat = table.turn
    table.play(cards)
    assert table.achieved(code) == [seat]
    assert table.state["trick_cards"]


def test_what_asks_for_a_won_or_lost_trick_waits_for_its_last_card() -> None:
    table = Table()
    table.prepare(red=(1, 13, 14, 16, 17, 24))
    table.play("H1 H12 S3")
    assert table.achieved("R1") == []
    table.play("H2")
    assert table.achieved("R1") == [2]
    assert table.achieved("R13") == [0]


def test_the_play_comes_before_the_lower_number_that_waits_for_the_end_of_the_trick() -> None:
    table = Table()
    table.prepare(red=(13, 20, 22, 23, 24, 25), each={0: (1, "")})
    table.play("D1 D2 D3 D4")
    assert table.areas("R20")[1] == [0]  # the only piece
    assert table.areas("R13")[2] == [0]


# Blue challenges


def test_a_blue_challenge_is_checked_only_at_the_end_of_its_stage() -> None:
    table = Table()
    table.prepare(blue=(3, 4, 9, 10, 11, 12))
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3 / C9 C1 C2 C3 / S1 S2 S3")
    assert table.achieved("B3") == table.achieved("B4") == []
    table.play("S4")
    assert table.achieved("B3") == [1, 2]
    assert table.achieved("B4") == [3]


def test_a_blue_condition_met_on_the_way_and_lost_again_is_not_achieved() -> None:
    table = Table()
    table.prepare(blue=(4, 9, 10, 11, 12, 13))
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3 / C9 C1 C2 C3 / S9 S1 S2 S3")
    assert table.achieved("B4") == table.achieved("B9") == []


def test_only_the_cards_a_trick_was_won_with_count_for_blue() -> None:
    """Seat 0 wins with even numbers tricks full of odd ones, and with hearts a trick full of spades."""
    table = Table()
    table.prepare(suit="H", blue=(6, 12, 13, 14, 15, 16))
    table.play("H12 H1 H3 H5 / D12 D1 D3 D5 / C12 C1 C3 C5 / C10 S1 S3 S5")
    assert 0 in table.achieved("B6")
    assert 0 in table.achieved("B12")


def test_only_the_tricks_of_the_stage_count_for_blue() -> None:
    table = Table()
    table.prepare(blue=(1, 2, 4, 16, 22, 23))
    table.follow(4 + 3, winner=0)
    table.follow(1, winner=1)
    assert table.achieved("B16") == [0]
    assert table.achieved("B4") == [1]


@pytest.mark.parametrize("code", ["B6", "B7", "B8", "B12", "B13", "B14", "B15"])
def test_no_trick_at_all_satisfies_what_asks_for_none_of_a_kind(code: str) -> None:
    table = Table()
    numbers = sorted({int(code[1:]), 16, 17, 18, 19, 20})
    table.prepare(blue=numbers)
    table.follow(4, winner=3)
    assert table.achieved(code)[:3] == [0, 1, 2]


@pytest.mark.parametrize("code", ["B5", "B10", "B11", "B17"])
def test_no_trick_at_all_is_no_suit_and_no_sum(code: str) -> None:
    table = Table()
    table.prepare(blue=sorted({int(code[1:]), 18, 19, 20, 21, 22}))
    table.follow(4, winner=3)
    assert not {0, 1, 2} & set(table.achieved(code))


@pytest.mark.parametrize(("house", "who"), [({}, [0, 1, 2, 3]), ({"most_at_zero": False}, [])])
def test_with_nobody_holding_a_spade_everybody_ties_for_most_unless_the_table_says_otherwise(
    house: dict[str, bool], who: list[int]
) -> None:
    table = Table(**house)
    table.prepare(blue=(18, 19, 20, 21, 22, 23))
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3 / C9 C1 C2 C3 / H10 H4 H5 H6")
    assert table.achieved("B18") == who
    assert table.achieved("B19") == [0]


@pytest.mark.parametrize(("house", "who"), [({}, [1, 2, 3]), ({"blue_25": "most_tricks"}, [0])])
def test_blue_25_is_least_tricks_unless_the_table_says_most(house: dict[str, str], who: list[int]) -> None:
    table = Table(last_deal=True, **house)
    table.prepare(blue=(20, 21, 22, 23, 24, 25))
    table.follow(12, winner=0)
    assert table.achieved("B25") == who
    assert table.achieved("B24") == [0]


# Achieving challenges


def test_the_declared_piece_moves_to_achievement() -> None:
    table = Table()
    table.prepare(each={0: (4, "R1 R2")})
    table.play("H9 H1 H2 H3")
    assert table.areas("R1") == ([], [0], [])
    assert table.state["front"] == [2, 0, 0, 0]


def test_another_challenge_takes_a_piece_from_in_front() -> None:
    table = Table()
    table.prepare(each={0: (4, "R2 R3")})
    table.play("H9 H1 H2 H3")
    assert table.areas("R1") == ([], [0], [])
    assert table.state["front"] == [1, 0, 0, 0]
    assert table.areas("R2") == ([0], [], [])


def test_with_none_in_front_a_piece_from_the_stock_goes_to_excess() -> None:
    table = Table()
    table.prepare(each={1: (1, "")})
    table.play("H9 H1 H2 H3")
    assert table.areas("R1") == ([], [], [0])
    assert table.state["front"] == [0, 1, 0, 0]


def test_a_piece_declared_elsewhere_is_not_in_front() -> None:
    table = Table()
    table.prepare(red=(1, 10, 11, 12, 13, 14), each={0: (3, "R12")})
    table.play("H9 H1 H2 H3")
    assert [table.areas(code) for code in ("R1", "R10", "R12")] == [([], [0], []), ([], [0], []), ([0], [], [])]
    table = Table()
    table.prepare(red=(1, 10, 11, 12, 13, 14), each={0: (2, "R12")})
    table.play("H9 H1 H2 H3")
    assert [table.areas(code) for code in ("R1", "R10", "R12")] == [([], [0], []), ([], [], [0]), ([0], [], [])]


def test_the_same_challenge_once_only_for_each_player() -> None:
    table = Table()
    table.prepare(each={0: (4, "R1 R2")})
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3 / C9 C1 C2 C3")
    assert table.areas("R1") == ([], [0], [])
    assert table.state["front"] == [2, 0, 0, 0]
    table = Table()
    table.prepare()
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3")
    assert table.areas("R1") == ([], [], [0])


def test_several_players_may_achieve_the_same_challenge() -> None:
    table = Table()
    table.prepare(each={0: (1, ""), 2: (2, "R1")})
    table.play("H9 H1 H2 H3 / D1 D2 D9 D3 / C1 C9 C2 C3")
    assert table.areas("R1") == ([], [0, 2], [3])


@pytest.mark.parametrize(
    ("pieces", "elsewhere", "in_front"),
    [(0, "", 0), (1, "", 1), (3, "B10", 2), (5, "B10 B11", 3), (7, "B10 B11 R22", 4)],
)
def test_several_at_once_with_too_few_pieces_reds_before_blues_and_lower_numbers_first(
    pieces: int, elsewhere: str, in_front: int
) -> None:
    table = Table()
    table.prepare(red=(7, 8, 22, 23, 24, 25), blue=(1, 4, 10, 11, 12, 13), each={2: (pieces, elsewhere)})
    table.play("H9 H1 H2 H3 / D1 D9 D2 D3 / C1 C2 C9")
    table.play("C3 / S1 S2 S3")
    at_once = ["R7", "R8", "B1", "B4"]
    table.play("S9")
    assert [code for code in at_once if 2 in table.areas(code)[1]] == at_once[:in_front]
    assert [code for code in at_once if 2 in table.areas(code)[2]] == at_once[in_front:]


def test_twelve_pieces_are_always_enough() -> None:
    """Whatever is declared and achieved: pieces taken and excess together are never more than the stock."""
    chance = random.Random(12)
    for _ in range(30):
        table = Table()
        table.lay(chance.sample(range(1, 26), 6), chance.sample(range(1, 26), 6))
        table.choose("S")
        taken = [chance.randint(0, 12) for _ in range(4)]
        each = {seat: (n, " ".join(chance.sample(codes(table).split(), n // 2))) for seat, n in enumerate(taken)}
        table.declare(each)
        table.play_on(47)
        for seat in range(4):
            areas = [area for one in table.state["challenges"] for area in one.items()]
            lying = Counter(name for name, seats in areas if name not in ("code", "stage") and seat in seats)
            assert lying["declared"] + lying["achieved"] + table.state["front"][seat] == taken[seat]
            assert taken[seat] + lying["excess"] <= 12


# End of the deal and scoring


def scored() -> Table:
    """Stage 1 is over. In front lie one piece of seat 0 and nobody else's."""
    table = Table()
    each = {0: (5, "R1 R17"), 1: (2, "R24"), 3: (1, "")}
    table.prepare(red=(1, 10, 14, 16, 17, 24), blue=(4, 9, 16, 17, 22, 23), each=each)
    table.play("H9 H1 H2 H3 / D9 D1 D2 D3 / C1 C9 C2 C3 / S1 S2 S4 S3")
    assert table.areas("R1") == ([], [0, 1, 3], [])
    assert table.areas("R10") == ([], [0], [1])
    assert table.areas("R17") == ([0], [], [])
    assert table.areas("R24") == ([1], [], [])
    assert table.areas("B4") == ([], [], [1, 3])
    assert table.areas("B9") == ([], [0], [])
    assert table.state["front"] == [1, 0, 0, 0]
    return table


RESULT = tallied((5, "R1 R17", "B9 R10 R1"), (2, "R24", "R1 R10 B4"), (0, "", ""), (1, "", "R1 B4"))


def test_plus_one_achieved_minus_one_in_front_minus_one_declared_minus_two_excess() -> None:
    table = scored()
    assert table.scores["current"] == [3 - 1 - 1, 1 - 1 - 2 - 2, 0, 1 - 2]
    assert table.scores["totals"] == [0, 0, 0, 0]
    table.tell(RESULT)
    assert table.scores["deals"] == [[1, -4, 0, -1]]
    assert table.scores["totals"] == [1, -4, 0, -1]


def test_every_point_has_a_line_with_its_reason() -> None:
    table = scored()
    table.tell(RESULT)
    assert [tuple(line.values()) for line in table.scores["lines"]] == [
        (1, 0, 1, "achieved", "R1", 1),
        (1, 0, 1, "achieved", "R10", 1),
        (1, 0, 1, "achieved", "B9", 1),
        (1, 0, -1, "declared_not_achieved", "R17", 3),
        (1, 0, -1, "left_in_front", 1),
        (1, 1, 1, "achieved", "R1", 1),
        (1, 1, -1, "declared_not_achieved", "R24", 3),
        (1, 1, -2, "excess", "R10", 1),
        (1, 1, -2, "excess", "B4", 1),
        (1, 3, 1, "achieved", "R1", 1),
        (1, 3, -2, "excess", "B4", 1),
    ]
    running = RULES.score(scored().match.game)
    assert [(line.seat, line.points, line.reason) for line in running.running] == [
        (line["seat"], line["points"], line["reason"]) for line in table.scores["lines"]
    ]


@both
def test_lines_add_up_to_deals_and_totals(players: int) -> None:
    chance = random.Random(players)
    table = Table(players)
    while table.match.status == "playing":
        table.lay(chance.sample(range(1, 26), 6), chance.sample(range(1, 26), 6))
        table.choose(chance.choice("SHDC"))
        taken = [chance.randint(0, 12) for _ in range(players)]
        each = {seat: (n, " ".join(chance.sample(codes(table).split(), n // 2))) for seat, n in enumerate(taken)}
        table.declare(each)
        while table.state["trump"] and table.match.status == "playing":
            before = table.scores["current"]
            table.tell(card(chance.choice(table.choices)))
        assert before is not None
    scores = table.scores
    sums = Counter()
    for line in scores["lines"]:
        sums[line["deal"], line["seat"]] += line["points"]
    for deal, points in enumerate(scores["deals"], start=1):
        assert points == [sums[deal, seat] for seat in range(players)]
    assert scores["totals"] == [sum(deal[seat] for deal in scores["deals"]) for seat in range(players)]
    assert len(scores["deals"]) == players


def test_the_last_card_of_a_deal_counts_for_everything_it_brings() -> None:
    """Trick 12: a red play, a red win and two blues, then the deal is scored."""
    table = Table(last_deal=True)
    table.prepare(red=(2, 3, 4, 5, 23, 25), blue=(1, 2, 3, 4, 24, 25))
    table.follow(11, winner=0)
    before = {code: table.achieved(code) for code in ("R23", "R25", "B24", "B25")}
    assert before["R25"] == [0]
    assert before["B24"] == before["B25"] == []
    table.follow(1, winner=1)
    assert table.achieved("R25") == [0, 1]
    assert table.achieved("B24") == [0]
    assert table.achieved("B25") == [2, 3]
    assert table.match.status == "finished"


@both
def test_the_deal_ends_after_twelve_tricks_and_the_start_player_passes_on(players: int) -> None:
    table = Table(players, first=1)
    for deal in range(1, players + 1):
        assert (table.view["deal"], table.view["deals"]) == (deal, players)
        table.lay()
        assert table.turn == (1 + deal - 1) % players
        table.choose("S")
        table.declare()
        assert table.state["leader"] == (1 + deal - 1) % players
        table.follow(12 if players == 3 else 11, winner=0)
        table.play_on()
        assert len(table.scores["deals"]) == deal
    assert table.view["deal"] == players


# End of the game


@both
def test_the_game_ends_after_as_many_deals_as_players(players: int) -> None:
    table = Table(players)
    for _ in range(players):
        assert table.view["status"] == "playing"
        assert table.view["winners"] is None
        table.skip_deal()
    assert table.view["status"] == "finished"
    assert table.view["expects"] == []
    assert table.view["scores"]["current"] is None
    assert table.problem(ChallengesLaid(LOWEST, LOWEST)) == ("wrong_phase", [])


def test_the_highest_total_wins() -> None:
    table = Table(3, last_deal=True)
    table.lay()
    table.tell(tallied((1, "", "R1"), (3, "R1", "R1 R2 R3"), (0, "", "R4")))
    assert table.scores["totals"] == [1, 3, -2]
    assert table.view["winners"] == [1]
    assert table.scores["places"] == [[1], [0], [2]]


def test_equal_totals_share() -> None:
    table = Table(4, last_deal=True)
    table.lay()
    table.tell(tallied((1, "", "R1"), (1, "", "R2"), (0, "", "R4"), (1, "", "")))
    assert table.scores["totals"] == [1, 1, -2, -1]
    assert table.view["winners"] == [0, 1]


def test_scores_can_be_negative_and_the_least_bad_wins() -> None:
    table = Table(3, last_deal=True)
    table.lay()
    table.tell(tallied((12, "R1 R2 R3 R4 R5 R6", ""), (0, "", "R1"), (1, "", "")))
    assert table.scores["totals"] == [-12, -2, -1]
    assert table.view["winners"] == [2]


def test_equal_deals_make_everybody_win() -> None:
    table = Table(3)
    for _ in range(3):
        table.skip_deal()
    assert table.view["winners"] == [0, 1, 2]


# The running deal


def test_the_running_score_is_the_deal_if_it_ended_now() -> None:
    table = Table(3)
    assert table.scores["current"] == [0, 0, 0]
    table.lay()
    table.choose("S")
    assert table.scores["current"] == [0, 0, 0]
    table.tell(declared(0, 5, "R1 R2"))
    assert table.scores["current"] == [-5, 0, 0]
    table.tell(declared(1, 0))
    table.tell(declared(2, 1))
    assert table.scores["current"] == [-5, 0, -1]
    table.play("H9 H1 H2")
    assert table.scores["current"] == [-3, 0, -1]
    assert table.scores["totals"] == [0, 0, 0]


@pytest.mark.parametrize("entered_at", range(5))
def test_after_a_last_deal_entered_by_its_counts_only_what_was_reached_is_told(entered_at: int) -> None:
    table = Table(3, last_deal=True)
    table.lay()
    steps = [trump(0, "S"), declared(0, 0), declared(1, 0), declared(2, 0)]
    for event in steps[:entered_at]:
        table.tell(event)
    before = table.state
    table.tell(tallied((1, "", ""), (0, "", "R1"), (0, "", "")))
    assert table.match.status == "finished"
    for name in ("trump", "stage", "trick", "leader", "trick_cards", "last_trick", "won"):
        assert table.state[name] == before[name]
    assert table.state["front"] == [1, 0, 0]
    assert table.areas("R1") == ([], [], [1])


# Who is told what


def test_dealt_by_the_companion_each_seat_knows_its_own_hand_only() -> None:
    dealt = hands(HANDS)
    for seat in (0, 1, 2, None):
        table = Table(3, dealing="companion")
        table.lay()
        table.tell(RULES.redact(dealt, seat))
        table.choose("S")
        known = [RULES.hand(table.match.game, other) for other in range(3)]
        assert known == [tuple(HANDS[other].split()) if other == seat else None for other in range(3)]
        assert RULES.redact(card("S1", 0), seat) == card("S1", 0)


def told(table: Table, at: int, seat: int | None) -> bool:
    return RULES.tell(table.match.game, replace(table.told[at], at=at), seat) is not None


@pytest.mark.parametrize("memory", ["open", "closed"])
def test_with_closed_memory_finished_tricks_of_the_running_deal_are_told_to_the_scribe_alone(memory: str) -> None:
    table = Table(3, memory=memory)
    table.prepare()
    finished = table.play("H9 H1 H2 / D9 D1 D2")
    lying = table.play("C1 C2")
    for seat in (SCRIBE, 0, None):
        exact = memory == "open" or seat == SCRIBE
        shown = RULES.show(table.match.game, seat)
        assert (shown["last_trick"] is not None) == exact
        assert [told(table, at, seat) for at in finished] == [exact] * 6
        assert [told(table, at, seat) for at in lying] == [True, True]
        assert all(told(table, at, seat) for at in range(1, finished[0]))
        assert shown["trick_cards"] == [{"seat": 0, "card": "C1"}, {"seat": 1, "card": "C2"}]
        assert shown["won"] == [["H9", "D9"], [], []]  # these lie open
        assert shown["challenges"] == table.state["challenges"]
    table.tell(tallied(*[(0, "", "")] * 3))
    assert all(told(table, at, None) for at in (*finished, *lying))


def test_with_closed_memory_everything_is_told_after_the_last_deal() -> None:
    table = Table(3, last_deal=True, memory="closed")
    table.prepare()
    plays = table.play("H9 H1 H2")
    table.play_on()
    assert RULES.show(table.match.game, None)["last_trick"]
    assert all(told(table, at, None) for at in plays)
