"""Events as JSON and back, made from their dataclass fields alone.

Fields are int, str, bool, literals, cards, seats, frozen records of these, optionals and tuples; ``BySeat`` is
an object keyed by seat number. ``None`` fields are left out.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.kit.cards import Card
from companion.kit.rules import Event, OneOf, Within
from companion.kit.seats import Seat


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a field, taken apart: what schemas, forms and JSON are made from."""

    kind: Literal["int", "str", "bool", "card", "seat", "choice", "list", "by_seat", "record"]
    optional: bool = False
    item: Shape | None = None  # of a list, or of the values of a by_seat
    choices: tuple[str, ...] = ()
    record: type | None = None
    within: Within | None = None  # of the number, or of the length of the text or list


@dataclass(frozen=True, slots=True)
class Member:
    name: str
    shape: Shape
    required: bool
    default: Any


@cache
def members(cls: type) -> tuple[Member, ...]:
    """The fields of an event or record that are its own, in order; the place in the log is not one of them."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(
        Member(f.name, shape(hints[f.name]), f.default is MISSING and f.default_factory is MISSING, f.default)
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
            elif isinstance(extra, OneOf):
                inner = replace(inner, kind="choice", choices=extra.values)
        return inner
    if origin in (Union, types.UnionType):
        rest = [arg for arg in args if arg is not type(None)]
        if len(rest) != 1:
            raise TypeError(f"an event field has one type, or that type or None: {hint}")
        return replace(shape(rest[0]), optional=True)
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
    for name, write, default in _writers(type(record)):
        value = getattr(record, name)
        if value is None or (value is False and default is False):
            continue
        out[name] = write(value) if write else value
    return out


@cache
def _writers(cls: type) -> tuple[tuple[str, Callable[[Any], Any] | None, Any], ...]:
    return tuple((m.name, _writer(m.shape), m.default) for m in members(cls))


def _writer(shape: Shape) -> Callable[[Any], Any] | None:
    if shape.kind == "record":
        return _record_to_json
    if shape.kind in ("list", "by_seat"):
        assert shape.item is not None
        one = _writer(shape.item) or (lambda value: value)
        if shape.kind == "by_seat":
            return lambda pairs: {str(seat): one(value) for seat, value in pairs}
        return lambda items: [one(item) for item in items]
    return None


def from_json(event_types: dict[str, type[Event]], data: dict[str, Any], at: int = 0) -> Event:
    """Reads what ``to_json`` wrote, or what a schema has passed; KeyError and TypeError for anything else."""
    return read(event_types[data["type"]], data, at=at)


def read(cls: type[Any], data: dict[str, Any], **more: Any) -> Any:
    values = {}
    for name, make in _readers(cls):
        if name in data:
            value = data[name]
            values[name] = make(value) if make and value is not None else value
    return cls(**values, **more)


@cache
def _readers(cls: type) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    return tuple((m.name, _reader(m.shape)) for m in members(cls))


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
    return None


def _by_number(pair: tuple[str, Any]) -> int:
    return int(pair[0])


def seats_in(event: Event) -> Iterable[int]:
    """Every seat the event names."""
    for name, kind in _seat_members(type(event)):
        value = getattr(event, name)
        if value is None:
            continue
        if kind == "seat":
            yield value
        else:
            yield from (seat for seat, _ in value)


@cache
def _seat_members(cls: type) -> tuple[tuple[str, str], ...]:
    return tuple((m.name, m.shape.kind) for m in members(cls) if m.shape.kind in ("seat", "by_seat"))


def by_type(events: Iterable[type[Event]]) -> dict[str, type[Event]]:
    return {cls.type: cls for cls in events}
