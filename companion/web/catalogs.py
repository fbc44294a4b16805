"""Keeps translations in step with the sources: ``python -m companion.web.catalogs`` after words change."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

import companion.games
from companion.web.text import LANGUAGES

WEB = Path(__file__).parent
ROOT = WEB.parent.parent
KEYWORDS = {"N_": None, "NN_": (2, 3), "_": None, "gettext": None, "ngettext": (1, 2)}
TRANSLATED = tuple(LANGUAGES)[1:]
WIDTH = 120
PASSING = tuple(
    f'"{name}'
    for name in ("Project", "Report", "POT-Creation", "PO-Revision", "Last-Translator", "Language-Team", "Generated-By")
)


def places() -> list[Path]:
    """The folders that have translations of their own: these pages, and every game."""
    games = (folder for path in companion.games.__path__ for folder in Path(path).iterdir())
    return [WEB, *sorted(folder for folder in games if (folder / "words.py").exists())]


def sources(place: Path) -> Iterator[tuple[Path, str]]:
    """Files with words in them, and how to read each."""
    for file in sorted(place.rglob("*.py")):
        if file.name != "catalogs.py":
            yield file, "python"
    for file in sorted(place.rglob("*.html")):
        yield file, "jinja2.ext:babel_extract"


def messages(place: Path) -> Catalog:
    """What the sources of one place say, without translations."""
    catalog = Catalog()
    for file, method in sources(place):
        options = {"extensions": "", "silent": "false"} if method != "python" else {}
        for line, message, comments, context in extract_from_file(method, file, KEYWORDS, options=options):
            plural = isinstance(message, tuple)
            where = (file.relative_to(ROOT).as_posix(), line)
            said = message if plural else str(message)
            catalog.add(said, None, [where], auto_comments=comments, context=context)
    return catalog


def po_file(place: Path, locale: str) -> Path:
    return place / "translations" / locale / "LC_MESSAGES" / "messages.po"


def read(place: Path, locale: str) -> Catalog:
    file = po_file(place, locale)
    if not file.exists():
        return Catalog(locale)
    with file.open("rb") as po:
        return read_po(po, locale)


def _own(place: Path) -> Catalog:
    """A game need not say again what every page says."""
    said = messages(place)
    if place != WEB:
        for message in list(messages(WEB)):
            if message.id:
                said.delete(message.id)
    return said


def in_step(place: Path, locale: str) -> Catalog:
    """What the sources say now, with every translation there is."""
    catalog = Catalog(locale)
    known = read(place, locale)
    for message in _own(place):
        if message.id:
            old = known.get(message.id)
            catalog.add(message.id, old.string if old else None, message.locations, message.flags)
    return catalog


def written(catalog: Catalog) -> str:
    """As it stands in its file, without what changes at every run."""
    catalog.fuzzy, catalog.header_comment = False, ""
    said = BytesIO()
    write_po(said, catalog, width=WIDTH, sort_by_file=True, include_lineno=False)
    lines = [line for line in said.getvalue().decode().splitlines() if not line.startswith(PASSING)]
    return "\n".join(lines).strip() + "\n"


def lacking(catalog: Catalog) -> int:
    """How many messages have no translation."""
    return sum(not all(m.string if isinstance(m.string, tuple) else [m.string]) for m in catalog if m.id)


if __name__ == "__main__":
    for place in places():
        for locale in TRANSLATED:
            catalog, file = in_step(place, locale), po_file(place, locale)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(written(catalog))
            print(file.relative_to(ROOT), "lacks", lacking(catalog))
