"""The organiser's page of an event: who entered, who paid, who is in the tournament already."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.models import Booking, CalendarEvent, Charge, Duty, Section
from federation.queries.alphabet import in_turkish
from federation.queries.entries import Places, places_of
from federation.queries.entries_money import Account, dues
from tournaments.core.text import sort_key
from tournaments.models import Entry, Role, StaffMember, Tournament, User
from tournaments.queries.setup.events import is_under_way

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
    def makes_teams(self) -> bool:
        return self.section.of_teams

    @property
    def to_take(self) -> int:
        return sum(1 for row in self.rows if row.booking.entry_id is None)


@dataclass(frozen=True, slots=True)
class Left:
    """Those who withdrew after the take-over, and whom one tournament still has."""

    tournament: Tournament
    rows: list[Booking]
    #: they withdraw one by one, and what was played stays; else all leave the list with one press
    under_way: bool


@dataclass(frozen=True, slots=True)
class Desk:
    sections: list[SectionDesk]
    left: list[Left]

    @property
    def to_take(self) -> int:
        """With one press; a section of teams has its own."""
        return sum(one.to_take for one in self.sections if not one.makes_teams)

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
    return Desk(
        [_section(places, rows.get(places.section.pk, [])) for places in places_of(calendar)],
        _left(calendar),
    )


def left_behind(calendar: CalendarEvent) -> QuerySet[Booking]:
    """Entries that ended after the take-over, while the player still stands in the tournament."""
    found = _ended_entries().filter(calendar=calendar)
    return found.select_related("entry__tournament__event").order_by(in_turkish("name"), "pk")


def players_by_club(section: Section) -> list[Booking]:
    """The accepted players of a section of teams."""
    found = Booking.objects.filter(section=section, state=State.ACCEPTED)
    return by_club(found.select_related("player"))


def by_club(found: Iterable[Booking]) -> list[Booking]:
    """Club by club, the strongest first."""
    language = get_language()
    return sorted(found, key=lambda one: (sort_key(one.club_name, language), -one.rating, one.pk))


def left_in(tournament: Tournament) -> dict[int, str]:
    """For the check-in: players who have withdrawn from the entries."""
    if not settings.FEDERATION:
        return {}
    keys = _ended_entries().filter(entry__tournament=tournament).values_list("entry", flat=True)
    return {key: _("withdrew from the entries") for key in keys if key}


def _ended_entries() -> QuerySet[Booking]:
    found = Booking.objects.filter(entry__isnull=False).exclude(state=State.ACCEPTED)
    return found.exclude(entry__status__in=Entry.GONE)


def _left(calendar: CalendarEvent) -> list[Left]:
    rows: dict[Tournament, list[Booking]] = {}
    for one in left_behind(calendar):
        if one.entry:
            rows.setdefault(one.entry.tournament, []).append(one)
    return [Left(each, found, is_under_way(each)) for each, found in rows.items()]


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


def is_organiser(user: User, calendar: CalendarEvent) -> bool:
    return organised_by(user).filter(pk=calendar.pk).exists()


def may_take_over(user: User, calendar: CalendarEvent) -> bool:
    """Players are entered by the arbiters of the event."""
    roles = StaffMember.objects.filter(event=calendar.event_id, user=user)
    return any(Role(one).covers(Role.ARBITER) for one in roles.values_list("role", flat=True))
