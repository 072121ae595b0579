"""Publishes and hides the whole schedule of a round robin, of players or of teams."""

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Refused
from tournaments.models import Tournament, User
from tournaments.services.entries.table_numbers import not_drawn


def show_schedule(
    *, tournament: Tournament, public: bool, by: User | None, confirmed: str = ""
) -> Tournament:
    name = "schedule.shown" if public else "schedule.hidden"
    with act(name, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not (tournament.format.fixed_schedule or tournament.format.matches_stay):
            raise Refused("schedule.not_a_round_robin")
        if public and tournament.format.pairs_teams and not tournament.teams.numbered().exists():
            raise Refused("teams.not_drawn", round=1)
        if tournament.schedule_public == public:
            return done.nothing(tournament)
        if public:
            done.require("schedule.show", level=2, reasons=not_drawn(tournament))
        tournament.schedule_public = public
        done.save("schedule_public")
        done.record(tournament)
        return tournament
