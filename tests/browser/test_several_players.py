"""Several players at once, with the mouse, by keyboard and on a phone."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.services.entries import checkin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def made(live_server, page, sign_in):
    found = factories.tournament(12)
    sign_in(page, factories.chief_of(found))
    return found


def address(live_server, made, rest="", language="en"):
    return f"{live_server.url}/{language}/desk/{made.event.slug}/{made.slug}/players/{rest}"


def ticks(page):
    return page.locator("input[name=entry]")


def test_the_bar_comes_with_the_first_tick_and_a_range_with_shift(
    live_server, page, made, check_page
):
    page.goto(address(live_server, made))
    bar = page.locator("#several")
    expect(bar).to_be_hidden()
    ticks(page).nth(1).click()
    ticks(page).nth(4).click(modifiers=["Shift"])
    expect(bar).to_be_visible()
    expect(bar.locator(".count")).to_have_text("4 chosen")
    check_page(page)
    follow(page, "#several button[value=absent]")
    expect(page.locator("main")).to_contain_text("4 absent, not paired in round 1")
    check_page(page)
    follow(page, "main button.main")
    expect(page.locator("#news")).to_have_text(
        "4 players are absent: not paired until they are here."
    )
    assert made.entries.filter(status="absent").count() == 4
    follow(page, "text=Take it back")
    assert made.entries.filter(status="absent").count() == 0


def test_all_shown_none_and_enter_leads_to_the_bar(live_server, page, made):
    page.goto(address(live_server, made, "?q=01"))  # players 001, 010, 011, 012
    page.locator("[data-all]").focus()
    page.keyboard.press("Space")
    expect(page.locator("#several .count")).to_have_text("4 chosen")
    page.keyboard.press("Enter")
    expect(page.locator("#several button[value=present]")).to_be_focused()
    page.locator("[data-all]").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#several")).to_be_hidden()
    assert ticks(page).evaluate_all("all => all.every(one => !one.checked)")


def test_at_the_check_in_the_choice_outlives_the_other_tablet_and_a_search(
    live_server, page, made, check_page
):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address(live_server, made, "check-in/", "tr"))
    ticks(page).nth(2).check()
    ticks(page).nth(3).check()
    bar = page.locator("#several")
    expect(bar).to_be_visible()
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= 844  # in view wherever one is in the list
    checkin.mark_present(
        tournament=made, entry=made.entries.get(tpn=12), by=factories.chief_of(made)
    )
    expect(page.locator(".lately")).to_be_visible()  # the other tablet's mark is here
    expect(bar.locator(".count")).to_have_text("2 seçili")
    assert [ticks(page).nth(n).is_checked() for n in (2, 3)] == [True, True]
    page.fill("#q", "Player 009")
    expect(ticks(page)).to_have_count(1)
    ticks(page).first.check()
    expect(bar.locator(".count")).to_have_text("3 seçili")
    check_page(page)
    follow(page, "#several button[value=present]")
    follow(page, "main button.main")
    assert made.entries.filter(status="present").count() == 4
