"""The organiser's page of an event: who entered, who paid, who is in the tournament already."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from federation.models import Booking, CalendarEvent, Charge, Duty, Section
from federation.queries.entries import Places, places_of
from federation.queries.entries_money import Account, dues
from tournaments.models import Role, StaffMember, User

State = Booking.State


@dataclass(frozen=True, slots=True)
class Row:
    booking: Booking
    account: Account | None

    @property
    def newcomer(self) -> bool:
        """Not found in the register yet."""
        return self.booking.player_id is None

    @property
    def owes(self) -> bool:
        return self.account is not None and bool(self.account.owed)


@dataclass(frozen=True, slots=True)
class SectionDesk:
    places: Places
    rows: list[Row]
    waiting: list[Row]

    @property
    def section(self) -> Section:
        return self.places.section

    @property
    def to_take(self) -> int:
        return sum(1 for row in self.rows if row.booking.entry_id is None)


@dataclass(frozen=True, slots=True)
class Desk:
    sections: list[SectionDesk]
    #: withdrew after the take-over: the tournament still has them
    left: list[Booking]

    @property
    def to_take(self) -> int:
        return sum(one.to_take for one in self.sections)

    @property
    def empty(self) -> bool:
        return not any(one.rows or one.waiting for one in self.sections)


def desk_of(calendar: CalendarEvent) -> Desk:
    found = Booking.objects.filter(
        calendar=calendar, state__in=(State.ACCEPTED, State.OFFERED, State.WAITING)
    ).select_related("section", "player", "club", "entry")
    accounts = {
        due.charge.booking_id: due.account
        for due in dues(Charge.objects.filter(calendar=calendar, booking__in=found))
    }
    rows: dict[int, list[Row]] = {}
    for one in found.order_by("place_in_line", "pk"):
        rows.setdefault(one.section_id, []).append(Row(one, accounts.get(one.pk)))
    left = Booking.objects.filter(calendar=calendar, entry__isnull=False).exclude(
        state=State.ACCEPTED
    )
    return Desk(
        [_section(places, rows.get(places.section.pk, [])) for places in places_of(calendar)],
        list(left.select_related("entry__tournament__event").order_by("name")),
    )


def _section(places: Places, rows: list[Row]) -> SectionDesk:
    accepted = [row for row in rows if row.booking.state == State.ACCEPTED]
    return SectionDesk(places, accepted, [row for row in rows if row not in accepted])


# --- Who may --------------------------------------------------------------------------------------


def organised_by(user: User) -> QuerySet[CalendarEvent]:
    """Events whose entries somebody looks after: the chief arbiter's and the applicant's, and all
    of the office's."""
    events = CalendarEvent.objects.filter(event__isnull=False, event__removed=False)
    if user.offices.filter(duty=Duty.OFFICE).exists():
        return events
    chief = StaffMember.objects.filter(user=user, role=Role.CHIEF).values("event")
    return events.filter(Q(applicant=user) | Q(event__in=chief))


def may_take_over(user: User, calendar: CalendarEvent) -> bool:
    """Players are entered by the arbiters of the event."""
    roles = StaffMember.objects.filter(event=calendar.event_id, user=user)
    return any(Role(one).covers(Role.ARBITER) for one in roles.values_list("role", flat=True))
