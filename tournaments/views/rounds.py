"""The round at the desk: pair, draft, publish, results, finish."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from pairing.results import RESULTS
from tournaments.errors import Refused
from tournaments.models import Job, LogEntry, Role, Round, Tournament
from tournaments.permissions import tournament_for
from tournaments.queries.rounds import BoardRow, round_sheet, scores_before
from tournaments.services import results, rounds
from tournaments.views.desk import frame

#: what the keyboard offers first, and what is one more step away
MAIN_RESULTS = ("10", "==", "01")
OTHER_RESULTS = tuple(code for code in RESULTS if code not in MAIN_RESULTS)


@login_required
def desk(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    round_ = get_object_or_404(Round, tournament=tournament, number=number)
    round_.tournament = tournament
    context = {"round": round_, "number": number, **frame(tournament)}
    if round_.status == Round.Status.PAIRING:
        job = Job.objects.filter(kind=Job.Kind.PAIR, target=round_.pk).first()
        if job:
            return redirect("desk:job", event, slug, job.pk)
    if round_.is_paired:
        context |= {
            "sheet": round_sheet(round_),
            "stale": rounds.draft_is_stale(round_),
            "window": results.window(round_),
            "last_entered": _last_entered(tournament, number),
            **_choices(),
        }
    return render(request, "desk/round.html", context)


def _choices() -> dict:
    return {"main_results": MAIN_RESULTS, "other_results": OTHER_RESULTS}


def _last_entered(tournament: Tournament, number: int) -> list[LogEntry]:
    return list(
        tournament.log.filter(round_number=number, act__startswith="result.").select_related("by")[
            :5
        ]
    )


@login_required
@require_POST
def pair(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    job = rounds.request_pairing(
        tournament=tournament,
        number=number,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    if job.open:
        return redirect("desk:job", event, slug, job.pk)
    return redirect("desk:round", event, slug, number)


@login_required
@require_POST
def discard(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    rounds.discard_draft(tournament=tournament, number=number, by=request.user)
    return redirect("desk:round", event, slug, number)


@login_required
@require_POST
def publish(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    rounds.publish_round(
        tournament=tournament,
        number=number,
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    return redirect("desk:round", event, slug, number)


@login_required
@require_POST
def unpublish(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.CHIEF)
    rounds.unpublish_round(
        tournament=tournament,
        number=number,
        reason=request.POST.get("reason", "")[:500],
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    return redirect("desk:round", event, slug, number)


@login_required
@require_POST
def finish(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.ARBITER)
    rounds.finish_round(tournament=tournament, number=number, by=request.user)
    return redirect("desk:round", event, slug, number)


@login_required
@require_POST
def enter(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    """One result. With htmx the row and the side column come back, else the whole page."""
    tournament = tournament_for(request.user, event, slug, Role.CLERK)
    pairing = results.enter_result(
        tournament=tournament,
        pairing_id=_whole(request.POST.get("pairing")),
        version=_whole(request.POST.get("version")),
        code=request.POST.get("result", ""),
        by=request.user,
        confirmed=request.POST.get("confirmed", ""),
    )
    if not request.htmx:
        return redirect(f"{redirect('desk:round', event, slug, number).url}#b{pairing.board}")
    return _row_and_side(request, tournament, pairing)


@login_required
@require_POST
def undo(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug, Role.CLERK)
    pairing = results.undo_last(
        tournament=tournament, log_id=_whole(request.POST.get("entry")), by=request.user
    )
    return redirect(f"{redirect('desk:round', event, slug, number).url}#b{pairing.board}")


def _row_and_side(request: HttpRequest, tournament: Tournament, pairing) -> HttpResponse:
    round_ = pairing.round
    round_.tournament = tournament
    scores = scores_before(tournament, round_.number)
    row = BoardRow(pairing, scores.get(pairing.white_id, 0), scores.get(pairing.black_id, 0))
    return render(
        request,
        "desk/_entered.html",
        {
            "row": row,
            "round": round_,
            "number": round_.number,
            "missing": rounds.missing_boards(round_),
            "total": round_.pairings.exclude(black=None).count(),
            "last_entered": _last_entered(tournament, round_.number),
            "window": results.window(round_),
            **frame(tournament),
            **_choices(),
        },
    )


def _whole(text: str | None) -> int:
    if text is None or not text.isdecimal():
        raise Refused("result.no_such_board")
    return int(text)
