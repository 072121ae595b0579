"""C.07 art. 11 to 13: a team Swiss with a bye of each kind and a forfeited match."""

from dataclasses import replace

import pytest

from pairing.results import WHITE_WINS, ByeKind, Outcome
from pairing.state import Bye, Game, Player, Round, TournamentState
from pairing.trf import read
from tests.tiebreaks.tie_cards import D, L, W, exact, match, team_event
from tiebreaks.errors import UnknownTieBreak, UnsuitableTieBreak
from tiebreaks.fide2026.teams import bottom_board_key
from tiebreaks.standings import standings
from tiebreaks.team_standings import explain_team, team_standings
from tiebreaks.teams import Match, Team, TeamEvent, TeamRound, matches_of, team_event_of

REPORT = """\
012 Example Team Cup
042 2026/06/01
092 Team: Swiss-System
142 3
152 W
192 FIDE_TEAM_TYPEA_MP_GP
352 WB
362 TW 2.0   TD 1.0   TL 0.0
001    1 m    Player, P01                       2300 NOR                         2.5    1     3 w 1     9 b +     5 w =
001    2 m    Player, P02                       2200 NOR                         2.5    1     4 b =    10 w +     6 b 1
001    3 m    Player, P03                       2250 NOR                         1.0    5     1 b 0     5 w 1
001    4 m    Player, P04                       2150 NOR                         1.0    5     2 w =     6 b =
001    5 m    Player, P05                       2100 NOR                         1.0    5     7 w =     3 b 0     1 b =
001    6 m    Player, P06                       2050 NOR                         1.5    3     8 b 1     4 w =     2 w 0
001    7 m    Player, P07                       2000 NOR                         1.5    3     5 b =               9 w 1
001    8 m    Player, P08                       1950 NOR                         0.5    8     6 w 0              10 b =
001    9 m    Player, P09                       1900 NOR                         0.0   10               1 w -     7 b 0
001   10 m    Player, P10                       1850 NOR                         0.5    8               2 b -     8 w =
310   1 Alfa                             ALF     2150    6.0    5.0   1     1    2
310   2 Bravo                            BRA     2100    3.0    3.0   2     3    4
310   3 Charlie                          CHA     2050    2.0    2.5   4     5    6
310   4 Delta                            DEL     2000    3.0    3.0   3     7    8
310   5 Echo                             ECH     1950    1.0    1.5   5     9   10
240 H 002    4
320  1.0  1.0   5 000   2
330 -+ 002   5   1
"""  # noqa: E501

EVENT = team_event()

VALUES = """
PTS:MP PTS:GP BH:MP BH:GP EMMSB EMGSB EGMSB EGGSB SSSC SSSC/F BC
6      5.0    6     7.0   12    9.50  14    11.25 7.00 7.67   7.5
3      3.0    11    10.5  7     9.00  8     9.25  6.67 6.67   6.0
2      2.5    12    11.0  6     9.00  6     8.50  6.50 5.83   4.0
3      3.0    6     7.0   5     5.50  6     6.50  5.00 5.33   4.0
1      1.5    5     6.0   1     2.50  1.5   3.00  3.17 3.50   4.0
"""

MORE = """
FB:MP BH:MP/C1 BH:MP/P EMGSB/C1 KS:MP AOB:MP STD REP SSSC/K2 EDE MPvGP
8     5        6       7.50     2     11.50  3.0 3   8.00    0   5.0
11    9        11      6.00     0     9.00   1.5 3   8.50    0   3.0
10    9        12      7.50     2     7.67   1.0 3   8.50    0   2.5
7     3        6       2.50     0     8.50   1.5 2   6.00    0   3.0
6     4        10      2.50     0     6.00   0.5 2   4.00    0   1.5
"""


def table(text):
    head, *rows = [line.split() for line in text.strip().splitlines()]
    return {code: [exact(row[i]) for row in rows] for i, code in enumerate(head)}


def columns(event, codes, **settings):
    found = team_standings(event, codes, **settings)
    return {
        str(code): [found.row(team.number).values[i] for team in event.teams]
        for i, code in enumerate(found.codes)
    }


