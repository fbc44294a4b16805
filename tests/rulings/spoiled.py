"""Runs the tests named in a table of rulings, each with its line of code spoiled in memory, and says what came of it.

    python tests/rulings/spoiled.py tests/rulings/GAME.toml     prints JSON: for each ruling passed, failed or else

One process for a whole table: between two rulings everything that was imported of the product and the tests is
forgotten, so that the next one reads its own sources again. Nothing on disk is touched.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import io
import json
import sys
import tomllib
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Outcomes:
    """What became of the named tests, collected as pytest tells it."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call":
            self.said.append(report.outcome)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.said.append("not collected")


def ours(module: Any) -> bool:
    """The product's and the tests' own; what they need of others stays imported."""
    file = getattr(module, "__file__", None)
    return file is not None and any(file.startswith(str(ROOT / room)) for room in ("companion/", "tests/"))


def outcome(test: str, file: str | None = None, source: str = "") -> str:
    """``passed`` if all of it did, ``failed`` if any of it did, else what stood in the way."""
    usual = importlib.machinery.SourceFileLoader.get_code
    spoiled = str(ROOT / file) if file else None

    def get_code(self: Any, name: str) -> CodeType | None:
        return compile(source, self.path, "exec") if self.path == spoiled else usual(self, name)

    heard = Outcomes()
    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            words = [
                str(ROOT / test),
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:unraisableexception",
                "--assert",
                "plain",
                "-m",
                "",
                "--timeout",
                "10",
            ]
            pytest.main(words, plugins=[heard])
    finally:
        importlib.machinery.SourceFileLoader.get_code = usual  # type: ignore[method-assign]
        for name in [name for name, module in sys.modules.items() if name != "__main__" and ours(module)]:
            del sys.modules[name]
    if "not collected" in heard.said or not heard.said:
        return "not run"
    return "failed" if "failed" in heard.said else "passed"


def judged(table: Path) -> list[dict[str, str]]:
    found = []
    for ruling in tomllib.loads(table.read_text(encoding="utf-8"))["ruling"]:
        source = (ROOT / ruling["file"]).read_text(encoding="utf-8")
        if source.count(ruling["spoil"]) != 1:
            found.append({"says": ruling["says"], "outcome": f"found {source.count(ruling['spoil'])} times"})
            continue
        spoiled = source.replace(ruling["spoil"], ruling["with"])
        found.append({"says": ruling["says"], "outcome": outcome(ruling["test"], ruling["file"], spoiled)})
        print(found[-1]["outcome"], ruling["says"], file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    print(json.dumps(judged(Path(sys.argv[1])), ensure_ascii=False))
