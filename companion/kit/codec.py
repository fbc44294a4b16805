"""Events as JSON and back, made from their dataclass fields alone.

Fields are int, str, bool, literals, cards, seats, persons, frozen records of these, optionals, tuples and unions of
these (the first form that fits is meant); ``BySeat`` is an object keyed by seat number. ``None`` is left out, but
written as null where the field has no default. A field named with a trailing underscore (``as_``) loses it in JSON.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.kit.cards import Card
from companion.kit.rules import Again, EachSeat, Event, InOrder, OneOf, Person, ReadOff, Within
from companion.kit.seats import Seat

SEAT_KEYS = frozenset(str(seat) for seat in range(100))
"""Each seat has one spelling, or an object could name it twice."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a field, taken apart: what schemas, forms and JSON are made from."""

    kind: Literal["int", "str", "bool", "card", "seat", "person", "choice", "list", "by_seat", "record", "union"]
    optional: bool = False
    item: Shape | None = None  # of a list, or of the values of a by_seat
    choices: tuple[str, ...] = ()
    record: type | None = None
    within: Within | None = None  # of the number, or of the length of the text or list
    forms: tuple[Shape, ...] = ()  # of a union
    in_order: bool = False  # of a list: its order means something
    each_seat: bool = False  # a list with one entry for each seat
    read_off: bool = False  # a number that stands on a card of one's own copy
    again: int = 0  # of a list: so many more may be the same as one that is there


@dataclass(frozen=True, slots=True)
class Member:
    name: str  # in JSON
    shape: Shape
    required: bool
    default: Any
    attribute: str  # in Python


@cache
def members(cls: type) -> tuple[Member, ...]:
    """The fields of an event or record that are its own, in order; the place in the log is not one of them."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        Member(
            f.name.removesuffix("_"),
            shape(hints[f.name]),
            f.default is MISSING and f.default_factory is MISSING,
            f.default,
            f.name,
        )
        for f in fields(cls)
        if f.name != "at"
    )


def shape(hint: Any) -> Shape:
    """TypeError for a type an event may not have."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        inner = shape(args[0])
        for extra in args[1:]:
            if isinstance(extra, Within):
                inner = replace(inner, within=extra)
            elif isinstance(extra, InOrder):
                inner = replace(inner, in_order=True)
            elif isinstance(extra, OneOf):
                inner = replace(inner, kind="choice", choices=extra.values)
            elif isinstance(extra, EachSeat):
                inner = replace(inner, each_seat=True)
            elif isinstance(extra, ReadOff):
                inner = replace(inner, read_off=True)
            elif isinstance(extra, Again):
                inner = replace(inner, again=extra.most)
        return inner
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        one = shape(rest[0]) if len(rest) == 1 else Shape("union", forms=tuple(shape(arg) for arg in rest))
        return replace(one, optional=len(rest) < len(args))
    if origin is Literal:
        return Shape("choice", choices=tuple(args))
    if origin is tuple:
        if len(args) != 2 or args[1] is not Ellipsis:
            raise TypeError(f"a list in an event is a tuple of any length of one type: {hint}")
        item = args[0]
        if get_origin(item) is tuple and get_args(item)[0] is Seat:
            return Shape("by_seat", item=shape(get_args(item)[1]))
        return Shape("list", item=shape(item))
    if hint is Card:
        return Shape("card")
    if hint is Seat:
        return Shape("seat")
    if hint is Person:
        return Shape("person")
    if hint in (int, str, bool):
        return Shape(hint.__name__)
    if is_dataclass(hint) and isinstance(hint, type):
        return Shape("record", record=hint)
    raise TypeError(f"an event field may not be {hint}")


def to_json(event: Event) -> dict[str, Any]:
    return {"type": event.type, **_record_to_json(event)}


def record_to_json(record: Any) -> dict[str, Any]:
    """A frozen record that is no event, such as a game's house rules."""
    return _record_to_json(record)


