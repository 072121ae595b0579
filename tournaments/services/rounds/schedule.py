"""Publishes and hides the whole schedule of a round robin, of players or of teams."""

from django.db import transaction

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.errors import Refused
from tournaments.kernel.log import record
from tournaments.models import Tournament, User


@transaction.atomic
def show_schedule(*, tournament: Tournament, public: bool, by: User | None) -> Tournament:
    tournament = lock(tournament)
    if not (tournament.format.fixed_schedule or tournament.format.pairs_teams):
        raise Refused("schedule.not_a_round_robin")
    if (
        public
        and tournament.format.pairs_teams
        and not tournament.teams.exclude(number=None).exists()
    ):
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
