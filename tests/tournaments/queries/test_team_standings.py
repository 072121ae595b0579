"""Standings of teams from their matches, article by article of the handbook."""

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pairing.handbook import scheveningen, skalitzka
from pairing.handbook.seats import SeatResult, team_points
from pairing.results import RESULTS
from tests import factories
from tests.tournaments.team_events import (
    enter,
    match,
    open_round,
    play_round,
    player_ids,
    stronger,
    team,
    team_event,
)
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.queries.standings.best_of import best_of
from tournaments.queries.standings.table import standings_table
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.matches import find_match, matches_of_round
from tournaments.queries.teams.standings import (
    board_scores,
    team_table,
    team_working,
)
from tournaments.services.teams import leaving, listing, matches

pytestmark = pytest.mark.django_db


def table_of(tournament, after=None):
    tournament.refresh_from_db()
    return team_table(tournament, after)


def points_of(tournament):
    """Match points and board points by team."""
    rows = table_of(tournament).rows
    return {row.entry.name: (row.match_points, row.board_points) for row in rows}


def lines(table):
    return [(row.rank, row.entry.name, row.match_points, row.board_points) for row in table.rows]


@pytest.fixture(scope="module")
def tournament_once(standing):
    return team_event(4, 2)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def test_2_and_3_board_points_rank_and_match_points_come_next(tournament):
    for number in (1, 2, 3):
        play_round(tournament, number, stronger)
    table = table_of(tournament)
    assert lines(table) == [(1, "A", 60, 60), (2, "B", 40, 40), (3, "C", 20, 20), (4, "D", 0, 0)]
    best = table.rows[0]
    assert (best.won, best.drawn, best.lost) == (3, 0, 0)
    assert table.codes == ("PTS:MP", "DE", "SB:GP", "SB:MP", "TOPW")
    assert (table.final, table.shows_other) == (True, False)


def test_match_points_may_rank_instead():
    tournament = team_event(4, 2, rules={"primary": "MP", "match_win": 30, "tie_breaks": []})
    play_round(tournament, 1, stronger)
    table = table_of(tournament)
    assert lines(table)[0] == (1, "A", 30, 20)
    assert [row.score for row in table.rows] == [30, 30, 0, 0]
    assert table.shows_other


def test_38_half_of_the_board_points_is_a_drawn_match(tournament):
    play_round(tournament, 1, lambda row: "10")  # White wins: one board each
    assert [(row.match_points, row.board_points) for row in table_of(tournament).rows] == [
        (10, 10)
    ] * 4


def test_a_match_counts_once_all_of_its_boards_are_known(tournament):
    open_round(tournament, 1)
    enter(tournament, 1, lambda row: "" if row.board == 4 else stronger(row))
    table = team_table(tournament, 1)
    assert table.open_matches == 1
    assert not table.final
    assert {row.entry.name: row.board_points for row in table.rows} == {
        "A": 20, "B": 0, "C": 0, "D": 0,
    }  # fmt: skip


def test_the_free_round_of_an_odd_number_gives_what_the_rules_say():
    tournament = team_event(3, 2, rules={"match_bye": 10, "bye_board_points": 10})
    play_round(tournament, 1, stronger)  # 1:4, so A rests
    assert points_of(tournament) == {"A": (10, 10), "B": (20, 20), "C": (0, 0)}


