"""The registrar's queue of newcomers: who are they?"""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import needs
from federation.models import Booking, Duty
from federation.queries.entries_newcomers import newcomers, with_candidates
from federation.services.entries_newcomers import add_newcomer, match_newcomer, refuse_newcomer
from tournaments.core.text import whole_number
from tournaments.models import RegisteredPlayer
from tournaments.web.requests import SignedIn

AT_ONCE = 20


@needs(Duty.REGISTRAR)
@require_safe
def newcomers_page(request: SignedIn) -> HttpResponse:
    page = Paginator(newcomers(), AT_ONCE).get_page(request.GET.get("page"))
    context = {"page": page, "people": with_candidates(list(page.object_list))}
    return render(request, "federation/entries/newcomers.html", context)


@needs(Duty.REGISTRAR)
@require_POST
def decide(request: SignedIn, booking: int) -> HttpResponse:
    found = get_object_or_404(Booking.objects.select_related("calendar"), pk=booking)
    confirmed, wanted = request.POST.get("confirmed", ""), request.POST.get("do", "")
    if wanted == "match":
        player = get_object_or_404(RegisteredPlayer, pk=whole_number(request.POST.get("player")))
        match_newcomer(booking=found, player=player, by=request.user, confirmed=confirmed)
        messages.success(request, _("%(name)s is found in the register.") % {"name": player.name})
    elif wanted == "add":
        add_newcomer(booking=found, by=request.user, confirmed=confirmed)
        messages.success(request, _("%(name)s is in the register now.") % {"name": found.name})
    elif wanted == "refuse":
        reason = request.POST.get("reason", "")[:300]
        refuse_newcomer(booking=found, reason=reason, by=request.user, confirmed=confirmed)
        messages.success(request, _("The entry is refused; the reason is on its way."))
    return redirect("federation:newcomers")
