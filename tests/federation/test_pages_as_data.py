"""Pages of the federation lead to the same rows as data, CSV and JSON, with what was chosen."""

from datetime import date

import pytest
from django.test import Client

from federation.models import Arbiter, MonthList, RatingRun, TeamResult
from tests.federation import people_made_up as made
from tests.pages import Page
from tests.tournaments.team_events import team_event

pytestmark = pytest.mark.django_db


def data_of(path):
    """Address → what stands there, of each link of a page's foot to its data."""
    page = Page(Client().get(f"/en/{path}"))
    found = {}
    for link in page.links(".as-data a[href]"):
        answer = Client().get(link.address)
        assert answer.status_code == 200, link
        text = answer.getvalue().decode("utf-8-sig")
        assert text.startswith("{") == (link.words == "JSON"), link
        found[link.address] = text
    return found


def test_a_player_and_all_their_games():
    player = made.member("Kaya, Deniz", standard=1912).player
    slug = made.played(player).tournament.event.slug
    found = data_of(f"players/{player.pk}/")
    api = f"/api/v1/members/{player.pk}"
    assert set(found) == {
        f"{api}/", f"{api}/events/", f"{api}/events.csv", f"{api}/games/",
        f"/en/players/{player.pk}/games.csv",
    }  # fmt: skip
    assert slug in found[f"{api}/events.csv"] and slug in found[f"{api}/games/"]
    assert set(data_of(f"players/{player.pk}/games/")) < set(found)


def test_a_club_with_its_members_and_teams():
    club = made.club("Yıldız Satranç", "35 & 9")
    made.member("Kaya, Deniz", of=club)
    made.member("Kaya, Ada", of=made.club("Başka", "35-2"))
    team = team_event(2).teams.first()
    TeamResult.objects.create(
        team=team, tournament=team.tournament, event=team.tournament.event, club=club,
        ended_on=date(2026, 1, 2), place=1, teams=2, won=1, drawn=0, lost=0,
    )  # fmt: skip
    found = data_of(f"clubs/{club.slug}/")
    code = "/api/v1/clubs/35%20&%209"
    assert {f"{code}/", f"{code}/teams/", f"{code}/teams.csv"} < set(found)
    members = found["/api/v1/members.csv?club=35+%26+9"]
    assert "Deniz" in members and "Ada" not in members
    assert len(found) == 5


def test_a_province_with_its_clubs_and_members():
    made.member("Kaya, Deniz", of=made.club())
    made.club("Çankaya", "06-1", made.province("06", "Ankara"))
    found = data_of("provinces/izmir/")
    assert "Deniz" in found["/api/v1/members/?province=35"]
    assert "Karşıyaka" in found["/api/v1/clubs.csv?province=35"]
    assert "Çankaya" not in found["/api/v1/clubs.csv?province=35"]


def test_the_choice_of_arbiters_is_that_of_the_data():
    for name, level in (("Hakem, Ada", "NA"), ("Hakem, Su", "NA"), ("Hakem, Ece", "FA")):
        player = made.registered(name)
        Arbiter.objects.create(player=player, level=level, province=made.province())
    found = data_of("arbiters/?level=NA&q=ad&province=35")
    told = found["/api/v1/arbiters.csv?level=NA&province=35&q=ad"]
    assert "Ada" in told and "Su" not in told and "Ece" not in told


def test_a_rating_list_as_it_was_chosen():
    run = RatingRun.objects.create(state="published", published_at="2026-01-01T00:00Z")
    MonthList.objects.create(run=run, series="national", month=date(2026, 1, 1), version=1)
    found = data_of("ratings/national/2026-01/?name=ka&sex=w&active=on")
    assert set(found) == {
        f"/api/v1/rating-lists/national/2026-01{end}?version=1&sex=w&name=ka&active=1"
        for end in ("/", ".csv")
    }
    assert "2026-01" in data_of("ratings/")["/api/v1/rating-lists.csv?series=national"]
