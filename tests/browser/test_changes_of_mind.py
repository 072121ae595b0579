"""An arbiter changes things once the next round is at hand: a result, a player, the report."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Round
from tournaments.services.reports.finishing import finish_tournament
from tournaments.services.rounds.publication import finish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(live_server, page, sign_in):
    """Round 1 of ten players is played, round 2 is a draft."""
    tournament = factories.tournament(
        10, chief=factories.user("mind"), initial_colour="w", total_rounds=2
    )
    factories.play(tournament, 1)
    factories.pair(tournament, 2)
    sign_in(page, factories.chief_of(tournament))
    page.set_viewport_size({"width": 390, "height": 844})
    tournament.here = f"{live_server.url}/en/desk/{tournament.event.slug}/a"
    return tournament


def yes(page):
    follow(page, "text=Yes, do it")


def test_a31_a_result_changed_before_publication_shows_the_other_pairing(desk, page, check_page):
    page.goto(f"{desk.here}/rounds/1/")
    row = page.locator("tr[data-board='1']")
    other = "01" if row.get_attribute("data-result") != "01" else "10"
    row.locator(f".segments button[value$='.{other}']").click()
    expect(page.locator("#side")).to_contain_text("The draft of round 2 was made before")
    check_page(page)
    follow(page, "text=See what is different now")
    expect(page.locator("main")).to_contain_text("What has changed")
    expect(page.locator("table", has_text="Instead").locator("tr").first).to_be_visible()
    check_page(page)
    follow(page, "text=Take this pairing")
    expect(page.locator("#news")).to_contain_text("is the draft now")
    expect(page.locator(".checks .found")).to_have_count(0)
    follow(page, "button:text-is('Publish')")
    yes(page)
    expect(page.locator("h1 .state")).to_have_text("published")


def test_a22_who_leaves_a_published_round(desk, page, check_page):
    factories.publish(desk, 2)
    leaver = desk.rounds.get(number=2).pairings.get(board=1).white
    page.goto(f"{desk.here}/players/{leaver.pk}/")
    follow(page, "text=Withdraw")
    expect(page.locator("main")).to_contain_text("What becomes of it?")
    check_page(page)
    page.fill("#reason", "ill")
    follow(page, "text=Take the round back and withdraw")
    yes(page)
    expect(page.locator("h1")).to_contain_text("under revision")
    expect(page.locator("main")).to_contain_text("Player withdrawn")
    assert desk.rounds.get(number=2).status == Round.Status.DRAFT
    follow(page, "text=Take this pairing")
    follow(page, "button:text-is('Publish')")
    yes(page)
    expect(page.locator("h1 .state")).to_have_text("published")


def test_a56_the_report_before_it_goes_out(desk, page, check_page):
    page.goto(f"{desk.here}/rounds/1/")
    follow(page, "text=Before it goes out")
    expect(page.locator(".state.bad").first).to_have_text("must")
    check_page(page)
    factories.publish(desk, 2)
    factories.enter_all(desk, 2)
    chief = factories.chief_of(desk)
    finish_round(tournament=desk, number=2, by=chief)
    confirmed(finish_tournament, tournament=desk, by=chief)
    page.reload()
    expect(page.locator(".state.bad")).to_have_count(0)
    follow(page, "text=Let the checker")
    expect(page.locator("main")).to_contain_text("The checker agrees")
    for told in ("Receipt ", "Games are not sent twice"):
        page.fill("#to", "Rating office")
        follow(page, "text=Note that it was sent")
        expect(page.locator("#news")).to_contain_text(told)
    check_page(page)
