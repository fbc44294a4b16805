"""Every ruling hangs on a line of the code and on a test: with the line spoiled the test must fail.

Beside this file a list for each game: what is ruled (``says``), the ``line`` of ``file`` that it hangs on, that line
``spoiled``, and the ``test`` named after it.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULINGS = [
    pytest.param(ruling, id=f"{file.stem}-{ruling['says']}")
    for file in sorted(HERE.glob("*.toml"))
    for ruling in tomllib.loads(file.read_text(encoding="utf-8"))["ruling"]
]
every_ruling = pytest.mark.parametrize("ruling", RULINGS)


@every_ruling
def test_the_line_and_the_test_of_a_ruling_exist(ruling: dict[str, str]) -> None:
    assert (ROOT / ruling["file"]).read_text(encoding="utf-8").count(ruling["line"]) == 1
    assert ruling["spoiled"] != ruling["line"]
    file, _, name = ruling["test"].partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.slow
@every_ruling
def test_with_its_line_spoiled_the_test_of_a_ruling_fails(ruling: dict[str, str], tmp_path: Path) -> None:
    """In a process of its own, which begins where this one stands: everything needed is loaded but what is ours."""
    told = tmp_path / "told"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that forking leaves other threads behind, which the child has no use for
        child = os.fork()
    if child == 0:
        code = 70
        try:
            out = os.open(told, os.O_CREAT | os.O_WRONLY)
            os.dup2(out, 1)
            os.dup2(out, 2)
            sys.stdout = sys.stderr = os.fdopen(out, "w")
            spoil(ROOT / ruling["file"], ruling["line"], ruling["spoiled"])
            quietly = ["-q", "-x", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", ""]
            code = pytest.main([*quietly, str(ROOT / ruling["test"])])
            sys.stdout.flush()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == pytest.ExitCode.TESTS_FAILED, told.read_text(errors="replace")[-2000:]


def spoil(file: Path, line: str, spoiled: str) -> None:
    """From here on this file reads as if the line were another; nothing on disk is touched."""
    kept = importlib.machinery.SourceFileLoader.get_code

    def get_code(loader: Any, name: str) -> Any:
        if Path(loader.path) != file:
            return kept(loader, name)
        text = file.read_text(encoding="utf-8").replace(line, spoiled)
        return compile(text, str(file), "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(ROOT)) and ".venv" not in str(module.__file__):
            del sys.modules[name]
