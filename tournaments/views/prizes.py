"""The prizes at the desk: entered line by line or pasted, and who would get what."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.forms.prizes import PrizesForm
from tournaments.kernel.errors import Refused
from tournaments.models import Role
from tournaments.queries.standings.prizes import category_choices, prize_page
from tournaments.services.setup import prizes as service
from tournaments.views.desk import frame
from tournaments.web.buttons import open_page
from tournaments.web.requests import SignedIn


@login_required
def prizes(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    if not tournament.format.has_rounds:
        raise Http404  # its prizes are in its plan
    form = PrizesForm(
        request.POST or None,
        tournament=tournament,
        rows=service.prize_rows(tournament),
        choices=category_choices(tournament, get_language() or "en"),
    )
    if request.method == "POST" and form.is_valid():
        try:
            service.set_prizes(rows=form.rows(), values=form.values(), **press.given)
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The prizes are saved."))
            return redirect("desk:prizes", event, slug)
    context = {"form": form, "page": prize_page(tournament), **frame(tournament)}
    return render(request, "desk/prizes.html", context)
