"""Every word of HIT! Extreme that is not on its sheet: codes to English message ids, Arabic in ``translations``.

What has a ``.why`` has something behind its "?": two sentences with an example.
"""

from __future__ import annotations

from typing import Any

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


REFUSED = ("wrong_phase", "out_of_turn", "not_in_deck", "illegal_choice")
"""The codes with which these rules can refuse an entry that makes sense."""

FACES: dict[str, Text] = {
    "kind.face": N_("The special cards"),
    "face.lucky": N_("Lucky"),
    "face.lucky.why": N_(
        "It counts 7, and whoever stops by choice may move all their Lucky cards to the winnings at once. "
        "For example, with two Lucky and an 8 in front, stopping wins 14 and leaves the 8."
    ),
    "face.loser": N_("Loser"),
    "face.loser.why": N_(
        "It costs 7 points, and drawing one takes every Loser in front of the others, wanted or not. "
        "For example, with one Loser before each of two others you end up with three."
    ),
    "face.duel": N_("Duel"),
    "face.duel.why": N_(
        "Two of them on the table meet at once: each is won, for 5, by the player it lies before; one alone never is. "
        "For example, yours and the one just drawn across the table bring both of you 5."
    ),
    "face.elixir": N_("Elixir"),
    "face.elixir.why": N_(
        "Whoever draws it gives it to somebody else, who then collects only Elixirs when their turn begins. "
        "For example, one given to a player with 6, 8 and 10 in front brings 4, but the other three stay at risk."
    ),
    "face.hold_up": N_("Hold-up"),
    "face.hold_up.why": N_(
        "Take all cards of one face from one player and lay them before you, or leave it. "
        "For example, three 8s across the table become yours, even if you have no 8."
    ),
    "face.bank": N_("Bank"),
    "face.bank.why": N_(
        "Move all cards of one face from in front of you to your winnings, or leave it; a Duel alone cannot be moved. "
        "For example, three 9s in front are safe at once."
    ),
    "face.all_in": N_("All-in"),
    "face.all_in.why": N_(
        "Turn over three more cards at once; without a match you may win them and all that lies before you, "
        "and the turn ends either way. "
        "For example, 6 in front and then 8, 9 and 10 make 33."
    ),
}

ACTS: dict[str, Text] = {
    "prompt.card_drawn": N_("{seat} draws"),
    "prompt.turn_ended": N_("{seat} draws on or stops"),
    "prompt.cards_stolen": N_("{seat} may steal"),
    "prompt.elixir_given": N_("{seat} gives the Elixir to"),
    "prompt.held_up": N_("{seat}: tap cards to take, or go on"),
    "prompt.banked": N_("{seat}: tap cards to bank, or go on"),
    "prompt.went_all_in": N_("{seat} may go all-in"),
    "prompt.all_in_collected": N_("{seat} may win it all"),
    "key.card_drawn": N_("Draw"),
    "key.turn_ended": N_("Stop"),
    "key.turn_ended.bank_lucky.true": N_("Stop, bank Lucky"),
    "key.turn_ended.bank_lucky.false": N_("Stop, keep Lucky"),
    "key.cards_stolen": N_("Steal"),
    "key.went_all_in": N_("Go all-in"),
    "key.all_in_collected": N_("Win it all"),
    "event.card_drawn": N_("{seat} drew {card}"),
    "event.card_drawn[card=none]": N_("{seat} draws"),
    "event.cards_stolen": N_("{seat} stole the same from all others"),
    "event.elixir_given": N_("{seat} gave the Elixir to {to}"),
    "event.held_up": N_("{seat} took {card} from {from_seat}"),
    "event.banked": N_("{seat} banked {card}"),
    "event.went_all_in": N_("{seat} went all-in"),
    "event.all_in_collected": N_("{seat} won everything in front"),
    "event.turn_ended": N_("{seat} stopped"),
    "event.turn_ended[bank_lucky=false]": N_("{seat} stopped and kept the Lucky in front"),
    "field.results": N_("Points of this round"),
    "event.deal_tallied": N_("The round’s result was entered as the table counted it."),
    "event.out_of_sight": N_("{seat} played an earlier turn"),
}

