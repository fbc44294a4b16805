"""A match as tables for a spreadsheet: the deals with their points, and every entry of the log."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from companion.web.desk import gettext as _
from companion.web.log import lines
from companion.web.look import Look

Cell = str | int | None
BYTE_ORDER_MARK = "\ufeff"
"""Without it some spreadsheets read UTF-8 as something else."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
UNSEEN = dict.fromkeys((0x2066, 0x2067, 0x2068, 0x2069, 0xFE0E))
"""Marks that keep directions apart and draw signs as text: a cell needs none."""


def deals(look: Look) -> str:
    """A row for each deal, one for each time points were adjusted by hand, and the totals."""
    names = [look.voice.name(seat) for seat in range(len(look.view["seats"]))]
    rows: list[Sequence[Cell]] = [[_("Deal"), _("What was played"), *names]]
    for deal, points in enumerate(look.view["scores"]["deals"], start=1):
        rows.append([deal, look.deal_words(deal), *points])
    by_hand = [line for line in look.scores["lines"] if line["deal"] is None]
    rows += ([None, look.reason(line), *_only_there(line, len(names))] for line in by_hand)
    rows.append([None, _("Total"), *look.view["scores"]["totals"]])
    return _written(rows)


def _only_there(line: Mapping[str, Any], players: int) -> list[int]:
    return [line["points"] if seat == line["seat"] else 0 for seat in range(players)]


def plays(look: Look) -> str:
    """A row for each entry in playing order, those that no longer count among them."""
    rows: list[Sequence[Cell]] = [
        [
            _("Number"),
            _("Time (UTC)"),
            _("Deal"),
            _("Trick"),
            _("Player"),
            _("Card"),
            _("Entry"),
            _("Before"),
            _("State"),
        ]
    ]
    for line in lines(look):
        state = _("taken back") if line.now is None else _("corrected") if line.before else ""
        rows.append(
            [
                line.seq,
                f"{line.at[:10]} {line.at[11:19]}",
                line.deal,
                line.trick,
                None if line.seat is None else look.voice.name(line.seat),
                line.card,
                line.now,
                " / ".join(line.before),
                ", ".join(filter(None, (str(state), _("irregular") if line.irregular else ""))),
            ]
        )
    return _written(rows)


def _written(rows: Iterable[Sequence[Cell]]) -> str:
    out = StringIO()
    csv.writer(out).writerows([_cell(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + out.getvalue()


def _cell(cell: Cell) -> str | int:
    """Numbers stay numbers, negative ones too; a text that a spreadsheet would reckon with gets an apostrophe."""
    if isinstance(cell, int):
        return cell
    said = str(cell or "").translate(UNSEEN)
    return f"'{said}" if said.startswith(FORMULA) else said
