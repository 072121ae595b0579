"""F16: a club's own link enters its players without an account."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Booking, CalendarEvent, Charge, ClubLink, Duty, Member, Message
from federation.queries.entries_links import link_of_club, token_of_club
from federation.services.entries import withdraw_entry
from federation.services.entries_club_links import send_club_link, withdraw_club_link
from federation.services.entries_forgetting import forget_bookings
from federation.views import entries as entering
from tests import factories
from tests.federation import entries_made as make
from tests.federation.officers import at_the_desk, signed_in
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
CHILD = timezone.localdate() - timedelta(days=11 * 365)


@pytest.fixture
def chief():
    return factories.user("chief")


@pytest.fixture
def event(chief):
    return make.calendar(chief=chief, sections=({"name": "Open", "fee": 300},))


@pytest.fixture
def club():
    made = make.club("Konak SK")
    made.email = "konak@example.org"
    made.save()
    return made


def member(club, name, born=CHILD):
    player = make.player(name, born)
    Member.objects.filter(player=player).update(club=club)
    return player


def sent(event, club, chief, email="konak@example.org"):
    return send_club_link(calendar=event, club=club, email=email, language="en", by=chief)


def address(link, rest=""):
    return reverse("federation:linked_club", args=[token_of_club(link)]) + rest


def enter(client, page, names):
    read = Page(client.post(page, {"text": "\n".join(names)}))
    sealed = read.tree.css_first("input[name=sealed]").attributes["value"]
    return Page(client.post(page, {"sealed": sealed, "agreed": "on"}, follow=True))


# --- The organiser --------------------------------------------------------------------------------


def test_the_organiser_sends_a_link_and_the_mail_opens_the_page(event, club, chief):
    desk = signed_in(chief)
    page = reverse("federation:club_links", args=[event.event.slug])
    assert "No club has a link yet." in Page(desk.get(page)).text
    for nobody in ("göztepe", "%", "♟"):
        assert "No club of this name or town." in Page(desk.get(page, {"q": nobody})).text
    assert "Konak SK" in Page(desk.get(page, {"q": "konak"})).text
    sending = {"club": club.pk, "email": "Trainer@example.org", "do": "send"}
    answer = Page(desk.post(page, sending, follow=True))
    assert "The link is on its way to Trainer@example.org." in answer.text
    message = Message.objects.get(to="Trainer@example.org")
    assert not re.search(r"^[ \t]", message.text, re.MULTILINE), "a line is set in"
    found = re.search(r"http\S+/club-entry/\S+", message.text)[0]
    assert (
        found
        == link_of_club(ClubLink.objects.get())
        == answer.address("Open, or copy the address of this link")
    )
    opened = Page(Client().get("/" + found.split("/", 3)[3]))
    assert "This is the link of the club" in opened.text
    line = LogEntry.objects.get(act="club_link.sent")
    assert (line.label, line.by) == ("Konak SK", chief)


def test_sent_again_it_is_the_same_and_withdrawn_it_opens_nothing(event, club, chief):
    first = sent(event, club, chief)
    again = sent(event, club, chief, "other@example.org")
    assert ClubLink.objects.count() == 1
    assert address(first) == address(again)
    desk = signed_in(chief)
    page = reverse("federation:club_links", args=[event.event.slug])
    asked = desk.post(page, {"club": club.pk, "do": "withdraw"})
    assert asked.status_code == 409
    assert "Withdraw this link?" in Page(asked).text
    assert Client().get(address(again)).status_code == 200
    fields = {
        one.attributes["name"]: one.attributes["value"]
        for one in Page(asked).tree.css("form input[type=hidden]")
    }
    desk.post(page, fields)
    gone = Client().get(address(again))
    assert gone.status_code == 404
    assert "This link is not valid any more." in Page(gone).text
    assert "New link" in Page(desk.get(page)).text
    new = sent(event, club, chief)
    assert address(new) != address(again)
    assert Client().get(address(new)).status_code == 200


@pytest.mark.parametrize("email", ["", "nonsense", "a@b", "x" * 300 + "@example.org"])
def test_no_address_is_no_mail(event, club, chief, email):
    page = reverse("federation:club_links", args=[event.event.slug])
    sending = {"club": club.pk, "email": email, "do": "send"}
    answer = Page(signed_in(chief).post(f"{page}?q=konak", sending))
    field = answer.tree.css_first(f"#email-{club.pk}").attributes
    assert field["value"] == email[:254]  # to be put right
    assert answer.count("[aria-invalid=true]") == 1
    (wrong,) = answer.all(f"#wrong-{club.pk}")
    assert wrong
    assert not Message.objects.exists()
    assert signed_in(chief).post(page, sending | {"club": "9" * 30}).status_code in (302, 404)


def test_a_club_that_has_a_link_is_found_with_it(event, club, chief):
    sent(event, club, chief, "trainer@example.org")
    page = reverse("federation:club_links", args=[event.event.slug])
    found = Page(signed_in(chief).get(page, {"q": "konak"}))
    assert "has a link" in found.all("ul.people li")[0]
    field = found.tree.css_first(f"#email-{club.pk}").attributes
    assert field["value"] == "trainer@example.org"


@pytest.mark.parametrize("state", ["over", "cancelled", "closed club"])
def test_nobody_gets_a_link_that_leads_nowhere(event, club, chief, state):
    if state == "over":
        event.starts_on = event.ends_on = timezone.localdate() - timedelta(days=1)
        event.save()
    elif state == "cancelled":
        event.state = CalendarEvent.State.CANCELLED
        event.save()
    else:
        club.closed_on = timezone.localdate()
        club.save()
    with pytest.raises(Refused):
        sent(event, club, chief)
    assert not ClubLink.objects.exists()


def test_nobody_but_the_organiser_sends_and_sees_links(event, club, chief):
    link = sent(event, club, chief)
    page = reverse("federation:club_links", args=[event.event.slug])
    assert Client().get(page).status_code == 302
    for stranger in (signed_in(factories.user()), at_the_desk(Duty.CLUB, club=club)):
        assert stranger.get(page).status_code == 404
        assert stranger.post(page, {"club": club.pk, "do": "withdraw"}).status_code == 404
    link.refresh_from_db()
    assert link.token
    assert link.token != token_of_club(link)  # the table has the digest alone


# --- The club -------------------------------------------------------------------------------------


def test_a_club_enters_withdraws_and_gets_its_invoice_by_the_link(event, club, chief):
    names = [f"Kaya, Çocuk{letter}" for letter in "abc"]
    for name in names:
        member(club, name)
    link, phone = sent(event, club, chief), Client()
    answer = enter(phone, address(link), names)
    assert "3 players are entered." in answer.text
    invoice = Charge.objects.get(purpose=Charge.Purpose.CLUB)
    assert invoice.reference in answer.text
    pdf = phone.get(answer.address("Invoice (PDF)"))
    assert pdf.content.startswith(b"%PDF")
    told = Message.objects.filter(to="konak@example.org").latest("pk")
    assert link_of_club(link) in told.text
    assert f"Invoice {invoice.reference}, to pay: 900 TRY." in told.text
    assert "change the section" not in told.text
    booking = Booking.objects.get(name=names[0])
    change = {"booking": booking.pk, "do": "withdraw"}
    back = {"referer": f"http://testserver{address(link)}"}
    asked = phone.post(address(link, "players/"), change, headers=back)
    assert "Withdraw this entry?" in Page(asked).text
    assert "the club hears of it by mail" in Page(asked).text
    other_language = Page(asked).tree.css_first("a[hreflang=tr]").attributes["href"]
    booking.refresh_from_db()
    assert booking.state == Booking.State.ACCEPTED
    confirmed = Page(asked).tree.css_first("input[name=confirmed]").attributes["value"]
    change["confirmed"] = confirmed
    left = Page(phone.post(address(link, "players/"), change, follow=True))
    assert "The entry is withdrawn." in left.text
    assert "owes 600 TRY" in left.text
    page = Page(signed_in(chief).get(reverse("federation:club_links", args=[event.event.slug])))
    assert page.rows()[0][1] == "2"
    # In the other language the press is asked again: a question has no address.
    assert Client().get(other_language, follow=True).status_code == 200


def test_a_place_that_is_offered_is_taken_by_the_link(club, chief):
    event = make.calendar(chief=chief, sections=({"name": "A", "places": 1},))
    holder = make.entered(event)
    member(club, "Kaya, Ada")
    link, phone = sent(event, club, chief), Client()
    assert "on the waiting list" in enter(phone, address(link), ["Kaya, Ada"]).text
    leaving = {"booking": Booking.objects.get(name="Kaya, Ada").pk, "do": "withdraw"}
    asked = Page(phone.post(address(link, "players/"), leaving)).text
    assert "Kaya, Ada leaves the waiting list of A." in asked
    assert "the next one" not in asked
    withdraw_entry(booking=holder)
    waits = Booking.objects.get(name="Kaya, Ada")
    assert waits.state == Booking.State.OFFERED
    taken = phone.post(address(link, "players/"), {"booking": waits.pk, "do": "take"}, follow=True)
    assert "The place is yours." in Page(taken).text


def test_a_link_opens_one_club_and_one_event(event, club, chief):
    other = make.club("Göztepe SK")
    member(other, "Yıldız, Can")
    elsewhere = make.calendar(chief=chief, sections=({"name": "Open", "fee": 300},))
    phone, link = Client(), sent(event, club, chief)
    enter(phone, address(sent(event, other, chief, "g@example.org")), ["Yıldız, Can"])
    foreign = Booking.objects.get()
    invoice = Charge.objects.get(purpose=Charge.Purpose.CLUB)
    withdraw = {"booking": foreign.pk, "do": "withdraw"}
    assert phone.post(address(link, "players/"), withdraw).status_code == 404
    assert phone.get(address(link, f"invoices/{invoice.pk}.pdf")).status_code == 404
    assert "Yıldız, Can" not in Page(phone.get(address(link))).text
    own = sent(elsewhere, other, chief, "g@example.org")
    assert phone.get(address(own, f"invoices/{invoice.pk}.pdf")).status_code == 404
    assert phone.get("/en/club-entry/x/").status_code == 404
    assert phone.get(f"/en/club-entry/{'x' * 43}/").status_code == 404


def test_a_link_ends_with_the_event_and_is_forgotten_with_its_addresses(event, club, chief):
    link = sent(event, club, chief)
    answer = Client().get(address(link))
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer["Cache-Control"]
    event.ends_on = event.starts_on = timezone.localdate()
    event.save()
    assert Client().get(address(link)).status_code == 200  # closed, with players and invoice
    event.ends_on = event.starts_on = timezone.localdate() - timedelta(days=1)
    event.save()
    assert Client().get(address(link)).status_code == 404
    forget_bookings(event.event)
    assert not ClubLink.objects.exists()
    assert not Message.objects.filter(about__startswith="club_link").exists()


# --- A club asks for it ---------------------------------------------------------------------------


@pytest.fixture
def asks(event, monkeypatch):
    """Somebody before the page, with hands as slow as people's."""
    monkeypatch.setattr(entering, "FASTEST", 0)
    cache.clear()
    page = reverse("federation:ask_club_link", args=[event.event.slug])

    def ask(club, **more):
        client = Client()
        shown = Page(client.get(page, {"q": club.name}))
        opened = shown.tree.css_first("input[name=opened]").attributes["value"]
        return client.post(page, {"club": club.pk, "opened": opened} | more, follow=True)

    return ask


