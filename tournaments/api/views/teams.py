"""Teams, their matches and their standings."""

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.pages import page_of
from tournaments.api.serializers import (
    PlayerBrief,
    WorkingStepSerializer,
    WorkingTableLineSerializer,
    WorkingTableSerializer,
    WorkingValueSerializer,
)
from tournaments.api.views.standings import AfterQuery, counted
from tournaments.models import Team, Tournament
from tournaments.queries.matches import all_matches
from tournaments.queries.names import veil
from tournaments.queries.teams import TeamTable, team_table, team_working


class PointsField(serializers.FloatField):
    """Tenths as points with one decimal."""

    def to_representation(self, value: int) -> float:
        return value / 10


class TeamBrief(serializers.ModelSerializer):
    class Meta:
        model = Team
        fields = ["id", "number", "name"]


class ListedSerializer(serializers.Serializer):
    place = serializers.IntegerField(help_text="in the team's list: the boards, then the reserves")
    player = PlayerBrief(source="entry")


class TeamSerializer(TeamBrief):
    players = ListedSerializer(many=True, source="members.all")

    class Meta(TeamBrief.Meta):
        fields = [
            *TeamBrief.Meta.fields, "club", "federation", "captain", "withdrawn_after", "players",
        ]  # fmt: skip


class MatchBoardSerializer(serializers.Serializer):
    board = serializers.IntegerField(
        source="pairing.board", allow_null=True, help_text="of the round; null: nobody opposite"
    )
    first = PlayerBrief(allow_null=True)
    second = PlayerBrief(allow_null=True)
    first_is_white = serializers.BooleanField(source="first_white")
    result = serializers.CharField(source="code", help_text="TRF code as the first team sees it")


class MatchSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="match.pk")
    round = serializers.IntegerField(source="match.round.number")
    number = serializers.IntegerField(source="match.number")
    meeting = serializers.IntegerField(
        source="match.meeting", help_text="equal for the rounds in which two teams play one match"
    )
    first = TeamBrief(source="match.first")
    second = TeamBrief(source="match.second")
    first_points = PointsField(help_text="board points of this round")
    second_points = PointsField()
    first_total = PointsField(help_text="board points of the meeting so far")
    second_total = PointsField()
    complete = serializers.BooleanField()
    forfeited = serializers.BooleanField()
    boards = MatchBoardSerializer(many=True)


class TeamRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    team = TeamBrief(source="entry")
    points = PointsField(source="score", help_text="the points that rank")
    match_points = PointsField()
    board_points = PointsField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    values = serializers.ListField(child=serializers.CharField())


class UnrankedSerializer(serializers.Serializer):
    """Withdrawn with fewer than half of the matches completed."""

    team = TeamBrief()
    completed = serializers.IntegerField()
    matches = serializers.IntegerField()


class TeamStandingsSerializer(serializers.Serializer):
    after = serializers.IntegerField()
    final = serializers.BooleanField()
    primary = serializers.CharField(source="rules.primary", help_text="MP or GP")
    codes = serializers.ListField(child=serializers.CharField())
    rows = TeamRowSerializer(many=True)
    unranked = serializers.SerializerMethodField()

    def get_unranked(self, table: TeamTable) -> list[dict]:
        shown = [
            {"team": team, "completed": why.completed, "matches": why.matches}
            for team, why in table.unranked
        ]
        return UnrankedSerializer(shown, many=True).data


class TeamStepSerializer(WorkingStepSerializer):
    opponent = TeamBrief(allow_null=True)


class TeamTableLineSerializer(WorkingTableLineSerializer):
    player = None
    team = TeamBrief(source="entry")


class TeamTableSerializer(WorkingTableSerializer):
    """A match between the tied, or what was compared board by board."""

    players = None
    teams = TeamBrief(many=True, source="heads")
    lines = TeamTableLineSerializer(many=True)


class TeamValueSerializer(WorkingValueSerializer):
    steps = TeamStepSerializer(many=True)
    tables = TeamTableSerializer(many=True)


class TeamWorkingSerializer(serializers.Serializer):
    after = serializers.IntegerField(source="table.after")
    rank = serializers.IntegerField(source="row.rank")
    team = TeamBrief(source="row.entry")
    values = TeamValueSerializer(many=True)


TeamPage = page_of(TeamSerializer)
MatchPage = page_of(MatchSerializer)


class MatchesQuery(SparseQuery):
    round = serializers.IntegerField(required=False, min_value=1, max_value=99)


class Teams(ReadView):
    """The teams with their players in board order."""

    tag = "teams"
    shape = TeamPage

    @read("listTeams", TeamPage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def listed() -> Response:
            found = list(tournament.teams.prefetch_related("members__entry"))
            if not inside:
                people = [member.entry for team in found for member in team.members.all()]
                veil(tournament.event, people)
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, listed)


class Matches(ReadView):
    """The matches of published rounds, board by board."""

    tag = "teams"
    query = MatchesQuery
    shape = MatchPage

    @read("listMatches", MatchPage, MatchesQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = of_teams(request, pk)

        def listed() -> Response:
            wanted = self.params.get("round")
            found = [
                view
                for view in all_matches(tournament, public=not inside, staff=False)
                if wanted in (None, view.match.round.number)
            ]
            return self.answer(request, {"next": None, "results": found})

        return self.unless_known(request, tournament, inside, listed)


class TeamStandings(ReadView):
    """Standings of teams after a round, with every tie-break value as printed."""

    tag = "teams"
    query = AfterQuery
    shape = TeamStandingsSerializer

    @read("getTeamStandings", TeamStandingsSerializer, AfterQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = of_teams(request, pk)

        def table() -> Response:
            return self.answer(request, team_table(tournament, counted(tournament, self.params)))

        return self.unless_known(request, tournament, inside, table)


class TeamWorking(ReadView):
    """How a team's values were made: rounds, opponents, what was left out, articles."""

    tag = "teams"
    query = AfterQuery
    shape = TeamWorkingSerializer

    @read("getTeamWorking", TeamWorkingSerializer, AfterQuery)
    def get(self, request: Request, pk: int, team: int) -> Response:
        tournament, inside = of_teams(request, pk)

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


def of_teams(request: Request, pk: int) -> tuple[Tournament, bool]:
    tournament, inside = readable(request, pk)
    if not tournament.of_teams:
        raise Http404
    return tournament, inside
