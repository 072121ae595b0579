"""An approved event is moved or cancelled, and everybody concerned hears of it, with the reason."""

from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from federation.models import Appointment, Booking, CalendarChange, CalendarEvent, Subscriber
from federation.services.messages import post
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.sweeping import forget
from tournaments.models import Event, StaffMember, User
from tournaments.services.setup.copying import set_schedule
from tournaments.services.setup.events import change_event

Kind = CalendarChange.Kind
State = CalendarEvent.State
SALT = "federation.subscriber"
#: a link that confirms holds so long; an address that was not confirmed is forgotten then
CONFIRM_WITHIN = timedelta(days=7)
#: the link that stops the messages holds longer than any event is ahead
STOP_WITHIN = timedelta(days=800)
#: after the event nobody needs to hear of its changes
KEPT_AFTER = timedelta(days=14)
#: of one event, so that nobody fills the table
MOST_SUBSCRIBERS = 20_000


def move_event(
    *,
    calendar: CalendarEvent,
    by: User,
    starts_on: date,
    ends_on: date,
    venue: str,
    address: str,
    reason: str,
    confirmed: str = "",
) -> CalendarEvent:
    """Other days, or another hall. Deadlines, appointments and rounds go with the first day."""
    with act("calendar.moved", calendar, by=by, confirmed=confirmed) as done:
        calendar = done.row
        event = _approved(calendar)
        wanted = {"starts_on": starts_on, "ends_on": ends_on, "venue": venue, "address": address}
        before = {name: getattr(calendar, name) for name in wanted}
        differs = {name for name, value in wanted.items() if before[name] != value}
        if not differs:
            raise Refused("calendar.same_days", field="starts_on")
        _guard_reason(reason)
        if ends_on < starts_on:
            raise Refused("calendar.ends_before_start", field="ends_on")
        other_days = bool(differs & {"starts_on", "ends_on"})
        if other_days and calendar.starts_on <= timezone.localdate():
            raise Refused("calendar.begun", field="starts_on")
        if starts_on != calendar.starts_on and starts_on < timezone.localdate():
            raise Refused("calendar.in_the_past", field="starts_on")
        done.require(
            "calendar.moved",
            level=3,
            reasons=[Reason("calendar.move_effect", {"count": len(addresses_of(calendar))})],
            subject=repr(sorted(wanted.items())) + reason,
        )
        _shift(calendar, starts_on - calendar.starts_on, by)
        for name, value in wanted.items():
            setattr(calendar, name, value)
        calendar.version += 1
        calendar.changed_at = timezone.now()
        calendar.save()
        values = {"starts_on": starts_on, "ends_on": ends_on, "venue": venue}
        calendar.event = change_event(event=event, by=by, values=values)
        if other_days:
            _ask_arbiters_again(calendar)
        kind = Kind.MOVED if other_days else Kind.VENUE
        change = _note(calendar, kind, reason, by, before, wanted, differs)
        done.record(
            calendar,
            label=calendar.name,
            before=change.before,
            after=change.after,
            reason=change.reason,
        )
        tell_everybody(change)
        return calendar


def cancel_event(
    *, calendar: CalendarEvent, by: User, reason: str, confirmed: str = ""
) -> CalendarEvent:
    """Its page stays, with the reason; it can be entered no more."""
    with act("calendar.cancelled", calendar, by=by, confirmed=confirmed) as done:
        calendar = done.row
        if calendar.state == State.CANCELLED:
            return done.nothing(calendar)  # the second press
        event = _approved(calendar)
        _guard_reason(reason)
        if calendar.ends_on < timezone.localdate():
            raise Refused("calendar.over")
        done.require(
            "calendar.cancelled",
            level=3,
            reasons=[Reason("calendar.cancel_effect", {"count": len(addresses_of(calendar))})],
            subject=reason,
        )
        calendar.state = State.CANCELLED
        calendar.version += 1
        calendar.changed_at = timezone.now()
        calendar.save()
        event.save(update_fields=["name"])  # its pages are made anew
        change = _note(calendar, Kind.CANCELLED, reason, by, {}, {}, set())
        done.record(calendar, label=calendar.name, reason=change.reason)
        tell_everybody(change)
        return calendar


def _approved(calendar: CalendarEvent) -> Event:
    if calendar.state != State.APPROVED or calendar.event is None:
        raise Refused("calendar.not_approved")
    return calendar.event


def _guard_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("calendar.reason_needed", field="reason")


def _shift(calendar: CalendarEvent, days: timedelta, by: User) -> None:
    """Deadlines and the times of rounds keep their distance to the first day."""
    if not days:
        return
    for name in ("entries_from", "entries_until", "refund_until"):
        if (at := getattr(calendar, name)) is not None:
            setattr(calendar, name, at + days)
    assert calendar.event is not None
    for tournament in calendar.event.tournaments.all():
        known = tournament.rounds.filter(starts_at__isnull=False)
        times = {one.number: one.starts_at + days for one in known if one.starts_at}
        if times:
            set_schedule(tournament=tournament, times=dict(times), by=by)


