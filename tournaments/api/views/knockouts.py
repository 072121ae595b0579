"""The knock-out of a tournament, and the play-offs that decide its places."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.knockouts import KnockoutsSerializer
from tournaments.queries.bracket import public_courses


class Knockouts(ReadView):
    """Announced knock-outs and play-offs: plan, matches, games, what is due, the ranking."""

    tag = "standings"
    query = SparseQuery
    shape = KnockoutsSerializer

    @read("getKnockouts", KnockoutsSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def courses() -> Response:
            return self.answer(request, public_courses(tournament, public=not inside))

        return self.unless_known(request, tournament, inside, courses)
