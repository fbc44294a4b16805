"""Makes the records of Extreme Tricks that are not worked by hand, always the same ones.

    python tests/records/make_extreme_tricks.py          write them again
    python tests/records/make_extreme_tricks.py --show   only say what they would cover

Play is random but legal, with a little sense: in each stage every seat either tries to win tricks
cheaply or to stay out of them. The two matches of edges are made of deals picked because they tell
the right reading of the rules from wrong ones (misreadings.py) that no other record tells apart.
The expected figures are those of second_scorer.py. Nothing of the companion is imported, so a
record never says that something is right because the product says so.
"""

import json
import os
import random
import sys

import misreadings
import second_scorer as scorer

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.normpath(os.path.join(HERE, "../../companion/games/extreme_tricks/records"))
HAND = os.path.join(TARGET, "by-hand-four.json")
SEED = 20


def choose_card(rng, hand, trick, trump, greedy):
    led = trick[0][1][0] if trick else None
    able = [card for card in hand if card[0] == led] or hand
    if rng.random() < 0.2:
        return rng.choice(able)
    if not trick:
        by_number = sorted(able, key=lambda card: (scorer.number_of(card), card))
        return by_number[-1] if greedy else by_number[0]
    wins = [card for card in able if scorer.winner_of([*trick, (-1, card)], trump) == -1]
    loses = [card for card in able if card not in wins]

    def cost(card):
        return (card[0] == trump, scorer.number_of(card), card)

    if greedy:
        return min(wins or able, key=cost)
    return max(loses, key=cost) if loses else max(wins, key=cost)


def playout(rng, players, first):
    deck = scorer.whole_deck(players)
    rng.shuffle(deck)
    hands = [deck[12 * seat : 12 * seat + 12] for seat in range(players)]
    mine = hands[first]
    trump = max(scorer.SUITS, key=lambda suit: len([card for card in mine if card[0] == suit]))
    left, leader, plays = [list(hand) for hand in hands], first, []
    for number in range(12):
        if number % 4 == 0:
            greedy = [rng.random() < 0.5 for _ in range(players)]
        trick = []
        for turn in range(players):
            seat = (leader + turn) % players
            card = choose_card(rng, left[seat], trick, trump, greedy[seat])
            left[seat].remove(card)
            trick.append((seat, card))
            plays.append({"type": "card_played", "seat": seat, "card": card})
        leader = scorer.winner_of(trick, trump)
    return hands, trump, plays


def score(players, first, house_rules, laid, trump, declarations, plays):
    return scorer.play_deal(players, first, house_rules, laid, trump, declarations, plays, {})


def met(deal, seat):
    return [row["code"] for row in deal["challenges"] if seat in row["achieved"] + row["excess"]]


