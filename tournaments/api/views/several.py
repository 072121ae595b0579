"""Several players at once: here, absent, a bye, another section; ratings from the lists."""

from typing import Any

from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import several
from tournaments.api.access import SignedRequest, readable_to_write
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import page_of
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Role, Scope
from tournaments.queries.entries.rating_check import differences
from tournaments.services.entries import several as services
from tournaments.services.entries.rating_check import apply_differences

RatingDifferencePage = page_of(several.RatingDifferenceSerializer)


def _done(done: services.Several) -> Response:
    return Response(several.SeveralSerializer(done).data)


class MarkSeveral(WriteView):
    """Players here, absent, or not heard of after all."""

    tag = "players"
    scope, role = Scope.CHECK_IN, Role.ARBITER

    @write(
        "checkInSeveral",
        several.MarkSeveralSerializer,
        {200: several.SeveralSerializer},
        "Mark several players as here or absent. Scope: check-in.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(several.MarkSeveralSerializer)
        status = {"unknown": Entry.Status.ENTERED}.get(given["status"], given["status"])
        done = services.mark_several(
            tournament=tournament,
            entries=given["players"],
            status=status,
            by=request.user,
            confirmed=given.get("confirmed", ""),
        )
        return _done(done)


class ByesOfSeveral(WriteView):
    """A bye in one round; who may not have it is left out and named in the question."""

    tag = "players"
    scope, role = Scope.BYES, Role.ARBITER

    @write(
        "grantByesToSeveral",
        several.ByesOfSeveralSerializer,
        {200: several.SeveralSerializer},
        "Give several players a bye in one round. Scope: byes.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(several.ByesOfSeveralSerializer)
        entries = given.pop("players")
        done = services.give_several_byes(
            tournament=tournament, entries=entries, by=request.user, **given
        )
        return _done(done)


class MoveSeveral(WriteView):
    """Players who were never paired go to another tournament of the event."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write(
        "moveSeveral",
        several.MoveSeveralSerializer,
        {200: several.SeveralSerializer},
        "Move several players to another tournament of the event. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(several.MoveSeveralSerializer)
        section = tournament.event.tournaments.filter(pk=given["tournament"]).first()
        if section is None:
            raise Refused("several.no_such_section", field="tournament")
        done = services.move_several(
            tournament=tournament,
            entries=given["players"],
            section=section,
            by=request.user,
            confirmed=given.get("confirmed", ""),
        )
        return _done(done)


class UndoSeveral(WriteView):
    """The last act on several players, for those who were not changed since."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write(
        "undoSeveral",
        several.UndoSeveralSerializer,
        {200: several.SeveralSerializer},
        "Take the last act on several players back. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(several.UndoSeveralSerializer)
        done = services.undo_several(tournament=tournament, by=request.user, **given)
        return _done(done)


class RatingCheck(ReadView, WriteView):
    """The ratings of the entries that differ from the lists; for the staff. Nothing is changed by
    looking."""

    tag = "players"
    shape = RatingDifferencePage
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.ENTRIES, Role.ARBITER

    @read("listRatingDifferences", RatingDifferencePage, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament = readable_to_write(request, pk, self.scope, self.role)
        found: list[Any] = differences(tournament)
        return self.answer(request, {"next": None, "results": found}, inside=True)

    @write(
        "takeRatings",
        several.TakeRatingsSerializer,
        {200: several.RatingsTakenSerializer},
        "Take over the ratings of the lists that are named. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(several.TakeRatingsSerializer)
        changed = apply_differences(
            tournament=tournament, ticked=set(given["keys"]), by=request.user
        )
        return Response({"changed": changed})
