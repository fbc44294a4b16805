"""A match taken along and brought in elsewhere is the same match, whatever was played and however it was mended."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import card_set, offered
from sqlmodel import SQLModel
from tables import Sitting, everything_stored, sit_down

from companion import access, log, registry, table
from companion.access import Caller
from companion.database import engine_for
from companion.house import House, unspell
from companion.kit import codec
from companion.kit.match import Match
from companion.kit.rules import Bounds
from companion.problem import Problem
from companion.table import Brought, Change, Key, Mending, Opening, match_file

GAMES = [*registry.games()]


def new_house(path: Path, **more: Any) -> House:
    engine = engine_for(f"sqlite:///{path}")
    SQLModel.metadata.create_all(engine)
    clock = iter(range(1_800_000_000_000, 1_900_000_000_000))
    return House(engine=engine, key=b"k" * 32, open=True, now=lambda: next(clock), random=Random(7), **more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("houses")


@pytest.fixture(scope="module")
def here(folder: Path) -> House:
    return new_house(folder / "here.db")


@pytest.fixture(scope="module")
def there(folder: Path) -> House:
    """Another server, with a key of its own, where an Ann plays already."""
    house = replace(new_house(folder / "there.db"), key=b"x" * 32)
    sit_down(house)
    return house


def a_table(house: House, game: str, random: Random, dealing: str = "table") -> Sitting:
    rules = house.games[game]
    cards = codec.record_to_json(card_set(rules)) if rules.card_set else None
    players = random.choice(rules.seats)
    return sit_down(
        house,
        game,
        players,
        first_seat=random.randrange(players),
        dealing=dealing,
        card_set=cards,
        played_on="2024-02-29",
    )


def play(sitting: Sitting, random: Random, most: int) -> None:
    """Events the rules offer, in one request after another; now and then an irregular one, a note or a correction."""
    for _ in range(most):
        match = sitting.match
        if match.expects.over:
            return
        try:
            if random.random() < 0.12:
                mend(sitting, random)
            elif random.random() < 0.05:
                sitting.record(aside(match, random))
            else:
                sitting.record(an_event(match, random))
        except Problem:
            continue


def an_event(match: Match[Any], random: Random) -> Any:
    options = offered(match)
    option = random.choice(options)
    if random.random() < 0.1 and any(event.type == "card_played" for event in match.rules.events):
        return {"type": "card_played", "card": random.choice(match.rules.cards), "irregular": True}
    if random.random() < 0.8:
        usual = [option for option in options if option.type not in ("deal_tallied", "hands_dealt")]
        option = random.choice(usual or options)
    return option.sample(random) if isinstance(option, Bounds) else option


def written(event: Any) -> dict[str, Any]:
    return event if isinstance(event, dict) else codec.to_json(event)


def aside(match: Match[Any], random: Random) -> dict[str, Any]:
    seat = random.randrange(match.setup.players)
    return random.choice(
        [
            {"type": "noted", "text": "=1+1 ’ \u202e?"},
            {"type": "score_adjusted", "seat": seat, "points": -7, "reason": "a card shown"},
            {"type": "seat_handed", "seat": seat, "player": {"name": f"Guest {random.randrange(9)}"}},
            {"type": "deal_thrown_in"},
        ]
    )


def mend(sitting: Sitting, random: Random) -> None:
    counting = table.entries(sitting.house, sitting.host, sitting.match_id, after=0, effective=True)
    if not counting:
        return
    seq = random.choice([counting[-1], random.choice(counting)])["seq"]
    change = random.choice(
        [
            Change(seq=seq),
            Change(seq=seq, event=written(an_event(sitting.match, random))),
            Change(before=seq, event={"type": "noted", "text": "earlier"}),
        ]
    )
    mending = Mending([change], reseat=random.random() < 0.5, drop_after=random.random() < 0.7)
    table.correct(sitting.house, sitting.host, sitting.match_id, mending)


def taken(sitting: Sitting) -> dict[str, Any]:
    file: dict[str, Any] = json.loads(json.dumps(table.take_along(sitting.house, sitting.host, sitting.match_id)))
    return file


def bring(house: House, file: dict[str, Any]) -> Brought:
    return table.bring_in(house, access.caller(house, None), file)


def told(house: House, caller: Caller, match_id: int) -> tuple[Any, ...]:
    """All that is told of a match, but for who holds which phone and by which id somebody is known."""
    view = table.look(house, caller, match_id)
    seats = [(seat["name"], seat["robot"]) for seat in view.pop("seats")]
    del view["you"]
    people = {"seats", "player", "players", "event"}
    log = [
        {name: value for name, value in row.items() if name not in people}
        for row in table.entries(house, caller, match_id)
    ]
    return view, seats, table.scores(house, caller, match_id), log


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000))
def test_it_is_the_same_match_elsewhere(here: House, there: House, game: str, seed: int) -> None:
    random = Random(seed)
    sitting = a_table(here, game, random)
    play(sitting, random, 60)
    file = taken(sitting)
    assert file["partial"] is False
    brought = bring(there, file)
    assert brought.new
    host = access.caller(there, brought.token)
    assert (unspell(brought.match), brought.version) == (sitting.match_id, sitting.look()["version"])
    assert told(there, host, sitting.match_id) == told(here, sitting.host, sitting.match_id)
    # Once more changes nothing, and what was brought in can be taken along again.
    before = everything_stored(there)
    twice = bring(there, file)
    assert (twice.match, twice.version, twice.new, twice.token) == (brought.match, brought.version, False, None)
    assert everything_stored(there) == before
    again = table.take_along(there, host, sitting.match_id)
    assert [row["type"] for row in again["events"]] == [row["type"] for row in file["events"]]
    assert again["totals"] == file["totals"]
    # And it goes on there.
    table.record(there, host, sitting.match_id, [{"type": "noted", "text": "on"}])


RECORDS = [
    path
    for game in GAMES
    for path in sorted(Path(str(find_spec(registry.folder(game)).origin)).parent.glob("records/*.json"))  # type: ignore[union-attr]
    if json.loads(path.read_text()).get("dealing") != "companion"  # whose cards nobody records
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_golden_record_can_be_taken_along(here: House, there: House, path: Path) -> None:
    record = json.loads(path.read_text())
    sitting = sit_down(
        here,
        record["game"],
        record["players"],
        first_seat=record["first_seat"],
        house_rules=record.get("house_rules", {}),
        card_set=record.get("card_set"),
    )
    sitting.record(*record["events"])
    brought = bring(there, taken(sitting))
    assert told(there, access.caller(there, brought.token), sitting.match_id) == told(
        here, sitting.host, sitting.match_id
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_the_companion_deals_is_taken_along_in_part_until_it_is_over(
    here: House, there: House, game: str
) -> None:
    sitting = a_table(here, game, Random(3), dealing="companion")
    file = taken(sitting)
    assert file["partial"] is any(event != here.games[game].redact(event, None) for event in dealt(sitting))
    if file["partial"]:
        before = everything_stored(there)
        with pytest.raises(Problem) as refused:
            bring(there, file)
        assert refused.value.params == {"reason": "partial_file"}
        assert everything_stored(there) == before
    sitting.record({"type": "match_ended"})
    file = taken(sitting)
    assert file["partial"] is False
    bring(there, file)
    watcher = access.caller(there, None)
    assert told(there, watcher, sitting.match_id) == told(here, watcher, sitting.match_id)


def dealt(sitting: Sitting) -> list[Any]:
    with sitting.house.engine.connect() as conn:
        entries = log.read(conn, sitting.host.circle or 0, sitting.match_id)[1:]
    types = codec.by_type(sitting.match.rules.events)
    return [codec.from_json(types, {"type": entry.type, **entry.data}) for entry in entries]


@pytest.mark.parametrize("by", ["host", "seat", "watcher"])
def test_a_file_holds_no_card_that_its_phone_was_not_told(here: House, by: str) -> None:
    """By whoever it is taken along, the file says of hands what the log tells this phone, and nothing else."""
    sitting = a_table(here, "extreme-tricks", Random(5), dealing="companion")
    who = sitting.host if by == "host" else sitting.join(seat=1 if by == "seat" else None)
    file = table.take_along(here, who, sitting.match_id)
    assert file["events"] == table.entries(here, who, sitting.match_id)
    hands = next(row["hands"] for row in file["events"] if row["type"] == "hands_dealt")
    assert list(hands) == {"host": ["0"], "seat": ["1"], "watcher": []}[by]


def test_on_either_database(house: House, there: House) -> None:
    sitting = sit_down(house)
    sitting.record({"type": "noted", "text": "x"})
    file = taken(sitting)
    assert not bring(house, file).new
    brought = bring(there, file)
    file = table.take_along(there, access.caller(there, brought.token), sitting.match_id)
    fresh = replace(sitting.host, circle=77, role="member", match=0)
    closed = table.bring_in(house, fresh, file)
    assert (closed.new, closed.match) == (True, brought.match)
    assert len(table.history(house, fresh)["items"]) == 1


def test_the_answer_is_told_again_to_who_asks_again_with_its_key(here: House, there: House) -> None:
    sitting = sit_down(here)
    key, caller = Key("k", b"h"), access.caller(there, None)
    first = table.bring_in(there, caller, taken(sitting), key)
    assert table.bring_in(there, caller, taken(sitting), key) == first
    assert access.caller(there, first.token).role == "host"


def test_whoever_has_the_file_of_a_match_does_not_host_it_by_that(here: House) -> None:
    sitting = sit_down(here)
    file = taken(sitting)
    assert bring(here, file).token is None
    own = table.bring_in(here, sitting.host, file)
    assert access.caller(here, own.token) == sitting.host


def test_a_seat_whose_phone_stayed_behind_can_be_taken_by_another(here: House, there: House) -> None:
    sitting = sit_down(here)
    sitting.join(seat=2)
    brought = bring(there, taken(sitting))
    outside = access.caller(there, None)
    assert not any(seat["claimed"] for seat in table.look(there, outside, sitting.match_id)["seats"])
    joined = table.join(there, outside, brought.join_code or "", 2)
    assert access.caller(there, joined.token).seat == 2
    assert table.look(there, outside, sitting.match_id)["seats"][2]["claimed"]


def test_people_are_found_by_name_and_two_of_one_name_stay_two(here: House, tmp_path: Path) -> None:
    there = new_house(tmp_path / "there.db")
    sit_down(there)
    who = [{"name": "Ann"}, {"name": "Ann", "new": True}, {"name": "Zoe"}]
    opened = table.open_match(here, access.caller(here, None), Opening("extreme-tricks", who))
    host = access.caller(here, opened.token)
    match_id = unspell(opened.match) or 0
    bring(there, json.loads(json.dumps(table.take_along(here, host, match_id))))
    ann, other, zoe = (seat["player"] for seat in table.look(there, access.caller(there, None), match_id)["seats"])
    first = table.names(there, access.caller(there, None), "ann")["items"]
    assert ann != other
    assert {ann, other} <= {person["id"] for person in first}
    assert ann not in {seat["player"] for seat in table.look(here, host, match_id)["seats"]}  # she played there before
    assert zoe == table.look(here, host, match_id)["seats"][2]["player"]


def test_two_that_turned_out_to_be_one_person_stay_one(here: House, tmp_path: Path) -> None:
    sittings = [sit_down(here, players=3), sit_down(here, players=3)]
    handed = {"type": "seat_handed", "seat": 2, "player": {"name": "Zy", "new": True}}
    sittings[1].record(handed)
    zy, cy = (sitting.look()["seats"][2]["player"] for sitting in reversed(sittings))
    sittings[1].record({"type": "seats_named", "players": {"1": {"name": "Una", "new": True}}})
    table.merge(here, Caller(1, "owner"), zy, cy)
    there = new_house(tmp_path / "there.db")
    for sitting in sittings:
        bring(there, taken(sitting))
    outside = access.caller(there, None)
    first, second = (table.look(there, outside, sitting.match_id)["seats"][2] for sitting in sittings)
    assert first == second
    assert first["name"] == "Cy"


def test_a_file_of_an_old_form_is_read(here: House, there: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sit_down(here)
    file = taken(sitting)
    old = {**file, "format_version": 0, "entries": file["events"]}
    del old["events"]

    def renamed(file: dict[str, Any]) -> dict[str, Any]:
        return {**file, "events": file.pop("entries")}

    monkeypatch.setitem(match_file.OLD_FORMATS, 0, renamed)
    assert bring(there, old).version == file["version"]
