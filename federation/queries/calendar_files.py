"""A filter of the calendar to take away: iCalendar, Atom, JSON and a table, all of one query."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.models import CalendarEvent, Section
from federation.queries.calendar import MOST_AT_ONCE, Found, events
from federation.queries.calendar_choices import title_of
from federation.queries.calendar_event import Front
from tournaments.queries.hall.published import icalendar, ics_text, rows_as_csv
from tournaments.wording.days import days_of

State = CalendarEvent.State


def all_of(found: Found) -> list[CalendarEvent]:
    return events(found.keys[:MOST_AT_ONCE])


def address_of(calendar: CalendarEvent) -> str:
    assert calendar.event is not None
    return settings.SITE_URL + reverse("public:event", args=[calendar.event.slug])


def as_data(calendar: CalendarEvent) -> dict[str, Any]:
    """An event of the calendar as programs read it."""
    assert calendar.event is not None
    entries = {
        "opens_at": _moment(calendar.entries_from),
        "closes_at": _moment(calendar.entries_until),
        "open": calendar.open_now,
        "places": calendar.places or None,
        "entered": calendar.entered,
        "waiting": calendar.waiting,
    }
    return {
        "slug": calendar.event.slug,
        "name": calendar.name,
        "url": address_of(calendar),
        "state": calendar.state,
        "starts_on": calendar.starts_on.isoformat(),
        "ends_on": calendar.ends_on.isoformat(),
        "province": calendar.province.name,
        "province_code": calendar.province.code,
        "city": calendar.city,
        "venue": calendar.venue,
        "address": calendar.address,
        "organiser": calendar.event.organiser,
        "club": calendar.club.code if calendar.club else None,
        "time": calendar.time,
        "time_control": calendar.time_control,
        "teams": calendar.teams,
        "age_groups": calendar.age_groups,
        "fide_rated": calendar.fide_rated,
        "national_rated": calendar.national_rated,
        "licence_needed": calendar.licence_needed,
        "entries": entries,
    }


def whole_as_data(front: Front) -> dict[str, Any]:
    """All that was announced of it, and what was changed since."""
    calendar = front.calendar
    return {
        **as_data(calendar),
        "currency": calendar.currency,
        "sections": [_section(line.section) for line in front.sections],
        "prizes": front.prizes,
        "schedule": front.schedule,
        "regulations": calendar.regulations,
        "arbiters": [
            {"name": one.arbiter.player.name, "level": one.arbiter.level, "role": one.role}
            for one in front.arbiters
        ],
        "changes": [
            {"kind": one.kind, "reason": one.reason, "before": one.before, "after": one.after,
             "at": _moment(one.at)}
            for one in front.changes
        ],
    }  # fmt: skip


def _section(one: Section) -> dict[str, Any]:
    same = (
        "name", "system", "rounds", "age_from", "age_until", "rating_from", "rating_until", "sex",
        "places", "titled_free",
    )  # fmt: skip
    return {name: getattr(one, name) for name in same} | {
        "fee": str(one.fee),
        "fee_minors": None if one.fee_minors is None else str(one.fee_minors),
        "tournament": one.tournament_id,
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def as_csv(listed: Iterable[CalendarEvent]) -> str:
    head = (
        _("Event"), _("First day"), _("Last day"), _("Province"), _("City"), _("Venue"),
        _("Organiser"), _("Kind of event"), _("Time control"), _("Team event"),
        _("Age groups"), _("Rated by FIDE"), _("Entries until"), _("Places"), _("Entered"),
        _("State"), _("Address"),
    )  # fmt: skip
    return rows_as_csv([head, *map(_row, listed)])


def _row(one: CalendarEvent) -> tuple[Any, ...]:
    assert one.event is not None
    until = timezone.localtime(one.entries_until) if one.entries_until else None
    yes, no = _("yes"), _("no")
    return (
        one.name, one.starts_on, one.ends_on, one.province.name, one.city, one.venue,
        one.event.organiser, one.get_time_display(), one.time_control, yes if one.teams else no,
        " ".join(one.age_groups), yes if one.fide_rated else no,
        until.strftime("%Y-%m-%d %H:%M") if until else "", one.places or "", one.entered,
        one.get_state_display(), address_of(one),
    )  # fmt: skip


def as_ics(found: Found) -> str:
    """Made to be subscribed to: an event that is moved or cancelled says so in the calendar."""
    name = f"{settings.FEDERATION} · {title_of(found.wanted)}"
    return icalendar(name, map(_entry, all_of(found)))


def _entry(one: CalendarEvent) -> list[str]:
    assert one.event is not None
    changed = _changed_at(one).astimezone(timezone.get_fixed_timezone(0))
    place = ", ".join(filter(None, (one.venue, one.address, one.city)))
    cancelled = one.state == State.CANCELLED
    return [
        "BEGIN:VEVENT",
        f"UID:{one.event.slug}@hakem",
        f"SEQUENCE:{one.version}",
        f"DTSTAMP:{changed:%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{one.starts_on:%Y%m%d}",
        f"DTEND;VALUE=DATE:{one.ends_on + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{ics_text(one.name)}",
        f"LOCATION:{ics_text(place)}",
        f"URL:{address_of(one)}",
        f"STATUS:{'CANCELLED' if cancelled else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def as_atom(found: Found, page: str, itself: str) -> Iterator[str]:
    """The latest on top: what came onto the calendar, or was changed there."""
    listed = sorted(all_of(found), key=_changed_at, reverse=True)[:100]
    newest = _changed_at(listed[0]) if listed else timezone.now().replace(microsecond=0)
    title = f"{settings.FEDERATION} · {title_of(found.wanted)}"
    yield '<?xml version="1.0" encoding="utf-8"?>\n'
    yield f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{get_language()}">\n'
    yield f"<title>{escape(title)}</title>\n<id>{escape(itself)}</id>\n"
    yield f'<link rel="self" href={quoteattr(itself)}/>\n<link href={quoteattr(page)}/>\n'
    yield f"<updated>{newest.isoformat()}</updated>\n"
    yield f"<author><name>{escape(settings.FEDERATION)}</name></author>\n"
    for one in listed:
        yield _atom_entry(one)
    yield "</feed>\n"


def _changed_at(one: CalendarEvent) -> datetime:
    return one.changed_at or one.decided_at or one.created_at


def _atom_entry(one: CalendarEvent) -> str:
    assert one.event is not None
    address = address_of(one)
    told = " · ".join(
        filter(
            None,
            (
                days_of(one.event),
                one.city or one.province.name,
                one.venue,
                one.get_time_display(),
                one.time_control,
                one.get_state_display() if one.state == State.CANCELLED else "",
            ),
        )
    )
    return (
        f"<entry><title>{escape(one.name)}</title><id>{escape(address)}</id>"
        f"<link href={quoteattr(address)}/><updated>{_changed_at(one).isoformat()}</updated>"
        f"<summary>{escape(told)}</summary></entry>\n"
    )


def tag_of(content: bytes) -> str:
    """Of what is the same, the same."""
    return f'"{blake2b(content, digest_size=9).hexdigest()}"'
