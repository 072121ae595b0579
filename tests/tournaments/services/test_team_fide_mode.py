"""FIDE mode of a Swiss of teams: what is fixed with round 1, and what the report tells."""

from copy import deepcopy

import pytest

from tests import factories
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.reports.trf import report
from tournaments.services.entries.forbidden import forbid
from tournaments.services.setup.events import leave_fide_mode
from tournaments.services.teams import swiss
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db


def made(**more):
    tournament = team_event(6, 2, system="fide2026.team", **more)
    tournament.total_rounds = 4
    tournament.save()
    for number in range(1, 5):
        tournament.rounds.get_or_create(number=number)
    return tournament


def change(tournament, **values):
    chief = factories.chief_of(tournament)
    return confirmed(change_rules, tournament=tournament, by=chief, values=values)


@pytest.fixture(scope="module")
def tournament_once(standing):
    return made()


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_a_swiss_by_fides_rules_begins_in_fide_mode_and_the_handbooks_outside():
    assert made().fide_mode
    assert not team_event(4, 2, system="handbook.team_swiss").fide_mode
    assert not team_event(4, 2).fide_mode  # no round robin of teams is FIDE's here


@pytest.mark.parametrize(
    "values",
    [{"match_win": 30}, {"primary": "GP"}, {"tie_breaks": ["EDE"]}, {"bye_board_points": 20}],
)
def test_what_pairs_and_ranks_is_fixed_with_round_1(values, tournament):
    change(tournament, deadline_minutes=30)
    play_round(tournament, 1, stronger)
    tournament.refresh_from_db()
    with pytest.raises(Refused) as refused:
        change(tournament, **values)
    assert refused.value.code == "tournament.locked_in_fide_mode"
    change(tournament, deadline_minutes=45)  # line-ups may still close earlier or later


def test_another_book_of_tie_breaks_leaves_fide_mode_and_asks(tournament):
    chief = factories.chief_of(tournament)
    values = {"edition": "handbook", "tie_breaks": ["DE", "OKM"]}
    with pytest.raises(NeedsConfirmation):
        change_rules(tournament=tournament, by=chief, values=values)
    change(tournament, **values)
    tournament.refresh_from_db()
    assert not tournament.fide_mode


def test_outside_fide_mode_a_change_is_told_by_the_report(tournament):
    play_round(tournament, 1, stronger)
    chief = factories.chief_of(tournament)
    confirmed(leave_fide_mode, tournament=tournament, by=chief)
    tournament.refresh_from_db()
    change(tournament, match_win=30)
    text = report(tournament).decode()
    assert "### Configuration @ Round 1: FIDE mode left" in text
    assert "### Configuration @ Round 1: match_win 20 => 30" in text


def test_teams_are_kept_apart_only_before_round_1(tournament):
    play_round(tournament, 1, stronger)
    teams = [team(tournament, name) for name in "AB"]
    tournament.refresh_from_db()
    with pytest.raises(Refused) as refused:
        forbid(tournament=tournament, teams=teams, by=factories.chief_of(tournament))
    assert refused.value.code == "forbidden.only_before_round_1"


def test_a_full_point_bye_asks_and_is_told(tournament):
    give = {"tournament": tournament, "team": team(tournament, "C"), "number": 1, "kind": "F"}
    chief = factories.chief_of(tournament)
    with pytest.raises(NeedsConfirmation):
        swiss.give_bye(**give, by=chief)
    confirmed(swiss.give_bye, **give, by=chief)
    play_round(tournament, 1, stronger)
    assert "### FPB @ Round 1: 3" in report(tournament).decode()


def test_a_full_point_bye_taken_back_is_not_told(tournament):
    give = {"tournament": tournament, "team": team(tournament, "C"), "number": 1}
    chief = factories.chief_of(tournament)
    confirmed(swiss.give_bye, **give, kind="F", by=chief)
    swiss.give_bye(**give, kind="", by=chief)
    play_round(tournament, 1, stronger)
    assert "### FPB" not in report(tournament).decode()
