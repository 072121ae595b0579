"""The box "Enter" of an event's page: whether one can, until when, and what is left."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from federation.models import CalendarEvent
from federation.queries.entries import UNLIMITED, Places, closes_at, places_of, why_closed
from tournaments.wording import sentence


@dataclass(frozen=True, slots=True)
class EnterBox:
    calendar: CalendarEvent
    open: bool
    #: why not; "" where entries are taken elsewhere
    reason: str
    closes: datetime | None
    sections: list[Places]

    @property
    def here(self) -> bool:
        """True for an event whose entries are taken here at some time."""
        return self.closes is not None

    @property
    def left(self) -> int | None:
        """Places that are free, all sections together; None where as many may come as like."""
        free = [one.left for one in self.sections]
        return None if UNLIMITED in free or not free else sum(free)

    @property
    def entered(self) -> int:
        return sum(one.held for one in self.sections)

    @property
    def waiting(self) -> int:
        return sum(one.waiting for one in self.sections)


def enter_box(calendar: CalendarEvent) -> EnterBox:
    """For `federation/entries/_enter.html`, under the name `enter`."""
    closed = why_closed(calendar, timezone.now())
    return EnterBox(
        calendar,
        closed is None,
        sentence(closed.code, closed.values) if closed else "",
        closes_at(calendar),
        places_of(calendar),
    )
