"""The home page: the federation's, or that of a site without one."""

from contextlib import suppress
from datetime import date

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.queries.calendar import Wanted, find, open_for_entries
from federation.queries.calendar import events as events_of
from federation.queries.calendar_choices import bars_of, rows_of
from federation.queries.live import playing_now
from federation.queries.others import others as events_beside
from tournaments.views.public import events
from tournaments.web.pages import shared

#: events in a part of the home page; the calendar has all of them
OPEN, COMING = 12, 12


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return federation_home(request) if settings.FEDERATION else events.home(request)


@shared
def federation_home(request: HttpRequest) -> HttpResponse:
    """Show what is played now, what can be entered, the months, and what comes next."""
    live, playing = playing_now()
    to_enter, open_count = open_for_entries(OPEN)
    found = find(Wanted())
    shown = {one.pk for one in to_enter} | {one.calendar for one in live}
    coming = events_of([key for key in found.keys if key not in shown][:COMING])
    context = {
        "live": live,
        "playing": playing,
        "to_enter": to_enter,
        "open_count": open_count,
        "open_wanted": Wanted(open=True),
        "found": found,
        "rows": rows_of(found),
        "bars": bars_of(found),
        "coming": coming,
    }
    return render(request, "federation/home.html", context)


@public
@require_safe
@shared
def others(request: HttpRequest) -> HttpResponse:
    """Events that no application was made for: they are public, but not on the calendar."""
    until = _day(request.GET.get("until", ""))
    context = {"page": events_beside(until), "until": until}
    return render(request, "federation/calendar/others.html", context)


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return parse_date(text)
    return None
