"""Lists of names follow the alphabet of the reader: Çankaya before Hatay, Işık before İnci."""

from datetime import date

import pytest
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tests.tournaments import team_events
from tests.tournaments.documents.made import document, words
from tournaments.models import Event, HallScreen, RatingList
from tournaments.queries.entries.ratings import own_lists
from tournaments.queries.setup.events import (
    duties_in_alphabet,
    duties_of,
    in_alphabet,
    past_events,
)
from tournaments.queries.standings.categories import categories_of
from tournaments.queries.teams.listing import listed_teams, teams_to_draw
from tournaments.services.hall.screens import add_screen

pytestmark = pytest.mark.django_db
#: as the reader has them, and as a database without a language would
TURKISH = ["Çankaya", "Hatay", "Işıklar", "İnegöl", "Şişli", "Zonguldak"]
GIVEN = ["Zonguldak", "Şişli", "İnegöl", "Işıklar", "Hatay", "Çankaya"]


def seen(text):
    """The names in the order in which they stand in the text."""
    return sorted(TURKISH, key=text.index)


@pytest.fixture
def teams():
    made = team_events.team_event(6, 2, drawn=False)
    for team, name in zip(made.teams.order_by("pk"), GIVEN, strict=True):
        made.teams.filter(pk=team.pk).update(name=name)
        for member in team.members.all():
            member.entry.name = f"{name} {member.place}"
            member.entry.save()
    return made


def test_teams_before_the_draw(client, teams):
    client.force_login(factories.chief_of(teams))
    place = f"{teams.event.slug}/{teams.slug}/teams/"
    for address in (f"/tr/desk/{place}", f"/tr/e/{place}"):
        assert seen(Page(client.get(address)).text) == TURKISH
    with override("en"):
        assert [team.name for team in listed_teams(teams)][2:4] == ["İnegöl", "Işıklar"]
    assert seen(words(document(teams, "team_list", None, "tr"))) == TURKISH
    answer = client.get(f"/api/v1/tournaments/{teams.pk}/teams/", headers={"accept-language": "tr"})
    assert [team["name"] for team in answer.json()["results"]] == TURKISH


def test_lots_of_teams_are_drawn_from_one_order_in_every_language(teams):
    for language in ("tr", "en"):
        with override(language):
            assert [team.name for team in teams_to_draw(teams)] == TURKISH


def test_players_without_a_team(client, teams):
    client.force_login(factories.chief_of(teams))
    team = teams.teams.get(name="Hatay")
    for other in teams.teams.exclude(pk=team.pk):
        other.members.all().delete()
    address = f"/tr/desk/{teams.event.slug}/{teams.slug}/teams/{team.pk}/"
    text = Page(client.get(address)).text
    free = [name for name in TURKISH if name != "Hatay"]
    assert sorted(free, key=lambda name: text.index(f"{name} 1")) == free


def test_events_of_one_day(client):
    chief = factories.user()
    for name in GIVEN:
        factories.event(
            chief=chief, name=name, starts_on=date(2020, 1, 1), ends_on=date(2020, 1, 2)
        )
    with override("tr"):
        assert [event.name for event in in_alphabet(past_events())] == TURKISH
        assert [duty.event.name for duty in duties_in_alphabet(duties_of(chief))] == TURKISH
    Event.objects.update(starts_on=date(2090, 1, 1), ends_on=date(2090, 1, 2))
    assert seen(Page(client.get("/tr/")).text) == TURKISH


def test_clubs_and_federations():
    made = factories.tournament(6)
    for entry, name in zip(made.entries.order_by("pk"), GIVEN, strict=True):
        entry.club, entry.federation = name, name[:3].upper()
        entry.save()
    with override("tr"):
        groups = categories_of(made, list(made.entries.all()), "tr")
    clubs, federations = (
        [category.label for category, _size in group.categories] for group in groups[:-3:-1]
    )
    assert clubs == TURKISH
    assert federations == [name[:3].upper() for name in TURKISH]
    factories.pair(made, 1)
    factories.publish(made, 1)
    text = words(document(made, "pairings_by_federation", 1, "tr"))
    assert sorted(federations, key=text.index) == federations


def test_screens_and_lists(client):
    made = factories.tournament(0)
    chief = factories.chief_of(made)
    for name in GIVEN:
        add_screen(event=made.event, by=chief, name=name, tournament=made, shows=["boards"])
        RatingList.objects.create(kind="own", federation="TUR", name=name, month=date(2026, 11, 1))
    client.force_login(chief)
    assert HallScreen.objects.count() == 6
    assert seen(Page(client.get(f"/tr/desk/{made.event.slug}/screens/")).text) == TURKISH
    with override("tr"):
        assert list(own_lists().values()) == [f"TUR {name}" for name in TURKISH]


def test_codes_of_phones(client):
    made = factories.tournament(6)
    for entry, name in zip(made.entries.order_by("tpn"), GIVEN, strict=True):
        made.entries.filter(pk=entry.pk).update(name=name)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(f"/tr/desk/{made.event.slug}/{made.slug}/phones/"))
    assert seen(page.text) == TURKISH
