"""The links in mails: a player's opens their entry, a club's the page of its players in one event,
without an account.

A token follows from the secret of the site, so that every mail carries the same one; the database
has its digest alone.
"""

import hashlib
from base64 import urlsafe_b64encode
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from federation.models import Booking, ClubLink


def token_of(booking: Booking) -> str:
    return _token("federation.entry", booking.pk, booking.created_at)


def token_of_club(link: ClubLink) -> str:
    return _token("federation.club_link", link.pk, link.made_at)


def _token(of: str, number: int, made_at: datetime) -> str:
    digest = salted_hmac(of, f"{number}:{made_at.isoformat()}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def link_of(booking: Booking) -> str:
    return settings.SITE_URL + reverse("federation:my_entry", args=[token_of(booking)])


def link_of_club(link: ClubLink) -> str:
    return settings.SITE_URL + reverse("federation:linked_club", args=[token_of_club(link)])


def booking_of(token: str, now: datetime) -> Booking | None:
    """The entry that a link opens, while it does."""
    if not _is_token(token):
        return None
    found = Booking.objects.filter(token=digest_of(token), token_until__gt=now)
    return found.select_related("calendar__event", "section", "player").first()


def club_link_of(token: str, now: datetime) -> ClubLink | None:
    """The club's link, until the event is over, as long as the public sees it."""
    if not _is_token(token):
        return None
    found = ClubLink.objects.filter(
        token=digest_of(token),
        calendar__ends_on__gte=timezone.localdate(now),
        calendar__event__public=True,
        calendar__event__removed=False,
    )
    return found.select_related("calendar__event", "club").first()


def _is_token(text: str) -> bool:
    return 20 <= len(text) <= 60
