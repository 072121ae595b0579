"""A play-off is prepared from the standings."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role
from tournaments.services.knockout import playoff
from tournaments.web.requests import SignedIn


@login_required
@require_POST
def prepare(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    place = request.POST.get("place", "")
    made = playoff.prepare(
        tournament=tournament,
        place=int(place) if place.isdecimal() else 0,
        level=request.POST.get("level", "").split(),
        by=request.user,
    )
    return redirect("desk:knockout", event, slug, made.pk)
