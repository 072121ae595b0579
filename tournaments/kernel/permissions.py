"""Permissions by duty. Deny by default; a stranger gets 404, not a hint.

From the event that is found on, the request has the clock of its venue.
"""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from tournaments.kernel.clock import at_the_venue
from tournaments.models import Event, Role, StaffMember, Tournament, User

#: whose requests come without having signed in too
Visitor = User | AnonymousUser


def runs_the_site(user: User) -> bool:
    """Administrators, and the registrars whom they have named."""
    return user.is_active and (user.is_superuser or user.is_staff or user.registrar)


def may_load_lists(user: User) -> bool:
    """The register serves every event, so it needs more than a duty at one desk."""
    return runs_the_site(user)


def may_name_registrars(user: User) -> bool:
    return user.is_active and (user.is_superuser or user.is_staff)


def may_open_events(user: User) -> bool:
    return user.is_active and (settings.EVENTS_BY_ANYBODY or runs_the_site(user))


def role_in(user: Visitor, event: Event) -> Role | None:
    if not user.is_authenticated or not user.is_active:
        return None
    duty = StaffMember.objects.filter(event=event, user=user).values_list("role", flat=True)
    return next((Role(role) for role in duty), None)


def event_for(user: Visitor, slug: str, needed: Role = Role.READER) -> Event:
    """The event, for a member of its staff with at least the role needed.

    The member's role travels along as `event.my_role`.
    """
    if not user.is_authenticated or not user.is_active:
        raise Http404
    duty = (
        StaffMember.objects.select_related("event")
        .filter(event__slug=slug, event__removed=False, user=user)
        .first()
    )
    if duty is None:
        raise Http404
    role = Role(duty.role)
    if not role.covers(needed):
        raise PermissionDenied
    duty.event.my_role = role
    at_the_venue(duty.event)
    return duty.event


def tournament_for(
    user: Visitor, event_slug: str, slug: str, needed: Role = Role.READER
) -> Tournament:
    event = event_for(user, event_slug, needed)
    tournament = Tournament.objects.filter(event=event, slug=slug).first()
    if tournament is None:
        raise Http404
    tournament.event = event
    return tournament


def public_tournament(user: Visitor, event_slug: str, slug: str) -> Tournament:
    """A tournament that everybody may see; a hidden event's only for its staff."""
    tournament = (
        Tournament.objects.select_related("event")
        .filter(event__slug=event_slug, event__removed=False, slug=slug)
        .first()
    )
    if tournament is None:
        raise Http404
    if not tournament.event.public and role_in(user, tournament.event) is None:
        raise Http404
    at_the_venue(tournament.event)
    return tournament


def public_event(user: Visitor, slug: str) -> Event:
    event = Event.objects.filter(slug=slug, removed=False).first()
    if event is None or (not event.public and role_in(user, event) is None):
        raise Http404
    at_the_venue(event)
    return event
