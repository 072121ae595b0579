"""The pages around a round: looked at on a phone, used by keyboard."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Entry, Round
from tournaments.queries.reports.trf import report
from tournaments.services.entries.byes import grant_bye
from tournaments.services.rounds import manual_pairing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(live_server, page, sign_in):
    """Eleven players, one of them away in round 1, which is a draft."""
    tournament = factories.tournament(11, chief=factories.user("hand"), initial_colour="w")
    chief = factories.chief_of(tournament)
    grant_bye(
        tournament=tournament,
        entry=factories.entry(tournament, 11),
        round_number=1,
        kind="Z",
        by=chief,
    )
    Entry.objects.filter(tournament=tournament, tpn=10).update(status=Entry.Status.ABSENT)
    factories.pair(tournament, 1)
    sign_in(page, chief)
    tournament.here = f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds"
    return tournament


def yes(page):
    follow(page, "text=Yes, do it")


def test_a_draft_lists_its_checks_and_shows_another_pairing_beside_it(desk, page, check_page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{desk.here}/1/")
    expect(page.locator(".checks .fine")).to_have_count(10)
    expect(page.locator(".engines .fine")).to_have_count(1)
    expect(page.locator("#verdict")).to_contain_text("All 10 checks are in order")
    expect(page.locator(".checks .found")).to_have_count(0)
    expect(page.locator(".checks")).to_contain_text("No forbidden pair")
    check_page(page)
    follow(page, "text=Include somebody")
    page.check("text=Player 010")
    page.check("text=Player 011")
    follow(page, "text=Include them and see the difference")
    expect(page.locator("main")).to_contain_text("5 boards")
    expect(page.locator("main")).to_contain_text("bye: Player 011")
    check_page(page)
    follow(page, "text=Take this pairing")
    expect(page.locator("#news")).to_contain_text("is the draft now")
    expect(page.locator("table.boards tbody tr")).to_have_count(5)


def test_a_late_arrival_and_editing_by_keyboard(desk, page, check_page):
    page.goto(f"{desk.here}/1/")
    follow(page, "button:has-text('Publish')")
    yes(page)
    follow(page, "text=A player arrives late")
    check_page(page)
    follow(page, "tr:has-text('Player 011') button")
    expect(page.locator(".note.warn > p")).to_contain_text("Board 5 is added")
    expect(page.locator(".note.warn > p")).to_contain_text("Nothing else changes")
    expect(page.locator("details")).to_contain_text("### MPA @ Round 1")
    check_page(page)
    yes(page)
    expect(page.locator("#news")).to_contain_text("play on board 5")
    expect(page.locator("#b5")).to_be_visible()
    assert desk.rounds.get(number=1).pairings.filter(black__isnull=False).count() == 5
    follow(page, "text=Edit the pairings by hand")
    follow(page, "text=Begin editing")
    expect(page.locator("main")).to_contain_text("Editing since")
    # Two numbers and Enter: the seats are swapped; a broken rule is asked about.
    page.fill("#one", "1")
    page.fill("#two", "2")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".checks")).to_contain_text("was set by hand")
    check_page(page)
    page.fill("#one", "1")
    page.fill("#two", "2")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".checks")).not_to_contain_text("Board 1,")
    page.set_viewport_size({"width": 390, "height": 844})
    check_page(page)
    follow(page, "text=Finish editing")
    expect(page.locator("main")).to_contain_text("### MPA @ Round 1")
    check_page(page)
    follow(page, "text=Go on")
    yes(page)
    expect(page.locator("#news")).to_contain_text("Editing by hand is finished")
    assert desk.rounds.get(number=1).pairings.filter(black__isnull=False).count() == 5
    follow(page, "text=Edit the pairings by hand")
    expect(page.locator("main")).to_contain_text("Restore points")
    check_page(page)
    follow(page, "text=Back to before this")  # before the editing; then before the late arrival
    yes(page)
    expect(page.locator("table.boards tbody tr")).to_have_count(5)
    follow(page, "text=Edit the pairings by hand")
    follow(page, "text=Back to before this")
    yes(page)
    expect(page.locator("table.boards tbody tr")).to_have_count(4)


def test_a_round_by_hand_with_the_mouse(desk, page):
    page.goto(f"{desk.here}/1/hand/")
    follow(page, "text=Begin editing")
    seats = page.locator("table.boards td.white")
    expect(seats.nth(0)).to_have_attribute("draggable", "true")
    seats.nth(0).click()
    seats.nth(1).click()
    expect(page.locator(".chosen")).to_have_count(2)
    names = seats.nth(0).inner_text(), seats.nth(1).inner_text()
    follow(page, "text=Swap seats")
    expect(page.locator("table.boards tbody tr").nth(0)).to_contain_text(names[1].split()[-2])
    follow(page, "text=Abandon: as it was before")
    expect(page.locator("#news")).to_contain_text("as it was before")
    assert desk.rounds.get(number=1).status == Round.Status.DRAFT


def test_correcting_shows_what_it_moves_and_asks_for_the_reason(desk, page, check_page):
    factories.publish(desk, 1)
    factories.enter_all(desk, 1)
    factories.pair(desk, 2)
    factories.publish(desk, 2)
    row = desk.rounds.get(number=1).pairings.get(board=2)
    code, words = ("01", "Black won") if row.result != "01" else ("10", "White won")
    page.goto(f"{desk.here}/1/")
    expect(page.locator("[data-results]")).to_have_count(0)  # closed for ordinary entries
    follow(page, "#b2 >> text=Correct")
    expect(page.locator("main")).to_contain_text("The pairings of round 2 stand")
    page.select_option("#result", code)
    follow(page, "text=Show what it would move")
    expect(page.locator("main")).to_contain_text("For information only")
    page.set_viewport_size({"width": 390, "height": 844})
    check_page(page)
    page.fill("#why", "both players say so")
    follow(page, "text=Correct the result")
    yes(page)
    expect(page.locator("main")).to_contain_text("both players say so")
    assert desk.rounds.get(number=1).pairings.get(board=2).result == code
    assert words


def test_an_unpaired_round_says_who_is_away_and_a_file_is_compared(
    desk, page, check_page, tmp_path
):
    factories.publish(desk, 1)
    factories.enter_all(desk, 1)
    page.goto(f"{desk.here}/2/")
    expect(page.locator("main")).to_contain_text("Player 010")
    check_page(page)
    follow(page, "text=Is here")
    expect(page.locator("main")).not_to_contain_text("Player 010")
    follow(page, "text=Take over a round paired elsewhere")
    check_page(page)
    file = tmp_path / "event.trf"
    file.write_bytes(report(desk))
    page.set_input_files("#file", file)
    follow(page, "text=Read the file")
    expect(page.locator("#news")).to_contain_text("does not hold round 2")


def test_the_reasons_page_answers_for_two_numbers(desk, page, check_page):
    page.goto(f"{desk.here}/1/reasons/?one=1&two=2")
    expect(page.locator("main .note")).to_contain_text("Player 001")
    page.set_viewport_size({"width": 390, "height": 844})
    check_page(page)


def test_the_schedule_of_a_round_robin_and_the_averages_of_dubov(
    live_server, page, sign_in, check_page
):
    chief = factories.user("systems")
    robin = factories.tournament(5, chief=chief, system="handbook.round_robin", tie_breaks=["SB"])
    dubov = factories.tournament(8, chief=chief, system="handbook.dubov", tie_breaks=["BH"])
    factories.play(dubov, 1)
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{robin.event.slug}/a/rounds/schedule/")
    expect(page.locator("h2")).to_have_count(5)
    follow(page, "text=Publish the whole schedule")
    expect(page.locator("main a.button")).to_contain_text(["Draw the numbers", "Cancel"])
    check_page(page)
    follow(page, "text=Yes, do it")
    expect(page.locator("#news")).to_contain_text("Everybody sees the schedule")
    check_page(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_server.url}/en/desk/{dubov.event.slug}/a/rounds/averages/1/")
    expect(page.locator("tbody tr")).to_have_count(8)
    check_page(page)


def test_a_session_left_open_is_told_on_the_round(desk, page, check_page):
    manual_pairing.begin(tournament=desk, number=1, by=factories.chief_of(desk))
    page.goto(f"{desk.here}/1/")
    expect(page.locator("main")).to_contain_text("hand has been editing the pairings by hand")
    expect(page.locator("button:has-text('Publish')")).to_have_count(0)
    check_page(page)
    confirmed(manual_pairing.finish, tournament=desk, number=1, by=factories.chief_of(desk))
