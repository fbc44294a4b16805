"""Games are kept: copied while people record, put back, taken along, brought in, and replayed."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text, update
from tables import Sitting, everything_stored, sit_down

from companion import access, models, table
from companion.cli import main
from companion.database import engine_for, writing
from companion.house import House
from companion.shelf import Shelf
from companion.table import rechecking

Say = Callable[..., Result]
NOTE = {"type": "noted", "text": "x"}


@pytest.fixture
def say(database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    """`say("recheck")`: a command on the database of this test."""
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return lambda *words, **more: CliRunner().invoke(main, words, catch_exceptions=False, **more)


@pytest.fixture
def played(house: House) -> list[Sitting]:
    """A finished match, one that goes on, one with hidden cards, one that was deleted."""
    sittings = [
        sit_down(house, played_on="2024-02-29"),
        sit_down(house, "trex", played_on="2024-02-29"),
        sit_down(house, dealing="companion", played_on="2024-02-29"),
        sit_down(house, played_on="2024-02-29"),
    ]
    adjusted = {"type": "score_adjusted", "seat": 2, "points": 4, "reason": "x"}
    sittings[0].record(adjusted, {"type": "match_ended"})
    for sitting in sittings:
        sitting.record(NOTE)
    table.delete_match(house, sittings[3].host, sittings[3].match_id)
    return sittings


only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
only_postgres = pytest.mark.parametrize(
    "database", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)


# Copies


@only_sqlite
def test_a_backup_taken_while_people_record_is_whole_and_of_one_moment(house: House, say: Say, tmp_path: Path) -> None:
    sitting, stop = sit_down(house), threading.Event()

    def record() -> None:
        while not stop.is_set():
            sitting.record(NOTE)

    phones = [threading.Thread(target=record) for _ in range(2)]
    for phone in phones:
        phone.start()
    try:
        acknowledged = []
        for copy in range(8):
            acknowledged.append(sitting.look()["version"])
            assert say("backup", str(tmp_path / f"{copy}.db")).exit_code == 0
    finally:
        stop.set()
        for phone in phones:
            phone.join()
    assert acknowledged[-1] > acknowledged[0]
    for copy, version in enumerate(acknowledged):
        with closing(sqlite3.connect(tmp_path / f"{copy}.db")) as there:
            rows = [seq for (seq,) in there.execute("SELECT seq FROM event ORDER BY seq")]
            kept = there.execute("SELECT version FROM match").fetchone()[0]
        assert rows == list(range(kept + 1))
        assert kept >= version
        assert not (tmp_path / f"{copy}.db-wal").exists()


@only_sqlite
def test_what_was_backed_up_is_put_back_and_what_was_there_is_kept_aside(
    house: House, say: Say, played: list[Sitting], tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    before = everything_stored(house)
    say("backup", str(copy))
    played[1].record(NOTE)
    refused = say("restore", str(copy), "--yes")
    assert refused.exit_code == 1
    assert "Stop it first" in refused.output
    assert played[1].look()["version"] == 2
    house.engine.dispose()
    answer = say("restore", str(copy), "--yes")
    assert answer.exit_code == 0, answer.output
    assert everything_stored(house) == before
    aside = next(tmp_path.glob("*.before-*"))
    with closing(sqlite3.connect(aside)) as there:
        assert there.execute("SELECT version FROM match WHERE game = 'trex'").fetchone() == (2,)
    assert not list(tmp_path.glob("*.part*"))


@only_sqlite
def test_the_key_is_in_no_backup(house: House, say: Say, played: list[Sitting], tmp_path: Path) -> None:
    say("backup", str(tmp_path / "copy.db"))
    key = (tmp_path / "server.key").read_bytes() if (tmp_path / "server.key").exists() else house.key
    assert key not in (tmp_path / "copy.db").read_bytes()
    assert played[0].code.encode() not in (tmp_path / "copy.db").read_bytes()


@only_sqlite
@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\x00" + b"x" * 500])
def test_what_is_no_backup_is_not_put_back(house: House, say: Say, tmp_path: Path, content: bytes) -> None:
    before = everything_stored(house)
    (tmp_path / "copy.db").write_bytes(content)
    answer = say("restore", str(tmp_path / "copy.db"), "--yes")
    assert answer.exit_code == 1
    assert "no copy of a companion" in answer.output
    assert everything_stored(house) == before


@only_postgres
@pytest.mark.parametrize("words", [("backup", "x"), ("restore", __file__, "--yes")])
def test_on_postgres_it_says_what_to_do_instead(say: Say, words: tuple[str, ...]) -> None:
    answer = say(*words)
    assert answer.exit_code == 1
    assert "pg_dump" in answer.output


# All matches


def test_all_matches_go_to_another_server(
    house: House, say: Say, played: list[Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "all.jsonl"
    assert say("export", str(out)).exit_code == 0
    assert len(out.read_text().splitlines()) == 3
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    answer = say("import", str(out))
    assert answer.exit_code == 0, answer.output
    assert "3 matches brought in, 0 were here already" in answer.output
    assert "0 matches brought in, 3 were here already" in say("import", str(out)).output
    assert "3 matches replayed, 0 with something wrong" in say("recheck").output


def test_what_cannot_be_brought_in_is_named_and_the_rest_comes(
    house: House, say: Say, played: list[Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "all.jsonl"
    say("export", str(out))
    first, *rest = out.read_text().splitlines()
    spoiled = json.loads(first)
    spoiled["events"][1]["type"] = "cheated"
    out.write_text("\n".join([json.dumps(spoiled), "{", *rest]))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    answer = say("import", str(out))
    assert answer.exit_code == 1
    assert "2 matches brought in, 0 were here already, 2 refused" in answer.output
    assert "match 1: Entry 1 of this file" in answer.output


def test_a_match_of_its_own_page_comes_in_too(
    house: House, say: Say, played: list[Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(table.take_along(house, played[0].host, played[0].match_id), indent=1))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    assert "1 matches brought in" in say("import", str(file)).output


def test_on_a_server_of_circles_they_go_into_the_one_that_is_named(
    house: House, say: Say, played: list[Sitting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, elsewhere = tmp_path / "all.jsonl", f"sqlite:///{tmp_path}/elsewhere.db"
    say("export", str(out), "--circle", "1")
    monkeypatch.setenv("DATABASE_URL", elsewhere)
    say("db", "upgrade")
    closed = replace(house, engine=engine_for(elsewhere), open=False, shelf=Shelf())
    made = table.make_circle(closed, "Friday club")
    assert say("circles").output.split() == [made.circle, "Friday", "club"]
    assert say("import", str(out), "--circle", "7").exit_code == 2
    assert "3 matches brought in" in say("import", str(out), "--circle", made.circle).output
    assert len(table.history(closed, access.caller(closed, made.token))["items"]) == 3
    closed.engine.dispose()


def test_a_name_is_forgotten(house: House, say: Say, played: list[Sitting]) -> None:
    assert say("people", "forget", "Ben", input="n\n").exit_code == 1
    assert "Ben" in say("people", "list").output
    assert say("people", "forget", "Ben", "--yes").exit_code == 0
    assert "Ben" not in say("people", "list").output


# Replayed


def spoil(house: House, sitting: Sitting, **values: Any) -> None:
    match: Any = models.Match.__table__  # type: ignore[attr-defined]
    with writing(house.engine) as conn:
        conn.execute(update(match).where(match.c.match_id == sitting.match_id).values(**values))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"totals": "[9, 9, 9, 9]"}, "totals: stored [9, 9, 9, 9], replayed [0, 0, 4, 0]"),
    ({"status": "playing"}, "status: stored playing, replayed finished"),
    ({"winners": None}, "winners: stored None, replayed [2]"),
    ({"version": 1}, "version: stored 1, replayed 3"),
]


def test_rows_that_differ_from_the_log_are_found_and_repaired(house: House, say: Say, played: list[Sitting]) -> None:
    before = everything_stored(house)
    for values, words in WRONG:
        spoil(house, played[0], **values)
        found = say("recheck")
        assert found.exit_code == 1
        assert words in found.output
        repaired = say("recheck", "--repair")
        assert (repaired.exit_code, "4 matches replayed, 1 with something wrong" in repaired.output) == (0, True)
        assert everything_stored(house) == before
    assert "0 with something wrong" in say("recheck").output


def test_seats_that_name_others_are_found_and_repaired(house: House, say: Say, played: list[Sitting]) -> None:
    before = everything_stored(house)
    with writing(house.engine) as conn:
        conn.execute(text("UPDATE seat SET person_id = NULL WHERE seat = 1"))
    assert "the seats name other people" in say("recheck").output
    assert say("recheck", "--repair").exit_code == 0
    assert everything_stored(house) == before


BROKEN = [
    ("UPDATE event SET type = 'match_ended', data = '{}' WHERE type = 'noted'", "no longer holds: wrong_phase"),
    ("UPDATE event SET data = '{\"points\": 1}' WHERE type = 'score_adjusted'", "does not replay"),
    ("UPDATE event SET type = 'cheated' WHERE type = 'score_adjusted'", "does not replay"),
    ("DELETE FROM event WHERE type = 'cheated'", "the log has gaps"),
]


def test_a_log_that_does_not_hold_is_named_and_left_alone(house: House, say: Say, played: list[Sitting]) -> None:
    for statement, words in BROKEN:
        with writing(house.engine) as conn:
            conn.execute(text(f"{statement} AND match_id = {played[0].match_id}"))
        before = everything_stored(house)
        answer = say("recheck", "--repair")
        assert answer.exit_code == 1
        assert words in answer.output
        assert everything_stored(house) == before


@only_sqlite
def test_an_interrupted_run_says_where_to_go_on(
    house: House, say: Say, played: list[Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    order = list(rechecking.places(house))
    check, seen = rechecking.recheck, []

    def until(house: House, place: Any, **more: Any) -> Any:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(place)
        return check(house, place, **more)

    monkeypatch.setattr(rechecking, "recheck", until)
    answer = say("recheck")
    assert answer.exit_code == 130
    after = rechecking.spelled(order[1])
    assert f"companion recheck --after {after}" in answer.output
    monkeypatch.undo()
    monkeypatch.setenv("DATABASE_URL", str(house.engine.url))
    assert "2 matches replayed" in say("recheck", "--after", after).output
    assert say("recheck", "--after", "x!").exit_code == 2
