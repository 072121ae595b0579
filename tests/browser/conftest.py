"""A live server, a signed-in page, and the checks that every page must pass."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests.browser.looks import assert_good_page


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


@pytest.fixture
def check_page() -> Callable:
    return assert_good_page


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    return tmp_path
