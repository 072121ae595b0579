"""Tokens of programs: made and withdrawn by the chief arbiter, shown once, kept as a digest."""

import hashlib
import secrets
from datetime import date, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.kernel.sweeping import forget
from tournaments.models import ApiToken, Event, KeptAnswer, Scope, User

PREFIX = "hakem_"
#: "last used" is written at most this often
USED_EVERY = timedelta(minutes=1)
#: why no page is touched
FOR_PROGRAMS = "no public page says which programs are connected"
ANSWERS_KEPT = timedelta(days=2)


def make_token(
    *,
    event: Event | None,
    name: str,
    scopes: list[str],
    by: User,
    expires_on: date | None = None,
    once: bool = False,
) -> tuple[ApiToken, str]:
    """The token and its secret, which nobody can read again afterwards. Without an event it is
    for all events of its maker. `once`: refused when one of this name is in use, as a form that
    is sent twice must not make two."""
    if not scopes or not set(scopes) <= set(Scope.values):
        raise Refused("token.scopes_needed", field="scopes")
    if expires_on is not None and expires_on < timezone.localdate():
        raise Refused("token.already_expired", field="expires_on")
    with act("token.made", event or by, by=by, quiet=FOR_PROGRAMS) as done:
        mine = tokens_of(event, by).filter(name=name, withdrawn_at=None)
        if once and mine.exists():
            raise Refused("token.name_taken", field="name")
        secret = PREFIX + secrets.token_urlsafe(32)
        token = ApiToken.objects.create(
            event=event,
            name=name,
            digest=digest(secret),
            start=secret[: len(PREFIX) + 4],
            scopes=[scope for scope in Scope.values if scope in scopes],
            created_by=by,
            expires_on=expires_on,
        )
        done.record(
            token,
            label=token.name,
            after={"scopes": token.scopes, "expires_on": str(expires_on or "")},
        )
        return token, secret


def tokens_of(event: Event | None, user: User) -> QuerySet[ApiToken]:
    """Those of an event, or a user's own, which belong to no event."""
    return event.tokens.all() if event else ApiToken.objects.filter(event=None, created_by=user)


def withdraw_token(*, event: Event | None, token_id: int, by: User) -> None:
    """For good, from the next request on."""
    with act("token.withdrawn", event or by, by=by, quiet=FOR_PROGRAMS) as done:
        token = tokens_of(event, by).filter(pk=token_id, withdrawn_at=None).first()
        if token is None:
            return done.nothing()
        token.withdrawn_at = timezone.now()
        token.save(update_fields=["withdrawn_at"])
        done.record(token, label=token.name)


def token_of(secret: str) -> ApiToken | None:
    """The usable token of a secret; none whose maker may not sign in any more."""
    if not secret.startswith(PREFIX):
        return None
    token = (
        ApiToken.objects.select_related("created_by")
        .filter(Q(event=None) | Q(event__removed=False), digest=digest(secret), withdrawn_at=None)
        .first()
    )
    if token is None or not token.usable or not token.created_by.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def digest(secret: str) -> str:
    """A plain hash is enough: 256 random bits cannot be guessed from it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def forget_old_answers() -> None:
    """Idempotency keys are remembered for two days."""
    forget(KeptAnswer.objects.filter(created_at__lt=timezone.now() - ANSWERS_KEPT))
