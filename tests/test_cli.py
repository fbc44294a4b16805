"""The command line, as whoever runs a server uses it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import SQLModel

from companion import Settings, access, build, table
from companion.cli import main
from companion.house import House
from companion.problem import Problem


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """The one that commands find in their environment."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_OPEN", "1")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    house = build(Settings.from_environment())
    SQLModel.metadata.create_all(house.engine)
    return house


@pytest.fixture
def run() -> Callable[..., str]:
    def run(*words: str, fails: bool = False) -> str:
        done = CliRunner().invoke(main, words)
        assert (done.exit_code != 0) is fails, done.output
        return done.output

    return run


def test_people_are_listed_merged_and_renamed(house: House, run: Callable[..., str]) -> None:
    anybody = access.caller(house, None)
    for name in ("Jon", "John"):
        table.open_match(house, anybody, table.Opening("extreme-tricks", [{"name": n} for n in (name, "Ben", "Cy")]))
    assert {line.split()[-1] for line in run("people", "list", "jo").splitlines()} == {"Jon", "John"}
    run("people", "merge", "jon", "John")
    assert [line.split()[-1] for line in run("people", "list", "jo").splitlines()] == ["John"]
    run("people", "rename", "John", "John Lee")
    assert "John Lee" in run("people", "list")
    assert "Somebody else here has that name" in run("people", "rename", "Ben", "cy", fails=True)
    assert "two people" in run("people", "merge", "Ben", "Cy", fails=True)


def test_the_owners_token_stays_until_a_new_one_is_asked_for(house: House, run: Callable[..., str]) -> None:
    token = run("owner").strip()
    assert run("owner").strip() == token
    assert access.caller(house, token).role == "owner"
    assert run("owner", "--new").strip() != token
    with pytest.raises(Problem):
        access.caller(house, token)
