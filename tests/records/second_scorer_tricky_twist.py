"""A second, independent scorer of Tricky Twist.

It shares no code with the companion and imports nothing from it. It reads a record (the events as they are posted),
plays the rounds from the rule text in the plainest way there is, and says what the sheet must show.

    python tests/records/second_scorer_tricky_twist.py RECORD.json            print what it makes of a record
    python tests/records/second_scorer_tricky_twist.py --check RECORD.json    compare with its "expected" part
"""

import json
import sys


class RecordError(Exception):
    """The record is not a legal record of the game."""


def need(condition, message):
    if not condition:
        raise RecordError(message)


def value_of(card):
    return int(card[1:])


# --- what lies before the players at the end ----------------------------------------------------


def count_for(kind, cards, suits):
    """How many the scoring card counts. cards: false tricks with suit and value, as names."""
    values = [value_of(card) for card in cards]
    if kind == "longest_sequence":
        best = 0
        for low in range(1, 13):
            length = 0
            while low + length in values:
                length += 1
            best = max(best, length)
        return best
    if kind == "most_of_one_suit":
        return max(len([card for card in cards if card[0] == suit]) for suit in "BWRY")
    if kind == "number_of_suits":
        return len({card[0] for card in cards})
    if kind == "even_values":
        return len([value for value in values if value % 2 == 0])
    if kind == "odd_values":
        return len([value for value in values if value % 2 == 1])
    raise RecordError("no such scoring card: " + kind)


def printed(points, count):
    return points[count] if count < len(points) else points[-1]


def card_points(revealed, before, rules):
    """before: for each seat (tricks, [false tricks with suit and value], blanks, has the trick bonus)."""
    kind, points = revealed["card"], revealed["points"]
    if kind == "one_of_two_suits":
        return [
            max(printed(points, len([c for c in cards if c[0] == suit])) for suit in revealed["suits"])
            for _, cards, _, _ in before
        ]
    if kind in ("fewest_false_tricks", "most_false_tricks"):
        numbers = [len(cards) + blanks for _, cards, blanks, _ in before]
        out = []
        for mine in numbers:
            if mine == 0:
                out.append(0)
                continue
            better = [n for n in numbers if n and (n < mine if kind == "fewest_false_tricks" else n > mine)]
            place = len(better) if rules.get("tie_places") == "skip" else len(set(better))
            out.append(points[place] if place < len(points) else 0)
        return out
    return [printed(points, count_for(kind, cards, None)) for _, cards, _, _ in before]


def score_round(revealed, before, rules):
    from_card = card_points(revealed, before, rules)
    out = []
    for seat, (tricks, cards, blanks, bonus) in enumerate(before):
        false_tricks = len(cards) + blanks
        pairs = min(tricks, false_tricks)
        total = tricks + pairs * (5 if tricks == false_tricks else 3) + from_card[seat]
        out.append(total + (tricks if bonus else 0))
    return out


# --- the play -----------------------------------------------------------------------------------