def test_3_below_half_of_its_matches_a_team_is_not_ranked_and_counts_for_nobody(tournament):
    play_round(tournament, 1, stronger)
    confirmed(leaving.withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
    for number in (2, 3):
        play_round(tournament, number, stronger)
    table = table_of(tournament)
    assert lines(table) == [(1, "B", 40, 40), (2, "C", 20, 20), (3, "D", 0, 0)]
    assert [(one.name, why.completed, why.matches) for one, why in table.unranked] == [("A", 1, 3)]
    assert lines(table_of(tournament, after=1)) == [
        (1, "B", 20, 20), (2, "C", 0, 0), (2, "D", 0, 0),
    ]  # fmt: skip


def test_3_from_half_of_its_matches_on_it_stays_and_the_rest_are_forfeits(tournament):
    for number in (1, 2):
        play_round(tournament, number, stronger)
    confirmed(leaving.withdraw_team, tournament=tournament, team=team(tournament, "A"), by=None)
    play_round(tournament, 3, stronger)
    assert table_of(tournament).unranked == ()
    assert points_of(tournament) == {"A": (40, 40), "B": (40, 40), "C": (40, 40), "D": (0, 0)}


def test_3_both_absent_gives_nothing_to_either(tournament):
    open_round(tournament, 1)
    confirmed(
        matches.forfeit_match,
        tournament=tournament,
        match=match(tournament, "A", "D"),
        forfeit="--",
        by=None,
    )
    enter(tournament, 1, lambda row: "" if row.result else stronger(row))
    assert points_of(tournament) == {"A": (0, 0), "B": (20, 20), "C": (0, 0), "D": (0, 0)}


def test_a_board_without_a_player_is_a_point_for_the_other_team():
    tournament = team_event(4, 3, reserves=0, rules={"gaps": "forfeit"})
    tournament.entries.filter(name="A3").update(status="absent")
    open_round(tournament, 1)
    enter(tournament, 1, stronger)
    view = find_match(tournament, match(tournament, "A", "D").pk)
    assert (view.first_points, view.second_points) == (20, 10)
    assert [(row.first and row.first.name, row.code) for row in view.boards] == [
        ("A1", "10"), ("A2", "10"), (None, "-+"),
    ]  # fmt: skip
    assert {row.entry.name: row.board_points for row in table_of(tournament).rows}["D"] == 10


def test_every_value_of_every_team_has_a_working_that_ends_in_it():
    tournament = team_event(
        5,
        3,
        rules={"tie_breaks": ["PTS:MP", "DE", "SB:GP", "SB:MP", "OKM", "OKMSB", "FFW", "TOPW"]},
    )
    for number in range(1, 6):
        play_round(tournament, number, lambda row: ("10", "==", "01")[(row.pk or 0) % 3])
    table = table_of(tournament)
    assert table.unusable == ()
    for row in table.rows:
        page = team_working(tournament, row.entry, 5)
        assert [value.text for value in page.values[1:]] == list(row.values)
        assert page.values[0].code == "PTS:GP"
        assert all(value.name and value.article for value in page.values)


def test_codes_that_the_rules_exclude_are_named_and_left_out():
    tournament = team_event(4, 2, rules={"edition": "fide2026", "tie_breaks": ["EDE", "BH:MP"]})
    play_round(tournament, 1, stronger)
    table = table_of(tournament)
    assert (table.codes, table.unusable) == (("EDE",), ("BH:MP",))


def test_the_cross_table_shows_both_matches_of_a_double_round_robin():
    tournament = team_event(2, 2, options={"cycles": 2})
    play_round(tournament, 1, stronger)
    play_round(tournament, 2, lambda row: "==")
    cross = team_cross_table(tournament)
    assert [[one.points for one in cell] for cell in cross.rows[0].cells] == [[], [20, 10]]
    assert cross.table.rows[0].entry.name == "A"


# --- Skalitzka and Scheveningen -------------------------------------------------------------------


def played(tournament, number):
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    return [SeatResult(number, row.board, RESULTS[row.result]) for row in rows]


def test_skalitzka_the_sum_of_the_boards_is_the_score_of_the_team():
    tournament = team_event(3, 4, system="handbook.skalitzka", reserves=0)
    results = []
    for number in (1, 2):
        play_round(tournament, number, lambda row: ("10", "==", "01")[row.board % 3])
        results += played(tournament, number)
    wanted = team_points(skalitzka.schedule(4), results)
    table = table_of(tournament)
    assert {row.entry.number: row.score for row in table.rows} == wanted
    assert sum(row.score for row in table.rows) == 120
    assert table.final


def test_scheveningen_counts_the_meeting_round_by_round():
    tournament = team_event(2, 3, system="handbook.scheveningen", reserves=0)
    results = []
    for number in (1, 2, 3):
        play_round(tournament, number, lambda row: ("10", "==", "01")[row.board % 3])
        results += played(tournament, number)
        running = scheveningen.running_score(scheveningen.schedule(3), results)[-1][1]
        assert {row.entry.number: row.score for row in table_of(tournament).rows} == running
        view = find_match(tournament, match(tournament, "A", "B", round__number=number).pk)
        assert (view.first_total, view.second_total) == (running[1], running[2])
    assert table_of(tournament).final


def test_scheveningen_of_three_teams_ranks_by_whole_meetings():
    tournament = team_event(3, 2, system="handbook.scheveningen", reserves=0)
    for number in range(1, 7):
        play_round(tournament, number, stronger)
    assert lines(table_of(tournament)) == [(1, "A", 40, 80), (2, "B", 20, 40), (3, "C", 0, 0)]


# --- Prizes of the boards, best of ----------------------------------------------------------------


def test_prizes_by_board_count_games_over_the_board_and_want_half_of_the_rounds(tournament):
    for number in (1, 2, 3):
        if number == 3:
            tournament.entries.filter(name="C1").update(status="absent")  # C3 moves up
        play_round(tournament, number, stronger)
    boards = dict(board_scores(tournament))
    assert [(one.rank, one.entry.name, one.percent, one.games) for one in boards[1]] == [
        (1, "A1", "100.0", 3), (2, "B1", "66.7", 3), (3, "C1", "50.0", 2), (4, "D1", "0.0", 3),
    ]  # fmt: skip
    assert [(one.entry.name, one.enough) for one in boards[2]][-1] == ("C3", False)


def test_an_individual_tournament_ranks_clubs_by_their_best_players():
    tournament = factories.tournament(8)
    chief = factories.chief_of(tournament)
    for entry in tournament.entries.all():
        entry.club = "Odd" if entry.tpn % 2 else "Even"
        entry.save()
    listing.change_rules(tournament=tournament, by=chief, values={"ranks_by": "club", "best_of": 2})
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    enter(tournament, 1, lambda row: "10" if row.white.tpn < row.black.tpn else "01")
    tournament.refresh_from_db()
    rows = best_of(tournament)
    assert [(row.score, row.others) for row in rows] == [(20, 2), (20, 2)]
    assert rows[0].places <= rows[1].places
    assert {row.name for row in rows} == {"Odd", "Even"}
    assert [len(row.counting) for row in rows] == [2, 2]


def test_a_round_robin_of_players_ranks_federations_and_shows_who_counts():
    """Federations level in points are ranked by the sum of the places of those who count; a player
    whom a federation lacks takes the place after the last."""
    tournament = factories.tournament(5, system="handbook.round_robin", tie_breaks=["SB"])
    chief = factories.chief_of(tournament)
    for tpn, federation in enumerate(("TUR", "GRE", "TUR", "GRE", "AZE"), start=1):
        tournament.entries.filter(tpn=tpn).update(federation=federation)
    values = {"ranks_by": "federation", "best_of": 2}
    listing.change_rules(tournament=tournament, by=chief, values=values)
    for number in range(1, 6):  # the lower number wins every game: 4, 3, 2, 1 and 0 points, bye 1
        factories.pair(tournament, number)
        factories.publish(tournament, number)
        enter(tournament, number, lambda row: "10" if row.white.tpn < row.black.tpn else "01")
    tournament.refresh_from_db()
    points = {row.entry.tpn: row.score for row in standings_table(tournament).rows}
    rows = best_of(tournament)
    assert [row.name for row in rows] == ["TUR", "GRE", "AZE"]
    assert [row.score for row in rows] == [points[1] + points[3], points[2] + points[4], points[5]]
    assert [row.places for row in rows] == [1 + 3, 2 + 4, 5 + 6]
    assert [[(entry.tpn, place) for entry, _score, place in row.counting] for row in rows] == [
        [(1, 1), (3, 3)], [(2, 2), (4, 4)], [(5, 5)],
    ]  # fmt: skip


def test_an_individual_tournament_ranks_teams_by_their_lists():
    tournament = factories.tournament(6)
    chief = factories.chief_of(tournament)
    names = {"X": ("Player 001", "Player 004"), "Y": ("Player 002", "Player 005")}
    for name, players in names.items():
        made = listing.add_team(tournament=tournament, by=chief, values={"name": name})
        listing.list_players(
            tournament=tournament, team=made, entries=player_ids(tournament, *players), by=chief
        )
    listing.change_rules(tournament=tournament, by=chief, values={"ranks_by": "team", "best_of": 2})
    factories.play(tournament, 2)
    tournament.refresh_from_db()
    rows = best_of(tournament)
    assert sorted(row.name for row in rows) == ["X", "Y"]
    assert rows[0].score >= rows[1].score
    assert rows[0].team.name == rows[0].name


# --- As many queries for any number ---------------------------------------------------------------


def queries(function):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        function()
    return len(captured)


def test_pages_of_matches_need_as_many_queries_for_two_teams_as_for_eight():
    counts = []
    for size in (2, 8):
        tournament = team_event(size, 2)
        play_round(tournament, 1, stronger)
        tournament.refresh_from_db()
        round_ = tournament.rounds.get(number=1)
        round_.tournament = tournament
        counts.append(
            [
                queries(lambda r=round_: matches_of_round(r)),
                queries(lambda t=tournament: team_table(t)),
                queries(lambda t=tournament: team_cross_table(t)),
                queries(lambda t=tournament: board_scores(t)),
            ]
        )
    assert counts[0] == counts[1]
