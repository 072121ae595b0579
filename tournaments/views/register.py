"""The register of players: which lists are loaded, and loading the next."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.forms.register import RatingListForm
from tournaments.models import Job, ListImport, RatingList, RegisteredPlayer, Role, User
from tournaments.services import jobs, national_lists, rating_lists
from tournaments.wording import sentence

FIELD_NAMES = {
    "name": _("name"),
    "surname": _("surname"),
    "given": _("given name"),
    "national_id": _("national ID"),
    "rating": _("rating"),
    "fide_id": _("FIDE ID"),
    "club": _("club"),
    "birth_date": _("birth date"),
    "sex": _("sex"),
    "title": _("title"),
}


def may_load(user: User) -> bool:
    """The register serves every event, so it needs more than a duty at one desk."""
    return user.is_superuser or user.duties.filter(role=Role.CHIEF).exists()


def _guard(user: User) -> None:
    if not may_load(user):
        raise PermissionDenied


@login_required
def register(request: HttpRequest) -> HttpResponse:
    _guard(request.user)
    if request.method == "POST" and "fetch" in request.POST:
        rating_lists.ask_for_fide_list(by=request.user)
        return redirect("desk:register")
    form = RatingListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        given = form.cleaned_data
        file = given["file"]
        common = {
            "pieces": file.chunks(),
            "file_name": file.name,
            "month": given["month"],
            "by": request.user,
        }
        try:
            if given["kind"] == RatingList.Kind.NATIONAL:
                work = national_lists.receive_national_list(
                    federation=given["federation"], **common
                )
                return redirect("desk:register_columns", work.pk)
            work = rating_lists.receive_fide_list(**common)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            rating_lists.start_import(work, by=request.user)
            return redirect("desk:register")
    context = {"form": form, **_state()}
    template = "desk/_lists.html" if request.htmx else "desk/register.html"
    return render(request, template, context)


def _state() -> dict:
    imports = list(ListImport.objects.select_related("list", "created_by")[:12])
    works = {}
    for job in Job.objects.filter(
        kind=Job.Kind.REGISTER, target__in=[one.pk for one in imports]
    ).order_by("id"):
        works[job.target] = job
    rows = []
    for one in imports:
        job = works.get(one.pk)
        if job is not None:
            jobs.nudge(job)
        rows.append(
            {
                "import": one,
                "job": job,
                "progress": jobs.progress(job) if job else 0,
                "error": sentence(job.error["code"], job.error["values"])
                if job and job.error
                else "",
            }
        )
    return {
        "lists": RatingList.objects.exclude(month=None),
        "rows": rows,
        "busy": any(row["job"] and row["job"].open for row in rows),
        "worker": jobs.worker_is_alive(),
        "empty": not RegisteredPlayer.objects.exists(),
    }


@login_required
def columns(request: HttpRequest, work: int) -> HttpResponse:
    """Which column of a federation's list holds what: asked once, remembered."""
    _guard(request.user)
    found = get_object_or_404(
        ListImport.objects.select_related("list"),
        pk=work,
        list__kind=RatingList.Kind.NATIONAL,
        stage=ListImport.Stage.RECEIVED,
    )
    header, rows, guessed = national_lists.sample(found)
    problem = ""
    if request.method == "POST":
        mapping = {
            word: request.POST.get(f"column-{place}", "") for place, word in enumerate(header)
        }
        try:
            national_lists.choose_columns(work=found, mapping=mapping)
        except Refused as error:
            problem, guessed = str(error), mapping
        else:
            rating_lists.start_import(found, by=request.user)
            return redirect("desk:register")
    context = {
        "work": found,
        "columns": [(place, word, guessed[word]) for place, word in enumerate(header)],
        "rows": rows,
        "fields": FIELD_NAMES.items(),
        "problem": problem,
    }
    return render(request, "desk/register_columns.html", context)
