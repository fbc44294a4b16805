"""Who may look into which room."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "companion"

# Room by room: what it may import of the house besides itself. Rooms that are not listed are the doors (api, web, cli).
MAY_SEE: dict[str, set[str]] = {
    "kit": set(),
    "games": {"kit"},
    "registry": {"kit", "games"},
    "models": set(),
    "live": {"database"},
    "shelf": set(),
    "log": {"kit", "models"},
    "database": set(),
    "problem": {"kit"},
    "house": {"kit", "registry", "database", "live", "shelf"},
    "access": {"kit", "models", "database", "house", "problem"},
    "people": {"kit", "models", "house", "problem"},
    "table": {"kit", "registry", "models", "log", "live", "house", "database", "problem", "access", "people"},
}
PURE = ("kit", "games")
DOORS = ("api", "web", "cli")


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say where they look"
            found |= {node.module or ""}
            if node.module == "companion":
                found |= {f"companion.{alias.name}" for alias in node.names}
    return found


def rooms_seen(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imports(path) if name.startswith("companion.")}


MODULES = sorted(p for p in PACKAGE.rglob("*.py") if p.parent != PACKAGE or p.stem not in ("__init__", "__main__"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    room = room_of(path)
    if room in MAY_SEE:
        assert rooms_seen(path) <= MAY_SEE[room] | {room}


@pytest.mark.parametrize("path", [p for p in MODULES if room_of(p) in PURE], ids=lambda p: str(p.relative_to(PACKAGE)))
def test_rules_need_the_standard_library_alone_and_touch_nothing_outside(path: Path) -> None:
    outside = {name.split(".")[0] for name in imports(path)} - {"companion", ""}
    assert outside <= sys.stdlib_module_names
    assert not outside & {"os", "io", "pathlib", "socket", "time", "datetime", "secrets", "logging", "subprocess"}
    calls = {
        n.func.id
        for n in ast.walk(ast.parse(path.read_text()))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec"}
    # Chance is handed in: the module-level functions of random draw from a hidden state.
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} == {"Random"}
        assert not (isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names))


@pytest.mark.parametrize(
    "path", [p for p in MODULES if room_of(p) == "games"], ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_no_game_looks_into_another(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[1]
    others = {name.split(".")[2] for name in imports(path) if name.startswith("companion.games.")} - {own}
    assert not others


def test_nothing_outside_its_folder_knows_a_game_by_name() -> None:
    names = [p.name for p in (PACKAGE / "games").iterdir() if (p / "rules.py").exists()]
    spellings = {name for folder in names for name in (folder, folder.replace("_", "-"))}
    for path in MODULES:
        if room_of(path) != "games":
            text = path.read_text()
            assert not [name for name in spellings if f'"{name}' in text or f".{name}" in text], path


def test_every_room_is_listed() -> None:
    assert {room_of(p) for p in MODULES} <= set(MAY_SEE) | set(DOORS) | {"guard", "journal", "limits", "server"}
