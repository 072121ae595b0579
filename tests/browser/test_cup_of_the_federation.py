"""A cup by clicks and in Turkish: begun, filled, published; its total opens its working, and who
qualifies by it declines."""

import pytest
from playwright.sync_api import expect

from federation.models import Duty
from federation.services.officers import name_officer
from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation.cups_made import finished, people

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"


def test_from_the_first_rule_to_the_working_of_a_total(live_server, page, sign_in, check_page):
    players = people("Ak, Ece", "Bal, Can", "Cem, Deniz")
    finished(players, name="Bahar Açık")
    office = factories.user("office")
    name_officer(user=office, duty=Duty.OFFICE, by=None)
    site = f"{live_server.url}/tr"
    sign_in(page, office)
    page.goto(f"{site}/office/cups/")
    page.fill("[name=name]", "Bahar Kupası")
    page.fill("[name=year]", "2026")
    page.fill("[name=table]", "10 8,5 7")
    follow(page, "button:has-text('Başla')")
    follow(page, "main a:has-text('Bahar Kupası')")
    page.fill("#q", "bahar")
    follow(page, "button:has-text('Ara')")
    follow(page, "button:has-text('Ekle')")
    both_languages(page, check_page)
    follow(page, "text=Kupanın tamamı")
    follow(page, "button:has-text('Yayımla')")
    both_languages(page, check_page)
    page.goto(f"{site}/cups/bahar-kupasi/")
    both_languages(page, check_page)
    expect(page.locator("main")).to_contain_text("8,5")
    follow(page, "strong:has-text('8,5')")
    expect(page.locator("main")).to_contain_text("2. derece: 8,5")
    both_languages(page, check_page)
    _qualified(page, site, check_page)


def _qualified(page, site, check_page):
    """Two places by the cup; the first declines, and the third moves up."""
    page.goto(f"{site}/office/qualification/")
    page.fill("[name=name]", "Türkiye Finali")
    page.fill("[name=year]", "2026")
    follow(page, "button:has-text('Başla')")
    page.select_option("[name=source]", "cup")
    page.select_option("[name=section]", index=1)
    page.fill("[name=places]", "2")
    follow(page, "button:text-is('Ekle')")
    both_languages(page, check_page)
    follow(page, "button:has-text('Yayımla')")
    follow(page, "main tr:has-text('Ak, Ece') button[value=declined]")
    both_languages(page, check_page)
    page.goto(f"{site}/qualification/turkiye-finali/")
    rows = page.locator("main tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Bahar Kupası: 2. derece (8,5)")
    expect(rows.nth(1)).to_contain_text("vazgeçen: Ak, Ece")
    both_languages(page, check_page)
