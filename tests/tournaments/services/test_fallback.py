"""When everything fails: the pack made by itself, a round paired without the site, and its way
back (A45 to A47)."""

import io
import zipfile
from copy import deepcopy

import pytest
from pypdf import PdfReader

from tests import factories
from tests.tournaments.documents.made import document
from tournaments.documents.catalogue import FALLBACK
from tournaments.kernel import jobs
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Document, Job, Tournament
from tournaments.queries.reports.fallback import fallback_report
from tournaments.queries.rounds.seals import seal_of
from tournaments.services.papers import fallback
from tournaments.services.papers.documents import make_document
from tournaments.services.papers.packing import ALL, HOW, REPORT
from tournaments.services.reports.round_import import import_round, read_round
from tournaments.services.results.entering import enter_result

pytestmark = pytest.mark.django_db
NAMES = [
    "01-", "02-", "03-", "04-", "05-", "06-", "07-", ALL, REPORT, HOW,
]  # fmt: skip


@pytest.fixture(scope="module")
def playing_once(standing):
    """Round 2 of a small open is being played; player 5 always sits at table 1."""
    made = factories.tournament(8, total_rounds=5, initial_colour="w")
    made.entries.filter(tpn=5).update(fixed_board=1)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def playing(playing_once):
    return deepcopy(playing_once)


def made_by_worker(tournament):
    job = Job.objects.filter(kind=Job.Kind.DOCUMENT).latest("pk")
    assert Document.objects.get(pk=job.target).tournament == tournament
    jobs.run_in_stages(job.pk, make_document)
    job.refresh_from_db()
    assert job.status == "done", job.error
    return fallback.latest_pack(tournament)


def test_a45_each_publication_gets_a_pack_by_itself_and_only_one(playing):
    assert (playing.pk, 2) in fallback.due()
    assert [fallback.make_due(), fallback.make_due()] == [1, 0]
    found = made_by_worker(playing)
    assert (found.kind, found.round_number, found.draft) == (FALLBACK, 2, False)
    archive = zipfile.ZipFile(io.BytesIO(bytes(Document.objects.get(pk=found.pk).content)))
    for name, start in zip(archive.namelist(), NAMES, strict=True):
        assert name.startswith(start)
    kinds = [name.split("-")[-3] for name in archive.namelist()[:7]]
    assert kinds
    whole = PdfReader(io.BytesIO(archive.read(ALL)))
    assert len(whole.pages) == sum(paper.pages for paper in found.papers.all())
    text = " ".join(page.extract_text() for page in whole.pages)
    assert "Player 005" in text
    assert "all.pdf yazdırın" in archive.read(HOW).decode()
    assert fallback.file_of_pack(found, REPORT) == archive.read(REPORT)
    assert fallback.file_of_pack(found, "../etc/passwd") is None


def test_a_round_that_is_published_again_gets_a_new_pack(playing):
    from tournaments.services.rounds.publication import unpublish_round

    fallback.make_due()
    by = factories.chief_of(playing)
    confirmed(unpublish_round, tournament=playing, number=2, reason="a mistake", by=by)
    assert fallback.due() == []
    factories.publish(playing, 2)
    assert fallback.make_due() == 1


def test_what_is_over_removed_or_long_ago_needs_no_pack(playing):
    assert fallback.due()
    event = playing.event
    event.removed = True
    event.save()
    assert fallback.due() == []
    event.removed = False
    event.save()
    playing.rounds.filter(number=2).update(published_at="2020-01-01T10:00Z")
    assert fallback.due() == []


def test_the_cards_of_the_pack_are_those_of_the_next_round(playing):
    pack = document(playing, FALLBACK, 2)
    assert pack.papers.get(kind="pairing_cards").round_number == 3
    last = factories.tournament(4, total_rounds=1)
    factories.pair(last, 1)
    factories.publish(last, 1)
    pack = document(Tournament.objects.get(pk=last.pk), FALLBACK, 1)
    assert pack.papers.get(kind="pairing_cards").round_number == 1


def test_tables_and_boards_travel_in_comments_that_others_pass_over(playing):
    text = fallback_report(playing).decode()
    assert "### Table of player 5: 1" in text
    boards = playing.rounds.get(number=2).pairings.filter(board=1).get()
    assert f"### Board @ Round 2: 1 = {boards.white.tpn}-{boards.black.tpn}" in text


def paired_away(tournament, folder):
    """The next round as `python -m pairing pair` makes it from the pack, with results by board."""
    from pairing.tools.cli import main

    report, results = folder / "report.trf", folder / "results.txt"
    report.write_bytes(fallback_report(tournament))
    rows = tournament.rounds.get(number=2).pairings.games().order_by("board")
    results.write_text("".join(f"{row.board} 1-0\n" for row in rows))
    boards, after = folder / "boards.txt", folder / "next.trf"
    given = ["--results", str(results), "--boards", "--out", str(boards), "--trf", str(after)]
    assert main(["pair", str(report), *given]) == 0
    return boards.read_text(), after.read_bytes()


def enter(tournament, code):
    for row in tournament.rounds.get(number=2).pairings.games():
        enter_result(
            tournament=tournament, pairing_id=row.pk, code=code, version=row.version, by=None
        )


def tables(tournament):
    rows = tournament.rounds.get(number=3).pairings.games().order_by("board")
    return list(rows.values_list("board", "white__tpn", "black__tpn"))


def test_a46_a47_a_round_comes_back_with_comparison_seal_and_the_same_boards(playing, tmp_path):
    printed, data = paired_away(playing, tmp_path)
    assert "Player 005" in printed.splitlines()[0]  # table 1 follows
    enter(playing, "10")
    foreign = read_round(playing, 3, data)
    assert foreign.same_as_engine
    assert len(foreign.tables) == 4
    by = factories.chief_of(playing)
    confirmed(import_round, tournament=playing, number=3, data=data, by=by)
    round_ = playing.rounds.get(number=3)
    assert (round_.status, round_.imported) == ("draft", True)
    assert seal_of(round_)["outcome"] == "agree"
    numbers = [int(line.split()[0]) for line in printed.splitlines()]
    assert [board for board, _w, _b in tables(playing)] == numbers
    assert {5} & set(tables(playing)[0][1:])


def test_boards_that_were_moved_by_hand_away_from_the_site_keep_their_numbers(playing, tmp_path):
    _printed, data = paired_away(playing, tmp_path)
    text = data.decode()
    for old, new in (("3: 4 = ", "3: 40 = "), ("3: 3 = ", "3: 30 = ")):
        assert f"### Board @ Round {old}" in text
        text = text.replace(f"### Board @ Round {old}", f"### Board @ Round {new}")
    enter(playing, "10")
    by = factories.chief_of(playing)
    confirmed(import_round, tournament=playing, number=3, data=text.encode(), by=by)
    assert [board for board, _w, _b in tables(playing)] == [1, 2, 30, 40]


def test_another_pairing_than_ours_comes_back_without_a_seal(playing, tmp_path):
    _printed, data = paired_away(playing, tmp_path)
    enter(playing, "01")  # other results than those it was paired from
    assert not read_round(playing, 3, data).same_as_engine
    by = factories.chief_of(playing)
    confirmed(import_round, tournament=playing, number=3, data=data, by=by)
    assert seal_of(playing.rounds.get(number=3)) is None
