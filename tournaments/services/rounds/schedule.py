"""Publishes and hides the whole schedule of a round robin, of players or of teams."""

from django.db import transaction

from pairing.systems import Family
from tournaments.kernel.acts import lock, touch
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import record
from tournaments.models import Tournament, User
from tournaments.queries.standings.standings import family_of


@transaction.atomic
def show_schedule(*, tournament: Tournament, public: bool, by: User | None) -> Tournament:
    tournament = lock(tournament)
    if not tournament.of_teams and family_of(tournament) is not Family.ROUND_ROBIN:
        raise Refused("schedule.not_a_round_robin")
    if public and tournament.of_teams and not tournament.teams.exclude(number=None).exists():
        raise Refused("teams.not_drawn", round=1)
    if tournament.schedule_public == public:
        return tournament
    tournament.schedule_public = public
    tournament.save(update_fields=["schedule_public"])
    touch(tournament)
    record(
        "schedule.shown" if public else "schedule.hidden",
        by=by,
        target=tournament,
        tournament=tournament,
        label=tournament.name,
    )
    return tournament
