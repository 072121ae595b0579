"""A player finds the wanted things on a phone within two taps, row by row, without an account."""

import re

import pytest
from django.db.models import Q
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import wait_for_promise
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Tournament
from tournaments.services.rounds.publication import unpublish_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"is_mobile": True, "has_touch": True}
LONG = "Küçükmustafaoğullarından, Abdülkadir Ömer Faruk"


@pytest.fixture
def tournament():
    made = factories.tournament(26, total_rounds=5)
    made.entries.filter(tpn=7).update(name="Çağlar, Işıl")
    made.entries.filter(tpn=8).update(name=LONG)
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    return Tournament.objects.get(pk=made.pk)


def address(live_server, tournament, rest="", language="en"):
    return f"{live_server.url}/{language}/e/{tournament.event.slug}/{tournament.slug}/{rest}"


def test_my_seat_is_three_letters_and_one_tap_away_and_then_none(
    live_server, open_page, tournament, check_page
):
    entry = tournament.entries.get(tpn=7)
    board = tournament.rounds.get(number=2).pairings.get(Q(white=entry) | Q(black=entry))
    white = board.white_id == entry.pk
    other = board.black if white else board.white
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))
    phone.locator("#q").press_sequentially("cag")
    expect(phone.locator("#is-me button")).to_have_text(["Çağlar, Işıl"])
    expect(phone).to_have_url(re.compile(r"/rounds/2/\?q=cag$"))
    check_page(phone)
    phone.click("#is-me button")
    expect(phone.locator(".seat .no")).to_have_text(str(board.board))
    colour = "White" if white else "Black"
    told = f"Round 2, board {board.board}, you have {colour} against {other.name}."
    expect(phone.locator(".seat [data-part=told]")).to_have_text(told)
    expect(phone.locator("table.boards tbody tr:visible")).to_have_count(13)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".seat")).to_contain_text(f"You have {colour}")
    phone.goto(address(live_server, tournament, "standings/"))
    expect(phone.locator("tbody.own")).to_contain_text("Çağlar, Işıl")
    expect(phone.locator(".state.warn").first).to_have_text("not final")
    check_page(phone)


def test_a_search_that_finds_nobody_names_what_is_typed_now(live_server, open_page, tournament):
    event = f"{live_server.url}/en/e/{tournament.event.slug}/"
    for page in (address(live_server, tournament, "rounds/2/"), event):
        phone = open_page(390, 844, **PHONE)
        phone.goto(page + "?q=zzz")
        expect(phone.locator("#nobody p").first).to_contain_text("Nobody called “zzz” ")
        phone.fill("#q", "yyy $& ")
        expect(phone.locator("#nobody p").first).to_contain_text("Nobody called “yyy $&” ")


def test_a_page_renewed_while_somebody_types_keeps_what_they_have_selected(
    live_server, open_page, tournament
):
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament, "rounds/2/?q=zzz"))
    expect(phone.locator(".age")).to_have_text(re.compile("^Up to date"))
    phone.wait_for_load_state("networkidle")
    phone.focus("#q")
    phone.evaluate("document.getElementById('q').setSelectionRange(1, 3)")
    old = phone.locator("#q").element_handle()
    factories.enter_all(tournament, 2)
    factories.pair(tournament, 3)
    factories.publish(tournament, 3)  # the page hears of it and is made anew
    phone.wait_for_function("one => !one.isConnected", arg=old)
    phone.keyboard.type("y")
    expect(phone.locator("#q")).to_have_value("zy")


