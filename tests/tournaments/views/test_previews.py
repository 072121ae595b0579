"""Pictures of shared links: what they say, that they are kept, and that they tell no secrets."""

import io
import re
from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import announced, enter, knockout, play_out
from tests.tournaments.team_events import play_round, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Knockout, Tournament
from tournaments.queries.hall import previews
from tournaments.queries.knockout.course import course_of
from tournaments.services.rounds.publication import unpublish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(8)
    factories.play(made, 2)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def address(tournament, rest="", language="en"):
    return f"/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def round_of(tournament, number):
    found = tournament.rounds.get(number=number)
    found.tournament = tournament
    return found


def test_a_player_shares_his_card_with_his_place_and_his_games(tournament):
    entry = tournament.entries.get(tpn=1)
    entry.tournament = tournament
    said = previews.of_player(entry)
    assert said.title == "Player 001"
    assert re.fullmatch(r"Place \d with \d?½? points after round 2", said.facts[1])
    assert [line.left for line in said.lines] == ["Round 2", "Round 1"]
    assert not said.final


def test_a_round_shows_its_first_boards_and_one_that_is_not_out_nothing(tournament):
    said = previews.of_round(round_of(tournament, 2))
    board = tournament.rounds.get(number=2).pairings.get(board=1)
    assert said.title == "A · round 2"
    assert "4 boards" in said.facts
    first = said.lines[0]
    assert (first.left, first.right, first.number) == (board.white.name, board.black.name, "1")
    factories.pair(tournament, 3)
    draft = previews.of_round(round_of(tournament, 3))
    assert (draft.facts, draft.lines) == (("not published yet",), ())


def test_a_round_under_revision_says_so_at_once_in_the_kept_picture_too(client, tournament):
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)
    path = address(tournament, "rounds/3/preview.png")
    before = client.get(path).content
    chief = factories.chief_of(tournament)
    confirmed(unpublish_round, tournament=tournament, number=3, reason="x", by=chief)
    assert client.get(path).content != before
    said = previews.of_round(round_of(tournament, 3))
    assert (said.facts, said.lines) == (("under revision",), ())
    assert previews.of_tournament(tournament).title == "A · round 2"


def test_standings_say_whether_they_are_final(tournament):
    said = previews.of_standings(tournament)
    assert said.title == "A · standings after round 2"
    assert [line.number for line in said.lines][:1] == ["1"]
    assert not said.final
    factories.play(tournament, 5, first=3)
    assert previews.of_standings(Tournament.objects.get(pk=tournament.pk)).final


def test_before_the_first_round_the_tournament_says_who_plays_how_many_rounds():
    made = factories.tournament(6)
    assert previews.of_tournament(made).facts[1:] == ("6 players", "5 rounds")
    assert previews.of_event(made.event).lines[0].left == "A"


def test_teams_and_knock_outs_have_pictures_of_their_own():
    teams = team_event(4, 2)
    play_round(teams, 1)
    said = previews.of_tournament(teams)
    assert (said.title, said.lines[0].left, said.lines[0].middle) == ("A · round 1", "A", "1 – 1")
    assert previews.of_team_standings(teams).lines[0].number == "1"
    made = announced(knockout(4))
    made = Knockout.objects.get(pk=made.pk)
    enter(made, course_of(made).progress.due[0], "10")
    going = previews.of_tournament(made.tournament)
    assert (going.facts, len(going.lines), going.final) == (("under way",), 2, False)
    play_out(made)
    over = previews.of_knockout(Knockout.objects.get(pk=made.pk))
    assert (over.facts, over.lines[0].left) == (("decided",), "Player 001")


def test_minors_appear_with_the_initial_only(tournament):
    child = tournament.entries.get(tpn=1)
    child.name, child.birth_date = "Kaya, Deniz", "2012-05-31"
    child.save()
    tournament.event.shorten_minors = True
    tournament.event.save()
    child.tournament = tournament
    made = [
        previews.of_player(child),
        previews.of_round(round_of(tournament, 2)),
        previews.of_standings(tournament),
        previews.of_tournament(tournament),
    ]
    assert all("Deniz" not in one.words for one in made)
    assert any("Kaya, D." in one.words for one in made)


@pytest.mark.parametrize(
    "rest",
    ["preview.png", "rounds/2/preview.png", "rounds/2/boards/1/preview.png",
     "standings/2/preview.png"],
)  # fmt: skip
def test_a_picture_is_small_kept_and_answers_304(client, tournament, rest):
    first = client.get(address(tournament, rest))
    assert first["Content-Type"] == "image/png"
    assert first["X-Robots-Tag"] == "noindex"
    assert Image.open(io.BytesIO(first.content)).size == (1200, 630)
    assert len(first.content) < 40_000
    with CaptureQueriesContext(connection) as seen:
        again = Client().get(address(tournament, rest), headers={"if-none-match": first["ETag"]})
    assert (len(seen), again.status_code) == (0, 304)


def test_the_picture_of_an_event_is_kept_too(client, tournament):
    path = f"/en/e/{tournament.event.slug}/preview.png"
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    assert len(seen) == 0


def test_every_page_names_a_picture_that_exists(client, tournament):
    entry = tournament.entries.get(tpn=1)
    pages = ["rounds/2/", "rounds/2/names/", "rounds/2/boards/1/", "rounds/3/", "standings/",
             "standings/1/", "crosstable/", "players/", f"players/{entry.pk}/", "about/",
             f"standings/2/players/{entry.pk}/"]  # fmt: skip
    for rest in pages:
        page = Page(client.get(address(tournament, rest)))
        site, _, picture = page.told("og:image").partition("http://localhost:8000")
        assert site == "" and client.get(picture).status_code == 200, rest
        assert page.told("og:title") and page.told("og:description")
        assert "\n" not in page.told("og:title") + page.told("og:description")


def test_names_too_long_for_the_picture_are_cut_inside_it(client, tournament):
    tournament.event.name = (
        "Uluslararası Atatürk'ü Anma Gençlik ve Spor Bayramı Satranç Şenliği" * 2
    )
    tournament.event.name = tournament.event.name[:120]
    tournament.event.save()
    tournament.entries.update(name="Küçükmustafaoğullarından, Abdülkadir Ömer Faruk Hüsamettin")
    entry = tournament.entries.get(tpn=1)
    for rest in ("rounds/2/preview.png", f"players/{entry.pk}/preview.png"):
        picture = Image.open(io.BytesIO(client.get(address(tournament, rest)).content))
        edge = picture.convert("L").crop((1200 - 40, 0, 1200, 560))
        assert edge.getextrema()[0] > 200  # nothing is written there
