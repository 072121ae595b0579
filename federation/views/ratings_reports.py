"""Reports of events: the officer's queue and look, and the chief arbiter's answers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.duties import has_duty, needs, public
from federation.forms.ratings import AcceptForm
from federation.models import Duty, RatingReport
from federation.queries import ratings_reports as queries
from federation.services import ratings_reports, ratings_runs
from tournaments.core.text import number_or_none
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import role_in, tournament_for
from tournaments.models import RegisteredPlayer, Role
from tournaments.web.requests import SignedIn

State = RatingReport.State
ON_A_PAGE = 50
#: the tabs of the queue
TABS = ("", State.ASKED, State.SENT_BACK, State.ACCEPTED, State.NOT_RATED)


@needs(Duty.OFFICE, Duty.RATING)
@require_safe
def queue(request: SignedIn) -> HttpResponse:
    """The reports that wait for a look; the others by state."""
    state = request.GET.get("state", "")
    state = state if state in TABS else ""
    counts = queries.counts()
    waiting = sum(counts.get(one, 0) for one in RatingReport.WITH_OFFICER)
    tabs = [("", _("to be looked at"), waiting)]
    tabs += [(one, str(State(one).label), counts.get(one, 0)) for one in TABS if one]
    context = {
        "page": Paginator(queries.queue(state), ON_A_PAGE).get_page(request.GET.get("page")),
        "state": state,
        "tabs": tabs,
        "earlier": queries.not_reported().count(),
        "decides": has_duty(request.user, Duty.RATING),  # the office looks on
    }
    return render(request, "federation/reports.html", context)


@needs(Duty.RATING)
@require_POST
def take_in(request: SignedIn) -> HttpResponse:
    """Tournaments that ended before there was an office."""
    number = ratings_reports.receive_earlier(by=request.user)
    messages.success(request, _("%(count)s reports are in the queue.") % {"count": number})
    return redirect("federation:reports")


@needs(Duty.RATING)
@require_safe
def report(request: SignedIn, report: int) -> HttpResponse:
    found = _report(report)
    if found.state == State.NEW:
        ratings_reports.look_through_new(found.pk)
        found = _report(report)
    return _shown(request, found)


def _shown(
    request: SignedIn, found: RatingReport, form: AcceptForm | None = None, status: int = 200
) -> HttpResponse:
    """The report; with a form that was refused, what has no answer yet above everything."""
    it = queries.look(found)
    initial = {
        "kind": it.fits or found.tournament.rating_type,
        "for_national": found.for_national,
        "for_fide": found.for_fide,
    }
    context = {
        "it": it,
        "report": found,
        "form": form or AcceptForm(initial=initial),
        "left": queries.unanswered(found) if form else [],
        "on_the_staff": role_in(request.user, found.tournament.event) is not None,
        "packages": queries.packages_of(found.tournament),
        "history": found.tournament.log.filter(act__startswith="ratings.").select_related("by"),
    }
    return render(request, "federation/ratings/report.html", context, status=status)


@needs(Duty.RATING)
@require_POST
def decide(request: SignedIn, report: int) -> HttpResponse:
    found = _report(report)
    reason = request.POST.get("reason", "")[:500]
    match request.POST.get("act"):
        case "accept":
            form = AcceptForm(request.POST)
            if not form.is_valid():
                raise Refused("ratings.kind_unknown")
            try:
                ratings_reports.accept(report=found, by=request.user, **form.cleaned_data)
            except Refused as refused:
                if refused.code != "ratings.red_unanswered":
                    raise
                return _shown(request, _report(report), form, status=409)
            messages.success(request, _("Accepted. The next list counts it."))
        case "back":
            ratings_reports.send_back(report=found, reason=reason, by=request.user)
            messages.success(request, _("Sent back. The chief arbiter hears why."))
        case "unrated":
            ratings_reports.leave_unrated(report=found, reason=reason, by=request.user)
            messages.success(request, _("It counts in no list."))
        case _:
            raise Http404
    return redirect("federation:reports")


@needs(Duty.RATING)
@require_POST
def identify(request: SignedIn, report: int) -> HttpResponse:
    """An entry is this player of the register: one of those proposed, or by number."""
    found = _report(report)
    entry = get_object_or_404(
        found.tournament.entries, pk=number_or_none(request.POST.get("entry")) or 0
    )
    number = " ".join(request.POST.get("number", "").split())[:20]
    if number:
        person = (
            RegisteredPlayer.objects.filter(fide_id=number).first()
            or RegisteredPlayer.objects.filter(national_id=number).first()
        )
    else:
        chosen = number_or_none(request.POST.get("player")) or 0
        person = RegisteredPlayer.objects.filter(pk=min(chosen, 2**62)).first()
    if person is None:
        messages.error(request, _("Nobody in the register has this number."))
    else:
        ratings_reports.identify(report=found, entry=entry, player=person, by=request.user)
    return redirect("federation:rating_report", found.pk)


@needs(Duty.RATING)
@require_POST
def correct(request: SignedIn, report: int) -> HttpResponse:
    """Every list since is worked out again with the games as they are now, or without them."""
    run = ratings_runs.begin_correction(
        report=_report(report),
        reason=request.POST.get("reason", "")[:500],
        withdraw=request.POST.get("act") == "withdraw",
        by=request.user,
    )
    return redirect("federation:rating_run", run.pk)


@public
@login_required
def answers(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """The chief arbiter's side: what is red, and where the report is."""
    tournament = tournament_for(request.user, event, slug, Role.CHIEF)
    found = get_object_or_404(RatingReport, tournament=tournament)
    found.tournament = tournament
    if request.method == "POST":
        given = {
            name.removeprefix("answer-"): str(text)
            for name, text in request.POST.items()
            if name.startswith("answer-")
        }
        ratings_reports.answer(tournament=tournament, answers=given, by=request.user)
        messages.success(request, _("The report is with the rating officer."))
        return redirect("federation:event_report", event, slug)
    asked = found.state in RatingReport.WITH_ARBITER
    context = {
        "report": found,
        "tournament": tournament,
        "asked": asked,
        "red": [
            queries.Red(one.code, one.values, one.link, found.answers.get(one.code, ""))
            for one in (queries.red(tournament) if asked else queries.red_of(found))
        ],
    }
    return render(request, "federation/ratings/answers.html", context)


def _report(number: int) -> RatingReport:
    return get_object_or_404(
        RatingReport.objects.select_related("tournament__event", "decided_by"), pk=number
    )
