"""The prizes: the lists, and who gets what as the standings are."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.prizes import PrizesSerializer
from tournaments.queries.standings.prizes import prize_page


class Prizes(ReadView):
    """The prizes as announced, and what everybody would get by the latest standings, with the
    reason. Final only when the standings are."""

    tag = "standings"
    shape = PrizesSerializer

    @read("getPrizes", PrizesSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def prizes() -> Response:
            page = prize_page(tournament, public=not inside)
            return self.answer(request, (tournament, page))

        return self.unless_known(request, tournament, inside, prizes)
