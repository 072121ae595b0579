"""The key of a phone, in a signed cookie that no script reads; and who may speak on a page."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache

from tournaments.kernel.errors import Refused
from tournaments.kernel.permissions import public_tournament
from tournaments.models import Entry, Phone, Tournament
from tournaments.queries.voice.phones import phone_of, speaks_for
from tournaments.services.accounts.door import Origin
from tournaments.web import guesses

COOKIE = "hakem_phone"
SALT = "hakem.phone"
#: longer than any event; what a phone may say ends with the event
SECONDS = 120 * 24 * 3600
#: wrong codes within a window: of one player from one address, of one address (a whole hall may
#: share it), of one player from anywhere
MOST_OF_BOTH, MOST_OF_ADDRESS, MOST_OF_NAME = 10, 60, 100
More = ParamSpec("More")


def key_of(request: HttpRequest) -> str:
    """The key of the phone that asks; "" where it has none yet, or where it was tampered with."""
    found = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=SECONDS)
    return str(found or "")


def give_key(response: HttpResponse, key: str) -> HttpResponse:
    response.set_signed_cookie(
        COOKIE,
        key,
        salt=SALT,
        max_age=SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def device_of(request: HttpRequest) -> str:
    """The kind of device, for the chief arbiter who looks which phone is whose."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    known = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    return next((name for name in known if name in agent), "")


def limits_of(request: HttpRequest, name: str) -> dict[str, int]:
    address = Origin.of(request).address
    return {
        f"voice:both:{name}:{address}": MOST_OF_BOTH,
        f"voice:address:{address}": MOST_OF_ADDRESS,
        f"voice:name:{name}": MOST_OF_NAME,
    }


def guard_guesses(limits: dict[str, int]) -> None:
    if guesses.too_many(limits):
        raise Refused("voice.too_many_tries")


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words of a phone for a player for whom it may speak."""

    request: HttpRequest
    tournament: Tournament
    entry: Entry
    phone: Phone

    def text(self, name: str, most: int = 40) -> str:
        return self.request.POST.get(name, "")[:most]

    def back(self) -> HttpResponse:
        event = self.tournament.event.slug
        return redirect("public:my_page", event, self.tournament.slug, self.entry.pk)


def spoken(
    view: Callable[Concatenate[Spoken, More], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view that hears only phones that speak for the player of its address; others are led to
    the page that asks who they are."""

    @never_cache
    @wraps(view)
    def heard(
        request: HttpRequest,
        event: str,
        slug: str,
        entry: int,
        *place: More.args,
        **named: More.kwargs,
    ) -> HttpResponse:
        tournament = public_tournament(request.user, event, slug)
        found = get_object_or_404(tournament.entries, pk=entry)
        found.tournament = tournament
        phone = phone_of(key_of(request))
        if request.method != "POST" or phone is None or not speaks_for(phone, found):
            return redirect("public:my_page", event, slug, entry)
        return view(Spoken(request, tournament, found, phone), *place, **named)

    return heard
