"""The changes that a result may still have, and who may make them."""

from enum import StrEnum

from tournaments.models import GameRow, Role, Round
from tournaments.queries.setup.events import WAS_PUBLISHED


class Window(StrEnum):
    """The effect that a change of a result may still have (C.04.2 art. 4.3)."""

    OPEN = "open"  # the next round was never published: an ordinary entry
    CORRECTION = "correction"  # the next round was published: counts from what is paired after
    REPORT_ONLY = "report_only"  # later: the rating report alone
    CLOSED = "closed"  # not published, or the tournament is over


def window(round_: Round) -> Window:
    """The change that results of this round may still have.

    A published round closes for good, even when it is taken back: its pairing has told what it
    was made from.
    """
    if not round_.is_public or round_.tournament.finished_at:
        return Window.CLOSED
    later = dict(
        Round.objects.filter(WAS_PUBLISHED, tournament_id=round_.tournament_id)
        .filter(number__in=(round_.number + 1, round_.number + 2))
        .values_list("number", "status")
    )
    if not later:
        return Window.OPEN
    played = later.get(round_.number + 1) == Round.Status.FINISHED or round_.number + 2 in later
    if played and not round_.tournament.format.matches_stay:
        return Window.REPORT_ONLY
    return Window.CORRECTION


def effect(pairing: GameRow, allowed: Window) -> str:
    """The effect of another result of this game, as `wording/results.EFFECTS` has words for it."""
    if allowed in (Window.OPEN, Window.CLOSED):
        return allowed
    if pairing.adjourned:
        return "adjourned"
    if allowed is Window.CORRECTION and pairing.round.tournament.format.matches_stay:
        return "matches_stay"
    return allowed


def role_for_results(round_: Round) -> Role:
    """Clerks enter results; a round that others build upon is for arbiters to correct."""
    open_ = not round_.is_public or window(round_) is Window.OPEN
    return Role.CLERK if open_ else Role.ARBITER


def counts_no_more(pairing: GameRow, allowed: Window) -> bool:
    """Later rounds were paired and played with this result. One that is still to come, of an
    adjourned game, counts whenever it comes."""
    return allowed is Window.REPORT_ONLY and not pairing.adjourned
