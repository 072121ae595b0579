"""Players as open data: what their pages show to everybody, and no more."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.api.links import OpenLink
from federation.models import Member
from federation.queries import places
from federation.queries.people import kept_number
from federation.queries.people_games import PlayedGame
from federation.queries.people_page import EventLine, PlayerPage, player_page, registered

_OF_PLAYER = {"player": "the player's number"}


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
        source="club.code", default=None, allow_null=True, help_text="code of the club; null: none"
    )
    province = serializers.CharField(
        source="province.code",
        default=None,
        allow_null=True,
        help_text="code of the province; null: not known",
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
    event = serializers.CharField(
        source="event.slug", help_text="part of the addresses of the event"
    )
    tournament = serializers.IntegerField(source="tournament.pk", help_text="its number")
    entry = serializers.IntegerField(source="entry.pk", help_text="id of the player there")
    ended_on = serializers.DateField(source="event.ends_on", help_text="last day of the event")
    running = serializers.BooleanField(help_text="it is being played now")
    place = serializers.IntegerField(
        source="outcome.place", default=None, allow_null=True, help_text="null: none, or not yet"
    )
    points = serializers.SerializerMethodField(help_text="null: nothing played yet")
    games = serializers.IntegerField(help_text="at the board")
    performance = serializers.IntegerField(
        source="outcome.performance", default=None, allow_null=True, help_text="null: not over yet"
    )
    change = serializers.SerializerMethodField(help_text="of the rating; null: none worked out")

    def get_points(self, line: Any) -> float | None:
        return None if line.points is None else line.points / 10

    def get_change(self, line: Any) -> float | None:
        outcome = line.outcome
        return None if outcome is None or outcome.change is None else outcome.change / 100


class RatingStepSerializer(serializers.Serializer):
    month = serializers.DateField(help_text="first day of the month of the list")
    rating = serializers.IntegerField(help_text="in that list")

    def to_representation(self, step: tuple[date, int]) -> dict[str, Any]:
        month, rating = step
        return super().to_representation({"month": month, "rating": rating})


class RatingHistorySerializer(serializers.Serializer):
    list = serializers.CharField(source="key", help_text="standard, rapid, blitz, national, own:…")
    name = serializers.CharField(source="label", help_text="of the list")
    steps = RatingStepSerializer(
        source="values", many=True, help_text="lists that changed the rating"
    )
    estimate = serializers.IntegerField(
        allow_null=True,
        help_text="what the events since would make of it; null: none has ended since",
    )


class MemberDetailSerializer(serializers.Serializer):
    id = serializers.IntegerField(
        source="player.pk", help_text="stays; it is in the page's address"
    )
    name = serializers.CharField(
        source="shown.name", help_text="shortened where the person, or an event, wishes it"
    )
    title = serializers.CharField(source="player.title", help_text="empty: none")
    federation = serializers.CharField(source="player.federation", help_text="three letters")
    club = serializers.CharField(
        source="member.club.code",
        default=None,
        allow_null=True,
        help_text="code of the club; null: none",
    )
    province = serializers.CharField(
        source="member.province.code",
        default=None,
        allow_null=True,
        help_text="code of the province; null: not known",
    )
    ratings = RatingHistorySerializer(
        source="ratings.lines", many=True, help_text="one for each kind of list"
    )
    events = EventOfMemberSerializer(many=True, help_text="public ones, the latest first")


class OneMember(OpenItem):
    """A player with the ratings of every list and all public events."""

    operation, item = "getMember", MemberDetailSerializer
    of_address = _OF_PLAYER

    def found(self) -> PlayerPage:
        return _page(self.kwargs["player"])


class MemberEvents(OpenList):
    """The public events of a player, the latest first; those being played before them."""

    operation, item = "listMemberEvents", EventOfMemberSerializer
    of_address = _OF_PLAYER

    def rows(self) -> Sequence[EventLine]:
        return _page(self.kwargs["player"]).events


class GameOfMemberSerializer(serializers.Serializer):
    event = serializers.CharField(
        source="entry.tournament.event.slug", help_text="part of the addresses of the event"
    )
    tournament = serializers.IntegerField(source="entry.tournament_id", help_text="its number")
    round = serializers.IntegerField(help_text="counted from 1")
    day = serializers.DateField(help_text="of the round; else the first of the event")
    board = serializers.IntegerField(allow_null=True, help_text="null: it had no number")
    colour = serializers.ChoiceField(
        ["w", "b"], help_text="of the player; of a match of two games that of game 1"
    )
    opponent = serializers.CharField(help_text="shortened where they, or the event, wish it")
    opponent_id = serializers.SerializerMethodField(
        help_text="number of the opponent's page; null: there is none"
    )
    opponent_title = serializers.CharField(source="title", help_text="empty: none")
    opponent_rating = serializers.IntegerField(help_text="in the event; 0: none")
    result = serializers.CharField(
        source="symbol", help_text="of the player, a sign of TRF for each game; empty: none yet"
    )

    def get_opponent_id(self, game: PlayedGame) -> int | None:
        return game.opponent_player if game.linked else None


class MemberGames(OpenList):
    """The public games of a player, the latest first."""

    operation, item = "listMemberGames", GameOfMemberSerializer
    of_address = _OF_PLAYER

    def rows(self) -> Sequence[PlayedGame]:
        return _page(self.kwargs["player"]).games


def _page(number: int) -> PlayerPage:
    """Of somebody who wishes no page there is none; of a double that of the one who was kept."""
    player = registered(number) or registered(kept_number(number) or 0)
    page = player_page(player) if player is not None else None
    if page is None or page.shown.hidden:
        raise Http404
    return page
