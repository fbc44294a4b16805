"""Strict fields: a value is taken as it was sent or refused, never mended. Each describes itself as JSON Schema.

What is wrong is told as a reason and its parameters, like everything that later becomes a sentence.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

Resolve = Callable[[Any], dict[str, Any]]
"""From a nested schema to its JSON Schema, or to a reference to it."""

LARGEST = 2**31 - 1
LONGEST_LIST = 2000


class Wrong(str):
    """The reason why a field was refused, with what its sentence speaks of."""

    __slots__ = ("params",)
    params: Mapping[str, Any]

    def __new__(cls, reason: str, **params: Any) -> Wrong:
        made = super().__new__(cls, reason)
        made.params = params
        return made


def wrong(reason: str, **params: Any) -> ValidationError:
    return ValidationError(Wrong(reason, **params))


class Strict(Schema):
    """Refuses fields it does not know."""

    class Meta:
        unknown = RAISE
        register = False

    error_messages = {  # noqa: RUF012
        "unknown": Wrong("unknown_field"),
        "type": Wrong("not_an_object"),
    }


class Described(fields.Field[Any], ABC):
    """A field that says itself what it holds."""

    @abstractmethod
    def describe(self, resolve: Resolve) -> dict[str, Any]:
        """JSON Schema of a value that is not null."""


class Taken(Described):
    """A field of a request."""

    @abstractmethod
    def take(self, value: Any) -> Any:
        """The value; ValidationError for one of another kind."""

    def make_error(self, key: str, **params: Any) -> ValidationError:
        return wrong({"required": "missing_field", "null": "null_field"}.get(key, key), **params)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return self.take(value)


class Whole(Taken):
    """An int as such: 13.0, true and "13" are none."""

    def __init__(self, low: int = -LARGEST, high: int = LARGEST, **more: Any) -> None:
        super().__init__(**more)
        self.low, self.high = low, high

    def take(self, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise wrong("whole_number", low=self.low, high=self.high)
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Number(Whole):
    """An int in an address, where everything is text."""

    def take(self, value: Any) -> int:
        digits = isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,12}", value)
        return super().take(int(value) if digits else None)


class Text(Taken):
    """A text of ``low`` to ``high`` characters; all of it fits ``pattern``."""

    def __init__(self, low: int = 0, high: int = 2000, pattern: str | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.low, self.high, self.pattern = low, high, pattern

    def take(self, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong("text")
        if not self.low <= len(value) <= self.high:
            raise wrong("text_length", low=self.low, high=self.high)
        if self.pattern and not re.fullmatch(self.pattern, value):
            raise wrong("text_form")
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        told: dict[str, Any] = {"type": "string", "minLength": self.low, "maxLength": self.high}
        return told | ({"pattern": f"^{self.pattern}$"} if self.pattern else {})


class Flag(Taken):
    def __init__(self, only: bool | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.only = only

    def take(self, value: Any) -> bool:
        if not isinstance(value, bool) or (self.only is not None and value is not self.only):
            raise wrong("yes_or_no")
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "boolean"} if self.only is None else {"const": self.only}


class Switch(Taken):
    """A yes or no in an address."""

    def take(self, value: Any) -> bool:
        if value not in ("true", "false", "1", "0"):
            raise wrong("yes_or_no")
        return value in ("true", "1")

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "boolean"}


class Choice(Taken):
    def __init__(self, values: Sequence[str], **more: Any) -> None:
        super().__init__(**more)
        self.values = tuple(values)
        self._known = frozenset(values)

    def take(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self._known:
            raise wrong("one_of", values=", ".join(self.values))
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"const": self.values[0]} if len(self.values) == 1 else {"type": "string", "enum": list(self.values)}


class Items(Taken):
    """A list; what is wrong with one of them is told by its place."""

    def __init__(self, item: Taken, low: int = 0, high: int = LONGEST_LIST, **more: Any) -> None:
        super().__init__(**more)
        self.item, self.low, self.high = item, low, high

    def take(self, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise wrong("list")
        if not self.low <= len(value) <= self.high:
            raise wrong("list_length", low=self.low, high=self.high)
        taken, errors = [], {}
        for place, one in enumerate(value):
            try:
                taken.append(self.item.deserialize(one))
            except ValidationError as error:
                errors[place] = error.messages
        if errors:
            raise ValidationError(errors)
        return taken

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        item = described(self.item, resolve)
        return {"type": "array", "items": item, "minItems": self.low, "maxItems": self.high}


class BySeat(Taken):
    """An object keyed by seat number."""

    def __init__(self, item: Taken, players: int, **more: Any) -> None:
        super().__init__(**more)
        self.item = item
        self.seats = [str(seat) for seat in range(players)]

    def take(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong("by_seat")
        errors: dict[str, Any] = {}
        taken = {}
        for seat, one in value.items():
            if seat not in self.seats:
                errors[seat] = [Wrong("no_such_seat", high=len(self.seats) - 1)]
                continue
            try:
                taken[seat] = self.item.deserialize(one)
            except ValidationError as error:
                errors[seat] = error.messages
        if errors:
            raise ValidationError(errors)
        return taken

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        item = described(self.item, resolve)
        return {"type": "object", "properties": dict.fromkeys(self.seats, item), "additionalProperties": False}


class Record(Taken):
    """An object with a schema of its own."""

    def __init__(self, schema: type[Schema], **more: Any) -> None:
        super().__init__(**more)
        self.schema = schema
        self._made = schema()

    def take(self, value: Any) -> Any:
        return self._made.load(value)

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return resolve(self.schema)


class AnObject(Taken):
    """Any object: what may be in it is known further in."""

    def take(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise wrong("not_an_object")
        return value

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"type": "object"}


class OneOf(Taken):
    """Different objects, told apart by the field that only one of them has; or plain values beside them."""

    def __init__(self, forms: Mapping[str, type[Schema]], plain: Taken | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.forms, self.plain = dict(forms), plain
        self._made = {name: schema() for name, schema in forms.items()}

    def take(self, value: Any) -> Any:
        if not isinstance(value, dict):
            if self.plain is None:
                raise wrong("not_an_object")
            return self.plain.take(value)
        forms = [schema for name, schema in self._made.items() if name in value]
        if len(forms) != 1:
            raise wrong("one_form", values=", ".join(self.forms))
        return forms[0].load(value)

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        plain = [] if self.plain is None else [self.plain.describe(resolve)]
        return {"oneOf": [*plain, *(resolve(schema) for schema in self.forms.values())]}


class Either(Taken):
    """One of several kinds of value: the first that fits is meant."""

    def __init__(self, *kinds: Taken, **more: Any) -> None:
        super().__init__(**more)
        self.kinds = kinds

    def take(self, value: Any) -> Any:
        for kind in self.kinds:
            try:
                return kind.take(value)
            except ValidationError as error:
                last = error
        raise last

    def describe(self, resolve: Resolve) -> dict[str, Any]:
        return {"anyOf": [kind.describe(resolve) for kind in self.kinds]}


def described(field: Described, resolve: Resolve) -> dict[str, Any]:
    """JSON Schema of a field, with null where it may be, its default, and what it is for."""
    told = field.describe(resolve)
    if field.allow_none:
        told = _or_null(told)
    for name in ("description", "examples"):
        if name in field.metadata:
            told = {**told, name: field.metadata[name]}
    return told


def _or_null(told: dict[str, Any]) -> dict[str, Any]:
    if "type" not in told:
        return {"anyOf": [told, {"type": "null"}]}
    told = {**told, "type": [told["type"], "null"]}
    return {**told, "enum": [*told["enum"], None]} if "enum" in told else told
