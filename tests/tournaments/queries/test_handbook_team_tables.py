"""The handbook's printed tables of teams (tie-breaks 3), board by board, through the standings that
arbiters and players see: values, order, workings, and the lists for "Takımlar İsviçre" and
"Olimpiyat"."""

from fractions import Fraction

import pytest

from tests import factories
from tests.tiebreaks.test_handbook_tiebreaks import EXAMPLES, example
from tiebreaks.advice import recommended
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import (
    Entry,
    LineUp,
    LineUpSeat,
    Match,
    Pairing,
    Round,
    Team,
    TeamMember,
    Tournament,
)
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.standings import team_table, team_working
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db

SWISS = EXAMPLES["tb-team-table-22"]["input"]["table"]
LETTERS = {row["number"]: row["team"] for row in SWISS}


def tournament_of(system: str, names: list[str], boards: int, rounds: int) -> Tournament:
    made = factories.tournament(system=system, total_rounds=rounds)
    confirmed(change_rules, tournament=made, by=factories.chief_of(made), values={"boards": boards})
    teams = Team.objects.bulk_create(
        Team(tournament=made, number=number, name=name) for number, name in enumerate(names, 1)
    )
    people = Entry.objects.bulk_create(
        Entry(tournament=made, name=f"{team.name}{board}", tpn=index * boards + board)
        for index, team in enumerate(teams)
        for board in range(1, boards + 1)
    )
    TeamMember.objects.bulk_create(
        TeamMember(team=team, entry=people[index * boards + place - 1], place=place)
        for index, team in enumerate(teams)
        for place in range(1, boards + 1)
    )
    return made


def play(made: Tournament, number: int, pairs: list[tuple[int, int, float]]) -> None:
    """Matches as (first, second, board points of the first), won from board 1 downwards."""
    rules = rules_of(made)
    teams = {team.number: team for team in made.teams.all()}
    seated = {
        pk: list(Entry.objects.filter(membership__team=pk).order_by("membership__place"))
        for pk in (team.pk for team in teams.values())
    }
    round_ = Round.objects.get(tournament=made, number=number)
    for place, (first, second, points) in enumerate(pairs, start=1):
        one, two = teams[first], teams[second]
        match = Match.objects.create(
            round=round_, number=place, first=one, second=two, meeting=number
        )
        rows = []
        for board in range(rules.boards):
            left = points - board
            code = "10" if left >= 1 else "==" if left == 0.5 else "01"
            white, black = seated[one.pk][board], seated[two.pk][board]
            if board % 2:
                white, black, code = black, white, code[::-1]
            rows.append(
                Pairing(
                    round=round_,
                    board=(place - 1) * rules.boards + board + 1,
                    white=white,
                    black=black,
                    result=code,
                    match=match,
                )
            )
        Pairing.objects.bulk_create(rows)
        for team in (one, two):
            line_up = LineUp.objects.create(round=round_, team=team)
            LineUpSeat.objects.bulk_create(
                LineUpSeat(line_up=line_up, board=board, entry=entry)
                for board, entry in enumerate(seated[team.pk], start=1)
            )
    round_.status = Round.Status.FINISHED
    round_.save()


def ranked_by(made: Tournament, codes: str, primary: str):
    values = {"edition": "handbook", "primary": primary, "tie_breaks": codes.split()}
    confirmed(change_rules, tournament=made, by=factories.chief_of(made), values=values)
    made = Tournament.objects.get(pk=made.pk)
    Tournament.objects.filter(pk=made.pk).update(revision=made.revision + 1)
    return made, team_table(made)


@pytest.fixture(scope="module")
def table_12(standing):
    """22 teams on 8 boards, 9 rounds."""
    made = tournament_of("handbook.team_swiss", [row["team"] for row in SWISS], 8, 9)
    for number in range(9):
        pairs = [
            (
                row["number"],
                row["rounds"][number]["opponent"],
                row["rounds"][number]["board_points"],
            )
            for row in SWISS
            if row["number"] < row["rounds"][number]["opponent"]
        ]
        play(made, number + 1, pairs)
    return made


