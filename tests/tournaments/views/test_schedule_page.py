"""The schedule of a round robin: for the staff, and for everybody once it is shown."""

from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests import factories
from tests.pages import Page
from tests.tournaments.team_events import play_round, team, team_event
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.services.rounds.schedule import show_schedule
from tournaments.services.teams.drawing import draw, undo_draw

pytestmark = pytest.mark.django_db


def test_the_whole_schedule_is_public_only_once_it_is_shown(client):
    made = factories.tournament(5, system="handbook.round_robin", tie_breaks=["SB"])
    address = f"/en/e/{made.event.slug}/a/schedule/"
    assert client.get(address).status_code == 404
    confirmed(show_schedule, tournament=made, public=True, by=factories.chief_of(made))
    page = client.get(address).content.decode()
    assert page.count("rests") == 5 and "Round 5" in page
    show_schedule(tournament=made, public=False, by=factories.chief_of(made))
    assert client.get(address).status_code == 404


def test_the_schedule_of_teams_is_public_only_once_it_is_shown_and_never_its_boards(client):
    made = team_event(5, 2)
    starts = timezone.make_aware(datetime(2026, 11, 23, 10))
    made.rounds.filter(number=3).update(starts_at=starts)
    play_round(made, 1)
    a = team(made, "A")
    schedule, third, of_a = (
        f"/en/e/{made.event.slug}/a/{path}"
        for path in ("schedule/", "teams/rounds/3/", f"teams/{a.pk}/")
    )
    assert client.get(schedule).status_code == 404
    assert "not published yet" in client.get(third).content.decode()
    assert "To come" not in client.get(of_a).content.decode()
    desk = f"/en/desk/{made.event.slug}/a/rounds/schedule/"
    chief = Client()
    chief.force_login(factories.chief_of(made))
    assert chief.post(desk, {"act": "show"}).status_code == 302
    page = Page(client.get(schedule))
    assert page.text.count("rests") == 5 and page.count("td.n") == 10
    assert page.count('[datetime^="2026-11-23T"]') > 0
    page = client.get(third).content.decode()
    assert ">B<" in page and ">E<" in page and "B1" not in strip_tags(page)  # teams, no players
    page = Page(client.get(of_a))
    assert len(page.rows()) == 4 + 3  # to come (A was free in round 1), players
    assert client.get(f"/en/e/{made.event.slug}/a/teams/rounds/1/").status_code == 200
    assert chief.post(desk, {"act": "hide"}).status_code == 302
    assert client.get(schedule).status_code == 404


def test_before_the_draw_no_schedule_of_teams_is_shown_and_a_new_draw_is_asked_for_again(client):
    made = team_event(4, 1, drawn=False)
    chief = factories.chief_of(made)
    with pytest.raises(Refused) as refused:
        show_schedule(tournament=made, public=True, by=chief)
    assert refused.value.code == "teams.not_drawn"
    draw(tournament=made, by=chief)
    show_schedule(tournament=made, public=True, by=chief)
    front = client.get(f"/en/e/{made.event.slug}/a/")
    assert front["Location"].endswith("/schedule/")
    confirmed(undo_draw, tournament=made, by=chief)
    made.refresh_from_db()
    assert not made.schedule_public
    assert client.get(f"/en/e/{made.event.slug}/a/")["Location"].endswith("/teams/")


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
