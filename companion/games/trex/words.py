"""Every word of Trex that is not on its sheet: codes to English message ids, Arabic in ``translations``.

A contract has its name, ``.short`` for the sheet's narrow column, and ``.why`` behind its "?", two sentences with an
example. A pair is a text and what its parameters are for this code.
"""

from __future__ import annotations

from typing import Any

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


CONTRACTS: dict[str, Text] = {
    "contract.diamonds": N_("Diamonds"),
    "contract.diamonds.short": N_("Diam."),
    "contract.diamonds.why": (
        N_(
            "Every {glyph} in your tricks costs 10, all eight of them 150 instead of 80, and the trick with the last "
            "one ends the contract. For example, with three of them you pay 30, and 60 if the contract is yours."
        ),
        {"glyph": "D"},
    ),
    "contract.queens": N_("Queens"),
    "contract.queens.short": N_("Queens"),
    "contract.queens.why": N_(
        "Every queen in your tricks costs 20, and the trick with the fourth ends the contract. "
        "For example, with two queens you pay 40, and 80 if the contract is yours."
    ),
    "contract.tricks": N_("Tricks"),
    "contract.tricks.short": N_("Tricks"),
    "contract.tricks.why": N_(
        "Every trick costs 10, and all eight of them 150 instead of 80. "
        "For example, with five tricks you pay 50, and 100 if the contract is yours."
    ),
    "contract.last": N_("Last"),
    "contract.last.short": N_("Last"),
    "contract.last.why": N_(
        "All eight tricks are played, and nothing counts but the eighth: it costs 100. "
        "For example, seven tricks and not the last cost nothing."
    ),
    "contract.ray": N_("Ray"),
    "contract.ray.short": N_("Ray"),
    "contract.ray.why": (
        N_(
            "Whoever takes the king of {glyph} pays 100, and that trick ends the contract. For example, if its holder "
            "announced it before the own first card, it costs 200, and the holder gets 50 off when somebody else takes "
            "it."
        ),
        {"glyph": "H"},
    ),
    "contract.general": N_("General"),
    "contract.general.short": N_("Gen."),
    "contract.general.why": N_(
        "Diamonds, queens, tricks, last and ray all count at once, over all eight tricks; whoever takes all eight pays "
        "nothing at all. For example, the last trick alone, with a queen in it, costs 10 and 100 and 20."
    ),
    "contract.trix": N_("Trix"),
    "contract.trix.short": N_("Trix"),
    "contract.trix.why": N_(
        "Each suit is built from its jack up to the ace and down to the seven; whoever is rid of all cards first gets "
        "100 off, the second 50. For example, on a lone jack fit the queen and the nine of that suit."
    ),
}

