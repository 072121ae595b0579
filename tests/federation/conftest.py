import pytest
from django.core.cache import cache
from django.utils import translation

from tests.tournaments.conftest import (  # noqa: F401  (fixtures)
    acts_say_what_they_did,
    lines_of_the_history_are_words,
    standing,
)


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    """The site is that of a federation."""
    settings.FEDERATION = "Türkiye Satranç Federasyonu"
