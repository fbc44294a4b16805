"""Every word of Extreme Tricks that is not on its sheet: codes to English message ids, Arabic in ``translations``.

A challenge has three texts: ``.short`` as on the face of its card, the whole condition, and ``.why`` behind its "?",
two sentences with an example. A pair is a text and what its parameters are for this code.
"""

from __future__ import annotations

from typing import Any

Text = str | tuple[str, str, str] | tuple[str, dict[str, Any]]

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


SUITS = ("S", "H", "D", "C")


def _of_a_suit(first: int, letter: str, short: str, whole: str, why: str, rank: int) -> dict[str, Text]:
    """Four challenges in a row that differ only in the suit."""
    about = [{"glyph": suit, "a": suit, "suit": suit, "card": f"{suit}{rank}"} for suit in SUITS]
    return {
        f"challenge.{letter}{first + i}{part}": (text, about[i])
        for i in range(len(SUITS))
        for part, text in ((".short", short), ("", whole), (".why", why))
    }


def _by_players(code: str, four: int, three: int, short: str, whole: str, why: str) -> dict[str, Text]:
    """A challenge with one number for four players and another for three."""
    return {
        f"challenge.{code}{part}{when}": (text, {"high": number})
        for when, number in (("", four), ("[players=3]", three))
        for part, text in ((".short", short), ("", whole), (".why", why))
    }


