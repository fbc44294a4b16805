"""What is refused, with which code, and which entries it names; the quick entry; the chance of losing the turn."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from games.hit_extreme.table import ACTIONS, COPIES, VALUES, Table, card, every, tallied

from companion.games.hit_extreme.events import (
    AllInCollected,
    Banked,
    CardDrawn,
    CardsStolen,
    ElixirGiven,
    HeldUp,
    TurnEnded,
    WentAllIn,
)
from companion.games.hit_extreme.rules import RULES
from companion.kit.codec import Shape, fits
from companion.kit.match import view
from companion.kit.rules import Bounds, Event, options
from companion.kit.seats import SCRIBE, Seat

S = [Seat(seat) for seat in range(8)]

# invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAnotherGame(Event):
    type: ClassVar[str] = "passed"
    seat: Seat


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (3, 3), (8, 8), (3, -1), (4, 99)])
def test_a_seat_out_of_range_is_invalid_in_every_event(players: int, seat: int) -> None:
    table = Table(players)
    for event in (*every(table, seat).values(), card("6", seat)):
        assert table.problem(event) == "invalid"
    assert table.problem(ElixirGiven(S[0], Seat(seat))) == "invalid"
    assert table.problem(HeldUp(S[0], Seat(seat), "6")) == "invalid"  # type: ignore[arg-type]


def test_an_event_of_another_game_is_invalid() -> None:
    assert Table().problem(OfAnotherGame(seat=S[0])) == "invalid"


def test_at_the_table_a_draw_says_which_card_it_was() -> None:
    assert Table().problem(card(None)) == "invalid"
    assert Table().problem(card(None, 1)) == "invalid"


@pytest.mark.parametrize(
    ("good", "wrong"),
    [
        ({"type": "card_drawn", "seat": 0, "card": "6"}, {"card": 6}),
        ({"type": "card_drawn", "card": "6"}, {"seat": "0"}),
        ({"type": "elixir_given", "seat": 0, "to": 1}, {"to": None}),
        ({"type": "held_up", "seat": 0, "from_seat": 1, "card": "6"}, {"from_seat": None}),
        ({"type": "banked", "seat": 0, "card": "6"}, {"card": None}),
        ({"type": "turn_ended", "seat": 0}, {"bank_lucky": 1}),
        ({"type": "turn_ended", "seat": 0, "bank_lucky": False}, {"seat": None}),
        ({"type": "deal_tallied", "results": [1, 2]}, {"results": [1]}),
        ({"type": "deal_tallied", "results": [1, 2]}, {"results": [1] * 9}),
        ({"type": "deal_tallied", "results": [-42, 484]}, {"results": [-43, 1]}),
        ({"type": "deal_tallied", "results": [-42, 484]}, {"results": [1, 485]}),
    ],
)
def test_what_the_fields_cannot_hold_is_invalid(good: dict[str, Any], wrong: dict[str, Any]) -> None:
    form = next(event for event in RULES.events if event.type == good["type"])
    fields = {name: value for name, value in good.items() if name != "type"}
    assert fits(Shape("record", record=form), fields)
    assert not fits(Shape("record", record=form), fields | wrong)


@pytest.mark.parametrize("house", [{"all_in_match": "never"}, {"rounds": 0}, {"rounds": 101}, {"rounds": "2"}])
def test_house_rules_have_their_values(house: dict[str, Any]) -> None:
    assert not fits(Shape("record", record=RULES.house_rules), house)
    assert fits(Shape("record", record=RULES.house_rules), {"all_in_match": "any", "rounds": 8})


# wrong_phase, out_of_turn


def accepted(table: Table) -> set[str]:
    """The types of which some form is accepted from the seat on turn; the others are refused as wrong_phase."""
    through = set()
    for kind, event in {**every(table), "card_drawn": card("1")}.items():
        problem = table.problem(event)
        assert problem in (None, "wrong_phase", "illegal_choice"), (kind, problem)
        if problem != "wrong_phase":
            through.add(kind)
    return through


def test_each_event_has_its_phase() -> None:
    table = Table()
    assert accepted(table) == table.open == {"card_drawn"}
    table.turns("6", "8")
    table.draw("6")
    assert accepted(table) == table.open == {"card_drawn", "turn_ended", "cards_stolen"}
    table.draw("hold_up")
    assert accepted(table) == table.open == {"card_drawn", "turn_ended", "held_up"}
    table.draw("bank")
    assert accepted(table) == table.open == {"card_drawn", "turn_ended", "banked"}
    table.draw("elixir")
    assert accepted(table) == table.open == {"elixir_given"}
    table.give(0)
    assert accepted(table) == table.open == {"card_drawn", "turn_ended"}
    table.draw("all_in")
    assert accepted(table) == table.open == {"card_drawn", "turn_ended", "went_all_in"}
    table.tell(WentAllIn(S[2]))
    for face in ("1", "2", "3"):
        assert accepted(table) == table.open == {"card_drawn"}
        table.draw(face)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (TurnEnded(S[0]), "draw_first"),
        (CardsStolen(S[0]), "nothing_to_steal"),
        (ElixirGiven(S[0], S[1]), "no_elixir_to_give"),
        (HeldUp(S[0], S[1], "6"), "nothing_to_hold_up"),  # type: ignore[arg-type]
        (Banked(S[0], "6"), "nothing_to_bank"),  # type: ignore[arg-type]
        (WentAllIn(S[0]), "no_all_in"),
        (AllInCollected(S[0]), "no_all_in_to_collect"),
    ],
)
def test_a_refusal_says_what_is_missing(event: Event, reason: str) -> None:
    refusal = Table().refusal(event)
    assert refusal
    assert (refusal.code, dict(refusal.params)) == ("wrong_phase", {"reason": reason, "seat": 0})


def test_a_refusal_names_the_elixir_that_waits_and_the_all_in_that_goes_on() -> None:
    table = Table()
    at = table.draw("6 elixir")
    refusal = table.refusal(card("8"))
    assert refusal
    assert dict(refusal.params)["reason"] == "elixir_must_be_given"
    assert refusal.conflicts_with == (at,)
    table.give(1)
    at = table.draw("all_in") + 1
    table.tell(WentAllIn(S[0]))
    refusal = table.refusal(TurnEnded(S[0]))
    assert refusal
    assert dict(refusal.params)["reason"] == "all_in_goes_on"
    assert refusal.conflicts_with == (at,)
    table.draw("8 9 10")
    refusal = table.refusal(card("1"))
    assert refusal
    assert dict(refusal.params)["reason"] == "all_in_is_over"


def test_out_of_turn_names_the_seat_on_turn() -> None:
    table = Table()
    refusal = table.refusal(card("6", 2))
    assert refusal
    assert (refusal.code, dict(refusal.params)) == ("out_of_turn", {"seat": 0})


def test_of_several_codes_the_first_in_order() -> None:
    table = Table(players=2)
    table.turns("20", "20")
    table.draw("6")
    # invalid before out_of_turn, wrong_phase before out_of_turn, out_of_turn before not_in_deck and illegal_choice
    assert table.problem(card(None, 1)) == "invalid"
    assert table.problem(Banked(S[1], "6")) == "wrong_phase"  # type: ignore[arg-type]
    assert table.problem(card("20", 1)) == "out_of_turn"
    table.draw("elixir")
    assert table.problem(card("20")) == "wrong_phase"
    assert table.problem(ElixirGiven(S[1], S[1])) == "out_of_turn"


# not_in_deck


def test_more_copies_than_exist_name_those_that_were_drawn() -> None:
    table = Table(2)
    first = table.draw("20")
    table.end()
    second = table.draw("20")
    refusal = table.refusal(card("20"))
    assert refusal
    assert (refusal.code, dict(refusal.params)) == ("not_in_deck", {"card": "20", "copies": 2})
    assert refusal.conflicts_with == (first, second)


def test_a_face_that_does_not_exist_is_not_in_the_deck() -> None:
    assert Table().problem(card("7")) == "not_in_deck"


def test_lost_cards_and_winnings_do_not_come_back_in_the_same_round() -> None:
    table = Table(2)
    table.draw("20 1 2 20")
    assert table.problem(card("20")) == "not_in_deck"


def test_during_an_all_in_too() -> None:
    table = Table(2)
    table.turns("20", "20")
    table.draw("all_in")
    table.tell(WentAllIn(S[0]))
    assert table.problem(card("20")) == "not_in_deck"


# illegal_choice


def test_illegal_choices_say_why() -> None:
    table = Table()
    table.turns("6 duel", "8")
    table.draw("9 hold_up")
    reasons: dict[str, Event] = {
        "not_from_yourself": HeldUp(S[2], S[2], "9"),  # type: ignore[arg-type]
        "not_in_front": HeldUp(S[2], S[0], "8"),  # type: ignore[arg-type]
    }
    for reason, event in reasons.items():
        refusal = table.refusal(event)
        assert refusal
        assert (refusal.code, dict(refusal.params)["reason"]) == ("illegal_choice", reason)
    table.hold_up(0, "duel")
    table.draw("bank")
    for face, reason in (("duel", "a_duel_alone"), ("8", "not_in_front"), ("bank", "not_in_front")):
        refusal = table.refusal(Banked(S[2], face))  # type: ignore[arg-type]
        assert refusal
        assert (refusal.code, dict(refusal.params)["reason"]) == ("illegal_choice", reason)
    table.draw("elixir")
    refusal = table.refusal(ElixirGiven(S[2], S[2]))
    assert refusal
    assert (refusal.code, dict(refusal.params)["reason"]) == ("illegal_choice", "not_to_yourself")


@pytest.mark.parametrize("kind", ["table", "companion"])
def test_what_is_expected_is_exactly_what_is_accepted(kind: str) -> None:
    """Every form of every event, all along random rounds."""
    rng = random.Random(3)
    for players in (2, 3, 5):
        table = Table(players, dealing=kind)
        for _ in range(60):
            listed = set()
            for seat in (None, *S[:players]):
                listed |= {one for one in options(RULES, table.match.game, seat) if not isinstance(one, Bounds)}
            for event in forms(players):
                accepted = table.problem(event) is None
                assert accepted == (event in listed), event
            if table.match.expects.over:
                break
            table.tell(rng.choice(sorted(listed, key=repr)))


def forms(players: int) -> list[Event]:
    seats, faces = S[:players], RULES.cards
    return [
        *(CardDrawn(seat, face) for seat in seats for face in (None, *faces)),
        *(CardsStolen(seat) for seat in seats),
        *(ElixirGiven(seat, to) for seat in seats for to in seats),
        *(HeldUp(seat, victim, face) for seat in seats for victim in seats for face in faces),
        *(Banked(seat, face) for seat in seats for face in faces),
        *(WentAllIn(seat) for seat in seats),
        *(AllInCollected(seat) for seat in seats),
        *(TurnEnded(seat) for seat in seats),
    ]


# Quick entry


def test_a_round_may_be_told_as_the_table_counted_it_at_any_time() -> None:
    for before in ("", "6 8", "elixir", "6 all_in"):
        table = Table()
        table.draw(before)
        if before.endswith("all_in"):
            table.tell(WentAllIn(S[0]))
        usual = {"usual": {"results": [0, 0, 0]}} if before else {}
        limits = {"results": [-42, 484], "sums": {"results.*": [-42, 484]}}
        assert table.expected["deal_tallied"] == {"type": "deal_tallied", **limits, **usual}
        table.tell(tallied(40, 30, -7))
        assert table.scores["totals"] == [40, 30, -7]
        assert table.scores["winners"] == [0]


def test_the_quick_entry_begins_with_what_is_won_unless_the_phone_must_not_tell() -> None:
    table = Table(2)
    table.turns("6 8", "9", "10")
    assert table.expected["deal_tallied"]["usual"] == {"results": [14, 9]}
    closed = Table(2, memory="closed")
    closed.turns("6 8", "9", "10")
    told = {who: next(one for one in view(closed.match, who)["expects"] if "results" in one) for who in (None, SCRIBE)}
    assert "usual" not in told[None]
    assert told[SCRIBE]["usual"] == {"results": [14, 9]}


def test_a_tallied_last_round_shows_its_counts_and_only_what_was_reached() -> None:
    table = Table()
    table.turns("6 8")
    table.draw("9")
    table.tell(tallied(40, 30, -7))
    shown = table.state
    assert shown["winnings"] == [40, 30, -7]
    assert shown["winnings_cards"] is None
    assert shown["in_front"] == [{}, {}, {}]
    assert shown["deck_left"] == 99
    assert shown["bust_risk"] == 0


@pytest.mark.parametrize(
    ("results", "reason"),
    [
        ((400, 100, 0), "over_484"),
        ((484, 1, 0), "over_484"),
        ((484, 1, -7), "over_484"),  # a loser takes nothing from what the others won
        ((484, -1, 0), "over_484"),  # -1 is a loser and 6 points of other cards
        ((-42, -7, 0), "more_losers_than_six"),
        ((-36, -1, 0), "more_losers_than_six"),  # -36 takes six losers
        ((40, 30), "a_result_per_seat"),
        ((40, 30, 1, 1), "a_result_per_seat"),
    ],
)
def test_counts_that_cannot_be_are_refused(results: tuple[int, ...], reason: str) -> None:
    refusal = Table().refusal(tallied(*results))
    assert refusal
    assert (refusal.code, dict(refusal.params)["reason"]) == ("illegal_choice", reason)


@pytest.mark.parametrize(
    "results", [(484, 0, 0), (0, 0, 0), (-42, 0, 0), (484, -42, 0), (-35, -1, 0), (478, -1, 0), (160, 160, 164)]
)
def test_counts_that_can_be_are_accepted(results: tuple[int, ...]) -> None:
    assert Table().problem(tallied(*results)) is None


@pytest.mark.parametrize("seed", range(40))
def test_every_accepted_count_can_be_dealt_out_in_cards(seed: int) -> None:
    """Near the bounds too: some cards of the deck, an even number of duels among them, make exactly these points."""
    rng = random.Random(seed)
    table = Table(rng.choice(RULES.seats))
    (bounds,) = [one for one in options(RULES, table.match.game, None) if isinstance(one, Bounds)]
    event = bounds.sample(rng)
    assert table.problem(event) is None
    results = list(event.results)  # type: ignore[attr-defined]
    if seed % 2:  # fill up to the very bound
        i = results.index(max(results))
        while results[i] < 484 and table.problem(tallied(*results[:i], results[i] + 1, *results[i + 1 :])) is None:
            results[i] += 1
    assert dealt_out(results), results


def dealt_out(results: list[int]) -> bool:
    """Each seat takes its losers, then the largest cards that fit. An odd duel is changed into a 5 of small cards."""
    pool = Counter({face: n for face, n in COPIES.items() if VALUES.get(face, 0) > 0})
    losers = 6
    for points in sorted(results):
        taken = max(0, -(points // 7))
        losers -= taken
        need = points + 7 * taken
        for face in sorted(pool, key=lambda face: -VALUES[face]):
            n = min(pool[face], need // VALUES[face])
            need -= n * VALUES[face]
            pool[face] -= n
        if need:
            return False
    fives = (Counter("41"), Counter("32"), Counter("311"), Counter("221"), Counter("2111"), Counter("11111"))
    return losers >= 0 and (pool["duel"] % 2 == 0 or any(five <= pool for five in fives))


def test_no_quick_entry_where_the_companion_deals() -> None:
    table = Table(dealing="companion")
    assert table.problem(tallied(1, 2, 3)) == "wrong_phase"
    assert "deal_tallied" not in table.expected


# The chance of losing the turn on the next card


def test_under_three_cards_there_is_no_risk() -> None:
    table = Table()
    for face in ("6", "6"):
        table.draw(face)
        assert table.state["bust_risk"] == 0
    table.draw("8")
    assert table.state["bust_risk"] == (5 + 6) / 99


def test_the_risk_counts_what_is_unseen_of_the_faces_in_front() -> None:
    table = Table()
    table.turns("6 1 6", "2 6 6")
    table.draw("6 3 duel")
    assert table.state["bust_risk"] == (7 - 5 + 8 - 1) / (102 - 9)


def test_duels_elixirs_and_action_cards_are_no_risk() -> None:
    table = Table(3)
    table.draw("elixir")
    table.give(2)
    table.end() if "turn_ended" in table.open else None
    table.draw("hold_up")
    table.hold_up(2, "elixir")
    table.draw("duel 8")
    assert table.fronts[1] == {"elixir": 1, "duel": 1, "8": 1}
    assert table.state["bust_risk"] == 6 / 98


def test_the_risk_is_that_of_the_seat_on_turn_from_its_first_moment() -> None:
    table = Table(2)
    table.turns("6 8 9")
    table.draw("elixir")
    table.give(0)
    assert table.state["bust_risk"] == 0
    table.turns("1")
    assert table.turn == 0
    assert table.state["bust_risk"] == 18 / 97


def test_a_sure_loss_is_1() -> None:
    table = Table.near_the_end("1 2 3 1 2")
    table.draw("1 2 3")
    assert table.state["bust_risk"] == 1


def test_with_an_empty_deck_there_is_no_risk() -> None:
    table = Table.near_the_end("1 2 3 bank")
    table.draw("1 2 3 bank")
    assert table.open == {"banked", "turn_ended"}
    assert table.state["bust_risk"] == 0


@pytest.mark.parametrize("seed", range(6))
def test_the_risk_against_drawing_every_card_there_is(seed: int) -> None:
    rng = random.Random(seed)
    table = Table(rng.choice((2, 4, 8)), all_in_match=rng.choice(("as_written", "any", "new")))
    while not table.match.expects.over:
        shown, turn = table.state, table.turn
        if "card_drawn" in table.open and not table.match.expects.chance:
            lost = 0
            for face, n in shown["unseen"].items():
                if n:
                    before, told = table.match, len(table.told)
                    table.draw(face)
                    lost += n * (sum(table.match.game.lost) > sum(before.game.lost) and face not in ACTIONS)
                    table.match = before
                    del table.told[told:]
            assert shown["bust_risk"] == pytest.approx(lost / shown["deck_left"])
        else:
            assert shown["bust_risk"] == 0 or "elixir_given" in table.open
        choices = [one for one in options(RULES, table.match.game, turn) if not isinstance(one, Bounds)]
        table.tell(rng.choice(choices))
