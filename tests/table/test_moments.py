"""A match looked back into: every moment as it lay, and nothing that a watcher must not see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playing import card_set, next_event
from tables import Sitting, sit_down

from companion import access, table
from companion.house import House
from companion.kit import codec
from companion.kit.match import fold
from companion.registry import games


def play(sitting: Sitting, events: int, seed: int = 1) -> None:
    random = Random(seed)
    for _ in range(events):
        if sitting.match.expects.over:
            return
        event = next_event(sitting.match, random)
        by = sitting.host
        if sitting.match.setup.dealing == "companion" and getattr(event, "seat", None) is not None:
            by = access.Caller(1, "seat", sitting.match_id, event.seat, 99)  # type: ignore[attr-defined]
        sitting.record(codec.to_json(event), by=by)


def moment(sitting: Sitting, seq: int) -> table.Moment:
    return table.moment(sitting.house, access.caller(sitting.house, None), sitting.match_id, seq)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", games())
def test_every_moment_is_the_fold_up_to_it(house: House, game: str) -> None:
    sitting = sit_down(house, game, max(games()[game].seats), memory="open")
    play(sitting, 60)
    rules = games()[game]
    with house.engine.connect() as conn:
        row = table.held.row_of(conn, sitting.host, sitting.match_id)  # type: ignore[attr-defined]
        held = table.held.hold(house, conn, row)  # type: ignore[attr-defined]
    start = table.held.opened(rules, held.opening)  # type: ignore[attr-defined]
    assert moment(sitting, 0).seqs == held.standing.order
    for place in range(0, len(held.events), 7):
        seen = moment(sitting, held.standing.order[place])
        assert seen.view["state"] == rules.show(fold(start, held.events[1 : place + 1]).game, None)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_with_closed_memory_the_running_deal_is_seen_as_it_lies_and_the_finished_as_it_went(house: House) -> None:
    sitting = sit_down(house, "trex", 4, memory="closed")
    while sitting.match.game.deal == 1:
        play(sitting, 1)
    finished = sitting.look()["version"]
    play(sitting, 8, seed=3)
    seqs = moment(sitting, 0).seqs
    assert seqs == (*range(finished + 1), finished + 8)
    seen = moment(sitting, finished + 3)  # leads to what was before it
    assert seen.seq == finished
    now = moment(sitting, finished + 8).view["state"]
    assert now == table.look(house, access.caller(house, None), sitting.match_id)["state"]
    sitting.record({"type": "match_abandoned"})
    assert moment(sitting, 0).seqs == tuple(range(finished + 10))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", games())
def test_a_dealt_deal_is_looked_back_into_as_a_watcher_saw_it(house: House, game: str) -> None:
    rules = games()[game]
    cards = codec.record_to_json(card_set(rules)) if rules.dealt_from_card_set else None
    sitting = sit_down(house, game, max(rules.seats), dealing="companion", memory="open", card_set=cards)
    watcher = access.caller(house, None)
    running: dict[int, Any] = {}
    while len(running) < 12:
        play(sitting, 1)
        view = table.look(house, watcher, sitting.match_id)
        running = {seq: state for seq, state in running.items() if seq > sitting.match.dealt_at}
        running[view["version"]] = view["state"]
    told = {entry["seq"]: entry for entry in table.entries(house, watcher, sitting.match_id, effective=True)}
    for seq, state in running.items():
        assert moment(sitting, seq).view["state"] == state
    for seq in moment(sitting, 0).seqs[1:]:
        assert moment(sitting, seq).entry == told.get(seq)


def test_a_link_reads_one_match_until_it_is_ended(house: House) -> None:
    sitting, other = sit_down(house), sit_down(house)
    code = table.share(house, sitting.host, sitting.match_id)
    assert table.share(house, sitting.host, sitting.match_id) == code
    assert table.share(house, other.host, other.match_id) != code
    reader = access.reader(house, code)
    assert reader
    assert (reader.role, reader.match, reader.token) == ("watcher", sitting.match_id, 0)
    table.end_share(house, sitting.host, sitting.match_id)
    assert access.reader(house, code) is None
    assert table.share(house, sitting.host, sitting.match_id) != code