OTHERS: dict[str, Text] = {
    "game": N_("Trex"),
    "game.about": N_("Seven contracts each: take nothing in six of them, and be out first in the seventh."),
    "kind.contract": N_("The contracts"),
    "rank.J": (N_("{letter}, jack"), {"letter": "J"}),
    "rank.Q": (N_("{letter}, queen"), {"letter": "Q"}),
    "rank.K": (N_("{letter}, king"), {"letter": "K"}),
    "rank.A": (N_("{letter}, ace"), {"letter": "A"}),
    # What is asked, chosen and told.
    "prompt.contract_chosen": N_("{seat} chooses a contract"),
    "prompt.king_announced": N_("{seat} announces the king, or lays"),
    "prompt.last_trick_viewed": N_("{seat} may look at the last trick"),
    "key.king_announced": (N_("Announce the king of {glyph}"), {"glyph": "H"}),
    "key.last_trick_viewed": N_("Look at the last trick"),
    "field.contract": N_("Contract"),
    "field.taken": N_("How many each has taken"),
    "field.diamonds": N_("Diamonds taken"),
    "field.queens": N_("Queens taken"),
    "field.tricks": N_("Tricks taken"),
    "field.last": N_("Who took the last trick"),
    "field.king": (N_("Who took the king of {glyph}"), {"glyph": "H"}),
    "field.announcer": N_("Who had announced it"),
    "field.first": N_("Out first"),
    "field.second": N_("Out second"),
    "lost": N_("lost"),
    "deal.contract_chosen": "{contract} · {seat}",
    "deal.deal_tallied": "{contract}",
    "event.contract_chosen": N_("{seat} chose {contract}"),
    "event.king_announced": (N_("{seat} announced the king of {glyph}"), {"glyph": "H"}),
    "event.last_trick_viewed": N_("{seat} looked at the last trick"),
    "event.deal_tallied": N_("{contract}: the result was entered as the table counted it."),
    # Refusals.
    "problem.trix_needs_jack": N_("Trix is chosen only with a jack in hand, and {seat} has none to place."),
    "problem.contract_used": N_("{seat} has chosen {contract} before."),
    "problem.trix_forced": N_("It is the sixth choice of {seat} and Trix is still open, so it has to be Trix."),
    "problem.illegal_choice.fits_no_pile": N_("{card} fits on no pile yet."),
    "problem.illegal_choice.looked_twice": N_("{seat} has looked at the last trick twice in this contract already."),
    "problem.illegal_choice.another_contract": N_("{contract} was chosen, so that is what has to be counted."),
    "problem.illegal_choice.results_of_another_contract": N_("These are not the numbers that count in {contract}."),
    "problem.illegal_choice.out_twice": N_("First and second out are two different players."),
    "problem.illegal_choice.sum[of=diamonds]": N_("There are 8 diamonds in all."),
    "problem.illegal_choice.sum[of=queens]": N_("There are 4 queens in all."),
    "problem.illegal_choice.sum": N_("There are 8 tricks in all."),
    "problem.illegal_choice.without_a_trick": N_("{seat} has no trick, so nothing can lie in it."),
    "problem.illegal_choice.too_many_cards": N_("So many cards do not fit into these tricks: each has four."),
    "problem.impossible_deal.trix_without_jack": N_(
        "{seat} chose Trix and so has a jack, which these hands do not leave."
    ),
    "refusal.trix_needs_jack": N_("Trix without a jack"),
    "refusal.contract_used": N_("A contract chosen before"),
    "refusal.trix_forced": N_("Trix put off too long"),
    "refusal.illegal_pass": N_("A pass that cannot have been"),
    "refusal.must_play": N_("Passing with a card to play"),
    "problem.illegal_pass.why": N_(
        "A pass says that nothing in the hand could be laid. "
        "For example, somebody who passed while the nine of clubs was open cannot lay that nine later."
    ),
    "problem.must_play.why": N_(
        "Passing is only for a hand with nothing to lay. For example, with an open jack in hand one has to lay it."
    ),
    "problem.trix_needs_jack.why": N_(
        "Whoever chooses Trix freely opens the first pile. "
        "For example, with queens and kings but no jack in hand another contract has to be chosen, until the sixth "
        "choice."
    ),
    "problem.contract_used.why": N_(
        "Everybody has each of the seven contracts once. "
        "For example, whoever had Ray in the second round cannot choose it in the fourth."
    ),
    "problem.trix_forced.why": N_(
        "Trix has to be chosen at the sixth choice at the latest, with a jack or without. "
        "For example, with Trix and General left, General has to wait."
    ),
    # Points.
    "reason.diamonds": NN_("taken", "{taken} diamond taken", "{taken} diamonds taken"),
    "reason.diamonds[times=2]": NN_(
        "taken", "{taken} diamond taken, twice for the owner", "{taken} diamonds taken, twice for the owner"
    ),
    "reason.diamonds[times=4]": NN_(
        "taken",
        "{taken} diamond taken, four times in the seventh choice",
        "{taken} diamonds taken, four times in the seventh choice",
    ),
    "reason.diamonds.short": N_("diamonds taken"),
    "reason.diamonds.why": N_(
        "Each diamond costs 10, twice for the owner of the contract and four times in a forced seventh choice. "
        "For example, three diamonds cost 30, 60 or 120."
    ),
    "reason.all_diamonds": N_("All eight diamonds"),
    "reason.all_diamonds[times=2]": N_("All eight diamonds, twice for the owner"),
    "reason.all_diamonds[times=4]": N_("All eight diamonds, four times in the seventh choice"),
    "reason.all_diamonds.short": N_("all diamonds"),
    "reason.all_diamonds.why": N_(
        "All eight diamonds together cost 150 instead of 80, in General too. "
        "For example, the owner of the contract pays 300 for them."
    ),
    "reason.queens": NN_("taken", "{taken} queen taken", "{taken} queens taken"),
    "reason.queens[times=2]": NN_(
        "taken", "{taken} queen taken, twice for the owner", "{taken} queens taken, twice for the owner"
    ),
    "reason.queens[times=4]": NN_(
        "taken",
        "{taken} queen taken, four times in the seventh choice",
        "{taken} queens taken, four times in the seventh choice",
    ),
    "reason.queens.short": N_("queens taken"),
    "reason.queens.why": N_(
        "Each queen costs 20, twice for the owner of the contract and four times in a forced seventh choice. "
        "For example, two queens cost 40, 80 or 160."
    ),
    "reason.tricks": NN_("taken", "{taken} trick taken", "{taken} tricks taken"),
    "reason.tricks[times=2]": NN_(
        "taken", "{taken} trick taken, twice for the owner", "{taken} tricks taken, twice for the owner"
    ),
    "reason.tricks[times=4]": NN_(
        "taken",
        "{taken} trick taken, four times in the seventh choice",
        "{taken} tricks taken, four times in the seventh choice",
    ),
    "reason.tricks.short": N_("tricks taken"),
    "reason.tricks.why": N_(
        "Each trick costs 10, twice for the owner of the contract and four times in a forced seventh choice. "
        "For example, five tricks cost 50, 100 or 200."
    ),
    "reason.all_tricks": N_("All eight tricks"),
    "reason.all_tricks[times=2]": N_("All eight tricks, twice for the owner"),
    "reason.all_tricks[times=4]": N_("All eight tricks, four times in the seventh choice"),
    "reason.all_tricks.short": N_("all tricks"),
    "reason.all_tricks.why": N_(
        "All eight tricks together cost 150 instead of 80; in General they cost nothing, for that is a sweep. "
        "For example, the owner of the contract pays 300 for them."
    ),
    "reason.last": N_("The last trick"),
    "reason.last[times=2]": N_("The last trick, twice for the owner"),
    "reason.last[times=4]": N_("The last trick, four times in the seventh choice"),
    "reason.last.short": N_("last trick"),
    "reason.last.why": N_(
        "The eighth trick costs 100, whatever lies in it. For example, the owner of the contract pays 200 for it."
    ),
    "reason.king": (N_("The king of {glyph}"), {"glyph": "H"}),
    "reason.king[times=2]": (N_("The king of {glyph}, twice for the owner"), {"glyph": "H"}),
    "reason.king[times=4]": (N_("The king of {glyph}, four times in the seventh choice"), {"glyph": "H"}),
    "reason.king.short": (N_("king of {glyph}"), {"glyph": "H"}),
    "reason.king.why": (
        N_(
            "Whoever takes the king of {glyph} pays 100 when nobody announced it. "
            "For example, thrown under a high club it goes to whoever laid that club."
        ),
        {"glyph": "H"},
    ),
    "reason.announced_king": (N_("The king of {glyph}, announced"), {"glyph": "H"}),
    "reason.announced_king[times=2]": (N_("The king of {glyph}, announced, twice for the owner"), {"glyph": "H"}),
    "reason.announced_king[times=4]": (
        N_("The king of {glyph}, announced, four times in the seventh choice"),
        {"glyph": "H"},
    ),
    "reason.announced_king.short": (N_("announced king of {glyph}"), {"glyph": "H"}),
    "reason.announced_king.why": (
        N_(
            "An announced king of {glyph} costs whoever takes it 200, its holder too. "
            "For example, the owner of the contract pays 400 for it."
        ),
        {"glyph": "H"},
    ),
    "reason.king_lost": (N_("The own announced king of {glyph} went to somebody else"), {"glyph": "H"}),
    "reason.king_lost.short": N_("rid of the king"),
    "reason.king_lost.why": N_(
        "Whoever announced the king and sees another take it gets 50 off, and that is never multiplied. "
        "For example, even in a forced seventh choice it stays at 50."
    ),
    "reason.first_out": N_("First out"),
    "reason.first_out.short": N_("first out"),
    "reason.first_out.why": N_(
        "Whoever has placed all eight cards first gets 100 off, and Trix is never multiplied. "
        "For example, a total of 40 becomes 60 below zero."
    ),
    "reason.second_out": N_("Second out"),
    "reason.second_out.short": N_("second out"),
    "reason.second_out.why": N_(
        "Whoever has placed all eight cards second gets 50 off, and play stops there. "
        "For example, the other two score nothing, however few cards they still hold."
    ),
    "reason.reset": N_("Exactly 1000 became 0 after contract {after}"),
    "reason.reset.short": N_("1000 to 0"),
    "reason.reset.why": N_(
        "A total that is exactly 1000 after a contract becomes 0. For example, from 960 a contract of 40 leads to 0."
    ),
}

