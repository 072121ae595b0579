"""The round at the desk: pair, draft, publish, results, finish."""

from functools import cache

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.core.text import number_or_none
from tournaments.kernel.jobs import queue_again
from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry, Job, Role, Round
from tournaments.queries.entries.away import byes_over_the_limit, known_to_be_away, to_be_paired
from tournaments.queries.entries.numbering import is_drawn, lots_are_open
from tournaments.queries.results.window import Window, window
from tournaments.queries.rounds.checks import boards_out_of_order, draft_checks, how_many_found
from tournaments.queries.rounds.drafts import branch_of, changes_since
from tournaments.queries.rounds.handmade import open_session
from tournaments.queries.rounds.seals import seal_shown
from tournaments.queries.rounds.sheets import round_sheet
from tournaments.queries.rounds.stale import draft_is_stale
from tournaments.queries.setup.readiness import plan_problem
from tournaments.services.entries.checkin import expect, mark_present
from tournaments.services.rounds import drafts, pairing, publication, seals
from tournaments.services.rounds.manual_edit import why_not_changed
from tournaments.snapshot import snapshot
from tournaments.views.desk import frame
from tournaments.views.results import choices, entry_words, side
from tournaments.web.buttons import Press, button
from tournaments.web.requests import SignedIn


@login_required
@require_safe
def desk(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    round_ = get_object_or_404(tournament.rounds.traced(), number=number)
    context = {
        "round": round_,
        "number": number,
        "next_number": number + 1,
        "session": open_session(round_),
        **frame(tournament),
    }
    if round_.status == Round.Status.PAIRING:
        job = Job.objects.filter(kind=Job.Kind.PAIR, target=round_.pk).first()
        if job:
            return redirect("desk:job", event, slug, job.pk)
    if round_.is_public:
        context |= side(round_, request.user)  # before the boards: see there
    if round_.is_paired:
        over = byes_over_the_limit(tournament, number)
        context |= {"sheet": round_sheet(round_), "byes_over": {pk for pk, _ in over}}
        context |= entry_words()
    else:
        context["has_players"] = tournament.entries.exists() or tournament.teams.exists()
        away = known_to_be_away(tournament, number)
        expected = to_be_paired(tournament, number, away)
        context |= {"away": away, "expected": expected}
        if expected is not None:
            context |= {"boards": expected // 2, "odd": expected % 2}
        if number == 1 and tournament.format.pairs_players:
            context["plan_problem"] = plan_problem(tournament)
            context["lots_due"] = lots_are_open(tournament) and not is_drawn(tournament)
    if round_.status == Round.Status.DRAFT:
        at_hand = cache(lambda: snapshot(tournament, before_round=number))
        stale = draft_is_stale(round_, None if tournament.format.pairs_teams else at_hand)
        context |= {"stale": stale, "seal": None if stale else seal_shown(round_)}
        if stale and not context["session"] and tournament.format.pairs_players:
            # The pairing made now says more than checks of boards that will not be played.
            context |= {"branch": branch_of(round_, set(), at_hand())}
            context |= {"since": changes_since(round_)}
        else:
            context["checks"] = draft_checks(round_, at_hand)
            context["found"] = how_many_found(context["checks"])
        if tournament.format.pairs_players:
            context["why_address"] = reverse("desk:reasons", args=[event, slug, number])
    elif round_.is_public:
        allowed = window(round_)
        opened = request.GET.get("other", "")
        stays = why_not_changed(tournament, round_)
        context |= {
            "window": allowed,
            "may_set": context["may_enter"] and allowed == Window.OPEN,
            "correctable": context["may_arbitrate"]
            and allowed in (Window.CORRECTION, Window.REPORT_ONLY),
            "second": "second" in request.GET,
            "asks_for": number + 1
            if context["may_arbitrate"]
            and allowed == Window.OPEN
            and number < tournament.total_rounds
            else None,
            "goes_on": round_.status == Round.Status.FINISHED
            and allowed == Window.OPEN
            and number < tournament.total_rounds
            and tournament.format.pairs_players,
            "opened": number_or_none(opened),
            "stays": stays,
            "kept_out": publication.why_not_taken_back(round_) if context["is_chief"] else None,
            "boards_at": f"{reverse('desk:round', args=[event, slug, number])}boards/",
            "unordered": None if stays else boards_out_of_order(round_),
            **choices(tournament.format.games_a_round),
        }
    return render(request, "desk/round.html", context)


@login_required
@require_safe
def seal(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    """Show the second engine's verdict on the draft; the page asks again while it is at work."""
    tournament = tournament_for(request.user, event, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    if not request.htmx:
        return redirect("desk:round", event, slug, number)
    shown = seal_shown(round_)
    if shown and shown.job:
        queue_again(shown.job)
    context = {"seal": shown, "number": number, **frame(tournament)}
    if checks := draft_checks(round_):
        context |= {"again": True, "checks": checks, "found": how_many_found(checks)}
    return render(request, "desk/_seal.html", context)


@button(Role.ARBITER)
def ask_seal(press: Press, number: int) -> HttpResponse:
    seals.request_seal(number=number, **press.given)
    of_matches = press.tournament.format.pairs_teams
    return press.back("desk:team_round" if of_matches else "desk:round", number)


@button(Role.ARBITER)
def here(press: Press, number: int) -> HttpResponse:
    """Somebody who was away is here again, or expected in the next round."""
    pk = press.number("entry")
    entry = get_object_or_404(Entry, tournament=press.tournament, pk=pk)
    act = expect if press.text("act") == "expected" else mark_present
    act(entry=entry, **press.given)
    return press.back("desk:round", number)


@button(Role.ARBITER)
def pair(press: Press, number: int) -> HttpResponse:
    job = pairing.request_pairing(number=number, **press.answered)
    if job.open:
        return press.back("desk:job", job.pk)
    return press.back("desk:round", number)


@button(Role.ARBITER)
def discard(press: Press, number: int) -> HttpResponse:
    drafts.discard_draft(number=number, **press.answered)
    return press.back("desk:round", number)


@button(Role.ARBITER)
def publish(press: Press, number: int) -> HttpResponse:
    publication.publish_round(number=number, **press.answered)
    return press.back("desk:round", number)


@button(Role.CHIEF)
def unpublish(press: Press, number: int) -> HttpResponse:
    publication.unpublish_round(number=number, reason=press.reason, **press.answered)
    return press.back("desk:round", number)


@button(Role.ARBITER)
def finish(press: Press, number: int) -> HttpResponse:
    publication.finish_round(number=number, **press.given)
    return press.back("desk:round", number)
