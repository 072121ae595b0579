"""The office's side of the calendar: the queue of applications, and what clashes with what."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from federation.duties import provinces_of
from federation.models import Appointment, CalendarEvent
from federation.queries.calendar_choices import age_words
from tournaments.core.text import fold
from tournaments.kernel.permissions import Visitor
from tournaments.models import LogEntry

State = CalendarEvent.State
#: events of one age group in one place want this distance
NEAR = timedelta(days=7)
#: nothing lasts longer, as far as clashes are looked for
LONGEST = timedelta(days=60)
#: how an event may stand in another's way
COUNTED = (State.SENT, State.APPROVED)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two events in each other's way. `kind`: place, arbiter or hall; `what`: which."""

    kind: str
    what: str
    other: CalendarEvent

    @property
    def words(self) -> str:
        if self.kind == "hall":
            return _("The same hall on the same days: %(what)s") % {"what": self.what}
        if self.kind == "arbiter":
            return _("An arbiter at both: %(what)s") % {"what": self.what}
        return _("The same place and age group within a week: %(what)s") % {"what": self.what}


def seen_by(user: Visitor) -> QuerySet[CalendarEvent]:
    """All that were sent, the office; those of their provinces, a delegate."""
    found = CalendarEvent.objects.exclude(state=State.DRAFT)
    provinces = provinces_of(user)
    return found if provinces is None else found.filter(province__in=provinces)


def queue(user: Visitor) -> QuerySet[CalendarEvent]:
    """All that waits for an answer, the oldest first."""
    waiting = seen_by(user).filter(state=State.SENT).select_related("province", "club", "applicant")
    return waiting.order_by("sent_at", "pk")


def answered(user: Visitor) -> QuerySet[CalendarEvent]:
    """All that was answered, the latest first."""
    done = seen_by(user).exclude(state=State.SENT).select_related("province", "club", "event")
    return done.order_by(F("changed_at").desc(nulls_last=True), "-sent_at", "-pk")


def clashes_of(listed: Iterable[CalendarEvent]) -> dict[int, list[Clash]]:
    """The clashes of each of these, in a few queries for all of them."""
    listed = list(listed)
    if not listed:
        return {}
    first = min(one.starts_on for one in listed) - NEAR
    last = max(one.ends_on for one in listed) + NEAR
    near = CalendarEvent.objects.filter(
        state__in=COUNTED, starts_on__gte=first - LONGEST, starts_on__lte=last, ends_on__gte=first
    ).select_related("event", "province")
    provinces = {one.province_id for one in listed}
    others = list(near.filter(province__in=provinces))
    arbiters = _arbiters(first, last)
    mine = {one.pk: arbiters.get(one.pk, {}) for one in listed}
    busy = {pk for found in mine.values() for pk in found}
    elsewhere = {pk for pk, found in arbiters.items() if not busy.isdisjoint(found)} - {
        one.pk for one in others
    }
    others += list(near.filter(pk__in=elsewhere))
    return {
        one.pk: [
            clash
            for other in others
            if other.pk != one.pk
            for clash in _between(one, other, mine[one.pk], arbiters.get(other.pk, {}))
        ]
        for one in listed
    }


def _arbiters(first: object, last: object) -> dict[int, dict[int, str]]:
    """By event, who is appointed or proposed there, with their names."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    appointed = Appointment.objects.exclude(state=Appointment.State.DECLINED).filter(
        starts_on__lte=last, ends_on__gte=first, calendar__state__in=COUNTED
    )
    for event, arbiter, name in appointed.values_list(
        "calendar_id", "arbiter_id", "arbiter__player__name"
    ):
        found[event][arbiter] = name
    proposed = CalendarEvent.proposed_arbiters.through.objects.filter(
        Q(calendarevent__state=State.SENT),
        calendarevent__starts_on__lte=last,
        calendarevent__ends_on__gte=first,
    )
    for event, arbiter, name in proposed.values_list(
        "calendarevent_id", "arbiter_id", "arbiter__player__name"
    ):
        found[event][arbiter] = name
    return found


def _between(
    one: CalendarEvent,
    other: CalendarEvent,
    mine: dict[int, str],
    theirs: dict[int, str],
) -> list[Clash]:
    clashes = []
    same_days = one.starts_on <= other.ends_on and other.starts_on <= one.ends_on
    near = one.starts_on - NEAR <= other.ends_on and other.starts_on <= one.ends_on + NEAR
    here = one.province_id == other.province_id and fold(one.city) == fold(other.city)
    groups = set(one.age_groups) & set(other.age_groups)
    if near and here and groups:
        ages = ", ".join(age_words(group) for group in sorted(groups))
        what = f"{one.city or one.province.name}, {ages}"
        clashes.append(Clash("place", what, other))
    if same_days and here and one.venue and fold(one.venue) == fold(other.venue):
        clashes.append(Clash("hall", one.venue, other))
    both = sorted(mine[pk] for pk in mine.keys() & theirs.keys())
    if same_days and both:
        clashes.append(Clash("arbiter", ", ".join(both), other))
    return clashes


def history_of(calendar: CalendarEvent) -> QuerySet[LogEntry]:
    """Its lines in the history, the latest first."""
    lines = LogEntry.objects.filter(target=f"calendarevent:{calendar.pk}")
    return lines.select_related("by").order_by("-id")
