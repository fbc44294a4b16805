"""A second, independent scorer of Trex.

It shares no code with the companion and imports nothing from it. It reads a record (the events as they are posted),
plays the contracts straight from the rule text in the plainest way there is, and says what the sheet must show.

    python tests/records/trex_second_scorer.py RECORD.json ...    says of each whether it agrees with its "expected"
"""

import json
import sys

SUITS = "SHDC"
RANKS = ["7", "8", "9", "J", "Q", "K", "10", "A"]  # from the weakest to the strongest
DECK = [suit + rank for suit in SUITS for rank in RANKS]
CONTRACTS = ["diamonds", "queens", "tricks", "last", "ray", "general", "trix"]


class RecordError(Exception):
    """The record is not a legal record of the game."""


def need(condition, message):
    if not condition:
        raise RecordError(message)


def strength(card):
    return RANKS.index(card[1:])


def takes(trick):
    """Who takes a trick: [(seat, card), ...] in playing order."""
    led = trick[0][1][0]
    best = trick[0]
    for seat, card in trick:
        if card[0] == led and strength(card) > strength(best[1]):
            best = (seat, card)
    return best[0]


# --- what a contract costs ------------------------------------------------------------------------


def cost_of(contract, won, winners, announcer):
    """won: for each seat all cards of its tricks. Points for each seat and why, before anything is multiplied."""
    costs = []
    if contract in ("diamonds", "general"):
        for seat in range(4):
            number = len([card for card in won[seat] if card[0] == "D"])
            if number == 8:
                costs.append((seat, 150, "all_diamonds"))
            elif number > 0:
                costs.append((seat, 10 * number, "diamonds"))
    if contract in ("queens", "general"):
        for seat in range(4):
            number = len([card for card in won[seat] if card[1:] == "Q"])
            if number > 0:
                costs.append((seat, 20 * number, "queens"))
    if contract in ("tricks", "general"):
        for seat in range(4):
            number = winners.count(seat)
            if number == 8:
                costs.append((seat, 150, "all_tricks"))
            elif number > 0:
                costs.append((seat, 10 * number, "tricks"))
    if contract in ("last", "general"):
        costs.append((winners[7], 100, "last"))
    if contract in ("ray", "general"):
        taker = next(seat for seat in range(4) if "HK" in won[seat])
        if announcer is None:
            costs.append((taker, 100, "king"))
        else:
            costs.append((taker, 200, "announced_king"))
            if taker != announcer:
                costs.append((announcer, -50, "king_lost"))
    if contract == "general" and len(set(winners)) == 1:
        costs = [cost for cost in costs if cost[2] == "king_lost"]
    return costs


def multiplied(costs, owner, choice):
    """The owner pays twice, and four times in the seventh choice; the -50 stays."""
    result = []
    for seat, points, reason in costs:
        if seat == owner and reason != "king_lost":
            points = points * (4 if choice == 7 else 2)
        result.append([seat, points, reason])
    return result


# --- playing --------------------------------------------------------------------------------------


def play_tricks(contract, owner, events, hands):
    """The cards of one contract of tricks, from its first to its last. None while it is not over."""
    won, winners, trick, announcer = [[], [], [], []], [], [], None
    leader = owner
    cards = [event for event in events if event["type"] == "card_played"]
    if len(cards) % 4 or not over(contract, [event["card"] for event in cards]):
        return None
    held = {seat: [event["card"] for event in cards if event["seat"] == seat] for seat in range(4)}
    seen, acted = [], []
    for event in events:
        turn = (leader + len(trick)) % 4
        need(event["seat"] == turn, f"seat {event['seat']} is not next")
        if event["type"] == "king_announced":
            need(contract in ("ray", "general"), "no king in this contract")
            need(announcer is None and "HK" not in seen, "announced once, unseen")
            need(turn not in acted, "at the first turn")
            need("HK" in hands.get(turn, held[turn]), "the announcer holds the king")
            announcer = turn
            continue
        card = event["card"]
        need(card in DECK and card not in seen, f"{card} once")
        need(turn not in hands or card in hands[turn], f"{card} is in the hand")
        if trick:
            led = trick[0][1][0]
            rest = hands[turn] if turn in hands else held[turn]
            able = [one for one in rest if one[0] == led and one not in seen]
            need(card[0] == led or not able, f"seat {turn} follows suit")
        trick.append((turn, card))
        seen.append(card)
        acted.append(turn)
        if len(trick) == 4:
            leader = takes(trick)
            winners.append(leader)
            won[leader] += [one for _, one in trick]
            trick = []
            if over(contract, seen):  # and not before
                need(event is events[-1], "nothing is played after the end")
    return won, winners, announcer


