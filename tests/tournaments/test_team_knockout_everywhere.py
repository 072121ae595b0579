"""A knock-out between teams wherever one is shown: API, papers, report, screens, embeds."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.team_events import enter, open_round, stronger, team_event
from tournaments.models import Knockout
from tournaments.queries.reports.trf import report
from tournaments.services.knockout import planning
from tournaments.services.knockout.team_rounds import make_round
from tournaments.services.rounds.publication import finish_round

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def found_once(standing) -> Knockout:
    """Five teams; the preliminary round is over, stage 2 has its first game."""
    tournament = team_event(5, 2, system="handbook.team_knockout", drawn=False)
    made = planning.announce(knockout=Knockout.objects.get(tournament=tournament), by=None)
    for number in (1, 2, 3):
        open_round(tournament, number)
        enter(tournament, number, stronger)
        if number < 3:
            finish_round(tournament=tournament, number=number, by=None)
            make_round(knockout=made, by=None)
    tournament.refresh_from_db()
    made.tournament = tournament
    return made


@pytest.fixture
def found(found_once) -> Knockout:
    return deepcopy(found_once)


def test_the_api_names_teams_as_it_names_players(client, found):
    answer = client.get(f"/api/v1/tournaments/{found.tournament_id}/knockouts/")
    course = answer.json()["knockouts"][0]
    assert [stage["players"] for stage in course["stages"]] == [5, 4, 2]
    first = course["stages"][0]["ties"][0]
    assert [side["player"]["name"] for side in first["sides"]] == ["D", "E"]
    assert [place["players"][0]["name"] for place in course["ranking"]] == ["E"]


def test_the_bracket_on_paper_and_in_the_bulletin_names_the_teams(found):
    text = words(document(found.tournament, "knockout"))
    assert "Left in stage 1." in text
    assert "Of 5 teams the lowest 2 play a preliminary round" in text
    assert "winner of 2.1" in text


def test_the_sheet_has_the_points_of_each_match_of_two_teams(found):
    paper = document(found.tournament, "knockout_sheet")
    lines = [line.split(" · ") for line in paper.rows.values()]
    d = next(line for line in lines if line[0] == "D" and line[-1] == "4")
    e = next(line for line in lines if line[0] == "E")
    assert e[-1] == "0"
    assert [cell[-1] for cell in d[1:-1]] == ["2", "2"]
    assert {d[1][0], e[1][0]} == {"w", "b"} and d[1][0] != d[2][0]


@pytest.mark.parametrize(
    ("kind", "number"), [("bulletin", None), ("round_bulletin", 3), ("team_standings", 3)]
)
def test_no_paper_ranks_the_teams_of_a_knock_out_by_points(found, kind, number):
    made = document(found.tournament, kind, number)
    titles = [one.title for one in reader(made).outline if not isinstance(one, list)]
    assert "Knock-out" in titles and "Ranking and plan" in titles
    assert not any("Standings" in title or "Cross table" in title for title in titles)
    assert "PTS" not in words(made)


def test_the_report_has_the_games_of_the_matches(found):
    text = report(found.tournament).decode()
    assert all(name in text for name in ("A1", "D2", "E2"))


def test_every_public_place_and_every_screen_shows_it(client, found):
    tournament = found.tournament
    place = {"event": tournament.event.slug, "slug": tournament.slug}
    for name, more in (
        ("public:tournament", {}),
        ("public:team_round", {"number": 3}),
        ("public:knockout", {"knockout": found.pk}),
        ("public:preview", {}),
        ("public:knockout_preview", {"knockout": found.pk}),
        ("public:team_crosstable", {}),
        ("public:embed_standings", {}),
        ("public:embed_round", {}),
        ("public:team_boards", {}),
    ):
        answer = client.get(reverse(name, kwargs={**place, **more}))
        assert answer.status_code in (200, 302, 303), name
    client.force_login(factories.chief_of(tournament))
    for name in ("desk:settings", "desk:documents", "desk:history", "desk:schedule"):
        answer = client.get(reverse(name, kwargs=place), follow=True)
        assert answer.status_code == 200, name
