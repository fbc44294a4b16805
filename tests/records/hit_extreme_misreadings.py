"""Ways to read the rule text of HIT! Extreme wrongly, as changes to the text of hit_extreme_scorer.py.

Each one must give a different answer for at least one record: otherwise the records would let a program pass that
reads the rules that way.
"""

import os
import types

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hit_extreme_scorer.py")

MISREADINGS = {
    # The turn
    "a duel is collected": (
        'self.win(self.turn, "collected", [face for face in mine if face != "duel"])',
        'self.win(self.turn, "collected", list(mine))',
    ),
    "with elixirs everything is collected": ('        if "elixir" in mine:', '        if "elixir" in "":'),
    "nothing is collected at the start": (
        '            self.win(self.turn, "collected", [face for face in mine if face != "duel"])',
        "            pass",
    ),
    "a match always loses": ("elif face in mine and len(mine) >= 3:", "elif face in mine:"),
    "protected up to three cards": ("elif face in mine and len(mine) >= 3:", "elif face in mine and len(mine) > 3:"),
    "protected with one card": ("elif face in mine and len(mine) >= 3:", "elif face in mine and len(mine) >= 2:"),
    "a match never loses": ("elif face in mine and len(mine) >= 3:", "elif False:"),
    "a turn may end without a card": ('need(self.drawn, "a card first")', "pass"),
    "a lost turn keeps the duel": ("        self.front[self.turn] = []", "        self.keep_duel()"),
    # Stealing
    "a loser asks before it steals": (
        '            if face == "loser":\n                self.steal("loser")\n            elif any',
        "            if any",
    ),
    "one card is stolen": (
        "while seat != self.turn and face in self.front[seat]:",
        "if seat != self.turn and face in self.front[seat]:",
    ),
    "stealing from the next player alone": (
        "            while seat != self.turn and face in self.front[seat]:",
        "            while seat == (self.turn + 1) % self.players and face in self.front[seat]:",
    ),
    "a losing loser steals": (
        "            mine.append(face)\n            self.lose()",
        "            mine.append(face)\n            self.steal(face)\n            self.lose()",
    ),
    # Special cards
    "a loser counts 7": ('"loser": -7', '"loser": 7'),
    "a loser counts nothing": ('"loser": -7', '"loser": 0'),
    "a lucky counts 10": ('"lucky": 7', '"lucky": 10'),
    "an elixir counts nothing": ('"elixir": 4', '"elixir": 0'),
    "a duel counts 10": ('"duel": 5', '"duel": 10'),
    "luckies are never banked by stopping": ('event.get("bank_lucky", True)', "False"),
    "luckies are always banked by stopping": ('event.get("bank_lucky", True)', "True"),
    "luckies are banked when a good all-in is declined": ("if self.all_in is None and event.get", "if event.get"),
    "a duel meets no other": ("        if owners:", "        if False:"),
    "a duel meets those of others alone": (
        'if "duel" in self.front[seat]]',
        'if "duel" in self.front[seat] and seat != self.turn]',
    ),
    "who draws wins both duels": ('self.win(owners[0], "duel", ["duel"])', "self.take_duel(owners[0])"),
    "an unpaired duel is won at the end": (
        'self.win(seat, "end_of_round", [face for face in self.front[seat] if face != "duel"])',
        'self.win(seat, "end_of_round", list(self.front[seat]))',
    ),
    "nothing in front is won at the end": (
        '                self.win(seat, "end_of_round", [face for face in self.front[seat] if face != "duel"])',
        "                pass",
    ),
    "an elixir may be kept": ('need(event["to"] != self.turn, "to another player")', "pass"),
    "an elixir can wait": ('need(not self.elixirs or kind == "elixir_given", "the elixir first")', "pass"),
    "a banked duel": ('event["card"] in mine and event["card"] != "duel"', 'event["card"] in mine'),
    "a hold-up takes one card": (
        '            while event["card"] in self.front[victim]:',
        '            if event["card"] in self.front[victim]:',
    ),
    "a bank takes one card": (
        'self.win(self.turn, "banked", [face for face in mine if face == event["card"]])',
        'self.win(self.turn, "banked", [event["card"]])',
    ),
    "a hold-up always waits for the word": ('if face == "hold_up" and any(others):', 'if face == "hold_up":'),
    "a bank always waits for the word": (
        'if face == "bank" and [card for card in mine if card != "duel"]:',
        'if face == "bank":',
    ),
    "an all-in always waits for the word": ('if face == "all_in" and self.deck:', 'if face == "all_in":'),
    "the round ends with the last card, whatever it lets one do": (
        "if not self.deck and self.may is None and not self.elixirs:",
        "if not self.deck and not self.elixirs:",
    ),
    # The all-in
    "four cards": ("min(3, len(self.deck))", "min(4, len(self.deck))"),
    "no all-in with fewer than three cards": (
        'if face == "all_in" and self.deck:',
        'if face == "all_in" and len(self.deck) > 2:',
    ),
    "the first three are protected even with nothing before": (
        "self.nothing_before = not mine",
        "self.nothing_before = False",
    ),
    "a duel before is nothing before": (
        "self.nothing_before = not mine",
        'self.nothing_before = not [face for face in mine if face != "duel"]',
    ),
    "no card is protected in an all-in": ("(len(mine) >= 3 or self.nothing_before)", "True"),
    "no card is lost in an all-in": ("(len(mine) >= 3 or self.nothing_before)", "False"),
    "new cards are not among the three": (
        "(len(mine) >= 3 or self.nothing_before)",
        "(len(mine) - len(new) >= 3 or self.nothing_before)",
    ),
    "a pair does not hinder": ("lost, may_collect = matched, not pair", "lost, may_collect = matched, True"),
    "always as written": ('self.house_rules.get("all_in_match", "as_written")', '"as_written"'),
    "always any": ('self.house_rules.get("all_in_match", "as_written")', '"any"'),
    "always new": ('self.house_rules.get("all_in_match", "as_written")', '"new"'),
    "two elixirs are a pair": (
        "                self.elixirs += 1\n            elif",
        "                self.elixirs += 1\n                new.append(face)\n"
        "                matched = matched or new.count(face) > 1\n            elif",
    ),
    "an all-in collects the duel": (
        'self.win(self.turn, "all_in", [face for face in mine if face != "duel"])',
        'self.win(self.turn, "all_in", list(mine))',
    ),
    "a loser steals in an all-in": (
        "                new.append(face)\n        pair",
        "                new.append(face)\n                if face == 'loser':\n"
        "                    self.steal(face)\n        pair",
    ),
    "duels do not meet in an all-in": (
        '            elif face == "duel":\n                self.duel()\n            else:',
        '            elif face == "duel":\n                mine.append(face)\n            else:',
    ),
    "after an all-in the turn goes on": (
        "        if self.may is None:\n            self.next_turn()",
        "        self.all_in = None",
    ),
    # Rounds
    "the same player begins every round": ("(self.first + len(self.deals)) % self.players", "self.first"),
    "one round": ('self.house_rules.get("rounds", 1)', "1"),
}

MORE = """
    def keep_duel(self):
        self.front[self.turn] = [face for face in self.front[self.turn] if face == "duel"]
        if "duel" in self.front[self.turn]:
            self.out.remove("duel")

    def take_duel(self, owner):
        self.front[owner].remove("duel")
        self.won[self.turn].append(("duel", "duel"))
"""


def wrong_scorers():
    """name -> a scorer that reads the rules that way."""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    out = {}
    for name, (old, new) in MISREADINGS.items():
        if source.count(old) != 1:
            raise AssertionError(f"{name}: not once in the scorer: {old!r}")
        text = source.replace(old, new).replace("\n    # --- what happens", MORE + "\n    # --- what happens", 1)
        module = types.ModuleType("wrong_scorer")
        exec(compile(text, name, "exec"), module.__dict__)
        out[name] = module
    return out


def catches(wrong, record):
    """Does this record tell the wrong reading from the right one?"""
    try:
        return bool(wrong.against(record))
    except wrong.RecordError:  # read that way it is not even a record
        return True
