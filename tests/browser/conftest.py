"""The product as a process of its own, and a phone that holds its sheet."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import servers
from browser.tapping import Sheet

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the product answers; what it prints must hold no error."""
    folder = tmp_path_factory.mktemp("served")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["serve", "--port", str(port), "--host", "127.0.0.1", "--workers", "1", "--data", str(folder / "data")]
    said = folder / "said.txt"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=os.environ
        )
    here = f"http://127.0.0.1:{port}"
    try:
        servers.wait_until(lambda: answers(here), "the product does not answer")
        yield here
    finally:
        process.terminate()
        process.wait(20)
    assert "Traceback" not in said.read_text()


def answers(here: str) -> bool:
    try:
        with urllib.request.urlopen(f"{here}/api/health", timeout=5):
            return True
    except OSError:
        return False


@pytest.fixture
def hold(address: str, new_phone: Callable[..., Any], tap: Callable[[Any], None]) -> Callable[..., Sheet]:
    """`hold(locale="ar")`: another phone, on the home page."""

    def take(**more: Any) -> Sheet:
        page = new_phone(**more)
        sheet = Sheet(page, address, tap)
        page.goto(address)
        return sheet

    return take


@pytest.fixture
def sheet(hold: Callable[..., Sheet]) -> Sheet:
    return hold()
