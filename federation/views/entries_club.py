"""A club's manager: which events can be entered, a list of players for one, the invoice."""

import secrets
from typing import Any

from django.contrib import messages
from django.core import signing
from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.duties import clubs_of, needs
from federation.forms.entries import ClubListForm
from federation.models import Booking, CalendarEvent, Charge, Club, Duty
from federation.queries.entries import open_events, places_of, why_closed
from federation.queries.entries_club import club_desk
from federation.services.entries import take_place, withdraw_entry
from federation.services.entries_club import ClubPreview, enter_club, read_list
from federation.web.entries_paper import receipt_pdf
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.views.public.about import file_answer
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence

#: seconds in which what was shown may be entered
KEPT = 3600


def _club(request: SignedIn, club: int) -> Club:
    """One of those that the user manages."""
    found = next((one for one in clubs_of(request.user) if one.pk == club), None)
    if found is None:
        raise Http404
    return found


def _calendar(event: str) -> CalendarEvent:
    rows = CalendarEvent.objects.select_related("event")
    return get_object_or_404(rows, event__slug=event, event__removed=False, event__public=True)


@needs(Duty.CLUB)
@require_safe
def clubs(request: SignedIn) -> HttpResponse:
    """The events that can be entered, and those where the club has players."""
    mine = clubs_of(request.user)
    entered = CalendarEvent.objects.filter(
        bookings__club__in=mine, ends_on__gte=timezone.localdate()
    ).distinct()
    context = {
        "clubs": mine,
        "events": open_events()[:200],
        "entered": entered.select_related("event").order_by("starts_on"),
    }
    return render(request, "federation/entries/clubs.html", context)


@needs(Duty.CLUB)
def club_event(request: SignedIn, club: int, event: str) -> HttpResponse:
    found, calendar = _club(request, club), _calendar(event)
    if request.method == "POST" and "sealed" in request.POST:
        return _enter(request, calendar, found)
    form, preview, sealed = ClubListForm(), None, ""
    if request.method == "POST":
        form = ClubListForm(request.POST, request.FILES)
        if form.is_valid():
            preview = _read(calendar, found, form)
            if preview.good:
                sealed = _seal(calendar, found, preview)
            else:
                form = ClubListForm(initial={"text": preview.text})
    closed = why_closed(calendar, timezone.now())
    context = {
        "club": found,
        "calendar": calendar,
        "event": calendar.event,
        "closed": sentence(closed.code, closed.values) if closed else "",
        "desk": club_desk(calendar, found),
        "places": places_of(calendar),
        "form": form,
        "preview": preview,
        "sealed": sealed,
    }
    return render(request, "federation/entries/club.html", context)


def _read(calendar: CalendarEvent, club: Club, form: ClubListForm) -> ClubPreview:
    file = form.cleaned_data["file"]
    return read_list(
        calendar, club, text=form.cleaned_data["text"], file=file.read() if file else b""
    )


def _salt(calendar: CalendarEvent, club: Club) -> str:
    return f"federation.club:{calendar.pk}:{club.pk}"


def _seal(calendar: CalendarEvent, club: Club, preview: ClubPreview) -> str:
    shown = [secrets.token_hex(8), preview.rows()]
    return signing.dumps(shown, salt=_salt(calendar, club), compress=True)


def _enter(request: SignedIn, calendar: CalendarEvent, club: Club) -> HttpResponse:
    """Exactly what was shown, each in the section that was chosen there."""
    try:
        key, rows = signing.loads(request.POST["sealed"], salt=_salt(calendar, club), max_age=KEPT)
    except signing.BadSignature as error:
        raise Refused("club.list_expired") from error
    for row in rows:
        row["section"] = whole_number(request.POST.get(f"section-{row['line']}")) or row["section"]
    if "agreed" not in request.POST:
        messages.error(request, sentence("club.parents_needed", {}))
        return redirect("federation:club_event", club.pk, _slug(calendar))
    if not cache.add(f"club:{key}", True, KEPT):
        raise Refused("club.list_expired")
    try:
        made = enter_club(
            calendar=calendar,
            club=club,
            rows=rows,
            by=request.user,
            email=request.user.email or club.email,
            language=request.LANGUAGE_CODE,
        )
    except BaseException:
        cache.delete(f"club:{key}")
        raise
    said = ngettext("%(count)s player is entered.", "%(count)s players are entered.", len(made))
    messages.success(request, said % {"count": len(made)})
    return redirect("federation:club_event", club.pk, _slug(calendar))


@needs(Duty.CLUB)
@require_POST
def player(request: SignedIn, club: int, event: str) -> HttpResponse:
    """A place that was offered is taken, or somebody is withdrawn."""
    found, calendar = _club(request, club), _calendar(event)
    booking = get_object_or_404(
        Booking, calendar=calendar, club=found, pk=whole_number(request.POST.get("booking"))
    )
    if request.POST.get("do") == "take":
        take_place(booking=booking)
        messages.success(request, _("The place is yours."))
    else:
        confirmed: Any = request.POST.get("confirmed", "")
        withdraw_entry(booking=booking, by=request.user, confirmed=confirmed)
        messages.success(request, _("The entry is withdrawn."))
    return redirect("federation:club_event", found.pk, _slug(calendar))


@needs(Duty.CLUB)
@require_safe
def invoice(request: SignedIn, club: int, charge: int) -> HttpResponse:
    rows = Charge.objects.select_related("calendar__event", "club")
    found = get_object_or_404(
        rows, club=_club(request, club), purpose=Charge.Purpose.CLUB, pk=charge
    )
    pdf = receipt_pdf(found, request.LANGUAGE_CODE)
    return file_answer(pdf, "application/pdf", f"{found.reference}.pdf", shown=True)


def _slug(calendar: CalendarEvent) -> str:
    return calendar.event.slug if calendar.event else ""
