"""Standings, and how each value in them was made."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import readable
from tournaments.api.base import ReadView, SparseQuery
from tournaments.api.documented import read
from tournaments.api.norms import NormsSerializer
from tournaments.api.serializers import (
    RatingChangesSerializer,
    StandingsSerializer,
    WorkingSerializer,
)
from tournaments.api.views.players import find_entry
from tournaments.models import Tournament
from tournaments.queries.standings.categories import find_category
from tournaments.queries.standings.norm_prospects import norm_page
from tournaments.queries.standings.rating_changes import has_rating_changes, rating_changes
from tournaments.queries.standings.table import last_public_round, standings_table
from tournaments.queries.standings.working import working_of


class AfterQuery(SparseQuery):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=99,
        help_text="a published round; else the last with all its results",
    )


class StandingsQuery(AfterQuery):
    category = serializers.CharField(
        required=False,
        max_length=80,
        help_text="`women`, `u18`, `s65`, `r-2000`, `r1800-2000`, `fed-TUR` or `club-ege-sk`",
    )


class Standings(ReadView):
    """Standings after a round, with every tie-break value as printed."""

    tag = "standings"
    query = StandingsQuery
    shape = StandingsSerializer

    @read("getStandings", StandingsSerializer, StandingsQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def table() -> Response:
            after = counted(tournament, self.params)
            found = standings_table(tournament, after, public=not inside)
            if key := self.params.get("category", ""):
                category = find_category(key, tournament, [row.entry for row in found.rows])
                if category is None:
                    raise ValidationError({"category": [_("There is no such category.")]})
                found = found.only(category.has)
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, table)


class RatingChanges(ReadView):
    """The estimated rating change of everybody who met rated players."""

    tag = "standings"
    shape = RatingChangesSerializer

    @read("getRatingChanges", RatingChangesSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def changes() -> Response:
            if not has_rating_changes(tournament):
                raise Http404
            return self.answer(request, rating_changes(tournament, public=not inside))

        return self.unless_known(request, tournament, inside, changes)


class CompleteQuery(SparseQuery):
    after = serializers.IntegerField(
        required=False, min_value=0, max_value=99, help_text="a complete round; else the last one"
    )


class Norms(ReadView):
    """Title norms that are made, and what those still possible take (FIDE B.01 art. 1.4), after a
    complete round. The event itself is not judged. For the staff."""

    tag = "standings"
    query = CompleteQuery
    shape = NormsSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getNorms", NormsSerializer, CompleteQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        if not inside:
            raise Http404

        def norms() -> Response:
            found = norm_page(tournament, self.params.get("after"))
            if found is None:
                raise Http404
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, norms)


class Working(ReadView):
    """The working of a player's values: rounds, opponents, what was left out, articles."""

    tag = "standings"
    query = AfterQuery
    shape = WorkingSerializer

    @read("getWorking", WorkingSerializer, AfterQuery)
    def get(self, request: Request, pk: int, entry: int) -> Response:
        tournament, inside = readable(request, pk)

        def working() -> Response:
            person = find_entry(entry)
            if person.tournament_id != tournament.pk:
                raise Http404
            after = counted(tournament, self.params)
            if after is None:
                after = standings_table(tournament).after
            found = working_of(tournament, person, after, public=not inside)
            if found is None:
                raise Http404
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, working)


def counted(tournament: Tournament, params: dict) -> int | None:
    after = params.get("after")
    if after is not None and after > last_public_round(tournament):
        raise Http404
    return after
