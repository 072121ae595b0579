"""A month of the rating officer by clicks: a report, its list, why a rating is what it is; the way
back, a correction, and what FIDE answered."""

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import expect

from federation.models import Duty, MonthList, RatingRun, Working
from federation.queries.ratings_why import why
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import rated
from tests.federation.officers import officer
from tournaments.models import Pairing, RegisteredPlayer

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
    sign_in(page, officer(Duty.RATING))
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
    both_languages(page, check_page)
    run = rated.work_out(RatingRun.objects.get())
    expect(page.locator("button:text-is('Publish')")).to_be_visible()  # the page asks by itself
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
    follow(page, "button:text-is('It is sent')")
    page.select_option("main [name=state]", "refused")
    page.fill("main [name=answer]", "No event code")
    both_languages(page, check_page)
    follow(page, "button:text-is('Save')")
    expect(page.locator("main table")).to_contain_text("No event code")
    expect(page.locator("main form li")).to_contain_text(report.tournament.full_name)  # once more


def test_a_list_is_taken_back_and_a_published_one_corrected(
    live_server, page, sign_in, check_page, settings
):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"
    report = rated.accepted([rated.registered(number) for number in range(1, 7)])
    rated.published()
    sign_in(page, officer(Duty.RATING))
    site = live_server.url
    here = site + at("rating_list", "national", "2026-12")
    page.goto(site + at("rating_run", RatingRun.objects.get().pk))
    follow(page, "button:text-is('Take back')")
    check_page(page)
    follow(page, "text=Yes, do it")
    expect(page.locator("main")).to_contain_text("The lists are taken back.")
    assert page.request.get(here).status == 404
    rated.published()
    first = page.request.get(here).text()
    row = Pairing.objects.games().filter(round__tournament=report.tournament, result="10").first()
    row.result = "01"
    row.save()
    page.goto(site + at("rating_report", report.pk))
    both_languages(page, check_page)
    page.fill("[name=reason]", "Board 2 was read the wrong way round")
    follow(page, "button:text-is('With the games as they are now')")
    rated.work_out(RatingRun.objects.get(corrected__isnull=False))
    expect(page.locator("main")).to_contain_text("are others than before the correction")
    both_languages(page, check_page)
    follow(page, "button:text-is('Publish')")
    follow(page, "text=Yes, do it")
    page.goto(here)
    expect(page.locator("main")).to_contain_text("Corrected: Board 2 was read the wrong way")
    both_languages(page, check_page)
    follow(page, "text=Version 1")
    expect(page.locator("main")).not_to_contain_text("Corrected:")
    white = RegisteredPlayer.objects.get(pk=row.white.player_id)
    told = why(MonthList.objects.get(version=1, run__state="published"), white.pk)
    assert f"<b>{told.rated.new}</b>" in first and f"{told.rated.new}" in page.content()
