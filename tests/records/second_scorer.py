"""A second, independent scorer of Extreme Tricks.

It shares no code with the companion and imports nothing from it. It reads a record (the events
as they are posted), plays the deals straight from the rule text in the plainest way there is, and
says what the sheet must show. Two scorers that were written apart and agree on the same records
are the point; so nothing here is clever, and nothing here may be borrowed from the product.

    python tests/records/second_scorer.py RECORD.json            print what it makes of a record
    python tests/records/second_scorer.py --check RECORD.json    compare with its "expected" part
    python tests/records/second_scorer.py --coverage RECORD.json ...   which challenges ever fired
"""

import json
import sys

SUITS = "SHDC"


class RecordError(Exception):
    """The record is not a legal record of the game."""


def need(condition, message):
    if not condition:
        raise RecordError(message)


def suit_of(card):
    return card[0]


def number_of(card):
    return int(card[1:])


def whole_deck(players):
    top = 9 if players == 3 else 12
    return [suit + str(number) for suit in SUITS for number in range(1, top + 1)]


# --- the trick ---------------------------------------------------------------------------------


def winner_of(trick, trump):
    """trick: [(seat, card), ...] in playing order; the first one led."""
    led = suit_of(trick[0][1])
    trumps = [(number_of(card), seat) for seat, card in trick if suit_of(card) == trump]
    if trumps:
        return max(trumps)[1]
    followed = [(number_of(card), seat) for seat, card in trick if suit_of(card) == led]
    return max(followed)[1]


# --- red challenges ----------------------------------------------------------------------------


def red_met_by_playing(red, players, card, led, trump, is_leader):
    """The reds that are about playing a card, judged the moment it lies on the table."""
    suit, number = suit_of(card), number_of(card)
    if red == 15:
        return not is_leader and suit != led and suit != trump
    if red == 18:
        return suit == "S"
    if red == 19:
        return suit == "H"
    if red == 20:
        return suit == "D"
    if red == 21:
        return suit == "C"
    if red == 22:
        return number >= (7 if players == 3 else 10)
    if red == 23:
        return number <= 3
    return False


def red_met_by_trick(red, players, card, led, trump, is_leader, won, trick_in_stage):
    """The reds that are about winning or losing, judged when the trick is complete."""
    suit, number = suit_of(card), number_of(card)
    lost = not won
    if red in (1, 25):
        return won
    if red == 2:
        return lost and number >= (7 if players == 3 else 10)
    if red == 3:
        return won and suit == "S"
    if red == 4:
        return won and suit == "H"
    if red == 5:
        return won and suit == "D"
    if red == 6:
        return won and suit == "C"
    if red == 7:
        return won and not is_leader and suit == led
    if red == 8:
        return won and trick_in_stage == 4
    if red == 9:
        return lost and number >= (5 if players == 3 else 8)
    if red == 10:
        return won and number % 2 == 1
    if red == 11:
        return won and number % 2 == 0
    if red == 12:
        return is_leader and won
    if red == 13:
        return is_leader and lost
    if red == 14:
        return won and number <= 5
    if red == 16:
        return won and suit == trump and led != trump
    if red == 17:
        return won and number <= 3
    if red == 24:
        return won and trick_in_stage == 1
    return False


# --- blue challenges ---------------------------------------------------------------------------


def blue_met(blue, seat, won, house_rules):
    """won: for each seat the cards it won tricks with in this stage."""
    mine = won[seat]
    tricks = [len(cards) for cards in won]
    suits = {suit_of(card) for card in mine}
    total = sum(number_of(card) for card in mine)
    odd = [card for card in mine if number_of(card) % 2 == 1]
    even = [card for card in mine if number_of(card) % 2 == 0]
    if blue == 25:
        blue = 1 if house_rules.get("blue_25", "least_tricks") == "most_tricks" else 2
    if blue in (1, 24):
        return tricks[seat] == max(tricks)
    if blue == 2:
        return tricks[seat] == min(tricks)
    if blue == 3:
        return len(mine) == 0
    if blue == 4:
        return len(mine) == 1
    if blue == 5:
        return len(suits) == 1
    if blue == 6:
        return len(odd) == 0
    if blue == 7:
        return len(even) == 0
    if blue == 8:
        return total <= 21
    if blue == 9:
        return len(mine) == 2
    if blue == 10:
        return len(suits) == 2
    if blue == 11:
        return total >= 21
    if blue in (12, 13, 14, 15):
        return SUITS[blue - 12] not in suits
    if blue == 16:
        return len(mine) == 3
    if blue == 17:
        return len(suits) == 3
    if blue in (18, 19, 20, 21):
        wanted = SUITS[blue - 18]
        counts = [len([card for card in cards if suit_of(card) == wanted]) for cards in won]
        if counts[seat] == 0 and not house_rules.get("most_at_zero", True):
            return False
        return counts[seat] == max(counts)
    if blue == 22:
        return len(mine) == 4
    if blue == 23:
        return len(suits) == 4
    raise RecordError(f"no such blue challenge: {blue}")


