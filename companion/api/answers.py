"""What is answered, for the document: answers are written as they are, these schemas only say what is in them."""

from __future__ import annotations

from typing import Any

from marshmallow import INCLUDE, Schema

from companion.api.fields import AnObject, Choice, Described, Flag, Record, Resolve, described


class Told(Schema):
    """There may be more in it than is described."""

    class Meta:
        unknown = INCLUDE
        register = False


class Words(Described):
    """Any text."""

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "string"}


class Long(Described):
    """A list of any length."""

    def __init__(self, item: Described, **more: Any) -> None:
        super().__init__(**more)
        self.item = item

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "array", "items": described(self.item, resolve)}


class Anything(Described):
    """An object described elsewhere."""

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "object"}


class Number(Described):
    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "integer"}


def words(**more: Any) -> Words:
    return Words(required=True, **more)


def number(**more: Any) -> Number:
    return Number(required=True, **more)


def listed(schema: type[Schema], name: str) -> type[Schema]:
    """A page of a list."""
    fields = {"items": Long(Record(schema), required=True), "next_cursor": words(allow_none=True)}
    return type(name, (Told,), fields)


class Problem(Told):
    """Why a request was refused (RFC 9457). `code` is stable; `detail` is a sentence in the request's language."""

    type = words()
    title = words()
    status = number()
    detail = words()
    code = words(metadata={"examples": ["out_of_turn"]})
    index = Number(metadata={"description": "Which event or change of the request it is about, from 0."})
    field = Words(metadata={"description": "Where in the body or address: `events[0].card`."})
    conflicts_with = Long(Number(), metadata={"description": "Entries of the log it contradicts."})
    version = Number(metadata={"description": "With `version_conflict`: the log's last entry now."})
    since = Long(AnObject(), metadata={"description": "With `version_conflict`: what was added lately."})
    breaks_at = Number(metadata={"description": "Of a correction: the first later entry that would no longer hold."})


class Seats(Told):
    min = number()
    max = number()


class Option(Told):
    """A house rule."""

    type = Choice(("string", "boolean", "integer"), required=True)
    choices = Long(Words())


class GameSummary(Told):
    id = words()
    seats = Record(Seats, required=True)
    suits = Long(Words(), required=True)
    cards = Long(Words(), required=True)
    options = AnObject(required=True, metadata={"description": "House rules by name: type, choices, default."})
    memory = Choice(("open", "closed"), required=True)
    card_set = Flag(required=True, metadata={"description": "Whether its cards can be entered as a set."})


class Game(GameSummary):
    events = AnObject(required=True, metadata={"description": "JSON Schema of each event by its type."})


class Opened(Told):
    match = words(metadata={"description": "The match's id."})
    token = words(metadata={"description": "The host's token, told here and to nobody else."})
    join_code = words(metadata={"description": "Lets other phones in."})
    version = number()


class Brought(Told):
    match = words()
    token = words(allow_none=True, metadata={"description": "A new host token; null where the match was here already."})
    join_code = words(allow_none=True)
    version = number()


class Joined(Told):
    match = words(allow_none=True, metadata={"description": "Null for who came into a circle."})
    circle = words(allow_none=True, metadata={"description": "Null for who came to a match."})
    token = words()
    role = Choice(("host", "scribe", "seat", "watcher", "member"), required=True)
    seat = Number(allow_none=True)


class JoinCode(Told):
    match = words()
    join_code = words()


class Share(Told):
    """A link that reads one match."""

    match = words()
    code = words()
    path = words(metadata={"description": "The page it opens, at the beginning of the match."})


class SeatLink(Told):
    """A code that hands a seat to the phone that joins with it."""

    match = words()
    code = words()


class Gone(Told):
    """A deleted match, and until when it can be brought back."""

    match = words()
    until = words()


class MadeCircle(Told):
    circle = words()
    token = words(metadata={"description": "A member's token: it opens matches and reads the history."})
    join_code = words(metadata={"description": "Lets others in."})
    recovery_code = words(metadata={"description": "To be written down: it lets one in again from any phone."})


class Circle(Told):
    circle = words()
    name = words()
    phones = number(metadata={"description": "How many are of it."})
    join_code = words()
    recovery_code = words()


class CircleCode(Told):
    code = words()


class SeatView(Told):
    seat = number()
    name = words(allow_none=True)
    player = words(allow_none=True)
    robot = words(allow_none=True)
    open = Flag(required=True)
    claimed = Flag(required=True)
    online = Flag(required=True)


class You(Told):
    role = Choice(("host", "scribe", "seat", "watcher"), required=True)
    seat = number(allow_none=True)


class Expected(Told):
    type = words()
    seat = Number()


class Standing(Told):
    totals = Long(Number(), required=True)
    deals = Long(Long(Number()), required=True)
    current = Long(Number(), required=True, allow_none=True)