@pytest.fixture(params=["written", "report"])
def event(request):
    """The same event written as matches, and derived from the games of a report file."""
    return EVENT if request.param == "written" else team_event_of(read(REPORT.encode()))


@pytest.mark.parametrize("text", [VALUES, MORE], ids=["scores", "others"])
def test_every_team_code(event, text):
    expected = table(text)
    assert columns(event, ["MPTS", *expected]) == expected


def test_game_points_may_rank_first(event):
    expected = [exact(value) for value in ("8.33", "6.5", "5.67", "5.33", "3")]
    assert columns(event, "GPTS SSSC MPvGP") == {"SSSC": expected, "MPvGP": [6, 3, 2, 3, 1]}


def test_art_13_4_the_divisor_is_never_less_than_one():
    """One round of four boards: 2 match points over 4 game points."""
    event = TeamEvent(
        teams=(Team(1), Team(2)),
        rounds=(TeamRound(1, (Match(1, 2, points=(30, 10)),)),),
        total_rounds=1,
        boards=4,
    )
    assert columns(event, "MPTS SSSC")["SSSC"] == [3, 3]


def test_ranks(event):
    found = team_standings(event, "PTS EDE BH:MP MPvGP")
    assert [(row.rank, row.tpn) for row in found.rows] == [(1, 1), (2, 2), (3, 4), (4, 3), (5, 5)]


def test_matches_derived_from_games_are_the_written_ones():
    derived = team_event_of(read(REPORT.encode()))
    assert [round_.byes for round_ in derived.rounds] == [round_.byes for round_ in EVENT.rounds]
    for one, other in zip(derived.rounds, EVENT.rounds, strict=True):
        found = {
            frozenset((m.first, m.second)): {
                (m.first, tuple(b.first for b in m.boards)),
                (m.second, tuple(b.second for b in m.boards)),
            }
            for m in one.matches
        }
        written = {
            frozenset((m.first, m.second)): {
                (m.first, tuple(b.first for b in m.boards)),
                (m.second, tuple(b.second for b in m.boards)),
            }
            for m in other.matches
        }
        assert found == written


# Art. 12 and 13.3: what decides between two who are level on everything before


def two_level_teams() -> TeamEvent:
    """1 and 2 draw 2-2 with 1 stronger on top; both beat 3 by the same score."""
    return TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3)),
        rounds=(
            TeamRound(1, (match(1, 2, (W, L), (D, D), (D, D), (L, W)),)),
            TeamRound(2, (match(1, 3, (W, L), (D, D), (D, D), (W, L)),)),
            TeamRound(3, (match(2, 3, (W, L), (D, D), (D, D), (W, L)),)),
        ),
        total_rounds=3,
        boards=4,
    )


def test_art_12_1_board_count_lower_first():
    found = columns(two_level_teams(), "BC MPvGP")
    # 1: boards 2, 1, 1, 1; 2: boards 1, 1, 1, 2; 3: boards 0, 1, 1, 0
    assert found["BC"] == [2 + 2 + 3 + 4, 1 + 2 + 3 + 8, 2 + 3]


@pytest.mark.parametrize("code", ["TBR", "BBE", "EDEBT", "EDEBB", "EDET", "EDEB", "BC"])
def test_art_12_and_13_3_2_the_stronger_top_boards_decide(code):
    found = team_standings(two_level_teams(), f"MPvGP {code}")
    assert [(row.rank, row.tpn) for row in found.rows] == [(1, 1), (2, 2), (3, 3)]


def test_art_12_3_bottom_boards_are_left_out_one_by_one():
    # 7 points each; without board 4 it is 6 each, without boards 3 and 4 it is 3 and 4.
    assert bottom_board_key([30, 0, 30, 10]) == (60, 30, 30)
    assert bottom_board_key([20, 20, 20, 10]) == (60, 40, 20)


def test_art_13_3_2_boards_decide_only_between_teams_level_on_both_scores():
    event = two_level_teams()
    rounds = (*event.rounds[:2], TeamRound(3, (match(2, 3, (W, L), (W, L), (W, L), (W, L)),)))
    uneven = replace(event, rounds=rounds)
    found = team_standings(uneven, "EDEBT")
    assert [(row.rank, row.tpn) for row in found.rows] == [(1, 1), (1, 2), (3, 3)]
    # The reference looks at their own match only.
    reference = team_standings(uneven, "EDET", compat="ref")
    assert [(row.rank, row.tpn) for row in reference.rows] == [(1, 1), (2, 2), (3, 3)]


