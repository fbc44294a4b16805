"""Every word of Tricky Twist that is not on its sheet: codes to English message ids, Arabic in ``translations``.

A scoring card and a bonus have a name and, behind their "?", two sentences with an example. A pair is a text and what
its parameters are for this code.
"""

from __future__ import annotations

from typing import Any

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


GLYPHS = {"B": "■", "W": "○", "R": "▲", "Y": "✚"}
"""Signs of our own for the four suits: each a shape that needs no colour."""

CARDS: dict[str, Text] = {
    "kind.card": N_("The scoring cards"),
    "card.longest_sequence": N_("longest sequence"),
    "card.longest_sequence.why": N_(
        "It counts the false tricks in your longest run of neighbouring values, whatever their suits. "
        "For example, with 7, 3, 6, 2 and 8 it is 6-7-8, so three."
    ),
    "card.one_of_two_suits": N_("one of two suits"),
    "card.one_of_two_suits.why": N_(
        "The card shows two suits, and your false tricks of one of them count, whichever is better for you. "
        "For example, with three of one and two of the other it counts three."
    ),
    "card.most_of_one_suit": N_("most of one suit"),
    "card.most_of_one_suit.why": N_(
        "It counts the suit that most of your false tricks have, and only one suit when several tie. "
        "For example, three blue, one white and one red count three, which is worth 3 points."
    ),
    "card.number_of_suits": N_("number of suits"),
    "card.number_of_suits.why": N_(
        "It counts the different suits among your false tricks. "
        "For example, two blue, two white and one red are three suits."
    ),
    "card.fewest_false_tricks": N_("fewest false tricks"),
    "card.fewest_false_tricks.why": N_(
        "Whoever has the fewest false tricks, but at least one, gets the first prize, the next the second, and so on. "
        "For example, with 1, 3 and 4 false tricks the first has 12 points and the second 7."
    ),
    "card.most_false_tricks": N_("most false tricks"),
    "card.most_false_tricks.why": N_(
        "Whoever has the most false tricks gets the first prize, the next the second, and so on, ties alike. "
        "For example, with 5, 5 and 2 false tricks the first two have 12 points each and the third has 7."
    ),
    "card.even_values": N_("even values"),
    "card.even_values.why": N_(
        "It counts the false tricks with an even value. For example, 7, 3, 6, 2 and 7 are two even values."
    ),
    "card.odd_values": N_("odd values"),
    "card.odd_values.why": N_(
        "It counts the false tricks with an odd value. For example, 7, 3, 6, 2 and 7 are three odd values."
    ),
}

_VARIABLE = N_(
    "At the end of the round it counts as a false trick of the suit and value you choose from its visible side, "
    "or moves one of your false tricks by 1. For example, an odd side can be a 9, and +1 makes an 11 a 12."
)

BONUSES: dict[str, Text] = {
    "kind.bonus": N_("The bonus cards"),
    "bonus.P1": (N_("{id} take back"), {"id": "P1"}),
    "bonus.P1.why": N_(
        "Take one of your false tricks back into your hand at once; the card then leaves the match, used or not. "
        "For example, the 9 you just threw off comes back and can win a trick later."
    ),
    "bonus.P2": (N_("{id} flip"), {"id": "P2"}),
    "bonus.P2.why": N_(
        "At the end of the round one of your tricks becomes a false trick, or a false trick becomes a trick. "
        "For example, a trick of 7 and 9 can be laid open with the 9 on top, and only the 9 counts."
    ),
    "bonus.P3": (N_("{id} joker"), {"id": "P3"}),
    "bonus.P3.why": N_(
        "At the end of the round this card is a trick, or a false trick without suit and value. "
        "For example, with 4 tricks and 3 false tricks it can be the fourth false trick, so that all pairs count 5."
    ),
    "bonus.P4": (N_("{id} trick points"), {"id": "P4"}),
    "bonus.P4.why": N_(
        "At the end of the round each of your tricks is worth 1 point more, whatever its size. "
        "For example, with 5 tricks it brings 5 points."
    ),
    **{f"bonus.V{i}{part}": text for i in range(1, 5) for part, text in (("", f"V{i}"), (".why", _VARIABLE))},
    "side.odd": N_("odd"),
    "side.even": N_("even"),
    "side.any": N_("any value"),
    "side.shift": N_("±1"),
    "as.trick": N_("as a trick"),
    "as.false_trick": N_("as a false trick"),
    "use.flip_trick": N_("trick {number} with {card} on top"),
    "use.flip_false_trick": N_("{card} becomes a trick"),
    "use.counts": N_("counts as {card}"),
    "use.nothing": N_("does nothing"),
}

