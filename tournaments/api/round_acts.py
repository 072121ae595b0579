"""Requests and answers of the acts on a round beside pairing and publishing it."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.requests import OF_A_RESULT, ConfirmedSerializer, ResultField
from tournaments.api.serializers import PlainBoardSerializer, PlayerBrief
from tournaments.models import PairingSession


class WithReasonSerializer(ConfirmedSerializer):
    reason = serializers.CharField(max_length=500, help_text="it stands in the history")


class OpenGamesSerializer(serializers.Serializer):
    boards = serializers.ListField(
        child=serializers.IntegerField(), help_text="numbers of the boards that are adjourned now"
    )


class LateArrivalSerializer(ConfirmedSerializer):
    player = serializers.IntegerField(min_value=1, help_text="id of the player who has come")


# --- By hand --------------------------------------------------------------------------------------


class RestorePointSerializer(serializers.ModelSerializer):
    """An alteration by hand that was kept; the newest can be taken back."""

    by = serializers.SerializerMethodField()

    class Meta:
        model = PairingSession
        fields = ["id", "opened_at", "closed_at", "by"]

    @extend_schema_field(serializers.CharField())
    def get_by(self, session: PairingSession) -> str:
        return session.opened_by.display_name if session.opened_by else ""


class FindingSerializer(serializers.Serializer):
    text = serializers.CharField()
    article = serializers.CharField()


class HandSerializer(serializers.Serializer):
    """A round as it is being changed by hand, and the ways back; for the staff."""

    open = serializers.BooleanField(help_text="somebody is changing the round")
    seen = serializers.CharField(
        help_text="a mark of who sits where: sent with an edit, the edit is refused when somebody "
        "else has changed the round since"
    )
    waiting = PlayerBrief(many=True, help_text="players without a seat")
    boards = PlainBoardSerializer(many=True)
    findings = FindingSerializer(many=True, help_text="what the rules say against it")
    restore_points = RestorePointSerializer(many=True)


#: what one edit does, and what it needs
EDITS = {
    "swap": "`one` and `two` take each other's seat; of one board: their colours",
    "turn": "the colours of `one` and the opponent",
    "unpair": "`one`, and the opponent, wait for a new seat",
    "seat": "`one` has White against `two`; both wait",
    "bye": "`one`, who waits, gets the pairing-allocated bye",
    "rest": "`one`, who waits, gets no point and no opponent",
    "order": "the boards in the order of the rules",
}


class EditSerializer(ConfirmedSerializer):
    act = serializers.ChoiceField(
        choices=list(EDITS),
        help_text="; ".join(f"`{name}`: {words}" for name, words in EDITS.items()),
    )
    one = serializers.IntegerField(min_value=1, required=False, help_text="a player's id")
    two = serializers.IntegerField(min_value=1, required=False, help_text="a player's id")
    seen = serializers.CharField(max_length=16, required=False, allow_blank=True)


class UndoHandSerializer(ConfirmedSerializer):
    restore_point = serializers.IntegerField(min_value=1, help_text="its id")


class CheckResultSerializer(serializers.Serializer):
    result = ResultField(help_text=f"as it stands on the slip: {OF_A_RESULT}")


class UndoResultSerializer(ConfirmedSerializer):
    line = serializers.IntegerField(
        min_value=1, help_text="of the history, with which the result was entered"
    )


class ImportRoundSerializer(ConfirmedSerializer):
    trf = serializers.CharField(
        max_length=400_000, help_text="a report (TRF26 or TRF16) that has the round"
    )
