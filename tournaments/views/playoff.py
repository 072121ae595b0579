"""Play-offs are announced before the event, and prepared from the standings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.core.text import whole_number
from tournaments.forms.knockout import ConditionsForm
from tournaments.kernel.errors import Refused
from tournaments.models import Role
from tournaments.services.knockout import playoff
from tournaments.services.setup.playoffs import announce_playoffs
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn


@button(Role.ARBITER)
def prepare(press: Press) -> HttpResponse:
    place = press.text("place")
    made = playoff.prepare_playoff(
        place=whole_number(place),
        level=press.text("level").split(),
        **press.given,
    )
    return press.back("desk:knockout", made.pk)


@login_required
def conditions(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Announce conditions of play-offs before the event (A.3, A.6)."""
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    if not tournament.format.ranks_players:
        raise Http404
    form = ConditionsForm(tournament, request.POST or None)
    if form.is_valid():
        try:
            announce_playoffs(values=form.conditions(), **press.answered)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The conditions of play-offs are announced."))
            return redirect("desk:playoffs", event, slug)
    return render(request, "desk/playoff_conditions.html", {"form": form, **frame(tournament)})
