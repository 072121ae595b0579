"""The door: sessions that are open, and a record of what happened."""

from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.kernel.sweeping import forget
from tournaments.models import DoorRecord, OpenSession, User

#: a session that is used is noted as seen so often
SEEN_EVERY = timedelta(minutes=10)
#: what happened at the door is kept so long
KEPT = timedelta(days=365)
_SEEN = "seen-at"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request comes from."""

    address: str
    device: str

    @classmethod
    def of(cls, request: HttpRequest) -> "Origin":
        """The address as the API counts it, by TRUSTED_PROXIES."""
        address = BaseThrottle().get_ident(Request(request)) or ""
        return cls(address[:45], request.META.get("HTTP_USER_AGENT", "")[:200])


def note(
    what: DoorRecord.What,
    origin: Origin,
    *,
    user: User | None = None,
    name: str = "",
    by: User | None = None,
) -> None:
    DoorRecord.objects.create(
        user=user,
        name=(name or (user.username if user else ""))[:150],
        what=what,
        by=by,
        address=origin.address,
        device=origin.device,
    )


# --- Sessions -------------------------------------------------------------------------------------


def _signed_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    if request.session.session_key is None:
        request.session.save()  # it has no key before
    origin = Origin.of(request)
    OpenSession.objects.update_or_create(
        key=request.session.session_key,
        defaults={"user": user, "address": origin.address, "device": origin.device},
    )
    note(DoorRecord.What.SIGNED_IN, origin, user=user)


def _signed_out(request: HttpRequest, user: User | None, **_signal: Any) -> None:
    if user is not None:
        OpenSession.objects.filter(key=request.session.session_key).delete()
        note(DoorRecord.What.SIGNED_OUT, Origin.of(request), user=user)


def listen() -> None:
    user_logged_in.connect(_signed_in, dispatch_uid="door")
    user_logged_out.connect(_signed_out, dispatch_uid="door")


def seen(request: HttpRequest) -> None:
    """Note from time to time that a session is in use."""
    now = timezone.now()
    last = request.session.get(_SEEN, 0)
    if now.timestamp() - last < SEEN_EVERY.total_seconds():
        return
    request.session[_SEEN] = int(now.timestamp())
    OpenSession.objects.filter(key=request.session.session_key).update(
        seen_at=now, address=Origin.of(request).address
    )


def moved(old: str | None, new: str | None) -> None:
    """A session has got another key, as it does with a new password."""
    if old and new and old != new:
        OpenSession.objects.filter(key=old).update(key=new)


def end_sessions(*, user: User, but: str | None = None) -> int:
    """Sign a user out everywhere, or everywhere but here."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    ended = OpenSession.objects.filter(user=user).exclude(key=but or "")
    keys = list(ended.values_list("key", flat=True))
    for key in keys:
        store(key).delete()
    ended.delete()
    return len(keys)


def sweep() -> None:
    """Forget old records, and sessions that have ended by themselves."""
    now = timezone.now()
    forget(DoorRecord.objects.filter(at__lt=now - KEPT))
    forget(Session.objects.filter(expire_date__lt=now))
    over = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
    forget(OpenSession.objects.filter(seen_at__lt=over, began_at__lt=over))
