"""Players of a tournament: read, enter, change, withdraw, byes."""

from typing import Any

from django.db.models import Value
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import requests
from tournaments.api.access import SignedRequest, readable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import PageQuery, page, page_of
from tournaments.api.serializers import (
    ByeRequestSerializer,
    PlayerCard,
    PlayerCardSerializer,
    PlayerSerializer,
)
from tournaments.core.text import fold
from tournaments.forms import EntryForm
from tournaments.models import Entry, Role, Scope, Tournament
from tournaments.queries.entries.cards import estimate_of
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import player_card
from tournaments.services.entries import byes, checkin, listing, withdrawals

PlayerPage = page_of(PlayerSerializer)
#: no pairing number is as high: players without one come last
BEHIND_ALL = 1_000_000


class PlayerQuery(PageQuery):
    federation = serializers.CharField(required=False, max_length=3)
    club = serializers.CharField(required=False, max_length=120)
    title = serializers.CharField(required=False, max_length=3)
    fide_id = serializers.CharField(required=False, max_length=11)
    status = serializers.ChoiceField(choices=Entry.Status.values, required=False)
    name = serializers.CharField(
        required=False, max_length=80, help_text="a part of the name; İ, i and ı are one letter"
    )


class Players(ReadView, WriteView):
    """The players by pairing number."""

    tag = "players"
    query = PlayerQuery
    shape = PlayerPage
    scope, role = Scope.ENTRIES, Role.ARBITER

    @read("listPlayers", PlayerPage, PlayerQuery)
    def get(self, request: Request, pk: int) -> Response:
        tournament, inside = readable(request, pk)

        def players() -> Response:
            found = page(request, self.params, self.chosen(tournament, inside), ("place", "id"))
            if not inside:
                shorten_names(tournament.event, found["results"])
            return self.answer(request, found)

        return self.unless_known(request, tournament, inside, players)

    def chosen(self, tournament: Tournament, inside: bool) -> Any:
        given = self.params
        rows = tournament.entries.annotate(place=Coalesce("tpn", Value(BEHIND_ALL)))
        if not inside:
            rows = rows.exclude(status=Entry.Status.EXPELLED)  # as on the page
        for name in ("federation", "club", "title", "fide_id", "status"):
            if name in given:
                rows = rows.filter(**{name: given[name]})
        if wanted := fold(given.get("name", "")):
            people = list(tournament.entries.all())
            if not inside:
                shorten_names(tournament.event, people)  # what is not shown cannot be searched for
            rows = rows.filter(pk__in=[one.pk for one in people if wanted in fold(one.name)])
        return rows

    @write(
        "enterPlayer",
        requests.NewEntrySerializer,
        {201: PlayerSerializer},
        "Enter a player. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.NewEntrySerializer)
        values = checked_values(tournament, Entry(), given)
        entry = listing.enter_player(
            tournament=tournament,
            by=request.user,
            values=values,
            confirmed=given.get("confirmed", ""),
            by_program=True,
        )
        return Response(_player(request, entry), status=201)


class Player(ReadView, WriteView):
    """A player with all published rounds."""

    tag = "players"
    shape = PlayerCardSerializer
    scope, role = Scope.ENTRIES, Role.ARBITER

    @read("getPlayer", PlayerCardSerializer, SparseQuery)
    def get(self, request: Request, pk: int) -> Response:
        entry = find_entry(pk)
        tournament, inside = readable(request, entry.tournament_id)
        entry.tournament = tournament

        def card() -> Response:
            lines = player_card(entry, staff=inside)
            shown = PlayerCard(entry, lines, estimate_of(entry, lines))
            if not inside:
                shorten_names(tournament.event, [entry, *(line.opponent for line in lines)])
            return self.answer(request, shown)

        return self.unless_known(request, tournament, inside, card)

    @write(
        "changePlayer",
        requests.EntryChangeSerializer,
        {200: PlayerSerializer},
        "Change a player. Scope: entries. What is not named stays as it is.",
    )
    @writes
    def patch(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        given = self.checked(requests.EntryChangeSerializer)
        version = given.pop("version")
        entry = listing.change_entry(
            tournament=tournament,
            entry=entry,
            version=version,
            by=request.user,
            values=checked_values(tournament, entry, given),
        )
        return Response(_player(request, entry))

    @write(
        "removePlayer",
        requests.ConfirmedSerializer,
        {204: None},
        "Remove a player who was never paired. Scope: entries.",
    )
    @writes
    def delete(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        withdrawals.remove_entry(tournament=tournament, entry=entry, by=request.user, **given)
        return Response(status=204)


class Withdraw(WriteView):
    """Withdraw a player from the next unpaired round on."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write(
        "withdrawPlayer",
        requests.ConfirmedSerializer,
        {200: PlayerSerializer},
        "Withdraw a player. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        given = self.checked(requests.ConfirmedSerializer)
        entry = withdrawals.withdraw_player(
            tournament=tournament, entry=entry, by=request.user, **given
        )
        return Response(_player(request, entry))


class BringBack(WriteView):
    """Let a withdrawn player return, from the next unpaired round on."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write("returnPlayer", None, {200: PlayerSerializer}, "A player returns. Scope: entries.")
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        entry = withdrawals.return_player(tournament=tournament, entry=entry, by=request.user)
        return Response(_player(request, entry))


class CheckIn(WriteView):
    """Mark a player as here or not."""

    tag = "players"
    scope, role = Scope.CHECK_IN, Role.ARBITER

    @write(
        "checkIn",
        requests.CheckInSerializer,
        {200: PlayerSerializer},
        "Mark a player present or absent. Scope: check-in.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        act = {
            "present": checkin.mark_present,
            "absent": checkin.mark_absent,
            "unknown": checkin.expect if entry.status == Entry.Status.ABSENT else checkin.unmark,
        }[self.checked(requests.CheckInSerializer)["status"]]
        entry = act(tournament=tournament, entry=entry, by=request.user)
        return Response(_player(request, entry))


class Bye(WriteView):
    """A round that a player will miss."""

    tag = "players"
    scope, role = Scope.BYES, Role.ARBITER

    @write(
        "grantBye",
        requests.GrantByeSerializer,
        {200: ByeRequestSerializer},
        "Give a bye for a round. Scope: byes.",
    )
    @writes
    def put(self, request: SignedRequest, pk: int, number: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        given = self.checked(requests.GrantByeSerializer)
        bye = byes.grant_bye(
            tournament=tournament, entry=entry, round_number=number, by=request.user, **given
        )
        return Response(ByeRequestSerializer(bye).data)

    @write("cancelBye", None, {204: None}, "Cancel a bye asked for. Scope: byes.")
    @writes
    def delete(self, request: SignedRequest, pk: int, number: int) -> Response:
        entry = find_entry(pk)
        tournament = self.tournament(entry.tournament_id)
        byes.cancel_bye(tournament=tournament, entry=entry, round_number=number, by=request.user)
        return Response(status=204)


def find_entry(pk: int) -> Entry:
    entry = Entry.objects.filter(pk=pk).first()
    if entry is None:
        raise Http404
    return entry


def _player(request: Request, entry: Entry) -> dict[str, Any]:
    return PlayerSerializer(entry, context={"request": request}).data


def checked_values(tournament: Tournament, entry: Entry, given: dict[str, Any]) -> dict[str, Any]:
    """The values as the page's own form checks and tidies them; only those that were given."""
    form = EntryForm(method=tournament.rating_method)
    merged = {
        name: given[name] if name in given else getattr(entry, name, "") for name in form.fields
    }
    form = EntryForm(
        {name: "" if value is None else value for name, value in merged.items()},
        method=tournament.rating_method,
    )
    errors = {
        name: list(map(str, found))
        for name, found in form.errors.items()
        if name in {*given, "__all__"}
    }
    if "rating" in given and "rating" not in form.fields:
        errors["rating"] = [_("The rating follows from the official ratings here. Leave it out.")]
    if errors:
        raise ValidationError(errors)
    return {name: value for name, value in form.values().items() if name in given}
