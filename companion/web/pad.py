"""The pad: keys and forms for what may come next, made from ``expects`` and the shape of the events alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.kit.codec import members
from companion.kit.match import PLURALS, Match, check
from companion.kit.rules import Refusal, Rules
from companion.kit.tricks import FORCIBLE
from companion.web import forms
from companion.web.filled import by_path
from companion.web.story import choices, event_of, event_types


@dataclass(frozen=True)
class Key:
    """One tap: the event it records. ``doubtful``: what the log says speaks against it, though it may have happened."""

    event: Mapping[str, Any]
    what: str  # the name of the field the key stands for
    value: Any
    doubtful: bool = False


@dataclass(frozen=True)
class Row:
    suit: str  # empty where the game has none: then cards with a number are one row, those with a name another
    keys: tuple[Key, ...]
    led: bool = False


@dataclass(frozen=True)
class With:
    """What may go along with a card: a field of its event, and what it may be besides left out."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Ask:
    """One type of event that may come now: rows of cards, keys, or a form; keys and a form where some of what may
    come is known whole, and anything else is filled in."""

    type: str
    seat: int | None
    rows: tuple[Row, ...] = ()
    keys: tuple[Key, ...] = ()
    fields: tuple[forms.Field, ...] = ()
    withs: tuple[With, ...] = ()
    filled: Mapping[str, Any] = field(default_factory=dict)  # what the form begins with, by path
    sums: tuple[forms.Sum, ...] = ()
    ways: forms.Field | None = None  # what the form hangs on, while there is a choice of it


@dataclass(frozen=True)
class Pad:
    """``main`` is what the table waits for; ``more`` what else could be entered. ``led``: the suit to be followed."""

    main: tuple[Ask, ...] = ()
    beside: tuple[Ask, ...] = ()  # what some may do meanwhile, though nobody waits for it
    more: tuple[Ask, ...] = ()
    led: str | None = None

    @property
    def seat(self) -> int | None:
        return self.main[0].seat if self.main else None

    def ask(self, kind: str) -> Ask | None:
        return next((ask for ask in (*self.main, *self.beside, *self.more) if ask.type == kind), None)


