"""Requests and answers about many players at once, the check-in, and numbers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.requests import ConfirmedSerializer, EntryFields
from tournaments.api.serializers import PlayerSerializer
from tournaments.models import Entry

#: so many lines in one request
MOST_LINES = 1000


class ManyEntriesSerializer(ConfirmedSerializer):
    players = serializers.ListField(
        child=serializers.DictField(),
        min_length=1,
        max_length=MOST_LINES,
        help_text="each with the fields of `enterPlayer`",
    )
    skip_wrong = serializers.BooleanField(
        required=False,
        default=False,
        help_text="enter the lines that are right; otherwise nobody is entered while one is wrong",
    )


class EnteredLineSerializer(serializers.Serializer):
    line = serializers.IntegerField(help_text="its place in the request, from 1")
    player = PlayerSerializer(allow_null=True, help_text="null: not entered")
    errors = serializers.DictField(  # type: ignore[assignment]  # a field, no errors of its own
        help_text="what is wrong with the line, by field"
    )


class ManyEnteredSerializer(serializers.Serializer):
    entered = serializers.IntegerField()
    lines = EnteredLineSerializer(many=True)


class TakenOutSerializer(serializers.Serializer):
    count = serializers.IntegerField(help_text="players, or teams, who are out again")


class ExpelSerializer(ConfirmedSerializer):
    reason = serializers.CharField(max_length=500, help_text="it stands in the history")


class ExchangeNumbersSerializer(ConfirmedSerializer):
    one = serializers.IntegerField(min_value=1, help_text="a player's id")
    two = serializers.IntegerField(min_value=1, help_text="a player's id")


class RestoreSerializer(ConfirmedSerializer):
    line = serializers.IntegerField(
        min_value=1, help_text="of the history, with which the player was removed"
    )


class RenumberedSerializer(serializers.Serializer):
    moved = serializers.IntegerField(help_text="players whose number is another one now")


class SilentSerializer(serializers.Serializer):
    player = serializers.IntegerField(min_value=1, help_text="id of a player not heard of")
    choice = serializers.ChoiceField(
        choices=["wait", "zero", "withdraw"],
        help_text="not paired and no points until they come; a zero-point bye in round 1; withdraw",
    )


class CloseCheckInSerializer(ConfirmedSerializer):
    silent = SilentSerializer(  # type: ignore[call-arg]  # of many
        many=True, required=False, max_length=2000, help_text="who is not named waits"
    )


class CheckInStateSerializer(serializers.Serializer):
    closed_at = serializers.DateTimeField(source="checkin_closed_at", allow_null=True)
    present = serializers.SerializerMethodField()
    silent = serializers.SerializerMethodField(help_text="neither present nor absent")

    @extend_schema_field(serializers.IntegerField())
    def get_present(self, tournament: Any) -> int:
        return int(tournament.entries.filter(status=Entry.Status.PRESENT).count())

    @extend_schema_field(serializers.IntegerField())
    def get_silent(self, tournament: Any) -> int:
        return int(tournament.entries.filter(status=Entry.Status.ENTERED).count())


class EntryDataSerializer(EntryFields):
    """Everything that can be written about a player; for those who may write it."""

    shows_all = True

    version = serializers.IntegerField()
