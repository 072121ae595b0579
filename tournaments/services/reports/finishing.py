"""The end of a tournament, and the way back from it."""

from django.db import transaction
from django.utils import timezone

from tournaments.kernel.acts import lock, touch
from tournaments.kernel.confirm import require
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import named_boards
from tournaments.kernel.log import record
from tournaments.models import Round, Tournament, User
from tournaments.queries.reports.report import open_games
from tournaments.services.knockout.knockout import guard_end


@transaction.atomic
def finish_tournament(
    *, tournament: Tournament, by: User | None, confirmed: str = ""
) -> Tournament:
    """Final standings: only when every round is finished and every game has its result."""
    tournament = lock(tournament)
    if tournament.finished_at:
        return tournament
    if games := open_games(tournament):
        raise Refused("report.games_open", games=", ".join(games[:12]), count=len(games))
    guard_end(tournament)
    finished = set(
        tournament.rounds.filter(status=Round.Status.FINISHED).values_list("number", flat=True)
    )
    rounds = tournament.total_rounds if tournament.format.has_rounds else 0
    if left := [n for n in range(1, rounds + 1) if n not in finished]:
        raise Refused("tournament.rounds_left", rounds=named_boards(left))
    require(
        "tournament.finish",
        level=3,
        reasons=[Reason("tournament.finish_effect")],
        tournament=tournament,
        by=by,
        confirmed=confirmed,
    )
    tournament.finished_at = timezone.now()
    tournament.save(update_fields=["finished_at"])
    touch(tournament)
    record(
        "tournament.finished",
        by=by,
        target=tournament,
        tournament=tournament,
        label=tournament.name,
    )
    return tournament


@transaction.atomic
def reopen_tournament(
    *, tournament: Tournament, by: User | None, confirmed: str = ""
) -> Tournament:
    tournament = lock(tournament)
    if not tournament.finished_at:
        return tournament
    require(
        "tournament.reopen",
        level=3,
        reasons=[Reason("tournament.reopen_effect")],
        tournament=tournament,
        by=by,
        confirmed=confirmed,
    )
    tournament.finished_at = None
    tournament.save(update_fields=["finished_at"])
    touch(tournament)
    record(
        "tournament.reopened",
        by=by,
        target=tournament,
        tournament=tournament,
        label=tournament.name,
    )
    return tournament
