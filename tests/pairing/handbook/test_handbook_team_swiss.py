"""The handbook's Swiss for teams: its Dutch method, by match points or by board points."""

from dataclasses import replace

import pytest

from pairing.handbook import dutch, team_swiss
from pairing.results import RESULTS, ByeKind
from pairing.state import Board, Bye, Colour, Game, Player, PointSystem, Round, TournamentState
from pairing.verdicts import Broken, WhyNot
from tiebreaks.teams import BoardGame, Match, Team, TeamEvent, TeamRound, pairing_state

BOARDS = 4


def event(teams, *rounds):
    """Rounds as ((first, second, board points of both), ...)."""
    return TeamEvent(
        teams=tuple(Team(number) for number in range(1, teams + 1)),
        rounds=tuple(
            TeamRound(
                number,
                tuple(Match(first, second, points=points) for first, second, points in matches),
            )
            for number, matches in enumerate(rounds, start=1)
        ),
        total_rounds=5,
        boards=BOARDS,
    )


def state(made, primary="match_points", **more):
    options = (("primary_score", primary),)
    return pairing_state(made, options=options, initial_colour=Colour.WHITE, **more)


ONE = (
    (1, 5, (40, 0)),
    (6, 2, (15, 25)),
    (3, 7, (25, 15)),
    (8, 4, (5, 35)),
)


def test_by_match_points_it_pairs_as_the_dutch_method_pairs_players():
    made = state(event(8, ONE))
    plain = TournamentState(
        players=tuple(Player(number) for number in range(1, 9)),
        rounds=(
            Round(
                1,
                tuple(
                    Game(first, second, RESULTS["10" if points[0] > points[1] else "01"])
                    for first, second, points in ONE
                ),
            ),
        ),
        total_rounds=5,
        points=PointSystem.of(20, 10),
        initial_colour=Colour.WHITE,
    )
    assert team_swiss.pair(made).boards == dutch.pair(plain).boards


def test_by_board_points_the_score_groups_are_others():
    made = state(event(8, ONE), "game_points")
    found = team_swiss.by_ranking_points(made)
    scores = dict.fromkeys(range(1, 9), 0)
    for first, second, points in ONE:
        scores[first], scores[second] = points
    groups = {bracket.score for bracket in team_swiss.pair(made).trace.brackets}
    assert groups <= set(scores.values()) and len(groups) > 2
    assert {bracket.score for bracket in team_swiss.pair(state(event(8, ONE))).trace.brackets} == {
        20,
        0,
    }
    first = {frozenset((board.white, board.black)) for board in team_swiss.pair(made).boards}
    assert frozenset((1, 4)) in first  # 4 and 3½ board points, the two best
    assert found.points.win == 40


def test_forfeits_and_byes_count_their_board_points():
    made = event(5, ((1, 3, (40, 0)), (2, 4, (25, 15))))
    given = state(made, "game_points", byes=(Bye(5, ByeKind.ZERO_POINT),))
    paired = team_swiss.pair(given)
    assert {board.white for board in paired.boards} | {board.black for board in paired.boards} == {
        1, 2, 3, 4,
    }  # fmt: skip


@pytest.mark.parametrize("primary", ["match_points", "game_points"])
def test_it_says_why_not_and_what_is_wrong(primary):
    made = state(event(8, ONE), primary)
    (met,) = team_swiss.why_not(made, 1, 5)
    assert met.code == WhyNot.MET_BEFORE
    paired = team_swiss.pair(made)
    assert team_swiss.violations(made, paired) == ()
    boards = (Board(1, 5), *paired.boards[1:])
    codes = {fact.code for fact in team_swiss.violations(made, replace(paired, boards=boards))}
    assert Broken.MET_BEFORE in codes


def test_a_match_points_total_comes_from_boards_too():
    boards = tuple(
        BoardGame(board, RESULTS["10"].white, RESULTS["10"].black) for board in range(1, 5)
    )
    made = TeamEvent(
        teams=(Team(1), Team(2), Team(3), Team(4)),
        rounds=(TeamRound(1, (Match(1, 3, boards), Match(2, 4, boards))),),
        total_rounds=3,
        boards=BOARDS,
    )
    found = team_swiss.pair(state(made, "game_points"))
    assert {frozenset((board.white, board.black)) for board in found.boards} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
