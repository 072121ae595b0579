"""The requests and answers of the helpers for posted reports."""

from rest_framework import serializers

from tiebreaks.registry import EDITIONS
from tournaments.api.base import Query

LARGEST_REPORT = 2_000_000


class PairOptions(serializers.Serializer):
    system = serializers.CharField(
        required=False, max_length=40, help_text="else what the file says, or fide2026.dutch"
    )
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=400, help_text="else the one after the last"
    )
    rounds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=400,
        help_text="of the tournament, where the file is silent",
    )
    explain = serializers.BooleanField(
        required=False, default=True, help_text="false: without the trace"
    )


class CheckOptions(serializers.Serializer):
    system = serializers.CharField(required=False, max_length=40)


class RankOptions(serializers.Serializer):
    tie_breaks = serializers.CharField(
        required=False,
        max_length=400,
        help_text="codes in order, for example `BH/C1 BH SB DE`; else those of the file",
    )
    edition = serializers.ChoiceField(choices=list(EDITIONS), required=False)
    family = serializers.ChoiceField(choices=["swiss", "round_robin"], required=False)
    after = serializers.IntegerField(required=False, min_value=0, max_value=400)
    seed = serializers.CharField(required=False, max_length=40, help_text="for the lots of LOT")


class PairQuery(Query, PairOptions):
    pass


class CheckQuery(Query, CheckOptions):
    pass


class RankQuery(Query, RankOptions):
    pass


class Report(serializers.Serializer):
    trf = serializers.CharField(
        max_length=LARGEST_REPORT, trim_whitespace=False, help_text="the report file (TRF)"
    )


class SystemOptions(serializers.Serializer):
    options = serializers.DictField(required=False, help_text="settings that only the system has")


class PairRequest(Report, PairOptions, SystemOptions):
    pass


class CheckRequest(Report, CheckOptions, SystemOptions):
    pass


class RankRequest(Report, RankOptions):
    explain = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99999),
        required=False,
        max_length=50,
        help_text="numbers of players whose values are worked out in full",
    )


# --- Answers --------------------------------------------------------------------------------------


class FactSerializer(serializers.Serializer):
    """A reason: a stable code with values, and its sentence in the language asked for."""

    code = serializers.CharField()
    article = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    values = serializers.DictField()
    text = serializers.CharField()


class AdjustmentSerializer(serializers.Serializer):
    """A default, guess or repair made while the file was read."""

    code = serializers.CharField()
    line = serializers.IntegerField(help_text="0: no line in particular")
    text = serializers.CharField()
    values = serializers.DictField()


class PairedBoardSerializer(serializers.Serializer):
    board = serializers.IntegerField()
    white = serializers.IntegerField()
    black = serializers.IntegerField()


class AbsentSerializer(serializers.Serializer):
    player = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["U", "F", "H", "Z"])


class NumbersField(serializers.ListField):
    child = serializers.IntegerField()


class BracketSerializer(serializers.Serializer):
    score = serializers.FloatField()
    residents = NumbersField()
    moved_down = NumbersField()
    floaters = NumbersField()
    pairs = serializers.ListField(child=NumbersField())
    criteria = FactSerializer(many=True)
    facts = FactSerializer(many=True)


class TracedBoardSerializer(serializers.Serializer):
    white = serializers.IntegerField()
    black = serializers.IntegerField()
    bracket = serializers.IntegerField(help_text="index into `brackets`")
    colour = FactSerializer()
    facts = FactSerializer(many=True)


class TraceSerializer(serializers.Serializer):
    brackets = BracketSerializer(many=True)
    boards = TracedBoardSerializer(many=True)
    bye = FactSerializer(allow_null=True)
    facts = FactSerializer(many=True)


class PairAnswer(serializers.Serializer):
    """Players are named by their numbers in the file."""

    system = serializers.CharField()
    round = serializers.IntegerField()
    boards = PairedBoardSerializer(many=True)
    bye = serializers.IntegerField(allow_null=True)
    absent = AbsentSerializer(many=True)
    trace = TraceSerializer(allow_null=True)
    adjustments = AdjustmentSerializer(many=True)


class CheckedRoundSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    agrees = serializers.BooleanField()
    found = serializers.ListField(
        child=NumbersField(), help_text="pairs that only the file has; `[7, 0]` is a bye"
    )
    expected = serializers.ListField(child=NumbersField(), help_text="what the rules give instead")
    problem = serializers.CharField(help_text="why the rules gave no pairing at all")
    altered = serializers.BooleanField(
        help_text="it differs exactly as a line of the file says that it was altered by hand"
    )


class WrongPointsSerializer(serializers.Serializer):
    player = serializers.IntegerField()
    found = serializers.FloatField()
    expected = serializers.FloatField()


class WrongRankSerializer(serializers.Serializer):
    player = serializers.IntegerField()
    found = serializers.IntegerField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()


class CheckAnswer(serializers.Serializer):
    system = serializers.CharField()
    clean = serializers.BooleanField(help_text="everything in the file is as the rules want it")
    agreed = serializers.IntegerField(help_text="rounds paired as in the file")
    rounds = CheckedRoundSerializer(many=True)
    points = WrongPointsSerializer(many=True)
    tie_breaks = serializers.ListField(child=serializers.CharField())
    ranks_judged = serializers.BooleanField()
    ranks_problem = serializers.CharField()
    ranks = WrongRankSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    adjustments = AdjustmentSerializer(many=True)


class RankedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    points = serializers.FloatField()
    tie_breaks = serializers.ListField(child=serializers.CharField())


class RankedStepSerializer(serializers.Serializer):
    round = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    points = serializers.CharField(allow_null=True)
    score = serializers.CharField(allow_null=True)
    contribution = serializers.CharField(allow_null=True)
    cut = serializers.CharField(help_text="why it does not count: least, most, first ...")
    facts = FactSerializer(many=True)


class EncounterRowSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    cells = serializers.ListField(child=serializers.CharField(allow_null=True))
    score = serializers.CharField(allow_null=True)
    place = serializers.IntegerField()


class EncounterSerializer(serializers.Serializer):
    article = serializers.CharField()
    complete = serializers.BooleanField()
    group = NumbersField()
    rows = EncounterRowSerializer(many=True)


class ExplainedValueSerializer(serializers.Serializer):
    code = serializers.CharField()
    value = serializers.CharField()
    edition = serializers.CharField()
    article = serializers.CharField()
    steps = RankedStepSerializer(many=True)
    tables = EncounterSerializer(many=True)
    facts = FactSerializer(many=True)


class ExplainedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    values = ExplainedValueSerializer(many=True)


class RankAnswer(serializers.Serializer):
    edition = serializers.CharField()
    after = serializers.IntegerField()
    final = serializers.BooleanField()
    codes = serializers.ListField(child=serializers.CharField())
    rows = RankedSerializer(many=True)
    workings = ExplainedSerializer(many=True)
    adjustments = AdjustmentSerializer(many=True)
