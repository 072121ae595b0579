"""Qualifications as the API shows them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList
from federation.api.links import OpenLink
from federation.models import Qualification
from federation.queries.qualification import (
    QualifiedRow,
    qualified,
    quota_words,
    shown_qualifications,
)

_SLUG = {"slug": "short name of the qualification, as in its address"}


class QualificationSerializer(serializers.ModelSerializer):
    url = OpenLink("qualification", "slug")

    class Meta:
        model = Qualification
        fields = ["url", "slug", "name", "year", "answer_until"]
        extra_kwargs = {
            "year": {"help_text": "by which ages go"},
            "answer_until": {"help_text": "last day for answers; null: none was set"},
        }


class QualificationDetailSerializer(QualificationSerializer):
    quotas = serializers.SerializerMethodField(help_text="where the places come from, in words")
    qualified_url = OpenLink("qualified", "slug", words="where the list of places is")

    class Meta(QualificationSerializer.Meta):
        fields = [*QualificationSerializer.Meta.fields, "about", "quotas", "qualified_url"]
        extra_kwargs = QualificationSerializer.Meta.extra_kwargs | {
            "about": {"help_text": "the federation's own words on it; empty: none"}
        }

    def get_quotas(self, own: Qualification) -> list[str]:
        related = own.quotas.select_related("tournament__event", "section__cup", "category")
        return [quota_words(quota) for quota in related]


class QualifiedSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="of the place in this list")
    player = serializers.IntegerField(
        allow_null=True, help_text="number of the person in the register; null: the place is empty"
    )
    name = serializers.CharField(help_text="as everybody may read it; empty: nobody")
    province = serializers.CharField(help_text="for which, or in which they live")
    reason = serializers.CharField(help_text="why they have it, in the language asked for")
    moved_up = serializers.BooleanField(help_text="somebody before them declined")
    answer = serializers.ChoiceField(
        choices=["", "confirmed", "declined"], help_text="empty: none yet"
    )

    def to_representation(self, numbered: tuple[int, QualifiedRow]) -> dict[str, Any]:
        number, row = numbered
        return {
            "number": number,
            "player": row.player.pk if row.player else None,
            "name": row.name,
            "province": row.province,
            "reason": row.reason,
            "moved_up": row.slot.moved_up,
            "answer": row.answer,
        }


class Qualifications(OpenList):
    """The lists of the qualified, the latest year first."""

    operation, item = "listQualifications", QualificationSerializer
    order = ("-year", "pk")

    def rows(self) -> QuerySet[Qualification]:
        return shown_qualifications()


class OneQualification(OpenItem):
    """For what players qualify, and where the places come from."""

    operation, item = "getQualification", QualificationDetailSerializer
    of_address = _SLUG

    def found(self) -> Qualification:
        return get_object_or_404(shown_qualifications(), slug=self.kwargs["slug"])


class Qualified(OpenList):
    """The places with who has them and why; empty ones, too."""

    operation, item = "listQualified", QualifiedSerializer
    of_address = _SLUG

    def rows(self) -> Sequence[tuple[int, QualifiedRow]]:
        own = get_object_or_404(shown_qualifications(), slug=self.kwargs["slug"])
        return list(enumerate(qualified(own).rows, start=1))
