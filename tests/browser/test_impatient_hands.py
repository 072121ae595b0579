"""A button pressed twice on a slow line, and an honest second try when no answer has come."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import wait_for_promise
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT = """addEventListener("submit", (event) => {
  window.gone = (window.gone || 0) + (event.defaultPrevented ? 0 : 1);
});"""


def test_two_presses_send_one_form_until_escape_or_a_long_wait(live_server, page, sign_in):
    tournament = factories.tournament(6)
    sign_in(page, factories.chief_of(tournament))
    page.add_init_script(COUNT)
    page.clock.install()
    page.route("**/pair/", lambda route: route.abort("aborted"))  # no answer; the page stays
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    pair = page.locator("form[action$='/pair/'] button.main")
    for sent, until in enumerate(("Escape", "a long wait"), start=1):
        for _press in range(3):
            pair.evaluate("button => button.click()")
        assert page.evaluate("window.gone") == sent
        if until == "Escape":
            page.keyboard.press("Escape")
        else:
            page.clock.fast_forward(10_000)
        wait_for_promise(page, "Promise.resolve(!document.querySelector('form[data-sent]'))")
    page.unroute("**/pair/")
    pair.click()
    expect(page.locator("button:text-is('Publish')")).to_be_visible()
    assert tournament.rounds.get(number=1).status == Round.Status.DRAFT
    assert tournament.log.filter(act="round.paired").count() == 1
    page.go_back()
    expect(page.locator("form[action$='/pair/'] button").first).to_be_visible()
    expect(page.locator("form[data-sent]")).to_have_count(0)
