"""The entry list of an event as open data, and clubs' own sites that enter players."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from federation.api.base import OpenList, PageQuery
from federation.api.club_entries import ClubEnteredSerializer, ClubEntriesSerializer, enter, manager
from federation.models import CalendarEvent
from federation.queries.entries_list import Listed, entry_list
from tournaments.api.access import SignedRequest
from tournaments.api.base import WriteView, writes
from tournaments.api.documented import write
from tournaments.models import Scope

_SLUG = {"slug": "short name of the event, as in its address"}


class EntrySerializer(serializers.Serializer):
    section = serializers.CharField(help_text="of the event")
    number = serializers.IntegerField(
        help_text="expected start number in the section; 0: on the waiting list"
    )
    waiting = serializers.IntegerField(help_text="place on the waiting list; 0: not there")
    player = serializers.IntegerField(
        help_text="number of the person in the register; 0: none, or not for the public"
    )
    name = serializers.CharField(help_text="as everybody may read it")
    title = serializers.CharField(help_text="of FIDE; empty: none")
    federation = serializers.CharField(help_text="three letters")
    club = serializers.CharField(help_text="empty: none")
    rating = serializers.IntegerField(help_text="by which the event ranks; 0: none")

    def to_representation(self, instance: tuple[str, Listed]) -> dict[str, Any]:
        section, row = instance
        return {
            "section": section,
            "number": row.number,
            "waiting": row.waiting,
            "player": row.player,
            "name": row.name,
            "title": row.title,
            "federation": row.federation,
            "club": row.club,
            "rating": row.rating,
        }


class EntryQuery(PageQuery):
    club = serializers.CharField(
        required=False, max_length=120, help_text="only players of the club of this name"
    )


class Entries(OpenList, WriteView):
    """Confirmed entries of an event, by section and expected start number, then those who wait."""

    operation, item, query = "listEntries", EntrySerializer, EntryQuery
    of_address = _SLUG
    scope = Scope.ENTRIES
    made_in = ("federation_api:entries", "slug")

    def rows(self) -> Sequence[tuple[str, Listed]]:
        return [
            (each.section.name, row)
            for each in entry_list(self._calendar(), club=self.params.get("club", ""))
            for row in (*each.rows, *each.waiting)
        ]

    @extend_schema(
        parameters=[
            OpenApiParameter("slug", location=OpenApiParameter.PATH, description=_SLUG["slug"])
        ]
    )
    @write(
        "enterClubPlayers",
        ClubEntriesSerializer,
        {201: ClubEnteredSerializer},
        "Enter players of a club that you manage, all or none. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        clubs = manager(request, self.scope)
        calendar = self._calendar()
        given = self.checked(ClubEntriesSerializer)
        entered = enter(calendar, clubs, given, by=request.user)
        return Response(ClubEnteredSerializer(entered).data, status=201)

    def _calendar(self) -> CalendarEvent:
        calendar = (
            CalendarEvent.objects.select_related("event")
            .filter(event__slug=self.kwargs["slug"], event__public=True, event__removed=False)
            .first()
        )
        if calendar is None:
            raise Http404
        return calendar
