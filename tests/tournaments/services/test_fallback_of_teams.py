"""When everything fails in an event of teams: its pack, and the report in it."""

import io
import zipfile

import pytest
from pypdf import PdfReader

from pairing.tools.cli import main
from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tests.tournaments.team_events import open_round, play_round, stronger, team_event
from tournaments.documents.catalogue import FALLBACK
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Match, Tournament
from tournaments.queries.reports.fallback import fallback_report
from tournaments.services.papers import fallback
from tournaments.services.papers.packing import ALL, HOW, REPORT
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.publication import finish_round
from tournaments.services.teams import swiss

pytestmark = pytest.mark.django_db


def test_each_publication_gets_matches_sheets_and_the_line_ups_of_the_next_round(client):
    made = team_event(4, 2)
    open_round(made, 1)
    assert (made.pk, 1) in fallback.due()
    pack = document(made, FALLBACK, 1)
    kinds = ["matches", "match_sheets", "slips", "blank_slips", "line_ups", "team_standings"]
    rounds = dict(pack.papers.values_list("kind", "round_number"))
    assert set(rounds) == {*kinds, "team_crosstable"}
    assert (rounds["matches"], rounds["line_ups"]) == (1, 2)
    archive = zipfile.ZipFile(io.BytesIO(bytes(pack.content)))
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(archive.read(ALL))).pages)
    assert "A1" in words and "D2" in words
    assert "line-ups" in archive.read(HOW).decode()
    assert b"A1" in archive.read(REPORT)
    client.force_login(factories.chief_of(made))
    page = Page(client.get(f"/en/desk/{made.event.slug}/{made.slug}/fallback/"))
    assert "line-ups" in page.text and "boards.txt" not in page.text


def test_a_swiss_of_teams_is_paired_from_the_report_with_results_by_board(tmp_path, capsys):
    made = team_event(6, 2, system="fide2026.team")
    Tournament.objects.filter(pk=made.pk).update(total_rounds=3)
    made.refresh_from_db()
    confirmed(swiss.pair_matches, tournament=made, number=1, by=None)
    play_round(made, 1, stronger)
    finish_round(tournament=made, number=1, by=None)
    confirmed(swiss.pair_matches, tournament=made, number=2, by=None)
    open_round(made, 2)
    made.refresh_from_db()
    games = made.rounds.get(number=2).pairings.games().order_by("board")
    files = tmp_path / "report.trf", tmp_path / "results.txt"
    files[0].write_bytes(fallback_report(made))
    files[1].write_text("".join(f"{row.board} 1-0\n" for row in games))
    assert main(["pair", str(files[0]), "--results", str(files[1])]) == 0
    away = [tuple(map(int, line.split())) for line in capsys.readouterr().out.splitlines()[1:]]
    for row in games:
        enter_result(tournament=made, pairing_id=row.pk, code="10", version=row.version, by=None)
    finish_round(tournament=made, number=2, by=None)
    confirmed(swiss.pair_matches, tournament=made, number=3, by=None)
    here = Match.objects.filter(round__tournament=made, round__number=3)
    assert sorted(away) == sorted(here.values_list("first__number", "second__number"))
