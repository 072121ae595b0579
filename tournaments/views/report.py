"""Tournament reports as files, a round taken over from one, and the end of a tournament."""

import base64
import binascii
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.documents.catalogue import PACKAGE
from tournaments.kernel import jobs
from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Job, Role, Round, Tournament
from tournaments.queries.reports.preflight import can_be_judged, judged, preflight
from tournaments.queries.reports.trf import report
from tournaments.services.reports import finishing, sending, targets
from tournaments.services.reports.files import guard_size
from tournaments.services.reports.taking_over import read_round, take_over
from tournaments.views.desk import frame
from tournaments.web.buttons import Press, button, open_page
from tournaments.web.requests import SignedIn

PROFILES = ("trf26", "trf16", "trf06")
#: the file of a single round travels through the page that shows it
ONE_ROUND = 3_500_000


@login_required
@require_safe
def download(request: SignedIn, event: str, slug: str, profile: str) -> HttpResponse:
    """The report as it stands; open games are marked."""
    tournament = tournament_for(request.user, event, slug)
    encoding = "ascii" if "ascii" in request.GET else ""
    return _file(tournament, profile, final=bool(tournament.finished_at), encoding=encoding)


@login_required
def before_sending(request: SignedIn, event: str, slug: str) -> HttpResponse:
    """Show what is missing in the report and what was sent where; note that it was sent."""
    press = open_page(request, event, slug, Role.CHIEF)
    tournament = press.tournament
    if request.method == "POST":
        line = sending.note_sent(
            profile=request.POST.get("profile", ""), to=request.POST.get("to", ""), **press.answered
        )
        messages.success(request, _("Receipt %(number)s.") % {"number": line.pk})
        return redirect("desk:preflight", event, slug)
    may_judge = can_be_judged(tournament)
    context = {
        "found": preflight(tournament),
        "may_judge": may_judge,
        "judged": judged(tournament) if may_judge and "check" in request.GET else None,
        "receipts": sending.receipts(tournament),
        **_package(tournament),
        **frame(tournament),
    }
    return render(request, "desk/preflight.html", context)


@button(Role.CHIEF)
def make_package(press: Press) -> HttpResponse:
    targets.make_package(**press.given)
    return press.back("desk:preflight")


@button(Role.CHIEF)
def send_package(press: Press) -> HttpResponse:
    sending = targets.send_package(
        target=press.text("target"), to=press.text("to"), **press.answered
    )
    done = _("Sent.") if sending.sent_at else _("On its way. The list says when it has arrived.")
    messages.success(press.request, done)
    return press.back("desk:preflight")


def _package(tournament: Tournament) -> dict[str, Any]:
    """The newest package, the one under way, and what was sent where."""
    under_way = tournament.documents.filter(kind=PACKAGE, made_at=None).defer("content").first()
    job = under_way and Job.objects.filter(kind=Job.Kind.DOCUMENT, target=under_way.pk).last()
    package = targets.package_of(tournament)
    return {
        "package": package,
        "of_today": package is not None and targets.is_of_today(package),
        "package_job": job if job and job.open else None,
        "progress": jobs.progress(job) if job and job.open else 0,
        "targets": [(target.value, target.label) for target in targets.targets()],
        "sendings": targets.sendings_of(tournament),
    }


def _file(tournament: Tournament, profile: str, *, final: bool, encoding: str) -> HttpResponse:
    if profile not in PROFILES:
        raise Http404
    name = f"{tournament.event.slug}-{tournament.slug}-{profile}.trf"
    return HttpResponse(
        report(tournament, profile, final=final, encoding=encoding),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@login_required
def import_round(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """Upload → what is in it, compared with the program → take it over."""
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    foreign, sealed = None, ""
    if request.method == "POST":
        data = _sent(request)
        if "take" in request.POST:
            take_over(
                tournament=tournament,
                number=number,
                data=data,
                by=request.user,
                confirmed=request.POST.get("confirmed", ""),
            )
            messages.success(request, _("The round is taken over as a draft."))
            return redirect("desk:round", event, slug, number)
        foreign = read_round(tournament, number, data)
        sealed = base64.b64encode(data).decode()
    context = {
        "round": round_,
        "number": number,
        "foreign": foreign,
        "sealed": sealed,
        **frame(tournament),
    }
    return render(request, "desk/import_round.html", context)


def _sent(request: SignedIn) -> bytes:
    """The file, or the same bytes again from the page that showed it."""
    file = request.FILES.get("file")
    if file is None and "data" in request.POST:
        try:
            return base64.b64decode(request.POST["data"], validate=True)
        except binascii.Error as error:
            raise Refused("import.no_file") from error
    if file is None:
        raise Refused("import.no_file")
    guard_size(file.size or 0, ONE_ROUND)
    data: bytes = file.read()
    return data


@button(Role.CHIEF)
def finish(press: Press) -> HttpResponse:
    if press.text("act") == "reopen":
        finishing.reopen_tournament(**press.answered)
    else:
        finishing.finish_tournament(**press.answered)
    return press.back("desk:standings")