class Round:
    def __init__(self, players, leader, bonuses):
        self.players, self.leader = players, leader
        self.hand = [48 // players - 5] * players
        self.reserve = [5] * players
        self.tricks = [[] for _ in range(players)]
        self.false_tricks = [[] for _ in range(players)]
        self.held = [[] for _ in range(players)]
        self.left = list(bonuses)
        self.table, self.asked, self.said = [], [], {}
        self.out = set()  # cards that are not in a hand any more
        self.over = False

    def draw(self, seat):
        need(not self.table and self.reserve[seat] > 0, "no reserve card now")
        self.reserve[seat] -= 1
        self.hand[seat] += 1

    def play(self, seat, card):
        need(not self.over and not self.asked, "no card now")
        need(seat == (self.leader + len(self.table)) % self.players, "not this seat's turn")
        need(card not in self.out and self.hand[seat] > 0, "no such card in hand: " + card)
        self.out.add(card)
        self.hand[seat] -= 1
        self.table.append((seat, card))
        if len(self.table) == self.players:
            self.resolve()

    def resolve(self):
        led = self.table[0][1][0]
        of_suit = [(value_of(card), seat) for seat, card in self.table if card[0] == led]
        winner = max(of_suit)[1]
        got = {seat: [card] for seat, card in self.table if card[0] != led}
        got[winner] = [card for _, card in self.table if card[0] == led]
        for seat, cards in got.items():
            if seat == winner:
                self.tricks[seat].append(cards)
            else:
                self.false_tricks[seat].append(cards[0])
        self.leader, self.table = winner, []
        for turn in range(self.players):
            seat = (winner + turn) % self.players
            if any(value_of(card) == 7 for card in got.get(seat, [])):
                self.asked.append(seat)
        self.turn_over()

    def turn_over(self):
        if not self.left:
            self.asked = []
        if not self.asked and 0 in self.hand:
            self.over = True

    def take(self, seat, bonus, false_trick):
        need(self.asked and self.asked[0] == seat, "this seat has no 7 now")
        self.asked.pop(0)
        if bonus is not None:
            need(bonus in self.left, "that bonus is gone")
            self.left.remove(bonus)
            if bonus != "P1":
                self.held[seat].append(bonus)
        if false_trick is not None:
            need(bonus == "P1" and false_trick in self.false_tricks[seat], "not a false trick of this seat")
            self.false_tricks[seat].remove(false_trick)
            self.out.remove(false_trick)
            self.hand[seat] += 1
        self.turn_over()

    def waiting(self):
        return [
            seat
            for seat in range(self.players)
            if seat not in self.said and any(bonus not in ("P1", "P4") for bonus in self.held[seat])
        ]

    def before(self, seat, sides):
        tricks, cards, blanks = len(self.tricks[seat]), list(self.false_tricks[seat]), 0
        names = {card: card for card in cards}
        said = self.said.get(seat, [])
        for choice in said:
            if choice["bonus"] == "P2" and "trick" in choice:
                need(choice["top"] in self.tricks[seat][choice["trick"]], "that card is not in the trick")
                tricks -= 1
                names[choice["top"]] = choice["top"]
            elif choice["bonus"] == "P2":
                del names[choice["false_trick"]]
                tricks += 1
            elif choice["bonus"] == "P3":
                tricks, blanks = (tricks + 1, blanks) if choice["as"] == "trick" else (tricks, blanks + 1)
            elif "suit" in choice:
                names[choice["bonus"]] = choice["suit"] + str(choice["value"])
        for choice in said:
            if "by" in choice:
                name = choice.get("false_trick") or choice["of"]
                now = value_of(names[name]) + choice["by"]
                need(1 <= now <= 12, "beyond 1 to 12")
                names[name] = names[name][0] + str(now)
        return tricks, list(names.values()), blanks, "P4" in self.held[seat]


def score_record(record):
    players, rules = record["players"], record["house_rules"]
    bonuses = ["P1", "P2", "P3", "P4", "V1", "V2", "V3", "V4"]
    deals, revealed, game, wished = [], None, None, None

    def finish(before):
        nonlocal revealed, game
        deals.append({"scores": score_round(revealed, before, rules)})
        if "P1" in bonuses and "P1" not in game.left:
            bonuses.remove("P1")
        revealed = game = None

    for event in record["events"]:
        kind = event["type"]
        if kind == "scoring_card_revealed":
            need(revealed is None, "one scoring card a round")
            revealed = event
            game = Round(players, (record["first_seat"] + len(deals)) % players, bonuses)
            continue
        need(game is not None, "no scoring card lies there")
        if kind == "card_played":
            game.play(event["seat"], event["card"])
        elif kind == "reserve_drawn":
            # Dealt by the companion a draw is told twice: the wish, and the card.
            if record.get("dealing") == "companion" and "card" in event:
                need(wished == event["seat"], "nobody wished to draw")
                wished = None
            else:
                wished = event["seat"]
                game.draw(event["seat"])
        elif kind == "bonus_taken":
            game.take(event["seat"], event["bonus"], event.get("false_trick"))
        elif kind == "bonuses_used":
            need(game.over and event["seat"] in game.waiting(), "nothing to say now")
            game.said[event["seat"]] = event["choices"]
        elif kind == "deal_tallied":
            finish([(r["tricks"], r["false_tricks"], r["blanks"], r["trick_bonus"]) for r in event["results"]])
            continue
        else:
            need(kind in ("hands_dealt", "reserve_set", "reserve_left"), "no such event: " + kind)
        if game.over and not game.waiting():
            finish([game.before(seat, revealed["variable"]) for seat in range(players)])
    totals = [sum(deal["scores"][seat] for deal in deals) for seat in range(players)]
    winners = [seat for seat in range(players) if totals[seat] == max(totals)] if len(deals) == players else None
    return {"deals": deals, "totals": totals, "winners": winners}


def main(arguments):
    bad = 0
    for path in [one for one in arguments if not one.startswith("--")]:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        result = score_record(record)
        if "--check" in arguments:
            agrees = result == record["expected"]
            bad += not agrees
            print(path, "agrees" if agrees else "DIFFERS")
        else:
            print(json.dumps(result))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
