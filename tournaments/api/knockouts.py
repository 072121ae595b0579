"""Knock-outs and play-offs as the API shows them."""

from typing import Any

from rest_framework import serializers

from pairing.results import RESULTS
from tournaments.api.serializers import PlayerBrief, SaidSerializer
from tournaments.models import Knockout
from tournaments.queries.bracket import CourseView, GameView, Side

GAME_RESULTS = [code for code in RESULTS if code != "??"]


class TieGameSerializer(serializers.Serializer):
    name = serializers.CharField(help_text="“game 2”, “golden point”; round and board in a group")
    white = PlayerBrief()
    black = PlayerBrief()
    golden = serializers.BooleanField(help_text="a draw eliminates White")
    result = serializers.ChoiceField(choices=["", *GAME_RESULTS], help_text="empty: due")

    def to_representation(self, game: GameView) -> dict[str, Any]:
        brief = PlayerBrief(context=self.context).to_representation
        return {
            "name": game.name,
            "white": brief(game.white),
            "black": brief(game.black),
            "golden": game.golden,
            "result": game.result,
        }


class SideSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry", allow_null=True)
    awaits = serializers.CharField(
        source="words", help_text="the match whose winner comes here, while nobody is known"
    )
    seed = serializers.IntegerField(source="number")
    score = serializers.CharField()
    through = serializers.BooleanField()
    out = serializers.BooleanField()


class TieSerializer(serializers.Serializer):
    name = serializers.CharField()
    sides = serializers.SerializerMethodField(help_text="none in a step of a play-off")
    games = TieGameSerializer(many=True)
    reasons = SaidSerializer(many=True)
    decided = serializers.BooleanField()

    def get_sides(self, tie: Any) -> list[dict[str, Any]]:
        known: list[Side] = [side for side in tie.sides if side.entry or side.words]
        return [dict(SideSerializer(side, context=self.context).data) for side in known]


class StageSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    preliminary = serializers.BooleanField()
    players = serializers.IntegerField()
    open = serializers.BooleanField()
    starts_at = serializers.DateTimeField(allow_null=True, help_text="at the latest")
    free = PlayerBrief(many=True)
    reasons = SaidSerializer(many=True, source="facts")
    ties = TieSerializer(many=True)


class PlaceSerializer(serializers.Serializer):
    first = serializers.IntegerField()
    last = serializers.IntegerField(help_text="places from first to last are shared")
    players = PlayerBrief(many=True, source="entries")


class CourseSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="knockout.pk")
    kind = serializers.ChoiceField(choices=Knockout.Kind.values, source="knockout.kind")
    place = serializers.IntegerField(
        source="knockout.place", help_text="of a play-off: the best of the places tied for"
    )
    finished = serializers.BooleanField()
    seed = serializers.CharField(source="knockout.lot_seed", help_text="of every lot")
    plan = SaidSerializer(many=True, source="facts")
    stages = StageSerializer(many=True)
    ties = TieSerializer(many=True, help_text="of a play-off: its games by step")
    due = TieGameSerializer(many=True)
    reasons = SaidSerializer(many=True, help_text="how the order of a play-off came about")
    ranking = PlaceSerializer(many=True, source="places")


class KnockoutsSerializer(serializers.Serializer):
    knockouts = CourseSerializer(many=True)

    def to_representation(self, courses: list[CourseView]) -> dict[str, Any]:
        shape = CourseSerializer(many=True, context=self.context)
        return {"knockouts": shape.to_representation(courses)}
