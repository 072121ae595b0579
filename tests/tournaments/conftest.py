from functools import cache as kept

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import translation

from tests.tournaments.history import raw_words, said, shape_of


@pytest.fixture(autouse=True)
def in_english():
    """Sentences are compared in English; pages choose their language by their address."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def empty_cache():
    """Pages, too, that this process trusts for a second: an event may be that of another test."""
    from tournaments.web import pages

    cache.clear()
    pages._trusted.clear()


@pytest.fixture(scope="module")
def standing(django_db_setup, django_db_blocker):
    """Data made under it stand for all tests of a module; each undoes what it does to them.

    A fixture of module scope makes them, and one for each test hands out a copy. Not for modules
    with tests that commit.
    """
    with django_db_blocker.unblock(), translation.override("en"), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session", autouse=True)
def manual_set_once():
    """Set the manual on paper once for each text: walks over all addresses pass it often."""
    from tournaments.views import manual

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manual, "to_pdf", kept(manual.to_pdf))
        yield


@pytest.fixture(scope="session", autouse=True)
def lines_of_the_history_are_words():
    """Each line that a test leaves in the history can be read: no name of the program stands in
    it, in either language."""
    from tournaments.kernel.log import listeners

    seen = set()

    def read(entry):
        shape = (entry.act, entry.target.partition(":")[0], *map(shape_of, said(entry)))
        if shape not in seen:
            seen.add(shape)
            assert raw_words(entry) == [], entry.act

    listeners.append(read)
    yield
    listeners.remove(read)


@pytest.fixture(scope="session", autouse=True)
def acts_say_what_they_did():
    """Outside the tests an act that says nothing is kept, and named in the log of the server."""
    from tournaments.kernel import acts

    def fail(forgetful):
        raise AssertionError(f"{forgetful.name} neither left a line nor said `nothing`")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(acts, "unsaid", fail)
        yield
