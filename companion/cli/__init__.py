"""The command line: ``companion serve`` for a table, ``companion db`` for a host, and what keeps games safe."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import segno
from alembic import command

from companion import Settings, access, build, create_app, server, table
from companion.access import Caller
from companion.cli import keeping, tables
from companion.database import engine_for, journal_note, writing
from companion.guard import in_the_room
from companion.house import House, data_folder, spell, unspell
from companion.problem import Problem
from companion.web.text import Voice

SHARED = (
    "worker_class",
    "threads",
    "timeout",
    "graceful_timeout",
    "keepalive",
    "proc_name",
    "loglevel",
    "post_worker_init",
)


@click.group()
def main() -> None:
    """A score sheet for card games played with real cards."""


for kept in keeping.COMMANDS:
    main.add_command(kept)


@main.command()
@click.option("--port", default=8000, show_default=True, help="The port; when it is taken, the next free one.")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option(
    "--data", type=click.Path(path_type=Path), help="Where the games are kept; the user's data folder otherwise."
)
@click.option("--workers", default=2, show_default=True, help="Processes that answer.")
def serve(port: int, host: str, data: Path | None, workers: int) -> None:
    """Open the score sheet to every phone on this network."""
    if data:
        os.environ["COMPANION_DATA"] = str(data.resolve())
    os.environ["COMPANION_OPEN"] = "1"
    settings = Settings.from_environment()
    tables.upgrade(settings.database)
    port = _free_port(host, port)
    _say_where(host, port, settings)
    _run(host, port, workers)


@main.group()
def db() -> None:
    """The database."""


@db.command()
def upgrade() -> None:
    """Bring the database to this version's tables, making it where there is none."""
    tables.upgrade(Settings.from_environment().database)


@db.command()
@click.argument("revision")
def downgrade(revision: str) -> None:
    """Take the database back to an earlier version's tables."""
    command.downgrade(tables.alembic_config(Settings.from_environment().database), revision)


@main.command()
@click.option("--new", is_flag=True, help="End the link there was, on every phone that used it.")
def owner(new: bool) -> None:
    """Tell the token of whoever runs this server: with it people are merged and renamed."""
    settings = Settings.from_environment()
    click.echo(_owner_token(settings, new=new))


def _owner_token(settings: Settings, *, new: bool = False) -> str:
    house = build(settings)
    with writing(house.engine) as conn:
        if new:
            access.end_owner_token(house, conn)
        token = access.owner_token(house, conn)
    house.engine.dispose()
    return token


@main.group()
def people() -> None:
    """The people who played."""


CIRCLE = click.option(
    "--circle", default=spell(access.OPEN_CIRCLE), help="The circle they are of; an open server has one."
)


@people.command("list")
@click.argument("beginning", default="")
@CIRCLE
def list_people(beginning: str, circle: str) -> None:
    """Who played, latest first: id, finished matches, name. BEGINNING: of any word of the name."""
    with _at(circle) as (house, who):
        cursor = None
        while True:
            page = table.names(house, who, beginning, limit=100, cursor=cursor)
            for person in page["items"]:
                click.echo(f"{person['id']:13}  {person['played']:5}  {person['name']}")
            cursor = page["next_cursor"]
            if cursor is None:
                return


@people.command()
@click.argument("person")
@click.argument("into")
@CIRCLE
def merge(person: str, into: str, circle: str) -> None:
    """PERSON was INTO all along: two names or ids become one person, known as INTO."""
    with _at(circle) as (house, who):
        table.merge(house, who, _id_of(house, who, person), _id_of(house, who, into))


@people.command()
@click.argument("person")
@click.argument("name")
@CIRCLE
def rename(person: str, name: str, circle: str) -> None:
    """PERSON, a name or an id, is called NAME from now on, in every match."""
    with _at(circle) as (house, who):
        table.rename(house, who, _id_of(house, who, person), name)


@people.command()
@click.argument("person")
@CIRCLE
@click.confirmation_option(prompt="Forget this name for good, in every match?")
def forget(person: str, circle: str) -> None:
    """PERSON, a name or an id, is named nowhere any more; matches and points stay."""
    with _at(circle) as (house, who):
        table.forget_name(house, who, _id_of(house, who, person))


@contextmanager
def _at(circle: str) -> Iterator[tuple[House, Caller]]:
    """The house, with the rights of its owner; a problem is said in words."""
    house = build(Settings.from_environment())
    try:
        yield house, Caller(unspell(circle), "owner")
    except Problem as problem:
        raise click.ClickException(Voice("en").problem(problem.code, problem.params)) from None
    finally:
        house.engine.dispose()


def _id_of(house: House, who: Caller, called: str) -> str:
    """By the whole name if exactly one person has it, else by the id."""
    found = [
        person["id"]
        for person in table.names(house, who, called, limit=100)["items"]
        if person["name"].casefold() == called.casefold()
    ]
    if len(found) > 1:
        raise click.ClickException(f"Several people are called {called}, name one by id: {', '.join(found)}")
    return found[0] if found else called


def _free_port(host: str, wanted: int) -> int:
    for port in (wanted, *range(wanted + 1, wanted + 20)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            if port != wanted:
                click.echo(f"Port {wanted} is taken, using {port}.")
            return port
    raise click.ClickException(f"No free port from {wanted} to {wanted + 19}: name another with --port.")


def _say_where(host: str, port: int, settings: Settings) -> None:
    address = f"http://{in_the_room() or '127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    click.echo(f"\nThe score sheet is open at {address}\nPhones on the same network: scan this, or type the address.\n")
    if sys.stdout.isatty():
        segno.make(address, error="m").terminal(compact=True)
    else:
        segno.make(address, error="m").terminal(out=sys.stdout, border=2)
    click.echo(f"\nFor you alone, to merge and rename people: {address}/owner/{_owner_token(settings)}")
    click.echo(f"\nGames are kept in {data_folder()}. Ctrl-C closes the server; nothing recorded is lost.")
    note = journal_note(engine_for(settings.database))
    if note:
        click.echo(f"Note: {note}.")


def _run(host: str, port: int, workers: int) -> None:
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):
        def load_config(self) -> None:
            shared = {name: getattr(server, name) for name in SHARED}
            for name, value in {"bind": f"{host}:{port}", "workers": workers, **shared}.items():
                self.cfg.set(name, value)

        def load(self) -> object:
            return create_app()

    Server().run()
