"""Taps to what a player wants on a phone, counted from the address of the event.

The numbers are those of a player who has never been here, or whose name the phone remembers.
"""

import pytest
from django.db.models import Q
from playwright.sync_api import expect

from tests import factories
from tests.browser.waiting import wait_for, wait_for_promise
from tournaments.models import HallPlan, Prize, Tournament
from tournaments.services.setup.events import create_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tournament():
    """Two tournaments of one event; in the first, round 2 is being played."""
    made = factories.tournament(12, total_rounds=5, name="Open", live_url="https://example.org/")
    create_tournament(event=made.event, by=factories.chief_of(made), name="Children")
    made.entries.filter(tpn=7).update(name="Çağlar, Işıl", fide_rating=2100)
    made.entries.filter(tpn__in=(3, 7, 9)).update(sex="w")
    HallPlan.objects.create(event=made.event, words="First floor, room 3")
    for position, category in enumerate(("", "women"), start=1):
        Prize.objects.create(
            tournament=made, position=position, category=category, first=1, last=1, amount=500
        )
    factories.play(made, 1)
    factories.pair(made, 2)
    factories.publish(made, 2)
    return Tournament.objects.get(pk=made.pk)


@pytest.fixture
def phone(open_page):
    return open_page(390, 844, is_mobile=True, has_touch=True)


def event_page(live_server, tournament):
    return f"{live_server.url}/en/e/{tournament.event.slug}/"


def taps(phone, *names):
    """Links and buttons by their names as they are read out, each large enough for a thumb."""
    for name in names:
        found = phone.get_by_role("link", name=name, exact=True).or_(
            phone.get_by_role("button", name=name, exact=True)
        )
        expect(found.first).to_be_visible()
        found.first.tap()


#: what is wanted, and how many taps it may cost: what is tapped, and what is seen then
FIRST_VISIT = (
    (1, ["Round 2"], ".boards tbody tr"),  # other boards
    (1, ["Pairings by name"], "table.by-name"),
    (1, ["Standings"], "table.standings"),
    (1, ["Women · Standings"], "table.standings"),
    (2, ["Prizes"], "h1:has-text('prizes')"),
    (2, ["Schedule and rules"], "#rules"),
    (2, ["Plan of the hall"], "main:has-text('First floor, room 3')"),
    (2, ["Documents (PDF)"], "h1:has-text('documents')"),
    (2, ["Round 2", "PGN"], None),
    (1, ["Türkçe"], "html[lang=tr]"),
)


def test_a_stranger_finds_everything_within_its_number_of_taps(
    live_server, open_page, phone, tournament, check_page
):
    start = address = event_page(live_server, tournament)
    phone.goto(address)
    check_page(phone)
    for most, names, seen in FIRST_VISIT:
        assert len(names) <= most
        phone.goto(address)
        if seen is None:
            taps(phone, *names[:-1])
            with phone.expect_download():
                taps(phone, names[-1])
            continue
        taps(phone, *names)
        phone.wait_for_url(lambda url: url != address)
        expect(phone.locator(seen).first).to_be_visible()
    # Live games are on another site: the link is there at once.
    phone.goto(address)
    expect(phone.get_by_role("link", name="Live games")).to_be_visible()

    # And from the address of the tournament itself.
    address = f"{start}{tournament.slug}/"
    for names, seen in (
        (["Standings"], "table.standings"),
        (["Schedule and rules"], "#rules"),
        (["Schedule and rules", "The list of prizes, and who gets what"], "#lists"),
        (["Schedule and rules", "Plan of the hall"], "main:has-text('First floor, room 3')"),
        (["PDF"], "h1:has-text('documents')"),
        (["by name"], "table.by-name"),
    ):
        phone.goto(address)
        taps(phone, *names)
        expect(phone.locator(seen).first).to_be_visible()

    # Without scripts a name leads to the card.
    page = open_page(390, 844, java_script_enabled=False)
    page.goto(f"{start}?q=isil")
    page.get_by_role("link", name="Çağlar, Işıl · Open").click()
    expect(page.locator(".seat")).to_contain_text("Opponent")
    page.goto(f"{start}?q=nobody")
    expect(page.locator("#nobody")).to_be_visible()


