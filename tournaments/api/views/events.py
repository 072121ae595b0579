"""Events and tournaments."""

from typing import Any

from django.db.models import Q
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import (
    SignedRequest,
    guard_opening,
    readable,
    readable_event,
    writable_event,
)
from tournaments.api.base import ReadView, SparseQuery, WriteView, for_all, writes
from tournaments.api.documented import read, write
from tournaments.api.formats import PAIRS
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.serializers import (
    EventDetailSerializer,
    EventSerializer,
    TournamentSerializer,
)
from tournaments.api.settings import EventChangeSerializer, EventFields, event_values
from tournaments.models import Event, RatingType, Role, Scope, Tournament
from tournaments.services.setup import events

EventPage = page_of(EventSerializer)
TournamentPage = page_of(TournamentSerializer)


class EventQuery(PageQuery):
    federation = serializers.CharField(required=False, max_length=3)
    city = serializers.CharField(required=False, max_length=80)
    since = serializers.DateField(required=False, help_text="events that end on this day or later")
    until = serializers.DateField(required=False, help_text="events that begin by this day")


class EventList(ReadView, WriteView):
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
        return for_all(self.by_content(request, self.answer(request, found)))

    @write(
        "createEvent",
        EventFields,
        {201: EventDetailSerializer},
        "Open an event; who sends this is its chief arbiter. Scope: events. The token belongs to "
        "no event.",
    )
    @writes
    def post(self, request: SignedRequest) -> Response:
        guard_opening(request)
        values = event_values(self.checked(EventFields))
        made = events.create_event(by=request.user, **values)
        shown = EventDetailSerializer(made, context={"request": request})
        return Response(shown.data, status=201)


class EventDetail(ReadView, WriteView):
    """An event with its tournaments."""

    tag = "events"
    shape = EventDetailSerializer
    scope, role = Scope.EVENTS, Role.CHIEF

    @read("getEvent", EventDetailSerializer, SparseQuery)
    def get(self, request: Request, slug: str) -> Response:
        event, inside = readable_event(request, slug)
        answer = self.by_content(request, self.answer(request, event), private=inside)
        return answer if inside else for_all(answer)

    @write(
        "changeEvent",
        EventChangeSerializer,
        {200: EventDetailSerializer},
        "Change an event. What is not named stays as it is. Scope: events.",
    )
    @writes
    def patch(self, request: SignedRequest, slug: str) -> Response:
        event = writable_event(request, slug, self.scope, self.role)
        values = event_values(self.checked(EventChangeSerializer), event)
        event.refresh_from_db()  # the form has written into its instance
        event = events.change_event(event=event, by=request.user, values=values)
        return Response(EventDetailSerializer(event, context={"request": request}).data)


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
