"""What is refused, with which code, at the first moment it can be proven, and which entries it names."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from games.extreme_tricks.table import LOWEST, Table, card, declared, hands, tallied, trump

from companion.games.extreme_tricks.events import ChallengesLaid, DealTallied, Declared
from companion.games.extreme_tricks.rules import RULES
from companion.kit.codec import Shape, fits, record_to_json
from companion.kit.general import DealThrownIn
from companion.kit.rules import Bounds, Event, options
from companion.kit.seats import Seat

THREE = {
    0: "S1 S2 S3 H1 H2 H3 D1 D2 D3 C1 C2 C3",
    1: "S4 S5 S6 H4 H5 H6 D4 D5 D6 C4 C5 C6",
    2: "S7 S8 S9 H7 H8 H9 D7 D8 D9 C7 C8 C9",
}
FOUR = THREE | {3: "S10 S11 S12 H10 H11 H12 D10 D11 D12 C10 C11 C12"}


def playing(players: int = 3, recorded: str = "", **more: Any) -> tuple[Table, dict[int, int]]:
    """Before the first card, with the hands of these seats recorded, each by an entry of its own."""
    table = Table(players, **more)
    table.lay()
    entries = {int(seat): table.tell(hands({int(seat): FOUR[int(seat)]})) for seat in recorded}
    table.choose("C")
    table.declare()
    return table, entries


# invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAnotherGame(Event):
    type: ClassVar[str] = "passed"
    seat: Seat


@pytest.mark.parametrize(("players", "seat"), [(3, 3), (4, 4), (3, -1), (4, 99)])
def test_a_seat_out_of_range_is_invalid_in_every_event(players: int, seat: int) -> None:
    table, _ = playing(players)
    for event in (card("S1", seat), trump(seat, "S"), declared(seat, 0), hands({seat: FOUR[0]})):
        assert table.problem(event) == ("invalid", [])


def test_an_event_of_another_game_is_invalid() -> None:
    table, _ = playing()
    assert table.problem(OfAnotherGame(seat=Seat(0))) == ("invalid", [])


RESULT = {"pieces": 0, "declared": [], "achieved": []}


@pytest.mark.parametrize(
    ("good", "wrong"),
    [
        ({"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 25], "blue": [*LOWEST]}, {"red": [1, 2, 3, 4, 5, 26]}),
        ({"type": "challenges_laid", "red": [*LOWEST], "blue": [*LOWEST]}, {"blue": [0, 1, 2, 3, 4, 5]}),
        ({"type": "challenges_laid", "red": [*LOWEST], "blue": [*LOWEST]}, {"red": [1, 2, 3, 4, 5]}),
        ({"type": "challenges_laid", "red": [*LOWEST], "blue": [*LOWEST]}, {"red": [1, 2, 3, 4, 5, 6, 7]}),
        ({"type": "challenges_laid", "red": [*LOWEST], "blue": [*LOWEST]}, {"red": [1, 2, 3, 4, 5, "6"]}),
        ({"type": "trump_chosen", "seat": 0, "suit": "H"}, {"suit": "X"}),
        ({"type": "trump_chosen", "seat": 0, "suit": "H"}, {"suit": None}),
        ({"type": "declared", "seat": 0, "pieces": 12, "challenges": ["R1"]}, {"pieces": 13}),
        ({"type": "declared", "seat": 0, "pieces": 0, "challenges": []}, {"pieces": -1}),
        ({"type": "declared", "seat": 0, "pieces": 2, "challenges": ["B25"]}, {"challenges": ["B26"]}),
        ({"type": "declared", "seat": 0, "pieces": 2, "challenges": ["R25"]}, {"challenges": ["R0"]}),
        ({"type": "card_played", "seat": 0, "card": "S1"}, {"card": 1}),
        ({"type": "card_played", "card": "S1", "irregular": True}, {"irregular": 1}),
        ({"type": "deal_tallied", "results": [RESULT] * 4}, {"results": [RESULT] * 5}),
        ({"type": "deal_tallied", "results": [RESULT] * 3}, {"results": []}),
        ({"type": "deal_tallied", "results": [RESULT] * 3}, {"results": [RESULT | {"pieces": 13}] * 3}),
        ({"type": "deal_tallied", "results": [RESULT] * 3}, {"results": [RESULT | {"achieved": ["X1"]}] * 3}),
    ],
)
def test_what_the_fields_cannot_hold_is_invalid(good: dict[str, Any], wrong: dict[str, Any]) -> None:
    form = next(event for event in RULES.events if event.type == good["type"])
    fields = {name: value for name, value in good.items() if name != "type"}
    assert fits(Shape("record", record=form), fields)
    assert not fits(Shape("record", record=form), fields | wrong)


# wrong_phase

ANY: dict[str, Event] = {
    "challenges_laid": ChallengesLaid(LOWEST, LOWEST),
    "hands_dealt": hands({2: THREE[2]}),
    "trump_chosen": trump(0, "C"),
    "declared": declared(0, 0),
    "card_played": card("S1", 0),
    "deal_tallied": tallied(*[(0, "", "")] * 3),
}


def accepted(table: Table, events: dict[str, Event] = ANY) -> set[str]:
    """The types that come through; the others are refused as wrong_phase."""
    problems = {name: table.problem(event) for name, event in events.items()}
    assert all(problem in (None, ("wrong_phase", [])) for problem in problems.values()), problems
    through = {name for name, problem in problems.items() if not problem}
    assert set(table.expected) == through
    return through


def test_each_event_has_its_phase_at_the_table() -> None:
    table = Table(3, last_deal=True)
    assert accepted(table) == {"challenges_laid"}
    table.lay()
    assert accepted(table) == {"trump_chosen", "hands_dealt", "deal_tallied"}
    table.choose("C")
    assert accepted(table) == {"declared", "hands_dealt", "deal_tallied"}
    table.declare()
    assert accepted(table) == {"card_played", "hands_dealt", "deal_tallied"}
    table.play("S2")
    assert accepted(table, ANY | {"card_played": card("S1", 1)}) == {"card_played", "deal_tallied"}
    table.play_on(2)
    assert accepted(table, ANY | {"card_played": card("H1", table.turn)}) == {"card_played", "deal_tallied"}
    table.play_on()
    assert accepted(table) == set()


def test_each_event_has_its_phase_when_the_companion_deals() -> None:
    table = Table(3, dealing="companion")
    everything = ANY | {"hands_dealt": hands(THREE)}
    assert accepted(table, everything) == {"challenges_laid"}
    table.lay()
    assert accepted(table, everything) == {"hands_dealt"}
    table.tell(everything["hands_dealt"])
    assert accepted(table, everything) == {"trump_chosen"}
    table.choose("C")
    assert accepted(table, everything) == {"declared"}
    table.declare()
    assert accepted(table, everything) == {"card_played"}
    table.play("S1 S4 S7")
    assert accepted(table, everything | {"card_played": card("H7")}) == {"card_played"}


# out_of_turn


def test_out_of_turn() -> None:
    table = Table(4, first=2)
    table.lay()
    for seat in (0, 1, 3):
        assert table.problem(trump(seat, "S")) == ("out_of_turn", [])
    table.choose("S")
    table.tell(declared(2, 0))
    assert [table.problem(declared(seat, 0)) for seat in (0, 1, 2)] == [("out_of_turn", [])] * 3
    for seat in (3, 0, 1):
        table.tell(declared(seat, 0))
    assert table.problem(card("H1", 3)) == ("out_of_turn", [])
    table.play("H1 H2")
    assert table.problem(card("H3", 3)) == ("out_of_turn", [])
    table.play("H12 H3")
    assert table.problem(card("H4", 2)) == ("out_of_turn", [])  # seat 0 has won
    assert table.problem(card("H4", 0)) is None


# not_in_deck, card_gone


@pytest.mark.parametrize("recorded", ["", "0", "01", "012"])
def test_a_card_that_the_deck_does_not_have(recorded: str) -> None:
    table, _ = playing(recorded=recorded)
    for name in ("S10", "S0", "X1", "S", "HA", "S01", "s1"):
        assert table.problem(card(name)) == ("not_in_deck", [])
        assert table.problem(card(name, irregular=True)) == ("not_in_deck", [])


def test_a_card_that_was_played_in_this_deal_is_gone() -> None:
    table, _ = playing()
    first, second, third = table.play("H1 H4 H7")
    assert [table.problem(card(name)) for name in ("H1", "H4", "H7")] == [
        ("card_gone", [first]),
        ("card_gone", [second]),
        ("card_gone", [third]),
    ]
    (led,) = table.play("D7")
    assert table.problem(card("D7")) == ("card_gone", [led])  # in the same trick


@pytest.mark.parametrize("recorded", ["0", "2", "012"])
def test_a_card_is_gone_whatever_hands_are_recorded(recorded: str) -> None:
    table, _ = playing(recorded=recorded)
    first, _, _ = table.play("H1 H4 H7")
    assert table.problem(card("H1")) == ("card_gone", [first])
    assert table.problem(card("H1", irregular=True)) == ("card_gone", [first])


def test_in_the_next_deal_all_cards_are_back() -> None:
    table, _ = playing()
    table.play("H1 H4 H7")
    table.tell(tallied(*[(0, "", "")] * 3))
    table.prepare()
    assert len(table.choices) == 36


def test_a_deal_thrown_in_begins_again_with_all_cards_and_no_hands() -> None:
    table, _ = playing(recorded="01")
    table.play("H1 H4 H7")
    table.tell(DealThrownIn())
    assert table.expected.keys() == {"challenges_laid"}
    table.prepare()
    assert len(table.choices) == 36
    assert RULES.hand(table.match.game, Seat(0)) is None


# not_in_hand, must_follow_suit, impossible_deal: what recorded hands prove


@pytest.mark.parametrize(
    ("recorded", "second", "code", "named"),
    [
        # Seat 0 has led H1; seat 1 has H4 H5 H6 and plays a diamond of its own.
        ("", "D4", None, ""),
        ("0", "D4", None, ""),
        ("2", "D4", None, ""),
        ("1", "D4", "must_follow_suit", "1"),
        ("01", "D4", "must_follow_suit", "1"),
        ("012", "D4", "must_follow_suit", "1"),
        ("02", "D4", "impossible_deal", "02"),  # only deduced
        # It plays a diamond, or a heart, of seat 2.
        ("", "D7", None, ""),
        ("0", "D7", None, ""),
        ("1", "D7", "not_in_hand", "1"),
        ("2", "D7", "impossible_deal", "2"),
        ("02", "D7", "impossible_deal", "2"),
        ("012", "D7", "not_in_hand", "1"),
        ("", "H7", None, ""),
        ("2", "H7", "impossible_deal", "2"),
        ("1", "H7", "not_in_hand", "1"),
        # It follows with its own.
        ("", "H5", None, ""),
        ("1", "H5", None, ""),
        ("02", "H5", None, ""),
        ("012", "H5", None, ""),
    ],
)
def test_what_recorded_hands_prove(recorded: str, second: str, code: str | None, named: str) -> None:
    table, entries = playing(recorded=recorded)
    table.play("H1")
    assert (second in table.choices) == (code is None)
    expected = code and (code, [entries[int(seat)] for seat in named])
    assert table.problem(card(second)) == expected


@pytest.mark.parametrize(("recorded", "code"), [("", None), ("1", "not_in_hand"), ("2", "impossible_deal")])
def test_the_leader_too_plays_what_it_has(recorded: str, code: str | None) -> None:
    table, entries = playing(recorded=recorded, first=1)
    assert table.problem(card("S7")) == (code and (code, [*entries.values()]))


def test_a_known_hand_void_of_the_led_suit_may_play_anything() -> None:
    table, _ = playing(recorded="012")
    table.play("H1 H4 H9 / S9 S1 S4 / S8 S2 S5 / S7 S3 S6 / D7")
    assert set(table.choices) == {"D1", "D2", "D3"}
    table.play("D1 D4 / D8 D2 D5 / D9 D3 D6 / H8")
    assert table.problem(card("C1")) is not None
    assert table.choices == ["H2", "H3"]


def test_the_fourth_hand_is_only_deduced_from_three() -> None:
    table, entries = playing(4, recorded="013", first=2)
    assert table.choices == FOUR[2].split()
    for name, seat in (("S1", 0), ("S4", 1), ("S10", 3)):
        assert table.problem(card(name)) == ("impossible_deal", [entries[seat]])
    table.play("H7 H10 H1 H4")
    table.play("H11")
    table.play("H2 H5")
    assert table.turn == 2
    assert table.choices == ["H8", "H9"]
    assert table.problem(card("D7")) == ("impossible_deal", [entries[seat] for seat in (0, 1, 3)])
    assert RULES.hand(table.match.game, Seat(2)) is None


# revoke


def shown_out() -> tuple[Table, int]:
    """Seat 1 of 4 has thrown D1 on a led heart."""
    table, _ = playing(4)
    _, at, _, _ = table.play("H9 D1 H2 H3")
    return table, at


def test_following_a_suit_after_showing_out_of_it_is_a_revoke_naming_that_play() -> None:
    table, at = shown_out()
    table.play("H10")
    assert table.problem(card("H4")) == ("revoke", [at])
    assert {name[0] for name in table.choices} == set("SDC")


def test_leading_it_is_one_too() -> None:
    table, at = shown_out()
    table.play("H10 D2 H5 H6 / S1 S12 S2 S3")
    assert table.turn == 1
    assert table.problem(card("H4")) == ("revoke", [at])
    assert {name[0] for name in table.choices} == set("SDC")


def test_throwing_it_on_another_lead_is_one_too() -> None:
    table, at = shown_out()
    table.play("S9")
    assert table.problem(card("H4")) == ("revoke", [at])
    assert table.problem(card("C4")) is None


def test_ruffing_shows_out_as_discarding_does() -> None:
    table, _ = playing(4)
    _, at, _, _ = table.play("H9 C1 H2 H3")
    assert table.turn == 1
    assert table.problem(card("H10")) == ("revoke", [at])


def test_a_showing_out_says_nothing_of_other_suits_or_seats() -> None:
    table, _ = shown_out()
    table.play("S12")
    for name in ("S1", "D2", "C1"):
        assert table.problem(card(name)) is None
    table.play("S1")
    assert table.problem(card("H4")) is None


def test_the_first_showing_out_is_named() -> None:
    table, at = shown_out()
    table.play("H10 D2 H4 H5 / H11")
    assert table.problem(card("H6")) == ("revoke", [at])


def test_in_the_next_deal_nobody_has_shown_out() -> None:
    table, _ = shown_out()
    table.tell(tallied(*[(0, "", "")] * 4))
    table.prepare()
    assert table.problem(card("H4", 1)) is None


# impossible_deal: what showing-out proves by counting


def test_two_of_three_show_out_then_the_third_must_hold_the_rest_from_the_moment_it_fills_its_hand() -> None:
    table, _ = playing()
    _, one, two = table.play("S9 D1 D2")
    for cards in ("H9 H1 H2", "H8 H3 H4"):
        assert {name[0] for name in table.choices} == set("SHDC")
        table.play(cards)
    assert "H7" in table.choices  # nine cards, eight of them spades
    table.play("H7 H5 H6")
    assert table.choices == [f"S{n}" for n in range(1, 9)]
    for name in ("D9", "C9"):
        assert table.problem(card(name)) == ("impossible_deal", [one, two])


def test_a_showing_out_that_leaves_no_room_for_the_suit() -> None:
    table, _ = playing()
    table.follow(4, winner=0, keep=[f"S{n}" for n in range(1, 10)])
    _, one = table.play("S9 D1")
    left = [name for name in table.choices if name[0] != "S"]
    assert left == []
    assert table.problem(card("D2")) == ("impossible_deal", [one])
    assert table.problem(card("S1")) is None


def test_three_of_four_may_show_out_at_the_first_trick_and_the_leader_then_has_nothing_else() -> None:
    table, _ = playing(4)
    plays = table.play("S12 H1 H2 H3")
    assert table.choices == [f"S{n}" for n in range(1, 12)]
    assert table.problem(card("H4")) == ("impossible_deal", plays[1:])


def test_once_the_cards_of_a_suit_are_all_seen_nothing_more_follows_from_it() -> None:
    table, _ = playing(4)
    table.follow(3, winner=0, keep=[name for name in table.unseen if name[0] != "S"])
    assert not [name for name in table.unseen if name[0] == "S"]
    assert len(table.choices) == 36


def test_a_blank_table_accepts_any_card_of_the_deck() -> None:
    table, _ = playing(4)
    assert len(table.choices) == 48
    table.play("H1")
    assert len(table.choices) == 47


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("recorded", ["", "1", "02"])
def test_what_is_expected_is_exactly_what_is_accepted(seed: int, recorded: str) -> None:
    """At every card of a deal that runs into corners: seats throw off where they can."""
    chance = random.Random(seed)
    table, _ = playing(recorded=recorded)
    deck = table.unseen
    for _ in range(36):
        choices = table.choices
        assert choices == [name for name in deck if table.problem(card(name)) is None]
        for name in deck:
            refusal = table.problem(card(name))
            assert refusal is None or refusal[1], (name, refusal)  # every proof names its entries
        led = (table.state["trick_cards"] or [{"card": ""}])[0]["card"][:1]
        table.tell(card(chance.choice([name for name in choices if name[0] != led] or choices)))
    assert table.match.game.deal == 2


# illegal_choice


def test_illegal_choices() -> None:
    table = Table(4)
    assert table.problem(ChallengesLaid((1, 1, 2, 3, 4, 5), LOWEST)) == ("illegal_choice", [])
    assert table.problem(ChallengesLaid(LOWEST, (1, 2, 3, 4, 25, 25))) == ("illegal_choice", [])
    table.lay()
    table.choose("S")
    for pieces, codes in ((2, ""), (2, "R1 R2"), (1, "R1"), (12, "R1 R2 R3 R4 R5"), (4, "R1 R1"), (2, "R7"), (2, "B7")):
        assert table.problem(declared(0, pieces, codes)) == ("illegal_choice", [])


# What may come


def test_bounds_for_what_has_too_many_forms_to_list() -> None:
    table = Table(3)
    assert table.view["expects"] == [{"type": "challenges_laid", "red": [1, 25], "blue": [1, 25]}]
    table.lay()
    laid = [f"{colour}{n}" for colour, n in zip("RRBB" * 3, (1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6), strict=True)]
    assert table.expected["deal_tallied"] == {"type": "deal_tallied", "pieces": [0, 12], "challenges": laid}
    assert table.expected["hands_dealt"] == {"type": "hands_dealt", "seats": [0, 1, 2], "cards": 12}
    table.choose("H")
    assert table.expected["declared"] == {"type": "declared", "seat": 0, "pieces": [0, 12], "challenges": laid}


@pytest.mark.parametrize("players", [3, 4])
def test_the_example_of_an_event_with_bounds_is_accepted(players: int) -> None:
    """Whatever the chance, and over many it reaches both ends of its bounds."""
    chance = random.Random(players)
    numbers, taken, tallies = set(), set(), set()
    for _ in range(60):
        table = Table(players)
        for _ in ("challenges", "trump", *range(players), "lead"):
            for seat in (None, *table.match.expects.seats):
                for option in options(RULES, table.match.game, seat):
                    event = option.sample(chance) if isinstance(option, Bounds) else option
                    assert table.problem(event) is None
                    assert fits(Shape("record", record=type(event)), record_to_json(event))
                    if isinstance(event, ChallengesLaid):
                        numbers |= {*event.red, *event.blue}
                        chosen = event
                    elif isinstance(event, Declared):
                        taken.add(event.pieces)
                        chosen = event
                    elif isinstance(event, DealTallied):
                        tallies |= {(result.pieces, len(result.achieved)) for result in event.results}
                    else:
                        chosen = event
            table.tell(chosen)
    assert numbers == set(range(1, 26))
    assert taken == set(range(13))
    assert {pieces for pieces, _ in tallies} == {achieved for _, achieved in tallies} == set(range(13))


@pytest.mark.parametrize("recorded", ["0", "12"])
def test_the_example_of_hands_fills_in_the_blank_ones(recorded: str) -> None:
    table, _ = playing(recorded=recorded)
    (bounds,) = (one for one in options(RULES, table.match.game, None) if one.type == "hands_dealt")
    assert isinstance(bounds, Bounds)
    table.tell(bounds.sample(random.Random(1)))
    assert "hands_dealt" not in table.expected


@pytest.mark.parametrize("players", [3, 4])
def test_what_the_companion_deals_is_accepted(players: int) -> None:
    for seed in range(10):
        table = Table(players, dealing="companion")
        for _ in range(2):
            assert table.match.expects.chance
            event = RULES.deal(table.match.game, random.Random(seed))
            assert table.problem(event) is None
            table.tell(event)
        assert table.match.expects.seats == (0,)
        assert all(len(RULES.hand(table.match.game, Seat(seat)) or ()) == 12 for seat in range(players))


# What a refusal tells


def test_a_refusal_says_what_it_is_about() -> None:
    def about(event: Event) -> dict[str, Any]:
        refusal = table.refusal(event)
        assert refusal
        return dict(refusal.params)

    table = Table(4)
    table.lay()
    assert about(trump(1, "S")) == {"seat": 0}
    table.choose("S")
    assert about(declared(0, 5, "R1")) == {"reason": "half_the_pieces", "pieces": 5, "declarations": 2}
    assert about(declared(0, 2, "R9")) == {"reason": "challenge_not_laid", "challenge": "R9"}
    assert about(declared(0, 4, "R1 R1")) == {"reason": "challenge_twice"}
    assert about(hands({})) == {"reason": "no_hand"}
    assert about(hands({2: "S1"})) == {"seat": 2, "cards": 12}
    assert about(tallied((0, "", ""))) == {"reason": "a_result_per_seat"}
    table, _ = shown_out()
    table.play("H10")
    assert about(card("H4")) == {"seat": 1, "card": "H4"}
    assert about(card("H10")) == {"card": "H10"}
    assert about(card("H13")) == {"card": "H13"}
    assert about(card("H4", 2)) == {"seat": 1}
    table, _ = playing(recorded="1")
    table.play("H1")
    assert about(card("D4")) == {"seat": 1, "card": "D4", "suit": "H"}


# The order of codes


def test_of_several_codes_the_first_in_order() -> None:
    table = Table(4)
    # invalid before wrong_phase
    assert table.problem(card("S1", 4)) == ("invalid", [])
    # wrong_phase before out_of_turn, not_in_deck, illegal_choice
    assert table.problem(trump(3, "S")) == ("wrong_phase", [])
    assert table.problem(card("X9", 3)) == ("wrong_phase", [])
    assert table.problem(declared(3, 1, "R1 R1")) == ("wrong_phase", [])
    assert table.problem(hands({0: "X1"})) == ("wrong_phase", [])
    assert table.problem(tallied((1, "R25", ""))) == ("wrong_phase", [])
    table.lay()
    table.choose("C")
    assert table.problem(ChallengesLaid((1,) * 6, (1,) * 6)) == ("wrong_phase", [])
    # out_of_turn before illegal_choice
    assert table.problem(declared(1, 1, "R1 R1")) == ("out_of_turn", [])
    entry = table.tell(hands({1: FOUR[1]}))
    table.declare()
    # out_of_turn before not_in_deck
    assert table.problem(card("X9", 3)) == ("out_of_turn", [])
    first = table.play("H1")[0]
    # out_of_turn before card_gone and not_in_hand
    assert table.problem(card("H1", 0)) == ("out_of_turn", [])
    # not_in_deck before not_in_hand
    assert table.problem(card("H13")) == ("not_in_deck", [])
    # card_gone before not_in_hand
    assert table.problem(card("H1")) == ("card_gone", [first])
    # not_in_hand before must_follow_suit
    assert table.problem(card("D7")) == ("not_in_hand", [entry])
    assert table.problem(card("D4")) == ("must_follow_suit", [entry])


def test_card_gone_comes_before_revoke() -> None:
    table, _ = shown_out()
    table.play("H10")
    assert table.problem(card("H10"))[0] == "card_gone"  # type: ignore[index]


def test_revoke_comes_before_impossible_deal() -> None:
    """Seat 1 has shown out of hearts and seat 2 is known to hold H8."""
    table, entries = playing(4, recorded="2")
    _, out, _, _ = table.play("H1 D1 H7 H2")
    table.play("H9 H3 H10")
    assert table.turn == 1
    assert table.problem(card("H8")) == ("revoke", [out])
    assert table.problem(card("D8")) == ("impossible_deal", [entries[2]])


# hands_dealt


def test_hands_may_be_recorded_one_by_one_until_the_first_card() -> None:
    table = Table(3)
    assert table.problem(hands({0: THREE[0]})) == ("wrong_phase", [])
    table.lay()
    assert table.expected["hands_dealt"] == {"type": "hands_dealt", "seats": [0, 1, 2], "cards": 12}
    table.tell(hands({1: THREE[1]}))
    assert table.expected["hands_dealt"]["seats"] == [0, 2]
    table.choose("C")
    table.tell(hands({0: THREE[0]}))
    table.tell(declared(0, 0))
    assert table.expected["hands_dealt"]["seats"] == [2]
    table.tell(declared(1, 0))
    table.tell(declared(2, 0))
    table.tell(hands({2: THREE[2]}))
    assert "hands_dealt" not in table.expected
    table.play("S1")
    assert table.problem(hands({2: THREE[2]})) == ("wrong_phase", [])


def test_hands_not_recorded_before_the_first_card_stay_blank() -> None:
    table, _ = playing(recorded="0")
    table.play("S1")
    assert table.problem(hands({2: THREE[2]})) == ("wrong_phase", [])
    assert "hands_dealt" not in table.expected


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (THREE[0].removesuffix(" C3"), "illegal_choice"),  # eleven
        (THREE[0] + " C4", "illegal_choice"),  # thirteen
        (THREE[0].replace("C3", "C2"), "illegal_choice"),  # one twice
        (THREE[0].replace("C3", "C10"), "not_in_deck"),
        (THREE[0].replace(" C3", "") + " S1 X1", "not_in_deck"),  # and the size is wrong
        ("", "illegal_choice"),
        (THREE[0], None),
    ],
)
def test_a_hand_is_twelve_different_cards_of_the_deck(cards: str, code: str | None) -> None:
    table = Table(3)
    table.lay()
    assert table.problem(hands({0: cards})) == (code and (code, []))


def test_a_hand_is_recorded_once() -> None:
    table, entries = playing(recorded="1")
    assert table.problem(hands({1: THREE[1]})) == ("illegal_choice", [entries[1]])
    assert table.problem(hands({1: THREE[2]})) == ("impossible_deal", [entries[1]])
    assert table.problem(hands({0: THREE[0], 1: THREE[1]})) == ("illegal_choice", [entries[1]])


def test_no_hand_at_all_is_no_record() -> None:
    table, _ = playing()
    assert table.problem(hands({})) == ("illegal_choice", [])


def test_a_card_in_two_hands_is_an_impossible_deal() -> None:
    table, entries = playing(recorded="1")
    assert table.problem(hands({0: THREE[0].replace("S1", "S4")})) == ("impossible_deal", [entries[1]])
    assert table.problem(hands({0: THREE[0], 2: THREE[2].replace("S9", "S1")})) == ("impossible_deal", [])


def test_all_hands_at_once() -> None:
    table, _ = playing()
    table.tell(hands(THREE))
    assert [RULES.hand(table.match.game, Seat(seat)) for seat in range(3)] == [
        tuple(cards.split()) for cards in THREE.values()
    ]


# irregular


def irregular(table: Table, name: str, seat: int | None = None) -> int:
    """What is refused is accepted when marked, and marked as such."""
    assert table.problem(card(name, seat)) is not None
    at = table.tell(card(name, seat, irregular=True))
    assert table.match.irregular[-1] == at
    return at


def test_a_revoke_that_happened_is_accepted_when_marked() -> None:
    table, _ = shown_out()
    table.play("H10")
    at = irregular(table, "H4")
    assert table.match.irregular == (at,)
    assert table.state["trick_cards"][-1] == {"seat": 1, "card": "H4"}
    table.play("H5 H6 / H11")
    assert table.problem(card("H7")) is None  # what it had shown is no longer believed


def test_a_marked_revoke_drops_only_what_was_said_of_that_suit() -> None:
    table, _ = playing(4)
    table.play("H9 D1 H2 H3")
    diamond = table.play("D9 D2 D3 D4 / S9 D5 S1 S2")[5]
    table.play("H10")
    irregular(table, "H4")
    table.play("H5 H6 / S10")
    assert table.problem(card("S3")) == ("revoke", [diamond])


def test_a_known_hand_that_did_not_follow_is_accepted_when_marked_and_stays_known() -> None:
    table, entries = playing(recorded="1")
    table.play("H1")
    irregular(table, "D4")
    assert RULES.hand(table.match.game, Seat(1)) == tuple(THREE[1].replace("D4 ", "").split())
    table.play("H9 / H8 H2")
    assert table.problem(card("D5")) == ("must_follow_suit", [entries[1]])
    assert table.problem(card("H4")) is None


def test_an_impossible_card_is_accepted_when_marked_and_the_recorded_hand_no_longer_believed() -> None:
    table, _ = playing(recorded="2")
    table.play("H1")
    irregular(table, "H7")
    assert RULES.hand(table.match.game, Seat(2)) is None
    assert table.problem(card("S1")) is None


def test_an_impossible_showing_out_is_accepted_when_marked() -> None:
    table, _ = playing()
    table.follow(4, winner=0, keep=[f"S{n}" for n in range(1, 10)])
    table.play("S9 D1")
    irregular(table, "D2")
    table.play_on()
    assert len(table.scores["deals"]) == 1


def test_the_mark_changes_nothing_on_what_would_have_been_accepted_anyway() -> None:
    marked, plain = (playing(recorded="2")[0] for _ in "12")
    for name in ("H1", "D4", "H8"):
        marked.tell(card(name, irregular=True))
        plain.tell(card(name))
    assert marked.match.irregular == ()
    assert marked.match.game == plain.match.game
    assert marked.view == plain.view


def test_the_mark_does_not_force_a_gone_card_or_one_not_in_the_hand() -> None:
    table, entries = playing(recorded="1")
    at = table.play("H1")[0]
    assert table.problem(card("H1", irregular=True)) == ("card_gone", [at])
    assert table.problem(card("H7", irregular=True)) == ("not_in_hand", [entries[1]])
    assert table.problem(card("H10", irregular=True)) == ("not_in_deck", [])
    assert table.problem(card("H5", 7, irregular=True)) == ("invalid", [])


def test_the_mark_does_not_force_a_phase() -> None:
    table = Table(3)
    assert table.problem(card("H1", irregular=True)) == ("wrong_phase", [])
    table.lay()
    assert table.problem(card("H1", irregular=True)) == ("wrong_phase", [])


@pytest.mark.parametrize("first_trick", [True, False])
def test_a_lead_out_of_turn_goes_round_from_that_seat(first_trick: bool) -> None:
    table, _ = playing(4, last_deal=True)
    if not first_trick:
        table.play("H1 H2 H3 H4 / H5 H6 H7 H8")
    turn = table.turn
    wrong = (turn + 2) % 4
    assert table.problem(card("D5", wrong)) == ("out_of_turn", [])
    irregular(table, "D5", wrong)
    assert table.state["leader"] == wrong
    for i in (1, 2, 3):
        assert table.turn == (wrong + i) % 4
        assert table.problem(card("D7", (table.turn + 1) % 4, irregular=True)) == ("out_of_turn", [])
        table.play(f"D{i}")
    assert table.turn == wrong
    assert len(table.match.irregular) == 1


def test_a_lead_out_of_turn_counts_as_the_lead() -> None:
    table = Table(4)
    table.prepare(red=(12, 13, 22, 23, 24, 25))
    table.tell(card("D5", 2, irregular=True))
    table.play("D6 D1 D2")
    assert table.achieved("R13") == [2]
    assert table.achieved("R12") == []


def test_a_lead_out_of_turn_is_judged_by_what_is_known_of_that_hand() -> None:
    table, entries = playing(4, recorded="2")
    assert table.problem(card("H1", 2, irregular=True)) == ("not_in_hand", [entries[2]])
    assert table.problem(card("H7", 2, irregular=True)) is None
    table, _ = shown_out()
    irregular(table, "H4", 1)  # out of turn and a revoke
    assert table.state["leader"] == 1


def test_the_deal_goes_on_whatever_was_forced() -> None:
    """Random forcing never leaves a seat without a card to play, and all 36 cards are played."""
    chance = random.Random(7)
    for recorded in ("", "1", "02", "012"):
        table, _ = playing(recorded=recorded)
        while table.match.game.deal == 1:
            refused = [name for name in table.unseen if table.problem(card(name))]
            refused = [name for name in refused if table.problem(card(name, irregular=True)) is None]
            assert table.choices
            forced = bool(refused) and chance.random() < 0.3
            table.tell(card(chance.choice(refused if forced else table.choices), irregular=forced))
        assert table.match.irregular


# deal_tallied


def test_a_deal_may_be_entered_by_its_counts() -> None:
    table = Table(3)
    table.lay()
    table.tell(tallied((4, "R1 B2", "R1 R2"), (1, "", "B1 B3"), (0, "", "")))
    assert table.scores["deals"] == [[2 - 1 - 1, 1 - 2, 0]]
    assert [(line["seat"], line["points"], line["reason"]) for line in table.scores["lines"]] == [
        (0, 1, "achieved"),
        (0, 1, "achieved"),
        (0, -1, "declared_not_achieved"),
        (0, -1, "left_in_front"),
        (1, 1, "achieved"),
        (1, -2, "excess"),
    ]
    assert table.expected.keys() == {"challenges_laid"}
    table.lay()
    assert table.turn == 1  # the start player has passed on


def test_a_tallied_last_deal_shows_its_areas() -> None:
    table = Table(3, last_deal=True)
    table.lay()
    table.tell(tallied((4, "R1 B2", "R1 R2"), (1, "", "B1 B3"), (0, "", "")))
    assert table.areas("R1") == ([], [0], [])
    assert table.areas("R2") == ([], [0], [])
    assert table.areas("B2") == ([0], [], [])
    assert sorted(table.areas("B1")[1] + table.areas("B3")[1]) == [1]
    assert sorted(table.areas("B1")[2] + table.areas("B3")[2]) == [1]
    assert table.state["front"] == [1, 0, 0]
    assert table.view["winners"] == [0, 2]


def test_the_counts_hold_whatever_was_recorded_before() -> None:
    counts = tallied((4, "R1 B2", "R1 R2"), (1, "", "B1 B3"), (0, "", ""))
    table = Table(3)
    table.lay()
    steps = [trump(0, "S"), declared(0, 12, "R1 R2 R3 B1 B2 B3"), declared(1, 0), declared(2, 3, "R1")]
    steps += [hands({0: THREE[0]}), *(card(name) for name in ("S1", "S4", "S7", "H7", "H1"))]
    for event in steps:
        table.tell(event)
        assert "deal_tallied" in table.expected
        copy = Table(3)
        copy.match, copy.seq = table.match, table.seq
        copy.tell(counts)
        assert copy.scores["deals"] == [[0, -1, 0]]


GOOD = ((4, "R1 B2", "R1 R2"), (1, "", "B1 B3"), (0, "", ""))


@pytest.mark.parametrize(
    "wrong",
    [
        (4, "R1", "R1"),  # not half of the pieces
        (4, "R1 R2 R3", "R1"),
        (0, "R1", ""),
        (5, "R1 R2 R3", ""),
        (4, "R1 R1", "R1"),  # declared twice
        (4, "R1 R7", "R1"),  # declared but not laid
        (4, "R1 R2", "R1 R1"),  # achieved twice
        (4, "R1 R2", "B25"),  # achieved but not laid
    ],
)
@pytest.mark.parametrize("seat", [0, 2])
def test_counts_that_cannot_be_are_refused(wrong: tuple[int, str, str], seat: int) -> None:
    table = Table(3)
    table.lay()
    assert table.problem(tallied(*GOOD)) is None
    results = [*GOOD]
    results[seat] = wrong
    assert table.problem(tallied(*results)) == ("illegal_choice", [])


def test_one_result_for_each_seat() -> None:
    for players in (3, 4):
        table = Table(players)
        table.lay()
        for count in (1, 2, 3, 4):
            expected = None if count == players else ("illegal_choice", [])
            assert table.problem(tallied(*[(0, "", "")] * count)) == expected


def test_counts_only_for_a_deal_at_the_table_that_is_on() -> None:
    counts = tallied(*[(0, "", "")] * 3)
    table = Table(3)
    assert table.problem(counts) == ("wrong_phase", [])
    dealt = Table(3, dealing="companion")
    dealt.lay()
    assert dealt.problem(counts) == ("wrong_phase", [])
    dealt.tell(hands(THREE))
    assert dealt.problem(counts) == ("wrong_phase", [])
    assert "deal_tallied" not in dealt.expected
    finished = Table(3, last_deal=True)
    finished.skip_deal()
    assert finished.problem(counts) == ("wrong_phase", [])
