"""Putting away events and tournaments made by mistake, and fetching them again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.core.text import whole_number
from tournaments.kernel.permissions import event_for, tournament_for
from tournaments.models import Role
from tournaments.queries.setup.removed import put_away_at, removed_events
from tournaments.services.setup import removing
from tournaments.web.requests import SignedIn


@login_required
@require_POST
def remove_tournament(request: SignedIn, event: str, slug: str) -> HttpResponse:
    found = put_away_at(event_for(request.user, event, Role.CHIEF), slug)
    if found is None:  # else this is the second press
        found = tournament_for(request.user, event, slug, Role.CHIEF)
        confirmed = request.POST.get("confirmed", "")
        removing.remove_tournament(tournament=found, by=request.user, confirmed=confirmed)
    messages.success(request, _("%(name)s is removed.") % {"name": found.name})
    return redirect("desk:event", event)


@login_required
@require_POST
def restore_tournament(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    number = whole_number(request.POST.get("tournament"))
    back = removing.restore_tournament(event=found, number=number, by=request.user)
    messages.success(request, _("%(name)s is there again.") % {"name": back.name})
    return redirect("desk:event", event)


@login_required
@require_POST
def remove_event(request: SignedIn, event: str) -> HttpResponse:
    found = removed_events(request.user).filter(slug=event).first()
    if found is None:  # else this is the second press
        found = event_for(request.user, event, Role.CHIEF)
        confirmed = request.POST.get("confirmed", "")
        removing.remove_event(event=found, by=request.user, confirmed=confirmed)
    messages.success(request, _("%(name)s is removed.") % {"name": found.name})
    return redirect("desk:home")


@login_required
@require_POST
def restore_event(request: SignedIn) -> HttpResponse:
    number = whole_number(request.POST.get("event"))
    back = removing.restore_event(number=number, by=request.user)
    messages.success(request, _("%(name)s is there again.") % {"name": back.name})
    return redirect("desk:event", back.slug)
