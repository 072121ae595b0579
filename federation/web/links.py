"""Pages behind the link of a mail."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from federation.duties import public
from federation.models import CalendarEvent
from tournaments.kernel.clock import at_the_venue

View = Callable[..., HttpResponse]


class OfAnEvent(Protocol):
    @property
    def calendar(self) -> CalendarEvent: ...


def behind(opened: Callable[[str, datetime], OfAnEvent | None]) -> Callable[[View], View]:
    """For whoever has a link that `opened` knows; no search engine keeps the page."""

    def page(view: View) -> View:
        @public
        @never_cache
        @wraps(view)
        def shown(request: HttpRequest, token: str, **place: Any) -> HttpResponse:
            found = opened(token, timezone.now())
            if found is None or found.calendar.event is None:
                return render(request, "federation/entries/link_over.html", status=404)
            at_the_venue(found.calendar.event)
            response = view(request, found, **place)
            response["X-Robots-Tag"] = "noindex, nofollow"
            return response

        return shown

    return page
