"""What is refused, with which code, at the first moment it can be proven, and which entries it names."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from games.trex.table import FOUR, Table, dealt, even, hands, new, recorded

from companion.games.trex.contracts import CONTRACTS
from companion.games.trex.rules import RULES
from companion.kit.codec import Shape, fits
from companion.kit.match import check
from companion.kit.rules import Bounds, Event, options
from companion.kit.seats import SCRIBE, Seat

NO_JACK = "S7 S8 S9 SQ SK S10 SA H7"

# invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class OfAnotherGame(Event):
    type: ClassVar[str] = "trump_chosen"
    seat: Seat


@pytest.mark.parametrize("seat", [4, -1, 99])
def test_a_seat_out_of_range_is_invalid_in_every_event(seat: int) -> None:
    table = new("ray")
    for kind, data in (
        ("card_played", {"card": "S7", "seat": seat}),
        ("contract_chosen", {"contract": "ray", "seat": seat}),
        ("king_announced", {"seat": seat}),
        ("passed", {"seat": seat}),
        ("last_trick_viewed", {"seat": seat}),
        ("hands_dealt", {"hands": {str(seat): FOUR[0].split()}}),
        ("deal_tallied", {"contract": "ray", "results": {"king": seat}}),
        ("deal_tallied", {"contract": "ray", "results": {"king": 0, "announcer": seat}}),
        ("deal_tallied", {"contract": "trix", "results": {"first": 0, "second": seat}}),
    ):
        if seat != -1 or kind != "hands_dealt":
            assert table.problem(kind, **data) == ("invalid", []), kind


def test_an_event_of_another_game_is_invalid() -> None:
    refusal = check(new("ray").match, OfAnotherGame(seat=Seat(0)))
    assert refusal
    assert refusal.code == "invalid"


@pytest.mark.parametrize(
    ("kind", "good", "wrong"),
    [
        ("contract_chosen", {"seat": 0, "contract": "ray"}, {"contract": "king"}),
        ("card_played", {"card": "S7"}, {"card": 7}),
        ("passed", {"irregular": True}, {"irregular": 1}),
        ("deal_tallied", {"contract": "diamonds", "results": {"taken": [8, 0, 0, 0]}}, {"results": {"taken": [8]}}),
        (
            "deal_tallied",
            {"contract": "tricks", "results": {"taken": [8, 0, 0, 0]}},
            {"results": {"taken": [9, -1, 0, 0]}},
        ),
        ("deal_tallied", {"contract": "ray", "results": {"king": 0}}, {"results": {"kings": 0}}),
        ("deal_tallied", {"contract": "ray", "results": {"king": 0, "announcer": None}}, {"results": {}}),
        ("deal_tallied", {"contract": "last", "results": {"last": 0}}, {"contract": "all"}),
    ],
)
def test_what_the_fields_cannot_hold_is_invalid(kind: str, good: dict[str, Any], wrong: dict[str, Any]) -> None:
    form = next(event for event in RULES.events if event.type == kind)
    assert fits(Shape("record", record=form), good)
    assert not fits(Shape("record", record=form), good | wrong)


# wrong_phase

ANY: dict[str, dict[str, Any]] = {
    "hands_dealt": {"hands": {"3": FOUR[3].split()}},
    "contract_chosen": {"seat": 0, "contract": "general"},
    "king_announced": {"seat": 0},
    "card_played": {"card": "SJ", "seat": 0},
    "passed": {"seat": 0},
    "last_trick_viewed": {"seat": 2},
    "deal_tallied": {"contract": "general", "results": even("general", 0)},
}


def accepted(table: Table, **others: dict[str, Any]) -> set[str]:
    """The types that come through as in ANY or as told here; all others are of the wrong phase."""
    through = set()
    for kind, data in (ANY | others).items():
        problem = table.problem(kind, **data)
        assert problem in (None, ("wrong_phase", [])), (kind, problem)
        if problem is None:
            through.add(kind)
    assert {one["type"] for one in table.expected} == through
    return through


def test_each_event_has_its_phase_at_the_table() -> None:
    table = Table()
    table.adjust(2, 1001)
    assert accepted(table) == {"hands_dealt", "contract_chosen", "deal_tallied"}
    table.chooses("general")
    assert accepted(table) == {"hands_dealt", "king_announced", "card_played", "deal_tallied"}
    table.play("S7")
    second = {"card_played": {"card": "S8"}, "king_announced": {"seat": 1}}
    assert accepted(table, **second) == {"king_announced", "card_played", "deal_tallied"}
    table.play("S8 S9 SA")
    assert accepted(table, card_played={"card": "H7"}) == {"card_played", "deal_tallied"}
    table.tally("general", **even("general", 0))
    assert table.match.status == "finished"
    assert accepted(table) == set()


def test_each_event_has_its_phase_in_trix() -> None:
    table = Table()
    table.chooses("trix")
    tally = {"deal_tallied": {"contract": "trix", "results": {"first": 0, "second": 1}}}
    assert table.code("passed") == "trix_needs_jack"
    table.play("HJ")
    assert accepted(table, **tally, passed={"seat": 1}, card_played={"card": "SJ", "seat": 1}) == {
        "card_played",
        "passed",
        "deal_tallied",
    }


def test_each_event_has_its_phase_when_the_companion_deals() -> None:
    table = Table(dealing="companion")
    assert accepted(table) == {"contract_chosen"}
    table.chooses("tricks")
    first = {"card": table.cards[0]}
    assert accepted(table, card_played=first) == {"card_played"}
    for _ in range(4):
        table.play(table.cards[0])
    assert accepted(table, card_played={"card": table.cards[0]}) == {"card_played", "last_trick_viewed"}


def test_hands_are_dealt_by_nobody_else_where_the_companion_deals() -> None:
    table = Table(dealing="companion")
    assert table.problem("hands_dealt", hands=hands(FOUR)) == ("wrong_phase", [])


# out_of_turn


def test_out_of_turn() -> None:
    table = Table(first=2)
    for seat in (0, 1, 3):
        assert table.problem("contract_chosen", seat=seat, contract="ray") == ("out_of_turn", [])
    table.chooses("general")
    assert table.problem("card_played", card="S7", seat=3) == ("out_of_turn", [])
    assert table.problem("king_announced", seat=3) == ("out_of_turn", [])
    trix = new("trix")
    trix.play("SJ")
    for seat in (0, 2, 3):
        assert trix.problem("card_played", card="SQ", seat=seat) == ("out_of_turn", [])
        assert trix.problem("passed", seat=seat) == ("out_of_turn", [])


def test_a_refusal_says_whose_turn_it_is() -> None:
    refusal = Table(first=2).refusal("contract_chosen", seat=0, contract="ray")
    assert refusal
    assert dict(refusal.params) == {"seat": 2}


# not_in_deck, card_gone


@pytest.mark.parametrize("contract", ["tricks", "trix"])
@pytest.mark.parametrize("card", ["S6", "S1", "H11", "X7", "SJQ", "s7", ""])
def test_a_card_that_the_deck_does_not_have(contract: str, card: str) -> None:
    for table in (new(contract), recorded(contract)):
        assert table.problem("card_played", card=card) == ("not_in_deck", [])
        assert table.problem("card_played", card=card, irregular=True) == ("not_in_deck", [])


@pytest.mark.parametrize("contract", ["tricks", "trix"])
def test_a_card_that_has_been_seen_is_gone(contract: str) -> None:
    table = new(contract)
    (at,) = table.play("SJ")
    assert table.problem("card_played", card="SJ") == ("card_gone", [at])
    assert table.problem("card_played", card="SJ", irregular=True) == ("card_gone", [at])


def test_a_seen_card_is_gone_though_memory_is_closed() -> None:
    table = new("tricks")
    first, *_ = table.play("S7 S8 S9 SA / H7")
    assert table.problem("card_played", card="S7") == ("card_gone", [first])


# not_in_hand, must_follow_suit


@pytest.mark.parametrize("contract", ["tricks", "trix"])
def test_a_card_that_a_recorded_hand_does_not_have(contract: str) -> None:
    table = recorded(contract)
    assert table.problem("card_played", card="HJ") == ("not_in_hand", [1])
    assert table.problem("card_played", card="HJ", irregular=True) == ("not_in_hand", [1])


def test_a_recorded_hand_that_could_follow_must() -> None:
    table = recorded("tricks", FOUR | {0: "H7 S8 S9 SJ SQ SK S10 SA", 1: "S7 H8 H9 HJ HQ HK H10 HA"})
    table.play("S8")
    assert table.problem("card_played", card="H8") == ("must_follow_suit", [1])


# must_play


def test_a_recorded_hand_that_can_place_may_not_pass() -> None:
    table = recorded("trix")
    table.play("SJ")
    assert table.problem("passed") == ("must_play", [1])
    assert table.code("passed", irregular=True) is None


def test_the_owner_whose_recorded_hand_has_a_jack_must_place_it() -> None:
    assert recorded("trix").problem("passed") == ("must_play", [1])


# revoke


def test_a_suit_played_after_showing_out_of_it_is_a_revoke_naming_that_play() -> None:
    table = new("tricks")
    _, out, *_ = table.play("SA H7 S8 S9")
    table.play("S10")
    assert table.problem("card_played", card="S7") == ("revoke", [out])
    assert {card[0] for card in table.cards} == {"H", "D", "C"}


# illegal_pass


def test_a_card_placed_after_passing_with_it_is_an_illegal_pass_naming_the_pass() -> None:
    table = new("trix")
    table.play("SJ")
    (at,) = table.passes()
    table.play("S9 SQ HJ")
    assert table.problem("card_played", card="CJ") == ("illegal_pass", [at])


# impossible_deal


def test_a_card_of_another_seats_recorded_hand_played_from_an_unknown_one() -> None:
    for contract, card in (("tricks", "S7"), ("trix", "HJ")):
        table = Table()
        at = table.hands({1: "S7 S8 S9 HJ HQ HK H10 HA"})
        table.chooses(contract)
        assert table.problem("card_played", card=card) == ("impossible_deal", [at])


def test_a_hand_that_is_only_deduced_counts_as_unknown() -> None:
    table = Table()
    at = table.hands({seat: FOUR[seat] for seat in (1, 2, 3)})
    table.chooses("tricks")
    assert table.problem("card_played", card="H7") == ("impossible_deal", [at])
    trix = Table()
    at = trix.hands({seat: FOUR[seat] for seat in (1, 2, 3)})
    trix.chooses("trix")
    assert trix.problem("passed") == ("impossible_deal", [at])


def test_two_of_three_who_may_hold_a_suit_show_out_and_the_third_must_have_it() -> None:
    table = new("tricks")
    _, *outs = table.play("SA H7 H8 H9")
    for card in ("H10", "D7", "C7"):
        assert table.problem("card_played", card=card) == ("impossible_deal", outs), card
    assert {card[0] for card in table.cards} == {"S"}  # its last seven cards


def test_an_unknown_hands_pass_that_is_proven_false_at_once() -> None:
    table = new("trix")
    table.play("SJ")
    passes = table.passes(3)
    assert table.problem("passed") == ("impossible_deal", passes)


def test_recorded_hands_that_no_deal_allows() -> None:
    table = Table()
    at = table.hands({0: FOUR[0]})
    assert table.problem("hands_dealt", hands=hands({1: "SA H7 H8 H9 HJ HQ HK H10"})) == ("impossible_deal", [at])
    assert table.problem("hands_dealt", hands=hands({1: FOUR[1], 2: FOUR[1]})) == ("impossible_deal", [])


def test_a_hand_recorded_after_a_pass_agrees_with_it() -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", "general"])
    table.chooses("trix")
    (at,) = table.passes()
    assert table.problem("hands_dealt", hands=hands({0: FOUR[0]})) == ("impossible_deal", [at])
    assert table.problem("hands_dealt", hands=hands({0: NO_JACK})) is None


# illegal_choice


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("S7 S8 S9 SJ SQ SK S10", "illegal_choice"),  # seven
        (FOUR[0] + " H7", "illegal_choice"),  # nine
        ("S7 S7 S9 SJ SQ SK S10 SA", "illegal_choice"),  # one twice
        ("S6 S8 S9 SJ SQ SK S10 SA", "not_in_deck"),
        (FOUR[0], None),
    ],
)
def test_a_hand_is_eight_different_cards_of_the_deck(cards: str, code: str | None) -> None:
    assert Table().code("hands_dealt", hands={"0": cards.split()}) == code


def test_a_hand_is_recorded_once() -> None:
    table = Table()
    at = table.hands({0: FOUR[0]})
    assert table.problem("hands_dealt", hands=hands({0: FOUR[0]})) == ("illegal_choice", [at])


def test_no_hand_at_all_is_no_record() -> None:
    assert Table().problem("hands_dealt", hands={}) == ("illegal_choice", [])


def test_in_trix_a_card_that_fits_no_pile() -> None:
    table = new("trix")
    assert table.problem("card_played", card="SQ") == ("illegal_choice", [])
    table.play("SJ")
    assert table.problem("card_played", card="S8") == ("illegal_choice", [])


def test_a_third_look_at_the_last_trick() -> None:
    table = Table(dealing="companion")
    table.chooses("tricks")
    for _ in range(4):
        table.play(table.cards[0])
    table.does("last_trick_viewed", seat=1)
    table.does("last_trick_viewed", seat=1)
    assert table.problem("last_trick_viewed", seat=1) == ("illegal_choice", [])
    assert table.problem("last_trick_viewed", seat=2) is None


# The game's own


def test_a_contract_that_was_chosen_before_names_that_entry() -> None:
    table = Table()
    at = table.chooses("ray")
    for owner in range(4):
        table.tally("ray", king=owner)
    assert table.problem("contract_chosen", seat=0, contract="ray") == ("contract_used", [at])
    assert table.problem("deal_tallied", contract="ray", results={"king": 1}) == ("contract_used", [at])


def test_trix_when_all_four_jacks_lie_in_other_recorded_hands() -> None:
    table = Table()
    at = table.hands({1: "SJ HJ DJ CJ S7 S8 S9 SQ"})
    assert table.problem("contract_chosen", seat=0, contract="trix") == ("trix_needs_jack", [at])
    assert table.problem("deal_tallied", contract="trix", results={"first": 0, "second": 1}) == (
        "trix_needs_jack",
        [at],
    )


def test_hands_recorded_after_trix_was_chosen_leave_its_owner_a_jack() -> None:
    table = Table()
    at = table.chooses("trix")
    assert table.problem("hands_dealt", hands=hands({0: NO_JACK})) == ("impossible_deal", [at])
    assert table.problem("hands_dealt", hands=hands({2: "SJ HJ DJ CJ S7 S8 S9 SQ"})) == ("impossible_deal", [at])
    table.hands({2: "SJ HJ DJ S7 S8 S9 SQ SK"})
    assert table.problem("hands_dealt", hands=hands({3: "CJ C7 C8 C9 CQ CK C10 CA"})) == ("impossible_deal", [at])
    for seed in range(5):
        (bounds,) = (one for one in options(RULES, table.match.game, None) if one.type == "hands_dealt")
        assert isinstance(bounds, Bounds)
        example = bounds.sample(random.Random(seed))
        assert check(table.match, example) is None
        assert "CJ" in dict(example.hands)[0]  # type: ignore[attr-defined]


def test_hands_recorded_before_a_forced_trix_need_no_jack() -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", "general"])
    table.chooses("trix")
    assert table.problem("hands_dealt", hands=hands({0: NO_JACK})) is None


@pytest.mark.parametrize("contract", [contract for contract in CONTRACTS if contract != "trix"])
def test_trix_forced_refuses_every_other_contract_that_is_left(contract: str) -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", contract])
    assert table.problem("contract_chosen", seat=0, contract=contract) == ("trix_forced", [])
    results = even(contract, 0)  # type: ignore[arg-type]
    assert table.problem("deal_tallied", contract=contract, results=results) == ("trix_forced", [])


# The order of codes


def test_of_several_codes_the_first_in_order() -> None:
    table = Table()
    # invalid before wrong_phase
    assert table.code("card_played", card="X9", seat=4) == "invalid"
    # wrong_phase before out_of_turn, not_in_deck
    assert table.code("card_played", card="X9", seat=3) == "wrong_phase"
    assert table.code("king_announced", seat=3) == "wrong_phase"
    # out_of_turn before contract_used
    for owner in range(4):
        table.tally("ray", king=owner)
    assert table.code("contract_chosen", seat=1, contract="ray") == "out_of_turn"
    # not_in_deck before illegal_choice
    assert table.code("hands_dealt", hands={"0": ["S6"]}) == "not_in_deck"
    at = table.hands({0: "S7 S8 H9 HJ HQ HK H10 HA", 1: "S9 SJ SQ SK S10 SA H7 H8"})
    # impossible_deal before illegal_choice
    assert table.problem("hands_dealt", hands=hands({0: FOUR[0]})) == ("impossible_deal", [at])
    # illegal_choice before the game's own
    assert table.code("deal_tallied", contract="ray", results={"first": 1, "second": 1}) == "illegal_choice"
    table.chooses("general")
    # out_of_turn before not_in_deck
    assert table.code("card_played", card="X9", seat=2) == "out_of_turn"
    (lead,) = table.play("S8")
    # out_of_turn before card_gone and not_in_hand
    assert table.code("card_played", card="S8", seat=0) == "out_of_turn"
    # card_gone before not_in_hand
    assert table.problem("card_played", card="S8") == ("card_gone", [lead])
    # not_in_hand before must_follow_suit
    assert table.code("card_played", card="D7") == "not_in_hand"
    assert table.code("card_played", card="H7") == "must_follow_suit"
    # not_in_hand before impossible_deal: seat 0 is known to hold the king
    assert table.code("king_announced", seat=1) == "not_in_hand"


def test_in_trix_too() -> None:
    table = Table()
    at = table.hands({2: "S8 H8 H9 HQ HK D9 C9 CQ"})
    table.chooses("trix")
    (jack,) = table.play("SJ")
    # not_in_deck, card_gone before everything that hands prove
    assert table.code("card_played", card="X1") == "not_in_deck"
    assert table.problem("card_played", card="SJ") == ("card_gone", [jack])
    # impossible_deal before illegal_choice: S8 fits no pile yet, and lies with seat 2
    assert table.problem("card_played", card="S8") == ("impossible_deal", [at])
    (passed,) = table.passes()
    # not_in_hand before illegal_choice
    assert table.code("card_played", card="SA") == "not_in_hand"
    table.passes()
    table.play("HJ")  # seat 3
    table.play("DJ")
    # illegal_pass before impossible_deal and illegal_choice
    assert table.problem("card_played", card="CJ") == ("illegal_pass", [passed])
    assert table.code("card_played", card="HQ") == "impossible_deal"


def test_must_play_comes_before_trix_needs_jack() -> None:
    assert recorded("trix").code("passed") == "must_play"
    assert new("trix").code("passed") == "trix_needs_jack"


def test_revoke_comes_before_impossible_deal() -> None:
    table = Table()
    at = table.hands({2: "S8 H8 H9 HQ HK D9 C9 CQ"})
    table.chooses("tricks")
    _, out, *_ = table.play("SA D7 S8 S9 / S10")
    assert table.problem("card_played", card="SQ") == ("revoke", [out])
    assert table.problem("card_played", card="H8") == ("impossible_deal", [at])


# irregular


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("revoke", "revoke"),
        ("follow", "must_follow_suit"),
        ("impossible", "impossible_deal"),
        ("pass", "illegal_pass"),
        ("must", "must_play"),
    ],
)
def test_what_physically_happened_is_taken_when_marked(setting: str, code: str) -> None:
    kind, data = "card_played", {"card": "S7"}
    match setting:
        case "revoke":
            table = new("tricks")
            table.play("SA H7 S8 S9 / S10")
        case "follow":
            table = recorded("tricks", FOUR | {0: "H7 S8 S9 SJ SQ SK S10 SA", 1: "S7 H8 H9 HJ HQ HK H10 HA"})
            table.play("S8")
            data = {"card": "H8"}
        case "impossible":
            table = Table()
            table.hands({1: "S7 S8 S9 HJ HQ HK H10 HA"})
            table.chooses("tricks")
        case "pass":
            table = new("trix")
            table.play("SJ")
            table.passes()
            table.play("S9 SQ HJ")
            data = {"card": "CJ"}
        case _:
            table = recorded("trix")
            table.play("SJ")
            kind, data = "passed", {}
    assert table.code(kind, **data) == code
    at = table.does(kind, **data, irregular=True)
    assert table.match.irregular == (at,)


def test_a_lead_out_of_turn_is_taken_when_marked_and_the_trick_goes_round_from_that_seat() -> None:
    table = new("tricks")
    table.play("S7 S8 S9 SA")
    assert table.code("card_played", card="H7", seat=1) == "out_of_turn"
    table.does("card_played", card="H7", seat=1, irregular=True)
    assert (table.state["leader"], table.turn) == (1, 2)
    table.play("H8 H9 HA")
    assert table.state["tricks_taken"] == [1, 0, 0, 1]


def test_nothing_can_be_forced_where_the_companion_deals() -> None:
    table = Table(dealing="companion")
    table.chooses("tricks")
    missing = next(card for card in RULES.cards if card not in table.cards)
    assert table.code("card_played", card=missing, irregular=True) == "not_in_hand"
    assert table.code("card_played", card=missing, seat=2, irregular=True) == "out_of_turn"


# hands_dealt


def test_hands_are_recorded_one_by_one_before_or_after_the_choice_until_the_first_card() -> None:
    table = Table()
    assert table.expects("hands_dealt") == {"type": "hands_dealt", "seats": [0, 1, 2, 3], "cards": 8}
    table.hands({2: FOUR[2]})
    assert table.expects("hands_dealt")["seats"] == [0, 1, 3]  # type: ignore[index]
    table.chooses("ray")
    table.hands({0: FOUR[0]})
    table.play("S7")
    assert table.expects("hands_dealt") is None
    assert table.problem("hands_dealt", hands=hands({1: FOUR[1]})) == ("wrong_phase", [])


def test_a_pass_is_no_card_yet() -> None:
    table = Table()
    table.up_to_choice(6, leaving=["trix", "general"])
    table.chooses("trix")
    table.passes()
    assert table.expects("hands_dealt")
    table.hands(dealt(NO_JACK))


# deal_tallied


@pytest.mark.parametrize(
    ("contract", "results"),
    [
        ("diamonds", {"taken": [3, 3, 1, 0]}),
        ("diamonds", {"taken": [8, 1, 0, 0]}),
        ("queens", {"taken": [8, 0, 0, 0]}),
        ("queens", {"taken": [1, 1, 1, 0]}),
        ("tricks", {"taken": [4, 4, 4, 0]}),
        ("tricks", {"king": 1}),
        ("last", {"taken": [1, 0, 0, 0]}),
        ("ray", {"last": 1}),
        ("ray", {"first": 1, "second": 2}),
        ("trix", {"first": 1, "second": 1}),
        ("trix", {"king": 1}),
        ("general", {"taken": [8, 0, 0, 0]}),
        ("general", even("general", 0) | {"diamonds": [2, 2, 2, 3]}),
        ("general", even("general", 0) | {"queens": [1, 1, 1, 2]}),
        ("general", even("general", 0) | {"tricks": [2, 2, 2, 1]}),
        ("general", even("general", 0) | {"tricks": [0, 2, 2, 4]}),  # diamonds without a trick
        ("general", even("general", 0) | {"tricks": [0, 2, 2, 4], "diamonds": [0, 2, 2, 4]}),  # a queen
        (
            "general",
            {"diamonds": [0, 2, 2, 4], "queens": [0, 1, 1, 2], "tricks": [0, 2, 2, 4], "last": 0, "king": 1},
        ),
        (
            "general",
            {"diamonds": [0, 2, 2, 4], "queens": [0, 1, 1, 2], "tricks": [0, 2, 2, 4], "last": 1, "king": 0},
        ),
        (
            "general",  # five cards in one trick
            {"diamonds": [5, 1, 1, 1], "queens": [0, 0, 0, 4], "tricks": [1, 2, 2, 3], "last": 1, "king": 1},
        ),
        (
            "general",  # four diamonds and the king
            {"diamonds": [4, 1, 1, 2], "queens": [0, 0, 0, 4], "tricks": [1, 2, 2, 3], "last": 1, "king": 0},
        ),
        (
            "general",  # nobody could have the queen of diamonds
            {"diamonds": [4, 4, 0, 0], "queens": [0, 0, 2, 2], "tricks": [2, 2, 2, 2], "last": 1, "king": 0},
        ),
    ],
)
def test_counts_that_cannot_be_are_refused(contract: str, results: dict[str, Any]) -> None:
    assert Table().problem("deal_tallied", contract=contract, results=results) == ("illegal_choice", [])


@pytest.mark.parametrize(
    "results",
    [
        {"diamonds": [4, 1, 1, 2], "queens": [1, 0, 0, 3], "tricks": [1, 2, 2, 3], "last": 1, "king": 3},
        {"diamonds": [8, 0, 0, 0], "queens": [4, 0, 0, 0], "tricks": [8, 0, 0, 0], "last": 0, "king": 0},
        {"diamonds": [4, 4, 0, 0], "queens": [1, 0, 0, 3], "tricks": [1, 1, 5, 1], "last": 2, "king": 2},
    ],
)
def test_counts_that_just_can_be_are_taken(results: dict[str, Any]) -> None:
    assert Table().problem("deal_tallied", contract="general", results=results) is None


@pytest.mark.parametrize(
    ("contract", "results", "points"),
    [
        ("diamonds", {"taken": [3, 5, 0, 0]}, [60, 50, 0, 0]),
        ("queens", {"taken": [0, 3, 1, 0]}, [0, 60, 20, 0]),
        ("tricks", {"taken": [0, 8, 0, 0]}, [0, 150, 0, 0]),
        ("last", {"last": 3}, [0, 0, 0, 100]),
        ("ray", {"king": 2}, [0, 0, 100, 0]),
        ("ray", {"king": 2, "announcer": None}, [0, 0, 100, 0]),
        ("ray", {"king": 0, "announcer": 3}, [400, 0, 0, -50]),
        ("ray", {"king": 3, "announcer": 3}, [0, 0, 0, 200]),
        ("general", even("general", 0), [120, 160, 160, 60]),
        (
            "general",
            {
                "diamonds": [0, 8, 0, 0],
                "queens": [0, 4, 0, 0],
                "tricks": [0, 8, 0, 0],
                "last": 1,
                "king": 1,
                "announcer": 2,
            },
            [0, 0, -50, 0],
        ),
        ("trix", {"first": 3, "second": 1}, [0, -50, 0, -100]),
    ],
)
def test_a_contract_may_be_told_as_the_table_counted_it(
    contract: str, results: dict[str, Any], points: list[int]
) -> None:
    table = Table()
    table.tally(contract, **results)
    assert table.points == points
    assert table.state["owner"] == 1


def test_it_agrees_with_a_contract_already_chosen() -> None:
    table = Table()
    at = table.chooses("ray")
    assert table.problem("deal_tallied", contract="last", results={"last": 1}) == ("illegal_choice", [at])
    asked = {"contracts": ["ray"], "results": {"ray": ["king", "announcer"]}, "sums": {"ray": {}}}
    assert table.expects("deal_tallied") == {"type": "deal_tallied", **asked}
    table.tally("ray", king=2)


def test_its_sums_are_told_and_what_the_plays_so_far_prove() -> None:
    table = Table()
    table.chooses("general")
    asked = table.expects("deal_tallied")
    assert asked
    assert asked["sums"] == {
        "general": {"results.diamonds.*": [8, 8], "results.queens.*": [4, 4], "results.tricks.*": [8, 8]}
    }
    assert "usual" not in asked
    table.play("SQ DA SA HK")
    assert table.expects("deal_tallied")["usual"] == {  # type: ignore[index]
        "contract": "general",
        "results": {"diamonds": [0, 0, 1, 0], "queens": [0, 0, 1, 0], "tricks": [0, 0, 1, 0], "king": 2},
    }


def test_what_lies_face_down_is_told_with_it_to_the_phone_that_keeps_the_sheet_alone() -> None:
    table = Table(memory="closed")
    table.chooses("diamonds")
    table.play("SQ DA SA HK")
    seen = {who: next(one for one in table.view(who)["expects"] if "results" in one) for who in (None, SCRIBE)}
    assert "usual" not in seen[None]
    assert seen[SCRIBE]["usual"]["results"] == {"taken": [0, 0, 1, 0]}


def test_it_is_open_from_the_start_of_the_contract_with_what_may_be_chosen() -> None:
    table = Table()
    asked = table.expects("deal_tallied")
    assert asked
    assert asked["contracts"] == list(asked["results"]) == list(CONTRACTS)
    assert asked["results"]["general"] == ["diamonds", "queens", "tricks", "last", "king", "announcer"]
    table.hands({0: NO_JACK})
    assert "trix" not in table.expects("deal_tallied")["contracts"]  # type: ignore[index]


def test_it_counts_whatever_was_recorded_before() -> None:
    table = new("general")
    table.announces()
    table.play("HK H10 H7 H8 / HA D7")
    table.tally("general", **even("general", 0))
    assert table.points == [120, 160, 160, 60]
    assert table.why.count((0, -50, "king_lost")) == 0


def test_a_tallied_last_contract_shows_what_was_counted_and_no_more() -> None:
    table = Table()
    table.adjust(2, 1001)
    table.chooses("general")
    table.play("S7 S8 S9 SA / HA")
    table.tally("general", **even("general", 0), announcer=3)
    state = table.state
    assert (state["contract"], state["tricks_taken"], state["announcer"]) == ("general", [2, 2, 2, 2], 3)
    assert (state["trick_cards"], state["last_trick"]) == ([], None)
    other = Table()
    other.adjust(2, 1001)
    other.tally("trix", first=3, second=0)
    assert other.state["out"] == [3, 0]
    third = Table()
    third.adjust(2, 1001)
    third.tally("queens", taken=[1, 1, 1, 1])
    assert third.state["tricks_taken"] == []


# What may come


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("told", ["", "0", "13"])
def test_what_is_expected_is_exactly_what_is_accepted(seed: int, told: str) -> None:
    """At every step of contracts that run into corners: seats throw off where they can."""
    chance = random.Random(seed)
    table = Table(seed=seed)
    contract = CONTRACTS[seed % 7]
    if contract == "trix" and "0" in told:
        contract = "general"
    if told:
        each = RULES.deal(table.match.game, chance)
        table.does("hands_dealt", hands={str(s): list(cards) for s, cards in each.hands if str(s) in told})  # type: ignore[attr-defined]
    if contract == "trix" and table.code("contract_chosen", seat=0, contract="trix"):
        contract = "tricks"
    table.chooses(contract)
    while table.match.game.deal == 1:
        cards = table.cards
        assert cards == [card for card in RULES.cards if table.problem("card_played", card=card) is None]
        for card in RULES.cards:
            refusal = table.refusal("card_played", card=card)
            if refusal and refusal.code in ("revoke", "illegal_pass", "impossible_deal", "must_follow_suit"):
                assert refusal.conflicts_with, (card, refusal)
        assert (table.expects("passed") is None) == (table.code("passed") is not None)
        if not cards or (table.expects("passed") and chance.random() < 0.5):
            table.passes()
        else:
            led = (table.state["trick_cards"] or [{"card": " "}])[0]["card"][0]
            table.play(chance.choice([card for card in cards if card[0] != led] or cards))


def test_a_refusal_says_what_it_is_about() -> None:
    def about(kind: str, **data: Any) -> dict[str, Any]:
        refusal = table.refusal(kind, **data)
        assert refusal
        return dict(refusal.params)

    table = Table()
    at = table.chooses("ray")
    assert about("deal_tallied", contract="last", results={"last": 1}) == {
        "reason": "another_contract",
        "contract": "ray",
    }
    assert at == 1
    for owner in range(4):
        table.tally("ray", king=owner)
    assert about("contract_chosen", seat=0, contract="ray") == {"seat": 0, "contract": "ray"}
    assert about("hands_dealt", hands={}) == {"reason": "no_hand"}
    assert about("deal_tallied", contract="queens", results={"taken": [1, 1, 1, 0]}) == {
        "reason": "sum",
        "of": "queens",
        "sum": 4,
    }
    assert about("deal_tallied", contract="trix", results={"first": 1, "second": 1}) == {"reason": "out_twice"}
    assert about("deal_tallied", contract="trix", results={"king": 1}) == {
        "reason": "results_of_another_contract",
        "contract": "trix",
    }
    wrong = even("general", 0) | {"tricks": [0, 2, 2, 4]}
    assert about("deal_tallied", contract="general", results=wrong) == {
        "reason": "without_a_trick",
        "seat": 0,
        "of": "diamonds",
    }
    table.chooses("trix")
    assert about("passed") == {"seat": 0}
    assert about("card_played", card="SQ") == {"reason": "fits_no_pile", "card": "SQ"}
    table.play("SJ")
    table.passes(3)
    assert about("passed") == {"seat": 0}
    assert about("card_played", card="S8") == {"reason": "fits_no_pile", "card": "S8"}
