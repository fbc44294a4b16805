"""Makes the records of Trex that are not worked by hand, always the same ones.

    python tests/records/make_trex.py          write them again

Hands are random, and so are the cards, which are legal and a little more often low. The expected figures are those of
trex_second_scorer.py. Nothing of the companion is imported, so a record never says that something is right because the
product says so.
"""

import json
import os
import random

from trex_second_scorer import CONTRACTS, DECK, fits, over, score_record, strength, takes

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.normpath(os.path.join(HERE, "../../companion/games/trex/records"))
MATCHES = {
    "match-28-contracts": (57, "A whole match of 28 contracts with two resets and a total below zero"),
    "match-over-1000": (44, "A match that ends at the 27th contract, in which another reaches 1000 exactly"),
}


def hands_of(rng):
    cards = list(DECK)
    rng.shuffle(cards)
    return {seat: sorted(cards[8 * seat : 8 * seat + 8], key=DECK.index) for seat in range(4)}


def choice(rng, left, hand):
    """A contract the owner may choose: trix while there is a jack, rather late than early."""
    jack = any(card[1:] == "J" for card in hand)
    if len(left) <= 2 and "trix" in left:
        return "trix"
    return rng.choice([one for one in left if one != "trix"] + ["trix"] * (jack and "trix" in left and len(left) < 5))


def tricks(rng, contract, owner, hands):
    events, seen, trick, turn = [], [], [], owner
    announced = False
    while not (over(contract, seen) and not trick):
        hand = hands[turn]
        if contract in ("ray", "general") and len(seen) < 4 and "HK" in hand and not announced and rng.random() < 0.5:
            announced = True
            events.append({"type": "king_announced", "seat": turn})
        able = [card for card in hand if trick and card[0] == trick[0][1][0]] or hand
        card = min(able, key=strength) if rng.random() < 0.4 else rng.choice(able)
        hand.remove(card)
        events.append({"type": "card_played", "seat": turn, "card": card})
        seen.append(card)
        trick.append((turn, card))
        turn = (turn + 1) % 4
        if len(trick) == 4:
            turn, trick = takes(trick), []
    return events


def trix(rng, owner, hands):
    events, turn, out = [], owner, []
    piles = {suit: [] for suit in "SHDC"}
    while len(out) < 2:
        able = [card for card in hands[turn] if fits(card, piles)]
        if able:
            card = rng.choice(able)
            hands[turn].remove(card)
            piles[card[0]].append(card)
            events.append({"type": "card_played", "seat": turn, "card": card})
            if not hands[turn]:
                out.append(turn)
            elif card[1:] == "A":
                continue
        else:
            events.append({"type": "passed", "seat": turn})
        turn = next(seat % 4 for seat in range(turn + 1, turn + 5) if seat % 4 not in out or len(out) == 2)
    return events


def whole_match(seed):
    rng = random.Random(seed)
    first = rng.randrange(4)
    left = [list(CONTRACTS) for _ in range(4)]
    record = {"game": "trex", "players": 4, "first_seat": first, "house_rules": {}, "events": []}
    for deal in range(28):
        owner, hands = (first + deal) % 4, hands_of(rng)
        told = {seat: hands[seat] for seat in range(4) if rng.random() < 0.5}
        if told:
            cards = {str(seat): list(hand) for seat, hand in told.items()}
            record["events"].append({"type": "hands_dealt", "hands": cards})
        contract = choice(rng, left[owner], hands[owner])
        left[owner].remove(contract)
        record["events"].append({"type": "contract_chosen", "seat": owner, "contract": contract})
        played = trix(rng, owner, hands) if contract == "trix" else tricks(rng, contract, owner, hands)
        record["events"] += played
        record["expected"] = score_record(record)
        if record["expected"]["winners"]:
            break
    return record


def written(record):
    """One event or deal a line."""

    def lines(items, indent):
        return ",\n".join(" " * indent + json.dumps(item) for item in items)

    head = [f" {json.dumps(name)}: {json.dumps(record[name])}" for name in record if name not in ("events", "expected")]
    expected = record["expected"]
    rest = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in expected.items() if name != "deals"]
    parts = [
        *head,
        ' "events": [\n' + lines(record["events"], 2) + "\n ]",
        ' "expected": {\n  "deals": [\n' + lines(expected["deals"], 3) + "\n  ],\n" + ",\n".join(rest) + "\n }",
    ]
    return "{\n" + ",\n".join(parts) + "\n}"


if __name__ == "__main__":
    for name, (seed, title) in MATCHES.items():
        with open(os.path.join(TARGET, name + ".json"), "w", encoding="utf-8") as file:
            file.write(written({"title": title, **whole_match(seed)}) + "\n")
