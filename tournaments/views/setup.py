"""Events, tournaments, their settings and their staff."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.errors import Refused
from tournaments.forms import EventForm, StaffForm, TournamentForm
from tournaments.models import Role, User
from tournaments.permissions import event_for, tournament_for
from tournaments.services import events
from tournaments.views.desk import frame


@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    form = EventForm(request.POST or None)
    if form.is_valid():
        event = events.create_event(by=request.user, **form.values())
        return redirect("desk:new_tournament", event.slug)
    return render(request, "desk/event_form.html", {"form": form})


@login_required
def edit_event(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = EventForm(request.POST or None, instance=found)
    if form.is_valid():
        found.refresh_from_db()  # the form has written into its instance
        events.change_event(event=found, by=request.user, values=form.values())
        messages.success(request, _("The event is saved."))
        return redirect("desk:event", event)
    return render(request, "desk/event_form.html", {"form": form, "event": found})


@login_required
def new_tournament(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = TournamentForm(request.POST or None)
    if form.is_valid():
        tournament = events.create_tournament(event=found, by=request.user, **form.values())
        return redirect("desk:players", event, tournament.slug)
    return render(request, "desk/tournament_form.html", {"form": form, "event": found})


@login_required
def tournament_settings(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    needed = Role.CHIEF if request.method == "POST" else Role.READER
    tournament = tournament_for(request.user, event, slug, needed)
    form = TournamentForm(request.POST or None, instance=tournament)
    under_way = events.is_under_way(tournament)
    if under_way and tournament.fide_mode:
        for name in events.FIXED_BEFORE_ROUND_1 & form.fields.keys():
            form.fields[name].disabled = True
    if form.is_valid():
        try:
            events.change_tournament(
                tournament=tournament,
                by=request.user,
                values=form.values(),
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("desk:settings", event, slug)
    context = {"form": form, "under_way": under_way, **frame(tournament)}
    return render(request, "desk/settings.html", context)


@login_required
@require_POST
def leave_fide_mode(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.CHIEF)
    events.leave_fide_mode(
        tournament=tournament, by=request.user, confirmed=request.POST.get("confirmed", "")
    )
    return redirect("desk:settings", event, slug)


@login_required
def staff(request: HttpRequest, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = StaffForm()
    if request.method == "POST":
        if "remove" in request.POST:
            member = get_object_or_404(User, pk=request.POST["remove"])
            events.set_role(event=found, user=member, role=None, by=request.user)
            return redirect("desk:staff", event)
        form = StaffForm(request.POST)
        if form.is_valid():
            role = Role(form.cleaned_data["role"])
            events.set_role(event=found, user=form.user, role=role, by=request.user)
            return redirect("desk:staff", event)
    members = found.staff.select_related("user").order_by("pk")
    return render(request, "desk/staff.html", {"form": form, "event": found, "members": members})
