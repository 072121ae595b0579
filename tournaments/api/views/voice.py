"""The inbox of the desk; requests of players' phones, granted or refused."""

from django.http import Http404
from rest_framework import permissions
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import SignedRequest, readable, writable
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.api.pages import page_of
from tournaments.api.voice import (
    GrantRequestSerializer,
    InboxItemSerializer,
    PlayerRequestSerializer,
    RefuseRequestSerializer,
)
from tournaments.kernel.permissions import role_in
from tournaments.models import PlayerRequest, Role, Scope, Tournament
from tournaments.queries.voice.inbox import inbox
from tournaments.services.voice import requests

InboxPage = page_of(InboxItemSerializer)


class Inbox(ReadView):
    """All that waits for whom the token acts for, what is due first on top: results that players
    reported, requests, calls, corrections for the second arbiter, claims."""

    tag = "hall"
    shape = InboxPage
    read_permissions = [permissions.IsAuthenticated]

    @read("listInbox", InboxPage, SparseQuery)
    def get(self, request: SignedRequest, pk: int) -> Response:
        tournament, inside = readable(request, pk)
        role = role_in(request.user, tournament.event) if inside else None
        if role is None:
            raise Http404
        tournament.event.my_role = role
        found = {"next": None, "results": inbox(tournament, request.user)}
        # Phones are heard without a new revision.
        return self.by_content(request, self.answer(request, found), private=True)


class _OfPhone(WriteView):
    tag = "hall"
    scope, role = Scope.BYES, Role.CHIEF

    def asked(self, pk: int, asked: int) -> tuple[Tournament, PlayerRequest]:
        """The request, and its tournament for those who may do what it asks for."""
        found = (
            PlayerRequest.objects.filter(tournament=pk, pk=asked)
            .select_related("entry", "tournament")
            .first()
        )
        leaves = found is not None and found.kind == PlayerRequest.Kind.WITHDRAW
        scope = Scope.ENTRIES if leaves else self.scope
        tournament = writable(self.request, pk, scope, self.role)
        if found is None:
            raise Http404
        return tournament, found


class OneRequest(ReadView, _OfPhone):
    """A bye or withdrawal that a player asked for by phone; for the chief arbiter."""

    shape = PlayerRequestSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getRequest", PlayerRequestSerializer, SparseQuery, cached=False)
    def get(self, request: Request, pk: int, asked: int) -> Response:
        _tournament, found = self.asked(pk, asked)
        return self.answer(request, found)


class GrantRequest(_OfPhone):
    """Grant what a player asked for by phone, with the same questions as at the desk. A withdrawal
    takes a token with the scope `entries`."""

    @write(
        "grantRequest",
        GrantRequestSerializer,
        {200: PlayerRequestSerializer},
        "Grant what a phone asked for. Scope: byes.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, asked: int) -> Response:
        tournament, found = self.asked(pk, asked)
        given = self.checked(GrantRequestSerializer)
        found = requests.grant(tournament=tournament, request=found, by=request.user, **given)
        return Response(PlayerRequestSerializer(found).data)


class RefuseRequest(_OfPhone):
    """Refuse what a player asked for by phone, who reads why. For a withdrawal a token needs the
    scope `entries`."""

    @write(
        "refuseRequest",
        RefuseRequestSerializer,
        {200: PlayerRequestSerializer},
        "Refuse what a phone asked for. Scope: byes.",
    )
    @writes
    def post(self, request: SignedRequest, pk: int, asked: int) -> Response:
        tournament, found = self.asked(pk, asked)
        given = {"words": "", **self.checked(RefuseRequestSerializer)}
        found = requests.refuse(tournament=tournament, request=found, by=request.user, **given)
        return Response(PlayerRequestSerializer(found).data)
