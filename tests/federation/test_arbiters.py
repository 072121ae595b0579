"""Arbiters: their list, their load, and appointments that they confirm themselves."""

from datetime import date

import pytest
from django.core import mail
from django.test import Client

from federation.models import Appointment, Arbiter, CalendarEvent, Duty, Message, Privacy
from federation.queries import arbiters as query
from federation.services import arbiters as service
from tests import factories
from tests.federation import people_made_up as made
from tests.federation.officers import at_the_desk, signed_in
from tests.pages import Page
from tournaments.kernel.errors import Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Role, StaffMember

pytestmark = pytest.mark.django_db


def on_the_calendar(name="İzmir Açık", first=date(2026, 12, 5), last=date(2026, 12, 8), of=None):
    event = factories.event(name=name, starts_on=first, ends_on=last)
    return CalendarEvent.objects.create(
        name=name, event=event, starts_on=first, ends_on=last, state="approved",
        sent_at="2026-01-01T00:00Z", province=of or made.province(),
    )  # fmt: skip


def an_arbiter(name="Hakem, Ada", **values):
    user = factories.user()
    user.email = "ada@example.org"
    user.save()
    defaults = {"level": "NA", "province": made.province(), "user": user, "languages": ["tr"]}
    return Arbiter.objects.create(player=made.registered(name), **(defaults | values))


@pytest.fixture
def ada():
    return an_arbiter()


@pytest.fixture
def event():
    return on_the_calendar()


def asked(event, ada, role="deputy"):
    return service.appoint(calendar=event, arbiter=ada, role=role, fee=1500, by=None)


def test_the_office_asks_the_arbiter_confirms_and_stands_on_the_staff(event, ada):
    office = at_the_desk(Duty.OFFICE)
    address = f"/en/office/events/{event.pk}/arbiters/"
    wish = {"arbiter": ada.pk, "role": "deputy", "fee": "1500"}
    page = Page(office.post(address, wish, follow=True))
    assert "Hakem, Ada is asked." in page.text
    (letter,) = Message.objects.all()
    assert letter.to == "ada@example.org" and "/my-appointments/" in letter.text
    assert not StaffMember.objects.filter(user=ada.user).exists()  # asked is no right yet
    mine = signed_in(ada.user)
    assert "İzmir Açık" in Page(mine.get("/en/my-appointments/")).text
    appointment = Appointment.objects.get()
    mine.post("/en/my-appointments/", {"appointment": appointment.pk, "confirm": "yes"})
    staff = StaffMember.objects.get(user=ada.user)
    assert (staff.event, staff.role) == (event.event, Role.ARBITER)
    question = Page(office.post(f"{address}{appointment.pk}/withdraw/"))
    sent = {"confirmed": question.values("input[name=confirmed]")[0]}
    office.post(f"{address}{appointment.pk}/withdraw/", sent)
    assert not StaffMember.objects.filter(user=ada.user).exists()
    assert not Appointment.objects.exists()
    assert not mail.outbox


def test_a_fee_is_written_like_every_other_sum(event, ada):
    asked(event, ada)
    office = at_the_desk(Duty.OFFICE).get(f"/en/office/events/{event.pk}/arbiters/")
    assert "1,500 TRY" in Page(office).rows()[0]
    own = Page(signed_in(ada.user).get("/en/my-appointments/"))
    assert "deputy chief arbiter · 1,500 TRY" in own.text


def test_who_declines_gets_no_right(event, ada):
    appointment = asked(event, ada)
    confirmed(service.answer_appointment, appointment=appointment, confirm=False, by=ada.user)
    assert not StaffMember.objects.filter(user=ada.user).exists()
    with pytest.raises(Refused, match="answered already"):
        service.answer_appointment(appointment=appointment, confirm=True, by=ada.user)


def test_nobody_answers_for_somebody_else(event, ada):
    appointment = asked(event, ada)
    other = signed_in(factories.user())
    send = {"appointment": appointment.pk, "confirm": "yes"}
    assert other.post("/en/my-appointments/", send).status_code == 404
    with pytest.raises(Refused, match="somebody else's"):
        service.answer_appointment(appointment=appointment, confirm=True, by=factories.user())


def test_a_higher_place_on_the_staff_stays(event, ada):
    StaffMember.objects.create(event=event.event, user=ada.user, role=Role.CHIEF)
    service.answer_appointment(appointment=asked(event, ada), confirm=True, by=ada.user)
    assert StaffMember.objects.get(user=ada.user).role == Role.CHIEF


