"""Writes the golden records of Power Tricks, and beside each the reasoning it was worked out with.

    python tests/records/make_power_tricks.py FOLDER

Decks, chapters and gems are made up. Who wins each trick, why, and every figure stand here as they were worked out by
hand from the rule text; nothing here computes them. ``B5+`` takes the power card with B5, ``B5+ruby`` with a gem.
"""

import json
import os
import sys

PLAIN = {"B": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15], "C": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]}
DECK = {"A": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], **PLAIN, "D": [2, 3, 4, 7, 8, 9, 11, 12, 13]}

POWER_FIRST_AND_LAST = [
    ("B1+ B2 B3", 2, "1 with +1 and 2 are equal, but beneath the 3, which wins"),
    ("B7 B5 B6", 2, "5 with +1 is 6; the 7 is highest"),
    ("B11 B9 B10", 2, "9 with +1 is 10; the 11 is highest"),
    ("B15 B13 B14", 2, "13 with +1 is 14; the 15 is highest"),
    ("C1 C2 C3", 2, "2 with +1 equals the 3: both cancelled, the 1 wins"),
    ("C5 C10 C7", 0, "10 with +1 is 11"),
    ("C14 C15 C9", 2, "14 with +1 equals the 15: both cancelled, the 9 wins"),
    ("C13 C6 C11", 2, "6 with +1 is 7; the 13 is highest"),
    ("D2 D3 D4", 2, "3 with +1 equals the 4: both cancelled, the 2 wins"),
    ("D7 D8 D9", 2, "8 with +1 equals the 9: both cancelled, the 7 wins"),
    ("D11 D12 D13+", 1, "13 with +11 is 24"),
]
FIVE = ["D7 A6 B6 B7 D2", "D3 A1 B1 C1 D1", "D4 A2+ A12 B8 C5", "D9 A9 B2 B9 C9", "D5 A3 B3 B10 C6",
        "D6 A4 A11 C2 C7", "D8 A5 B4 B11 C8", "D10 A7 B5 C3 C10", "D11 A8 A10 C4 C11"]  # fmt: skip


def turned(tricks, by, players):
    """The same round at a table where everybody sits so many seats further on."""
    return [(cards, None if winner is None else (winner + by) % players, why) for cards, winner, why in tricks]


