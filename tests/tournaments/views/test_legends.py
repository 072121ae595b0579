"""Codes and marks are never left alone: where a page, a screen, an embedded table or a paper shows
them, it says what they mean."""

from copy import deepcopy

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, words
from tests.tournaments.team_events import play_round, team_event
from tournaments.models import HallScreen, Pairing
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.standings import team_table

pytestmark = pytest.mark.django_db

FORFEITS = {
    "en": ("won by forfeit", "lost by forfeit", "adjourned"),
    "tr": ("hükmen kazandı", "hükmen kaybetti", "ertelenmiş"),
}


@pytest.fixture(scope="module")
def with_marks_once(standing):
    """One game won by forfeit, one adjourned, the others played."""
    made = factories.tournament(8, tie_breaks=["BH", "SB", "WIN"])
    factories.play(made, 1)
    marked(made)
    return made


@pytest.fixture
def with_marks(with_marks_once):
    return deepcopy(with_marks_once)


def marked(made):
    one, two, *_others = Pairing.objects.filter(round__tournament=made).order_by("board")
    Pairing.objects.filter(pk=one.pk).update(result="+-")
    Pairing.objects.filter(pk=two.pk).update(result="??")
    made.revision += 1
    made.save(update_fields=["revision"])


def addresses(made):
    place = f"{made.event.slug}/{made.slug}"
    return {
        "round": f"e/{place}/rounds/1/",
        "embedded round": f"embed/{place}/round/",
        "cross table": f"e/{place}/crosstable/",
    }


@pytest.mark.parametrize("language", ["en", "tr"])
@pytest.mark.parametrize("page", ["round", "embedded round", "cross table"])
def test_forfeits_and_adjourned_games_are_explained_below_the_table(
    client, with_marks, page, language
):
    legend = Page(client.get(f"/{language}/{addresses(with_marks)[page]}")).one(".marks")
    won, lost, adjourned = FORFEITS[language]
    assert legend.replace(" · ", "·") == f"+ {won}·− {lost}·? {adjourned}"


@pytest.mark.parametrize("page", ["round", "embedded round", "cross table"])
def test_where_every_game_was_played_nothing_is_explained(client, page):
    made = factories.tournament(4)
    factories.play(made, 1)
    assert Page(client.get(f"/en/{addresses(made)[page]}")).count(".marks") == 0


def test_of_teams_too(client):
    made = team_event(4, 2)
    play_round(made, 1)
    marked(made)
    place = f"{made.event.slug}/{made.slug}"
    for address in (f"embed/{place}/round/", f"e/{place}/teams/rounds/1/"):
        legend = Page(client.get(f"/en/{address}")).one(".marks")
        assert "+ won by forfeit" in legend and "? adjourned" in legend


@pytest.mark.parametrize("language", ["en", "tr"])
def test_an_embedded_table_names_its_tie_breaks(client, with_marks, language):
    place = f"{with_marks.event.slug}/{with_marks.slug}"
    page = Page(client.get(f"/{language}/embed/{place}/standings/"))
    assert page.all("dt") == ["BH", "SB", "WIN"]
    assert len(page.all("dd")) == 3 and all(len(name) > 4 for name in page.all("dd"))
    teams = team_event(4, 2)
    play_round(teams, 1)
    page = Page(client.get(f"/{language}/embed/{teams.event.slug}/{teams.slug}/standings/"))
    assert page.all("dt") == list(team_table(teams).codes) != []


def screen(made, *shows):
    HallScreen.objects.create(event=made.event, name="Door", key="key", shows=list(shows))


def test_a_screen_says_what_its_columns_are(client, with_marks):
    screen(with_marks, "standings")
    key = Page(client.get("/en/screens/key/")).one(".slide.standings .key")
    for code, name in standings_table(with_marks).columns[:3]:
        assert f"{code} {name}" in key


@pytest.mark.parametrize("show", ["boards", "results"])
def test_a_screen_says_what_a_forfeit_is(client, with_marks, show):
    screen(with_marks, show)
    key = Page(client.get("/tr/screens/key/")).one(f".slide.{show} .key")
    assert "+ hükmen kazandı" in key and "? ertelenmiş" in key


def test_a_screen_of_teams_too(client):
    made = team_event(4, 2)
    play_round(made, 1)
    screen(made, "standings")
    key = Page(client.get("/en/screens/key/")).one(".slide.standings .key")
    for code, name in team_table(made).columns[:3]:
        assert f"{code} {name}" in key


@pytest.mark.parametrize("paper", ["results", "crosstable"])
def test_papers_explain_the_marks_in_their_languages(with_marks, paper):
    text = words(document(with_marks, paper, 1, "tr+en"))
    for turkish, english in zip(FORFEITS["tr"], FORFEITS["en"], strict=True):
        assert f"{turkish} / {english}" in text
    made = factories.tournament(4)
    factories.play(made, 1)
    assert "forfeit" not in words(document(made, paper, 1, "en"))
