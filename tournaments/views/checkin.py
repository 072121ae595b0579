"""Attendance: check-in before round 1, and the absent players before every later one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.core.text import fold, sort_key, whole_number
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry, Role, Tournament
from tournaments.queries.entries.checkin import (
    away_in,
    checkin_rows,
    counts,
    not_heard_of,
    noted_in,
)
from tournaments.queries.entries.names import in_alphabet
from tournaments.queries.rounds.coming import next_open_round
from tournaments.queries.setup.events import is_under_way
from tournaments.services.entries import checkin
from tournaments.views.desk import frame
from tournaments.views.several import bar
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn, last_values

#: marked last, with the way back beside the name
LAST = 3
ACTS = {
    "here": checkin.mark_present,
    "undo": checkin.unmark,
    "absent": checkin.mark_absent,
}
MARKED = {
    "here": gettext_lazy("%(name)s is here."),
    "undo": gettext_lazy("Nothing was heard of %(name)s."),
    "absent": gettext_lazy("%(name)s is absent: not paired until they are here."),
}


@login_required
@require_safe
def page(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Everybody by name with one button each; asks again by itself, so that devices agree."""
    tournament = tournament_for(request.user, event, slug)
    if request.htmx and request.GET.get("seen") == str(tournament.revision):
        return HttpResponse(status=204)  # nothing to tell a page that asks every second
    context = _context(request, tournament)
    template = "desk/_checkin.html" if request.htmx else "desk/players_checkin.html"
    return render(request, template, context)


@button(Role.ARBITER)
def mark(press: Press, entry: int) -> HttpResponse:
    tournament = press.tournament
    act = ACTS.get(press.text("act"), checkin.mark_present)
    person = get_object_or_404(Entry, tournament=tournament, pk=entry)
    act(entry=person, **press.given)
    if press.text("back") == "player":
        words = MARKED.get(press.text("act"), MARKED["here"])
        messages.success(press.request, words % {"name": person.name})
        return press.back("desk:edit_player", entry)
    return _marked(press.request, tournament)


@button(Role.ARBITER)
def mark_by_number(press: Press) -> HttpResponse:
    """A number that was typed, or a badge that was scanned: that player is here."""
    tournament = press.tournament
    person = checkin.by_number(tournament, press.text("number").strip()[:200])
    checkin.mark_present(entry=person, **press.given)
    return _marked(press.request, tournament)


def _marked(request: SignedIn, tournament: Tournament) -> HttpResponse:
    if request.htmx:
        return render(request, "desk/_checkin.html", _context(request, tournament))
    return redirect("desk:players_checkin", tournament.event.slug, tournament.slug)


@login_required
def close(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Of whom nothing was heard, with their phones, and what becomes of each."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    if request.method == "POST":
        choices = {
            whole_number(name.removeprefix("choice-")): value
            for name, value in last_values(request.POST).items()
            if name.startswith("choice-") and value in checkin.CHOICES
        }
        checkin.close_checkin(
            tournament=tournament,
            choices=choices,
            by=request.user,
            confirmed=request.POST.get("confirmed", ""),
        )
        messages.success(request, _("Check-in is closed. Round 1 can be paired."))
        return redirect("desk:players_checkin", event, slug)
    if is_under_way(tournament) or tournament.checkin_closed_at is not None:
        return redirect("desk:players_checkin", event, slug)
    entries = list(tournament.entries.all())
    away = away_in(tournament, 1)
    silent = not_heard_of(entries, away)
    context = {
        "silent": in_alphabet(silent),
        "counts": counts(entries, 1, away),
        **frame(tournament),
    }
    return render(request, "desk/players_checkin_close.html", context)


@button(Role.ARBITER)
def reopen(press: Press) -> HttpResponse:
    checkin.reopen_checkin(**press.given)
    return press.back("desk:players_checkin")


def _context(request: SignedIn, tournament: Tournament) -> dict[str, Any]:
    tournament.refresh_from_db(fields=["revision", "checkin_closed_at"])
    number = min(next_open_round(tournament), tournament.total_rounds)
    entries = list(tournament.entries.all())
    away = away_in(tournament, number)
    wanted = request.GET.get("q", "")[:80]
    only = request.GET.get("only", "")
    here = [entry for entry in entries if entry.status == Entry.Status.PRESENT]
    # A player brought back or paired as a late arrival is here without a tap of this page.
    here.sort(key=lambda entry: entry.checked_in_at or entry.created_at, reverse=True)
    rows = checkin_rows(entries, number, away, noted_in(tournament))
    if wanted:
        rows = [row for row in rows if _is_meant(row.entry, wanted)]
    if only:
        rows = [row for row in rows if row.group == only]
    language = request.LANGUAGE_CODE
    shown = frame(tournament)
    return {
        "rows": sorted(rows, key=lambda row: sort_key(row.entry.name, language)),
        "counts": counts(entries, number, away),
        "last": here[:LAST],
        "number": number,
        "wanted": wanted,
        "only": only,
        "under_way": is_under_way(tournament),
        **bar(tournament, shown["rounds"]),
        **shown,
    }


def _is_meant(entry: Entry, wanted: str) -> bool:
    """The player's number, or every word somewhere in the name or the club."""
    if wanted.strip().isdecimal():
        return wanted.strip() == str(entry.tpn)
    said = fold(f"{entry.name} {entry.club}")
    return all(word in said for word in fold(wanted).split())
