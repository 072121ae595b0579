"""A paper speaks its own language, whatever the worker or whoever looks at it speaks."""

from decimal import Decimal

import pytest
from django.utils.translation import override

from tests import factories
from tests.tournaments.documents.made import document, words
from tournaments.documents.catalogue import BUNDLES, PAPERS
from tournaments.documents.making import html_of, sheet_of
from tournaments.kernel.errors import Refused
from tournaments.models import Document, Tournament
from tournaments.services.setup.prizes import PrizeRow, set_prizes

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def tournament(standing):
    made = factories.tournament(6, total_rounds=2)
    rows = [PrizeRow(1, 1, Decimal("12345.50")), PrizeRow(2, 6, Decimal(1000))]
    set_prizes(tournament=made, rows=rows, values={}, by=None)
    factories.play(made, 2)
    return Tournament.objects.get(pk=made.pk)


@pytest.mark.parametrize("kind", [kind for kind in PAPERS if kind not in BUNDLES])
def test_the_same_whatever_is_spoken_around_it(tournament, kind):
    number = 2 if PAPERS[kind].per_round else None
    made = Document(
        tournament=tournament, kind=kind, round_number=number, language="en", code="abcdefgh"
    )
    found = []
    for language in ("tr", "en"):
        with override(language):
            try:
                sheet, request = sheet_of(made)
            except (Refused, AssertionError) as refused:
                found.append(type(refused))
            else:
                found.append((sheet.rows(), _without_time(html_of(made, sheet, request))))
    assert found[0] == found[1]


def _without_time(html):
    """Two papers of two seconds differ by their moment."""
    return [line for line in html.splitlines() if "dcterms" not in line and "made " not in line]


def test_an_english_receipt_made_by_a_turkish_worker_writes_english_amounts(tournament):
    with override("tr"):
        made = document(tournament, "receipts", language="en")
    assert "12,345.50" in words(made)
