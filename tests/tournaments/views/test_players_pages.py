"""The players' pages: picking, doubles, and as many queries for many as for few."""

import pytest

from tests import factories
from tournaments.models import RatingList, RegisteredPlayer
from tournaments.services.entries import enter_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client):
    made = factories.tournament(3)
    client.force_login(factories.chief_of(made))
    return made


def address(tournament, rest=""):
    return f"/en/desk/{tournament.event.slug}/a/players/{rest}"


def enter(tournament, *rows):
    enter_players(tournament=tournament, by=factories.chief_of(tournament), rows=list(rows))


def test_a_name_that_stands_twice_is_pointed_out(client, tournament):
    enter(
        tournament,
        {"name": "Işık, Ali", "birth_date": "2001"},
        {"name": "Isik, Ali"},
        {"name": "Kaya, Can", "birth_date": "1990"},
        {"name": "Kaya, Can", "birth_date": "2010"},
    )
    page = client.get(address(tournament)).content.decode()
    assert "Perhaps entered twice: Isik, Ali." in page


def test_a_picked_player_keeps_his_list_and_a_changed_rating_counts_as_typed(client, tournament):
    RatingList.objects.create(kind="fide", month="2026-11-01")
    for number in (1, 2):
        RegisteredPlayer.objects.create(
            name=f"Öz, Can {number}", search_key=f"oz can {number}", federation="TUR",
            fide_id=str(number), standard=2000,
        )  # fmt: skip
    for number, rating in ((1, 2000), (2, 1900)):
        player = RegisteredPlayer.objects.get(fide_id=str(number))
        form = client.get(f"{address(tournament, 'add/')}?pick={player.pk}").context["form"]
        values = {name: value for name, value in form.initial.items() if name != "player"}
        client.post(address(tournament, "add/"), values | {"fide_rating": rating})
    found = tournament.entries.exclude(player=None).order_by("name")
    assert list(found.values_list("fide_rating", "rating_source", "player__fide_id")) == [
        (2000, "standard:2026-11", "1"),
        (1900, "", "2"),
    ]


@pytest.mark.parametrize("page", ["", "ratings/", "numbers/", "forbidden/"])
def test_queries_do_not_grow_with_the_players(client, django_assert_max_num_queries, page):
    RatingList.objects.create(kind="fide", month="2026-11-01")
    for players in (3, 40):
        tournament = factories.tournament(players)
        client.force_login(factories.chief_of(tournament))
        client.get(address(tournament, page))
        with django_assert_max_num_queries(16):
            assert client.get(address(tournament, page)).status_code == 200
