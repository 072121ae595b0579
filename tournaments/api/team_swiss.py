"""A Swiss of teams before its boards: the matches of a round, byes, who must not meet."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.requests import ConfirmedSerializer
from tournaments.api.serializers import PlayerBrief, TeamBrief
from tournaments.models import ForbiddenPairing, RoundBye


class MatchReasonSerializer(serializers.Serializer):
    text = serializers.CharField()
    article = serializers.CharField()


class PairedMatchSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="match.pk")
    number = serializers.IntegerField(source="match.number")
    first = TeamBrief(source="match.first", help_text="has White on board 1")
    second = TeamBrief(source="match.second")
    reasons = MatchReasonSerializer(many=True)


class TeamByeSerializer(serializers.ModelSerializer):
    team = TeamBrief()
    round = serializers.IntegerField(source="round.number")

    class Meta:
        model = RoundBye
        fields = ["round", "team", "kind"]


class RoundMatchesSerializer(serializers.Serializer):
    """The matches of a round of a Swiss."""

    round = serializers.IntegerField()
    public = serializers.BooleanField(help_text="everybody sees them")
    stale = serializers.BooleanField(
        help_text="results, teams, byes or rules have changed since they were paired"
    )
    matches = PairedMatchSerializer(many=True)
    byes = TeamByeSerializer(many=True)
    bye_reasons = MatchReasonSerializer(many=True, help_text="of the pairing-allocated bye")
    findings = MatchReasonSerializer(many=True, help_text="what the rules say against them")


class WhyNotTeamsSerializer(serializers.Serializer):
    reasons = MatchReasonSerializer(many=True)


class ExchangeSerializer(ConfirmedSerializer):
    one = serializers.IntegerField(min_value=1, help_text="a team's id")
    two = serializers.IntegerField(
        min_value=1, help_text="the team whose place it takes; of one match: their colours"
    )


class AnnounceMatchesSerializer(ConfirmedSerializer):
    public = serializers.BooleanField(help_text="false: for the staff only again")


class TeamByeRequestSerializer(ConfirmedSerializer):
    kind = serializers.ChoiceField(
        choices=["H", "Z", "F"], help_text="half-point, zero-point or full-point bye"
    )


# --- Who must not meet ----------------------------------------------------------------------------


class ForbiddenSerializer(serializers.ModelSerializer):
    """A rule of players, or of teams where teams are paired."""

    players = serializers.SerializerMethodField()
    teams = serializers.SerializerMethodField()
    sharing = serializers.ChoiceField(
        choices=ForbiddenPairing.Sharing.choices, help_text="empty: those named"
    )

    class Meta:
        model = ForbiddenPairing
        fields = [
            "id", "sharing", "value", "first_round", "last_round", "reason", "players", "teams",
        ]  # fmt: skip

    @extend_schema_field(PlayerBrief(many=True))
    def get_players(self, rule: ForbiddenPairing) -> list[dict[str, Any]]:
        of_teams = rule.tournament.format.pairs_teams
        named = [] if of_teams else rule.named
        return list(PlayerBrief(named, many=True, context=self.context).data)

    @extend_schema_field(TeamBrief(many=True))
    def get_teams(self, rule: ForbiddenPairing) -> list[dict[str, Any]]:
        of_teams = rule.tournament.format.pairs_teams
        named = rule.named if of_teams else []
        return list(TeamBrief(named, many=True, context=self.context).data)


class ForbidSerializer(ConfirmedSerializer):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=200
    )
    teams = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=200
    )
    sharing = serializers.ChoiceField(
        choices=ForbiddenPairing.Sharing.choices, required=False, allow_blank=True
    )
    value = serializers.CharField(
        max_length=120, required=False, allow_blank=True, help_text="one club; empty: each"
    )
    last_round = serializers.IntegerField(
        min_value=0, max_value=99, required=False, help_text="0: to the end"
    )
    reason = serializers.CharField(max_length=160, required=False, allow_blank=True)
