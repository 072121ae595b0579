"""Provinces and clubs as the API shows them."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.models import Club, Province
from federation.queries import places


class ProvinceSerializer(serializers.ModelSerializer):
    class Meta:
        model = Province
        fields = ["code", "name", "slug"]
        extra_kwargs = {
            "code": {"help_text": "short and stable, as on plates; other lists name it by this"},
        }


class ClubSerializer(serializers.ModelSerializer):
    url = OpenLink("club", "code")
    province = ProvinceSerializer(help_text="where the club is at home")

    class Meta:
        model = Club
        fields = [
            "url", "code", "name", "slug", "city", "province", "website", "founded_on",
            "closed_on",
        ]  # fmt: skip
        extra_kwargs = {
            "code": {"help_text": "the number that the federation gave it; it stays"},
            "city": {"help_text": "where it plays; empty: not known"},
            "website": {"help_text": "pages of its own; empty: none known"},
            "founded_on": {"help_text": "day of its foundation; null: not known"},
            "closed_on": {"help_text": "since when it is no more; null: it is there"},
        }


class Provinces(OpenList):
    """The provinces, by their code."""

    operation, item, order = "listProvinces", ProvinceSerializer, ("code",)

    def rows(self) -> QuerySet[Province]:
        return places.provinces()


class ClubQuery(PageQuery):
    province = serializers.CharField(
        required=False, max_length=6, help_text="only clubs of the province with this code"
    )
    closed = serializers.BooleanField(
        required=False, help_text="only clubs that are closed, or only those that are not"
    )


class Clubs(OpenList):
    """The clubs, by their code; those that are closed, too."""

    operation, item, order = "listClubs", ClubSerializer, ("code",)
    query = ClubQuery

    def rows(self) -> QuerySet[Club]:
        return places.clubs(
            province=self.params.get("province", ""), closed=self.params.get("closed")
        )


class OneClub(OpenItem):
    """A club of the federation, also one that is closed."""

    operation, item = "getClub", ClubSerializer
    of_address = {"code": "the number of the club, as in the list of clubs"}

    def found(self) -> Club:
        return get_object_or_404(places.clubs(), code=self.kwargs["code"])
