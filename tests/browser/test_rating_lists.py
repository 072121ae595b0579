"""A month of the rating officer by clicks: a report, its list, why a rating is what it is."""

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import expect

from federation.models import RatingRun, Working
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import rated

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at(name, *place):
    with translation.override("en"):
        return reverse(f"federation:{name}", args=place)


def test_a_report_becomes_a_list_that_explains_itself(
    live_server, page, sign_in, check_page, settings
):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"
    people = [rated.registered(number) for number in range(1, 7)]
    report = rated.ended(people)
    sign_in(page, rated.officer())
    site = live_server.url
    page.goto(site + at("reports"))
    follow(page, f"text={report.tournament.full_name}")
    both_languages(page, check_page)
    follow(page, "button:text-is('Accept')")
    page.goto(site + at("rating_rules"))
    both_languages(page, check_page)
    page.goto(site + at("rating_desk"))
    both_languages(page, check_page)
    page.fill("#id_month", "2026-12")
    follow(page, "button:text-is('Work out')")
    run = rated.work_out(RatingRun.objects.get())
    page.reload()
    both_languages(page, check_page)
    follow(page, "button:text-is('Publish')")
    follow(page, "text=Yes, do it")
    expect(page.locator("main")).to_contain_text("The lists are published.")
    page.goto(site + at("rating_lists"))
    both_languages(page, check_page)
    follow(page, "main table a:has-text('2026')")
    both_languages(page, check_page)
    player = Working.objects.filter(list__run=run).first().player
    place = ["national", "2026-12", player]
    page.goto(site + at("rating_why", *place))
    expect(page.locator("main")).to_contain_text("Games of the period")
    both_languages(page, check_page)
    page.goto(site + at("rating_movers", *place[:2]))
    both_languages(page, check_page)
    others = f"?one={people[0].pk}&other={people[1].pk}"
    page.goto(site + at("rating_compare") + others)
    both_languages(page, check_page)
    page.goto(site + at("fide"))
    follow(page, "text=Pack them")
    both_languages(page, check_page)
