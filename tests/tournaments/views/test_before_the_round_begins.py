"""A round is published and not played yet; a forfeit is known already."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.standings.table import standings_table
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round, unpublish_round

pytestmark = pytest.mark.django_db


def address(name, tournament, *more, language="en"):
    with override(language):
        return reverse(f"public:{name}", args=[tournament.event.slug, tournament.slug, *more])


@pytest.fixture(scope="module")
def tournament_once(standing):
    """Round 2 is out, and of its four games the last is lost by forfeit."""
    made = factories.tournament(8)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    board = made.rounds.get(number=2).pairings.get(board=4)
    chief = factories.chief_of(made)
    enter_result(tournament=made, pairing_id=board.pk, code="+-", version=board.version, by=chief)
    made.refresh_from_db()
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_the_page_says_that_results_are_to_come_and_not_that_games_are_played(client, tournament):
    for language, said in (
        ("en", "The results of 3 games are still to come."),
        ("tr", "3 oyunun sonucu henüz yok."),
    ):
        page = Page(client.get(address("round", tournament, 2, language=language)))
        assert page.one(".still").endswith(said)
    embedded = Page(client.get(address("embed_round", tournament)))
    assert "The results of 3 games are still to come." in embedded.one(".still")


def test_standings_are_those_of_the_last_round_that_is_complete(client, tournament):
    page = Page(client.get(address("standings", tournament)))
    assert "standings after round 1" in page.one("h1")
    assert not any("missing" in words for words in page.all("caption"))
    table = client.get(reverse("api:standings", args=[tournament.pk])).json()
    assert table["after"] == 1
    card = Page(client.get(address("player", tournament, tournament.entries.get(tpn=1).pk)))
    assert re.search(r"with \S+ points? after round 1\.", card.text)
    cross = Page(client.get(address("crosstable", tournament)))
    assert "cross table after round 1" in cross.one("h1")
    assert "standings after round 2" in Page(
        client.get(address("standings_after", tournament, 2))
    ).one("h1")


def test_an_adjourned_game_does_not_hold_the_standings_back(tournament):
    games = tournament.rounds.get(number=2).pairings.games()
    games.filter(result="").update(result="10")
    games.filter(board=1).update(result="??")
    assert standings_table(tournament).after == 2
    assert standings_table(tournament).missing == 1


def test_who_waits_on_the_start_list_or_on_their_own_page_hears_of_the_round(client):
    made = factories.tournament(4)
    own = made.entries.get(tpn=1).pk

    def told():
        return [
            Page(client.get(address(*page))).all(".note.coming")
            for page in (("players", made), ("player", made, own))
        ]

    assert all("Round 1: not published yet" in words for (words,) in told())
    factories.pair(made, 1)
    factories.publish(made, 1)
    assert all("Round 1: published" in words for (words,) in told())
    chief = factories.chief_of(made)
    confirmed(unpublish_round, tournament=made, number=1, reason="list", by=chief)
    assert all("Round 1: under revision" in words for (words,) in told())
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    finish_round(tournament=made, number=1, by=chief)
    assert told() == [[], []]


def test_the_cross_table_links_itself_as_csv_and_json(client, tournament):
    for page in (address("crosstable", tournament), address("crosstable_after", tournament, 2)):
        links = Page(client.get(page)).links(".links a")
        (csv,) = {link.address for link in links if link.words == "CSV"}
        (json,) = {link.address for link in links if link.words == "JSON"}
        assert "Points" in client.get(page + csv).content.decode()
        assert "cells" in str(client.get(json).json())


@pytest.mark.parametrize("language", ["tr", "en"])
def test_a_page_that_is_not_found_says_in_which_language_it_is(client, language):
    answer = client.get(f"/{language}/e/none/")
    assert answer.status_code == 404
    assert Page(answer).count(f"html[lang={language}]") == 1
