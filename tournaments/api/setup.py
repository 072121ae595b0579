"""Requests and answers for setting up: imported reports, plans of knock-outs, decisions."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pairing.handbook.knockout import Bracket
from tournaments.api.reports import Report
from tournaments.api.requests import ConfirmedSerializer, ResultField
from tournaments.api.serializers import JobSerializer, LinkField, PlayerBrief, TournamentBrief
from tournaments.api.teams import PointsField
from tournaments.models import Irregular, Knockout, LogEntry, Pairing, ReportImport
from tournaments.wording.history import line_in_words

# --- Whole reports --------------------------------------------------------------------------------


class SentReportSerializer(Report):
    pass


class RoundSeenSerializer(serializers.Serializer):
    """A round of the file, by its numbers; White first, 0 is the bye."""

    number = serializers.IntegerField()
    boards = serializers.IntegerField()
    open_games = serializers.IntegerField()
    agrees = serializers.BooleanField(help_text="with what the rules pair")
    explained = serializers.BooleanField(help_text="a line ### of the file says what differs")
    used = serializers.CharField(help_text="the pairs of the file, where they differ")
    correct = serializers.CharField(help_text="the pairs by the rules")
    broken = serializers.ListField(child=serializers.CharField(), help_text="rules, in sentences")


class PointSystemSerializer(serializers.Serializer):
    win = PointsField()
    draw = PointsField()
    loss = PointsField()
    bye = PointsField()


class WrongPlaceSerializer(serializers.Serializer):
    player = serializers.IntegerField()
    found = serializers.IntegerField()
    first = serializers.IntegerField(help_text="places by the tie-breaks: from first to last")
    last = serializers.IntegerField()


class PreviewSerializer(serializers.Serializer):
    """The tournament that the file would make, and the checker's verdict."""

    edition = serializers.CharField(help_text="TRF06, TRF16 or TRF26")
    name = serializers.CharField()
    system = serializers.CharField()
    options = serializers.DictField(help_text="settings that only the system has")
    accelerated = serializers.BooleanField()
    total_rounds = serializers.IntegerField()
    players = serializers.IntegerField()
    byes = serializers.IntegerField()
    points = PointSystemSerializer()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    fide_mode = serializers.BooleanField()
    rounds = RoundSeenSerializer(many=True)
    differing = serializers.IntegerField(help_text="rounds that differ from the rules")
    places = WrongPlaceSerializer(many=True)
    wrong_places = serializers.IntegerField()
    places_judged = serializers.BooleanField()
    wrong_points = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="taken otherwise")
    adjustments = serializers.ListField(
        child=serializers.CharField(), help_text="what was assumed about the file"
    )


class ReportImportSerializer(serializers.Serializer):
    """A report file on its way to become a tournament."""

    id = serializers.IntegerField(source="pk")
    url = LinkField("report_import", "pk")
    stage = serializers.ChoiceField(choices=ReportImport.Stage.values)
    preview = PreviewSerializer(allow_null=True, help_text="null while the file is read")
    name = serializers.CharField(help_text="given to the tournament")
    tournament = serializers.IntegerField(source="tournament_id", allow_null=True)
    undoable = serializers.BooleanField(help_text="nothing in the tournament was changed since")
    job = JobSerializer(allow_null=True, help_text="the work in the background")


class MakeTournamentSerializer(ConfirmedSerializer):
    name = serializers.CharField(max_length=80)


# --- Plans of knock-outs --------------------------------------------------------------------------


