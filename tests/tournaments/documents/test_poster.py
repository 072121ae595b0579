"""The poster says what the public page of the rules says, and the prizes by place."""

import pytest

from pairing.formats import keys
from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced, knockout
from tournaments.queries.setup.regulations import public_regulations, tie_breaks_in_words
from tournaments.services.voice import proving

pytestmark = pytest.mark.django_db

SWISS_ONLY = ("bye", "late entr", "colour of the first board", "Buchholz", "Half-point")


@pytest.mark.parametrize("key", keys(swiss=False))
def test_nothing_of_a_swiss_stands_on_the_poster_of_another_format(key):
    made = factories.tournament(system=key)
    made.refresh_from_db()
    rows = document(made, "poster").rows
    text = " ".join(rows.values())
    if key == "handbook.round_robin":  # with an odd number somebody is free in every round
        text = text.replace("the bye is worth", "")
    assert not [word for word in SWISS_ONLY if word in text]


@pytest.mark.parametrize("key", keys())
def test_the_poster_and_the_page_say_the_same(key):
    made = factories.tournament(system=key)
    made.refresh_from_db()
    lines = list(document(made, "poster").rows.values())
    regulations, tie_breaks = public_regulations(made), tie_breaks_in_words(made)
    assert regulations and bool(tie_breaks) == made.format.has_standings
    for heading, sentences in regulations:
        assert " · ".join((heading, " ".join(sentences))) in " ".join(lines)
    for code, name, _meaning in tie_breaks:
        assert f"{code}: {name}" in " ".join(lines)


def test_prizes_by_place_stand_on_the_poster_also_those_of_a_knock_out():
    found = announced(knockout(4, prizes=[100000, 50000], currency="TRY"))
    text = words(document(found.tournament, "poster"))
    assert "1: 1,000 TRY" in text and "2: 500 TRY" in text


def test_the_poster_for_phones_says_only_what_phones_may_say_here_in_both_languages():
    made = factories.tournament(2)
    text = words(document(made, "phone_poster"))
    assert "Report the result" in text and "Call the arbiter" in text
    assert f"/e/{made.event.slug}/{made.slug}/" in text.replace(" ", "")
    chief = factories.chief_of(made)
    proving.set_rules(tournament=made, values={"takes_calls": False}, by=chief)
    assert "Call the arbiter" not in words(document(made, "phone_poster"))
    both = document(made, "phone_poster", language="tr+en")
    assert len(reader(both).pages) == 2
    assert "Bu etkinlikte telefonunuz" in words(both) and "Where do I sit?" in words(both)
