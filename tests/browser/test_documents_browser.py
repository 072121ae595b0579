"""A printed sheet, its QR code, and a correction; the options of a paper with their preview."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.documents.made import document
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Pairing
from tournaments.services.papers.documents import post_document
from tournaments.services.results.entering import enter_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_corrected_result_turns_the_sheet_s_page_to_superseded(
    live_server, open_page, check_page
):
    tournament = factories.tournament(4)
    chief = factories.chief_of(tournament)
    factories.play(tournament, 1)
    made = document(tournament, "results", 1)
    post_document(tournament=tournament, document=made, by=chief)
    phone = open_page(390, 844, is_mobile=True, has_touch=True, locale="en-GB")
    phone.goto(f"{live_server.url}/d/{made.code}/")  # what the QR code says
    expect(phone.locator("main")).to_contain_text("This sheet is current")
    check_page(phone)

    row = Pairing.objects.get(round__tournament=tournament, board=1)
    code = "01" if row.result == "10" else "10"
    confirmed(
        enter_result,
        tournament=tournament,
        pairing_id=row.pk,
        code=code,
        version=row.version,
        reason="The slip says so.",
        by=chief,
    )
    phone.reload()
    expect(phone.locator("main")).to_contain_text("This sheet is superseded")
    expect(phone.locator("tbody tr")).to_have_count(1)
    expect(phone.locator("tbody tr")).to_contain_text("1–0" if code == "10" else "0–1")
    check_page(phone)


def test_the_preview_follows_the_options(live_server, page, sign_in, check_page):
    tournament = factories.tournament(4)
    factories.play(tournament, 1)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/documents/")
    check_page(page)
    follow(page, "text=Pairings by name")
    preview = page.frame_locator("iframe")
    expect(preview.locator("h1")).to_have_text("Pairings by name · Round 1")
    expect(preview.locator("section.large")).to_have_count(0)
    check_page(page)
    page.select_option("#size", "large")
    expect(preview.locator("section.large")).to_have_count(1)
    page.select_option("#language", "tr+en")
    expect(preview.locator("h1 .other")).to_contain_text("Pairings by name · Round 1")