RED: dict[str, Text] = {
    "challenge.R1.short": N_("take a trick"),
    "challenge.R1": N_("Take any trick of this stage"),
    "challenge.R1.why": N_(
        "One trick taken in this stage is enough, with whatever card. "
        "For example, whoever takes trick 2 has it in stage 1."
    ),
    **_by_players(
        "R2",
        10,
        7,
        N_("lose with {high}+"),
        N_("Lay {high} or higher in a trick that somebody else takes"),
        N_(
            "The card has to be {high} or more, and the trick has to go to another player. "
            "For example, {high} laid under a higher card of the same suit counts."
        ),
    ),
    **_of_a_suit(
        3,
        "R",
        N_("take with {glyph}"),
        N_("Take a trick with {a}"),
        N_(
            "The card that takes the trick is of this suit, trump or not. "
            "For example, {card} counts when it takes the trick, whoever led."
        ),
        9,
    ),
    "challenge.R7.short": N_("take by following"),
    "challenge.R7": N_("Take a trick by following the led suit"),
    "challenge.R7.why": N_(
        "You did not lead, you laid the led suit, and your card was the best. "
        "For example, hearts are led and your higher heart takes the trick; leading or trumping does not count."
    ),
    "challenge.R8.short": N_("take the last trick"),
    "challenge.R8": N_("Take the last trick of the stage"),
    "challenge.R8.why": N_(
        "Only the fourth trick of the stage counts. For example, in stage 2 that is trick 8, with any card."
    ),
    **_by_players(
        "R9",
        8,
        5,
        N_("lose with {high}+"),
        N_("Lay {high} or higher in a trick that somebody else takes"),
        N_(
            "The card has to be {high} or more, and the trick has to go to another player. "
            "For example, {high} thrown on another suit counts, for it cannot take the trick."
        ),
    ),
    "challenge.R10.short": N_("take with odd"),
    "challenge.R10": N_("Take a trick with an odd card"),
    "challenge.R10.why": (
        N_(
            "The number on the card that takes the trick is odd: 1, 3, 5, 7, 9 or 11. "
            "For example, {card} taking a trick counts."
        ),
        {"card": "H7"},
    ),
    "challenge.R11.short": N_("take with even"),
    "challenge.R11": N_("Take a trick with an even card"),
    "challenge.R11.why": (
        N_(
            "The number on the card that takes the trick is even: 2, 4, 6, 8, 10 or 12. "
            "For example, {card} taking a trick counts."
        ),
        {"card": "C8"},
    ),
    "challenge.R12.short": N_("lead and take"),
    "challenge.R12": N_("Lead a trick and take it"),
    "challenge.R12.why": N_(
        "You lay the first card of the trick, and it stays the best. "
        "For example, you lead a high trump and nobody has a higher one."
    ),
    "challenge.R13.short": N_("lead and lose"),
    "challenge.R13": N_("Lead a trick that somebody else takes"),
    "challenge.R13.why": N_(
        "You lay the first card of the trick, and another player takes it. "
        "For example, you lead a low club and somebody lays a higher one."
    ),
    "challenge.R14.short": N_("take with 1–5"),
    "challenge.R14": N_("Take a trick with a 5 or lower"),
    "challenge.R14.why": N_(
        "The card that takes the trick is 1, 2, 3, 4 or 5. For example, a small trump that takes the trick counts."
    ),
    "challenge.R15.short": N_("discard"),
    "challenge.R15": N_("Lay a card that is neither the led suit nor trump"),
    "challenge.R15.why": N_(
        "It counts at once, whoever takes the trick; the leader cannot do it. "
        "For example, spades are led, hearts are trump, and you lay a club."
    ),
    "challenge.R16.short": N_("take by trumping"),
    "challenge.R16": N_("Take a trick with a trump laid on another suit"),
    "challenge.R16.why": N_(
        "Another suit was led, you laid a trump, and it was the highest trump there. "
        "For example, diamonds are led and your trump takes the trick."
    ),
    "challenge.R17.short": N_("take with 1–3"),
    "challenge.R17": N_("Take a trick with a 3 or lower"),
    "challenge.R17.why": N_(
        "The card that takes the trick is 1, 2 or 3. "
        "For example, lead your last club when nobody else has clubs or trumps."
    ),
    **_of_a_suit(
        18,
        "R",
        N_("play a {glyph}"),
        N_("Play {a}"),
        N_(
            "One card of this suit laid in the stage is enough, whoever takes the trick. "
            "For example, {card} counts the moment it lies."
        ),
        4,
    ),
    **_by_players(
        "R22",
        10,
        7,
        N_("play {high}+"),
        N_("Play a card of {high} or higher"),
        N_(
            "One card of {high} or more laid in the stage is enough, whoever takes the trick. "
            "For example, {high} of any suit counts the moment it lies."
        ),
    ),
    "challenge.R23.short": N_("play 1–3"),
    "challenge.R23": N_("Play a 3 or lower"),
    "challenge.R23.why": (
        N_(
            "A 1, 2 or 3 laid in the stage is enough, whoever takes the trick. "
            "For example, {card} counts the moment it lies."
        ),
        {"card": "D2"},
    ),
    "challenge.R24.short": N_("take the first trick"),
    "challenge.R24": N_("Take the first trick of the stage"),
    "challenge.R24.why": N_(
        "Only the first of the stage’s four tricks counts. For example, in stage 3 that is trick 9, with any card."
    ),
    "challenge.R25.short": N_("take a trick"),
    "challenge.R25": N_("Take any trick of this stage"),
    "challenge.R25.why": N_("It asks for the same as red 1. For example, whoever takes trick 7 has it in stage 2."),
}


