"""The rating officer's desk: the lists of a month, their preview, the rules, FIDE's packages."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import needs
from federation.forms.ratings import FideAnswerForm, KFormSet, MonthForm, RulesForm, lines_of
from federation.models import Duty, FideFile, FidePackage, MonthList, RatingRun
from federation.queries import ratings_lists, ratings_reports
from federation.queries.ratings_preview import previews
from federation.queries.ratings_why import why
from federation.services import ratings_fide, ratings_runs
from federation.web.watching import asked_by_itself, how_far, watch
from tournaments.kernel.errors import Refused
from tournaments.models import Job
from tournaments.web.requests import SignedIn

#: runs on the desk
SHOWN = 24


@needs(Duty.RATING)
def desk(request: SignedIn) -> HttpResponse:
    """Begin the lists of a month; the runs there were."""
    form = MonthForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            run = ratings_runs.begin_month(by=request.user, **form.cleaned_data)
        except Refused as error:
            form.add_error(error.field or None, str(error))
        else:
            return redirect("federation:rating_run", run.pk)
    runs = list(RatingRun.objects.prefetch_related("lists").select_related("published_by")[:SHOWN])
    context = {
        "form": form,
        "runs": runs,
        "open": next((run for run in runs if run.state in RatingRun.OPEN), None),
        "waiting": ratings_reports.queue().count(),
        "accepted": ratings_reports.counts().get("accepted", 0),
    }
    return render(request, "federation/ratings/office.html", context)


@needs(Duty.RATING)
@require_safe
def run(request: SignedIn, run: int) -> HttpResponse:
    """A run on its way, or what it would change."""
    found = get_object_or_404(RatingRun, pk=run)
    job = watch(Job.Kind.RATINGS, found.pk)
    busy = bool(job and job.open and found.state == RatingRun.State.WORKING)
    context = how_far(request, job, busy=busy)
    if answer := asked_by_itself(request, context):
        return answer
    context |= {"run": found, "may_take_back": ratings_runs.may_be_taken_back(found)}
    if found.state != RatingRun.State.WORKING:
        context["previews"] = previews(found)
    return render(request, "federation/ratings/run.html", context)


@needs(Duty.RATING)
@require_POST
def press(request: SignedIn, run: int) -> HttpResponse:
    found = get_object_or_404(RatingRun, pk=run)
    confirmed = request.POST.get("confirmed", "")
    match request.POST.get("act"):
        case "publish":
            ratings_runs.publish(run=found, by=request.user, confirmed=confirmed)
            messages.success(request, _("The lists are published."))
        case "take_back":
            ratings_runs.take_back(run=found, by=request.user, confirmed=confirmed)
            messages.success(request, _("The lists are taken back."))
        case "drop":
            ratings_runs.drop(run=found, by=request.user)
            messages.success(request, _("Dropped. Nothing of it was public."))
            return redirect("federation:rating_desk")
        case "again":
            ratings_runs.begin_again(run=found, by=request.user)
        case _:
            raise Http404
    return redirect("federation:rating_run", found.pk)


@needs(Duty.RATING)
@require_safe
def run_why(request: SignedIn, of: int, player: int) -> HttpResponse:
    """The working of a rating before it is published."""
    found = get_object_or_404(MonthList.objects.exclude(worked_at=None), pk=of)
    told = why(found, player, public=False)
    if told is None:
        raise Http404
    context = {"it": told, "of": found, "months": [], "run": found.run}
    return render(request, "federation/ratings/why.html", context)


# --- The rules -----------------------------------------------------------------------------------


@needs(Duty.RATING)
def rules(request: SignedIn) -> HttpResponse:
    now = ratings_lists.rules()
    if request.method == "POST":
        form, lines = RulesForm(request.POST), KFormSet(request.POST, prefix="k")
        if form.is_valid() and lines.is_valid():
            try:
                ratings_runs.set_rules(
                    constants=form.constants(lines_of(lines)),
                    kinds=form.cleaned_data["kinds"],
                    minimum_times=form.cleaned_data["minimum_times"],
                    by=request.user,
                )
            except Refused as error:
                form.add_error(None, str(error))
            else:
                messages.success(request, _("The rules hold from the next list on."))
                return redirect("federation:rating_rules")
    else:
        form = RulesForm.from_constants(now.constants, now.kinds, now.minimum_times)
        lines = KFormSet(initial=now.constants["k"], prefix="k")
    context = {"form": form, "lines": lines, "now": now}
    return render(request, "federation/ratings/rules.html", context)


# --- FIDE ----------------------------------------------------------------------------------------


@needs(Duty.RATING)
def fide(request: SignedIn) -> HttpResponse:
    """Show what waits for FIDE, and the packages with what FIDE said."""
    if request.method == "POST":
        package = ratings_fide.pack(month=timezone.localdate(), by=request.user)
        messages.success(
            request, _("%(count)s reports are packed.") % {"count": package.files.count()}
        )
        return redirect("federation:fide")
    packages = FidePackage.objects.defer("content").prefetch_related(
        "files__report__tournament__event"
    )
    context = {
        "waiting": ratings_fide.waiting(),
        "packages": packages[:SHOWN],
        "today": timezone.localdate(),
    }
    return render(request, "federation/ratings/fide.html", context)


@needs(Duty.RATING)
@require_safe
def fide_package(request: SignedIn, package: int) -> HttpResponse:
    found = get_object_or_404(FidePackage, pk=package)
    answer = HttpResponse(bytes(found.content), content_type="application/zip")
    name = f"fide-{found.month:%Y-%m}-{found.pk}.zip"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@needs(Duty.RATING)
@require_POST
def fide_sent(request: SignedIn, package: int) -> HttpResponse:
    found = get_object_or_404(FidePackage.objects.defer("content"), pk=package)
    ratings_fide.note_sent(package=found, by=request.user)
    return redirect("federation:fide")


@needs(Duty.RATING)
@require_POST
def fide_answer(request: SignedIn, file: int) -> HttpResponse:
    found = get_object_or_404(FideFile.objects.select_related("package"), pk=file)
    form = FideAnswerForm(request.POST)
    told = form.cleaned_data if form.is_valid() else {}
    ratings_fide.note_answer(
        file=found,
        state=told.get("state", ""),
        on=told.get("on"),
        answer=told.get("answer", ""),
        by=request.user,
    )
    return redirect("federation:fide")
