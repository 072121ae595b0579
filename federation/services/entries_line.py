"""Places of an event: given in order, offered to the waiting list, never after the deadline.

Everything here happens under the lock of the event, within an act: what is free is counted then,
and whether somebody may play is asked again.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Max

from federation.models import Booking, CalendarEvent
from federation.queries.entries import (
    UNLIMITED,
    closes_at,
    licence_missing,
    places_of,
    player_of,
    why_closed,
    why_not_in,
)
from federation.queries.entries_news import about
from federation.services.entries_mails import tell
from federation.services.entries_money import charge_for
from tournaments.models import Announcement
from tournaments.services.hall.announcing import announce
from tournaments.wording import sentence

State = Booking.State
#: a link is of use as long after the event
KEPT = timedelta(days=60)


class Line:
    """The places of an event that is locked, and the order in which they are given."""

    def __init__(self, calendar: CalendarEvent, now: datetime) -> None:
        self.calendar, self.now = calendar, now
        places = places_of(calendar)
        self.sections = {one.section.pk: one.section for one in places}
        self.left = {one.section.pk: one.left for one in places}
        numbers = Booking.objects.filter(calendar=calendar).aggregate(last=Max("place_in_line"))
        self.last: int = numbers["last"] or 0

    def fit(self, bookings: Iterable[Booking]) -> bool:
        wanted = Counter(one.section_id for one in bookings)
        return all(self.left.get(key, 0) >= count for key, count in wanted.items())

    def take(self, booking: Booking) -> None:
        self.left[booking.section_id] -= 1

    def give_back(self, booking: Booking) -> None:
        self.left[booking.section_id] += 1

    def number(self, booking: Booking) -> None:
        self.last += 1
        booking.place_in_line = self.last


def admit(line: Line, bookings: list[Booking]) -> None:
    """Confirmed just now: a place each, or the end of the waiting list. Those who want to be
    together get places together or wait together."""
    for booking in bookings:
        line.number(booking)
        booking.confirmed_at = line.now
        booking.token_until = _useful_until(line.calendar)
    families = [bookings] if _together(bookings) else [[one] for one in bookings]
    for family in families:
        if line.fit(family):
            for one in family:
                line.take(one)
                accept(line, one)
        else:
            for one in family:
                one.state = State.WAITING
                one.save()


def accept(line: Line, booking: Booking) -> None:
    """The place is theirs, and the fee is owed from now on."""
    booking.state, booking.offered_until = State.ACCEPTED, None
    booking.save()
    charge_for(booking, line.now)


def move_up(line: Line) -> list[Booking]:
    """Offer what is free to those who wait, in their order. A family that wants places together
    is passed over, and keeps its number, while fewer are free than it needs."""
    if why_closed(line.calendar, line.now) is not None:
        return []
    free = [key for key, left in line.left.items() if left > 0]
    if not free:
        return []
    offered: list[Booking] = []
    for family in _waiting(line.calendar, free):
        allowed = [one for one in family if _still_allowed(line, one)]
        if not allowed or not line.fit(allowed):
            continue
        for one in allowed:
            line.take(one)
            one.state = State.OFFERED
            one.offered_until = _answer_until(line)
            one.save(update_fields=["state", "offered_until"])
        tell(allowed)
        announce(
            Announcement(
                kind=Announcement.Kind.WATCHED,
                event=line.calendar.event,
                text=about(allowed[0]),
            )
        )
        offered += allowed
        if not any(line.left[key] > 0 for key in free):
            break
    return offered


def expire(line: Line) -> list[Booking]:
    """Offers whose time is over; the places are free again."""
    found = Booking.objects.select_related("section", "player", "calendar__event").filter(
        calendar=line.calendar, state=State.OFFERED, offered_until__lte=line.now
    )
    over = list(found.order_by("place_in_line"))
    for one in over:
        line.give_back(one)
        end(line, one, State.EXPIRED)
    _tell_each(over)
    return over


def end(line: Line, booking: Booking, state: Booking.State, reason: str = "") -> None:
    booking.state, booking.ended_at, booking.offered_until = state, line.now, None
    booking.reason = reason[:300]
    booking.save(update_fields=["state", "ended_at", "offered_until", "reason"])


def count_again(line: Line) -> None:
    """The figures that lists of events show without counting."""
    calendar, places = line.calendar, places_of(line.calendar)
    limited = bool(places) and all(one.limited for one in places)
    calendar.places = sum(one.section.places for one in places) if limited else 0
    calendar.entered = sum(one.held for one in places)
    calendar.waiting = sum(one.waiting for one in places)
    calendar.save(update_fields=["places", "entered", "waiting"])


def is_limited(line: Line) -> bool:
    return any(left < UNLIMITED for left in line.left.values())


def _together(bookings: list[Booking]) -> bool:
    return len(bookings) > 1 and all(one.together for one in bookings)


def _waiting(calendar: CalendarEvent, sections: list[int]) -> list[list[Booking]]:
    """Those who wait for these sections, one family after the other."""
    rows = Booking.objects.filter(calendar=calendar, state=State.WAITING)
    rows = rows.select_related("section", "player", "calendar__event").order_by("place_in_line")
    wanted = rows.filter(section__in=sections)
    families: dict[str, list[Booking]] = {}
    for one in wanted:
        if one.together and one.group:
            families.setdefault(one.group, [])
        else:
            families[f"#{one.pk}"] = [one]
    together = [key for key, found in families.items() if not found]
    for one in rows.filter(group__in=together, together=True):
        families[one.group].append(one)
    return [found for found in families.values() if found]


def _still_allowed(line: Line, booking: Booking) -> bool:
    """The rules may have changed, or the rating, or the licence, since they asked."""
    rule = why_not_in(player_of(booking), line.sections[booking.section_id])
    rule = rule or licence_missing(line.calendar, booking.player)
    if rule is None:
        return True
    end(line, booking, State.REFUSED, sentence(rule.code, rule.values))
    tell([booking])
    return False


def _answer_until(line: Line) -> datetime:
    until = line.now + timedelta(hours=line.calendar.hours_to_confirm)
    closes = closes_at(line.calendar)
    return min(until, closes) if closes else until


def _useful_until(calendar: CalendarEvent) -> datetime:
    closes = closes_at(calendar)
    assert closes is not None, "only events with a deadline are entered"
    return closes + (calendar.ends_on - closes.date()) + KEPT


def _tell_each(bookings: Iterable[Booking]) -> None:
    families: dict[str, list[Booking]] = {}
    for one in bookings:
        families.setdefault(one.group or f"#{one.pk}", []).append(one)
    for family in families.values():
        tell(family)
