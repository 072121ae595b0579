"""Hours are told by the clock of the venue: on the desk, in the history, on paper, to programs."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tournaments.services.setup.copying import set_schedule

pytestmark = pytest.mark.django_db

NEW_YORK = ZoneInfo("America/New_York")
#: 10:00 in New York, 18:00 in Istanbul, 15:00 in Greenwich
BEGINS = datetime(2026, 11, 21, 15, tzinfo=UTC)


@pytest.fixture
def abroad():
    made = factories.tournament(6)
    made.event.time_zone = "America/New_York"
    made.event.save()
    set_schedule(tournament=made, times={1: BEGINS}, by=factories.chief_of(made))
    made.refresh_from_db()
    return made


def desk(client, made, path):
    client.force_login(factories.chief_of(made))
    return Page(client.get(f"/en/desk/{made.event.slug}/{made.slug}/{path}"))


def test_the_default_time_on_the_desk(client, abroad):
    factories.pair(abroad, 1)
    factories.publish(abroad, 1)
    assert abroad.default_minutes == 30
    assert "10:30" in desk(client, abroad, "rounds/1/").text


def test_both_hours_of_a_move_in_the_history(client, abroad):
    later = datetime(2026, 11, 21, 11, tzinfo=NEW_YORK)
    set_schedule(tournament=abroad, times={1: later}, by=factories.chief_of(abroad))
    said = desk(client, abroad, "history/").text
    assert "1: 2026-11-21 10:00 1: 2026-11-21 11:00" in said


def test_a_paper(abroad):
    factories.pair(abroad, 1)
    said = words(document(abroad, "pairings", 1))
    assert "10:00" in said and "18:00" not in said


def test_the_hours_of_a_page_do_not_stay_for_the_next_one(client, abroad):
    home = factories.tournament(6)
    set_schedule(tournament=home, times={1: BEGINS}, by=factories.chief_of(home))
    public = "/en/e/{0.event.slug}/{0.slug}/about/"
    assert "10:00" in Page(client.get(public.format(abroad))).text
    assert "18:00" in Page(client.get(public.format(home))).text
    assert "10:00" in desk(client, abroad, "history/").text
    assert "18:00" in desk(client, home, "history/").text


def test_programs_get_the_hour_with_the_distance_of_the_venue(client, abroad):
    data = client.get(f"/api/v1/tournaments/{abroad.pk}/rounds/").json()
    assert data["results"][0]["starts_at"] == "2026-11-21T10:00:00-05:00"
