"""Every page, file and paper of an event says what its rows say, in every state of the event."""

import pytest

from tests.truth import states, table, walk

pytestmark = pytest.mark.django_db


def test_a_swiss_event_from_the_draw_to_the_end():
    complaints = walk.along(*states.swiss("fide2026.dutch"), papers_every=4)
    assert not complaints, "\n".join(complaints)


def test_each_surface_shows_a_fact_or_says_why_it_does_not():
    found = list(walk.surfaces())
    assert found
    for subject, surface in found:
        assert set(surface.shows) | set(surface.leaves) == set(subject.facts), surface.key
        assert not set(surface.shows) & set(surface.leaves), surface.key


def test_the_table_in_the_documents_is_current():
    assert table.PLACE.read_text() == table.text(), "python -m tests.truth.table writes it anew"
