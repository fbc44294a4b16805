"""What somebody wrote is theirs: a text is withdrawn, a name forgotten, and every match goes on as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tables import Sitting, everything_stored, sit_down

from companion import access, table
from companion.access import Caller
from companion.house import House
from companion.problem import Problem
from companion.shelf import Shelf
from companion.table import Change, rechecking

WRITTEN = "Ben always cheats"
OWNER = Caller(1, "owner")


def stored(house: House) -> str:
    return repr(everything_stored(house))


def withdraw(sitting: Sitting, seq: int, by: Caller | None = None) -> Any:
    return table.withdraw_text(sitting.house, by or sitting.host, sitting.match_id, seq)


def refusal(what: Any, *words: Any) -> Problem:
    with pytest.raises(Problem) as refused:
        what(*words)
    return refused.value


@pytest.mark.parametrize(
    "event",
    [
        {"type": "noted", "text": WRITTEN},
        {"type": "score_adjusted", "seat": 1, "points": -5, "reason": WRITTEN},
        {"type": "deal_thrown_in", "reason": WRITTEN},
    ],
    ids=lambda event: event["type"],
)
def test_a_text_is_gone_from_every_row_and_nothing_else_is(house: House, event: dict[str, Any]) -> None:
    sitting = sit_down(house)
    seq = sitting.record(event).version
    sitting.correct(Change(seq=seq, event={**event, next(k for k in event if event[k] == WRITTEN): WRITTEN + "!"}))
    elsewhere = replace(house, shelf=Shelf())  # another worker, which has the match in hand
    table.look(elsewhere, sitting.host, sitting.match_id)
    before, totals = sitting.look(), table.scores(house, sitting.host, sitting.match_id)["totals"]
    assert WRITTEN in stored(house)
    answer = withdraw(sitting, seq)
    assert WRITTEN not in stored(house)
    for worker in (house, elsewhere):
        entries = table.entries(worker, sitting.host, sitting.match_id)
        assert WRITTEN not in str(entries)
        assert WRITTEN not in str(table.scores(worker, sitting.host, sitting.match_id))
        assert [entry["type"] for entry in entries][-1] == "text_withdrawn"
        assert entries[seq]["state"] == "replaced"
    after = sitting.look()
    assert (answer.version, after["version"]) == (before["version"] + 1, before["version"] + 1)
    assert {**after, "version": None} == {**before, "version": None}
    assert table.scores(house, sitting.host, sitting.match_id)["totals"] == totals
    assert rechecking.recheck(house, (1, sitting.match_id)) == []
    assert table.take_along(house, sitting.host, sitting.match_id)["events"][-1]["type"] == "text_withdrawn"


def test_a_text_that_was_taken_back_can_be_withdrawn_too(house: House) -> None:
    sitting = sit_down(house)
    seq = sitting.record({"type": "noted", "text": WRITTEN}).version
    sitting.correct(Change(seq=seq))
    withdraw(sitting, seq)
    assert WRITTEN not in stored(house)


def test_whoever_wrote_it_and_the_host_withdraw_it_and_nobody_else(house: House) -> None:
    sitting = sit_down(house)
    scribe = access.caller(house, table.record_here(house, access.caller(house, None), sitting.match_id).token)
    hosts = sitting.record({"type": "noted", "text": WRITTEN}).version
    scribes = sitting.record({"type": "noted", "text": WRITTEN}, by=scribe).version
    before = stored(house)
    assert refusal(withdraw, sitting, hosts, scribe).code == "not_yours"
    assert refusal(withdraw, sitting, hosts, sitting.join()).code == "not_yours"
    assert refusal(withdraw, sitting, hosts, access.caller(house, None)).code == "no_token"
    assert before.count(WRITTEN) == stored(house).count(WRITTEN) == 2
    withdraw(sitting, scribes, scribe)
    withdraw(sitting, hosts)
    assert WRITTEN not in stored(house)


@pytest.mark.parametrize("seq", [0, 1, 2, 99])
def test_where_nothing_is_written_nothing_is_withdrawn(house: House, seq: int) -> None:
    sitting = sit_down(house)
    withdraw(sitting, sitting.record({"type": "noted", "text": WRITTEN}).version)
    before = stored(house)
    assert refusal(withdraw, sitting, seq).code == "invalid"
    assert stored(house) == before


def test_a_forgotten_name_is_nowhere_and_the_match_stays_whole(house: House) -> None:
    sitting = sit_down(house)
    sitting.record({"type": "score_adjusted", "seat": 1, "points": 5, "reason": "x"}, {"type": "match_ended"})
    ben = sitting.look()["seats"][1]["player"]
    scores = table.scores(house, sitting.host, sitting.match_id)
    assert refusal(table.forget_name, house, sitting.host, ben).code == "not_yours"
    table.forget_name(house, OWNER, ben)
    assert "'Ben'" not in stored(house)
    view = sitting.look()
    assert (view["seats"][1]["name"], view["seats"][1]["player"], view["winners"]) == ("", ben, [1])
    assert table.scores(house, sitting.host, sitting.match_id) == scores
    assert rechecking.recheck(house, (1, sitting.match_id)) == []
    assert ben not in [person["id"] for person in table.names(house, OWNER)["items"]]
    assert sit_down(house).look()["seats"][1]["player"] != ben  # the next Ben is somebody else
    assert table.take_along(house, sitting.host, sitting.match_id)["people"][ben] == ""


def test_a_former_name_is_forgotten_with_it(house: House) -> None:
    sitting = sit_down(house)
    ann, ben = (sitting.look()["seats"][seat]["player"] for seat in (0, 1))
    other = sit_down(house)
    other.record({"type": "seats_named", "players": {"1": {"name": "Benny", "new": True}}})
    benny = other.look()["seats"][1]["player"]
    table.merge(house, OWNER, benny, ben)
    table.forget_name(house, OWNER, ben)
    assert "Benny" not in stored(house)
    assert table.person(house, OWNER, ben)["also"] == []
    assert table.person(house, OWNER, ann)["name"] == "Ann"
