"""A second, independent scorer of HIT! Extreme.

It shares no code with the companion and imports nothing from it. It reads a record (the events as they are posted),
moves single cards from the deck to the table to the winnings as the rule text says, in the plainest way there is, and
says what the sheet must show. Nothing here is clever, and nothing here may be borrowed from the product.

    python tests/records/hit_extreme_scorer.py RECORD.json            print what it makes of a record
    python tests/records/hit_extreme_scorer.py --check RECORD.json    compare with its "expected" part
"""

import json
import sys

DECK = (
    ["1", "2", "3", "4"] * 8
    + ["6", "8", "9", "10", "lucky"] * 7
    + ["elixir", "loser"] * 6
    + ["duel"] * 12
    + ["20"] * 2
    + ["hold_up", "bank", "all_in"] * 3
)
POINTS = {"lucky": 7, "loser": -7, "duel": 5, "elixir": 4}
ACTIONS = ("hold_up", "bank", "all_in")


class RecordError(Exception):
    """The record is not a legal record of the game."""


def need(condition, message):
    if not condition:
        raise RecordError(message)


def points(face):
    return POINTS[face] if face in POINTS else int(face)


class Round:
    def __init__(self, players, first, house_rules):
        self.players, self.turn, self.house_rules = players, first, house_rules
        self.deck = list(DECK)
        self.front = [[] for _ in range(players)]
        self.won = [[] for _ in range(players)]  # (reason, face), a pair for each card
        self.out = []
        self.over = False
        self.begin_turn()

    # --- turns ---------------------------------------------------------------------------------

    def begin_turn(self):
        self.drawn = None  # the last card of this turn
        self.may = None  # what it lets one do
        self.elixirs = 0
        self.all_in = None  # the cards revealed, once somebody has gone all-in
        self.all_in_size = 0
        self.nothing_before = False

    def next_turn(self):
        self.begin_turn()
        if not self.deck:
            for seat in range(self.players):
                self.win(seat, "end_of_round", [face for face in self.front[seat] if face != "duel"])
            self.over = True
            return
        self.turn = (self.turn + 1) % self.players
        mine = self.front[self.turn]
        if "elixir" in mine:
            self.win(self.turn, "elixir", [face for face in mine if face == "elixir"])
        else:
            self.win(self.turn, "collected", [face for face in mine if face != "duel"])

    def win(self, seat, reason, faces):
        for face in list(faces):
            self.front[seat].remove(face)
            self.won[seat].append((reason, face))

    def lose(self):
        self.out += self.front[self.turn]
        self.front[self.turn] = []

    def steal(self, face):
        for seat in range(self.players):
            while seat != self.turn and face in self.front[seat]:
                self.front[seat].remove(face)
                self.front[self.turn].append(face)

    def duel(self):
        """A new duel lies before the player on turn; with another one anywhere both are won."""
        owners = [seat for seat in range(self.players) if "duel" in self.front[seat]]
        self.front[self.turn].append("duel")
        if owners:
            self.win(self.turn, "duel", ["duel"])
            self.win(owners[0], "duel", ["duel"])

    def nothing_left_to_say(self):
        if not self.deck and self.may is None and not self.elixirs:
            self.next_turn()

    # --- what happens --------------------------------------------------------------------------

    def happens(self, event):
        need(not self.over, "the round is over")
        need(event["seat"] == self.turn, "not this player's turn")
        kind = event["type"]
        waits_for_cards = self.all_in is not None and len(self.all_in) < self.all_in_size
        need(not waits_for_cards or kind == "card_drawn", "the all-in goes on")
        need(not self.elixirs or kind == "elixir_given", "the elixir first")
        if kind == "card_drawn":
            need(self.may != "all_in_collected", "the all-in ends the turn")
            need(event["card"] in self.deck, "no such card left")
            self.deck.remove(event["card"])
            self.draw(event["card"])
        elif kind == "elixir_given":
            need(self.elixirs, "no elixir")
            need(event["to"] != self.turn, "to another player")
            self.front[event["to"]].append("elixir")
            self.elixirs -= 1
            if not self.elixirs and self.all_in is not None:
                self.all_in_done()
            elif not self.elixirs:
                self.nothing_left_to_say()
        elif kind == "turn_ended":
            need(self.drawn, "a card first")
            if self.all_in is None and event.get("bank_lucky", True):
                self.win(self.turn, "lucky", [face for face in self.front[self.turn] if face == "lucky"])
            self.next_turn()
        else:
            need(kind == self.may, "not possible now: " + kind)
            self.may = None
            self.use(kind, event)

    def draw(self, face):
        self.drawn, self.may = face, None
        mine = self.front[self.turn]
        if self.all_in is not None:
            self.all_in.append(face)
            if len(self.all_in) == self.all_in_size:
                self.judge_all_in()
            return
        if face in ACTIONS:
            self.out.append(face)
            others = [front for seat, front in enumerate(self.front) if seat != self.turn]
            if face == "hold_up" and any(others):
                self.may = "held_up"
            if face == "bank" and [card for card in mine if card != "duel"]:
                self.may = "banked"
            if face == "all_in" and self.deck:
                self.may = "went_all_in"
        elif face == "elixir":
            self.elixirs = 1
        elif face == "duel":
            self.duel()
        elif face in mine and len(mine) >= 3:
            mine.append(face)
            self.lose()
            self.next_turn()
            return
        else:
            mine.append(face)
            if face == "loser":
                self.steal("loser")
            elif any(face in front for seat, front in enumerate(self.front) if seat != self.turn):
                self.may = "cards_stolen"
        self.nothing_left_to_say()

    def use(self, kind, event):
        mine = self.front[self.turn]
        if kind == "cards_stolen":
            self.steal(self.drawn)
        elif kind == "held_up":
            victim = event["from_seat"]
            need(victim != self.turn and event["card"] in self.front[victim], "no such card there")
            while event["card"] in self.front[victim]:
                self.front[victim].remove(event["card"])
                mine.append(event["card"])
        elif kind == "banked":
            need(event["card"] in mine and event["card"] != "duel", "no such card to bank")
            self.win(self.turn, "banked", [face for face in mine if face == event["card"]])
        elif kind == "went_all_in":
            self.all_in, self.all_in_size = [], min(3, len(self.deck))
            self.nothing_before = not mine
            return
        elif kind == "all_in_collected":
            self.win(self.turn, "all_in", [face for face in mine if face != "duel"])
            self.next_turn()
            return
        self.nothing_left_to_say()

    # --- the all-in ----------------------------------------------------------------------------

    def judge_all_in(self):
        mine = self.front[self.turn]
        matched = False
        new = []
        for face in self.all_in:
            if face in ACTIONS:
                self.out.append(face)
            elif face == "elixir":
                self.elixirs += 1
            elif face == "duel":
                self.duel()
            else:
                if face in mine and (len(mine) >= 3 or self.nothing_before):
                    matched = True
                mine.append(face)
                new.append(face)
        pair = len(set(mine)) < len(mine)
        new_pair = any(mine.count(face) > 1 for face in new)
        reading = self.house_rules.get("all_in_match", "as_written")
        if reading == "as_written":
            lost, may_collect = matched, not pair
        elif reading == "any":
            lost, may_collect = pair, True
        else:
            lost, may_collect = new_pair, True
        if lost:
            self.lose()
        elif may_collect and [face for face in mine if face != "duel"]:
            self.may = "all_in_collected"
        if not self.elixirs:
            self.all_in_done()

    def all_in_done(self):
        if self.may is None:
            self.next_turn()

    # --- the sheet -----------------------------------------------------------------------------

    def scores(self):
        return [sum(points(face) for _, face in won) for won in self.won]

    def lines(self):
        rows = []
        for seat, won in enumerate(self.won):
            for reason, face in sorted(set(won)):
                cards = won.count((reason, face))
                row = {"seat": seat, "reason": reason, "card": face, "cards": cards, "points": cards * points(face)}
                rows.append(row)
        return rows

    def moment(self):
        """The table as it lies, and the chance that the next card loses the turn."""
        mine = self.front[self.turn]
        losing = 0
        if self.all_in is None and len(mine) >= 3:
            losing = len([face for face in self.deck if face in mine and face not in ("duel", "elixir")])
        return {
            "turn": self.turn,
            "deck_left": len(self.deck),
            "in_front": [{face: front.count(face) for face in front} for front in self.front],
            "winnings": self.scores(),
            "bust_risk": [losing, len(self.deck) if losing else 1],
        }


