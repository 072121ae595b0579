"""An application from the draft to the calendar: written, sent, asked back, approved, refused."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Appointment, Arbiter, CalendarEvent, Duty, Message
from federation.queries.calendar_office import clashes_of, history_of, queue
from federation.services import calendar as service
from federation.services.calendar import Begun
from federation.services.messages import send_due
from tests import factories
from tests.federation import calendar_made as made
from tests.federation.officers import officer
from tests.pages import Page
from tournaments.kernel.errors import Conflict, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.models import Event, LogEntry, Role, StaffMember

pytestmark = pytest.mark.django_db
State = CalendarEvent.State


def refused_with(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def mails():
    mail.outbox.clear()
    send_due()
    return {one.to[0]: one for one in mail.outbox}


def test_a_draft_is_on_no_calendar_and_in_no_queue():
    drafted = made.draft()
    assert drafted.state == State.DRAFT
    assert not queue(officer()).exists()
    assert not Event.objects.exists()


def test_what_was_sent_waits_in_the_order_in_which_it_came():
    first, second = made.sent(name="One"), made.sent(name="Two")
    CalendarEvent.objects.filter(pk=first.pk).update(sent_at=timezone.now() + timedelta(minutes=1))
    assert [one.pk for one in queue(officer())] == [second.pk, first.pk]


def test_the_applicant_gets_a_receipt_by_mail():
    sent = made.sent(made.organiser("ada"))
    receipt = mails()["ada@example.org"]
    assert receipt.subject == "Received: İzmir Açık"
    assert f"/en/applications/{sent.pk}/" in receipt.body


def test_an_application_without_a_hall_is_not_sent():
    drafted = made.draft(venue="")
    with refused_with("calendar.incomplete") as error:
        service.send_application(calendar=drafted, by=drafted.applicant)
    assert "The town and the hall" in str(error.value)
    drafted.refresh_from_db()
    assert drafted.state == State.DRAFT


def test_what_was_sent_is_changed_only_when_it_is_asked_back():
    sent = made.sent()
    values = {"venue": "Another hall"}
    with refused_with("calendar.not_to_be_changed"):
        service.change_application(calendar=sent, by=sent.applicant, values=values)
    service.ask_back(calendar=sent, by=officer(), answer="Which hall?")
    changed = service.change_application(calendar=sent, by=sent.applicant, values=values)
    assert changed.venue == "Another hall"


def test_an_application_asked_back_keeps_its_place_in_the_queue():
    sent = made.sent()
    before = sent.sent_at
    service.ask_back(calendar=sent, by=officer(), answer="Which hall?")
    again = service.send_application(calendar=sent, by=sent.applicant)
    assert (again.state, again.sent_at) == (State.SENT, before)


@pytest.mark.parametrize("act", [service.ask_back, service.refuse])
def test_an_answer_needs_its_reason(act):
    with refused_with("calendar.reason_needed"):
        act(calendar=made.sent(), by=officer(), answer=" ")


def test_a_refusal_goes_by_mail_and_stands_in_the_history():
    sent = made.sent(made.organiser("ada"))
    Message.objects.all().delete()
    confirmed(service.refuse, calendar=sent, by=officer(), answer="The hall is taken.")
    answer = mails()["ada@example.org"]
    assert answer.subject == "Refused: İzmir Açık"
    assert "The hall is taken." in answer.body
    assert history_of(sent)[0].reason == "The hall is taken."
    assert not Event.objects.exists()


def test_the_approval_makes_the_event():
    approved = made.approved(club=made.club())
    event = approved.event
    assert (event.name, event.city, event.organiser) == ("İzmir Açık", "İzmir", "Karşıyaka SK")
    assert (event.starts_on, event.ends_on) == (approved.starts_on, approved.ends_on)
    assert event.public


def test_two_approvals_make_one_event():
    sent, office = made.sent(), officer()
    for _press in range(2):
        service.approve(calendar=sent, by=office)
    assert Event.objects.count() == 1


def test_an_answered_application_is_not_answered_again():
    approved = made.approved()
    with refused_with("calendar.already_answered"):
        confirmed(service.refuse, calendar=approved, by=officer(), answer="No")


def test_confirmed_arbiters_are_the_staff():
    chief, sector = factories.user("chief"), factories.user("sector")
    sent = made.sent()
    for user, role, state in (
        (chief, "chief", "confirmed"),
        (sector, "sector", "confirmed"),
        (factories.user("asked"), "deputy", "asked"),
    ):
        Appointment.objects.create(
            calendar=sent, arbiter=made.arbiter(f"Ak, {user.username}", user=user), role=role,
            state=state, starts_on=sent.starts_on, ends_on=sent.ends_on,
        )  # fmt: skip
    event = service.approve(calendar=sent, by=officer()).event
    staff = {one.user.username: one.role for one in StaffMember.objects.filter(event=event)}
    assert staff == {
        "chief": Role.CHIEF, "sector": Role.ARBITER, sent.applicant.username: Role.READER,
    }  # fmt: skip


def test_with_the_approval_proposed_arbiters_are_asked():
    head = factories.user("head")
    head.email = "head@example.org"
    head.save()
    second, first = made.arbiter("Ak, Can", "NA"), made.arbiter("Ak, Ada", "IA", user=head)
    retired, late = made.arbiter("Ak, Ece"), made.arbiter("Ak, Efe")
    sent = made.sent(arbiters=[second, first, retired, late])
    Arbiter.objects.filter(pk=retired.pk).update(active=False)
    Arbiter.objects.filter(pk=late.pk).update(valid_until=sent.starts_on)
    Message.objects.all().delete()
    office = officer()
    approved = service.approve(calendar=sent, by=office)
    asked = approved.appointments.order_by("pk").values_list("arbiter", "role", "state")
    assert list(asked) == [(first.pk, "chief", "asked"), (second.pk, "deputy", "asked")]
    mailed = mails()["head@example.org"]
    assert "İzmir Açık" in mailed.subject and "/tr/my-appointments/" in mailed.body
    line = LogEntry.objects.get(act="calendar.approved")
    assert line.after["asked"] == "Ak, Ada, Ak, Can"
    assert "Ak, Ece" in line.after["not_asked"] and "Ak, Efe" in line.after["not_asked"]
    service.approve(calendar=sent, by=office)  # the second press asks nobody twice
    assert approved.appointments.count() == 2
    client = Client()
    client.force_login(office)
    page = Page(client.get(reverse("federation:office_application", args=[sent.pk])))
    note = page.tree.css_first("section p.note").text()
    assert "FA Ak, Ece" in note and "FA Ak, Efe" in note and "Ak, Can" not in note


def test_without_a_confirmed_chief_the_applicant_has_the_desk_and_the_office_has_not():
    approved = made.approved()
    assert [(one.user, one.role) for one in approved.event.staff.all()] == [
        (approved.applicant, Role.CHIEF)
    ]


def test_sections_become_tournaments_once():
    approved = made.approved(sections=[made.SECTION, made.SECTION | {"name": "B", "rounds": 5}])
    assert service.set_up_sections(calendar=approved, by=approved.applicant) == 2
    assert service.set_up_sections(calendar=approved, by=approved.applicant) == 0
    found = approved.event.tournaments.values_list("name", "total_rounds", "time_control")
    assert list(found) == [("A", 7, "90 min + 30 s"), ("B", 5, "90 min + 30 s")]


def test_last_years_event_hands_on_what_it_said():
    earlier = made.approved(sections=[made.SECTION | {"fee": 250, "age_until": 14}])
    begun = Begun(
        "Next year", earlier.starts_on + timedelta(weeks=52), earlier.province, previous=earlier
    )
    new = service.draft_event(begun=begun, by=earlier.applicant)
    assert (new.venue, new.time_control) == (earlier.venue, earlier.time_control)
    assert new.ends_on - new.starts_on == earlier.ends_on - earlier.starts_on
    assert [(one.fee, one.age_until) for one in new.sections.all()] == [(250, 14)]
    assert new.age_groups == ["U14"]
    assert new.answer == ""


def test_a_template_fills_in_the_sections():
    begun = Begun("Kids", made.in_days(60), made.province(), template="children")
    new = service.draft_event(begun=begun, by=made.organiser())
    assert new.age_groups == ["U8", "U10", "U12", "U14"]


def test_what_was_changed_in_another_window_is_not_lost():
    drafted = made.draft()
    version = drafted.version
    service.change_application(calendar=drafted, by=drafted.applicant, values={"city": "Urla"})
    with pytest.raises(Conflict):
        service.change_application(
            calendar=drafted, by=drafted.applicant, values={"city": "Foça"}, version=version
        )
    drafted.refresh_from_db()
    assert drafted.city == "Urla"


def test_a_draft_is_removed_and_an_application_withdrawn():
    drafted, sent = made.draft(), made.sent()
    confirmed(service.remove_draft, calendar=drafted, by=drafted.applicant)
    confirmed(service.withdraw_application, calendar=sent, by=sent.applicant)
    assert [one.state for one in CalendarEvent.objects.all()] == [State.WITHDRAWN]


def kinds_of_clashes(one):
    return {clash.kind for clash in clashes_of([one])[one.pk]}


def test_events_of_one_age_group_and_place_within_a_week_clash():
    made.approved(name="Earlier", venue="Another")
    near = made.sent(starts_on=made.in_days(49), venue="Here")
    assert kinds_of_clashes(near) == {"place"}


def test_a_clash_names_the_age_groups_in_words():
    made.approved(name="Earlier", venue="Another")
    near = made.sent(starts_on=made.in_days(49), venue="Here")
    (clash,) = clashes_of([near])[near.pk]
    assert clash.what.endswith(", all ages")


def test_events_further_away_do_not_clash():
    made.approved(name="Earlier")
    assert kinds_of_clashes(made.sent(starts_on=made.in_days(50))) == set()
    assert kinds_of_clashes(made.sent(city="Bergama")) == set()


def test_another_age_group_in_another_hall_does_not_clash():
    made.approved(name="Earlier", venue="Another")
    kids = made.sent(sections=[made.SECTION | {"age_until": 12}])
    assert kinds_of_clashes(kids) == set()


def test_one_hall_on_the_same_days_clashes():
    made.approved(name="Earlier")
    kids = made.sent(sections=[made.SECTION | {"age_until": 12}], venue="KÜLTÜRPARK")
    assert kinds_of_clashes(kids) == {"hall"}


def test_an_arbiter_of_two_events_on_the_same_days_clashes_wherever_they_are():
    person = made.arbiter()
    other = made.approved(name="Earlier", province=made.province("06", "Ankara"), city="Ankara")
    Appointment.objects.create(
        calendar=other, arbiter=person, role="chief", starts_on=other.starts_on,
        ends_on=other.ends_on,
    )  # fmt: skip
    one = made.sent(arbiters=[person])
    (clash,) = clashes_of([one])[one.pk]
    assert (clash.kind, clash.what, clash.other) == ("arbiter", "Ak, Deniz", other)


def test_a_delegate_sees_the_own_province_alone():
    here, there = made.province(), made.province("06", "Ankara")
    mine, _other = made.sent(), made.sent(province=there, name="Ankara Açık")
    delegate = officer(Duty.DELEGATE, province=here)
    assert list(queue(delegate)) == [mine]


def test_the_queue_looks_for_clashes_in_as_many_queries_whatever_its_length(
    django_assert_max_num_queries,
):
    listed = [made.sent(name=f"Event {n}", arbiters=[made.arbiter(f"Ak, {n}")]) for n in range(4)]
    with django_assert_max_num_queries(4):
        found = clashes_of(listed)
    assert all(len(clashes) == 6 for clashes in found.values())  # place and hall, of three others
