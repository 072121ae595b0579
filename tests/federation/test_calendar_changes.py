"""An approved event is moved or cancelled: with a reason, told to everybody, the old days kept."""

from datetime import timedelta

import pytest
from django.core import mail, signing
from django.utils import timezone

from federation.models import (
    Appointment,
    Booking,
    CalendarChange,
    CalendarEvent,
    Message,
    Subscriber,
)
from federation.queries.calendar_office import history_of
from federation.services import calendar_changes as service
from federation.services.calendar import set_up_sections
from federation.services.messages import send_due
from tests import factories
from tests.federation import calendar_made as made
from tests.federation.officers import officer
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.management.demo.confirmations import confirmed
from tournaments.services.setup.copying import set_schedule

pytestmark = pytest.mark.django_db
WEEK = timedelta(weeks=1)


def refused_with(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


@pytest.fixture
def office():
    return officer()


@pytest.fixture
def event(office):
    made_one = made.approved(office=office, entries_until=made.at(made.in_days(38)))
    Message.objects.all().delete()
    return made_one


def move(event, office, **values):
    wanted = {
        "starts_on": event.starts_on + WEEK, "ends_on": event.ends_on + WEEK,
        "venue": event.venue, "address": event.address, "reason": "The hall is flooded.",
    } | values  # fmt: skip
    return confirmed(service.move_event, calendar=event, by=office, **wanted)


def cancel(event, office, reason="No hall."):
    return confirmed(service.cancel_event, calendar=event, by=office, reason=reason)


def mails():
    mail.outbox.clear()
    send_due()
    return {one.to[0]: one for one in mail.outbox}


def booked(event, email, state=Booking.State.ACCEPTED, language="tr"):
    return Booking.objects.create(
        calendar=event, section=event.sections.get(), name="Ak, Can", email=email, state=state,
        language=language,
    )  # fmt: skip


def test_a_moved_event_keeps_its_old_days_readable(event, office):
    old = event.starts_on
    moved = move(event, office)
    assert (moved.starts_on, moved.event.starts_on) == (old + WEEK, old + WEEK)
    change = CalendarChange.objects.get()
    assert (change.kind, change.old_days.starts_on) == ("moved", old)
    assert history_of(event)[0].reason == "The hall is flooded."


def test_deadlines_appointments_and_rounds_move_along(event, office):
    until = event.entries_until
    set_up_sections(calendar=event, by=office)
    tournament = event.event.tournaments.get()
    set_schedule(tournament=tournament, times={1: made.at(event.starts_on)}, by=office)
    person = Appointment.objects.create(
        calendar=event, arbiter=made.arbiter(), role="chief", state="confirmed",
        starts_on=event.starts_on, ends_on=event.ends_on,
    )  # fmt: skip
    moved = move(event, office)
    assert moved.entries_until == until + WEEK
    assert tournament.rounds.get(number=1).starts_at == made.at(moved.starts_on)
    person.refresh_from_db()
    assert (person.starts_on, person.state) == (moved.starts_on, Appointment.State.ASKED)


def test_everybody_concerned_hears_of_it_once(event, office):
    booked(event, "player@example.org")
    booked(event, "PLAYER@example.org")
    booked(event, "gone@example.org", Booking.State.WITHDRAWN)
    booked(event, "waiting@example.org", Booking.State.WAITING)
    chief = factories.user("chief")
    chief.email = "chief@example.org"
    chief.save()
    Appointment.objects.create(
        calendar=event, arbiter=made.arbiter(user=chief), role="chief",
        starts_on=event.starts_on, ends_on=event.ends_on,
    )  # fmt: skip
    now = timezone.now()
    Subscriber.objects.create(calendar=event, email="fan@example.org", confirmed_at=now)
    Subscriber.objects.create(calendar=event, email="nobody@example.org")
    move(event, office)
    told = mails()
    assert set(told) == {
        "player@example.org", "waiting@example.org", "chief@example.org", "fan@example.org",
        event.contact_email,
    }  # fmt: skip
    assert "The hall is flooded." in told["player@example.org"].body
    assert "/calendar/no/" in told["fan@example.org"].body
    assert "/calendar/no/" not in told["player@example.org"].body


def test_nothing_is_changed_silently(event, office):
    with refused_with("calendar.reason_needed"):
        move(event, office, reason="  ")
    with pytest.raises(NeedsConfirmation):
        service.cancel_event(calendar=event, by=office, reason="No hall.")
    event.refresh_from_db()
    assert event.state == CalendarEvent.State.APPROVED


def test_another_hall_alone_is_no_other_day(event, office):
    move(event, office, starts_on=event.starts_on, ends_on=event.ends_on, venue="Fuar")
    change = CalendarChange.objects.get()
    assert (change.kind, change.before, change.old_days) == ("venue", {"venue": "Kültürpark"}, None)
    assert mails()[event.contact_email].subject == "Another venue: İzmir Açık"


@pytest.mark.parametrize(
    ("code", "first", "last"),
    [
        ("calendar.same_days", 0, 0),
        ("calendar.ends_before_start", 7, 0),
        ("calendar.in_the_past", -50, -50),
    ],
)
def test_days_that_cannot_be_are_refused(event, office, code, first, last):
    days = {
        "starts_on": event.starts_on + timedelta(days=first),
        "ends_on": event.ends_on + timedelta(days=last),
    }
    with refused_with(code):
        move(event, office, **days)


def test_the_days_of_an_event_that_has_begun_stay(event, office):
    CalendarEvent.objects.filter(pk=event.pk).update(starts_on=timezone.localdate())
    with refused_with("calendar.begun"):
        move(event, office)


def test_a_cancelled_event_says_so_and_is_cancelled_once(event, office):
    booked(event, "player@example.org", language="en")
    cancelled = cancel(event, office)
    assert cancelled.state == CalendarEvent.State.CANCELLED
    assert mails()["player@example.org"].subject == "Cancelled: İzmir Açık"
    service.cancel_event(calendar=cancelled, by=office, reason="Again")
    assert CalendarChange.objects.count() == 1
    with refused_with("calendar.not_approved"):
        move(cancelled, office)


def test_an_address_is_asked_before_it_hears_anything(event, office):
    service.subscribe(calendar=event, email="Fan@Example.org", language="en")
    service.subscribe(calendar=event, email="fan@example.org", language="en")
    (asked,) = mails().values()
    assert asked.subject == "Changes of İzmir Açık: is that you?"
    cancel(event, office)
    assert "fan@example.org" not in mails()


def test_the_link_confirms_and_another_one_stops(event):
    service.subscribe(calendar=event, email="fan@example.org", language="en")
    row = Subscriber.objects.get()
    token = service.link_of(row.pk, "en", "confirm_subscription").rstrip("/").rpartition("/")[2]
    with refused_with("calendar.link_expired"):
        service.subscriber_of(token, "stop_subscription")
    service.confirm_subscription(subscriber=service.subscriber_of(token, "confirm_subscription"))
    assert "fan@example.org" in service.addresses_of(event)
    service.stop_subscription(subscriber=row)
    with refused_with("calendar.link_expired"):
        service.subscriber_of(token, "confirm_subscription")


def test_a_link_made_up_is_refused():
    token = signing.dumps({"subscriber": 1, "for": "stop_subscription"}, salt="another")
    with refused_with("calendar.link_expired"):
        service.subscriber_of(token, "stop_subscription")


def test_addresses_are_forgotten(event):
    old = Subscriber.objects.create(calendar=event, email="old@example.org")
    Subscriber.objects.filter(pk=old.pk).update(asked_at=timezone.now() - 2 * WEEK)
    Subscriber.objects.create(calendar=event, email="new@example.org")
    service.forget_unconfirmed()
    assert [one.email for one in Subscriber.objects.all()] == ["new@example.org"]
    CalendarEvent.objects.filter(pk=event.pk).update(
        starts_on=made.in_days(-40), ends_on=made.in_days(-38)
    )
    service.forget_unconfirmed()
    assert not Subscriber.objects.exists()
