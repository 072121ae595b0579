"""The best of an event's other tournaments as the players, or teams, of its last stage."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import access, setup
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.requests import ConfirmedSerializer
from tournaments.kernel.errors import Refused
from tournaments.models import Knockout, Role, Scope, Tournament
from tournaments.queries.setup.qualifiers import last_taken, sources_of
from tournaments.services.knockout import planning, qualifiers


class Qualifiers(ReadView):
    """From where and how many: as announced, and whether the places are final there."""

    tag = "players"
    shape = setup.QualifiersSerializer

    @read("listQualifiers", setup.QualifiersSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = access.readable(request, pk)
        return self.unless_known(
            request, tournament, inside, lambda: self.answer(request, _described(tournament))
        )


class TakeQualifiers(Qualifiers, WriteView):
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "planQualifiers",
        setup.QualifiersRequestSerializer,
        {200: setup.QualifiersSerializer},
        "Announce how many qualify from where. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.QualifiersRequestSerializer)
        places = _places(tournament, given["sources"])
        qualifiers.plan_qualifiers(tournament=tournament, by=request.user, places=places)
        return self._shown(tournament)

    @write(
        "takeQualifiers",
        setup.QualifiersRequestSerializer,
        {200: setup.QualifiersSerializer},
        "Take over the best of other tournaments. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.QualifiersRequestSerializer)
        sent = {
            "by": request.user,
            "confirmed": given.get("confirmed", ""),
            "places": _places(tournament, given["sources"]),
        }
        if tournament.format.eliminates and tournament.format.pairs_players:
            knockout = tournament.knockouts.get(kind=Knockout.Kind.KNOCKOUT)
            planning.take_qualifiers(knockout=knockout, **sent)
        else:
            qualifiers.take_qualifiers(tournament=tournament, **sent)
        return self._shown(tournament)

    def _shown(self, tournament: Tournament) -> Response:
        return Response(setup.QualifiersSerializer(_described(self.fresh(tournament))).data)


class TakeBackQualifiers(WriteView):
    tag = "players"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "takeBackQualifiers",
        ConfirmedSerializer,
        {200: setup.QualifiersSerializer},
        "Take the qualifiers back who came last. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(ConfirmedSerializer)
        line = last_taken(tournament)
        if line is None:
            raise Refused("qualifiers.nothing_to_take_back")
        qualifiers.take_back_qualifiers(tournament=tournament, line=line, by=request.user, **given)
        return Response(setup.QualifiersSerializer(_described(self.fresh(tournament))).data)


def _described(tournament: Tournament) -> dict[str, Any]:
    return {
        "sources": [
            {
                "tournament": one.tournament.pk,
                "name": one.tournament.name,
                "count": one.count,
                "final": one.final,
                "size": one.size,
            }
            for one in sources_of(tournament)
        ]
    }


def _places(tournament: Tournament, sent: list[dict[str, int]]) -> qualifiers.Places:
    known = {one.tournament.pk: one.tournament for one in sources_of(tournament)}
    if strangers := [one["tournament"] for one in sent if one["tournament"] not in known]:
        text = _("No tournament of this event that sends the same: %(id)s.") % {"id": strangers[0]}
        raise ValidationError({"sources": [text]})
    if len({one["tournament"] for one in sent}) < len(sent):
        raise ValidationError({"sources": [_("A tournament stands there twice.")]})
    return [(known[one["tournament"]], one["count"]) for one in sent]