def test_who_gets_what_never_scrolls_sideways(live_server, open_page, tournament):
    names = ("Hacıömeroğlu-Çelikbaş, Şükrü Ümmügülsüm", "Παπαδόπουλος, Ege")
    for tpn, name in enumerate(names, start=1):
        tournament.entries.filter(tpn=tpn).update(name=name)
    tournament.prize_rows.filter(position=1).update(last=12, amount=1234567, thing="Kupa, madalya")
    factories.enter_all(tournament, 2)
    for width, letters in ((390, "100%"), (320, "100%"), (390, "200%")):
        page = open_page(width, 844)
        page.goto(f"{event_page(live_server, tournament)}{tournament.slug}/prizes/")
        expect(page.locator(".winners")).to_be_visible()
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
        for place in ("document.documentElement", "document.querySelector('.winners').parentNode"):
            assert page.evaluate(f"{place}.scrollWidth - {place}.clientWidth") == 0, (width, place)


def test_my_seat_is_one_tap_away_on_the_first_visit_and_then_none(
    live_server, phone, tournament, check_page
):
    entry = tournament.entries.get(tpn=7)
    board = tournament.rounds.get(number=2).pairings.get(Q(white=entry) | Q(black=entry))
    other = board.black if board.white_id == entry.pk else board.white
    colour = "White" if board.white_id == entry.pk else "Black"
    address = event_page(live_server, tournament)
    phone.goto(address)
    phone.locator("#q").press_sequentially("cag")
    taps(phone, "Çağlar, Işıl · Open")
    told = f"Round 2, board {board.board}, you have {colour} against {other.name}."
    expect(phone.locator(".seat [data-part=told]")).to_have_text(told)
    check_page(phone)
    phone.goto(address)
    expect(phone.locator(".seat .no")).to_have_text(str(board.board))
    expect(phone.locator(".seat")).to_contain_text("Open · round 2")

    for most, names, seen in (
        (1, ["Çağlar, Işıl"], "table.card"),  # my results, points, place
        (1, [other.name], f"h1:has-text('{other.name}')"),  # my opponent
        (2, ["Why this opponent?"], "h1"),
        (2, ["Çağlar, Işıl", "How was this place made?"], "h1"),
        (1, ["Open · round 2"], ".seat"),
    ):
        assert len(names) <= most
        phone.goto(address)
        taps(phone, *names)
        phone.wait_for_url(lambda url: url != address)
        expect(phone.locator(seen).first).to_be_visible()

    # Two taps to print and to save: of my card, and of the event.
    phone.goto(address)
    expect(phone.get_by_role("link", name="All rounds in your calendar (ICS)")).to_be_visible()
    taps(phone, "Forget on this device")
    expect(phone.locator(".seat")).to_have_count(0)


def test_the_seat_on_the_page_of_the_event_follows_the_round(live_server, phone, tournament):
    address = event_page(live_server, tournament)
    entry = tournament.entries.get(tpn=7)
    phone.goto(f"{address}{tournament.slug}/players/{entry.pk}/")
    taps(phone, "This is me: remember on this device")
    expect(phone.locator("[data-remember]")).to_have_text("Forget on this device")
    factories.enter_all(tournament, 2)
    factories.pair(tournament, 3)
    phone.goto(address)
    expect(phone.locator(".seat")).to_contain_text("round 2")
    expect(phone.locator(".note.coming")).to_contain_text("Round 3: not published yet")
    factories.publish(tournament, 3)
    expect(phone.locator(".seat")).to_contain_text("round 3")  # nobody touches the phone
    expect(phone.locator(".note.coming")).to_have_count(0)
    # Without a line: the page and the seat as they were last known.
    wait_for_promise(phone, "Boolean(navigator.serviceWorker.controller)")
    phone.reload()
    expect(phone.locator(".seat")).to_contain_text("round 3")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(".seat")).to_contain_text("round 3")
    expect(phone.locator(".age")).to_contain_text("No connection. This is what was known")


def test_a_seat_that_was_asked_for_before_it_was_forgotten_does_not_come_back(
    live_server, open_page, tournament
):
    phone = open_page(390, 844, is_mobile=True, has_touch=True, service_workers="block")
    address = event_page(live_server, tournament)
    entry = tournament.entries.get(tpn=7)
    phone.goto(f"{address}{tournament.slug}/players/{entry.pk}/")
    taps(phone, "This is me: remember on this device")
    phone.goto(address)
    expect(phone.locator(".seat")).to_have_count(1)
    held = []
    phone.route("**/rounds/2/", lambda route: held.append(route))
    phone.evaluate("dispatchEvent(new Event('online'))")
    wait_for(phone, lambda: held)
    taps(phone, "Forget on this device")
    expect(phone.locator(".seat")).to_have_count(0)
    for route in held:
        with phone.expect_response("**/rounds/2/"):
            route.continue_()
    phone.wait_for_timeout(300)
    expect(phone.locator(".seat")).to_have_count(0)
