""" "Ready?" of an event of teams asks for its teams, not for its players alone."""

import pytest

from tests import factories
from tests.tournaments.team_events import team, team_event
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.setup.readiness import plan_problem, readiness
from tournaments.services.entries.forbidden import forbid
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db


def swiss(teams=6, rounds=5, **more):
    tournament = team_event(teams, 2, system="fide2026.team", **more)
    tournament.total_rounds = rounds
    tournament.save()
    return tournament


def items(tournament):
    return {item.text: item for item in readiness(tournament)}


def test_teams_numbers_and_tie_breaks_are_asked_for():
    tournament = swiss(drawn=False)
    found = items(tournament)
    assert found["Teams: 6"].good
    assert not found["Numbers of the teams"].good
    assert found["Tie-breaks of teams"].good
    assert "Tie-breaks" not in found
    assert items(swiss())["Numbers of the teams"].good


def test_a_list_of_tie_breaks_that_does_not_fit_is_not_ready():
    tournament = swiss()
    values = {"tie_breaks": ["KS:NO"]}
    change_rules(tournament=tournament, by=factories.chief_of(tournament), values=values)
    assert not items(tournament)["Tie-breaks of teams"].good


def test_a_team_with_too_few_players_is_named():
    tournament = swiss()
    team(tournament, "C").members.filter(place__gt=1).delete()
    assert not items(tournament)["Fewer players than boards: C"].good


def test_more_rounds_than_opponents_cannot_be_paired():
    assert plan_problem(swiss(6, 5)) == ""
    assert "6 teams can play at most 5 rounds" in plan_problem(swiss(6, 6))
    tournament = swiss(6, 5)
    teams = [team(tournament, name) for name in "AB"]
    confirmed(forbid, tournament=tournament, teams=teams, by=factories.chief_of(tournament))
    assert "6 teams can play at most 4 rounds" in plan_problem(tournament)


def test_too_few_rounds_for_one_winner_are_told():
    tournament = swiss(6, 2)
    assert any("2 rounds for 6 teams" in text for text in items(tournament))
    assert items(swiss(6, 3))["Rounds and teams"].good


def test_players_in_no_team_are_counted_unless_they_have_left():
    tournament = swiss()
    members = list(team(tournament, "C").members.order_by("place"))
    for member in members[1:]:
        member.delete()
    assert not items(tournament)["Players in no team: 2"].good
    gone = members[1].entry
    gone.status = gone.Status.WITHDRAWN
    gone.save()
    assert not items(tournament)["Players in no team: 1"].good
    assert not any("in no team" in text for text in items(swiss()))
