"""Events as forms, made from the shape of their fields alone; ``filled`` reads what comes back.

A field's name is its path: ``pieces``, ``red``, ``results.0.declared``, ``hands.2``. The page's script builds the same
JSON from the same names, so a form works with and without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from itertools import groupby
from typing import Any

from companion.kit.codec import Member, Shape, members
from companion.kit.match import PLURALS
from companion.kit.rules import Rules

LONG_TEXT = 500
LONGEST_SERIES = 9
FEW = 12
FEW_STEPS = 40
MOST_KEYS = 60
"""More numbers than this are not chosen from keys: every player gets one of them."""


@dataclass(frozen=True)
class Field:
    """``kind``: number, numbers, choice (of one), codes, labels, cards, seat, yes, once (yes is 1, no is 0), few (one
    of few numbers, or none), text, texts (a line each), series (one number, or ``fields`` for one each), group (of
    fields, for the seat in ``seat``), or ways: values of which one has to be chosen before the rest of the form can be
    asked; ordered (numbers in order), picks (one value for each of so many), pick (one whole record, or none)."""

    name: str
    label: str  # the code of its words
    kind: str
    low: int = 0
    high: int = 0
    least: int = 0  # how many are to be chosen
    most: int = 0
    values: tuple[Any, ...] = ()
    fields: tuple[Field, ...] = ()
    seat: int | None = None
    count_of: str | None = None  # the path of the number that decides how many are to be chosen
    count_by: int = 1  # so many of it for one of these
    optional: bool = False  # may be left empty
    blank: bool = False  # a number that is empty until somebody has chosen one, be it zero
    again: int = 0  # of cards: so many more may be the same as one that is chosen
    of: str | None = None  # what the form was decided to be about
    whose: int | None = None  # the player it is told of
    different: str = ""  # the paths of the fields that must not have the same value, with a star for each player

    @property
    def wide(self) -> bool:
        """Whether one at a time would be too slow."""
        return self.high - self.low > FEW_STEPS

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """The values as they are laid out: a row for each suit of cards, anything else in one."""
        if self.kind != "cards":
            return [self.values]
        return [tuple(cards) for _, cards in groupby(self.values, key=lambda card: card[:1])]


@dataclass(frozen=True)
class Sum:
    """What numbers have to come to together; ``of``: their path, with a star for each player."""

    of: str
    low: int
    high: int

    @property
    def label(self) -> str:
        """The code of the words for what is summed."""
        return f"field.{[part for part in self.of.split('.') if part != '*'][-1]}"

    def now(self, filled: Mapping[str, Any]) -> int:
        return sum(int(value) for name, value in filled.items() if isinstance(value, int) and self.holds(name))

    def holds(self, name: str) -> bool:
        return fnmatch(name, self.of)


def sums(entry: Mapping[str, Any]) -> tuple[Sum, ...]:
    return tuple(
        Sum(of, both[0], both[1]) for of, both in entry.get("sums", {}).items() if not isinstance(both, Mapping)
    )


def fields(
    rules: Rules[Any],
    event: type,
    entry: Mapping[str, Any],
    players: int,
    counts: Mapping[str, Mapping[str, Any]] | None = None,
    cards: Sequence[str] = (),
) -> tuple[Field, ...]:
    """The fields of an event, limited by what ``expects`` says of it.

    ``counts``: by ``<type>.<field>`` which number decides how many are chosen, as in ``{"of": "pieces", "by": 2}``.
    """
    asks = Asking(rules, str(getattr(event, "type", "")), entry, players, counts or {}, cards or rules.cards)
    deciding = _deciding(event, entry)
    values = tuple(entry[_plural(deciding)]) if deciding else ()
    if deciding and len(values) > 1:
        return (Field(deciding, f"field.{deciding}", "ways", values=values),)
    return tuple(
        field for member in members(event) if member.name not in ("seat", "irregular") for field in asks.field(member)
    )


def narrowed(event: type, entry: Mapping[str, Any], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """What ``expects`` says once that is chosen on which the form of other fields hangs."""
    deciding = _deciding(event, entry)
    values: Sequence[Any] = entry[_plural(deciding)] if deciding else ()
    value = values[0] if len(values) == 1 else chosen.get(deciding) if deciding else None
    if deciding is None or value not in values:
        return entry
    of_it = {name: told[value] for name, told in entry.items() if isinstance(told, Mapping) and value in told}
    by = entry.get("by", {}).get(deciding, {}).get(value, {})
    usual = {**{name: one for name, one in by.items() if one}, **of_it.get("usual", entry.get("usual", {}))}
    hanging = _hanging(event, entry)
    union = {hanging[1]: {value: entry[hanging[1]][value]}} if hanging else {}
    return {**entry, **of_it, **by, **union, _plural(deciding): [value], "usual": usual, "of": value}


def _deciding(event: type, entry: Mapping[str, Any]) -> str | None:
    """The choice on which the form of other fields hangs: of a union, or of what ``expects`` says by it."""
    hanging = _hanging(event, entry)
    return hanging[0] if hanging else next(iter(entry.get("by", ())), None)


def _hanging(event: type, entry: Mapping[str, Any]) -> tuple[str, str] | None:
    """The choice that decides which form a union has, and the union: ``expects`` names its fields for each value."""
    for union in (member for member in members(event) if member.shape.kind == "union"):
        forms = entry.get(union.name)
        if not isinstance(forms, Mapping):
            continue
        for member in members(event):
            values = entry.get(_plural(member.name))
            if member.shape.kind == "choice" and values and all(value in forms for value in values):
                return member.name, union.name
    return None


def _plural(name: str) -> str:
    return PLURALS.get(name, f"{name}s")


@dataclass(frozen=True)
class Asking:
    """Asks for the members of one record; ``entry`` is what is known of them."""

    rules: Rules[Any]
    type: str
    entry: Mapping[str, Any]
    players: int
    counts: Mapping[str, Mapping[str, Any]]
    cards: Sequence[str]

    def field(self, member: Member, path: str = "") -> list[Field]:
        name, shape = f"{path}{member.name}", member.shape
        label = f"suit.{member.name}" if member.name in self.rules.suits else f"field.{member.name}"
        within = shape.within
        allowed = self.entry.get(member.name, self.entry.get(_plural(member.name)))
        if shape.optional and member.name in self.entry and allowed is None:
            return []  # it need not be told
        match shape.kind:
            case "int":
                low, high = allowed or (within.low, within.high) if within else allowed or (0, 99)
                if (low, high) == (0, 1) and not shape.optional:
                    return [Field(name, label, "once", low, high)]
                if shape.optional and high - low < FEW:
                    return [Field(name, label, "few", values=tuple(range(low, high + 1)), optional=True)]
                return [Field(name, label, "number", low, high, optional=shape.optional, blank=shape.read_off)]
            case "str":
                return [Field(name, label, "text", high=within.high if within else LONG_TEXT, optional=shape.optional)]
            case "bool" if shape.optional:
                return [Field(name, label, "choice", values=("true", "false"), optional=True)]
            case "bool":
                return [Field(name, label, "yes", least=int(member.required))]
            case "choice":
                return [Field(name, label, "choice", values=tuple(allowed or shape.choices), optional=shape.optional)]
            case "record":
                assert shape.record is not None
                inner = (f for m in members(shape.record) for f in self.field(m, f"{name}."))
                return [Field(name, label, "group", fields=tuple(inner))]
            case "seat":
                return [Field(name, label, "seat", values=tuple(range(self.players)), optional=shape.optional)]
            case "union" if isinstance(allowed, Mapping):
                (names,) = allowed.values()
                form = next(form for form in shape.forms if form.record and names_of(form.record) == set(names))
                return self.field(replace(member, shape=form), path)
            case "list":
                return [] if allowed == [] else [self._list(member, name, label, allowed)]
            case "union" if [form.kind for form in shape.forms] == ["int", "list"]:
                one = shape.forms[0]
                low, high = (one.within.low, one.within.high) if one.within else (0, 99)
                each = (
                    Field(f"{name}.{i}", label, "number", low, high, blank=one.read_off)
                    for i in range(self.entry.get("tricks", 0))
                )
                return [Field(name, label, "series", low, high, fields=tuple(each), blank=one.read_off)]
            case "by_seat":
                seats = self.entry.get("seats") or range(self.players)
                size = self.entry.get("cards", 0)
                return [
                    Field(f"{name}.{seat}", label, "cards", least=size, most=size, values=tuple(self.cards), seat=seat)
                    for seat in seats
                ]
        return []

    def _list(self, member: Member, name: str, label: str, allowed: Any) -> Field:
        item, within = member.shape.item, member.shape.within
        assert item is not None
        least, most = (within.low, within.high) if within else (0, 99)
        if item.kind == "record":
            assert item.record is not None
            groups = tuple(
                Field(
                    f"{name}.{seat}",
                    "seat",
                    "group",
                    seat=seat,
                    fields=tuple(
                        replace(f, whose=seat, blank=True, different=self.different(f.name))
                        for m in members(item.record)
                        for f in self.field(m, f"{name}.{seat}.")
                    ),
                )
                for seat in range(self.players)
            )
            return Field(name, label, "group", fields=groups)
        if item.kind == "union" and allowed and isinstance(allowed[0], dict):
            return Field(name, label, "group", fields=tuple(self._picks(name, allowed)))
        if member.shape.in_order:
            low, high = (item.within.low, item.within.high) if item.within else (0, 99)
            if item.kind == "int":
                places = min(most, len(allowed or ()) or LONGEST_SERIES)
                blank, of = item.read_off, self.entry.get("of")
                return Field(name, label, "ordered", low, high, least=least, most=places, blank=blank, of=of)
            choices = next(form.choices for form in (item, *item.forms) if form.choices)
            return Field(name, label, "picks", least=least, most=most, values=choices)
        if item.kind == "card":
            again = member.shape.again
            return Field(name, label, "cards", least=least, most=most, values=tuple(allowed or self.cards), again=again)
        if item.kind == "int":
            low, high = allowed or ((item.within.low, item.within.high) if item.within else (0, 99))
            if member.shape.each_seat or high - low >= MOST_KEYS:
                seats = range(self.players)
                each = (Field(f"{name}.{s}", label, "number", low, high, seat=s, whose=s, blank=True) for s in seats)
                return Field(name, label, "group", fields=tuple(each))
            return Field(name, label, "numbers", least=least, most=most, values=tuple(range(low, high + 1)))
        if item.kind == "str":
            labels = self.entry.get("labels", ())
            if labels and allowed:  # so many of those that there are
                return Field(name, label, "labels", least=allowed[0], most=allowed[1], values=tuple(labels))
            return Field(name, label, "texts")
        values = allowed or self._offered(item) or item.choices or self.cards
        field = Field(name, label, "codes", least=least, most=min(most, len(values)), values=tuple(values))
        count = self.counts.get(f"{self.type}.{member.name}")
        if count is None:
            return field
        return replace(field, count_of=name.removesuffix(member.name) + count["of"], count_by=count["by"])

    def different(self, name: str) -> str:
        return next((paths for paths in self.entry.get("different", ()) if fnmatch(name, paths)), "")

    def _picks(self, name: str, allowed: Sequence[Mapping[str, Any]]) -> list[Field]:
        """One field for each value of what the records begin with: one of its records, or none."""
        first = next(iter(allowed[0]))
        each: dict[str, list[Mapping[str, Any]]] = {}
        for one in allowed:
            each.setdefault(one[first], []).append(one)
        return [Field(name, f"{first}.{value}", "pick", values=tuple(ones)) for value, ones in each.items()]

    def _offered(self, item: Shape) -> Sequence[str]:
        """What ``expects`` names under another name: the one list whose values this field can have."""
        for value in self.entry.values():
            if isinstance(value, list) and value and all(isinstance(one, str) and one in item.choices for one in value):
                return value
        return ()


def names_of(record: type) -> set[str]:
    return {member.name for member in members(record)}
