"""Slips have everything on them, at every number a page, and nothing stands over an edge."""

import pytest
from weasyprint.formatting_structure.boxes import BlockBox

from tests import factories
from tests.tournaments.documents.made import document
from tests.tournaments.team_events import by_name, open_round, team_event
from tournaments.documents.making import html_of, sheet_of
from tournaments.documents.render import _render
from tournaments.services.entries.listing import enter_players

pytestmark = pytest.mark.django_db

LONG_TEAM = "Büyükçekmece Belediyesi Gençlik ve Spor Kulübü Derneği"
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


@pytest.fixture(scope="module")
def of_teams(standing):
    """Four teams on four boards, names of players and teams as long as they come."""
    made = team_event(4, 4, system="fide2026.team")
    for entry in made.entries.all():
        type(entry).objects.filter(pk=entry.pk).update(name=f"{LONG}{entry.pk}", title="WGM")
    for number, team in enumerate(by_name(made), start=1):
        type(team).objects.filter(pk=team.pk).update(name=f"{LONG_TEAM} {number}")
    open_round(made, 1)
    return made


@pytest.mark.parametrize("kind", ["players", "teams"])
@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.full)])
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.full), "tr+en"])
@pytest.mark.parametrize("count", ["3", "4", "5", "6", "8"])
def test_every_slip_has_both_players_the_marks_and_room_to_sign(
    tournament, of_teams, kind, count, language, paper
):
    tournament = of_teams if kind == "teams" else tournament
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


def test_a_slip_names_the_teams_of_an_event_of_teams_only(of_teams, tournament):
    match = of_teams.rounds.get(number=1).matches.get(number=1)
    board = match.pairings.order_by("board").first()
    own, other = match.first.name, match.second.name
    if board.white.membership.team_id != match.first_id:
        own, other = other, own
    white, black = f"WGM {board.white.name} ({own})", f"WGM {board.black.name} ({other})"
    assert sheet(of_teams).rows()["1.b1"] == f"1 · {white} · {black}"
    assert "(" not in sheet(tournament).rows()["1.b1"]


def sheet(tournament):
    return sheet_of(document(tournament, "slips", 1))[0]