OTHERS: dict[str, Text] = {
    "game": N_("Tricky Twist"),
    "game.about": N_("Tricks and false tricks count best in pairs; reserve cards and bonus cards turn the tables."),
    "suit.B": N_("blue"),
    "suit.W": N_("white"),
    "suit.R": N_("red"),
    "suit.Y": N_("fourth suit"),
    # What is asked, chosen and told.
    "prompt.scoring_card_revealed": N_("Which scoring card is revealed?"),
    "prompt.reserve_set": N_("{seat} puts five cards aside"),
    "prompt.reserve_drawn": N_("{seat} may first take a reserve card"),
    "prompt.bonus_taken": N_("{seat} has a 7: a bonus card?"),
    "prompt.bonuses_used": N_("{seat}: what do the bonus cards do?"),
    "do.scoring_card_revealed": N_("Reveal it"),
    "do.reserve_set": N_("Put them aside"),
    "do.bonuses_used": N_("That is what they do"),
    "do.deal_tallied": N_("Enter this result"),
    "key.reserve_set": N_("Record a reserve"),
    "key.reserve_drawn": N_("reserve card"),
    "key.reserve_left": N_("not now"),
    "key.bonus_taken.none": N_("none"),
    "key.take_back": N_("take {card} back"),
    "key.scoring_card_revealed": N_("Reveal the scoring card"),
    "another.scoring_card_revealed": N_("Another scoring card"),
    "set.suits": N_("What the suits are called"),
    "set.suits.hint": N_("The signs are ours. Give each the name that your copy has for it, or leave it empty."),
    "set.cards": N_("The nine scoring cards"),
    "set.cards.hint": N_("For each card its points, and which sides of the four variable cards go with it."),
    "field.points": N_("Points"),
    "field.points.hint": N_("By how many count, from none on. The last number also holds for all above it."),
    "field.points.fewest_false_tricks.hint": N_(
        "By place, the first one first. Places after the last number get nothing."
    ),
    "field.points.most_false_tricks.hint": N_(
        "By place, the first one first. Places after the last number get nothing."
    ),
    "field.false_tricks.again": N_("The same card once more, with a variable card"),
    "field.card": N_("Scoring card"),
    "field.suits": N_("Its two suits"),
    "field.variable": N_("Sides of the four variable cards"),
    "field.frame": N_("Face with a frame"),
    "field.cards": N_("Reserve"),
    "field.ordered": N_("In the order they lie, top first"),
    "field.choices": N_("Bonus cards"),
    "field.tricks": N_("Tricks"),
    "field.false_tricks": N_("False tricks, variable cards included"),
    "field.blanks": N_("Joker as a false trick"),
    "field.trick_bonus": N_("Holds the bonus card for tricks"),
    "deal.scoring_card_revealed": "{card}",
    "event.scoring_card_revealed": N_("Scoring card: {card}"),
    "event.reserve_set": N_("{seat} put five cards into the reserve"),
    "event.reserve_drawn": N_("{seat} took a reserve card"),
    "event.reserve_left": N_("{seat} left the reserve"),
    "event.bonus_taken": N_("{seat} took the bonus card {bonus}"),
    "event.bonus_taken[bonus=none]": N_("{seat} took no bonus card"),
    "event.bonus_taken[bonus=P1]": N_("{seat} used {bonus}: {false_trick}"),
    "event.bonuses_used": N_("{seat} said what the bonus cards do"),
    "event.bonuses_used[choices=]": N_("{seat} left the bonus cards unused"),
    "event.deal_tallied": N_("The round’s result was entered as the table counted it."),
    # Points.
    "reason.tricks": NN_("tricks", "{tricks} trick", "{tricks} tricks"),
    "reason.tricks.short": N_("tricks"),
    "reason.tricks.why": N_(
        "Each trick is worth 1 point, however many cards it has. For example, 6 tricks are 6 points."
    ),
    "reason.pairs": NN_(
        "pairs", "{pairs} pair of a trick and a false trick, at 3", "{pairs} pairs of a trick and a false trick, at 3"
    ),
    "reason.pairs.short": N_("pairs at 3"),
    "reason.pairs.why": N_(
        "A trick and a false trick make a pair, worth 3 points. "
        "For example, 3 tricks and 4 false tricks are three pairs, so 9 points."
    ),
    "reason.equal_pairs": NN_(
        "pairs",
        "{pairs} pair, worth 5 because both numbers are equal",
        "{pairs} pairs, worth 5 each because both numbers are equal",
    ),
    "reason.equal_pairs.short": N_("pairs at 5"),
    "reason.equal_pairs.why": N_(
        "With as many tricks as false tricks each pair is worth 5 points. "
        "For example, 4 tricks and 4 false tricks are four pairs, so 20 points."
    ),
    "reason.longest_sequence": NN_("count", "Longest sequence: {count} card", "Longest sequence: {count} cards"),
    "reason.longest_sequence.short": N_("longest sequence"),
    "reason.one_of_two_suits": NN_("count", "One of two suits: {count} card", "One of two suits: {count} cards"),
    "reason.one_of_two_suits.short": N_("one of two suits"),
    "reason.most_of_one_suit": NN_("count", "Most of one suit: {count} card", "Most of one suit: {count} cards"),
    "reason.most_of_one_suit.short": N_("most of one suit"),
    "reason.number_of_suits": NN_("count", "{count} suit", "{count} suits"),
    "reason.number_of_suits.short": N_("number of suits"),
    "reason.fewest_false_tricks": NN_(
        "count",
        "Fewest false tricks: place {place} with {count} false trick",
        "Fewest false tricks: place {place} with {count} false tricks",
    ),
    "reason.fewest_false_tricks.short": N_("fewest false tricks"),
    "reason.most_false_tricks": NN_(
        "count",
        "Most false tricks: place {place} with {count} false trick",
        "Most false tricks: place {place} with {count} false tricks",
    ),
    "reason.most_false_tricks.short": N_("most false tricks"),
    "reason.even_values": NN_("count", "{count} even value", "{count} even values"),
    "reason.even_values.short": N_("even values"),
    "reason.odd_values": NN_("count", "{count} odd value", "{count} odd values"),
    "reason.odd_values.short": N_("odd values"),
    "reason.trick_bonus": NN_("tricks", "Bonus card for {tricks} trick", "Bonus card for {tricks} tricks"),
    "reason.trick_bonus.short": N_("bonus for tricks"),
    "reason.trick_bonus.why": N_(
        "This bonus card gives 1 point more for each trick, the joker as a trick included. "
        "For example, 5 tricks bring 5 points."
    ),
    # House rules.
    "house_rule.tie_places": N_("After a tie for a place"),
    "house_rule.tie_places.dense": N_("the next count gets the next place"),
    "house_rule.tie_places.skip": N_("as many places stay empty"),
    "house_rule.tie_places.why": N_(
        "Fewest and most false tricks give prizes by place, and all who tie get the same. "
        "For example, behind two who share the first place the next player is second, or else third."
    ),
}

