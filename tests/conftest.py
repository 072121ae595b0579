"""Fixtures for every test: a browser where there is one, and no silence where not.

The servers are started by `tests/settings.py`, before Django reads its settings.
"""

import gc
import os
import random
import secrets
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings

from scripts.bootstrap import find_chromium
from tests.emptying import take_rows_away

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Playwright's synchronous API keeps an event loop in this thread; the ORM is safe beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# The same examples every time, so that what passed here passes there. `make test-full` looks
# further, with new ones.
settings.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("new", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")

#: a fresh profile that talks to nobody but the live server
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: where single tests take many seconds
LONGEST = ("tests/truth/", "tests/tournaments/monkey/")
NO_BROWSER = (
    "THE BROWSER TESTS DID NOT RUN: no Chromium on this machine. "
    "Install it (Debian: apt-get install chromium) or name it in HAKEM_CHROMIUM."
)


_LOTS = random.Random()

TransactionTestCase._fixture_teardown = take_rows_away


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser its tests fail in CI, and stay away, loudly, elsewhere. The longest tests
    come first: of several workers none waits for another at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if find_chromium() or os.environ.get("CI") == "true":
        return
    absent = [item for item in items if item.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=absent)
    items[:] = [item for item in items if item not in absent]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The lots of a test, and of the events made for its module, fall the same way every time;
    with new examples (see the profiles above) they fall as they do in a hall."""
    if settings.default.derandomize:
        _LOTS.seed(item.nodeid)
        secrets.randbelow = _LOTS.randrange


def pytest_collection_finish() -> None:
    """Thousands of collected tests live to the end. Looking through them for garbage, again and
    again, took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)  # as in `config/wsgi.py`


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not find_chromium():
        terminalreporter.section("browser", red=True, bold=True)
        terminalreporter.line(NO_BROWSER, red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    from playwright.sync_api import expect, sync_playwright

    path = find_chromium()
    assert path, NO_BROWSER
    expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: "Browser") -> "Iterator[Callable[..., Page]]":
    """Pages of strangers to each other; options as of Playwright's `new_context`."""
    contexts = []

    def open_one(width: int = 1280, height: int = 900, **options: object) -> "Page":
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page: "Callable[..., Page]") -> "Page":
    return open_page()