RECORDS = [
    {
        "name": "round-three-led-suit",
        "title": "Power taken first and last, a tie cancelled once, the bid met with power",
        "players": 3,
        "first": 0,
        "rounds": [
            {
                "chapter": {"winner": "led_suit", "trick_points": 2, "bid": 1, "power_bonus": 5},
                "tricks": POWER_FIRST_AND_LAST,
                "scores": [8, 18, 18],
                "because": [
                    "1 trick at 2; exactly the bid of 1: power card +1 and bonus 5. 2 + 1 + 5 = 8",
                    "1 trick at 2; exactly the bid of 1: power card +11 and bonus 5. 2 + 11 + 5 = 18",
                    "9 tricks at 2, not the bid: 18",
                ],
            }
        ],
    },
    {
        "name": "round-three-trump",
        "title": "Trumps, the bid met without a power card",
        "players": 3,
        "first": 1,
        "rounds": [
            {
                "chapter": {"winner": "trump", "trump": "D", "trick_points": 3, "bid": 4, "power_bonus": 4},
                "tricks": [
                    ("B2 B1 D1", 0, "the only trump"),
                    ("C2 C1 C11", 2, "no trump; 11 is the highest C"),
                    ("B3 D3 B12", 0, "the only trump"),
                    ("D5 C3 D2+", 2, "trump led; 2 with +4 is 6, above the 5"),
                    ("D4 D7 B4", 2, "4 with +4 is 8, above the 7"),
                    ("C12 C4 C5", 2, "12 with +4 is 16"),
                    ("B5 D9 B6", 0, "the only trump, whatever 5 with +4 is"),
                    ("C6 C7 C13", 2, "13 with +4 is 17"),
                    ("B7 C8 B8+", 1, "no trump; 8 with +9 is 17, 7 with +4 is 11, the C does not follow"),
                    ("B10 B9 D11", 0, "the only trump, though 10 with +9 is 19"),
                    ("C10 C9 B11", 1, "9 with +9 is 18, above the 10; the B does not follow"),
                ],
                "scores": [16, 6, 15],
                "because": [
                    "4 tricks at 3; exactly the bid of 4 without a power card: bonus 4 alone. 12 + 4 = 16",
                    "2 tricks at 3, not the bid: 6, and nothing for power card +9",
                    "5 tricks at 3, not the bid: 15, and nothing for power card +4",
                ],
            }
        ],
    },
    {
        "name": "round-three-highest",
        "title": "The highest card whatever its suit, points listed trick by trick, a trick for nobody",
        "players": 3,
        "first": 2,
        "rounds": [
            {
                "chapter": {"winner": "highest", "trick_points": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], "bid": 2,
                            "power_bonus": 2},
                "tricks": [
                    ("B6 B5+ C6", None, "6, 5 with +1 and 6: all equal, nobody wins, seat 2 leads again"),
                    ("B7 B4 D7", 0, "the sevens cancel; 4 with +1 is left"),
                    ("C3 C4 C10", 2, "3 with +1 equals the 4, but beneath the 10"),
                    ("B8 B3 C8", 0, "the eights cancel; 3 with +1 is left"),
                    ("D3 D4 D9+", 2, "9 with +5 is 14"),
                    ("B9 B2 C9", 2, "9 with +5 is 14; without it the nines would have cancelled"),
                    ("C11 C2 C5", 2, "11 with +5 is 16"),
                    ("B10 B1 D8+", 1, "8 with +8 is 16, above 10 with +5, which is 15"),
                    ("D5 D10 D2", 2, "10 with +5 is 15, above 5 with +8, which is 13"),
                    ("B11 C1 C7", 2, "11 with +5 is 16, above 7 with +8, which is 15"),
                    ("C12 D1 D6", 2, "12 with +5 is 17, above 6 with +8, which is 14"),
                ],
                "scores": [9, 8, 51],
                "because": [
                    "tricks 2 and 4: 2 + 4 = 6; exactly the bid of 2: power card +1 and bonus 2. 6 + 1 + 2 = 9",
                    "trick 8: 8; one trick is not the bid",
                    "tricks 3, 5, 6, 7, 9, 10 and 11: 3 + 5 + 6 + 7 + 9 + 10 + 11 = 51; seven are not the bid. "
                    "The 1 point of trick 1 goes to nobody",
                ],
            }
        ],
    },
    {
        "name": "round-four-nobody",
        "title": "Ties cancelled twice until nobody is left, a card left over",
        "players": 4,
        "first": 3,
        "rounds": [
            {
                "chapter": {"winner": "led_suit", "trick_points": 1, "bid": 2, "power_bonus": 10},
                "left_over": "D15",
                "tricks": [
                    ("A4 A5 A6 A7", 2, "7 is highest"),
                    ("A3 A8 A9 A10", 1, "10 is highest"),
                    ("A2+ A11 A12 A1", 3, "2 with +3 is 5; 12 is highest"),
                    ("B4 B1+ B2 B3", 3, "1 with +4 and 2 with +3 are 5 each and cancel; the 4 is next"),
                    ("B8 B5 B6 B7", 3, "5 with +4 and 6 with +3 are 9 each and cancel; the 8 is next"),
                    ("B12+ B9 B10 B11", 3, "12 with +6 is 18"),
                    ("C4 C5 C6 C7+", 2, "7 with +7 is 14; 4 with +6 is 10, the others 9 each"),
                    ("C3 C8 C9 C10", 3, "8 with +6 is 14; 3 with +7 is 10, the others 13 each, beneath it"),
                    ("C12 C1 C2 C11", None, "12 with +6 and 11 with +7 are 18, 1 with +4 and 2 with +3 are 5"),
                    ("D4 D1 D2 D3", None, "4 with +6 and 3 with +7 are 10, 1 with +4 and 2 with +3 are 5: all gone"),
                    ("D8 D5 D6 D7", None, "8 with +6 and 7 with +7 are 14, 5 with +4 and 6 with +3 are 9: all gone"),
                ],
                "scores": [0, 1, 19, 5],
                "because": [
                    "no trick; not the bid: 0, and nothing for power card +4",
                    "1 trick at 1, not the bid: 1, and nothing for power card +3",
                    "2 tricks at 1; exactly the bid of 2: power card +7 and bonus 10. 2 + 7 + 10 = 19",
                    "5 tricks at 1, not the bid: 5. Three tricks went to nobody",
                ],
            }
        ],
    },
    {
        "name": "round-five-cancelled-twice",
        "title": "Five players, two pairs cancelled and the fifth card wins",
        "players": 5,
        "first": 4,
        "rounds": [
            {
                "chapter": {"winner": "highest", "trick_points": [2, 2, 2, 2, 2, 5, 5, 5, 5, 9, 9, 9], "bid": 1,
                            "power_bonus": 3},
                "tricks": [
                    ("D7 A6 B6 B7 D2", 3, "the sevens cancel, then the sixes; the 2 is left"),
                    ("D1 D3 A1 B1 C1", 4, "3 is highest; the ones beneath it do not matter"),
                    ("D4 A2 A12+ B8 C5", 1, "12 with +3 is 15"),
                    ("B2 B9 C9 D9 A9", 1, "four nines cancel each other; 2 with +3 is left"),
                    ("B3 B10 C6 D5 A3", 2, "10 is highest; 3 with +3 equals a 6 beneath it"),
                    ("C2 C7 D6 A4+ A11", 1, "11 with +3 is 14, above 4 with +6, which is 10"),
                    ("B4 B11 C8 D8 A5", 1, "11 and 5 with +6 cancel, then the eights; 4 with +3 is left"),
                    ("B5 C3 C10 D10 A7", 0, "7 with +6 is 13; the tens beneath it do not matter"),
                    ("A8 A10 C4 C11 D11+", 4, "11 with +9 is 20"),
                ],
                "scores": [14, 14, 5, 5, 7],
                "because": [
                    "trick 8: 5; exactly the bid of 1: power card +6 and bonus 3. 5 + 6 + 3 = 14",
                    "tricks 3, 4, 6 and 7: 2 + 2 + 5 + 5 = 14; four are not the bid",
                    "trick 5: 2; exactly the bid of 1, no power card: bonus 3. 2 + 3 = 5",
                    "trick 1: 2; exactly the bid of 1, no power card: bonus 3. 2 + 3 = 5",
                    "tricks 2 and 9: 2 + 5 = 7; two are not the bid",
                ],
            }
        ],
    },
    {
        "name": "round-four-trump-ties",
        "title": "Equal trumps cancel among themselves, then the led suit is looked at; axes are trumps",
        "players": 4,
        "first": 0,
        "rounds": [
            {
                "chapter": {"winner": "trump", "trump": "A", "trick_points": 4, "bid": 3, "power_bonus": 1},
                "left_over": "D9",
                "tricks": [
                    ("B7 B8 A8+ A11", 3, "trumps 8 with +1, which is 9, and 11"),
                    ("D1 A2 A5 C4", 1, "of the trumps 2 and 5 the 5"),
                    ("B9 A9 A10 B1", 1, "trumps 9 with +1 and 10 cancel; of the led suit the 9 is highest"),
                    ("C1 C5 A12 A4+", 3, "trumps 12 and 4 with +4, which is 8"),
                    ("D3 A3 A7 C6", 3, "trumps 3 with +4 and 7 cancel; the led 3 is alone in its suit"),
                    ("D4 A1 A6+ C12", 1, "trumps 6 with +6, which is 12, and 1 with +4, which is 5"),
                    ("B10 C7 D5 B2", 1, "no trump; 10 with +6 is 16"),
                    ("C2 C8 D6 B3", 2, "8 with +1 is 9, above 2 with +6, which is 8"),
                    ("C9 D7+ B4 C3", 2, "9 with +1 is 10, above 3 with +6, which is 9; D and B do not follow"),
                    ("C10 D8 B5 B11", 2, "the only card of the led suit"),
                    ("C11 D2 B6 B12", 2, "the only card of the led suit"),
                ],
                "scores": [0, 16, 16, 22],
                "because": [
                    "no trick: 0",
                    "4 tricks at 4, not the bid: 16",
                    "4 tricks at 4, not the bid: 16",
                    "3 tricks at 4; exactly the bid of 3: power card +9 and bonus 1. 12 + 9 + 1 = 22",
                ],
            }
        ],
    },
    {
        "name": "round-five-bid-of-none",
        "title": "A bid of no trick at all, tricks that cost a point, one player takes them all",
        "players": 5,
        "first": 4,
        "rounds": [
            {
                "chapter": {"winner": "led_suit", "trick_points": -1, "bid": 0, "power_bonus": 6},
                "tricks": [
                    (cards, 4, "highest of the led suit" if number < 2 else "nobody else has the led suit")
                    for number, cards in enumerate(FIVE)
                ],
                "scores": [9, 6, 6, 6, -9],
                "because": [
                    "no trick, exactly the bid of 0: power card +3 and bonus 6. 3 + 6 = 9",
                    "no trick, exactly the bid of 0, no power card: bonus 6",
                    "no trick, exactly the bid of 0, no power card: bonus 6",
                    "no trick, exactly the bid of 0, no power card: bonus 6",
                    "9 tricks at -1: -9",
                ],
            }
        ],
    },
    {
        "name": "round-four-gem-by-hand",
        "title": "Nobody meets the bid; a gem that costs points, entered by hand",
        "players": 4,
        "first": 3,
        "rounds": [
            {
                "chapter": {"winner": "led_suit", "trick_points": 3, "bid": 2, "power_bonus": 8},
                "gems": ["ruby", "opal", "jade", "ruby", "onyx"],
                "tricks": [
                    ("A4 A5 A6 A7", 2, "7 is highest"),
                    ("A3 A8 A9 A10", 1, "10 is highest"),
                    ("A2 A11 A12 A1", 3, "12 is highest"),
                    ("B4 B1 B2 B3", 3, "4 is highest"),
                    ("B8 B5 B6 B7", 3, "8 is highest"),
                    ("B12 B9 B10 B11", 3, "12 is highest"),
                    ("C4 C5 C6 C7+ruby", 2, "7 with +7 is 14"),
                    ("C3 C8 C9 C10", 0, "3 with +7 and 10 cancel; the 9 is next"),
                    ("C1 C2 C11 C12", 2, "11 with +7 is 18"),
                    ("D3 D4 D1 D2", 2, "3 with +7 is 10"),
                    ("D7 D8 D5 D6", 2, "7 with +7 is 14"),
                ],
                "scores": [3, 3, 15, 12],
                "because": [
                    "1 trick at 3, not the bid: 3",
                    "1 trick at 3, not the bid: 3",
                    "5 tricks at 3, not the bid: 15; then 4 less by hand for the gem",
                    "4 tricks at 3, not the bid: 12",
                ],
                "then": [{"type": "score_adjusted", "seat": 2, "points": -4, "reason": "ruby, as its card says"}],
                "totals": [3, 3, 11, 12],
            }
        ],
    },
    {
        "name": "match-three-tie-broken",
        "title": "A whole match with a deck of its own; two share the most points, a power card decides",
        "players": 3,
        "first": 0,
        "card_set": {"deck": DECK, "suits": {"A": "made-up axes", "B": "made-up bells"},
                     "gems": ["ruby", "ruby", "ruby", "ruby", "opal"],
                     "chapters": [{"name": "made up", "winner": "led_suit", "trick_points": 2, "bid": 1,
                                   "power_bonus": 5}]},
        "rounds": [
            {
                "chapter": {"winner": "led_suit", "trick_points": 2, "bid": 1, "power_bonus": 5, "name": "made up"},
                "tricks": POWER_FIRST_AND_LAST,
                "scores": [8, 18, 18],
                "because": ["as in round-three-led-suit: 8", "18", "18"],
            },
            {
                "chapter": {"winner": "trump", "trump": "C", "trick_points": 5, "bid": 2, "power_bonus": 3},
                "counted": [{"tricks": 5}, {"tricks": 3, "power": 6}, {"tricks": 3, "power": 2}],
                "scores": [25, 15, 15],
                "because": ["5 tricks at 5: 25", "3 tricks at 5, not the bid of 2: 15", "3 tricks at 5: 15"],
            },
            {
                "chapter": {"winner": "led_suit", "trick_points": 2, "bid": 1, "power_bonus": 5},
                "tricks": turned(POWER_FIRST_AND_LAST, 2, 3),
                "scores": [18, 18, 8],
                "because": ["the first round two seats further on: 18, with power card +11", "18, without one", "8"],
            },
        ],
        "totals": [51, 51, 41],
        "winners": [0],
        "why": "8 + 25 + 18 = 51, 18 + 15 + 18 = 51, 18 + 15 + 8 = 41. Of the two with 51, seat 0 took +11 in the last "
               "round and seat 1 took none, so seat 0 wins.",
    },
    {
        "name": "match-four-tie-shared",
        "title": "Three rounds as the table counted them; two share the most points and took no power card at the end",
        "players": 4,
        "first": 2,
        "rounds": [
            {
                "chapter": {"winner": "highest", "trick_points": [1, 2, 4, 8, 16, 32, 0, 0, 0, 0, 0], "bid": 3,
                            "power_bonus": 1},
                "counted": [{"tricks": 3, "points": 7, "power": 4}, {"tricks": 3, "points": 24},
                            {"tricks": 2, "points": 32, "power": 1}, {"tricks": 2, "points": 0}],
                "scores": [12, 25, 32, 0],
                "because": [
                    "tricks 1, 2 and 3: 7; exactly the bid of 3: power card +4 and bonus 1. 7 + 4 + 1 = 12",
                    "tricks 4 and 5 and one that is worth nothing: 24; exactly the bid, no power card: 24 + 1 = 25",
                    "trick 6 and one that is worth nothing: 32; two are not the bid",
                    "two that are worth nothing: 0. One trick went to nobody",
                ],
            },
            {
                "chapter": {"winner": "led_suit", "trick_points": 4, "bid": 5, "power_bonus": 0},
                "counted": [{"tricks": 5, "power": 2}, {"tricks": 4}, {"tricks": 1}, {"tricks": 1, "power": 11}],
                "scores": [22, 16, 4, 4],
                "because": ["5 tricks at 4; exactly the bid: power card +2 and no bonus. 20 + 2 = 22", "4 at 4: 16",
                            "1 at 4: 4", "1 at 4: 4"],
            },
            {
                "chapter": {"winner": "trump", "trump": "B", "trick_points": 1, "bid": 4, "power_bonus": 2},
                "counted": [{"tricks": 4}, {"tricks": 3}, {"tricks": 4},
                            {"tricks": 0, "power": 11}],
                "scores": [6, 3, 6, 0],
                "because": ["4 at 1; exactly the bid, no power card: 4 + 2 = 6", "3 at 1: 3",
                            "4 at 1; exactly the bid, no power card: 4 + 2 = 6", "no trick: 0"],
            },
        ],
        "then": [{"type": "score_adjusted", "seat": 2, "points": -2, "reason": "a gem"},
                 {"type": "score_adjusted", "seat": 1, "points": -4, "reason": "another gem"}],
        "totals": [40, 40, 40, 4],
        "winners": [0, 1, 2],
        "why": "12 + 22 + 6 = 40; 25 + 16 + 3 - 4 = 40; 32 + 4 + 6 - 2 = 40; 0 + 4 + 0 = 4. None of the three with 40 "
               "took a power card in the last round, so they share the win; the +11 of seat 3 does not matter.",
    },
]  # fmt: skip


