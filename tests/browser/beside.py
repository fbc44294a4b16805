"""A random match played beside the phone that keeps it: what the rules say to every tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from browser.tapping import Sheet
from playing import next_event, offered

from companion import registry
from companion.kit.codec import to_json
from companion.kit.match import Match, Sitting, begin, check, evolve, seated
from companion.kit.rules import Event, Refusal, Setup
from companion.kit.seats import Seat
from companion.web.story import event_of

Data = dict[str, Any]
CARDS = ("card_played", "card_drawn")


@dataclass
class Table:
    match: Match[Any]
    random: Random
    log: list[Data] = field(default_factory=list)
    id: str = ""

    @classmethod
    def laid(cls, game: str, random: Random, most: int = 4) -> Table:
        rules = registry.games()[game]
        players = max(number for number in rules.seats if number <= most)
        setup = Setup(players, Seat(0), rules.house_rules(), "table", rules.memory)
        return cls(begin(rules, setup, [Sitting(player=f"p{seat}") for seat in range(players)]), random)

    def event(self, data: Data) -> Event:
        return seated(self.match, event_of(self.match.rules, data, len(self.log) + 1))

    def refusal(self, data: Data) -> Refusal | None:
        return check(self.match, self.event(data))

    def happens(self, data: Data) -> None:
        self.match = evolve(self.match, self.event(data))
        self.log.append(data)

    def goes_on(self, events: int) -> list[Data]:
        """So many more, and on to a moment at which a card is laid or drawn."""
        before = len(self.log)
        while len(self.log) < before + events or not self.at_cards:
            self.happens(to_json(next_event(self.match, self.random)))
        return self.log[before:]

    def opened(self, sheet: Sheet, names: Sequence[str] = ()) -> str:
        """The same match at the server, kept by this phone, which forgets all others. The match's id."""
        players = [{"name": names[seat] if names else f"P{seat}"} for seat in range(self.match.setup.players)]
        game = self.match.rules.name
        told = sheet.page.request.post(f"{sheet.address}/api/matches", data={"game": game, "players": players}).json()
        sheet.page.context.clear_cookies()
        cookie = {"name": f"table-{told['match']}", "value": told["token"], "url": sheet.address}
        sheet.page.context.add_cookies([cookie])
        self.id = str(told["match"])
        return self.id

    def told(self, sheet: Sheet, events: list[Data]) -> tuple[str, int]:
        """So much of it recorded: the address of the sheet, where no finished deal is in the way, and the version."""
        where = f"{sheet.address}/api/matches/{self.id}/events"
        answer = sheet.page.request.post(where, data={"events": events})
        assert answer.status == 201, answer.text()
        told = answer.json()
        return f"{sheet.address}/m/{self.id}?on={told['match']['deal']}", told["version"]

    @property
    def kind(self) -> str:
        """How a card gets to the table in this game."""
        return next(option.type for option in offered(self.match) if option.type in CARDS)

    @property
    def cards(self) -> list[str]:
        """Those that may come now."""
        told = [to_json(option) for option in offered(self.match) if isinstance(option, Event)]
        return [data["card"] for data in told if data["type"] in CARDS and data.get("card")]

    @property
    def at_cards(self) -> bool:
        return any(option.type in CARDS for option in offered(self.match))

    @property
    def last_to_lay(self) -> bool:
        """Whether the card laid next completes a trick."""
        told = self.match.rules.show(self.match.game, None)
        return len(told.get("trick_cards") or ()) == self.match.setup.players - 1
