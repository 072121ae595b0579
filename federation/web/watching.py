"""A page that watches the work of a worker and follows it by itself."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.kernel import jobs
from tournaments.models import Job


def watch(kind: Job.Kind, target: int) -> Job | None:
    """The latest work of the kind; it is queued again where a worker was lost."""
    job = Job.objects.filter(kind=kind, target=target).order_by("-pk").first()
    if job is not None:
        jobs.queue_again(job)
    return job


def how_far(request: HttpRequest, job: Job | None, *, busy: bool) -> dict[str, Any]:
    """Tell `federation/_progress.html` what it shows; the page asks its own address."""
    return {
        "job": job,
        "busy": busy,
        "progress": jobs.progress(job) if job else 0,
        "worker": jobs.worker_is_alive(),
        "address": request.path,
    }


def asked_by_itself(request: HttpRequest, context: dict[str, Any]) -> HttpResponse | None:
    """The answer where the page asks how far it is: a part of it, or that all has changed."""
    if not request.headers.get("HX-Request"):
        return None
    if context["busy"]:
        return render(request, "federation/_progress.html", context)
    answer = HttpResponse(status=204)
    answer["HX-Refresh"] = "true"
    return answer