class Match(Told):
    """A match as this caller may see it."""

    id = words()
    game = words()
    version = number()
    status = Choice(("waiting", "playing", "finished", "abandoned"), required=True)
    dealing = Choice(("table", "companion"), required=True)
    house_rules = AnObject(required=True)
    suit_names = AnObject(
        required=True, metadata={"description": "By suit what the table's own card set calls it, where it has a name."}
    )
    memory = Choice(("open", "closed"), required=True)
    seats = Long(Record(SeatView), required=True)
    you = Record(You, required=True)
    hand = Long(Words(), required=True, allow_none=True)
    deal = number()
    deals = number(allow_none=True)
    expects = Long(Record(Expected), required=True)
    scores = Record(Standing, required=True)
    winners = Long(Number(), required=True, allow_none=True)
    state = AnObject(required=True, metadata={"description": "The game's own part."})


class Entry(Told):
    """An entry of the log, the fields of its event beside its own."""

    seq = number()
    type = words()
    at = words(metadata={"description": "When it was recorded, by the server's clock, UTC."})
    by = words(metadata={"description": "Who recorded it: a role, `seat 2`, or `companion`."})
    state = Choice(("active", "replaced", "removed"), required=True)


class PastMatch(Told):
    """A match as it lay at an earlier moment; nothing can be recorded there."""

    status = words()
    deal = number()
    deals = number(allow_none=True)
    scores = Record(Standing, required=True)
    winners = Long(Number(), required=True, allow_none=True)
    state = AnObject(required=True)


class Moment(Told):
    at = number()
    moments = Long(Number(), required=True, metadata={"description": "Every moment there is, in playing order."})
    entry = Record(Entry, required=True, allow_none=True, metadata={"description": "What happened last."})
    match = Record(PastMatch, required=True)


class Recorded(Told):
    version = number()
    events = Long(Record(Entry), required=True)
    match = Record(Match, required=True)


class Line(Told):
    """Points and where they came from."""

    deal = number(allow_none=True)
    seat = number()
    points = number()
    reason = words()


class MatchFile(Told):
    """A match with its whole log, to be brought in elsewhere."""

    format = words()
    format_version = number()
    part = Flag(required=True, data_key="partial", metadata={"description": "Whether some of it is hidden."})
    match = words()
    game = words()
    version = number()
    played_on = words()
    status = words()
    totals = Long(Number(), required=True)
    winners = Long(Number(), required=True, allow_none=True)
    exported_at = words()
    events_version = number()
    people = AnObject(required=True, metadata={"description": "Names by the ids that the log uses."})
    merged = AnObject(required=True, metadata={"description": "Ids of the log that turned out to be another one."})
    events = Long(Record(Entry), required=True)


class Scores(Standing):
    version = number()
    winners = Long(Number(), required=True, allow_none=True)
    lines = Long(Record(Line), required=True)


class PersonRow(Told):
    id = words()
    name = words()
    played = number(metadata={"description": "Matches that count in their records."})
    latest_at = words(metadata={"description": "When they last sat down, or finished a match."})


class Rate(Described):
    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "number"}


class Against(Told):
    """Matches both finished: how often one came before, behind and level with the other."""

    player = words()
    name = words()
    played = number()
    ahead = number()
    behind = number()
    level = number()


class GameRecord(Told):
    """Of matches that were finished in a seat that was not handed on."""

    game = words()
    played = number()
    won = number(metadata={"description": "Came first alone."})
    shared = number(metadata={"description": "Came first together with others."})
    win_rate = Rate(required=True, metadata={"description": "A first place shared by n counts as the n-th part."})
    average = Rate(required=True, metadata={"description": "Of the totals."})
    best = number()
    worst = number()
    streak = number(metadata={"description": "First places in a row up to the latest match, shared ones included."})
    longest_streak = number()
    against = Long(Record(Against), required=True, metadata={"description": "Those met most often."})


class PersonSheet(Told):
    id = words()
    name = words()
    also = Long(Words(), required=True, metadata={"description": "Other names that turned out to be this person."})
    games = Long(Record(GameRecord), required=True)


class SeatRow(Told):
    seat = number()
    player = words(allow_none=True)
    name = words(allow_none=True)


class MatchRow(Told):
    id = words()
    game = words()
    dealing = words()
    status = words()
    version = number()
    deal = number()
    played_on = words()
    opened_at = words()
    touched_at = words()
    seats = Long(Record(SeatRow), required=True)
    totals = Long(Number(), required=True)
    winners = Long(Number(), required=True, allow_none=True)


class CardSet(Told):
    id = words()
    game = words()
    name = words()
    content = Anything(required=True)
    touched_at = words()


class Health(Told):
    ok = Flag(required=True)
    schema = words(allow_none=True, metadata={"description": "The version of the database's tables."})
    database = words(metadata={"examples": ["sqlite 3.53.0"]})
    open = Flag(required=True)
    games = Long(Words(), required=True)
    note = words(allow_none=True)


Games = listed(GameSummary, "Games")
People = listed(PersonRow, "People")
Matches = listed(MatchRow, "Matches")
CardSets = listed(CardSet, "CardSets")
Log = listed(Entry, "Log")
