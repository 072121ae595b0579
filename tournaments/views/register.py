"""The register of players: which lists are loaded, and loading the next."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.core.text import whole_number
from tournaments.forms.register import RatingListForm, RegistrarForm
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import queue_again
from tournaments.kernel.permissions import may_load_lists, may_name_registrars
from tournaments.models import Job, ListImport, RatingList, RegisteredPlayer, User
from tournaments.queries.entries.ratings import loaded_lists
from tournaments.register import importing, local_lists, registrars, sources, taking_back
from tournaments.web.requests import SignedIn
from tournaments.wording import sentence
from tournaments.wording.register import FIELD_NAMES

SHOWN = 12
#: an answer to "ask for newer lists" is told this long
RECENT = timedelta(minutes=10)


@login_required
def register(request: SignedIn) -> HttpResponse:
    """Everybody at a desk may look; the site's registrars load."""
    may_load = may_load_lists(request.user)
    if request.method == "POST" and not may_load:
        raise PermissionDenied
    if request.method == "POST" and "fetch" in request.POST:
        if not sources.ask_for_lists(by=request.user):
            messages.info(request, _("The lists were asked for a moment ago."))
        return redirect("desk:register")
    if request.method == "POST" and (act := ACTS.keys() & request.POST.keys()):
        return _act(request, act.pop())
    form = RatingListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            work = _receive(form, request.user)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            if work.list.kind != RatingList.Kind.FIDE:
                return redirect("desk:register_columns", work.pk)
            sources.start_import(work, by=request.user)
            return redirect("desk:register")
    context: dict[str, Any] = {"form": form, "may_load": may_load, **_state()}
    if may_name_registrars(request.user):
        context |= {"registrar_form": RegistrarForm()}
    context["registrars"] = User.objects.filter(registrar=True, is_active=True).order_by("username")
    template = "desk/_lists.html" if request.htmx else "desk/register.html"
    return render(request, template, context)


def _give_up(work: ListImport, by: User) -> None:
    sources.give_up(work=work, by=by)


def _load_after_all(work: ListImport, by: User) -> None:
    if not may_be_loaded(work):
        raise Refused("register.not_to_be_loaded")
    sources.start_import(work, by=by)


def _take_back(work: ListImport, by: User) -> None:
    taking_back.ask_to_take_back(work=work, by=by)


#: a button beside an import → what it does
ACTS = {"give_up": _give_up, "again": _load_after_all, "take_back": _take_back}


def _act(request: SignedIn, act: str) -> HttpResponse:
    work = get_object_or_404(
        ListImport.objects.select_related("list"), pk=whole_number(request.POST[act])
    )
    try:
        ACTS[act](work, request.user)
    except Refused as error:
        messages.error(request, str(error))
    return redirect("desk:register")


def may_be_loaded(work: ListImport) -> bool:
    """A file that was given up and is still there."""
    return (
        work.stage in (ListImport.Stage.RECEIVED, ListImport.Stage.READ)
        and work.list.kind == RatingList.Kind.FIDE
        and work.chunks.exists()
    )


def _receive(form: RatingListForm, by: User) -> ListImport:
    given = form.cleaned_data
    common = {
        "pieces": given["file"].chunks(),
        "file_name": given["file"].name,
        "month": given["month"],
        "by": by,
    }
    if given["kind"] == RatingList.Kind.FIDE:
        return importing.receive_fide_list(**common)
    return local_lists.receive_local_list(
        federation=given["federation"], name=given["name"], **common
    )


def _state() -> dict[str, Any]:
    rows = _rows(list(ListImport.objects.select_related("list", "created_by")[:SHOWN]))
    return {
        "lists": loaded_lists(),
        "rows": rows,
        "busy": any(row["job"] and row["job"].open for row in rows),
        "worker": jobs.worker_is_alive(),
        "empty": not RegisteredPlayer.objects.exists(),
    }


