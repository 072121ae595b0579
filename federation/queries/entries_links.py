"""The link in a player's mails: it opens their entry without an account.

The token follows from the secret of the site, so that every mail carries the same one; the
database has its digest alone.
"""

import hashlib
from base64 import urlsafe_b64encode
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac

from federation.models import Booking


def token_of(booking: Booking) -> str:
    made = f"{booking.pk}:{booking.created_at.isoformat()}"
    digest = salted_hmac("federation.entry", made, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def link_of(booking: Booking) -> str:
    return settings.SITE_URL + reverse("federation:my_entry", args=[token_of(booking)])


def booking_of(token: str, now: datetime) -> Booking | None:
    """The entry that a link opens, while it does."""
    if not 20 <= len(token) <= 60:
        return None
    found = Booking.objects.filter(token=digest_of(token), token_until__gt=now)
    return found.select_related("calendar__event", "section", "player").first()
