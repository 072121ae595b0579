"""A form that comes back shows what is wrong, and the cursor stands there."""

import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_error_is_in_view_and_has_the_focus(live_server, open_page, sign_in, check_page):
    made = factories.tournament(6)
    for width, height in ((390, 844), (1280, 800)):
        page = open_page(width, height)
        sign_in(page, factories.chief_of(made))
        page.goto(f"{live_server.url}/en/desk/{made.event.slug}/a/settings/")
        page.fill("#id_tie_breaks", "NONSENSE")
        page.click("button:has-text('Save')")
        error = page.locator("#id_tie_breaks_error")
        expect(error).to_contain_text("NONSENSE")
        expect(error).to_be_in_viewport()
        expect(page.locator("#id_tie_breaks")).to_be_focused()
        check_page(page)
