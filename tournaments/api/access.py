"""The rights to read and to write, for people and for tokens; the rest is `permissions`."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from tournaments.kernel.clock import at_the_venue
from tournaments.kernel.permissions import (
    event_for,
    may_open_events,
    role_in,
    tournament_for,
)
from tournaments.models import ApiToken, Event, Role, Scope, Tournament, User


class SignedRequest(Request):
    """The request of a change: `WriteView` lets nobody else through."""

    user: User


class ScopeMissing(PermissionDenied):
    default_code = "scope_missing"


def works_in(request: Request, event: Event, needed: Role = Role.READER) -> bool:
    """A member of the staff, or a token that such a member made for this event or for all."""
    if isinstance(request.auth, ApiToken) and request.auth.event_id not in (None, event.pk):
        return False
    role = role_in(request.user, event)
    return role is not None and role.covers(needed)


def readable_event(request: Request, slug: str) -> tuple[Event, bool]:
    """The event, and whether it is read from inside."""
    event = Event.objects.filter(slug=slug, removed=False).first()
    if event is None:
        raise Http404
    at_the_venue(event)
    return event, _inside(request, event)


def readable(request: Request, pk: int) -> tuple[Tournament, bool]:
    """The tournament, and whether it is read from inside (drafts, full names)."""
    tournament = _tournament(pk)
    return tournament, _inside(request, tournament.event)


def writable(request: Request, pk: int, scope: Scope, role: Role) -> Tournament:
    tournament = _tournament(pk)
    _guard_token(request, tournament.event_id, scope)
    return tournament_for(request.user, tournament.event.slug, tournament.slug, role)


def readable_to_write(request: Request, pk: int, scope: Scope, role: Role) -> Tournament:
    """For what only those may read who may write it, too."""
    if not request.user.is_authenticated:
        raise Http404
    return writable(request, pk, scope, role)


def readable_event_to_write(request: Request, slug: str, scope: Scope, role: Role) -> Event:
    """For what only those may read who may write it, too."""
    if not request.user.is_authenticated:
        raise Http404
    return writable_event(request, slug, scope, role)


def writable_event(request: Request, slug: str, scope: Scope, role: Role) -> Event:
    event = Event.objects.filter(slug=slug, removed=False).first()
    if event is None:
        raise Http404
    _guard_token(request, event.pk, scope)
    return event_for(request.user, slug, role)


def event_put_away(request: SignedRequest, slug: str, scope: Scope, role: Role) -> Event:
    """An event for its staff, also while it is put away."""
    event = Event.objects.filter(slug=slug).first()
    mine = role_in(request.user, event) if event else None
    if event is None or mine is None:
        raise Http404
    _guard_token(request, event.pk, scope)
    if not mine.covers(role):
        raise PermissionDenied
    return event


def _guard_token(request: Request, event: int, scope: Scope) -> None:
    if not isinstance(request.auth, ApiToken):
        return
    if request.auth.event_id not in (None, event):
        raise Http404
    guard_scope(request.auth, scope)


def guard_scope(token: ApiToken, scope: Scope) -> None:
    """The token must allow such acts."""
    if scope not in token.scopes:
        raise ScopeMissing(
            _("This token does not have the scope “%(scope)s”.") % {"scope": scope.value}
        )


def guard_opening(request: Request) -> None:
    """To open events a program needs a token that belongs to none, with the scope `events`."""
    if isinstance(request.auth, ApiToken):
        if request.auth.event_id is not None:
            raise PermissionDenied(_("A token of one event opens no other event."))
        guard_scope(request.auth, Scope.EVENTS)
    user = request.user
    if not user.is_authenticated or not may_open_events(user):
        raise PermissionDenied(_("On this site the administrators and registrars open events."))


def _inside(request: Request, event: Event) -> bool:
    inside = works_in(request, event)
    if not event.public and not inside:
        raise Http404
    return inside


def _tournament(pk: int) -> Tournament:
    tournament = (
        Tournament.objects.select_related("event").filter(pk=pk, event__removed=False).first()
    )
    if tournament is None:
        raise Http404
    at_the_venue(tournament.event)
    return tournament
