"""Many boards on one screen for those who want it, and a phone that keeps what matters in view."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import follow, wait_for_promise
from tests.tournaments.knockout_events import announced, knockout
from tournaments.models import Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOX = "el => { const b = el.getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }"


@pytest.fixture
def large(live_server, page, sign_in):
    """Sixty boards before their chief arbiter."""
    tournament = factories.tournament(120, chief=factories.user("crowd"))
    factories.pair(tournament, 1)
    factories.publish(tournament, 1)
    sign_in(page, factories.chief_of(tournament))
    page.goto(f"{live_server.url}/en/desk/{tournament.event.slug}/a/rounds/1/")
    return tournament


def box(page, selector):
    return page.locator(selector).evaluate(BOX)


def test_sixty_boards_stand_in_two_columns_of_28_pixels_and_this_is_remembered(
    large, page, check_page
):
    page.set_viewport_size({"width": 1440, "height": 1040})
    follow(page, "text=Compact rows")
    heights = page.eval_on_selector_all(
        "tr[data-board]", "rows => rows.map(row => row.getBoundingClientRect().height)"
    )
    assert len(heights) == 60 and max(heights) < 30
    one, last = box(page, "#b1"), box(page, "#b60")
    assert last[0] > one[0] + one[2]  # in the second column
    assert last[1] + last[3] <= 1040  # and on the screen
    check_page(page)
    page.set_viewport_size({"width": 1440, "height": 900})  # the head gives way, not the boards
    page.reload()
    wait_for_promise(page, "() => scrollY > 0")
    one, last = box(page, "#b1"), box(page, "#b60")
    assert one[1] >= 0 and last[1] + last[3] <= 900
    assert box(page, "#line")[1] >= 0
    page.keyboard.press("1")
    expect(page.locator("#b1")).to_have_attribute("data-result", "10")
    expect(page.locator("tr.now")).to_have_attribute("data-board", "2")
    assert User.objects.get(username="crowd").compact
    page.reload()
    follow(page, "text=Roomy rows")
    assert box(page, "#b60")[0] == box(page, "#b1")[0]
    assert not User.objects.get(username="crowd").compact


def test_other_tables_of_boards_keep_their_shape(live_server, page, sign_in):
    cup = announced(knockout(4))
    chief = factories.chief_of(cup.tournament)
    User.objects.filter(pk=chief.pk).update(compact=True)
    sign_in(page, chief)
    page.set_viewport_size({"width": 1280, "height": 900})
    place = f"{cup.tournament.event.slug}/{cup.tournament.slug}"
    page.goto(f"{live_server.url}/en/desk/{place}/knockout/{cup.pk}/")
    tops = page.eval_on_selector_all(
        "table.due tbody tr", "rows => rows.map(row => row.getBoundingClientRect().y)"
    )
    assert len(tops) == 2 and tops[0] < tops[1]  # below each other, not in columns


def test_on_a_phone_the_field_what_is_saved_and_what_is_missing_stay(large, page, check_page):
    page.set_viewport_size({"width": 390, "height": 844})
    assert box(page, "header.bar")[3] <= 57
    page.locator("#b60").scroll_into_view_if_needed()
    field, left = box(page, "#line"), box(page, "[data-left]")
    assert field[1] >= 0 and field[1] + field[3] <= 844
    assert left[1] >= 0 and left[1] + left[3] <= 844
    expect(page.locator("[data-left]")).to_have_text("Missing: 60")
    page.fill("#line", "60 1")
    page.press("#line", "Enter")
    expect(page.locator("[data-left]")).to_have_text("Missing: 59")
    expect(page.locator("[data-state]")).to_be_visible()
    assert box(page, "[data-state]")[1] < 844
    page.evaluate("scrollTo(0, 0)")  # the field stays over what scrolls below it
    check_page(page)


def test_the_choice_stands_with_the_rest_about_me(live_server, page, sign_in):
    sign_in(page, factories.user("calm"))
    page.goto(f"{live_server.url}/tr/desk/me/")
    page.check("[name=compact]")
    follow(page, "main form button.main")
    assert User.objects.get(username="calm").compact


@pytest.mark.parametrize("width", [320, 390])
def test_the_head_of_the_desk_has_room_for_its_links_on_a_phone_in_turkish(
    large, live_server, page, check_page, width
):
    Tournament.objects.filter(pk=large.pk).update(
        name="Uluslararası Açık Turnuva, A grubu", fide_mode=False
    )
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(page.url.replace("/en/", "/tr/"))
    expect(page.locator(".bar .count, .bar a", has_text="Gelen kutusu").first).to_be_visible()
    check_page(page)
    assert box(page, ".bar")[3] <= 57
