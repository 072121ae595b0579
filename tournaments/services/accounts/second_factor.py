"""A second factor: codes of an authenticator by RFC 6238, recovery codes, and passkeys beside."""

import base64
import hashlib
import hmac
import secrets
import struct
import time
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.kernel.errors import Refused
from tournaments.models import SecondFactor, User

STEP, DIGITS = 30, 6
#: a clock may be one step early or late
DRIFT = 1
CODES = 10


def totp(secret: str, step: int) -> str:
    """RFC 4226, 5.3, with the time step of RFC 6238 as its counter."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", step), hashlib.sha1)
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def is_on(user: User) -> bool:
    """By codes or by a passkey: the password alone opens nothing then."""
    return has_codes(user) or user.passkeys.exists()


def has_codes(user: User) -> bool:
    return SecondFactor.objects.filter(user=user, since__isnull=False).exists()


def is_demanded(user: User) -> bool:
    """By the setting SECOND_FACTOR."""
    administers = user.is_superuser or user.is_staff
    return {
        "administrators": administers,
        "site": administers or user.registrar,
        "everybody": True,
    }.get(settings.SECOND_FACTOR, False)


def prepare(*, user: User) -> SecondFactor:
    """A secret to scan; it counts only once a code has been typed."""
    factor, _made = SecondFactor.objects.get_or_create(
        user=user, defaults={"secret": base64.b32encode(secrets.token_bytes(20)).decode()}
    )
    return factor


def address(factor: SecondFactor) -> str:
    """The address that an authenticator scans."""
    label = quote(f"Hakem:{factor.user.username}")
    query = urlencode({"secret": factor.secret, "issuer": "Hakem"})
    return f"otpauth://totp/{label}?{query}"


def turn_on(*, user: User, code: str) -> list[str]:
    """The recovery codes, which are shown this once."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user, since=None).first()
        if factor is None or not _takes(factor, code):
            raise Refused("account.wrong_code", field="code")
        factor.since = timezone.now()
        return _new_codes(factor)


def new_codes(*, user: User) -> list[str]:
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user).exclude(since=None)
        if (found := factor.first()) is None:
            raise Refused("account.no_factor")
        return _new_codes(found)


def turn_off(*, user: User) -> None:
    SecondFactor.objects.filter(user=user).delete()


def opens(*, user: User, code: str) -> bool:
    """Whether a code opens the door: of the authenticator, or one recovery code, each once."""
    code = "".join(code.split()).replace("-", "").lower()[:40]
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user).exclude(since=None)
        if (found := factor.first()) is None:
            return False
        if _takes(found, code):
            found.save(update_fields=["last_step"])
            return True
        digest = _digest(user, code)
        if digest not in found.recovery:
            return False
        found.recovery = [one for one in found.recovery if one != digest]
        found.save(update_fields=["recovery"])
        return True


def _takes(factor: SecondFactor, code: str) -> bool:
    """A code of now, or of a step before or after; none a second time."""
    code = "".join(code.split())
    now = int(time.time()) // STEP
    for step in range(now - DRIFT, now + DRIFT + 1):
        fits = hmac.compare_digest(totp(factor.secret, step).encode(), code.encode())
        if fits and step > factor.last_step:
            factor.last_step = step
            return True
    return False


def _new_codes(factor: SecondFactor) -> list[str]:
    codes = [secrets.token_hex(5) for _ in range(CODES)]
    factor.recovery = [_digest(factor.user, code) for code in codes]
    factor.save()
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(user: User, code: str) -> str:
    return salted_hmac("hakem.recovery", f"{user.pk}:{code}", algorithm="sha256").hexdigest()