BLUE: dict[str, Text] = {
    "challenge.B1.short": N_("most tricks"),
    "challenge.B1": N_("Nobody takes more tricks in this stage than you"),
    "challenge.B1.why": N_(
        "It is judged after the fourth trick of the stage, and a tie for most is enough. "
        "For example, with 2, 2, 0 and 0 tricks the first two players have it."
    ),
    "challenge.B2.short": N_("fewest tricks"),
    "challenge.B2": N_("Nobody takes fewer tricks in this stage than you"),
    "challenge.B2.why": N_(
        "It is judged after the fourth trick of the stage, and a tie for fewest is enough. "
        "For example, with 2, 2, 0 and 0 tricks the last two players have it."
    ),
    "challenge.B3.short": N_("no trick"),
    "challenge.B3": N_("Take no trick in this stage"),
    "challenge.B3.why": N_(
        "All four tricks of the stage have to go to others. "
        "For example, with no trick after trick 8 you have it in stage 2."
    ),
    "challenge.B4.short": N_("exactly 1 trick"),
    "challenge.B4": N_("Take exactly one trick in this stage"),
    "challenge.B4.why": N_(
        "Of the stage’s four tricks one is yours, no more and no less. "
        "For example, taking trick 5 and no other counts in stage 2."
    ),
    "challenge.B5.short": N_("exactly 1 suit"),
    "challenge.B5": N_("The cards you took tricks with are all of one suit"),
    "challenge.B5.why": N_(
        "Only the cards that took your tricks in this stage count, and there has to be at least one. "
        "For example, two tricks, both taken with hearts."
    ),
    "challenge.B6.short": N_("none odd"),
    "challenge.B6": N_("Take no trick with an odd card"),
    "challenge.B6.why": N_(
        "None of the cards that took your tricks in this stage is odd; without a trick you have it too. "
        "For example, tricks taken with 4 and 10 are fine."
    ),
    "challenge.B7.short": N_("none even"),
    "challenge.B7": N_("Take no trick with an even card"),
    "challenge.B7.why": N_(
        "None of the cards that took your tricks in this stage is even; without a trick you have it too. "
        "For example, tricks taken with 3 and 11 are fine."
    ),
    "challenge.B8.short": N_("sum up to 21"),
    "challenge.B8": N_("The cards you took tricks with add up to 21 or less"),
    "challenge.B8.why": N_(
        "Add the numbers of the cards that took your tricks in this stage; without a trick the sum is 0. "
        "For example, 9 and 12 make 21, which is enough."
    ),
    "challenge.B9.short": N_("exactly 2 tricks"),
    "challenge.B9": N_("Take exactly two tricks in this stage"),
    "challenge.B9.why": N_(
        "Of the stage’s four tricks two are yours, no more and no less. "
        "For example, taking tricks 1 and 4 counts in stage 1."
    ),
    "challenge.B10.short": N_("exactly 2 suits"),
    "challenge.B10": N_("The cards you took tricks with are of exactly two suits"),
    "challenge.B10.why": N_(
        "Only the cards that took your tricks in this stage count. "
        "For example, three tricks taken with a heart, a heart and a club."
    ),
    "challenge.B11.short": N_("sum from 21"),
    "challenge.B11": N_("The cards you took tricks with add up to 21 or more"),
    "challenge.B11.why": N_(
        "Add the numbers of the cards that took your tricks in this stage. "
        "For example, 10 and 11 make 21, which is enough."
    ),
    **_of_a_suit(
        12,
        "B",
        N_("none with {glyph}"),
        N_("Take no trick with {a}"),
        N_(
            "None of the cards that took your tricks in this stage is of this suit; without a trick you have it too. "
            "For example, a trick taken with {card} spoils it, one lost with {card} does not."
        ),
        8,
    ),
    "challenge.B16.short": N_("exactly 3 tricks"),
    "challenge.B16": N_("Take exactly three tricks in this stage"),
    "challenge.B16.why": N_(
        "Of the stage’s four tricks three are yours, no more and no less. "
        "For example, all but trick 10 counts in stage 3."
    ),
    "challenge.B17.short": N_("exactly 3 suits"),
    "challenge.B17": N_("The cards you took tricks with are of exactly three suits"),
    "challenge.B17.why": N_(
        "Only the cards that took your tricks in this stage count, so it takes three tricks or four. "
        "For example, tricks taken with a spade, a heart and a club."
    ),
    **_of_a_suit(
        18,
        "B",
        N_("most {glyph}"),
        N_("Nobody takes tricks with more {suit} than you"),
        N_(
            "Count the cards of this suit that took tricks in this stage; a tie for most is enough, even at none. "
            "For example, one trick taken with {card}, while nobody has two, is enough."
        ),
        6,
    ),
    "challenge.B22.short": N_("exactly 4 tricks"),
    "challenge.B22": N_("Take all four tricks of this stage"),
    "challenge.B22.why": N_(
        "Every trick of the stage is yours. For example, taking tricks 1, 2, 3 and 4 counts in stage 1."
    ),
    "challenge.B23.short": N_("exactly 4 suits"),
    "challenge.B23": N_("The cards you took tricks with are of all four suits"),
    "challenge.B23.why": N_(
        "All four tricks of the stage have to be yours, each with another suit. "
        "For example, taken with a spade, a heart, a diamond and a club."
    ),
    "challenge.B24.short": N_("most tricks"),
    "challenge.B24": N_("Nobody takes more tricks in this stage than you"),
    "challenge.B24.why": N_(
        "It asks for the same as blue 1, and a tie for most is enough. "
        "For example, with one trick each all four players have it."
    ),
    "challenge.B25.short": N_("fewest tricks"),
    "challenge.B25": N_("Nobody takes fewer tricks in this stage than you"),
    "challenge.B25.why": N_(
        "It asks for the same as blue 2, and a tie for fewest is enough. "
        "For example, with one trick each all four players have it."
    ),
    "challenge.B25.short[blue_25=most_tricks]": N_("most tricks"),
    "challenge.B25[blue_25=most_tricks]": N_("Nobody takes more tricks in this stage than you"),
    "challenge.B25.why[blue_25=most_tricks]": N_(
        "At this table it asks for the same as blue 1, and a tie for most is enough. "
        "For example, with one trick each all four players have it."
    ),
} | {
    f"challenge.B{18 + i}.why[most_at_zero=false]": (
        N_(
            "Count the cards of this suit that took tricks in this stage; a tie for most is enough, but not at none. "
            "For example, one trick taken with {card}, while nobody has two, is enough."
        ),
        {"card": f"{suit}6"},
    )
    for i, suit in enumerate(SUITS)
}

