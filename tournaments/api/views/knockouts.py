"""The knock-out of a tournament, and the play-offs that decide its places."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests
from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.knockouts import CourseSerializer, KnockoutsSerializer, TieGameSerializer
from tournaments.models import Knockout, Role, Scope
from tournaments.queries.knockout.bracket import (
    CourseView,
    GameView,
    course_view,
    public_courses,
    recorded,
)
from tournaments.queries.knockout.course import Key, course_of
from tournaments.services.knockout import drawing, playing, restoring


class Knockouts(ReadView):
    """Announced knock-outs and play-offs: plan, matches, games, what is due, the ranking."""

    tag = "knockouts"
    query = SparseQuery
    shape = KnockoutsSerializer

    @read("getKnockouts", KnockoutsSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def courses() -> Response:
            found = public_courses(tournament, public=not inside)
            return self.answer(request, found, inside)

        return self.unless_known(request, tournament, inside, courses)


class Game(ReadView):
    """A game that is due or played: its result and its version."""

    tag = "knockouts"
    shape = TieGameSerializer

    @read("getGame", TieGameSerializer, SparseQuery)
    def get(self, request: Request, pk: int, key: Key) -> Response:
        knockout = find_knockout(pk)
        tournament, inside = readable(request, knockout.tournament_id)
        knockout.tournament = tournament

        def game() -> Response:
            found = game_of(course_view(course_of(knockout), public=not inside), key)
            return self.answer(request, found, knockout=pk)

        return self.unless_known(request, tournament, inside, game)


class GameResult(WriteView):
    """Enter, change or clear the result of a game of a knock-out or play-off."""

    tag = "knockouts"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "enterGame",
        requests.GameResultSerializer,
        {200: TieGameSerializer},
        "Enter, change or clear the result of a game. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int, key: Key) -> Response:
        knockout = find_knockout(pk)
        knockout.tournament = self.tournament(knockout.tournament_id)
        given = self.checked(requests.GameResultSerializer)
        moves = given.pop("moves", None)
        row = playing.enter_game(
            knockout=knockout, key=key, code=given.pop("result"), by=request.user, **given
        )
        if moves is not None:
            playing.count_moves(
                knockout=knockout,
                moves={row.pk: moves},
                by=request.user,
                confirmed=given.get("confirmed", ""),
            )
        knockout.tournament = self.fresh(knockout.tournament)
        course = course_of(knockout)
        found = recorded(course, course.games[key])
        return Response(TieGameSerializer(found, context=_context(request, pk)).data)


class Lots(WriteView):
    """A lot drawn at the table, or the colour chosen for a golden point."""

    tag = "knockouts"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "enterLot",
        requests.LotRequestSerializer,
        {200: CourseSerializer},
        "Enter a lot drawn at the table, or a colour chosen. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        knockout = find_knockout(pk)
        knockout.tournament = self.tournament(knockout.tournament_id)
        given = self.checked(requests.LotRequestSerializer)
        drawing.enter_lot(
            knockout=knockout, draw=given["draw"], order=given["order"] or None, by=request.user
        )
        knockout.tournament = self.fresh(knockout.tournament)
        found = course_view(course_of(knockout))
        context = _context(request, pk) | {"inside": True}
        return Response(CourseSerializer(found, context=context).data)


class UndoGame(WriteView):
    """A game as it was before one entry, unless it was changed since."""

    tag = "knockouts"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "undoGame",
        requests.UndoGameSerializer,
        {200: TieGameSerializer},
        "Take an entry of a game back. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        knockout = find_knockout(pk)
        knockout.tournament = self.tournament(knockout.tournament_id)
        given = self.checked(requests.UndoGameSerializer)
        row = playing.undo(knockout=knockout, log_id=given.pop("line"), by=request.user, **given)
        knockout.tournament = self.fresh(knockout.tournament)
        found = game_of(course_view(course_of(knockout)), row.key)
        return Response(TieGameSerializer(found, context=_context(request, pk)).data)


class RestoreGames(WriteView):
    """Back before the latest correction that took games out."""

    tag = "knockouts"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "restoreGames",
        requests.RestoreGamesSerializer,
        {200: CourseSerializer},
        "Put back the games that a correction took out. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        knockout = find_knockout(pk)
        knockout.tournament = self.tournament(knockout.tournament_id)
        given = self.checked(requests.RestoreGamesSerializer)
        restoring.restore_games(
            knockout=knockout, log_id=given.pop("line"), by=request.user, **given
        )
        knockout.tournament = self.fresh(knockout.tournament)
        found = course_view(course_of(knockout))
        context = _context(request, pk) | {"inside": True}
        return Response(CourseSerializer(found, context=context).data)


def find_knockout(pk: int) -> Knockout:
    """An announced one: a plan is nobody's business, nor is what was cancelled."""
    found = Knockout.objects.filter(pk=pk, announced_at__isnull=False, cancelled_at=None).first()
    if found is None:
        raise Http404
    return found


def game_of(view: CourseView, key: Key) -> GameView:
    ties = [*view.ties, *(tie for stage in view.stages for tie in stage.ties)]
    games = [*view.due, *(game for tie in ties for game in tie.games)]
    found = next((game for game in games if game.key == key), None)
    if found is None:
        raise Http404
    return found


def _context(request: Request, knockout: int) -> dict[str, Any]:
    return {"request": request, "knockout": knockout}
