"""Knock-outs and play-offs as the API shows them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from pairing.results import RESULTS
from tournaments.api.serializers import LinkField, PlayerBrief, SaidSerializer, brief
from tournaments.models import Knockout
from tournaments.queries.knockout.bracket import CourseView, GameView, Side
from tournaments.queries.knockout.course import draws
from tournaments.queries.knockout.desk import ChoiceView, choices_of

GAME_RESULTS = [code for code in RESULTS if code != "??"]


class TieGameSerializer(serializers.Serializer):
    url = serializers.URLField(help_text="`result/` behind it takes the result")
    name = serializers.CharField(help_text="“game 2”, “golden point”; round and board in a group")
    white = PlayerBrief()
    black = PlayerBrief()
    golden = serializers.BooleanField(help_text="a draw eliminates White")
    result = serializers.ChoiceField(choices=["", *GAME_RESULTS], help_text="empty: due")
    later_flag = serializers.ChoiceField(
        choices=["", "w", "b"], help_text="golden point, both flags down: whose fell later"
    )
    moves = serializers.IntegerField(help_text="0: not counted")
    version = serializers.IntegerField(help_text="send it back when entering a result")

    def to_representation(self, game: GameView) -> dict[str, Any]:
        return {
            "url": reverse(
                "api:game",
                args=[self.context["knockout"], game.key],
                request=self.context.get("request"),
            ),
            "name": game.name,
            "white": brief(game.white),
            "black": brief(game.black),
            "golden": game.golden,
            "result": game.result,
            "later_flag": game.row.later_flag if game.row else "",
            "moves": game.row.moves if game.row else 0,
            "version": game.version,
        }


class SideSerializer(serializers.Serializer):
    player = PlayerBrief(source="entry", allow_null=True)
    awaits = serializers.CharField(
        source="words", help_text="the match whose winner comes here, while nobody is known"
    )
    awaits_loser = serializers.BooleanField(
        source="beaten", help_text="not its winner comes here: the match for places 3 and 4"
    )
    seed = serializers.IntegerField(source="number")
    score = serializers.CharField()
    through = serializers.BooleanField()
    out = serializers.BooleanField()


class TieMatchSerializer(serializers.Serializer):
    """A match of two teams, as a game of their tie."""

    name = serializers.CharField()
    id = serializers.IntegerField(source="view.match.pk")
    url = LinkField("match", "view.match.pk")
    round = serializers.IntegerField(source="view.match.round.number")


class TieSerializer(serializers.Serializer):
    name = serializers.CharField()
    sides = serializers.SerializerMethodField(help_text="none in a step of a play-off")
    games = TieGameSerializer(many=True)
    matches = TieMatchSerializer(many=True, help_text="between teams, in place of games")
    reasons = SaidSerializer(many=True)
    decided = serializers.BooleanField()
    third_place = serializers.BooleanField(help_text="it decides places 3 and 4")

    @extend_schema_field(SideSerializer(many=True))
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


class LotEntrantSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="of the seat")
    player = PlayerBrief()


class LotSerializer(serializers.Serializer):
    """A lot that can be drawn at the table, or a colour to be chosen."""

    draw = serializers.CharField(help_text="its name, to send back")
    name = serializers.CharField()
    needed = serializers.BooleanField(help_text="nothing goes on before it")
    entrants = LotEntrantSerializer(many=True)
    chooses_first = PlayerBrief(
        allow_null=True, help_text="of two: the higher rated (A.29), of equal ones the better seed"
    )
    order = serializers.ListField(
        child=serializers.IntegerField(), help_text="as typed in, White first; empty: by the seed"
    )

    def to_representation(self, lot: ChoiceView) -> dict[str, Any]:
        return {
            "draw": lot.draw,
            "name": lot.name,
            "needed": lot.needed,
            "entrants": [
                {"number": number, "player": brief(entry)} for number, entry in lot.entrants
            ],
            "chooses_first": brief(lot.first) if lot.first else None,
            "order": list(lot.typed),
        }


class CourseSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="knockout.pk")
    kind = serializers.ChoiceField(choices=Knockout.Kind.values, source="knockout.kind")
    place = serializers.IntegerField(
        source="knockout.place", help_text="of a play-off: the best of the places tied for"
    )
    finished = serializers.BooleanField()
    of_teams = serializers.BooleanField(
        source="knockout.tournament.format.pairs_teams",
        help_text="who is called a player here is a team then, and its results are those of boards",
    )
    seed = serializers.CharField(source="knockout.lot_seed", help_text="of every lot")
    plan = SaidSerializer(many=True, source="facts")
    stages = StageSerializer(many=True)
    ties = TieSerializer(many=True, help_text="of a play-off: its games by step")
    due = TieGameSerializer(many=True)
    lots = serializers.SerializerMethodField(
        help_text="for the staff: what can be drawn or chosen now"
    )
    reasons = SaidSerializer(many=True, help_text="how the order of a play-off came about")
    ranking = PlaceSerializer(many=True, source="places")

    def to_representation(self, view: CourseView) -> dict[str, Any]:
        # Its games name it in their addresses.
        self.context["knockout"] = view.knockout.pk  # type: ignore[index]  # a dictionary
        return super().to_representation(view)

    @extend_schema_field(LotSerializer(many=True))
    def get_lots(self, view: CourseView) -> list[dict[str, Any]]:
        if not self.context.get("inside"):
            return []
        lots = choices_of(view.course, draws(view.course))
        return list(LotSerializer(lots, many=True, context=self.context).data)


class KnockoutsSerializer(serializers.Serializer):
    knockouts = CourseSerializer(many=True)

    def to_representation(self, courses: list[CourseView]) -> dict[str, Any]:
        shape = CourseSerializer(context=self.context)
        return {"knockouts": [shape.to_representation(course) for course in courses]}
