"""A player on a phone, in Turkish: from three letters to a place, and to the waiting list."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from federation.models import Booking, ClubLink, Member, Message
from federation.queries.entries_links import token_of
from federation.services.entries_money import receive
from tests import factories
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import entries_made as make
from tests.federation.test_entries_club import Manager

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CHILD = timezone.localdate() - timedelta(days=11 * 365)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(autouse=True)
def of_a_federation(settings, monkeypatch):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"
    monkeypatch.setattr("federation.views.entries.FASTEST", 0)


def mailed_link(live_server):
    """Of the last mail."""
    (link,) = re.findall(r"https?://\S+", Message.objects.latest("pk").text)
    return live_server.url + link[link.index("/", 8) :]


def test_a_child_enters_and_the_next_one_waits(live_server, page, check_page, sign_in):
    chief = factories.user("chief")
    sections = (
        {"name": "Açık", "fee": 400},
        {"name": "12 yaş altı", "age_until": 12, "places": 1, "fee": 250},
    )
    event = make.calendar(chief=chief, sections=sections, name="Karşıyaka Açık")
    for name in ("Öztürk, İnci", "Öztürk, Işık"):
        make.player(name, born=CHILD, club="Karşıyaka SK", national=1200)
    site = f"{live_server.url}/tr"
    page.set_viewport_size(PHONE)

    def enter(given):
        page.goto(f"{site}/e/{event.event.slug}/")
        follow(page, "main a.button.main")
        page.locator("#find-name").press_sequentially("ozt")
        follow(page, f"#found a:has-text('{given}')")
        page.fill("[name=proof]", CHILD.strftime("%d.%m.%Y"))
        page.fill("[name=email]", "veli@example.org")
        page.keyboard.press("Enter")
        expect(page.locator(".offer").first).to_contain_text("12 yaş altı")
        page.fill("[name=parent_name]", "Öztürk, Ece")
        page.check("[name=parent_agrees]")
        check_page(page)
        follow(page, ".offer button.main")
        expect(page.locator("main")).to_contain_text("Şimdi e-postanıza bakın")
        check_page(page)
        page.goto(mailed_link(live_server))
        both_languages(page, check_page, 320, 1280)
        follow(page, "button:has-text('Kaydı onayla')")

    enter("İnci")
    expect(page.locator("main")).to_contain_text("kabul")
    expect(page.locator("#pay ~ dl")).to_contain_text("250 TRY")
    both_languages(page, check_page, 320, 1280)
    enter("Işık")
    expect(page.locator("main")).to_contain_text("bekleme listesinde 1. sırada")
    follow(page, "text=Kayıtlı olanlar")
    expect(page.locator("tbody").first).to_contain_text("Öztürk, İnci")
    both_languages(page, check_page, 320, 1280)
    assert Booking.objects.get(name="Öztürk, Işık").state == Booking.State.WAITING

    # The chief arbiter takes the accepted one over, and the money.
    sign_in(page, chief)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}/organise/{event.event.slug}/")
    both_languages(page, check_page, 320, 1280)
    follow(page, "button:has-text('1 oyuncuyu turnuvaya aktar')")
    expect(page.locator("main")).to_contain_text("turnuvada")
    page.goto(f"{site}/organise/{event.event.slug}/money/")
    both_languages(page, check_page, 320, 1280)
    follow(page, "button:has-text('Nakit ödedi')")
    expect(page.locator("main")).to_contain_text("kapandı")


def test_an_entry_is_moved_and_withdrawn_by_the_link_until_the_deadline(
    live_server, page, check_page
):
    sections = ({"name": "Açık", "places": 1, "fee": 400}, {"name": "B", "fee": 250})
    event = make.calendar(sections=sections, refund_percent=50)
    holder, second = (make.entered(event, section="Açık") for _number in range(2))
    receive(charge=holder.charge, amount=make.fee(400), method="cash", by=None)
    page.set_viewport_size(PHONE)

    def see(booking):
        page.goto(f"{live_server.url}/en/entry/{token_of(booking)}/")

    # Into the other section: what was paid too much comes back, the place goes to the next one.
    see(holder)
    page.click("summary:has-text('Change or withdraw')")
    check_page(page)
    follow(page, "button:has-text('Change the section')")
    expect(page.locator(".entry-card")).to_contain_text("to be paid back: 150 TRY")
    second.refresh_from_db()
    assert second.state == Booking.State.OFFERED
    see(second)
    follow(page, "button:has-text('Take the place')")
    expect(page.locator("main")).to_contain_text("The place is yours.")

    # Withdrawn: the rule of the event is said before, and holds.
    see(holder)
    page.click("summary:has-text('Change or withdraw')")
    follow(page, "button:has-text('Withdraw the entry')")
    expect(page.locator("main")).to_contain_text("By the rules of the event, 275 TRY is paid back.")
    both_languages(page, check_page, 320, 1280)
    follow(page, "button:has-text('Yes, withdraw')")
    expect(page.locator(".entry-card")).to_contain_text("to be paid back: 275 TRY")
    assert "275 TRY will be paid back." in Message.objects.latest("pk").text

    # After the deadline: refused where the page was open before, and said where it is opened now.
    see(second)
    page.click("summary:has-text('Change or withdraw')")
    event.entries_until = timezone.now() - timedelta(minutes=1)
    event.save(update_fields=["entries_until"])
    follow(page, "button:has-text('Change the section')")
    expect(page.locator("main")).to_contain_text("Entries closed on")
    expect(page.locator("main")).to_contain_text("desk@example.org")
    both_languages(page, check_page, 320, 1280)
    second.refresh_from_db()
    assert (second.state, second.section.name) == (Booking.State.ACCEPTED, "Açık")


def test_a_club_enters_its_list_and_withdraws_one(live_server, page, check_page, sign_in):
    event = make.calendar(
        sections=({"name": "Open", "fee": 300}, {"name": "U12", "age_until": 12, "fee": 100})
    )
    manager = Manager(event)
    names = [f"Kaya, Çocuk{letter}" for letter in "abcde"]
    for name in names:
        manager.member(name)
    sign_in(page, manager.user)
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/en/office/club-entries/")
    follow(page, f"main a:has-text('{event.name}')")

    # Each line says what is wrong, and what was pasted is there to be mended.
    page.fill("textarea", "\n".join([*names, "Kimse, Yok"]))
    follow(page, "button:has-text('Read the list')")
    expect(page.locator("main")).to_contain_text("give the whole birth date")
    expect(page.locator("textarea")).to_have_value(re.compile("Kimse, Yok"))
    check_page(page)
    assert not Booking.objects.exists()
    page.fill("textarea", "\n".join(names))
    follow(page, "button:has-text('Read the list')")
    expect(page.locator("tbody tr")).to_have_count(5)
    choice = page.locator("tbody select").first.bounding_box()
    assert choice["height"] >= 36, "a finger finds the section of each"
    check_page(page)
    page.check("[name=agreed]")
    follow(page, "main form button.main")
    expect(page.locator("main")).to_contain_text("5 players are entered.")
    both_languages(page, check_page, 320, 1280)
    expect(page.locator(".entry-card")).to_contain_text("owes 500")
    follow(page, "tbody tr:has-text('Çocuka') button[value=withdraw]")
    follow(page, "button:text-is('Yes, do it')")
    assert Booking.objects.get(name="Kaya, Çocuka").state == Booking.State.WITHDRAWN
    expect(page.locator(".entry-card")).to_contain_text("owes 400")


def test_a_club_without_an_account_enters_by_its_own_link(
    live_server, page, open_page, check_page, sign_in
):
    chief = factories.user("chief")
    event = make.calendar(chief=chief, sections=({"name": "Open", "fee": 300},))
    club = make.club("Konak SK")
    club.email = "konak@example.org"
    club.save()
    for name in ("Kaya, Ada", "Kaya, Efe"):
        Member.objects.filter(player=make.player(name, CHILD)).update(club=club)

    # The organiser finds the club and sends the link.
    sign_in(page, chief)
    page.goto(f"{live_server.url}/en/organise/{event.event.slug}/")
    follow(page, "nav.actions a:text-is('Clubs')")
    page.fill("#find-club", "konak")
    follow(page, "main form button:text-is('Find')")
    expect(page.locator("[name=email]:visible")).to_have_value("konak@example.org")
    both_languages(page, check_page, 320, 1280)
    follow(page, "button:has-text('Send the link')")
    expect(page.locator("main")).to_contain_text("on its way to konak@example.org")
    both_languages(page, check_page, 320, 1280)

    # The club opens the mail on a phone.
    phone = open_page(*PHONE.values())
    phone.goto(mailed_link(live_server))
    phone.fill("textarea", "Kaya, Ada\nKaya, Efe")
    follow(phone, "button:has-text('Read the list')")
    check_page(phone)
    phone.check("[name=agreed]")
    follow(phone, "main form button.main")
    expect(phone.locator("main")).to_contain_text("2 players are entered.")
    both_languages(phone, check_page, 320, 1280)
    follow(phone, "tbody tr:has-text('Kaya, Efe') button[value=withdraw]")
    follow(phone, "button:text-is('Yes, do it')")
    expect(phone.locator(".entry-card")).to_contain_text("owes 300")

    # Withdrawn, it opens nothing.
    page.reload()
    expect(page.locator("tbody td.n")).to_have_text("1")
    follow(page, "button:has-text('Withdraw the link')")
    follow(page, "button:text-is('Yes, do it')")
    phone.reload()
    expect(phone.locator("h1")).to_have_text("This link is not valid any more.")

    # The club asks on the page where one enters: the organiser has to send it again.
    phone.goto(f"{live_server.url}/en/enter/{event.event.slug}/")
    follow(phone, "a:text-is('Enter players of a club')")
    phone.fill("#find-club", "konak")
    follow(phone, "main form button:text-is('Find')")
    both_languages(phone, check_page, 320, 1280)
    follow(phone, "button:has-text('Send the link')")
    expect(phone.locator("[role=alert]")).to_contain_text("The organiser has withdrawn the link")
    both_languages(phone, check_page, 320, 1280)
    follow(page, "button:has-text('New link')")
    phone.goto(mailed_link(live_server))
    expect(phone.locator("main")).to_contain_text("Kaya, Ada")
    phone.goto(f"{live_server.url}/en/enter/{event.event.slug}/club/?q=konak")
    ClubLink.objects.all().delete()
    follow(phone, "button:has-text('Send the link')")
    expect(phone.locator("body")).to_contain_text("has the link in its mail")
