"""Finding a player while typing, their page, and hiding it by the link in the mail."""

import re

import pytest
from playwright.sync_api import expect

from federation.models import Message
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import people_made_up as made

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"


def test_a_player_is_found_read_and_hides(live_server, page, check_page):
    one = made.member(
        "Yıldız, Ayşe", of=made.club(), email="ayse@example.org", standard=2079, birth_date="1990"
    )
    made.outcome(made.played(one.player, name="Ege Kupası"))
    site = f"{live_server.url}/en"

    page.goto(f"{site}/search/")
    page.locator("main [name=q]").press_sequentially("ayse yild")
    expect(page.locator("#found")).to_contain_text("Yıldız, Ayşe")
    both_languages(page, check_page, 320, 1280)
    follow(page, "#found a:has-text('Yıldız')")
    expect(page.locator("main")).to_contain_text("Ege Kupası")
    both_languages(page, check_page, 320, 1280)

    follow(page, "text=Your page? Privacy")
    page.fill("[name=email]", "ayse@example.org")
    follow(page, "button:has-text('Send the link')")
    address = re.search(r"/\w\w/privacy/[\w-]+/", Message.objects.get().text)
    page.goto(live_server.url + address[0])
    both_languages(page, check_page, 320, 1280)
    page.check("[value=hidden]")
    page.click("main form button.main")
    expect(page.locator("#news")).to_contain_text("It counts from now on.")
    answer = page.goto(f"{site}/players/{one.pk}/")
    assert answer is not None and answer.status == 404