def over(contract, seen):
    """Whether the last card that counts has been taken."""
    if contract == "diamonds":
        return len([card for card in seen if card[0] == "D"]) == 8
    if contract == "queens":
        return len([card for card in seen if card[1:] == "Q"]) == 4
    if contract == "ray":
        return "HK" in seen
    return len(seen) == 32


def fits(card, piles):
    """piles: for each suit the cards placed."""
    pile = piles[card[0]]
    if not pile:
        return card[1:] == "J"
    places = [strength(one) for one in pile]
    return strength(card) in (min(places) - 1, max(places) + 1)


def play_trix(owner, choice, events, hands):
    """Who was out first and second. None while it is not over."""
    piles = {suit: [] for suit in SUITS}
    left = {seat: list(hands[seat]) for seat in hands}
    count = dict.fromkeys(range(4), 8)
    turn, out, begun = owner, [], False
    for event in events:
        need(len(out) < 2, "nothing is played after the end")
        need(event["seat"] == turn, f"seat {event['seat']} is not next")
        again = False
        if event["type"] == "passed":
            need(not any(fits(card, piles) for card in left.get(turn, [])), f"seat {turn} can place a card")
            need(begun or turn != owner or choice >= 6, "the owner chose trix and has a jack")
        else:
            card = event["card"]
            need(card in DECK and fits(card, piles), f"{card} fits")
            if turn in left:
                need(card in left[turn], f"{card} is in the hand")
                left[turn].remove(card)
            piles[card[0]].append(card)
            begun = True
            count[turn] -= 1
            if count[turn] == 0:
                out.append(turn)
            again = card[1:] == "A" and count[turn] > 0
        if not again and len(out) < 2:
            turn = (turn + 1) % 4
            while turn in out:
                turn = (turn + 1) % 4
    return out if len(out) == 2 else None


# --- the table's own count --------------------------------------------------------------------------


def counted(contract, results):
    """A count as cost_of would have found it."""
    costs = []
    if contract in ("diamonds", "queens", "tricks"):
        results = {contract: results["taken"]}
    if "diamonds" in results:
        need(sum(results["diamonds"]) == 8, "eight diamonds")
        for seat, number in enumerate(results["diamonds"]):
            costs.append((seat, 150, "all_diamonds") if number == 8 else (seat, 10 * number, "diamonds"))
    if "queens" in results:
        need(sum(results["queens"]) == 4, "four queens")
        costs += [(seat, 20 * number, "queens") for seat, number in enumerate(results["queens"])]
    if "tricks" in results:
        need(sum(results["tricks"]) == 8, "eight tricks")
        for seat, number in enumerate(results["tricks"]):
            costs.append((seat, 150, "all_tricks") if number == 8 else (seat, 10 * number, "tricks"))
    if "last" in results:
        costs.append((results["last"], 100, "last"))
    if "king" in results:
        announcer = results.get("announcer")
        costs.append(
            (results["king"], 100 if announcer is None else 200, "king" if announcer is None else "announced_king")
        )
        if announcer not in (None, results["king"]):
            costs.append((announcer, -50, "king_lost"))
    if contract == "general" and 8 in results["tricks"]:
        costs = [cost for cost in costs if cost[2] == "king_lost"]
    return [cost for cost in costs if cost[1] != 0]