def make_declaration(rng, seat, codes, likely):
    """Mostly challenges that will come off, some that will not; the number of pieces near them."""
    pieces = min(12, max(0, len(likely) + rng.randint(-3, 2)))
    likely, others = list(likely), [code for code in codes if code not in likely]
    rng.shuffle(likely)
    rng.shuffle(others)
    wanted = []
    for _ in range(pieces // 2):
        first, second = (likely, others) if rng.random() < 0.8 else (others, likely)
        wanted.append((first or second).pop())
    return {
        "type": "declared",
        "seat": seat,
        "pieces": pieces,
        "challenges": [code for code in codes if code in wanted],
    }


def make_deal(rng, players, first, house_rules, laid, covered, wish=None, tries=4000, hands_of=()):
    """The first deal that fires everything laid here that never fired yet (else the one that
    fires the most of it) and meets the wish."""
    laid = {"type": "challenges_laid", "red": laid[0], "blue": laid[1]}
    codes = [row["code"] for row in scorer.lay_out(laid)]
    missing = [code for code in codes if code not in covered]
    nobody = [{"pieces": 0, "challenges": []} for _ in range(players)]
    best = None
    for _ in range(tries):
        hands, trump, plays = playout(rng, players, first)
        bare = score(players, first, house_rules, laid, trump, nobody, plays)
        if wish and not wish(bare):
            continue
        fired = scorer.fired({"deals": [bare]})
        hits = len([code for code in missing if code in fired])
        if best is None or hits > best[0]:
            best = (hits, hands, trump, plays, bare, fired)
        if hits == len(missing):
            break
    hits, hands, trump, plays, bare, fired = best
    covered |= fired
    events = [laid]
    if hands_of:
        events.append({"type": "hands_dealt", "hands": {str(seat): sorted(hands[seat]) for seat in hands_of}})
    events.append({"type": "trump_chosen", "seat": first, "suit": trump})
    for turn in range(players):
        seat = (first + turn) % players
        events.append(make_declaration(rng, seat, codes, met(bare, seat)))
    return events + plays


def make_edges(rng, players, first_seat, wrong, tries=400):
    """A whole match; each deal is the one of many that tells most of the wrong readings apart.
    Those it tells apart are taken out of `wrong`."""
    wanted = {"R": [], "B": []}
    for name in sorted(wrong):
        code = name.split()[0]
        if code[1:].isdigit():
            wanted[code[0]].append(int(code[1:]))
    events = []
    for deal in range(players):
        first, best = (first_seat + deal) % players, (-1, None, None)
        for _ in range(tries):
            laid = []
            for letter in "RB":
                pick = [n for n in sorted(set(wanted[letter])) if rng.random() < 0.6][:6]
                rest = [n for n in range(1, 26) if n not in pick]
                laid.append(pick + rng.sample(rest, 6 - len(pick)))
            tried = make_deal(rng, players, first, {}, laid, set(), tries=1)
            alone = {"game": "extreme-tricks", "players": players, "first_seat": first, "events": tried}
            told = [name for name in sorted(wrong) if misreadings.catches(scorer, wrong[name], alone)]
            if len(told) > best[0]:
                best = (len(told), told, tried)
        events += best[2]
        for name in best[1]:
            del wrong[name]
            code = name.split()[0]
            if code[1:].isdigit():
                wanted[code[0]].remove(int(code[1:]))
    return events


def make_tally(rng, players, laid, declared=None):
    codes = [row["code"] for row in scorer.lay_out(laid)]
    results = []
    for seat in range(players):
        achieved = [code for code in codes if rng.random() < 0.5]
        told = declared[seat] if declared else make_declaration(rng, seat, codes, achieved)
        results.append({"pieces": told["pieces"], "declared": told["challenges"], "achieved": achieved})
    return {"type": "deal_tallied", "results": results}


def draws(rng, deals, always_red=(), always_blue=()):
    """Six red and six blue for each deal, as different as possible over the match."""
    out = []
    for always in (always_red, always_blue):
        numbers = list(range(1, 26))
        rng.shuffle(numbers)
        numbers.sort(key=lambda number: number not in always)
        taken = numbers[: 6 * deals]
        rng.shuffle(taken)
        out.append([taken[6 * deal : 6 * deal + 6] for deal in range(deals)])
    return list(zip(*out, strict=True))


def record(title, players, first_seat, house_rules, events):
    made = {
        "game": "extreme-tricks",
        "title": title,
        "players": players,
        "first_seat": first_seat,
        "house_rules": house_rules,
        "events": events,
    }
    made["expected"] = scorer.score_record(made)
    return made


def make_all():
    with open(HAND, encoding="utf-8") as file:
        covered = scorer.fired(scorer.score_record(json.load(file)))
    made = {}

    rng = random.Random(SEED)
    events = []
    for deal, laid in enumerate(draws(rng, 4, always_blue=(22, 23))):
        events += make_deal(rng, 4, (2 + deal) % 4, {}, laid, covered)
    made["match-four"] = record("A whole match of four", 4, 2, {}, events)

    rng = random.Random(SEED + 1)
    events = []
    for deal, laid in enumerate(draws(rng, 3)):
        before = list(events)
        first = (1 + deal) % 3
        played = make_deal(rng, 3, first, {}, laid, covered)
        events = before + played
        if deal == 2:  # the last declarations again until two seats share the win
            for _ in range(5000):
                result = record("", 3, 1, {}, events)["expected"]
                if len(result["winners"]) == 2:
                    break
                codes = [row["code"] for row in result["deals"][2]["challenges"]]
                for place in (2, 3, 4):
                    seat = played[place]["seat"]
                    played[place] = make_declaration(rng, seat, codes, met(result["deals"][2], seat))
                events = before + played
    made["match-three"] = record("A whole match of three; two share the win", 3, 1, {}, events)

    rng = random.Random(SEED + 2)
    rules = {"blue_25": "most_tricks", "most_at_zero": False}

    def nobody_has_the_suit(bare):
        by_code = {row["code"]: row for row in bare["challenges"]}
        none, some, most = by_code["B19"], by_code["B20"], by_code["B25"]
        return not none["excess"] and 0 < len(some["excess"]) < 3 and len(most["excess"]) == 2

    laid = ([2, 9, 11, 17, 19, 22], [5, 8, 18, 19, 20, 25])
    events = make_deal(rng, 3, 0, rules, laid, covered, wish=nobody_has_the_suit)
    made["deal-three-house-rules"] = record(
        "One deal of three: blue 25 is most tricks, a most at zero does not count", 3, 0, rules, events
    )

    rng = random.Random(SEED + 3)
    first, middle, last = draws(rng, 3)
    events = make_deal(rng, 3, 0, {}, first, covered)
    laid = {"type": "challenges_laid", "red": sorted(middle[0]), "blue": sorted(middle[1])}
    events += [laid, make_tally(rng, 3, laid)]
    events += make_deal(rng, 3, 2, {}, last, covered, hands_of=(0, 1))
    made["match-three-tallied"] = record(
        "A match of three, the middle deal entered by its counts, two hands of the last deal known", 3, 0, {}, events
    )

    rng = random.Random(SEED + 4)
    events = make_deal(rng, 4, 3, {}, draws(rng, 1)[0], set(), tries=1)[: 1 + 1 + 4 + 6]
    told = {event["seat"]: event for event in events if event["type"] == "declared"}
    events.append(make_tally(rng, 4, events[0], told))
    made["deal-four-tallied-late"] = record("One deal of four, entered by its counts after six cards", 4, 3, {}, events)

    wrong = misreadings.wrong_scorers()
    with open(HAND, encoding="utf-8") as file:
        known = [json.load(file), *list(made.values())]
    wrong = {
        name: reading
        for name, reading in wrong.items()
        if not any(misreadings.catches(scorer, reading, one) for one in known)
    }
    rng = random.Random(SEED + 5)
    made["match-four-edges"] = record(
        "A whole match of four, picked for the edges of the rules", 4, 0, {}, make_edges(rng, 4, 0, wrong)
    )
    made["match-three-edges"] = record(
        "A whole match of three, picked for the edges of the rules", 3, 2, {}, make_edges(rng, 3, 2, wrong)
    )
    print("wrong readings that no record tells from the right one:", sorted(wrong) or "none")
    return made, covered


def compact(made):
    """JSON with one event and one challenge to a line."""

    def line(value):
        return json.dumps(value, ensure_ascii=False)

    head = ("game", "title", "players", "first_seat", "house_rules")
    out = ["{", *[f" {line(key)}: {line(made[key])}," for key in head]]
    out += [' "events": [', ",\n".join("  " + line(event) for event in made["events"]), " ],"]
    deals = []
    for deal in made["expected"]["deals"]:
        rows = deal["challenges"]
        shown = "null" if rows is None else "[\n{}\n    ]".format(",\n".join("     " + line(row) for row in rows))
        deals.append(
            '   {{"scores": {},\n    "trick_winners": {},\n    "challenges": {},\n    "front": {}}}'.format(
                line(deal["scores"]), line(deal["trick_winners"]), shown, line(deal["front"])
            )
        )
    out += [' "expected": {', '  "deals": [', ",\n".join(deals), "  ],"]
    out += [
        '  "totals": {},'.format(line(made["expected"]["totals"])),
        '  "winners": {}'.format(line(made["expected"]["winners"])),
        " }",
        "}",
    ]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    records, fired = make_all()
    for name, made in records.items():
        expected = made["expected"]
        print(name, [deal["scores"] for deal in expected["deals"]], expected["totals"], expected["winners"])
        if "--show" not in sys.argv:
            with open(os.path.join(TARGET, name + ".json"), "w", encoding="utf-8") as file:
                file.write(compact(made))
    every = [letter + str(number) for letter in "RB" for number in range(1, 26)]
    print(f"fired {len(fired)} of 50; never:", " ".join(code for code in every if code not in fired) or "none")
