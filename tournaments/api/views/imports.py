"""A whole tournament from a report file: send it, look, make it, undo it."""

from types import SimpleNamespace

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from rest_framework import permissions
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.trf import MAX_BYTES
from tournaments.api import access, requests, setup
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.parsers import PlainTextParser, SafeJSONParser, TooLarge
from tournaments.api.views.rounds import described
from tournaments.models import ReportImport, Role, Scope
from tournaments.services.reports import importing
from tournaments.services.reports.event_preview import in_ones_language


class SendReport(WriteView):
    """The report is the body itself (text/plain), or `trf` in a JSON body."""

    tag = "setup"
    scope, role = Scope.SETUP, Role.CHIEF
    parser_classes = [SafeJSONParser, PlainTextParser]
    largest_body = MAX_BYTES + 100_000

    def _read_body(self, request: Request) -> None:
        """Larger than any form may be: read within this view's own limit."""
        plain = request._request
        if not hasattr(plain, "_body"):
            length = plain.headers.get("Content-Length", "")
            if length.isdecimal() and int(length[:12]) <= self.largest_body:
                try:
                    body = plain.read(self.largest_body + 1)
                except OSError as error:
                    raise ParseError("The request broke off.") from error
                if len(body) > self.largest_body:
                    raise TooLarge
                plain._body = body
        super()._read_body(request)

    @write(
        "sendReport",
        {"application/json": setup.SentReportSerializer, "text/plain": OpenApiTypes.STR},
        {201: setup.ReportImportSerializer, 202: setup.ReportImportSerializer},
        "Send a report file to become a tournament. Scope: setup. 202: a worker reads it.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = access.writable_event(request, slug, self.scope, self.role)
        data = request.data.get("trf") if isinstance(request.data, dict) else None
        if not isinstance(data, bytes):
            data = self.checked(setup.SentReportSerializer)["trf"].encode()
        work = importing.send_report(event=event, data=data, by=request.user)
        return _answer(self, request, work, 201)


class ReportImportDetail(ReadView):
    """The progress of an import, its preview, and what was made; for its chief arbiter."""

    tag = "setup"
    shape = setup.ReportImportSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getReport", setup.ReportImportSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        work = find_import(pk)
        if not access.works_in(request, work.event, Role.CHIEF):
            raise Http404
        return self.answer(request, shown(work))


class MakeTournament(WriteView):
    tag = "setup"
    scope, role = Scope.SETUP, Role.CHIEF

    @write(
        "makeTournament",
        setup.MakeTournamentSerializer,
        {200: setup.ReportImportSerializer, 202: setup.ReportImportSerializer},
        "Make the tournament that was shown. Scope: setup. 202: a worker is at it.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        work = find_import(pk)
        access.writable_event(request, work.event.slug, self.scope, self.role)
        given = self.checked(setup.MakeTournamentSerializer)
        work = importing.make_tournament(work=work, by=request.user, **given)
        return _answer(self, request, work, 200)


class UndoTournament(WriteView):
    tag = "setup"
    scope, role = Scope.SETUP, Role.CHIEF

    @write(
        "undoTournament",
        requests.ConfirmedSerializer,
        {200: setup.ReportImportSerializer},
        "Undo the import while nothing was changed since. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        work = find_import(pk)
        access.writable_event(request, work.event.slug, self.scope, self.role)
        given = self.checked(requests.ConfirmedSerializer)
        work = importing.undo_import(work=work, by=request.user, **given)
        return _answer(self, request, work, 200)


def find_import(pk: int) -> ReportImport:
    work = (
        ReportImport.objects.select_related("event")
        .defer("data")
        .filter(pk=pk, event__removed=False)
        .first()
    )
    if work is None:
        raise Http404
    return work


def shown(work: ReportImport) -> SimpleNamespace:
    job = importing.job_of(work)
    return SimpleNamespace(
        pk=work.pk,
        stage=work.stage,
        preview=in_ones_language(work.summary) if work.summary else None,
        name=work.name,
        tournament_id=work.tournament_id,
        undoable=importing.untouched(work),
        job=described(job) if job else None,
    )


def _answer(view: WriteView, request: Request, work: ReportImport, status: int) -> Response:
    job = importing.job_of(work)
    if job is not None and job.open and view.dry_run:
        importing.run_now(job)  # no worker would ever see a job that is taken back
    work.refresh_from_db()
    job = importing.job_of(work)
    body = setup.ReportImportSerializer(shown(work), context={"request": request}).data
    return Response(body, status=202 if job is not None and job.open else status)
