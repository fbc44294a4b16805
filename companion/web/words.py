"""General words: what any table says, whatever is played. Codes to English message ids; see ``text`` for their grammar.

A key may end in conditions, ``code[name=value]``: that wording holds where a parameter, or what is given of the table,
has this value. ``{name}`` stands for a parameter.
"""

N_ = str  # marks a text for translation


def NN_(number: str, one: str, many: str) -> tuple[str, str, str]:
    """Marks a text that speaks of a number."""
    return number, one, many


GLYPHS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
"""The signs of suits, drawn as text and never as emoji."""

# What became of a request: the contract's codes, some with a closer reason.
PROBLEMS = {
    "problem.malformed": N_("This request cannot be read: send JSON of the documented form."),
    "problem.malformed.json_needed": N_("Send the request’s body as JSON."),
    "problem.malformed.json_broken": N_("The JSON of this request is broken."),
    "problem.malformed.idempotency_key": N_("The idempotency key is empty, too long, or has unreadable characters."),
    "problem.no_token": N_("This phone is not let in here. Join the table with its code first."),
    "problem.not_yours": N_("This phone may not do that; ask the one who opened the match."),
    "problem.not_yours.not_from_here": N_("This companion only answers phones on its own network."),
    "problem.not_yours.other_site": N_("This came from another site, so it was not accepted."),
    "problem.not_yours.seat_claimed": N_("Another phone already holds the seat of {seat}."),
    "problem.not_yours.sheet_locked": N_("The host has locked this sheet: no further phone may record here."),
    "problem.not_yours.host_is_here": N_("The host’s phone is still here, so hosting stays with it."),
    "problem.not_yours.keeps_the_sheet": N_(
        "This phone keeps the sheet. Open the link on the phone that is to take the seat."
    ),
    "problem.not_yours.entry_of_the_companion": N_("The companion made this entry itself, so nobody can change it."),
    "problem.not_yours.others_entry": N_(
        "Another phone recorded this entry; only that phone or the host may change it."
    ),
    "problem.not_found": N_("There is nothing here: the address is wrong, or it was deleted."),
    "problem.not_found.join_code": N_("This code opens no table. Look again, or ask for the newest code."),
    "problem.not_found.card_set": N_("There is no such card set, or it was thrown away."),
    "problem.version_conflict": N_(
        "Somebody else recorded something meanwhile. Look at the table as it is now, then go on."
    ),
    "problem.recorded_already": N_("Another phone has recorded the same: it stands once."),
    "problem.fits_now": N_("It fits now."),
    "problem.idempotency_mismatch": N_("This key already belongs to a different request. Use a new key."),
    "problem.too_large": N_("This is too much at once. Send less."),
    "problem.too_many_requests": N_("Too many requests. Wait a moment, then go on."),
    "problem.unavailable": N_("The companion is busy or starting. Try again in a moment."),
    "problem.method_not_allowed": N_("This address cannot be used in that way."),
    "problem.unsupported_media_type": N_("Send JSON; nothing else is read here."),
    "problem.not_acceptable": N_("The answer does not exist in the form that was asked for."),
    "problem.internal": N_("Something went wrong here, and nothing was recorded. Try again."),
    "problem.card_set_needed": N_("The companion can deal this game only from a card set. Choose or enter one first."),
    "problem.invalid": N_("This entry is not one the game knows: look at its card, number and seat."),
    "problem.unset": N_("Not entered yet: {what}"),
    "problem.invalid.name_length": N_("A name needs 1 to {longest} letters."),
    "problem.invalid.unknown_player": N_("Nobody of that kind plays here. Choose a name or write a new one."),
    "problem.invalid.unknown_game": N_("There is no such game here."),
    "problem.invalid.player_count": N_("This game is for {least} to {most} players."),
    "problem.invalid.player_count[least=2,most=2]": N_("This game is for two players."),
    "problem.invalid.same_player_twice": N_("The same person sits here twice. Give one of them another name."),
    "problem.invalid.me_once": N_("Only one seat can be your own."),
    "problem.invalid.house_rule": N_("This game has no house rule like that, or not with that value: {option}."),
    "problem.invalid.no_card_sets": N_("This game needs no card set."),
    "problem.invalid.card_set": N_("This card set is not complete or not right: look at {option}."),
    "problem.invalid.card_set_of_another_game": N_("This card set belongs to another game. Choose one of this game."),
    "problem.invalid.no_robots": N_("No robot plays this game yet. Put a person in the seat."),
    "problem.invalid.first_seat": N_("Whoever begins has to be one of the players."),
    "problem.invalid.played_on": N_("Give the day as year, month and day, and not one still to come."),
    "problem.invalid.name_needed": N_("This seat has no name yet. Say who sits down."),
    "problem.invalid.cursor": N_("This page of the list no longer exists. Begin the list again."),
    "problem.invalid.day": N_("Give days as year, month and day."),
    "problem.invalid.name_taken": N_("Somebody else here has that name. If both are one person, merge them."),
    "problem.invalid.same_person": N_("That is the same person already. Choose another."),
    "problem.invalid.played_together": N_("These two sat in one match in different seats, so they are two people."),
    "problem.invalid.entry_twice": N_("The same entry is named twice in one correction."),
    "problem.invalid.one_circle": N_("This server is open and has the one circle that everybody here belongs to."),
    "problem.invalid.no_text_there": N_("Nothing is written in this entry, or it was withdrawn before."),
    "problem.invalid.no_such_entry": N_("The log has no such entry, or it no longer counts."),
    "problem.invalid.no_card_set_file": N_("This is no card set of a companion, or it was changed or cut off."),
    "problem.invalid.no_match_file": N_("This is no match file of a companion, or it was changed or cut off."),
    "problem.invalid.newer_file": N_("This file comes from a newer companion. Bring this one up to date first."),
    "problem.invalid.partial_file": N_(
        "This file was taken along while hidden cards were in play and holds only what one seat saw. "
        "Take the match along again when it is over."
    ),
    "problem.invalid.file_entry": N_("Entry {entry} of this file cannot be read. Nothing of it was taken over."),
    "problem.invalid.deleted_here": N_(
        "This match was deleted here. The phone that deleted it can bring it back for 30 days."
    ),
    "problem.invalid.here_otherwise": N_("This match is here already, with another log. Nothing was changed."),
    "problem.wrong_phase": N_("It is not the moment for that in this deal."),
    "problem.out_of_turn": N_("It is {seat}’s turn."),
    "problem.not_in_deck": N_("{card} is not in the deck of this game."),
    "problem.card_gone": N_("{card} has already been played in this deal."),
    "problem.not_in_hand": N_("{seat} was not dealt {card}."),
    "problem.must_follow_suit": N_("{seat} still holds a card of the led suit ({suit}) and has to follow."),
    "problem.revoke": N_("{seat} cannot hold {card}: an earlier play showed that this suit was gone from the hand."),
    "problem.impossible_deal": N_("These cards cannot all lie where the entries say."),
    "problem.impossible_deal[card=]": N_("No deal gives everybody these hands."),
    "problem.illegal_pass": N_("{seat} passed earlier, when {card} could have been played."),
    "problem.must_play": N_("{seat} can still play a card, so passing is not allowed."),
    "problem.trix_needs_jack": N_("Trix was chosen, which takes a jack in hand."),
    "problem.contract_used": N_("{seat} has chosen this contract before."),
    "problem.trix_forced": N_("It is the sixth choice and Trix is still open, so it has to be Trix."),
    "problem.illegal_choice": N_("The rules do not allow this choice."),
    "problem.illegal_choice.no_hand": N_("Choose the hand that you want to record."),
    "problem.illegal_choice.a_result_per_seat": N_("Every player needs a result."),
}

