"""Requests and answers of acts on several players at once, and of ratings compared with lists."""

from typing import Any

from rest_framework import serializers

from tournaments.api.requests import ConfirmedSerializer
from tournaments.api.serializers import PlayerBrief
from tournaments.services.entries.several import Several

MOST = 2000


class SeveralPlayersSerializer(ConfirmedSerializer):
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        min_length=1,
        max_length=MOST,
        help_text="ids of the players",
    )


class MarkSeveralSerializer(SeveralPlayersSerializer):
    status = serializers.ChoiceField(
        choices=["present", "absent", "unknown"],
        help_text="absent: a zero-point bye in the next round; unknown: a wrong mark taken back",
    )


class ByesOfSeveralSerializer(SeveralPlayersSerializer):
    round = serializers.IntegerField(
        min_value=1, max_value=99, source="round_number", help_text="not paired yet"
    )
    kind = serializers.ChoiceField(choices=["H", "Z"], help_text="half-point or zero-point bye")


class MoveSeveralSerializer(SeveralPlayersSerializer):
    tournament = serializers.IntegerField(
        min_value=1, help_text="id of another tournament of the event, where they go"
    )


class UndoSeveralSerializer(serializers.Serializer):
    line = serializers.IntegerField(min_value=1, help_text="from the answer to the act")


class SeveralSerializer(serializers.Serializer):
    """An act on several players at once."""

    count = serializers.IntegerField(help_text="players whom it reached")
    line = serializers.IntegerField(
        allow_null=True, help_text="of the history: send it back to undo the act, while it is last"
    )
    left = serializers.ListField(
        child=serializers.CharField(),
        help_text="of a way back: names of those changed since, who are left as they are",
    )

    def to_representation(self, done: Several) -> dict[str, Any]:
        line = done.line.pk if done.line else None
        return {"count": done.count, "line": line, "left": list(done.left)}


class RatingDifferenceSerializer(serializers.Serializer):
    """A rating that differs from the lists."""

    key = serializers.CharField(help_text="names this very change: send it back to take it over")
    player = PlayerBrief(source="entry", help_text="as entered")
    field = serializers.ChoiceField(
        choices=["fide_rating", "national_rating"], help_text="which of the ratings"
    )
    old = serializers.IntegerField(help_text="as entered; 0: none")
    new = serializers.IntegerField(help_text="in the list; 0: none")
    source = serializers.CharField(help_text="the list it comes from")  # type: ignore[assignment]  # a field, no source of its own
    typed = serializers.BooleanField(help_text="somebody set the old one by hand")
    proposed = serializers.BooleanField(source="ticked", help_text="by the rule it is taken over")


class TakeRatingsSerializer(serializers.Serializer):
    keys = serializers.ListField(
        child=serializers.CharField(max_length=80),
        max_length=2 * MOST,
        help_text="of the changes to take over",
    )


class RatingsTakenSerializer(serializers.Serializer):
    changed = serializers.IntegerField(help_text="ratings that are others now")
