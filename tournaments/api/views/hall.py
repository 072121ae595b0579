"""The hall: its plan, screens, incidents, empty chairs."""

from typing import Any

from django.http import Http404
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import hall
from tournaments.api.access import (
    SignedRequest,
    readable_event_to_write,
    readable_to_write,
    writable_event,
)
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import page_of
from tournaments.api.serializers import BoardSerializer
from tournaments.api.views.rounds import find_board, with_scores
from tournaments.kernel.errors import Refused
from tournaments.models import Event, HallPlan, HallScreen, Incident, Role, Scope
from tournaments.services.hall import floor_plan, incidents, screens
from tournaments.services.results import empty_chairs

ScreenPage = page_of(hall.ScreenSerializer)
IncidentPage = page_of(hall.IncidentSerializer)


class _OfEvent(WriteView):
    tag = "hall"
    scope, role = Scope.EVENTS, Role.ARBITER

    def event(self, slug: str) -> Event:
        return writable_event(self.request, slug, self.scope, self.role)


class Plan(ReadView, _OfEvent):
    """The plan of the hall; for the staff. Everybody finds it on the event's pages."""

    shape = hall.HallPlanSerializer
    read_permissions = [permissions.IsAuthenticated]
    largest_body = 7 * 1024 * 1024

    @read("getHallPlan", hall.HallPlanSerializer, SparseQuery, cached=False)
    def get(self, request: Request, slug: str) -> Response:
        event = readable_event_to_write(request, slug, self.scope, self.role)
        return self.answer(request, HallPlan.objects.filter(event=event).first())

    @write(
        "setHallPlan",
        hall.HallPlanSerializer,
        {200: hall.HallPlanSerializer},
        "Set the plan of the hall. What is not named stays as it is. Scope: events.",
    )
    @writes
    def put(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(hall.HallPlanSerializer)
        known = HallPlan.objects.filter(event=event).first()
        words = given.get("words", known.words if known else "")
        plan = floor_plan.set_hall_plan(
            event=event, by=request.user, words=words, picture=given.get("picture")
        )
        return Response(hall.HallPlanSerializer(plan).data)


class Screens(ReadView, _OfEvent):
    """The screens in the hall; for the staff."""

    shape = ScreenPage
    made_in = ("api:screens", "slug")
    read_permissions = [permissions.IsAuthenticated]

    @read("listScreens", ScreenPage, SparseQuery, cached=False)
    def get(self, request: Request, slug: str) -> Response:
        event = readable_event_to_write(request, slug, self.scope, self.role)
        return self.answer(request, {"next": None, "results": list(event.screens.all())})

    @write(
        "addScreen",
        hall.ScreenFieldsSerializer,
        {201: hall.ScreenSerializer},
        "Add a screen to the hall. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = _screen_values(event, self.checked(hall.ScreenFieldsSerializer))
        given.setdefault("shows", [HallScreen.Show.BOARDS, HallScreen.Show.STANDINGS])
        screen = screens.add_screen(event=event, by=request.user, **given)
        return Response(hall.ScreenSerializer(screen).data, status=201)


class OneScreen(_OfEvent):
    """A screen in the hall; it follows within seconds."""

    @write(
        "changeScreen",
        hall.ScreenChangeSerializer,
        {200: hall.ScreenSerializer},
        "Change what a screen shows. Scope: events.",
    )
    @writes
    def patch(self, request: SignedRequest, slug: str, screen: int) -> Response:
        event = self.event(slug)
        found = _screen(event, screen)
        given = _screen_values(event, self.checked(hall.ScreenChangeSerializer), found)
        changed = screens.change_screen(screen=found, by=request.user, values=given)
        return Response(hall.ScreenSerializer(changed).data)

    @write("removeScreen", None, {204: None}, "Remove a screen. Scope: events.")
    @writes
    def delete(self, request: SignedRequest, slug: str, screen: int) -> Response:
        event = self.event(slug)
        screens.remove_screen(screen=_screen(event, screen), by=request.user)
        return Response(status=204)


class Announcement(_OfEvent):
    """One line for everybody: on screens, public pages and the phones that follow the event."""

    @write(
        "announceOnScreens",
        hall.AnnouncementSerializer,
        {200: hall.AnnouncedSerializer},
        "Announce to everybody (screens, pages, phones), or take it down. Scope: events.",
    )
    @writes
    def put(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(hall.AnnouncementSerializer)
        shown = screens.announce(event=event, by=request.user, **given)
        return Response({"screens": shown})


def _screen(event: Event, pk: int) -> HallScreen:
    found: HallScreen | None = event.screens.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def _screen_values(
    event: Event, given: dict[str, Any], screen: HallScreen | None = None
) -> dict[str, Any]:
    if given.get("tournament") is not None:
        found = event.tournaments.filter(pk=given["tournament"]).first()
        if found is None:
            raise Refused("several.no_such_section", field="tournament")
        given["tournament"] = found
    others = event.screens.exclude(pk=screen.pk) if screen else None
    if others and others.filter(name=given.get("name", "")).exists():
        raise Refused("screen.name_taken", field="name")
    return given


# --- Incidents ------------------------------------------------------------------------------------


class Incidents(ReadView, WriteView):
    """The incident book of a tournament; for the staff."""

    tag = "hall"
    shape = IncidentPage
    made_in = ("api:incidents", "pk")
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.RESULTS, Role.ARBITER

    @read("listIncidents", IncidentPage, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament = readable_to_write(request, pk, self.scope, self.role)
        found = tournament.incidents.filter(taken_back_at=None).select_related("entry", "by")
        return self.answer(request, {"next": None, "results": list(found)}, inside=True)

    @write(
        "noteIncident",
        hall.NoteIncidentSerializer,
        {201: hall.IncidentSerializer},
        "Note an incident in the book. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(hall.NoteIncidentSerializer)
        noted = incidents.note_incident(tournament=tournament, by=request.user, **given)
        return Response(hall.IncidentSerializer(noted).data, status=201)


class OneIncident(WriteView):
    """A line of the incident book."""

    tag = "hall"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "changeIncident",
        hall.IncidentChangeSerializer,
        {200: hall.IncidentSerializer},
        "Put the minute or the note of an incident right. Scope: results.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int, incident: int) -> Response:
        tournament = self.tournament(pk)
        found = _incident(tournament, incident)
        given: dict[str, Any] = {"minute": found.minute, "note": found.note}
        given |= self.checked(hall.IncidentChangeSerializer)
        changed = incidents.change_incident(
            tournament=tournament, incident=found, by=request.user, **given
        )
        return Response(hall.IncidentSerializer(changed).data)

    @write("takeBackIncident", None, {204: None}, "Take an incident back. Scope: results.")
    @writes
    def delete(self, request: SignedRequest, pk: int, incident: int) -> Response:
        tournament = self.tournament(pk)
        found = _incident(tournament, incident)
        incidents.take_back_incident(tournament=tournament, incident=found, by=request.user)
        return Response(status=204)


def _incident(tournament: Any, pk: int) -> Incident:
    found: Incident | None = tournament.incidents.filter(pk=pk, taken_back_at=None).first()
    if found is None:
        raise Http404
    return found


class ArbitersReport(ReadView, WriteView):
    """The words on top of the arbiter's report; for the staff."""

    tag = "hall"
    shape = hall.ArbitersReportSerializer
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.SETUP, Role.CHIEF

    @read("getArbitersReport", hall.ArbitersReportSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        return self.answer(request, readable_to_write(request, pk, self.scope, self.role))

    @write(
        "writeArbitersReport",
        hall.ArbitersReportSerializer,
        {200: hall.ArbitersReportSerializer},
        "Write the words on top of the arbiter's report. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(hall.ArbitersReportSerializer)
        written = incidents.write_report(
            tournament=tournament, text=given["arbiters_report"], by=request.user
        )
        return Response(hall.ArbitersReportSerializer(written).data)


class Chairs(WriteView):
    """The chairs that are empty while the clocks run."""

    tag = "boards"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "noteChairs",
        hall.ChairsSerializer,
        {200: BoardSerializer},
        "Note the empty chairs of a board. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        board = find_board(pk)
        tournament = self.tournament(board.round.tournament_id)
        given = self.checked(hall.ChairsSerializer)
        game = empty_chairs.note_chairs(
            tournament=tournament,
            number=board.round.number,
            pairing_id=board.pk,
            chairs=given["empty"],
            by=request.user,
        )
        row = with_scores(self.fresh(tournament), game)
        return Response(BoardSerializer(row, context={"request": request}).data)
