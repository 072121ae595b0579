"""The registrar's desk by clicks: a person, a licence, a transfer, a double and the way back; an
arbiter who is asked and confirms."""

import pytest
from playwright.sync_api import expect

from federation.models import Appointment, Club, Duty, Licence, Member, Membership
from federation.tasks import write_member_list
from tests.browser.looks import both_languages
from tests.browser.waiting import follow
from tests.federation import people_made_up as made
from tests.federation.officers import officer
from tests.federation.test_arbiters import an_arbiter, on_the_calendar
from tournaments.models import Job, RegisteredPlayer, StaffMember

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

YES = "button:text-is('Yes, do it')"


@pytest.fixture(autouse=True)
def of_a_federation(settings):
    settings.FEDERATION = "Türkiye Satranç Federasyonu"


def test_a_person_gets_a_licence_another_club_and_loses_a_double(
    live_server, page, open_page, sign_in, check_page
):
    made.club()
    goes_to = made.club("Konak SK", "35-2")
    double = made.member("Demir, Ege", fide_id="63001234", birth_date="2012")
    sign_in(page, officer(Duty.REGISTRAR))
    office = f"{live_server.url}/en/office"

    # Registered: nonsense is named first.
    page.goto(f"{office}/people/new/")
    page.fill("#id_name", "12")
    page.fill("#id_fide_id", "63a")
    follow(page, "button:has-text('Register')")
    expect(page.locator("main")).to_contain_text("This is no name.")
    expect(page.locator("main")).to_contain_text("A FIDE ID has digits alone.")
    page.fill("#id_name", "Demir, Ege Can")
    page.fill("#id_fide_id", "")
    page.fill("#id_born_on", "2012-02-01")
    follow(page, "button:has-text('Register')")
    expect(page.locator("h1")).to_contain_text("Demir, Ege Can")
    person = Member.objects.get(player__name="Demir, Ege Can")
    both_languages(page, check_page)

    # A licence: given, withdrawn, given back.
    page.locator("summary", has_text="Give a licence").click()
    page.fill("#id_number", "L-77")
    follow(page, "button.button:text-is('Give')")
    expect(page.locator("main table").first).to_contain_text("L-77")
    follow(page, "button:text-is('Withdraw')")
    check_page(page)
    follow(page, YES)
    assert Licence.objects.get().withdrawn_at
    follow(page, "button:text-is('Give back')")
    assert Licence.objects.get().withdrawn_at is None

    # A club asks for the player by the licence; a mistyped number keeps what was typed.
    manager = open_page(390, 844)
    sign_in(manager, officer(Duty.CLUB, club=goes_to))
    manager.goto(f"{office}/transfers/")
    manager.fill("#id_licence", "L-78")
    manager.fill("#id_reason", "Moved house")
    follow(manager, "main form button.main")
    expect(manager.locator("main")).to_contain_text("Nobody has this licence number.")
    expect(manager.locator("#id_reason")).to_have_value("Moved house")
    manager.fill("#id_licence", "L-77")
    follow(manager, "main form button.main")
    expect(manager.locator("main")).to_contain_text("waits for the registrar")
    check_page(manager)
    page.goto(f"{office}/transfers/")
    both_languages(page, check_page)
    follow(page, "button:text-is('Approve')")
    assert Member.objects.get(pk=person.pk).club == Club.objects.get(pk=goes_to.pk)

    # The double: offered, compared, merged, and parted again.
    page.goto(f"{office}/doubles/")
    expect(page.locator(".alike")).to_contain_text("nearly the same name, born in the same year")
    both_languages(page, check_page, 320, 1280)
    page.fill("#kept", str(person.pk))
    page.fill("#gone", "99999999")
    follow(page, "button:text-is('Compare')")
    expect(page.locator("main")).to_contain_text("nobody with this number")
    page.goto(f"{office}/people/{person.pk}/")
    check_page(page)
    follow(page, ".alike a:text-is('Compare')")
    expect(page.locator("main")).to_contain_text("63001234")
    follow(page, "a:text-is('The other way round')")
    check_page(page)
    page.fill("#reason", "One person")
    follow(page, "button:text-is('Merge')")
    follow(page, YES)
    expect(page.locator("main")).to_contain_text("One person")
    assert RegisteredPlayer.objects.get(pk=person.pk).fide_id == "63001234"
    assert not Member.objects.filter(pk=double.pk).exists()
    page.goto(f"{office}/doubles/")
    follow(page, "button:text-is('Take back')")
    follow(page, YES)
    expect(page.locator("main")).to_contain_text("taken back")
    assert RegisteredPlayer.objects.get(pk=person.pk).fide_id == ""
    assert Member.objects.get(pk=double.pk).player.name == "Demir, Ege"
    follow(page, ".alike button:text-is('Not the same person')")
    expect(page.locator("main")).to_contain_text("None of these members looks like anybody else.")


