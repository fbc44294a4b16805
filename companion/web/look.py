"""One match as this phone sees it: everything a page of it is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import current_app, g

from companion import registry, table
from companion.access import Caller
from companion.kit.general import DealThrownIn, LookedBack
from companion.kit.match import face_down
from companion.kit.rules import Rules
from companion.kit.tally import ranked
from companion.shelf import Shelf
from companion.web import desk
from companion.web.pad import Maker, Pad
from companion.web.story import Step, Story, event_of, tell
from companion.web.text import Voice, vocabulary

KEEPERS = ("host", "scribe")
FACE = {"card": "face"}
"""Under which code a card that has a name of its own is explained."""
TOLD: Shelf[Story] = Shelf(room=32)
"""What each kind of phone was told of a match, so that only what is new is replayed."""


@dataclass(frozen=True)
class Seat:
    """A column of the sheet."""

    number: int
    name: str
    total: int
    current: int | None
    turn: bool
    starts: bool
    leads: bool  # the match, by the totals
    yours: bool


@dataclass(frozen=True)
class Ranked:
    """Where somebody stands; a place is shared by those who are level. ``lost``: last where the game has a loser."""

    place: int
    seat: int
    total: int
    shared: bool
    lost: bool


class Look:
    """Asks the table what it needs, once."""

    past = False
    """Whether this is a moment that lies back."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.number = desk.match_number(match_id)
        self.caller: Caller = self.as_asked(desk.caller_at(match_id).at(self.number))
        self.view = table.look(desk.house(), self.caller, self.number)
        self.begin_to_speak()

    def begin_to_speak(self) -> None:
        """In the words of the game, with the names of those who sit here."""
        self.rules: Rules[Any] = desk.house().games[self.view["game"]]
        self.voice = Voice(
            g.locale,
            self.rules.name,
            [seat["name"] or "" for seat in self.view["seats"]],
            {"players": len(self.view["seats"]), **self.view["house_rules"]},
            self.view["suit_names"],
        )
        g.voice = self.voice

    def as_asked(self, caller: Caller) -> Caller:
        """As whom this page looks at the match."""
        return caller

    @property
    def closed(self) -> bool:
        """Whether the phone must not remember for the table: then the page shows what a watcher may see."""
        return self.view["memory"] == "closed" and not self.over

    @cached_property
    def state(self) -> Mapping[str, Any]:
        if self.closed and self.keeps and self.view["dealing"] == "table":
            return self.rules.show(self.story.now.game, None)
        found: Mapping[str, Any] = self.view["state"]
        return found

    @property
    def version(self) -> int:
        return int(self.view["version"])

    @property
    def over(self) -> bool:
        return self.view["status"] in ("finished", "abandoned")

    @property
    def role(self) -> str:
        return str(self.view["you"]["role"])

    @property
    def keeps(self) -> bool:
        """Whether this phone records for everybody."""
        return self.role in KEEPERS

    @property
    def locked(self) -> bool:
        """Whether the host lets no further phone record."""
        return bool(self.view["locked"])

    @property
    def may_record_too(self) -> bool:
        """Whether this phone could begin to record for everybody; the host may have locked that."""
        at_table = self.view["dealing"] == "table"
        return desk.house().open and at_table and not (self.keeps or self.over or self.locked)

    @property
    def may_record(self) -> bool:
        return self.keeps or (self.view["you"]["seat"] is not None and self.view["you"]["seat"] == self.pad.seat)

    def may_mend(self, entry: Mapping[str, Any]) -> bool:
        """As far as a page can tell; the table decides."""
        if self.view["dealing"] != "table":
            return False
        own = entry["by"] == f"seat {self.view['you']['seat']}" and entry["seq"] == self.version
        return (
            self.role == "host" or (self.role == "scribe" and entry["by"] == "scribe") or (self.role == "seat" and own)
        )

    @cached_property
    def story(self) -> Story:
        entries = table.entries(desk.house(), self.caller, self.number, effective=True)
        phone = (self.caller.circle, self.number, self.role, self.view["you"]["seat"])
        story = tell(self.rules, self.view, entries, phone, TOLD.get(phone))
        TOLD.put(story)
        return story

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        return table.entries(desk.house(), self.caller, self.number)

    @cached_property
    def scores(self) -> dict[str, Any]:
        return table.scores(desk.house(), self.caller, self.number)

    @cached_property
    def pad(self) -> Pad:
        return self.pad_with({})

    def pad_with(self, chosen: Mapping[str, Any]) -> Pad:
        """The pad, where of a form so much is chosen already."""
        return Maker(self.rules, self.story.now, self.state, self.counts, chosen).pad(self.view["expects"])

    @cached_property
    def seats(self) -> list[Seat]:
        totals = self.view["scores"]["totals"]
        current = None if self.closed else self.view["scores"]["current"]
        best = self.rules.places(self.story.now.game, tuple(totals))[0] if len(set(totals)) > 1 else ()
        turns = self.turns
        starts = (self.view["first_seat"] + self.view["deal"] - 1) % len(totals)
        return [
            Seat(
                number=seat,
                name=self.voice.name(seat),
                total=totals[seat],
                current=current[seat] if current else None,
                turn=seat in turns,
                starts=seat == starts,
                leads=seat in best,
                yours=seat == self.view["you"]["seat"],
            )
            for seat in range(len(totals))
        ]

    @cached_property
    def ranking(self) -> list[Ranked]:
        """Everybody by place, as the totals are now."""
        totals = self.view["scores"]["totals"]
        losers = self.scores["losers"] if self.voice.knows("lost") else None
        tied = self.rules.places(self.story.now.game, tuple(totals))
        return [
            Ranked(place, seat, totals[seat], sharing > 1, seat in (losers or ()))
            for seat, place, sharing in ranked(tied)
        ]

    @property
    def turns(self) -> set[int | None]:
        """The seats that the table waits for."""
        return {ask.seat for ask in self.pad.main}

    @property
    def last_taken_by(self) -> int | None:
        """Who took the trick before the one that lies there."""
        if "last_taker" in self.state:  # where a trick may be nobody's the leader does not tell
            return None if self.state["last_taker"] is None else int(self.state["last_taker"])
        laid = len(self.state.get("trick_cards") or ())
        plays = [step for step in self.story.steps if step.entry["type"] == "card_played"]
        before = plays[-laid].before if laid else self.story.now
        leader = self.rules.show(before.game, None).get("leader")
        return None if leader is None else int(leader)

    def deal_words(self, deal: int) -> str:
        """Which deal, and what was played in it, where the game has words for that: ``deal.<type of event>``."""
        named = self.deal_names.get(deal)
        return self.voice("deal.named", deal=deal, text=named) if named else self.voice("deal", deal=deal)

    @cached_property
    def deal_names(self) -> Mapping[int, str]:
        """By deal, from the first entry that says it; a deal thrown in begins anew."""
        named: dict[int, str] = {}
        for step in self.story.steps:
            deal, kind = step.before.game.deal, step.entry["type"]
            if kind == DealThrownIn.type:
                named.pop(deal, None)
            elif deal not in named and self.voice.knows(f"deal.{kind}"):
                named[deal] = self.voice(f"deal.{kind}", **{"name": None, **step.entry})
        return named

    @property
    def table(self) -> dict[str, Any]:
        """What every template that shows the table is made from."""
        return {
            "look": self,
            "view": self.view,
            "state": self.state,
            "pad": self.pad,
            "seats": self.seats,
            "own": self.template,
        }

    # The game's own part of the page.

    @property
    def template(self) -> str:
        return f"games/{registry.folder(self.rules.name).rpartition('.')[2]}/sheet.html"

    @cached_property
    def counts(self) -> Mapping[str, Mapping[str, Any]]:
        """What the game's sheet says of its forms: which number decides how many are to be chosen."""
        sheet = current_app.jinja_env.get_template(self.template).module
        found: Mapping[str, Mapping[str, Any]] = getattr(sheet, "counts", {})
        return found

    # Words.

    def step_words(self, step: Step) -> str:
        """An entry, and the trick it fell into."""
        trick = self.trick_of(step)
        words = self.telling(step)
        return self.voice("entry_in_trick", trick=trick, entry=words) if trick else words

    def trick_of(self, step: Step) -> int | None:
        if step.entry["type"] not in ("card_played", "passed"):
            return None
        trick = self.rules.show(step.before.game, None).get("trick")
        return None if trick is None else int(trick)

    def out_of_sight(self, step: Step) -> bool:
        """What lies face down by now, which the table remembers by itself."""
        if not self.closed or step.before.game.deal != self.story.now.game.deal:
            return False
        event = event_of(self.rules, step.entry, step.seq)
        return isinstance(event, self.rules.events) and self.rules.tell(self.story.now.game, event, None) is None

    @cached_property
    def looked_back(self) -> set[int | None]:
        """The entries of the running deal that were looked at although they lie face down; None: all of it."""
        deal = self.story.now.game.deal
        return {
            step.entry.get("entry")
            for step in self.story.steps
            if step.entry["type"] == LookedBack.type and step.before.game.deal == deal
        }

    def shown(self, step: Step) -> bool:
        """Whether this page may say what the entry was."""
        return not self.out_of_sight(step) or step.seq in self.looked_back

    def telling(self, step: Step, entry: Mapping[str, Any] | None = None) -> str:
        """An entry, or what it is to become, in words; that somebody laid a card where it may not be told which."""
        entry = step.entry if entry is None else entry
        return self.entry_words(entry) if self.shown(step) else self.voice("event.out_of_sight", **entry)

    @property
    def so_far_is_hidden(self) -> bool:
        """Whether what the deal comes to so far may only be shown once that has been written down."""
        return None not in self.looked_back and not self.over and face_down(self.story.now)

    def entry_words(self, entry: Mapping[str, Any]) -> str:
        told = {name: value for name, value in entry.items() if name not in ("type", "seq", "at", "by", "state")}
        if isinstance(told.get("reason"), str):
            told["text"] = told["reason"]  # what somebody wrote is no code
        return self.voice(f"event.{entry['type']}", **told)

    def reason(self, line: Mapping[str, Any]) -> str:
        told = {name: value for name, value in line.items() if name != "reason"}
        return self.voice(f"reason.{line['reason']}", **told)

    def reason_explained(self, line: Mapping[str, Any]) -> list[str]:
        """What stands behind the "?" of a line: why such points are given, and what of the game it was for."""
        told = {name: value for name, value in line.items() if name != "reason"}
        codes = [
            f"reason.{line['reason']}.why",
            *(f"{FACE.get(name, name)}.{value}.why" for name, value in told.items()),
        ]
        return [self.voice(code, **told) for code in codes if self.voice.knows(code)]

    def rows(self, lines: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, list[list[Mapping[str, Any]]]]]:
        """Score lines as rows of a sheet: code, words, and the lines in each seat's column."""
        found: dict[tuple[str, str, str], list[list[Mapping[str, Any]]]] = {}
        for line in lines:
            columns = found.setdefault(self._row_of(line), [[] for _ in self.view["seats"]])
            columns[line["seat"]].append(line)
        order = {key: place for place, key in enumerate(vocabulary(self.rules.name))}
        stages = {self._row_of(line): int(line.get("stage", 0)) for line in lines}
        rows = [(kind, code, words, columns) for (kind, code, words), columns in found.items()]
        rows.sort(key=lambda row: (not row[1], stages[row[:3]], order.get(".".join(filter(None, row[:2])), 0)))
        return [row[1:] for row in rows]

    def _row_of(self, line: Mapping[str, Any]) -> tuple[str, str, str]:
        for name, value in line.items():
            if name != "reason" and self.voice.knows(f"{name}.{value}"):
                return name, str(value), self.voice.first(f"{name}.{value}.short", f"{name}.{value}")
        told = {name: value for name, value in line.items() if name != "reason"}
        reason = f"reason.{line['reason']}"
        return reason, "", self.voice.first(f"reason.{line['reason']}.short", f"reason.{line['reason']}", **told)

    def running_lines(self) -> list[dict[str, Any]]:
        """Where the points of the running deal would come from, were it to end now."""
        if self.over or self.closed or self.view["scores"]["current"] is None:
            return []
        return [
            {"deal": line.deal, "seat": line.seat, "points": line.points, "reason": line.reason, **dict(line.params)}
            for line in self.rules.score(self.story.now.game).running
        ]
