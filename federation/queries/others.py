"""Public events that no application was made for: a few beside the many of the calendar."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Exists, OuterRef

from federation.models import CalendarEvent
from tournaments.models import Event
from tournaments.queries.setup.events import in_alphabet, public_events

#: events on one page, and those of the last day after them
ON_A_PAGE = 50
#: so many are read at once, and at most for one page, however few of them are found
AT_ONCE, MOST_READ = 200, 4_000


@dataclass(frozen=True, slots=True)
class Others:
    """`older`: the day on which the next page begins; None behind the last."""

    events: list[Event]
    older: date | None


def others(until: date | None = None) -> Others:
    """Those that began until a day, whole days, the latest first."""
    beside = ~Exists(CalendarEvent.objects.filter(event=OuterRef("pk")))
    public = public_events().annotate(beside=beside)
    found: list[Event] = []
    read = 0
    while len(found) < ON_A_PAGE and read < MOST_READ:
        some = list((public.filter(starts_on__lte=until) if until else public)[:AT_ONCE])
        found += [event for event in some if event.beside]
        read += len(some)
        if len(some) < AT_ONCE:
            return Others(in_alphabet(found), None)
        # The last day may go on behind what was read.
        last, known = some[-1].starts_on, {event.pk for event in some}
        found += public.filter(starts_on=last, beside=True).exclude(pk__in=known)
        until = last - timedelta(days=1)
    return Others(in_alphabet(found), until)
