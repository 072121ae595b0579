"""Files for other programs: which there are, and each of them."""

from django.http import Http404
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
from tournaments.models import Role, Scope
from tournaments.queries.reports.files import file_of, files_of
from tournaments.services.reports import sending

FilePage = page_of(FileSerializer)


class Files(ReadView):
    """The files for other programs that the tournament has now: reports in each edition, lists of
    players for Swiss-Manager and Chess-Results, headers of games. Without a token the report with
    the published rounds, short names and years of birth, alone."""

    tag = "tournaments"
    shape = FilePage

    @read("listFiles", FilePage, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def listed() -> Response:
            found = {"next": None, "results": files_of(tournament, public=not inside)}
            return self.answer(request, found, tournament=tournament)

        return self.unless_known(request, tournament, inside, listed)


class OneFile(ReadView):
    """A file for another program, with its content: to the staff in full, to everybody else the
    report of what is public."""

    tag = "tournaments"
    shape = FileContentSerializer

    @read("getFile", FileContentSerializer, SparseQuery)
    def get(self, request: Request, pk: int, file: str) -> Response:
        tournament, inside = readable(request, pk)

        def content() -> Response:
            found = file_of(tournament, file, public=not inside)
            if found is None:
                raise Http404
            return self.answer(request, found, tournament=tournament)

        if not inside:
            return self.unless_known(request, tournament, inside, content)
        # What a report says of the staff's names changes without a new revision.
        return self.by_content(request, content(), private=True)


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
