"""A player's phone: who I am, where I sit, finding a name, reading on without a connection."""

import re

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow, wait_for_promise
from tests.tournaments.views.test_slips import picture
from tournaments.kernel.acts import touch
from tournaments.models import HallScreen
from tournaments.services.hall.screens import announce
from tournaments.services.setup.emblems import LOGO, SPONSOR, add_emblem

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"is_mobile": True, "has_touch": True}


@pytest.fixture
def tournament():
    made = factories.tournament(9)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    return made


def remember(phone):
    phone.click("text=This is me")
    expect(phone.locator("text=This is me")).to_have_count(0)


def address(live_server, tournament, rest="rounds/2/", language="en"):
    return f"{live_server.url}/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def test_a_player_is_remembered_on_the_device_and_sees_his_seat(
    live_server, open_page, tournament, check_page
):
    board = tournament.rounds.get(number=2).pairings.get(board=3)
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat")).to_have_count(0)
    phone.fill("#q", board.black.name[-3:])
    expect(phone.locator("table.boards tbody tr:visible")).to_have_count(1)
    follow(phone, f"table.boards >> text={board.black.name}")
    remember(phone)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat .no")).to_have_text("3")
    expect(phone.locator(".seat")).to_contain_text("You have Black")
    expect(phone.locator(".seat")).to_contain_text(board.white.name)
    expect(phone.locator("tr.mine")).to_have_count(1)
    assert phone.context.cookies() == []
    check_page(phone)
    follow(phone, "text=Why this opponent?")
    expect(phone.locator("h1")).to_have_text("Round 2, board 3")
    phone.goto(address(live_server, tournament, "standings/"))
    expect(phone.locator("tr.mine")).to_contain_text(board.black.name)
    phone.goto(address(live_server, tournament))
    phone.click("text=Forget on this device")
    expect(phone.locator(".seat")).to_have_count(0)


def test_a24_the_seat_of_a_player_with_a_fixed_table_has_number_and_label(
    live_server, open_page, tournament, check_page
):
    board = tournament.rounds.get(number=2).pairings.get(board=3)
    board.white.fixed_board = 3
    board.white.save()
    touch(tournament)
    phone = open_page(390, 844, **PHONE)
    other = tournament.rounds.get(number=2).pairings.get(board=1).white
    for entry, label in ((board.white, 1), (other, 0)):
        phone.goto(address(live_server, tournament, f"players/{entry.pk}/"))
        remember(phone)
        phone.goto(address(live_server, tournament))
        expect(phone.locator(".seat").first.get_by_text("fixed table")).to_have_count(label)
    expect(phone.locator(".seat .no").last).to_have_text("3")
    check_page(phone)


def test_every_public_page_is_good_on_a_phone_and_in_the_dark(
    live_server, open_page, tournament, check_page
):
    entry = tournament.rounds.get(number=2).pairings.get(board=1).white
    pages = [
        "rounds/2/", "rounds/2/names/", "rounds/2/boards/1/", "rounds/3/", "standings/",
        "standings/1/only/r-2590/", f"standings/1/players/{entry.pk}/", "crosstable/",
        "players/", f"players/{entry.pk}/", "about/", "documents/",
    ]  # fmt: skip
    bright = open_page(390, 844, **PHONE)
    dark = open_page(390, 844, color_scheme="dark", **PHONE)
    for phone, language in ((bright, "en"), (dark, "tr")):
        for rest in pages:
            phone.goto(address(live_server, tournament, rest, language))
            check_page(phone)
        phone.goto(f"{live_server.url}/{language}/e/{tournament.event.slug}/")
        check_page(phone)


def test_what_was_read_stays_readable_without_a_connection_and_shows_its_age(
    live_server, open_page, tournament
):
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))  # one visit is enough
    for kept in ("location.href", "document.querySelector('script[src*=player]').src"):
        wait_for_promise(phone, f"caches.match({kept}).then(Boolean)")
    phone.context.set_offline(True)
    phone.goto(address(live_server, tournament))
    expect(phone.locator("table.boards tbody tr")).to_have_count(4)
    expect(phone.locator(".age")).to_contain_text("No connection. This is what was known")
    expect(phone.locator(".age")).to_have_class(re.compile("old"))
    phone.context.set_offline(False)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".age")).to_contain_text("Up to date, checked")


def test_a_result_arrives_without_a_reload(live_server, open_page, tournament):
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))
    phone.fill("#q", "player")
    factories.enter_all(tournament, 2)
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator("tr#b1 .result")).not_to_have_text("–")
    expect(phone.locator("#q")).to_have_value("player")


def test_the_cross_table_of_a_large_event_scrolls_inside_the_page(
    live_server, open_page, check_page
):
    made = factories.tournament(8, total_rounds=5)
    factories.play(made, 5)
    phone = open_page(320, 640, **PHONE)
    phone.goto(address(live_server, made, "crosstable/"))
    check_page(phone)


def test_an_announcement_appears_on_a_phone_that_has_only_the_page_open(
    live_server, open_page, tournament, check_page
):
    chief = factories.chief_of(tournament)
    phone = open_page(320, 640, **PHONE)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".announced")).to_have_count(0)
    announce(event=tournament.event, text="The round begins at 16:30", by=chief)
    expect(phone.locator(".announced")).to_contain_text("The round begins at 16:30")
    check_page(phone)
    announce(event=tournament.event, text="", by=chief)
    expect(phone.locator(".announced")).to_have_count(0)


def test_a_screen_turns_its_pages_and_follows_the_desk(live_server, open_page, tournament):
    made = HallScreen.objects.create(
        event=tournament.event, name="Door", key="door", shows=["boards", "standings"], seconds=3
    )
    hall = open_page(1920, 1080)
    hall.goto(f"{live_server.url}/en/screens/door/")
    expect(hall.locator(".slide:visible")).to_have_count(1)
    expect(hall.locator(".slide.boards")).to_be_visible()
    expect(hall.locator(".slide.standings")).to_be_visible()
    made.announcement = "Round 3 begins at 14:00"
    made.save()
    expect(hall.locator("footer")).to_have_text("Round 3 begins at 14:00")
    hall.context.set_offline(True)
    expect(hall.locator("#lost")).to_be_visible()
    expect(hall.locator(".slide:visible")).to_have_count(1)


def test_a_screen_with_a_logo_and_sponsors_fits_a_phone(
    live_server, open_page, tournament, check_page
):
    event, chief = tournament.event, factories.chief_of(tournament)
    event.name = "XXVII. Uluslararası İzmir Satranç Şöleni"
    event.save()
    for kind, size in ((LOGO, (420, 140)), (SPONSOR, (640, 90)), (SPONSOR, (150, 150))):
        sent = picture(size=size).read()
        event = add_emblem(event=event, kind=kind, name="Ege", picture=sent, by=chief)
    HallScreen.objects.create(event=event, name="Door", key="door", shows=["boards"])
    hall = open_page(1280, 720)
    hall.goto(f"{live_server.url}/tr/screens/door/")
    check_page(hall)
    assert hall.locator("h1").evaluate("one => one.getClientRects()[0].height") < 80
    hall.set_viewport_size({"width": 390, "height": 844})
    check_page(hall)


def test_the_desk_adds_a_screen(live_server, page, sign_in, tournament, check_page):
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/screens/")
    check_page(page)
    page.fill("#id_name", "Door")
    follow(page, "main button:has-text('Add screen')")
    expect(page.locator("main table")).to_contain_text("Door")
    check_page(page)
