"""Work on the list of players beside entering them one by one."""

from typing import Any

from django.http import Http404
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import entry_acts, requests
from tournaments.api.access import SignedRequest, readable_to_write
from tournaments.api.base import ReadView, SparseQuery, WriteView, unknown_fields, writes
from tournaments.api.documented import read, write
from tournaments.api.serializers import PlayerSerializer, RoundBrief
from tournaments.api.views.players import checked_values, find_entry
from tournaments.kernel.errors import Refused
from tournaments.models import Entry, Role, Scope, Tournament
from tournaments.services.entries import (
    checkin,
    leaving,
    listing,
    renumbering,
    restoring,
    withdrawals,
)
from tournaments.wording import sentence


class ManyPlayers(WriteView):
    """A whole list, all or none; or those lines that are right."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER
    made_in = ("api:players", "pk")
    largest_body = 2 * 1024 * 1024

    @write(
        "enterPlayers",
        entry_acts.ManyEntriesSerializer,
        {201: entry_acts.ManyEnteredSerializer},
        "Enter many players, with an answer for each line. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(entry_acts.ManyEntriesSerializer)
        lines = read_lines(tournament, given["players"])
        wrong = {number: found for number, (_values, found) in enumerate(lines, start=1) if found}
        if wrong and not given["skip_wrong"]:
            raise ValidationError({"players": {str(number - 1): wrong[number] for number in wrong}})
        right = [values for values, found in lines if not found]
        made = iter(
            listing.enter_players(
                tournament=tournament,
                by=request.user,
                rows=right,
                confirmed=given.get("confirmed", ""),
            )
            if right
            else ()
        )
        shown = [
            {"line": number, "player": None if found else next(made), "errors": found}
            for number, (_values, found) in enumerate(lines, start=1)
        ]
        answer = entry_acts.ManyEnteredSerializer(
            {"entered": len(right), "lines": shown}, context={"request": request}
        )
        return Response(answer.data, status=201)


class UndoManyPlayers(WriteView):
    """The last list of players is taken out again, while none of them was paired."""

    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    @write(
        "undoManyPlayers",
        requests.ConfirmedSerializer,
        {200: entry_acts.TakenOutSerializer},
        "Take out the players who were entered last as a list. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        line = tournament.log.filter(act="entries.imported").first()
        if line is None:
            raise Refused("entries.nothing_to_undo")
        count = listing.undo_import(tournament=tournament, line=line, by=request.user, **given)
        return Response({"count": count})


def read_lines(
    tournament: Tournament, rows: list[dict[str, Any]]
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The values of each line and what is wrong with it."""
    taken = set(tournament.entries.exclude(fide_id="").values_list("fide_id", flat=True))
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for row in rows:
        shape = requests.NewEntrySerializer(data=row)
        values: dict[str, Any] = {}
        wrong = unknown_fields(shape, row)
        if not shape.is_valid():
            wrong |= {name: list(map(str, told)) for name, told in shape.errors.items()}
        elif not wrong:
            try:
                values = checked_values(tournament, Entry(), dict(shape.validated_data))
            except ValidationError as error:
                assert isinstance(error.detail, dict)
                wrong = {name: list(map(str, told)) for name, told in error.detail.items()}
        fide_id = values.get("fide_id", "")
        if fide_id and fide_id in taken:
            words = sentence("entry.already_entered", {"name": values["name"]})
            wrong = {"fide_id": [words]}
        taken.add(fide_id)
        found.append((values, wrong))
    return found


class PlayerData(ReadView):
    """Everything that can be written about a player, contacts and birth date included; for those
    who may write it."""

    tag = "players"
    shape = entry_acts.EntryDataSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getPlayerData", entry_acts.EntryDataSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int) -> Response:
        entry = find_entry(pk)
        readable_to_write(request, entry.tournament_id, Scope.ENTRIES, Role.ARBITER)
        return self.answer(request, entry)


class _PlayerAct(WriteView):
    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER

    def found(self, pk: int) -> tuple[Tournament, Entry]:
        entry = find_entry(pk)
        return self.tournament(entry.tournament_id), entry


def _player(request: Request, entry: Entry) -> Response:
    entry.refresh_from_db()
    return Response(PlayerSerializer(entry, context={"request": request}).data)


