import pytest
from django.test import override_settings
from django.utils import translation

from tests.tournaments.conftest import (  # noqa: F401  (fixtures)
    acts_say_what_they_did,
    empty_cache,
    lines_of_the_history_are_words,
    standing,
)


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


NAME = "Türkiye Satranç Federasyonu"


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    """The site is that of a federation."""
    settings.FEDERATION = NAME


@pytest.fixture(scope="module")
def standing_here(standing):  # noqa: F811
    """Data made under it stand for all tests of a module, on the site of a federation."""
    with override_settings(FEDERATION=NAME):
        yield
