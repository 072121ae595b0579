"""The formats of tournaments."""

from rest_framework.request import Request
from rest_framework.response import Response

from pairing.formats import offered
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.formats import FormatsSerializer


class Formats(ReadView):
    """Every way of playing a tournament, and what it can do, in the order of the forms."""

    tag = "tournaments"
    shape = FormatsSerializer

    @read("listFormats", FormatsSerializer, SparseQuery)
    def get(self, request: Request) -> Response:
        found = {"formats": list(offered().values())}
        return self.by_content(request, self.answer(request, found))
