"""What happens at any table whatever is played, around the smallest game: each in turn says a number, three deals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Literal

import pytest

from companion.kit.cards import Card
from companion.kit.general import (
    AFTER_THE_END,
    GENERAL,
    DealThrownIn,
    MatchAbandoned,
    MatchEnded,
    Noted,
    ScoreAdjusted,
    SeatClaimed,
    SeatHanded,
    SeatsNamed,
)
from companion.kit.match import Match, Sitting, begin, check, evolve, expected, scores, seated, view
from companion.kit.rules import Bounds, BySeat, Event, Expect, Person, Refusal, Rules, Setup, Within, options, replay
from companion.kit.seats import SCRIBE, Seat, following
from companion.kit.tally import Line, Tally, places, points
from companion.kit.tricks import CardPlayed

# The game.


@dataclass(frozen=True, slots=True)
class HouseRules:
    pass


@dataclass(frozen=True, slots=True)
class Said(Event):
    type: ClassVar[str] = "said"
    number: Annotated[int, Within(0, 9)]
    seat: Seat | None = None
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class Given(Event):
    """A choice with two fields that hang together."""

    type: ClassVar[str] = "given"
    seat: Seat
    to: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Told(Event):
    type: ClassVar[str] = "told"
    results: BySeat[int]


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """Only where the companion deals."""

    type: ClassVar[str] = "peeked"
    dealing: ClassVar[Literal["companion"]] = "companion"
    seat: Seat


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    deal: int = 1
    numbers: tuple[int, ...] = ()
    finished: tuple[tuple[int, ...], ...] = ()
    adjusted: int = 0  # points the table has given, as the game sees them
    deals: int = 3


def turn(state: State) -> Seat:
    return following(state.setup.first_seat, state.setup.players, state.deal - 1 + len(state.numbers))


def toy_expects(state: State) -> Expect:
    return Expect(over=True) if len(state.finished) == state.deals else Expect((turn(state),))


def toy_check(state: State, event: Event) -> Refusal | None:
    match event:
        case Said(seat=seat, number=said, irregular=irregular):
            if seat is not None and seat != turn(state):
                return Refusal("out_of_turn", (("seat", turn(state)),))
            return Refusal("must_play") if said == 7 and not irregular else None
        case Given():
            return None if event.to != event.seat else Refusal("illegal_choice")
        case Told() | Peeked():
            return None
    return Refusal("invalid")


def toy_evolve(state: State, event: Event) -> State:
    match event:
        case ScoreAdjusted():
            return replace(state, adjusted=state.adjusted + event.points)
        case Said():
            numbers = (*state.numbers, event.number)
            if len(numbers) < state.setup.players:
                return replace(state, numbers=numbers)
            first = following(state.setup.first_seat, state.setup.players, state.deal - 1)
            by_seat = tuple(numbers[(seat - first) % len(numbers)] for seat in range(len(numbers)))
            finished = (*state.finished, by_seat)
            return replace(state, deal=min(state.deal + 1, 3), numbers=(), finished=finished)
    return state


def toy_candidates(state: State, seat: Seat | None) -> Iterable[Event | Bounds]:
    if seat is None:
        yield Bounds("told", None, (("results", [0, 9]), ("cards", 8)), lambda random: Told(()))
        return
    yield from (Said(number, seat) for number in (1, 2, 7))
    yield from (Given(seat, Seat(to), number) for to in range(state.setup.players) for number in (1, 2))


def toy_score(state: State) -> Tally:
    lines = tuple(
        Line(deal, Seat(seat), said, "said")
        for deal, numbers in enumerate(state.finished, 1)
        for seat, said in enumerate(numbers)
    )
    return Tally(lines, state.finished, (0,) * state.setup.players, face_down=state.numbers == (8,))


def no_chance(state: State, random: Random) -> Event:
    raise AssertionError("nothing is dealt")


TOY: Rules[State] = Rules(
    name="toy",
    seats=(2, 3),
    suits=(),
    cards=(),
    house_rules=HouseRules,
    memory="open",
    events=(Said, Given, Told, Peeked),
    start=State,
    expects=toy_expects,
    check=toy_check,
    evolve=toy_evolve,
    candidates=toy_candidates,
    deal=no_chance,
    redact=lambda event, seat: event,
    hand=lambda state, seat: (Card("S1"),) if seat == 0 else None,
    score=toy_score,
    places=lambda state, totals: places(totals),
    show=lambda state, seat: {"numbers": list(state.numbers), "adjusted": state.adjusted, "seen_by": seat},
    tell=lambda state, event, seat: event,
)
SEEING = replace(TOY, events=(*TOY.events, ScoreAdjusted))
"""The same game, which wants to see points adjusted by hand."""

TWO = Setup(2, Seat(0), HouseRules())


def new(rules: Rules[State] = TOY, setup: Setup = TWO, *sittings: Sitting) -> Match[State]:
    return begin(rules, setup, sittings or [Sitting(player=f"p{seat}") for seat in range(setup.players)])


def after(match: Match[State], *events: Event, at: int = 1) -> Match[State]:
    for i, event in enumerate(events):
        event = replace(event, at=at + i)
        assert check(match, event) is None, (event, check(match, event))
        match = evolve(match, event)
    return match


def says(*numbers: int) -> list[Event]:
    return [Said(number) for number in numbers]


def adjust(seat: int, by: int, reason: str = "a penalty") -> ScoreAdjusted:
    return ScoreAdjusted(Seat(seat), by, reason)


def code(match: Match[State], event: Event) -> str | None:
    refused = check(match, event)
    return refused.code if refused else None


def over() -> Match[State]:
    return after(new(), *says(1, 2, 3, 4, 5, 6))  # totals 1+4+5=10, 2+3+6=11


# From the opening to the end.


def test_a_new_match_is_being_played_in_its_first_deal_with_nothing_scored():
    match = new()
    assert match.status == "playing"
    told = view(match, None)
    assert (told["deal"], told["deals"], told["winners"]) == (1, 3, None)
    assert told["scores"] == {"totals": [0, 0], "deals": [], "current": [0, 0], "losers": None, "ended_early": False}


def test_after_the_last_deal_the_match_is_finished_and_the_highest_total_has_won():
    match = over()
    assert match.status == "finished"
    assert scores(match)["totals"] == [10, 11]
    told = view(match, None)
    assert (told["winners"], told["deal"], told["expects"]) == ([1], 3, [])
    assert scores(match)["losers"] == [0]
    assert told["scores"]["current"] is None


def test_equal_totals_share_the_win():
    assert view(after(new(), *says(1, 1, 2, 2, 3, 3)), None)["winners"] == [0, 1]


def test_where_all_share_nobody_has_lost():
    assert scores(after(new(), *says(1, 1, 2, 2, 3, 3)))["losers"] == []


def test_every_total_is_the_sum_of_its_lines():
    told = scores(after(over(), adjust(0, 5), at=7))
    for seat, total in enumerate(told["totals"]):
        assert total == sum(line["points"] for line in told["lines"] if line["seat"] == seat)


@pytest.mark.parametrize("event", [cls for cls in GENERAL if cls not in AFTER_THE_END] + [Said, Told])
def test_after_the_end_every_event_but_adjusting_noting_and_naming_is_of_the_wrong_phase(event: type[Event]):
    examples: dict[type[Event], Event] = {
        SeatHanded: SeatHanded(Seat(0), Person("q")),
        SeatClaimed: SeatClaimed(Seat(0)),
        Said: Said(1),
        Told: Told(()),
    }
    for match in (over(), after(new(), MatchEnded()), after(new(), MatchAbandoned())):
        assert code(match, examples.get(event) or event()) == "wrong_phase"


def test_after_the_end_points_may_still_be_adjusted_and_the_winners_follow():
    match = after(over(), adjust(0, 5), at=7)
    told = view(match, None)
    assert match.status == "finished"
    assert (told["scores"]["totals"], told["winners"]) == ([15, 11], [0])
    assert view(after(match, adjust(1, 4), at=8), None)["winners"] == [0, 1]


def test_after_the_end_notes_and_names_may_still_be_written():
    match = after(over(), Noted("what an evening"), SeatsNamed(((Seat(1), Person("q")),)), at=7)
    assert match.sittings[1].player == "q"
    assert match.status == "finished"


# Whose turn it is.


def test_an_event_without_a_seat_gets_the_seat_whose_turn_it_is():
    assert seated(new(), Said(1)) == Said(1, Seat(0))
    assert seated(after(new(), *says(1)), Said(1)) == Said(1, Seat(1))


def test_an_event_with_a_seat_keeps_it():
    assert seated(new(), Said(1, Seat(1))) == Said(1, Seat(1))


def test_a_note_without_a_seat_stays_nobodys():
    assert seated(new(), Noted("late already")) == Noted("late already")


def test_where_it_is_nobodys_turn_the_event_stays_without_a_seat():
    assert seated(over(), Said(1)) == Said(1)


@pytest.mark.parametrize(
    "event",
    [
        Said(1, Seat(2)),
        Said(1, Seat(-1)),
        adjust(2, 5),
        Noted("hm", Seat(2)),
        SeatHanded(Seat(7), Person("q")),
        SeatsNamed(((Seat(0), Person("p")), (Seat(2), Person("q")))),
        Given(Seat(0), Seat(2), 1),
        Told(((Seat(5), 1),)),
    ],
)
def test_a_seat_that_the_table_does_not_have_is_invalid(event: Event):
    assert code(new(), event) == "invalid"
    assert code(over(), event) == "invalid"  # before the phase is looked at


def test_an_event_of_another_game_is_invalid():
    assert code(new(), CardPlayed(Card("S1"))) == "invalid"


def test_what_the_game_refuses_is_refused_and_changes_nothing():
    match = new()
    assert check(match, Said(1, Seat(1))) == Refusal("out_of_turn", (("seat", 0),))
    assert match == new()


# Points by the tables own judgement.


def test_points_adjusted_count_outside_the_deals_with_their_reason():
    told = scores(after(new(), Said(1), adjust(1, -50, "announced"), Said(2)))
    assert told["totals"] == [1, -48]
    assert told["deals"] == [[1, 2]]
    assert told["lines"][-1] == {
        "deal": None, "seat": 1, "points": -50, "reason": "adjusted", "text": "announced", "seq": 2,
    }  # fmt: skip


def test_only_a_game_that_wants_to_see_adjusted_points_is_told_of_them():
    assert after(new(), adjust(0, 5)).game.adjusted == 0
    assert after(new(SEEING), adjust(0, 5)).game.adjusted == 5


def test_adjusting_is_nobodys_turn_and_the_deal_goes_on():
    match = after(new(SEEING), Said(1), adjust(0, 5))
    assert (match.game.numbers, match.expects.seats) == ((1,), (1,))
    assert after(match, Said(2), at=3).game.deal == 2


# A deal thrown in.


def test_a_deal_thrown_in_begins_again_and_nothing_of_it_is_scored():
    match = after(new(), *says(1, 2), Said(9), DealThrownIn("a card too few"))
    assert (match.game.deal, match.game.numbers, match.expects.seats) == (2, (), (1,))
    assert scores(match)["totals"] == [1, 2]
    assert scores(after(match, *says(3, 4), at=5))["deals"] == [[1, 2], [4, 3]]


def test_the_first_deal_and_the_last_may_be_thrown_in():
    assert after(new(), Said(9), DealThrownIn()).game == new().game
    match = after(new(), *says(1, 2, 3, 4, 5), DealThrownIn())
    assert (match.game.deal, match.game.numbers) == (3, ())
    assert view(after(match, *says(5, 6), at=7), None)["winners"] == [1]


def test_a_deal_may_be_thrown_in_more_than_once():
    match = after(new(), *says(1, 2), Said(9), DealThrownIn(), Said(8), DealThrownIn(), *says(3, 4))
    assert scores(match)["deals"] == [[1, 2], [4, 3]]


@pytest.mark.parametrize("rules", [TOY, SEEING])
def test_a_deal_thrown_in_keeps_points_adjusted_before_and_within_it(rules: Rules[State]):
    match = after(new(rules), adjust(0, 5), *says(1, 2), adjust(0, 10), Said(9), adjust(1, 20), DealThrownIn())
    assert scores(match)["totals"] == [16, 22]
    assert match.game.adjusted == (35 if rules is SEEING else 0)
    match = after(match, Said(8), adjust(1, 100), DealThrownIn(), DealThrownIn(), at=8)
    assert scores(match)["totals"] == [16, 122]
    assert match.game.adjusted == (135 if rules is SEEING else 0)


def test_a_deal_thrown_in_keeps_who_sits_where_and_what_was_marked():
    named = SeatHanded(Seat(1), Person("q"))
    match = after(new(), Said(7, irregular=True), named, DealThrownIn())
    assert match.sittings[1] == Sitting(player="q", before=("p1",))
    assert match.irregular == (1,)


# Stopped early, abandoned.


def test_a_match_ended_early_is_finished_and_whoever_leads_by_the_complete_deals_has_won():
    match = after(new(), *says(5, 2), Said(9), MatchEnded())
    told = view(match, None)
    assert (match.status, told["winners"], told["expects"]) == ("finished", [0], [])
    assert told["scores"] == {"totals": [5, 2], "deals": [[5, 2]], "current": None, "losers": [1], "ended_early": True}


def test_a_match_that_came_to_its_own_end_is_not_marked_as_ended_early():
    assert scores(over())["ended_early"] is False


def test_after_an_early_end_points_may_be_adjusted_and_the_winners_follow():
    match = after(new(), *says(5, 2), MatchEnded(), adjust(1, 9))
    assert view(match, None)["winners"] == [1]


def test_an_abandoned_match_has_no_winners():
    match = after(new(), *says(5, 2), MatchAbandoned())
    told = view(match, None)
    assert (match.status, told["winners"], scores(match)["losers"]) == ("abandoned", None, None)
    assert told["scores"]["totals"] == [5, 2]
    assert told["expects"] == []


# Who sits where.


def test_naming_a_seat_corrects_it_for_the_whole_match_and_handing_it_on_does_not():
    match = after(new(), SeatsNamed(((Seat(0), Person("q")),)), SeatHanded(Seat(0), Person("r")))
    assert match.sittings[0] == Sitting(player="r", before=("q",))


def test_a_seat_that_nobody_held_has_no_earlier_holder():
    match = after(new(TOY, TWO, Sitting(open=True), Sitting()), SeatHanded(Seat(0), Person("r")))
    assert match.sittings[0] == Sitting(player="r")


def test_a_companion_dealt_match_waits_until_every_open_seat_is_claimed():
    match = new(TOY, replace(TWO, dealing="companion"), Sitting(player="p0"), Sitting(open=True))
    assert (match.status, expected(match), match.expects) == ("waiting", [], Expect())
    assert code(match, Said(1, Seat(0))) == "wrong_phase"
    match = after(match, Noted("soon"), SeatClaimed(Seat(1), Person("q")))
    assert match.sittings[1] == Sitting(player="q", open=True, claimed=True)
    assert match.status == "playing"
    assert code(match, Said(1, Seat(0))) is None


def test_a_match_dealt_at_the_table_waits_for_nobody():
    assert new(TOY, TWO, Sitting(player="p0"), Sitting(open=True)).status == "playing"


def test_a_robot_needs_no_claim():
    match = new(TOY, replace(TWO, dealing="companion"), Sitting(player="p0"), Sitting(robot="easy", open=True))
    assert match.status == "playing"


# Entries that stand irregularly.


def test_an_entry_that_only_stands_because_it_was_marked_is_remembered():
    match = after(new(), Said(1, irregular=True), Said(7, irregular=True))
    assert match.irregular == (2,)


# What may come next.


def test_what_may_come_next_lists_the_values_of_one_free_field_and_options_where_fields_hang_together():
    assert expected(new()) == [
        {"type": "told", "results": [0, 9], "cards": 8},
        {"type": "said", "seat": 0, "numbers": [1, 2]},
        {
            "type": "given",
            "seat": 0,
            "options": [{"to": 1, "number": 1}, {"to": 1, "number": 2}],
        },
    ]


def test_what_the_rules_would_refuse_is_not_offered():
    assert [one for one in options(TOY, new().game, Seat(0)) if isinstance(one, Said)] == [
        Said(1, Seat(0)),
        Said(2, Seat(0)),
    ]


# The view.


def test_each_sees_the_state_as_told_to_it_and_only_the_own_hand():
    for who in (Seat(0), Seat(1), None, Seat(-1)):
        told = view(new(), who)
        assert told["state"]["seen_by"] == who
        assert told["hand"] == (["S1"] if who == 0 else None)


def test_replaying_the_games_own_events_gives_the_game_of_the_match():
    events = says(1, 2, 3)
    assert replay(TOY, State(TWO), events) == after(new(), *events).game


def test_points_are_summed_by_seat():
    assert points((Line(1, Seat(1), 4, "a"), Line(2, Seat(1), -1, "b")), 3) == (0, 3, 0)


@pytest.mark.parametrize(("dealing", "refused"), [("table", "wrong_phase"), ("companion", None)])
def test_an_event_of_one_dealing_alone_is_of_the_wrong_phase_in_the_other(dealing: str, refused: str | None):
    assert code(new(TOY, replace(TWO, dealing=dealing)), Peeked(Seat(0))) == refused


# What lies face down.


@pytest.mark.parametrize("dealing", ["table", "companion"])
def test_a_running_score_that_tells_what_lies_face_down_is_told_with_closed_memory_to_the_scribe_alone(dealing: str):
    for memory in ("open", "closed"):
        match = after(new(TOY, replace(TWO, dealing=dealing, memory=memory)), Said(8))
        for who in (Seat(0), Seat(1), None, SCRIBE):
            hidden = memory == "closed" and who != SCRIBE
            assert (
                view(match, who)["scores"]["current"] == scores(match, who)["current"] == (None if hidden else [0, 0])
            )
        assert scores(match)["current"] == [0, 0]


def test_a_running_score_that_tells_nothing_of_it_is_told_to_all():
    match = after(new(TOY, replace(TWO, memory="closed")), Said(3))
    assert view(match, None)["scores"]["current"] == [0, 0]


def test_once_nothing_more_will_happen_everything_is_shown():
    """Over by its own rules, stopped early or abandoned: a watcher is shown what the scribe is."""
    for match in (over(), after(new(), Said(1), MatchEnded()), after(new(), Said(1), MatchAbandoned())):
        assert view(match, None)["state"] == view(match, SCRIBE)["state"]


def test_how_many_cards_a_form_takes_is_told_with_closed_memory_too():
    match = new(TOY, replace(TWO, memory="closed"))
    assert view(match, Seat(1))["expects"][0] == {"type": "told", "results": [0, 9], "cards": 8}
