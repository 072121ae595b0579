"""The calendar and its events as open data: the facts of their pages, of the same queries."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from federation.api.base import OpenItem, OpenList, PageQuery
from federation.models import CalendarEvent
from federation.queries.calendar import Wanted, chosen
from federation.queries.calendar_event import front_of, one_published
from federation.queries.calendar_files import as_data, whole_as_data
from tournaments.models.tournament import RatingType


class EntriesSerializer(serializers.Serializer):
    opens_at = serializers.DateTimeField(
        allow_null=True, help_text="null: as soon as it is on the calendar"
    )
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text="null: nothing is said of entries"
    )
    open = serializers.BooleanField(help_text="it can be entered right now")
    places = serializers.IntegerField(allow_null=True, help_text="null: as many as come")
    entered = serializers.IntegerField(help_text="places that are taken")
    waiting = serializers.IntegerField(help_text="people on the waiting list")


class CalendarSerializer(serializers.Serializer):
    slug = serializers.CharField(help_text="part of the addresses of the event; it stays")
    name = serializers.CharField()
    url = serializers.URLField(help_text="the page of the event")
    state = serializers.ChoiceField(
        ["approved", "cancelled"], help_text="cancelled: it is not played, its page stays"
    )
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    province = serializers.CharField(help_text="name of the province")
    province_code = serializers.CharField(help_text="as in the list of provinces")
    city = serializers.CharField(help_text="empty: the town that the province is called by")
    venue = serializers.CharField(help_text="the hall; empty: not known yet")
    address = serializers.CharField(help_text="street and number; empty: not known")
    organiser = serializers.CharField(help_text="empty: nobody is named")
    club = serializers.CharField(
        allow_null=True, help_text="code of the club that applied; null: none"
    )
    time = serializers.ChoiceField(RatingType.values, help_text="the kind of its ratings")
    time_control = serializers.CharField(help_text="in words, such as 90 min + 30 s")
    teams = serializers.BooleanField(help_text="teams play it")
    age_groups = serializers.ListField(
        child=serializers.CharField(), help_text="of its sections: open, U14, S50"
    )
    fide_rated = serializers.BooleanField(help_text="its games go to FIDE")
    national_rated = serializers.BooleanField(help_text="its games count for the national list")
    licence_needed = serializers.BooleanField(help_text="who plays needs a licence")
    entries = EntriesSerializer(help_text="whether and until when it can be entered")

    def to_representation(self, instance: CalendarEvent) -> dict[str, Any]:
        return as_data(instance)


class SectionSerializer(serializers.Serializer):
    name = serializers.CharField()
    system = serializers.CharField(help_text="key of the pairing system, as in the list of formats")
    rounds = serializers.IntegerField(help_text="how many are played")
    age_from = serializers.IntegerField(help_text="0: no limit")
    age_until = serializers.IntegerField(help_text="0: no limit")
    rating_from = serializers.IntegerField(help_text="0: no limit")
    rating_until = serializers.IntegerField(help_text="0: no limit")
    sex = serializers.CharField(help_text="w: women and girls only; empty: everybody")
    places = serializers.IntegerField(help_text="0: as many as come")
    fee = serializers.CharField(help_text="a decimal number, in the currency of the event")
    fee_minors = serializers.CharField(
        allow_null=True, help_text="of those under 18; null: the same"
    )
    titled_free = serializers.BooleanField(help_text="titled players pay nothing")
    tournament = serializers.IntegerField(
        allow_null=True, help_text="its number; null: not set up yet"
    )


class ChangeSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(["moved", "cancelled", "venue"], help_text="what was changed")
    reason = serializers.CharField(help_text="as the federation gave it")
    before = serializers.DictField(help_text="the values that were changed, as they were")
    after = serializers.DictField(help_text="the same values, as they became")
    at = serializers.DateTimeField(help_text="when it was changed")


class CalendarArbiterSerializer(serializers.Serializer):
    name = serializers.CharField()
    level = serializers.CharField(help_text="IA, FA, NA, PA or CA")
    role = serializers.CharField(help_text="chief, deputy, sector or pairings")


class CalendarEventSerializer(CalendarSerializer):
    currency = serializers.CharField(help_text="of the fees")
    sections = SectionSerializer(many=True, help_text="as they were announced")
    prizes = serializers.ListField(child=serializers.CharField(), help_text="one a line")
    schedule = serializers.ListField(child=serializers.CharField(), help_text="one a line")
    regulations = serializers.CharField(help_text="in the organiser's words; may be empty")
    arbiters = CalendarArbiterSerializer(many=True, help_text="those who confirmed")
    changes = ChangeSerializer(many=True, help_text="the latest first")

    def to_representation(self, instance: CalendarEvent) -> dict[str, Any]:
        return whole_as_data(front_of(instance))


class CalendarQuery(PageQuery):
    month = serializers.RegexField(
        r"^\d{4}(-\d{2})?$", required=False, help_text="first day in this month, 2026-11, or year"
    )
    province = serializers.CharField(
        required=False, max_length=60, help_text="address part of the province, as izmir"
    )
    time = serializers.ChoiceField(RatingType.values, required=False, help_text="kind of ratings")
    age = serializers.CharField(
        required=False, max_length=4, help_text="with a section for: open, U14, S50"
    )
    kind = serializers.ChoiceField(
        ["individual", "team"], required=False, help_text="who plays: players or teams"
    )
    fide = serializers.BooleanField(required=False, help_text="only those rated by FIDE")
    open = serializers.BooleanField(required=False, help_text="only those that can be entered now")


class Calendar(OpenList):
    """The events of the calendar, by their first day; those that are over and cancelled, too."""

    operation, item, order = "listCalendar", CalendarSerializer, ("starts_on", "pk")
    query = CalendarQuery

    def rows(self) -> QuerySet[CalendarEvent]:
        told = {
            name: "1" if value is True else str(value)
            for name, value in self.params.items()
            if value
        }
        return chosen(Wanted.of(told)).select_related("event", "province", "club")


class OneCalendarEvent(OpenItem):
    """An event of the calendar with all that was announced, and what was changed since."""

    operation, item = "getCalendarEvent", CalendarEventSerializer
    of_address = {"slug": "part of the address of the event's page"}

    def found(self) -> Any:
        calendar = one_published(self.kwargs["slug"])
        if calendar is None:
            raise Http404
        return calendar