# --- a deal ------------------------------------------------------------------------------------


def lay_out(laid):
    """The twelve challenges in the order of the sheet: stage, reds before blues, ascending."""
    for colour in ("red", "blue"):
        numbers = laid[colour]
        need(len(numbers) == 6 and len(set(numbers)) == 6, f"six different {colour} challenges")
        need(all(1 <= number <= 25 for number in numbers), f"{colour} challenges are 1 to 25")
    red, blue = sorted(laid["red"]), sorted(laid["blue"])
    rows = []
    for stage in (1, 2, 3):
        for letter, numbers in (("R", red), ("B", blue)):
            rows += [
                {"code": letter + str(number), "stage": stage, "declared": [], "achieved": [], "excess": []}
                for number in numbers[2 * stage - 2 : 2 * stage]
            ]
    return rows


def play_deal(players, first, house_rules, laid, trump, declarations, plays, hands):
    rows = lay_out(laid)
    codes = [row["code"] for row in rows]

    front = []
    for seat in range(players):
        pieces, wanted = declarations[seat]["pieces"], declarations[seat]["challenges"]
        need(0 <= pieces <= 12, "0 to 12 pieces")
        need(len(wanted) == pieces // 2, f"seat {seat} must declare {pieces // 2}")
        need(len(set(wanted)) == len(wanted), "one piece on one challenge")
        need(all(code in codes for code in wanted), "declare only what is laid out")
        front.append(pieces - len(wanted))
        for row in rows:
            if row["code"] in wanted:
                row["declared"].append(seat)

    def achieve(row, seat):
        if seat in row["achieved"] or seat in row["excess"]:
            return
        if seat in row["declared"]:
            row["declared"].remove(seat)
            row["achieved"].append(seat)
        elif front[seat] > 0:
            front[seat] -= 1
            row["achieved"].append(seat)
        else:
            row["excess"].append(seat)

    held = {seat: [p["card"] for p in plays if p["seat"] == seat] for seat in range(players)}
    for seat in range(players):
        need(len(held[seat]) == 12, f"seat {seat} plays {len(held[seat])} cards")
    everything = sorted(card for cards in held.values() for card in cards)
    need(everything == sorted(whole_deck(players)), "every card of the deck is played once")
    for seat in hands:
        need(sorted(hands[seat]) == sorted(held[seat]), f"seat {seat} plays its own hand")

    winners, leader, won = [], first, None
    for trick_number in range(1, 13):
        stage = (trick_number - 1) // 4 + 1
        trick_in_stage = (trick_number - 1) % 4 + 1
        if trick_in_stage == 1:
            won = [[] for _ in range(players)]
        here = [row for row in rows if row["stage"] == stage]
        reds = [row for row in here if row["code"][0] == "R"]
        blues = [row for row in here if row["code"][0] == "B"]

        trick = []
        for turn in range(players):
            play = plays[(trick_number - 1) * players + turn]
            seat, card = play["seat"], play["card"]
            need(seat == (leader + turn) % players, f"trick {trick_number}: seat {seat} is not next")
            trick.append((seat, card))
            led = suit_of(trick[0][1])
            if suit_of(card) != led and not play.get("irregular"):
                need(
                    all(suit_of(c) != led for c in held[seat]),
                    f"trick {trick_number}: seat {seat} holds {led} and plays {card}",
                )
            held[seat].remove(card)
            for row in reds:
                if red_met_by_playing(int(row["code"][1:]), players, card, led, trump, turn == 0):
                    achieve(row, seat)

        winner = winner_of(trick, trump)
        winners.append(winner)
        for row in reds:
            for seat, card in trick:
                if red_met_by_trick(
                    int(row["code"][1:]), players, card, led, trump, seat == leader, seat == winner, trick_in_stage
                ):
                    achieve(row, seat)
        won[winner].append(dict(trick)[winner])
        if trick_in_stage == 4:
            for row in blues:
                for seat in range(players):
                    if blue_met(int(row["code"][1:]), seat, won, house_rules):
                        achieve(row, seat)
        leader = winner

    scores = []
    for seat in range(players):
        points = -front[seat]
        for row in rows:
            points += 1 if seat in row["achieved"] else 0
            points -= 1 if seat in row["declared"] else 0
            points -= 2 if seat in row["excess"] else 0
        scores.append(points)
    for row in rows:
        for place in ("declared", "achieved", "excess"):
            row[place].sort()
    return {"scores": scores, "trick_winners": winners, "challenges": rows, "front": front}


def tally_deal(players, laid, results):
    """A deal the table counted itself: how many pieces end up where follows from the numbers
    (the declared achievements move their own pieces, the others use up what lies in front, the
    rest is excess); on which challenges the excess lies does not, so only scores are given."""
    codes = [row["code"] for row in lay_out(laid)]
    need(len(results) == players, "one result per seat")
    scores = []
    for result in results:
        pieces, declared, achieved = result["pieces"], result["declared"], result["achieved"]
        need(0 <= pieces <= 12 and len(declared) == pieces // 2, "half of the pieces are declared")
        for wanted in (declared, achieved):
            need(len(set(wanted)) == len(wanted) and all(c in codes for c in wanted), "laid challenges, once")
        kept = len([code for code in declared if code in achieved])
        failed = len(declared) - kept
        other = len(achieved) - kept
        in_front = pieces - len(declared)
        from_front = min(other, in_front)
        excess = other - from_front
        scores.append(kept + from_front - failed - (in_front - from_front) - 2 * excess)
    return {"scores": scores, "trick_winners": None, "challenges": None, "front": None}


# --- a match -----------------------------------------------------------------------------------


def score_record(record):
    need(record["game"] == "extreme-tricks", "a record of Extreme Tricks")
    players, house_rules = record["players"], record.get("house_rules", {})
    need(players in (3, 4), "3 or 4 players")
    deals, totals = [], [0] * players
    laid = trump = None
    declarations, plays, hands = [], [], {}

    for event in record["events"]:
        need(len(deals) < players, "the match is over")
        first = (record.get("first_seat", 0) + len(deals)) % players
        kind, done = event["type"], None
        if kind == "challenges_laid":
            need(laid is None, "challenges are laid once a deal")
            laid = event
        elif kind == "hands_dealt":
            need(laid is not None and not plays, "hands are told before the first card")
            for seat, cards in event["hands"].items():
                hands[int(seat)] = cards
        elif kind == "trump_chosen":
            need(laid is not None and trump is None, "trump comes after the challenges")
            need(event["seat"] == first, "the start player chooses trump")
            need(event["suit"] in list(SUITS), "trump is a suit")
            trump = event["suit"]
        elif kind == "declared":
            need(trump is not None and len(declarations) < players, "declaring follows trump")
            need(event["seat"] == (first + len(declarations)) % players, "declare in turn")
            declarations.append(event)
        elif kind == "card_played":
            need(len(declarations) == players, "everyone declares first")
            plays.append(event)
            if len(plays) == 12 * players:
                by_seat = {declared["seat"]: declared for declared in declarations}
                done = play_deal(players, first, house_rules, laid, trump, by_seat, plays, hands)
        elif kind == "deal_tallied":
            need(laid is not None, "the challenges are known")
            done = tally_deal(players, laid, event["results"])
        else:
            raise RecordError(f"no such event here: {kind}")
        if done:
            deals.append(done)
            totals = [total + points for total, points in zip(totals, done["scores"], strict=True)]
            laid = trump = None
            declarations, plays, hands = [], [], {}

    winners = None
    if len(deals) == players:
        winners = [seat for seat in range(players) if totals[seat] == max(totals)]
    return {"deals": deals, "totals": totals, "winners": winners}


def differences(found, expected, where="expected"):
    """Every place where two answers differ, in words."""
    if isinstance(found, dict) and isinstance(expected, dict):
        out = []
        for key in sorted(set(found) | set(expected)):
            out += differences(found.get(key), expected.get(key), where + "." + key)
        return out
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        out = []
        for i, (a, b) in enumerate(zip(found, expected, strict=True)):
            label = a["code"] if isinstance(a, dict) and "code" in a else i
            out += differences(a, b, f"{where}[{label}]")
        return out
    return [] if found == expected else [f"{where}: scored {found}, recorded {expected}"]


def fired(result):
    """The challenges somebody achieved (on Achievement or on Excess) in the played deals."""
    codes = set()
    for deal in result["deals"]:
        for row in deal["challenges"] or []:
            if row["achieved"] or row["excess"]:
                codes.add(row["code"])
    return codes


def main(arguments):
    flags = [a for a in arguments if a.startswith("--")]
    paths = [a for a in arguments if not a.startswith("--")]
    seen, bad = set(), 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        result = score_record(record)
        seen |= fired(result)
        if "--check" in flags:
            found = differences(result, record["expected"])
            bad += len(found)
            print(path, "agrees" if not found else "DIFFERS")
            for line in found:
                print("  " + line)
        elif "--coverage" not in flags:
            print(json.dumps(result, indent=1))
    if "--coverage" in flags:
        every = [letter + str(number) for letter in "RB" for number in range(1, 26)]
        never = [code for code in every if code not in seen]
        print(f"fired {len(seen)} of 50; never:", " ".join(never) or "none")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
