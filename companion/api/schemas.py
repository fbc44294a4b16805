"""What may be sent. The events of a game are derived from its event types: nothing about a game stands here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from marshmallow import INCLUDE, Schema, ValidationError
from marshmallow_oneofschema import OneOfSchema

from companion.api.fields import (
    LARGEST,
    LONGEST_LIST,
    AnObject,
    BySeat,
    Choice,
    Either,
    Flag,
    Items,
    Number,
    OneOf,
    Record,
    Resolve,
    Strict,
    Switch,
    Taken,
    Text,
    Whole,
    Wrong,
    wrong,
)
from companion.kit import codec
from companion.kit.general import GENERAL
from companion.kit.rules import Event, Rules

ID = "[0-9a-hjkmnp-tv-z]{1,13}"
MOST_EVENTS = LONGEST_LIST
MOST_CHANGES = 200
MOST_SEATS = 8
MOST_ENTRIES = 20_000
DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


def an_id(**more: Any) -> Text:
    return Text(1, 13, ID, **more)


# People.


class Named(Strict):
    """The circle's person of this name, else a new one; ``new``: a second person of that name."""

    name = Text(0, 1000, required=True)
    new = Flag()


class Known(Strict):
    """Somebody of the circle, by id."""

    player = an_id(required=True)


class Me(Strict):
    me = Flag(metadata={"description": "This seat is the host's own, once."})


class NamedPlayer(Named, Me):
    """A person by name."""


class KnownPlayer(Known, Me):
    """A person of the circle, by id."""


class Renaming(Strict):
    name = Text(0, 1000, required=True)


class Merging(Strict):
    """The other spelling's person, who stays."""

    into = an_id(required=True)


class Robot(Strict):
    """The companion plays."""

    robot = Choice(("easy", "strong"), required=True)


class OpenSeat(Strict):
    """Whoever takes this seat with a phone."""

    open = Flag(only=True, required=True)


PLAYER = {"name": NamedPlayer, "player": KnownPlayer, "robot": Robot, "open": OpenSeat}


# Matches.


class HouseRules(AnObject):
    """Options of some game; the table judges them by the game that is opened."""

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/HouseRules"}


class Opening(Strict):
    """A match to be opened."""

    game = Text(1, 60, required=True, metadata={"description": "The id of a game."})
    players = Items(OneOf(PLAYER), 1, MOST_SEATS, required=True, metadata={"description": "In order of play."})
    dealing = Choice(("table", "companion"), metadata={"description": "Who deals the cards; `table` unless said."})
    first_seat = Either(Whole(0, MOST_SEATS - 1), Choice(("lot",)))
    house_rules = HouseRules(metadata={"description": "Options of the game; see `GET /api/games/{game}`."})
    memory = Choice(("open", "closed"))
    card_set = Either(an_id(), AnObject(), allow_none=True)
    played_on = Text(10, 10, DAY, metadata={"description": "The day; today unless said.", "examples": ["2024-12-24"]})


class Joining(Strict):
    """A join code, and the seat to take; without a seat one watches."""

    code = Text(1, 60, required=True)
    seat = Whole(0, MOST_SEATS - 1, allow_none=True)
    name = Text(0, 1000, allow_none=True, metadata={"description": "Who sits down, where the seat has no name."})


class NewCircle(Strict):
    name = Text(0, 1000, required=True)


class CardSetContent(AnObject):
    """What is printed, as the record of some game; that game judges it."""

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/CardSetContent"}


class ChangedCardSet(Strict):
    name = Text(0, 1000, required=True)
    content = CardSetContent(required=True)


class NewCardSet(ChangedCardSet):
    """The printed values of one's own copy of a game."""

    game = Text(1, 60, required=True)


class CardSetQuery(Strict):
    game = Text(1, 60, r"[a-z0-9-]+")


class Nothing(Strict):
    """No fields."""


