"""Behind the link of the mail: the entry as it stands, and all that its owner may do with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from federation.duties import public
from federation.models import Booking, Section
from federation.queries.entries import together_with
from federation.queries.entries_links import booking_of
from federation.queries.entries_mine import mine
from federation.services import entries
from tournaments.core.text import whole_number
from tournaments.kernel.clock import at_the_venue
from tournaments.kernel.errors import Refused

Shown = Callable[..., HttpResponse]


def by_link(view: Callable[[HttpRequest, Booking], HttpResponse]) -> Shown:
    """A page of whoever has the link; no search engine keeps it, and no other site hears of it."""

    @public
    @never_cache
    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        booking = booking_of(token, timezone.now())
        if booking is None or booking.calendar.event is None:
            return render(request, "federation/entries/link_over.html", status=404)
        at_the_venue(booking.calendar.event)
        response = view(request, booking)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        return response

    return shown


@by_link
def my_entry(request: HttpRequest, booking: Booking) -> HttpResponse:
    if request.method == "POST":
        return _do(request, booking)
    return _page(request, booking)


def _page(request: HttpRequest, booking: Booking, **more: Any) -> HttpResponse:
    context = {"page": mine(booking), "calendar": booking.calendar, **more}
    return render(request, "federation/entries/mine.html", context)


def _do(request: HttpRequest, booking: Booking) -> HttpResponse:
    wanted = request.POST.get("do", "")
    one = _of_family(booking, request.POST.get("booking", ""))
    try:
        if wanted == "confirm":
            entries.confirm_entry(booking=booking)
            messages.success(request, _("The entry is confirmed."))
        elif wanted == "take":
            entries.take_place(booking=booking)
            messages.success(request, _("The place is yours."))
        elif wanted == "withdraw" and "sure" not in request.POST:
            return _page(request, booking, leaving=one.pk)
        elif wanted == "withdraw":
            entries.withdraw_entry(booking=one)
            messages.success(request, _("The entry is withdrawn."))
        elif wanted == "section":
            section = Section.objects.filter(
                calendar=booking.calendar_id, pk=whole_number(request.POST.get("section"))
            ).first()
            if section is None:
                raise Http404
            entries.change_section(booking=one, section=section)
            messages.success(request, _("The section is changed."))
    except Refused as error:
        messages.error(request, str(error))
    return redirect(request.path)


def _of_family(booking: Booking, text: str) -> Booking:
    if not text:
        return booking
    found = [one for one in together_with(booking) if str(one.pk) == text]
    if not found:
        raise Http404
    return found[0]
