"""A Swiss of twenty teams on four boards, clicked through from the form to the standings."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_team_events import play
from tests.browser.waiting import follow
from tournaments.models import Match, Tournament
from tournaments.queries.teams.captains import captain_link

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TEAMS, BOARDS = 20, 4


def pasted():
    lines = ["Team\tBoard\tName\tRating\tCaptain"]
    for place in range(1, TEAMS + 1):
        for board in range(1, BOARDS + 2):
            rating = 2600 - 20 * place - 5 * board
            lines.append(
                f"Takım {place:02}\t{board}\tOyuncu, {place:02}-{board}\t{rating}\tKaptan {place}"
            )
    return "\n".join(lines)


@pytest.mark.full
def test_a_swiss_of_twenty_teams(live_server, page, sign_in):
    chief = factories.user("chief")
    event = factories.event(chief)
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "T")
    page.select_option("#id_system", "fide2026.team")
    expect(page.locator("[name=shown_for]")).to_have_value("fide2026.team")
    page.fill("#id_total_rounds", "5")
    follow(page, "text=Create tournament")
    desk = f"{live_server.url}/en/desk/{event.slug}/t/"
    page.goto(f"{desk}teams/rules/")
    page.fill("#id_boards", str(BOARDS))
    page.select_option("#id_preferences", "type_b")
    follow(page, "text=Save the rules")
    follow(page, "text=Paste or upload teams")
    page.fill("#id_text", pasted())
    follow(page, "text=Read the list")
    follow(page, f"text=Enter these {TEAMS} teams")
    follow(page, "text=Give the numbers")
    tournament = Tournament.objects.get(event=event)

    # Round 1: the matches are paired, announced, a captain hands in, the boards are made.
    page.goto(f"{desk}teams/rounds/1/")
    follow(page, "button:has-text('Pair the matches')")
    assert page.locator("section.match").count() == TEAMS // 2
    expect(page.locator("section.match").first).to_contain_text("Takım 01")
    expect(page.locator("section.match").first).to_contain_text("Takım 11")
    follow(page, "button:has-text('Announce the matches')")
    follow(page, "text=Yes, do it")
    captain = page.context.browser.new_page(viewport={"width": 390, "height": 844})
    link = captain_link(tournament.teams.get(number=1))
    captain.goto(live_server.url + link[link.index("/", 8) :])
    expect(captain.locator("h2").first).to_contain_text("Takım 11")
    follow(captain, "form .button.main")
    captain.close()
    play(page, desk, 1, "1=0")
    match = Match.objects.filter(round__tournament=tournament, round__number=1).first()
    page.goto(f"{desk}teams/matches/{match.pk}/")
    expect(page.locator("ul.reasons")).to_contain_text("Neither has played a match")

    # Round 2: a change by hand is objected to, why not, and back again; then it is played.
    page.goto(f"{desk}teams/rounds/2/")
    follow(page, "button:has-text('Pair the matches')")
    expect(page.locator("text=What the rules say")).to_have_count(0)
    page.locator("summary:has-text('Change the matches')").click()
    page.select_option("#exchange-one", index=0)
    page.select_option("#exchange-two", index=19)
    follow(page, "button:has-text('Exchange')")
    expect(page.locator("text=What the rules say of these matches")).to_be_visible()
    follow(page, "button:has-text('Pair the matches again')")
    follow(page, "text=Yes, do it")
    expect(page.locator("text=What the rules say")).to_have_count(0)
    page.locator("summary:has-text('Why not these two')").click()
    page.select_option("#why-one", index=0)
    page.select_option("#why-two", index=10)
    follow(page, "button:has-text('Why not?')")
    expect(page.locator("#why-not .article")).to_contain_text("2.1.1")
    play(page, desk, 2, "=110")

    # Round 3 in one press: matches and boards at once.
    page.goto(f"{desk}rounds/3/")
    follow(page, "button:has-text('Pair round 3')")
    assert page.locator("tr[data-board]").count() == TEAMS * BOARDS // 2
    page.goto(f"{desk}teams/standings/")
    assert page.locator("table.standings tbody tr").count() == TEAMS
    page.goto(f"{live_server.url}/en/e/{event.slug}/t/teams/standings/")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("table.standings tbody tr").count() == TEAMS
    wide = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert wide
