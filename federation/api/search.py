"""One question for players, clubs and events, as the box of the pages asks it."""

from rest_framework import serializers

from federation.api.base import OpenItem, SparseQuery
from federation.api.links import OpenLink
from federation.api.places import ClubSerializer
from federation.queries.search import LONGEST, Found, FoundPlayer, search
from tournaments.api.serializers import EventSerializer


class FoundPlayerSerializer(serializers.Serializer):
    url = OpenLink("member", "player.pk")
    id = serializers.IntegerField(
        source="player.pk", help_text="stays; it is in the page's address"
    )
    name = serializers.CharField(
        source="shown.name", help_text="shortened where the person, or an event, wishes it"
    )
    title = serializers.CharField(source="player.title", help_text="empty: none")
    federation = serializers.CharField(source="player.federation", help_text="three letters")
    club = serializers.SerializerMethodField(
        help_text="as the lists name it; empty: none, or the name is shortened"
    )
    rating = serializers.IntegerField(help_text="standard, else another one; 0: none")

    def get_club(self, found: FoundPlayer) -> str:
        return "" if found.shown.short else found.player.club


class FoundSerializer(serializers.Serializer):
    typed = serializers.CharField(help_text="the words that were looked for")
    players = FoundPlayerSerializer(many=True, help_text="the likeliest first, a dozen at most")
    clubs = ClubSerializer(many=True, help_text="a few, those that are open first")
    events = EventSerializer(many=True, help_text="a few, the latest first")


class SearchQuery(SparseQuery):
    q = serializers.CharField(
        max_length=LONGEST,
        help_text="words in any order, with or without Turkish letters; two letters at least",
    )


class Search(OpenItem):
    """Players, clubs and events in whose names every word begins a word."""

    operation, item, query = "search", FoundSerializer, SearchQuery

    def found(self) -> Found:
        return search(self.params["q"])
