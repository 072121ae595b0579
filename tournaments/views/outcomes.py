"""The outcomes of the last open games, before they end (for prizes and certificates)."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.kernel.permissions import tournament_for
from tournaments.queries.standings import outcomes as queries
from tournaments.views.desk import frame
from tournaments.web.requests import SignedIn

PLACES, MOST_PLACES = 10, 99


@login_required
@require_safe
def outcomes(request: SignedIn, event: str, slug: str) -> HttpResponse:
    tournament = tournament_for(request.user, event, slug)
    if tournament.format.eliminates:
        raise Http404
    boards = queries.open_games(tournament)
    too_early = len(boards) > queries.MOST_SHOWN
    context = {
        "boards": boards,
        "too_early": too_early,
        "most_shown": queries.MOST_SHOWN,
        **frame(tournament),
    }
    sent = {game.pk: request.GET.get(f"b{game.pk}", "") for game in boards}
    games = tournament.format.games_a_round
    endings = {game.pk: queries.endings_of(game, games) for game in boards}
    said = {pk: code for pk, code in sent.items() if code in endings[pk]}
    typed = request.GET.get("places", "")
    places = int(typed) if typed.isdecimal() and len(typed) < 4 else PLACES
    places = min(max(places, 1), MOST_PLACES)
    if boards:
        found = queries.outcomes(tournament, places=places, said=said)
        context["found"] = found
    context |= {
        "places": places,
        "choices": [(game, said.get(game.pk, ""), endings[game.pk]) for game in boards],
    }
    return render(request, "desk/outcomes.html", context)
