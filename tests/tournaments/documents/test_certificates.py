"""A52: certificates prepared before the last game ends, and the prizes on paper."""

from copy import deepcopy
from decimal import Decimal

import pytest
from django.db.models import F

from tests import factories
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.team_events import play_round, stronger, team_event
from tournaments.documents.making import sheet_of
from tournaments.models import Document, Tournament
from tournaments.queries.standings.prizes import prize_page
from tournaments.queries.standings.table import standings_table
from tournaments.services.setup.prizes import PrizeRow, set_prizes
from tournaments.wording.places import place_in_words

pytestmark = pytest.mark.django_db


def reread(made):
    Tournament.objects.filter(pk=made.pk).update(revision=F("revision") + 1)
    return Tournament.objects.get(pk=made.pk)


def ended(made, code):
    """The open game of board 1 ends so."""
    made.rounds.get(number=2).pairings.filter(board=1).update(result=code)
    return reread(made)


@pytest.fixture(scope="module")
def tournament_once(standing):
    """One game of the last round goes on."""
    made = factories.tournament(10, total_rounds=2)
    Tournament.objects.filter(pk=made.pk).update(seed=7)
    made.refresh_from_db()
    made.entries.filter(tpn__in=(4, 7)).update(sex="w")
    factories.play(made, 2)
    set_prizes(
        tournament=made,
        rows=[
            PrizeRow(1, 1, Decimal(900), "cup"),
            PrizeRow(2, 2, Decimal(500)),
            PrizeRow(1, 1, Decimal(100), "", "women"),
        ],
        values={"prize_currency": "TL", "prize_sharing": "equal"},
        by=None,
    )
    return ended(made, "")


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


def paper(made, **options):
    row = Document(
        tournament=made, kind="certificates", language="en", version=1, options=options,
        code="2345678abc",
    )  # fmt: skip
    return sheet_of(row)[0]


def of_it(sheet):
    """The certificates as (place, name, when) in words."""
    pages = [section for section in sheet.sections if section.css == "certificate"]
    found = []
    for page in pages:
        context = page.blocks[0].context
        found.append((context["one"].place, context["one"].who.name, context["when"]))
    return found


@pytest.mark.parametrize("code", ["10", "==", "01"])
def test_a52_whatever_the_last_game_brings_the_right_certificates_are_there(tournament, code):
    prepared = of_it(paper(tournament, places="3"))
    mark = {"10": "1–0", "==": "½–½", "01": "0–1"}[code]
    right = {
        (place, name) for place, name, when in prepared if when == "in every case" or mark in when
    }
    rows = standings_table(ended(tournament, code)).rows
    assert right == {(row.rank, row.entry.name) for row in rows if row.rank <= 3}


def test_a52_a_prepared_certificate_says_when_it_is_the_right_one_and_that_nothing_is_final(
    tournament,
):
    made = document(tournament, "certificates", places="3")
    pages = reader(made).pages
    prepared = of_it(paper(tournament, places="3"))
    assert len(pages) == 1 + len(prepared)
    assert all("not final" in page.extract_text() for page in pages)
    first = " ".join(pages[0].extract_text().split())
    assert "Outcome by outcome" in first and "board 1 ½–½" in first
    for page, (_place, name, when) in zip(pages[1:], prepared, strict=True):
        text = " ".join(page.extract_text().split())
        assert name in text and when in text and "cut off here" in text
        box = page.mediabox
        assert box.width > box.height  # across


def test_after_the_end_they_are_plain(tournament):
    made = ended(tournament, "10")
    certificates = document(made, "certificates", language="tr", places="1")
    [page] = reader(certificates).pages
    text = page.extract_text()
    winner = standings_table(made).rows[0].entry.name
    assert winner in text and "Birinci" in text
    assert "kesin" not in text


def test_certificates_of_a_category_and_of_everybody_with_a_prize(tournament):
    made = ended(tournament, "==")
    women = of_it(paper(made, places="3", category="women"))
    assert sorted(name for _place, name, _when in women) == ["Player 004", "Player 007"]
    winners = of_it(paper(made, places="prizes"))
    given = prize_page(made).allocation.winners
    assert sorted(name for _place, name, _when in winners) == sorted(
        one.entry.name for one in given
    )


def said(sheet):
    """Of a page that has no certificate."""
    [section] = sheet.sections
    return section.blocks[0].context["text"]


def test_before_the_last_round_and_with_many_open_games_a_page_says_why_there_are_none():
    made = factories.tournament(12, total_rounds=2)
    factories.play(made, 1)
    assert "once round 2, the last one" in said(paper(reread(made)))
    factories.pair(made, 2)
    factories.publish(made, 2)
    assert "6 games are still open" in said(paper(reread(made)))


def test_teams_have_them_too():
    league = team_event(4, 2)
    for number in (1, 2, 3):
        play_round(league, number, stronger)
    prepared = of_it(paper(reread(league), places="3"))
    assert [place for place, _name, _when in prepared] == [1, 2, 3]


def test_the_prizes_stand_in_the_bulletin_and_on_a_paper_of_their_own(tournament):
    now = words(document(tournament, "prizes"))
    assert "As it stands now" in now and "not final" in now
    made = ended(tournament, "10")
    for kind in ("prizes", "bulletin"):
        text = words(document(made, kind, language="en"))
        assert "Who gets what" in text and "500 TL" in text
        for one in prize_page(made).allocation.winners:
            assert one.entry.name in text
    both = words(document(made, "prizes", language="tr+en"))
    assert "Nobody gets two prizes" in both


def test_places_in_words():
    english = [place_in_words(n, "en") for n in (1, 2, 12, 20, 21, 30, 43, 99, 100)]
    assert english == [
        "first", "second", "twelfth", "twentieth", "twenty-first", "thirtieth", "forty-third",
        "ninety-ninth", "100.",
    ]  # fmt: skip
    turkish = [place_in_words(n, "tr") for n in (1, 4, 10, 11, 20, 23, 40, 99, 100)]
    assert turkish == [
        "birinci", "dördüncü", "onuncu", "on birinci", "yirminci", "yirmi üçüncü", "kırkıncı",
        "doksan dokuzuncu", "100.",
    ]  # fmt: skip
