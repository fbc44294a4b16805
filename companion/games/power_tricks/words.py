"""Every word of Power Tricks that is not on its sheet: codes to English message ids, Arabic in ``translations``.

A winner rule and a piece of the game have a text and ``.why`` behind its "?", two sentences with an example. Suits have
letters for signs, for what is drawn on them is the table's own.
"""

from __future__ import annotations

from typing import Any

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


GLYPHS = {"A": "A", "B": "B", "C": "C", "D": "D"}
SUITS = {
    "A": N_("axes"),
    "B": N_("second suit"),
    "C": N_("third suit"),
    "D": N_("fourth suit"),
}

NAMES: dict[str, Text] = {
    "game": N_("Power Tricks"),
    "game.about": N_("Take power at the right moment and win exactly as many tricks as the chapter asks for."),
    "kind.winner": N_("Who takes a trick"),
    "kind.piece": N_("What lies on the table"),
    **{f"suit.{suit}": name for suit, name in SUITS.items()},
    **{f"trump.{suit}": name for suit, name in SUITS.items()},
    "winner.trump": N_("the highest trump"),
    "winner.trump.short": N_("highest trump"),
    "winner.led_suit.short": N_("led suit"),
    "winner.highest.short": N_("highest card"),
    **{f"trump.{suit}.short": suit for suit in SUITS},
    "winner.trump.why": N_(
        "Without a trump, or when all trumps cancel each other, the highest card of the led suit wins. "
        "For example, a single trump with value 1 beats a 15 of the led suit."
    ),
    "winner.led_suit": N_("the highest of the led suit"),
    "winner.led_suit.why": N_(
        "Cards of other suits never take the trick, however high they are. "
        "For example, a 4 that was led beats a 15 of another suit."
    ),
    "winner.highest": N_("the highest card of any suit"),
    "winner.highest.why": N_(
        "Suits do not matter, so any two equal cards cancel each other, and following suit is still a duty. "
        "For example, of 9, 9 and 4 in three suits the 4 takes the trick."
    ),
    "piece.power": N_("Power card"),
    "piece.power.why": N_(
        "Whoever plays a card may take the trick’s power card with it, once a round, if nobody has it yet. "
        "For example, the second trick’s card adds 2 to that card and to all later ones of the round."
    ),
    "piece.gem": N_("Gem"),
    "piece.gem.why": N_(
        "A gem comes with each power card, and what it does stands on it, so its points are entered by hand. "
        "For example, with four players five gems lie there, and who takes power takes one of them."
    ),
    "piece.bid": N_("Bid"),
    "piece.bid.why": N_(
        "All players aim at the same number of tricks, and only exactly that many earn the bonus. "
        "For example, with a bid of 3, a power card of 5 and a bonus of 4, three tricks earn 9 more."
    ),
    "piece.tie": N_("Equal cards"),
    "piece.tie.why": N_(
        "Cards that are equally high because of a bonus cancel each other, and the next highest wins; with none left "
        "nobody wins and the same player leads again. For example, of 7, 5 with +2 and 3 the 3 takes the trick."
    ),
    "piece.left_over": N_("Card left over"),
    "piece.left_over.why": N_(
        "With four players one card stays over; telling which one helps to notice wrong entries. "
        "For example, a 7 that lies beside the table cannot be played by anybody."
    ),
}

