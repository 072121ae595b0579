"""Making events and tournaments, and changing their settings."""

from typing import Any

from django.http import Http404
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests, set_up
from tournaments.api.access import (
    SignedRequest,
    event_put_away,
    guard_opening,
    readable,
    writable_event,
)
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.serializers import (
    EventDetailSerializer,
    SandboxSerializer,
    TournamentSerializer,
)
from tournaments.api.settings import (
    CopyRequestSerializer,
    SettingsChangeSerializer,
    SettingsFields,
    SettingsSerializer,
    tournament_values,
)
from tournaments.api.views.rounds import RoundPage
from tournaments.models import Event, Role, Scope, Tournament
from tournaments.services.reports import finishing
from tournaments.services.rounds.schedule import show_schedule
from tournaments.services.setup import copying, events, prizes, removing, sandbox


class _EventView(WriteView):
    """Changes of an event, by its chief arbiter."""

    tag = "events"
    scope, role = Scope.EVENTS, Role.CHIEF

    def event(self, slug: str) -> Event:
        return writable_event(self.request, slug, self.scope, self.role)


def _event(request: Request, event: Event, status: int = 200) -> Response:
    shown = EventDetailSerializer(event, context={"request": request})
    return Response(shown.data, status=status)


class CopyEvent(_EventView):
    """Next year's event: the same staff, tournaments, prizes and schedule; nobody entered."""

    @write(
        "copyEvent",
        CopyRequestSerializer,
        {201: EventDetailSerializer},
        "Make an event like this one. Scope: events. The token belongs to no event.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        source = self.event(slug)
        guard_opening(request)
        given = self.checked(CopyRequestSerializer)
        made = copying.copy_event(source=source, by=request.user, **given)
        return _event(request, made, 201)


class MakeSandbox(_EventView):
    """A copy of the event with its players, in which a program may try everything. It is hidden,
    nothing is sent from it, and after a day it forgets itself."""

    def place_of(self, made: Any) -> str:
        return str(made["event"]["url"])

    @write(
        "makeSandbox",
        None,
        {201: SandboxSerializer},
        "Make a sandbox of this event. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        made, secret = sandbox.make_sandbox(source=self.event(slug), by=request.user)
        shown = SandboxSerializer(
            {"event": made, "token": secret}, context={"request": request, "inside": True}
        )
        return Response(shown.data, status=201)


class RemoveEvent(_EventView):
    """Put the event away with all its pages. Nothing is deleted."""

    @write(
        "removeEvent",
        requests.ConfirmedSerializer,
        {204: None},
        "Put an event away. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        given = self.checked(requests.ConfirmedSerializer)
        removing.remove_event(event=self.event(slug), by=request.user, **given)
        return Response(status=204)


class RestoreEvent(WriteView):
    """An event that was put away, as it was. A token of the event went with it."""

    tag = "events"
    scope, role = Scope.EVENTS, Role.CHIEF

    @write(
        "restoreEvent",
        None,
        {200: EventDetailSerializer},
        "Fetch an event back that was put away. Scope: events. The token belongs to no event.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = event_put_away(request, slug, self.scope, self.role)
        return _event(request, removing.restore_event(number=event.pk, by=request.user))


class RestoreTournament(_EventView):
    """A tournament that was put away, as it was."""

    tag = "tournaments"

    @write(
        "restoreTournament",
        set_up.RestoreTournamentSerializer,
        {200: TournamentSerializer},
        "Fetch a tournament back that was put away. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(set_up.RestoreTournamentSerializer)
        found = removing.restore_tournament(
            event=event, number=given["tournament"], by=request.user
        )
        shown = TournamentSerializer(found, context={"request": request})
        return Response(shown.data)


class Tournaments(_EventView):
    """Tournaments of an event."""

    tag = "tournaments"
    scope = Scope.SETUP

    @write(
        "createTournament",
        SettingsFields,
        {201: TournamentSerializer},
        "Make a tournament. What is not named is as the format proposes. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(SettingsFields)
        options = given.pop("options", {})
        made = events.create_tournament(
            event=event, by=request.user, **tournament_values(given, event=event)
        )
        if options:  # known only now: they are those of its system
            events.change_tournament(
                tournament=made,
                by=request.user,
                values=tournament_values({"options": options}, made),
            )
            made.refresh_from_db()
        shown = TournamentSerializer(made, context={"request": request})
        return Response(shown.data, status=201)


class Settings(ReadView, WriteView):
    """The settings of a tournament; for its staff."""

    tag = "tournaments"
    shape = SettingsSerializer
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.SETUP, Role.CHIEF

    @read("getSettings", SettingsSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, tournament)

    @write(
        "changeSettings",
        SettingsChangeSerializer,
        {200: SettingsSerializer},
        "Change settings. What is not named stays as it is. Scope: setup.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(SettingsChangeSerializer)
        confirmed = given.pop("confirmed", "")
        if "options" in given:
            given["options"] = tournament.options | given["options"]
        events.change_tournament(
            tournament=tournament,
            by=request.user,
            values=tournament_values(given, tournament),
            confirmed=confirmed,
        )
        return Response(SettingsSerializer(self.fresh(tournament)).data)


class _TournamentAct(WriteView):
    tag = "tournaments"
    scope, role = Scope.SETUP, Role.CHIEF

    def told(self, request: Request, tournament: Tournament) -> Response:
        fresh = self.fresh(tournament)
        return Response(TournamentSerializer(fresh, context={"request": request}).data)


class LeaveFideMode(_TournamentAct):
    """Once, asked twice, and never back."""

    @write(
        "leaveFideMode",
        requests.ConfirmedSerializer,
        {200: TournamentSerializer},
        "Leave FIDE mode for good. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        events.leave_fide_mode(tournament=tournament, by=request.user, **given)
        return self.told(request, tournament)


class FinishTournament(_TournamentAct):
    """Every round is finished and every game has its result: the standings are final."""

    @write(
        "finishTournament",
        requests.ConfirmedSerializer,
        {200: TournamentSerializer},
        "Finish a tournament. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        finishing.finish_tournament(tournament=tournament, by=request.user, **given)
        return self.told(request, tournament)


class ReopenTournament(_TournamentAct):
    """The standings are not final any more."""

    @write(
        "reopenTournament",
        requests.ConfirmedSerializer,
        {200: TournamentSerializer},
        "Reopen a finished tournament. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        finishing.reopen_tournament(tournament=tournament, by=request.user, **given)
        return self.told(request, tournament)


class RemoveTournament(_TournamentAct):
    """While nobody outside has seen a round of it. Nothing is deleted."""

    @write(
        "removeTournament",
        requests.ConfirmedSerializer,
        {204: None},
        "Put a tournament away. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        removing.remove_tournament(tournament=tournament, by=request.user, **given)
        return Response(status=204)


class Times(WriteView):
    """The times at which the rounds begin."""

    tag = "rounds"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "setTimes",
        set_up.TimesSerializer,
        {200: RoundPage},
        "Set the times of rounds; each later than the one before. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(set_up.TimesSerializer)["times"]
        times = {one["round"]: one["starts_at"] for one in given}
        copying.set_schedule(tournament=tournament, times=times, by=request.user)
        rows = self.fresh(tournament).rounds.order_by("number")
        shown = RoundPage(
            {"next": None, "results": rows}, context={"request": request, "inside": True}
        )
        return Response(shown.data)


class ShowSchedule(_TournamentAct):
    """All rounds of a round robin or of a league, for everybody or for the staff only."""

    role = Role.ARBITER

    @write(
        "showSchedule",
        set_up.ShowScheduleSerializer,
        {200: TournamentSerializer},
        "Show the whole schedule to everybody, or hide it. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(set_up.ShowScheduleSerializer)
        show_schedule(tournament=tournament, by=request.user, **given)
        return self.told(request, tournament)


class SetPrizes(_TournamentAct):
    """All lists of prizes at once, and how they are shared."""

    @write(
        "setPrizes",
        set_up.SetPrizesSerializer,
        {200: TournamentSerializer},
        "Set the prizes. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(set_up.SetPrizesSerializer)
        rows = [
            prizes.PrizeRow(
                one["first"], one["last"], one["amount"], one.get("thing", ""), one.get("list", "")
            )
            for one in given.pop("prizes")
        ]
        prizes.set_prizes(
            tournament=tournament,
            rows=rows,
            values={set_up.PRIZE_SETTINGS[name]: value for name, value in given.items()},
            by=request.user,
        )
        return self.told(request, tournament)
