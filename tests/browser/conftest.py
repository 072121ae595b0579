"""A live server, a signed-in page, and the checks that every page must pass."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.cache import cache
from django.test import Client

AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture
def sign_in(live_server) -> Callable:
    """Signed in without a walk through the form, which the tests of a whole day fill in."""

    def into(page, user) -> None:
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME]
        page.context.add_cookies(
            [{"name": session.key, "value": session.value, "url": live_server.url}]
        )

    return into


def assert_good_page(page) -> None:
    """Nothing wider than the screen, nothing that axe-core finds serious, once it is whole."""
    page.wait_for_load_state()
    wider = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wider <= 0, f"{page.url} is {wider} px too wide"
    found = Axe().run(page, options={"runOnly": AXE, "resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def check_page() -> Callable:
    return assert_good_page


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    return tmp_path
