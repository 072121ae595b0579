"""Links of clubs: the organiser sends them, and a club without one asks for its own."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from federation.duties import public
from federation.forms.entries import TRAP, ClubAddressForm
from federation.models import CalendarEvent, Club, ClubLink
from federation.queries.entries_club import clubs_called, sent_links
from federation.services.entries_club_links import (
    ask_for_club_link,
    send_club_link,
    withdraw_club_link,
)
from federation.views.entries import calendar_of, closed_page, guard_people, opened_at
from federation.views.entries_desk import organiser, show
from tournaments.core.text import whole_number
from tournaments.kernel.errors import Refused
from tournaments.web.requests import SignedIn

LONGEST = 60


@organiser
@require_http_methods(["GET", "HEAD", "POST"])
def club_links(request: SignedIn, calendar: CalendarEvent) -> HttpResponse:
    typed: dict[int, tuple[str, str]] = {}
    if request.method == "POST":
        club = _club(request)
        form = ClubAddressForm(request.POST)
        if request.POST.get("do") == "withdraw" or form.is_valid():
            return _do(request, calendar, club, form)
        typed[club.pk] = str(request.POST.get("email", ""))[:254], _first_problem(form)
    links = sent_links(calendar)
    sent = {link.row.club_id: link.row.email for link in links if link.address}
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    found, more = clubs_called(wanted)
    rows = [
        (club, *typed.get(club.pk, (sent.get(club.pk, club.email), "")), club.pk in sent)
        for club in found
    ]
    context = {"links": links, "wanted": wanted, "found": rows, "more": more}
    return show(request, "club_links", calendar, context)


def _first_problem(form: ClubAddressForm) -> str:
    return str(next(iter(form.errors.values()))[0])


def _do(
    request: SignedIn, calendar: CalendarEvent, club: Club, form: ClubAddressForm
) -> HttpResponse:
    if request.POST.get("do") == "withdraw":
        link = get_object_or_404(ClubLink, calendar=calendar, club=club)
        withdraw_club_link(link=link, by=request.user, confirmed=request.POST.get("confirmed", ""))
        messages.success(request, _("The link is withdrawn."))
        return redirect(request.path)
    email = form.cleaned_data["email"]
    send_club_link(
        calendar=calendar,
        club=club,
        email=email,
        language=get_language() or "tr",
        by=request.user,
    )
    said = _("The link is on its way to %(email)s.") % {"email": email}
    messages.success(request, f"{club}: {said}")
    return redirect(request.path)


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_club_link(request: HttpRequest, event: str) -> HttpResponse:
    """The link goes to the club's own address: it does not matter who asks for it."""
    calendar = calendar_of(request, event)
    if (closed := closed_page(request, calendar)) is not None:
        return closed
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    problem = ""
    if request.method == "POST":
        club = _club(request)
        try:
            guard_people(request)
            ask_for_club_link(calendar=calendar, club=club, language=get_language() or "tr")
        except Refused as error:
            problem = str(error)
        else:
            said = _("%(club)s has the link in its mail within some minutes.") % {"club": club}
            messages.success(request, said)
            return redirect(request.path)
    found, more = clubs_called(wanted)
    context = {
        "calendar": calendar,
        "event": calendar.event,
        "wanted": wanted,
        "found": [(club, "", "", False) for club in found],
        "more": more,
        "problem": problem,
        "opened": opened_at(request),
        "trap": TRAP,
    }
    status = 400 if problem else 200
    return render(request, "federation/entries/ask_club.html", context, status=status)


def _club(request: HttpRequest) -> Club:
    found = Club.objects.filter(pk=whole_number(request.POST.get("club"))).first()
    if found is None:
        raise Http404
    return found
