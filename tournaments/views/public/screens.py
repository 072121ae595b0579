"""A screen in the hall. It looks every few seconds whether it has to show something else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.documents.qr import qr_svg
from tournaments.kernel.clock import at_the_venue
from tournaments.models import HallScreen
from tournaments.queries.hall.screens import (
    rounds_on,
    seconds_of,
    slides_of,
    state_of,
    tournaments_on,
)
from tournaments.views.public.frame import show
from tournaments.web.pages import release


def screen(request: HttpRequest, key: str) -> HttpResponse:
    found = _screen(key)
    state = state_of(found)  # before the tables: what is shown is never older than it
    slides = slides_of(found, get_language() or "en")
    context = {
        "screen": found,
        "state": state,
        "release": release(),
        "slides": slides,
        "rounds": rounds_on(slides),
        "seconds": seconds_of(found, slides),
        "phones": phone_page(found),
    }
    response = show(request, "public/screen.html", found.event, context)
    response["Cache-Control"] = "no-store"
    return response


def state(request: HttpRequest, key: str) -> JsonResponse:
    answer = {"state": state_of(_screen(key)), "release": release()}
    return JsonResponse(answer, headers={"Cache-Control": "no-store"})


def phone_page(screen: HallScreen) -> dict[str, str]:
    """The page for the phones of those who look at this screen, to be read and as a QR code."""
    event, shown = screen.event, tournaments_on(screen)
    if len(shown) == 1:
        path = reverse("public:tournament", args=[event.slug, shown[0].slug])
    else:
        path = reverse("public:event", args=[event.slug])
    return {"code": qr_svg(settings.SITE_URL + path), "path": path}


def _screen(key: str) -> HallScreen:
    found = get_object_or_404(
        HallScreen.objects.select_related("event"),
        key=key,
        event__public=True,
        event__removed=False,
    )
    at_the_venue(found.event)
    return found