def trix_costs(first, second):
    need(first != second, "two are out")
    return [[first, -100, "first_out"], [second, -50, "second_out"]]


# --- a match ----------------------------------------------------------------------------------------


def score_record(record):
    need(record["game"] == "trex" and record["players"] == 4, "a record of Trex")
    chosen = [[], [], [], []]
    deals, resets, totals, over_1000 = [], [], [0, 0, 0, 0], False
    contract, plays, hands = None, [], {}
    for event in record["events"]:
        kind = event["type"]
        if kind == "score_adjusted":
            totals[event["seat"]] += event["points"]
            continue
        need(not over_1000 and len(deals) < 28, "the match is over")
        owner = (record["first_seat"] + len(deals)) % 4
        costs = winners = None
        if kind == "hands_dealt":
            need(not plays, "hands are told before the first card")
            for seat, cards in event["hands"].items():
                need(len(set(cards)) == 8 and all(card in DECK for card in cards), "eight cards of the deck")
                hands[int(seat)] = cards
            told = [card for cards in hands.values() for card in cards]
            need(len(set(told)) == len(told), "each card in one hand")
        elif kind == "contract_chosen":
            need(contract is None and event["seat"] == owner, "the owner chooses")
            contract = event["contract"]
            choose(chosen[owner], contract, hands.get(owner))
        elif kind in ("card_played", "king_announced", "passed"):
            need(contract is not None, "a contract is chosen first")
            plays.append(event)
            if contract == "trix":
                out = play_trix(owner, len(chosen[owner]), plays, hands)
                if out:
                    costs = trix_costs(*out)
            else:
                done = play_tricks(contract, owner, plays, hands)
                if done:
                    won, winners, announcer = done
                    costs = multiplied(cost_of(contract, won, winners, announcer), owner, len(chosen[owner]))
        elif kind == "deal_tallied":
            if contract is None:
                contract = event["contract"]
                choose(chosen[owner], contract, hands.get(owner))
            need(contract == event["contract"], "the contract that was chosen")
            if contract == "trix":
                costs = trix_costs(event["results"]["first"], event["results"]["second"])
            else:
                costs = multiplied(counted(contract, event["results"]), owner, len(chosen[owner]))
        else:
            raise RecordError(f"no such event here: {kind}")
        if costs is not None:
            scores = [sum(points for seat, points, _ in costs if seat == one) for one in range(4)]
            deals.append(
                {"contract": contract, "owner": owner, "scores": scores, "trick_winners": winners, "why": sorted(costs)}
            )
            totals = [total + points for total, points in zip(totals, scores, strict=True)]
            for seat in range(4):
                if totals[seat] == 1000:
                    totals[seat] = 0
                    resets.append([len(deals), seat])
            over_1000 = max(totals) > 1000
            contract, plays, hands = None, [], {}
    winners = losers = None
    if over_1000 or len(deals) == 28:
        winners = [seat for seat in range(4) if totals[seat] == min(totals)]
        losers = [seat for seat in range(4) if totals[seat] == max(totals) > min(totals)]
    return {"deals": deals, "resets": resets, "totals": totals, "winners": winners, "losers": losers}


def choose(chosen, contract, hand):
    """chosen: what this owner has had; hand: its cards, where they are known."""
    need(contract in CONTRACTS and contract not in chosen, f"{contract} is left")
    forced = len(chosen) >= 5 and "trix" not in chosen
    need(contract == "trix" or not forced, "trix is the only choice")
    if contract == "trix" and not forced and hand is not None:
        need(any(card[1:] == "J" for card in hand), "trix needs a jack")
    chosen.append(contract)


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
            out += differences(a, b, f"{where}[{i}]")
        return out
    return [] if found == expected else [f"{where}: scored {found}, recorded {expected}"]


def main(paths):
    bad = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            record = json.load(file)
        found = differences(score_record(record), record["expected"])
        bad += len(found)
        print(path, "agrees" if not found else "DIFFERS")
        for line in found:
            print("  " + line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
