"""Makes the records of whole matches of HIT! Extreme, by chance and with the second scorer alone.

    python tests/records/make_hit_extreme.py FOLDER

The rounds worked by hand, beside the matches made here, owe nothing to this file.
"""

import json
import os
import random
import sys

import hit_extreme_scorer as scorer

MATCHES = [
    # name, players, first seat, house rules, how bold they are, seed
    ("match-two", 2, 1, {}, 0.62, 2),
    ("match-three-any-pair", 3, 0, {"all_in_match": "any", "rounds": 2}, 0.7, 3),
    ("match-four", 4, 2, {}, 0.7, 4),
    ("match-five-new-pair", 5, 3, {"all_in_match": "new"}, 0.75, 5),
    ("match-eight", 8, 5, {"rounds": 2}, 0.7, 8),
]


def choices(match):
    """Every event that could come now, tried out one by one. A draw is one choice, whatever comes."""
    game = match.round
    seat, mine = game.turn, game.front[game.turn]
    others = [other for other in range(match.players) if other != seat]
    tried = [{"type": "elixir_given", "seat": seat, "to": other} for other in others]
    tried += [{"type": kind, "seat": seat} for kind in ("cards_stolen", "went_all_in", "all_in_collected")]
    tried += [{"type": "banked", "seat": seat, "card": face} for face in sorted(set(mine))]
    for other in others:
        for face in sorted(set(game.front[other])):
            tried.append({"type": "held_up", "seat": seat, "from_seat": other, "card": face})
    tried.append({"type": "turn_ended", "seat": seat})
    if "lucky" in mine:
        tried.append({"type": "turn_ended", "seat": seat, "bank_lucky": False})
    if game.deck:
        tried.append({"type": "card_drawn", "seat": seat, "card": game.deck[0]})
    return tried


def possible(record, events, event):
    return not scorer.refuses(record | {"events": events}, len(events), event)


def play(rng, record, bold):
    """A match by people who draw on as boldly as that, and take most of what they may."""
    match, events = scorer.Match(record), []
    while match.round is not None:
        game = match.round
        may = [event for event in choices(match) if possible(record, events, event)]
        kinds = {event["type"] for event in may}
        taking = [event for event in may if event["type"] not in ("card_drawn", "turn_ended")]
        if taking and (kinds == {"elixir_given"} or rng.random() < 0.8):
            event = rng.choice(taking)
        elif "card_drawn" in kinds and ("turn_ended" not in kinds or rng.random() < bold):
            event = {"type": "card_drawn", "seat": game.turn, "card": rng.choice(game.deck)}
        else:
            event = rng.choice([event for event in may if event["type"] == "turn_ended"])
        match.happens(event)
        events.append(event)
    return events


def moments(events, rng):
    return sorted(rng.sample(range(1, len(events)), 12))


def write(path, record):
    """An event, a line of points, a moment to a line."""
    head = {name: value for name, value in record.items() if name not in ("events", "expected")}
    expected = record["expected"]
    rows = ["{"]
    rows += [f" {json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    rows += [' "events": [', ",\n".join("  " + json.dumps(event) for event in record["events"]), " ],"]
    rows += [' "expected": {', '  "deals": [']
    for i, deal in enumerate(expected["deals"]):
        lines = ",\n".join("     " + json.dumps(line) for line in deal["lines"])
        rows += [f'   {{"scores": {json.dumps(deal["scores"])},', '    "lines": [', lines]
        rows += ["    ]}" + ("," if i + 1 < len(expected["deals"]) else "")]
    rows += [
        "  ],",
        f'  "totals": {json.dumps(expected["totals"])},',
        f'  "winners": {json.dumps(expected["winners"])},',
    ]
    rows += ['  "moments": [', ",\n".join("   " + json.dumps(moment) for moment in expected["moments"]), "  ]"]
    rows += [" }", "}", ""]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(rows))


def main(folder):
    for name, players, first, house_rules, bold, seed in MATCHES:
        rng = random.Random(seed)
        record = {"game": "hit-extreme", "title": f"A whole match of {players}", "players": players}
        record |= {"first_seat": first, "house_rules": house_rules, "events": [], "expected": {}}
        record["events"] = play(rng, record, bold)
        record["expected"] = {"moments": [{"after": number} for number in moments(record["events"], rng)]}
        record["expected"] = scorer.score_record(record)
        write(os.path.join(folder, name + ".json"), record)
        print(name, len(record["events"]), record["expected"]["totals"])


if __name__ == "__main__":
    main(sys.argv[1])