def test_the_last_chief_arbiter_is_not_taken_away(event, ada):
    appointment = asked(event, ada, role="chief")
    service.answer_appointment(appointment=appointment, confirm=True, by=ada.user)
    StaffMember.objects.exclude(user=ada.user).delete()
    with pytest.raises(Refused, match="without a chief"):
        confirmed(service.withdraw_appointment, appointment=appointment, by=factories.user())
    assert StaffMember.objects.filter(user=ada.user, role=Role.CHIEF).exists()


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"active": False}, "appointment.not_active"),
        ({"valid_until": date(2026, 12, 6)}, "appointment.licence_runs_out"),
    ],
)
def test_who_may_not_be_appointed_is_refused(event, values, code):
    with pytest.raises(Refused) as refused:
        asked(event, an_arbiter(**values))
    assert refused.value.code == code


def test_clashes_and_work_of_the_month_are_shown_before_asking(event, ada):
    free = an_arbiter("Serbest, Can")
    asked(on_the_calendar("Başka Kupa", date(2026, 12, 7), date(2026, 12, 9)), ada)
    first, second = query.candidates(event, [ada, free])
    assert (first.arbiter, first.clashes, first.days) == (free, [], 0)
    assert second.clashes[0].calendar.name == "Başka Kupa" and second.days == 3
    page = Page(at_the_desk(Duty.OFFICE).get(f"/en/office/events/{event.pk}/arbiters/"))
    assert "works at Başka Kupa" in page.text


def test_the_load_is_counted_month_by_month(ada):
    asked(on_the_calendar("A", date(2026, 11, 29), date(2026, 12, 2)), ada)
    months = [date(2026, 11, 1), date(2026, 12, 1)]
    (row,) = query.load([ada], months)
    assert row.months == [2, 2]


def test_a_delegate_appoints_in_the_own_province_alone(event, ada):
    ankara = at_the_desk(Duty.DELEGATE, province=made.province("06", "Ankara"))
    assert ankara.get(f"/en/office/events/{event.pk}/arbiters/").status_code == 403
    assert "Hakem, Ada" not in Page(ankara.get("/en/office/arbiters/")).text
    izmir = at_the_desk(Duty.DELEGATE, province=made.province())
    assert izmir.get(f"/en/office/events/{event.pk}/arbiters/").status_code == 200


def test_an_arbiter_is_entered_and_changed():
    player = made.registered("Hakem, Ada")
    office = at_the_desk(Duty.OFFICE)
    values = {"player": player.pk, "level": "FA", "languages": "TR en", "active": "on"}
    assert office.post("/en/office/arbiters/new/", values).status_code == 302
    found = Arbiter.objects.get()
    assert found.languages == ["tr", "en"]
    again = office.post("/en/office/arbiters/new/", values)
    assert "is an arbiter already" in Page(again).text
    wrong = office.post(f"/en/office/arbiters/{found.pk}/", {"level": "FA", "user": "nobody"})
    assert Page(wrong).count("[data-wrong]") == 1
    office.post(f"/en/office/arbiters/{found.pk}/", {"level": "IA", "active": "on"})
    assert Arbiter.objects.get().level == "IA"


def test_the_public_list_is_filtered_and_hides_who_hides(ada):
    hidden = made.member("Gizli, Kişi", privacy=Privacy.HIDDEN)
    Arbiter.objects.create(player=hidden.player, level="IA")
    an_arbiter("Uzak, Ece", level="IA", province=made.province("06", "Ankara"))
    everybody = Page(Client().get("/en/arbiters/")).text
    assert "Hakem, Ada" in everybody and "Gizli" not in everybody
    filtered = Page(Client().get("/en/arbiters/?level=IA&province=06")).text
    assert "Uzak, Ece" in filtered and "Hakem, Ada" not in filtered
    assert Client().get("/en/arbiters/?level=%00&province=%00&q=%00&page=x").status_code == 200
    names = [one["name"] for one in Client().get("/api/v1/arbiters/").json()["results"]]
    assert names == ["Hakem, Ada", "Uzak, Ece"]


def test_names_stand_in_turkish_order():
    for name in ("Çınar, Ali", "Cengiz, Ali", "İnan, Ali", "Işık, Ali", "ılgaz, Ali", "Ak, Ali",
                 "Zor, Ali", "Âdem, Ali", "Şen, Ali", "Su, Ali", "Ak, Çağ", "Ak, Can"):  # fmt: skip
        an_arbiter(name)
    assert [one.player.name.replace(", Ali", "") for one in query.arbiters()] == [
        *("Âdem", "Ak", "Ak, Can", "Ak, Çağ", "Cengiz", "Çınar", "ılgaz", "Işık", "İnan"),
        *("Su", "Şen", "Zor"),
    ]  # fmt: skip
