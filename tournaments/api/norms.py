"""Title norms as the desk reads them: those that are made, and what the others still take."""

from typing import Any

from rest_framework import serializers

from tournaments.api.serializers import PlayerBrief
from tournaments.queries.standings.norm_prospects import Made, Need, NextGame, Possible


def _points(halves: int | None) -> float | None:
    return None if halves is None else halves / 2


class MadeNormSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry")
    norm = serializers.CharField(source="title", help_text="the title that it is for: GM, WIM …")
    games = serializers.IntegerField(source="verdict.result.games", help_text="that count for it")
    points = serializers.SerializerMethodField(help_text="in these games")
    needed = serializers.SerializerMethodField(help_text="points that would have been enough")
    average = serializers.IntegerField(
        source="verdict.result.average", help_text="of the opponents' ratings"
    )
    performance = serializers.IntegerField(
        source="verdict.result.performance", help_text="the rating performance"
    )
    articles = serializers.CharField(help_text="what made it possible beyond the usual; or empty")

    def get_points(self, made: Made) -> float:
        return made.verdict.result.halves / 2 if made.verdict.result else 0.0

    def get_needed(self, made: Made) -> float | None:
        return _points(made.verdict.result.required) if made.verdict.result else None


class MissingSerializer(serializers.Serializer):
    required = serializers.IntegerField(  # type: ignore[assignment]  # no setting of the field
        help_text="holders of the titles that art. 1.4.5 asks for"
    )
    titled = serializers.IntegerField(help_text="holders of any title, those included")
    federations = serializers.IntegerField(help_text="other federations")


class NeedSerializer(serializers.Serializer):
    rating = serializers.IntegerField(help_text="if the opponents to come have about this rating")
    points = serializers.SerializerMethodField(
        help_text="points from the rounds left that are enough; null: none are"
    )

    def get_points(self, need: Need) -> float | None:
        return _points(need.halves)


class NextGameSerializer(serializers.Serializer):
    opponent = PlayerBrief()
    points = serializers.SerializerMethodField(help_text="from this game that are enough")

    def get_points(self, game: NextGame) -> float | None:
        return _points(game.halves)


class PossibleNormSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry")
    norm = serializers.CharField(source="title", help_text="the title that it is for: GM, WIM …")
    games = serializers.IntegerField(help_text="so far that count for it")
    points = serializers.SerializerMethodField(help_text="in these games")
    missing = MissingSerializer(help_text="what the opponents to come must bring")
    needs = NeedSerializer(many=True, help_text="by the rating of the opponents to come")
    last = NextGameSerializer(
        allow_null=True,
        help_text="the game of the last round; null: there is none, or it is not paired yet",
    )

    def get_points(self, possible: Possible) -> float:
        return possible.halves / 2


class NormsSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the last complete round that counts")
    left = serializers.IntegerField(help_text="rounds that are still to come")
    short = serializers.BooleanField(help_text="there are fewer rounds than a norm takes games")
    made = MadeNormSerializer(many=True, help_text="by the games so far")
    possible = PossibleNormSerializer(
        many=True, help_text="those that the rounds to come can still make"
    )
    out = serializers.IntegerField(help_text="players who can make no norm any more")

    def to_representation(self, page: Any) -> dict[str, Any]:
        data: dict[str, Any] = super().to_representation(page)
        # The page shows neither where the event is too short.
        return data | ({"made": [], "possible": []} if page.short else {})
