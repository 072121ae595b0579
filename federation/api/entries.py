"""The entry list of an event as open data: the rows of its page."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenList, PageQuery
from federation.models import CalendarEvent
from federation.queries.entries_list import Listed, entry_list

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


class Entries(OpenList):
    """Confirmed entries of an event, by section and expected start number, then those who wait."""

    operation, item, query = "listEntries", EntrySerializer, EntryQuery
    of_address = _SLUG

    def rows(self) -> Sequence[tuple[str, Listed]]:
        calendar = (
            CalendarEvent.objects.select_related("event")
            .filter(event__slug=self.kwargs["slug"], event__public=True, event__removed=False)
            .first()
        )
        if calendar is None:
            raise Http404
        return [
            (each.section.name, row)
            for each in entry_list(calendar, club=self.params.get("club", ""))
            for row in (*each.rows, *each.waiting)
        ]
