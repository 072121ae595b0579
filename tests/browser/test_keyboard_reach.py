"""The pages of a round walked through by Tab: everything is reached, seen and left again.

`python -m scripts.looks` walks all pages; here are those on which an arbiter spends the day.
"""

import pytest
from playwright.sync_api import expect

from scripts.looks.keyboard import LISTEN, walk
from tests import factories
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds import manual_pairing
from tournaments.services.rounds.publication import finish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(live_server, open_page, sign_in):
    """Round 1 is finished, round 2 is out with one result missing."""
    tournament = factories.tournament(6, chief=factories.user("walker"))
    chief = factories.chief_of(tournament)
    factories.play(tournament, 2)
    tournament.rounds.get(number=2).pairings.filter(board=3).update(result="")
    finish_round(tournament=tournament, number=1, by=chief)
    page = open_page(390, 844)
    page.add_init_script(LISTEN)
    sign_in(page, chief)
    page.here = f"{live_server.url}/en/desk/{tournament.event.slug}/a"
    page.tournament = tournament
    return page


def assert_walked(page, path):
    page.goto(f"{page.here}/{path}")
    problems, stops = walk(page)
    assert (path, problems) == (path, [])
    assert stops > 12


def test_everything_is_reached_and_seen_on_the_pages_of_a_round(desk):
    for path in ("players/", "players/check-in/", "rounds/2/", "rounds/1/boards/1/", "standings/"):
        assert_walked(desk, path)
    desk.set_viewport_size({"width": 1280, "height": 700})
    assert_walked(desk, "rounds/2/")
    factories.enter_all(desk.tournament, 2)
    factories.pair(desk.tournament, 3)
    assert_walked(desk, "rounds/3/")
    manual_pairing.begin(
        tournament=desk.tournament, number=3, by=factories.chief_of(desk.tournament)
    )
    assert_walked(desk, "rounds/3/hand/")


def test_the_other_results_open_and_close_by_keys_and_the_focus_comes_back(desk):
    desk.goto(f"{desk.here}/rounds/2/")
    row = desk.locator("tr.now")
    expect(row).to_have_attribute("data-board", "3")
    desk.keyboard.press("o")
    expect(row.locator(".others button").first).to_be_focused()
    desk.keyboard.press("Escape")
    expect(row.locator(".others")).to_have_count(0)
    expect(row.locator(".more")).to_be_focused()
    # A board that is reached by Tab is the one that the keys mean.
    desk.keyboard.press("Shift+Tab")
    for _press in range(4):
        desk.keyboard.press("Shift+Tab")
    expect(row).to_have_attribute("data-board", "2")
    # On a link outside the boards a figure is no result.
    desk.locator("nav.tabs a").first.focus()
    desk.keyboard.press("1")
    expect(desk.locator("tr[data-board='3']")).to_have_attribute("data-result", "")
    expect(desk.locator("[data-state]")).to_have_text("")


def test_who_stands_in_the_column_beside_the_boards_stays_there_when_it_is_renewed(desk):
    desk.goto(f"{desk.here}/rounds/2/")
    link = desk.locator("#side a[href='#b3']")
    link.focus()
    first = desk.tournament.rounds.get(number=2).pairings.get(board=1)
    enter_result(
        tournament=desk.tournament,
        pairing_id=first.pk,
        code="00",
        version=first.version,
        by=None,
    )
    desk.evaluate("dispatchEvent(new Event('online'))")
    expect(desk.locator("#side")).to_contain_text("· 0–0")
    expect(link).to_be_focused()
