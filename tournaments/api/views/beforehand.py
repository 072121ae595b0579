"""Settles what must stand before round 1: play-offs announced beforehand, groups of equal
strength, and the numbers of a round robin."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions, serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import access, requests, setup
from tournaments.api.access import SignedRequest
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.serializers import TournamentSerializer
from tournaments.forms.knockout import ConditionsForm
from tournaments.models import Role, Scope, Tournament
from tournaments.queries.entries.groups import FEWEST, groups_of, most_groups
from tournaments.queries.knockout.conditions import POINTS, TIE_BREAKS
from tournaments.services.entries import table_numbers
from tournaments.services.setup.groups import make_groups
from tournaments.services.setup.playoffs import announce_playoffs


class PlayoffConditions(WriteView):
    """Handbook, knock-out A.3 and A.6: whether ties are decided by play-offs, and how."""

    tag = "knockouts"
    scope, role = Scope.SETUP, Role.CHIEF

    @write(
        "announcePlayoffs",
        setup.PlayoffConditionsRequestSerializer,
        {200: TournamentSerializer},
        "Announce before the event which ties are decided by play-offs. Scope: setup.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.PlayoffConditionsRequestSerializer)
        confirmed = given.pop("confirmed", "")
        announce_playoffs(
            tournament=tournament,
            values=_conditions(tournament, given),
            by=request.user,
            confirmed=confirmed,
        )
        shown = TournamentSerializer(self.fresh(tournament), context={"request": request})
        return Response(shown.data)


def _conditions(tournament: Tournament, given: dict[str, Any]) -> dict[str, Any]:
    """By the page's own form: what was not sent is as usual, since a PUT says everything."""
    if not tournament.format.ranks_players:
        return {"places": given["places"]}  # the service refuses it
    usual = Tournament(event=tournament.event, system=tournament.system)
    form = ConditionsForm(usual)
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    level = TIE_BREAKS if given.pop("after_tie_breaks", False) else POINTS
    choices = {f"choice_{name}": value for name, value in given.pop("choices", {}).items()}
    if unknown := sorted(choices.keys() - data.keys()):
        name = unknown[0].removeprefix("choice_")
        raise ValidationError({name: [_("This plan has no such setting.")]})
    filled = ConditionsForm(usual, data | given | choices | {"level": level})
    if filled.errors:
        raise ValidationError(
            {
                name.removeprefix("choice_"): [str(text) for text in texts]
                for name, texts in filled.errors.items()
            }
        )
    return filled.conditions()


class GroupQuery(SparseQuery):
    count = serializers.IntegerField(
        min_value=FEWEST, max_value=500, default=FEWEST, help_text="into so many groups"
    )


class Groups(ReadView):
    """The groups of equal strength into which the list would be dealt; for the staff."""

    tag = "players"
    query = GroupQuery
    shape = setup.GroupsSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("listGroups", setup.GroupsSerializer, GroupQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = access.readable(request, pk)
        if not inside or not tournament.format.ranks_players:
            raise Http404
        most = most_groups(tournament)
        count = min(self.params["count"], most)
        found = groups_of(tournament, count) if count >= FEWEST else []
        return self.answer(request, {"most": most, "groups": found})


class MakeGroups(Groups, WriteView):
    scope, role = Scope.SETUP, Role.CHIEF

    def place_of(self, made: Any) -> str:
        """The first of them."""
        return str(made["tournaments"][0]["url"])

    @write(
        "makeGroups",
        setup.GroupsRequestSerializer,
        {201: setup.MadeGroupsSerializer},
        "Make a round robin of each group. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(setup.GroupsRequestSerializer)
        made = make_groups(tournament=tournament, by=request.user, **given)
        shown = setup.MadeGroupsSerializer({"tournaments": made}, context={"request": request})
        return Response(shown.data, status=201)


class DrawPlayers(WriteView):
    """The numbers of the Berger table by lot (handbook, round robin 2)."""

    tag = "players"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "drawPlayers",
        requests.DrawPlayersSerializer,
        {200: setup.OrderedSerializer},
        "Draw the numbers of a round robin. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.DrawPlayersSerializer)
        typed = {one["player"]: one["number"] for one in given.get("numbers", [])}
        table_numbers.draw_table(tournament=tournament, by=request.user, typed=typed)
        return _players(tournament)


class UndoDrawPlayers(WriteView):
    tag = "players"
    scope, role = Scope.SETUP, Role.ARBITER

    @write(
        "undoDrawPlayers",
        requests.ConfirmedSerializer,
        {200: setup.OrderedSerializer},
        "Take the draw of a round robin back. Scope: setup.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        table_numbers.undo_draw(tournament=tournament, by=request.user, **given)
        return _players(tournament)


def _players(tournament: Tournament) -> Response:
    rows = tournament.entries.order_by("tpn", "pk")
    return Response(setup.OrderedSerializer({"players": rows}).data)
