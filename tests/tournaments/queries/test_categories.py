"""Standings of women, ages, ratings, federations and clubs: members of one order, ranked anew."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Page
from tournaments.models import Tournament
from tournaments.queries.entries.names import shortened
from tournaments.queries.standings.categories import categories_of, find_category
from tournaments.queries.standings.table import standings_table

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.play(made, 2)
    for tpn, values in {
        1: {"sex": "w", "birth_date": "2008-12-31", "club": "Ege SK"},
        2: {"birth_date": "2007-01-01", "club": "Çınar SK"},
        3: {"sex": "w", "birth_date": "1961-06-01", "federation": "GER"},
        4: {"birth_date": "1962-01-01", "rating": 0},
    }.items():
        made.entries.filter(tpn=tpn).update(**values)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def members(tournament, key):
    entries = list(tournament.entries.all())
    category = find_category(key, tournament, entries)
    return [entry.tpn for entry in entries if category.has(entry)]


@pytest.mark.parametrize(
    ("key", "numbers"),
    [("women", [1, 3]), ("u18", [1]), ("u20", [1, 2]), ("s65", [3]), ("s50", [3, 4]),
     ("r-2575", [4, 6, 7, 8]), ("r2575-2590", [3, 5]), ("fed-GER", [3]),
     ("club-cinar-sk", [2])],
)  # fmt: skip
def test_who_belongs(tournament, key, numbers):
    assert members(tournament, key) == numbers


def test_unrated_players_are_below_every_limit(tournament):
    assert 4 in members(tournament, "r-1400")
    assert 4 not in members(tournament, "r1400-")


@pytest.mark.parametrize("key", ["", "u", "club-nowhere", "r-", "x", "fed-", "u123"])
def test_what_is_no_category_is_none(tournament, key):
    assert find_category(key, tournament, list(tournament.entries.all())) is None


def test_the_order_of_all_is_kept_and_ranked_anew(tournament):
    table = standings_table(tournament, 2)
    women = find_category("women", tournament, [])
    only = table.only(women.has)
    everybody = [row.entry.tpn for row in table.rows]
    assert [row.entry.tpn for row in only.rows] == [tpn for tpn in everybody if tpn in (1, 3)]
    assert [row.rank for row in only.rows] in ([1, 2], [1, 1])
    assert [row.overall for row in only.rows] == [
        row.rank for row in table.rows if row.entry.tpn in (1, 3)
    ]


def test_ranks_stay_shared_where_members_are_level(tournament):
    table = standings_table(tournament, 0)
    only = table.only(lambda entry: entry.tpn in (2, 5, 7))
    assert {row.overall for row in only.rows} == {1}
    assert [(row.rank, row.shared) for row in only.rows] == [(1, True)] * 3


def test_those_are_offered_that_some_belong_to_but_not_all(tournament):
    found = categories_of(tournament, list(tournament.entries.all()), "tr")
    offered = {one.key: size for group in found for one, size in group.categories}
    assert offered["women"] == 2
    assert offered["u18"] == 1
    assert offered["fed-GER"] == 1
    assert "u8" not in offered
    clubs = next(group for group in found if group.label == "Club")
    assert [one.label for one, _size in clubs.categories] == ["Çınar SK", "Ege SK"]


def test_a_category_has_an_address_and_opens_the_working_of_the_whole(client, tournament):
    place = f"/en/e/{tournament.event.slug}/{tournament.slug}/standings/"
    chosen = client.get(place + "?category=women")
    assert chosen["Location"] == f"{place}2/only/women/"
    page = Page(client.get(chosen["Location"]))
    assert page.count("[data-player]") == 2
    assert any(link.address.startswith(f"{place}2/players/") for link in page.links())
    assert client.get(f"{place}2/only/nothing/").status_code == 404
    assert client.get(place + "?category=nothing")["Location"] == f"{place}2/"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Kaya, Deniz Ege", "Kaya, D."),
        ("Kaya,", "Kaya"),
        ("Deniz Kaya", "Kaya D."),
        ("Kaya", "Kaya"),
    ],
)
def test_names_of_minors_in_short(name, short):
    assert shortened(name) == short
