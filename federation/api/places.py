"""Provinces and clubs as the API shows them."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.models import Club, Province, TeamResult
from federation.queries import places
from tournaments.api.serializers import LinkField

_OF_CLUB = {"code": "the number of the club, as in the list of clubs"}


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
    of_address = _OF_CLUB

    def found(self) -> Club:
        return get_object_or_404(places.clubs(), code=self.kwargs["code"])


class TeamOfClubSerializer(serializers.Serializer):
    team = serializers.IntegerField(source="team_id", help_text="id of the team")
    name = serializers.CharField(source="team.name", help_text="of the team")
    url = LinkField("team", "team_id")
    event = serializers.CharField(
        source="tournament.event.slug", help_text="part of the addresses of the event"
    )
    tournament = serializers.IntegerField(source="tournament_id", help_text="its number")
    ended_on = serializers.DateField(help_text="last day of the event")
    place = serializers.IntegerField(allow_null=True, help_text="null: none")
    teams = serializers.IntegerField(help_text="how many there were")
    won = serializers.IntegerField(help_text="matches")
    drawn = serializers.IntegerField(help_text="matches")
    lost = serializers.IntegerField(help_text="matches")


class ClubTeams(OpenList):
    """The results of a club's teams, by their last day and their id."""

    operation, item, order = "listClubTeams", TeamOfClubSerializer, ("-ended_on", "-pk")
    of_address = _OF_CLUB

    def rows(self) -> QuerySet[TeamResult]:
        club = get_object_or_404(places.clubs(), code=self.kwargs["code"])
        return places.team_results(club)
