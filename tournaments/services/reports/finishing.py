"""The end of a tournament, and the way back from it."""

from django.utils import timezone

from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import named_boards
from tournaments.models import Round, Tournament, User
from tournaments.queries.reports.trf import boards_without_result
from tournaments.services.knockout.planning import guard_end


def finish_tournament(
    *, tournament: Tournament, by: User | None, confirmed: str = ""
) -> Tournament:
    """Final standings: only when every round is finished and every game has its result."""
    with act("tournament.finished", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if tournament.finished_at:
            return done.nothing(tournament)
        if games := boards_without_result(tournament):
            raise Refused("report.games_open", games=", ".join(games[:12]), count=len(games))
        guard_end(tournament)
        finished = set(
            tournament.rounds.filter(status=Round.Status.FINISHED).values_list("number", flat=True)
        )
        rounds = tournament.total_rounds if tournament.format.has_rounds else 0
        if left := [n for n in range(1, rounds + 1) if n not in finished]:
            raise Refused("tournament.rounds_left", rounds=named_boards(left))
        done.require("tournament.finish", level=3, reasons=[Reason("tournament.finish_effect")])
        tournament.finished_at = timezone.now()
        done.save("finished_at")
        done.record(tournament)
        return tournament


def reopen_tournament(
    *, tournament: Tournament, by: User | None, confirmed: str = ""
) -> Tournament:
    with act("tournament.reopened", tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        if not tournament.finished_at:
            return done.nothing(tournament)
        done.require("tournament.reopen", level=3, reasons=[Reason("tournament.reopen_effect")])
        tournament.finished_at = None
        done.save("finished_at")
        done.record(tournament)
        return tournament
