"""Acts of an arbiter on a round beside pairing and publishing it: discard, take back, finish,
change by hand, late arrivals, adjournments."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests, round_acts
from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.serializers import BoardSerializer, RoundBrief
from tournaments.api.views.rounds import find_board, with_scores
from tournaments.kernel.errors import Refused
from tournaments.models import Role, Round, Scope, Tournament
from tournaments.queries.rounds.checks import draft_checks
from tournaments.queries.rounds.handmade import open_session, seats_of, waiting_entries
from tournaments.services.reports.taking_over import take_over
from tournaments.services.results import correcting, entering
from tournaments.services.rounds import drafts, manual_pairing, publication
from tournaments.snapshot import snapshot


class DiscardDraft(WriteView):
    """The round is not paired again, as it was before."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "discardDraft",
        requests.ConfirmedSerializer,
        {200: RoundBrief},
        "Discard the draft of a round. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        found = drafts.discard_draft(tournament=tournament, number=number, by=request.user, **given)
        return _brief(request, found)


class TakeBackRound(WriteView):
    """A published round is a draft again. Phones and screens say that it is under revision."""

    tag = "rounds"
    scope, role = Scope.PUBLISH, Role.CHIEF

    @write(
        "takeBackRound",
        round_acts.WithReasonSerializer,
        {200: RoundBrief},
        "Take a published round back. Scope: publish.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.WithReasonSerializer)
        found = publication.unpublish_round(
            tournament=tournament, number=number, by=request.user, **given
        )
        return _brief(request, found)


class FinishRound(WriteView):
    """Every result is there. The next round can be paired without finishing, too."""

    tag = "rounds"
    scope, role = Scope.PUBLISH, Role.ARBITER

    @write("finishRound", None, {200: RoundBrief}, "Finish a round. Scope: publish.")
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        found = publication.finish_round(tournament=tournament, number=number, by=request.user)
        return _brief(request, found)


class LateArrival(WriteView):
    """A player who came late meets the player who has the bye."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "pairLateArrival",
        round_acts.LateArrivalSerializer,
        {200: BoardSerializer},
        "Pair a player who arrives late with the player who has the bye. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.LateArrivalSerializer)
        entry = tournament.entries.filter(pk=given.pop("player")).first()
        if entry is None:
            raise Http404
        game = manual_pairing.late_arrival(
            tournament=tournament, number=number, entry=entry, by=request.user, **given
        )
        row = with_scores(self.fresh(tournament), game)
        return Response(BoardSerializer(row, context={"request": request}).data)


class AdjournMissing(WriteView):
    """Games that go on later: the next round is paired with half a point to each."""

    tag = "rounds"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "adjournMissing",
        requests.ConfirmedSerializer,
        {200: round_acts.OpenGamesSerializer},
        "Adjourn every game of a round that has no result. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        boards = entering.adjourn_missing(
            tournament=tournament, number=number, by=request.user, **given
        )
        return Response({"boards": boards})


class ConfirmCorrection(WriteView):
    """The second arbiter agrees with the correction of a result."""

    tag = "boards"
    scope, role = Scope.RESULTS, Role.ARBITER

    @write(
        "confirmCorrection",
        None,
        {200: BoardSerializer},
        "Confirm a correction as the second arbiter. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        board = find_board(pk)
        tournament = self.tournament(board.round.tournament_id)
        game = correcting.confirm_correction(
            tournament=tournament, pairing_id=board.pk, by=request.user
        )
        row = with_scores(self.fresh(tournament), game)
        return Response(BoardSerializer(row, context={"request": request}).data)


class CheckResult(WriteView):
    """Somebody reads the slips again: the same result is ticked, another one holds the end of the
    round until one of them is settled."""

    tag = "boards"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "checkResult",
        round_acts.CheckResultSerializer,
        {200: BoardSerializer},
        "Read a slip once more. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        board = find_board(pk)
        tournament = self.tournament(board.round.tournament_id)
        given = self.checked(round_acts.CheckResultSerializer)
        game = entering.check_result(
            tournament=tournament, pairing_id=board.pk, code=given["result"], by=request.user
        )
        row = with_scores(self.fresh(tournament), game)
        return Response(BoardSerializer(row, context={"request": request}).data)


class UndoResult(WriteView):
    """A board as it was before one entry, unless it was changed since."""

    tag = "rounds"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "undoResult",
        round_acts.UndoResultSerializer,
        {200: BoardSerializer},
        "Take an entry of a result back. Scope: results.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.UndoResultSerializer)
        game = entering.undo_last(
            tournament=tournament,
            number=number,
            log_id=given.pop("line"),
            by=request.user,
            **given,
        )
        row = with_scores(self.fresh(tournament), game)
        return Response(BoardSerializer(row, context={"request": request}).data)


class ImportRound(WriteView):
    """A round that another program paired becomes the draft, with its results."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER
    largest_body = 512 * 1024

    @write(
        "importRound",
        round_acts.ImportRoundSerializer,
        {200: RoundBrief},
        "Take a round over from a report. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.ImportRoundSerializer)
        found = take_over(
            tournament=tournament,
            number=number,
            data=given.pop("trf").encode(),
            by=request.user,
            **given,
        )
        return _brief(request, found)


# --- By hand --------------------------------------------------------------------------------------


class Hand(ReadView, WriteView):
    """A round being changed by hand; until that is finished nobody pairs or publishes."""

    tag = "rounds"
    shape = round_acts.HandSerializer
    read_permissions = [permissions.IsAuthenticated]
    scope, role = Scope.PAIR, Role.ARBITER

    @read("getRoundByHand", round_acts.HandSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return self.answer(request, described(tournament, number))

    @write(
        "changeByHand",
        None,
        {200: round_acts.HandSerializer},
        "Begin to change a round by hand; it keeps a restore point. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        manual_pairing.begin(tournament=tournament, number=number, by=request.user)
        return _hand(request, self.fresh(tournament), number)


class Edit(WriteView):
    """One change by hand. A rule that it breaks is asked about first."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "editByHand",
        round_acts.EditSerializer,
        {200: round_acts.HandSerializer},
        "Change seats, colours or byes of a round by hand. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.EditSerializer)
        edit(tournament, number, given, {"tournament": tournament, "by": request.user})
        return _hand(request, self.fresh(tournament), number)


def edit(tournament: Tournament, number: int, given: dict[str, Any], who: dict[str, Any]) -> None:
    """The service that an edit names, with pairing numbers instead of ids."""
    asked = who | {"number": number}
    answered = asked | {"confirmed": given.get("confirmed", "")}
    seen = given.get("seen", "")
    one, two = (_tpn(tournament, given, name) for name in ("one", "two"))
    match given["act"]:
        case "order":
            manual_pairing.put_in_order(**answered)
        case "unpair":
            manual_pairing.unpair(tpn=one(), **asked)
        case "bye" | "rest" as kind:
            wanted = "U" if kind == "bye" else "Z"
            manual_pairing.give_bye(tpn=one(), kind=wanted, **answered)
        case "turn":
            board = _board_of(tournament, number, one())
            manual_pairing.turn_colours(board=board, seen=seen, **answered)
        case "seat":
            manual_pairing.seat(white=one(), black=two(), **answered)
        case _:
            manual_pairing.swap(one=one(), two=two(), seen=seen, **answered)


def _tpn(tournament: Tournament, given: dict[str, Any], name: str) -> Any:
    def number() -> int:
        if name not in given:
            raise ValidationError({name: [_("This edit needs it.")]})
        found = tournament.entries.filter(pk=given[name], tpn__isnull=False).first()
        if found is None:
            raise Refused("hand.two_players_needed", field=name)
        return int(found.tpn or 0)

    return number


def _board_of(tournament: Tournament, number: int, tpn: int) -> int:
    """The board of a player in a round; 0, which no board has, where there is none."""
    round_ = tournament.round(number)
    if round_ is None:
        raise Http404
    for game in round_.pairings.games().select_related("white", "black"):
        if tpn in (game.white.tpn, game.black.tpn):
            return int(game.board or 0)
    return 0


class EndHand(WriteView):
    """The change is kept and compared with the program's own pairing."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "finishByHand",
        requests.ConfirmedSerializer,
        {200: RoundBrief},
        "Finish changing a round by hand. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        found = manual_pairing.finish(
            tournament=tournament, number=number, by=request.user, **given
        )
        return _brief(request, found)


class AbandonHand(WriteView):
    """The round is as it was before the change began."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write("abandonByHand", None, {200: RoundBrief}, "Abandon a change by hand. Scope: pair.")
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        found = manual_pairing.abandon(tournament=tournament, number=number, by=request.user)
        return _brief(request, found)


class UndoHand(WriteView):
    """Back to the restore point of a change that was kept."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "undoByHand",
        round_acts.UndoHandSerializer,
        {200: RoundBrief},
        "Take the last change by hand back. Scope: pair.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(round_acts.UndoHandSerializer)
        session = given.pop("restore_point")
        _round(tournament, number)
        found = manual_pairing.undo_session(
            tournament=tournament, session_id=session, by=request.user, **given
        )
        return _brief(request, found)


def described(tournament: Tournament, number: int) -> dict[str, Any]:
    round_ = _round(tournament, number)
    rows = list(round_.pairings.select_related("white", "black").order_by("board", "id"))
    games = list(round_.pairings.games().select_related("white", "black").order_by("board"))
    for game in games:
        game.round = round_
    waiting = waiting_entries(snapshot(tournament, before_round=number), rows) if rows else []
    return {
        "open": open_session(round_) is not None,
        "seen": seats_of(round_),
        "waiting": waiting,
        "boards": games,
        "findings": [found for check in draft_checks(round_) for found in check.findings],
        "restore_points": round_.sessions.filter(outcome="kept").select_related("opened_by"),
    }


def _round(tournament: Tournament, number: int) -> Round:
    found = tournament.round(number)
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def _hand(request: Request, tournament: Tournament, number: int) -> Response:
    shape = round_acts.HandSerializer(
        described(tournament, number), context={"request": request, "inside": True}
    )
    return Response(shape.data)


def _brief(request: Request, found: Round) -> Response:
    return Response(RoundBrief(found, context={"request": request, "inside": True}).data)
