"""Files for other programs: which there are, and each of them; for the staff."""

from django.http import Http404
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.files import (
    FileContentSerializer,
    FileSerializer,
    ReceiptSerializer,
    SentRequestSerializer,
)
from tournaments.api.pages import page_of
from tournaments.models import Role, Scope, Tournament
from tournaments.queries.reports.files import file_of, files_of
from tournaments.services.reports import sending

FilePage = page_of(FileSerializer)


class _ForStaff(ReadView):
    tag = "tournaments"
    read_permissions = [permissions.IsAuthenticated]

    def _tournament(self, request: Request, pk: int) -> Tournament:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404
        return tournament


class Files(_ForStaff):
    """The files for other programs that the tournament has now: reports in each edition, lists of
    players for Swiss-Manager and Chess-Results, headers of games. For the staff."""

    shape = FilePage

    @read("listFiles", FilePage, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament = self._tournament(request, pk)
        found = {"next": None, "results": files_of(tournament)}
        return self.answer(request, found, tournament=tournament)


class OneFile(_ForStaff):
    """A file for another program, with its content. For the staff."""

    shape = FileContentSerializer

    @read("getFile", FileContentSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int, file: str) -> Response:
        tournament = self._tournament(request, pk)
        found = file_of(tournament, file)
        if found is None:
            raise Http404
        return self.answer(request, found, tournament=tournament)


class ReportSent(WriteView):
    """The report went to a rating office: a receipt in the history."""

    tag = "tournaments"
    made_in = ("api:history", "pk")
    scope, role = Scope.SETUP, Role.CHIEF

    @write(
        "noteReportSent",
        SentRequestSerializer,
        {201: ReceiptSerializer},
        "Note that a report was sent. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, file: str) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(SentRequestSerializer)
        line = sending.note_sent(tournament=tournament, profile=file, by=request.user, **given)
        return Response({"number": line.pk}, status=201)
