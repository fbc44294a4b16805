"""The product as a person starts it: the README's command, a process of its own, spoken to over HTTP alone."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: Any


@dataclass
class Product:
    port: int
    said: Path
    token: str | None = None
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        request = urllib.request.Request(self.address + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return Answer(answer.status, dict(answer.headers), json.loads(answer.read() or b"null"))
        except urllib.error.HTTPError as error:
            return Answer(error.code, dict(error.headers), json.loads(error.read() or b"null"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(folder: Path, *, database: str | None = None, make: bool = True) -> Iterator[Product]:
    """``make serve`` until the block ends; what it prints goes to ``product.said``."""
    product = Product(free_port(), folder / "said.txt")
    process = start(product, folder, database=database, make=make)
    try:
        yield product
    finally:
        stop(process)


def start(product: Product, folder: Path, *, database: str | None = None, make: bool = True) -> subprocess.Popen[bytes]:
    """The process, up and answering, at the head of a group of its own."""
    words = ["--port", str(product.port), "--data", str(folder / "data")]
    command = (
        ["make", "serve", f"ARGS={' '.join(words)}"] if make else [sys.executable, "-m", "companion", "serve", *words]
    )
    env = os.environ | ({"DATABASE_URL": database} if database else {})
    with product.said.open("ab") as said:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=said, stderr=subprocess.STDOUT, start_new_session=True, env=env
        )
    product.process = process
    wait_until_up(product, process)
    return process


def stop(process: subprocess.Popen[bytes]) -> float:
    """Asks it to end, as Ctrl-C or a host does; how many seconds that took."""
    began = time.monotonic()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        kill(process)
        raise
    return time.monotonic() - began


def kill(process: subprocess.Popen[bytes]) -> None:
    """kill -9, all of it at once."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(5)


def wait_until_up(product: Product, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert process.poll() is None, product.said.read_text()
        try:
            assert product.ask("GET", "/api/health").status == 200
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise AssertionError(f"not up after {seconds} s:\n{product.said.read_text()}")


def problems_in(said: str) -> list[str]:
    """Lines that no healthy server prints."""
    return [line for line in said.splitlines() if re.search(r"Traceback|Error|CRITICAL|\[ERROR\]", line)]
