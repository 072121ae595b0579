"""Who may read and who may write, for people and for tokens; the rest is `permissions`."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from tournaments.models import ApiToken, Event, Role, Scope, Tournament
from tournaments.permissions import role_in, tournament_for


class ScopeMissing(PermissionDenied):
    default_code = "scope_missing"


def works_in(request: Request, event: Event) -> bool:
    """A member of the staff, or a token that such a member made for this event."""
    if isinstance(request.auth, ApiToken) and request.auth.event_id != event.pk:
        return False
    return role_in(request.user, event) is not None


def readable_event(request: Request, slug: str) -> tuple[Event, bool]:
    """The event, and whether it is read from inside."""
    event = Event.objects.filter(slug=slug, archived=False).first()
    if event is None:
        raise Http404
    return event, _inside(request, event)


def readable(request: Request, pk: int) -> tuple[Tournament, bool]:
    """The tournament, and whether it is read from inside (drafts, full names)."""
    tournament = _tournament(pk)
    return tournament, _inside(request, tournament.event)


def writable(request: Request, pk: int, scope: Scope, role: Role) -> Tournament:
    tournament = _tournament(pk)
    if isinstance(request.auth, ApiToken):
        if request.auth.event_id != tournament.event_id:
            raise Http404
        if scope not in request.auth.scopes:
            raise ScopeMissing(
                _("This token does not have the scope “%(scope)s”.") % {"scope": scope.value}
            )
    return tournament_for(request.user, tournament.event.slug, tournament.slug, role)


def _inside(request: Request, event: Event) -> bool:
    inside = works_in(request, event)
    if not event.public and not inside:
        raise Http404
    return inside


def _tournament(pk: int) -> Tournament:
    tournament = (
        Tournament.objects.select_related("event").filter(pk=pk, event__archived=False).first()
    )
    if tournament is None:
        raise Http404
    return tournament
