"""What the API shows. Points are numbers with one decimal; results are TRF codes."""

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from tournaments.models import Entry, Event, Round, Tournament
from tournaments.queries.rounds import BoardRow, ByeRow, RoundSheet
from tournaments.queries.standings import StandingsRow, StandingsTable


class LinkField(serializers.Field):
    """An absolute link to a view of the API."""

    def __init__(self, view: str, *path: str) -> None:
        super().__init__(source="*", read_only=True)
        self.view, self.path = view, path

    def to_representation(self, value: Any) -> str:
        arguments = []
        for path in self.path:
            argument = value
            for name in path.split("."):
                argument = getattr(argument, name)
            arguments.append(argument)
        return reverse(f"api:{self.view}", args=arguments, request=self.context.get("request"))


class TournamentBrief(serializers.ModelSerializer):
    url = LinkField("tournament", "pk")

    class Meta:
        model = Tournament
        fields = ["id", "url", "name", "slug", "system", "total_rounds"]


class EventSerializer(serializers.ModelSerializer):
    url = LinkField("event", "slug")

    class Meta:
        model = Event
        fields = [
            "id", "url", "slug", "name", "city", "venue", "federation", "starts_on", "ends_on",
            "time_zone",
        ]  # fmt: skip


class EventDetailSerializer(EventSerializer):
    tournaments = TournamentBrief(many=True)

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "tournaments"]


class TournamentSerializer(TournamentBrief):
    event = EventSerializer()
    players_url = LinkField("players", "pk")
    rounds_url = LinkField("rounds", "pk")
    standings_url = LinkField("standings", "pk")

    class Meta(TournamentBrief.Meta):
        fields = [
            *TournamentBrief.Meta.fields, "event", "fide_mode", "acceleration", "tie_breaks",
            "tie_break_edition", "rating_type", "time_control", "revision", "players_url",
            "rounds_url", "standings_url",
        ]  # fmt: skip


class PlayerSerializer(serializers.ModelSerializer):
    number = serializers.IntegerField(source="tpn")

    class Meta:
        model = Entry
        fields = [
            "id", "number", "name", "title", "rating", "federation", "club", "fide_id", "status",
        ]  # fmt: skip


class RoundBrief(serializers.ModelSerializer):
    url = LinkField("round", "tournament.pk", "number")

    class Meta:
        model = Round
        fields = ["number", "url", "status", "starts_at", "published_at"]


class SeatSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    title = serializers.CharField()
    rating = serializers.IntegerField()
    points = serializers.FloatField(help_text="before the round")


def _seat(entry: Entry, tenths: int) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "number": entry.tpn,
        "name": entry.name,
        "title": entry.title,
        "rating": entry.rating,
        "points": tenths / 10,
    }


class BoardSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    board = serializers.IntegerField()
    white = SeatSerializer()
    black = SeatSerializer()
    result = serializers.CharField(help_text="White's and Black's TRF symbol; empty: none yet")
    version = serializers.IntegerField(help_text="send it back when entering a result")

    def to_representation(self, row: BoardRow) -> dict[str, Any]:
        pairing = row.pairing
        return {
            "id": pairing.pk,
            "board": pairing.board,
            "white": _seat(pairing.white, row.white_score),
            "black": _seat(pairing.black, row.black_score),
            "result": pairing.result,
            "version": pairing.version,
        }


class ByeSerializer(serializers.Serializer):
    player = SeatSerializer()
    kind = serializers.ChoiceField(choices=["U", "F", "H", "Z"])

    def to_representation(self, row: ByeRow) -> dict[str, Any]:
        return {"player": _seat(row.pairing.white, row.score), "kind": row.pairing.bye}


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="round.number")
    status = serializers.CharField(source="round.status")
    starts_at = serializers.DateTimeField(source="round.starts_at", allow_null=True)
    published_at = serializers.DateTimeField(source="round.published_at", allow_null=True)
    boards = BoardSerializer(many=True)
    byes = ByeSerializer(many=True)

    def to_representation(self, sheet: RoundSheet) -> dict[str, Any]:
        return super().to_representation(sheet)


class StandingsRowSerializer(serializers.Serializer):
    rank = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = PlayerSerializer(source="entry")
    points = serializers.FloatField()
    tie_breaks = serializers.ListField(child=serializers.CharField())

    def to_representation(self, row: StandingsRow) -> dict[str, Any]:
        return {
            "rank": row.rank,
            "shared": row.shared,
            "player": PlayerSerializer(row.entry).data,
            "points": row.score / 10,
            "tie_breaks": list(row.values),
        }


class StandingsSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the last round counted")
    final = serializers.BooleanField()
    codes = serializers.ListField(child=serializers.CharField())
    rows = StandingsRowSerializer(many=True)

    def to_representation(self, table: StandingsTable) -> dict[str, Any]:
        return super().to_representation(table)


class ConfirmedSerializer(serializers.Serializer):
    confirmed = serializers.CharField(
        required=False, allow_blank=True, help_text="the token of the question, to confirm it"
    )


class ResultSerializer(ConfirmedSerializer):
    result = serializers.CharField(max_length=2, allow_blank=True)
    version = serializers.IntegerField(min_value=1)


class JobSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    status = serializers.CharField()
