"""The second scorer and the records agree; and it refuses records that are not the game."""

import copy
import importlib.util
import json
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).resolve().parent
RECORDS = HERE.parents[1] / "companion/games/extreme_tricks/records"
FILES = sorted(RECORDS.glob("*.json"))


def load(name):
    spec = importlib.util.spec_from_file_location(name, HERE / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


scorer, misreadings = load("second_scorer"), load("misreadings")


def read(name):
    return json.loads((RECORDS / name).read_text(encoding="utf-8"))


def test_the_scorer_borrows_nothing():
    for name in ("second_scorer.py", "misreadings.py", "make_extreme_tricks.py"):
        text = (HERE / name).read_text(encoding="utf-8")
        imported = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.MULTILINE))
        assert imported <= {"json", "os", "random", "sys", "types", "misreadings", "second_scorer"}


def test_there_are_records():
    assert {
        "by-hand-four.json",
        "match-four.json",
        "match-three.json",
        "match-three-tallied.json",
        "deal-three-house-rules.json",
    } <= {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scores_as_recorded(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    assert scorer.differences(scorer.score_record(record), record["expected"]) == []


def test_every_challenge_fires_somewhere():
    fired = set()
    for path in FILES:
        fired |= scorer.fired(scorer.score_record(json.loads(path.read_text(encoding="utf-8"))))
    assert fired == {letter + str(number) for letter in "RB" for number in range(1, 26)}


def test_every_misreading_shows_somewhere():
    records = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    unseen = [
        name
        for name, wrong in misreadings.wrong_scorers().items()
        if not any(misreadings.catches(scorer, wrong, record) for record in records)
    ]
    assert unseen == []


def declared_pieces(record):
    """For each deal the pieces each seat took; a deal that was tallied gives None."""
    deals = []
    for event in record["events"]:
        if event["type"] == "challenges_laid":
            deals.append([0] * record["players"])
        if event["type"] == "declared":
            deals[-1][event["seat"]] = event["pieces"]
        if event["type"] == "deal_tallied":
            deals[-1] = None
    return deals


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pieces_add_up(path):
    """What a seat took is on Achievement, on Declaration or in front; with the excess 12 at most."""
    record = json.loads(path.read_text(encoding="utf-8"))
    taken, expected = declared_pieces(record), record["expected"]["deals"]
    assert len(taken) == len(expected)
    for pieces, deal in zip(taken, expected, strict=True):
        for seat in range(record["players"] if pieces else 0):
            declared, achieved, excess = [
                len([row for row in deal["challenges"] if seat in row[place]])
                for place in ("declared", "achieved", "excess")
            ]
            front = deal["front"][seat]
            assert declared + achieved + front == pieces[seat]
            assert pieces[seat] + excess <= 12
            assert front == 0 or excess == 0
            assert deal["scores"][seat] == achieved - declared - front - 2 * excess


def changed(change):
    record = copy.deepcopy(read("by-hand-four.json"))
    change(record["events"])
    return record


def swap_cards(events, first, second):
    events[first]["card"], events[second]["card"] = events[second]["card"], events[first]["card"]


# In the record of the deal worked by hand the plays are events 6 to 53, four to a trick.
@pytest.mark.parametrize(
    "change",
    [
        lambda events: swap_cards(events, 6 + 4 * 2 + 1, 6 + 4 * 4 + 2),  # seat 1 throws a heart on diamonds
        lambda events: events[6].update(card="C9"),  # one card twice
        lambda events: events[7].update(seat=3),  # out of turn
        lambda events: events[1].update(seat=0),  # not the start player
        lambda events: events[2].update(pieces=10),  # five pieces declared, four named
        lambda events: events[2].update(challenges=["R9", "R9", "R13", "B10"]),  # one twice
        lambda events: events[2].update(challenges=["R9", "R1", "R13", "B10"]),  # not laid
        lambda events: events[0].update(red=[1, 2, 3, 4, 5]),
        lambda events: events.insert(1, {"type": "hands_dealt", "hands": {"0": ["S1"] * 12}}),
    ],
    ids=[
        "revoke",
        "card twice",
        "turn",
        "start player",
        "half",
        "declared twice",
        "not laid",
        "five red",
        "another hand",
    ],
)
def test_refuses_what_is_not_the_game(change):
    with pytest.raises(scorer.RecordError):
        scorer.score_record(changed(change))
