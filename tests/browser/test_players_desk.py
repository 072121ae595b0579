"""Finding a player in the register, and two tablets at the check-in."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tournaments.core.text import fold
from tournaments.models import Entry, RatingList, RegisteredPlayer, RegisterWord

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def registered(name, **values):
    key = fold(name)
    for word in key.split():
        RegisterWord.objects.get_or_create(word=word)
    return RegisteredPlayer.objects.create(
        name=name, search_key=key, **({"federation": "TUR"} | values)
    )


def test_a_player_is_found_while_typing_and_fills_the_form(live_server, page, sign_in, check_page):
    RatingList.objects.create(kind="fide", month="2026-11-01")
    registered("Işık, İnci", fide_id="6300003", standard=2101, rapid=2050, title="WFM", sex="w")
    tournament = factories.tournament(2)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/players/add/")
    page.type("#find", "isik inc")
    expect(page.locator("#found")).to_contain_text("Işık, İnci")
    check_page(page)
    page.click("#found >> text=rapid 2050")
    expect(page.locator("#id_fide_rating")).to_have_value("2050")
    check_page(page)
    follow(page, "text=Add and go on")
    expect(page.locator("#news")).to_contain_text("Işık, İnci is No. 3")
    entry = Entry.objects.get(name="Işık, İnci")
    assert (entry.rating, entry.rating_source) == (2050, "rapid:2026-11")


def test_two_tablets_at_the_check_in_count_the_same(
    live_server, page, open_page, sign_in, check_page
):
    tournament = factories.tournament(5)
    address = f"{live_server.url}/en/desk/{tournament.event.slug}/a/players/check-in/"
    other = open_page(390, 844)
    for device in (page, other):
        sign_in(device, factories.chief_of(tournament))
        device.goto(address)
    page.click("[aria-label='Player 001 is here']")
    other.click("[aria-label='Player 002 is here']")
    other.click("[aria-label='Player 003 is here']")
    for device in (page, other):
        expect(device.locator("#checkin")).to_contain_text("3 here + 0 with a bye + 2 not here")
    page.click("[aria-label='Player 003 is not here']")
    expect(other.locator("#checkin")).to_contain_text("2 here")
    check_page(other)
    follow(page, "main a:text-is('Close the check-in')")
    page.select_option(f"[name='choice-{factories.entry(tournament, 4).pk}']", "withdraw")
    check_page(page)
    follow(page, "form >> text=Close the check-in")
    expect(page.locator("main")).to_contain_text("2 here + 0 with a bye + 3 not here + 0 gone")
    expect(page.locator("main")).to_contain_text("Player 004 is withdrawn")
    expect(page.locator("main")).to_contain_text("These wait and are not paired")
    follow(page, "text=Yes, do it")
    expect(page.locator("main")).to_contain_text("Check-in is closed")
    statuses = list(tournament.entries.order_by("tpn").values_list("status", flat=True))
    assert statuses == ["present", "present", "absent", "withdrawn", "absent"]
