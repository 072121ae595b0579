"""Papers at the desk: ask for one, watch it being made, download it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournaments.documents.catalogue import PAPERS
from tournaments.models import Document, Job, Role
from tournaments.permissions import tournament_for
from tournaments.services.documents import request_document
from tournaments.views.desk import frame


@login_required
def index(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    if request.method == "POST":
        tournament = tournament_for(request.user, event, slug, Role.CLERK)
        number = request.POST.get("number", "")
        job = request_document(
            tournament=tournament,
            kind=request.POST.get("kind", ""),
            number=int(number) if number.isdecimal() else None,
            language=request.POST.get("language", request.LANGUAGE_CODE),
            by=request.user,
        )
        return redirect("desk:job", event, slug, job.pk)
    tournament = tournament_for(request.user, event, slug)
    documents = list(
        Document.objects.filter(tournament=tournament)
        .defer("content")
        .select_related("created_by")[:200]
    )
    jobs = {
        job.target: job
        for job in Job.objects.filter(kind=Job.Kind.DOCUMENT, target__in=[d.pk for d in documents])
    }
    context = {
        "papers": PAPERS.values(),
        "documents": [(d, PAPERS[d.kind], jobs.get(d.pk)) for d in documents if d.kind in PAPERS],
        **frame(tournament),
    }
    context["paired"] = [r for r in context["rounds"] if r.is_paired]
    return render(request, "desk/documents.html", context)


@login_required
def download(request: HttpRequest, event: str, slug: str, document: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    found = get_object_or_404(Document, tournament=tournament, pk=document)
    if found.content is None:
        raise Http404
    name = "-".join(
        str(part)
        for part in (event, slug, found.kind, found.round_number, f"v{found.version}")
        if part
    )
    return HttpResponse(
        bytes(found.content),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )
