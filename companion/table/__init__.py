"""The use cases. Each goes the same way: load -> fold -> check -> append -> tell."""

from companion.table.answers import Answer, Key, known
from companion.table.bringing import Brought, bring_in
from companion.table.card_sets import card_set, card_sets, change_card_set, keep_card_set, throw_away
from companion.table.circles import (
    CircleView,
    NewCircle,
    circle,
    leave_circle,
    make_circle,
    new_circle_code,
    new_recovery_code,
)
from companion.table.history import history
from companion.table.hosting import Gone, bring_back, clear_away, delete_match, record_here, take_hosting
from companion.table.joining import Joined, join, join_code, leave_seat, new_join_code, own_code, seat_link
from companion.table.mending import Change, Mending, correct
from companion.table.moments import Moment, end_share, moment, share, shared
from companion.table.opening import Opened, Opening, open_match, rules_of
from companion.table.people import forget_name, merge, names, person, rename
from companion.table.recording import look_back, record
from companion.table.taking import take_all, take_along
from companion.table.telling import about, entries, game_of, look, scores, version
from companion.table.withdrawing import withdraw_text

__all__ = [
    "Answer",
    "Brought",
    "Change",
    "CircleView",
    "Gone",
    "Joined",
    "Key",
    "Mending",
    "Moment",
    "NewCircle",
    "Opened",
    "Opening",
    "about",
    "bring_back",
    "bring_in",
    "card_set",
    "card_sets",
    "change_card_set",
    "circle",
    "clear_away",
    "correct",
    "delete_match",
    "end_share",
    "entries",
    "forget_name",
    "game_of",
    "history",
    "join",
    "join_code",
    "keep_card_set",
    "known",
    "leave_circle",
    "leave_seat",
    "look",
    "look_back",
    "make_circle",
    "merge",
    "moment",
    "names",
    "new_circle_code",
    "new_join_code",
    "new_recovery_code",
    "open_match",
    "own_code",
    "person",
    "record",
    "record_here",
    "rename",
    "rules_of",
    "scores",
    "seat_link",
    "share",
    "shared",
    "take_all",
    "take_along",
    "take_hosting",
    "throw_away",
    "version",
    "withdraw_text",
]
