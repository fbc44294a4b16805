"""A card set as a form, made from the shape of its record and from what the rules themselves tell of it.

While somebody fills it in it is the content with holes: None where nothing has been read off a card yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.kit.codec import Member, Shape, fits, members
from companion.kit.rules import Rules
from companion.web.forms import MOST_KEYS, Asking, Field
from companion.web.text import Voice

SERIES = 12
"""So many numbers are asked for where each may be different and the rules do not say how many there are."""

Content = dict[str, Any]


@dataclass(frozen=True)
class Group:
    """One of several alike, such as one card. ``told``: the numbers in it that stand in the rules."""

    path: str
    title: str
    fields: tuple[Field, ...]
    missing: tuple[str, ...] = ()
    told: tuple[int, ...] = ()
    empty: bool = False  # nothing has been entered yet


@dataclass(frozen=True)
class Part:
    """One member of the content: fields, or groups of them; ``open``: as many groups as there are on the table."""

    name: str
    fields: tuple[Field, ...] = ()
    groups: tuple[Group, ...] = ()
    open: bool = False
    missing: tuple[str, ...] = ()


def begun(rules: Rules[Any]) -> Content:
    """Nothing but what the rules tell."""
    return _typed(_record(rules), MultiDict(), _told(rules))


def typed(rules: Rules[Any], form: MultiDict[str, str]) -> Content:
    """What the form holds, whole or not."""
    return _typed(_record(rules), form, _told(rules))


def gaps(rules: Rules[Any], content: Mapping[str, Any]) -> list[str]:
    """The paths of what has still to be read off."""
    return list(_gaps(_record(rules), content))


def whole(rules: Rules[Any], content: Mapping[str, Any]) -> Content:
    """The content as it is kept, without what may be left out and was."""
    return _whole(_record(rules), content)


def longer(content: Content, path: str) -> None:
    """One more group, with nothing in it."""
    _at(content, path).append({})


def shorter(content: Content, path: str) -> None:
    """Without the group at this path."""
    of, _, place = path.rpartition(".")
    groups = _at(content, of)
    if place.isdecimal() and int(place) < len(groups):
        del groups[int(place)]


def filled(rules: Rules[Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """By the path of each field what it holds."""
    return dict(_filled(_record(rules), content))


def _filled(record: type, content: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for member in members(record):
        name, shape, value = f"{path}{member.name}", member.shape, content.get(member.name)
        several = _several(shape)
        if several is not None:
            for place, one in enumerate(value or []):
                yield from _filled(several, one, f"{name}.{place}.")
        elif shape.kind == "record" and shape.record is not None:
            yield from _filled(shape.record, value or {}, f"{name}.")
        elif value is not None:
            yield name, value


def parts(rules: Rules[Any], content: Mapping[str, Any], voice: Voice) -> list[Part]:
    """The form, the names of the suits first: whoever enters the rest knows the cards by them."""
    told, missing = _told(rules), gaps(rules, content)
    found = []
    for member in sorted(members(_record(rules)), key=lambda member: member.name != "suits"):
        record, name = _several(member.shape), member.name
        mine = tuple(path for path in missing if f"{path}.".startswith(f"{name}."))
        if record is None:
            ask = Asking(rules, "", {"tricks": SERIES}, 0, {}, rules.cards)
            found.append(Part(name, tuple(ask.field(member)), missing=mine))
            continue
        items = content.get(name) or []
        known = told.get(name, [{}] * len(items))
        seen: list[str] = []
        groups = []
        for place, (item, of_it) in enumerate(zip(items, known, strict=True)):
            group = _group(rules, record, f"{name}.{place}", item, of_it, mine, voice, seen)
            groups.append(group)
        found.append(Part(name, groups=tuple(groups), open=name not in told, missing=mine))
    return found


def _group(
    rules: Rules[Any],
    record: type,
    path: str,
    item: Mapping[str, Any],
    told: Mapping[str, Any],
    missing: tuple[str, ...],
    voice: Voice,
    seen: list[str],
) -> Group:
    kind = next((m.name for m in members(record) if m.shape.kind == "choice" and m.name in told), None)
    title = voice(f"{kind}.{told[kind]}") if kind else voice("each." + path.rpartition(".")[0], number=len(seen) + 1)
    if isinstance(item.get("name"), str) and item["name"]:
        title = voice.parameter("name", item["name"])
    seen.append(title)
    if seen.count(title) > 1:
        title = f"{title} ({seen.count(title)})"
    hints = {**told, "of": told[kind] if kind else None, "tricks": SERIES}
    ask = Asking(rules, "", hints, 0, {}, rules.cards)
    fields = (f for m in members(record) if not _settled(told, m) for f in ask.field(m, f"{path}."))
    numbers = tuple(n for value in told.values() if isinstance(value, list) for n in value if isinstance(n, int))
    entered = any(item.get(m.name) not in (None, [], told.get(m.name)) for m in members(record))
    mine = tuple(one for one in missing if one.startswith(f"{path}."))
    return Group(path, title, tuple(fields), mine, numbers, not entered)


def _record(rules: Rules[Any]) -> type:
    assert rules.card_set is not None
    return rules.card_set


def _told(rules: Rules[Any]) -> Mapping[str, Any]:
    return rules.told_of_cards or {}


def _settled(told: Mapping[str, Any], member: Member) -> bool:
    """Whether the rules tell all of it, so that there is nothing to fill in."""
    value = told.get(member.name)
    return value is not None and not (isinstance(value, list) and None in value)


def _several(shape: Shape) -> type | None:
    return shape.item.record if shape.kind == "list" and shape.item is not None else None


def _at(content: Content, path: str) -> Any:
    here: Any = content
    for part in path.split("."):
        here = here[int(part)] if isinstance(here, list) else here.setdefault(part, [])
    return here


# What comes back.


def _typed(record: type, form: MultiDict[str, str], told: Mapping[str, Any], path: str = "") -> Content:
    found: Content = {}
    for member in members(record):
        name, shape, known = f"{path}{member.name}", member.shape, told.get(member.name)
        several = _several(shape)
        if several is not None:
            many = known if known is not None else [{}] * _count(form, name)
            found[member.name] = [_typed(several, form, one, f"{name}.{i}.") for i, one in enumerate(many)]
        elif _settled(told, member):
            found[member.name] = known
        elif shape.kind == "record" and shape.record is not None:
            found[member.name] = _typed(shape.record, form, known or {}, f"{name}.")
        else:
            found[member.name] = _value(shape, name, form) if form else known
    return found


def _count(form: MultiDict[str, str], name: str) -> int:
    number = _number(form.get(f"n.{name}")) or 0
    return min(max(number, 0), MOST_KEYS)


def _value(shape: Shape, name: str, form: MultiDict[str, str]) -> Any:
    match shape.kind:
        case "int":
            return _number(form.get(name))
        case "str":
            return (form.get(name) or "").strip() or None
        case "bool":
            return form[name] != "false" if form.get(name) else None
        case "union":
            each = [_number(form[f"{name}.{i}"]) for i in range(MOST_KEYS) if f"{name}.{i}" in form]
            return _trimmed(each) if any(one is not None for one in each) else _number(form.get(name))
        case "list" if shape.item is not None:
            item = shape.item
            if shape.in_order and item.kind == "int":
                return _trimmed([_number(one) for one in form.getlist(name)])
            if shape.in_order:
                most = shape.within.high if shape.within else 0
                return _trimmed([_pick(item, form.get(f"{name}.{i}")) for i in range(most)])
            if item.kind == "int":
                return [number for one in form.getlist(name) if (number := _number(one)) is not None]
            if item.kind == "str":
                return [one.strip() for one in re.split("[,،\n]", form.get(name, "")) if one.strip()]
            return [one for one in form.getlist(name) if one]
    return form.get(name) or None


def _number(text: str | None) -> int | None:
    try:
        return int(text or "")
    except ValueError:
        return None


def _pick(shape: Shape, text: str | None) -> Any:
    if not text:
        return None
    try:
        value = json.loads(text) if text.startswith("{") else text
    except ValueError:
        return None
    return value if fits(shape, value) else None


def _trimmed(values: list[Any]) -> list[Any]:
    while values and values[-1] is None:
        values.pop()
    return values


# What is missing, and what is kept.


def _gaps(record: type, content: Mapping[str, Any], path: str = "") -> Iterator[str]:
    for member in members(record):
        name, shape, value = f"{path}{member.name}", member.shape, content.get(member.name)
        several = _several(shape)
        if several is not None:
            for place, one in enumerate(value or []):
                yield from _gaps(several, one, f"{name}.{place}.")
        elif shape.kind == "record" and shape.record is not None:
            yield from _gaps(shape.record, value or {}, f"{name}.")
        elif value is None or value == []:
            least = shape.within.low if shape.kind == "list" and shape.within else 0
            if member.required and (shape.kind != "list" or least):
                yield name
        elif isinstance(value, list) and (None in value or not fits(shape, value)):
            yield name


def _whole(record: type, content: Mapping[str, Any]) -> Content:
    found: Content = {}
    for member in members(record):
        value, shape = content.get(member.name), member.shape
        several = _several(shape)
        if several is not None:
            value = [_whole(several, one) for one in value or []]
        elif shape.kind == "record" and shape.record is not None:
            value = _whole(shape.record, value or {})
        if member.required or value not in (None, [], {}):
            found[member.name] = value
    return found