class Match:
    """Rounds in a row; the first player moves on."""

    def __init__(self, record):
        self.players = record["players"]
        self.first = record["first_seat"]
        self.house_rules = record["house_rules"]
        self.rounds = self.house_rules.get("rounds", 1)
        self.deals = []
        self.last = None
        self.round = Round(self.players, self.first, self.house_rules)

    def happens(self, event):
        need(self.round is not None, "the match is over")
        if event["type"] == "deal_tallied":
            self.done(tallied(self.players, event["results"]))
            return
        self.round.happens(event)
        if self.round.over:
            self.done({"scores": self.round.scores(), "lines": self.round.lines()})

    def done(self, deal):
        self.deals.append(deal)
        self.last, self.round = self.round, None
        if len(self.deals) < self.rounds:
            first = (self.first + len(self.deals)) % self.players
            self.round = Round(self.players, first, self.house_rules)

    def moment(self):
        return (self.round or self.last).moment()

    def result(self):
        totals = [sum(deal["scores"][seat] for deal in self.deals) for seat in range(self.players)]
        winners = None
        if self.round is None:
            winners = [seat for seat in range(self.players) if totals[seat] == max(totals)]
        return {"deals": self.deals, "totals": totals, "winners": winners}


def tallied(players, results):
    need(len(results) == players, "points for each player")
    need(sum(points for points in results if points > 0) <= 484, "there are only 484 points in the deck")
    need(sum(-(points // 7) for points in results if points < 0) <= 6, "there are only six losers")
    return {"scores": list(results), "lines": None}


def score_record(record):
    match = Match(record)
    wanted = [one["after"] for one in record["expected"].get("moments", [])]
    refused = record["expected"].get("refused", [])
    moments = {}
    for number in range(len(record["events"]) + 1):
        if number in wanted:
            moments[number] = match.moment()
        for one in refused:
            if one["after"] == number:
                need(refuses(record, number, one["event"]), "not refused: " + json.dumps(one))
        if number < len(record["events"]):
            match.happens(record["events"][number])
    out = match.result()
    out["moments"] = [{"after": number} | moments[number] for number in wanted]
    return out


def refuses(record, number, event):
    """Whether this event could not have come after so many."""
    match = Match(record)
    for earlier in record["events"][:number]:
        match.happens(earlier)
    try:
        match.happens(event)
    except RecordError:
        return True
    return False


def differences(found, expected, where="expected"):
    """Every place where two answers differ, in words."""
    if isinstance(found, dict) and isinstance(expected, dict):
        out = []
        for key in sorted(set(found) | set(expected)):
            out += differences(found.get(key), expected.get(key), where + "." + key)
        return out
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        if where.endswith(".lines"):
            found, expected = (sorted(rows, key=lambda row: sorted(row.items(), key=str)) for rows in (found, expected))
        out = []
        for i, (a, b) in enumerate(zip(found, expected, strict=True)):
            out += differences(a, b, f"{where}[{i}]")
        return out
    return [] if found == expected else [f"{where}: scored {found}, recorded {expected}"]


def against(record):
    """Every place where this scorer and the figures of the record differ."""
    expected = {name: figures for name, figures in record["expected"].items() if name != "refused"}
    expected.setdefault("moments", [])
    return differences(score_record(record), expected)


def main(arguments):
    bad = 0
    for path in [a for a in arguments if not a.startswith("--")]:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        if "--check" in arguments:
            found = against(record)
            bad += len(found)
            print(path, "agrees" if not found else "DIFFERS")
            for line in found:
                print("  " + line)
        else:
            print(json.dumps(score_record(record), indent=1))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