def test_is_this_current_stands_on_top_and_an_old_page_looks_again_by_itself(
    live_server, open_page, tournament
):
    factories.enter_all(tournament, 2)
    phone = open_page(390, 844, **PHONE)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".age")).to_have_text(re.compile("^Up to date, checked"))
    phone.wait_for_load_state()
    assert phone.locator(".age").bounding_box()["y"] < 200
    expect(phone.locator(".note.coming")).to_contain_text("Round 3: not published yet")
    phone.context.set_offline(True)
    expect(phone.locator(".age")).to_contain_text("No connection. This is what was known")
    phone.context.set_offline(False)
    expect(phone.locator(".age")).to_contain_text("Up to date")
    factories.pair(tournament, 3)
    phone.goto(address(live_server, tournament, "rounds/3/"))
    expect(phone.locator(".empty")).to_contain_text("This round is not published yet.")
    other = open_page(390, 844, **PHONE)
    other.goto(address(live_server, tournament, "rounds/2/"))
    factories.publish(tournament, 3)  # nobody touches the phones
    expect(phone.locator("table.boards tbody tr")).to_have_count(13)
    expect(other.locator(".note.coming")).to_contain_text("Round 3: published")
    chief = factories.chief_of(tournament)
    confirmed(unpublish_round, tournament=tournament, number=3, reason="list", by=chief)
    expect(phone.locator(".empty")).to_contain_text("This round is under revision.")
    expect(phone.locator("table.boards")).to_have_count(0)
    phone.goto(address(live_server, tournament))
    expect(phone.locator(".note.coming")).to_contain_text("under revision")


def test_sharing_is_one_tap_and_printing_saving_the_language_two(
    live_server, open_page, tournament
):
    entry = tournament.entries.get(tpn=7)
    phone = open_page(390, 844, **PHONE)
    phone.add_init_script(
        "window.shared = []; window.printed = 0; window.print = () => { window.printed += 1; };"
        "navigator.share = async (what) => { window.shared.push(what); };"
    )
    card = address(live_server, tournament, f"players/{entry.pk}/")
    phone.goto(card)
    phone.click("text=Share")
    wait_for_promise(phone, "window.shared.length > 0")
    assert phone.evaluate("window.shared") == [{"title": "Çağlar, Işıl · A", "url": card}]
    phone.click("text=Print")
    wait_for_promise(phone, "window.printed > 0")
    assert phone.evaluate("window.printed") == 1
    expect(phone.locator("footer a", has_text="Calendar (ICS)")).to_be_visible()
    expect(phone.locator("footer a", has_text="PDF")).to_be_visible()
    phone.click("text=Türkçe")
    expect(phone).to_have_url(address(live_server, tournament, f"players/{entry.pk}/", "tr"))


def test_without_a_way_to_share_the_link_is_copied(live_server, open_page, tournament):
    desk = open_page(permissions=["clipboard-read", "clipboard-write"])
    desk.add_init_script("navigator.share = undefined")
    desk.goto(address(live_server, tournament, "standings/"))
    desk.click("text=Share")
    expect(desk.locator("[data-share]")).to_have_text("Link copied")
    assert desk.evaluate("navigator.clipboard.readText()") == desk.url


def test_letters_twice_as_large_never_scroll_sideways(live_server, open_page, tournament):
    entry = tournament.entries.get(tpn=8)
    phone = open_page(390, 844, **PHONE)
    for rest in ("rounds/2/", "rounds/2/names/", "standings/", f"players/{entry.pk}/", "about/",
                 "players/", "rounds/2/boards/1/", "crosstable/",
                 f"standings/1/players/{entry.pk}/"):  # fmt: skip
        phone.goto(address(live_server, tournament, rest))
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert (rest, phone.evaluate(wider)) == (rest, 0)
    event = f"{live_server.url}/en/e/{tournament.event.slug}/"
    for width, page in (
        (390, event),
        (320, event),
        (320, address(live_server, tournament, "about/")),
    ):
        phone.set_viewport_size({"width": width, "height": 844})
        phone.goto(page)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        assert (page, phone.evaluate(wider)) == (page, 0)


def test_on_paper_there_is_the_table_and_nothing_to_press(live_server, open_page, tournament):
    desk = open_page(794, 1123)
    desk.emulate_media(media="print")
    for rest in ("rounds/2/", "standings/", "crosstable/", "about/"):
        desk.goto(address(live_server, tournament, rest))
        expect(desk.locator("h1")).to_be_visible()
        assert desk.locator("button:visible, nav:visible, input:visible").count() == 0, rest
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert (rest, desk.evaluate(wider)) == (rest, 0)
