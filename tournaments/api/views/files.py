"""Files for other programs: which there are, and each of them; for the staff."""

from django.http import Http404
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.files import FileContentSerializer, FileSerializer
from tournaments.api.pages import page_of
from tournaments.models import Tournament
from tournaments.queries.reports.files import file_of, files_of

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
