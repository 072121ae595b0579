"""The list of events, and one event with its tournaments."""

from itertools import chain

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.queries.hall.published import lines_as_csv
from tournaments.queries.setup.emblems import emblem_of
from tournaments.queries.setup.events import (
    coming_events,
    has_plan,
    in_alphabet,
    past_events,
    people_called,
    public_events,
    tournaments_in_public,
)
from tournaments.views.public.frame import find_event, show
from tournaments.web.pages import shared

ON_A_PAGE = 50


@shared
def home(request: HttpRequest) -> HttpResponse:
    """Show what is on and what comes, then what was; or the events that have the words typed."""
    typed = request.GET.get("q", "")[:80].strip()
    if typed:
        found = _page(request, public_events(typed), "page")
        context = {"wanted": typed, "found": found, "events": in_alphabet(found)}
    else:
        coming, past = (
            _page(request, coming_events(), "coming"),
            _page(request, past_events(), "page"),
        )
        context = {
            "coming": coming,
            "current": in_alphabet(coming) if past.number == 1 else [],
            "page": past,
            "past": in_alphabet(past) if coming.number == 1 else [],
        }
    return render(request, "public/home.html", context)


def _page(request: HttpRequest, events: QuerySet[Event], named: str) -> Page[Event]:
    return Paginator(events, ON_A_PAGE).get_page(request.GET.get(named))


def home_csv(request: HttpRequest) -> StreamingHttpResponse:
    """All of them, line by line as the database hands them over."""
    head = (_("Event"), _("Dates"), _("until"), _("Place"), _("Tournaments"), _("Address"))
    events = public_events().iterator(chunk_size=500)
    rows = chain([head], (_line(event) for event in events))
    return StreamingHttpResponse(
        lines_as_csv(rows),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="events.csv"',
            "Cache-Control": "no-cache",
        },
    )


def _line(event: Event) -> tuple[object, ...]:
    address = settings.SITE_URL + reverse("public:event", args=[event.slug])
    return (event.name, event.starts_on, event.ends_on, event.city, event.sections, address)  # type: ignore[attr-defined]


@shared
def event(request: HttpRequest, event: str) -> HttpResponse:
    found = find_event(request, event)
    typed = request.GET.get("q", "")[:80]
    context = {
        "tournaments": tournaments_in_public(found),
        "has_plan": has_plan(found),
        "wanted": typed,
        "people": people_called(found, typed, get_language() or "en"),
    }
    return show(request, "public/event.html", found, context)


def emblem(request: HttpRequest, event: str, digest: str) -> HttpResponse:
    """Its address changes with the picture: it may be kept for ever."""
    found = find_event(request, event)
    data = emblem_of(found, digest) if any(o["digest"] == digest for o in found.emblems) else None
    if data is None:
        raise Http404
    headers = {"Cache-Control": "public, max-age=604800, immutable", "X-Robots-Tag": "noindex"}
    return HttpResponse(data, content_type="image/png", headers=headers)