class AnyEvent(Taken):
    """An event of some game; which one, only the match knows. ``EventSchemas`` judges it then."""

    def take(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong("not_an_object")
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"$ref": "#/components/schemas/Event"}


EXPECTED_VERSION = {"description": "Refused with `version_conflict` when the log has gone on from there."}


class Recording(Strict):
    """Events in the order they happened; all are recorded or none."""

    events = Items(AnyEvent(), 1, MOST_EVENTS, required=True)
    expected_version = Whole(0, LARGEST, allow_none=True, metadata=EXPECTED_VERSION)


class Exchange(Strict):
    """Entry `seq` gets another event; null: it is taken back."""

    seq = Whole(1, LARGEST, required=True)
    event = AnyEvent(required=True, allow_none=True)


class Insertion(Strict):
    """The event happened just before entry `before`."""

    before = Whole(1, LARGEST, required=True)
    event = AnyEvent(required=True)


class _Terms(Strict):
    reseat = Flag(metadata={"description": "Later plays of that deal take the seat whose turn it then is."})
    drop_after = Flag(metadata={"description": "Everything from the first entry on that no longer holds is dropped."})
    dry_run = Flag(metadata={"description": "Stores nothing, and says what would change."})
    expected_version = Whole(0, LARGEST, allow_none=True, metadata=EXPECTED_VERSION)


class Changes(_Terms):
    """Changes to earlier entries, all or none."""

    changes = Items(OneOf({"seq": Exchange, "before": Insertion}), 1, MOST_CHANGES, required=True)


class OneExchange(Exchange, _Terms):
    """One entry exchanged or taken back."""


class OneInsertion(Insertion, _Terms):
    """One entry put in."""


class Correcting(Schema):
    """A correction, in its full or in its short form."""

    forms: ClassVar[dict[str, type[Schema]]] = {"changes": Changes, "seq": OneExchange, "before": OneInsertion}

    class Meta:
        register = False

    def load(self, data: Any, **_: Any) -> Any:
        return OneOf(self.forms).take(data)


# Matches that are carried here.


class FileToBring(Schema):
    """What `export` answered with, here or elsewhere; an older form of it will do."""

    format = Choice(("companion-match",), required=True)
    format_version = Whole(1, LARGEST, required=True)
    part = Flag(data_key="partial", metadata={"description": "Only a file that holds all of its match will do."})
    match = an_id()
    game = Text(1, 60)
    people = AnObject(metadata={"description": "Names by the ids that the log uses."})
    events = Items(AnObject(), 1, MOST_ENTRIES, metadata={"description": "Entries as `events` tells them."})

    class Meta:
        unknown = INCLUDE
        register = False

    def load(self, data: Any, **more: Any) -> Any:
        """As it was sent: the rest of it the table judges, and an older form has other fields."""
        super().load(data, **more)
        return data


# Addresses.


class LogQuery(Strict):
    after = Number(-1, LARGEST, metadata={"description": "Only entries after this one."})
    effective = Switch(metadata={"description": "Only what counts, in playing order."})


CURSOR = {"description": "`next_cursor` of the page before."}


class MomentQuery(Strict):
    at = Number(0, LARGEST, required=True, metadata={"description": "An entry of the log; 0 is the beginning."})


class PeopleQuery(Strict):
    q = Text(0, 200, r"[^\x00-\x1f]*", metadata={"description": "The beginning of any word of a name."})
    limit = Number(1, 100)
    cursor = Text(1, 60, r"[0-9a-z.-]+", metadata=CURSOR)


class HistoryQuery(Strict):
    player = an_id(metadata={"description": "Only matches this person played in."})
    game = Text(1, 60, r"[a-z0-9-]+")
    status = Choice(("waiting", "playing", "finished", "abandoned"))
    since = Text(10, 10, DAY, data_key="from", metadata={"description": "Played on this day or later."})
    until = Text(10, 10, DAY, data_key="to", metadata={"description": "Played on this day or earlier."})
    limit = Number(1, 100)
    cursor = Text(1, 60, r"[0-9a-z.-]+", metadata=CURSOR)


