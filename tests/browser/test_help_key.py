"""F1 on a page opens its chapter beside it; what was typed stays."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_f1_opens_the_chapter_of_the_page_in_a_tab_of_its_own(live_server, page, sign_in):
    tournament = factories.tournament(chief=factories.user("chief"))
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/players/add/")
    page.fill("#id_name", "Kaya, Deniz")
    with page.context.expect_page() as opened:
        page.keyboard.press("F1")
    expect(opened.value.locator("h1")).to_have_text("Enter and import players")
    assert opened.value.url.endswith("/en/help/players/")
    expect(page.locator("#id_name")).to_have_value("Kaya, Deniz")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_manual_is_a_good_page(live_server, open_page, check_page, width):
    page = open_page(width)
    for path in ("en/help/", "tr/help/", "en/help/results/", "tr/help/keyboard/", "tr/about/"):
        page.goto(f"{live_server.url}/{path}")
        check_page(page)
