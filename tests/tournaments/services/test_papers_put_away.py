"""Papers of events that are over, and old versions, lie in a store and are handed out as before."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tournaments.core import packs
from tournaments.documents.catalogue import BUNDLE
from tournaments.kernel import stores
from tournaments.models import Document, Event, PaperPack, Round
from tournaments.services.papers import storing
from tournaments.services.papers.documents import post_document
from tournaments.services.papers.storing import content_of, put_away, seldom_read
from tournaments.tasks import put_papers_away

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament_once(standing):
    made = factories.tournament(4)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.fixture(scope="module")
def papers_once(tournament_once):
    """Tests without them stand above those that have them."""
    made = [document(tournament_once, "pairings", 1), document(tournament_once, "players")]
    made.append(document(tournament_once, "pairings", 1, **{"paper": "Letter"}))
    Round.objects.update(published_at=timezone.now() - timedelta(days=15))
    Document.objects.update(made_at=timezone.now() - timedelta(days=14))
    return made


@pytest.fixture
def papers(papers_once):
    """The pairings twice, the players once; all of them made two weeks ago."""
    return deepcopy(papers_once)


def close(tournament, days=60):
    day = timezone.localdate() - timedelta(days=days)
    Event.objects.filter(pk=tournament.event_id).update(starts_on=day, ends_on=day)


def fresh(found):
    return Document.objects.get(pk=found.pk)


@pytest.fixture(params=["database", "folder"])
def store(request, settings, tmp_path):
    settings.PAPERS_STORE = "" if request.param == "database" else str(tmp_path / "papers")
    if settings.PAPERS_STORE:
        (tmp_path / "papers").mkdir()
    return settings.PAPERS_STORE


def test_a_bundle_is_made_of_its_papers_again(tournament, store):
    bundle = document(tournament, BUNDLE, 1)
    before = bytes(bundle.content)
    Document.objects.update(made_at=timezone.now() - timedelta(days=14))
    close(tournament)
    put_away()
    moved = fresh(bundle)
    assert (moved.content, moved.pack) == (None, None)
    assert content_of(moved) == before


def test_a_bundle_that_its_papers_do_not_make_is_kept_itself(tournament):
    bundle = document(tournament, BUNDLE, 1)
    Document.objects.filter(pk=bundle.pk).update(content=b"PK as an earlier release made it")
    Document.objects.update(made_at=timezone.now() - timedelta(days=14))
    close(tournament)
    put_away()
    moved = fresh(bundle)
    assert moved.content is None
    assert content_of(moved) == b"PK as an earlier release made it"


def test_of_an_event_under_way_only_old_versions_move(papers):
    first, players, second = papers
    assert first.version < second.version
    assert put_away() == 1
    assert fresh(first).content is None
    assert fresh(players).content is not None
    assert fresh(second).content is not None
    assert put_away() == 0


def test_all_of_a_closed_event_move_and_lie_together(tournament, papers, store):
    before = {paper.pk: bytes(paper.content) for paper in papers}
    close(tournament)
    assert put_away() == 3
    (pack,) = PaperPack.objects.all()
    assert (pack.store, pack.data is None) == (store, bool(store))
    assert pack.size < sum(map(len, before.values())) / 2
    for pk, content in before.items():
        moved = Document.objects.get(pk=pk)
        assert moved.content is None
        assert moved.pack == pack
        assert content_of(moved) == content


def test_everybody_reads_them_as_before(client, tournament, papers, store):
    chief = factories.chief_of(tournament)
    paper = papers[2]
    post_document(tournament=tournament, document=paper, by=chief)
    place = f"{tournament.event.slug}/{tournament.slug}/documents"
    public = (f"/en/e/{place}/{paper.pk}/", f"/en/d/{paper.code}/document.pdf")
    desk = f"/en/desk/{place}/{papers[0].pk}/"
    client.force_login(chief)
    before = [client.get(path).content for path in (*public, desk)]
    assert [one[:5] for one in before] == [b"%PDF-"] * 3
    close(tournament)
    put_papers_away()
    assert seldom_read().count() == 0
    assert [client.get(path).content for path in (*public, desk)] == before
    assert client.get(f"/en/d/{paper.code}/").status_code == 200
    client.logout()
    assert [client.get(path).content for path in public] == before[:2]


def test_what_was_made_these_days_waits(tournament, papers):
    close(tournament)
    Document.objects.update(made_at=timezone.now() - timedelta(days=1))
    assert put_away() == 0


def test_an_event_that_ended_lately_is_not_closed(tournament, papers):
    close(tournament, days=10)
    assert put_away() == 1  # the old version


def test_the_store_being_away_loses_nothing_and_says_so(
    client, tournament, papers, settings, tmp_path
):
    settings.PAPERS_STORE = str(tmp_path)
    close(tournament)
    put_away()
    client.force_login(factories.chief_of(tournament))
    place = f"{tournament.event.slug}/{tournament.slug}/documents"
    address = f"/en/desk/{place}/{papers[0].pk}/"
    away = tmp_path.rename(tmp_path.with_name("unmounted"))
    answer = client.get(address, follow=True)
    assert "does not answer just now" in Page(answer).text
    away.rename(tmp_path)
    assert client.get(address).content.startswith(b"%PDF")


def test_a_store_that_is_away_takes_nothing_and_is_asked_again(
    tournament, papers, settings, tmp_path
):
    (tmp_path / "file").write_text("no folder")
    settings.PAPERS_STORE = str(tmp_path / "file")
    close(tournament)
    assert put_away() == 0
    assert PaperPack.objects.count() == 0
    assert fresh(papers[0]).content is not None
    settings.PAPERS_STORE = str(tmp_path)
    assert put_away() == 3


def test_damage_in_the_store_is_found_by_the_checksum(
    client, tournament, papers, settings, tmp_path, caplog
):
    settings.PAPERS_STORE = str(tmp_path)
    close(tournament)
    put_away()
    (path,) = tmp_path.rglob("*.pack")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    client.force_login(factories.chief_of(tournament))
    place = f"{tournament.event.slug}/{tournament.slug}/documents"
    answer = client.get(f"/en/desk/{place}/{papers[0].pk}/", follow=True)
    assert "cannot be read from the store" in Page(answer).text
    assert "The checksum differs." in caplog.text


def test_what_does_not_come_back_as_it_was_is_not_taken_out(
    tournament, papers, settings, tmp_path, monkeypatch, caplog
):
    """A store that takes a piece and gives back another."""
    settings.PAPERS_STORE = str(tmp_path)
    close(tournament)
    ((_names, other),) = packs.packs([(str(paper.pk), b"another") for paper in papers])
    monkeypatch.setattr(stores.Folder, "get", lambda _self, _key: other)
    assert put_away() == 0
    assert all(fresh(paper).content is not None for paper in papers)
    assert PaperPack.objects.count() == 0
    assert "stay in the database" in caplog.text


def test_many_papers_go_in_steps(tournament, papers, monkeypatch):
    monkeypatch.setattr(storing, "AT_ONCE", 2)
    close(tournament)
    assert put_away() == 3
    assert PaperPack.objects.count() == 2


def test_papers_stay_readable_when_the_setting_changes(tournament, papers, settings, tmp_path):
    settings.PAPERS_STORE = str(tmp_path)
    put_away()
    settings.PAPERS_STORE = ""
    close(tournament)
    put_away()
    assert {pack.store for pack in PaperPack.objects.all()} == {"", str(tmp_path)}
    assert all(content_of(fresh(paper)).startswith(b"%PDF") for paper in papers)


def test_a_posted_paper_lies_somewhere(papers):
    with pytest.raises(IntegrityError), transaction.atomic():
        Document.objects.filter(pk=papers[0].pk).update(
            content=None, posted_at=timezone.now(), draft=False
        )
