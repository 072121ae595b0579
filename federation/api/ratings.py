"""Rating lists as open data: which there are, who stands in one, and why."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.models import ListedRating, MonthList, Series
from federation.queries import ratings_lists
from federation.queries.ratings_pages import AGES, Choice, chosen
from federation.queries.ratings_people import hidden, today
from federation.queries.ratings_why import GameRow, LeftOut, Why, why
from ratings.exact import decimal
from ratings.expected import POINT

_OF_LIST = {
    "series": "national, standard, rapid or blitz",
    "month": "of the list, such as 2026-12",
}


def _list(view: Any) -> MonthList:
    series, month = view.kwargs["series"], view.kwargs["month"]
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError as error:
        raise Http404 from error
    version = view.params.get("version")
    found = ratings_lists.of_month(series, first, version) if series in Series.values else None
    if found is None:
        raise Http404
    return found


class RatingListSerializer(serializers.ModelSerializer):
    url = OpenLink("rating_list", "series", "code")
    month = serializers.CharField(source="code", help_text="such as 2026-12")
    published_at = serializers.DateTimeField(
        source="run.published_at", help_text="since when everybody sees it"
    )
    note = serializers.CharField(
        source="run.note", help_text="what was wrong before; empty: no correction"
    )
    newcomers = serializers.IntegerField(help_text="players with a first rating")

    class Meta:
        model = MonthList
        fields = [
            "url", "series", "month", "version", "published_at", "note", "players", "games",
            "newcomers", "inactive",
        ]  # fmt: skip
        extra_kwargs = {
            "series": {"help_text": "national; standard, rapid and blitz are for information"},
            "version": {"help_text": "the highest one of a month holds"},
            "games": {"help_text": "that count"},
            "inactive": {"help_text": "players without a game for so long"},
        }


class RatingListQuery(PageQuery):
    series = serializers.ChoiceField(
        required=False, choices=Series.values, help_text="only lists of this kind"
    )


class RatingLists(OpenList):
    """Every list that was ever published, the newest month first, with corrected ones."""

    operation, item = "listRatingLists", RatingListSerializer
    order = ("-month", "series", "-version", "pk")
    query = RatingListQuery

    def rows(self) -> QuerySet[MonthList]:
        return ratings_lists.published(self.params.get("series", ""))


class ListedRatingSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField(help_text="shortened where the person wishes it")
    sex = serializers.CharField(help_text="w, m, or empty: not known")
    born = serializers.IntegerField(allow_null=True, help_text="year; null: not known")
    k = serializers.DecimalField(
        max_digits=6, decimal_places=2, help_text="development coefficient from this list on"
    )

    class Meta:
        model = ListedRating
        fields = [
            "player", "name", "title", "sex", "born", "federation", "fide_id", "national_id",
            "rating", "change", "games", "k", "inactive",
        ]  # fmt: skip
        extra_kwargs = {
            "player": {"help_text": "the player's number, as members have it"},
            "change": {"help_text": "null: new on the list"},
            "games": {"help_text": "of the period; of a first rating all that count"},
            "inactive": {"help_text": "no rated game for so long as the rules say"},
        }

    def get_name(self, row: ListedRating) -> str:
        return str(self.context["hidden"].name(row.player, row.name))


class ListedQuery(PageQuery):
    version = serializers.IntegerField(
        required=False, min_value=1, max_value=999, help_text="an older one; the last if not said"
    )
    sex = serializers.ChoiceField(required=False, choices=["w", "m"], help_text="only these")
    age = serializers.ChoiceField(
        required=False, choices=list(AGES), help_text="U12: at most 12 this year; S50: at least 50"
    )
    club = serializers.CharField(required=False, max_length=12, help_text="code of the club")
    province = serializers.CharField(
        required=False, max_length=60, help_text="address of the province"
    )
    name = serializers.CharField(
        required=False, max_length=60, help_text="words that begin parts of the name, in any order"
    )
    active = serializers.BooleanField(
        required=False, default=False, help_text="leave out who is inactive"
    )


class ListedRatings(OpenList):
    """A list, the strongest first."""

    operation, item, order = "listRatings", ListedRatingSerializer, ("-rating", "player")
    query = ListedQuery
    of_address = _OF_LIST

    def rows(self) -> QuerySet[ListedRating]:
        names = ("sex", "age", "club", "province", "name", "active")
        asked = {name: self.params[name] for name in names if self.params.get(name)}
        return chosen(_list(self), Choice(**asked))

    def context(self, rows: Sequence[ListedRating]) -> dict[str, Any]:
        return {"hidden": hidden({row.player for row in rows})}


class RatedGameSerializer(serializers.Serializer):
    tournament = serializers.CharField(source="place.name", help_text="its name, with its event")
    round = serializers.IntegerField(help_text="counted from 1")
    white = serializers.BooleanField(help_text="had the white pieces")
    opponent = serializers.IntegerField(help_text="the opponent's number")
    name = serializers.CharField(help_text="of the opponent")
    own = serializers.IntegerField(help_text="own rating when the event began")
    opponent_rating = serializers.IntegerField(allow_null=True, help_text="null: unrated")
    difference = serializers.IntegerField(help_text="as it was used; null in a first rating")
    expected = serializers.SerializerMethodField(help_text="exact; null in a first rating")
    score = serializers.SerializerMethodField(help_text="1, 0.5 or 0")
    delta = serializers.SerializerMethodField(help_text="score less expected score")

    def get_expected(self, game: GameRow) -> str | None:
        return None if game.row is None else _points(game.row.expected)

    def get_score(self, game: GameRow) -> str:
        return _points(POINT // 2 * game.halves)

    def get_delta(self, game: GameRow) -> str | None:
        return None if game.row is None else _points(game.row.delta)


class LeftOutGameSerializer(serializers.Serializer):
    tournament = serializers.CharField(source="place.name", help_text="its name, with its event")
    round = serializers.IntegerField(help_text="counted from 1")
    name = serializers.CharField(help_text="of the opponent")
    article = serializers.CharField(help_text="by which it does not count")
    why = serializers.SerializerMethodField(help_text="the same in words")

    def get_why(self, game: LeftOut) -> str:
        return game.why


class RatingWorkingSerializer(serializers.Serializer):
    player = serializers.SerializerMethodField(help_text="the player's number")
    name = serializers.CharField()
    rating = serializers.SerializerMethodField(help_text="null: not on the list")
    base = serializers.SerializerMethodField(
        help_text="rating before; null: none, or no game in this period"
    )
    sum = serializers.SerializerMethodField(help_text="of the deltas, exact")
    k = serializers.SerializerMethodField(help_text="as it was used")
    exact = serializers.SerializerMethodField(help_text="sum times K, before rounding")
    change = serializers.SerializerMethodField(help_text="rounded")
    average = serializers.SerializerMethodField(
        help_text="of the opponents of a first rating, as an exact fraction"
    )
    percent = serializers.SerializerMethodField(help_text="score of a first rating")
    games = RatedGameSerializer(many=True)
    left_out = LeftOutGameSerializer(many=True, help_text="games that do not count")

    def get_player(self, it: Why) -> int:
        return it.player.pk if it.player else it.listed.player if it.listed else 0

    def get_rating(self, it: Why) -> int | None:
        return it.listed.rating if it.listed else None

    def get_base(self, it: Why) -> int | None:
        return it.rated.base if it.rated else None

    def get_sum(self, it: Why) -> str | None:
        return _points(it.rated.sum) if it.rated else None

    def get_k(self, it: Why) -> str | None:
        return decimal(it.rated.k_used) if it.rated else None

    def get_exact(self, it: Why) -> str | None:
        return decimal(it.rated.change_exact) if it.rated else None

    def get_change(self, it: Why) -> int | None:
        return it.rated.change if it.rated else None

    def get_average(self, it: Why) -> str | None:
        return str(it.first.computed.average) if it.first and it.first.computed else None

    def get_percent(self, it: Why) -> int | None:
        return it.first.computed.percent if it.first and it.first.computed else None


class OneWorking(OpenItem):
    """Why a rating is what it is: games, expected scores, K, sum and rounding."""

    operation, item = "getRatingWorking", RatingWorkingSerializer
    of_address = _OF_LIST | {"player": "the player's number"}

    def found(self) -> Why:
        player = self.kwargs["player"]
        player = today(player) if player < 2**63 else 0
        found = why(_list(self), player)
        if found is None or player in hidden([player]).closed:
            raise Http404
        return found


def _points(number: int) -> str:
    return decimal(Fraction(number, POINT))