def test_a_match_without_a_played_board_is_forfeited():
    won, lost = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
    event = TeamEvent(
        teams=tuple(Team(number) for number in range(1, 7)),
        rounds=(
            TeamRound(
                1,
                (
                    match(1, 2, (won, lost), (won, lost)),
                    match(3, 4, (won, lost), (lost, won)),
                    match(5, 6, (lost, lost), (lost, lost)),
                ),
            ),
        ),
        total_rounds=1,
        boards=2,
    )
    found = team_standings(event, "MPTS MPvGP WIN WON REP")
    values = {row.tpn: (row.score, *row.values) for row in found.rows}
    assert values == {
        1: (20, 2, 1, 0, 1),
        2: (0, 0, 0, 0, 0),
        3: (10, 1, 0, 0, 1),
        4: (10, 1, 0, 0, 1),
        5: (0, 0, 0, 0, 0),
        6: (0, 0, 0, 0, 0),
    }


def test_art_13_3_without_a_chain_the_two_stay_level():
    found = team_standings(two_level_teams(), "MPvGP EDE")
    assert [(row.rank, row.tpn, row.shared) for row in found.rows] == [
        (1, 1, True),
        (1, 2, True),
        (3, 3, False),
    ]


def test_art_13_3_1_the_secondary_score_decides_where_the_primary_does_not():
    """Three beat one another in a ring, by 3-1, 2½-1½ and 2½-1½."""
    event = TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3)),
        rounds=(
            TeamRound(1, (Match(1, 2, points=(30, 10)),)),
            TeamRound(2, (Match(2, 3, points=(25, 15)),)),
            TeamRound(3, (Match(3, 1, points=(25, 15)),)),
        ),
        total_rounds=3,
        boards=4,
    )
    # Match points 2 each; game points 4½, 3½, 4.
    assert columns(event, "EDE")["EDE"] == [1, 3, 2]
    assert columns(event, "DE:MP")["DE:MP"] == [0, 0, 0]


def test_art_13_3_3_a_new_subgroup_starts_again_with_the_primary_score():
    """Four level on match points: game points set 1 apart; the rest restart on match points."""
    event = TeamEvent(
        teams=tuple(Team(number) for number in (1, 2, 3, 4)),
        rounds=(
            TeamRound(1, (Match(1, 2, points=(40, 0)), Match(3, 4, points=(20, 20)))),
            TeamRound(2, (Match(1, 3, points=(10, 30)), Match(2, 4, points=(25, 15)))),
            TeamRound(3, (Match(1, 4, points=(20, 20)), Match(2, 3, points=(25, 15)))),
        ),
        total_rounds=3,
        boards=4,
    )
    # Match points 3 4 3 2: 1 and 3 are level, and 3 won between them.
    found = team_standings(event, "EDE")
    assert [(row.rank, row.tpn, row.values) for row in found.rows] == [
        (1, 2, (0,)),
        (2, 3, (1,)),
        (3, 1, (2,)),
        (4, 4, (0,)),
    ]


def test_art_13_3_3_the_reference_stays_with_the_secondary_score():
    """Five level on match points; game points leave 1, 2 and 3 together. Among them 1 has more
    match points and 2 more game points."""
    games = {
        (1, 2): (25, 15),
        (1, 3): (25, 15),
        (2, 3): (40, 0),
        (1, 4): (15, 25),
        (1, 5): (15, 25),
        (2, 4): (25, 15),
        (2, 5): (0, 40),
        (3, 4): (40, 0),
        (3, 5): (25, 15),
        (4, 5): (30, 10),
    }
    rounds = ("12 34", "13 25", "23 45", "14 35", "15 24")
    event = TeamEvent(
        teams=tuple(Team(number) for number in range(1, 6)),
        rounds=tuple(
            TeamRound(
                number,
                tuple(
                    Match(int(a), int(b), points=games[int(a), int(b)]) for a, b in pairs.split()
                ),
            )
            for number, pairs in enumerate(rounds, start=1)
        ),
        total_rounds=5,
        boards=4,
    )
    by_rule = team_standings(event, "EDE")
    assert {row.score for row in by_rule.rows} == {40}
    assert [row.tpn for row in by_rule.rows] == [5, 1, 2, 3, 4]
    reference = team_standings(event, "EDE", compat="ref")
    assert [row.tpn for row in reference.rows] == [5, 2, 1, 3, 4]


