import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def in_english():
    """Sentences are compared in English; pages choose their language by their address."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
