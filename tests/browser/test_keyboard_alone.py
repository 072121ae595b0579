"""The arbiter's day without a mouse: from signing in on, only keys are pressed.

The steps carry the numbers of the arbiter's day (A08 ...).
"""

import re

import pytest
from django.db.models import Q
from playwright.sync_api import expect

from tests import factories
from tests.browser.keys import Keys
from tournaments.models import Entry, Pairing, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def keys(page, live_server):
    """Signed in, at the desk."""

    def start(tournament) -> Keys:
        chief = factories.chief_of(tournament)
        page.goto(f"{live_server.url}/en/sign-in/")
        found = Keys(page)
        found.fill("Username", chief.username)
        found.fill("Password", factories.PASSWORD)
        found.enter()
        found.heading("My desk")
        return found

    return start


def test_a_round_from_the_check_in_to_the_standings(keys):
    tournament = factories.tournament(9, chief=factories.user("keys"), initial_colour="w")
    do = keys(tournament)
    page = do.page
    do.use(tournament.event.name)
    do.use(tournament.name)
    do.heading("Players")
    do.use("Check-in")
    do.heading("Check-in for round 1")
    for number in range(1, 9):  # the focus stays in the list from one player to the next
        do.act(f"Player {number:03} is here")
        do.sees(f"{number} here")
    # Players who did not come get a zero-point bye.
    do.use("Close the check-in")
    do.use("Close the check-in")
    do.yes("Close the check-in?")
    do.sees("Check-in is closed")
    do.use("Rounds")
    do.use("Pair round 1")
    do.sees("Draft, visible to staff only.")
    do.use("Edit by hand")
    do.use("Begin editing")
    do.fill("No.", "1")
    do.fill("And No.", "2")
    do.use("Swap seats")
    do.sees("was set by hand")
    do.fill("No.", "1")
    do.fill("And No.", "2")
    do.enter()
    do.sees("Nothing is wrong.")
    do.use("Finish editing")
    do.sees("Editing by hand is finished")
    do.use("Publish")
    do.yes("Publish this round?")
    expect(page.locator("h1 .state")).to_have_text("published")
    # Results: a key each, one board forgotten, found in the list of the missing ones.
    do.press("1", "ArrowDown", "=", "0")
    do.sees("1 board", "#side")
    do.to("2")
    do.press("Enter")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "2")
    do.press("=")
    do.sees("All results are in.", "#side")
    do.use("Finish round 1")
    expect(page.locator("h1 .state")).to_have_text("finished")
    # One was wrong: on its board another key puts it right. The field shows which board it is.
    do.press("b")
    do.type("1")
    do.press("Enter", "0")
    do.sees("Everything is saved.")
    # The round after it is paired and published from the right results; then only a correction.
    do.use("2")
    do.use("Pair round 2")
    do.use("Publish")
    do.yes("Publish this round?")
    do.use("1", "Shift+Tab")
    do.use("Correct 2")
    do.choose("Right result", "0–1")
    do.use("Show what it would move")
    do.sees("What it moves")
    do.fill("Reason", "the slip says so")
    do.enter()
    do.yes("Correct this result")
    do.sees("the slip says so")
    do.use("Standings")
    do.heading("Standings after round 1")
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=1, bye="")
    assert list(rows.order_by("board").values_list("result", flat=True)[:2]) == ["01", "01"]


