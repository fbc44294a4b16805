"""WebKit as Debian brings it, by the W3C's WebDriver protocol: enough of it to open a page, touch it and read it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import servers

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def found() -> bool:
    return all(map(shutil.which, ("WebKitWebDriver", "Xvfb")))


class WebKit:
    def __init__(self, address: str) -> None:
        self.address = address
        self.session = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + self.session + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def begin(self) -> None:
        browser = {"webkitgtk:browserOptions": {"args": ["--automation"]}}
        told = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": browser}})
        self.session = f"/session/{told['sessionId']}"

    def go(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def run(self, script: str, *given: Any) -> Any:
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(given)})

    def click(self, selector: str) -> None:
        """As a person would, where it can be seen."""
        at = self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.ask("POST", f"/element/{at}/click", {})

    def until(self, expression: str, seconds: float = 20) -> Any:
        deadline = time.monotonic() + seconds
        while not (value := self.run(f"return {expression}")):
            assert time.monotonic() < deadline, expression
            time.sleep(0.1)
        return value


@contextmanager
def webkit() -> Iterator[WebKit]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "400x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        display = f":{told.readline().strip()}"
    surroundings = os.environ | {"DISPLAY": display, "LANG": "en_US.UTF-8", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    driver = subprocess.Popen(
        ["WebKitWebDriver", f"--port={port}"], env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    browser = WebKit(f"http://127.0.0.1:{port}")
    try:
        servers.wait_until(lambda: answers(port), "WebKit's driver does not answer")
        browser.begin()
        yield browser
        browser.ask("DELETE", "")
    finally:
        for process in (driver, screen):
            process.terminate()
            process.wait(20)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
