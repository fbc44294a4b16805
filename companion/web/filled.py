"""Forms that come back: the event they were filled in as, or what of it is still missing.

A field's name is its path, as ``forms`` names it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.kit.codec import Member, Shape, fits, members
from companion.web.forms import MOST_KEYS, Field, names_of


def read(event: type, form: MultiDict[str, str], players: int) -> dict[str, Any] | None:
    """The event a form was filled in as; None when a field cannot be read."""
    data = told(event, form, players)
    return data if data is not None and fitting(event, data) else None


def told(event: type, form: MultiDict[str, str], players: int) -> dict[str, Any] | None:
    """As far as it has been filled in; None when what was sent is not what such a form sends."""
    try:
        data = {
            member.name: value
            for member in members(event)
            if (value := _value(member.shape, member.name, form, players)) is not None
        }
    except ValueError:
        return None
    data["type"] = str(getattr(event, "type", ""))
    return data


def unset(asked: Sequence[Field], form: MultiDict[str, str]) -> list[Field]:
    """What has to be told and was not."""
    inner = [field for one in asked for field in (unset(one.fields, form) if one.kind == "group" else ())]
    kinds = ("number", "seat", "choice", "text", "series", "ordered", "picks")
    must = (one for one in asked if one.kind in kinds and not one.optional)
    return [*(one for one in must if not _told_whole(one, form)), *inner]


def _told_whole(field: Field, form: MultiDict[str, str]) -> bool:
    """Whether it was told at all; several numbers or values without a gap between them."""
    each = [form.get(f"{field.name}.{i}", "") for i in range(field.most or len(field.fields))]
    match field.kind:
        case "picks":
            return all(each)
        case "series" if any(each):
            return all(each)
        case "ordered":
            values = "/".join(form.getlist(field.name)).rstrip("/").split("/")
            return len(values) >= field.least and all(values)
    return bool(form.get(field.name, "").strip())


def by_path(values: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """The same with everything inside it under its own path, as the fields of a form are named."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        path = f"{within}{name}"
        found[path] = value
        if isinstance(value, Mapping):
            found |= by_path(value, f"{path}.")
        elif isinstance(value, list):
            parts = {str(i): one for i, one in enumerate(value) if isinstance(one, Mapping | int)}
            found |= by_path(parts, f"{path}.")
    return {path: value for path, value in found.items() if value is not None}


def _value(shape: Shape, name: str, form: MultiDict[str, str], players: int) -> Any:
    match shape.kind:
        case "int" | "seat":
            return int(form[name]) if form.get(name) else None
        case "bool":
            return form[name] != "false" if form.get(name) else None
        case "union" if [one.kind for one in shape.forms] == ["int", "list"]:
            each = [form[f"{name}.{i}"] for i in range(MOST_KEYS) if f"{name}.{i}" in form]
            return [int(one) for one in each] if any(each) else int(form[name]) if form.get(name) else None
        case "list" if shape.item is not None and shape.item.kind == "str":
            texts = form.getlist(name)  # chosen, or written one a line
            return [
                one.strip() for one in (texts if len(texts) > 1 else re.split("[,،\n]", "".join(texts))) if one.strip()
            ]
        case "list":
            item = shape.item
            assert item is not None
            if item.kind == "record":
                assert item.record is not None
                parts = members(item.record)
                return [
                    {m.name: _needed(m, f"{name}.{i}.{m.name}", form, players) for m in parts} for i in range(players)
                ]
            each = [form[f"{name}.{i}"] for i in range(MOST_KEYS) if f"{name}.{i}" in form]
            said = each or form.getlist(name)
            while said and not said[-1] and not each:
                said.pop()
            if (any(each) or shape.in_order) and not all(said):  # not yet told of everybody, or of what lies between
                return [(int(one) if item.kind == "int" else one) if one else None for one in said]
            said = [one for one in said if one]
            if item.kind == "union":
                return [json.loads(one) if one.startswith("{") else one for one in said]
            return [int(one) if item.kind == "int" else one for one in said]
        case "record":
            assert shape.record is not None
            return {m.name: _value(m.shape, f"{name}.{m.name}", form, players) for m in members(shape.record)}
        case "union":
            said = [_value(one, name, form, players) for one in shape.forms if _sent(one, name, form)]
            return next((value for value in said if fits(shape, value)), next(iter(said), None))
        case "by_seat":
            return {str(i): form.getlist(f"{name}.{i}") for i in range(players) if form.getlist(f"{name}.{i}")}
    return form.get(name) or None


def _needed(member: Member, name: str, form: MultiDict[str, str], players: int) -> Any:
    value = _value(member.shape, name, form, players)
    return False if value is None and member.shape.kind == "bool" and member.required else value


def _sent(shape: Shape, name: str, form: MultiDict[str, str]) -> bool:
    """Whether the form has these fields and no others under the name."""
    there = {path.removeprefix(f"{name}.").partition(".")[0] for path in form if path.startswith(f"{name}.")}
    return shape.record is not None and there <= names_of(shape.record)


def fitting(event: type, data: Mapping[str, Any]) -> bool:
    """Whether JSON has the fields of this event and none that it lacks; what rules say of it is asked later."""
    known = {member.name: member for member in members(event)}
    if not set(data) <= {"type", *known}:
        return False
    return all(
        _fits(member.shape, data[name]) if name in data else not member.required for name, member in known.items()
    )


def _fits(shape: Shape, value: Any) -> bool:
    if shape.kind == "record" and shape.record is not None:
        return isinstance(value, dict) and fitting(shape.record, value)
    if shape.kind == "by_seat" and shape.item is not None:
        item = shape.item
        return isinstance(value, dict) and all(key.isdigit() and _fits(item, one) for key, one in value.items())
    if shape.kind == "list" and shape.item is not None and shape.item.kind in ("record", "by_seat"):
        item = shape.item
        return isinstance(value, list) and all(_fits(item, one) for one in value)
    return fits(shape, value)
