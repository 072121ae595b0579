"""Pages for a club's own site: rounds, matches, brackets and standings, in a frame of anybody."""

import pytest

from tests import factories
from tests.pages import Page
from tests.tournaments.knockout_events import announced, knockout
from tests.tournaments.team_events import play_round, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.services.rounds.pairing import request_pairing

pytestmark = pytest.mark.django_db


def embedded(client, tournament, page):
    response = client.get(f"/en/embed/{tournament.event.slug}/{tournament.slug}/{page}/")
    assert response.status_code == 200
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    assert Page(response).count("base[target=_blank]") == 1  # nothing else may be framed
    return response.content.decode()


def test_the_matches_and_the_standings_of_teams(client):
    made = team_event(4, 2)
    play_round(made, 1)
    matches = embedded(client, made, "round")
    assert Page(matches).count("section.match") == 2
    assert "round 1" in Page(matches).text
    standings = embedded(client, made, "standings")
    assert "not final" in standings
    assert len(Page(standings).rows()) == 4


def test_a_draft_of_matches_is_not_embedded(client):
    made = team_event(4, 2)
    play_round(made, 1)
    before = embedded(client, made, "round")
    chief = factories.chief_of(made)
    confirmed(request_pairing, tournament=made, number=2, by=chief)
    assert made.rounds.get(number=2).pairings.exists()
    assert embedded(client, made, "round") == before


def test_the_bracket_of_a_knock_out_once_it_is_announced(client):
    made = knockout(4)
    assert "Player 001" not in embedded(client, made.tournament, "round")
    announced(made)
    bracket = embedded(client, made.tournament, "round")
    assert Page(bracket).count(".knockout-bracket") == 1
    assert "Player 001" in bracket
    path = f"/en/embed/{made.tournament.event.slug}/{made.tournament.slug}/standings/"
    assert client.get(path)["Location"].endswith("/round/")


def test_standings_of_players_say_whether_they_are_final(client):
    made = factories.tournament(4, total_rounds=2)
    factories.play(made, 1)
    assert "not final" in embedded(client, made, "standings")
    factories.play(made, 2, first=2)
    assert "not final" not in embedded(client, made, "standings")


def test_the_line_to_copy_stands_with_the_rules(client):
    made = team_event(4, 2)
    page = Page(client.get(f"/en/e/{made.event.slug}/{made.slug}/about/"))
    assert '<iframe src="' in page.text
    assert f'/en/embed/{made.event.slug}/{made.slug}/round/" title=' in page.text
