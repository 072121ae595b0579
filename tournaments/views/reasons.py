"""The reasons why a round is paired as it is, and why not otherwise."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.kernel.permissions import tournament_for
from tournaments.models import Entry, Round, Tournament
from tournaments.queries.rounds.reasons import round_reasons, why_not
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn


@login_required
@require_safe
def reasons(request: SignedIn, event: str, slug: str, number: int) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    if tournament.format.pairs_teams:  # each match says its own
        return redirect("desk:team_round", event, slug, number)
    found = round_reasons(round_)
    boards = round_.pairings.games().select_related("white", "black")
    context = {
        "round": round_,
        "number": number,
        "reasons": found,
        "boards": [(pairing, found.of(pairing) if found else None) for pairing in boards],
        **frame(tournament),
        **_why_not(request, tournament, round_),
    }
    return render(request, "desk/reasons.html", context)


def _why_not(request: SignedIn, tournament: Tournament, round_: Round) -> dict[str, Any]:
    """The answer for the two numbers typed in, or what is wrong with them."""
    one, two = request.GET.get("one", "").strip(), request.GET.get("two", "").strip()
    if not one and not two:
        return {}
    context: dict[str, Any] = {"one": one[:6], "two": two[:6]}
    first, second = (_by_number(tournament, text) for text in (one, two))
    if first is None or second is None or first == second:
        return context | {"problem": _("Type the numbers of two different players.")}
    if not round_.is_paired:
        return context | {"problem": _("This round is not paired yet.")}
    if round_.pairings.filter(white__in=(first, second), black__in=(first, second)).exists():
        return context | {"problem": _("These two are paired in this round.")}
    away = {row.white_id for row in round_.pairings.byes().exclude(bye="U").only("white_id")}
    if first.pk in away or second.pk in away:
        return context | {"problem": _("One of them does not play in this round.")}
    answer = why_not(round_, first, second)
    if answer is None:
        return context | {"problem": _("This pairing system gives no reasons for that.")}
    return context | {"answer": answer, "first": first, "second": second}


def _by_number(tournament: Tournament, text: str) -> Entry | None:
    if not text.isdecimal() or len(text) > 5:
        return None
    return tournament.entries.filter(tpn=int(text)).first()
