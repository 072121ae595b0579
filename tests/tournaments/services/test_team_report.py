"""The report of an event of teams, read back: the same matches and the same standings."""

import pytest

from pairing.systems import Family
from pairing.trf import read
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tiebreaks.teams import team_event_of, team_standings
from tournaments.queries.teams import team_table
from tournaments.services import teams
from tournaments.services.confirmations import confirmed
from tournaments.services.report import report

pytestmark = pytest.mark.django_db


def test_teams_line_ups_and_forfeited_matches_come_back_from_the_report():
    tournament = team_event(4, 2)
    play_round(tournament, 1, lambda row: ("10", "==", "01")[row.board % 3])
    tournament.entries.filter(name="B1").update(status="absent")
    play_round(tournament, 2, stronger)
    confirmed(teams.withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
    play_round(tournament, 3, stronger)
    tournament.refresh_from_db()
    document = read(report(tournament))
    assert document.type_code == "BERGER_TEAM_ROUNDROBIN"
    assert [(one.number, one.name) for one in document.teams] == [
        (1, "A"), (2, "B"), (3, "C"), (4, "D"),
    ]  # fmt: skip
    assert [(one.kind, one.round) for one in document.forfeited_matches] == [("+-", 3)]
    assert {(one.round, one.team) for one in document.line_ups} == {(2, 2), (3, 2)}
    event = team_event_of(document)
    found = team_standings(event, "PTS:GP PTS:MP", edition="handbook", family=Family.ROUND_ROBIN)
    table = team_table(tournament)
    assert {row.tpn: row.score for row in found.rows} == {
        row.entry.number: row.score for row in table.rows
    }


@pytest.mark.parametrize("system", ["handbook.skalitzka", "handbook.scheveningen"])
def test_events_of_mixed_boards_are_reported_with_all_their_games(system):
    tournament = team_event(3, 2, system=system, reserves=0)
    for number in (1, 2):
        play_round(tournament, number, stronger)
    document = read(report(tournament))
    assert document.type_code == "CUSTOM_TEAM_ROUNDROBIN"
    assert len(document.teams) == 3
    games = sum(1 for player in document.players for one in player.rounds if one.opponent)
    assert games == 2 * sum(
        round_.pairings.filter(black__isnull=False).count() for round_ in tournament.rounds.all()
    )