def test_a_club_asks_for_its_link_and_only_its_own_address_gets_it(event, club, asks):
    answer = asks(club, email="thief@example.org")
    assert "Konak SK has the link in its mail within some minutes." in Page(answer).text
    assert [one.to for one in Message.objects.all()] == ["konak@example.org"]
    assert token_of_club(ClubLink.objects.get()) not in answer.content.decode()
    asks(club)
    assert Message.objects.count() == 1  # the first is on its way
    cache.clear()  # some minutes later
    asks(club)
    assert Message.objects.count() == 2


def test_asking_does_not_move_the_link_that_the_organiser_sent_elsewhere(event, club, chief, asks):
    link = sent(event, club, chief, "trainer@example.org")
    asks(club)
    assert {one.to for one in Message.objects.all()} == {"trainer@example.org", "konak@example.org"}
    now = ClubLink.objects.get()
    assert address(now) == address(link)
    # Mails about the players go there, and the organiser reads when theirs went.
    assert (now.email, now.sent_at) == ("trainer@example.org", link.sent_at)


def test_a_link_that_the_organiser_withdrew_comes_back_from_the_organiser_alone(
    event, club, chief, asks
):
    asks(club)
    first = ClubLink.objects.get()
    confirmed(withdraw_club_link, link=first, by=chief)
    answer = asks(club)
    assert answer.status_code == 400
    assert "The organiser has withdrawn the link of Konak SK" in Page(answer).text
    assert Message.objects.count() == 1
    assert ClubLink.objects.get().token == ""
    assert sent(event, club, chief).token not in ("", first.token)


