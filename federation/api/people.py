"""Players as open data: what their pages show to everybody, and no more."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.models import Member
from federation.queries import places
from federation.queries.people_page import PlayerPage, player_page, registered


class RatingsOfMemberSerializer(serializers.Serializer):
    standard = serializers.IntegerField(help_text="0: none")
    rapid = serializers.IntegerField(help_text="0: none")
    blitz = serializers.IntegerField(help_text="0: none")
    national = serializers.IntegerField(help_text="0: none")


class MemberSerializer(serializers.Serializer):
    url = OpenLink("member", "pk")
    id = serializers.IntegerField(source="pk", help_text="stays; it is in the page's address")
    name = serializers.SerializerMethodField(
        help_text="shortened where the person, or an event, wishes it"
    )
    title = serializers.CharField(source="player.title", help_text="empty: none")
    federation = serializers.CharField(source="player.federation")
    club = serializers.CharField(
        source="club.code", default=None, help_text="code of the club; null: none"
    )
    province = serializers.CharField(
        source="province.code", default=None, help_text="code of the province; null: not known"
    )
    ratings = RatingsOfMemberSerializer(source="player", help_text="of the latest lists")

    def get_name(self, member: Member) -> str:
        return places.public_name(member)


class MemberQuery(PageQuery):
    club = serializers.CharField(
        required=False, max_length=12, help_text="only members of the club with this code"
    )
    province = serializers.CharField(
        required=False, max_length=6, help_text="only people of the province with this code"
    )


class Members(OpenList):
    """The members of the federation, the strongest first; nobody who does not want to be shown."""

    operation, item, order = "listMembers", MemberSerializer, ("-strength", "pk")
    query = MemberQuery

    def rows(self) -> QuerySet[Member]:
        found = places.listed_members()
        if club := self.params.get("club"):
            found = found.filter(club__code=club)
        if province := self.params.get("province"):
            found = found.filter(province__code=province)
        return found


class EventOfMemberSerializer(serializers.Serializer):
    event = serializers.CharField(source="event.slug")
    tournament = serializers.IntegerField(source="tournament.pk")
    entry = serializers.IntegerField(source="entry.pk")
    ended_on = serializers.DateField(source="event.ends_on")
    running = serializers.BooleanField()
    place = serializers.IntegerField(source="outcome.place", default=None)
    points = serializers.SerializerMethodField(help_text="null: nothing played yet")
    games = serializers.IntegerField()
    performance = serializers.IntegerField(source="outcome.performance", default=None)
    change = serializers.SerializerMethodField(help_text="of the rating; null: none worked out")

    def get_points(self, line: Any) -> float | None:
        return None if line.points is None else line.points / 10

    def get_change(self, line: Any) -> float | None:
        outcome = line.outcome
        return None if outcome is None or outcome.change is None else outcome.change / 100


class RatingStepSerializer(serializers.Serializer):
    month = serializers.DateField(source="0", help_text="first day of the month of the list")
    rating = serializers.IntegerField(source="1")


class RatingHistorySerializer(serializers.Serializer):
    list = serializers.CharField(source="key", help_text="standard, rapid, blitz, national, own:…")
    name = serializers.CharField(source="label")
    steps = RatingStepSerializer(
        source="values", many=True, help_text="lists that changed the rating"
    )


class MemberPageSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="shown.name")
    title = serializers.CharField(source="player.title")
    federation = serializers.CharField(source="player.federation")
    club = serializers.CharField(source="member.club.code", default=None)
    province = serializers.CharField(source="member.province.code", default=None)
    ratings = RatingHistorySerializer(source="ratings.lines", many=True)
    events = EventOfMemberSerializer(many=True)


class OneMember(OpenItem):
    """A player with the ratings of every list and all public events."""

    operation, item = "getMember", MemberPageSerializer
    of_address = {"player": "the player's number"}

    def found(self) -> PlayerPage:
        player = registered(self.kwargs["player"])
        page = player_page(player) if player is not None else None
        if page is None or page.shown.hidden:
            raise Http404
        return page