REFUSALS: dict[str, Text] = {
    "problem.not_in_hand": N_("{seat} was not dealt {card}, or it lies in the reserve."),
    "problem.revoke": N_(
        "{seat} cannot hold {card}: this suit had run out in that hand, and no reserve card taken since explains it."
    ),
    "problem.wrong_phase.why": N_(
        "Every round has its order, and this comes earlier or later in it. "
        "For example, reserve cards are taken before the first card of a turn."
    ),
    "problem.not_in_deck.why": N_(
        "There are four suits with the values 1 to 12. For example, no card has the value 13."
    ),
    "problem.card_gone.why": N_(
        "Each card exists once, and only one bonus card brings one back. "
        "For example, of two players who seem to lay the same 7 one was entered wrongly."
    ),
    "problem.revoke.why": N_(
        "Laying another suit shows that the led suit has run out in that hand, though the reserve may still hold some. "
        "For example, after one reserve card one card of that suit can follow, and not two."
    ),
    "problem.impossible_deal.why": N_(
        "From all plays, reserve cards and recorded hands together it follows who can still hold what. "
        "For example, a card that was taken back with a bonus card is known to be in that hand."
    ),
    "problem.illegal_choice.why": N_(
        "This choice does not agree with the cards that lie there. "
        "For example, a bonus card that somebody else holds cannot be taken."
    ),
    "problem.illegal_choice.two_suits": N_(
        "The card for one of two suits shows two different suits; every other shows none."
    ),
    "problem.illegal_choice.printed_side": N_("From this side nothing can be chosen: look at its suits and values."),
    "problem.illegal_choice.nine_cards": N_("A card set has nine cards: each kind once, and one of two suits twice."),
    "problem.illegal_choice.card_once": N_("This scoring card was revealed before; each comes once a match."),
    "problem.illegal_choice.reserve_once": N_("The reserve of {seat} is recorded already."),
    "problem.illegal_choice.five_cards": N_("A reserve is exactly {cards} different cards of that hand."),
    "problem.illegal_choice.companion_draws": N_("The companion draws the card; say only whether one is taken."),
    "problem.illegal_choice.one_reserve_card": N_("{seat} has taken a reserve card this turn; only one is allowed."),
    "problem.illegal_choice.reserve_empty": N_("The reserve of {seat} is empty."),
    "problem.illegal_choice.bonus_gone": N_("The bonus card {bonus} is not there to be taken."),
    "problem.illegal_choice.not_a_false_trick": N_("Only one of {seat}’s own false tricks can be taken back."),
    "problem.illegal_choice.bonus_not_held": N_("{bonus} is not among that player’s bonus cards."),
    "problem.illegal_choice.bonus_twice": N_("The same bonus card is used twice."),
    "problem.illegal_choice.bonus_cannot": N_(
        "{bonus} cannot do that with the tricks and false tricks that lie there."
    ),
    "problem.illegal_choice.tricks_of_a_round": N_(
        "Number of tricks: {number}. All players together have {least} to {most} in a round."
    ),
    "problem.illegal_choice.one_joker": N_("There is one joker, so only one false trick is without suit and value."),
    "problem.illegal_choice.one_trick_bonus": N_("Only one player can hold the bonus card for tricks."),
    "problem.illegal_choice.repeated_cards": N_(
        "Too many false tricks are the same: variable cards can repeat at most {most} of them."
    ),
}

