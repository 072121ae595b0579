"""Teams, matches and standings of teams, read by programs."""

import pytest

from tests import factories
from tests.tournaments.team_events import open_round, play_round, stronger, team, team_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    tournament = team_event(4, 2)
    play_round(tournament, 1, stronger)
    return tournament


def test_teams_come_with_their_players_in_board_order(api, league):
    answer = api.get(f"tournaments/{league.pk}/teams/?fields=name,players.player.name")
    teams = answer.json()["results"]
    assert teams[0] == {
        "name": "A",
        "players": [{"player": {"name": f"A{board}"}} for board in (1, 2, 3)],
    }
    assert len(teams) == 4


def test_matches_of_published_rounds_board_by_board(api, league):
    answer = api.get(f"tournaments/{league.pk}/teams/matches/").json()["results"]
    assert [(one["round"], one["first"]["name"], one["second"]["name"]) for one in answer] == [
        (1, "A", "D"), (1, "B", "C"),
    ]  # fmt: skip
    match = answer[0]
    assert (match["first_points"], match["second_points"], match["complete"]) == (2.0, 0.0, True)
    boards = match["boards"]
    assert [(b["board"], b["first"]["name"], b["first_is_white"], b["result"]) for b in boards] == [
        (1, "A1", True, "10"), (2, "A2", False, "10"),
    ]  # fmt: skip
    open_round(league, 2)
    one_round = api.get(f"tournaments/{league.pk}/teams/matches/?round=2").json()["results"]
    assert [match["complete"] for match in one_round] == [False, False]


def test_standings_of_teams_and_their_working(api, league):
    table = api.get(f"tournaments/{league.pk}/teams/standings/?after=1").json()
    assert (table["after"], table["primary"], table["final"]) == (1, "GP", False)
    assert [(row["rank"], row["points"], row["match_points"]) for row in table["rows"]] == [
        (1, 2.0, 2.0), (1, 2.0, 2.0), (3, 0.0, 0.0), (3, 0.0, 0.0),
    ]  # fmt: skip
    first = table["rows"][0]["team"]["id"]
    working = api.get(f"tournaments/{league.pk}/teams/standings/{first}/").json()
    assert [value["code"] for value in working["values"]] == ["PTS:GP", *table["codes"]]
    assert working["values"][0]["steps"][0]["opponent"]["name"] in "ABCD"


def test_nothing_changed_is_304_and_unpublished_is_404(api, league):
    address = f"tournaments/{league.pk}/teams/standings/"
    etag = api.get(address)["ETag"]
    assert api.get(address, if_none_match=etag).status_code == 304
    assert api.get(f"{address}?after=2").status_code == 404
    assert api.get(f"{address}{team(league, 'A').pk + 999}/").status_code == 404


def test_an_individual_tournament_has_teams_but_no_matches(api):
    tournament = factories.tournament(4)
    assert api.get(f"tournaments/{tournament.pk}/teams/").json() == {"next": None, "results": []}
    assert api.get(f"tournaments/{tournament.pk}/teams/matches/").status_code == 404
    assert api.get(f"tournaments/{tournament.pk}/teams/standings/").status_code == 404
