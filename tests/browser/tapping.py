"""A phone's page as fingers use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

RECORDS = Path(__file__).parents[2] / "companion/games/extreme_tricks/records"

REVOKE: list[dict[str, Any]] = [
    {"type": "challenges_laid", "red": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5, 6]},
    {"type": "trump_chosen", "seat": 0, "suit": "H"},
    *({"type": "declared", "seat": seat, "pieces": 0, "challenges": []} for seat in range(3)),
    *({"type": "card_played", "card": card} for card in ("S1", "S2", "D5", "S3")),
]
"""Three play; Cy shows out of spades with the diamond, and Ben, who took the trick, leads another spade."""


def record(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text())
    return found


@dataclass
class Sheet:
    page: Any
    address: str
    touch: Callable[[Any], None]
    taps: int = 0
    elsewhere: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        here = urlsplit(self.address).netloc
        self.page.on("request", lambda request: self._asked(request.url, here))

    def _asked(self, url: str, here: str) -> None:
        if urlsplit(url).netloc not in (here, ""):
            self.elsewhere.append(url)

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.touch(self.page.locator(selector).first)

    @property
    def match(self) -> str:
        return str(self.page.locator("#sheet").get_attribute("data-match"))

    @property
    def version(self) -> int:
        return int(self.page.locator("#sheet").get_attribute("data-version"))

    def at(self, path: str) -> None:
        self.page.goto(f"{self.address}/m/{self.match}{path}")

    def begin(self, names: Iterable[str], first: int = 0, game: str = "extreme-tricks") -> None:
        self.page.goto(f"{self.address}/new/{game}")
        for row, name in enumerate(names):
            self.page.fill(f"#name-{row}", name)
        if first:
            self.tap(f"label:has(input[name=first][value='{first}'])")
        self.tap("button[type=submit]")
        self.there()

    def there(self) -> None:
        """Until the sheet is there with its styles and scripts, as before any finger finds a key."""
        self.page.wait_for_selector("#sheet")
        self.page.wait_for_load_state("load")

    def know(self, events: Iterable[dict[str, Any]]) -> None:
        """Recorded by this phone all at once, where how it is tapped is not what is looked at."""
        where = f"{self.address}/api/matches/{self.match}/events"
        answer = self.page.request.post(where, data={"events": list(events)})
        assert answer.ok, answer.text()
        self.at("")

    def until(self, version: int) -> None:
        """Until the page shows this version, saved."""
        self.page.wait_for_function(
            "v => Number(document.getElementById('sheet').dataset.version) >= v"
            " && !document.querySelector('.saving.busy, .saving.off')",
            arg=version,
        )

    def enter(self, event: dict[str, Any]) -> None:
        """An event as a table taps it, and the server's word that it stands."""
        before = self.version
        match event["type"]:
            case "challenges_laid":
                for colour in ("red", "blue"):
                    for number in event[colour]:
                        self.tap(f"#pad .chip:has(input[name={colour}][value='{number}'])")
                self.tap("#pad button[type=submit]")
            case "trump_chosen":
                self.tap(f"#pad .key:has(.suit-{event['suit']})")
            case "declared":
                for code in event["challenges"]:
                    self.tap(f"#pad .chip:has(input[value='{code}'])")
                while int(self.page.input_value("#f-pieces")) < event["pieces"]:
                    self.tap("#pad [data-step='1']")
                self.tap("#pad button[type=submit]")
            case "card_played":
                self.tap(f"#key-{event['card']}")
        self.until(before + 1)

    def play(self, cards: Iterable[str]) -> None:
        """Cards one after the other as fast as people lay them: nobody waits for the server in between."""
        before, tapped = self.version, self.taps
        last = None
        for card in cards:
            if card == last:
                self.until(before + self.taps - tapped)  # a second tap on the same place at once is not meant
            self.tap(f"#key-{card}")
            last = card
        self.until(before + self.taps - tapped)

    def enter_all(self, events: Iterable[dict[str, Any]]) -> None:
        for event in events:
            self.enter(event)

    def text(self, selector: str) -> str:
        return " ".join(self.page.locator(selector).inner_text().split())
