"""A Swiss of twenty teams on four boards from its rules to its last standings, in two languages,
every page whole on a phone and on a desk; nine rounds in the long run."""

import pytest
from playwright.sync_api import expect

from pairing.tools.checker import check
from pairing.trf import read
from tests import factories
from tests.browser.looks import both_languages
from tests.browser.test_team_events import play
from tests.browser.test_team_swiss import BOARDS, TEAMS
from tests.browser.test_team_swiss import pasted as teams_pasted
from tests.browser.waiting import follow
from tests.tournaments.documents.made import document
from tournaments.models import Match, Tournament
from tournaments.queries.reports.trf import report
from tournaments.queries.teams.captains import captain_link
from tournaments.queries.teams.standings import team_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.full
@pytest.mark.parametrize(("system", "rounds"), [("fide2026.team", 9), ("handbook.team_swiss", 3)])
def test_a_whole_event(live_server, page, sign_in, check_page, system, rounds):
    chief = factories.user("chief")
    event = factories.event(chief)
    event.public = True
    event.save()
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "T")
    page.select_option("#id_system", system)
    expect(page.locator("[name=shown_for]")).to_have_value(system)
    page.fill("#id_total_rounds", str(rounds if rounds == 9 else 5))
    follow(page, "text=Create tournament")
    desk = f"{live_server.url}/en/desk/{event.slug}/t/"
    public = f"{live_server.url}/en/e/{event.slug}/t/"

    def look(address, *widths):
        page.goto(address)
        both_languages(page, check_page, *widths)

    page.goto(f"{desk}teams/rules/")
    both_languages(page, check_page)
    page.fill("#id_boards", str(BOARDS))
    follow(page, "text=Save the rules")
    follow(page, "text=Paste or upload teams")
    page.fill("#id_text", teams_pasted())
    follow(page, "text=Read the list")
    follow(page, f"text=Enter these {TEAMS} teams")
    follow(page, "text=Give the numbers")
    both_languages(page, check_page)
    tournament = Tournament.objects.get(event=event)

    # Two teams that must not meet, and one that needs its boards.
    page.goto(f"{desk}players/forbidden/")
    page.fill("#q", "Takım 01")
    page.locator("#offered button").first.click()
    page.fill("#q", "Takım 11")
    page.locator("#offered button").first.click()
    both_languages(page, check_page)
    follow(page, "text=Forbid these pairings")
    if page.locator("text=Yes, do it").count():
        follow(page, "text=Yes, do it")
    page.goto(f"{desk}teams/{tournament.teams.get(number=2).pk}/")
    page.fill("#id_fixed_match", "10")
    follow(page, "button:has-text('Save the team')")
    both_languages(page, check_page)

    for number in range(1, rounds + 1):
        page.goto(f"{desk}teams/rounds/{number}/")
        follow(page, "button:has-text('Pair the matches')")
        if number == 1:
            both_languages(page, check_page)
            found = Match.objects.get(round__tournament=tournament, number=10)
            assert 2 in (found.first.number, found.second.number)
            pairs = Match.objects.filter(round__tournament=tournament)
            numbers = {frozenset((one.first.number, one.second.number)) for one in pairs}
            assert frozenset((1, 11)) not in numbers
        follow(page, "button:has-text('Announce the matches')")
        follow(page, "text=Yes, do it")
        if number == 1:
            look(f"{public}teams/rounds/1/")
            link = captain_link(tournament.teams.get(number=1))
            look(live_server.url + link[link.index("/", 8) :])
        play(page, desk, number, ("1=0", "=110", "01=1")[number % 3])
        if number in (1, rounds):
            for place in (f"teams/rounds/{number}/", "teams/standings/", "teams/crosstable/"):
                look(f"{public}{place}")
                look(f"{desk}{place}")
            first = team_table(tournament).rows[0].entry
            match = Match.objects.filter(round__tournament=tournament, round__number=number)[0]
            look(f"{desk}teams/matches/{match.pk}/")
            look(f"{desk}teams/standings/{number}/{first.pk}/")
            look(f"{public}teams/standings/{number}/{first.pk}/", 390)
            look(f"{public}teams/{first.pk}/", 390)
            look(f"{public}teams/boards/", 390)
    tournament.refresh_from_db()
    if rounds == tournament.total_rounds:
        page.goto(f"{desk}rounds/{rounds}/")
        follow(page, f"button:text-is('Finish round {rounds}')")
        page.goto(f"{desk}rounds/{rounds}/")
        follow(page, "button:text-is('Finish the tournament')")
        follow(page, "button:text-is('Yes, do it')")
        look(f"{desk}teams/standings/")
        assert len(document(tournament, "bulletin").content) > 10_000
    table = team_table(tournament)
    assert table.after == rounds and len(table.rows) == TEAMS
    judged = check(read(report(tournament)))
    assert judged.clean and len(judged.rounds) == rounds
