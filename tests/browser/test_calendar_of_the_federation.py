"""An event's way onto the calendar, by clicks and in Turkish: applied for, asked back, approved,
moved and cancelled."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from federation.models import CalendarEvent
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import calendar_made as made
from tests.federation.officers import officer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"


def test_from_the_application_to_the_calendar(live_server, page, sign_in, check_page):
    made.province()
    made.arbiter("Çelik, Işıl")
    applicant, office = made.organiser("ece"), officer()
    site = f"{live_server.url}/tr"

    # The organiser writes: what is needed is checked meanwhile.
    sign_in(page, applicant)
    page.goto(f"{site}/applications/")
    follow(page, "text=Etkinlik duyur")
    page.select_option("[name=begin]", "kind:open")
    page.fill("[name=name]", "Karşıyaka Açık")
    page.select_option("[name=province]", label="İzmir")
    follow(page, "button:has-text('Başla')")
    needs = page.locator("#needs")
    expect(needs.locator(".missing")).to_have_count(2)  # the place, and an arbiter
    page.fill("[name=city]", "İzmir")
    page.fill("[name=venue]", "Yunus Emre Salonu")
    expect(needs.locator(".missing", has_text="Şehir ve salon")).to_have_count(0)
    page.fill("#arbiter", "isil")
    page.click("#arbiters button")
    page.check("#arbiters >> text=Çelik, Işıl")
    expect(needs.locator(".missing")).to_have_count(0)
    both_languages(page, check_page, 320, 1280)
    follow(page, "button:has-text('Kaydet ve gönder')")
    expect(page.locator("main")).to_contain_text("Alındı belgesi")
    sent = CalendarEvent.objects.get()
    assert [one.player.name for one in sent.proposed_arbiters.all()] == ["Çelik, Işıl"]

    # The office asks back, the organiser answers, the office approves.
    page.context.clear_cookies()
    sign_in(page, office)
    page.goto(f"{site}/office/")
    follow(page, "text=Etkinlik başvuruları")
    both_languages(page, check_page)
    follow(page, "text=Karşıyaka Açık")
    follow(page, "button:has-text('Reddet')")
    expect(page.locator(".error")).to_be_visible()  # a reason is needed
    page.fill("[name=answer]", "Salonun adresi?")
    both_languages(page, check_page)
    follow(page, "button:has-text('Düzeltmeye gönder')")
    page.context.clear_cookies()
    sign_in(page, applicant)
    page.goto(f"{site}/applications/{sent.pk}/")
    expect(page.locator("main")).to_contain_text("Salonun adresi?")
    follow(page, "text=Değiştirip yeniden gönder")
    page.fill("[name=address]", "Cemal Gürsel Cd. 1")
    follow(page, "button:has-text('Kaydet ve gönder')")
    page.context.clear_cookies()
    page.goto(f"{site}/calendar/")
    expect(page.locator("main")).not_to_contain_text("Karşıyaka Açık")
    sign_in(page, office)
    page.goto(f"{site}/office/applications/{sent.pk}/")
    follow(page, "button:has-text('Onayla')")

    # Everybody finds it.
    page.context.clear_cookies()
    page.goto(f"{site}/calendar/")
    both_languages(page, check_page, 320, 1280)
    follow(page, "text=Karşıyaka Açık")
    expect(page).to_have_url(re.compile("/tr/e/karsiyaka-acik/$"))
    expect(page.locator("main")).to_contain_text("Cemal Gürsel Cd. 1")
    both_languages(page, check_page, 320, 1280)
    page.goto(f"{live_server.url}/tr/")
    both_languages(page, check_page, 320, 1280)

    # Moved with a reason, then cancelled: the page stays and says so.
    sign_in(page, office)
    page.goto(f"{site}/office/applications/{sent.pk}/move/")
    first, last = sent.starts_on + timedelta(days=7), sent.ends_on + timedelta(days=7)
    page.fill("[name=starts_on]", first.isoformat())
    page.fill("[name=ends_on]", last.isoformat())
    follow(page, "main form button.main")
    expect(page.locator(".error")).to_be_visible()  # a reason is needed
    page.fill("[name=reason]", "Salon su aldı.")
    both_languages(page, check_page)
    follow(page, "main form button.main")
    follow(page, "button:text-is('Evet, yap')")
    page.goto(f"{site}/office/applications/{sent.pk}/cancel/")
    page.fill("[name=reason]", "Salon bulunamadı.")
    check_page(page)
    follow(page, "main form button.danger")
    follow(page, "button:text-is('Evet, yap')")
    page.context.clear_cookies()
    page.goto(f"{site}/e/karsiyaka-acik/")
    for told in ("Salon su aldı.", "Salon bulunamadı."):
        expect(page.locator("main")).to_contain_text(told)
    both_languages(page, check_page, 320, 1280)
