"""Keeping games: backup and restore, export and import of all of them, and a look whether every log still holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import orjson

from companion import Settings, build, table
from companion.access import OPEN_CIRCLE, Caller
from companion.cli import copies
from companion.cli.tables import upgrade
from companion.database import engine_for, sqlite_file
from companion.house import House, spell, unspell
from companion.problem import Problem
from companion.table import circles, rechecking
from companion.web import text

FILE = click.Path(path_type=Path, dir_okay=False)
NOT_HERE = """This database is PostgreSQL: back it up with its own tools, such as

    pg_dump --format=custom --file=companion.dump "$DATABASE_URL"
    pg_restore --clean --if-exists --dbname="$DATABASE_URL" companion.dump

or take every match along with: companion export FILE"""


@click.command()
@click.argument("file", type=FILE)
def backup(file: Path) -> None:
    """Copy all games into FILE, while people go on recording."""
    database = _sqlite()
    with _told("copying") as bar:
        copies.copy(database, file, bar)
    click.echo(
        f"{file} holds everything up to this moment but the server's key (server.key), which is in no backup: "
        "on another machine without that key phones have to join again."
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.confirmation_option(prompt="Put these games in place of those that are here now?")
def restore(file: Path) -> None:
    """Put the games of FILE, made by `companion backup`, in place of those that are here."""
    aside = copies.put_back(file, _sqlite())
    click.echo(f"The games of {file} are in place." + (f" Those before lie in {aside}." if aside else ""))


@click.command()
@click.argument("file", type=FILE)
@click.option("--circle", help="Only the matches of this circle.")
def export(file: Path, circle: str | None) -> None:
    """Take every match along, one line of JSON for each, into FILE (- for the standard output).

    Whole, with the hidden cards of running matches: the file is for whoever runs the server.
    """
    only = None if circle is None else _circle(circle)
    count = 0
    part = file.with_name(file.name + ".part")
    out = sys.stdout.buffer if str(file) == "-" else part.open("wb")
    with _house() as house, _told("taking along") as bar:
        total = rechecking.how_many(house)
        for circle_id, match in table.take_all(house, only):
            out.write(orjson.dumps({**match, "circle": spell(circle_id)}) + b"\n")
            count += 1
            bar(count, total)
    out.flush()
    if out is not sys.stdout.buffer:
        out.close()
        part.replace(file)
    click.echo(f"{count} matches taken along.", err=True)


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--circle", help="The circle they come into; on a server with one circle that one.")
def bring_in(files: tuple[Path, ...], circle: str | None) -> None:
    """Bring matches in from FILES of `companion export` or of a match's own page.

    Every entry is checked. Matches that are here already stay as they are, so that a run that was interrupted can
    simply be started again.
    """
    number = OPEN_CIRCLE if circle is None else _circle(circle)
    into = Caller(number, "member")
    new = there = 0
    refused: list[str] = []
    with _house() as house, _told("bringing in") as bar:
        if number != OPEN_CIRCLE and number not in dict(circles.circles(house)):
            raise click.BadParameter("there is no such circle", param_hint="--circle")
        total = sum(file.stat().st_size for file in files)
        read = 0
        for file in files:
            for place, line in enumerate(_matches_in(file), start=1):
                read += len(line)
                bar(min(read, total), total)
                try:
                    brought = table.bring_in(house, into, orjson.loads(line), trusted=True)
                    new, there = new + brought.new, there + (not brought.new)
                except orjson.JSONDecodeError:
                    refused.append(f"{file}, match {place}: this is no JSON")
                except Problem as problem:
                    why = text.detail(problem.code, problem.params, (), "en")
                    refused.append(f"{file}, match {place}: {why}")
    click.echo(f"{new} matches brought in, {there} were here already, {len(refused)} refused.")
    for line_refused in refused:
        click.echo(line_refused, err=True)
    if refused:
        sys.exit(1)


@click.command("circles")
def list_circles() -> None:
    """The circles of a server that is not open: id and name."""
    with _house() as house:
        for number, name in circles.circles(house):
            click.echo(f"{spell(number):13}  {name}")


@click.command()
@click.option("--repair", is_flag=True, help="Write totals, states and seats anew where they differ from the log.")
@click.option("--after", help="Go on behind this match, as an interrupted run says.")
def recheck(repair: bool, after: str | None) -> None:
    """Replay every match: does its log still hold, and do its totals, state and winners say the same?"""
    place = rechecking.place_of(after) if after else None
    if after and place is None:
        raise click.BadParameter("it has the form CIRCLE.MATCH", param_hint="--after")
    checked = wrong = left = 0
    last = place
    try:
        with _house() as house, _told("replaying") as bar:
            total = rechecking.how_many(house, place)
            for here in rechecking.places(house, place):
                found = rechecking.recheck(house, here, repair=repair)
                last, checked, wrong = here, checked + 1, wrong + bool(found)
                left += any(not (repair and finding.repairable) for finding in found)
                for finding in found:
                    mended = " (repaired)" if repair and finding.repairable else ""
                    click.echo(f"{rechecking.spelled(here)}: {finding.what}{mended}")
                bar(checked, total)
    except KeyboardInterrupt:
        go_on = f" Go on with: companion recheck --after {rechecking.spelled(last)}" if last else ""
        click.echo(f"Stopped after {checked} matches, {wrong} with something wrong.{go_on}")
        sys.exit(130)
    click.echo(f"{checked} matches replayed, {wrong} with something wrong.")
    if left:
        sys.exit(1)


COMMANDS = (backup, restore, export, bring_in, recheck, list_circles)


@contextmanager
def _house() -> Iterator[House]:
    settings = Settings.from_environment()
    upgrade(settings.database)
    house = build(settings)
    try:
        yield house
    finally:
        house.engine.dispose()


def _sqlite() -> Path:
    engine = engine_for(Settings.from_environment().database)
    file = sqlite_file(engine)
    engine.dispose()
    if file is None:
        raise click.ClickException(NOT_HERE)
    return file


def _circle(told: str) -> int:
    circle = unspell(told)
    if circle is None:
        raise click.BadParameter("this is no circle", param_hint="--circle")
    return circle


def _matches_in(file: Path) -> Iterator[bytes]:
    """A match on each line, or one match over the whole file."""
    with file.open("rb") as lines:
        first = lines.readline()
        if first.strip() and _is_json(first):
            yield first
            yield from (line for line in lines if line.strip())
        else:
            yield first + lines.read()


def _is_json(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


@contextmanager
def _told(what: str) -> Iterator[Callable[[int, int], None]]:
    """How far it is, for whoever sits before a terminal."""
    shown = sys.stderr.isatty()

    def bar(done: int, total: int) -> None:
        if shown:
            click.echo(f"\r{what}: {done} of {total}", err=True, nl=False)

    yield bar
    if shown:
        click.echo("\r\033[K", err=True, nl=False)
