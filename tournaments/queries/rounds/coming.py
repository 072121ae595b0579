"""The rounds that are still to come."""

from tournaments.kernel.errors import Refused
from tournaments.models import Round, Tournament


def first_round_now(tournament: Tournament) -> int:
    """Of whoever is entered now."""
    number = next_open_round(tournament)
    if number > 1 and number > max(1, tournament.late_entries_until):
        raise Refused("entry.too_late", round=number)
    return number


def next_open_round(tournament: Tournament) -> int:
    """The first round that is not published: where a change still takes effect. A draft of it
    is then out of date and has to be paired again."""
    last = (
        tournament.rounds.filter(status__in=[Round.Status.PUBLISHED, Round.Status.FINISHED])
        .order_by("-number")
        .first()
    )
    return last.number + 1 if last else 1
