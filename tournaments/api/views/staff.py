"""The staff of an event: duties and invitations."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import permissions
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import staff
from tournaments.api.access import SignedRequest, readable_event_to_write, writable_event
from tournaments.api.base import ReadView, SparseQuery, WriteView, writes
from tournaments.api.documented import read, write
from tournaments.models import Event, Role, Scope, User
from tournaments.services.setup import events, invitations


class _ForChief(WriteView):
    tag = "events"
    scope, role = Scope.EVENTS, Role.CHIEF

    def event(self, slug: str) -> Event:
        return writable_event(self.request, slug, self.scope, self.role)


class Staff(ReadView, _ForChief):
    """The staff of an event and its open invitations; for the chief arbiter."""

    shape = staff.StaffSerializer
    read_permissions = [permissions.IsAuthenticated]

    @read("getStaff", staff.StaffSerializer, SparseQuery, cached=False)
    def get(self, request: Request, slug: str) -> Response:
        event = readable_event_to_write(request, slug, self.scope, self.role)
        found = {
            "members": event.staff.select_related("user").order_by("pk"),
            "invitations": event.invitations.filter(accepted_at=None, withdrawn_at=None),
        }
        return self.answer(request, found)

    @write(
        "giveDuty",
        staff.GiveDutySerializer,
        {204: None},
        "Give, change or take away a duty. The last chief arbiter stays. Scope: events.",
    )
    @writes
    def put(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(staff.GiveDutySerializer)
        user = User.objects.filter(username=given["user"], is_active=True).first()
        if user is None:
            raise ValidationError({"user": [_("There is no user of this name.")]})
        role = Role(given["role"]) if given["role"] else None
        events.set_role(event=event, user=user, role=role, by=request.user)
        return Response(status=204)


class Invitations(_ForChief):
    """A duty offered by e-mail."""

    made_in = ("api:staff", "slug")

    @write(
        "invite",
        staff.InviteSerializer,
        {201: staff.InvitationSerializer},
        "Invite somebody to the staff by e-mail. Scope: events.",
    )
    @writes
    def post(self, request: SignedRequest, slug: str) -> Response:
        event = self.event(slug)
        given = self.checked(staff.InviteSerializer)
        role = Role(given.pop("role"))
        made = invitations.invite(event=event, role=role, by=request.user, **given)
        return Response(staff.InvitationSerializer(made).data, status=201)


class OneInvitation(_ForChief):
    """An invitation that is open."""

    @write(
        "withdrawInvitation",
        None,
        {204: None},
        "Withdraw an invitation: its link opens nothing. Scope: events.",
    )
    @writes
    def delete(self, request: SignedRequest, slug: str, invitation: int) -> Response:
        event = self.event(slug)
        found = event.invitations.filter(pk=invitation).first()
        if found is None:
            raise Http404
        invitations.withdraw_invitation(invitation=found, by=request.user)
        return Response(status=204)
