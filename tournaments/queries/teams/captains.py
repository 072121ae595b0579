"""The captains' links as the desk shows them."""

from dataclasses import dataclass

from tournaments.models import CaptainMail, Team, Tournament
from tournaments.services.teams.captains import link_of


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
        CaptainRow(team, link_of(team), last.get(team.pk))
        for team in tournament.teams.filter(withdrawn_after=None)
    ]
