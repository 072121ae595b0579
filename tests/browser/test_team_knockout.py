"""A knock-out between teams by clicks, and a correction in a knock-out taken back."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.knockout_events import announced, knockout, play_out
from tests.tournaments.team_events import enter, open_round, stronger, team_event
from tournaments.models import Knockout
from tournaments.services.rounds.publication import finish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_teams_from_the_plan_to_the_ranking(
    live_server, page, open_page, sign_in, check_page
):
    tournament = team_event(3, 2, system="handbook.team_knockout", drawn=False)
    sign_in(page, factories.chief_of(tournament))
    desk = f"{live_server.url}/en/desk/{tournament.event.slug}/{tournament.slug}"
    page.goto(f"{desk}/teams/")
    check_page(page)
    follow(page, "text=Plan of the knock-out")
    expect(page.locator("main")).to_contain_text("Of 3 teams the lowest 2 play a preliminary round")
    check_page(page)
    follow(page, "text=Announce the plan")
    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    for number in range(1, 5):
        follow(page, "text=Matches and line-ups")
        expect(page.locator("h1")).to_contain_text(f"Matches of round {number}")
        check_page(page)
        # Boards, publication and results are those of every team event.
        open_round(tournament, number)
        enter(tournament, number, stronger)
        finish_round(tournament=tournament, number=number, by=None)
        page.goto(f"{desk}/knockout/{Knockout.objects.get().pk}/")
        check_page(page)
        if number < 4:
            follow(page, "text=Make these matches the next round")
            follow(page, "nav.tabs >> text=Knock-out")
    expect(page.locator("h1 .state")).to_have_text("decided")
    rows = page.locator("#ranking + table tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("A")
    phone.goto(f"{live_server.url}/tr/e/{tournament.event.slug}/{tournament.slug}/")
    check_page(phone)
    follow(phone, "nav >> text=Eleme >> nth=0")
    expect(phone.locator(".knockout-bracket")).to_contain_text("A")
    check_page(phone)


def test_a_correction_by_mistake_is_taken_back_with_one_click(
    live_server, page, sign_in, check_page
):
    found = announced(knockout(4))
    chief = factories.chief_of(found.tournament)
    play_out(found)
    sign_in(page, chief)
    desk = f"{live_server.url}/en/desk/{found.tournament.event.slug}/{found.tournament.slug}"
    page.goto(f"{desk}/knockout/{found.pk}/")
    expect(page.locator("h1 .state")).to_have_text("decided")
    game = found.games.get(tie="1.1", number=2, phase=0)
    page.goto(f"{desk}/knockout/{found.pk}/games/{game.pk}/")
    check_page(page)
    wrong = "01" if game.result == "10" else "10"
    page.select_option("#set", f"1.1|0|2|1|{game.version}|{wrong}")
    follow(page, "text=Correct the result")
    expect(page.locator("main")).to_contain_text("do not belong any more and are taken out")
    follow(page, "text=Yes, do it")
    expect(page.locator("main")).to_contain_text("took 2 games out")
    check_page(page)
    follow(page, "text=Take the correction back")
    expect(page.locator("main")).to_contain_text("put back as they were")
    check_page(page)
    follow(page, "text=Yes, do it")
    expect(page.locator("h1 .state")).to_have_text("decided")
    expect(page.locator("text=Take the correction back")).to_have_count(0)
