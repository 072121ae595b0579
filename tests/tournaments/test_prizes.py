"""The prizes as they are announced: typed once, read on the page, by programs and on paper."""

from copy import deepcopy
from datetime import date

import pytest
from pypdf import PdfReader

from tests import factories
from tests.pages import Page
from tests.tournaments.documents.made import document, reader, words
from tests.tournaments.knockout_events import announced as opened
from tests.tournaments.knockout_events import knockout
from tests.tournaments.team_events import play_round, stronger, team_event
from tests.tournaments.views.test_setup_pages import settings_page
from tournaments.models import LogEntry, Role, Tournament
from tournaments.services.setup.copying import copy_event
from tournaments.services.setup.events import change_tournament

pytestmark = pytest.mark.django_db

TYPED = "1st place: 10,000 TL & a <b>cup</b>\r\n\r\n   \r\n  Best U14: a board  \r\n"
PRIZES = ["1st place: 10,000 TL & a <b>cup</b>", "Best U14: a board"]


@pytest.fixture(scope="module")
def tournament_once(standing):
    """Under way: round 1 is played."""
    made = factories.tournament(6)
    factories.play(made, 1)
    made.refresh_from_db()
    return made


@pytest.fixture
def tournament(tournament_once):
    return deepcopy(tournament_once)


@pytest.fixture
def announced(tournament):
    values = {"prizes": TYPED}
    return change_tournament(
        tournament=tournament, by=factories.chief_of(tournament), values=values
    )


def pages_with(text: str, found: PdfReader) -> list[int]:
    pages = (" ".join(page.extract_text().split()) for page in found.pages)
    return [number for number, page in enumerate(pages, 1) if text in page]


def test_the_chief_types_them_even_when_the_tournament_is_under_way_and_it_is_logged(
    client, tournament
):
    client.force_login(factories.chief_of(tournament))
    assert settings_page(client, tournament, prizes=TYPED).status_code == 302
    found = Tournament.objects.get()
    assert (found.prize_list, found.fide_mode) == (PRIZES, True)
    assert found.revision == tournament.revision + 1
    line = LogEntry.objects.filter(act="tournament.changed").latest("pk")
    assert (list(line.after), line.irregular) == (["prizes"], "")
    assert "Best U14" in line.after["prizes"]
    ready = f"/en/desk/{found.event.slug}/{found.slug}/settings/ready/"
    assert "Best U14: a board" in Page(client.get(ready)).all("li")


def test_more_than_four_thousand_characters_are_too_many(client, tournament):
    client.force_login(factories.chief_of(tournament))
    assert "prizes" in settings_page(client, tournament, prizes="x" * 4001).context["form"].errors
    assert Tournament.objects.get().prizes == ""
    assert settings_page(client, tournament, prizes="x" * 4000).status_code == 302


def test_who_enters_results_does_not_change_them(client, tournament):
    client.force_login(factories.user("arbiter", role=Role.CLERK, event=tournament.event))
    assert settings_page(client, tournament, prizes=TYPED).status_code in (403, 404)
    assert Tournament.objects.get().prizes == ""


def test_the_public_page_lists_them_escaped_and_without_blank_lines(client, announced):
    address = f"/en/e/{announced.event.slug}/{announced.slug}/about/"
    page = Page(client.get(address))
    assert page.one("h2#prizes") == "Prizes"
    shown = ["1st place: 10,000 TL & a <b>cup</b>", "Best U14: a board"]
    assert page.all("ul.prizes li") == shown
    assert page.count("ul.prizes b") == 0


def test_without_prizes_no_page_and_no_paper_speaks_of_them(client, tournament):
    address = f"/en/e/{tournament.event.slug}/{tournament.slug}/about/"
    page = Page(client.get(address))
    assert (page.count("#rules"), page.count("#prizes")) == (1, 0)
    assert client.get(f"/api/v1/tournaments/{tournament.pk}/regulations/").json()["prizes"] == []
    for kind in ("poster", "bulletin"):
        assert "Prizes" not in words(document(tournament, kind))


def test_programs_read_them_and_a_kept_answer_is_not_used_after_a_change(client, announced):
    address = f"/api/v1/tournaments/{announced.pk}/regulations/"
    first = client.get(address)
    assert first.json()["prizes"] == PRIZES
    values = {"prizes": "1st place: a book"}
    change_tournament(tournament=announced, by=factories.chief_of(announced), values=values)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["prizes"]) == (200, ["1st place: a book"])


def test_the_printed_regulations_and_the_bulletin_list_them_after_the_standings(announced):
    assert f"Prizes {PRIZES[0]} {PRIZES[1]}" in words(document(announced, "poster"))
    bulletin = document(announced, "bulletin")
    [page] = pages_with(f"Prizes {PRIZES[0]} {PRIZES[1]}", reader(bulletin))
    assert [page] == pages_with("Standings · Round 1", reader(bulletin))
    text = words(bulletin)
    assert text.index("Standings") < text.index("Best U14") < text.index("Cross table")


@pytest.mark.parametrize("made", [lambda: team_event(4, 2), lambda: opened(knockout(4)).tournament])
def test_bulletins_of_teams_and_of_knock_outs_have_them_too(made):
    tournament = made()
    if tournament.format.pairs_teams:
        play_round(tournament, 1, stronger)
    Tournament.objects.filter(pk=tournament.pk).update(prizes=TYPED)
    tournament.refresh_from_db()
    assert words(document(tournament, "bulletin")).count(PRIZES[1]) == 1


def test_a_copied_event_begins_with_them(announced):
    by = factories.chief_of(announced)
    copied = copy_event(source=announced.event, name="Next", starts_on=date(2027, 11, 20), by=by)
    assert copied.tournaments.get().prize_list == PRIZES
