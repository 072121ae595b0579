"""Work on teams: their lists, the draw, leaving, line-ups, matches lost without a game."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.teams import (
    LineUpSerializer,
    LineUpsSerializer,
    MatchSerializer,
    TeamSerializer,
)
from tournaments.api.views.teams import (
    TeamPage,
    described,
    find_match_row,
    find_team,
    readable_team_event,
)
from tournaments.kernel.acts import lock
from tournaments.kernel.errors import Conflict
from tournaments.models import Role, Scope, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.teams.lineups import deadline, line_ups_of
from tournaments.queries.teams.listing import listed_teams
from tournaments.queries.teams.matches import find_match
from tournaments.queries.teams.rules import rules_of
from tournaments.services.teams import drawing, leaving, lineups, listing, matches


class TeamPlayers(WriteView):
    """The team's list: the boards in order, then the reserves."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "listPlayersOfTeam",
        requests.TeamPlayersSerializer,
        {200: TeamSerializer},
        "Put a team's list in order. Scope: teams.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = lock(self.tournament(team.tournament_id))
        given = self.checked(requests.TeamPlayersSerializer)
        now = find_team(pk)
        if now.version != given["version"]:
            raise Conflict("team.changed_meanwhile", current=now, name=now.name)
        team = listing.list_players(
            tournament=tournament, team=now, entries=given["players"], by=request.user
        )
        return Response(described(request, team))


class WithdrawTeam(WriteView):
    """Withdraw a team from the next unpublished round on."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "withdrawTeam",
        requests.ConfirmedSerializer,
        {200: TeamSerializer},
        "Withdraw a team. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        team = leaving.withdraw_team(tournament=tournament, team=team, by=request.user, **given)
        return Response(described(request, team))


class BringTeamBack(WriteView):
    """Let a withdrawn team return, from the next unpublished round on."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write("returnTeam", None, {200: TeamSerializer}, "A team returns. Scope: teams.")
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        team = leaving.return_team(tournament=tournament, team=team, by=request.user)
        return Response(described(request, team))


class Draw(WriteView):
    """Numbers by lot; then every match is known."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "drawTeams",
        requests.DrawSerializer,
        {200: TeamPage},
        "Draw the numbers of the teams. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.DrawSerializer)
        typed = {one["team"]: one["number"] for one in given.get("numbers", [])}
        drawing.draw(tournament=tournament, by=request.user, typed=typed)
        return _teams(request, tournament)


class UndoDraw(WriteView):
    """Before round 1: nobody has a number any more."""

    tag = "teams"
    scope, role = Scope.TEAMS, Role.ARBITER

    @write(
        "undoDraw",
        requests.ConfirmedSerializer,
        {200: TeamPage},
        "Take the draw of the teams back. Scope: teams.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        drawing.undo_draw(tournament=tournament, by=request.user, **given)
        return _teams(request, tournament)


def _teams(request: Request, tournament: Tournament) -> Response:
    page = {"next": None, "results": listed_teams(tournament)}
    return Response(TeamPage(page, context={"request": request}).data)


# --- Line-ups -------------------------------------------------------------------------------------


class LineUps(ReadView):
    """The line-ups by board; for the staff also before the round is published."""

    tag = "line-ups"
    shape = LineUpsSerializer

    @read("getLineUps", LineUpsSerializer, SparseQuery)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable_team_event(request, pk)

        def shown() -> Response:
            round_ = tournament.round(number)
            if round_ is None or not (inside or round_.is_public):
                raise Http404
            rules = rules_of(tournament)
            states = list(line_ups_of(round_, rules).values())
            if not inside:
                shorten_names(
                    tournament.event, [entry for one in states for _board, entry in one.seats]
                )
            closes = deadline(round_, rules)
            found = {"round": number, "closes": closes, "line_ups": states}
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, shown)


class LineUp(WriteView):
    """The line-up of a team, as the arbiter writes it down."""

    tag = "line-ups"
    scope, role = Scope.LINE_UPS, Role.ARBITER

    @write(
        "handInLineUp",
        requests.LineUpRequestSerializer,
        {200: LineUpSerializer},
        "Hand in a team's line-up for a round. Scope: line-ups.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int, number: int) -> Response:
        team = find_team(pk)
        tournament = self.tournament(team.tournament_id)
        given = self.checked(requests.LineUpRequestSerializer)
        seats: dict[int, int] = {}
        for seat in given.pop("seats"):
            if seat["board"] in seats:
                raise ValidationError({"seats": [_("A board is named twice.")]})
            seats[seat["board"]] = seat["player"]
        lineups.hand_in(
            tournament=tournament, team=team, number=number, seats=seats, by=request.user, **given
        )
        round_ = tournament.rounds.get(number=number)
        state = line_ups_of(round_, rules_of(tournament))[team.pk]
        return Response(LineUpSerializer(state, context={"request": request}).data)


# --- Matches --------------------------------------------------------------------------------------


class Forfeit(WriteView):
    """A team did not come: all its boards are lost."""

    tag = "teams"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "forfeitMatch",
        requests.ForfeitSerializer,
        {200: MatchSerializer},
        "A match is lost by forfeit, or played after all. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        match = find_match_row(pk)
        tournament = self.tournament(match.round.tournament_id)
        given = self.checked(requests.ForfeitSerializer)
        matches.forfeit_match(tournament=tournament, match=match, by=request.user, **given)
        view = find_match(self.fresh(tournament), pk)
        return Response(MatchSerializer(view, context={"request": request}).data)
