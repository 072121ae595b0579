"""Events and tournaments."""

from typing import Any

from django.db.models import Q
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable, readable_event
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.formats import PAIRS
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.serializers import (
    EventDetailSerializer,
    EventSerializer,
    TournamentSerializer,
)
from tournaments.models import Event, RatingType, Tournament

EventPage = page_of(EventSerializer)
TournamentPage = page_of(TournamentSerializer)


class EventQuery(PageQuery):
    federation = serializers.CharField(required=False, max_length=3)
    city = serializers.CharField(required=False, max_length=80)
    since = serializers.DateField(required=False, help_text="events that end on this day or later")
    until = serializers.DateField(required=False, help_text="events that begin by this day")


class EventList(ReadView):
    """The public events, latest first."""

    tag = "events"
    query = EventQuery
    shape = EventPage

    @read("listEvents", EventPage, EventQuery)
    def get(self, request: Request) -> Response:
        given: dict[str, Any] = self.params
        chosen = Q(public=True, removed=False)
        if "federation" in given:
            chosen &= Q(federation=given["federation"])
        if "city" in given:
            chosen &= Q(city__iexact=given["city"])
        if "since" in given:
            chosen &= Q(ends_on__gte=given["since"])
        if "until" in given:
            chosen &= Q(starts_on__lte=given["until"])
        found = page(request, given, Event.objects.filter(chosen), ("-starts_on", "-id"))
        return self.by_content(request, self.answer(request, found))


class EventDetail(ReadView):
    """An event with its tournaments."""

    tag = "events"
    shape = EventDetailSerializer

    @read("getEvent", EventDetailSerializer, SparseQuery)
    def get(self, request: Request, slug: str) -> Response:
        event, inside = readable_event(request, slug)
        answer = self.answer(request, event)
        return answer if inside else self.by_content(request, answer)


class TournamentQuery(PageQuery):
    event = serializers.CharField(required=False, max_length=60, help_text="the event's slug")
    system = serializers.CharField(required=False, max_length=40, help_text="the key of a format")
    pairs = serializers.ChoiceField(choices=PAIRS, required=False, help_text="whom they pair")
    rating_type = serializers.ChoiceField(choices=RatingType.values, required=False)


class TournamentList(ReadView):
    """The tournaments of all public events, newest first."""

    tag = "tournaments"
    query = TournamentQuery
    shape = TournamentPage

    @read("listTournaments", TournamentPage, TournamentQuery)
    def get(self, request: Request) -> Response:
        given = self.params
        chosen = {"pairs_teams": given["pairs"] == "teams"} if "pairs" in given else {}
        rows = (
            Tournament.objects.with_format(**chosen)
            .select_related("event")
            .filter(event__public=True, event__removed=False)
        )
        if "event" in given:
            rows = rows.filter(event__slug=given["event"])
        for name in ("system", "rating_type"):
            if name in given:
                rows = rows.filter(**{name: given[name]})
        found = page(request, given, rows, ("-id",))
        return self.by_content(request, self.answer(request, found))


class TournamentDetail(ReadView):
    """A tournament and its regulations as data."""

    tag = "tournaments"
    shape = TournamentSerializer

    @read("getTournament", TournamentSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        return self.unless_known(
            request, tournament, inside, lambda: self.answer(request, tournament)
        )