def test_art_12_1_the_reference_counts_the_boards_of_the_mutual_match_upside_down():
    by_rule = team_standings(two_level_teams(), "MPvGP EDEC")
    reference = team_standings(two_level_teams(), "MPvGP EDEC", compat="ref")
    assert [row.tpn for row in by_rule.rows] == [1, 2, 3]
    assert [row.tpn for row in reference.rows] == [2, 1, 3]


# Codes that are not for teams, or for teams only


def test_a_team_code_is_refused_for_individuals_and_the_other_way_round():
    state = TournamentState((Player(1), Player(2)), (Round(1, ()),), 1)
    with pytest.raises(UnsuitableTieBreak):
        standings(state, "EDE")
    with pytest.raises(UnsuitableTieBreak):
        standings(state, "BH:MP")
    with pytest.raises(UnsuitableTieBreak):
        team_standings(EVENT, "ARO")


def test_the_2024_edition_has_no_named_chains():
    with pytest.raises(UnknownTieBreak):
        team_standings(EVENT, "EDEBT", edition="fide2024")


# The working


@pytest.mark.parametrize(
    "code", ["BH:MP", "BH:MP/C1", "BH:GP", "EMMSB", "EMGSB/C1", "EGGSB", "BC", "MPvGP", "FB:MP"]
)
def test_the_steps_that_are_not_cut_add_up_to_the_value(event, code):
    for team in range(1, 6):
        working = explain_team(event, code, team)
        assert working.value == sum(step.contribution for step in working.steps if not step.cut)


def test_the_working_of_a_chain_shows_match_points_game_points_then_boards():
    working = explain_team(two_level_teams(), "EDEBT", 2, codes="MPvGP EDEBT")
    assert working.group == (1, 2)
    assert [table.score for table in working.tables] == ["MP", "GP", "boards"]
    assert [(row.tpn, row.place) for row in working.tables[-1].rows] == [(1, 1), (2, 2)]


def test_a_player_with_a_point_and_no_opponent_won_his_board():
    teams = (Team(1, players=(1, 2)), Team(2, players=(3, 4)))
    state = TournamentState(
        tuple(Player(tpn) for tpn in (1, 2, 3, 4)),
        (Round(1, (Game(4, 2, WHITE_WINS),), (Bye(1, ByeKind.FULL_POINT),)),),
        1,
    )
    event = matches_of(state, teams, boards=2)
    found = team_standings(event, "MPvGP")
    assert [(row.rank, row.tpn, row.score, row.values) for row in found.rows] == [
        (1, 1, 10, (1,)),
        (1, 2, 10, (1,)),
    ]


def test_record_300_seats_a_team_out_of_its_roster_order():
    """Bravo sits 4 before 3 in round 2, and Charlie the other way round too."""
    turned = REPORT + "300   2   2   3    4    3\n300   2   3   2    6    5\n"
    plain, seated = (team_event_of(read(text.encode())) for text in (REPORT, turned))
    # Bravo: 0, 1 and the bye's 1 on board 1; ½, ½ and 1 on board 2; round 2 changes places.
    assert columns(plain, "MPTS BC")["BC"][1] == 2 + 2 * 2
    assert columns(seated, "MPTS BC")["BC"][1] == exact("1.5") + 2 * exact("2.5")


def test_record_299_gives_teams_points():
    report = REPORT + "299    -1.0   0.5   2   1   3\n"
    found = team_standings(team_event_of(read(report.encode())), "MPTS MPvGP")
    assert (found.row(1).score, found.row(1).values) == (50, (exact("5.5"),))
    assert (found.row(3).score, found.row(3).values) == (10, (3,))
    assert (found.row(2).score, found.row(2).values) == (30, (3,))