# Behind the "?" of a refused entry: two sentences and an example.
WHY = {
    "problem.wrong_phase.why": N_(
        "Every deal has its order, and this comes earlier or later in it. "
        "For example, no card can be laid once the deal has ended."
    ),
    "problem.out_of_turn.why": N_(
        "Play goes round the table, and whoever takes a trick leads the next. "
        "For example, after the second player comes the third, even if the fourth is quicker."
    ),
    "problem.card_gone.why": N_(
        "Each card exists once in the deck. "
        "For example, of two players who seem to lay the seven of hearts one was entered wrongly."
    ),
    "problem.not_in_deck.why": N_(
        "Not every card there could be is in the deck of this game. For example, a deck that begins at 7 has no 2."
    ),
    "problem.not_in_hand.why": N_(
        "This hand was recorded card by card, and the card is not among them. "
        "For example, a hand noted without the nine of clubs cannot lay it."
    ),
    "problem.must_follow_suit.why": N_(
        "Whoever has the led suit has to lay it. For example, holding a spade when spades are led means laying a spade."
    ),
    "problem.revoke.why": N_(
        "Laying another suit tells the table that the led suit is gone from that hand. "
        "For example, after a club laid on hearts in trick 2 no heart can follow in trick 5: one of the two is wrong."
    ),
    "problem.impossible_deal.why": N_(
        "From all plays together it follows who can still hold what. "
        "For example, once two of three players have no more spades, all spades still missing lie with the third."
    ),
    "problem.illegal_choice.why": N_(
        "What was chosen does not agree with the rules or with itself. "
        "For example, a result that counts three of four players is not complete."
    ),
}

