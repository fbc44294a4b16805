"""Following a match over server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from api.phones import Phone, Table

from companion.api import stream

NOTE = {"type": "noted", "text": "hello"}


def following(phone: Phone, table: Table, last: str | None = None) -> tuple[Any, Iterator[bytes]]:
    headers = {} if last is None else {"Last-Event-ID": last}
    answer = phone.ask("GET", f"{table.path}/stream", headers=headers, buffered=False)
    return answer, iter(answer.response)


def heard(lines: Iterator[bytes]) -> tuple[int, int]:
    """The next event: its id and the version it tells. What is no event is passed over."""
    for block in lines:
        fields = dict(line.split(": ", 1) for line in block.decode().strip().splitlines() if not line.startswith(":"))
        if fields.get("event") == "version":
            return int(fields["id"]), json.loads(fields["data"])["version"]
    raise AssertionError("the stream has ended")


def test_every_append_is_told_and_the_present_version_at_once(table: Table) -> None:
    answer, lines = following(Phone(table.host.app), table)
    assert answer.content_type.startswith("text/event-stream")
    version = table.look()["version"]
    assert heard(lines) == (version, version)
    for _ in range(2):
        version = table.recorded(NOTE)["version"]
        assert heard(lines) == (version, version)
    answer.close()


def test_who_has_heard_of_the_last_version_waits_for_the_next(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SECONDS_BETWEEN_BEATS", 0.05)
    answer, lines = following(Phone(table.host.app), table, str(table.look()["version"]))
    assert next(lines).startswith(b"retry:")
    assert next(lines) == b": beat\n\n"
    version = table.recorded(NOTE)["version"]
    assert heard(lines) == (version, version)
    answer.close()


def test_who_missed_some_is_told_at_once(table: Table) -> None:
    last = table.look()["version"]
    for _ in range(3):
        version = table.recorded(NOTE)["version"]
    answer, lines = following(Phone(table.host.app), table, str(last))
    assert heard(lines) == (version, version)
    answer.close()


@pytest.mark.parametrize("last", ["", "nonsense", "-1", "9" * 400, "1e3"])
def test_a_senseless_last_event_id_is_as_none(table: Table, last: str) -> None:
    answer, lines = following(Phone(table.host.app), table, last)
    assert heard(lines)[1] == table.look()["version"]
    answer.close()


def test_a_refused_event_is_told_to_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "SECONDS_BETWEEN_BEATS", 0.05)
    answer, lines = following(Phone(table.host.app), table)
    heard(lines)
    assert table.record({"type": "card_played", "card": "S1"}).status_code == 422
    assert next(lines) == b": beat\n\n"
    answer.close()


def test_the_stream_of_a_match_that_is_deleted_ends(table: Table) -> None:
    answer, lines = following(Phone(table.host.app), table)
    heard(lines)
    table.host.ask("DELETE", table.path)
    assert list(lines) == []
    answer.close()


def test_a_server_about_to_end_lets_its_streams_go(table: Table) -> None:
    answer, lines = following(Phone(table.host.app), table)
    heard(lines)
    table.host.app.extensions["house"].bell.close()
    assert list(lines) == []
    answer.close()


def test_nobody_follows_what_he_may_not_see(table: Table, closed: Any) -> None:
    assert Phone(closed).get(f"{table.path}/stream").status_code == 401
    assert Phone(table.host.app).get("/matches/zzz/stream").status_code == 404
