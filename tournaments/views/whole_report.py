"""A whole tournament from a report file: send it, see what it would become, make it, undo it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import queue_again
from tournaments.kernel.permissions import event_for
from tournaments.models import Event, Job, ReportImport, Role
from tournaments.services.reports import importing
from tournaments.services.reports.event_preview import in_ones_language
from tournaments.services.reports.files import guard_size
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence


@login_required
def new_from_report(request: SignedIn, event: str) -> HttpResponse:
    found = event_for(request.user, event, Role.CHIEF)
    if request.method == "POST":
        file = request.FILES.get("file")
        if file is None:
            raise Refused("import.no_file")
        guard_size(file.size or 0)
        work = importing.send_report(event=found, data=file.read(), by=request.user)
        return redirect("desk:report_import", event, work.pk)
    return render(request, "desk/new_from_report.html", {"event": found})


@login_required
def report_import(request: SignedIn, event: str, work: int) -> HttpResponse:
    """The file while it is read, what would be made of it, and what was made."""
    found = event_for(request.user, event, Role.CHIEF)
    kept = get_object_or_404(
        ReportImport.objects.select_related("event").defer("data"), event=found, pk=work
    )
    if request.method == "POST":
        return _act(request, found, kept)
    job = importing.job_of(kept)
    if job is not None:
        queue_again(job)
    context = {
        "event": found,
        "work": kept,
        "state": _state(kept, job),
        "job": job,
        "progress": jobs.progress(job) if job else 0,
        "worker": jobs.worker_is_alive(),
        "error": sentence(job.error["code"], job.error["values"]) if job and job.error else "",
        "seen": in_ones_language(kept.summary) if kept.summary else None,
        "undoable": importing.untouched(kept),
    }
    if not request.htmx:
        return render(request, "desk/report_import.html", context)
    response = render(request, "desk/_import_job.html", context)
    if job is None or not job.open:
        response["HX-Refresh"] = "true"
    return response


def _state(kept: ReportImport, job: Job | None) -> str:
    """How far it is, as `desk/_report_STATE.html` says it; nothing while there is work on it."""
    stage = ReportImport.Stage(kept.stage)
    at_work = stage in (stage.READING, stage.MAKING) or (stage is stage.SEEN and job and job.open)
    return "" if at_work else stage.value


def _act(request: SignedIn, event: Event, kept: ReportImport) -> HttpResponse:
    confirmed = request.POST.get("confirmed", "")
    if "undo" in request.POST:
        importing.undo_import(work=kept, by=request.user, confirmed=confirmed)
        messages.success(request, _("The import is undone."))
        return redirect("desk:event", event.slug)
    kept = importing.make_tournament(
        work=kept, name=request.POST.get("name", ""), by=request.user, confirmed=confirmed
    )
    if kept.tournament is None:
        return redirect("desk:report_import", event.slug, kept.pk)
    messages.success(request, _("The tournament is made."))
    return redirect("desk:tournament", event.slug, kept.tournament.slug)
