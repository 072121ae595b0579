"""Events, tournaments and their settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.forms import CopyForm, EventForm, TimetableForm, TournamentForm
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import event_for, may_open_events, tournament_for
from tournaments.models import Event, Role
from tournaments.queries.reports.incidents import suggestions
from tournaments.queries.setup.events import events_to_copy, in_alphabet, is_fixed, with_words
from tournaments.queries.setup.readiness import readiness
from tournaments.queries.setup.regulations import regulations_in_words
from tournaments.services.setup import copying, events
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn

#: as many events as are offered to be copied; the others are searched for
MOST_OFFERED = 30


def _guard_opening(request: SignedIn) -> None:
    if not may_open_events(request.user):
        raise PermissionDenied(
            _(
                "On this site the administrators and registrars open events. Ask one of them to "
                "open yours and to name you its chief arbiter."
            )
        )


@login_required
def new_event(request: SignedIn) -> HttpResponse:
    _guard_opening(request)
    form = EventForm(request.POST or None)
    if form.is_valid():
        event = events.create_event(by=request.user, **form.values())
        return redirect("desk:new_tournament", event.slug)
    return render(request, "desk/event_form.html", {"form": form})


@login_required
def edit_event(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = EventForm(request.POST or None, instance=found)
    if form.is_valid():
        found.refresh_from_db()  # the form has written into its instance
        events.change_event(event=found, by=request.user, values=form.values())
        messages.success(request, _("The event is saved."))
        return redirect("desk:event", event)
    return render(request, "desk/event_form.html", {"form": form, "event": found})


@login_required
def new_tournament(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    form = TournamentForm(request.POST or None, event=found, system=_shown_for(request))
    if "follow" in request.POST:
        form = TournamentForm.following(form, request.POST.get("system", ""))
    elif form.is_valid():
        try:
            made = events.create_tournament(event=found, by=request.user, **form.values())
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return redirect("desk:ready", event, made.slug)
    return render(request, "desk/tournament_form.html", {"form": form, "event": found})


def _shown_for(request: SignedIn) -> str:
    """The system whose fields the page had; "" = what is stored, or proposed."""
    return request.POST.get("shown_for", "")


@login_required
def tournament_settings(request: SignedIn, event: str, slug: str) -> HttpResponse:
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    form = TournamentForm(request.POST or None, instance=tournament, system=_shown_for(request))
    follows = "follow" in request.POST
    if follows:
        form = TournamentForm.following(form, request.POST.get("system", ""))
    under_way = is_fixed(tournament)
    if under_way and tournament.fide_mode:
        for name, field in form.fields.items():
            field.disabled = field.disabled or (
                name in events.FIXED_BEFORE_ROUND_1
                or name.startswith("option_")
                or name in ("recommended", "point_scale")
            )
            if field.disabled:
                field.help_text = _("Fixed since round 1 was paired.")
    if form.is_valid():
        try:
            events.change_tournament(values=form.values(), **press.answered)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("desk:settings", event, slug)
    context = {"form": form, "under_way": under_way, **frame(tournament)}
    return render(request, "desk/settings.html", context)


@button(Role.CHIEF)
def leave_fide_mode(press: Press) -> HttpResponse:
    events.leave_fide_mode(**press.answered)
    return press.back("desk:settings")


@login_required
def copy_event(request: SignedIn) -> HttpResponse:
    """Next year's event after this year's: everything but the players and what they played."""
    _guard_opening(request)
    typed = request.GET.get("q", "")[:80].strip()
    mine = events_to_copy(request.user)
    found = with_words(mine, typed)
    offered = in_alphabet(found[:MOST_OFFERED])
    form = CopyForm(
        request.POST or None,
        mine=mine,
        offered=offered,
        source=request.POST.get("source") or request.GET.get("source"),
    )
    if form.is_valid():
        event = copying.copy_event(by=request.user, **form.cleaned_data)
        messages.success(
            request, _("Dates, staff and settings are copied. Look at what is still missing.")
        )
        return redirect("desk:event", event.slug)
    source: Event | None = form.initial.get("source")
    told = [
        f"{tournament.name}: {one}"
        for tournament in (source.tournaments.all() if source else ())
        for one in suggestions(tournament)
    ]
    context = {
        "form": form,
        "suggestions": told,
        "wanted": typed,
        "found": len(offered),
        "more": len(offered) == MOST_OFFERED and found.count() > MOST_OFFERED,
        "searches": bool(typed) or mine.count() > MOST_OFFERED,
    }
    return render(request, "desk/event_copy.html", context)


@login_required
def timetable(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Set the times at which the rounds begin, on the clock of the venue."""
    press = open_page(request, event, slug, Role.ARBITER)
    tournament = press.tournament
    form = TimetableForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        try:
            copying.set_schedule(times=form.times(), **press.given)
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The schedule is saved."))
            return redirect("desk:timetable", event, slug)
    rows = [(r, form[f"day_{r.number}"], form[f"time_{r.number}"]) for r in form.rounds]
    context = {"form": form, "rows": rows, **frame(tournament)}
    return render(request, "desk/settings_timetable.html", context)


@login_required
@require_safe
def ready(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """List what is missing before round 1, each with the place where it is put right."""
    tournament = tournament_for(request.user, event, slug)
    context = {
        "items": readiness(tournament, request.user),
        "words": regulations_in_words(tournament),
        **frame(tournament),
    }
    return render(request, "desk/settings_ready.html", context)
