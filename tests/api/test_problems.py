"""Every refusal is a problem that machines know by its code and people by its sentence."""

from __future__ import annotations

from typing import Any

import pytest
from api.phones import BEGINNING, CHALLENGES, TRUMP, Phone, Table, declared, good, plays, refused, sit_down
from flask import Flask
from sqlalchemy import event

from companion.web import text


def hand(seat: int, cards: str) -> dict[str, Any]:
    return {"type": "hands_dealt", "hands": {str(seat): cards.split()}}


SPADES = "S1 S2 S3 S4 S5 S6 S7 S8 S9 H1 H2 H3"


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([TRUMP], "wrong_phase"),
        ([CHALLENGES, {**TRUMP, "seat": 1}], "out_of_turn"),
        ([*BEGINNING, *plays("S10")], "not_in_deck"),
        ([*BEGINNING, *plays("S1", "S1")], "card_gone"),
        ([CHALLENGES, hand(0, SPADES), *BEGINNING[1:], *plays("D1")], "not_in_hand"),
        ([CHALLENGES, hand(1, SPADES.replace("S9", "H9")), *BEGINNING[1:], *plays("S9", "H1")], "must_follow_suit"),
        ([*BEGINNING, *plays("C1", "D2", "C3", "C4", "C5", "C6")], "revoke"),
        ([CHALLENGES, hand(0, SPADES), hand(1, SPADES)], "impossible_deal"),
        ([CHALLENGES, hand(0, SPADES), *BEGINNING[1:], *plays("H1", "S1")], "impossible_deal"),
        ([{**CHALLENGES, "red": [1, 1, 2, 3, 4, 5]}], "illegal_choice"),
        ([CHALLENGES, TRUMP, declared(0, 5, "R1")], "illegal_choice"),
        ([CHALLENGES, TRUMP, declared(0, 2, "R25")], "illegal_choice"),
        ([CHALLENGES, hand(0, "S1 S2")], "illegal_choice"),
        (
            [CHALLENGES, {"type": "deal_tallied", "results": [{"pieces": 0, "declared": [], "achieved": []}]}],
            "illegal_choice",
        ),
    ],
)
def test_what_the_rules_forbid(table: Table, events: list[dict[str, Any]], code: str) -> None:
    told = refused(table.record(*events), 422, code)
    assert told["index"] == len(events) - 1
    assert table.look()["version"] == 0


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/nothing", 404, "not_found"),
        ("POST", "/nothing", 404, "not_found"),
        ("GET", "/games/chess", 404, "not_found"),
        ("GET", "/games/..%2f..", 404, "not_found"),
        ("GET", "/docs/VERSIONS.md", 404, "not_found"),
        ("DELETE", "/games", 405, "method_not_allowed"),
        ("PUT", "/matches", 405, "method_not_allowed"),
        ("GET", "/join", 405, "method_not_allowed"),
        ("TRACE", "/health", 405, "method_not_allowed"),
        ("FROB", "/health", 405, "method_not_allowed"),
    ],
)
def test_addresses_that_lead_nowhere(app: Flask, method: str, path: str, status: int, code: str) -> None:
    response = Phone(app).ask(method, path)
    refused(response, status, code)
    assert ("Allow" in response.headers) == (status == 405)


def test_what_may_be_asked_is_told(app: Flask) -> None:
    assert Phone(app).ask("DELETE", "/matches").headers["Allow"] == "GET, HEAD, OPTIONS, POST"
    assert Phone(app).ask("OPTIONS", "/matches").status_code == 200
    assert Phone(app).ask("HEAD", "/games").status_code == 200


@pytest.mark.parametrize("language", ["en", "ar", "ar-EG,en;q=0.5", "fr", None])
def test_a_problem_speaks_the_language_it_is_asked_in(table: Table, language: str | None) -> None:
    table.recorded(CHALLENGES)
    headers = {} if language is None else {"Accept-Language": language}
    body = {"events": [{**TRUMP, "seat": 1}]}
    response = table.host.post(f"{table.path}/events", body, headers=headers)
    spoken = "ar" if language and language.startswith("ar") else "en"
    assert response.headers["Content-Language"] == spoken
    told = refused(response, 422, "out_of_turn")
    assert told["detail"] == text.detail(
        "out_of_turn", {"seat": 0}, ["Ann", "Ben", "Cy"], spoken, game="extreme-tricks"
    )


def test_names_stand_in_sentences_only_for_who_may_see_them(closed: Flask) -> None:
    member = Phone(closed, good(Phone(closed).post("/circles", {"name": "Club"}), 201)["token"])
    table = sit_down(closed, [{"name": "Zuleika"}, {"name": "Ben"}, {"name": "Cy"}], by=member)
    for response in (
        Phone(closed).get(f"{table.path}/scores"),
        table.record({**TRUMP, "seat": 1}, by=Phone(closed)),
        Phone(closed).post("/join", {"code": table.code, "seat": 9}),
    ):
        assert "Zuleika" not in response.get_data(as_text=True)


def test_a_failure_of_ours_tells_nothing_but_its_number(
    app: Flask, failures: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the secret ingredient")

    monkeypatch.setattr("companion.table.history", broken)
    response = Phone(app).get("/matches")
    told = refused(response, 500, "internal")
    assert "secret" not in response.get_data(as_text=True)
    assert told["request"] == response.headers["X-Request-Id"]
    assert [str(failure) for failure in failures] == ["the secret ingredient"]
    failures.clear()


def test_a_database_that_is_busy_is_there_again_in_a_moment(table: Table) -> None:
    engine = table.host.app.extensions["house"].engine
    engine.dispose()
    event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout=50"))
    with engine.connect() as other:
        other.exec_driver_sql("COMMIT") if other.in_transaction() else None
        other.connection.execute("BEGIN IMMEDIATE")
        response = table.record(CHALLENGES)
        refused(response, 503, "unavailable")
        assert int(response.headers["Retry-After"]) >= 1
        other.connection.execute("ROLLBACK")
    table.recorded(CHALLENGES)


def test_a_database_that_is_broken_is_a_failure(app: Flask, failures: list[BaseException], tmp_path: object) -> None:
    engine = app.extensions["house"].engine
    with engine.begin() as conn:
        conn.exec_driver_sql("DROP TABLE match")
    refused(Phone(app).get("/matches"), 500, "internal")
    assert len(failures) == 1
    failures.clear()


def test_whoever_comes_from_elsewhere_is_sent_away_with_a_problem(app: Flask) -> None:
    for path in ("/matches", "/games", "/nothing"):
        response = Phone(app).ask("GET", path, environ_overrides={"REMOTE_ADDR": "8.8.8.8"})
        refused(response, 403, "not_yours")
    refused(Phone(app).ask("POST", "/matches", headers={"Origin": "https://elsewhere.example"}), 403, "not_yours")


def test_health_says_what_the_house_runs_on(app: Flask, closed: Flask) -> None:
    told = good(Phone(app).get("/health"))
    assert told["ok"] is True
    assert told["open"] is True
    assert "extreme-tricks" in told["games"]
    assert told["database"].startswith("sqlite 3.")
    assert good(Phone(closed).get("/health"))["open"] is False


def test_health_of_a_database_that_was_upgraded(database: str, serve: Any) -> None:
    told = good(Phone(serve(database=database)).get("/health"))
    assert told["schema"]
    assert told["database"].split()[0] in ("sqlite", "postgresql")