ACTS: dict[str, Text] = {
    "prompt.chapter_opened": N_("Which chapter is played?"),
    "prompt.gems_revealed": N_("Which gems lie there?"),
    "prompt.card_left_over": N_("Which card is left over?"),
    "key.chapter_opened": N_("Open the chapter"),
    "another.chapter_opened": N_("Another chapter"),
    "set.suits": N_("What the suits are called"),
    "set.suits.hint": N_(
        "The letters are ours; A are the axes. Names are shown beside them wherever a suit is spoken of."
    ),
    "set.deck": N_("Which values each suit has"),
    "set.deck.hint": N_(
        "45 cards in all: twelve axes and 33 others, no two alike. Which values there are stands on the cards."
    ),
    "set.chapters": N_("The chapters"),
    "set.chapters.hint": N_("As many as you like to play. Each can then be opened with one tap."),
    "set.gems": N_("The gems"),
    "set.gems.hint": N_("A name of your own for each, one a line. They may stay out."),
    "each.chapters": N_("Chapter {number}"),
    "add.chapters": N_("Add a chapter"),
    "drop.chapters": N_("Take this chapter out"),
    "key.gems_revealed": N_("Enter the gems"),
    "key.card_left_over": N_("Enter the card left over"),
    "do.chapter_opened": N_("Open the chapter"),
    "do.gems_revealed": N_("Lay out the gems"),
    "do.deal_tallied": N_("Enter this result"),
    "with.power": N_("power +{power}"),
    "with.gem": N_("Gem"),
    "field.winner": N_("A trick goes to"),
    "field.trump": N_("Trump"),
    "field.trick_points": N_("Points for a trick"),
    "field.bid": N_("Bid"),
    "field.power_bonus": N_("Power bonus"),
    "field.name": N_("Name of the chapter"),
    "field.gems": N_("Gems, one a line"),
    "field.gems.there": N_("Gems that lie there"),
    "field.tricks": N_("Tricks"),
    "field.power": N_("Power card"),
    "field.card": N_("Card"),
    "field.points": N_("Points of the tricks"),
    "deal.chapter_opened": "{name}",
    "deal.chapter_opened[name=none]": "{winner}",
    "event.chapter_opened": N_(
        "Chapter opened: {winner}; points for a trick {trick_points}, bid {bid}, power bonus {power_bonus}"
    ),
    "event.chapter_opened[winner=trump]": N_(
        "Chapter opened: {winner}, namely {trump}; points for a trick {trick_points}, bid {bid}, "
        "power bonus {power_bonus}"
    ),
    "event.gems_revealed": N_("Gems laid out: {gems}"),
    "event.card_played": N_("{seat} laid {card}"),
    "event.card_played[power=true]": N_("{seat} laid {card}, took power and the gem {gem}"),
    "event.card_played[power=true,gem=none]": N_("{seat} laid {card} and took power"),
    "event.card_left_over": N_("{card} was left over"),
    "event.deal_tallied": N_("The round’s result was entered as the table counted it."),
}

POINTS: dict[str, Text] = {
    "reason.tricks": NN_("tricks", "{tricks} trick at {each}", "{tricks} tricks at {each}"),
    "reason.tricks.short": N_("tricks"),
    "reason.tricks.why": N_(
        "Each trick won is worth what the chapter says. For example, four tricks at 3 make 12 points."
    ),
    "reason.trick": N_("Trick {trick}"),
    "reason.trick.short": N_("trick {trick}"),
    "reason.trick.why": N_(
        "In this chapter every trick has its own points by its number. "
        "For example, the eighth trick may be worth 5 and the ninth nothing."
    ),
    "reason.tricks_counted": NN_(
        "tricks", "{tricks} trick, as the table counted", "{tricks} tricks, as the table counted"
    ),
    "reason.tricks_counted.short": N_("tricks"),
    "reason.tricks_counted.why": N_(
        "The table entered the tricks and their points itself. "
        "For example, two tricks worth 1 and 4 were entered as 5 points."
    ),
    "reason.bid_power": N_("Exactly {bid}: power card +{power}"),
    "reason.bid_power.short": N_("bid: power card"),
    "reason.bid_power.why": N_(
        "With exactly the tricks of the bid the number on your power card counts as points. "
        "For example, with the fifth trick’s card that is 5."
    ),
    "reason.bid_bonus": N_("Exactly {bid}: power bonus"),
    "reason.bid_bonus.short": N_("bid: bonus"),
    "reason.bid_bonus.why": N_(
        "With exactly the tricks of the bid the chapter’s power bonus is yours, with a power card or without. "
        "For example, a bonus of 4 makes 4 more points."
    ),
}