EVENTS = {
    "event.match_opened": N_("The match was opened."),
    "event.score_adjusted": NN_(
        "points", "{seat}: {points} point by hand ({text})", "{seat}: {points} points by hand ({text})"
    ),
    "event.noted": N_("Note: {text}"),
    "event.seats_named": N_("The seats were named anew."),
    "event.seat_handed": N_("Somebody else plays on in the seat of {seat}."),
    "event.seat_claimed": N_("A phone took the seat of {seat}."),
    "event.phone_added": N_("One more phone records here."),
    "event.hosting_taken": N_("Another phone hosts from here on."),
    "event.looked_back": N_("What lies face down was looked at: entry {entry}."),
    "event.looked_back[entry=none]": N_("What lies face down was looked at: all of this deal."),
    "event.sheet_locked": N_("The sheet is open to further phones again."),
    "event.sheet_locked[locked=true]": N_("The sheet was locked: no further phone may record."),
    "event.deal_thrown_in": N_("The deal was thrown in and begins again: {text}"),
    "event.deal_thrown_in[text=none]": N_("The deal was thrown in and begins again."),
    "event.match_ended": N_("The match was stopped here."),
    "event.match_abandoned": N_("The match was abandoned."),
    "event.card_played": N_("{seat} laid {card}"),
    "event.out_of_sight": N_("{seat} laid a card"),
    "event.passed": N_("{seat} passed"),
    "event.hands_dealt": N_("Hands were recorded."),
    "event.event_amended": N_("Entry {target} was changed."),
    "event.event_removed": N_("Entry {target} was taken back."),
    "event.text_withdrawn": N_("What was written in entry {target} was withdrawn."),
    "event.event_inserted": N_("An entry was put in before entry {before}."),
    "event.log_rewound": N_("Entry {target} and everything after it was taken back."),
}

# What the pad's keys and forms say; a prompt tells what is waited for.
ACTS = {
    "prompt.card_played": N_("{seat} lays"),
    "prompt.passed": N_("{seat} lays or passes"),
    "prompt.hands_dealt": N_("Record a hand"),
    "prompt.deal_tallied": N_("Enter the deal’s result"),
    "prompt.match_ended": N_("The match is over"),
    "prompt.nothing": N_("Nothing to enter now"),
    "key.passed": N_("Pass"),
    "key.hands_dealt": N_("Record a hand"),
    "key.deal_tallied": N_("We lost track: enter the deal’s result"),
    "key.deal_thrown_in": N_("Misdeal: begin this deal again"),
    "key.match_ended": N_("Stop here"),
    "key.match_abandoned": N_("Give up this match"),
    "key.withdraw": N_("Withdraw this text"),
    "key.delete": N_("Delete this match"),
    "key.score_adjusted": N_("Adjust points by hand"),
    "key.noted": N_("Write a note"),
    "do.deal_thrown_in": N_("Begin this deal again"),
    "do.match_ended": N_("Stop here and rank"),
    "do.match_abandoned": N_("Give it up"),
    "do.withdraw": N_("Take it out for good"),
    "do.delete": N_("Delete it"),
    "do.score_adjusted": N_("Adjust"),
    "do.noted": N_("Keep this note"),
    "do.hands_dealt": N_("Record these hands"),
    "do.deal_tallied": N_("Enter this result"),
    "told_of": N_("{what}: {seats}"),
    "field.seat": N_("Player"),
    "field.points": N_("Points"),
    "field.reason": N_("Why"),
    "field.text": N_("Note"),
    "field.pieces": N_("Pieces"),
    "field.hands": N_("Cards"),
    "field.results": N_("Results"),
}

