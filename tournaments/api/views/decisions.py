"""Decisions of an arbiter beside the games: the rating report, ratings, places, and ways back."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import access, requests, setup
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.views.players import find_entry
from tournaments.api.views.rounds import find_board
from tournaments.models import Role, Scope
from tournaments.queries.reports.irregular import acts_of
from tournaments.services.results import correcting, undo
from tournaments.services.standings import decisions

LinePage = page_of(setup.LineSerializer)


class HistoryQuery(PageQuery):
    act = serializers.CharField(required=False, max_length=60, help_text="only lines of this act")
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="only lines of this round"
    )


class History(ReadView):
    """The history of a tournament: every act, by whom, the latest first; for the staff."""

    tag = "tournaments"
    query = HistoryQuery
    shape = LinePage
    read_permissions = [permissions.IsAuthenticated]

    @read("listHistory", LinePage, HistoryQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = access.readable(request, pk)
        if not inside:
            raise Http404
        rows = tournament.log.select_related("by", "tournament__event")
        for name, field in (("act", "act"), ("round", "round_number")):
            if name in self.params:
                rows = rows.filter(**{field: self.params[name]})
        return self.answer(request, page(request, self.params, rows, ("-id",)))


class CorrectReport(WriteView):
    """A mistake of a closed round (C.04.2 art. 4.3)."""

    tag = "boards"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "correctReport",
        setup.ReportResultSerializer,
        {200: setup.ReportedBoardSerializer},
        "Correct a result of a closed round for the rating report only. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        board = find_board(pk)
        tournament = self.tournament(board.round.tournament_id)
        given = self.checked(setup.ReportResultSerializer)
        found = correcting.correct_result(
            tournament=tournament,
            pairing_id=board.pk,
            code=given.pop("result"),
            version=None,
            by=request.user,
            **given,
        )
        return Response(setup.ReportedBoardSerializer(found, context={"request": request}).data)


class LaterRatings(WriteView):
    """Ratings that count from a later round of a long event on (C.07 art. 10)."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write(
        "setLaterRatings",
        setup.LaterRatingsSerializer,
        {200: setup.LaterRatingsSerializer},
        "Ratings of a player that count from later rounds on. Scope: entries.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        given = self.checked(setup.LaterRatingsSerializer)["ratings"]
        ratings = {one["first_round"]: one["rating"] for one in given}
        if len(ratings) < len(given):
            raise ValidationError({"ratings": [_("A round is named twice.")]})
        entry = decisions.set_later_ratings(
            tournament=tournament, entry=entry, ratings=ratings, by=request.user
        )
        rows = entry.later_ratings.order_by("first_round")
        return Response(setup.LaterRatingsSerializer({"ratings": rows}).data)


class HandOrder(WriteView):
    tag = "standings"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "orderByHand",
        setup.HandOrderSerializer,
        {200: setup.OrderedSerializer},
        "Put players who are level on everything in order. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.HandOrderSerializer)
        entries = decisions.order_by_hand(
            tournament=tournament,
            order=given["players"],
            reason=given["reason"],
            by=request.user,
        )
        return Response(setup.OrderedSerializer({"players": entries}).data)


class ForgetOrder(WriteView):
    tag = "standings"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "forgetOrder",
        setup.LevelPlayersSerializer,
        {200: setup.OrderedSerializer},
        "Let them share the place again. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        order = self.checked(setup.LevelPlayersSerializer)["players"]
        decisions.forget_order(tournament=tournament, order=order, by=request.user)
        players = {entry.pk: entry for entry in tournament.entries.filter(pk__in=order)}
        return Response(setup.OrderedSerializer({"players": [players[pk] for pk in order]}).data)


class OutsideValues(WriteView):
    tag = "standings"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "enterOutsideValues",
        setup.OutsideValuesSerializer,
        {200: setup.OutsideValuesSerializer},
        "Values of a tie-break that is computed elsewhere. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.OutsideValuesSerializer)
        code = given["code"]
        values = {one["player"]: one["value"] for one in given["values"]}
        people = tournament.entries.filter(pk__in=values)
        if len(people) < len(given["values"]):
            raise ValidationError({"values": [_("A player is not in this tournament, or twice.")]})
        decisions.set_values(tournament=tournament, code=code, values=values, by=request.user)
        rows = [
            {"player": entry.pk, "value": entry.outside_values.get(code, "")}
            for entry in tournament.entries.filter(pk__in=values).order_by("tpn")
        ]
        return Response(setup.OutsideValuesSerializer({"code": code, "values": rows}).data)


class Acts(ReadView):
    """The irregular acts of a tournament, the last one first; for its staff."""

    tag = "acts"
    shape = setup.ActsSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("listActs", setup.ActsSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = access.readable(request, pk)
        if not inside:
            raise Http404
        lines = list(tournament.log.exclude(irregular=""))
        acts = acts_of(tournament)
        ways_back = undo.undoable(tournament, lines, acts)
        return self.answer(request, {"acts": lines}, inside, undone=acts.undone, undoable=ways_back)


class UndoAct(WriteView):
    """Only while nothing was built on it; whose duty it is follows from the act."""

    tag = "acts"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "undoAct",
        requests.ConfirmedSerializer,
        {204: None},
        "Take an irregular act back. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, line: int) -> Response:
        tournament = self.tournament(pk)
        found = tournament.log.filter(pk=line).first()
        if found is None:
            raise Http404
        access.writable(request, pk, self.scope, undo.role_to_undo(found))
        given = self.checked(requests.ConfirmedSerializer)
        undo.undo_act(tournament=tournament, line=found, by=request.user, **given)
        return Response(status=204)