def number(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5").replace(",", "."))


def test_the_22_teams_stand_as_printed(table_12):
    _made, table = ranked_by(table_12, "OKM OKMSB", "MP")
    _, expected = example("tb-team-table-22")
    assert table.final and len(table.rows) == 22
    okm = table.codes.index("OKM")
    for row in table.rows:
        team = str(row.entry.number)
        assert row.match_points == 10 * expected["match_points"][team]
        assert number(row.values[okm]) == expected["okm_match_points"][team]
        assert row.rank == expected["rank"][team]


@pytest.mark.parametrize(
    ("name", "code", "team"),
    [
        ("tb-okm-match-points-C", "OKM", "C"),
        ("tb-okm-match-points-D", "OKM", "D"),
        ("tb-okm-sb-C", "OKMSB", "C"),
        ("tb-okm-sb-D", "OKMSB", "D"),
    ],
)
def test_the_workings_that_players_read_have_the_printed_cells(table_12, name, code, team):
    _, expected = example(name)
    made, _table = ranked_by(table_12, "OKM OKMSB", "MP")
    page = team_working(made, made.teams.get(name=team), 9)
    (working,) = [one for one in page.values if one.code == code]
    cells = [number(step.contribution) for step in working.steps]
    assert cells == [Fraction(str(cell)) for cell in expected["cells"]]
    assert number(working.text) == Fraction(str(expected["value"]))


def test_takimlar_isvicre_ranks_by_board_points_first(table_12):
    """Handbook 5: team (board) points, match points, the match between the tied, Buchholz, ..."""
    first, *codes = recommended("handbook.teams_in_a_swiss").codes
    assert first == "GPTS"
    assert codes == ["PTS:MP", "DE", "BH:GP", "OKM", "OKMSB", "TOPW", "FFW"]
    _made, table = ranked_by(table_12, " ".join(codes), "GP")
    board_points = {
        row["number"]: sum(one["board_points"] for one in row["rounds"]) for row in SWISS
    }
    opponents = {row["number"]: [one["opponent"] for one in row["rounds"]] for row in SWISS}
    buchholz = {
        team: sum(board_points[one] for one in others) for team, others in opponents.items()
    }
    assert [row.board_points for row in table.rows] == sorted(
        (int(10 * points) for points in board_points.values()), reverse=True
    )
    place = table.codes.index("BH:GP")
    for row in table.rows:
        assert row.board_points == 10 * board_points[row.entry.number]
        assert number(row.values[place]) == Fraction(str(buchholz[row.entry.number]))
    assert {row.values[table.codes.index("FFW")] for row in table.rows} == {"0"}


def test_olimpiyat_ranks_by_board_points_match_points_and_the_match_between_the_tied(table_12):
    first, *codes = recommended("handbook.olympiad").codes
    assert (first, codes) == ("GPTS", ["PTS:MP", "DE"])
    _made, table = ranked_by(table_12, " ".join(codes), "GP")
    keys = [(-row.board_points, -row.match_points) for row in table.rows]
    assert keys == sorted(keys) and len(keys) == 22


@pytest.mark.parametrize(
    ("name", "code"),
    [("tb-team-berger-sb-match-points", "SB:MP"), ("tb-team-berger-sb-board-points", "SB:GP")],
)
def test_tables_15_and_16_of_teams_that_all_meet(name, code):
    given, expected = example(name)
    table = given["crosstable"]
    made = tournament_of("handbook.team_round_robin", given["teams"], given["boards"], 3)
    for number_, pairs in enumerate((((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1))), 1):
        play(made, number_, [(a, b, table[a - 1][b - 1]) for a, b in pairs])
    made, found = ranked_by(made, f"PTS:MP {code}", "GP")
    place = found.codes.index(code)
    assert len(found.rows) == 4
    for row in found.rows:
        index = given["teams"].index(row.entry.name)
        assert row.board_points == int(10 * expected["board_points"][index])
        if "match_points" in expected:
            assert row.match_points == 10 * expected["match_points"][index]
        assert number(row.values[place]) == Fraction(str(expected["value"][row.entry.name]))


def test_the_cross_table_has_every_printed_match(table_12):
    made, _table = ranked_by(table_12, "OKM OKMSB", "MP")
    printed = {
        (row["number"], one["opponent"]): one["board_points"]
        for row in SWISS
        for one in row["rounds"]
    }
    shown = {
        (one.row.entry.number, cell.number): cell.points / 10
        for one in team_cross_table(made).rows
        for cells in one.cells
        for cell in cells
    }
    assert shown == printed and len(shown) == 22 * 9