def events_of(record):
    events = []
    for number, part in enumerate(record["rounds"]):
        events.append({"type": "chapter_opened", **part["chapter"]})
        if "gems" in part:
            events.append({"type": "gems_revealed", "gems": part["gems"]})
        leader = (record["first"] + number) % record["players"]
        for place, (cards, winner, _) in enumerate(part.get("tricks", [])):
            for step, card in enumerate(cards.split()):
                name, power, gem = card.partition("+")
                event = {"type": "card_played", "seat": (leader + step) % record["players"], "card": name}
                events.append(event | ({"power": True} if power else {}) | ({"gem": gem} if gem else {}))
            leader = leader if winner is None else winner
            if place == 0 and "left_over" in part:
                events.append({"type": "card_left_over", "card": part["left_over"]})
        if "counted" in part:
            events.append({"type": "deal_tallied", "results": part["counted"]})
        events += part.get("then", [])
    return events + record.get("then", [])


def json_of(record):
    deals = [
        {"scores": part["scores"],
         "trick_winners": [winner for _, winner, _ in part["tricks"]] if "tricks" in part else None}
        for part in record["rounds"]
    ]  # fmt: skip
    last = record["rounds"][-1]
    out = {
        "game": "power-tricks",
        "title": record["title"] + " (made-up deck, chapters and gems; see the .md beside it)",
        "players": record["players"],
        "first_seat": record["first"],
        "house_rules": {},
        **({"card_set": record["card_set"]} if "card_set" in record else {}),
        "events": events_of(record),
        "expected": {
            "deals": deals,
            "totals": record.get("totals", last.get("totals", last["scores"])),
            "winners": record.get("winners"),
        },
    }
    lines = [json.dumps(event) for event in out.pop("events")]
    head = json.dumps(out, indent=1).rpartition('\n "expected"')
    return f'{head[0]}\n "events": [\n  ' + ",\n  ".join(lines) + f'\n ],\n "expected"{head[2]}\n'


