"""The page of an event: how far each tournament is, and one tap to everything."""

import re
from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.pages import Page
from tournaments.models import Event
from tournaments.services.setup.events import create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8, name="Open")
    made.entries.filter(tpn=2).update(name="Çağlar, Işıl", birth_date="2012-05-01")
    made.entries.filter(tpn__in=(2, 3, 4)).update(sex="w")
    factories.play(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def page(client, event, rest=""):
    return client.get(f"/en/e/{event.slug}/{rest}").content.decode()


def people(text):
    return Page(text).all("[data-player]")


def test_a_few_letters_find_a_player_of_any_tournament(client, tournament):
    other = create_tournament(
        event=tournament.event, by=factories.chief_of(tournament), name="Children"
    )
    factories.enter_one(other, {"name": "Çağlayan, Ege"})
    assert people(page(client, tournament.event, "?q=cag")) == [
        "Çağlar, Işıl · Open",
        "Çağlayan, Ege · Children",
    ]
    assert people(page(client, tournament.event, "?q=c")) == []
    assert Page(page(client, tournament.event, "?q=xyz")).count("#nobody:not([hidden])") == 1


def test_who_was_expelled_is_not_found_and_a_minor_only_by_the_short_name(client, tournament):
    Event.objects.filter(pk=tournament.event_id).update(shorten_minors=True)
    tournament.entries.filter(tpn=3).update(status="expelled")
    assert people(page(client, tournament.event, "?q=isil")) == []
    assert people(page(client, tournament.event, "?q=caglar")) == ["Çağlar, I."]
    assert people(page(client, tournament.event, "?q=player 003")) == []


def test_a_category_is_listed_once_and_only_if_it_is_one(client, tournament):
    shown = page(client, tournament.event)
    assert re.findall(r"/only/([\w-]+)/", shown) == ["women"]
    tournament.prize_rows.create(position=1, first=1, last=1, amount=50, category="r-2590")
    assert re.findall(r"/only/([\w-]+)/", page(client, tournament.event, "?q=")) == ["r-2590"]


def test_its_table_has_no_words_of_links(client, tournament):
    table = client.get(f"/en/e/{tournament.event.slug}/table.csv").content.decode("utf-8-sig")
    assert table.splitlines() == [
        "Tournament,Players,Rounds,State",
        "Open,8,5,Round 1 · all results are in",
    ]


def test_more_tournaments_ask_no_more_of_the_database(client, tournament):
    with CaptureQueriesContext(connection) as one:
        page(client, tournament.event, "?q=pla")
    for name in ("B", "C"):
        made = create_tournament(
            event=tournament.event,
            by=factories.chief_of(tournament),
            name=name,
            total_rounds=3,
        )
        factories.enter(made, 6)
        factories.play(made, 1)
    with CaptureQueriesContext(connection) as three:
        page(client, tournament.event, "?q=pla")
    assert len(three) == len(one)


def test_only_its_staff_are_sent_to_its_desk(client, tournament):
    asked = f"/en/desk/{tournament.event.slug}/"
    assert asked not in page(client, tournament.event)
    client.force_login(factories.user())
    assert asked not in page(client, tournament.event)  # it is no page for them
    client.force_login(factories.chief_of(tournament))
    assert asked in page(client, tournament.event)
