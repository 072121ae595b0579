"""Things made by mistake are put away with everything in them, and come back as they were."""

import pytest
from django.test import Client
from django.urls import URLPattern

from tests import factories
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Role, Tournament
from tournaments.services.setup import removing
from tournaments.services.setup.events import RESERVED
from tournaments.urls.desk import desk_urls

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    made = factories.tournament(4)
    client.force_login(factories.chief_of(made))
    return made


def desk(tournament, rest=""):
    return f"/en/desk/{tournament.event.slug}/{rest}"


def yes(client, address, **sent):
    """Press, and answer every question that is asked."""
    page = client.post(address, sent)
    while page.status_code == 409:
        token = page.context["question"].token
        page = client.post(address, {**sent, "confirmed": token})
    return page


def test_a_tournament_made_by_mistake_is_put_away_and_fetched_again(client, tournament):
    asked = client.post(desk(tournament, "a/settings/remove/"))
    assert (asked.status_code, asked.context["question"].level) == (409, 3)
    assert client.get(desk(tournament, "a/players/")).status_code == 200
    yes(client, desk(tournament, "a/settings/remove/"))
    assert client.get(desk(tournament, "a/players/")).status_code == 404
    assert client.get(f"/en/e/{tournament.event.slug}/a/").status_code == 404
    page = client.get(desk(tournament)).content.decode()
    assert "Fetch A again" in page and "This event has no tournament yet." in page
    client.post(desk(tournament, "removed/"), {"tournament": tournament.pk})
    assert client.get(desk(tournament, "a/players/")).content.count(b">Player 00") == 4


def test_a_tournament_whose_rounds_were_seen_is_not_put_away_alone(tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    with pytest.raises(Refused, match="has seen rounds"):
        confirmed(removing.remove_tournament, tournament=tournament, by=None)
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_an_event_disappears_everywhere_and_comes_back_as_it_was(client, tournament):
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    public = f"/en/e/{tournament.event.slug}/a/rounds/1/"
    before = Client().get(public).content
    chief = factories.chief_of(tournament)
    with pytest.raises(NeedsConfirmation) as asked:  # the public has seen a round: asked twice
        removing.remove_event(event=tournament.event, by=chief)
    assert asked.value.level == 4
    yes(client, desk(tournament, "remove/"))
    assert Client().get(public).status_code == 404
    assert client.get(desk(tournament)).status_code == 404
    home = client.get("/en/desk/").content.decode()
    assert f"Fetch {tournament.event.name} again" in home
    client.post("/en/desk/removed/", {"event": tournament.event.pk})
    assert Client().get(public).content == before


@pytest.mark.parametrize("role", [Role.ARBITER, Role.CLERK, Role.READER, None])
def test_only_a_chief_arbiter_of_it_fetches_an_event_again(client, tournament, role):
    event = tournament.event
    confirmed(removing.remove_event, event=event, by=factories.chief_of(tournament))
    client.force_login(factories.user(role=role, event=event if role else None))
    assert event.name not in client.get("/en/desk/").content.decode()
    for number in (event.pk, 0, "x"):
        client.post("/en/desk/removed/", {"event": number})
    event.refresh_from_db()
    assert event.removed is True


def test_every_word_of_the_desks_own_addresses_is_reserved():
    """A tournament called Hall must not lie behind the plan of the hall."""
    routes = [str(one.pattern) for one in desk_urls if isinstance(one, URLPattern)]
    beside = {route.removeprefix("<slug:event>/").partition("/")[0] for route in routes}
    assert {word for word in beside if word and "<" not in word} <= RESERVED