def words_of(record):
    out = [f"# {record['title']}", ""]
    out += ["Worked by hand from the rule text; the deck, chapters and gems are made up.", ""]
    out += [f"{record['players']} players, seat {record['first']} leads first. `B5+` takes the trick's power card.", ""]
    for number, part in enumerate(record["rounds"], start=1):
        chapter = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in part["chapter"].items())
        out += [f"## Round {number}", "", f"Chapter: {chapter}.", ""]
        if "tricks" in part:
            out += ["| trick | cards in order | winner | why |", "|---|---|---|---|"]
            for trick, (cards, winner, why) in enumerate(part["tricks"], start=1):
                out.append(f"| {trick} | {cards} | {'nobody' if winner is None else winner} | {why} |")
            out.append("")
        if "left_over" in part:
            out += [f"Left over: {part['left_over']}.", ""]
        out += ["| seat | points | why |", "|---|---|---|"]
        for seat, (points, why) in enumerate(zip(part["scores"], part["because"], strict=True)):
            out.append(f"| {seat} | {points} | {why} |")
        out.append("")
    if record.get("why"):
        out += ["## The end", "", record["why"], ""]
    return "\n".join(out)


def main(folder):
    for record in RECORDS:
        with open(os.path.join(folder, record["name"] + ".json"), "w", encoding="utf-8") as file:
            file.write(json_of(record))
        with open(os.path.join(folder, record["name"] + ".md"), "w", encoding="utf-8") as file:
            file.write(words_of(record))


if __name__ == "__main__":
    main(sys.argv[1])