# What something means, said before it is done.
MEANS = {
    "means.deal_thrown_in": N_(
        "The same deal begins again with the same starter, and nothing recorded in it counts. "
        "It stays in the log, and undo brings it back."
    ),
    "means.match_ended": N_(
        "The match is over here: whoever leads by the complete deals has won, and the running deal does not count. "
        "Undo lets it go on."
    ),
    "means.match_abandoned": N_(
        "The match ends without a winner and counts in nobody’s record. It stays in the history. Undo lets it go on."
    ),
    "means.withdraw": N_(
        "What was written there is taken out of the log for good, and nobody can bring it back. "
        "The entry itself stays, with its points."
    ),
    "means.delete": N_(
        "The match leaves the history and everybody’s record, with its whole log. "
        "This phone can bring it back for 30 days."
    ),
}

NAMES = {
    "seat": N_("Player {number}"),
    "refusal.wrong_phase": N_("Not the moment for it"),
    "refusal.out_of_turn": N_("Somebody else’s turn"),
    "refusal.card_gone": N_("A card already played"),
    "refusal.not_in_deck": N_("A card that is not in the deck"),
    "refusal.not_in_hand": N_("A card that was not dealt there"),
    "refusal.must_follow_suit": N_("Not following suit"),
    "refusal.revoke": N_("A suit that was gone"),
    "refusal.impossible_deal": N_("Cards that cannot lie so"),
    "refusal.illegal_choice": N_("A choice the rules do not allow"),
    "deal": N_("Deal {deal}"),
    "deal.named": N_("Deal {deal}: {text}"),
    "entry_in_trick": N_("trick {trick}: {entry}"),
    "somebody": N_("somebody"),
    "suit.S": N_("spades"),
    "suit.H": N_("hearts"),
    "suit.D": N_("diamonds"),
    "suit.C": N_("clubs"),
    "card": N_("{rank} of {suit}"),
    "value.true": N_("yes"),
    "value.false": N_("no"),
    "value.none": N_("none"),
    "status.waiting": N_("waiting for players"),
    "status.playing": N_("being played"),
    "status.finished": N_("finished"),
    "status.abandoned": N_("abandoned"),
    "role.host": N_("You keep this sheet"),
    "role.scribe": N_("You record here too"),
    "role.seat": N_("You sit in the seat of {seat}"),
    "role.watcher": N_("You are watching"),
    "moment.beginning": N_("The match is opened."),
    "moment.hidden": N_("What was played last lies face down by now."),
    "problem.not_found.share_ended": N_("This link leads nowhere any more. Ask for a new one."),
    "by.host": N_("host"),
    "by.scribe": N_("second phone"),
    "by.seat": N_("own phone"),
    "by.watcher": N_("watcher"),
    "by.member": N_("member"),
    "by.companion": N_("companion"),
    "by.somebody": N_("somebody"),
    "dealing.table": N_("real cards"),
    "dealing.companion": N_("dealt by the companion"),
    "memory": N_("Cards already played"),
    "memory.open": N_("the phone shows them"),
    "memory.closed": N_("the phone keeps them to itself"),
    "reason.adjusted": N_("By hand: {text}"),
    "reason.adjusted.short": N_("By hand"),
    "reason.adjusted.why": N_(
        "The host entered these points by hand, outside the deals. "
        "For example, a table takes away 3 points for a card that was shown by mistake."
    ),
}

FILES = {
    "file.match.json": N_("The whole match"),
    "file.match.json.about": N_("For another companion, where it goes on as it is here."),
    "file.deals.csv": N_("The deals as a spreadsheet"),
    "file.deals.csv.about": N_("A row for each deal, a column for each player."),
    "file.plays.csv": N_("Every entry as a spreadsheet"),
    "file.plays.csv.about": N_("A row for each entry, corrections and all."),
    "file.record.txt": N_("A record to read"),
    "file.record.txt.about": N_("Plain text, trick by trick."),
    "file.play.bgsplay": N_("For the BG Stats app"),
    "file.play.bgsplay.about": N_("Who played, points, places and how long it took."),
}

WORDS = {**FILES, **PROBLEMS, **WHY, **EVENTS, **ACTS, **MEANS, **NAMES}
