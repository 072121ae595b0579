"""A round robin's whole schedule; and the list of averages of a Dubov tournament."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.kernel.permissions import tournament_for
from tournaments.models import Role
from tournaments.queries.rounds.schedule import aro_table, team_schedule, whole_schedule
from tournaments.services.rounds.schedule import show_schedule
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn


@login_required
def schedule(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """All rounds at once; publishing them round by round goes on beside it."""
    if request.method == "POST":
        tournament = tournament_for(request.user, event, slug, Role.ARBITER)
        shown = request.POST.get("act") == "show"
        show_schedule(
            tournament=tournament,
            public=shown,
            by=request.user,
            confirmed=request.POST.get("confirmed", ""),
        )
        messages.success(
            request,
            _("Everybody sees the schedule.")
            if shown
            else _("The schedule is for the staff only."),
        )
        return redirect("desk:schedule", event, slug)
    tournament = tournament_for(request.user, event, slug)
    if tournament.format.pairs_teams:
        context = {"schedule": team_schedule(tournament), **frame(tournament)}
        return render(request, "desk/team_schedule.html", context)
    if not tournament.format.table_of_players:
        raise Http404
    context = {"schedule": whole_schedule(tournament), **frame(tournament)}
    return render(request, "desk/schedule.html", context)


@login_required
@require_safe
def averages(request: SignedIn, event: str, slug: str, after: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    rows = aro_table(tournament, after)
    if rows is None:
        raise Http404
    return render(
        request, "desk/averages.html", {"rows": rows, "after": after, **frame(tournament)}
    )