OTHERS: dict[str, Text] = {
    "game": N_("Extreme Tricks"),
    "game.about": N_("Say how many of twelve challenges you will meet, then play twelve tricks."),
    "kind.challenge": N_("The challenges"),
    "a.S": N_("a spade"),
    "a.H": N_("a heart"),
    "a.D": N_("a diamond"),
    "a.C": N_("a club"),
    # What is asked, chosen and told.
    "prompt.challenges_laid": N_("Which challenges lie on the table?"),
    "prompt.trump_chosen": N_("{seat} chooses trump"),
    "prompt.declared": N_("{seat} declares"),
    "do.challenges_laid": N_("Lay them out"),
    "do.declared": N_("Declare"),
    "do.deal_tallied": N_("Enter this result"),
    "field.red": N_("Red"),
    "field.blue": N_("Blue"),
    "field.pieces": N_("Pieces"),
    "field.challenges": N_("Declared on"),
    "field.declared": N_("Declared on"),
    "field.achieved": N_("Achieved"),
    "event.challenges_laid": N_("Challenges laid: red {red}, blue {blue}"),
    "event.trump_chosen": N_("{seat} chose {suit} as trump"),
    "event.declared": NN_(
        "pieces",
        "{seat} took {pieces} piece and declared {challenges}",
        "{seat} took {pieces} pieces and declared {challenges}",
    ),
    "event.declared[challenges=]": NN_(
        "pieces", "{seat} took {pieces} piece and declared nothing", "{seat} took {pieces} pieces and declared nothing"
    ),
    "event.deal_tallied": N_("The deal’s result was entered as the table counted it."),
    # Points.
    "reason.achieved": N_("Achieved: {challenge}"),
    "reason.achieved.short": N_("achieved"),
    "reason.declared_not_achieved": N_("Declared but not achieved: {challenge}"),
    "reason.declared_not_achieved.short": N_("declared in vain"),
    "reason.excess": N_("Excess: {challenge}"),
    "reason.excess.short": N_("excess"),
    "reason.left_in_front": NN_("pieces", "{pieces} piece left in front", "{pieces} pieces left in front"),
    "reason.left_in_front.short": N_("left in front"),
    "reason.achieved.why": N_(
        "Each piece on an achievement is worth 1 point. "
        "For example, whoever took a piece for a challenge and then meets it has 1 point more."
    ),
    "reason.declared_not_achieved.why": N_(
        "A piece that still lies on a declaration when the deal is over costs 1 point. "
        "For example, whoever declared on a challenge and did not meet it in its stage has 1 point less."
    ),
    "reason.excess.why": N_(
        "An achievement for which no piece is left takes one from the stock, and that costs 2 points. "
        "For example, whoever took no pieces and meets one challenge all the same has 2 points less."
    ),
    "reason.left_in_front.why": N_(
        "Each piece still in front when the deal is over costs 1 point. "
        "For example, of 5 pieces taken with 3 challenges met 2 are left and cost 2 points."
    ),
    # House rules.
    "house_rule.blue_25": N_("Blue 25 asks for"),
    "house_rule.blue_25.least_tricks": N_("fewest tricks"),
    "house_rule.blue_25.most_tricks": N_("most tricks"),
    "house_rule.blue_25.why": N_(
        "The printed cards repeat the first two blue ones as 24 and 25, and the list leaves 25 out. "
        "For example, a copy of blue 2 asks for fewest tricks."
    ),
    "house_rule.most_at_zero": N_("Most of a suit, when nobody has any"),
    "house_rule.most_at_zero.true": N_("everybody has it"),
    "house_rule.most_at_zero.false": N_("nobody has it"),
    "house_rule.most_at_zero.why": N_(
        "Blue 18 to 21 ask for most of a suit and let a tie count. "
        "For example, when no spade took a trick, all players tie at none."
    ),
    # Refusals with a closer reason.
    "problem.wrong_phase.why": N_(
        "Every deal has its order, and this comes earlier or later in it. "
        "For example, no card can be laid before trump is chosen."
    ),
    "problem.not_in_deck.why": N_(
        "With fewer players some cards stay in the box. For example, three players leave out the tens and above."
    ),
    "problem.illegal_choice.why": N_(
        "The numbers of this choice do not agree with the rules or with each other. "
        "For example, the same challenge cannot be named twice."
    ),
    "problem.illegal_choice.challenge_twice": N_("The same challenge is named twice. Choose different ones."),
    "problem.illegal_choice.challenge_not_laid": N_("{challenge_code} is not one of the challenges on the table."),
    "problem.illegal_choice.half_the_pieces": NN_(
        "declarations",
        "With {pieces} pieces exactly {declarations} lies on a challenge, half of them rounded down.",
        "With {pieces} pieces exactly {declarations} lie on challenges, half of them rounded down.",
    ),
}