@dataclass(frozen=True)
class Maker:
    """Makes the pad of one match as it stood at one moment."""

    rules: Rules[Any]
    match: Match[Any]
    state: Mapping[str, Any]
    counts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)  # what is decided already of a form that hangs on it

    def pad(self, expects: Sequence[Mapping[str, Any]] | None = None) -> Pad:
        asks = [self.ask(entry) for entry in (choices(self.match) if expects is None else expects)]
        # What some may do meanwhile stands beside, also for whoever is on turn: they may do it as well.
        meanwhile = {ask.type for ask in asks if ask.seat in self.match.expects.also}
        waited = [ask for ask in asks if ask.seat is not None] or asks[:1]
        if any(ask.rows for ask in waited):
            waited = [ask for ask in waited if not ask.fields]
        beside = [ask for ask in waited if ask.type in meanwhile and not ask.rows]
        main = [ask for ask in waited if ask not in beside]
        return Pad(tuple(main), tuple(beside), tuple(ask for ask in asks if ask not in waited), self.led)

    def must(self, kind: str) -> list[str]:
        """The fields of an event that have to be filled in."""
        event: type = event_types(self.rules)[kind]
        return [m.name for m in members(event) if m.required and m.name != "seat"]

    @property
    def led(self) -> str | None:
        laid = self.state.get("trick_cards")
        return laid[0]["card"][:1] if laid and self.rules.suits else None

    def ask(self, entry: Mapping[str, Any]) -> Ask:
        kind, seat = entry["type"], entry.get("seat")
        event: type = event_types(self.rules)[kind]
        whole, entry = entry, forms.narrowed(event, entry, self.chosen)
        # Where the seat follows from the turn it stays away: what waits for the network is cards, not seats.
        named = any(member.name == "seat" and member.required for member in members(event))
        base = {"type": kind, "seat": seat} if named and seat is not None else {"type": kind}
        if "options" in entry:
            keys = tuple(Key({**base, **option}, kind, option) for option in entry["options"])
            return Ask(kind, seat, keys=keys)
        if not self.must(kind) and None in entry.get("cards", ()):
            return Ask(kind, seat, keys=(Key(base, kind, None),))  # which card it was need not be told
        must = [member for member in members(event) if member.required and member.name != "seat"]
        for member in must if len(must) == 1 else () if must else members(event):
            values = entry.get(PLURALS.get(member.name, f"{member.name}s"))
            if not isinstance(values, (list, tuple)) or member.name == "seat":
                continue
            if member.shape.kind == "card":
                rows = self.rows(base, member.name, values)
                return Ask(kind, seat, rows=rows, withs=tuple(self.withs(event, entry, member.name)))
            if member.shape.kind in ("choice", "seat", "str", "bool", "int"):
                keys = tuple(Key({**base, member.name: value}, member.name, value) for value in values)
                return Ask(kind, seat, keys=(*keys, *self.closer(event, entry, keys)))
        if set(entry) <= {"type", "seat"}:
            return Ask(kind, seat, keys=(Key(base, kind, None),))
        known = [Key({**base, **one}, kind, one) for one in entry.get("known", ())]
        cards = self.deck(event, entry)
        fields, filled = self.fields(event, entry, cards), by_path(entry.get("usual", {}))
        undecided = self.fields(event, whole, cards)[:1]
        ways = next((one for one in undecided if one.kind == "ways"), None)
        return Ask(kind, seat, keys=tuple(known), fields=fields, filled=filled, sums=forms.sums(entry), ways=ways)

    def fields(self, event: type, entry: Mapping[str, Any], cards: Sequence[str]) -> tuple[forms.Field, ...]:
        return forms.fields(self.rules, event, entry, self.match.setup.players, self.counts, cards)

    def withs(self, event: type, entry: Mapping[str, Any], what: str) -> Iterator[With]:
        """What may go along with the card."""
        for member in members(event):
            values = entry.get(PLURALS.get(member.name, f"{member.name}s"))
            if (
                not member.required
                and member.name != what
                and isinstance(values, (list, tuple))
                and member.name != "seat"
            ):
                yield With(member.name, tuple(value for value in values if value != member.default))

    def closer(self, event: type, entry: Mapping[str, Any], keys: Sequence[Key]) -> list[Key]:
        """The same keys with a card besides, where the rules take it and there are such cards to choose from."""
        return [
            Key({**key.event, member.name: card}, member.name, card)
            for member in members(event)
            if member.shape.kind == "card" and not member.required
            for card in entry.get(f"{member.name}s", ())
            if card is not None
            for key in keys
            if self.doubt({**key.event, member.name: card}) is None
        ]

    def deck(self, event: type, entry: Mapping[str, Any]) -> list[str]:
        """The cards a hand can be made of, with so many players."""
        hands = next((m.name for m in members(event) if m.shape.kind == "by_seat"), None)
        if hands is None or not entry.get("seats"):
            return []
        told = {"type": entry["type"], hands: {str(entry["seats"][0]): []}}
        return [
            card
            for card in self.rules.cards
            if self.doubt({**told, hands: {seat: [card] for seat in told[hands]}}) != "not_in_deck"
        ]

    def rows(self, base: Mapping[str, Any], what: str, fitting: Sequence[str]) -> tuple[Row, ...]:
        """A row for each suit. Where memory is open the led one comes first and cards that were seen have no key;
        where it is closed every key stays in its place."""
        keys: dict[str, list[Key]] = {suit: [] for suit in self.rules.suits}
        for card in self.rules.cards:
            refusal = None if card in fitting else self.refusal({**base, what: card})
            doubt = refusal.code if refusal else None
            never_there = refusal is not None and doubt == "not_in_deck" and not refusal.conflicts_with
            if doubt not in (None, *FORCIBLE) and (self.match.setup.memory == "open" or never_there):
                continue
            shown = doubt in FORCIBLE and self.match.setup.memory == "open"
            row = card[:1] if self.rules.suits else ("number" if card.isdecimal() else "name")
            keys.setdefault(row, []).append(Key({**base, what: card}, what, card, shown))
        rows = [
            Row(row if row in self.rules.suits else "", tuple(cards), row == self.led)
            for row, cards in keys.items()
            if cards
        ]
        return tuple(rows if self.match.setup.memory == "closed" else sorted(rows, key=lambda row: not row.led))

    def doubt(self, data: Mapping[str, Any]) -> str | None:
        refusal = self.refusal(data)
        return refusal.code if refusal else None

    def refusal(self, data: Mapping[str, Any]) -> Refusal | None:
        return check(self.match, event_of(self.rules, data))