def test_a_death_is_noted_and_taken_back(live_server, page, sign_in, check_page):
    club = made.club()
    person = made.member("Kaya, Deniz", of=club)
    Membership.objects.create(player=person.player, club=club, from_on="2024-01-01")
    sign_in(page, officer(Duty.REGISTRAR))
    page.goto(f"{live_server.url}/en/office/people/{person.pk}/")
    page.fill("#id_died_on", "2099-01-01")
    follow(page, "button:text-is('Note the day')")
    expect(page.locator("#news")).to_contain_text("This day is still to come.")
    page.fill("#id_died_on", "2026-10-01")
    follow(page, "button:text-is('Note the day')")
    expect(page.locator("main")).to_contain_text("leaves their club")
    check_page(page)
    follow(page, YES)
    expect(page.locator(".people-facts")).to_contain_text("died on 2026-10-01")
    both_languages(page, check_page, 320, 1280)
    assert Member.objects.get(pk=person.pk).club is None
    page.fill("#id_died_on", "")
    follow(page, "button:text-is('Note the day')")
    expect(page.locator(".people-facts")).not_to_contain_text("died on")
    assert Member.objects.get(pk=person.pk).club == club


def test_a_list_shows_what_it_changes_and_then_changes_it(
    live_server, page, sign_in, check_page, tmp_path
):
    made.member("Kaya, Deniz", of=made.club(), fide_id="63000", birth_date="2010")
    goes_to = made.club("Konak SK", "35-2")
    sign_in(page, officer(Duty.REGISTRAR))
    page.goto(f"{live_server.url}/en/office/people/lists/")

    def compare(*lines):
        file = tmp_path / "members.csv"
        file.write_text("\n".join(["name;birth date;fide id;club", *lines]))
        page.set_input_files("[type=file]", file)
        follow(page, "button:text-is('Compare')")

    compare("Kaya, Deniz;2010-05-31;63000;35-2", "Ak, Ece;31.02.2011;;35-1")
    expect(page.locator("main")).to_contain_text("Line 3, Ak, Ece: “31.02.2011” is no day")
    check_page(page)
    follow(page, ".sub a")
    compare("Kaya, Deniz;2010-05-31;63000;35-2", "Ak, Ece;2011-02-03;;35-1")
    expect(page.locator("main")).to_contain_text("Konak SK")
    expect(page.locator("main")).to_contain_text("Ak, Ece")
    both_languages(page, check_page, 320, 1280)
    assert Member.objects.get().club != goes_to
    follow(page, "button:text-is('Write it')")
    write_member_list(Job.objects.get(kind=Job.Kind.MEMBERS).pk)
    expect(page.locator("main")).to_contain_text("New people: 1, changed: 1.")
    check_page(page)
    assert Member.objects.get(player__fide_id="63000").club == goes_to
    follow(page, "main a.button.main")
    expect(page.locator("main table")).to_contain_text("Ak, Ece")


def test_an_arbiter_is_asked_confirms_and_stands_at_the_desk_of_the_event(
    live_server, page, open_page, sign_in, check_page
):
    ada, event = an_arbiter(), on_the_calendar()
    sign_in(page, officer(Duty.OFFICE))
    page.goto(f"{live_server.url}/en/office/events/{event.pk}/arbiters/")
    expect(page.locator("main")).to_contain_text("Nobody is asked yet.")
    both_languages(page, check_page)
    asking = page.locator(".asked li", has_text="Hakem, Ada")
    asking.locator("[name=fee]").fill("viel")
    asking.get_by_role("button", name="Ask").click()
    expect(page.locator("#news")).not_to_be_empty()
    assert not Appointment.objects.exists()
    asking.locator("[name=fee]").fill("1500")
    asking.locator("[name=role]").select_option("deputy")
    asking.get_by_role("button", name="Ask").click()
    expect(page.locator("main table")).to_contain_text("Hakem, Ada")
    check_page(page)

    phone = open_page(390, 844)
    sign_in(phone, ada.user)
    phone.goto(f"{live_server.url}/tr/my-appointments/")
    check_page(phone)
    phone.locator("button[name=confirm]").click()
    expect(phone.locator(".asked .state")).to_be_visible()
    assert StaffMember.objects.filter(event=event.event, user=ada.user).exists()
    phone.locator(".asked a.button").click()
    expect(phone.locator("h1")).to_have_text(event.name)
    page.reload()
    expect(page.locator("main table")).to_contain_text("confirmed")
