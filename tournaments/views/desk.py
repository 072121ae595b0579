"""The arbiter's overview pages."""

from hashlib import blake2b
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.kernel import jobs
from tournaments.kernel.jobs import queue_again
from tournaments.kernel.permissions import (
    event_for,
    may_name_registrars,
    may_open_events,
    tournament_for,
)
from tournaments.models import Job, ReportImport, Role, Round, Tournament
from tournaments.queries.reports.irregular import acts_of
from tournaments.queries.rounds.sheets import rounds_of
from tournaments.queries.setup.events import duties_of
from tournaments.queries.setup.glance import glances, my_desk
from tournaments.queries.setup.removed import removed_events, removed_tournaments
from tournaments.services.reports import importing
from tournaments.services.results import undo
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence

#: milliseconds until the page of a job asks again: most work is done at once
WAITS = (200, 400, 1000)


@login_required
@require_safe
def home(request: SignedIn) -> HttpResponse:
    typed = request.GET.get("q", "")[:80].strip()
    pages = {name: request.GET.get(name, "") for name in ("page", "earlier")}
    desk = my_desk(request.user, typed, **pages)
    lines = render_to_string("desk/_present_lines.html", {"present": desk.events}, request)
    seen = blake2b(lines.encode(), digest_size=8).hexdigest()
    if request.htmx:
        if request.GET.get("seen") == seen:
            return HttpResponse(status=204)  # nothing to tell a page that asks by itself
        return render(request, "desk/_present.html", {"lines": lines, "seen": seen})
    context = {
        "desk": desk,
        "lines": lines,
        "seen": seen,
        "wanted": typed,
        "has_duties": duties_of(request.user).exists(),
        "may_open": may_open_events(request.user),
        "administers": may_name_registrars(request.user),
        "removed": removed_events(request.user),
    }
    return render(request, "desk/home.html", context)


@login_required
@require_safe
def event(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event)
    tournaments = list(found.tournaments.all())
    for tournament in tournaments:
        tournament.event = found
    context = {"event": found, "tournaments": glances(tournaments, request.user)[found.pk]}
    if found.my_role == Role.CHIEF:
        context["removed"] = removed_tournaments(found)
    return render(request, "desk/event.html", context)


@login_required
@require_safe
def tournament(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Lead to where the work is: the round being played, or the players before round 1. With
    `?rounds` the first round is shown as soon as there is somebody to pair, and of an event of
    teams even before."""
    found = tournament_for(request.user, event, slug)
    if not found.format.has_rounds:
        return redirect("desk:knockout", event, slug, found.knockouts.get(kind="knockout").pk)
    if found.format.pairs_teams:
        return redirect(*_where_the_matches_are(found, "rounds" in request.GET))
    current = found.rounds.exclude(status=Round.Status.PLANNED).order_by("-number").first()
    if current is None and "rounds" in request.GET and found.entries.exists():
        return redirect("desk:round", event, slug, 1)
    if current is None:
        return redirect("desk:players", event, slug)
    return redirect("desk:round", event, slug, current.number)


def _where_the_matches_are(
    tournament: Tournament, rounds: bool
) -> tuple[str, *tuple[str | int, ...]]:
    """The first round that is not over, once there are matches. Before that the teams, or, if the
    `rounds` are asked for, the page that says what their matches wait for."""
    place = (tournament.event.slug, tournament.slug)
    drawn = tournament.rounds.exclude(matches=None).order_by("number")
    current = drawn.exclude(status=Round.Status.FINISHED).first() or drawn.last()
    if current is None and not rounds:
        return ("desk:teams", *place)
    if current is None:
        return ("desk:team_round", *place, 1)
    return ("desk:team_round", *place, current.number)


@login_required
@require_safe
def history(request: SignedIn, event: str, slug: str) -> HttpResponse:
    found = tournament_for(request.user, event, slug)
    log = found.log.select_related("by")
    only = request.GET.get("only") == "irregular"
    if only:
        log = log.exclude(irregular="")
    page = Paginator(log, 100).get_page(request.GET.get("page"))
    lines = list(page.object_list)
    acts = acts_of(found)
    role = found.event.my_role
    ways_back = undo.undoable(found, lines, acts)
    context = {
        "page": page,
        "lines": lines,
        "only": only,
        "undone": acts.undone,
        "undoable": {
            line.pk
            for line in lines
            if line.pk in ways_back and role.covers(undo.role_to_undo(line))
        },
        "imported": _import_to_undo(found),
        **frame(found),
    }
    return render(request, "desk/history.html", context)


def _import_to_undo(tournament: Tournament) -> ReportImport | None:
    """The file that this tournament was made from, for the chief arbiter, while it can go again."""
    if tournament.event.my_role != Role.CHIEF:
        return None
    work = ReportImport.objects.defer("data").filter(tournament=tournament).first()
    return work if work and importing.untouched(work) else None


@button(Role.ARBITER)
def undo_act(press: Press, line: int) -> HttpResponse:
    """One click back from an irregular act."""
    found = press.tournament
    act = get_object_or_404(found.log, pk=line)
    if not found.event.my_role.covers(undo.role_to_undo(act)):
        raise PermissionDenied
    undo.undo_act(line=act, **press.answered)
    messages.success(press.request, _("Undone. Everything is as before that act."))
    return press.back("desk:history")


@login_required
@require_safe
def job(request: SignedIn, event: str, slug: str, job: int) -> HttpResponse:
    """The progress of background work; the page asks again soon, and later each second."""
    found = tournament_for(request.user, event, slug)
    work = get_object_or_404(Job, tournament=found, pk=job)
    queue_again(work)
    asked = request.GET.get("asked", "")
    times = min(int(asked), len(WAITS) - 1) if asked.isdecimal() and len(asked) < 4 else 0
    context = {
        "job": work,
        "wait": WAITS[times],
        "asked": times + 1,
        "progress": jobs.progress(work),
        "worker": jobs.worker_is_alive(),
        "error": sentence(work.error["code"], work.error["values"]) if work.error else "",
        **frame(found),
    }
    template = "partials/_job.html" if request.htmx else "desk/job.html"
    response = render(request, template, context)
    if work.status == Job.Status.DONE and request.htmx:
        response["HX-Redirect"] = job_target(work)
    return response


def job_target(work: Job) -> str:
    """The page on which the outcome of a job is seen."""
    assert work.tournament is not None  # the register's work has a page of its own
    event, slug = work.tournament.event.slug, work.tournament.slug
    if work.kind == Job.Kind.PAIR:
        number = Round.objects.values_list("number", flat=True).get(pk=work.target)
        return redirect("desk:round", event, slug, number).url
    return redirect("desk:documents", event, slug).url


def frame(tournament: Tournament) -> dict[str, Any]:
    """The frame around the content of the desk's pages of a tournament."""
    role = tournament.event.my_role
    return {
        "tournament": tournament,
        "event": tournament.event,
        "rounds": rounds_of(tournament),
        "role": role,
        "may_arbitrate": role.covers(Role.ARBITER),
        "may_enter": role.covers(Role.CLERK),
        "is_chief": role.covers(Role.CHIEF),
    }
