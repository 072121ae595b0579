"""Rules of teams, whole lists of teams, captains' links for programs."""

from typing import Any

from rest_framework import serializers

from tournaments.api.requests import ConfirmedSerializer, TeamFields
from tournaments.api.serializers import TeamBrief
from tournaments.api.teams import PointsField
from tournaments.models import TeamRules
from tournaments.queries.teams.captains import CaptainRow


class TeamRulesFields(serializers.Serializer):
    boards = serializers.IntegerField(
        min_value=1, max_value=40, required=False, help_text="of a match"
    )
    reserves = serializers.IntegerField(
        min_value=0, max_value=99, required=False, help_text="at most, of a team"
    )
    primary = serializers.ChoiceField(
        choices=TeamRules.Primary.values,
        required=False,
        help_text="what ranks first: MP match points, GP board points",
    )
    match_win = PointsField(required=False, help_text="match points of a win")
    match_draw = PointsField(required=False, help_text="match points of a draw")
    match_loss = PointsField(required=False, help_text="match points of a loss")
    match_bye = PointsField(required=False, help_text="match points of a free round")
    bye_board_points = PointsField(required=False, help_text="board points of a free round")
    edition = serializers.CharField(
        max_length=12, required=False, help_text="the rule book of the tie-breaks"
    )
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=24),
        max_length=20,
        required=False,
        help_text="codes in their order, such as DE, SB:GP",
    )
    order = serializers.ChoiceField(
        choices=TeamRules.Order.values,
        required=False,
        help_text="of a line-up: everybody moves up, the own board, or any order",
    )
    gaps = serializers.ChoiceField(
        choices=TeamRules.Gaps.values,
        required=False,
        help_text="whether a line-up may leave boards empty",
    )
    deadline_minutes = serializers.IntegerField(
        min_value=0,
        max_value=32_767,
        required=False,
        help_text="line-ups close so long before the round",
    )
    ranks_by = serializers.ChoiceField(
        choices=TeamRules.Ranks.values,
        required=False,
        allow_blank=True,
        help_text="an event of players that ranks teams too: of what; empty: it does not",
    )
    best_of = serializers.IntegerField(
        min_value=1, max_value=99, required=False, help_text="so many of each team count"
    )


class TeamRulesSerializer(TeamRulesFields):
    """The rules of teams; what can be written."""

    options = serializers.DictField(
        required=False, help_text="of the system, as in `/formats/`; for events of teams"
    )


class TeamRulesChangeSerializer(TeamRulesSerializer, ConfirmedSerializer):
    pass


class TeamWithPlayersSerializer(TeamFields):
    players = serializers.ListField(
        child=serializers.DictField(),
        max_length=200,
        help_text='in the order of the list: `{"id": 7}` who is entered already, or the fields of '
        "`enterPlayer`",
    )


class ManyTeamsSerializer(serializers.Serializer):
    teams = TeamWithPlayersSerializer(  # type: ignore[call-arg]  # of many
        many=True, max_length=500, help_text="all are entered, or none"
    )


class CaptainSerializer(serializers.Serializer):
    """A team and its captain's own page."""

    team = TeamBrief(help_text="whose captain it is")
    captain = serializers.CharField(source="team.captain", help_text="the name; may be empty")
    email = serializers.CharField(source="team.captain_email", help_text="may be empty")
    link = serializers.CharField(
        help_text="opens the captain's page to whoever has it; empty: closed"
    )
    sent_at = serializers.SerializerMethodField(help_text="when it was last sent, or null")

    def get_sent_at(self, row: CaptainRow) -> Any:
        return row.mail.sent_at.isoformat() if row.mail and row.mail.sent_at else None


class SendLinksSerializer(serializers.Serializer):
    teams = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=500,
        required=False,
        help_text="ids; not named: all of whom an address is known",
    )
    language = serializers.ChoiceField(choices=["tr", "en"], help_text="of the message")


class LinksSentSerializer(serializers.Serializer):
    messages = serializers.IntegerField(help_text="on their way now")