@pytest.mark.parametrize("what", ["public", "removed"])
def test_of_an_event_that_nobody_sees_no_link_opens(event, club, chief, what):
    link = sent(event, club, chief)
    setattr(event.event, what, what == "removed")
    event.event.save()
    assert Client().get(address(link)).status_code == 404


def test_who_cannot_be_sent_a_link_reads_why(event, club, asks):
    club.email = ""
    club.save()
    answer = asks(club)
    assert answer.status_code == 400
    assert "The federation has no address of Konak SK." in Page(answer).text
    assert "desk@example.org" in Page(answer).text
    assert asks(club, website="http://spam.example").status_code == 400
    assert not Message.objects.exists()


def test_a_form_that_was_open_too_long_can_be_pressed_again(event, club, monkeypatch):
    monkeypatch.setattr(entering, "FASTEST", 0)
    client, page = Client(), reverse("federation:ask_club_link", args=[event.event.slug])
    old = Page(client.post(f"{page}?q=konak", {"club": club.pk, "opened": "long:ago"}))
    assert "opened too long ago" in old.text
    opened = old.tree.css_first("input[name=opened]").attributes["value"]
    again = client.post(page, {"club": club.pk, "opened": opened}, follow=True)
    assert "has the link in its mail" in Page(again).text


def test_a_closed_event_offers_no_link(event, club):
    event.entries_until = timezone.now() - timedelta(minutes=1)
    event.save()
    page = Client().get(reverse("federation:ask_club_link", args=[event.event.slug]))
    assert "Entries closed on" in Page(page).text
    assert Page(page).count("input[name=q]") == 0