def imports_under_way() -> dict[str, Any]:
    """Lists fetched a moment ago, or being fetched, for a desk that waits for them."""
    recent = ListImport.objects.filter(
        fetched=True, quiet=False, created_at__gte=timezone.now() - RECENT
    ).select_related("list", "created_by")
    latest: dict[int, ListImport] = {}
    for one in recent:
        latest.setdefault(one.list_id, one)
    rows = _rows(list(latest.values()))
    busy = any(row["job"] and row["job"].open for row in rows)
    return {"rows": rows, "busy": busy, "worker": jobs.worker_is_alive()}


def _state_of(one: ListImport, job: Job | None) -> str:
    """How far a list came; each state has its words in `desk/_list_STATE.html`."""
    if one.stage in (
        ListImport.Stage.MERGED,
        ListImport.Stage.TAKEN_BACK,
        ListImport.Stage.UNCHANGED,
    ):
        return str(one.stage)
    if job is None:
        return "received"
    if job.error:
        return "failed"
    return "given_up" if job.status == Job.Status.CANCELLED else "under_way"


def _rows(imports: list[ListImport]) -> list[dict[str, Any]]:
    works = {
        job.target: job
        for job in Job.objects.filter(
            kind=Job.Kind.REGISTER, target__in=[one.pk for one in imports]
        ).order_by("id")
    }
    taken_back = taking_back.to_be_taken_back(imports)
    rows = []
    for one in imports:
        job = works.get(one.pk)
        if job is not None:
            queue_again(job)
        rows.append(
            {
                "import": one,
                "state": _state_of(one, job),
                "job": job,
                "progress": jobs.progress(job) if job else 0,
                "error": sentence(job.error["code"], job.error["values"])
                if job and job.error
                else "",
                "asks_columns": one.stage == ListImport.Stage.RECEIVED
                and one.size > 0
                and one.list.kind != RatingList.Kind.FIDE
                and (job is None or not job.open),
                "may_be_loaded": job is not None
                and job.status == Job.Status.CANCELLED
                and may_be_loaded(one),
                "may_be_taken_back": one.pk in taken_back and not (job and job.open),
                "is_taken_back": one.stage == ListImport.Stage.MERGED
                and "take_back" in one.reading
                and bool(job and job.open),
            }
        )
    return rows


@login_required
def columns(request: SignedIn, work: int) -> HttpResponse:
    """Ask for the columns of a list, once, and show how it is then read; they are remembered."""
    if not may_load_lists(request.user):
        raise PermissionDenied
    found = get_object_or_404(
        ListImport.objects.select_related("list").exclude(list__kind=RatingList.Kind.FIDE),
        pk=work,
        stage=ListImport.Stage.RECEIVED,
    )
    problem, preview = "", None
    header: list[str] = []
    rows: list[list[str]] = []
    guessed: dict[str, str] = {}
    try:
        header, rows, guessed = local_lists.sample(found)
        if request.method == "POST":
            guessed = {
                word: request.POST.get(f"column-{place}", "") for place, word in enumerate(header)
            }
            if "look" in request.POST:
                preview = local_lists.look(found, guessed)
            else:
                local_lists.choose_columns(work=found, mapping=guessed)
                sources.start_import(found, by=request.user)
                return redirect("desk:register")
        else:
            preview = local_lists.look(found, guessed)
    except Refused as error:
        problem = str(error)
    context = {
        "work": found,
        "columns": [(place, word, guessed[word]) for place, word in enumerate(header)],
        "rows": rows,
        "fields": FIELD_NAMES.items(),
        "problem": problem if request.method == "POST" or not header else "",
        "preview": preview,
    }
    return render(request, "desk/register_columns.html", context)


@login_required
@require_POST
def registrar(request: SignedIn) -> HttpResponse:
    """The site's administrators name those who load lists, or end it (`remove`)."""
    if not may_name_registrars(request.user):
        raise PermissionDenied
    name = request.POST.get("remove") or request.POST.get("username", "")
    user = registrars.name_registrar(
        username=name, on="remove" not in request.POST, by=request.user
    )
    messages.success(
        request,
        _("%(name)s loads rating lists.") % {"name": user.display_name}
        if user.registrar
        else _("%(name)s no longer loads rating lists.") % {"name": user.display_name},
    )
    return redirect("desk:register")
