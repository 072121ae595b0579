"""The captain's own page, opened by a link that nobody can guess; no account, made for a phone."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.text import number_or_none, whole_number
from tournaments.kernel.clock import at_the_venue
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Match, Round, Team
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.teams.captains import team_behind
from tournaments.queries.teams.lineups import LineUpState, handing_in, is_announced, line_ups_of
from tournaments.queries.teams.matches import matches_of_team
from tournaments.queries.teams.rules import rules_of
from tournaments.services.teams import lineups
from tournaments.web.requests import last_values


@never_cache
def captain(request: HttpRequest, key: str) -> HttpResponse:
    team = _team(key)
    tournament = team.tournament
    rules = rules_of(tournament)
    number = request.POST.get("round") or request.GET.get("round", "")
    round_ = _round(team, number_or_none(number))
    error, typed = "", None
    if request.method == "POST" and round_ is not None:
        typed = read_seats(request)
        try:
            lineups.hand_in(
                tournament=tournament,
                team=team,
                number=round_.number,
                seats=typed,
                by=None,
                confirmed=request.POST.get("confirmed", ""),
            )
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, _("Your line-up is in."))
            return redirect(f"{request.path}?round={round_.number}")
    line_ups = line_ups_of(round_, rules) if round_ else {}
    context = {
        "team": team,
        "tournament": tournament,
        "event": tournament.event,
        "error": error,
        "sheet": handing_in(round_, team, typed if error else None) if round_ else None,
        "line_ups": line_ups,
        "rounds": _rounds(team),
        "matches": matches_of_team(team, public=True),
        "members": team.members.select_related("entry"),
    }
    shorten_names(tournament.event, _opponents(line_ups, team))
    response = render(request, "public/captain.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _opponents(line_ups: dict[int, LineUpState], team: Team) -> list[Entry]:
    """The opponents as everybody may see them, for a captain sees no more."""
    others = [state.line_up for pk, state in line_ups.items() if pk != team.pk and state.line_up]
    return [seat.entry for line_up in others for seat in line_up.seats.all()]


def _team(key: str) -> Team:
    found = team_behind(key)
    if found is None or found.tournament.format.pairs_players:
        raise Http404
    at_the_venue(found.tournament.event)
    return found


def _rounds(team: Team) -> list[Round]:
    """The rounds in which the team has a match that it may know of."""
    numbers = Match.objects.filter(round__tournament=team.tournament)
    mine = numbers.filter(first=team) | numbers.filter(second=team)
    found = Round.objects.filter(pk__in=mine.values("round")).order_by("number")
    for round_ in found:
        round_.tournament = team.tournament
    return [round_ for round_ in found if is_announced(round_)]


def _round(team: Team, wanted: int | None) -> Round | None:
    """The round asked for, or the next one to be paired."""
    rounds = _rounds(team)
    for round_ in rounds:
        if round_.number == wanted or (wanted is None and not round_.is_paired):
            return round_
    return rounds[-1] if rounds and wanted is None else None


def read_seats(request: HttpRequest) -> dict[int, int]:
    """board-1=17, board-2=… → {1: 17, …}; empty boards are left out."""
    seats = {}
    for name, value in last_values(request.POST).items():
        board = name.removeprefix("board-")
        if name.startswith("board-") and whole_number(board) and whole_number(value):
            seats[whole_number(board)] = whole_number(value)
    return seats