# Events.


class EventSchemas:
    """The events of one game as they may be sent: a schema for each type, and their union."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self._records: dict[type, type[Schema]] = {}  # one that stands in several places is described once
        sent = {cls.type: cls for cls in (*GENERAL, *rules.events) if cls.by_people}
        self.by_type = {kind: self._event(cls) for kind, cls in sent.items()}
        self.union: type[OneOfSchema] = type(
            f"{_camel(rules.name)}Event", (AnEvent,), {"type_schemas": {k: made() for k, made in self.by_type.items()}}
        )
        self._union = self.union()
        self.card_set = None
        if rules.card_set is not None:
            self.card_set = self._schema(f"{_camel(rules.name)}CardSet", rules.card_set, {})
        self.house_rules = self._schema(f"{_camel(rules.name)}HouseRules", rules.house_rules, {})

    def read(self, event: Any) -> dict[str, Any]:
        """The event as the table takes it; ValidationError for what this game does not know."""
        read = self._union.load(event)
        assert isinstance(read, dict)
        return read

    def read_all(self, events: Iterable[Any], name: str = "events") -> list[dict[str, Any]]:
        """ValidationError that names the place of each event that is wrong."""
        read, errors = [], {}
        for place, event in enumerate(events):
            try:
                read.append(self.read(event))
            except ValidationError as error:
                errors[place] = error.messages
        if errors:
            raise ValidationError({name: errors})
        return read

    def _event(self, cls: type[Event]) -> type[Schema]:
        fields: dict[str, Any] = {"type": Choice((cls.type,), required=True)}
        return self._schema(f"{_camel(self.rules.name)}{_camel(cls.type)}", cls, fields)

    def _schema(self, name: str, cls: type, fields: dict[str, Any]) -> type[Schema]:
        for member in codec.members(cls):
            fields[member.name] = self._field(member.shape, required=member.required)
        return type(name, (Strict,), fields)

    def _field(self, shape: codec.Shape, **more: Any) -> Taken:
        within, seats = shape.within, max(self.rules.seats)
        more = {**more, "allow_none": shape.optional}
        size = (within.low, within.high) if within else ()
        match shape.kind:
            case "int":
                return Whole(*size, **more)
            case "str":
                return Text(*size, **more)
            case "bool":
                return Flag(**more)
            case "card":
                return Choice(self.rules.cards, **more)
            case "seat":
                return Whole(0, seats - 1, **more)
            case "choice":
                return Choice(shape.choices, **more)
            case "person":
                return OneOf({"player": Known, "name": Named}, plain=an_id(), **more)
        if shape.kind == "union":
            return Either(*(self._field(form) for form in shape.forms), **more)
        if shape.kind == "record":
            assert shape.record is not None
            if shape.record not in self._records:
                name = f"{_camel(self.rules.name)}{shape.record.__name__}"
                self._records[shape.record] = self._schema(name, shape.record, {})
            return Record(self._records[shape.record], **more)
        assert shape.item is not None
        item = self._field(shape.item)
        return BySeat(item, seats, **more) if shape.kind == "by_seat" else Items(item, *size, **more)


class AnEvent(OneOfSchema):
    """One of several events, told apart by `type`."""

    type_field_remove = False

    class Meta:
        register = False

    def _load(self, data: Any, *, partial: Any = None, unknown: Any = None, **kwargs: Any) -> Any:
        if not isinstance(data, dict):
            raise wrong("not_an_object")
        kind = data.get("type")
        if kind is None:
            raise ValidationError({"type": [Wrong("missing_field")]})
        if not isinstance(kind, str) or kind not in self.type_schemas:
            raise ValidationError({"type": [Wrong("one_of", values=", ".join(self.type_schemas))]})
        return super()._load(data, partial=partial, unknown=unknown, **kwargs)


def _camel(name: str) -> str:
    return "".join(part.title() for part in name.replace("-", "_").split("_"))
