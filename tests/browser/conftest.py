"""A live server, a signed-in page, and the checks that every page must pass."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache

from tests import factories


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture
def sign_in(live_server) -> Callable:
    def into(page, user) -> None:
        page.goto(f"{live_server.url}/en/sign-in/")
        page.fill("#id_username", user.username)
        page.fill("#id_password", factories.PASSWORD)
        page.click("main button.main")
        page.wait_for_url("**/desk/")

    return into


def assert_good_page(page) -> None:
    """Nothing wider than the screen, nothing that axe-core finds serious.

    A click returns when the next page has begun to arrive; it is judged when it is whole.
    """
    page.wait_for_load_state()
    wider = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wider <= 0, f"{page.url} is {wider} px too wide"
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def check_page() -> Callable:
    return assert_good_page


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    return tmp_path
