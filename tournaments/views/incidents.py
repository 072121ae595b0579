"""The incident book: two taps beside the board, the book itself, the words of the report."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.incidents import ChangeForm, IncidentForm, ReportForm
from tournaments.kernel.errors import Refused
from tournaments.models import Incident, IncidentKind, Role, Round
from tournaments.queries.reports.incidents import incident_book, suggestions
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.services.hall import incidents as service
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn
from tournaments.wording.incidents import ARTICLES


@login_required
def book(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    playing = tournament.rounds.filter(status__in=PUBLIC).order_by("-number").first()
    initial = {"round_number": playing.number if playing else None}
    form = IncidentForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            service.note_incident(**form.values(), **press.given)
        except Refused as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("Noted."))
            return redirect("desk:incidents", event, slug)
    context = {
        "form": form,
        "found": incident_book(tournament),
        "report": ReportForm(initial={"text": tournament.arbiters_report}),
        "suggestions": suggestions(tournament),
        "playing": playing,
        **frame(tournament),
    }
    return render(request, "desk/incidents.html", context)


@login_required
def board(request: SignedIn, event: str, slug: str, number: int, board: int) -> HttpResponse:
    """Two players, and under each a button for every kind: one tap notes it."""
    press = open_page(request, event, slug, Role.ARBITER)
    round_ = get_object_or_404(Round, tournament=press.tournament, number=number)
    games = round_.pairings.games().select_related("white", "black")
    pairing = get_object_or_404(games, board=board)
    if request.method == "POST":
        side, _dot, kind = press.text("note").partition(".")
        service.note_incident(kind=kind, side=side, round_number=number, board=board, **press.given)
        messages.success(request, _("Noted. Minute and note can be put right below."))
        return redirect("desk:incidents", event, slug)
    context = {
        "round": round_,
        "number": number,
        "pairing": pairing,
        "sides": [("w", _("White"), pairing.white), ("b", _("Black"), pairing.black)],
        "kinds": [(kind, kind.label, ARTICLES[kind]) for kind in IncidentKind],
        **frame(press.tournament),
    }
    return render(request, "desk/board_incident.html", context)


@button(Role.ARBITER)
def change(press: Press, incident: int) -> HttpResponse:
    """Put minute and note right, or take the line back."""
    found = get_object_or_404(Incident, tournament=press.tournament, pk=incident)
    if "take_back" in press.request.POST:
        service.take_back_incident(incident=found, **press.given)
        return press.back("desk:incidents")
    form = ChangeForm(press.request.POST)
    if not form.is_valid():
        raise Refused("incident.minute")
    service.change_incident(
        incident=found,
        minute=form.cleaned_data["minute"],
        note=form.cleaned_data["note"],
        **press.given,
    )
    return press.back("desk:incidents")


@button(Role.CHIEF)
def write_report(press: Press) -> HttpResponse:
    service.write_report(text=press.text("text"), **press.given)
    messages.success(press.request, _("The words of the report are saved."))
    return press.back("desk:incidents")
