"""Every ruling is held by a test of its own: with one line of the code spoiled, the test that says it fails.

Each table names, ruling by ruling, the test, the file, the words to spoil and what to put in their place.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULINGS = [
    (table, number, ruling)
    for table in sorted(HERE.glob("*.toml"))
    for number, ruling in enumerate(tomllib.loads(table.read_text(encoding="utf-8"))["ruling"])
]
each = pytest.mark.parametrize(
    ("table", "number", "ruling"), RULINGS, ids=[f"{table.stem}: {ruling['says']}" for table, _, ruling in RULINGS]
)


@cache
def judged(table: Path) -> list[dict[str, str]]:
    """One process for the whole table."""
    words = [sys.executable, str(HERE / "spoiled.py"), str(table)]
    answer = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=170)
    told: list[dict[str, str]] = json.loads(answer.stdout.splitlines()[-1])
    return told


@each
def test_a_ruling_names_a_test_that_there_is(table: Path, number: int, ruling: dict[str, Any]) -> None:
    file, _, name = ruling["test"].partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")
    assert (ROOT / ruling["file"]).read_text(encoding="utf-8").count(ruling["spoil"]) == 1
    assert ruling["spoil"] != ruling["with"]


@pytest.mark.slow
@each
def test_without_its_line_of_code_the_test_of_a_ruling_fails(table: Path, number: int, ruling: dict[str, Any]) -> None:
    assert judged(table)[number] == {"says": ruling["says"], "outcome": "failed"}