class PlanFields(serializers.Serializer):
    """The rules agreed before the start; a play-off has `further` and `choices`, a knock-out the
    rest. Times in minutes, increments in seconds."""

    winners = serializers.IntegerField(min_value=1, max_value=512, required=False)
    games = serializers.IntegerField(min_value=2, max_value=20, required=False)
    minutes = serializers.IntegerField(min_value=1, max_value=600, required=False)
    increment = serializers.IntegerField(min_value=0, max_value=180, required=False)
    last_games = serializers.IntegerField(
        min_value=2, max_value=20, required=False, allow_null=True, help_text="of the last stage"
    )
    last_minutes = serializers.IntegerField(
        min_value=1, max_value=600, required=False, allow_null=True
    )
    last_increment = serializers.IntegerField(
        min_value=0, max_value=180, required=False, allow_null=True
    )
    extensions = serializers.IntegerField(min_value=0, max_value=4, required=False)
    extension_games = serializers.IntegerField(min_value=2, max_value=20, required=False)
    extension_minutes = serializers.IntegerField(min_value=1, max_value=600, required=False)
    extension_increment = serializers.IntegerField(min_value=0, max_value=180, required=False)
    golden_white = serializers.IntegerField(min_value=1, max_value=60, required=False)
    golden_black = serializers.IntegerField(min_value=1, max_value=60, required=False)
    break_between_games = serializers.IntegerField(min_value=0, max_value=120, required=False)
    break_between_stages = serializers.IntegerField(min_value=0, max_value=600, required=False)
    break_before_start = serializers.IntegerField(min_value=0, max_value=600, required=False)
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    bracket = serializers.ChoiceField(
        choices=[Bracket.FIXED.value, Bracket.RESEED.value], required=False
    )
    by_lot = serializers.BooleanField(required=False)
    third_place = serializers.BooleanField(
        required=False, help_text="those beaten before the final play for places 3 and 4"
    )
    prizes = serializers.ListField(
        child=serializers.CharField(max_length=20),
        max_length=64,
        required=False,
        help_text="amounts, first prize first",
    )
    currency = serializers.CharField(max_length=8, required=False, allow_blank=True)
    further = serializers.IntegerField(min_value=0, max_value=4, required=False)
    choices = serializers.DictField(
        child=serializers.CharField(max_length=20),
        required=False,
        help_text="of a play-off: what the recipe leaves to the arbiter",
    )


class PlanChangeSerializer(PlanFields):
    version = serializers.IntegerField(min_value=0, help_text="of the plan as you saw it")


class PlanSerializer(serializers.Serializer):
    """A knock-out or play-off as it is planned; for the staff."""

    id = serializers.IntegerField(source="knockout.pk")
    kind = serializers.ChoiceField(choices=Knockout.Kind.values, source="knockout.kind")
    place = serializers.IntegerField(source="knockout.place")
    announced = serializers.BooleanField()
    cancelled = serializers.BooleanField()
    players = serializers.ListField(
        child=serializers.CharField(), help_text="by seed: players, or teams between teams"
    )
    settings = PlanFields()
    version = serializers.IntegerField(help_text="send it back when changing the plan")


class PlansSerializer(serializers.Serializer):
    plans = PlanSerializer(many=True)


class PlayoffRequestSerializer(serializers.Serializer):
    place = serializers.IntegerField(
        min_value=1, max_value=9999, help_text="the best of the places tied for"
    )
    level = serializers.ListField(
        child=serializers.CharField(max_length=24),
        max_length=20,
        required=False,
        help_text="tie-breaks on which they must be level, too; without it points alone",
    )


class PlayoffConditionsRequestSerializer(ConfirmedSerializer):
    """Play-offs announced before the event. What is not sent is as usual. Times in minutes,
    increments in seconds."""

    places = serializers.IntegerField(
        min_value=0, max_value=9999, help_text="ties for places 1 to this one; 0: no play-offs"
    )
    after_tie_breaks = serializers.BooleanField(
        required=False,
        help_text="only those still level after the tie-breaks; else all level on points",
    )
    minutes = serializers.IntegerField(min_value=1, max_value=600, required=False)
    increment = serializers.IntegerField(min_value=0, max_value=180, required=False)
    further = serializers.IntegerField(
        min_value=0,
        max_value=4,
        required=False,
        help_text="matches of two games before the golden point",
    )
    golden_white = serializers.IntegerField(min_value=1, max_value=60, required=False)
    golden_black = serializers.IntegerField(min_value=1, max_value=60, required=False)
    break_between_games = serializers.IntegerField(min_value=0, max_value=120, required=False)
    break_between_stages = serializers.IntegerField(min_value=0, max_value=600, required=False)
    break_before_start = serializers.IntegerField(min_value=0, max_value=600, required=False)
    cash = serializers.CharField(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="shared equally by eleven or more who are tied",
    )
    choices = serializers.DictField(
        child=serializers.CharField(max_length=20),
        required=False,
        help_text="what the recipe leaves to the arbiter",
    )


# --- Groups of equal strength ---------------------------------------------------------------------


class GroupSerializer(serializers.Serializer):
    letter = serializers.CharField()
    average = serializers.IntegerField(help_text="of the ratings; 0: nobody has one")
    rounds = serializers.IntegerField(help_text="until everybody has met everybody once")
    players = PlayerBrief(source="entries", many=True)


class GroupsSerializer(serializers.Serializer):
    most = serializers.IntegerField(help_text="so many groups at most, of two players or more")
    groups = GroupSerializer(many=True, help_text="empty: too few players for two groups")


