"""The second scorer and the records of Power Tricks agree; and no record lets a wrong reading pass."""

import copy
import importlib.util
import json
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).resolve().parent
RECORDS = HERE.parents[1] / "companion/games/power_tricks/records"
FILES = sorted(RECORDS.glob("*.json"))


def load(name, change=lambda text: text):
    """The module, from its text as it is or with something in it changed."""
    spec = importlib.util.spec_from_file_location(name, HERE / (name + ".py"))
    module = importlib.util.module_from_spec(spec)
    exec(compile(change((HERE / (name + ".py")).read_text(encoding="utf-8")), name, "exec"), module.__dict__)
    return module


scorer = load("power_tricks_scorer")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_scorer_borrows_nothing():
    for name in ("power_tricks_scorer.py", "make_power_tricks.py"):
        text = (HERE / name).read_text(encoding="utf-8")
        assert set(re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.MULTILINE)) <= {"json", "os", "sys"}


def test_the_records_are_the_ones_written_down(tmp_path):
    load("make_power_tricks").main(tmp_path)
    for path in sorted(tmp_path.iterdir()):
        assert (RECORDS / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert len(FILES) == 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scores_as_recorded(path):
    record = read(path)
    assert scorer.score_record(record) == record["expected"]
    assert "made-up" in record["title"]


MISREADINGS = {
    "equal cards do not cancel": ("if values.count(value) == 1:", "if True:"),
    "a tie takes the trick from everybody": ("    for value, seat in sorted(cards, reverse=True):",
                                             "    for value, seat in sorted(cards, reverse=True)[:1]:"),
    "only one tie is cancelled": ("sorted(cards, reverse=True):",
                                  "sorted(cards, reverse=True)[:values.count(max(values, default=0)) + 1]:"),
    "all trumps cancelled is a trick for nobody": ("        if seat is not None:\n            return seat\n",
                                                   "        if any(c[0] == chapter['trump'] for _, c in trick):\n"
                                                   "            return seat\n"),
    "highest looks at the led suit": ('if chapter["winner"] == "highest":', "if False:"),
    "trump means nothing": ('if chapter["winner"] == "trump":', "if False:"),
    "power counts from the next card": ("self.powers[seat] = self.trick\n", "self.later = (seat, self.trick)\n"),
    "no bonus at all": ("number(card) + powers[seat]", "number(card)"),
    "the bid is at least": ("if tricks == chapter", "if tricks >= chapter"),
    "the power card scores without the bid": ("points + (power + ", "points + power + ("),
    "the bonus needs a power card": ('if tricks == chapter["bid"]', 'if power and tricks == chapter["bid"]'),
    "the power card does not score": ("points + (power + ", "points + ("),
    "listed points by the tricks one has won": ("worth_of(self.chapter, self.trick)",
                                                "worth_of(self.chapter, self.tricks[winner])"),
    "the last to play leads after a trick for nobody": ("            self.trick, self.laid =",
                                                        "            self.leader = seat if winner is None else winner\n"
                                                        "            self.trick, self.laid ="),
    "a trick for nobody is not used up": ("self.trick + 1, []", "self.trick + (winner is not None), []"),
    "the same seat leads every first trick": ('(record["first_seat"] + len(deals))', '(record["first_seat"])'),
    "a tie is always shared": ("if rounds[-1].powers[seat] == highest]", "]"),
    "anybody's power card decides": ("for seat in most)", "for seat in range(players))"),
    "the power cards of all rounds decide": ("rounds[-1].powers[seat] for", "sum(r.powers[seat] for r in rounds) for"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISREADINGS)
def test_every_misreading_shows_somewhere(name):
    right, wrong = MISREADINGS[name]

    def change(text):
        assert right in text
        return text.replace(right, wrong)

    misread = load("power_tricks_scorer", change)

    def shows(record):
        try:
            return misread.score_record(record) != record["expected"]
        except (misread.RecordError, AttributeError, IndexError):
            return True

    assert any(shows(read(path)) for path in FILES)


def changed(change, name="round-three-led-suit.json"):
    record = copy.deepcopy(read(RECORDS / name))
    change(record["events"])
    return record


# Of the first record the plays are events 1 to 33, three to a trick.
@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[2].update(card="C2"),  # a C on a B, with more of B to come
        lambda events: events[3].update(card="B2"),
        lambda events: events[2].update(seat=2),
        lambda events: events[2].update(power=True),  # taken by the first card
        lambda events: events[6].update(power=True, seat=0),  # a second power card
        lambda events: events[1].update(card="A1"),
        lambda events: events[1].update(card="B16"),
    ],
    ids=["revoke", "card twice", "turn", "power gone", "power twice", "an axe with three", "no such card"],
)
def test_refuses_what_is_not_the_game(change):
    with pytest.raises(scorer.RecordError):
        scorer.score_record(changed(change))
