"""Players or teams of a last stage from the final places of the event's other tournaments."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.text import whole_number
from tournaments.kernel.permissions import tournament_for
from tournaments.models import LogEntry, Role, Tournament
from tournaments.queries.setup.events import is_under_way
from tournaments.queries.setup.qualifiers import (
    Source,
    can_take_qualifiers,
    last_taken,
    sources_of,
)
from tournaments.services.knockout import planning, qualifiers
from tournaments.views.desk import frame
from tournaments.views.knockout import back, find
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn


@login_required
def of_a_knockout(request: SignedIn, event: str, slug: str, knockout: int) -> HttpResponse:
    """Take over a number of players from each tournament; they are seeded by their places."""
    tournament, found = find(request, event, slug, knockout, _needed(request))
    if found.is_playoff or tournament.format.pairs_teams:
        raise Http404
    sources = sources_of(tournament)
    if request.method == "POST":
        if "plan" in request.POST:
            return _planned(request, tournament, sources)
        planning.take_qualifiers(knockout=found, places=_asked(request, sources), **_given(request))
        messages.success(request, _("The qualifiers are entered in the order of their places."))
        return back(found)
    origin = reverse("desk:knockout", args=[event, slug, found.pk])
    return _page(request, tournament, sources, origin, seeds=True)


@login_required
def of_a_group(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The same for a final group: a round robin, a Swiss, or an event of teams."""
    tournament = tournament_for(request.user, event, slug, _needed(request))
    if not can_take_qualifiers(tournament):
        raise Http404
    sources = sources_of(tournament)
    route = "desk:teams" if tournament.format.pairs_teams else "desk:players"
    if request.method == "POST":
        if "plan" in request.POST:
            return _planned(request, tournament, sources)
        qualifiers.take_qualifiers(
            tournament=tournament, places=_asked(request, sources), **_given(request)
        )
        messages.success(request, _("The qualifiers are entered."))
        return redirect(route, event, slug)
    return _page(request, tournament, sources, reverse(route, args=[event, slug]))


@button(Role.ARBITER)
def take_back(press: Press) -> HttpResponse:
    line = get_object_or_404(LogEntry, tournament=press.tournament, pk=press.number("line"))
    qualifiers.take_back_qualifiers(line=line, **press.answered)
    messages.success(press.request, _("The qualifiers are taken back."))
    return press.back("desk:teams" if press.tournament.format.pairs_teams else "desk:players")


def _needed(request: SignedIn) -> Role:
    return Role.ARBITER if request.method == "POST" else Role.READER


def _given(request: SignedIn) -> dict[str, Any]:
    return {"by": request.user, "confirmed": request.POST.get("confirmed", "")}


def _planned(request: SignedIn, tournament: Tournament, sources: list[Source]) -> HttpResponse:
    qualifiers.plan_qualifiers(
        tournament=tournament, places=_asked(request, sources), by=request.user
    )
    messages.success(request, _("Noted: the regulations say who qualifies."))
    return redirect(request.path)


def _page(
    request: SignedIn,
    tournament: Tournament,
    sources: list[Source],
    origin: str,
    *,
    seeds: bool = False,
) -> HttpResponse:
    context = {
        "origin": origin,
        "seeds": seeds,
        "sources": sources,
        "under_way": is_under_way(tournament),
        "taken": last_taken(tournament),
        **frame(tournament),
    }
    return render(request, "desk/qualifiers.html", context)


def _asked(request: SignedIn, sources: list[Source]) -> list[tuple[Tournament, int]]:
    return [
        (one.tournament, whole_number(request.POST.get(f"from_{one.tournament.pk}", "")))
        for one in sources
    ]
