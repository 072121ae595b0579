"""Arbiters as open data: level, province, languages and validity."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from federation.api.base import OpenList, PageQuery
from federation.models import Arbiter, ArbiterLevel
from federation.queries import arbiters
from federation.queries.people import shown_names


class ArbiterSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="player_id", help_text="the person's number; it stays")
    name = serializers.SerializerMethodField(help_text="shortened where the person wishes it")
    level = serializers.ChoiceField(choices=ArbiterLevel.choices, help_text="from IA to CA")
    province = serializers.CharField(
        source="province.code",
        default=None,
        allow_null=True,
        help_text="code of the province; null: not known",
    )
    languages = serializers.ListField(child=serializers.CharField(), help_text="two letters each")
    valid_until = serializers.DateField(
        allow_null=True, help_text="last day of the licence; null: not known"
    )

    def get_name(self, arbiter: Arbiter) -> str:
        return str(self.context["names"][arbiter.player_id].name)


class ArbiterQuery(PageQuery):
    level = serializers.ChoiceField(
        choices=ArbiterLevel.choices, required=False, help_text="only of this level"
    )
    province = serializers.CharField(
        required=False, max_length=6, help_text="only of the province with this code"
    )
    q = serializers.CharField(
        required=False, max_length=60, help_text="words of the name, in any order"
    )


class Arbiters(OpenList):
    """The arbiters who may be appointed, by their number; nobody who hides their page."""

    operation, item, order = "listArbiters", ArbiterSerializer, ("pk",)
    query = ArbiterQuery

    def rows(self) -> QuerySet[Arbiter]:
        return arbiters.listed_arbiters(
            level=self.params.get("level", ""),
            province=self.params.get("province", ""),
            typed=self.params.get("q", ""),
        )

    def context(self, rows: Sequence[Arbiter]) -> dict[str, Any]:
        return {"names": shown_names(one.player for one in rows)}
