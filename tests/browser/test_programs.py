"""The chief arbiter lets a program in, and takes the token back."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.models import ApiToken

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_token_is_made_copied_and_withdrawn(live_server, page, sign_in, check_page):
    tournament = factories.tournament(2)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/")
    follow(page, "text=Programs")
    check_page(page)
    page.fill("#token_name", "Results table")
    page.check("text=enter results")
    follow(page, "text=Make token")
    secret = page.input_value("#secret")
    check_page(page)
    address = f"{live_server.url}/api/v1/"
    headers = {"Authorization": f"Bearer {secret}"}
    assert page.request.get(address, headers=headers).status == 200
    follow(page, "text=Withdraw")
    expect(page.locator("#news")).to_contain_text("The token is withdrawn")
    assert page.request.get(address, headers=headers).status == 401
    assert ApiToken.objects.get().withdrawn_at is not None
    page.goto(f"{live_server.url}/api/v1/reference/")
    page.click("#enterResult summary")
    check_page(page)
