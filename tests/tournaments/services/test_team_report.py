"""The report of an event of teams, read back: the same matches and the same standings."""

from dataclasses import replace

import pytest

from pairing.errors import UnsupportedRule
from pairing.formats import Family
from pairing.tools.checker import check
from pairing.trf import LineUp, read
from tests.tournaments.team_events import play_round, stronger, team, team_event
from tiebreaks.team_standings import team_standings
from tiebreaks.teams import team_event_of
from tournaments.management.demo.confirmations import confirmed
from tournaments.queries.reports.trf import report
from tournaments.queries.teams.standings import team_table
from tournaments.services.teams import leaving

pytestmark = pytest.mark.django_db


def test_teams_line_ups_and_forfeited_matches_come_back_from_the_report():
    tournament = team_event(4, 2)
    play_round(tournament, 1, lambda row: ("10", "==", "01")[row.board % 3])
    tournament.entries.filter(name="B1").update(status="absent")
    play_round(tournament, 2, stronger)
    confirmed(leaving.withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
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


@pytest.mark.parametrize("boards", [2, 3, 4])
def test_each_match_of_three_teams_at_once_is_a_round_of_the_report(boards):
    """A team has one match in a round of a report (records 320 and 802, and every reader)."""
    tournament = team_event(3, boards, system="handbook.skalitzka", reserves=0)
    rounds = tournament.rounds.count()
    for number in range(1, rounds + 1):
        play_round(
            tournament, number, lambda row: ("10", "==", "01")[(row.board + row.round.number) % 3]
        )
    tournament.refresh_from_db()
    document = read(report(tournament))
    team_of = {tpn: one.number for one in document.teams for tpn in one.players}
    met = [
        {
            (team_of[player.number], team_of[player.entry(number).opponent])
            for player in document.players
            if player.entry(number).opponent
        }
        for number in (1, 2, 3)
    ]
    assert met == [{(1, 2), (2, 1)}, {(1, 3), (3, 1)}, {(2, 3), (3, 2)}]
    assert document.total_rounds == document.begun_rounds == 3
    assert document.round_dates == ()
    assert document.team_byes[0].teams == (3, 2, 1)
    assert "1 = 1-2, 2 = 1-3, 3 = 2-3" in "\n".join(document.comments)
    # Whoever sits against another in a line-up has played that game.
    for one in document.line_ups:
        other = next(
            each
            for each in (*document.line_ups, *listed_line_ups(document, boards))
            if (each.round, each.team, each.opponent) == (one.round, one.opponent, one.team)
        )
        for player, opponent in zip(one.players, other.players, strict=True):
            person = next(each for each in document.players if each.number == player)
            assert person.entry(one.round).opponent == opponent
    found = team_standings(
        team_event_of(document), "PTS:MP PTS:GP", edition="handbook", family=Family.ROUND_ROBIN
    )
    table = team_table(tournament)
    assert {row.tpn: row.score for row in found.rows} == {
        row.entry.number: row.match_points for row in table.rows
    }


def listed_line_ups(document, boards):
    for one in document.teams:
        for number in (1, 2, 3):
            for other in document.teams:
                yield LineUp(number, one.number, other.number, one.players[:boards])


def test_half_of_three_matches_at_once_has_its_empty_boards():
    tournament = team_event(3, 2, system="handbook.skalitzka", reserves=1)
    tournament.entries.filter(name="B1").update(status="absent")
    play_round(tournament, 1, stronger)
    tournament.refresh_from_db()
    document = read(report(tournament))
    assert len(document.line_ups) == 6
    assert {line_up.players.count(0) for line_up in document.line_ups} == {1}
    assert document.begun_rounds == 3


def test_whoever_found_an_empty_board_in_three_matches_at_once_has_it_in_that_match():
    tournament = team_event(
        3, 2, system="handbook.skalitzka", reserves=0, rules={"gaps": "forfeit"}
    )
    tournament.entries.filter(name="B1").update(status="absent")
    for number in (1, 2):
        play_round(tournament, number, lambda row: "10")
    tournament.refresh_from_db()
    document = read(report(tournament))
    told = {
        player.name: "".join(player.entry(number).symbol for number in (1, 2, 3))
        for player in document.players
    }
    assert told["B1"].strip() == ""
    alone = {name: symbols for name, symbols in told.items() if set(symbols) & set("+FU")}
    assert len(alone) == 2, told
    empty = [one for one in document.line_ups if one.team == 2]
    assert {(one.opponent, one.players.count(0)) for one in empty} == {(1, 1), (3, 1)}


def played_league(teams_, **more):
    """A league with draws, an empty board and a team that left, to its end."""
    tournament = team_event(teams_, 3, **more)
    for number in range(1, tournament.total_rounds + 1):
        if number == 2:
            tournament.entries.filter(name__in=("B1", "B2")).update(status="absent")
        play_round(
            tournament, number, lambda row: ("10", "==", "01")[(row.board + row.round.number) % 3]
        )
    tournament.refresh_from_db()
    return tournament


@pytest.mark.parametrize(
    ("size", "more"),
    [
        (4, {}),
        (3, {"options": {"cycles": 2}, "rules": {"match_bye": 10, "bye_board_points": 15}}),
        (5, {"rules": {"gaps": "forfeit", "primary": "MP"}}),
    ],
)
def test_the_checker_agrees_with_the_table_and_the_points_of_a_league(size, more):
    tournament = played_league(size, **more)
    found = check(read(report(tournament)))
    assert found.system == "handbook.team_round_robin"
    assert len(found.rounds) == tournament.total_rounds
    assert found.clean, found


def test_the_checker_counts_no_match_with_an_open_game():
    tournament = team_event(4, 2)
    play_round(tournament, 1, stronger)
    play_round(tournament, 2, lambda row: "" if row.board == 1 else "==")
    tournament.refresh_from_db()
    found = check(read(report(tournament)))
    assert found.clean, found


def test_the_checker_leaves_out_a_team_that_left_before_half():
    tournament = team_event(4, 2)
    play_round(tournament, 1, stronger)
    confirmed(leaving.withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
    play_round(tournament, 2, stronger)
    play_round(tournament, 3, stronger)
    tournament.refresh_from_db()
    found = check(read(report(tournament)))
    assert found.clean, found


def test_the_checker_names_teams_that_should_not_have_met_and_wrong_points():
    document = read(report(played_league(4)))
    first, second, *others = document.teams
    numbers = replace(first, players=second.players), replace(second, players=first.players)
    found = check(replace(document, teams=(*numbers, *others)))
    assert found.agreed < len(found.rounds)
    one = found.rounds[0]
    assert (set(one.found), set(one.expected)) == ({(2, 4), (1, 3)}, {(1, 4), (2, 3)})
    wrong = replace(first, match_points=first.match_points + 10)
    found = check(replace(document, teams=(wrong, second, *others)))
    assert [(one.player, one.found - one.expected) for one in found.points] == [(1, 10)]


def test_skalitzka_and_scheveningen_are_not_judged_and_that_is_said():
    tournament = team_event(3, 2, system="handbook.skalitzka", reserves=0)
    play_round(tournament, 1, stronger)
    with pytest.raises(UnsupportedRule, match="only round robins"):
        check(read(report(tournament)))
