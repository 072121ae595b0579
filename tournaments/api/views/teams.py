"""Teams, their matches and their standings: read, enter, change, withdraw."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests
from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import page_of
from tournaments.api.teams import (
    MatchSerializer,
    TeamSerializer,
    TeamStandingsSerializer,
    TeamWorkingSerializer,
)
from tournaments.api.views.standings import AfterQuery, counted
from tournaments.forms.teams import TeamForm
from tournaments.models import Match, Role, Scope, Team, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.teams.listing import listed_teams
from tournaments.queries.teams.matches import all_matches, find_match
from tournaments.queries.teams.standings import team_table, team_working
from tournaments.services.teams import leaving, listing

TeamPage = page_of(TeamSerializer)
MatchPage = page_of(MatchSerializer)


class MatchesQuery(SparseQuery):
    round = serializers.IntegerField(required=False, min_value=1, max_value=99)


class Teams(ReadView, WriteView):
    """The teams with their players in board order."""

    tag = "teams"
    shape = TeamPage
    scope, role = Scope.TEAMS, Role.ARBITER

    @read("listTeams", TeamPage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def listed() -> Response:
            found = listed_teams(tournament)
            if not inside:
                people = [member.entry for team in found for member in team.members.all()]
                shorten_names(tournament.event, people)
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, listed)

    @write(
        "enterTeam",
        requests.NewTeamSerializer,
        {201: TeamSerializer},
        "Enter a team. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        values = _values(tournament, Team(), self.checked(requests.NewTeamSerializer))
        team = listing.add_team(tournament=tournament, by=request.user, values=values)
        return Response(described(request, team), status=201)


class OneTeam(ReadView, WriteView):
    """A team with its players in board order."""

    tag = "teams"
    shape = TeamSerializer
    scope, role = Scope.TEAMS, Role.ARBITER

    @read("getTeam", TeamSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        team = find_team(pk)
        tournament, inside = readable(request, team.tournament_id)

        def shown() -> Response:
            if not inside:
                shorten_names(tournament.event, [member.entry for member in team.members.all()])
            return self.answer(request, team)

        return self.unless_known(request, tournament, inside, shown)

    @write(
        "changeTeam",
        requests.TeamChangeSerializer,
        {200: TeamSerializer},
        "Change a team. Scope: teams. What is not named stays as it is.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        given = self.checked(requests.TeamChangeSerializer)
        version = given.pop("version")
        team = listing.change_team(
            tournament=tournament,
            team=team,
            version=version,
            by=request.user,
            values=_values(tournament, team, given),
        )
        return Response(described(request, team))

    @write(
        "removeTeam",
        requests.ConfirmedSerializer,
        {204: None},
        "Remove a team that has not played. Scope: teams.",
    )
    @writes
    def delete(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        leaving.remove_team(tournament=tournament, team=team, by=request.user, **given)
        return Response(status=204)


class Matches(ReadView):
    """The matches of published rounds, board by board."""

    tag = "teams"
    query = MatchesQuery
    shape = MatchPage

    @read("listMatches", MatchPage, MatchesQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable_team_event(request, pk)

        def listed() -> Response:
            wanted = self.params.get("round")
            found = [
                view
                for view in all_matches(tournament, public=not inside, staff=False)
                if wanted in (None, view.match.round.number)
            ]
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, listed)


class OneMatch(ReadView):
    """A match of a published round, board by board."""

    tag = "teams"
    shape = MatchSerializer

    @read("getMatch", MatchSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        match = find_match_row(pk)
        tournament, inside = readable(request, match.round.tournament_id)

        def shown() -> Response:
            view = find_match(tournament, pk, public=not inside)
            if view is None:
                raise Http404
            return self.answer(request, view)

        return self.unless_known(request, tournament, inside, shown)


class TeamStandings(ReadView):
    """Standings of teams after a round, with every tie-break value as printed."""

    tag = "teams"
    query = AfterQuery
    shape = TeamStandingsSerializer

    @read("getTeamStandings", TeamStandingsSerializer, AfterQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable_table_of_teams(request, pk)

        def table() -> Response:
            return self.answer(request, team_table(tournament, counted(tournament, self.params)))

        return self.unless_known(request, tournament, inside, table)


class TeamWorking(ReadView):
    """The working of a team's values: rounds, opponents, what was left out, articles."""

    tag = "teams"
    query = AfterQuery
    shape = TeamWorkingSerializer

    @read("getTeamWorking", TeamWorkingSerializer, AfterQuery)
    def get(self, request: Request, pk: int, team: int) -> Response:
        tournament, inside = readable_team_event(request, pk)

        def working() -> Response:
            found = tournament.teams.filter(pk=team).first()
            after = counted(tournament, self.params)
            if after is None:
                after = team_table(tournament).after
            page = team_working(tournament, found, after) if found else None
            if page is None:
                raise Http404
            return self.answer(request, page)

        return self.unless_known(request, tournament, inside, working)


def readable_team_event(request: Request, pk: int) -> tuple[Tournament, bool]:
    tournament, inside = readable(request, pk)
    if tournament.format.pairs_players:
        raise Http404
    return tournament, inside


def readable_table_of_teams(request: Request, pk: int) -> tuple[Tournament, bool]:
    """Of a knock-out there is none: its places are with the knock-outs."""
    tournament, inside = readable_team_event(request, pk)
    if not tournament.format.has_standings:
        raise Http404
    return tournament, inside


def find_team(pk: int) -> Team:
    found = Team.objects.prefetch_related("members__entry").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def find_match_row(pk: int) -> Match:
    found = Match.objects.select_related("round").defer("round__trace").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def described(request: Request, team: Team) -> dict[str, Any]:
    """A team after a change, its list read anew."""
    return TeamSerializer(find_team(team.pk), context={"request": request}).data


def _values(tournament: Tournament, team: Team, given: dict[str, Any]) -> dict[str, Any]:
    """The values as the page's own form checks and tidies them; only those that were given."""
    names = TeamForm.Meta.fields
    data = {name: given.get(name, getattr(team, name)) for name in names}
    form = TeamForm(data, tournament=tournament)
    errors = {
        name: [str(text) for text in found] for name, found in form.errors.items() if name in given
    }
    if errors:
        raise ValidationError(errors)
    return {name: value for name, value in form.values().items() if name in given}
