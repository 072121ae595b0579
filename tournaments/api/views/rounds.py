"""Rounds and boards: read, enter results, pair, publish."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import permissions, serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import access, requests
from tournaments.api.access import SignedRequest, readable, works_in
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.serializers import (
    UNDER_REVISION,
    BoardSerializer,
    JobSerializer,
    JobShown,
    PairedSerializer,
    PlainBoardSerializer,
    ReasonsSerializer,
    RoundBrief,
    RoundSerializer,
    SealSerializer,
)
from tournaments.kernel import jobs
from tournaments.kernel.jobs import queue_again
from tournaments.models import GameRow, Job, Pairing, Role, Round, Scope, Tournament
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.results.window import role_for_results
from tournaments.queries.rounds.reasons import round_reasons
from tournaments.queries.rounds.seals import seal_shown
from tournaments.queries.rounds.sheets import (
    PUBLIC,
    BoardRow,
    RoundSheet,
    round_sheet,
    scores_before,
)
from tournaments.services.results import entering
from tournaments.services.rounds import pairing, publication, seals
from tournaments.wording import sentence

RoundPage = page_of(RoundBrief)
BoardPage = page_of(PlainBoardSerializer)


class RoundQuery(PageQuery):
    status = serializers.ChoiceField(
        choices=["planned", UNDER_REVISION[0], "published", "finished"], required=False
    )


class Rounds(ReadView):
    """The rounds of the plan; boards only of those published."""

    tag = "rounds"
    query = RoundQuery
    shape = RoundPage

    @read("listRounds", RoundPage, RoundQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def plan() -> Response:
            rows = tournament.rounds.all()
            wanted = self.params.get("status", "")
            if wanted == UNDER_REVISION[0]:
                rows = rows.filter(under_revision=True)
            elif wanted == Round.Status.PLANNED:
                rows = rows.exclude(status__in=PUBLIC).exclude(under_revision=True)
            elif wanted:
                rows = rows.filter(status=wanted)
            return self.answer(request, page(request, self.params, rows, ("number",)), inside)

        return self.unless_known(request, tournament, inside, plan)


class UnderRevision(NotFound):
    """The round was taken back: nothing of it is shown until it comes out again."""

    default_code = UNDER_REVISION[0]
    default_detail = _("This round was taken back and is under revision. It comes out again.")


class RoundDetail(ReadView):
    """The boards and byes of a published round; for the staff of a draft, too."""

    tag = "rounds"
    shape = RoundSerializer

    @read("getRound", RoundSerializer, SparseQuery)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable(request, pk)

        def boards() -> Response:
            return self.answer(request, sheet_of(tournament, number, inside))

        return self.unless_known(request, tournament, inside, boards)


def sheet_of(tournament: Tournament, number: int, inside: bool) -> RoundSheet:
    round_ = tournament.round(number)
    if round_ is None or not (round_.is_paired if inside else round_.is_public):
        if round_ is not None and round_.under_revision:
            raise UnderRevision
        raise Http404
    return round_sheet(round_, public=not inside)


class Reasons(ReadView):
    """The reasons for the boards of a published round, in words with the articles."""

    tag = "rounds"
    shape = ReasonsSerializer

    @read("getReasons", ReasonsSerializer, SparseQuery)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable(request, pk)

        def reasons() -> Response:
            round_ = tournament.round(number)
            if round_ is None or not (round_.is_paired if inside else round_.is_public):
                raise Http404
            found = round_reasons(round_, public=not inside)
            if found is None:
                raise Http404
            boards = [
                {
                    "white": pair.white,
                    "black": pair.black,
                    "score": pair.bracket.score if pair.bracket else None,
                    "colour": pair.colour,
                    "facts": pair.facts,
                }
                for pair in found.pairs
            ]
            return self.answer(
                request,
                {"system": found.system, "boards": boards, "bye": found.bye, "facts": found.facts},
            )

        return self.unless_known(request, tournament, inside, reasons)


class SealDetail(ReadView, WriteView):
    """The verdict of a second engine on the pairing of the round, or on its matches; for the staff
    of the event."""

    tag = "rounds"
    shape = SealSerializer
    scope, role = Scope.PAIR, Role.ARBITER
    read_permissions = [permissions.IsAuthenticated]

    @read("getSeal", SealSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int, number: int) -> Response:
        tournament, inside = readable(request, pk)
        round_ = tournament.round(number)
        shown = seal_shown(round_) if inside and round_ is not None else None
        if shown is None:
            raise Http404
        if shown.job:
            queue_again(shown.job)
        return self.answer(request, shown, inside)

    @write("requestSeal", None, {202: JobSerializer}, "Ask the second engine again. Scope: pair.")
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        job = seals.request_seal(tournament=tournament, number=number, by=request.user)
        shown = JobSerializer(described(job), context={"request": request})
        return Response(shown.data, status=202)


class BoardQuery(PageQuery):
    round = serializers.IntegerField(required=False, min_value=1, max_value=99)
    player = serializers.IntegerField(required=False, min_value=1, help_text="a player's id")
    open = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="true: without a result yet"
    )


class Boards(ReadView):
    """The boards of all published rounds."""

    tag = "boards"
    query = BoardQuery
    shape = BoardPage

    @read("listBoards", BoardPage, BoardQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def boards() -> Response:
            order = ("round__number", "board")
            found = page(request, self.params, self.chosen(tournament), order)
            if not inside:
                seats = [(row.white, row.black) for row in found["results"]]
                shorten_names(tournament.event, [entry for pair in seats for entry in pair])
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, boards)

    def chosen(self, tournament: Tournament) -> Any:
        given = self.params
        rows = (
            Pairing.objects.games()
            .filter(round__tournament=tournament, round__status__in=PUBLIC)
            .select_related("round", "white", "black")
        )
        if "round" in given:
            rows = rows.filter(round__number=given["round"])
        if "player" in given:
            player = given["player"]
            rows = rows.filter(white_id=player) | rows.filter(black_id=player)
        if given.get("open") is not None:
            rows = rows.filter(result="") if given["open"] else rows.exclude(result="")
        return rows


class Board(ReadView):
    """A board with what its players had before the round."""

    tag = "boards"
    shape = BoardSerializer

    @read("getBoard", BoardSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        pairing = find_board(pk)
        tournament, inside = readable(request, pairing.round.tournament_id)
        if not (pairing.round.is_paired if inside else pairing.round.is_public):
            raise Http404

        def board() -> Response:
            if not inside:
                shorten_names(tournament.event, [pairing.white, pairing.black])
            return self.answer(request, with_scores(tournament, pairing))

        return self.unless_known(request, tournament, inside, board)


def find_board(pk: int) -> GameRow:
    found = Pairing.objects.games().select_related("round", "white", "black").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def with_scores(tournament: Tournament, pairing: GameRow) -> BoardRow:
    scores = scores_before(tournament, pairing.round.number)
    return BoardRow(pairing, scores.get(pairing.white_id, 0), scores.get(pairing.black_id, 0))


class Result(WriteView):
    """Enter, change or clear the result of a board; `version` guards against lost updates."""

    tag = "boards"
    scope, role = Scope.RESULTS, Role.CLERK

    @write(
        "enterResult",
        requests.ResultSerializer,
        {200: BoardSerializer},
        "Enter, change or clear a result. Scope: results.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        board = find_board(pk)
        tournament = self.tournament(board.round.tournament_id)
        board.round.tournament = tournament
        # A round that others build upon is for arbiters to correct, here as on the pages.
        needed = role_for_results(board.round)
        access.writable(request, tournament.pk, self.scope, needed)
        given = self.checked(requests.ResultSerializer)
        pairing = entering.enter_result(
            tournament=tournament,
            pairing_id=board.pk,
            by=request.user,
            code=given.pop("result"),
            **given,
        )
        row = with_scores(self.fresh(tournament), pairing)
        return Response(BoardSerializer(row, context={"request": request}).data)


class PairRound(WriteView):
    """Pair a round as a draft; 409 asks for a confirmation."""

    tag = "rounds"
    scope, role = Scope.PAIR, Role.ARBITER

    @write(
        "pairRound",
        requests.ConfirmedSerializer,
        {200: PairedSerializer, 202: PairedSerializer},
        "Pair a round as a draft. Scope: pair. 202: a worker is at it, ask for the job again.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        job = pairing.request_pairing(
            tournament=tournament, number=number, by=request.user, **given
        )
        if self.dry_run and job.open:
            # No worker would ever see a job that is taken back: pair here and now.
            jobs.run_job(job.pk, pairing.pair_round, pairing.release_round)
            job.refresh_from_db()
        done = job.status == Job.Status.DONE
        draft = sheet_of(self.fresh(tournament), number, inside=True) if done else None
        body = PairedSerializer(described(job, draft), context={"request": request}).data
        return Response(body, status=202 if job.open else 200)


class PublishRound(WriteView):
    """Publish the draft of a round."""

    tag = "rounds"
    scope, role = Scope.PUBLISH, Role.ARBITER

    @write(
        "publishRound",
        requests.ConfirmedSerializer,
        {200: RoundSerializer},
        "Publish the draft of a round. Scope: publish. The first answer asks to confirm.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, number: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        publication.publish_round(tournament=tournament, number=number, by=request.user, **given)
        sheet = sheet_of(self.fresh(tournament), number, inside=True)
        return Response(RoundSerializer(sheet, context={"request": request}).data)


class JobDetail(ReadView, WriteView):
    """Work in the background, for the staff of the event."""

    tag = "rounds"
    shape = JobSerializer
    scope, role = Scope.PAPERS, Role.CLERK
    read_permissions = [permissions.IsAuthenticated]

    @read("getJob", JobSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        job = Job.objects.select_related("tournament__event").filter(pk=pk).first()
        if job is None or job.tournament is None or not works_in(request, job.tournament.event):
            raise Http404
        queue_again(job)
        return self.answer(request, described(job))

    @write("cancelJob", None, {204: None}, "Give up a paper that is being made. Scope: papers.")
    @writes
    def delete(self, request: SignedRequest, pk: int) -> Response:
        job = Job.objects.filter(pk=pk, tournament__isnull=False).first()
        if job is None or job.tournament_id is None:
            raise Http404
        self.tournament(job.tournament_id)
        if job.kind != Job.Kind.DOCUMENT:
            raise Http404  # a pairing is not given up: its draft is discarded
        jobs.cancel_job(job=job)
        return Response(status=204)


def described(job: Job, draft: RoundSheet | None = None) -> JobShown:
    error = sentence(job.error["code"], job.error["values"]) if job.error else ""
    paper = job.target if job.kind == Job.Kind.DOCUMENT else None
    return JobShown(job.pk, job.kind, job.status, jobs.progress(job), error, draft, paper)
