"""What lies in every game's folder."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from companion import registry
from companion.kit import codec
from companion.kit.general import GENERAL
from companion.kit.rules import Event, Rules


def folder(game: str) -> Path:
    file = import_module(f"{registry.folder(game)}.rules").__file__
    assert file
    return Path(file).parent


def test_every_game_has_golden_records(game: str) -> None:
    records = sorted((folder(game) / "records").glob("*.json"))
    assert records, f"{game}: a game without a golden record is not finished"
    for file in records:
        record = json.loads(file.read_text())
        assert record["game"] == game
        assert record["events"]


def test_every_event_is_made_of_what_schemas_and_forms_understand(rules: Rules[Any]) -> None:
    for cls in (*GENERAL, *rules.events):
        assert issubclass(cls, Event)
        assert re.fullmatch(r"[a-z][a-z_]*", cls.type)
        for member in codec.members(cls):
            assert member.shape.kind
        assert cls.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_options_have_a_default_each(rules: Rules[Any]) -> None:
    assert codec.record_to_json(rules.house_rules()) is not None
    for member in codec.members(rules.house_rules):
        assert not member.required


def test_only_known_names_come_from_the_game(rules: Rules[Any]) -> None:
    assert rules.name == rules.name.lower()
    assert set(rules.cards)
    assert tuple(sorted(rules.seats)) == rules.seats
