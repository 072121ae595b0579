"""The work that waits on the desks of the office and of the registrar."""

from datetime import date, timedelta

from django.db.models import F
from django.utils import timezone

from federation.management.year.plan import CUP
from federation.management.year.register import FEDERATION
from federation.models import Arbiter, Booking, CalendarEvent, Club, Section
from federation.services.calendar import Begun, draft_event, send_application
from tournaments.models import User


def send_applications(club: Club, today: date, by: User) -> None:
    """Two of one club: one like an event of last season, one in the way of an event to come."""
    assert club.province is not None
    alone = CalendarEvent.objects.filter(teams=False, fide_rated=False).exclude(
        name__startswith=CUP
    )
    before = alone.filter(ends_on__lt=today, time="rapid").order_by("starts_on")
    to_come = alone.filter(starts_on__gt=today).order_by("starts_on")
    free = today + timedelta(days=150)
    wanted = [(before.first(), free - timedelta(days=(free.weekday() - 5) % 7))]
    wanted += [(one, one.starts_on + timedelta(days=1)) for one in to_come[:1]]
    arbiter = Arbiter.objects.order_by("pk").first()
    for source, starts_on in wanted:
        if source is None or arbiter is None:
            continue
        begun = Begun(
            name=f"{source.name} {starts_on.year}"[:120],
            starts_on=starts_on,
            province=source.province,
            club=club,
            previous=source,
        )
        calendar = draft_event(begun=begun, by=by)
        calendar.proposed_arbiters.add(arbiter)
        send_application(calendar=calendar, by=by)


def enter_newcomer(today: date) -> None:
    """Somebody whom nobody knows, in an event with free places and without a limit of age."""
    section = (
        Section.objects.filter(calendar__starts_on__gt=today, age_until=0, calendar__waiting=0)
        .order_by("calendar__starts_on", "pk")
        .first()
    )
    if section is None:
        return
    now = timezone.now()
    Booking.objects.create(
        calendar=section.calendar,
        section=section,
        name="Gündoğan, Rüzgâr Ali",
        birth_date="2013-04-17",
        sex="m",
        federation=FEDERATION,
        email="veli-gundogan@example.org",
        parent_name="Gündoğan, Veli",
        parent_agreed_at=now,
        state=Booking.State.ACCEPTED,
        confirmed_at=now,
        place_in_line=section.bookings.count() + 1,
    )
    CalendarEvent.objects.filter(pk=section.calendar_id).update(entered=F("entered") + 1)
