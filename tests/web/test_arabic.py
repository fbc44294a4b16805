"""Every page that can be reached by a link, in Arabic: no Latin letter but in names and codes of cards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from web.browsing import Browser, Page

from companion import registry

NAMES = ["ليلى", "عبد الرحمن", "مريم", "سارة", "يوسف", "هند", "خالد", "نور"]
# A card or challenge as it is printed; a join code; an address; the other language by its own name.
CODES = re.compile(r"\b(?:[A-Z0-9]{3} [A-Z0-9]{4}|[A-Z]\d{0,2}|https?://\S+)\b|\bEnglish\b")
WRITTEN = "made up"  # as a table called its chapter
SPOKEN = ("aria-label", "placeholder", "alt", "title")
LIKE_ANOTHER = re.compile(r"\d+")
"""Of the addresses that differ in a number, one is looked at."""


def records() -> Iterator[tuple[str, Path]]:
    """Of each game the longest record and the richest short one."""
    for game in registry.games():
        folder = Path(str(registry.__file__)).parent / "games" / registry.folder(game).rpartition(".")[2]
        at_table = (file for file in (folder / "records").glob("*.json") if '"companion"' not in file.read_text())
        ordered = sorted(at_table, key=lambda file: file.stat().st_size)
        yield game, ordered[-1]
        yield game, ordered[len(ordered) // 3]


def crawl(phone: Browser, start: str) -> Iterator[tuple[str, Page]]:
    waiting, seen = [start], set()
    while waiting:
        path = waiting.pop()
        if LIKE_ANOTHER.sub("0", path) in seen:
            continue
        seen.add(LIKE_ANOTHER.sub("0", path))
        page = phone.open(path)
        if page.answer.mimetype not in ("text/html", "image/svg+xml"):
            continue
        yield path, page
        for link in page.links:
            parts = urlsplit(link)
            if not parts.netloc and parts.path.startswith("/") and "lang=" not in parts.query and "/api/" not in link:
                waiting.append(link.partition("#")[0])


def spoken(page: Page) -> str:
    said = [attrs[name] or "" for _, attrs in page.tags for name in SPOKEN if name in attrs]
    return CODES.sub("", " ".join([page.text, *said]).replace(WRITTEN, ""))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "file"), [*records()], ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_every_page_of_a_match_is_arabic(browse: Callable[..., Browser], game: str, file: Path) -> None:
    phone, known = browse("ar"), json.loads(file.read_text())
    opening = {
        "game": game,
        "players": [{"name": name} for name in NAMES[: known["players"]]],
        "first_seat": known["first_seat"],
        "house_rules": known.get("house_rules", {}),
    }
    seen = 0
    for part in (0.3, 0.8, 1):
        told = phone.client.post("/api/matches", json=opening).get_json()
        events = known["events"][: round(part * len(known["events"]))]
        answer = phone.client.post(
            f"/api/matches/{told['match']}/events",
            json={"events": events},
            headers={"Authorization": f"Bearer {told['token']}"},
        )
        assert answer.status_code == 201, answer.get_json()
        phone.client.set_cookie(f"table-{told['match']}", told["token"])
        for path, page in crawl(phone, f"/m/{told['match']}"):
            assert page.status == 200, path
            assert not re.findall("[A-Za-z]+", spoken(page)), (
                path,
                re.findall(".{0,20}[A-Za-z]+.{0,20}", spoken(page)),
            )
            seen += 1
    assert seen > 30
