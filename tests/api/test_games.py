"""What the API says of the games is what their rules say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import jsonschema
import pytest
from api.phones import Phone, good
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator

from companion import api
from companion.api.schemas import EventSchemas
from companion.database import engine_for
from companion.house import House
from companion.kit import codec
from companion.kit.cards import Card
from companion.kit.general import GENERAL
from companion.kit.rules import BySeat, Event, Within
from companion.registry import games

RECORDS = sorted(Path(__file__).parents[2].glob("companion/games/*/records/*.json"))


@pytest.mark.parametrize("game", games())
def test_a_game_tells_who_plays_it_by_which_rules(app: Flask, game: str) -> None:
    rules = games()[game]
    told = good(Phone(app).get(f"/games/{game}"))
    assert (told["id"], told["suits"], told["memory"]) == (game, list(rules.suits), rules.memory)
    assert told["seats"] == {"min": min(rules.seats), "max": max(rules.seats)}
    defaults = {name: option["default"] for name, option in told["options"].items()}
    assert codec.choose(rules.house_rules, defaults) == rules.house_rules()
    for option in told["options"].values():
        if "choices" in option:
            assert option["default"] in option["choices"]
    assert set(told["events"]) == {cls.type for cls in (*rules.events, *GENERAL) if cls.by_people}
    row = next(row for row in good(Phone(app).get("/games"))["items"] if row["id"] == game)
    assert row == {name: value for name, value in told.items() if name != "events"}


def test_options_have_types_choices_and_defaults(app: Flask) -> None:
    assert good(Phone(app).get("/games/extreme-tricks"))["options"] == {
        "blue_25": {"type": "string", "choices": ["least_tricks", "most_tricks"], "default": "least_tricks"},
        "most_at_zero": {"type": "boolean", "default": True},
    }


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_event_of_the_records_fits_its_schema(app: Flask, path: Path) -> None:
    record = json.loads(path.read_text())
    told = good(Phone(app).get(f"/games/{record['game']}"))["events"]
    schemas = EventSchemas(games()[record["game"]])
    checks = {kind: jsonschema.Draft202012Validator(schema) for kind, schema in told.items()}
    for event in record["events"]:
        checks[event["type"]].validate(event)
        assert schemas.read(event) == event


@pytest.mark.parametrize("game", games())
def test_schemas_stand_alone_and_take_nothing_they_do_not_name(app: Flask, game: str) -> None:
    def look(schema: Any) -> None:
        if isinstance(schema, Mapping):
            assert "$ref" not in schema
            if "properties" in schema:
                assert schema["additionalProperties"] is False
            for inner in schema.values():
                look(inner)
        elif isinstance(schema, list):
            for inner in schema:
                look(inner)

    for kind, schema in good(Phone(app).get(f"/games/{game}"))["events"].items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["properties"]["type"] == {"const": kind}
        look(schema)


def test_one_more_game_is_one_more_game(tmp_path: Path) -> None:
    """Its events, options and resources come from its rules; nothing else has to be told of it."""

    @dataclass(frozen=True, slots=True)
    class Bell:
        loud: bool = True
        rings: Annotated[int, Within(1, 3)] = 1

    @dataclass(frozen=True, slots=True)
    class BellRung(Event):
        type: ClassVar[str] = "bell_rung"
        times: Annotated[int, Within(1, 9)]
        by_whom: BySeat[tuple[Card, ...]] | None = None

    known = games()["extreme-tricks"]
    rules = replace(known, name="bell-ringers", house_rules=Bell, events=(*known.events, BellRung))
    house = House(
        engine_for(f"sqlite:///{tmp_path}/companion.db"), b"k" * 32, True, lambda: 0, games={rules.name: rules}
    )
    app = Flask("companion")
    app.extensions["house"] = house
    api.register(app)
    told = good(Phone(app).get("/games/bell-ringers"))
    assert told["options"]["rings"] == {"type": "integer", "min": 1, "max": 3, "default": 1}
    assert told["events"]["bell_rung"]["required"] == ["type", "times"]
    document = good(Phone(app).get("/openapi.json"))
    OpenAPIV31SpecValidator(document).validate()
    schemas = document["components"]["schemas"]
    assert schemas["BellRingersEvent"]["discriminator"]["mapping"]["bell_rung"].endswith("/BellRingersBellRung")
    assert set(schemas["BellRingersHouseRules"]["properties"]) == {"loud", "rings"}
    house.engine.dispose()
