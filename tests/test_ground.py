"""The ground that tests and installation stand on: real servers that are ended, a phone, locks that pip takes."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import psycopg
import pytest
import servers
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PHONE_PAGE = "<!doctype html><html lang=en><title>A page</title><meta name=viewport content='width=device-width'><main>"


# PostgreSQL


def test_a_new_postgres_database_answers_and_is_empty(empty_postgres):
    with psycopg.connect(empty_postgres) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_a_copy_of_a_template_has_what_was_put_into_it_and_is_gone_afterwards(run):
    with run.database() as template:
        with psycopg.connect(template) as connection:
            connection.execute("CREATE TABLE seen AS SELECT 7 AS number")
        name = psycopg.conninfo.conninfo_to_dict(template)["dbname"]
        with run.database(template=name) as copy, psycopg.connect(copy) as connection:
            assert connection.execute("SELECT number FROM seen").fetchone() == (7,)
    assert not servers.accepts(copy)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.parametrize("how", ["as usual", "killed"])
def test_the_server_of_a_run_ends_with_the_run(how):
    """Also when the run is killed: its lock falls and the keeper ends the server."""
    program = (
        "import servers, sys\n"
        "servers.LOCAL = 'postgresql://127.0.0.1:1/nobody'  # a server of our own, whatever else is here\n"
        "run = servers.Run.begin(); run.postgres(); print(run.folder, flush=True)\n"
        "sys.stdin.readline(); run.end()"
    )
    environment = {key: value for key, value in os.environ.items() if key != "TEST_DATABASE_URL"}
    with subprocess.Popen(
        [sys.executable, "-c", program], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=environment | {"PYTHONPATH": str(ROOT / "tests")},
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        folder = Path(process.stdout.readline().strip())
        server = int((folder / "server").read_text())
        assert servers.alive(server)
        if how == "killed":
            process.kill()
        else:
            process.stdin.write("\n")
    servers.wait_until(lambda: not folder.exists(), "the run's folder stays")
    assert not servers.alive(server)


@pytest.mark.slow
@pytest.mark.postgres
def test_what_was_committed_is_there_after_a_crash_of_a_durable_server():
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-"))
    folder.chmod(0o755)
    server = servers.Postgres(folder / "server").start()
    try:
        with psycopg.connect(server.url, autocommit=True) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
            connection.execute("CREATE TABLE kept AS SELECT 1 AS number")
        server.kill()
        assert not servers.accepts(server.url)
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (1,)
    finally:
        server.stop()
        shutil.rmtree(folder)


# A phone


def test_the_phone_is_small_and_touched(phone):
    phone.goto(f"data:text/html,{PHONE_PAGE}")
    told = phone.evaluate("[innerWidth, innerHeight, devicePixelRatio, 'ontouchstart' in window]")
    assert told == [360, 640, 2, True]
    assert phone.evaluate("matchMedia('(pointer: coarse)').matches")


def test_a_tap_touches_what_shows_of_a_card_in_a_fan(phone, tap):
    phone.set_content(
        PHONE_PAGE + "<style>button {position: absolute; top: 40px; width: 100px; height: 150px}</style>"
        "<button id=under style='left: 10px' onpointerdown='document.title = event.pointerType'>under</button>"
        "<button id=upper style='left: 50px' onpointerdown='document.title = 0'>upper</button>"
    )
    tap(phone.locator("#under"))
    assert phone.title() == "touch"


def test_a_tap_on_what_lies_under_something_else_fails(phone, tap):
    phone.set_content(
        PHONE_PAGE
        + "<button id=lost>lost</button><div id=lid style='position: fixed; inset: 0; background: #ccc'></div>"
    )
    with pytest.raises(AssertionError, match="lid"):
        tap(phone.locator("#lost"))


def test_axe_finds_a_button_without_a_name(phone, axe):
    phone.set_content(PHONE_PAGE + "<h1>A page</h1><button></button>")
    assert [line.split(":")[0] for line in axe(phone)] == ["button-name"]


def test_arabic_is_drawn_with_letters_and_not_with_boxes(phone):
    """Two different letters look different: a missing font draws the same box for both."""
    phone.set_content(PHONE_PAGE + "<p><b>ب</b><b>ش</b>")
    first, second = (phone.locator("b").nth(n).screenshot() for n in (0, 1))
    assert first != second


# Locks


LOCKS = ["requirements.lock", "requirements-test.lock"]


def pins(lock):
    """The names and versions that a lock pins."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_everything_with_hashes_and_holds_no_address(lock):
    text = (ROOT / lock).read_text()
    assert "//" not in text
    assert "index" not in text
    entries = re.sub(r"\\\n", "", text).splitlines()
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries if entry.strip())


def test_the_product_runs_with_the_versions_it_was_tested_with():
    assert pins(LOCKS[0]) <= pins(LOCKS[1])


def test_the_locks_hold_what_pyproject_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = project["optional-dependencies"]["test"]
    for lock, asked in [(LOCKS[0], project["dependencies"]), (LOCKS[1], project["dependencies"] + extra)]:
        versions = {}
        for name, version in pins(lock):
            versions.setdefault(name, []).append(version)
        for requirement in map(Requirement, asked):
            assert any(map(requirement.specifier.contains, versions.get(requirement.name.lower(), []))), requirement
