"""The list of events, and one event with its tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from tournaments.queries.setup.events import (
    current_and_past_events,
    has_plan,
    people_called,
    tournaments_in_public,
)
from tournaments.views.public.frame import find_event, show
from tournaments.web.pages import shared


@shared
def home(request: HttpRequest) -> HttpResponse:
    current, past = current_and_past_events()
    return render(request, "public/home.html", {"current": current, "past": past})


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
