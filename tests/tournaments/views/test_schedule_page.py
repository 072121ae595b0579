"""The schedule of a round robin: for the staff, and for everybody once it is shown."""

import pytest

from tests import factories
from tournaments.services.schedule import show_schedule

pytestmark = pytest.mark.django_db


def test_the_whole_schedule_is_public_only_once_it_is_shown(client):
    made = factories.tournament(5, system="handbook.round_robin", tie_breaks=["SB"])
    address = f"/en/e/{made.event.slug}/a/schedule/"
    assert client.get(address).status_code == 404
    show_schedule(tournament=made, public=True, by=factories.chief_of(made))
    page = client.get(address).content.decode()
    assert page.count("rests") == 5 and "Round 5" in page
    show_schedule(tournament=made, public=False, by=factories.chief_of(made))
    assert client.get(address).status_code == 404


def test_a_swiss_has_no_schedule(client):
    made = factories.tournament(5)
    type(made).objects.filter(pk=made.pk).update(schedule_public=True)
    assert client.get(f"/en/e/{made.event.slug}/a/schedule/").status_code == 404
    client.force_login(factories.chief_of(made))
    desk = f"/en/desk/{made.event.slug}/a/rounds/schedule/"
    assert client.get(desk).status_code == 404


def test_dubov_art_9_the_averages_are_public_once_the_round_is_complete(client):
    tournament = factories.tournament(6, system="handbook.dubov", total_rounds=3)
    address = f"/en/e/{tournament.event.slug}/{tournament.slug}/averages/1/"
    assert client.get(address).status_code == 404
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    assert client.get(address).status_code == 404  # results are missing
    factories.enter_all(tournament, 1)
    page = client.get(address).content.decode()
    assert "Averages of opponents after round 1" in page
    assert all(entry.name in page for entry in tournament.entries.all())
    standings = client.get(f"/en/e/{tournament.event.slug}/{tournament.slug}/standings/1/")
    assert address in standings.content.decode()


def test_a_swiss_of_another_system_has_no_averages(client):
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    address = f"/en/e/{tournament.event.slug}/{tournament.slug}/averages/1/"
    assert client.get(address).status_code == 404
