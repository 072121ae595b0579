"""Links by which people decide about their own page: mailed to the address that the federation
has, good for two days and as often as somebody changes their mind within them."""

import hashlib
import secrets
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from federation.models import Member, PrivacyLink
from federation.services import messages
from federation.services.people import set_privacy
from tournaments.kernel.errors import Refused
from tournaments.kernel.sweeping import forget

GOOD_FOR = timedelta(days=2)


def ask_for_link(*, member: Member, email: str, language: str) -> None:
    """Mail a link, if this is an address of theirs. Nobody learns whether it is."""
    known = {member.email.casefold(), member.parent_email.casefold()} - {""}
    if email.strip().casefold() not in known:
        return
    token = secrets.token_urlsafe(24)
    PrivacyLink.objects.create(
        member=member, digest=_digest(token), until=timezone.now() + GOOD_FOR
    )
    messages.post(
        email.strip(),
        "privacy",
        language=language,
        about=f"member:{member.pk}",
        name=member.player.name,
        path=reverse("federation:own_privacy", args=[token]),
    )


def forget_old_links() -> None:
    """Links that open nothing any more."""
    forget(PrivacyLink.objects.filter(until__lt=timezone.now()))


def member_behind(token: str) -> Member:
    found = PrivacyLink.objects.select_related("member__player").filter(
        digest=_digest(token), until__gte=timezone.now()
    )
    if (link := found.first()) is None:
        raise Refused("privacy.link_has_run_out")
    return link.member


def decide_by_link(*, token: str, privacy: str, noindex: bool) -> Member:
    member = member_behind(token)
    set_privacy(member=member, privacy=privacy, noindex=noindex, by=None, by_link=True)
    return member


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