HELP: dict[str, Text] = {
    "help.goal": N_("What it is about"),
    "help.goal.text": N_(
        "Four play, each alone, and everybody has the same seven contracts to choose once. "
        "Points are bad: the lowest total wins, the highest loses, and equal totals share the place."
    ),
    "help.cards": N_("The cards"),
    "help.cards.text": N_(
        "There are 32, and the ten stands above the king: 7, 8, 9, jack, queen, king, 10, ace. "
        "Shuffle anew for every contract and give everybody eight. Everything goes round against the clock."
    ),
    "help.choosing": N_("Choosing a contract"),
    "help.choosing.text": N_(
        "Whoever’s turn it is to choose looks at the own cards and takes one of the own contracts that are left; then "
        "the right to choose moves on. Trix takes a jack in hand and is chosen at the sixth choice at the latest; "
        "the seventh choice is whatever is left."
    ),
    "help.tricks": N_("Playing tricks"),
    "help.tricks.text": N_(
        "The owner of the contract leads. Follow the led suit if you can, otherwise lay what you like; the highest "
        "card of the led suit takes the trick and its owner leads next. "
        "Tricks lie face down, and only their number is seen."
    ),
    "help.owner": N_("What the owner pays"),
    "help.owner.text": N_(
        "Whoever chose the contract pays double in it, and four times in the seventh choice, which was forced. "
        "The 50 off for a lost king and the points of Trix are never multiplied."
    ),
    "help.trix": N_("Trix on the table"),
    "help.trix.text": N_(
        "The owner places a jack; then each in turn places another jack or the next card up or down on a pile. "
        "Who can place must, who cannot passes, and an ace gives another turn. "
        "When Trix was forced upon a hand without a jack, the first player after it who has one begins."
    ),
    "help.end": N_("The end"),
    "help.end.text": N_(
        "After each contract a total of exactly 1000 becomes 0, and one over 1000 ends the game. "
        "Otherwise it ends when all 28 contracts have been played."
    ),
}

WORDS: dict[str, Text] = {**CONTRACTS, **OTHERS, **HELP}