class Expel(_PlayerAct):
    """By the arbiter's decision; the player is not shown to the public any more."""

    role = Role.CHIEF

    @write(
        "expelPlayer",
        entry_acts.ExpelSerializer,
        {200: PlayerSerializer},
        "Expel a player. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament, entry = self.found(pk)
        given = self.checked(entry_acts.ExpelSerializer)
        entry = withdrawals.expel_player(
            tournament=tournament, entry=entry, by=request.user, **given
        )
        return _player(request, entry)


class LeaveWithForfeit(_PlayerAct):
    """Withdraw during a round: the round stands and the opponent wins by forfeit."""

    @write(
        "leaveWithForfeit",
        requests.ConfirmedSerializer,
        {200: PlayerSerializer},
        "Withdraw a player whose game is open: it is forfeited. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament, entry = self.found(pk)
        given = self.checked(requests.ConfirmedSerializer)
        leaving.leave_with_forfeit(tournament=tournament, entry=entry, by=request.user, **given)
        return _player(request, entry)


class LeaveAndTakeBack(_PlayerAct):
    """Withdraw during a round that has no result yet: it is taken back, to be paired anew."""

    role = Role.CHIEF

    @write(
        "leaveAndTakeBack",
        entry_acts.ExpelSerializer,
        {200: RoundBrief},
        "Withdraw a player and take the round back. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament, entry = self.found(pk)
        given = self.checked(entry_acts.ExpelSerializer)
        round_ = leaving.leave_and_take_back(
            tournament=tournament, entry=entry, by=request.user, **given
        )
        shown = RoundBrief(round_, context={"request": request, "inside": True})
        return Response(shown.data)


class _ListAct(WriteView):
    tag = "players"
    scope, role = Scope.ENTRIES, Role.ARBITER


class Renumber(_ListAct):
    """Pairing numbers follow ratings, titles and names again."""

    @write(
        "renumberPlayers",
        requests.ConfirmedSerializer,
        {200: entry_acts.RenumberedSerializer},
        "Number the players by rating. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(requests.ConfirmedSerializer)
        moved = renumbering.renumber_by_rating(tournament=tournament, by=request.user, **given)
        return Response({"moved": moved})


class ExchangeNumbers(_ListAct):
    """Two players exchange their pairing numbers."""

    @write(
        "exchangeNumbers",
        entry_acts.ExchangeNumbersSerializer,
        {204: None},
        "Exchange the numbers of two players. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(entry_acts.ExchangeNumbersSerializer)
        first, second = (
            tournament.entries.filter(pk=given.pop(name)).first() for name in ("one", "two")
        )
        if first is None or second is None:
            raise Http404
        renumbering.exchange_numbers(
            tournament=tournament, first=first, second=second, by=request.user, **given
        )
        return Response(status=204)


class RestorePlayer(_ListAct):
    """A player who was removed is there again."""

    @write(
        "restorePlayer",
        entry_acts.RestoreSerializer,
        {200: PlayerSerializer},
        "Restore a player who was removed. Scope: entries.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(entry_acts.RestoreSerializer)
        entry = restoring.restore_entry(tournament=tournament, by=request.user, **given)
        return _player(request, entry)


class _CheckInAct(WriteView):
    tag = "players"
    scope, role = Scope.CHECK_IN, Role.ARBITER


def _state(tournament: Tournament) -> Response:
    return Response(entry_acts.CheckInStateSerializer(tournament).data)


class CloseCheckIn(_CheckInAct):
    """The check-in of round 1 ends; nobody is withdrawn unless that is chosen."""

    @write(
        "closeCheckIn",
        entry_acts.CloseCheckInSerializer,
        {200: entry_acts.CheckInStateSerializer},
        "Close the check-in. Scope: check-in.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        given = self.checked(entry_acts.CloseCheckInSerializer)
        choices = {one["player"]: one["choice"] for one in given.pop("silent", ())}
        checkin.close_checkin(tournament=tournament, choices=choices, by=request.user, **given)
        return _state(self.fresh(tournament))


class ReopenCheckIn(_CheckInAct):
    """Before round 1 is paired."""

    @write(
        "reopenCheckIn",
        None,
        {200: entry_acts.CheckInStateSerializer},
        "Reopen the check-in. Scope: check-in.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int) -> Response:
        tournament = self.tournament(pk)
        checkin.reopen_checkin(tournament=tournament, by=request.user)
        return _state(self.fresh(tournament))