PROBLEMS: dict[str, Text] = {
    "problem.invalid.card_set[option=deck]": N_(
        "The deck is not complete: it has twelve axes and 33 cards of the three other suits together."
    ),
    "problem.invalid.card_set[option=chapters]": N_(
        "A chapter is not right: where trumps win it names one, where tricks differ it has points for at least nine."
    ),
    "problem.illegal_choice.trump_needed": N_("Say which suit is trump."),
    "problem.illegal_choice.trump_not_in_play": N_("With three players there are no {suit}, so they cannot be trump."),
    "problem.illegal_choice.points_for_every_trick": NN_(
        "tricks",
        "The list needs points for {tricks} trick.",
        "The list needs points for all {tricks} tricks of the round.",
    ),
    "problem.illegal_choice.one_gem_more": NN_(
        "gems", "Exactly {gems} gem is laid out.", "Exactly {gems} gems are laid out, one more than there are players."
    ),
    "problem.illegal_choice.no_such_gem": N_("{gem} is not among the gems of this card set."),
    "problem.illegal_choice.gem_without_power": N_("A gem comes only together with a power card."),
    "problem.illegal_choice.gem_gone": N_("{gem} does not lie there, or not any more."),
    "problem.illegal_choice.power_gone": N_("The power card +{power} of this trick has been taken."),
    "problem.illegal_choice.power_once": N_("{seat} took power card +{power} in this round and cannot take another."),
    "problem.illegal_choice.left_over_twice": N_("Only one card is left over, and it has been entered."),
    "problem.illegal_choice.no_such_power": NN_(
        "tricks",
        "There is only {tricks} power card, one for each trick.",
        "There are only {tricks} power cards, one for each trick.",
    ),
    "problem.illegal_choice.power_twice": N_("Two players cannot have the same power card."),
    "problem.illegal_choice.too_many_tricks": NN_(
        "tricks", "There is only {tricks} trick in the round.", "There are only {tricks} tricks in the round."
    ),
    "problem.illegal_choice.too_few_tricks": NN_(
        "tricks",
        "At least {tricks} trick was won: without a power card no two cards of a suit are equal.",
        "At least {tricks} tricks were won: without a power card no two cards of a suit are equal.",
    ),
    "problem.illegal_choice.points_needed": N_(
        "Tricks have different points in this chapter, so enter the points of the tricks too."
    ),
    "problem.illegal_choice.points_cannot_be": N_("So many tricks cannot be worth these points in this chapter."),
    "problem.illegal_choice.why": N_(
        "What was entered does not agree with the rules or with what was entered before. "
        "For example, a second power card in the same round is not allowed."
    ),
    "problem.impossible_deal.why": N_(
        "From all plays together it follows who can still hold what: there are twelve axes, 33 other cards and no two "
        "alike. For example, when twelve axes have been seen, a thirteenth was entered wrongly."
    ),
    "problem.not_in_deck.why": N_(
        "Values go from 1 to 15, a card set may name fewer, and three players leave the axes in the box. "
        "For example, with three players no axe can be laid."
    ),
}

HELP: dict[str, Text] = {
    "help.goal": N_("What it is about"),
    "help.goal.text": N_(
        "All players aim at the same number of tricks, the bid of the chapter. "
        "Tricks are worth points, and exactly the bid earns the number on your power card and a bonus."
    ),
    "help.deal": N_("Before the first card"),
    "help.deal.text": N_(
        "Open a chapter: who takes a trick, trump, points for a trick, bid and power bonus. "
        "Everybody gets 11 cards, with five players 9; three play without axes, and with four one card is left over. "
        "One gem more than there are players is laid out."
    ),
    "help.tricks": N_("Tricks"),
    "help.tricks.text": N_(
        "Follow the led suit if you can, otherwise lay what you like. "
        "The chapter says which card takes the trick, and its owner leads next."
    ),
    "help.power": N_("Power"),
    "help.power.text": N_(
        "Each trick has a power card with its number. Say “I take power!” when you play a card: once a round, and "
        "only if nobody has it yet. The number is added to that card and to all later ones, and a gem comes with it. "
        "A power card that nobody takes is gone."
    ),
    "help.ties": N_("Equal cards"),
    "help.ties.text": N_(
        "Equal highest cards cancel each other, then the next highest is looked at, and so on. "
        "With none left nobody wins: the trick is used up and the same player leads again."
    ),
    "help.score": N_("Points"),
    "help.score.text": N_(
        "Each trick counts what the chapter says. Exactly the bid adds the number on your power card and the power "
        "bonus. What gems do is entered by hand."
    ),
    "help.end": N_("The end"),
    "help.end.text": N_(
        "After three rounds the highest total wins. A tie goes to the tied player who took the highest power card in "
        "the last round; if none of them took one, they share the win."
    ),
}

WORDS: dict[str, Text] = {**NAMES, **ACTS, **POINTS, **PROBLEMS, **HELP}
