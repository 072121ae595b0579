"""Nobody reads what was kept of another database, or before a back-up was restored."""

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from tournaments.kernel import another_database, patience
from tournaments.kernel.another_database import forget_what_is_of_another, life_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known():
    """The database of the tests is the one that is known, before and after."""
    forget_what_is_of_another()
    yield
    forget_what_is_of_another()


def test_what_is_kept_of_the_same_database_stays():
    cache.set("standings:3:1:7", "kept")
    forget_what_is_of_another()
    assert cache.get("standings:3:1:7") == "kept"


@pytest.mark.parametrize("life", ["another server", "1:2:3:4"])
def test_what_was_kept_of_another_one_is_forgotten_once(life, monkeypatch):
    """A restored database has the same numbers and revisions, and may have other results."""
    for number in range(another_database.MANY + 5):
        cache.set(f"standings:3:{number}:7", "of before")
    patience.client().set("work of others", "stays")
    monkeypatch.setattr(another_database, "life_of", lambda using: life)
    forget_what_is_of_another()
    assert cache.get("standings:3:1:7") is None
    prefix = settings.CACHES["default"]["KEY_PREFIX"]
    assert list(patience.client().scan_iter(f"{prefix}:*")) == [f"{prefix}:database".encode()]
    assert patience.client().get("work of others") == b"stays"
    cache.set("standings:3:1:7", "of today")
    forget_what_is_of_another()
    assert cache.get("standings:3:1:7") == "of today"


@pytest.mark.django_db(transaction=True)
def test_tables_made_anew_are_another_life():
    first = life_of("default")
    assert first == life_of("default") and first.count(":") == 3


def test_without_redis_the_database_is_brought_up_to_date_all_the_same(monkeypatch):
    class Away:
        def get(self, name):
            raise redis.ConnectionError

    monkeypatch.setattr(patience, "client", Away)
    forget_what_is_of_another()
