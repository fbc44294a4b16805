"""People's records: whatever happens to matches, they are what a plain recount of the matches gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import delete
from tables import Sitting, everything_stored, sit_down

from companion import access, models, people, table
from companion.access import Caller
from companion.database import reading, writing
from companion.house import House, spell, unspell
from companion.kit.match import scores
from companion.problem import Problem
from companion.registry import games
from companion.table import records

FRIENDS = ("Ann", "Ben", "Cy", "Dora", "Eli", "Fay")
ACTS = (*("sit", "finish") * 4, "hand", "abandon", "adjust", "delete", "restore", "name")
GAMES = ("extreme-tricks", "trex")  # the most points win the one, the fewest the other


def everybody(house: House) -> Caller:
    return access.caller(house, None)


def owner(house: House) -> Caller:
    with writing(house.engine) as conn:
        token = access.owner_token(house, conn)
    return access.caller(house, token)


def ids(house: House) -> dict[str, str]:
    return {one["name"]: one["id"] for one in table.names(house, everybody(house))["items"]}


def record_of(house: House, name: str, game: str = "extreme-tricks") -> dict[str, Any]:
    told = table.person(house, everybody(house), ids(house)[name])["games"]
    return next((one for one in told if one["game"] == game), {})


def sit(house: House, names: list[str], game: str = "extreme-tricks", **more: Any) -> Sitting:
    opened = table.open_match(house, everybody(house), table.Opening(game, [{"name": name} for name in names], **more))
    match_id = unspell(opened.match)
    assert match_id
    return Sitting(house, match_id, access.caller(house, opened.token), opened.join_code)


def adjusted(seat: int, points: int) -> dict[str, Any]:
    return {"type": "score_adjusted", "seat": seat, "points": points, "reason": "as counted"}


def finish(sitting: Sitting, *totals: int) -> None:
    sitting.record(*(adjusted(seat, n) for seat, n in enumerate(totals)), {"type": "match_ended"})


# What counts, and as what.


def test_wins_shared_wins_totals_and_streaks(house: House) -> None:
    for totals in ((5, 3, 1), (4, 4, 0), (1, 9, 2), (7, 0, 0)):
        finish(sit(house, ["Ann", "Ben", "Cy"]), *totals)
    ann = record_of(house, "Ann")
    assert (ann["played"], ann["won"], ann["shared"], ann["win_rate"]) == (4, 2, 1, 0.625)
    assert (ann["average"], ann["best"], ann["worst"]) == (4.25, 7, 1)
    assert (ann["streak"], ann["longest_streak"]) == (1, 2)
    ben = next(one for one in ann["against"] if one["name"] == "Ben")
    assert (ben["played"], ben["ahead"], ben["behind"], ben["level"]) == (4, 2, 1, 1)


def test_where_few_points_win_the_best_is_the_lowest(house: House) -> None:
    for totals in ((5, 30, 10, 20), (90, 30, 10, 20)):
        finish(sit(house, ["Ann", "Ben", "Cy", "Dora"], "trex"), *totals)
    ann = record_of(house, "Ann", "trex")
    assert (ann["won"], ann["best"], ann["worst"]) == (1, 5, 90)


def test_unfinished_abandoned_and_handed_on_is_left_out(house: House) -> None:
    sit(house, ["Ann", "Ben", "Cy"])
    sit(house, ["Ann", "Ben", "Cy"]).record({"type": "match_abandoned"})
    handed = sit(house, ["Ann", "Ben", "Cy"])
    handed.record({"type": "seat_handed", "seat": 0, "player": {"name": "Dora"}})
    finish(handed, 9, 3, 1)
    assert record_of(house, "Ann") == record_of(house, "Dora") == {}
    ben = record_of(house, "Ben")
    assert (ben["played"], ben["won"]) == (1, 0)
    assert [one["name"] for one in ben["against"]] == ["Cy"]
    # All the same it is found among the matches of both.
    for name in ("Ann", "Dora"):
        found = table.history(house, everybody(house), player=ids(house)[name])["items"]
        assert spell(handed.match_id) in [row["id"] for row in found]


def test_a_match_written_up_late_takes_its_place_in_the_streak(house: House) -> None:
    for day, totals in (("2024-05-01", (5, 0, 0)), ("2024-05-03", (5, 0, 0)), ("2024-05-02", (0, 5, 0))):
        finish(sit(house, ["Ann", "Ben", "Cy"], played_on=day), *totals)
    assert record_of(house, "Ann")["longest_streak"] == 1


# Two spellings of one person.


def test_merged_people_are_one_everywhere_and_the_log_stays_as_it_was(house: House) -> None:
    first, second = sit(house, ["Jon", "Ben", "Cy"]), sit(house, ["John", "Ben", "Cy"])
    finish(first, 5, 3, 1)
    finish(second, 2, 3, 1)
    events = everything_stored(house)["event"]
    jon, john = ids(house)["Jon"], ids(house)["John"]
    table.merge(house, owner(house), jon, john)
    assert everything_stored(house)["event"] == events
    assert "Jon" not in ids(house)
    assert (record_of(house, "John")["played"], record_of(house, "John")["won"]) == (2, 1)
    assert {one["name"]: one["played"] for one in record_of(house, "Ben")["against"]} == {"Cy": 2, "John": 2}
    assert table.person(house, everybody(house), jon)["also"] == ["Jon"]
    assert table.person(house, everybody(house), jon)["id"] == john
    assert (first.look()["seats"][0]["name"], first.look()["seats"][0]["player"]) == ("John", john)
    for player in (jon, john):
        assert len(table.history(house, everybody(house), player=player)["items"]) == 2
    # The old spelling leads to the person.
    assert sit(house, ["jon", "Ben", "Cy"]).look()["seats"][0]["player"] == john


def test_nobody_sits_twice_at_a_table_that_knows_the_old_id(house: House) -> None:
    running = sit(house, ["Jon", "Ben", "Cy"])
    sit(house, ["John", "Ben", "Cy"])
    table.merge(house, owner(house), ids(house)["Jon"], ids(house)["John"])
    with pytest.raises(Problem) as refused:
        running.record({"type": "seats_named", "players": {"1": {"name": "John"}}})
    assert refused.value.params == {"reason": "same_player_twice"}


def test_a_seat_handed_to_another_spelling_of_oneself_was_never_handed_on(house: House) -> None:
    sitting = sit(house, ["Jon", "Ben", "Cy"])
    sitting.record({"type": "seat_handed", "seat": 0, "player": {"name": "John"}})
    finish(sitting, 5, 3, 1)
    table.merge(house, owner(house), ids(house)["Jon"], ids(house)["John"])
    assert record_of(house, "John")["won"] == 1


def test_two_who_sat_at_one_table_are_two(house: House) -> None:
    sit(house, ["Jon", "John", "Cy"])
    before = everything_stored(house)
    for one, other, reason in (("Jon", "John", "played_together"), ("Cy", "Cy", "same_person")):
        with pytest.raises(Problem) as refused:
            table.merge(house, owner(house), ids(house)[one], ids(house)[other])
        assert refused.value.params == {"reason": reason}
    assert everything_stored(house)["person"] == before["person"]


def test_a_new_name_stands_in_every_match_and_is_nobody_elses(house: House) -> None:
    sitting = sit(house, ["Jon", "Ben", "Cy"])
    table.rename(house, owner(house), ids(house)["Jon"], "  John  Lee ")
    assert sitting.look()["seats"][0]["name"] == "John Lee"
    with pytest.raises(Problem) as refused:
        table.rename(house, owner(house), ids(house)["John Lee"], "ben")
    assert refused.value.params == {"reason": "name_taken"}


def test_only_the_owner_merges_and_renames(house: House) -> None:
    sitting = sit(house, ["Jon", "John", "Cy"])
    who = ids(house)
    for caller in (everybody(house), sitting.host):
        for act, what in ((table.merge, who["John"]), (table.rename, "Dan")):
            with pytest.raises(Problem) as refused:
                act(house, caller, who["Jon"], what)
            assert refused.value.code in ("no_token", "not_yours")


# A plain recount.


def recount(house: House) -> dict[tuple[str, str], dict[str, Any]]:
    """By person and game, from the matches themselves: folded one by one, oldest first."""
    with reading(house.engine) as conn:
        _match = models.Match.__table__  # type: ignore[attr-defined]
        rows = conn.execute(_match.select().where(_match.c.deleted_at.is_(None))).all()
        rows.sort(key=lambda row: (row.played_on, row.opened_at, row.match_id))
        found: dict[tuple[str, str], dict[str, Any]] = {}
        met: dict[tuple[str, str], dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        for row in rows:
            match = table.held.hold(house, conn, row).match  # type: ignore[attr-defined]
            if match.status != "finished":
                continue
            told = scores(match)
            counting = {}
            for seat, sitting in enumerate(match.sittings):
                known = people.known(conn, row.circle_id, [sitting.player, *sitting.before])
                if sitting.player and len({one.id for one in known.values()}) == 1:
                    place = next(i for i, tied in enumerate(told["places"]) if seat in tied)
                    counting[known[sitting.player].id] = (place, len(told["places"][place]), told["totals"][seat])
            for person, (place, sharing, total) in counting.items():
                mine = found.setdefault((person, row.game), {"totals": [], "firsts": []})
                mine["totals"].append(total)
                mine["firsts"].append(sharing if place == 0 else 0)
                for other, (theirs, _, _) in counting.items():
                    if other != person:
                        how = "ahead" if place < theirs else "behind" if place > theirs else "level"
                        met[person, row.game][other][how] += 1
        for (person, game), mine in found.items():
            totals, firsts = mine.pop("totals"), mine.pop("firsts")
            runs = "".join("w" if first else " " for first in firsts)
            mine |= {
                "game": game,
                "played": len(totals),
                "won": firsts.count(1),
                "shared": sum(first > 1 for first in firsts),
                "win_rate": round(sum(1 / first for first in firsts if first) / len(totals), 4),
                "average": round(sum(totals) / len(totals), 2),
                "best": min(totals) if games()[game].lowest_wins else max(totals),
                "worst": max(totals) if games()[game].lowest_wins else min(totals),
                "streak": len(runs) - len(runs.rstrip("w")),
                "longest_streak": max(map(len, runs.split())) if "w" in runs else 0,
                "against": {
                    other: {"played": sum(how.values()), **{k: how[k] for k in ("ahead", "behind", "level")}}
                    for other, how in met[person, game].items()
                },
            }
        return found


def told(house: House) -> dict[tuple[str, str], dict[str, Any]]:
    found = {}
    for person in ids(house).values():
        for record in table.person(house, everybody(house), person)["games"]:
            met = {one.pop("player"): one for one in record["against"]}
            found[person, record["game"]] = record | {"against": met}
            for one in met.values():
                del one["name"]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_records_are_what_a_recount_of_the_matches_gives(house: House, seed: int) -> None:
    random = Random(seed)
    sittings = [sit(house, [name, "Ben", "Cy"]) for name in ("Ann", "Anne")]
    for step in range(70):
        act = random.choice(ACTS)
        one = random.choice(sittings[-6:])
        try:
            match act:
                case "sit":
                    game = random.choice(GAMES)
                    names = random.sample(FRIENDS, 4 if game == "trex" else 3)
                    names = [random.choice(("Ann", "Anne")) if name == "Ann" else name for name in names]
                    day = f"2024-01-{random.randrange(1, 9):02}"
                    sittings.append(sit(house, names, game, played_on=day))
                case "finish":
                    finish(one, *(random.randrange(4) for _ in one.look()["seats"]))
                case "hand":
                    one.record({"type": "seat_handed", "seat": 1, "player": {"name": random.choice(FRIENDS[1:])}})
                case "abandon":
                    one.record({"type": "match_abandoned"})
                case "adjust":
                    one.record(adjusted(0, random.randrange(-2, 3)))
                case "delete":
                    table.delete_match(house, one.host, one.match_id)
                case "restore":
                    table.bring_back(house, one.host, one.match_id)
                case "name":
                    one.record({"type": "seats_named", "players": {"0": {"name": random.choice(FRIENDS[1:])}}})
        except Problem as problem:
            if problem.code not in ("wrong_phase", "invalid", "not_found"):
                raise
        if step == 30:
            table.merge(house, owner(house), ids(house)["Anne"], ids(house)["Ann"])
    assert told(house) == recount(house)
    assert sum(record["played"] for record in told(house).values()) > 10
    # And from the logs alone, for a database that had no records yet.
    before = everything_stored(house)
    with writing(house.engine) as conn:
        for model in (models.Part, models.Record):
            conn.execute(delete(model))
    assert records.missing(house)
    records.rebuild(house)
    assert everything_stored(house) == before


def test_a_person_is_found_among_those_who_played_lately(house: House) -> None:
    sit_down(house, players=4)
    page = table.names(house, everybody(house), limit=3)
    rest = table.names(house, everybody(house), limit=3, cursor=page["next_cursor"])
    assert len(page["items"]) == 3
    assert rest["next_cursor"] is None
    assert len({one["id"] for one in page["items"] + rest["items"]}) == 4


def test_matches_that_end_at_the_same_time_all_count(house: House) -> None:
    sittings = [sit(house, ["Ann", "Ben", "Cy"]) for _ in range(6)]
    threads = [Thread(target=finish, args=(sitting, 3, 2, 1)) for sitting in sittings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert record_of(house, "Ann")["won"] == 6
    assert told(house) == recount(house)
