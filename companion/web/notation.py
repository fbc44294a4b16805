"""A match as plain text that people and programs read, in the spirit of PBN: tags, then the plays trick by trick.

Whoever led stands before the cards of a trick, which follow in order of play; ``?`` is a card that nobody recorded.
``^R`` marks a revoke, ``^L`` a lead out of turn, ``^I`` any other irregular play, ``=n=`` the note with that number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.kit.match import check
from companion.web.log import Reading, readings
from companion.web.look import Look
from companion.web.story import Step, event_of

PLAYS = ("card_played", "passed")
PASS, UNKNOWN = "-", "?"
REVOKES = ("must_follow_suit", "revoke")
NO_WORDS_FOR = frozenset({"type", "seat", "seq", "at", "by", "state", "player", "players", "irregular"})
"""People are named by the tags alone."""


def notation(look: Look) -> str:
    return "\n".join([*_tags(look), *_deals(look)]) + "\n"


def _tag(name: str, value: Any) -> str:
    said = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{" ".join(said.split())}"]'


def _tags(look: Look) -> Iterator[str]:
    view = look.view
    yield _tag("Companion", 1)
    yield _tag("Game", view["game"])
    yield _tag("Match", view["id"])
    yield _tag("Version", view["version"])
    yield _tag("Date", view["played_on"].replace("-", "."))
    yield _tag("Dealing", view["dealing"])
    for seat in range(len(view["seats"])):
        yield _tag(f"Player{seat}", look.voice.name(seat))
    yield _tag("First", view["first_seat"])
    for name, value in sorted(view["house_rules"].items()):
        yield _tag(f"Rule_{name}", json.dumps(value) if isinstance(value, bool) else value)
    yield _tag("Status", view["status"])
    yield _tag("Totals", _numbers(view["scores"]["totals"]))
    if view["winners"] is not None:
        yield _tag("Winners", _numbers(view["winners"]))


def _numbers(numbers: Any) -> str:
    return " ".join(map(str, numbers))


@dataclass
class _Trick:
    number: int | None
    leader: int
    cards: list[str] = field(default_factory=list)

    def line(self, players: int) -> str:
        unknown = [UNKNOWN] * (players - len(self.cards)) if self.number is not None else []
        name = "" if self.number is None else f"{self.number}. "
        return f"{name}{self.leader}: {' '.join([*self.cards, *unknown])}"


def _deals(look: Look) -> Iterator[str]:
    steps = {step.seq: step for step in look.story.steps}
    players, scores = len(look.view["seats"]), look.view["scores"]["deals"]
    deal, trick = 0, None
    notes: list[str] = []
    for reading in readings(look):
        step = steps.get(reading.seq)
        here = look.story.deal_of(reading.seq)
        if here != deal:
            yield from _ended(trick, players, notes, scores[deal - 1] if 0 < deal <= len(scores) else None)
            deal, trick, notes = here, None, []
            yield f"\n{_tag('Deal', deal)}"
        if step is None:
            yield f"{{taken back: {_words(reading.wordings[-1])}}}"
            continue
        mark = _mark(look, step) + _noted(reading, notes)
        if step.entry["type"] in PLAYS:
            number, seat = look.trick_of(step), step.entry["seat"]
            full = trick is not None and len(trick.cards) == players
            if trick is None or number != trick.number or full:
                if trick is not None:
                    yield trick.line(players)
                trick = _Trick(number, seat)
            trick.cards.append(_card(look, step) + mark)
        else:
            if trick is not None:
                yield trick.line(players)
                trick = None
            yield _words(step.entry) + mark
    yield from _ended(trick, players, notes, scores[deal - 1] if 0 < deal <= len(scores) else None)


def _ended(trick: _Trick | None, players: int, notes: list[str], points: Any) -> Iterator[str]:
    if trick is not None:
        yield trick.line(players)
    yield from (_tag("Note", f"{number}:{note}") for number, note in enumerate(notes, start=1))
    if points is not None:
        yield _tag("Score", _numbers(points))


def _card(look: Look, step: Step) -> str:
    if step.entry["type"] != "card_played":
        return PASS
    return UNKNOWN if look.out_of_sight(step) else str(step.entry.get("card") or UNKNOWN)


def _words(entry: Mapping[str, Any]) -> str:
    """An entry in codes: its type, its seat, then what else it says."""
    more = (f"{name}={_plain(value)}" for name, value in entry.items() if name not in NO_WORDS_FOR)
    seat = [] if entry.get("seat") is None else [str(entry["seat"])]
    return " ".join([str(entry.get("type", UNKNOWN)), *seat, *more])


def _plain(value: Any) -> str:
    if isinstance(value, list) and not any(isinstance(one, (list, dict)) for one in value):
        return ",".join(map(str, value))
    return value if isinstance(value, str) and value.isalnum() else json.dumps(value, ensure_ascii=False)


def _mark(look: Look, step: Step) -> str:
    """How a play that only stands because somebody marked it was irregular."""
    if step.seq not in look.view["irregular"]:
        return ""
    event = replace(event_of(look.rules, step.entry, step.seq), irregular=False)  # type: ignore[call-arg]
    refusal = check(step.before, event)
    code = refusal.code if refusal else ""
    return "^R" if code in REVOKES else "^L" if code == "out_of_turn" else "^I"


def _noted(reading: Reading, notes: list[str]) -> str:
    """A reference to how an entry read before it was corrected, or that it was put in afterwards."""
    said = [f"was {_words(wording)}" for wording in reading.wordings[:-1]]
    if reading.inserted:
        said.insert(0, "put in afterwards")
    if not said:
        return ""
    notes.append("; ".join(said))
    return f"={len(notes)}="
