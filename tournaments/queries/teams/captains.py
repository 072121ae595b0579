"""The captains' links: what they open, and as the desk shows them."""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tournaments.models import CaptainMail, Team, Tournament

_signer = signing.Signer(sep="~", salt="hakem.captain")


def captain_link(team: Team) -> str:
    """Signed, and with a key that can be renewed: an old link then opens nothing. A closed page
    has no link."""
    if not team.link_key:
        return ""
    key = _signer.sign(f"{team.pk}.{team.link_key}")
    return f"{settings.SITE_URL}{reverse('public:captain', args=[key])}"


def team_behind(key: str) -> Team | None:
    try:
        pk, _dot, nonce = _signer.unsign(key).partition(".")
    except signing.BadSignature:
        return None
    if not nonce:
        return None
    return (
        Team.objects.select_related("tournament__event")
        .filter(pk=int(pk), link_key=nonce)
        .filter(tournament__event__removed=False, tournament__undone_at=None)
        .first()
    )


@dataclass(frozen=True, slots=True)
class CaptainRow:
    team: Team
    link: str  # "" = closed
    mail: CaptainMail | None  # the last one


def captains_of(tournament: Tournament) -> list[CaptainRow]:
    last = {
        mail.team_id: mail
        for mail in CaptainMail.objects.filter(team__tournament=tournament).order_by("id")
    }
    return [
        CaptainRow(team, captain_link(team), last.get(team.pk))
        for team in tournament.teams.filter(withdrawn_after=None)
    ]