POINTS: dict[str, Text] = {
    "reason.collected": NN_("cards", "one {card}, collected", "{cards} times {card}, collected"),
    "reason.collected.short": N_("collected"),
    "reason.collected.why": N_(
        "What still lies before you when your turn begins goes to your winnings, but for a Duel alone. "
        "For example, 6, 6 and 1 left by the others bring 13."
    ),
    "reason.elixir": NN_("cards", "one Elixir, collected", "{cards} Elixirs, collected"),
    "reason.elixir.short": N_("Elixirs"),
    "reason.elixir.why": N_(
        "Elixirs given to you are collected when your turn begins, 4 points each, and nothing else is. "
        "For example, two of them bring 8 while your 9s stay where they are."
    ),
    "reason.banked": NN_("cards", "one {card}, banked", "{cards} times {card}, banked"),
    "reason.banked.short": N_("banked"),
    "reason.banked.why": N_(
        "A Bank moved all cards of one face to the winnings in the middle of a turn. "
        "For example, three 8s banked bring 24 that nobody can steal."
    ),
    "reason.all_in": NN_("cards", "one {card}, by an all-in", "{cards} times {card}, by an all-in"),
    "reason.all_in.short": N_("all-in"),
    "reason.all_in.why": N_(
        "A good all-in won everything in front and the cards it turned over. "
        "For example, 6 in front with 8, 9 and 10 brings four lines that make 33."
    ),
    "reason.duel": NN_("cards", "one Duel that met another", "{cards} Duels that met another"),
    "reason.duel.short": N_("Duels"),
    "reason.duel.why": N_(
        "Of two Duels that meet, each counts 5 for the player it lay before. "
        "For example, drawing one while yours lies there brings you both, 10 in all."
    ),
    "reason.lucky": NN_("cards", "one Lucky, banked when stopping", "{cards} Lucky, banked when stopping"),
    "reason.lucky.short": N_("Lucky"),
    "reason.lucky.why": N_(
        "Whoever stops by choice may bank the Lucky in front, 7 points each. "
        "For example, stopping with one of them and a 10 brings 7 now and leaves the 10."
    ),
    "reason.end_of_round": NN_("cards", "one {card}, in front at the end", "{cards} times {card}, in front at the end"),
    "reason.end_of_round.short": N_("at the end"),
    "reason.end_of_round.why": N_(
        "When the last card of the deck is played, everybody adds what lies in front, but for a Duel alone. "
        "For example, 20 and a Loser bring 20 and take 7."
    ),
    "reason.tallied": N_("the round as the table counted it"),
    "reason.tallied.short": N_("counted"),
    "reason.tallied.why": N_(
        "The table entered the result of the round, so nobody knows card by card where it came from. "
        "For example, after a spilled drink each player says what the winnings were."
    ),
}

HOUSE: dict[str, Text] = {
    "house_rule.all_in_match": N_("Two of a kind in an all-in"),
    "house_rule.all_in_match.as_written": N_("as written"),
    "house_rule.all_in_match.any": N_("always lose all"),
    "house_rule.all_in_match.new": N_("only new ones lose"),
    "house_rule.all_in_match.why": N_(
        "As written a match loses over three cards, or when nothing lay in front, and otherwise a pair keeps all "
        "from being won; the others make any pair lose all, or only a pair with a new card in it. "
        "For example, 6 and 6 in front before the all-in are lost only where any pair loses."
    ),
    "house_rule.rounds": N_("Rounds"),
    "house_rule.rounds.why": N_(
        "Each round is a whole deck, and the one who begins moves on by one. "
        "For example, four players who all want to begin once play four."
    ),
}

