"""Between the two names of a pair stands a dash or a result, on pages and on paper: surname, given
name, surname, given name would be four names."""

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.knockout_events import announced, knockout
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Tournament
from tournaments.services.rounds.schedule import show_schedule

pytestmark = pytest.mark.django_db


@pytest.fixture
def robin():
    made = factories.tournament(4, system="handbook.round_robin")
    factories.pair(made, 1)
    factories.publish(made, 1)
    confirmed(show_schedule, tournament=made, public=True, by=factories.chief_of(made))
    return Tournament.objects.get(pk=made.pk)


def between(page, first, second):
    """Collect the signs between two names that follow each other."""
    return page.partition(first)[2].partition(second)[0]


def pairs_of(round_):
    games = round_.pairings.games().select_related("white", "black")
    return [(game.white.name, game.black.name) for game in games]


@pytest.mark.parametrize("rest", ["schedule/", "rounds/1/"])
def test_on_public_pages(client, robin, rest):
    text = Page(client.get(f"/tr/e/{robin.event.slug}/{robin.slug}/{rest}")).text
    pairs = pairs_of(robin.rounds.get(number=1))
    assert pairs
    for white, black in pairs:
        assert "–" in between(text, white, black)


def test_at_the_desk(client, robin):
    client.force_login(factories.chief_of(robin))
    place = f"/tr/desk/{robin.event.slug}/{robin.slug}/rounds/1/"
    text = " ".join(Page(client.get(f"{place}reasons/")).all("tbody tr"))
    pairs = pairs_of(robin.rounds.get(number=1))
    assert pairs
    for white, black in pairs:
        assert "–" in between(text, white, black)


@pytest.mark.parametrize("kind", ["pairings", "results"])
def test_on_paper(robin, kind):
    text = words(document(robin, kind, 1, "tr"))
    pairs = pairs_of(robin.rounds.get(number=1))
    assert pairs
    for white, black in pairs:
        assert "–" in between(text, white, black)


def test_games_of_a_knock_out_that_are_due(client):
    found = announced(knockout(4))
    made = found.tournament
    text = Page(client.get(f"/tr/e/{made.event.slug}/{made.slug}/knockout/{found.pk}/")).one(
        "table.due tbody tr:first-child"
    )
    assert text.count("–") >= 1
    assert "– Siyah" in text
