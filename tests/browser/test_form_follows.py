"""The form of a new tournament follows the system chosen."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import follow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page, system):
    """Choose a system as a person does: not within the instant in which the form is replaced."""
    page.evaluate(
        """() => {
          window.settled = new Promise((done) => {
            document.addEventListener("htmx:afterSettle", () => done(true), { once: true });
          });
        }"""
    )
    page.select_option("#id_system", system)
    assert page.evaluate("() => window.settled")


def test_the_form_follows_the_choice_at_once(live_server, page, sign_in, check_page):
    chief = factories.user("chief")
    event = factories.event(chief)
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    page.fill("#id_name", "Kupa")
    page.focus("#id_system")
    choose(page, "handbook.round_robin")
    expect(page.locator("#id_system_helptext")).to_contain_text("Everybody meets everybody")
    expect(page.locator("#id_option_cycles")).to_be_visible()
    expect(page.locator("#id_half_byes_allowed")).to_have_count(0)
    expect(page.locator("#id_name")).to_have_value("Kupa")
    expect(page.locator("#id_system")).to_be_focused()
    choose(page, "fide2026.double")
    expect(page.locator("#id_system_helptext")).to_contain_text("two games in a round")
    expect(page.locator("#id_bye_points")).to_have_value("1.5")
    expect(page.locator("#id_option_cycles")).to_have_count(0)
    follow(page, "text=Create tournament")
    made = event.tournaments.get()
    assert (made.name, made.system, made.bye_points) == ("Kupa", "fide2026.double", 15)
    page.goto(f"{live_server.url}/en/desk/{event.slug}/new/")
    both_languages(page, check_page)
