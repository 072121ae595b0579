"""A preliminary knock-out, then a Swiss; groups of teams, then a Swiss of teams: by clicks."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.tournaments.services.test_qualifiers import another, preliminary, team_groups

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_those_left_in_a_knock_out_play_a_swiss(live_server, page, sign_in, check_page):
    source = preliminary()
    final = another(source, "fide2026.dutch", total_rounds=3)
    sign_in(page, factories.chief_of(source))
    desk = f"{live_server.url}/en/desk/{final.event.slug}/{final.slug}"
    page.goto(f"{desk}/players/")
    follow(page, "text=Players from other tournaments")
    both_languages(page, check_page)
    page.fill(f"#from_{source.pk}", "4")
    follow(page, "text=Only note how many come from where")
    expect(page.locator("#news")).to_contain_text("the regulations say who qualifies")
    expect(page.locator(f"#from_{source.pk}")).to_have_value("4")
    follow(page, "text=Take them over")
    expect(page.locator("main")).to_contain_text("Player 001; Player 002; Player 003; Player 004")
    follow(page, "text=Yes, do it")
    expect(page.locator("main tbody tr")).to_have_count(4)
    follow(page, "text=Players from other tournaments")
    both_languages(page, check_page)
    follow(page, "text=Take them back")
    follow(page, "text=Yes, do it")
    expect(page.locator("main")).not_to_contain_text("Player 001")
    page.goto(f"{desk}/settings/ready/")
    expect(page.locator("main")).to_contain_text(f"play here: {source.name} 4.")


@pytest.mark.full  # as with players, who are played every time
def test_the_best_teams_of_two_groups_play_a_swiss(live_server, page, sign_in, check_page):
    first, second = team_groups()
    final = another(first, "fide2026.team", total_rounds=3)
    sign_in(page, factories.chief_of(first))
    desk = f"{live_server.url}/en/desk/{final.event.slug}/{final.slug}"
    page.goto(f"{desk}/teams/")
    follow(page, "text=Teams from other tournaments")
    both_languages(page, check_page)
    for source in (first, second):
        page.fill(f"#from_{source.pk}", "2")
    follow(page, "text=Take them over")
    expect(page.locator("main")).to_contain_text("A; W; B; X")
    follow(page, "text=Yes, do it")
    expect(page.locator("main tbody tr")).to_have_count(4)
    both_languages(page, check_page)
    follow(page, "text=Give the numbers")
    page.goto(f"{desk}/teams/rounds/1/")
    follow(page, "text=Pair the matches")
    expect(page.locator("section.match")).to_have_count(2)
