"""A second, independent scorer of Power Tricks: it imports nothing from the companion and plays a record in the
plainest way there is. Two scorers that were written apart and agree on the same records are the point.

    python tests/records/power_tricks_scorer.py RECORD.json
"""

import json
import sys


class RecordError(Exception):
    """The record is not a legal record of the game."""


def need(condition, message):
    if not condition:
        raise RecordError(message)


def number(card):
    return int(card[1:])


def best_left(cards):
    """cards: (value, seat) pairs. The highest value that only one of them has, or nothing."""
    values = [value for value, seat in cards]
    for value, seat in sorted(cards, reverse=True):
        if values.count(value) == 1:
            return seat
    return None


def winner_of(trick, powers, chapter):
    """trick: (seat, card) pairs in playing order, the first one led."""
    worth = [(card[0], number(card) + powers[seat], seat) for seat, card in trick]
    if chapter["winner"] == "highest":
        return best_left([(value, seat) for suit, value, seat in worth])
    if chapter["winner"] == "trump":
        seat = best_left([(value, seat) for suit, value, seat in worth if suit == chapter["trump"]])
        if seat is not None:
            return seat
    return best_left([(value, seat) for suit, value, seat in worth if suit == trick[0][1][0]])


def worth_of(chapter, trick):
    points = chapter["trick_points"]
    return points[trick - 1] if isinstance(points, list) else points


def points_of(chapter, tricks, points, power):
    """For exactly the bid the number on the power card and the power bonus on top."""
    return points + (power + chapter["power_bonus"] if tricks == chapter["bid"] else 0)


class Round:
    def __init__(self, players, leader, chapter):
        self.players, self.leader, self.chapter = players, leader, chapter
        self.powers = [0] * players
        self.tricks = [0] * players
        self.points = [0] * players
        self.hands = [[] for _ in range(players)]
        self.trick, self.laid, self.winners = 1, [], []
        self.taken = set()

    def play(self, event):
        seat, card = event["seat"], event["card"]
        need(seat == (self.leader + len(self.laid)) % self.players, "out of turn")
        need(all(card not in hand for hand in self.hands), "a card twice")
        self.hands[seat].append(card)
        if event.get("power"):
            need(self.trick not in self.taken and not self.powers[seat], "no power to take")
            self.powers[seat] = self.trick
            self.taken.add(self.trick)
        self.laid.append((seat, card))
        if len(self.laid) == self.players:
            winner = winner_of(self.laid, self.powers, self.chapter)
            self.winners.append(winner)
            if winner is not None:
                self.tricks[winner] += 1
                self.points[winner] += worth_of(self.chapter, self.trick)
                self.leader = winner
            self.trick, self.laid = self.trick + 1, []

    def check_following(self):
        """Who did not follow had no card of the suit: looked up in what they played afterwards."""
        for seat, hand in enumerate(self.hands):
            for place, card in enumerate(hand):
                led = self.led(place)
                if card[0] != led:
                    need(all(later[0] != led for later in hand[place:]), f"seat {seat} revoked with {card}")

    def led(self, place):
        seat = ([self.first] + [None] * len(self.winners))[0]
        for winner in self.winners[:place]:
            seat = seat if winner is None else winner
        return self.hands[seat][place][0]

    def scores(self):
        return [
            points_of(self.chapter, tricks, points, power)
            for tricks, points, power in zip(self.tricks, self.points, self.powers, strict=True)
        ]


def check_deck(rounds, players):
    for one in rounds:
        cards = [card for hand in one.hands for card in hand]
        axes = [card for card in cards if card[0] == "A"]
        need(len(axes) <= (12 if players > 3 else 0), "too many axes")
        need(len(cards) - len(axes) <= 33, "too many others")
        need(all(card[0] in "ABCD" and 1 <= number(card) <= 15 for card in cards), "no such card")


def score_record(record):
    players = record["players"]
    in_all = 9 if players == 5 else 11
    rounds, deals, extra, current = [], [], [0] * players, None
    for event in record["events"]:
        kind = event["type"]
        if kind == "chapter_opened":
            need(current is None, "a chapter while a round is on")
            leader = (record["first_seat"] + len(deals)) % players
            current = Round(players, leader, event)
            current.first = leader
        elif kind == "card_played":
            current.play(event)
            if current.trick > in_all:
                current.check_following()
                rounds.append(current)
                deals.append({"scores": current.scores(), "trick_winners": current.winners})
                current = None
        elif kind == "deal_tallied":
            scores = []
            for seat, one in enumerate(event["results"]):
                current.powers[seat] = one.get("power", 0)
                points = one.get("points", one["tricks"] * worth_of(current.chapter, 1))
                scores.append(points_of(current.chapter, one["tricks"], points, current.powers[seat]))
            rounds.append(current)
            deals.append({"scores": scores, "trick_winners": None})
            current = None
        elif kind == "score_adjusted":
            extra[event["seat"]] += event["points"]
    check_deck(rounds, players)
    totals = [extra[seat] + sum(deal["scores"][seat] for deal in deals) for seat in range(players)]
    winners = None
    if len(deals) == 3:
        most = [seat for seat in range(players) if totals[seat] == max(totals)]
        highest = max(rounds[-1].powers[seat] for seat in most)
        winners = [seat for seat in most if rounds[-1].powers[seat] == highest]
    return {"deals": deals, "totals": totals, "winners": winners}


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        print(json.dumps(score_record(record), indent=1))
