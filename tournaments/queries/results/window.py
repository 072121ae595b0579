"""What may still be changed about a result, and by whom."""

from enum import StrEnum

from pairing.results import ADJOURNED
from tournaments.models import GameRow, Role, Round


class Window(StrEnum):
    """The effect that a change of a result may still have (C.04.2 art. 4.3)."""

    OPEN = "open"  # the next round is not published: an ordinary entry
    CORRECTION = "correction"  # the next round is being played: counts from the one after it
    REPORT_ONLY = "report_only"  # later: the rating report alone
    CLOSED = "closed"  # not published, or the tournament is over


def window(round_: Round) -> Window:
    if not round_.is_public or round_.tournament.finished_at:
        return Window.CLOSED
    following = (
        Round.objects.filter(tournament_id=round_.tournament_id, number=round_.number + 1)
        .values_list("status", flat=True)
        .first()
    )
    if following == Round.Status.PUBLISHED:
        return Window.CORRECTION
    if following == Round.Status.FINISHED:
        fixed = round_.tournament.format.matches_stay
        return Window.CORRECTION if fixed else Window.REPORT_ONLY
    return Window.OPEN


def role_for_results(round_: Round) -> Role:
    """Clerks enter results; a round that others build upon is for arbiters to correct."""
    open_ = not round_.is_public or window(round_) is Window.OPEN
    return Role.CLERK if open_ else Role.ARBITER


def counts_no_more(pairing: GameRow, allowed: Window) -> bool:
    """Later rounds were paired and played with this result. One that is still to come, of an
    adjourned game, counts whenever it comes."""
    return allowed is Window.REPORT_ONLY and pairing.result != ADJOURNED.code
