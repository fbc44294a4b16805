"""Earlier entries mended: what counts afterwards is what a fresh fold of the mended log says, or nothing changed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import next_event
from tables import Sitting, everything_stored, sit_down

from companion import log, table
from companion.database import reading
from companion.house import House
from companion.kit import codec
from companion.kit.match import check, evolve, view
from companion.kit.seats import SCRIBE
from companion.problem import Problem
from companion.registry import games
from companion.table import Change
from companion.table.held import event_of, fresh, opened

PLAY = [
    {"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]},
    {"type": "trump_chosen", "seat": 0, "suit": "H"},
    *({"type": "declared", "seat": seat, "pieces": 1, "challenges": []} for seat in range(4)),
]


@pytest.fixture
def four(house: House) -> Sitting:
    sitting = sit_down(house)
    sitting.record(*PLAY)
    return sitting


def cards(sitting: Sitting, *names: str) -> list[int]:
    """Plays them in turn; the seqs they got."""
    return [sitting.record({"type": "card_played", "card": name}).version for name in names]


def trick(sitting: Sitting) -> list[tuple[int, str]]:
    return [(laid["seat"], laid["card"]) for laid in sitting.look()["state"]["trick_cards"]]


def card(name: str) -> dict[str, str]:
    return {"type": "card_played", "card": name}


def test_an_entry_is_amended_in_its_place(four: Sitting) -> None:
    first, second = cards(four, "S1", "S2")
    four.correct(Change(seq=first, event=card("S9")))
    assert trick(four) == [(0, "S9"), (1, "S2")]
    rows = table.entries(four.house, four.host, four.match_id, after=first - 1)
    assert [(row["seq"], row["state"]) for row in rows] == [
        (first, "replaced"),
        (second, "active"),
        (second + 1, "active"),
    ]
    counting = table.entries(four.house, four.host, four.match_id, after=first - 1, effective=True)
    assert [(row["seq"], row["card"]) for row in counting] == [(first, "S9"), (second, "S2")]


def test_undo_removes_the_last_active_event(four: Sitting) -> None:
    before = four.look()
    (seq,) = cards(four, "S1")
    four.correct(Change(seq=seq))
    assert {**four.look(), "version": 0} == {**before, "version": 0}


def test_two_cards_are_swapped_at_once_though_neither_change_holds_alone(four: Sitting) -> None:
    first, second = cards(four, "S1", "S2")
    with pytest.raises(Problem) as alone:
        four.correct(Change(seq=first, event=card("S2")))
    assert (alone.value.code, alone.value.more) == ("card_gone", {"breaks_at": second})
    four.correct(Change(seq=first, event=card("S2")), Change(seq=second, event=card("S1")))
    assert trick(four) == [(0, "S2"), (1, "S1")]


def test_a_forgotten_play_is_inserted_and_later_ones_move_to_the_seat_on_turn(four: Sitting) -> None:
    _, second = cards(four, "S1", "S3")
    four.correct(Change(before=second, event=card("S2")), reseat=True)
    assert trick(four) == [(0, "S1"), (1, "S2"), (2, "S3")]


def test_a_doubled_play_is_removed_and_later_ones_move_back(four: Sitting) -> None:
    _, doubled, _ = cards(four, "S1", "S2", "S3")
    with pytest.raises(Problem) as alone:
        four.correct(Change(seq=doubled))
    assert alone.value.code == "out_of_turn"
    four.correct(Change(seq=doubled), reseat=True)
    assert trick(four) == [(0, "S1"), (1, "S3")]


def test_what_no_longer_holds_is_named_and_may_be_dropped_from_there_on(four: Sitting) -> None:
    seqs = cards(four, "S1", "S2", "S3", "S4", "D5")
    before = everything_stored(four.house)
    with pytest.raises(Problem) as broken:
        four.correct(Change(seq=seqs[1], event=card("S12")))
    # The trick goes to seat 1, so it was not seat 3 who led next.
    assert broken.value.code == "out_of_turn"
    assert broken.value.more == {"breaks_at": seqs[4]}
    assert everything_stored(four.house) == before
    told = four.correct(Change(seq=seqs[1], event=card("S12")), drop_after=True)
    assert told.match["state"]["leader"] == 1
    assert told.match["state"]["trick_cards"] == []
    states = {row["seq"]: row["state"] for row in table.entries(four.house, four.host, four.match_id)}
    assert states[seqs[4]] == "removed"


def test_a_dry_run_says_what_would_change_and_stores_nothing(four: Sitting) -> None:
    (seq,) = cards(four, "S1")
    before = everything_stored(four.house)
    told = four.correct(Change(seq=seq, event=card("S5")), dry_run=True)
    assert told.match["state"]["trick_cards"] == [{"seat": 0, "card": "S5"}]
    assert told.version == seq + 1
    assert everything_stored(four.house) == before
    assert trick(four) == [(0, "S1")]


def test_a_match_that_has_ended_can_be_corrected_and_status_and_winners_follow(house: House) -> None:
    sitting = sit_down(house)
    for deal in range(4):
        sitting.record({"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]})
        results = [{"pieces": 1, "declared": [], "achieved": ["R1"] if seat == deal else []} for seat in range(4)]
        last = sitting.record({"type": "deal_tallied", "results": results}).version
    ended = sitting.look()
    assert ended["status"] == "finished"
    assert ended["winners"] == [0, 1, 2, 3]
    better = [{"pieces": 1, "declared": [], "achieved": ["R1"] if seat in (2, 3) else []} for seat in range(4)]
    sitting.correct(Change(seq=last, event={"type": "deal_tallied", "results": better}))
    assert sitting.look()["winners"] == [2]
    row = table.history(sitting.house, sitting.host)["items"][0]
    assert (row["status"], row["winners"]) == ("finished", [2])
    sitting.correct(Change(seq=last))
    assert sitting.look()["status"] == "playing"
    assert table.history(sitting.house, sitting.host)["items"][0]["winners"] is None


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_after_any_appends_and_corrections_the_state_is_a_fresh_fold_of_what_counts(house: House, game: str) -> None:
    """And a refused correction has left every table as it was."""
    outcomes = {"accepted": 0, "refused": 0}

    @settings(max_examples=5, deadline=None)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        random = Random(seed)
        sitting = sit_down(house, game, random.choice(games()[game].seats))
        for _ in range(random.randint(20, 60)):
            match = sitting.match
            if match.expects.over or random.random() < 0.3:
                disturb(sitting, random, outcomes)
            else:
                sitting.record(next_event(match, random, shortcuts=0.05))
            same_as_fresh(sitting)

    holds()
    assert all(count > 5 for count in outcomes.values()), outcomes


def disturb(sitting: Sitting, random: Random, outcomes: dict[str, int]) -> None:
    """A correction at random: right, wrong or senseless."""
    with reading(sitting.house.engine) as conn:
        from companion.table.held import hold, row_of

        held = hold(sitting.house, conn, row_of(conn, sitting.host, sitting.match_id))
    order = held.standing.order[1:]
    if not order:
        return
    changes = []
    for _ in range(random.choice((1, 1, 1, 2))):
        seq = random.choice(order[-12:])
        event = held.standing.events[random.choice(order)]
        changes.append(
            random.choice(
                (Change(seq=seq), Change(seq=seq, event=event), Change(before=seq, event=event), Change(seq=order[-1]))
            )
        )
    before = everything_stored(sitting.house)
    try:
        sitting.correct(*changes, reseat=random.random() < 0.5, drop_after=random.random() < 0.3)
        outcomes["accepted"] += 1
    except Problem:
        outcomes["refused"] += 1
        assert everything_stored(sitting.house) == before


def same_as_fresh(sitting: Sitting) -> None:
    """Against a fold of the stored rows that knows of no cache and no increments, every event of it checked."""
    with reading(sitting.house.engine) as conn:
        rows = log.read(conn, 1, sitting.match_id)
    standing = log.standing(rows)
    rules = sitting.match.rules
    match = opened(rules, rows[0].data)
    for seq in standing.order[1:]:
        event = event_of(rules, standing.events[seq], seq)
        assert check(match, event) is None
        assert codec.to_json(event) == standing.events[seq]
        match = evolve(match, event)
    assert view(sitting.match, SCRIBE) == view(match, SCRIBE)
    assert fresh(sitting.house, 1, sitting.match_id, rows).match == sitting.match
