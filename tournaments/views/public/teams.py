"""Teams, their matches and their standings, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from tournaments.models import Round, Team, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.knockout.course import announced_knockout
from tournaments.queries.rounds.schedule import team_schedule
from tournaments.queries.rounds.sheets import PUBLIC
from tournaments.queries.standings.best_of import best_of
from tournaments.queries.standings.table import last_public_round
from tournaments.queries.teams import standings as queries
from tournaments.queries.teams.crosstable import team_cross_table
from tournaments.queries.teams.listing import listed_teams
from tournaments.queries.teams.match_reasons import match_reasons
from tournaments.queries.teams.matches import (
    find_match,
    matches_of_round,
    matches_of_team,
    teams_of_players,
)
from tournaments.queries.teams.rules import average, rules_of
from tournaments.views.public.frame import around, coming_after, find, show
from tournaments.views.public.rounds import awaited
from tournaments.web.pages import shared


@shared
def teams(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    found = find(request, event, slug)
    rules = rules_of(found)
    listed = listed_teams(found)
    shorten_names(found.event, [member.entry for team in listed for member in team.members.all()])
    context = {
        "teams": [(team, average(team, rules.boards)) for team in listed],
        "rules": rules,
        **around(found),
    }
    return show(request, "public/teams.html", found.event, context)


@shared
def team(request: HttpRequest, event: str, slug: str, team: int) -> HttpResponse:
    tournament = find(request, event, slug)
    found = get_object_or_404(tournament.teams, pk=team)
    members = list(found.members.select_related("entry"))
    shorten_names(tournament.event, [member.entry for member in members])
    context = {
        "team": found,
        "members": members,
        "rules": rules_of(tournament),
        "matches": matches_of_team(found, public=True) if tournament.format.pairs_teams else [],
        "ahead": _ahead(found) if tournament.schedule_public else [],
        **around(tournament),
    }
    return show(request, "public/team.html", tournament.event, context)


def _ahead(team: Team) -> list[tuple[Round, Team | None]]:
    """The rounds of the shown schedule that are still to come, with the opponent of each."""
    found: list[tuple[Round, Team | None]] = []
    for each in team_schedule(team.tournament):
        if each.round.status in PUBLIC:
            continue
        for match in each.matches:
            if team.pk in (match.first_id, match.second_id):
                found.append((each.round, match.second if match.first == team else match.first))
        if team in each.resting:
            found.append((each.round, None))
    return found


@shared
def round_of_matches(request: HttpRequest, event: str, slug: str, number: int) -> HttpResponse:
    tournament = _team_event(request, event, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    if round_.status not in PUBLIC:
        if tournament.schedule_public and not round_.under_revision:
            return _planned(request, round_)
        return awaited(request, round_)
    page = around(tournament, number)
    open_games = round_.pairings.games().filter(result="")
    context = {
        "round": round_,
        "matches": matches_of_round(round_, public=True),
        "resting": queries.resting_in(round_),
        "teams_of": teams_of_players(tournament),
        "reasons": match_reasons(round_).resting,
        "coming": coming_after(page["rounds"], number, complete=not open_games.exists()),
        **page,
    }
    return show(request, "public/team_round.html", tournament.event, context)


def _planned(request: HttpRequest, round_: Round) -> HttpResponse:
    """A round of the schedule that is shown to everybody; of its boards nothing is known yet. Of a
    round of a Swiss still to be paired nothing at all."""
    tournament, number = round_.tournament, round_.number
    found = [each for each in team_schedule(tournament) if each.round.number == number]
    if not found:
        return awaited(request, round_)
    context = {"schedule": found, "teams_of": teams_of_players(tournament)}
    context |= around(tournament, number)
    return show(request, "public/team_schedule.html", tournament.event, context)


@shared
def match(request: HttpRequest, event: str, slug: str, match: int) -> HttpResponse:
    tournament = _team_event(request, event, slug)
    view = find_match(tournament, match, public=True)
    if view is None:
        raise Http404
    number = view.match.round.number
    why = match_reasons(view.match.round).matches.get(view.match.number)
    context = {"view": view, "round": view.match.round, "reasons": why}
    context |= around(tournament, number)
    return show(request, "public/match.html", tournament.event, context)


@shared
def standings(
    request: HttpRequest, event: str, slug: str, after: int | None = None
) -> HttpResponse:
    tournament = find(request, event, slug)
    if announced := announced_knockout(tournament):
        return redirect("public:knockout", event, slug, announced.pk)
    _exists(tournament, after)
    context = around(tournament)
    if tournament.format.pairs_teams:
        context["table"] = queries.team_table(tournament, after)
    else:
        context["rules"] = rules_of(tournament)
        context["best"] = best_of(tournament, after, public=True)
        if not context["best"]:
            raise Http404
    data = "team_standings" if tournament.format.pairs_teams else "best"
    address = reverse(f"api:{data}", args=[tournament.pk])
    context["json"] = address if after is None else f"{address}?after={after}"
    return show(request, "public/team_standings.html", tournament.event, context)


@shared
def working(request: HttpRequest, event: str, slug: str, after: int, team: int) -> HttpResponse:
    tournament = _team_event(request, event, slug)
    _exists(tournament, after)
    found = get_object_or_404(Team, tournament=tournament, pk=team)
    page = queries.team_working(tournament, found, after)
    if page is None:
        raise Http404
    context = {"page": page, **around(tournament)}
    return show(request, "public/team_working.html", tournament.event, context)


@shared
def crosstable(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = _team_event(request, event, slug)
    if announced := announced_knockout(tournament):  # nobody meets everybody
        return redirect("public:knockout", event, slug, announced.pk)
    context = {"cross": team_cross_table(tournament), **around(tournament)}
    return show(request, "public/team_crosstable.html", tournament.event, context)


@shared
def board_prizes(request: HttpRequest, event: str, slug: str) -> HttpResponse:
    tournament = _team_event(request, event, slug)
    boards = queries.board_scores(tournament, public=True)
    context = {"boards": boards, **around(tournament)}
    return show(request, "public/team_boards.html", tournament.event, context)


def _team_event(request: HttpRequest, event: str, slug: str) -> Tournament:
    tournament = find(request, event, slug)
    if tournament.format.pairs_players:
        raise Http404
    return tournament


def _exists(tournament: Tournament, after: int | None) -> None:
    if after is not None and after > last_public_round(tournament):
        raise Http404