def _ask_arbiters_again(calendar: CalendarEvent) -> None:
    """Ask those who could come on the old days about the new ones."""
    asked = calendar.appointments.exclude(state=Appointment.State.DECLINED)
    asked.update(
        starts_on=calendar.starts_on,
        ends_on=calendar.ends_on,
        state=Appointment.State.ASKED,
        answered_at=None,
    )


def _note(
    calendar: CalendarEvent,
    kind: CalendarChange.Kind,
    reason: str,
    by: User,
    before: dict[str, Any],
    after: dict[str, Any],
    differs: set[str],
) -> CalendarChange:
    return CalendarChange.objects.create(
        calendar=calendar,
        kind=kind,
        reason=reason.strip()[:300],
        before={name: str(before[name]) for name in sorted(differs)},
        after={name: str(after[name]) for name in sorted(differs)},
        by_id=by.pk,
    )


# --- Who hears of it ------------------------------------------------------------------------------


def addresses_of(calendar: CalendarEvent) -> dict[str, str]:
    """Everybody who hears of changes: address → language; each address once."""
    usual = settings.LANGUAGE_CODE
    found: dict[str, str] = {}
    entered = Booking.objects.filter(
        calendar=calendar,
        state__in=(Booking.State.ACCEPTED, Booking.State.WAITING, Booking.State.OFFERED),
    )
    arbiters = calendar.appointments.exclude(state=Appointment.State.DECLINED)
    staff = StaffMember.objects.filter(event=calendar.event_id, user__is_active=True)
    confirmed = calendar.subscribers.filter(confirmed_at__isnull=False)
    for email, language in (
        *entered.values_list("email", "language"),
        *arbiters.values_list("arbiter__user__email", "arbiter__user__language"),
        *staff.values_list("user__email", "user__language"),
        (calendar.contact_email, calendar.applicant.language if calendar.applicant else ""),
        *confirmed.values_list("email", "language"),
    ):
        if email:
            found.setdefault(email.lower(), language or usual)
    return found


def tell_everybody(change: CalendarChange) -> None:
    calendar = change.calendar
    assert calendar.event is not None
    subscribers = dict(
        calendar.subscribers.filter(confirmed_at__isnull=False).values_list("email", "pk")
    )
    for address, language in addresses_of(calendar).items():
        with override(language):
            page = reverse("public:event", args=[calendar.event.slug])
        pk = subscribers.get(address)
        post(
            address,
            f"calendar_{change.kind}",
            language=language,
            about=f"calendarevent:{calendar.pk}",
            calendar=calendar,
            change=change,
            link=f"{settings.SITE_URL}{page}",
            stop=link_of(pk, language, "stop_subscription") if pk else "",
        )


# --- Subscribers ----------------------------------------------------------------------------------


def subscribe(*, calendar: CalendarEvent, email: str, language: str) -> None:
    """Ask by mail whether its reader wants this. What the page answers is the same for every
    address, and an address is asked once."""
    email = email.strip().lower()
    if calendar.state != State.APPROVED or calendar.ends_on < timezone.localdate():
        raise Refused("calendar.nothing_to_hear")
    if calendar.subscribers.count() >= MOST_SUBSCRIBERS:
        raise Refused("calendar.too_many_subscribers")
    found, made = Subscriber.objects.get_or_create(
        calendar=calendar, email=email, defaults={"language": language}
    )
    if made:
        post(
            email,
            "calendar_subscribe",
            language=language,
            about=f"calendarevent:{calendar.pk}",
            calendar=calendar,
            link=link_of(found.pk, language, "confirm_subscription"),
        )


def link_of(subscriber: int, language: str, page: str) -> str:
    token = signing.dumps({"subscriber": subscriber, "for": page}, salt=SALT)
    with override(language):
        return f"{settings.SITE_URL}{reverse(f'federation:{page}', args=[token])}"


def subscriber_of(token: str, page: str) -> Subscriber:
    """The owner of a link; refused once it has run out or the address is forgotten."""
    within = CONFIRM_WITHIN if page == "confirm_subscription" else STOP_WITHIN
    try:
        told = signing.loads(token, salt=SALT, max_age=within)
    except signing.BadSignature as error:
        raise Refused("calendar.link_expired") from error
    known = Subscriber.objects.select_related("calendar__event")
    found = known.filter(pk=told.get("subscriber")).first()
    if found is None or told.get("for") != page:
        raise Refused("calendar.link_expired")
    return found


def confirm_subscription(*, subscriber: Subscriber) -> None:
    if subscriber.confirmed_at is None:
        subscriber.confirmed_at = timezone.now()
        subscriber.save(update_fields=["confirmed_at"])


def stop_subscription(*, subscriber: Subscriber) -> None:
    """Nothing more to this address, and nothing of it is kept."""
    subscriber.delete()


def forget_unconfirmed() -> int:
    """Addresses that nobody confirmed, and all of events that are over."""
    now = timezone.now()
    asked = Subscriber.objects.filter(confirmed_at=None, asked_at__lt=now - CONFIRM_WITHIN)
    over = Subscriber.objects.filter(calendar__ends_on__lt=timezone.localdate() - KEPT_AFTER)
    return forget(asked) + forget(over)
