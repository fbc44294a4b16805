"""The second scorer of HIT! Extreme and the records agree; no misreading gets past them."""

import importlib.util
import json
import pathlib
import re
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
RECORDS = HERE.parents[1] / "companion/games/hit_extreme/records"
FILES = sorted(RECORDS.glob("*.json"))


def load(name):
    spec = importlib.util.spec_from_file_location(name, HERE / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


scorer, misreadings = load("hit_extreme_scorer"), load("hit_extreme_misreadings")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_scorer_borrows_nothing():
    for name in ("hit_extreme_scorer", "hit_extreme_misreadings", "make_hit_extreme"):
        text = (HERE / (name + ".py")).read_text(encoding="utf-8")
        imported = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.MULTILINE))
        assert imported <= {"json", "os", "random", "sys", "types", "hit_extreme_scorer"}


def test_whole_matches_of_two_four_and_eight_and_each_record_worked_by_hand_has_its_page():
    made = {path.stem for path in FILES if path.stem.startswith("match-")}
    assert {read(RECORDS / (name + ".json"))["players"] for name in made} >= {2, 4, 8}
    by_hand = {path.stem for path in FILES} - made
    assert len(by_hand) >= 8
    assert {path.stem for path in RECORDS.glob("*.md")} == by_hand


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scores_as_recorded(path):
    assert scorer.against(read(path)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_card_is_somewhere(path):
    match = scorer.Match(read(path))
    for event in read(path)["events"]:
        match.happens(event)
        game = match.round or match.last
        if game.all_in is None or game.over:
            there = [*game.deck, *game.out, *(face for front in game.front for face in front)]
            there += [face for won in game.won for _, face in won] + ["elixir"] * game.elixirs
            assert sorted(there) == sorted(scorer.DECK)


@pytest.mark.parametrize(("name", "wrong"), misreadings.wrong_scorers().items())
def test_a_misreading_shows_somewhere(name, wrong):
    assert any(misreadings.catches(wrong, read(path)) for path in FILES), name


@pytest.mark.slow
def test_whole_matches_can_be_made_again(tmp_path, monkeypatch):
    """Nothing was put into them by hand."""
    monkeypatch.setitem(sys.modules, "hit_extreme_scorer", scorer)
    load("make_hit_extreme").main(str(tmp_path))
    for path in tmp_path.glob("*.json"):
        assert path.read_text(encoding="utf-8") == (RECORDS / path.name).read_text(encoding="utf-8")
