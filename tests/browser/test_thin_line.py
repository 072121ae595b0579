"""From signing in to the second round, as an arbiter and a player would click it."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = """Name\tRating\tFed\tClub
GM Yıldız, Ege\t2533\tTUR\tEge SK
Çağlar, Şükrü\t2401\tTUR\tÇankaya SK
Işık, İnci\t2377\tTUR\t
Güneş, Özge\t2190\tTUR\t
Aydın, Çınar\t\tTUR\t
"""


def test_from_sign_in_to_round_2(live_server, page, open_page, check_page):
    factories.user("chief")
    page.goto(f"{live_server.url}/en/sign-in/")
    check_page(page)
    page.fill("#id_username", "chief")
    page.fill("#id_password", factories.PASSWORD)
    follow(page, "main button.main")
    expect(page).to_have_url(f"{live_server.url}/en/desk/")
    follow(page, "text=New event")
    page.fill("#id_name", "İzmir Şöleni")
    page.fill("#id_starts_on", "2026-11-21")
    page.fill("#id_ends_on", "2026-11-29")
    check_page(page)
    follow(page, "text=Create event")
    page.fill("#id_name", "A")
    page.fill("#id_total_rounds", "5")
    check_page(page)
    follow(page, "text=Create tournament")

    follow(page, "nav.tabs >> text=Players")
    follow(page, "text=Paste or upload a list")
    page.fill("#id_text", LIST + "Kötü, Satır\tabc\tTUR\t\n")
    follow(page, "text=Read the list")
    expect(page.locator("main")).to_contain_text("is not a rating")
    check_page(page)
    page.fill("#id_text", LIST)
    follow(page, "text=Read the list")
    follow(page, "text=Enter these 5 players")
    expect(page.locator("main")).to_contain_text("5 players added")
    follow(page, "text=Add a player")
    page.fill("#id_name", "Koç, Ümit")
    page.fill("#id_fide_rating", "2050")
    follow(page, "text=Add and go on")
    expect(page.locator("#news")).to_contain_text("Koç, Ümit is No. 5")

    tournament = Tournament.objects.get()
    follow(page, "nav.tabs >> text=Rounds")
    expect(page.locator("h1")).to_contain_text("Round 1")
    follow(page, "text=Pair round 1")
    expect(page.locator("main")).to_contain_text("Draft, visible to staff only")
    check_page(page)

    phone = open_page(390, 844, is_mobile=True, has_touch=True)
    phone.goto(f"{live_server.url}/tr/e/izmir-soleni/a/rounds/1/")
    expect(phone.locator("main")).not_to_contain_text("Yıldız")  # a draft is nobody's business

    follow(page, "button:has-text('Publish')")
    expect(page.locator("h1")).to_contain_text("Publish this round?")
    check_page(page)
    follow(page, "text=Yes, do it")
    expect(page.locator("h1 .state")).to_have_text("published")

    phone.reload()
    expect(phone.locator("main")).to_contain_text("Yıldız, Ege")
    check_page(phone)

    # By keyboard: the first open board has the focus, and every result moves on to the next.
    expect(page.locator("tr.now")).to_have_attribute("data-board", "1")
    page.keyboard.press("1")
    expect(page.locator("#side")).to_contain_text("2 boards")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "2")
    page.keyboard.press("=")
    expect(page.locator("#side")).to_contain_text("1 board")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "3")
    page.keyboard.press("+")
    expect(page.locator("#side")).to_contain_text("All results are in")
    expect(page.locator("#news")).to_contain_text("did not come and is on hold")
    check_page(page)
    results = list(
        Round.objects.get(tournament=tournament, number=1).pairings.values_list("result", flat=True)
    )
    assert results == ["10", "==", "+-"]

    follow(page, "nav.tabs >> text=Standings")
    expect(page.locator("h1")).to_contain_text("Standings after round 1")
    check_page(page)
    page.goto(f"{live_server.url}/en/desk/izmir-soleni/a/rounds/1/")
    follow(page, "text=Finish round 1")
    follow(page, "nav.rounds >> text=2")
    follow(page, "text=Is here")  # who did not come to round 1 has turned up
    follow(page, "text=Pair round 2")
    expect(page.locator("table.boards tbody tr")).to_have_count(3)

    phone.goto(f"{live_server.url}/tr/e/izmir-soleni/a/standings/")
    expect(phone.locator("tbody tr")).to_have_count(6)
    check_page(phone)
    phone.goto(f"{live_server.url}/tr/e/izmir-soleni/a/rounds/1/")
    phone.fill("#q", "caglar")
    phone.press("#q", "Enter")
    expect(phone.locator("table.boards tbody tr")).to_have_count(1)
    expect(phone.locator("table.boards")).to_contain_text("Çağlar, Şükrü")
    follow(phone, "table.boards >> text=Çağlar, Şükrü")
    expect(phone).to_have_url(re.compile(r"/players/\d+/$"))
    check_page(phone)


def test_the_desk_works_without_javascript(live_server, browser, open_page):
    tournament = factories.tournament(4, chief=factories.user("plain"))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    page = open_page(java_script_enabled=False)
    page.goto(f"{live_server.url}/en/sign-in/")
    page.fill("#id_username", "plain")
    page.fill("#id_password", factories.PASSWORD)
    follow(page, "main button.main")
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    page.locator("tr[data-board='2'] button[value$='.01']").click()
    expect(page.locator("tr[data-board='2']")).to_have_attribute("data-result", "01")
    expect(page.locator("#side")).to_contain_text("1 board")


def test_two_arbiters_at_one_board_see_both_results(live_server, page, open_page, sign_in):
    tournament = factories.tournament(4, chief=factories.user("first"))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    address = f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/"
    sign_in(page, factories.chief_of(tournament))
    page.goto(address)
    other = open_page()
    sign_in(other, factories.chief_of(tournament))
    other.goto(address)
    page.locator("tr[data-board='1'] button[value$='.10']").click()
    expect(page.locator("tr[data-board='1']")).to_have_attribute("data-result", "10")
    other.locator("tr[data-board='1'] button[value$='.01']").click()
    expect(other.locator("#conflicts")).to_contain_text("changed by somebody else meanwhile: 1–0")
    assert tournament.rounds.get(number=1).pairings.get(board=1).result == "10"
    other.click("text=Enter 0–1")
    expect(other.locator("tr[data-board='1']")).to_have_attribute("data-result", "01")
