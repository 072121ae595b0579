"""A52: while a game goes on, every page and every paper of the tournament says "not final"."""

import re
from copy import deepcopy

import pytest
from django.db.models import F
from django.utils.translation import gettext, override

from tests import factories
from tests.tournaments.documents.made import document, reader
from tests.tournaments.views.test_doors import public_addresses
from tournaments.documents.catalogue import BUNDLES, PAPERS
from tournaments.documents.making import html_of, sheet_of
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Round, Tournament
from tournaments.queries.rounds.sheets import still_open
from tournaments.services.papers.documents import round_for

pytestmark = pytest.mark.django_db

#: they show no result, no points and no place, and have no foot to say it in
NOTHING_TO_CHANGE = {"slips", "blank_slips", "plates", "badges", "phone_letters"}


@pytest.fixture(scope="module")
def tournament_once(standing):
    """Of the last round one game goes on."""
    made = factories.tournament(12, total_rounds=2)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    factories.enter_all(made, 2)
    made.rounds.get(number=2).pairings.filter(board=3).update(result="")
    Tournament.objects.filter(pk=made.pk).update(revision=F("revision") + 1)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def end_it(made):
    made.rounds.get(number=2).pairings.filter(board=3).update(result="10")
    Tournament.objects.filter(pk=made.pk).update(revision=F("revision") + 1)
    return Tournament.objects.get(pk=made.pk)


def pages(client, made):
    """The text of every public page of the tournament, by its address."""
    inside = f"/e/{made.event.slug}/{made.slug}/"
    found = {}
    known = {address[4:] for address in public_addresses(made, 2) if address[3:4] == "/"}
    for address in sorted(f"/{language}/{rest}" for rest in known for language in ("en", "tr")):
        of_it = inside in address or "/embed/" in address or "/screens/key/" in address
        response = client.get(address) if of_it else None
        if response is None or response.status_code != 200:
            continue
        if response["Content-Type"].startswith("text/html"):
            found[address] = response.content.decode()
    return found


def test_a52_every_public_page_says_it_in_the_language_of_the_reader(client, tournament):
    shown = pages(client, tournament)
    assert len(shown) > 30
    with override("tr"):
        words = {"tr": gettext("not final"), "en": "not final"}
    assert [at for at, text in shown.items() if words[at[1:3]] not in text] == []


def test_a52_with_the_last_result_no_page_says_it_any_more(client, tournament):
    made = end_it(tournament)
    tournament.knockouts.all().delete()
    shown = pages(client, made)
    playing_off = {at for at in shown if "/knockout/" in at}
    assert [
        at for at, text in shown.items() if at[1:3] == "en" and "not final" in text
        and at not in playing_off and "/after/1" not in at and not at.endswith("/1/")
    ] == []  # fmt: skip


def papers(made):
    """Every paper that can be made now, as the printer gets it."""
    for kind, paper in PAPERS.items():
        if kind in BUNDLES:
            continue
        try:
            round_ = round_for(paper, made, 2)
        except Refused:
            continue
        number = round_.number if round_ else None
        row = Document(
            pk=1, tournament=made, kind=kind, language="en", round_number=number, version=1,
            code="2345678abc", made_at=made.created_at,
        )  # fmt: skip
        try:
            sheet, ask = sheet_of(row)
        except Refused:
            continue
        _head, style, _body = re.split("</?style>", html_of(row, sheet, ask))
        yield kind, style  # what stands on every page


def test_a52_every_paper_says_it_on_every_page(tournament):
    made = dict(papers(tournament))
    assert len(made) > 15
    lacking = {kind for kind, text in made.items() if "not final" not in text}
    assert lacking == NOTHING_TO_CHANGE
    over = dict(papers(end_it(tournament)))
    assert {kind for kind, text in over.items() if "not final" in text} == set()


@pytest.mark.parametrize("kind", ["bulletin", "record"])
def test_a52_on_each_page_of_the_pdf(tournament, kind):
    pages = reader(document(tournament, kind)).pages
    assert len(pages) > 0
    for page in pages:
        assert "not final" in page.extract_text()


def test_a52_games_of_a_round_just_published_are_no_news(tournament):
    fresh = factories.tournament(4)
    factories.pair(fresh, 1)
    factories.publish(fresh, 1)
    assert still_open(fresh) == 0  # nothing is in that could be taken as final
    assert still_open(tournament) == 1
    tournament.rounds.get(number=2).pairings.filter(board=3).update(result="??")
    assert still_open(tournament) == 1
    Round.objects.filter(tournament=tournament, number=2).update(status="draft")
    assert still_open(tournament) == 0
