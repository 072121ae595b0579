"""Guards of the federation's pages: each asks for a duty. A stranger gets 404, not a hint."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from federation.models import Club, Duty, Officer, Province
from tournaments.kernel.permissions import Visitor
from tournaments.models import User


def duties_of(user: Visitor) -> list[Officer]:
    """Their duties, with province and club at hand."""
    if not user.is_authenticated or not user.is_active:
        return []
    found = Officer.objects.filter(user_id=user.pk).select_related("province", "club")
    return list(found.order_by("pk"))


def has_duty(user: Visitor, *wanted: Duty) -> bool:
    return any(one.duty in wanted for one in duties_of(user))


def provinces_of(user: Visitor) -> list[Province] | None:
    """The provinces whose events and arbiters they may look after; None for all of them. That is
    the office's duty alone: a delegate who is a registrar, too, decides of no other province."""
    found = duties_of(user)
    if any(one.duty == Duty.OFFICE for one in found):
        return None
    return [one.province for one in found if one.duty == Duty.DELEGATE and one.province]


def clubs_of(user: Visitor) -> list[Club]:
    return [one.club for one in duties_of(user) if one.duty == Duty.CLUB and one.club]


def guard(user: Visitor, *wanted: Duty) -> User:
    """The user, if they have one of these duties. Somebody with another one is refused, a
    stranger finds nothing."""
    found = duties_of(user)
    if not found or not isinstance(user._wrapped if hasattr(user, "_wrapped") else user, User):
        raise Http404
    if not any(one.duty in wanted for one in found):
        raise PermissionDenied
    return user  # type: ignore[return-value]


def needs(*wanted: Duty) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page of those with one of these duties; where there is no federation, of nobody."""

    def of_view(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *place: Any, **named: Any) -> HttpResponse:
            if not settings.FEDERATION:
                raise Http404
            guard(request.user, *wanted)
            return view(request, *place, **named)

        return guarded

    return of_view


def public(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of everybody, where there is a federation."""

    @wraps(view)
    def shown(request: HttpRequest, *place: Any, **named: Any) -> HttpResponse:
        if not settings.FEDERATION:
            raise Http404
        return view(request, *place, **named)

    return shown
