"""A screen in the hall: nobody touches it, and it shows what is out."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow
from tests.tournaments.knockout_events import announced, knockout
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import HallScreen
from tournaments.services.rounds.publication import unpublish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LETTERS = (
    "getComputedStyle(document.querySelector('.slide:not([hidden]) td:nth-child(2)')).fontSize"
)


def screen(tournament, *shows, **values):
    HallScreen.objects.create(
        event=tournament.event, name="S", key="hall", shows=list(shows), **values
    )


def too_much(hall):
    return hall.evaluate(
        "(() => { const m = document.querySelector('main');"
        "return m.scrollHeight > m.clientHeight || m.scrollWidth > m.clientWidth; })()"
    )


def test_a_result_does_not_turn_the_page_back_and_a_new_round_begins_at_the_first(
    live_server, open_page
):
    made = factories.tournament(20, total_rounds=5)
    factories.pair(made, 1)
    factories.publish(made, 1)
    screen(made, "boards", rows=4, seconds=120)
    hall = open_page(1280, 720)
    hall.goto(f"{live_server.url}/en/screens/hall/")
    hall.evaluate("show(2)")
    expect(hall.locator(".slide:visible")).to_contain_text("3 / 3")
    factories.enter_all(made, 1)
    expect(hall.locator(".slide:visible")).not_to_contain_text("–0–1")
    expect(hall.locator(".slide:visible td.c").first).not_to_have_text("–")
    expect(hall.locator(".slide:visible")).to_contain_text("3 / 3")
    hall.context.set_offline(True)
    expect(hall.locator("#lost")).to_be_visible()
    factories.pair(made, 2)
    factories.publish(made, 2)
    hall.context.set_offline(False)
    expect(hall.locator(".slide:visible h2")).to_contain_text("round 2")
    expect(hall.locator(".slide:visible")).to_contain_text("1 / 3")
    expect(hall.locator("#lost")).to_be_hidden()


def test_a23_a_round_taken_back_is_on_no_screen_and_the_screen_says_so(live_server, open_page):
    made = factories.tournament(8, total_rounds=5)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    screen(made, "boards", "names", "results", "standings", seconds=120)
    hall = open_page(1920, 1080)
    hall.goto(f"{live_server.url}/en/screens/hall/")
    expect(hall.locator(".slide:visible h2")).to_contain_text("round 2")
    chief = factories.chief_of(made)
    confirmed(unpublish_round, tournament=made, number=2, reason="list", by=chief)
    expect(hall.locator(".slide:visible")).to_contain_text("This round is under revision.")
    expect(hall.locator(".slide.boards, .slide.names, .slide.results")).to_have_count(0)
    expect(hall.locator(".slide.standings")).to_have_count(1)
    assert not too_much(hall)


def test_letters_are_as_large_as_the_lines_allow_and_nothing_is_cut(live_server, open_page):
    made = factories.tournament(8, total_rounds=5)
    made.entries.filter(tpn__lte=4).update(name="Küçükmustafaoğullarından, Abdülkadir Ömer Faruk")
    factories.play(made, 1)
    screen(made, "boards", "names", "standings", seconds=120)
    for width, height in ((1920, 1080), (1280, 720)):
        hall = open_page(width, height)
        hall.goto(f"{live_server.url}/tr/screens/hall/")
        sizes = []
        for place in range(hall.locator(".slide").count()):
            hall.evaluate(f"show({place})")
            assert not too_much(hall)
            sizes.append(float(hall.evaluate(LETTERS).removesuffix("px")) / height)
        assert min(sizes) > 0.028  # of the height: read from ten metres on a screen of 1.4 m


def test_a_bracket_fits_the_screen(live_server, open_page):
    made = announced(knockout(16))
    screen(made.tournament, "boards", "standings", seconds=120)
    hall = open_page(1920, 1080)
    hall.goto(f"{live_server.url}/en/screens/hall/")
    expect(hall.locator(".slide.due")).to_be_visible()
    for place in range(hall.locator(".slide").count()):
        hall.evaluate(f"show({place})")
        assert not too_much(hall)
    expect(hall.locator(".slide.bracket").first.locator(".stage")).to_have_count(3)


def test_the_desk_describes_the_hall_and_foresees_the_end_on_a_phone(
    live_server, open_page, sign_in, check_page
):
    made = factories.tournament(6, total_rounds=2)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    phone = open_page(390, 844)
    sign_in(phone, factories.chief_of(made))
    desk = f"{live_server.url}/en/desk/{made.event.slug}"
    phone.goto(f"{desk}/hall/")
    check_page(phone)
    phone.fill("#id_words", "First floor, room 3")
    follow(phone, "main button.main")
    expect(phone.locator("#news")).to_contain_text("The plan of the hall is saved.")
    follow(phone, "text=Public page")
    expect(phone.locator("main")).to_contain_text("First floor, room 3")
    check_page(phone)
    phone.goto(f"{desk}/{made.slug}/standings/outcomes/")
    expect(phone.locator("main")).to_contain_text("Places 1 to 10 in 27 ways")
    check_page(phone)
    phone.locator("table select").first.select_option("10")  # it computes at once
    expect(phone.locator("main")).to_contain_text("Places 1 to 10 in 9 ways")


def test_nothing_moves_while_the_page_of_a_screen_comes_up(live_server, open_page):
    made = factories.tournament(20, total_rounds=5)
    factories.pair(made, 1)
    factories.publish(made, 1)
    screen(made, "boards", rows=4)
    moved = (
        "() => new Promise((done) => { let sum = 0; new PerformanceObserver((seen) =>"
        " seen.getEntries().forEach((one) => { sum += one.value; }))"
        ".observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 100); })"
    )
    for width, height in ((1920, 1080), (390, 844)):
        hall = open_page(width, height)
        hall.goto(f"{live_server.url}/en/screens/hall/")
        expect(hall.locator("body.turning .slide:visible")).to_have_count(1)
        assert hall.evaluate(moved) < 0.01
