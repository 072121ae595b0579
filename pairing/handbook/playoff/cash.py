"""Handbook, knock-out, C.10: cash that all who are tied share."""

from pairing.errors import UnsupportedRule
from pairing.handbook.knockout import PrizeShare
from pairing.handbook.playoff.recipes import Plan
from pairing.state import Fact

#: from so many tied players on
ELEVEN = 11


def share_cash(plan: Plan, total: int) -> PrizeShare | None:
    """A total of cash agreed beforehand, in cents, shared equally by all who are tied, also by
    those who do not enter the play-off. None with fewer than eleven, or where nothing was agreed.

    Whole cents: what is left over is named. The play-off is for the remaining prizes.
    """
    if total < 0:
        raise UnsupportedRule("knockout.prize")
    players = plan.order
    if not total or len(players) < ELEVEN:
        return None
    each, left_over = divmod(total, len(players))
    values = (("count", len(players)), ("total", total), ("each", each))
    fact = Fact("playoff.cash_shared", "C.10", players, values)
    return PrizeShare(players, 1, len(players), total, each, left_over, fact)