def _record_to_json(record: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    cls: type = type(record)
    for name, attribute, write, default in _writers(cls):
        value = getattr(record, attribute)
        if value is None or (value is False and default is False):
            if default is MISSING:
                out[name] = None
            continue
        out[name] = write(value) if write else value
    return out


@cache
def _writers(cls: type) -> tuple[tuple[str, str, Callable[[Any], Any] | None, Any], ...]:
    return tuple((m.name, m.attribute, _writer(m.shape), m.default) for m in members(cls))


def _writer(shape: Shape) -> Callable[[Any], Any] | None:
    if shape.kind == "record":
        return _record_to_json
    if shape.kind in ("list", "by_seat"):
        assert shape.item is not None
        one = _writer(shape.item) or (lambda value: value)
        if shape.kind == "by_seat":
            return lambda pairs: {str(seat): one(value) for seat, value in pairs}
        return lambda items: [one(item) for item in items]
    if shape.kind == "union":
        return _write_any
    return None


def _write_any(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_write_any(item) for item in value]
    return _record_to_json(value) if is_dataclass(value) else value


def from_json(event_types: dict[str, type[Event]], data: dict[str, Any], at: int = 0) -> Event:
    """Reads what ``to_json`` wrote, or what a schema has passed; KeyError and TypeError for anything else."""
    event: Event = read(event_types[data["type"]], data, at=at)
    return event


def read(cls: type, data: dict[str, Any], **more: Any) -> Any:
    values = {}
    for name, attribute, make in _readers(cls):
        if name in data:
            value = data[name]
            values[attribute] = make(value) if make and value is not None else value
    return cls(**values, **more)


@cache
def _readers(cls: type) -> tuple[tuple[str, str, Callable[[Any], Any] | None], ...]:
    return tuple((m.name, m.attribute, _reader(m.shape)) for m in members(cls))


def _reader(shape: Shape) -> Callable[[Any], Any] | None:
    if shape.kind == "record":
        record = shape.record
        assert record is not None
        return lambda data: read(record, data)
    if shape.kind in ("list", "by_seat"):
        assert shape.item is not None
        one = _reader(shape.item)
        if shape.kind == "by_seat":
            return lambda data: tuple(
                (Seat(int(seat)), one(value) if one else value) for seat, value in sorted(data.items(), key=_by_number)
            )
        return (lambda items: tuple(one(item) for item in items)) if one else tuple
    if shape.kind == "union":
        return lambda value: _read_any(shape.forms, value)
    return None


def _read_any(forms: tuple[Shape, ...], value: Any) -> Any:
    for form in forms:
        if fits(form, value):
            make = _reader(form)
            return make(value) if make else value
    raise TypeError(f"none of the forms fits {value!r}")


def _by_number(pair: tuple[str, Any]) -> int:
    return int(pair[0])


def seats_in(record: Any) -> Iterable[int]:
    """Every seat that an event names, in its records too."""
    return values_in(record, "seat")


def values_in(record: Any, kind: str) -> Iterable[Any]:
    """Every value of one kind of shape (card, seat, person) that an event or record names, however deep."""
    cls: type = type(record)
    for attribute, shape in _members_with(cls, kind):
        yield from _values(shape, getattr(record, attribute), kind)


def _values(shape: Shape, value: Any, kind: str) -> Iterable[Any]:
    if value is None:
        return
    if shape.kind == kind:
        yield value
        return
    match shape.kind:
        case "by_seat":
            assert shape.item is not None
            if kind == "seat":
                yield from (seat for seat, _ in value)
            for _, one in value:
                yield from _values(shape.item, one, kind)
        case "list" if shape.item is not None:
            for item in value:
                yield from _values(shape.item, item, kind)
        case "record":
            yield from values_in(value, kind)
        case "union":
            for one in value if isinstance(value, tuple) else (value,):
                if is_dataclass(one):
                    yield from values_in(one, kind)


@cache
def _members_with(cls: type, kind: str) -> tuple[tuple[str, Shape], ...]:
    return tuple((m.attribute, m.shape) for m in members(cls) if _has(m.shape, kind))


def _has(shape: Shape, kind: str) -> bool:
    if shape.kind == "record":
        assert shape.record is not None
        return bool(_members_with(shape.record, kind))
    return (
        shape.kind == kind
        or (shape.kind == "by_seat" and kind == "seat")
        or (shape.item is not None and _has(shape.item, kind))
        or any(_has(form, kind) for form in shape.forms)
    )


def by_type(events: Iterable[type[Event]]) -> dict[str, type[Event]]:
    return {cls.type: cls for cls in events}


def fits(shape: Shape, value: Any) -> bool:
    """Whether a JSON value has this shape; what a card or a seat may be, only the game knows."""
    if value is None:
        return shape.optional
    within, size = shape.within, value
    match shape.kind:
        case "int" | "seat":
            good = isinstance(value, int) and not isinstance(value, bool)
        case "bool":
            return isinstance(value, bool)
        case "choice":
            return value in shape.choices
        case "str" | "card" | "person":
            good, size = isinstance(value, str), len(value) if isinstance(value, str) else 0
        case "list":
            item = shape.item
            assert item is not None
            good = isinstance(value, list) and all(fits(item, one) for one in value)
            size = len(value) if good else 0
        case "by_seat":
            item = shape.item
            assert item is not None
            good = isinstance(value, dict) and all(seat in SEAT_KEYS and fits(item, one) for seat, one in value.items())
            size = len(value) if good else 0
        case "record":
            record = shape.record
            assert record is not None
            known = {m.name: m for m in members(record)}
            return (
                isinstance(value, dict)
                and value.keys() <= known.keys()
                and all(fits(m.shape, value[name]) if name in value else not m.required for name, m in known.items())
            )
        case "union":
            return any(fits(form, value) for form in shape.forms)
    return good and (within is None or within.low <= size <= within.high)


def choose(cls: type, data: dict[str, Any], **more: Any) -> Any:
    """A frozen record from JSON; ValueError names the field that is missing, does not exist or has no such value."""
    known = {m.name: m for m in members(cls)}
    for name, value in data.items():
        if name not in known or not fits(known[name].shape, value):
            raise ValueError(name)
    for name, member in known.items():
        if member.required and name not in data:
            raise ValueError(name)
    return read(cls, data, **more)
