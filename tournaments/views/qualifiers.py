"""Players of a last stage from the standings of the event's other tournaments."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.text import whole_number
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role, Tournament
from tournaments.services.knockout import planning, qualifiers
from tournaments.views.desk import frame
from tournaments.views.knockout import back, find
from tournaments.web.requests import SignedIn


@login_required
def of_a_knockout(request: SignedIn, event: str, slug: str, knockout: int) -> HttpResponse:
    """Take over a number of players from each tournament; they are seeded by their places."""
    tournament, found = find(request, event, slug, knockout, _needed(request))
    if found.is_playoff or tournament.format.pairs_teams:
        raise Http404
    others = _sources(tournament)
    if request.method == "POST":
        places = _asked(request, others)
        planning.take_qualifiers(knockout=found, places=places, by=request.user)
        messages.success(request, _("The qualifiers are entered in the order of their places."))
        return back(found)
    origin = reverse("desk:knockout", args=[event, slug, found.pk])
    context = {"origin": origin, "seeds": True, "others": others, **frame(tournament)}
    return render(request, "desk/qualifiers.html", context)


@login_required
def of_a_group(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The same for a final group: a round robin, or a Swiss."""
    tournament = tournament_for(request.user, event, slug, _needed(request))
    if not tournament.format.ranks_players:
        raise Http404
    others = _sources(tournament)
    if request.method == "POST":
        places = _asked(request, others)
        qualifiers.take_qualifiers(tournament=tournament, places=places, by=request.user)
        messages.success(request, _("The qualifiers are entered."))
        return redirect("desk:players", event, slug)
    origin = reverse("desk:players", args=[event, slug])
    context = {"origin": origin, "others": others, **frame(tournament)}
    return render(request, "desk/qualifiers.html", context)


def _needed(request: SignedIn) -> Role:
    return Role.ARBITER if request.method == "POST" else Role.READER


def _sources(tournament: Tournament) -> list[Tournament]:
    """The other tournaments of the event with standings of players."""
    others = tournament.event.tournaments.with_format(ranks_players=True)
    found = list(others.exclude(pk=tournament.pk))
    for one in found:
        one.event = tournament.event
    return found


def _asked(request: SignedIn, others: list[Tournament]) -> list[tuple[Tournament, int]]:
    counts = [request.POST.get(f"from_{one.pk}", "") for one in others]
    return [(one, whole_number(count)) for one, count in zip(others, counts, strict=True)]
