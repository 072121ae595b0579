"""Who is here: check-in before round 1, and who is absent before every later one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Entry, Role, Tournament
from tournaments.permissions import tournament_for
from tournaments.services import checkin as service
from tournaments.services.entries import next_open_round
from tournaments.services.events import is_under_way
from tournaments.text import fold, sort_key
from tournaments.views.desk import frame

ACTS = {
    "here": service.mark_present,
    "undo": service.unmark,
    "absent": service.mark_absent,
}


@login_required
def page(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    """Everybody by name with one button each; asks again by itself, so that devices agree."""
@require_safe
    tournament = tournament_for(request.user, event, slug)
    if request.htmx and request.GET.get("seen") == str(tournament.revision):
        return HttpResponse(status=204)  # nothing to tell a page that asks every two seconds
    context = _context(request, tournament)
    template = "desk/_checkin.html" if request.htmx else "desk/players_checkin.html"
    return render(request, template, context)


@login_required
@require_POST
def mark(request: HttpRequest, event: str, slug: str, entry: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    act = ACTS.get(request.POST.get("act", ""), service.mark_present)
    person = get_object_or_404(Entry, tournament=tournament, pk=entry)
    act(tournament=tournament, entry=person, by=request.user)
    if request.htmx:
        return render(request, "desk/_checkin.html", _context(request, tournament))
    if request.POST.get("back") == "player":
        return redirect("desk:edit_player", event, slug, entry)
    return redirect("desk:players_checkin", event, slug)


@login_required
@require_POST
def close(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    choices = {
        int(name.removeprefix("choice-")): value
        for name, value in request.POST.items()
        if name.startswith("choice-") and name.removeprefix("choice-").isdecimal()
        and value in service.CHOICES
    }  # fmt: skip
    service.close_checkin(
        tournament=tournament,
        choices=choices,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    messages.success(request, _("Check-in is closed. Round 1 can be paired."))
    return redirect("desk:players_checkin", event, slug)


@login_required
@require_POST
def reopen(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    service.reopen_checkin(tournament=tournament, by=request.user)
    return redirect("desk:players_checkin", event, slug)


def _context(request: HttpRequest, tournament: Tournament) -> dict:
    tournament.refresh_from_db(fields=["revision", "checkin_closed_at"])
    number = min(next_open_round(tournament), tournament.total_rounds)
    entries = list(tournament.entries.all())
    away = service.away_in(tournament, number)
    wanted = request.GET.get("q", "")[:80]
    only = request.GET.get("only", "")
    rows = [(entry, service.group_of(entry, number, away)) for entry in entries]
    silent = [entry for entry, group in rows if group == "silent"]
    if wanted:
        rows = [row for row in rows if fold(wanted) in fold(f"{row[0].name} {row[0].club}")]
    if only:
        rows = [row for row in rows if row[1] == only]
    language = request.LANGUAGE_CODE
    return {
        "rows": sorted(rows, key=lambda row: sort_key(row[0].name, language)),
        "counts": service.counts(entries, number, away),
        "silent": sorted(silent, key=lambda entry: sort_key(entry.name, language)),
        "number": number,
        "wanted": wanted,
        "only": only,
        "under_way": is_under_way(tournament),
        **frame(tournament),
    }
