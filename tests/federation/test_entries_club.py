"""A club enters its players: every line looked at, all or none, one invoice."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Booking, Charge, Duty, Member, Message
from federation.queries.entries_money import account_of, money_of
from federation.services.entries import take_place, withdraw_entry
from federation.services.entries_money import pay_back, receive
from federation.services.officers import name_officer
from tests import factories
from tests.federation import entries_made as make
from tests.pages import Page
from tournaments.kernel.errors import Refused

pytestmark = pytest.mark.django_db
CHILD = timezone.localdate() - timedelta(days=11 * 365)
SECTIONS = ({"name": "Open", "fee": 300}, {"name": "U12", "age_until": 12, "fee": 100})


class Manager:
    """Of a club, before the page of one event."""

    def __init__(self, event):
        self.club = make.club()
        self.user = factories.user("manager")
        self.user.email = "club@example.org"
        self.user.save()
        name_officer(user=self.user, duty=Duty.CLUB, club=self.club, by=None)
        self.client = Client()
        self.client.force_login(self.user)
        self.page = reverse("federation:club_event", args=[self.club.pk, event.event.slug])
        self.players = reverse("federation:club_booking", args=[self.club.pk, event.event.slug])

    def member(self, name, born=CHILD, **values):
        player = make.player(name, born, **values)
        Member.objects.filter(player=player).update(club=self.club)
        return player

    def read(self, text="", **files):
        return Page(self.client.post(self.page, {"text": text, **files}))

    def enter(self, page, **sent):
        sealed = page.tree.css_first("input[name=sealed]").attributes["value"]
        sent = {"sealed": sealed, "agreed": "on"} | sent
        return Page(self.client.post(self.page, sent, follow=True))


@pytest.fixture
def event():
    return make.calendar(sections=SECTIONS)


@pytest.fixture
def manager(event):
    return Manager(event)


def test_twenty_five_children_and_one_invoice(event, manager):
    names = [f"Kaya, Çocuk{chr(97 + number)}" for number in range(25)]
    for name in names:
        manager.member(name)
    page = manager.read("\n".join(names))
    assert len(page.rows()) == 25
    assert not Booking.objects.exists()  # looking enters nobody
    answer = manager.enter(page)
    assert "25 players are entered." in answer.text
    assert {one.section.name for one in Booking.objects.all()} == {"U12"}
    assert Booking.objects.exclude(parent_agreed_at=None).count() == 25
    (invoice,) = Charge.objects.filter(purpose=Charge.Purpose.CLUB)
    assert account_of(invoice).due == 2500
    assert Message.objects.filter(to="club@example.org").count() == 1
    receive(charge=invoice, amount=Decimal(2600), method="transfer", by=None)
    account = account_of(invoice)
    assert (account.paid, account.owed, account.to_refund) == (2600, 0, 100)
    pdf = reverse("federation:club_invoice", args=[manager.club.pk, invoice.pk])
    assert manager.client.get(pdf).content.startswith(b"%PDF")


def test_what_goes_back_of_an_invoice_goes_back_to_its_players_and_once(event, manager):
    for name in ("Kaya, Ada", "Kaya, Efe", "Kaya, Su"):
        manager.member(name)
    manager.enter(manager.read("Kaya, Ada\nKaya, Efe\nKaya, Su"))
    (invoice,) = Charge.objects.filter(purpose=Charge.Purpose.CLUB)
    receive(charge=invoice, amount=Decimal(300), method="transfer", by=None)
    for one in Booking.objects.exclude(name="Kaya, Su"):
        withdraw_entry(booking=one)
    assert account_of(invoice).to_refund == 200
    pay_back(charge=invoice, amount=Decimal(150), method="transfer", by=manager.user)
    account = account_of(invoice)
    assert (account.refunded, account.to_refund) == (150, 50)
    total = money_of(event).total
    assert (total.refunded, total.to_refund) == (150, 50)
    with pytest.raises(Refused):
        pay_back(charge=invoice, amount=Decimal(51), method="transfer", by=manager.user)


def test_each_line_says_what_is_wrong_and_nobody_is_entered(event, manager):
    manager.member("Kaya, Ada")
    old = manager.member("Kaya, Efe", born=date(1990, 1, 1))
    make.entered(event, old, section="Open")
    text = "\n".join(
        [
            "Ad;Doğum tarihi",
            "Kaya, Ada;",
            "Kaya, Efe;",
            "Kimse, Yok;",
            "Yeni, Can;1.2.2015",
            "Kaya, Su;99.99.2015",
        ]
    )
    page = manager.read(text)
    assert page.count("input[name=sealed]") == 0
    told = " ".join(" ".join(row) for row in page.rows())
    assert "entered for this event already" in told
    assert "give the whole birth date" in told
    assert "is not a birth date" in told
    assert Booking.objects.count() == 1
    assert "Kaya, Ada" in page.tree.css_first("textarea").text()  # to be mended


def test_a_file_and_nonsense(event, manager):
    manager.member("Kaya, Ada")
    file = SimpleUploadedFile("list.csv", b"Ad\nKaya, Ada\n")
    assert manager.read(file=file).count("input[name=sealed]") == 1
    for data in (b"%PDF-1.4", b"\x00" * 90, b"PK\x03\x04 nonsense", b""):
        page = manager.read(file=SimpleUploadedFile("x.xlsx", data))
        assert page.count("[role=alert], [data-wrong]") >= 1, data
        assert page.count("input[name=sealed]") == 0
    assert "Paste the list" in manager.read().text


def test_the_same_list_twice_is_entered_once(event, manager):
    manager.member("Kaya, Ada")
    page = manager.read("Kaya, Ada")
    manager.enter(page)
    assert "entered already" in manager.enter(page).text
    assert Booking.objects.count() == 1


def test_the_parents_must_have_agreed(event, manager):
    manager.member("Kaya, Ada")
    page = manager.read("Kaya, Ada")
    sealed = page.tree.css_first("input[name=sealed]").attributes["value"]
    answer = Page(manager.client.post(manager.page, {"sealed": sealed}, follow=True))
    assert "have agreed" in answer.text
    assert not Booking.objects.exists()


def test_a_newcomer_of_the_club_is_entered_and_waits_for_the_registrar(event, manager):
    page = manager.read("Ad;Doğum tarihi\nYeni, Can;01.02.2015")
    manager.enter(page)
    booking = Booking.objects.get()
    assert (booking.player, booking.birth_date, booking.section.name) == (None, "2015-02-01", "U12")


def test_the_club_chooses_where_several_sections_allow_a_player(event, manager):
    ada, old = manager.member("Kaya, Ada"), manager.member("Kaya, Su", born=date(1990, 1, 1))
    page = manager.read("Kaya, Ada\nKaya, Su")
    (select,) = page.tree.css("select[form=enter-list]")  # Su may play in the Open only
    assert select.attributes["aria-label"] == "Section of Kaya, Ada"
    assert page.all("select option") == ["U12 · 100 TRY", "Open · 300 TRY"]
    manager.enter(page, **{select.attributes["name"]: event.sections.get(name="Open").pk})
    assert set(Booking.objects.values_list("player", "section__name")) == {
        (ada.pk, "Open"), (old.pk, "Open"),
    }  # fmt: skip
    assert account_of(Charge.objects.get(purpose=Charge.Purpose.CLUB)).due == 600


def test_a_section_that_the_rules_refuse_is_not_to_be_had_by_another_number(event, manager):
    manager.member("Kaya, Su", born=date(1990, 1, 1))
    page = manager.read("Kaya, Su")
    answer = manager.enter(page, **{"section-1": event.sections.get(name="U12").pk})
    assert "Only for players born in" in answer.text
    assert not Booking.objects.exists()


def test_a_manager_looks_after_the_own_club_alone(event, manager):
    other = make.club("Başka SK")
    page = reverse("federation:club_event", args=[other.pk, event.event.slug])
    assert manager.client.get(page).status_code == 404
    stranger = make.entered(event, section="Open")
    sent = {"booking": stranger.pk, "do": "withdraw"}
    assert manager.client.post(manager.players, sent).status_code == 404
    invoice = Charge.objects.create(
        calendar=event, club=other, purpose="club", reference="X", amount=0, currency="TRY"
    )
    pdf = reverse("federation:club_invoice", args=[manager.club.pk, invoice.pk])
    assert manager.client.get(pdf).status_code == 404
    hidden = make.calendar(public=False)
    page = reverse("federation:club_event", args=[manager.club.pk, hidden.event.slug])
    assert manager.client.get(page).status_code == 404


def test_a_place_from_the_waiting_list_comes_onto_the_invoice(event, manager):
    event.sections.filter(name="U12").update(places=1)
    for name in ("Kaya, Ada", "Kaya, Efe"):
        manager.member(name)
    manager.enter(manager.read("Kaya, Ada\nKaya, Efe"))
    first, second = Booking.objects.order_by("place_in_line")
    withdraw_entry(booking=first)
    assert "/club-entries/" in Message.objects.last().text
    manager.client.post(manager.players, {"booking": second.pk, "do": "take"})
    second.refresh_from_db()
    assert second.state == Booking.State.ACCEPTED
    assert second.charge.invoice is not None
    lists = Page(manager.client.get(reverse("federation:club_entries")))
    assert event.name in lists.text


def test_a_place_taken_by_the_link_of_a_mail_is_on_the_invoice_at_once(event, manager):
    event.sections.filter(name="U12").update(places=1)
    for name in ("Kaya, Ada", "Kaya, Efe"):
        manager.member(name)
    manager.enter(manager.read("Kaya, Ada\nKaya, Efe"))
    first, second = Booking.objects.order_by("place_in_line")
    withdraw_entry(booking=first)
    take_place(booking=second)
    (invoice,) = Charge.objects.filter(purpose=Charge.Purpose.CLUB)
    assert Charge.objects.get(booking=second).invoice == invoice
    assert account_of(invoice).due == 100


def test_what_comes_after_a_payment_stands_on_a_second_invoice(event, manager):
    for name in ("Kaya, Ada", "Kaya, Efe"):
        manager.member(name)
        manager.enter(manager.read(name))
        invoice = Charge.objects.filter(purpose=Charge.Purpose.CLUB).latest("pk")
        receive(charge=invoice, amount=Decimal(100), method="transfer", by=None)
    invoices = Charge.objects.filter(purpose=Charge.Purpose.CLUB)
    assert [account_of(one).due for one in invoices] == [100, 100]


def test_the_club_withdraws_after_a_question(event, manager):
    manager.member("Kaya, Ada")
    manager.enter(manager.read("Kaya, Ada"))
    booking = Booking.objects.get()
    sent = {"booking": booking.pk, "do": "withdraw"}
    page = Page(manager.client.post(manager.players, sent))
    token = page.tree.css_first("input[name=confirmed]").attributes["value"]
    manager.client.post(manager.players, {**sent, "confirmed": token})
    booking.refresh_from_db()
    assert booking.state == Booking.State.WITHDRAWN


def test_a_day_beside_a_name_is_a_birth_date_without_any_heading(event, manager):
    page = manager.read(f"Yeni, Can;{CHILD:%d.%m.%Y}\nYeni, Ece;{CHILD:%d.%m.%Y}")
    assert page.count("input[name=sealed]") == 1
    assert len(manager.enter(page).rows()) == 2
    assert {one.birth_date for one in Booking.objects.all()} == {CHILD.isoformat()}


def test_members_of_another_club_are_entered_by_that_one(event, manager):
    elsewhere = make.player("Kaya, Ada", CHILD)
    Member.objects.filter(player=elsewhere).update(club=make.club("Göztepe SK"))
    make.player("Kaya, Efe", CHILD)  # of no club
    page = manager.read("Kaya, Ada\nKaya, Efe")
    assert page.count("input[name=sealed]") == 0
    told = [row for row in page.rows() if "Göztepe SK" in " ".join(row)]
    assert len(told) == 1 and "is a member of Göztepe SK" in " ".join(told[0])
    assert manager.read("Kaya, Efe").count("input[name=sealed]") == 1


def test_of_several_people_of_one_name_the_list_says_so_once(event, manager):
    for _number in range(2):
        make.player("Kartal, Funda", CHILD)
    text = manager.read("Kartal, Funda").text
    assert "2 players of this name" in text
    assert "give the whole birth date" not in text


def test_a_pasted_list_beside_a_file_is_asked_about(event, manager):
    manager.member("Kaya, Ada")
    file = SimpleUploadedFile("list.csv", b"Kaya, Efe")
    page = manager.read("Kaya, Ada", file=file)
    assert "Paste a list or choose a file, not both." in page.text
    assert page.count("input[name=sealed]") == 0


def test_a_file_that_is_no_list_is_not_read_as_one(event, manager):
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 8
    page = manager.read(file=SimpleUploadedFile("list.csv", picture))
    assert "This is not a text file." in page.text
    assert page.rows() == []


def test_the_mail_names_the_invoice_whoever_of_the_list_waits():
    event = make.calendar(
        sections=({"name": "Open", "places": 1, "fee": 300}, {"name": "U12", "age_until": 12,
                                                             "fee": 100}),
    )  # fmt: skip
    make.entered(event, section="Open")
    manager = Manager(event)
    manager.member("Kaya, Ada", born=date(1990, 1, 1))  # for whom the open is full
    manager.member("Kaya, Efe")
    manager.enter(manager.read("Kaya, Ada\nKaya, Efe"))
    assert {one.state for one in Booking.objects.filter(club=manager.club)} == {
        Booking.State.WAITING,
        Booking.State.ACCEPTED,
    }
    invoice = Charge.objects.get(purpose=Charge.Purpose.CLUB)
    text = Message.objects.get(to="club@example.org").text
    assert f"Invoice {invoice.reference}, to pay: 100 TRY." in text
    assert f"Account {event.iban}, reference {invoice.reference}." in text


def test_another_remark_on_a_line_does_not_stand_for_the_missing_birth_date(event, manager):
    make.player("Yıldız, Can", fide_id="63001")
    page = manager.read("Ad;FIDE ID\nKaya, Ece;63001")
    told = " ".join(" ".join(row) for row in page.rows())
    assert "give the whole birth date" in told
    assert "This FIDE ID belongs to Yıldız, Can" in told


def test_a_column_of_days_far_to_the_right_is_that_of_the_birth_dates(event, manager):
    day = f"{CHILD:%d.%m.%Y}"
    page = manager.read(f"Yeni, Can;;TUR;;;;;{day}\nYeni, Ece;;TUR;;;;;{day}")
    assert page.count("input[name=sealed]") == 1
