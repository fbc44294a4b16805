"""The second scorer of Trex and the records agree, wrong readings show, and what is not the game is refused."""

import copy
import importlib.util
import json
import pathlib
import re
import types

import pytest

HERE = pathlib.Path(__file__).resolve().parent
RECORDS = HERE.parents[1] / "companion/games/trex/records"
FILES = sorted(RECORDS.glob("*.json"))
SOURCE = (HERE / "trex_second_scorer.py").read_text(encoding="utf-8")


def scorer_of(text, name="trex_second_scorer"):
    module = types.ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)
    return module


scorer = scorer_of(SOURCE)


def read(name):
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


def test_the_scorer_borrows_nothing():
    for name in ("trex_second_scorer.py", "make_trex.py"):
        text = (HERE / name).read_text(encoding="utf-8")
        imported = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.MULTILINE))
        assert imported <= {"json", "os", "random", "sys", "trex_second_scorer"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scores_as_recorded(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    assert scorer.differences(scorer.score_record(record), record["expected"]) == []


@pytest.mark.parametrize("path", [path for path in FILES if not path.stem.startswith("match")], ids=lambda p: p.stem)
def test_every_record_worked_by_hand_says_how(path):
    words = (RECORDS / "by-hand.md").read_text(encoding="utf-8")
    assert f"## {path.stem}\n" in words


def test_the_matches_are_the_ones_that_are_made(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    spec = importlib.util.spec_from_file_location("make_trex", HERE / "make_trex.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    for name, (seed, title) in make.MATCHES.items():
        assert {"title": title, **make.whole_match(seed)} == read(name)


# Every contract is there as it is played by most, by its owner, and in the seventh choice.


def lines():
    """Contract, choice of its owner, whether the owner pays, reason: of every line of every record."""
    for path in FILES:
        record = json.loads(path.read_text(encoding="utf-8"))
        chosen = [0, 0, 0, 0]
        for deal in record["expected"]["deals"]:
            chosen[deal["owner"]] += 1
            for seat, _, reason in deal["why"]:
                yield deal["contract"], chosen[deal["owner"]], seat == deal["owner"], reason, deal["trick_winners"]


def test_every_contract_is_recorded_plain_doubled_and_fourfold():
    played = [line for line in lines() if line[4] is not None]
    for contract in ("diamonds", "queens", "tricks", "last", "ray", "general"):
        mine = [line for line in played if line[0] == contract]
        assert any(not owner for _, _, owner, *_ in mine), contract
        assert any(owner and choice < 7 for _, choice, owner, *_ in mine), contract
        assert any(owner and choice == 7 for _, choice, owner, *_ in mine), contract
    assert {"all_diamonds", "all_tricks", "announced_king", "king_lost", "first_out"} <= {line[3] for line in lines()}


# Read otherwise, some record comes out otherwise.

MISREADINGS = {
    "the king above the ten": ('"Q", "K", "10", "A"]', '"Q", "10", "K", "A"]'),
    "the ten below the jack": ('"9", "J", "Q", "K", "10", "A"]', '"9", "10", "J", "Q", "K", "A"]'),
    "any higher card takes": ("card[0] == led and strength(card)", "strength(card)"),
    "the lowest takes": ("strength(card) > strength(best[1])", "strength(card) < strength(best[1])"),
    "no bonus for eight diamonds": (
        '            if number == 8:\n                costs.append((seat, 150, "all_dia',
        '            if number == 9:\n                costs.append((seat, 150, "all_dia',
    ),
    "no bonus for eight tricks": (
        "            number = winners.count(seat)\n            if number == 8:",
        "            number = winners.count(seat)\n            if number == 9:",
    ),
    "no bonus for eight diamonds in general": (
        '            if number == 8:\n                costs.append((seat, 150, "all_dia',
        "            if number == 8 and contract == 'diamonds':\n                costs.append((seat, 150, \"all_dia",
    ),
    "no sweep": ('    if contract == "general" and len(set(winners)) == 1:', "    if False:"),
    "a sweep spares the announcer": (
        'costs = [cost for cost in costs if cost[2] == "king_lost"]\n    return costs',
        "costs = []\n    return costs",
    ),
    "the owner pays once": ("(4 if choice == 7 else 2)", "(4 if choice == 7 else 1)"),
    "the seventh pays double": ("(4 if choice == 7 else 2)", "2"),
    "the sixth pays fourfold": ("(4 if choice == 7 else 2)", "(4 if choice >= 6 else 2)"),
    "everybody pays double": ("if seat == owner and reason", "if reason"),
    "the -50 are doubled": ('if seat == owner and reason != "king_lost"', "if seat == owner"),
    "an announced king costs 100": (
        'costs.append((taker, 200, "announced_king"))',
        'costs.append((taker, 100, "announced_king"))',
    ),
    "who takes the own announced king gains 50": ("            if taker != announcer:", "            if True:"),
    "nobody gains 50": ("            if taker != announcer:", "            if False:"),
    "last counts every trick": (
        'costs.append((winners[7], 100, "last"))',
        'costs += [(seat, 100, "last") for seat in set(winners)]',
    ),
    "diamonds plays on": (
        '    if contract == "diamonds":\n        return len([card for',
        '    if contract == "none":\n        return len([card for',
    ),
    "queens plays on": (
        '    if contract == "queens":\n        return len([card for',
        '    if contract == "none":\n        return len([card for',
    ),
    "ray plays on": ('    if contract == "ray":\n        return', '    if contract == "none":\n        return'),
    "the next owner leads": ("    leader = owner\n    cards", "    leader = (owner + 1) % 4\n    cards"),
    "piles begin anywhere": ('return card[1:] == "J"', "return True"),
    "piles only go up": ("(min(places) - 1, max(places) + 1)", "(max(places) + 1,)"),
    "piles only go down": ("(min(places) - 1, max(places) + 1)", "(min(places) - 1,)"),
    "an ace gives nothing": ('again = card[1:] == "A" and count[turn] > 0', "again = False"),
    "a last ace gives another turn": ('again = card[1:] == "A" and count[turn] > 0', 'again = card[1:] == "A"'),
    "who is out keeps a turn": ("            while turn in out:\n                turn = (turn + 1) % 4\n", ""),
    "three are out": ("len(out) == 2 else None", "len(out) == 3 else None"),
    "trix is doubled": ("[[first, -100,", "[[first, -200,"),
    "the second out gains 100": ("[second, -50,", "[second, -100,"),
    "trix is forced at the fifth": ("len(chosen) >= 5", "len(chosen) >= 4"),
    "the choice does not move on": ('owner = (record["first_seat"] + len(deals)) % 4', 'owner = record["first_seat"]'),
    "it moves the other way": (
        'owner = (record["first_seat"] + len(deals)) % 4',
        'owner = (record["first_seat"] - len(deals)) % 4',
    ),
    "1000 stays": ("if totals[seat] == 1000:", "if False:"),
    "1000 or more becomes 0": ("if totals[seat] == 1000:", "if totals[seat] >= 1000:"),
    "1000 ends": ("over_1000 = max(totals) > 1000", "over_1000 = max(totals) > 1000 or len(resets) > 0"),
    "over 1000 goes on": ("over_1000 = max(totals) > 1000", "over_1000 = False"),
    "no reset in the contract that ends": (
        "if totals[seat] == 1000:",
        "if totals[seat] == 1000 and max(totals) <= 1000:",
    ),
    "the highest wins": ("totals[seat] == min(totals)]", "totals[seat] == max(totals)]"),
    "where all are equal all lose": ("totals[seat] == max(totals) > min(totals)]", "totals[seat] == max(totals)]"),
    "one winner only": ("if totals[seat] == min(totals)]", "if totals[seat] == min(totals)][:1]"),
    "30 contracts": ("len(deals) == 28:", "len(deals) == 30:"),
}


@pytest.mark.parametrize("name", MISREADINGS)
def test_every_misreading_shows_in_some_record(name):
    old, new = MISREADINGS[name]
    assert old in SOURCE
    wrong = scorer_of(SOURCE.replace(old, new), name)
    small_first = sorted(FILES, key=lambda path: path.stat().st_size)
    assert any(shows(wrong, json.loads(path.read_text(encoding="utf-8"))) for path in small_first)


def shows(wrong, record):
    try:
        return wrong.score_record(record) != record["expected"]
    except Exception:  # read that way it is not even a record
        return True


# What is not the game.


def changed(name, change):
    record = copy.deepcopy(read(name))
    change(record["events"])
    return record


def at(events, kind, number=0):
    return [event for event in events if event["type"] == kind][number]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("ray", lambda events: at(events, "card_played", 3).update(card="HJ")),  # then it has HJ twice
        ("ray", lambda events: at(events, "card_played", 1).update(card="H8")),  # a revoke
        ("ray", lambda events: at(events, "card_played", 2).update(seat=3)),
        ("ray", lambda events: at(events, "contract_chosen").update(seat=1)),
        ("ray", lambda events: at(events, "hands_dealt")["hands"]["0"].append("S7")),
        ("ray-announced-holder-takes", lambda events: at(events, "king_announced").update(seat=0)),
        ("reset", lambda events: events.insert(-1, at(events, "card_played"))),
        ("trix", lambda events: at(events, "card_played").update(card="H10")),
        ("trix", lambda events: events.insert(2, {"type": "passed", "seat": 1})),
        ("trix-forced", lambda events: at(events, "contract_chosen").update(contract="general")),
        ("queens-seventh", lambda events: at(events, "contract_chosen").update(contract="last")),
        ("tie-of-all", lambda events: events.append(events[-1])),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refuses_what_is_not_the_game(name, change):
    with pytest.raises(scorer.RecordError):
        scorer.score_record(changed(name, change))