HELP: dict[str, Text] = {
    "help.goal": N_("What it is about"),
    "help.goal.text": N_(
        "Tricks are worth a point each, and a trick with a false trick makes a pair that is worth much more. "
        "A scoring card says what false tricks bring besides."
    ),
    "help.prepare": N_("Before the first card"),
    "help.prepare.text": N_(
        "Reveal a scoring card and turn the variable bonus cards to the sides that go with it. "
        "Deal out all 48 cards; everybody puts five of them aside as a shuffled, face-down reserve."
    ),
    "help.reserve": N_("The reserve"),
    "help.reserve.text": N_(
        "Before the first card of a turn each player may take the top card of the own reserve, at most one a turn."
    ),
    "help.tricks": N_("Tricks and false tricks"),
    "help.tricks.text": N_(
        "Follow the led suit if you can, otherwise lay what you like. The highest card of the led suit takes all cards "
        "of that suit, face down, as a trick. Every other card goes back to its owner, face up, as a false trick."
    ),
    "help.sevens": N_("Sevens"),
    "help.sevens.text": N_(
        "Whoever collects a 7, in a trick or as a false trick, may take a bonus card, the winner of the trick first."
    ),
    "help.score": N_("Points"),
    "help.score.text": N_(
        "1 for each trick. 3 for each pair of a trick and a false trick, or 5 when there are as many of one as of the "
        "other. Then what the scoring card gives, and the bonus card for tricks."
    ),
    "help.end": N_("The end"),
    "help.end.text": N_(
        "A round is over when after a trick somebody has no card in hand, whatever is left in reserve. "
        "There are as many rounds as players; the highest total wins, and equal totals share the place."
    ),
}

EXPLAINED: dict[str, Text] = {
    f"reason{code.removeprefix('card')}": text for code, text in CARDS.items() if code.endswith(".why")
}
"""Behind a line of points stands what stands behind the scoring card it came from."""

WORDS: dict[str, Text] = {**CARDS, **BONUSES, **OTHERS, **EXPLAINED, **REFUSALS, **HELP}
