"""Who may reach the server, from which page, and what every answer says about itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion import Settings, create_app

FOUR = {"game": "extreme-tricks", "players": [{"name": name} for name in ("Ann", "Ben", "Cy", "Dora")]}

# What is guarded here does not depend on where things are kept.
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture(params=[True, False], ids=["open", "closed"])
def app(request: pytest.FixtureRequest, database: str) -> Iterator[Flask]:
    app = create_app(Settings(database, b"k" * 32, open=request.param))
    yield app
    app.extensions["house"].engine.dispose()


def asked(app: Flask, address: str = "127.0.0.1", host: str = "localhost:8000", **more: Any) -> Any:
    return app.test_client().get(
        "/api/health", environ_base={"REMOTE_ADDR": address}, base_url=f"http://{host}", **more
    )


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "192.168.1.20", "10.0.0.7", "172.20.1.1", "169.254.3.4", "fe80::1%eth0", "fd12::3"]
)
def test_an_open_server_answers_the_people_in_the_room(app: Flask, address: str) -> None:
    assert asked(app, address).status_code == 200


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "", "0.0.0.0", "nonsense"])
def test_an_open_server_answers_nobody_else(app: Flask, address: str) -> None:
    answer = asked(app, address)
    assert answer.status_code == (403 if app.extensions["house"].open else 200)
    if answer.status_code == 403:
        assert answer.get_json()["code"] == "not_yours"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "8.8.8.8", "localhost.evil.example", "192.168.1.2.evil.example"]
)
def test_a_name_pointed_at_this_room_from_elsewhere_gets_no_answer(app: Flask, host: str) -> None:
    assert asked(app, host=host).status_code == (403 if app.extensions["house"].open else 200)


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "192.168.1.20:8000", "table.local", "pi.lan:80"]
)
def test_the_names_of_this_room_do(app: Flask, host: str) -> None:
    assert asked(app, host=host).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_no_other_page_changes_anything(app: Flask, headers: dict[str, str]) -> None:
    answer = app.test_client().post("/api/matches", json=FOUR, base_url="http://localhost:8000", headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (403, "not_yours")


@pytest.mark.parametrize("headers", [{"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"}, {}])
def test_our_own_page_and_no_page_at_all_do(app: Flask, headers: dict[str, str]) -> None:
    answer = app.test_client().post("/api/matches", json=FOUR, base_url="http://localhost:8000", headers=headers)
    assert answer.status_code == (201 if app.extensions["house"].open else 401)


def test_every_answer_says_how_it_may_be_used(app: Flask) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/nothing"):
        headers = app.test_client().get(path, base_url="http://localhost:8000").headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert "unsafe-inline" not in headers["Content-Security-Policy"], path
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers


def test_a_body_that_is_too_large_is_refused(app: Flask) -> None:
    answer = app.test_client().post(
        "/api/matches",
        data=b"{" + b" " * (1 << 20) + b"}",
        content_type="application/json",
        base_url="http://localhost",
    )
    assert answer.status_code == 413


def test_the_key_file_is_its_owner_s_alone(database: str, tmp_path: Path) -> None:
    from companion.house import server_key

    key = server_key(tmp_path / "new")
    assert server_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "server.key").stat().st_mode & 0o777 == 0o600
