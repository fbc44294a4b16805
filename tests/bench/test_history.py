"""The history at size: what people open, with 10,000 matches stored and with 100,000, on both engines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest
from flask.testing import FlaskClient
from measure import Sheet, each, ms, percentile
from stored import Stored, play

from companion import Settings, create_app
from companion.house import House, spell
from companion.web.look import TOLD

SMALL, LARGE, LOGS = 10_000, 100_000, 2_000
DIFFERENT = int(os.environ.get("BENCH_PLAYS") or 400)
"""So many different matches of each game are played, each of which becomes one of the 2,000 logs."""
RUNS = 40


@pytest.fixture(scope="module")
def sheet() -> Iterator[Sheet]:
    sheet = Sheet()
    yield sheet
    print("\n\n" + sheet.text() + "\n")


@pytest.fixture(scope="module")
def plays() -> list[object]:
    return list(play(DIFFERENT))


@pytest.mark.timeout(1400)
def test_what_people_open(database: str, plays: list[object], sheet: Sheet) -> None:
    app = create_app(Settings(database, b"k" * 32, open=True))
    app.config["RATELIMIT_ENABLED"] = False
    house: House = app.extensions["house"]
    stored = Stored(house, plays)  # type: ignore[arg-type]
    stored.people()
    stored.grow(SMALL)
    before = stored.size()
    stored.keep_logs(LOGS)
    engine = house.engine.dialect.name
    sheet.add(
        f"{engine}: {stored.events:,} events of {LOGS:,} matches",
        f"{(stored.size() - before) / stored.events:.0f} bytes an event",
    )
    client = app.test_client()
    client.get("/")
    few = opened(client, house, stored)
    stored.grow(LARGE)
    stored.tidy()
    many = opened(client, house, stored)
    floor = percentile(many["floor"], 0.5)
    sheet.add(f"{engine}: nothing but a request (GET /api/health)", ms(floor), ms(percentile(few["floor"], 0.5)))
    for what, took in many.items():
        if what == "floor":
            continue
        middle, small = percentile(took, 0.5), percentile(few[what], 0.5)
        sheet.add(
            f"{engine}: {what}",
            f"{ms(middle)}, p95 {ms(percentile(took, 0.95))}",
            f"{ms(small)} with {SMALL:,}; {middle / floor:.1f} x a request",
            middle / small,
        )
    house.engine.dispose()


def opened(client: FlaskClient, house: House, stored: Stored) -> dict[str, list[float]]:
    """How long each page and answer takes, somebody else's at every run."""
    people, matches = stored.somebody(), cycle(stored.logs[:: len(stored.logs) // RUNS])

    def get(address: Callable[[], str]) -> list[float]:
        addresses = [address() for _ in range(RUNS + 3)]
        answers: list[int] = []
        took = each(lambda i: answers.append(client.get(addresses[i]).status_code), range(len(addresses)))
        assert set(answers) == {200}, addresses
        return took[3:]

    def cold_match() -> str:
        return spell(next(matches))

    def cold(address: str) -> list[float]:
        took = []
        for _ in range(RUNS):
            where = address.format(cold_match())
            house.shelf._values.clear()
            TOLD._values.clear()
            took += each(lambda _, where=where: client.get(where), range(1))  # type: ignore[misc]
        return took

    return {
        "floor": get(lambda: "/api/health"),
        "a person's page": get(lambda: f"/people/{spell(next(people))}"),
        "a person's record, API": get(lambda: f"/api/players/{spell(next(people))}"),
        "newest 20 of a person": get(lambda: f"/api/matches?player={spell(next(people))}&limit=20"),
        "newest 20 of a person in one game": get(
            lambda: f"/api/matches?player={spell(next(people))}&game=trex&limit=20"
        ),
        "a filter by game and date": get(
            lambda: f"/api/matches?game=tricky-twist&from=2004-01-01&to=2019-{1 + stored.random.randrange(12):02}-28"
        ),
        "the newest page": get(lambda: "/history"),
        "the page of people": get(lambda: "/people"),
        "home": get(lambda: "/"),
        "a match, API, cold": cold("/api/matches/{}"),
        "a match's page, cold": cold("/m/{}"),
        "a match's points and chart, cold": cold("/m/{}/points"),
        "a match at a moment, cold": cold("/m/{}/at/40"),
    }
