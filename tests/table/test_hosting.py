"""Whose sheet it is: more phones that record, hosting taken over from a dead one, a match deleted and brought back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tables import everything_stored, sit_down

from companion import access, table
from companion.access import MS_UNTIL_GONE, Caller
from companion.house import House, unspell
from companion.problem import Problem

NOTE = {"type": "noted", "text": "hello"}


def outside(house: House) -> Caller:
    return access.caller(house, None)


def known(house: House, joined: table.Joined) -> Caller:
    return access.caller(house, joined.token)


def later(house: House, ms: int) -> House:
    now = house.now() + ms
    return replace(house, now=lambda: now)


def refusal(what: object, *words: object, **more: object) -> Problem:
    with pytest.raises(Problem) as refused:
        what(*words, **more)  # type: ignore[operator]
    return refused.value


def test_any_phone_of_an_open_server_may_record_here_too(house: House) -> None:
    sitting = sit_down(house)
    scribe = known(house, table.record_here(house, outside(house), sitting.match_id))
    assert (scribe.role, scribe.match) == ("scribe", sitting.match_id)
    assert sitting.record(NOTE, by=scribe).events[0]["by"] == "scribe"
    assert [row["type"] for row in table.entries(house, scribe, sitting.match_id)][-2:] == ["phone_added", "noted"]


def test_unless_the_host_has_locked_the_sheet(house: House) -> None:
    sitting = sit_down(house)
    sitting.record({"type": "sheet_locked", "locked": True})
    assert refusal(table.record_here, house, outside(house), sitting.match_id).code == "not_yours"
    sitting.record({"type": "sheet_locked", "locked": False})
    assert table.record_here(house, outside(house), sitting.match_id).role == "scribe"


def test_only_the_host_locks(house: House) -> None:
    sitting = sit_down(house)
    scribe = known(house, table.record_here(house, outside(house), sitting.match_id))
    assert refusal(sitting.record, {"type": "sheet_locked", "locked": True}, by=scribe).code == "not_yours"


def test_nobody_records_here_too_where_cards_are_dealt_by_the_companion(house: House) -> None:
    sitting = sit_down(house, dealing="companion")
    assert refusal(table.record_here, house, outside(house), sitting.match_id).code == "not_yours"


def test_nor_on_a_server_that_is_not_open(house: House) -> None:
    closed = replace(house, open=False)
    sitting = sit_down(house)
    assert refusal(table.record_here, closed, outside(closed), sitting.match_id).code == "no_token"


def test_a_scribe_records_everything_but_adjusted_scores_and_mends_its_own(house: House) -> None:
    sitting = sit_down(house)
    scribe = known(house, table.record_here(house, outside(house), sitting.match_id))
    adjusted = {"type": "score_adjusted", "seat": 0, "points": 5, "reason": "gem"}
    assert refusal(sitting.record, adjusted, by=scribe).code == "not_yours"
    hosts, scribes = sitting.record(NOTE).version, sitting.record(NOTE, by=scribe).version
    assert refusal(sitting.correct, table.Change(seq=hosts), by=scribe).code == "not_yours"
    sitting.correct(table.Change(seq=scribes), by=scribe)
    sitting.correct(table.Change(seq=hosts))


def test_the_sheet_is_taken_over_from_a_dead_phone(house: House) -> None:
    sitting = sit_down(house)
    scribe = known(house, table.record_here(house, outside(house), sitting.match_id))
    assert refusal(table.take_hosting, house, scribe, sitting.match_id).params == {"reason": "host_is_here"}
    after = later(house, MS_UNTIL_GONE + 1)
    taken = table.take_hosting(after, scribe, sitting.match_id)
    assert (taken.role, known(after, taken).role) == ("host", "host")
    sitting.record({"type": "score_adjusted", "seat": 0, "points": 5, "reason": "gem"}, by=known(after, taken))
    # The phone that was dead comes back as one that records.
    back = replace(sitting.host, role="scribe")
    assert table.look(house, back, sitting.match_id)["you"]["role"] == "scribe"
    assert [row["type"] for row in table.entries(house, back, sitting.match_id)][-2:] == [
        "hosting_taken",
        "score_adjusted",
    ]


def test_who_only_watches_takes_nothing_over(house: House) -> None:
    sitting = sit_down(house)
    watcher = sitting.join()
    after = later(house, MS_UNTIL_GONE + 1)
    assert refusal(table.take_hosting, after, watcher, sitting.match_id).code == "not_yours"
    assert refusal(table.take_hosting, after, outside(house), sitting.match_id).code == "no_token"


def test_a_deleted_match_is_nowhere_and_can_be_brought_back_as_it_was(house: House) -> None:
    sitting = sit_down(house)
    sitting.record(NOTE)
    before, seen = everything_stored(house), sitting.look()
    gone = table.delete_match(house, sitting.host, sitting.match_id)
    assert unspell(gone.match) == sitting.match_id
    for ask in (table.look, table.scores, table.entries):
        assert refusal(ask, house, sitting.host, sitting.match_id).code == "not_found"
    assert refusal(sitting.record, NOTE).code == "not_found"
    assert table.history(house, outside(house))["items"] == []
    table.bring_back(house, sitting.host, sitting.match_id)
    assert everything_stored(house) == before
    assert sitting.look() == seen


def test_only_the_host_deletes_and_brings_back(house: House) -> None:
    sitting = sit_down(house)
    watcher = sitting.join()
    assert refusal(table.delete_match, house, watcher, sitting.match_id).code == "not_yours"
    assert refusal(table.delete_match, house, outside(house), sitting.match_id).code == "no_token"
    table.delete_match(house, sitting.host, sitting.match_id)
    assert refusal(table.bring_back, house, watcher, sitting.match_id).code == "not_yours"


def test_after_thirty_days_it_is_gone_for_good_and_nothing_else_is(house: House) -> None:
    kept, doomed = sit_down(house), sit_down(house)
    table.delete_match(house, doomed.host, doomed.match_id)
    assert table.clear_away(house) == 0
    month = later(house, 30 * 86_400_000 + 1)
    assert table.clear_away(month) == 1
    assert refusal(table.bring_back, month, doomed.host, doomed.match_id).code == "not_found"
    for name, rows in everything_stored(house).items():
        assert not any(doomed.match_id in row for row in rows), name
    assert kept.look()["status"] == "playing"


def test_who_is_there_is_known_to_every_worker(house: House) -> None:
    sitting = sit_down(house)
    ben = sitting.join(seat=1)
    access.seen(house, 1, ben.token)
    assert [seat["online"] for seat in sitting.look()["seats"]] == [True, True, False, False]
    after = later(house, MS_UNTIL_GONE + 1)
    assert not table.look(after, sitting.host, sitting.match_id)["seats"][1]["online"]
