"""Who is there, and who is told of an append."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

SECONDS_UNTIL_GONE = 45.0


@dataclass
class Presence:
    """When each seat's phone was last heard from, in this process; it is not an event and is kept nowhere."""

    heard: dict[tuple[int, int], float] = field(default_factory=dict)

    def hear(self, match_id: int, seat: int) -> None:
        self.heard[match_id, seat] = time.monotonic()

    def online(self, match_id: int, seat: int) -> bool:
        return time.monotonic() - self.heard.get((match_id, seat), -SECONDS_UNTIL_GONE) < SECONDS_UNTIL_GONE
