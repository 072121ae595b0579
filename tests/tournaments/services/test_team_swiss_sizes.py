"""A Swiss of teams of every size that is played: 12 to 180 teams on 2 to 8 boards."""

import pytest

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Pairing
from tournaments.queries.reports.trf import report
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.standings import team_table
from tournaments.services.rounds.pairing import pair_round, release_round, request_pairing
from tournaments.services.teams.drawing import draw
from tournaments.services.teams.importing import import_teams
from tournaments.services.teams.listing import change_rules

pytestmark = pytest.mark.django_db


def made(teams, boards, system):
    tournament = factories.tournament(system=system)
    chief = factories.chief_of(tournament)
    given = {"tournament": tournament, "by": chief}
    confirmed(change_rules, **given, values={"boards": boards})
    rows = [
        {
            "values": {"name": f"Takım {number:03}"},
            "players": [
                {"name": f"Oyuncu {number:03}-{board}", "fide_rating": 2600 - number - 40 * board}
                for board in range(1, boards + 1)
            ],
        }
        for number in range(1, teams + 1)
    ]
    import_teams(**given, teams=rows)
    draw(**given)
    tournament.refresh_from_db()
    tournament.total_rounds = 5
    tournament.save()
    return tournament


def play(tournament, number):
    """Every fourth board is drawn, and who sits higher wins most of the others."""
    chief = factories.chief_of(tournament)
    job = confirmed(request_pairing, tournament=tournament, number=number, by=chief)
    if job.open:  # the largest are left to a worker
        jobs.run_job(job.pk, pair_round, release_round)
    factories.publish(tournament, number)
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number)
    for index, row in enumerate(rows.exclude(black=None).select_related("white", "black")):
        wins = "10" if row.white.rating > row.black.rating else "01"
        row.result = "==" if index % 4 == 3 else wins
        row.save(update_fields=["result"])
    tournament.rounds.filter(number=number).update(status="finished")
    type(tournament).objects.filter(pk=tournament.pk).update(revision=1000 + number)
    tournament.refresh_from_db()


@pytest.mark.parametrize(
    ("teams", "boards", "rounds", "system"),
    [
        (12, 2, 3, "fide2026.team"),
        (13, 8, 2, "handbook.team_swiss"),
        pytest.param(45, 4, 3, "handbook.team_swiss", marks=pytest.mark.full),
        pytest.param(60, 6, 3, "fide2026.team", marks=pytest.mark.full),
        pytest.param(121, 4, 3, "fide2026.team", marks=pytest.mark.full),
        pytest.param(180, 8, 2, "fide2026.team", marks=pytest.mark.full),
    ],
)
def test_it_is_paired_played_ranked_and_reported(teams, boards, rounds, system):
    tournament = made(teams, boards, system)
    for number in range(1, rounds + 1):
        play(tournament, number)
        matches = Match.objects.filter(round__tournament=tournament, round__number=number)
        assert matches.count() == teams // 2
        rows = Pairing.objects.filter(round__tournament=tournament, round__number=number)
        assert sorted(rows.values_list("board", flat=True)) == list(
            range(1, teams // 2 * boards + 1)
        )
    cross = team_cross_table(tournament)
    table = cross.table
    assert len(table.rows) == len(cross.rows) == teams and table == team_table(tournament)
    assert (cross.grid, cross.heads) == (False, tuple(range(1, rounds + 1)))
    assert all(len(cells) == 1 for row in cross.rows for cells in row.cells)
    assert sum(row.board_points for row in table.rows) == rounds * (
        teams // 2 * boards * 10 + teams % 2 * boards * 5
    )
    found = check(read(report(tournament)))
    assert found.clean and len(found.rounds) == rounds