HELP: dict[str, Text] = {
    "help.goal": N_("What it is about"),
    "help.goal.text": N_(
        "Twelve challenges lie on the table, four for each stage of a deal. "
        "Everybody says beforehand how many of them they will meet, and wants to meet exactly that many."
    ),
    "help.deal": N_("Before the first card"),
    "help.deal.text": N_(
        "Lay out six red and six blue challenges, each colour from low to high, two and two for each stage. "
        "Everybody gets twelve cards, and the start player names the trump suit."
    ),
    "help.declare": N_("Declaring"),
    "help.declare.text": N_(
        "From the start player on, each takes as many of the own twelve pieces as challenges they expect to meet. "
        "Half of them, rounded down, lie at once on the challenges they are surest of; the rest stays in front."
    ),
    "help.tricks": N_("Tricks"),
    "help.tricks.text": N_(
        "Follow the led suit if you can, otherwise lay what you like. "
        "The highest trump takes the trick, without trumps the highest card of the led suit, and its owner leads next. "
        "The card that took a trick stays visible before its owner until the stage is over."
    ),
    "help.stages": N_("Stages"),
    "help.stages.text": N_(
        "Four tricks make a stage, and a challenge can only be met in its own. "
        "Red ones count the moment they happen, blue ones are judged after the stage’s fourth trick."
    ),
    "help.pieces": N_("Where the pieces go"),
    "help.pieces.text": N_(
        "A challenge you declared on moves its piece to Achieved. Any other takes a piece from in front of you, "
        "and when none is left there, one from your stock goes to Excess. Nobody meets the same challenge twice."
    ),
    "help.score": N_("Points"),
    "help.score.text": N_(
        "Each piece on Achieved is worth 1. Each piece left in front, or still lying declared, costs 1, "
        "and each one on Excess costs 2."
    ),
    "help.end": N_("The end"),
    "help.end.text": N_(
        "There are as many deals as players, and the start player moves on by one each time. "
        "The highest total wins, and equal totals share the place."
    ),
}

WORDS: dict[str, Text] = {**RED, **BLUE, **OTHERS, **HELP}