@pytest.mark.full
def test_a08_to_a23_the_day_of_an_open(keys, open_page, live_server):
    tournament = factories.tournament(
        13, chief=factories.user("day"), initial_colour="w", late_entries_until=2
    )
    do = keys(tournament)
    page = do.page
    phone = open_page(390, 844)
    public = f"{live_server.url}/en/e/{tournament.event.slug}/{tournament.slug}/rounds"

    def results(number):
        """Every board that is still open: White wins."""
        page.reload()
        for _board in range(page.locator("tr[data-open]").count()):
            do.press("1")
        do.sees("All results are in.", "#side")
        do.sees("Everything is saved.")

    def card_of(name):
        do.use("Players")
        do.use(name)
        do.heading(name)

    do.use(tournament.event.name)
    do.use(tournament.name)
    do.use("Check-in")
    for number in range(1, 12):
        do.act(f"Player {number:03} is here")
        do.sees(f"{number} here")
    do.use("Close the check-in")
    do.use("Close the check-in")
    do.yes("Close the check-in?")

    # A08: the draft is read where it stands, and nobody else sees it.
    do.use("Rounds")
    do.use("Pair round 1")
    do.sees("Draft, visible to staff only.")
    expect(page.locator(".checks li")).not_to_have_count(0)
    expect(page.locator(".checks .found")).to_have_count(0)
    phone.goto(f"{public}/1/")
    expect(phone.locator("main")).not_to_contain_text("Player 001")
    do.use("Publish")
    do.yes("Publish this round?")

    # A12: a late arrival meets the player with the bye, on a board of their own.
    do.use("A player arrives late")
    do.use(re.compile("^Player 012 meets"))
    do.sees("Board 6 is added")
    do.yes("Seat the late arrival?")
    do.sees("play on board 6")

    # A13: who never came has a zero-point bye, not a game lost without an opponent.
    row = page.locator("h2:text-is('Without a game') + table tr", has_text="Player 013")
    expect(row).to_contain_text("zero-point bye")

    # A15: keys, the last entry taken back, the list of the last ones, the second pass not done.
    do.press("1", "1", "0")
    do.sees("3 boards", "#side")
    with page.expect_navigation():
        do.press("u")
    do.sees("4 boards", "#side")
    expect(page.locator("tr[data-board='3']")).to_have_attribute("data-result", "")
    results(1)
    do.sees("Not done.", "#side")
    expect(page.locator("#side .last li")).to_have_count(5)
    do.use("Finish round 1")

    # A16: late entries are numbered by their ratings, and the page says who moved.
    for name, rating in (
        ("Gecikmez, Ayşe", "2700"),
        ("Kalmaz, Ömer", "2000"),
        ("Son, Ece", "1800"),
    ):
        do.use("Players")
        do.use("Add a player")
        do.fill("Name", name)
        do.fill("FIDE rating", rating)
        do.enter()
        do.sees(f"{name} is No.", "#news")
        do.sees("Late entry from round 2", "#news")
    assert Entry.objects.get(name="Gecikmez, Ayşe").tpn == 1
    assert Entry.objects.get(name="Player 001").tpn == 2

    # A18: a half-point bye once; the second time is asked about.
    card_of("Player 005")
    do.choose("Kind", "half")
    do.use("Give a bye")
    do.sees("Round 2: half-point bye")
    do.fill("Round", "3")
    do.choose("Kind", "half")
    do.use("Give a bye")
    do.sees("half-point bye")
    do.use("Cancel")

    # A17: still away; here again at a key.
    do.use("Rounds")
    do.use("2")
    do.sees("Not paired in this round")
    do.sees("Player 013")
    do.use("Player 013 is here")
    expect(page.locator("[aria-label='Player 013 is here']")).to_have_count(0)
    do.use("Pair round 2")
    expect(page.locator(".checks .found")).to_have_count(0)
    do.use("Publish")
    do.yes("Publish this round?")

    # A20: noted as not at the board, then a forfeit, then on hold for the next round.
    do.press("o")
    do.act("White is not here yet")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    expect(page.locator("tr.now")).to_be_focused()
    do.sees("Has come", "#side")
    do.press("-")
    do.sees("is on hold", "#news")
    results(2)
    do.use("Finish round 2")

    # A21: ill after round 2; taken back as long as nothing is paired.
    card_of("Player 007")
    do.use("Withdraw")
    do.yes("Withdraw")
    do.sees("withdrawn")
    do.use("Bring back")
    do.use("Withdraw")
    do.yes("Withdraw")

    # A23: round 3 is taken back with a reason; phones say so, and it is out again.
    do.use("Rounds")
    do.use("3")
    do.use("Pair round 3")
    do.use("Publish")
    do.yes("Publish this round?")
    phone.goto(f"{public}/3/")
    expect(phone.locator("main")).to_contain_text("Player 001")
    do.fill("Take the round back: reason", "a result was wrong")
    do.enter()
    do.yes("Take this round back?")
    phone.reload()
    expect(phone.locator("main")).to_contain_text("under revision")
    expect(phone.locator("main")).not_to_contain_text("Player 001")
    do.use("Publish")
    do.yes("Publish this round?")

    # A22: gone while the round is out: what becomes of the game is asked.
    card_of("Player 008")
    do.use("Withdraw")
    do.heading("Withdraw Player 008?")
    do.use("Forfeit this round and withdraw")
    do.yes("Withdraw")
    do.sees("withdrawn")
    left = Pairing.objects.get(
        Q(white__name="Player 008") | Q(black__name="Player 008"), round__number=3
    )
    assert left.result in ("+-", "-+")
    do.use("Rounds")
    results(3)
    do.use("Finish round 3")
    do.use("Standings")
    do.heading("Standings after round 3")
    assert tournament.rounds.filter(status=Round.Status.FINISHED).count() == 3