PROBLEMS: dict[str, Text] = {
    "problem.wrong_phase": N_("It is not the moment for that in this turn."),
    "problem.wrong_phase.all_in_goes_on": N_("{seat} is all-in: first its cards are turned over."),
    "problem.wrong_phase.card_to_come": N_("A card was asked for and has not come yet."),
    "problem.wrong_phase.elixir_must_be_given": N_("First {seat} gives the Elixir to another player."),
    "problem.wrong_phase.elixir_must_be_given.why": N_(
        "An Elixir goes to another player before anything else happens. "
        "For example, whoever draws one cannot stop until somebody has it."
    ),
    "problem.wrong_phase.no_elixir_to_give": N_("Nobody has just drawn an Elixir."),
    "problem.wrong_phase.all_in_is_over": N_("The all-in ends the turn: win it all or stop."),
    "problem.wrong_phase.all_in_is_over.why": N_(
        "After an all-in the turn is over whatever it brought, so no further card can be drawn. "
        "For example, after 8, 9 and 10 without a match one wins it all or leaves it, and the next player draws."
    ),
    "problem.wrong_phase.deck_is_empty": N_("The deck is empty: decide on the last card, or stop."),
    "problem.wrong_phase.draw_first": N_("{seat} has to draw at least one card before stopping."),
    "problem.wrong_phase.nothing_to_steal": N_("There is nothing to steal: nobody else has a card like the last one."),
    "problem.wrong_phase.nothing_to_hold_up": N_(
        "No Hold-up was just drawn, or nothing lies in front of anybody else."
    ),
    "problem.wrong_phase.nothing_to_bank": N_("No Bank was just drawn, or nothing lies in front that it could move."),
    "problem.wrong_phase.no_all_in": N_("No All-in was just drawn, or the deck is empty."),
    "problem.wrong_phase.no_all_in_to_collect": N_("There is no good all-in to win."),
    "problem.wrong_phase.why": N_(
        "A card can be used only right after it was drawn, and going on leaves it. "
        "For example, a Bank that was followed by another card moves nothing any more."
    ),
    "problem.out_of_turn.why": N_(
        "Only the player whose turn it is draws, takes and stops. "
        "For example, after the second player stops or loses the turn comes the third."
    ),
    "refusal.not_in_deck": N_("A card of which none is left"),
    "problem.not_in_deck": NN_(
        "copies", "There is only {copies} {card}, and it was drawn.", "All {copies} of {card} have been drawn already."
    ),
    "problem.not_in_deck.why": N_(
        "Each face is there so many times, and a card drawn does not come back in the same round. "
        "For example, after two 20s a third one was entered wrongly, or one of the first two."
    ),
    "problem.illegal_choice.not_to_yourself": N_("An Elixir goes to another player."),
    "problem.illegal_choice.not_from_yourself": N_("A Hold-up takes cards from another player."),
    "problem.illegal_choice.not_in_front": N_("{seat} has no {card} in front."),
    "problem.illegal_choice.a_duel_alone": N_("A Duel alone cannot be banked."),
    "problem.illegal_choice.a_duel_alone.why": N_(
        "A Duel is won only when it meets another one. "
        "For example, it stays in front when everything else is collected."
    ),
    "problem.illegal_choice.the_companion_draws": N_("Here the companion turns the cards over, so name none."),
    "problem.illegal_choice.over_484": N_(
        "That takes {points} points in cards, and the whole deck has 484 without the Losers."
    ),
    "problem.illegal_choice.over_484.why": N_(
        "All cards that bring points make 484 together, and whoever is below zero needs some too to be so close to it. "
        "For example, -1 is a Loser and 6 points."
    ),
    "problem.illegal_choice.more_losers_than_six": NN_(
        "losers", "That takes {losers} Loser.", "That takes {losers} Losers, and there are six."
    ),
    "problem.illegal_choice.more_losers_than_six.why": N_(
        "Only Losers take points away, 7 each. For example, -8 takes two of them, so four players cannot all have it."
    ),
    "problem.illegal_choice.why": N_(
        "The card or the player named does not fit what lies on the table. "
        "For example, a Hold-up cannot take an 8 from somebody who has none."
    ),
    "problem.invalid.which_card": N_("Say which card was drawn."),
}

HELP: dict[str, Text] = {
    "help.goal": N_("What it is about"),
    "help.goal.text": N_(
        "Draw cards and stop in time. What still lies before you when your next turn begins is yours; "
        "until then others can steal it, and a card too many loses it all."
    ),
    "help.turn": N_("A turn"),
    "help.turn.text": N_(
        "First collect what lies before you. Then turn over one card after the other, at least one, "
        "and lay them in columns by their face. After each card go on or stop."
    ),
    "help.lose": N_("Losing the turn"),
    "help.lose.text": N_(
        "With three or more cards before you, of whatever kind, a card like one of them loses the turn: "
        "all of them are out for this round. With fewer it is simply added."
    ),
    "help.steal": N_("Stealing"),
    "help.steal.text": N_(
        "A card you draw may take all cards like it from all other players, or none of them. "
        "Stolen cards never lose the turn, but they count among those before you."
    ),
    "help.deck": N_("The deck"),
    "help.deck.text": N_(
        "There are 102 cards: eight each of 1, 2, 3 and 4, seven each of 6, 8, 9, 10 and Lucky, six Elixirs, "
        "six Losers, twelve Duels, two 20s, and three each of Hold-up, Bank and All-in."
    ),
    "help.end": N_("The end"),
    "help.end.text": N_(
        "The round is over when the last card is played, and everybody adds what lies in front. "
        "The highest total wins, and equal totals share the place."
    ),
}

OTHERS: dict[str, Text] = {
    "game": N_("HIT! Extreme"),
    "game.about": N_("Draw, stop in time, and steal what lies before the others."),
}

WORDS: dict[str, Text] = {**OTHERS, **ACTS, **FACES, **POINTS, **HOUSE, **PROBLEMS, **HELP}
