"""A round is published and not played yet; a forfeit is known already."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import factories
from tests.pages import Page
from tournaments.queries.standings.table import standings_table
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db


def address(name, tournament, *more, language="en"):
    with override(language):
        return reverse(f"public:{name}", args=[tournament.event.slug, tournament.slug, *more])


@pytest.fixture
def tournament():
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
    assert "points after round 1." in card.text
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
