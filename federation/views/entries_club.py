"""A club enters its players: its manager at the desk, or whoever has its link to one event."""

import secrets
from dataclasses import dataclass

from django.contrib import messages
from django.core import signing
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import clubs_of, needs
from federation.forms.entries import ClubListForm
from federation.models import Booking, CalendarEvent, Charge, Club, ClubLink, Duty
from federation.queries.entries import open_events, places_of, why_closed
from federation.queries.entries_club import invoices_of, players_of
from federation.queries.entries_links import club_link_of, token_of_club
from federation.services.entries import take_place, withdraw_entry
from federation.services.entries_club import ClubPreview, enter_club, read_list
from federation.web.entries_paper import receipt_pdf
from federation.web.links import behind
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.models import User
from tournaments.views.public.about import file_answer
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence

#: seconds in which what was shown may be entered
KEPT = 3600


@dataclass(frozen=True, slots=True)
class Desk:
    """Where somebody works for a club on one event."""

    club: Club
    calendar: CalendarEvent
    #: nobody: whoever has the club's link
    by: User | None
    email: str
    page: str
    #: where a place is taken and an entry withdrawn
    players: str

    def invoice(self, charge: Charge) -> str:
        if self.by is not None:
            return reverse("federation:club_invoice", args=[self.club.pk, charge.pk])
        return f"{self.page}invoices/{charge.pk}.pdf"


def _managed(request: SignedIn, club: int, event: str) -> Desk:
    found, user = _club(request, club), request.user
    rows = CalendarEvent.objects.select_related("event")
    calendar = get_object_or_404(rows, event__slug=event, event__removed=False, event__public=True)
    page, players = (
        reverse(f"federation:{name}", args=[found.pk, event])
        for name in ("club_event", "club_booking")
    )
    return Desk(found, calendar, user, user.email or found.email, page, players)


def _club(request: SignedIn, club: int) -> Club:
    """One of those that the user manages."""
    found = next((one for one in clubs_of(request.user) if one.pk == club), None)
    if found is None:
        raise Http404
    return found


def _linked(link: ClubLink) -> Desk:
    page = reverse("federation:linked_club", args=[token_of_club(link)])
    return Desk(link.club, link.calendar, None, link.email, page, f"{page}players/")


by_link = behind(club_link_of)


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


# --- The page of one event ------------------------------------------------------------------------


@needs(Duty.CLUB)
def club_event(request: SignedIn, club: int, event: str) -> HttpResponse:
    return _event(request, _managed(request, club, event))


@by_link
def linked_club(request: HttpRequest, link: ClubLink) -> HttpResponse:
    return _event(request, _linked(link))


def _event(request: HttpRequest, desk: Desk) -> HttpResponse:
    if request.method == "POST" and "sealed" in request.POST:
        return _enter(request, desk)
    calendar, club = desk.calendar, desk.club
    form, preview, sealed = ClubListForm(), None, ""
    if request.method == "POST":
        form = ClubListForm(request.POST, request.FILES)
        if form.is_valid():
            preview = _read(calendar, club, form)
            if preview.good:
                sealed = _seal(calendar, club, preview)
            else:
                form = ClubListForm(initial={"text": preview.text})
    closed = why_closed(calendar, timezone.now())
    players, invoices = players_of(calendar, club), invoices_of(calendar, club)
    context = {
        "club": club,
        "calendar": calendar,
        "event": calendar.event,
        "closed": sentence(closed.code, closed.values) if closed else "",
        "desk": desk,
        "players": players,
        "invoices": [(one, desk.invoice(one.charge)) for one in invoices],
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


def _enter(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Exactly what was shown, each in the section that was chosen there."""
    try:
        key, rows = signing.loads(
            request.POST["sealed"], salt=_salt(desk.calendar, desk.club), max_age=KEPT
        )
    except signing.BadSignature as error:
        raise Refused("club.list_expired") from error
    for row in rows:
        row["section"] = whole_number(request.POST.get(f"section-{row['line']}")) or row["section"]
    if "agreed" not in request.POST:
        messages.error(request, sentence("club.parents_needed", {}))
        return redirect(desk.page)
    if not cache.add(f"club:{key}", True, KEPT):
        raise Refused("club.list_expired")
    try:
        made = enter_club(
            calendar=desk.calendar,
            club=desk.club,
            rows=rows,
            by=desk.by,
            email=desk.email,
            language=get_language() or "tr",
        )
    except BaseException:
        cache.delete(f"club:{key}")
        raise
    said = ngettext("%(count)s player is entered.", "%(count)s players are entered.", len(made))
    messages.success(request, said % {"count": len(made)})
    return redirect(desk.page)


# --- Players and invoices -------------------------------------------------------------------------


@needs(Duty.CLUB)
@require_POST
def player(request: SignedIn, club: int, event: str) -> HttpResponse:
    return _change(request, _managed(request, club, event))


@by_link
@require_POST
def linked_player(request: HttpRequest, link: ClubLink) -> HttpResponse:
    return _change(request, _linked(link))


def _change(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A place that was offered is taken, or somebody is withdrawn."""
    booking = get_object_or_404(
        Booking,
        calendar=desk.calendar,
        club=desk.club,
        pk=whole_number(request.POST.get("booking")),
    )
    if request.POST.get("do") == "take":
        take_place(booking=booking)
        messages.success(request, _("The place is yours."))
    else:
        confirmed = request.POST.get("confirmed", "")
        withdraw_entry(booking=booking, by=desk.by, of_club=True, confirmed=confirmed)
        messages.success(request, _("The entry is withdrawn."))
    return redirect(desk.page)


@needs(Duty.CLUB)
@require_safe
def invoice(request: SignedIn, club: int, charge: int) -> HttpResponse:
    return _invoice(club=_club(request, club), pk=charge)


@by_link
@require_safe
def linked_invoice(request: HttpRequest, link: ClubLink, charge: int) -> HttpResponse:
    return _invoice(club=link.club, calendar=link.calendar, pk=charge)


def _invoice(**of: object) -> HttpResponse:
    rows = Charge.objects.select_related("calendar__event", "club")
    found = get_object_or_404(rows, purpose=Charge.Purpose.CLUB, **of)
    pdf = receipt_pdf(found, get_language() or "tr")
    return file_answer(pdf, "application/pdf", f"{found.reference}.pdf", shown=True)
