"""Slips have everything on them, at every number a page, and nothing stands over an edge."""

import pytest
from weasyprint.formatting_structure.boxes import BlockBox

from tests import factories
from tests.tournaments.documents.made import document
from tournaments.documents.making import html_of, sheet_of
from tournaments.documents.render import _render
from tournaments.services.entries.listing import enter_players

pytestmark = pytest.mark.django_db

LONG = "Müftüoğlu-Karaosmanoğlu, Muhammed-Abdülkerim Ümmügülsüm"


@pytest.fixture(scope="module")
def tournament(standing):
    made = factories.tournament(0)
    rows = [
        {"name": f"{LONG}{n}", "fide_rating": 2500 - n, "title": "WGM", "federation": "TUR"}
        for n in range(16)
    ]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    factories.pair(made, 1)
    factories.publish(made, 1)
    return made


def boxes(root, name: str) -> list:
    """The boxes of the elements of this class."""
    found = [box for box in root.descendants() if box.element is not None]
    return [
        box
        for box in found
        if name in (box.element.get("class") or "").split() and isinstance(box, BlockBox)
    ]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["en", "tr+en"])
@pytest.mark.parametrize("count", ["3", "4", "5", "6", "8"])
def test_every_slip_has_both_players_the_marks_and_room_to_sign(tournament, count, language, paper):
    made = document(tournament, "slips", 1, language, per_page=count, paper=paper)
    assert made.pages == -(-8 // int(count))
    pages = _render(html_of(made, *sheet_of(made))).pages
    slips = [box for page in pages for box in boxes(page._page_box, "slip")]
    assert len(slips) == 8
    for slip in slips:
        (sign,) = boxes(slip, "sign")
        edge = slip.position_y + slip.border_height()
        assert sign.position_y + sign.margin_height() - sign.margin_bottom <= edge
        lines = [box for box in sign.descendants() if box.element_tag == "span"]
        assert len(lines) >= 2
        right = slip.position_x + slip.border_width()
        assert max(box.position_x + box.border_width() for box in lines) <= right
