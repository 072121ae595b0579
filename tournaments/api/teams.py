"""Teams, matches, line-ups and their standings as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers import (
    LinkField,
    PlayerBrief,
    TeamBrief,
    WorkingStepSerializer,
    WorkingTableLineSerializer,
    WorkingTableSerializer,
    WorkingValueSerializer,
)
from tournaments.queries.teams.lineups import LineUpState
from tournaments.queries.teams.standings import TeamTable


class PointsField(serializers.FloatField):
    """Tenths as points with one decimal."""

    # The stubs have the text of a field here; this one is a number.
    def to_representation(self, value: float) -> float:  # type: ignore[override]
        return value / 10


class ListedSerializer(serializers.Serializer):
    place = serializers.IntegerField(help_text="in the team's list: the boards, then the reserves")
    player = PlayerBrief(source="entry")


class TeamSerializer(TeamBrief):
    url = LinkField("team", "pk")
    players = ListedSerializer(many=True, source="members.all")
    version = serializers.IntegerField(help_text="send it back when changing the team")

    class Meta(TeamBrief.Meta):
        fields = [
            *TeamBrief.Meta.fields, "url", "club", "federation", "captain", "fixed_match",
            "withdrawn_after", "version", "players",
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
    url = LinkField("match", "match.pk")
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


class UnrankedTeamSerializer(serializers.Serializer):
    """Withdrawn with fewer than half of the matches completed."""

    team = TeamBrief()
    completed = serializers.IntegerField()
    matches = serializers.IntegerField()


class TeamStandingsSerializer(serializers.Serializer):
    after = serializers.IntegerField()
    final = serializers.BooleanField()
    primary = serializers.CharField(source="rules.primary", help_text="MP or GP")
    codes = serializers.ListField(child=serializers.CharField())
    less_is_better = serializers.ListField(
        child=serializers.CharField(), help_text="the codes of which the lower value is ahead"
    )
    rows = TeamRowSerializer(many=True)
    unranked = serializers.SerializerMethodField()

    @extend_schema_field(UnrankedTeamSerializer(many=True))
    def get_unranked(self, table: TeamTable) -> list[dict]:
        shown = [
            {"team": team, "completed": why.completed, "matches": why.matches}
            for team, why in table.unranked
        ]
        return list(UnrankedTeamSerializer(shown, many=True).data)


class TeamStepSerializer(WorkingStepSerializer):
    opponent = TeamBrief(allow_null=True)  # type: ignore[assignment]  # a field for a field


class TeamTableLineSerializer(WorkingTableLineSerializer):
    player = None  # type: ignore[assignment]  # DRF takes a field away so
    team = TeamBrief(source="entry")


class TeamTableSerializer(WorkingTableSerializer):
    """A match between the tied, or what was compared board by board."""

    players = None  # type: ignore[assignment]  # DRF takes a field away so
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


# --- Line-ups -------------------------------------------------------------------------------------


class LineUpSeatSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    player = PlayerBrief()


class LineUpSerializer(serializers.Serializer):
    team = TeamBrief()
    handed_in = serializers.BooleanField()
    by_rule = serializers.BooleanField(help_text="nobody handed one in: as listed")
    sealed = serializers.BooleanField(help_text="kept from everybody until both are in")
    seats = LineUpSeatSerializer(many=True, help_text="empty while it is sealed")

    def to_representation(self, state: LineUpState) -> dict[str, Any]:
        found = {
            "team": state.team,
            "handed_in": state.line_up is not None,
            "by_rule": bool(state.line_up and state.line_up.by_rule),
            "sealed": state.sealed,
            "seats": [{"board": board, "player": entry} for board, entry in state.seats],
        }
        return super().to_representation(found)


class LineUpsSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    closes = serializers.DateTimeField(
        allow_null=True, help_text="captains hand in until then; null: the round has no time yet"
    )
    line_ups = LineUpSerializer(many=True)
