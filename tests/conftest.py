"""What all tests share: databases of both kinds, a phone's browser, how hard hypothesis tries.

Nothing of `companion` is imported here before a fixture needs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import servers

HERE = Path(__file__).parent
ROOT = HERE.parent

# How hard hypothesis tries: `HYPOTHESIS_PROFILE=soak make check`. CI repeats the same examples, so that a red run is
# the change's doing; the others look for new ones.
_common: dict[str, Any] = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("dev", max_examples=60, **_common)
hypothesis.settings.register_profile("ci", max_examples=100, derandomize=True, print_blob=True, **_common)
hypothesis.settings.register_profile("soak", max_examples=5000, print_blob=True, **_common)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


# The run


def pytest_configure(config: pytest.Config) -> None:
    shared = getattr(config, "workerinput", {}).get("companion_run")
    run = config.stash[RUN] = servers.Run(Path(shared)) if shared else servers.Run.begin()
    # No test finds the way to the data of whoever runs it.
    os.environ["COMPANION_DATA"] = str(run.folder / "companion")
    os.environ.pop("DATABASE_URL", None)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells an xdist worker which run it belongs to."""
    node.workerinput["companion_run"] = str(node.config.stash[RUN].folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and RUN in config.stash:
        config.stash[RUN].end()


RUN = pytest.StashKey[servers.Run]()

# The folder says what kind of test it is, the fixture says what it needs.
FOLDERS = {"browser": "browser", "bench": "bench"}
FIXTURES = {"chromium": "browser", "empty_postgres": "postgres"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for part in set(FOLDERS) & set(item.path.relative_to(ROOT).parts):
            item.add_marker(FOLDERS[part])
        for name in set(FIXTURES) & set(getattr(item, "fixturenames", ())):
            item.add_marker(FIXTURES[name])


@pytest.fixture(scope="session")
def run(request: pytest.FixtureRequest) -> servers.Run:
    return request.config.stash[RUN]


# Databases


@pytest.fixture
def empty_postgres(run: servers.Run) -> Iterator[str]:
    """The URL of a new PostgreSQL database with nothing in it."""
    with run.database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, run: servers.Run, tmp_path: Path) -> Iterator[str]:
    """The URL of a new database with the product's tables, on either engine in turn."""
    if request.param == "sqlite":
        file = tmp_path / "companion.sqlite"
        shutil.copyfile(run.sqlite_template(upgrade), file)
        yield f"sqlite:///{file}"
    else:
        with run.database(run.postgres_template(upgrade)) as url:
            yield url


@pytest.fixture
def engine(database: str) -> Iterator[Any]:
    """An engine on that database, closed at the end."""
    from companion.database import engine_for

    engine = engine_for(database)
    yield engine
    engine.dispose()


@pytest.fixture
def house(engine: Any) -> Any:
    """An open house on that database, whose clock ticks a millisecond at each look and whose dice are loaded."""
    import itertools
    import random

    from companion.house import House

    clock = itertools.count(1_800_000_000_000)
    return House(engine=engine, key=b"k" * 32, open=True, now=lambda: next(clock), random=random.Random(7))


def upgrade(url: str) -> None:
    """Make the tables as everyone does who runs the product."""
    subprocess.run(
        [sys.executable, "-m", "companion", "db", "upgrade"],
        check=True,
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": url},
    )


# A phone


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium, one for each worker."""
    from playwright.sync_api import sync_playwright

    flags = servers.CHROMIUM_FLAGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=flags)
        yield browser
        browser.close()


@pytest.fixture
def new_phone(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages as a phone of 360x640 with touch: `new_phone(locale="ar")`. Each is another person's phone.

    A test fails when a script of one of its pages threw an error that nobody caught.
    """
    contexts, errors = [], []

    def open_phone(*, width: int = 360, height: int = 640, locale: str = "en", **more: Any) -> Any:
        size = {"width": width, "height": height}
        phone = {"viewport": size, "screen": size, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
        # A worker would answer before the routes of a test do; tests of the worker ask for it.
        phone |= {"service_workers": "block", "locale": locale}
        context = chromium.new_context(**phone | more)
        context.set_default_timeout(30_000)
        context.on("weberror", lambda error: errors.append(f"{error.page and error.page.url}: {error.error}"))
        contexts.append(context)
        return context.new_page()

    yield open_phone
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def phone(new_phone: Callable[..., Any]) -> Any:
    return new_phone()


# Where a finger would meet the target: the point nearest to the middle of what shows of it. A card in a fan shows only
# its edge; a target under a bar shows nothing.
TAP_POINT = """target => {
    if (!target.isConnected) return null;  // the page put another in its place meanwhile
    target.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
    const box = target.getBoundingClientRect(), steps = 16, seen = [];
    let over = null;
    for (let i = 0; i < steps; i++) for (let j = 0; j < steps; j++) {
        const x = box.left + box.width * (i + .5) / steps, y = box.top + box.height * (j + .5) / steps;
        const hit = document.elementFromPoint(x, y);
        if (hit && (hit === target || target.contains(hit))) seen.push([x, y]);
        else over = hit || over;
    }
    if (!seen.length) return {over: over ? over.outerHTML.slice(0, 200) : 'the edge of the screen'};
    const mean = k => seen.reduce((sum, point) => sum + point[k], 0) / seen.length;
    const [x, y] = [mean(0), mean(1)], away = point => Math.hypot(point[0] - x, point[1] - y);
    const middle = document.elementFromPoint(x, y);
    const point = middle && (middle === target || target.contains(middle)) ? [x, y]
        : seen.reduce((best, point) => away(point) < away(best) ? point : best);
    return {x: point[0], y: point[1]};
}"""


@pytest.fixture(scope="session")
def tap() -> Callable[[Any], None]:
    """`tap(locator)` touches it as a finger would, and fails when something else lies over all of it."""

    def touch(locator: Any) -> None:
        point = None
        while point is None:
            locator.wait_for(state="visible")
            point = locator.evaluate(TAP_POINT)
        assert "over" not in point, f"{locator} cannot be touched, over it lies {point['over']}"
        locator.page.touchscreen.tap(point["x"], point["y"])

    return touch


@pytest.fixture(scope="session")
def axe() -> Callable[[Any], list[str]]:
    """`axe(page)` names what bars people from this page, as axe-core sees it: an empty list is the aim."""
    source = (HERE / "browser/vendor/axe.min.js").read_text()

    def check(page: Any) -> list[str]:
        page.evaluate(source)  # not a script tag: the product's content policy may refuse one
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        return [f"{rule['id']}: {node['html'][:160]}" for rule in found for node in rule["nodes"]]

    return check
