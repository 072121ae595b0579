"""A paper once more (A38, A39): from a page on, two on a sheet, by a link that expires; and the
papers that a publication makes by itself."""

import io
from copy import deepcopy
from datetime import timedelta

import pytest
from django.utils import timezone
from pypdf import PdfReader

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document
from tournaments.documents.reprint import reprint
from tournaments.kernel.errors import NeedsConfirmation
from tournaments.models import Document, Job, Role, Tournament
from tournaments.services.papers.at_publication import choose_papers
from tournaments.services.papers.documents import make_document
from tournaments.services.rounds.publication import publish_round
from tournaments.web import paper_links

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def large_once(standing):
    made = factories.tournament(120)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made, document(made, "pairings", 1)


@pytest.fixture
def large(large_once):
    return deepcopy(large_once)


def pages(content):
    return PdfReader(io.BytesIO(bytes(content))).pages


def desk(made, rest="", language="en"):
    return f"/{language}/desk/{made.event.slug}/{made.slug}/documents/{rest}"


def test_from_a_page_on_the_rest_is_as_it_was(large):
    _made, paper = large
    whole = pages(paper.content)
    assert len(whole) >= 2
    rest = pages(reprint(bytes(paper.content), first=2))
    assert [one.extract_text() for one in rest] == [one.extract_text() for one in whole[1:]]


def test_two_pages_stand_on_a_sheet_of_the_same_paper(large):
    _made, paper = large
    whole = pages(paper.content)
    sheets = pages(reprint(bytes(paper.content), two_up=True))
    assert len(sheets) == (len(whole) + 1) // 2
    before, after = whole[0].mediabox, sheets[0].mediabox
    assert (after.width, after.height) == (before.height, before.width)
    text = sheets[0].extract_text()
    for name in ("Player 001", "Player 120"):
        assert (name in text) == any(name in one.extract_text() for one in whole[:2])
    assert "1 / " in text and "2 / " in text  # both feet, with the numbers of their pages


def test_the_page_offers_the_pages_there_are_and_opens_them(client, large):
    made, paper = large
    client.force_login(factories.user(role=Role.CLERK, event=made.event))
    page = Page(client.get(desk(made, f"{paper.pk}/print/")))
    offered = page.values("#here-first option")
    assert offered == [str(n) for n in range(1, paper.pages + 1)]
    assert page.count("#hours") == 0  # a link goes out of the house: for arbiters
    answer = client.get(desk(made, f"{paper.pk}/?first=2&two_up=1"))
    assert answer["Content-Type"] == "application/pdf"
    assert len(pages(answer.content)) == (paper.pages - 1 + 1) // 2
    assert client.get(desk(made, f"{paper.pk}/?first={paper.pages + 1}")).status_code == 404
    assert client.post(desk(made, f"{paper.pk}/print/"), {"hours": "1"}).status_code == 403


@pytest.mark.parametrize("language", ["en", "tr"])
def test_a_link_opens_this_paper_without_a_login(client, large, language):
    made, paper = large
    client.force_login(factories.chief_of(made))
    sent = {"hours": "4", "first": "2", "two_up": "1"}
    page = Page(client.post(desk(made, f"{paper.pk}/print/", language), sent))
    link = page.tree.css_first("a.whole").attributes["href"]
    assert made.log.filter(act="document.linked", after={"hours": 4}).count() == 1
    client.logout()
    path = link[link.index("/p/") :]
    answer = client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["X-Robots-Tag"] == "noindex" and "no-store" in answer["Cache-Control"]
    text = pages(answer.content)[0].extract_text()
    assert f"{paper.pk}" in text  # the same number of the document
    assert client.get(path[:-2] + "/").status_code == 404  # a letter less, and it is none


def test_a_link_expires_and_says_so(client, large, monkeypatch):
    _made, paper = large
    path = paper_links.link_to(paper, hours=1)
    assert client.get(path).status_code == 200
    later = timezone.now() + timedelta(hours=1, seconds=1)
    monkeypatch.setattr(paper_links.timezone, "now", lambda: later)
    answer = client.get(path)
    assert answer.status_code == 410
    assert "This link has expired" in Page(answer).text or "süresi doldu" in Page(answer).text


def test_a_link_lives_only_as_long_as_is_offered(client, large):
    made, paper = large
    client.force_login(factories.chief_of(made))
    for hours in ("0", "1000", "x"):
        answer = client.post(desk(made, f"{paper.pk}/print/"), {"hours": hours})
        assert answer.status_code == 302
    assert not made.log.filter(act="document.linked").exists()


@pytest.fixture
def small():
    made = factories.tournament(4)
    factories.pair(made, 1)
    return made


def choose(made, *kinds):
    choose_papers(tournament=made, kinds=kinds, by=factories.chief_of(made))


def test_a_publication_makes_the_papers_chosen(small):
    choose(small, "slips", "pairings")
    with pytest.raises(NeedsConfirmation) as asked:
        publish_round(tournament=small, number=1, by=factories.chief_of(small))
    assert str(asked.value.reasons[-1]) == "Made at once: Pairings; Result slips."
    assert not Document.objects.filter(tournament=small).exists()
    factories.publish(small, 1)
    for job in Job.objects.filter(kind=Job.Kind.DOCUMENT, tournament=small):
        make_document(job)
    made = Document.objects.filter(tournament=small)
    assert sorted(made.values_list("kind", "round_number", "draft")) == [
        ("pairings", 1, False),
        ("slips", 1, False),
    ]
    assert all(one.made_at for one in made)


def test_they_are_in_the_language_in_which_each_was_made_last(small):
    Tournament.objects.filter(pk=small.pk).update(
        papers={"pairings": {"language": "tr+en", "size": "large"}}
    )
    choose(small, "pairings")
    factories.publish(small, 1)
    made = Document.objects.get(tournament=small)
    assert (made.language, made.options) == ("tr+en", {"size": "large"})


def test_one_that_cannot_be_made_keeps_no_round_back(small):
    Tournament.objects.filter(pk=small.pk).update(
        papers_at_publication=["no such paper", "pairings"],
        papers={"pairings": {"language": "en", "size": "gigantic"}},
    )
    factories.publish(small, 1)
    assert small.rounds.get(number=1).is_public


def test_the_page_of_the_papers_has_the_choice(client, small):
    client.force_login(factories.chief_of(small))
    page = Page(client.get(desk(small)))
    offered = page.values(".kinds input[name=kind]")
    assert {"pairings", "slips", "standings"} <= set(offered)
    assert {"results", "players", "bulletin"}.isdisjoint(offered)
    sent = client.post(desk(small, "at-publication/"), {"kind": ["slips"]}, follow=True)
    assert "are noted" in Page(sent).one("#news")
    small.refresh_from_db()
    assert small.papers_at_publication == ["slips"]
    answer = client.post(desk(small, "at-publication/"), {"kind": ["players"]}, follow=True)
    assert "does not exist" in Page(answer).one("#news")
