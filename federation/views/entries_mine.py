"""Behind the link of the mail: the entry as it stands, and all that its owner may do with it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from federation.duties import public
from federation.models import Booking, Charge, Section
from federation.queries.entries import together_with
from federation.queries.entries_links import booking_of, link_of
from federation.queries.entries_mine import mine
from federation.queries.entries_money import account_of
from federation.queries.entries_news import about
from federation.services import entries
from federation.services.entries_payments import MOST, hear, provider
from federation.web.entries_paper import receipt_pdf
from federation.web.links import behind
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.services.hall import following
from tournaments.services.hall.following import BrowserAddress, Followed
from tournaments.views.public.about import file_answer
from tournaments.views.public.following import to_browser

by_link = behind(booking_of)


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


@csrf_exempt
@by_link
def tell_me(request: HttpRequest, booking: Booking) -> HttpResponse:
    """This browser hears when a place is free for those who wait; it sends what `follow` takes."""
    event = booking.calendar.event
    assert event is not None
    what = about(booking)

    def does(wish: str, browser: BrowserAddress, _sent: dict[str, Any]) -> Followed:
        if wish == "follow":
            told = following.watch(
                event=event, about=what, browser=browser, language=get_language() or "tr"
            )
        elif wish == "stop":
            told = following.stop_watching(about=what, endpoint=browser.endpoint)
        else:
            told = following.watches(about=what, endpoint=browser.endpoint)
        return Followed(told, (), ())

    return to_browser(request, does)


@by_link
@require_safe
def pay(request: HttpRequest, booking: Booking, charge: int) -> HttpResponse:
    """To the provider, with a signed order; the receipt comes when its message does."""
    found = _charge_of(booking, charge)
    owed = account_of(found).owed
    address = provider().order(found, owed, link_of(booking)) if owed else ""
    return redirect(address or link_of(booking))


@by_link
@require_safe
def receipt(request: HttpRequest, booking: Booking, charge: int) -> HttpResponse:
    found = _charge_of(booking, charge)
    pdf = receipt_pdf(found, get_language() or "tr")
    return file_answer(pdf, "application/pdf", f"{found.reference}.pdf", shown=True)


def _charge_of(booking: Booking, charge: int) -> Charge:
    rows = Charge.objects.select_related("booking__section", "calendar__event")
    return get_object_or_404(rows, pk=charge, booking__in=together_with(booking))


@csrf_exempt
@public
@require_POST
def heard(request: HttpRequest) -> HttpResponse:
    """The provider says that something was paid; what is not signed by it is not heard."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST:
        return JsonResponse({"problem": str(Refused("payment.unreadable"))}, status=400)
    try:
        hear(request.body, request.headers.get("X-Signature", "")[:200])
    except Refused as error:
        return JsonResponse({"code": error.code, "problem": str(error)}, status=400)
    return JsonResponse({"heard": True})


def _of_family(booking: Booking, text: str) -> Booking:
    if not text:
        return booking
    found = [one for one in together_with(booking) if str(one.pk) == text]
    if not found:
        raise Http404
    return found[0]
