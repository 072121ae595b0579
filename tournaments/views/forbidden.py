"""Players, or teams where teams are paired, that must not meet."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.core.text import fold, whole_number
from tournaments.forms import ForbiddenForm
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, ForbiddenPairing, Role, Team, Tournament
from tournaments.queries.setup.events import is_fixed
from tournaments.services.entries import forbidden
from tournaments.views.desk import frame
from tournaments.web.buttons import open_page
from tournaments.web.requests import SignedIn

#: so many are offered; a few letters more find the others
OFFERED = 12


@login_required
def page(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    wanted = "" if "add" in request.GET else request.GET.get("q", "")[:80]
    chosen = _chosen(request, tournament)
    form = ForbiddenForm(tournament=tournament, initial={"players": [one.pk for one in chosen]})
    if request.method == "POST" and "remove" in request.POST:
        pk = request.POST["remove"]
        rule = get_object_or_404(ForbiddenPairing, tournament=tournament, pk=whole_number(pk))
        forbidden.allow_again(rule=rule, **press.answered)
        return redirect("desk:forbidden_players", event, slug)
    if request.method == "POST":
        form = ForbiddenForm(request.POST, tournament=tournament)
        if form.is_valid():
            try:
                named = list(form.cleaned_data["players"])
                forbidden.forbid(
                    **{"teams" if tournament.format.pairs_teams else "entries": named},
                    sharing=form.cleaned_data["sharing"],
                    value=form.cleaned_data["value"],
                    last_round=form.cleaned_data["last_round"],
                    reason=form.cleaned_data["reason"],
                    **press.answered,
                )
            except Refused as error:
                form.add_error(None, str(error))
            else:
                return redirect("desk:forbidden_players", event, slug)
    context = {
        "form": form,
        "wanted": wanted,
        "chosen": chosen,
        "offered": _offered(tournament, wanted, chosen),
        "rules": tournament.forbidden_pairings.select_related("tournament")
        .prefetch_related("entries", "teams")
        .order_by("pk"),
        "locked": tournament.fide_mode and is_fixed(tournament),
        **frame(tournament),
    }
    return render(request, "desk/forbidden_players.html", context)


def _rows(tournament: Tournament) -> QuerySet[Any]:
    """Everybody who can be kept apart, by number."""
    if tournament.format.pairs_teams:
        return tournament.teams.order_by("number", "name")
    return tournament.entries.order_by("tpn", "id")


def _chosen(request: SignedIn, tournament: Tournament) -> list[Entry] | list[Team]:
    """Those picked so far, in the address (or the form): no script is needed for it."""
    names = request.POST.getlist("players") or [
        *request.GET.getlist("player"),
        request.GET.get("add", ""),
    ]
    dropped = request.GET.get("drop", "")
    keys = [int(pk) for pk in names if pk.isdecimal() and len(pk) < 18 and pk != dropped]
    found = _rows(tournament).in_bulk(keys[:40])
    return [found[pk] for pk in dict.fromkeys(keys) if pk in found]


def _offered(
    tournament: Tournament, wanted: str, chosen: list[Entry] | list[Team]
) -> list[Entry] | list[Team]:
    if not wanted.strip():
        return []
    words = fold(wanted).split()
    taken = {one.pk for one in chosen}
    return [
        one
        for one in _rows(tournament)
        if one.pk not in taken
        and all(word in fold(f"{one.name} {one.club} {one.tpn or ''}") for word in words)
    ][:OFFERED]
