"""A list of members: sent, shown as differences, written."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from federation.duties import needs
from federation.forms.people import ListForm
from federation.models import MemberImport
from federation.services import people_import
from federation.views.people_desk import KEEPERS, scope_of
from federation.web.watching import asked_by_itself, how_far, watch
from tournaments.kernel.errors import Refused
from tournaments.models import Job
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence

#: lines of each kind that are shown
SHOWN = 200


@needs(*KEEPERS)
def new_list(request: SignedIn) -> HttpResponse:
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        provinces, sent = scope_of(request), form.cleaned_data["file"]
        try:
            work = people_import.read_list(
                pieces=sent.chunks(),
                file_name=sent.name,
                size=sent.size,
                by=request.user,
                province=None if provinces is None else provinces[0],
            )
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return redirect("federation:member_list", work.pk)
    latest = MemberImport.objects.filter(by=request.user).defer("rows")[:10]
    return render(request, "federation/people/desk_lists.html", {"form": form, "latest": latest})


@needs(*KEEPERS)
def member_list(request: SignedIn, work: int) -> HttpResponse:
    """Show what the list would change; pressed, a worker writes it."""
    found = get_object_or_404(MemberImport, pk=work)
    if found.by_id != request.user.pk:
        raise PermissionDenied
    if request.method == "POST":
        try:
            people_import.request_writing(work=found, by=request.user)
        except Refused as error:
            messages.error(request, str(error))
        return redirect("federation:member_list", work)
    job = watch(Job.Kind.MEMBERS, found.pk)
    context = how_far(request, job, busy=bool(job and job.open))
    if answer := asked_by_itself(request, context):
        return answer
    known = found.written_at or context["busy"]
    lines = [] if known else people_import.compare(found)
    groups = {
        kind: [line for line in lines if line.kind == kind]
        for kind in ("wrong", "new", "changed", "same")
    }
    failed = job.error if job and job.status == Job.Status.FAILED else None
    context |= {
        "work": found,
        "failed": sentence(failed["code"], failed["values"]) if failed else "",
        "wrong": groups["wrong"][:SHOWN],
        "new": groups["new"][:SHOWN],
        "changed": groups["changed"][:SHOWN],
        "counts": {kind: len(lines) for kind, lines in groups.items()},
        "more": {kind: max(len(lines) - SHOWN, 0) for kind, lines in groups.items()},
    }
    return render(request, "federation/people/desk_list.html", context)
