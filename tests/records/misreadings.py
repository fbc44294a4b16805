"""Ways to read the rule text of Extreme Tricks wrongly, as changes to the text of second_scorer.py.

Each one must give a different answer for at least one record: otherwise the records would let a
program pass that reads the rules that way.
"""

import os
import types

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "second_scorer.py")


def condition(code, wrong):
    """The line that judges one challenge, replaced by a wrong one."""
    colour = "red" if code[0] == "R" else "blue"
    return (f"    if {colour} == {code[1:]}:\n        return ", wrong)


CONDITIONS = {
    "R2 needs 11+": ("R2", "lost and number >= (7 if players == 3 else 11)"),
    "R2 takes 9+": ("R2", "lost and number >= (7 if players == 3 else 9)"),
    "R2 needs 8+ with three": ("R2", "lost and number >= (8 if players == 3 else 10)"),
    "R2 takes 6+ with three": ("R2", "lost and number >= (6 if players == 3 else 10)"),
    "R2 may win": ("R2", "number >= (7 if players == 3 else 10)"),
    "R7 may lead": ("R7", "won and suit == led"),
    "R7 may ruff": ("R7", "won and not is_leader"),
    "R7 not with a led trump": ("R7", "won and not is_leader and suit == led and suit != trump"),
    "R8 is the first trick": ("R8", "won and trick_in_stage == 1"),
    "R9 needs 9+": ("R9", "lost and number >= (5 if players == 3 else 9)"),
    "R9 takes 7+": ("R9", "lost and number >= (5 if players == 3 else 7)"),
    "R9 needs 6+ with three": ("R9", "lost and number >= (6 if players == 3 else 8)"),
    "R9 takes 4+ with three": ("R9", "lost and number >= (4 if players == 3 else 8)"),
    "R10 may lose": ("R10", "number % 2 == 1"),
    "R10 is any number": ("R10", "won"),
    "R11 is any number": ("R11", "won"),
    "R11 may lose": ("R11", "number % 2 == 0"),
    "R12 may follow": ("R12", "won"),
    "R12 may lose": ("R12", "is_leader"),
    "R13 may win": ("R13", "is_leader"),
    "R13 may follow": ("R13", "lost"),
    "R14 is 4-": ("R14", "won and number <= 4"),
    "R14 is 6-": ("R14", "won and number <= 6"),
    "R15 counts ruffs": ("R15", "not is_leader and suit != led"),
    "R16 may be overruffed": ("R16", "suit == trump and led != trump"),
    "R16 with a led trump": ("R16", "won and suit == trump and not is_leader"),
    "R17 is 2-": ("R17", "won and number <= 2"),
    "R17 is 4-": ("R17", "won and number <= 4"),
    "R22 needs 11+": ("R22", "number >= (7 if players == 3 else 11)"),
    "R22 takes 9+": ("R22", "number >= (7 if players == 3 else 9)"),
    "R22 needs 8+ with three": ("R22", "number >= (8 if players == 3 else 10)"),
    "R22 takes 6+ with three": ("R22", "number >= (6 if players == 3 else 10)"),
    "R23 is 2-": ("R23", "number <= 2"),
    "R23 is 4-": ("R23", "number <= 4"),
    "R24 is the second trick": ("R24", "won and trick_in_stage == 2"),
    "R24 is any trick": ("R24", "won"),
    "B2 without ties": ("B2", "tricks[seat] == min(tricks) and tricks.count(min(tricks)) == 1"),
    "B2 needs a trick": ("B2", "tricks[seat] == min(t for t in tricks if t)"),
    "B4 is one or none": ("B4", "len(mine) <= 1"),
    "B4 is one or more": ("B4", "len(mine) >= 1"),
    "B5 with no trick": ("B5", "len(suits) <= 1"),
    "B6 needs a trick": ("B6", "mine and len(odd) == 0"),
    "B7 needs a trick": ("B7", "mine and len(even) == 0"),
    "B8 needs a trick": ("B8", "mine and total <= 21"),
    "B8 is 20-": ("B8", "total <= 20"),
    "B8 is 22-": ("B8", "total <= 22"),
    "B9 is two or more": ("B9", "len(mine) >= 2"),
    "B10 is two or more": ("B10", "len(suits) >= 2"),
    "B11 is 22+": ("B11", "total >= 22"),
    "B11 is 20+": ("B11", "total >= 20"),
    "B16 is three or more": ("B16", "len(mine) >= 3"),
    "B17 is three or more": ("B17", "len(suits) >= 3"),
    "B22 is three or more": ("B22", "len(mine) >= 3"),
    "B23 is three or more": ("B23", "len(suits) >= 3"),
}

OTHER = {
    "most tricks without ties": (
        "        return tricks[seat] == max(tricks)",
        "        return tricks[seat] == max(tricks) and tricks.count(max(tricks)) == 1",
    ),
    "the suits need a trick": ("SUITS[blue - 12] not in suits", "mine and SUITS[blue - 12] not in suits"),
    "most of a suit without ties": (
        "        return counts[seat] == max(counts)",
        "        return counts[seat] == max(counts) and counts.count(max(counts)) == 1",
    ),
    "no most at zero": ('house_rules.get("most_at_zero", True)', "False"),
    "most at zero whatever the house rule": ('house_rules.get("most_at_zero", True)', "True"),
    "blue 25 is least whatever the house rule": ('== "most_tricks" else 2', '== "never" else 2'),
    "blue 25 is most by default": ('"blue_25", "least_tricks"', '"blue_25", "most_tricks"'),
    "challenges in any stage": ('row["stage"] == stage', "True"),
    "won cards of all the deal": (
        "        if trick_in_stage == 1:\n            won =",
        "        if trick_number == 1:\n            won =",
    ),
    "challenges in the order drawn": (
        'red, blue = sorted(laid["red"]), sorted(laid["blue"])',
        'red, blue = laid["red"], laid["blue"]',
    ),
    "a challenge as often as it is met": (
        '        if seat in row["achieved"] or seat in row["excess"]:\n            return\n',
        "",
    ),
    "the declared piece stays": ('            row["declared"].remove(seat)\n', ""),
    "an achievement takes the piece in front, declared or not": (
        '        if seat in row["declared"]:\n',
        '        if seat in row["declared"] and not front[seat]:\n',
    ),
    "no excess": ("        elif front[seat] > 0:", "        elif True:"),
    "excess costs one": ("points -= 2", "points -= 1"),
    "pieces in front are free": ("points = -front[seat]", "points = 0"),
    "plays count when the trick is complete": (
        "                    achieve(row, seat)\n\n        winner",
        "                    later.append((row, seat))\n\n        winner",
    ),
    "blues before reds": ("            for seat, card in trick:\n", "            for seat, card in []:\n"),
    "higher reds first, trick": (
        "        for row in reds:\n            for seat",
        "        for row in reds[::-1]:\n            for seat",
    ),
    "higher reds first, play": (
        "            for row in reds:\n                if red",
        "            for row in reds[::-1]:\n                if red",
    ),
    "higher blues first": ("            for row in blues:", "            for row in blues[::-1]:"),
}


def changes():
    """name -> [(text, replacement), ...]"""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    out = {}
    for name, (code, wrong) in CONDITIONS.items():
        start, wrong = condition(code, wrong)
        old = next(start + line.split("\n")[0] for line in source.split(start)[1:])
        out[name] = [(old, start + wrong)]
    for name, change in OTHER.items():
        out[name] = [change]
    # The two about order move a whole step, so they need more than one change.
    start = source.index("        for row in reds:\n            for seat, card in trick:")
    by_trick = source[start : source.index("        won[winner].append")]
    out["plays count when the trick is complete"] += [
        (
            "            trick.append((seat, card))",
            "            later = [] if turn == 0 else later\n            trick.append((seat, card))",
        ),
        (by_trick, by_trick + "        for row, seat in later:\n            achieve(row, seat)\n"),
    ]
    out["blues before reds"] = [
        (by_trick, ""),
        ("        leader = winner\n\n", by_trick + "        leader = winner\n\n"),
    ]
    return source, out


def wrong_scorers():
    """name -> a scorer that reads the rules that way."""
    source, every = changes()
    out = {}
    for name, steps in every.items():
        text = source
        for old, new in steps:
            if text.count(old) != 1:
                raise AssertionError(f"{name}: not once in the scorer: {old!r}")
            text = text.replace(old, new)
        module = types.ModuleType("wrong_scorer")
        exec(compile(text, name, "exec"), module.__dict__)
        out[name] = module
    return out


def catches(scorer, wrong, record):
    """Does this record tell the wrong reading from the right one?"""
    try:
        return wrong.score_record(record) != scorer.score_record(record)
    except wrong.RecordError:  # read that way it is not even a record
        return True