class GroupsRequestSerializer(ConfirmedSerializer):
    count = serializers.IntegerField(min_value=2, max_value=500, help_text="into so many groups")


class MadeGroupsSerializer(serializers.Serializer):
    tournaments = TournamentBrief(many=True)


# --- Qualifiers -----------------------------------------------------------------------------------


class QualifierSource(serializers.Serializer):
    tournament = serializers.IntegerField()
    name = serializers.CharField()
    count = serializers.IntegerField(help_text="announced to come from it; 0: nobody")
    final = serializers.BooleanField(help_text="its places are final")
    size = serializers.IntegerField(help_text="players, or teams, in it")


class QualifiersSerializer(serializers.Serializer):
    sources = QualifierSource(many=True)


class QualifierPlaces(serializers.Serializer):
    tournament = serializers.IntegerField(min_value=1)
    count = serializers.IntegerField(min_value=0, max_value=512)


class QualifiersRequestSerializer(ConfirmedSerializer):
    sources = QualifierPlaces(
        many=True, help_text="in this order: all firsts, then all seconds, and so on"
    )


# --- Decisions ------------------------------------------------------------------------------------


class ReportResultSerializer(ConfirmedSerializer):
    result = ResultField(
        help_text="for the rating report; the one that counts takes a correction back",
    )
    reason = serializers.CharField(max_length=500)


class ReportedBoardSerializer(serializers.Serializer):
    """The result that counts, and the one that the rating report gives."""

    id = serializers.IntegerField(source="pk")
    url = LinkField("board", "pk")
    result = serializers.CharField()
    reported = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField())
    def get_reported(self, board: Pairing) -> str:
        return board.reported_result or board.result


class LaterRatingSerializer(serializers.Serializer):
    round = serializers.IntegerField(
        source="first_round", min_value=2, max_value=99, help_text="it counts from this round on"
    )
    rating = serializers.IntegerField(min_value=1, max_value=3999)


class LaterRatingsSerializer(serializers.Serializer):
    ratings = LaterRatingSerializer(many=True, max_length=99)  # type: ignore[call-arg]  # of many


class HandOrderSerializer(serializers.Serializer):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        min_length=2,
        max_length=2000,
        help_text="ids of all who are level on everything, the best first",
    )
    reason = serializers.CharField(max_length=500)


class LevelPlayersSerializer(serializers.Serializer):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=2000
    )


class OrderedSerializer(serializers.Serializer):
    players = PlayerBrief(many=True)


class OutsideValueSerializer(serializers.Serializer):
    player = serializers.IntegerField(min_value=1, help_text="a player's id")
    value = serializers.CharField(max_length=20, allow_blank=True, help_text="empty: none")


class OutsideValuesSerializer(serializers.Serializer):
    code = serializers.CharField(max_length=24, help_text="OTHER_…, from the tournament's list")
    values = OutsideValueSerializer(many=True, max_length=2000)  # type: ignore[call-arg]  # of many


class ActSerializer(serializers.ModelSerializer):
    """An irregular act (FIDE's checklist 114)."""

    act = serializers.CharField(help_text="the service's verb")
    kind = serializers.ChoiceField(
        source="irregular", choices=[one for one in Irregular.values if one]
    )
    round = serializers.IntegerField(source="round_number", allow_null=True)
    undone = serializers.SerializerMethodField()
    undoable = serializers.SerializerMethodField()

    class Meta:
        model = LogEntry
        fields = ["id", "at", "act", "kind", "round", "label", "reason", "undone", "undoable"]

    def get_undone(self, line: LogEntry) -> bool:
        return line.pk in self.context.get("undone", ())

    def get_undoable(self, line: LogEntry) -> bool:
        return line.pk in self.context.get("undoable", ())


class LineSerializer(serializers.ModelSerializer):
    """A line of the history: nobody can change it."""

    act = serializers.CharField(help_text="the service's verb")
    round = serializers.IntegerField(source="round_number", allow_null=True, help_text="or null")
    by = serializers.SerializerMethodField(help_text="who did it; empty: the program itself")
    via = serializers.CharField(help_text="the token's name, where a program did it")
    text = serializers.SerializerMethodField(help_text="in words, in the language asked for")

    class Meta:
        model = LogEntry
        fields = ["id", "at", "act", "round", "by", "via", "label", "reason", "text"]

    def get_by(self, line: LogEntry) -> str:
        return line.by.display_name if line.by else ""

    def get_text(self, line: LogEntry) -> str:
        return line_in_words(line)


class ActsSerializer(serializers.Serializer):
    acts = ActSerializer(many=True)
