"""The calendar for everybody: filtered, as a list or a month, and to take away."""

from collections import defaultdict
from datetime import date, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from federation.duties import public
from federation.models import CalendarEvent
from federation.queries import calendar_files
from federation.queries.calendar import Found, Wanted, events, find
from federation.queries.calendar_choices import (
    bars_of,
    rows_of,
    title_of,
    weeks_of,
    years_around,
)
from tournaments.core.text import whole_number
from tournaments.views.public.embed import framed
from tournaments.web.pages import shared

#: events in sight on one day of the month view; the day's others open below them
ON_A_DAY = 4
#: in a month view
IN_A_MONTH = 400


@public
@require_safe
@shared
def calendar(request: HttpRequest) -> HttpResponse:
    wanted = Wanted.of(request.GET)
    found = find(wanted)
    number = min(max(whole_number(request.GET.get("page")), 1), found.pages)
    as_month = request.GET.get("view") == "month" and "-" in wanted.month
    earlier, later = years_around(found)
    context = {
        "wanted": wanted,
        "found": found,
        "rows": rows_of(found),
        "bars": bars_of(found),
        "title": title_of(wanted),
        "earlier": earlier,
        "later": later,
        "number": number,
        "as_month": as_month,
        "weeks": _weeks(found) if as_month else [],
        "events": [] if as_month else found.page(number),
        "files": _files(wanted),
        "without_month": _in(wanted, ""),
        "this_month": _in(wanted, f"{timezone.localdate():%Y-%m}"),
    }
    return render(request, "federation/calendar/calendar.html", context)


@public
@framed
@require_safe
def embedded(request: HttpRequest) -> HttpResponse:
    """The first events of a choice, for another page."""
    wanted = Wanted.of(request.GET)
    context = {"wanted": wanted, "title": title_of(wanted), "events": find(wanted).page(1)}
    return render(request, "federation/calendar/embed.html", context)


def _files(wanted: Wanted) -> dict[str, str]:
    """The addresses under which this very filter is subscribed to or taken away."""
    return {
        kind: reverse("federation:calendar_file", args=[kind]) + wanted.address
        for kind in ("ics", "atom", "json", "csv")
    }


def _in(wanted: Wanted, month: str) -> Wanted:
    """The same choices in another month."""
    return Wanted.of({**wanted.as_values(), "month": month})


def _weeks(
    found: Found,
) -> list[list[tuple[date | None, list[CalendarEvent], list[CalendarEvent]]]]:
    """Each day of the month with the first events that begin on it, and the others."""
    days: dict[date, list[CalendarEvent]] = defaultdict(list)
    for one in events(found.keys[:IN_A_MONTH]):
        days[one.starts_on].append(one)
    return [
        [
            (day, days[day][:ON_A_DAY], days[day][ON_A_DAY:]) if day else (None, [], [])
            for day in week
        ]
        for week in weeks_of(found.wanted)
    ]


@public
@require_safe
def file(request: HttpRequest, kind: str) -> HttpResponse:
    """Exactly this filter as a subscription (ICS, Atom) or as data (JSON, CSV)."""
    found = find(Wanted.of(request.GET))
    address = settings.SITE_URL + request.get_full_path()
    page = settings.SITE_URL + reverse("federation:calendar") + found.wanted.address
    answer: HttpResponse
    if kind == "ics":
        answer = HttpResponse(calendar_files.as_ics(found), content_type="text/calendar")
    elif kind == "atom":
        text = "".join(calendar_files.as_atom(found, page, address))
        answer = HttpResponse(text, content_type="application/atom+xml; charset=utf-8")
    elif kind == "csv":
        text = calendar_files.as_csv(calendar_files.all_of(found))
        answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
        answer["Content-Disposition"] = 'attachment; filename="calendar.csv"'
    else:
        listed = [calendar_files.as_data(one) for one in calendar_files.all_of(found)]
        answer = JsonResponse({"count": found.count, "filter": found.wanted.as_values(),
                               "url": page, "events": listed})  # fmt: skip
    answer["Access-Control-Allow-Origin"] = "*"
    answer["X-Robots-Tag"] = "noindex"
    return as_kept(request, answer)


def as_kept(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """With a tag, so that who asks again for the same is told in a line that it is the same."""
    tag = calendar_files.tag_of(answer.content)
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, max_age=int(timedelta(minutes=5).total_seconds()))
    kept = get_conditional_response(request, etag=tag, response=answer)
    return kept or answer
