"""A screen in the hall. It looks every few seconds whether it has to show something else."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from tournaments.models import HallScreen
from tournaments.queries.screens import slides_of, state_of
from tournaments.views.public.frame import show


def screen(request: HttpRequest, key: str) -> HttpResponse:
    found = _screen(key)
    context = {
        "screen": found,
        "state": state_of(found),
        "slides": slides_of(found, get_language() or "en"),
    }
    response = show(request, "public/screen.html", found.event, context)
    response["Cache-Control"] = "no-store"
    return response


def state(request: HttpRequest, key: str) -> JsonResponse:
    return JsonResponse({"state": state_of(_screen(key))}, headers={"Cache-Control": "no-store"})


def _screen(key: str) -> HallScreen:
    return get_object_or_404(
        HallScreen.objects.select_related("event"),
        key=key,
        event__public=True,
        event__archived=False,
    )
