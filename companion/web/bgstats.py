"""A finished match as BG Stats takes it: a file, or a link that opens the app."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from companion.web.look import Look

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Card Companion"
LONGEST_GAP = timedelta(minutes=30)
"""Longer than that nobody plays: the table has had its dinner, or has gone to bed."""


def play(look: Look) -> dict[str, Any]:
    view = look.view
    times = [datetime.fromisoformat(entry["at"]) for entry in look.entries]
    began = times[0].astimezone(UTC)
    written_up_later = view["played_on"] != began.date().isoformat()
    told: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": view["id"],
        "playDate": f"{view['played_on']} 12:00:00" if written_up_later else f"{began:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": look.voice("game"),
            "sourceGameId": view["game"],
            "highestWins": not look.rules.lowest_wins,
            "noPoints": False,
        },
        "players": [_player(look, seat) for seat in view["seats"]],
    }
    if not written_up_later:
        told["durationMin"] = minutes(times)
    return told


def _player(look: Look, seat: Mapping[str, Any]) -> dict[str, Any]:
    number = seat["seat"]
    ranked = next(one for one in look.ranking if one.seat == number)
    return {
        "name": look.voice.name(number),
        "sourcePlayerId": seat["player"] or f"{look.id}-{number}",
        "startPlayer": number == look.view["first_seat"],
        "rank": ranked.place,
        "score": ranked.total,
        "winner": number in (look.view["winners"] or ()),
    }


def minutes(times: Iterable[datetime]) -> int:
    """How long it was played, without the long gaps."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    played = sum((gap for gap in gaps if gap <= LONGEST_GAP), timedelta())
    return round(played.total_seconds() / 60)


def written(look: Look) -> str:
    return json.dumps(play(look), ensure_ascii=False, separators=(",", ":"))


def link(look: Look) -> str:
    return LINK + quote(written(look), safe="")
